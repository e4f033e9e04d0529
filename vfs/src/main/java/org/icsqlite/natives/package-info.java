/**
 * The only place that touches native code: the extension inside sqlite-jdbc's SQLite, calls into it
 * and back over FFM or JNA, and the binding that lets SQLite call a {@link org.icsqlite.vfs.Vfs}.
 * Uses the package vfs; the driver above uses {@link org.icsqlite.natives.SqliteNative}.
 *
 * <p>Addresses are plain {@code long}s. Every one has an owner and a lifetime:
 *
 * <table>
 * <caption>Owners and lifetimes of native memory</caption>
 * <tr><th>what</th><th>owner</th><th>valid</th></tr>
 * <tr><td>extension library, function table, exported functions</td><td>the process</td>
 *   <td>from the load until the process ends; SQLite never unloads it</td></tr>
 * <tr><td>callback function pointer</td><td>the NativeCalls that made it</td>
 *   <td>until the process ends; the Callback stays reachable from there</td></tr>
 * <tr><td>sqlite3_vfs, its name and its copy of the callbacks</td><td>the extension</td>
 *   <td>until the process ends; the table passed in is freed at once</td></tr>
 * <tr><td>sqlite3_file and the handle in it</td><td>SQLite</td>
 *   <td>from open to close; the handle leads to the VfsFile that VfsBinding holds meanwhile</td></tr>
 * <tr><td>buffer of a read, write, randomness or pragma callback</td><td>SQLite</td>
 *   <td>during that callback; copied, never kept</td></tr>
 * <tr><td>pragma reply block</td><td>the extension's stack</td><td>during that callback</td></tr>
 * <tr><td>text of a pragma reply</td><td>SQLite</td>
 *   <td>copied by the extension into SQLite's memory, freed by SQLite</td></tr>
 * <tr><td>policy block</td><td>whoever called newPolicy</td>
 *   <td>until freePolicy, which must follow the connection's close or setPolicy(db, 0)</td></tr>
 * <tr><td>list of names (newNames)</td><td>the process</td><td>until it ends</td></tr>
 * <tr><td>functions of a canister</td><td>SQLite</td><td>until their connection is closed</td></tr>
 * <tr><td>sqlite3_vfs of a FixedClock</td><td>the FixedClock</td>
 *   <td>until it is closed, which must follow its connection's close</td></tr>
 * <tr><td>argument of the busy handler</td><td>nobody</td>
 *   <td>it is a number, not memory</td></tr>
 * <tr><td>result of NativeCalls.allocate and allocateUtf8</td><td>the caller</td>
 *   <td>until NativeCalls.free</td></tr>
 * <tr><td>connection</td><td>whoever opened it</td><td>until it is closed</td></tr>
 * <tr><td>statement</td><td>whoever prepared it</td>
 *   <td>until it is finalized, before its connection closes</td></tr>
 * <tr><td>text of errmsg and column values</td><td>SQLite</td>
 *   <td>until the next call on the connection or statement; copied before the method returns</td></tr>
 * </table>
 */
package org.icsqlite.natives;
