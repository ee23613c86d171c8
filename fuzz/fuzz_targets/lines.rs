//! Fuzzes lists at the prompt.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|data: &[u8]| wilderness_fuzz::lines(data));

#[cfg(not(fuzzing))]
fn main() -> std::process::ExitCode {
    wilderness_fuzz::blind::main("lines", wilderness_fuzz::lines)
}
