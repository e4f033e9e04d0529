//! Rows as JSON: `i:` integer, `r:` real, `t:` text, `b:` hexadecimal blob, `n` NULL.

use ic_sqlite_vfs::db::connection::Connection;
use ic_sqlite_vfs::db::Row;
use ic_sqlite_vfs::{params, DbError};
use serde_json::Value;
use std::fmt::Write;

pub fn query(connection: &Connection, sql: &str) -> Result<Vec<Value>, DbError> {
    connection.query_all(sql, params![], encode_row)
}

fn encode_row(row: &Row<'_>) -> Result<Value, DbError> {
    let mut cells = Vec::new();
    loop {
        match encode_cell(row, cells.len()) {
            Ok(cell) => cells.push(Value::String(cell)),
            Err(DbError::ColumnOutOfRange { .. }) => return Ok(Value::Array(cells)),
            Err(error) => return Err(error),
        }
    }
}

// The public API has no question for a column's type; the error of a wrong guess names it.
fn encode_cell(row: &Row<'_>, index: usize) -> Result<String, DbError> {
    match row.get::<Option<i64>>(index) {
        Ok(Some(integer)) => Ok(format!("i:{integer}")),
        Ok(None) => Ok("n".to_string()),
        Err(DbError::TypeMismatch { actual: "REAL", .. }) => {
            Ok(format!("r:{:?}", row.get::<f64>(index)?))
        }
        Err(DbError::TypeMismatch { actual: "TEXT", .. }) => {
            Ok(format!("t:{}", row.get::<String>(index)?))
        }
        Err(DbError::TypeMismatch { actual: "BLOB", .. }) => Ok(hex(&row.get::<Vec<u8>>(index)?)),
        Err(error) => Err(error),
    }
}

fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 + 2 * bytes.len());
    text.push_str("b:");
    for byte in bytes {
        // Writing to a String cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}
