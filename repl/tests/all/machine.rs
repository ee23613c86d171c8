//! What tests need of the machine that they run on: time without end, and for a few of them a browser or an editor.

pub use wilderness_tests::{HANG, skip};
