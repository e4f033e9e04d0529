package org.icsqlite.metadata;

import java.util.List;

/**
 * A foreign key.
 *
 * @param name its name, or one made for it; no two of a table have the same made name
 * @param columns the referencing columns
 * @param parent the referenced table, as the schema has it if it exists
 * @param parentColumns the referenced columns, as many; null where it cannot be told which
 * @param parentKeyName the name of the key that is referenced, or null
 * @param updateRule what an UPDATE does, as DatabaseMetaData has it
 * @param deleteRule what a DELETE does, as DatabaseMetaData has it
 * @param deferrability as DatabaseMetaData has it
 */
record ForeignKey(
    String name,
    List<String> columns,
    String parent,
    List<String> parentColumns,
    String parentKeyName,
    int updateRule,
    int deleteRule,
    int deferrability) {}
