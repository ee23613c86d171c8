//! Which build of the program is running: rows of different builds do not go together.

use std::fs::File;
use std::io::Read as _;

/// How much of the program is read at once, in bytes.
const PART: u64 = 1 << 16;

/// A fingerprint of the program that is running.
///
/// # Errors
/// When it cannot be read.
pub fn build_of() -> Result<String, String> {
    let failed = |error: std::io::Error| format!("the program cannot read itself, to tell its build: {error}");
    let mut program = File::open(std::env::current_exe().map_err(failed)?).map_err(failed)?;
    let (mut hash, mut part) = (0xcbf2_9ce4_8422_2325_u64, Vec::new());
    loop {
        part.clear();
        if program.by_ref().take(PART).read_to_end(&mut part).map_err(failed)? == 0 {
            return Ok(format!("{hash:016x}"));
        }
        for bytes in part.chunks(8) {
            let word = bytes.iter().fold(0_u64, |word, byte| word << 8 | u64::from(*byte));
            hash = (hash ^ word).wrapping_mul(0x100_0000_01b3).rotate_left(23);
        }
    }
}
