//! Fuzzes scenarios: parsed and begun.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|data: &[u8]| wilderness_fuzz::scenario(data));

#[cfg(not(fuzzing))]
fn main() -> std::process::ExitCode {
    wilderness_fuzz::blind::main("scenario", wilderness_fuzz::scenario)
}
