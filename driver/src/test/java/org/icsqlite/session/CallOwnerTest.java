package org.icsqlite.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class CallOwnerTest {

  private final CallOwner owner = new CallOwner();

  @Test
  void theNextExecutionForgetsWhatWasAskedOfTheOneBefore() {
    owner.begin();
    long asked = owner.cancel();
    assertTrue(owner.asked());
    assertFalse(owner.timedOut());
    assertTrue(owner.executes(asked));

    owner.begin();

    assertFalse(owner.asked());
    assertFalse(owner.executes(asked));
  }

  @Test
  void aTimeoutOfAnExecutionThatHasEndedMeetsNoLaterOne() {
    owner.begin();
    long first = owner.execution();
    owner.begin();

    assertEquals(-1, owner.timeOut(first));

    assertFalse(owner.asked());
  }

  @Test
  void whatWasAskedFirstHolds() {
    owner.begin();
    long execution = owner.execution();
    owner.cancel();
    assertEquals(-1, owner.timeOut(execution));
    assertFalse(owner.timedOut());

    owner.begin();
    long timedOut = owner.timeOut(owner.execution());
    assertTrue(owner.timedOut());
    assertEquals(timedOut, owner.cancel());
    assertTrue(owner.timedOut());
  }

  @Test
  void theTimeIsThatOfOneExecution() {
    assertFalse(owner.timed());
    owner.setTimeoutNanos(1_000);
    assertTrue(owner.timed());
    owner.begin();
    owner.spent(400);
    owner.spent(500);
    assertEquals(100, owner.leftNanos());
    owner.begin();
    assertEquals(1_000, owner.leftNanos());
  }
}
