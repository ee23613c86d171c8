//! The form of scripts and data files: how `fmt` and the language server lay them out. Nothing but the space between
//! tokens changes, so what a file means never does.

mod data;
mod script;
pub(crate) mod tokens;

use std::path::Path;
use wilderness_engine::faults::{Faults, Source};

/// A script or a TOML file in the form that all have, or why it is left alone.
pub fn formatted(file: &Path, text: &str) -> Result<String, Faults> {
    let source = Source::new(file.display().to_string(), text);
    if is_script(file) { script::formatted(&source) } else { data::formatted(&source) }
}

/// Whether a file is a script.
pub fn is_script(file: &Path) -> bool {
    file.extension().is_some_and(|ending| ending == "rhai")
}

/// Whether a file has a form: whether it is a script or a TOML file.
pub fn has_form(file: &Path) -> bool {
    is_script(file) || file.extension().is_some_and(|ending| ending == "toml")
}

/// How many lines a stretch of space ends.
fn line_ends(space: &str) -> usize {
    space.matches('\n').count()
}
