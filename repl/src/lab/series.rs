//! Series of games of Wilderness War: what they have in common, and what is kept of each.

use super::row::{Row, write_events};
use crate::interrupt;
use crate::prompt::player::Player;
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::BTreeMap;
use std::ops::{ControlFlow, RangeInclusive};
use std::path::PathBuf;
use std::sync::Arc;
use wilderness_engine::agent::Agent;
use wilderness_engine::chance::{Purpose, Stream};
use wilderness_engine::faults::Faults;
use wilderness_engine::lab::{self, Ended, Experiment, Threads, Worker, count};
use wilderness_war::deck::Deck;
use wilderness_war::scripting::Costs;
use wilderness_war::{
    Answer, Ask, Choice, Content, Game, Header, Known, PerSide, Position, Scripts, Side, View, War, Word,
};

/// Games that differ only by their seed.
#[derive(Clone)]
pub struct Series {
    /// What they start from.
    pub header: Header,
    /// The scenarios, by turns; that of the header if there are none.
    pub scenarios: Vec<String>,
    /// The positions from which they start, by turns; that of the header if there are none.
    pub positions: Vec<Position>,
    /// Who plays.
    pub players: PerSide<Player>,
    /// Whether each has optional rules drawn at random.
    pub random_rules: bool,
    /// The content.
    pub content: Content,
    /// A fingerprint of what they have in common.
    pub setup: String,
    /// Where the records of games that went wrong are written, if they are.
    pub records: Option<PathBuf>,
    /// Whether what the scripts cost is measured.
    pub measured: bool,
}

impl Series {
    /// Games from a start.
    pub fn new(header: Header, players: PerSide<Player>, content: Content, records: Option<PathBuf>) -> Series {
        let (scenarios, positions, setup) = (Vec::new(), Vec::new(), header.setup(&content));
        Series { header, scenarios, positions, players, random_rules: false, content, setup, records, measured: false }
    }

    /// Whether these are the same games.
    pub fn is_like(&self, other: &Series) -> bool {
        let of = |series: &Series| {
            (series.header.scenario.clone(), series.scenarios.clone(), series.players, series.setup.clone())
        };
        of(self) == of(other)
    }

    /// The same, with or without measuring what the scripts cost.
    pub fn measured(self, measured: bool) -> Series {
        Series { measured, ..self }
    }

    /// The game with a seed, in which nothing has happened yet.
    pub fn begin(&self, seed: u64) -> Result<Game, Faults> {
        Worker::default().begin(self, seed, interrupt::is_pressed)
    }

    /// Plays the games with these seeds in some threads, and shows how far it is; `each` gets the rows in the order of
    /// the seeds, and can end it. Returns what the scripts cost.
    pub fn play_all(
        &self,
        seeds: &RangeInclusive<u64>,
        jobs: usize,
        each: impl FnMut(Row) -> miette::Result<ControlFlow<()>>,
    ) -> miette::Result<Costs> {
        let cost = |worker: Worker<War>| worker.scripts().flat_map(|scripts| scripts.costs()).collect::<Costs>();
        let all = shown(seeds, jobs, |threads| lab::play_all(self, seeds, threads, cost, each))?;
        let mut costs = Costs::new();
        for (function, cost) in all.into_iter().flatten() {
            *costs.entry(function).or_default() += cost;
        }
        Ok(costs)
    }

    /// Writes the record that repeats a failure if there is a place for it, and says what went wrong. Another game that
    /// has its name keeps it.
    fn keep(&self, seed: u64, game: &Game, fault: &str) -> String {
        let Some(records) = &self.records else { return fault.to_string() };
        let record = game.record();
        let name = |number: u32| match number {
            1 => format!("{}-{seed}.record", game.header().scenario),
            _ => format!("{}-{seed}-{number}.record", game.header().scenario),
        };
        let saved = (1..=MOST_RECORDS).find_map(|number| {
            let path = records.join(name(number));
            match record.save(&path, false, &Known::default()) {
                Ok(()) => Some(format!("{fault}; see {}", path.display())),
                Err(unsaved) if unsaved.holds_another() && number < MOST_RECORDS => None,
                Err(unsaved) => Some(format!("{fault}; {unsaved}")),
            }
        });
        saved.unwrap_or_else(|| fault.to_string())
    }
}

impl Experiment<War> for Series {
    type Row = Row;

    fn sources(&self) -> &Content {
        &self.content
    }

    fn prepare(&self, scripts: &Scripts) {
        if self.measured {
            scripts.measure();
        }
    }

    /// What the game with a seed starts from. Optional rules that have no effect in it are left out.
    fn header(&self, seed: u64, scripts: &Scripts) -> Header {
        let mut header = Header { seed, ..self.header.clone() };
        if !self.scenarios.is_empty() {
            header.scenario.clone_from(&self.scenarios[(seed % self.scenarios.len() as u64) as usize]);
        }
        if !self.positions.is_empty() {
            header.position = Some(self.positions[(seed % self.positions.len() as u64) as usize].clone());
        }
        if self.random_rules {
            let mut coins = Stream::new(seed, Purpose::Rules);
            let rules = scripts.compatible_rules(|_| coins.below(2) == 0).into_iter().map(|rule| rule.id.as_str());
            header = header.clone().with_rules(rules, scripts).unwrap_or(header);
        }
        // A rule that has no effect in this scenario or position may have one in the next.
        header.clone().without_idle_rules([], scripts).unwrap_or(header)
    }

    fn agent(&self, seed: u64, side: Side) -> Box<dyn Agent<War>> {
        // Nobody hurries it: what it plays is counted.
        self.players[side].agent(seed, side, 1, Arc::default())
    }

    fn wrong(&self, game: &Game) -> Option<String> {
        View::of_everything(game).broken_invariant()
    }

    /// If the game went wrong, a record is written that repeats it, if there is a place for it.
    fn row(&self, seed: u64, ended: Result<Ended<War>, Faults>) -> Row {
        let mut row = Row {
            seed,
            scenario: self.header.scenario.clone(),
            rules: String::new(),
            french: self.players.french.to_string(),
            british: self.players.british.to_string(),
            exchanged: false,
            setup: self.setup.clone(),
            winner: String::new(),
            reason: String::new(),
            year: 0,
            vp: 0,
            decisions: 0,
            events: String::new(),
            error: String::new(),
        };
        let Ended { game, fault } = match ended {
            Ok(ended) => ended,
            Err(faults) => return Row { error: first_line(&faults), ..row },
        };
        row.scenario.clone_from(&game.header().scenario);
        row.rules = game.header().rules.join(" ");
        row.events = write_events(&events(&game, game.scripts().deck()));
        let view = View::of_everything(&game);
        row.exchanged = view.exchanged();
        row.decisions = game.decisions() as u64;
        (row.year, row.vp) = (view.year(), view.vp());
        match (fault, game.outcome()) {
            (Some(fault), _) => row.error = self.keep(seed, &game, &fault),
            (None, Some(victory)) => {
                row.winner = victory.winner.map_or("draw", Side::id).into();
                row.reason = victory.reason.to_string();
            }
            (None, None) => {}
        }
        row
    }
}

/// So many records of games with the same seed are kept beside each other.
const MOST_RECORDS: u32 = 100;

/// Plays each seed in two series, as [`Series::play_all`] does.
pub fn play_pairs(
    pair: &[Series; 2],
    seeds: &RangeInclusive<u64>,
    jobs: usize,
    each: impl FnMut([Row; 2]) -> miette::Result<ControlFlow<()>>,
) -> miette::Result<()> {
    shown(seeds, jobs, |threads| lab::play_pairs(pair, seeds, threads, each))
}

/// Plays in so many threads, and shows how far it is; Ctrl-C stops it.
fn shown<T>(seeds: &RangeInclusive<u64>, jobs: usize, play: impl FnOnce(Threads<'_>) -> T) -> T {
    let progress = progress(count(seeds));
    let quiet = Quiet::new();
    let tick = || progress.inc(1);
    let played = play(Threads { count: jobs, stop: interrupt::is_pressed, tick: &tick });
    interrupt::take();
    drop(quiet);
    progress.finish_and_clear();
    played
}

/// A bar that says how far it is, and how long it will take.
fn progress(games: u64) -> ProgressBar {
    let progress = ProgressBar::new(games);
    match ProgressStyle::with_template("{bar:40} {pos}/{len} games, {eta} left") {
        Ok(style) => progress.with_style(style),
        Err(_) => progress,
    }
}

/// While this lives, panics are not printed: they are caught and reported with the seed.
struct Quiet;

impl Quiet {
    fn new() -> Quiet {
        std::panic::set_hook(Box::new(|_| {}));
        Quiet
    }
}

impl Drop for Quiet {
    fn drop(&mut self) {
        let _ = std::panic::take_hook();
    }
}

fn first_line(faults: &Faults) -> String {
    faults.iter().next().map(|fault| fault.line()).unwrap_or_default()
}

/// The cards that were played as events or in response.
fn events(game: &Game, deck: &Deck) -> BTreeMap<String, u64> {
    let mut events = BTreeMap::new();
    for answer in game.history() {
        let card = match answer {
            Answer::Choice { ask: Ask::Use(card), choice: Choice::Word(Word::Event), .. } => *card,
            Answer::Choice { ask: Ask::Respond(_), choice: Choice::Card(card), .. } => *card,
            _ => continue,
        };
        if let Some(card) = deck.card(card) {
            *events.entry(card.event.clone()).or_default() += 1;
        }
    }
    events
}
