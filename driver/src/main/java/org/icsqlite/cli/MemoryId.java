package org.icsqlite.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code --memory-id}. */
final class MemoryId implements ITypeConverter<Integer> {

  /** The id that canisters use by convention. */
  static final String CONVENTION = "120";

  private static final int MAXIMUM = 254;

  @Override
  public Integer convert(String value) {
    try {
      int id = Integer.parseInt(value.strip());
      if (id >= 0 && id <= MAXIMUM) {
        return id;
      }
    } catch (NumberFormatException e) {
      // The message below serves both cases.
    }
    throw new TypeConversionException(
        "'" + value + "' is no memory id; it is a whole number from 0 to " + MAXIMUM);
  }
}
