//! A whole database as one JSON object, with the SQL that read each table beside its rows, so that
//! another reader can put the same question.

use crate::cells;
use crate::image::Image;
use crate::trap::Failure;
use ic_sqlite_vfs::db::connection::Connection;
use ic_sqlite_vfs::{params, DbError};
use serde_json::{json, Value};

pub fn dump(image: &mut Image, memory_id: u8) -> Result<Value, Failure> {
    let database = image.database(memory_id)?;
    let checksum = database.db_checksum()?;
    let integrity_check = database.integrity_check()?;
    let mut answer = database.query(|connection| {
        Ok(json!({
            "memory_id": memory_id,
            "image_checksum": checksum.to_string(),
            "integrity_check": integrity_check,
            "page_size": pragma(connection, "page_size")?,
            "page_count": pragma(connection, "page_count")?,
            "freelist_count": pragma(connection, "freelist_count")?,
            "user_version": pragma(connection, "user_version")?,
            "schema": cells::query(
                connection,
                "SELECT type, name, tbl_name, rootpage, sql FROM sqlite_schema ORDER BY rowid",
            )?,
            "tables": tables(connection)?,
        }))
    })?;
    // The size in the superblock is only told by a step of a checksum refresh, which changes the
    // loaded copy and not the file.
    answer["db_size"] = json!(database.refresh_checksum_chunk(1)?.db_size);
    answer["raw_pages"] = json!(image.raw_pages());
    Ok(answer)
}

fn pragma(connection: &Connection, name: &str) -> Result<i64, DbError> {
    connection.query_scalar(&format!("PRAGMA {name}"), params![])
}

fn tables(connection: &Connection) -> Result<Vec<Value>, DbError> {
    let names = connection.query_all(
        "SELECT name, wr FROM pragma_table_list
         WHERE schema = 'main' AND type IN ('table', 'virtual', 'shadow')
           AND name <> 'sqlite_schema' ORDER BY name",
        params![],
        |row| Ok((row.get::<String>(0)?, row.get::<i64>(1)? != 0)),
    )?;
    names
        .into_iter()
        .map(|(name, without_rowid)| {
            let sql = ordered_select(connection, &name, without_rowid)?;
            let rows = cells::query(connection, &sql)?;
            Ok(json!({"name": name, "sql": sql, "rows": rows}))
        })
        .collect()
}

fn ordered_select(
    connection: &Connection,
    table: &str,
    without_rowid: bool,
) -> Result<String, DbError> {
    let from = quoted(table);
    let columns = connection.query_all(
        "SELECT name, pk FROM pragma_table_xinfo(?1) ORDER BY pk, cid",
        params![table],
        |row| Ok((row.get::<String>(0)?, row.get::<i64>(1)?)),
    )?;
    if without_rowid {
        let key: Vec<String> = columns
            .iter()
            .filter(|(_, key_position)| *key_position > 0)
            .map(|(name, _)| quoted(name))
            .collect();
        return Ok(format!("SELECT * FROM {from} ORDER BY {}", key.join(", ")));
    }
    let rowid = ["rowid", "_rowid_", "oid"].into_iter().find(|alias| {
        !columns
            .iter()
            .any(|(name, _)| name.eq_ignore_ascii_case(alias))
    });
    Ok(match rowid {
        Some(rowid) => format!("SELECT {rowid}, * FROM {from} ORDER BY {rowid}"),
        None => format!("SELECT * FROM {from} NOT INDEXED"),
    })
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}
