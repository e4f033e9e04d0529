//! What each command does. Only a command that succeeds and may have changed the image saves it.

use crate::image::Image;
use crate::trap::Failure;
use crate::{cells, dump, workload, Command};
use ic_sqlite_vfs::db::migrate::Migration;
use serde_json::{json, Value};
use std::fs;
use std::path::Path;

pub fn run(command: Command) -> Result<Value, Failure> {
    match command {
        Command::Create {
            image,
            ids,
            bucket_pages,
        } => create(&image, &ids.memory_id, bucket_pages),
        Command::Exec {
            image,
            sql_file,
            ids,
        } => exec(&image, &fs::read_to_string(sql_file)?, &ids.memory_id),
        Command::Query { image, sql, id } => {
            let mut opened = Image::open(&image)?;
            let database = opened.database(id.memory_id)?;
            Ok(json!({"rows": database.query(|connection| cells::query(connection, &sql))?}))
        }
        Command::Dump { image, id } => dump::dump(&mut Image::open(&image)?, id.memory_id),
        Command::Checksum {
            image,
            refresh,
            chunk,
            id,
        } => match chunk {
            Some(bytes) => checksum_chunk(&image, id.memory_id, bytes),
            None => checksum(&image, id.memory_id, refresh),
        },
        Command::Migrate {
            image,
            directory,
            id,
        } => migrate(&image, &directory, id.memory_id),
        Command::Integrity { image, id } => {
            let mut opened = Image::open(&image)?;
            let database = opened.database(id.memory_id)?;
            Ok(json!({"integrity_check": database.integrity_check()?}))
        }
        Command::Workload {
            image,
            seed,
            steps,
            id,
        } => {
            let mut opened = Image::open(&image)?;
            let report = workload::run(opened.database(id.memory_id)?, seed, steps)?;
            opened.save(&image)?;
            Ok(report)
        }
        Command::Serve => Err("serve is not a command on an image".into()),
    }
}

fn create(path: &Path, ids: &[u8], bucket_pages: u16) -> Result<Value, Failure> {
    let mut image = Image::open_or_new(path, bucket_pages)?;
    for &id in ids {
        image.database(id)?;
    }
    image.save(path)?;
    Ok(json!({"raw_pages": image.raw_pages()}))
}

fn exec(path: &Path, sql: &str, ids: &[u8]) -> Result<Value, Failure> {
    let mut image = Image::open(path)?;
    let mut changes = Vec::new();
    for &id in ids {
        let database = image.database(id)?;
        changes.push(database.update(|connection| {
            connection.execute_batch(sql)?;
            Ok(connection.changes())
        })?);
    }
    image.save(path)?;
    Ok(json!({"changes": changes, "raw_pages": image.raw_pages()}))
}

fn checksum(path: &Path, id: u8, refresh: bool) -> Result<Value, Failure> {
    let mut image = Image::open(path)?;
    let database = image.database(id)?;
    let value = if refresh {
        let value = database.refresh_checksum()?;
        image.save(path)?;
        value
    } else {
        database.db_checksum()?
    };
    Ok(json!({"image_checksum": value.to_string()}))
}

fn checksum_chunk(path: &Path, id: u8, bytes: u64) -> Result<Value, Failure> {
    let mut image = Image::open(path)?;
    let refresh = image.database(id)?.refresh_checksum_chunk(bytes)?;
    image.save(path)?;
    Ok(json!({
        "complete": refresh.complete,
        "image_checksum": refresh.checksum.to_string(),
        "scanned_bytes": refresh.scanned_bytes,
        "db_size": refresh.db_size,
    }))
}

fn migrate(path: &Path, directory: &Path, id: u8) -> Result<Value, Failure> {
    let mut migrations = Vec::new();
    for entry in fs::read_dir(directory)? {
        let file = entry?.path();
        let name = file
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or("");
        let Some(rest) = name.strip_prefix('V').filter(|_| name.ends_with(".sql")) else {
            continue;
        };
        let Some((version, _)) = rest.split_once("__") else {
            continue;
        };
        migrations.push(Migration {
            version: version.parse()?,
            // The crate takes text that lives as long as the program.
            sql: fs::read_to_string(&file)?.leak(),
        });
    }
    migrations.sort_by_key(|migration| migration.version);
    let mut image = Image::open(path)?;
    image.database(id)?.migrate(&migrations)?;
    image.save(path)?;
    let versions: Vec<u64> = migrations
        .iter()
        .map(|migration| migration.version)
        .collect();
    Ok(json!({"versions": versions}))
}
