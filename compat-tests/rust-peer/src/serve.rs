//! The command loop over standard input and output.

use crate::trap::{guarded, Failure};
use crate::{commands, Cli, Command};
use clap::Parser;
use serde_json::{json, Value};
use std::io::{self, BufRead, Write};
use std::process::ExitCode;

pub fn run() -> ExitCode {
    let mut output = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let answer = match line.map_err(Failure::from).and_then(|line| parse(&line)) {
            Ok(command) => guarded(move || commands::run(command)),
            Err(failure) => json!({"error": failure.to_string()}),
        };
        if writeln!(output, "{answer}")
            .and_then(|()| output.flush())
            .is_err()
        {
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

fn parse(line: &str) -> Result<Command, Failure> {
    let arguments: Vec<String> = serde_json::from_value(serde_json::from_str::<Value>(line)?)?;
    let program = std::iter::once("icsqlite-peer".to_string());
    match Cli::try_parse_from(program.chain(arguments))?.command {
        Command::Serve => Err("serve inside serve".into()),
        command => Ok(command),
    }
}
