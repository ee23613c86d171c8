//! Fuzzes records: parsed and played.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|data: &[u8]| wilderness_fuzz::record(data));

#[cfg(not(fuzzing))]
fn main() -> std::process::ExitCode {
    wilderness_fuzz::blind::main("record", wilderness_fuzz::record)
}
