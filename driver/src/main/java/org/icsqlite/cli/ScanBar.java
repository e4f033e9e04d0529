package org.icsqlite.cli;

import java.util.Locale;
import java.util.function.BooleanSupplier;
import org.icsqlite.image.ScanListener;

/** A scan as a bar on the progress line, which can be told to end. */
final class ScanBar implements ScanListener {

  private static final int WIDTH = 30;

  private final Progress progress;
  private final BooleanSupplier stop;

  ScanBar(Progress progress, BooleanSupplier stop) {
    this.progress = progress;
    this.stop = stop;
  }

  @Override
  public boolean at(long doneBytes, long totalBytes) {
    progress.at(text(doneBytes, totalBytes));
    return !stop.getAsBoolean();
  }

  static String text(long doneBytes, long totalBytes) {
    double share = totalBytes == 0 ? 1 : (double) doneBytes / totalBytes;
    int full = (int) (share * WIDTH);
    return String.format(
        Locale.ROOT,
        "checksum [%s%s] %3d %% of %s",
        "#".repeat(full),
        ".".repeat(WIDTH - full),
        (int) (share * 100),
        ByteSize.text(totalBytes));
  }
}
