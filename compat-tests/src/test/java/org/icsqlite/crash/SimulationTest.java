package org.icsqlite.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.icsqlite.crash.ToyStore.Fault;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The simulator finds the faults of a small store, and none in the sound one. */
class SimulationTest {

  private static final int LENGTH = 3 * 4096;

  @Test
  void aSoundStoreSurvivesEveryState() throws Exception {
    long states = 0;
    long recoveries = 0;
    for (long seed = 0; seed < 40; seed++) {
      Simulation simulation = simulate(Fault.NONE, seed);
      assertEquals(9, simulation.reached().size(), "seed " + seed);
      states += simulation.states();
      recoveries += simulation.recoveryStates();
    }
    assertTrue(recoveries > 40, recoveries + " states of recoveries");
    assertTrue(states > 3_000, states + " states");
  }

  @ParameterizedTest
  @EnumSource(value = Fault.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
  void aFaultIsFound(Fault fault) {
    CrashViolation found =
        assertThrows(
            CrashViolation.class,
            () -> {
              for (long seed = 0; seed < 40; seed++) {
                simulate(fault, seed);
              }
            });
    assertTrue(found.getMessage().startsWith("seed "), found.getMessage());
  }

  private static Simulation simulate(Fault fault, long seed) throws Exception {
    Random random = new Random(seed);
    Content empty = new Content(-1);
    empty.setLength(LENGTH);
    Disk start = new Disk(Map.of(ToyStore.MEMORY, empty));
    Recording recording = new Recording();
    CrashStorage storage = new CrashStorage(start, recording);
    List<Content> images = new ArrayList<>(List.of(empty));
    ToyStore store = ToyStore.open(storage, fault);
    for (int message = 1; message <= 8; message++) {
      byte[] bytes = new byte[1 + random.nextInt(2_000)];
      random.nextBytes(bytes);
      long offset = random.nextInt(LENGTH - bytes.length);
      Content next = images.get(message - 1).copy();
      next.write(offset, bytes, 0, bytes.length);
      images.add(next);
      store.commit(offset, bytes);
      recording.promiseDurable(message);
    }
    store.close();
    return new Simulation(
            "seed " + seed,
            start,
            recording,
            ToyStore.MEMORY,
            images,
            crashed -> ToyStore.recover(crashed, fault),
            random)
        .run(20);
  }
}
