//! Fuzzing without libFuzzer, for systems without a C++ compiler: mutates inputs of the corpus at random, without
//! tracking coverage.

use crate::Target;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use wilderness_engine::{Purpose, Stream};

/// The longest generated input.
const LONGEST: usize = 16 * 1024;

/// The inputs of a target in the corpus, with their files.
pub fn corpus(name: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(name);
    let files = std::fs::read_dir(directory).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut inputs: Vec<_> = files.filter_map(|file| Some((file.clone(), std::fs::read(file).ok()?))).collect();
    inputs.sort();
    inputs
}

/// The program of a target: `NAME FILE…` replays inputs, `NAME -max_total_time=SECONDS` generates new ones.
pub fn main(name: &str, target: Target) -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let seconds = arguments.iter().find_map(|argument| argument.strip_prefix("-max_total_time=")?.parse().ok());
    let files = arguments.iter().filter(|argument| !argument.starts_with('-'));
    for file in files.filter(|file| Path::new(file).is_file()) {
        match std::fs::read(file) {
            Ok(input) => target(&input),
            Err(error) => {
                eprintln!("{file} cannot be read: {error}");
                return ExitCode::from(2);
            }
        }
    }
    match seconds {
        Some(seconds) => fuzz(name, target, Duration::from_secs(seconds)),
        None => ExitCode::SUCCESS,
    }
}

fn fuzz(name: &str, target: Target, time: Duration) -> ExitCode {
    let inputs: Vec<Vec<u8>> = corpus(name).into_iter().map(|(_, input)| input).collect();
    let start = Instant::now();
    let mut chance = Stream::new(std::process::id().into(), Purpose::Dice);
    let mut runs = 0_u64;
    while start.elapsed() < time {
        let input = changed(&inputs, &mut chance);
        if catch_unwind(AssertUnwindSafe(|| target(&input))).is_err() {
            let file = format!("crash-{name}-{runs}");
            let saved = std::fs::write(&file, &input);
            eprintln!(
                "the input is {}",
                saved.map_or_else(|error| format!("lost: {error}"), |()| format!("in {file}"))
            );
            return ExitCode::FAILURE;
        }
        runs += 1;
    }
    println!("{name}: {runs} runs in {} s", time.as_secs());
    ExitCode::SUCCESS
}

/// An input with some mutations, which may splice in parts of others.
fn changed(inputs: &[Vec<u8>], chance: &mut Stream) -> Vec<u8> {
    let any = |chance: &mut Stream| inputs.get(chance.below(inputs.len() as u32) as usize).cloned().unwrap_or_default();
    let mut input = any(chance);
    for _ in 0..=chance.below(4) {
        let at = chance.below(input.len() as u32 + 1) as usize;
        let upto = (at + chance.below(16) as usize).min(input.len());
        match chance.below(4) {
            0 => drop(input.drain(at..upto)),
            1 => input.insert(at, chance.below(256) as u8),
            2 => input[at..upto].iter_mut().for_each(|byte| *byte = byte.wrapping_add(chance.below(8) as u8)),
            _ => {
                let other = any(chance);
                let from = chance.below(other.len() as u32 + 1) as usize;
                let end = (from + chance.below(64) as usize).min(other.len());
                drop(input.splice(at..upto, other[from..end].iter().copied()));
            }
        }
    }
    input.truncate(LONGEST);
    input
}
