package org.icsqlite.jdbc;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/**
 * What the SQLite in a canister has, as {@code canister-build.tsv} lists it: a kind and a name a
 * line, with a tab between them; lines that begin with {@code #} are comments. Immutable.
 */
final class CanisterBuild {

  /** The kinds of lines; the file has them in lower case. */
  enum Kind {
    VERSION,
    FUNCTION,
    INTERNAL,
    MODULE,
    OPTION,
    PRAGMA
  }

  private static final String FILE = "canister-build.tsv";
  private static final CanisterBuild INSTANCE = read();

  private final Map<Kind, Set<String>> names;
  private final Map<String, String> options = new HashMap<>();

  private CanisterBuild(Map<Kind, Set<String>> names) {
    this.names = names;
    for (String option : names(Kind.OPTION)) {
      int equals = option.indexOf('=');
      if (equals > 0) {
        options.put(option.substring(0, equals), option.substring(equals + 1));
      }
    }
  }

  static CanisterBuild instance() {
    return INSTANCE;
  }

  private static CanisterBuild read() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(CanisterBuild.class.getResourceAsStream(FILE), FILE),
                StandardCharsets.UTF_8))) {
      Map<Kind, Set<String>> names = new EnumMap<>(Kind.class);
      for (Kind kind : Kind.values()) {
        names.put(kind, new TreeSet<>());
      }
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!line.startsWith("#")) {
          int tab = line.indexOf('\t');
          Kind kind = Kind.valueOf(line.substring(0, tab).toUpperCase(Locale.ROOT));
          names.get(kind).add(line.substring(tab + 1));
        }
      }
      return new CanisterBuild(names);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The names of one kind, those of functions and pragmas in lower case. */
  Set<String> names(Kind kind) {
    return names.get(kind);
  }

  /** For example 3.53.4. */
  String sqliteVersion() {
    return names(Kind.VERSION).iterator().next();
  }

  /** The functions that SQL may call, and those that SQLite itself calls through SQL. */
  Set<String> callable() {
    Set<String> callable = new TreeSet<>(names(Kind.FUNCTION));
    callable.addAll(names(Kind.INTERNAL));
    return callable;
  }

  /** The value of a compile-time option such as MAX_COLUMN; empty when it has no such number. */
  OptionalInt number(String option) {
    String value = options.get(option);
    return value != null && value.matches("[0-9]{1,9}|1[0-9]{9}")
        ? OptionalInt.of(Integer.parseInt(value))
        : OptionalInt.empty();
  }
}
