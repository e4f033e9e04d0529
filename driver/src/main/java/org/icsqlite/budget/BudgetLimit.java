package org.icsqlite.budget;

/** The limits that an execution can exceed, each with the unit of its value. */
public enum BudgetLimit {
  /** Rows of the result. */
  ROWS("Rows", "max_rows", "rows"),
  /** Bytes of the result: texts and blobs, and 8 for each number. */
  RESULT_BYTES("ResultBytes", "max_result_bytes", "bytes"),
  /** Steps of SQLite's virtual machine. */
  VM_STEPS("VmSteps", "max_vm_steps", "steps"),
  /** Milliseconds in SQLite. */
  TIME("Time", "timeout", "milliseconds"),
  /** Bytes of the SQL text in UTF-8. */
  SQL_BYTES("SqlBytes", "max_sql_bytes", "bytes"),
  /** Bytes of the longest value or row. */
  VALUE_BYTES("ValueBytes", "max_value_bytes", "bytes"),
  /** Pages of 16384 bytes that a transaction changes. */
  DIRTY_PAGES("DirtyPages", "max_dirty_pages", "pages"),
  /** Bytes of whole pages that a transaction changes. */
  CHANGED_BYTES("ChangedBytes", "max_changed_bytes", "bytes");

  private final String kind;
  private final String key;
  private final String unit;

  BudgetLimit(String kind, String key, String unit) {
    this.kind = kind;
    this.key = key;
    this.unit = unit;
  }

  /** The name of the limit in a budget. */
  public String key() {
    return key;
  }

  /** The unit of the limit and of what was observed. */
  public String unit() {
    return unit;
  }

  String kind() {
    return kind;
  }
}
