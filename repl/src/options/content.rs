//! Which content to use: that in files, or what is built in.

use super::offered;
use clap::Args;
use std::path::{Path, PathBuf};
use wilderness_engine::content::{Catalogue, Places};

/// The content to use.
#[derive(Args, Clone, Default)]
pub struct ContentArg {
    /// Load scripts, scenarios and presets from `scripts` and `scenarios` in this directory instead of the built-in
    /// ones; with `base = "GAME"` in its `content.toml` it holds only what differs.
    #[arg(long, value_name = "DIR")]
    pub content: Option<PathBuf>,
    /// Load the scripts from this directory instead of the built-in ones.
    #[arg(long, value_name = "DIR")]
    pub scripts: Option<PathBuf>,
}

impl ContentArg {
    /// The named content directory.
    pub fn root(&self) -> Option<&Path> {
        self.content.as_deref()
    }

    /// Whether what is named holds nothing of a game, but something of another.
    pub fn is_of_others(&self, game: &'static Catalogue) -> bool {
        let ContentArg { content: root, scripts } = self.clone();
        let places = Places { root, scripts, games: offered::all_words(), ..Places::default() };
        let holds = |catalogue: &'static Catalogue| places.hold(catalogue);
        !places.is_built_in()
            && !holds(game)
            && offered::catalogues().any(|other| other.game != game.game && holds(other))
    }

    /// The named directories.
    pub fn inputs(&self) -> impl Iterator<Item = &Path> {
        self.content.as_deref().into_iter().chain(self.scripts.as_deref())
    }
}

impl std::fmt::Display for ContentArg {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let content = self.content.as_ref().map(|directory| format!("the content in {}", directory.display()));
        let scripts = self.scripts.as_ref().map(|directory| format!("the scripts in {}", directory.display()));
        match (content, scripts) {
            (Some(content), Some(scripts)) => write!(f, "{content}, with {scripts}"),
            (Some(one), None) | (None, Some(one)) => f.write_str(&one),
            (None, None) => f.write_str("the built-in scripts"),
        }
    }
}
