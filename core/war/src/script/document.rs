//! The reference of what scripts of this game can call, define and answer.

pub use wilderness_engine::script::document::{
    Function, ModifierReference, MomentReference, Reference, ThemeReference,
};
