//! Fuzzes games in which bytes choose among the legal answers.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|data: &[u8]| wilderness_fuzz::decisions(data));

#[cfg(not(fuzzing))]
fn main() -> std::process::ExitCode {
    wilderness_fuzz::blind::main("decisions", wilderness_fuzz::decisions)
}
