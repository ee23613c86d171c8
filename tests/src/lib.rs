//! Tests that need more than one module of the workspace live in `tests/tests`.

pub mod situation;
