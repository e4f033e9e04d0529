//! A random workload: every step is one update, and the same seed on the same image gives the same
//! image again.

use crate::trap::Failure;
use ic_sqlite_vfs::db::UpdateConnection;
use ic_sqlite_vfs::{params, DbError, DbHandle};
use serde_json::{json, Value};

const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS peer_item(
        id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, amount REAL, body BLOB);
    CREATE TABLE IF NOT EXISTS peer_kv(
        k TEXT PRIMARY KEY, v, n INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS peer_log(
        at INTEGER NOT NULL, item INTEGER, note TEXT CHECK(length(note) < 100000));
    CREATE INDEX IF NOT EXISTS peer_log_at ON peer_log(at, note);";

type Connection<'a, 'b> = &'a mut UpdateConnection<'b>;

pub fn run(database: DbHandle, seed: u64, steps: u32) -> Result<Value, Failure> {
    database.update(|connection| connection.execute_batch(TABLES))?;
    let mut random = Random(seed);
    let mut refused = 0;
    for _ in 0..steps {
        match random.below(100) {
            0..=24 => database.update(|c| insert_items(c, &mut random, 40, 300)),
            25..=39 => database.update(|c| put_pairs(c, &mut random)),
            40..=54 => database.update(|c| change_some(c, &mut random)),
            55..=66 => database.update(|c| delete_some(c, &mut random)),
            67..=74 => database.update(|c| insert_items(c, &mut random, 4, 200_000)),
            75..=79 => database.update(|c| log_rows(c, &mut random)),
            80..=86 => database.update(|c| change_schema(c, &mut random)),
            87..=90 => database.update(|c| insert_and_delete(c, &mut random)),
            91..=94 => database.update(|c| roll_back_to_savepoint(c, &mut random)),
            95..=96 => {
                // The crate does not police transaction statements; VACUUM must be outside one.
                database.update(|c| c.execute_batch("COMMIT; VACUUM; BEGIN;"))
            }
            _ => {
                let duplicate = database.update(|c| violate_constraint(c, &mut random));
                match duplicate {
                    Err(DbError::Constraint(_)) => refused += 1,
                    Err(error) => return Err(error.into()),
                    Ok(()) => return Err("a duplicate name was accepted".into()),
                }
                Ok(())
            }
        }?;
    }
    Ok(json!({
        "steps": steps,
        "refused": refused,
        "image_checksum": database.db_checksum()?.to_string(),
        "integrity_check": database.integrity_check()?,
    }))
}

fn insert_items(
    connection: Connection,
    random: &mut Random,
    most_rows: u64,
    most_bytes: u64,
) -> Result<(), DbError> {
    let first: i64 =
        connection.query_scalar("SELECT coalesce(max(id), 0) + 1 FROM peer_item", params![])?;
    let mut insert = connection.prepare("INSERT INTO peer_item VALUES (?1, ?2, ?3, ?4)")?;
    for id in first..first + 1 + random.below(most_rows) as i64 {
        let name = format!("item {id} {}", random.word());
        let amount = random.below(1 << 53) as f64 / 1024.0 - 1e9;
        let body = random.bytes(most_bytes);
        insert.execute(params![id, name, amount, body])?;
    }
    Ok(())
}

fn put_pairs(connection: Connection, random: &mut Random) -> Result<(), DbError> {
    let mut put = connection.prepare(
        "INSERT INTO peer_kv(k, v) VALUES (?1, ?2)
         ON CONFLICT(k) DO UPDATE SET v = excluded.v, n = n + 1",
    )?;
    for _ in 0..1 + random.below(60) {
        let key = format!("key-{:05}", random.below(3_000));
        match random.below(4) {
            0 => put.execute(params![key, random.next() as i64])?,
            1 => put.execute(params![key, random.word()])?,
            2 => put.execute(params![key, random.bytes(2_000)])?,
            _ => put.execute(params![key, ic_sqlite_vfs::db::NULL])?,
        }
    }
    Ok(())
}

fn change_some(connection: Connection, random: &mut Random) -> Result<(), DbError> {
    let modulus = 2 + random.below(20) as i64;
    let rest = random.below(modulus as u64) as i64;
    connection.execute(
        "UPDATE peer_item SET amount = amount * 0.5 + id, body = ?3 WHERE id % ?1 = ?2",
        params![modulus, rest, random.bytes(1_000)],
    )
}

fn delete_some(connection: Connection, random: &mut Random) -> Result<(), DbError> {
    let modulus = 3 + random.below(12) as i64;
    connection.execute("DELETE FROM peer_item WHERE id % ?1 = 1", params![modulus])?;
    connection.execute(
        "DELETE FROM peer_kv WHERE k > ?1 AND n < ?2",
        params![format!("key-{:05}", random.below(3_000)), 2_i64],
    )
}

fn log_rows(connection: Connection, random: &mut Random) -> Result<(), DbError> {
    let rows = 500 + random.below(2_500) as i64;
    connection.execute(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
         INSERT INTO peer_log SELECT (i * 7919) % ?1, i, ?2 || i FROM n",
        params![rows, random.word()],
    )
}

fn change_schema(connection: Connection, random: &mut Random) -> Result<(), DbError> {
    let number = random.below(5);
    let name = format!("peer_extra_{number}");
    let exists = connection.exists(
        "SELECT 1 FROM sqlite_schema WHERE name = ?1",
        params![name.clone()],
    )?;
    match (exists, random.below(3)) {
        (false, _) => connection.execute_batch(&format!(
            "CREATE TABLE {name}(a INTEGER PRIMARY KEY AUTOINCREMENT, b, c TEXT COLLATE NOCASE);
             CREATE INDEX {name}_c ON {name}(c) WHERE b IS NOT NULL;
             INSERT INTO {name}(b, c) SELECT amount, name FROM peer_item LIMIT 200;"
        )),
        (true, 0) => connection.execute_batch(&format!("DROP TABLE {name}")),
        (true, 1) => connection.execute_batch(&format!(
            "ALTER TABLE {name} ADD COLUMN d{} TEXT DEFAULT 'added'",
            random.next()
        )),
        (true, _) => connection.execute_batch(&format!(
            "DROP INDEX IF EXISTS {name}_c; DELETE FROM {name} WHERE a % 2 = 0; REINDEX;
             PRAGMA user_version = {number};"
        )),
    }
}

// Pages that are used and freed again in one update are never written: zero extents.
fn insert_and_delete(connection: Connection, random: &mut Random) -> Result<(), DbError> {
    let first: i64 =
        connection.query_scalar("SELECT coalesce(max(id), 0) + 1 FROM peer_item", params![])?;
    insert_items(connection, random, 6, 150_000)?;
    let kept = if random.below(2) == 0 { 0 } else { 1_i64 };
    connection.execute(
        "DELETE FROM peer_item WHERE id >= ?1 + ?2",
        params![first, kept],
    )
}

fn roll_back_to_savepoint(connection: Connection, random: &mut Random) -> Result<(), DbError> {
    put_pairs(connection, random)?;
    let undone: Result<(), DbError> = connection.savepoint(|inner| {
        insert_items(inner, random, 20, 20_000)?;
        inner.execute_batch("DELETE FROM peer_kv; DROP TABLE peer_log;")?;
        Err(DbError::NotFound)
    });
    match undone {
        Err(DbError::NotFound) => Ok(()),
        other => other,
    }
}

fn violate_constraint(connection: Connection, random: &mut Random) -> Result<(), DbError> {
    insert_items(connection, random, 10, 30_000)?;
    connection
        .execute_batch("INSERT INTO peer_item(name) SELECT name FROM peer_item ORDER BY id LIMIT 1")
}

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    fn word(&mut self) -> String {
        const SYLLABLES: [&str; 8] = ["ka", "Lo", "mi", "né", "日本", "ρ", "x'y", "🂡"];
        (0..1 + self.below(12))
            .map(|_| SYLLABLES[self.below(8) as usize])
            .collect()
    }

    fn bytes(&mut self, most: u64) -> Vec<u8> {
        let length = self.below(most + 1) as usize;
        let mut bytes = Vec::with_capacity(length + 8);
        while bytes.len() < length {
            bytes.extend_from_slice(&self.next().to_le_bytes());
        }
        bytes.truncate(length);
        bytes
    }
}
