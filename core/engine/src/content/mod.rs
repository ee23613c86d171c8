//! Content: everything of a game that can be changed without touching the program, as named texts. They are built in or
//! read from directories, which can be based on each other; an editor can lay over them what it has open, and a record
//! carries those that differ from the built-in ones of its [`Edition`]. A game says in its [`Catalogue`] which files belong
//! to it.

mod carried;
pub(crate) mod carried_lines;
mod catalogue;
mod editions;
pub mod file_name;
mod fingerprints;
mod layers;
mod owner;
mod pack;
mod places;
mod reader;
mod texts;

pub use carried::Carried;
pub use catalogue::{Catalogue, DataFiles, Directory, Family, FileName, Parts, Used};
pub use editions::Edition;
pub use fingerprints::{Fingerprints, GONE, differences, fingerprint};
pub use layers::{MANIFEST, manifest_faults, no_directory};
pub use pack::{Credits, Pack};
pub use places::Places;
pub use texts::Texts;

use crate::faults::Fault;

/// The fault of a file that belongs to another game. `family` is the first part of the code.
pub fn other_game(family: &str, found: &str, game: &str) -> Fault {
    let fault = Fault::error(format!("{family}::other_game"), format!("this belongs to another game: `{found}`"));
    fault.help(format!("this program plays `{game}`"))
}
