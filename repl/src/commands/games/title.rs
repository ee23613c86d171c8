//! What a game tells the commands about itself.

use super::Beginning;
use super::checked::{self, CheckedGame};
use crate::commands::check::{Trial, bad_path};
use crate::commands::inspect::Inspect;
use crate::lsp::CheckedContent;
use crate::options::content::ContentArg;
use crate::options::game_option::{DICE, GameOption, SCENARIO, WINDOWS};
use crate::options::offered;
use crate::options::series::Wanted;
use crate::options::start::Start;
use crate::replayed::Replayed;
use include_dir::Dir;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;
use wilderness_engine::content::{Catalogue, Places};
use wilderness_engine::faults::{Faults, Source};
use wilderness_engine::script::{Compile, ScriptSet};
use wilderness_engine::{Game, Windows};
use wilderness_lab::series::Tested;

/// A game as the program offers it. Commands call this; each item says what for.
pub trait Title: Replayed + Tested {
    /// The options that it understands, besides its sides. All others are refused before the game is asked.
    fn options() -> &'static [&'static GameOption] {
        &[&SCENARIO, &DICE]
    }

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

    /// Whether `--game PATH` opens this game there: whether the path is a content directory with files of it, or a pack.
    fn opens(path: &Path) -> bool {
        let places = Places { games: offered::all_words(), ..Places::in_content(path) };
        (path.is_dir() || places.pack().is_some())
            && catalogue::<Self>().is_some_and(|catalogue| places.hold(catalogue))
    }

    /// The files that content of one's own begins with, by their paths in a content directory. `"NAME"` in them stands for
    /// the name of the directory.
    fn starter() -> Option<&'static Dir<'static>> {
        None
    }

    /// The ids of its scenarios, the recommended one first; by default it has one, which is called as the game. Asked to
    /// find out which game a scenario is of, so it reads names only: a fault in a file is reported by the game that is
    /// played.
    ///
    /// # Errors
    /// A directory that cannot be read.
    fn scenario_ids(_origin: &Self::Origin) -> Result<Vec<String>, Faults> {
        Ok(vec![Self::GAME.to_string()])
    }

    /// The id of the scenario that is being played.
    fn scenario(game: &Game<Self>) -> String {
        Some(&game.header().scenario).filter(|id| !id.is_empty()).cloned().unwrap_or_else(|| Self::GAME.to_string())
    }

    /// Whether the pieces of a game that begins are in their places. If not, its first step sets it up.
    fn is_set_up(_game: &Game<Self>) -> bool {
        true
    }

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
    fn header(start: &Start, begins: &Beginning, _scripts: &Rc<Self::Scripts>) -> Result<Self::Header, Faults> {
        let windows = if Self::options().contains(&&WINDOWS) { begins.windows } else { Windows::default() };
        start.header::<Self>(begins.seed(None), windows)
    }

    /// What the games of a series start from, without their seeds. The options are those of this game.
    ///
    /// # Errors
    /// What does not go together.
    fn plan(wanted: &Wanted<'_>, scripts: &Rc<Self::Scripts>) -> miette::Result<Self::Plan> {
        let idle = [("all-scenarios", wanted.all_scenarios), ("random-rules", wanted.random_rules)];
        if let Some((option, _)) = idle.iter().find(|(_, is_given)| *is_given) {
            return Err(miette::miette!("`--{option}` has no effect on {}", Self::NAME));
        }
        let header = Self::header(wanted.start, &Beginning::with_seed(wanted.seed), scripts)?;
        Game::<Self>::begin(&header, scripts.clone())?;
        Ok(header.into())
    }

    /// Its scenarios, in the order in which they are listed, and what is wrong with others. By default the one that it
    /// has, with its title as the game begins.
    fn listed(origin: &Self::Origin, scripts: &Rc<Self::Scripts>) -> (Vec<Listed>, Faults) {
        match checked::only_one::<Self>(origin, scripts) {
            Ok(listed) => (vec![listed], Faults::none()),
            Err(faults) => (Vec::new(), faults),
        }
    }

    /// Its optional rules and presets, for `rules`.
    ///
    /// # Errors
    /// Presets with faults.
    fn rules(_scripts: &Self::Scripts) -> Result<String, Faults> {
        Ok(format!("{} has no optional rules.\n", Self::NAME))
    }

    /// Finds out what each of its cards changes, for `cards`; nothing if it has no cards to be compared.
    fn cards(_args: &crate::commands::cards::Args) -> Option<miette::Result<ExitCode>> {
        None
    }

    /// Tells what its cards change, of rows that are merged; nothing if it has no cards to be compared.
    fn merged_cards(_rows: &crate::commands::merge::MergedCards<'_>) -> Option<miette::Result<ExitCode>> {
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
    fn inspect(_asked: &Inspect<'_>) -> miette::Result<()> {
        Err(miette::miette!("{} has no positions to be inspected", Self::NAME))
    }

    /// Whether `check` finds content of this game at a path: a content directory, a directory of scripts or scenarios, or a
    /// single file.
    fn claims(path: &Path) -> bool {
        places_of::<Self>(path).is_some()
    }

    /// Whether it can check a path that no game claims. Only the first game of the list is asked.
    ///
    /// # Errors
    /// Why it cannot.
    fn takes(path: &Path) -> Result<(), Faults> {
        Err(bad_path(path, "no game has content there").into())
    }

    /// Checks the content at paths that it claims, or the built-in content if there are none; then tries events and
    /// scenarios, if there is to be a trial.
    fn check(paths: &[PathBuf], mut trial: Option<Trial<'_>>) -> Faults {
        let mut places: Vec<Places> = paths.iter().filter_map(|path| places_of::<Self>(path)).collect();
        places.dedup();
        if paths.is_empty() {
            places.extend(catalogue::<Self>().map_or_else(Vec::new, Places::all_built_in));
        }
        let mut faults = Faults::none();
        for places in places {
            faults.append(CheckedGame::<Self>::new(places).check_and_try(trial.as_mut()));
        }
        faults
    }

    /// Plays games with content in which nothing is wrong, to find what fails only there.
    fn try_out(_scripts: &Rc<Self::Scripts>, _trial: &mut Trial<'_>) -> Faults {
        Faults::none()
    }

    /// What an editor is told about the content that a file belongs to, if it is of this game.
    fn shelf(file: &Path) -> Option<Box<dyn CheckedContent>> {
        Some(Box::new(CheckedGame::<Self>::new(places_of::<Self>(file)?)))
    }
}

/// The files that the content of a game consists of.
pub fn catalogue<F: Title>() -> Option<&'static Catalogue> {
    <<F::Scripts as ScriptSet>::Sources as Compile>::catalogue()
}

/// The content of a game that a path belongs to.
fn places_of<F: Title>(path: &Path) -> Option<Places> {
    Places::of(path, catalogue::<F>()?, offered::all_words())
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
    /// Who made it, and what others may do with it, if that is said.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub made_by: String,
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
