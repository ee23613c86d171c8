//! Series of games: their common setup, and how they are played and recorded.

use crate::facts::{Column, Facts, Score};
use crate::luck::LuckSteps;
use crate::outside::protocol::SeenBySide;
use crate::outside::{Describe, OutsideBot, OutsideSeats};
use crate::row::{GameEnd, Row};
use crate::{Ended, Experiment, Player, Worker};
use std::borrow::Borrow;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use wilderness_engine::faults::Faults;
use wilderness_engine::record::{Header as _, KnownRecords};
use wilderness_engine::script::{
    ChangedFunctions, Costs, Fingerprints, Host, Observations, ObservedLine, ScriptAct, ScriptSet, fingerprint,
    lines_of,
};
use wilderness_engine::value::PipWorth;
use wilderness_engine::{Agent, Each, Game, Rules, Side as _};

/// The texts of the scripts of a game.
type Sources<F> = <<F as Rules>::Scripts as ScriptSet>::Sources;

/// A game of which bots play many, to be counted.
pub trait Tested: Rules {
    /// The word for the game: on the command line, in records and rows, and as the base of content directories.
    const GAME: &'static str;
    /// Its score.
    const SCORE: Score = Score::UNKNOWN;
    /// What it notes of each game besides.
    const COLUMNS: &'static [Column] = &[];

    /// What the lab knows of the game, whose sides are these.
    fn facts(sides: &[Self::Side]) -> Facts {
        Facts {
            game: Self::GAME.into(),
            sides: sides.iter().map(|side| (side.id().to_string(), side.to_string())).collect(),
            score: Self::SCORE,
            columns: Self::COLUMNS.to_vec(),
        }
    }

    /// What the games of a series start from, without their seeds: a header, and what else differs from game to game.
    type Plan: Clone + Send + Sync + From<Self::Header> + Borrow<Self::Header> + 'static;

    /// A fingerprint of all that games of a plan have in common: content, settings, position.
    fn setup(plan: &Self::Plan, scripts: &Self::Scripts) -> String {
        let files = scripts.fingerprints().iter().map(|(name, hash)| format!("{name} {hash}\n"));
        fingerprint(&(Self::settings(plan) + files.collect::<String>().as_str()))
    }

    /// The settings and the position that games of a plan start from, as the lines of a record say them.
    fn settings(plan: &Self::Plan) -> String {
        let mut header = plan.borrow().without_scripts();
        header.seed = 0;
        header.write()
    }

    /// What the game with a seed starts from.
    fn seeded(plan: &Self::Plan, seed: u64, _scripts: &Self::Scripts) -> Self::Header {
        let mut header = plan.borrow().clone();
        header.seed = seed;
        header
    }

    /// The scenarios that a series plays, that of the plan itself first. A game that has one calls it as itself.
    fn scenarios(plan: &Self::Plan) -> Vec<String> {
        let id = &plan.borrow().scenario;
        vec![if id.is_empty() { Self::GAME.to_string() } else { id.clone() }]
    }

    /// What is wrong with the position in which a game has ended, if anything.
    fn wrong(_game: &Game<Self>) -> Option<String> {
        None
    }

    /// The side that has won a game that is over; by default the only one with the most points.
    fn winner(game: &Game<Self>) -> Option<Self::Side> {
        let scores = game.now().scores();
        let most = scores.iter().map(|(_, score)| *score).max();
        let mut best = scores.into_iter().filter(|(_, score)| Some(*score) == most);
        best.next().filter(|_| best.next().is_none()).map(|(side, _)| side)
    }

    /// Notes scenario, rules and result of a game in its row, and what the columns of the game hold.
    fn note(game: &Game<Self>, row: &mut Row) {
        row.rules = game.header().rules.join(" ");
        row.scores = game.now().scores().into_iter().map(|(_, score)| score.into()).collect();
        if game.outcome().is_some() {
            let winner = Self::winner(game);
            row.end = Some(winner.map_or(GameEnd::Draw, |side| GameEnd::Won(side.index())));
            row.reason = winner.map_or("draw".into(), |side| format!("won by {side}"));
        }
    }

    /// The event that a script is of, as the columns of counts call it; none if it is of no event.
    fn event_of(_file: &str) -> Option<String> {
        None
    }
}

/// What the games of a series start from, without their seeds, where scenarios and optional rules can differ.
#[derive(Clone)]
pub struct SeriesStart<H> {
    /// The header of each game.
    pub header: H,
    /// The scenarios, in turn; that of the header if there are none.
    pub scenarios: Vec<String>,
    /// Whether each has optional rules drawn at random.
    pub random_rules: bool,
}

impl<H> From<H> for SeriesStart<H> {
    fn from(header: H) -> SeriesStart<H> {
        SeriesStart { header, scenarios: Vec::new(), random_rules: false }
    }
}

impl<H> Borrow<H> for SeriesStart<H> {
    fn borrow(&self) -> &H {
        &self.header
    }
}

/// Games that differ only in their seed.
pub struct Series<F: Tested> {
    /// The common start.
    pub plan: F::Plan,
    /// The players.
    pub players: Each<Player>,
    /// The bots outside the program, which play in the place of those.
    pub outside: Each<Option<OutsideBot>>,
    /// What such a bot is told at a decision.
    pub describe: Describe<F>,
    /// The sides, in order.
    pub sides: Vec<F::Side>,
    /// The content.
    pub sources: Sources<F>,
    /// The fingerprints of its files.
    pub files: Fingerprints,
    /// The settings and the position that the games start from.
    pub settings: String,
    /// A fingerprint of the common setup.
    pub setup: String,
    /// The directory for records of failed games, if any.
    pub records: Option<PathBuf>,
    /// Whether script cost is measured.
    pub measured: bool,
    /// What is observed of the scripts.
    pub observed: Option<Arc<ObservedScripts>>,
    /// What the pips of dice are worth, if rows are to say what dice gave: then their luck can be removed from differences.
    pub pips: Option<Arc<PipWorth>>,
}

/// What is observed of scripts: functions, and the lines of them that can run.
#[derive(Clone)]
pub struct ObservedScripts {
    functions: ChangedFunctions,
    lines: Vec<ObservedLine>,
    /// The seeds of the games in which it is found out what events bring those who play them.
    weighed: Option<RangeInclusive<u64>>,
}

impl<F: Tested> Series<F> {
    /// Random games of a plan.
    pub fn of_plan(plan: F::Plan, scripts: &F::Scripts) -> Series<F> {
        Series {
            players: Each::default(),
            outside: Each::default(),
            describe: |_, _| SeenBySide::default(),
            sides: F::sides(scripts).iter().collect(),
            sources: scripts.sources().clone(),
            files: scripts.fingerprints().clone(),
            settings: F::settings(&plan),
            setup: F::setup(&plan, scripts),
            plan,
            records: None,
            measured: false,
            observed: None,
            pips: None,
        }
    }

    /// What the pips of dice are worth in its games, as far as the content says.
    fn pip_worth(&self) -> Option<PipWorth> {
        self.begin(1, || false).ok()?.now().pip_worth()
    }

    /// The same, where rows say what dice gave by what its own content says.
    pub fn noting_own_luck(self) -> Series<F> {
        Series { pips: self.pip_worth().map(Arc::new), ..self }
    }

    /// Both series of a comparison, where rows say what dice gave. It has to be by the same worth of pips: by that of the first, or
    /// where there is none that of the second.
    pub fn noting_luck(pair: [Series<F>; 2]) -> [Series<F>; 2] {
        let pips = pair.iter().find_map(Series::pip_worth).map(Arc::new);
        pair.map(|series| Series { pips: pips.clone(), ..series })
    }

    /// What the lab knows of the game.
    pub fn facts(&self) -> Facts {
        F::facts(&self.sides)
    }
}

impl<F: Tested> Series<F> {
    /// Whether two series play the same games.
    pub fn is_like(&self, other: &Series<F>) -> bool {
        let of = |series: &Series<F>| (F::scenarios(&series.plan), series.names(), series.setup.clone());
        of(self) == of(other)
    }

    /// The scenario, that of the first game if there are several.
    pub fn scenario(&self) -> String {
        F::scenarios(&self.plan).into_iter().next().unwrap_or_default()
    }

    /// Who plays each side, as it was typed.
    pub fn names(&self) -> Vec<String> {
        let name = |side: &F::Side| match &self.outside[*side] {
            Some(bot) => bot.to_string(),
            None => self.players[*side].to_string(),
        };
        self.sides.iter().map(name).collect()
    }

    /// The series with script cost measured or not.
    pub fn measured(self, measured: bool) -> Series<F> {
        Series { measured, ..self }
    }

    /// The same, where it is observed what runs of scripts that differ from others, and what players are offered by them.
    pub fn observing_what_differs(self, [from, own]: [&F::Scripts; 2]) -> Series<F> {
        let functions = ChangedFunctions::of(own, from);
        let lines = lines_of(own, &functions);
        self.observing(functions, lines)
    }

    /// The same, where it is observed when the events act of which `is_meant`, and nothing else.
    pub fn observing_events(self, own: &F::Scripts, is_meant: impl Fn(&str) -> bool) -> Series<F> {
        let is_event = |file: &str| F::event_of(file).is_some_and(|event| is_meant(&event));
        let functions = ChangedFunctions::of_files(own, is_event);
        self.observing(functions, Vec::new())
    }

    fn observing(self, functions: ChangedFunctions, lines: Vec<ObservedLine>) -> Series<F> {
        let observed = ObservedScripts { functions, lines, weighed: None };
        Series { observed: (!observed.functions.is_empty()).then(|| Arc::new(observed)), ..self }
    }

    /// The same, where games with these seeds go on without what the first play of each event that is observed does for a side.
    pub fn weighing_events_in(self, seeds: RangeInclusive<u64>) -> Series<F> {
        let observed = self.observed.as_deref().cloned();
        Series { observed: observed.map(|it| Arc::new(ObservedScripts { weighed: Some(seeds), ..it })), ..self }
    }

    /// The event that a script which acts is of.
    fn event_of(&self, act: &ScriptAct) -> Option<String> {
        let file = self.files.keys().find(|file| act.is_of(file))?;
        F::event_of(file)
    }

    /// The lines that are observed: `events/one.rhai` and 7.
    pub fn observed_lines(&self) -> Vec<(String, usize)> {
        let lines = self.observed.iter().flat_map(|observed| &observed.lines);
        lines.map(|at| (at.line.file.clone(), at.line.line)).collect()
    }

    /// The game with a seed, before its first decision; `stop` ends it early.
    ///
    /// # Errors
    /// What is wrong with the content or the start.
    pub fn begin(&self, seed: u64, stop: fn() -> bool) -> Result<Game<F>, Faults> {
        Worker::default().begin(self, seed, stop)
    }

    /// What the scripts of a thread have cost.
    pub fn costs(worker: Worker<F>) -> Costs {
        worker.scripts().filter_map(|scripts| scripts.host().map(Host::costs)).flatten().collect()
    }

    /// What the scripts of all threads have cost.
    pub fn all_costs(threads: Vec<Costs>) -> Costs {
        let mut costs = Costs::new();
        for (function, cost) in threads.into_iter().flatten() {
            *costs.entry(function).or_default() += cost;
        }
        costs
    }

    /// Writes the record that reproduces a failure, if there is a directory for it, and describes the fault. An
    /// existing record of another game is not overwritten.
    fn keep(&self, row: &Row, game: &Game<F>, fault: &str) -> String {
        let Some(records) = &self.records else { return fault.to_string() };
        let record = game.record();
        let name = |number: u32| match number {
            1 => format!("{}-{}.record", row.scenario, row.seed),
            _ => format!("{}-{}-{number}.record", row.scenario, row.seed),
        };
        let saved = (1..=MOST_RECORDS).find_map(|number| {
            let path = records.join(name(number));
            match record.save(&path, false, &KnownRecords::default()) {
                Ok(()) => Some(format!("{fault}; see {}", path.display())),
                Err(unsaved) if unsaved.holds_another() && number < MOST_RECORDS => None,
                Err(unsaved) => Some(format!("{fault}; {unsaved}")),
            }
        });
        saved.unwrap_or_else(|| fault.to_string())
    }
}

impl<F: Tested> Experiment<F> for Series<F> {
    type Row = Row;

    fn sources(&self) -> &Sources<F> {
        &self.sources
    }

    fn prepare(&self, scripts: &F::Scripts) {
        if self.measured {
            scripts.host().into_iter().for_each(Host::measure);
        }
    }

    fn header(&self, seed: u64, scripts: &F::Scripts) -> F::Header {
        F::seeded(&self.plan, seed, scripts)
    }

    fn agent(&self, seed: u64, side: F::Side) -> Option<Box<dyn Agent<F>>> {
        // Not hurried, so that results do not depend on time.
        self.outside[side].is_none().then(|| self.players[side].agent(seed, side, 1, Arc::default()))
    }

    fn outside(&self) -> Option<OutsideSeats<'_, F>> {
        let plays = self.sides.iter().any(|side| self.outside[*side].is_some());
        plays.then(|| OutsideSeats::new(F::GAME, &self.outside, self.describe))
    }

    fn has_players_of(&self, other: &Series<F>) -> bool {
        let players =
            |series: &Series<F>| -> Vec<Player> { series.sides.iter().map(|side| series.players[*side]).collect() };
        self.sides == other.sides && players(self) == players(other)
    }

    fn wrong(&self, game: &Game<F>) -> Option<String> {
        F::wrong(game)
    }

    fn notes_turns(&self) -> bool {
        self.pips.is_some()
    }

    fn observations(&self) -> Option<Rc<Observations>> {
        self.observed.as_ref().map(|observed| Rc::new(Observations::of(&observed.functions)))
    }

    fn weighs_acts(&self, seed: u64) -> bool {
        let weighed = self.observed.as_ref().and_then(|observed| observed.weighed.as_ref());
        weighed.is_some_and(|seeds| seeds.contains(&seed))
    }

    fn goes_without(&self, act: &ScriptAct) -> bool {
        self.event_of(act).is_some()
    }

    fn note_without(&self, row: &mut Row, act: &ScriptAct, without: &Row) {
        let Some(event) = self.event_of(act).filter(|_| row.error.is_empty() && without.error.is_empty()) else {
            return;
        };
        let facts = self.facts();
        let [with, without] = [&*row, without].map(|row| facts.leads_without_luck(row, LuckSteps::ALL));
        if let Some((with, without)) = with.get(act.side).zip(without.get(act.side)) {
            row.brought.insert((event, act.side), with - without);
        }
    }

    /// If the game failed, writes a record that reproduces it, if there is a directory for it.
    fn row(&self, seed: u64, ended: Result<Ended<F>, Faults>) -> Row {
        let scenario = self.scenario();
        let count = self.sides.len();
        let empty = Row { seats: (0..count).collect(), scores: vec![0; count], ..Row::default() };
        let noted = vec![String::new(); F::COLUMNS.len()];
        let mut row = Row { seed, scenario, players: self.names(), noted, setup: self.setup.clone(), ..empty };
        let Ended { game, fault, observations } = match ended {
            Ok(ended) => ended,
            Err(faults) => return Row { error: first_line(&faults), ..row },
        };
        row.decisions = game.past().decisions() as u64;
        if let Some(pips) = &self.pips {
            row.luck = pips.luck(game.past().dice(0), count);
            row.luck.truncate(self.facts().judged().end);
        }
        if let Some((observations, observed)) = observations.zip(self.observed.as_ref()) {
            (row.offered, row.ran) = (observations.offered(), observations.ran(&observed.lines));
        }
        F::note(&game, &mut row);
        if let Some(fault) = fault {
            row.error = self.keep(&row, &game, &fault);
            (row.end, row.reason) = (None, String::new());
        }
        row
    }
}

/// The maximum number of records for the same seed.
const MOST_RECORDS: u32 = 100;

/// What is wrong, in a line.
pub fn first_line(faults: &Faults) -> String {
    faults.iter().next().map(|fault| fault.line()).unwrap_or_default()
}
