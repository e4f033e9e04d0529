package org.icsqlite.cli;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a number of bytes such as {@code 65536} or {@code 64MiB}, and prints one. */
final class ByteSize implements ITypeConverter<Long> {

  private static final Pattern TEXT = Pattern.compile("(\\d{1,19})\\s*([a-z]*)");

  private static final Map<String, Integer> SHIFTS =
      Map.of("", 0, "b", 0, "kib", 10, "mib", 20, "gib", 30);

  @Override
  public Long convert(String value) {
    Matcher matcher = TEXT.matcher(value.strip().toLowerCase(Locale.ROOT));
    if (matcher.matches() && SHIFTS.containsKey(matcher.group(2))) {
      try {
        long bytes =
            Math.multiplyExact(
                Long.parseLong(matcher.group(1)), 1L << SHIFTS.get(matcher.group(2)));
        if (bytes > 0) {
          return bytes;
        }
      } catch (ArithmeticException | NumberFormatException e) {
        // The message below serves all cases.
      }
    }
    throw new TypeConversionException(
        "'"
            + value
            + "' is no size; it is a whole number of bytes above 0, or of KiB, MiB or GiB, such as"
            + " 64MiB");
  }

  /** For people: bytes below 1 MiB, else MiB or GiB with one decimal. */
  static String text(long bytes) {
    if (bytes < 1 << 20) {
      return bytes + " bytes";
    }
    return bytes < 1 << 30
        ? String.format(Locale.ROOT, "%.1f MiB", bytes / (double) (1 << 20))
        : String.format(Locale.ROOT, "%.1f GiB", bytes / (double) (1 << 30));
  }
}
