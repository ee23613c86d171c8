//! The reference of what scripts of this game can call, define and answer.

use crate::war::War;
pub use wilderness_engine::script::document::{
    Function, ModifierReference, MomentReference, Reference, ThemeReference,
};

/// The whole reference.
pub fn reference() -> Reference {
    wilderness_engine::script::document::reference::<War>()
}
