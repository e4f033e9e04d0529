package org.icsqlite.cli;

import java.io.BufferedWriter;
import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The streams of one run. Output and errors are UTF-8 whatever the locale. */
final class Terminal {

  private final InputStream in;
  private final Writer out;
  private final PrintWriter err;
  private final boolean outIsTerminal;
  private final boolean errIsTerminal;

  Terminal(
      InputStream in,
      OutputStream out,
      OutputStream err,
      boolean outIsTerminal,
      boolean errIsTerminal) {
    this.in = in;
    this.out =
        new Guarded(
            new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), 1 << 16));
    this.err = new PrintWriter(new OutputStreamWriter(err, StandardCharsets.UTF_8), true);
    this.outIsTerminal = outIsTerminal;
    this.errIsTerminal = errIsTerminal;
  }

  /** The streams of the process. */
  static Terminal system() {
    return new Terminal(
        System.in,
        new FileOutputStream(FileDescriptor.out),
        new FileOutputStream(FileDescriptor.err),
        isTerminal(1),
        isTerminal(2));
  }

  /**
   * Java tells only whether input and output together are a terminal; where the system shows its
   * descriptors as links, each is looked at by itself.
   */
  private static boolean isTerminal(int descriptor) {
    Path link = Path.of("/proc/self/fd/" + descriptor);
    if (Files.isSymbolicLink(link)) {
      try {
        String target = Files.readSymbolicLink(link).toString();
        return target.startsWith("/dev/pts/")
            || target.startsWith("/dev/tty")
            || target.equals("/dev/console");
      } catch (IOException e) {
        return false;
      }
    }
    return consoleIsTerminal();
  }

  /** Up to Java 21 there is a console only on a terminal; later ones have a method that tells. */
  @SuppressWarnings("SystemConsoleNull")
  private static boolean consoleIsTerminal() {
    Console console = System.console();
    if (console == null) {
      return false;
    }
    try {
      return (boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (ReflectiveOperationException e) {
      return true;
    }
  }

  InputStream in() {
    return in;
  }

  /** Where results go; every write and flush throws {@link ClosedOutputException} alone. */
  Writer out() {
    return out;
  }

  /** The same for picocli's own texts. */
  PrintWriter messagesOut() {
    return new PrintWriter(out);
  }

  PrintWriter err() {
    return err;
  }

  boolean outIsTerminal() {
    return outIsTerminal;
  }

  boolean errIsTerminal() {
    return errIsTerminal;
  }

  void line(String text) throws IOException {
    out.write(text);
    out.write('\n');
  }

  void line() throws IOException {
    out.write('\n');
  }

  /** One line on the error stream. */
  void error(String text) {
    err.print("icsqlite: " + text + "\n");
    err.flush();
  }

  void flush() throws ClosedOutputException {
    try {
      out.flush();
    } catch (ClosedOutputException e) {
      throw e;
    } catch (IOException e) {
      throw new ClosedOutputException(e);
    }
  }

  /** Marks the failures of the output as such. */
  private static final class Guarded extends FilterWriter {

    Guarded(Writer target) {
      super(target);
    }

    @Override
    public void write(int character) throws IOException {
      try {
        out.write(character);
      } catch (IOException e) {
        throw new ClosedOutputException(e);
      }
    }

    @Override
    public void write(char[] characters, int offset, int length) throws IOException {
      try {
        out.write(characters, offset, length);
      } catch (IOException e) {
        throw new ClosedOutputException(e);
      }
    }

    @Override
    public void write(String text, int offset, int length) throws IOException {
      try {
        out.write(text, offset, length);
      } catch (IOException e) {
        throw new ClosedOutputException(e);
      }
    }

    @Override
    public void flush() throws IOException {
      try {
        out.flush();
      } catch (IOException e) {
        throw new ClosedOutputException(e);
      }
    }
  }
}
