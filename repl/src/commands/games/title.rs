//! What a game tells the commands about itself.

use super::Beginning;
use crate::commands::check::{Trial, bad_path};
use crate::commands::inspect::Inspect;
use crate::lsp::Shelf;
use crate::options::content::ContentArg;
use crate::options::game_option::GameOption;
use crate::options::series::Wanted;
use crate::options::start::Start;
use crate::replayed::Replayed;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;
use wilderness_engine::Game;
use wilderness_engine::faults::{Faults, Source};
use wilderness_engine::script::document::Reference;
use wilderness_lab::series::Tested;

/// A game as the program offers it. Commands call this; each item says what for.
pub trait Title: Replayed + Tested {
    /// The options that it understands, besides its sides: `--scenario` is among them if it has scenarios to choose from.
    /// All others are refused before the game is asked.
    fn options() -> &'static [&'static GameOption];

    /// Where its content comes from: what is named, or else what is built in. With `beside`, the current directory counts
    /// as named if it holds content of this game.
    fn origin(content: &ContentArg, beside: bool) -> Self::Origin;

    /// The same with the scenario file, if the start names one.
    ///
    /// # Errors
    /// Files that cannot be read.
    fn with_scenario_file(origin: Self::Origin, _start: &Start) -> Result<Self::Origin, Faults> {
        Ok(origin)
    }

    /// The ids of its scenarios, the recommended one first. Asked to find out which game a scenario is of, so it reads
    /// names only: a fault in a file is reported by the game that is played.
    ///
    /// # Errors
    /// A directory that cannot be read.
    fn scenario_ids(origin: &Self::Origin) -> Result<Vec<String>, Faults>;

    /// The id of the scenario that is being played.
    fn scenario(game: &Game<Self>) -> String;

    /// Whether the text of a scenario file is one of this game. What no game claims goes to the first of the list.
    fn claims_scenario(_source: &Source) -> bool {
        false
    }

    /// Whether a position, or several, as JSON are of this game. What no game claims goes to the first of the list.
    fn claims_position(_position: &serde_json::Value) -> bool {
        false
    }

    /// What a game starts from.
    ///
    /// # Errors
    /// Options that do not go together, a position with faults, an unknown scenario.
    fn header(start: &Start, begins: &Beginning, scripts: &Rc<Self::Scripts>) -> Result<Self::Header, Faults>;

    /// What the games of a series start from, without their seeds. The options are those of this game.
    ///
    /// # Errors
    /// What does not go together.
    fn plan(wanted: &Wanted<'_>, scripts: &Rc<Self::Scripts>) -> miette::Result<Self::Plan>;

    /// Its scenarios, in the order in which they are listed, and what is wrong with others.
    fn listed(origin: &Self::Origin, scripts: &Self::Scripts) -> (Vec<Listed>, Faults);

    /// Its optional rules and presets, for `rules`.
    ///
    /// # Errors
    /// Presets with faults.
    fn rules(scripts: &Self::Scripts) -> Result<String, Faults>;

    /// Finds out what each of its cards changes, for `cards`; nothing if it has no cards to be compared.
    fn cards(_args: &crate::commands::cards::Args) -> Option<miette::Result<ExitCode>> {
        None
    }

    /// Its maps with lines of sight, for `inspect --los`.
    fn maps(_origin: &Self::Origin) -> Vec<String> {
        Vec::new()
    }

    /// Shows what follows from the positions in a file, for `inspect`.
    ///
    /// # Errors
    /// Positions with faults.
    fn inspect(asked: &Inspect<'_>) -> miette::Result<()>;

    /// Whether `check` finds content of this game at a path: a content directory, a directory of scripts or scenarios, or a
    /// single file.
    fn claims(path: &Path) -> bool;

    /// Whether it can check a path that no game claims. Only the first game of the list is asked.
    ///
    /// # Errors
    /// Why it cannot.
    fn takes(path: &Path) -> Result<(), Faults> {
        Err(bad_path(path, "no game has content there").into())
    }

    /// Checks the content at paths that it claims, or the built-in content if there are none; then tries events and
    /// scenarios, if there is to be a trial.
    fn check(paths: &[PathBuf], trial: Option<Trial<'_>>) -> Faults;

    /// What scripts can call, answer and define.
    fn reference() -> &'static Reference;

    /// What an editor is told about the content that a file belongs to, if it is of this game.
    fn shelf(file: &Path) -> Option<Box<dyn Shelf>>;
}

/// A scenario in the list of `scenarios`.
#[derive(Serialize)]
pub struct Listed {
    /// Its id.
    pub id: String,
    /// Its title.
    pub name: String,
    /// The word of its game.
    pub game: &'static str,
    /// Its length, as it stands in the list: `1757-1759`.
    #[serde(skip)]
    pub length: String,
    /// What the game says of it besides: years, or turns.
    #[serde(flatten)]
    pub facts: serde_json::Map<String, serde_json::Value>,
    /// The file that it is read from; none if it is built in.
    #[serde(serialize_with = "from_file")]
    pub from: Option<String>,
}

fn from_file<S: serde::Serializer>(from: &Option<String>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(from.as_deref().unwrap_or("program"))
}
