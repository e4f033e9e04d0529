/**
 * Crashes and failing disks. A storage in memory records every operation; from the record come the
 * states that a power cut or a killed process can leave at each point; each of them is recovered
 * and compared with the images before and after the messages. Another storage makes one operation
 * fail. Used by nothing else.
 */
package org.icsqlite.crash;
