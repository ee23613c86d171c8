//! The tests of the battles, in one binary.

mod games;
mod vectors;
