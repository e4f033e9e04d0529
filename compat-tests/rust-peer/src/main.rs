//! Writes and reads stable-memory images with the published ic-sqlite-vfs crate.
//!
//! Every command works on a raw image file. `serve` takes the same commands as JSON arrays of
//! arguments, one a line, and answers each with one JSON object on one line.

mod cells;
mod commands;
mod dump;
mod image;
mod serve;
mod trap;
mod workload;

use clap::{Parser, Subcommand};
use serde_json::Value;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Parser)]
#[command(name = "icsqlite-peer")]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    /// Create a database in an absent or empty file, or beside other memories in an existing one.
    Create {
        image: PathBuf,
        #[command(flatten)]
        ids: MemoryIds,
        /// Bucket size of a new image in 64 KiB pages; an existing image keeps its own.
        #[arg(long, default_value_t = 128)]
        bucket_pages: u16,
    },
    /// Run a file of SQL statements as one update in each named memory.
    Exec {
        image: PathBuf,
        sql_file: PathBuf,
        #[command(flatten)]
        ids: MemoryIds,
    },
    /// Run one read-only statement and print its rows.
    Query {
        image: PathBuf,
        sql: String,
        #[command(flatten)]
        id: MemoryIdOption,
    },
    /// Print sizes, checksum, integrity check, schema and all rows of all tables.
    Dump {
        image: PathBuf,
        #[command(flatten)]
        id: MemoryIdOption,
    },
    /// Print the image checksum; with --refresh also store it in the image. With --chunk do one step
    /// of a refresh, of that many bytes, and store it.
    Checksum {
        image: PathBuf,
        #[arg(long, conflicts_with = "chunk")]
        refresh: bool,
        #[arg(long)]
        chunk: Option<u64>,
        #[command(flatten)]
        id: MemoryIdOption,
    },
    /// Apply the files V<version>__<name>.sql of a directory in the order of their versions.
    Migrate {
        image: PathBuf,
        directory: PathBuf,
        #[command(flatten)]
        id: MemoryIdOption,
    },
    /// Print the first row of PRAGMA integrity_check.
    Integrity {
        image: PathBuf,
        #[command(flatten)]
        id: MemoryIdOption,
    },
    /// Run a random workload that only depends on the seed and on the image.
    Workload {
        image: PathBuf,
        #[arg(long)]
        seed: u64,
        #[arg(long)]
        steps: u32,
        #[command(flatten)]
        id: MemoryIdOption,
    },
    /// Read commands from standard input, one JSON array of arguments a line.
    Serve,
}

#[derive(clap::Args)]
pub struct MemoryIds {
    /// MemoryId (0..=254); may be given several times.
    #[arg(long, default_value = "120", value_parser = clap::value_parser!(u8).range(..=254))]
    pub memory_id: Vec<u8>,
}

#[derive(clap::Args)]
pub struct MemoryIdOption {
    /// MemoryId (0..=254).
    #[arg(long, default_value = "120", value_parser = clap::value_parser!(u8).range(..=254))]
    pub memory_id: u8,
}

fn main() -> ExitCode {
    trap::silence_panic_output();
    let cli = Cli::parse();
    if matches!(cli.command, Command::Serve) {
        return serve::run();
    }
    let is_query = matches!(cli.command, Command::Query { .. });
    let answer = trap::guarded(move || commands::run(cli.command));
    match (is_query, answer.get("rows").and_then(Value::as_array)) {
        (true, Some(rows)) => rows.iter().for_each(|row| println!("{row}")),
        _ => println!("{answer}"),
    }
    if answer.get("error").is_some() {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    }
}
