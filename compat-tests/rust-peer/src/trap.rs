//! Runs a command on a thread of its own.
//!
//! The crate keeps contexts and connections in thread-local storage, so a thread that ends takes
//! all of a command's state with it. A panic is what a canister calls a trap; its thread may hold
//! half-finished SQLite state that must not be torn down, so it is parked instead of ended.

use serde_json::{json, Value};
use std::any::Any;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::mpsc;
use std::thread;

pub type Failure = Box<dyn std::error::Error>;

pub fn silence_panic_output() {
    std::panic::set_hook(Box::new(|_| {}));
}

/// The command's answer, or an object with `error`, and `trap` set when it panicked.
pub fn guarded(command: impl FnOnce() -> Result<Value, Failure> + Send + 'static) -> Value {
    let (sender, receiver) = mpsc::channel();
    let worker = thread::spawn(move || match catch_unwind(AssertUnwindSafe(command)) {
        Ok(result) => {
            let answer = result.unwrap_or_else(|failure| json!({"error": failure.to_string()}));
            // The receiver lives until the thread has been joined.
            let _ = sender.send((answer, false));
        }
        Err(payload) => {
            let answer = json!({"error": panic_text(payload.as_ref()), "trap": true});
            let _ = sender.send((answer, true));
            loop {
                thread::park();
            }
        }
    });
    match receiver.recv() {
        Ok((answer, true)) => answer,
        Ok((answer, false)) => match worker.join() {
            Ok(()) => answer,
            Err(payload) => json!({"error": panic_text(payload.as_ref()), "trap": true}),
        },
        Err(_) => json!({"error": "the command's thread ended without an answer", "trap": true}),
    }
}

fn panic_text(payload: &(dyn Any + Send)) -> String {
    payload
        .downcast_ref::<String>()
        .cloned()
        .or_else(|| payload.downcast_ref::<&str>().map(|text| text.to_string()))
        .unwrap_or_else(|| "panic without a message".to_string())
}
