//! Fuzzes lines at the prompt.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|data: &[u8]| wilderness_fuzz::prompt(data));

#[cfg(not(fuzzing))]
fn main() -> std::process::ExitCode {
    wilderness_fuzz::blind::main("prompt", wilderness_fuzz::prompt)
}
