//! Where the battles come from, as the prompt tells and remembers it.

use crate::front::{Filed, Files};
use crate::options::offered;
use std::path::Path;
use wilderness_battles::{Battles, CATALOGUE};
use wilderness_engine::content::{Catalogue, Places};

/// The origin of the battles: files, or built in.
pub type Origin = Files<Battles>;

impl Filed for Battles {
    const WHAT: &'static str = "The battles are those";

    fn catalogue() -> &'static Catalogue {
        &CATALOGUE
    }

    /// `battles` and the directory with the scenarios.
    fn earlier(lines: &str) -> Option<Places> {
        let directory = lines.lines().find_map(|line| line.strip_prefix("battles "))?;
        Places::of(Path::new(directory), &CATALOGUE, offered::all_words())
    }
}
