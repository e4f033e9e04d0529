package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Calendar;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The tables of docs/dates-and-times.md. */
@SuppressWarnings("JavaUtilDate") // The older classes are among what is written.
class DatesAndTimesTest {

  private static final Path DOCUMENT = Path.of("../docs/dates-and-times.md");
  private static final List<String> FORMS = List.of("text", "integer", "real");
  private static final Instant MOMENT = Instant.parse("2024-07-01T02:30:15.123Z");

  private final TimeZone before = TimeZone.getDefault();

  @BeforeEach
  void goToNewYork() {
    goTo("America/New_York");
  }

  @AfterEach
  void goBack() {
    TimeZone.setDefault(before);
  }

  private static void goTo(String zone) {
    TimeZone.setDefault(TimeZone.getTimeZone(zone));
  }

  /** The cells of the rows below a table's first heading, without marks of code. */
  private static List<List<String>> table(String firstHeading) throws IOException {
    List<String> lines = Files.readAllLines(DOCUMENT);
    int head = 0;
    while (!lines.get(head).startsWith("| " + firstHeading + " |")) {
      head++;
    }
    return lines.stream()
        .skip(head + 2L)
        .takeWhile(line -> line.startsWith("| "))
        .map(line -> Arrays.asList(line.substring(2, line.length() - 2).split(" \\| ")))
        .toList();
  }

  private static String plain(String cell) {
    return cell.replace("`", "");
  }

  private static Connection open(String form) throws SQLException {
    return Urls.open("jdbc:icsqlite::memory:?date_class=" + form);
  }

  private static String stored(String form, Object value) throws SQLException {
    try (Connection connection = open(form)) {
      return read(connection, value, String.class);
    }
  }

  private static <T> T read(Connection connection, Object value, Class<T> type)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement("SELECT ?")) {
      statement.setObject(1, value);
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return row.getObject(1, type);
      }
    }
  }

  /** What the first table writes, by the beginning of its rows. */
  private static Map<String, List<Object>> written() {
    Timestamp local = Timestamp.from(MOMENT);
    Calendar calendar = Calendar.getInstance();
    calendar.setTimeInMillis(MOMENT.toEpochMilli());
    OffsetDateTime offset = OffsetDateTime.parse("2024-07-01T04:30:15.123+02:00");
    Map<String, List<Object>> values = new LinkedHashMap<>();
    values.put("java.sql.Timestamp", List.of(local, java.util.Date.from(MOMENT), calendar));
    values.put("java.sql.Date", List.of(Date.valueOf("2024-06-30")));
    values.put("java.sql.Time", List.of(Time.valueOf("22:30:15")));
    values.put("Instant", List.of(MOMENT));
    values.put(
        "OffsetDateTime", List.of(offset, offset.atZoneSameInstant(ZoneId.of("Europe/Berlin"))));
    values.put("LocalDateTime", List.of(LocalDateTime.parse("2024-06-30T22:30:15.123")));
    values.put("LocalDate", List.of(LocalDate.parse("2024-06-30")));
    values.put("LocalTime", List.of(LocalTime.parse("22:30:15")));
    return values;
  }

  @Test
  void eachClassIsWrittenAsTheDocumentShows() throws SQLException, IOException {
    List<List<String>> rows = table("set");
    Map<String, List<Object>> written = written();
    assertEquals(
        List.copyOf(written.keySet()),
        rows.stream().map(row -> plain(row.get(0)).split("[,:]", 2)[0]).toList());
    int at = 0;
    for (List<Object> values : written.values()) {
      List<String> row = rows.get(at++);
      for (Object value : values) {
        for (int i = 0; i < FORMS.size(); i++) {
          assertEquals(
              plain(row.get(1 + i)), stored(FORMS.get(i), value), value.getClass().getName());
        }
      }
    }
  }

  private static final Map<String, Class<?>> CLASSES =
      Map.of(
          "Timestamp", Timestamp.class,
          "Date", Date.class,
          "Time", Time.class,
          "Instant", Instant.class,
          "LocalDateTime", LocalDateTime.class,
          "LocalDate", LocalDate.class,
          "LocalTime", LocalTime.class);

  /** The same date or time as an object of any of these classes, as they convert each other. */
  private static Object value(String type) {
    LocalDateTime local = LocalDateTime.parse("2024-06-30T22:30:15");
    return switch (type) {
      case "Timestamp" -> Timestamp.valueOf(local);
      case "Date" -> Date.valueOf(local.toLocalDate());
      case "Time" -> Time.valueOf(local.toLocalTime());
      case "Instant" -> Timestamp.valueOf(local).toInstant();
      case "LocalDateTime" -> local;
      case "LocalDate" -> local.toLocalDate();
      default -> local.toLocalTime();
    };
  }

  private static String outcome(String form, String written, String read) throws SQLException {
    try (Connection connection = open(form)) {
      boolean same = value(read).equals(read(connection, value(written), CLASSES.get(read)));
      return same ? "same" : "differs";
    }
  }

  private static String expected(String cell, boolean west) {
    String nearGreenwich = west ? "same west" : "same east";
    if (cell.contains("Greenwich")) {
      return cell.startsWith(nearGreenwich) ? "same" : "differs";
    }
    return cell.split(",", 2)[0];
  }

  @Test
  void whatDiffersByTheZoneIsWhatTheDocumentSays() throws SQLException, IOException {
    List<List<String>> rows = table("written");
    assertEquals(15, rows.size());
    for (String zone : List.of("America/New_York", "Asia/Tokyo", "UTC")) {
      goTo(zone);
      for (List<String> row : rows) {
        for (String form : FORMS) {
          String cell = row.get(form.equals("text") ? 2 : 3);
          String wanted = zone.equals("UTC") ? "same" : expected(cell, zone.startsWith("America"));
          assertEquals(
              wanted,
              outcome(form, plain(row.get(0)), plain(row.get(1))),
              zone + " " + form + " " + row);
        }
      }
    }
  }

  @Test
  void theHourThatClocksShowTwiceIsTheSecondOneInTextWithoutOffset() throws SQLException {
    Instant first = Instant.parse("2024-11-03T05:30:00Z");
    Instant second = Instant.parse("2024-11-03T06:30:00Z");
    for (Instant moment : List.of(first, second)) {
      Timestamp timestamp = Timestamp.from(moment);
      try (Connection text = open("text");
          Connection integer = open("integer");
          Connection real = open("real")) {
        assertEquals(second, read(text, timestamp, Timestamp.class).toInstant());
        assertEquals(moment, read(integer, timestamp, Timestamp.class).toInstant());
        assertEquals(moment, read(real, timestamp, Timestamp.class).toInstant());
        assertEquals(moment, read(text, moment, Timestamp.class).toInstant());
        try (PreparedStatement statement = text.prepareStatement("SELECT ?")) {
          Calendar utc = Calendar.getInstance(TimeZone.getTimeZone("UTC"));
          statement.setTimestamp(1, timestamp, utc);
          try (ResultSet row = statement.executeQuery()) {
            row.next();
            assertEquals(timestamp, row.getTimestamp(1, utc));
          }
        }
      }
    }
  }
}
