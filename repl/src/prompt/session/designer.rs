//! Commands for designers: comparing content with the built-in one, and finding a file to edit.

use super::{Reply, Session, Trouble, plain, short};
use crate::progress::{Progress, shown};
use crate::prompt::counting::Counting;
use crate::prompt::front::{Front, Origin as _, Tables, sides};
use crate::text::columns::{line_width, wrap};
use crate::text::out;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use wilderness_engine::faults::Faults;
use wilderness_engine::files::write_new;
use wilderness_engine::record::Header as _;
use wilderness_engine::script::{Compile as _, ScriptSet};
use wilderness_engine::{Agent, Game, Rules, SideView as _};
use wilderness_lab::comparison::{Aim, Comparison};
use wilderness_lab::row::Row;
use wilderness_lab::series::first_line;
use wilderness_lab::{Ended, Experiment, Player, Threads};

/// A mean difference of fewer points than this does not matter.
const MARGIN: f64 = 0.25;
/// The number of determinizations in a comparison.
const MOST_DEALS: u64 = 100;
/// What the codes of faults begin with that say that no game can begin from where this one stands.
const POSITION: &str = "position::";

/// The texts of the content of a game.
type Sources<F> = <<F as Rules>::Scripts as ScriptSet>::Sources;

/// Games of greedy bots that go on from a position, with one content.
struct FromHere<F: Front> {
    /// The header of the game.
    header: F::Header,
    /// The state at the start of the step, with what is hidden dealt anew, in turn. Without any, games begin from their
    /// setup.
    states: Vec<F::State>,
    sources: Sources<F>,
    counting: Counting<F>,
}

impl<F: Front> FromHere<F> {
    /// The header of the game with a seed.
    fn begin(&self, seed: u64, scripts: &F::Scripts) -> Result<F::Header, Faults> {
        match self.states.get((seed % (self.states.len() as u64).max(1)) as usize) {
            Some(state) => self.header.starting_from(state, seed, scripts),
            None => {
                let mut header = self.header.without_scripts();
                header.seed = seed;
                Ok(header)
            }
        }
    }
}

impl<F: Front> Experiment<F> for FromHere<F> {
    type Row = Row;

    fn sources(&self) -> &Sources<F> {
        &self.sources
    }

    /// That a game can begin has been tried.
    fn header(&self, seed: u64, scripts: &F::Scripts) -> F::Header {
        self.begin(seed, scripts).unwrap_or_else(|_| self.header.clone())
    }

    fn agent(&self, seed: u64, side: F::Side) -> Option<Box<dyn Agent<F>>> {
        Some(Player::Greedy.agent(seed, side, 1, Arc::default()))
    }

    fn row(&self, seed: u64, ended: Result<Ended<F>, Faults>) -> Row {
        let count = self.counting.facts.sides.len();
        let row = Row {
            seed,
            scenario: self.header.scenario.clone(),
            players: vec![Player::Greedy.to_string(); count],
            seats: (0..count).collect(),
            scores: vec![0; count],
            noted: vec![String::new(); self.counting.facts.columns.len()],
            ..Row::default()
        };
        match ended {
            Err(faults) => Row { error: first_line(&faults), ..row },
            Ok(Ended { fault: Some(error), .. }) => Row { error, ..row },
            Ok(Ended { game, fault: None, .. }) => {
                let mut row = Row { decisions: game.past().decisions() as u64, ..row };
                (self.counting.note)(&game, &mut row);
                row
            }
        }
    }
}

impl<F: Front> Session<F> {
    /// Compares the current content with the built-in one, or, if it is in place of none, with that with which the game
    /// began: greedy bots play this many pairs of games from here. What is hidden from the viewer is dealt anew.
    ///
    /// # Errors
    /// When there is no difference, or the game cannot be played with it.
    pub(super) fn compare_scripts(&self, games: u64) -> Result<Reply, Trouble> {
        let own = self.game.scripts();
        let (before, called) = match self.origin.built_in() {
            Some(built_in) => (self.game.header().in_edition(built_in.load()?)?, "built-in scripts"),
            None => (self.scripts_at_first.clone(), "scripts with which the game began"),
        };
        if own.fingerprints() == before.fingerprints() {
            return Err(plain(format!("these are still the {called}; change one, and `reload`")));
        }
        let deals = 1..=games.clamp(1, MOST_DEALS);
        let situation = self.game.view(self.viewer()).situation();
        let states: Vec<F::State> =
            situation.into_iter().flat_map(|it| deals.clone().map(move |seed| it.deal_anew(seed).0)).collect();
        let from_here = match self.begins_from_here(own) {
            Err(faults) if faults.iter().all(|fault| fault.code().starts_with(POSITION)) => false,
            begins => begins.map(|()| true)?,
        };
        let series = |scripts: &Rc<F::Scripts>| -> Result<FromHere<F>, Trouble> {
            let games = FromHere {
                header: self.game.header().clone(),
                states: if from_here { states.clone() } else { Vec::new() },
                sources: scripts.sources().clone(),
                counting: F::Tables::counting(&sides::<F>(scripts)),
            };
            Game::<F>::begin(&games.begin(1, scripts)?, scripts.clone())?;
            Ok(games)
        };
        let pair = [series(&before)?, series(own)?];
        let jobs = std::thread::available_parallelism().map_or(1, usize::from);
        let facts = pair[0].counting.facts.clone();
        let failed = |row: &Row| out::warn(&format!("seed {}: {}\n", row.seed, row.error));
        let aim = Aim { margin: MARGIN, to_the_end: false, events: BTreeSet::new(), lines: Vec::new() };
        let play = |threads: Threads<'_>| Comparison::play(facts, &pair, 1..=games, threads, aim, failed);
        let compared = shown(&Progress::of_games(games), jobs, play).0.map_err(|report| plain(report.to_string()))?;
        let start = if from_here { "the start of this step" } else { "the beginning" };
        let from = format!(
            "A: the {called}, B: the current ones; greedy bots, from {start},\n\
             with what is hidden dealt anew"
        );
        Ok(Reply::Text(format!("{from}\n{}", compared.render(|text| wrap(text, line_width() - 3)))))
    }

    /// Whether a game can begin from the start of this step.
    fn begins_from_here(&self, scripts: &Rc<F::Scripts>) -> Result<(), Faults> {
        Game::<F>::begin(&self.game.copies().header_from_here(1, scripts)?, scripts.clone()).map(drop)
    }

    /// The file with a script or other content, by its name or by what the game calls it. One that is in the program is
    /// copied to where the game takes it from; then `true` comes with it.
    ///
    /// # Errors
    /// When there is none, or no place for a copy.
    pub(super) fn script_of(&self, what: &str) -> Result<(PathBuf, bool), Trouble> {
        self.watched()?;
        let name = self.file_called(what).ok_or_else(|| plain(format!("there is no script `{what}`")))?;
        let content = self.origin.read()?;
        let Some(texts) = content.texts() else {
            let file = self.origin.files().into_iter().find(|file| file.ends_with(&name));
            return Ok((file.ok_or_else(|| plain(format!("there is no file `{name}`")))?, false));
        };
        let source = texts.get(&name).ok_or_else(|| plain(format!("there is no file `{name}`")))?;
        if !texts.is_from_program(&name) {
            return Ok((PathBuf::from(source.name()), false));
        }
        let place = self.origin.place_of(source);
        let place = place.ok_or_else(|| {
            plain(format!("`{name}` is in the program: a directory for `--content` can hold a copy of it"))
        })?;
        write_new(&[(place.clone(), source.text().into())]).map_err(plain)?;
        Ok((place, true))
    }

    /// The file with this name, with or without its directory and ending, or that the game calls so; scripts first.
    pub(super) fn file_called(&self, word: &str) -> Option<String> {
        let scripts = self.game.scripts();
        let name = word.replace('-', "_");
        let is_called = |file: &&str| {
            let stem = |text: &str| text.strip_suffix(".rhai").unwrap_or(text).replace('-', "_");
            stem(file) == stem(&name) || stem(short(file)) == stem(&name)
        };
        let script = scripts.script_files().find(is_called).map(str::to_string);
        let script = script.or_else(|| F::Tables::file_of(scripts, word));
        script.or_else(|| scripts.fingerprints().keys().map(String::as_str).find(is_called).map(str::to_string))
    }
}
