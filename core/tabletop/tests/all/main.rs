//! The tests of games that are folders, in one binary.

mod draughts;
