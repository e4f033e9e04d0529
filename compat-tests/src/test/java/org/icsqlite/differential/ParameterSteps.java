package org.icsqlite.differential;

import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.Date;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Calendar;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import java.util.UUID;

/** What the setters store, how parameters are named and counted. */
@SuppressWarnings("JavaUtilDate") // the class whose values are compared
final class ParameterSteps implements Part {

  @FunctionalInterface
  private interface Setter {
    void set(PreparedStatement statement) throws SQLException;
  }

  private static final long MOMENT = 1_709_212_455_123L;
  private static final byte[] BYTES = {0, 1, 'a', -1};

  private final Map<String, Setter> setters = new LinkedHashMap<>();

  ParameterSteps() {
    numbers();
    texts();
    times();
    objects();
  }

  private void numbers() {
    setters.put("setNull", s -> s.setNull(1, Types.INTEGER));
    setters.put("setNull named", s -> s.setNull(1, Types.OTHER, "x"));
    setters.put("setBoolean true", s -> s.setBoolean(1, true));
    setters.put("setBoolean false", s -> s.setBoolean(1, false));
    setters.put("setByte", s -> s.setByte(1, (byte) -128));
    setters.put("setShort", s -> s.setShort(1, Short.MIN_VALUE));
    setters.put("setInt", s -> s.setInt(1, Integer.MIN_VALUE));
    setters.put("setLong", s -> s.setLong(1, Long.MIN_VALUE));
    setters.put("setFloat", s -> s.setFloat(1, 1.5f));
    setters.put("setFloat 0.1", s -> s.setFloat(1, 0.1f));
    setters.put("setFloat infinite", s -> s.setFloat(1, Float.POSITIVE_INFINITY));
    setters.put("setDouble", s -> s.setDouble(1, -2.5));
    setters.put("setDouble -0.0", s -> s.setDouble(1, -0.0));
    setters.put("setDouble NaN", s -> s.setDouble(1, Double.NaN));
    setters.put("setDouble infinite", s -> s.setDouble(1, Double.NEGATIVE_INFINITY));
    setters.put("setBigDecimal", s -> s.setBigDecimal(1, new BigDecimal("12345.6789")));
    setters.put("setBigDecimal exponent", s -> s.setBigDecimal(1, new BigDecimal("1E+3")));
    setters.put(
        "setBigDecimal long", s -> s.setBigDecimal(1, new BigDecimal("12345678901234567890.12")));
    setters.put("setBigDecimal null", s -> s.setBigDecimal(1, null));
  }

  @SuppressWarnings("deprecation") // setUnicodeStream
  private void texts() {
    setters.put("setString", s -> s.setString(1, "a\u00e4\ud83d\ude00"));
    setters.put("setString null", s -> s.setString(1, null));
    setters.put("setString empty", s -> s.setString(1, ""));
    setters.put("setString with NUL", s -> s.setString(1, "a\0b"));
    setters.put("setString lone surrogate", s -> s.setString(1, "a\ud83d"));
    setters.put("setNString", s -> s.setNString(1, "n"));
    setters.put("setBytes", s -> s.setBytes(1, BYTES));
    setters.put("setBytes empty", s -> s.setBytes(1, new byte[0]));
    setters.put("setBytes null", s -> s.setBytes(1, null));
    setters.put("setBytes 100000", s -> s.setBytes(1, new byte[100_000]));
    setters.put(
        "setAsciiStream", s -> s.setAsciiStream(1, new ByteArrayInputStream(ascii("abc")), 3));
    setters.put(
        "setAsciiStream part", s -> s.setAsciiStream(1, new ByteArrayInputStream(ascii("abc")), 2));
    setters.put("setAsciiStream null", s -> s.setAsciiStream(1, null, 0));
    setters.put("setAsciiStream all", s -> s.setAsciiStream(1, new ByteArrayInputStream(BYTES)));
    setters.put(
        "setUnicodeStream",
        s -> s.setUnicodeStream(1, new ByteArrayInputStream(utf8("\u00e4")), 2));
    setters.put("setBinaryStream", s -> s.setBinaryStream(1, new ByteArrayInputStream(BYTES), 4));
    setters.put(
        "setBinaryStream part", s -> s.setBinaryStream(1, new ByteArrayInputStream(BYTES), 2));
    setters.put(
        "setBinaryStream short", s -> s.setBinaryStream(1, new ByteArrayInputStream(BYTES), 9));
    setters.put("setBinaryStream all", s -> s.setBinaryStream(1, new ByteArrayInputStream(BYTES)));
    setters.put("setCharacterStream", s -> s.setCharacterStream(1, new StringReader("abc"), 3));
    setters.put(
        "setCharacterStream part", s -> s.setCharacterStream(1, new StringReader("abc"), 2));
    setters.put("setCharacterStream all", s -> s.setCharacterStream(1, new StringReader("abc")));
    setters.put("setCharacterStream null", s -> s.setCharacterStream(1, null, 0));
    setters.put("setNCharacterStream", s -> s.setNCharacterStream(1, new StringReader("abc")));
    setters.put("setBlob stream", s -> s.setBlob(1, new ByteArrayInputStream(BYTES)));
    setters.put("setClob reader", s -> s.setClob(1, new StringReader("abc")));
    setters.put("setNClob reader", s -> s.setNClob(1, new StringReader("abc")));
    setters.put("setURL", s -> s.setURL(1, null));
    setters.put("setArray", s -> s.setArray(1, null));
    setters.put("setRef", s -> s.setRef(1, null));
    setters.put("setRowId", s -> s.setRowId(1, null));
    setters.put("setSQLXML", s -> s.setSQLXML(1, null));
  }

  private void times() {
    Calendar tokyo = Calendar.getInstance(TimeZone.getTimeZone("Asia/Tokyo"));
    setters.put("setDate", s -> s.setDate(1, new Date(MOMENT)));
    setters.put("setDate null", s -> s.setDate(1, null));
    setters.put("setDate Tokyo", s -> s.setDate(1, new Date(MOMENT), tokyo));
    setters.put("setTime", s -> s.setTime(1, new Time(MOMENT)));
    setters.put("setTime null", s -> s.setTime(1, null));
    setters.put("setTimestamp", s -> s.setTimestamp(1, new Timestamp(MOMENT)));
    setters.put("setTimestamp null", s -> s.setTimestamp(1, null));
    setters.put("setTimestamp Tokyo", s -> s.setTimestamp(1, new Timestamp(MOMENT), tokyo));
    setters.put("setTimestamp null Tokyo", s -> s.setTimestamp(1, null, tokyo));
  }

  private void objects() {
    List<Object> values =
        List.of(
            true,
            'c',
            (byte) 1,
            (short) 2,
            3,
            4L,
            1.5f,
            2.5,
            new BigDecimal("7.25"),
            new BigInteger("123456789012345678901234567890"),
            "text",
            CharBuffer.wrap("builder"),
            BYTES,
            new Date(MOMENT),
            new Time(MOMENT),
            new Timestamp(MOMENT),
            new java.util.Date(MOMENT),
            LocalDate.of(2024, 2, 29),
            LocalTime.of(13, 14, 15),
            LocalDateTime.of(2024, 2, 29, 13, 14, 15),
            OffsetDateTime.of(2024, 2, 29, 13, 14, 15, 0, ZoneOffset.ofHours(2)),
            Instant.ofEpochMilli(MOMENT),
            new UUID(1, 2),
            Thread.State.NEW,
            List.of(1));
    for (Object value : values) {
      setters.put("setObject " + value.getClass().getSimpleName(), s -> s.setObject(1, value));
    }
    setters.put("setObject null", s -> s.setObject(1, null));
    for (int type :
        new int[] {
          Types.INTEGER, Types.BIGINT, Types.DOUBLE, Types.DECIMAL, Types.VARCHAR, Types.BLOB,
          Types.BOOLEAN, Types.DATE, Types.TIMESTAMP, Types.NULL, Types.OTHER, Types.JAVA_OBJECT
        }) {
      setters.put("setObject 12 as type " + type, s -> s.setObject(1, 12, type));
      setters.put("setObject '12' as type " + type, s -> s.setObject(1, "12", type));
      setters.put("setObject null as type " + type, s -> s.setObject(1, null, type));
    }
    setters.put(
        "setObject decimal scaled",
        s -> s.setObject(1, new BigDecimal("1.2345"), Types.DECIMAL, 2));
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void run(Side side, Outcomes outcomes) throws Exception {
    try (Connection connection = side.open()) {
      for (Map.Entry<String, Setter> setter : setters.entrySet()) {
        String sql = "SELECT typeof(p), substr(quote(p), 1, 90) FROM (SELECT ? AS p)";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
          outcomes.record(
              "parameter " + setter.getKey(),
              () -> {
                setter.getValue().set(statement);
                try (ResultSet row = statement.executeQuery()) {
                  row.next();
                  return row.getString(1) + " " + row.getString(2);
                }
              });
        }
      }
      names(connection, outcomes);
    }
  }

  private static void names(Connection connection, Outcomes outcomes) throws SQLException {
    List<String> queries =
        List.of(
            "SELECT 1",
            "SELECT ?",
            "SELECT ?, ?",
            "SELECT ?2, ?1",
            "SELECT ?3",
            "SELECT :a, :b, :a",
            "SELECT @a, $a, :a",
            "SELECT ?, :a, ?2, ?",
            "SELECT '?', \"?\", ? -- ?",
            "INSERT INTO absent VALUES(?)");
    for (String query : queries) {
      String step = "names " + query;
      try (PreparedStatement statement = connection.prepareStatement(query)) {
        ParameterMetaData metaData = statement.getParameterMetaData();
        outcomes.record(step, metaData::getParameterCount);
        int count = metaData.getParameterCount();
        for (int i = 1; i <= count; i++) {
          statement.setInt(i, i * 10);
        }
        outcomes.record(step + " rows", statement::executeQuery);
        outcomes.recordCall(step + " set 0", () -> statement.setInt(0, 1));
        outcomes.recordCall(step + " set beyond", () -> statement.setInt(count + 1, 1));
        if (count > 0) {
          outcomes.record(step + " type", () -> metaData.getParameterType(1));
          outcomes.record(step + " type name", () -> metaData.getParameterTypeName(1));
          outcomes.record(step + " class name", () -> metaData.getParameterClassName(1));
          outcomes.record(step + " mode", () -> metaData.getParameterMode(1));
          outcomes.record(step + " nullable", () -> metaData.isNullable(1));
          outcomes.record(step + " signed", () -> metaData.isSigned(1));
          outcomes.record(step + " precision", () -> metaData.getPrecision(1));
          outcomes.record(step + " scale", () -> metaData.getScale(1));
        }
        outcomes.record(step + " type 0", () -> metaData.getParameterType(0));
        outcomes.recordCall(step + " clear", statement::clearParameters);
        outcomes.record(step + " after clear", statement::executeQuery);
      } catch (SQLException e) {
        outcomes.record(
            step,
            () -> {
              throw e;
            });
      }
    }
  }
}
