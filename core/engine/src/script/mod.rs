//! Running the scripts of a game.

pub mod debug;
mod files;

pub use debug::{Caller, Place, Probe, Stop, Stoppable, Traced, Variable, Watched};
pub use files::{Fingerprints, GONE, differences, fingerprint};

use crate::faults::Faults;
use debug::Code;
use std::collections::BTreeMap;

/// The scripts of a game, compiled and checked.
pub trait ScriptSet: Sized {
    /// The fingerprint of each file.
    fn fingerprints(&self) -> &Fingerprints;

    /// All files, as they are debugged, by the names that the engine knows them by.
    fn code(&self) -> BTreeMap<String, Code>;

    /// Their texts.
    type Sources: Compile<Scripts = Self>;

    /// Their texts.
    fn sources(&self) -> &Self::Sources;

    /// Gives up what is kept ready for calls: it may hold on to these scripts, which would never be freed.
    fn vacate(&self);
}

/// The texts of a set of scripts. Compiled scripts stay in the thread that compiled them; these go anywhere.
pub trait Compile: Clone + PartialEq + Send + 'static {
    /// What they are compiled to.
    type Scripts;

    /// Compiles them.
    ///
    /// # Errors
    /// Everything wrong with any of them.
    fn compile(&self) -> Result<Self::Scripts, Faults>;
}
