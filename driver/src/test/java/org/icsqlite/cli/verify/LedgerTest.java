package org.icsqlite.cli.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class LedgerTest {

  private final Ledger ledger = new Ledger(2);

  @Test
  void aReportedCommitMustBeFound() throws Violation {
    ledger.reported(2, 1);
    ledger.reported(2, 2);
    Violation lost = assertThrows(Violation.class, () -> ledger.found(2, 1));
    assertEquals(
        "transaction 2 of writer 2 was committed and reported, but the file has come only to 1",
        lost.getMessage());
    ledger.found(2, 2);
    ledger.found(1, 0);
    assertEquals(2, ledger.reported());
    assertEquals(0, ledger.unreported());
  }

  @Test
  void theOneUnderWayMayBeFoundAndIsThenSure() throws Violation {
    ledger.reported(1, 1);
    ledger.found(1, 2);
    assertEquals(1, ledger.unreported());
    assertThrows(Violation.class, () -> ledger.found(1, 1));
    ledger.reported(1, 3);
  }

  @Test
  void moreThanTheOneUnderWayCannotBeThere() throws Violation {
    ledger.reported(1, 1);
    Violation invented = assertThrows(Violation.class, () -> ledger.found(1, 3));
    assertEquals(
        "the file holds transaction 3 of writer 1, of which only 1 were reported",
        invented.getMessage());
  }

  @Test
  void commitsAreReportedInOrder() throws Violation {
    ledger.reported(1, 1);
    assertThrows(Violation.class, () -> ledger.reported(1, 3));
    assertThrows(Violation.class, () -> ledger.reported(1, 1));
  }
}
