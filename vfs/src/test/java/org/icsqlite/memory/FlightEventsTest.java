package org.icsqlite.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.icsqlite.memory.FileStableMemory.Mode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FlightEventsTest {

  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource
  void commitsAndCheckpointsAreRecorded(Durability durability) throws Exception {
    Path file = directory.resolve("memory.bin");
    Path recorded = directory.resolve("events.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("org.icsqlite.Commit").withThreshold(Duration.ZERO);
      recording.enable("org.icsqlite.Checkpoint");
      recording.start();
      try (FileStableMemory memory =
          FileStableMemory.open(file, Mode.CREATE, FileOptions.DEFAULT.with(durability))) {
        for (int i = 0; i < 3; i++) {
          Message message = new Message(memory);
          message.growTo(1);
          message.write(10L * i, new byte[] {1, 2, 3}, 0, 3);
          memory.commit(message);
        }
        memory.checkpoint();
      }
      recording.stop();
      recording.dump(recorded);
    }
    String path = file.toRealPath().toString();
    List<RecordedEvent> events =
        RecordingFile.readAllEvents(recorded).stream()
            .filter(event -> path.equals(event.getString("file")))
            .toList();
    List<RecordedEvent> commits = named(events, "org.icsqlite.Commit");
    assertEquals(3, commits.size());
    for (RecordedEvent commit : commits) {
      assertEquals(3, commit.getLong("bytes"));
      assertTrue(commit.getDuration().toNanos() > 0);
    }
    List<RecordedEvent> checkpoints = named(events, "org.icsqlite.Checkpoint");
    assertEquals(1, checkpoints.size());
    assertEquals(durability == Durability.NONE, checkpoints.get(0).getLong("bytes") == 0);
  }

  private static List<RecordedEvent> named(List<RecordedEvent> events, String name) {
    return events.stream().filter(event -> event.getEventType().getName().equals(name)).toList();
  }
}
