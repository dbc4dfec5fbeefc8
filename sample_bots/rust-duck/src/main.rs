//! A bot for hearts-arena.

mod duck;

use std::process::ExitCode;

fn main() -> ExitCode {
    arena::run(&mut duck::Duck)
}
