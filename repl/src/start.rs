//! What games start from: a scenario, or a position in a file. Shared by the commands that begin games.

use clap::Args;
use std::path::PathBuf;
use wilderness_core::faults::{Fault, Faults, Source};
use wilderness_core::header::Header;
use wilderness_core::position::Position;
use wilderness_core::scenario::Scenario;
use wilderness_core::script::Scripts;
use wilderness_core::table::Windows;

/// What a game starts from.
#[derive(Args, Clone, Default)]
pub struct Start {
    /// The scenario; Annus Mirabilis, or the first that fits the position.
    #[arg(long, value_name = "ID")]
    scenario: Option<String>,
    /// Start from the position in this file, as `inspect` reads it.
    #[arg(long, value_name = "FILE")]
    position: Option<PathBuf>,
    /// When a side may respond with a card: whenever it might hold one, or only if it does.
    #[arg(long, value_name = "WHEN")]
    windows: Option<When>,
}

/// When a window for responses opens.
#[derive(Clone, Copy, clap::ValueEnum)]
pub enum When {
    /// Whenever the card might be in the hidden hand.
    Open,
    /// Only to a side that holds a fitting card.
    Holder,
}

impl Start {
    /// The start of a scenario.
    pub fn scenario(id: &str) -> Start {
        Start { scenario: Some(id.into()), ..Start::default() }
    }

    /// The header of a game with this seed. `windows` counts unless the person chose.
    ///
    /// # Errors
    /// A position that cannot be read, or not be played.
    pub fn header(&self, seed: u64, windows: Windows, scripts: &Scripts) -> Result<Header, Faults> {
        let windows = self.windows.map_or(windows, |when| match when {
            When::Open => Windows::Open,
            When::Holder => Windows::Holder,
        });
        let first = || Scenario::ids().next().unwrap_or_default();
        let header = match &self.position {
            None => Header::new(self.scenario.as_deref().unwrap_or_else(first), seed, scripts),
            Some(file) => {
                let source = Source::read(file)?;
                let mut entries = Position::read(source.name(), source.text())?;
                match (entries.pop(), entries.len()) {
                    (Some(entry), 0) => Header::from_position(entry.position, self.scenario.as_deref(), seed, scripts)?,
                    (_, more) => {
                        let message = format!("a game starts from one position; {} has {more}", source.name());
                        return Err(Fault::error("position::several", message).into());
                    }
                }
            }
        };
        Ok(Header { windows, ..header })
    }

    /// The name under which games from here are filed.
    pub fn name(&self) -> &str {
        let stem = self.position.as_deref().and_then(|file| file.file_stem()).and_then(|stem| stem.to_str());
        stem.or(self.scenario.as_deref()).unwrap_or("game")
    }
}
