//! The cards and, later, their scripts: everything a designer can change without touching the core.

mod deck;

pub use deck::{Card, Deck, EventKind};
