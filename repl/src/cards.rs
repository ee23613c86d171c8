//! Where the cards come from: files in a directory, or those that are part of the program. Shared by the commands that
//! need scripts.

use clap::Args;
use std::fmt;
use std::path::{Path, PathBuf};
use wilderness_engine::faults::Faults;
use wilderness_war::script::{Fingerprints, Scripts};

/// The directories that the prompt uses by itself when it starts beside one of them, the first that holds a deck.
const BESIDE: [&str; 2] = ["scripts/war", "scripts"];

/// Which scripts to use.
#[derive(Args, Clone, Default)]
pub struct CardsArg {
    /// Take the cards from the scripts in this directory instead of those in the program.
    #[arg(long, value_name = "DIR")]
    scripts: Option<PathBuf>,
}

impl CardsArg {
    /// Those of the program, unless a directory is named: for commands whose results shall not depend on where they are
    /// started.
    pub fn named(&self) -> Cards {
        Cards(self.scripts.clone())
    }

    /// The directory that is named.
    pub fn directory(&self) -> Option<&Path> {
        self.scripts.as_deref()
    }

    /// As [`CardsArg::named`], but a directory `scripts/war` or `scripts` with a deck beside the person counts as named.
    pub fn named_or_beside(&self) -> Cards {
        let beside = || BESIDE.map(PathBuf::from).into_iter().find(|directory| Scripts::are_in(directory));
        Cards(self.scripts.clone().or_else(beside))
    }
}

/// Where scripts come from: a directory, or the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cards(Option<PathBuf>);

impl Cards {
    /// Reads, compiles and checks them.
    ///
    /// # Errors
    /// Everything wrong with any of them.
    pub fn load(&self) -> Result<Scripts, Faults> {
        match &self.0 {
            Some(directory) => Scripts::from_dir(directory),
            None => Scripts::embedded(),
        }
    }

    /// Those in a directory, if there are any.
    pub fn of(directory: Option<PathBuf>) -> Option<Cards> {
        directory.filter(|directory| Scripts::are_in(directory)).map(|directory| Cards(Some(directory)))
    }

    /// The directory, if they come from one.
    pub fn directory(&self) -> Option<&Path> {
        self.0.as_deref()
    }
}

impl fmt::Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(directory) => write!(f, "the scripts in {}", directory.display()),
            None => f.write_str("the scripts in the program"),
        }
    }
}

/// A file of scripts, as people call it: `small_pox`, `deck.toml`.
pub fn short(name: &str) -> &str {
    let file = name.rsplit('/').next().unwrap_or(name);
    file.strip_suffix(".rhai").unwrap_or(file)
}

/// Looks whether the files in a directory have changed.
pub struct Lookout {
    directory: PathBuf,
    /// What was reported last, or what the scripts were like at the beginning.
    known: Option<Fingerprints>,
}

impl Lookout {
    /// Looks at a directory; `known` is not a change.
    pub fn new(directory: &Path, known: &Fingerprints) -> Lookout {
        Lookout { directory: directory.into(), known: Some(known.clone()) }
    }

    /// Whether the contents are others than when this was last asked. A file that was saved as it is has not changed.
    pub fn has_changed(&mut self) -> bool {
        // Files that cannot be read are a change as well: whoever reads them says why.
        let now = Scripts::fingerprints_in(&self.directory).ok();
        let changed = now != self.known;
        self.known = now;
        changed
    }
}
