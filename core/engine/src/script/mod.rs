//! Running the scripts of a game: one sandboxed engine of Rhai for all of them, calls into them, and everything that is
//! found out and said about them. What the scripts of a game can say, the game defines as its [`Language`](crate::language::Language).

mod announced;
mod array_forms;
mod arrays;
mod ast_walk;
mod changed;
mod comparable;
mod compiled;
mod compiled_once;
mod diagnose;
pub mod document;
mod facts;
mod host;
mod idle_markers;
mod in_force;
mod item_sets;
mod library;
mod lint;
mod loaded;
mod lookup_cache;
pub mod markers;
mod no_effect;
mod observed;
mod printing;
mod reader;
mod readings;
mod recall;
mod receivers;
mod remedies;
mod remembered;
mod returned;
mod running;
mod sandbox;
mod seat;
pub mod services;
pub(crate) mod source_text;
mod stepper;
mod trial;
mod triggers;
mod types;
mod vocabulary;
mod watched;

pub use crate::content::{Fingerprints, GONE, differences, fingerprint};
pub use crate::rules::{Compile, NoScripts, ScriptSet, check};
pub use announced::Announced;
pub use arrays::calling;
pub(crate) use arrays::register_contains;
pub use changed::ChangedFunctions;
pub(crate) use comparable::ComparableType;
pub use compiled::Compiled;
pub use compiled_once::compiled_once;
pub use diagnose::{at_function, at_text, unsettled};
pub use host::{Cost, Costs, Host};
pub use in_force::{Modified, Modifying};
pub(crate) use item_sets::SetType;
pub use item_sets::{Bits, ItemSet};
pub use loaded::Script;
pub use observed::{Observations, ObservedLine, OfferedAnswers, ScriptAct, lines_of};
pub use reader::{Read, ScriptReader};
pub use receivers::Receiver;
pub use returned::{truth, wrong_result};
pub use sandbox::{LargestValues, Limits};
pub use seat::{Answer, Handle, Occasion, Seat, refuse, refuse_name};
pub use trial::{Findings, TrialProgress, Tried};
pub use triggers::Triggers;

/// Whether a source is the file with this name relative to the directory of scripts.
pub(crate) fn is_called(source: &str, file: &str) -> bool {
    let source = source.replace('\\', "/");
    source.strip_suffix(file).is_some_and(|before| before.is_empty() || before.ends_with('/'))
}
