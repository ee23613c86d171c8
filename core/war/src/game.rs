//! A game: the table, stepped from checkpoint to checkpoint of the sequence of play. To answer a decision is to add an
//! answer and run the current step again; undo is to drop answers. This is all a front end needs.

mod back;
mod debug;
mod lines;
mod naming;
mod reload;
mod sight;
mod suppose;
mod trial;

pub use debug::Onward;
pub use lines::{Bookmark, Date, Goal, Line, NotThere, Stands};
pub use reload::NotReloaded;

use crate::agents::Agent;
use crate::decision::{Ask, Choice, Decision};
use crate::header::Header;
use crate::log::Entry;
use crate::position::Position;
use crate::record::{Given, Note, Record};
use crate::rules;
use crate::scenario::Scenario;
use crate::script::debug::{Counts, Pace};
use crate::script::{Fingerprints, Place, Scripts};
use crate::settings::Settings;
use crate::side::{PerSide, Side};
use crate::state::{State, Step, Victory};
use crate::table::{Answer, Halt, Table};
use crate::view::View;
use std::rc::Rc;
use std::sync::Arc;
use wilderness_engine::faults::{Fault, Faults};

/// The state at the start of a step, and how much was known by then.
#[derive(Clone)]
struct Checkpoint {
    state: Arc<State>,
    answers: usize,
    log: usize,
}

/// A game that is being played.
pub struct Game {
    table: Table,
    header: Header,
    checkpoints: Vec<Checkpoint>,
    pending: Option<Decision>,
    broken: Option<Halt>,
    undone: Vec<back::Undone>,
    lines: lines::Lines,
    /// The seats that those who look at the game know everything of.
    shown: PerSide<bool>,
    /// What was known and taken back.
    remarks: Vec<Note>,
    /// Scripts that the last reload could not take without dropping answers.
    offered: Option<reload::Set>,
    /// The scripts that were in force, and how many answers were known when they came into force.
    played_with: Vec<(usize, Fingerprints)>,
    /// How its scripts are debugged.
    stepping: debug::Stepping,
}

/// Why an answer was refused; the game is as it was.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refused {
    /// No decision is open.
    #[error("nothing is to be decided")]
    NothingToDecide,
    /// A script has stopped, and has to go on first.
    #[error("the script is stopped at {0}: `continue` first")]
    Stopped(Box<Place>),
    /// No script has stopped.
    #[error("no script is stopped")]
    NotStopped,
    /// The answer is not among the legal ones.
    #[error("`{token}` is not among the {count} answers to `{kind}` ({rule})")]
    NotOffered {
        /// What was answered.
        token: String,
        /// The kind of the open decision.
        kind: &'static str,
        /// The rule of the open decision.
        rule: &'static str,
        /// How many answers are legal.
        count: usize,
    },
    /// The answer made a card's script fail; the game is as it was before the card was played.
    #[error("{}", .0.line())]
    ScriptFailed(Box<Fault>),
}

impl Game {
    /// A game about to begin. Nothing has happened yet: call [`Game::proceed`].
    pub fn new(header: Header, scenario: Arc<Scenario>, scripts: Rc<Scripts>, start: State) -> Game {
        let played_with = vec![(0, scripts.fingerprints().clone())];
        let start = Arc::new(start);
        let mut table = Table::new(State::clone(&start), scenario, scripts);
        table.windows = header.settings.windows.unwrap_or_default();
        table.live_mut().dice = header.settings.dice.unwrap_or_default();
        table.live_mut().reasons = Some(Vec::new());
        table.log = Some(Vec::new());
        table.forced = Some(Vec::new());
        let checkpoints = vec![Checkpoint { state: start, answers: 0, log: 0 }];
        let (pending, broken, undone, remarks, offered) = (None, None, Vec::new(), Vec::new(), None);
        let lines = lines::Lines::new();
        let stepping = debug::Stepping::default();
        let shown = PerSide::new(|_| true);
        Game {
            table,
            header,
            checkpoints,
            pending,
            broken,
            undone,
            lines,
            shown,
            remarks,
            offered,
            played_with,
            stepping,
        }
    }

    /// Lets an agent, or nobody, sit down as a side. Those who do may change sides before the game (13.3).
    pub fn set_agent(&mut self, seat: Side, agent: Option<Box<dyn Agent>>) {
        self.table.live_mut().agents[seat] = agent;
    }

    /// Why the agents that have reasons chose as they did since [`Game::forget_reasons`], in order: whose agent, and a
    /// sentence without its capital and full stop. Nothing in a game without a log.
    pub fn reasons(&self) -> &[(Side, String)] {
        self.table.live().reasons.as_deref().unwrap_or_default()
    }

    /// Forgets why agents chose as they did: a person is about to answer, or what they chose is taken back.
    pub fn forget_reasons(&mut self) {
        self.table.live_mut().reasons.as_mut().map(Vec::clear);
    }

    /// Takes the reasons out of the game before a command, which begins to collect those that it leads to.
    pub fn take_reasons(&mut self) -> Vec<(Side, String)> {
        self.table.live_mut().reasons.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Puts back the reasons that were taken out before a command that has answered nothing.
    pub fn put_back_reasons(&mut self, reasons: Vec<(Side, String)>) {
        if let Some(kept) = self.table.live_mut().reasons.as_mut() {
            *kept = reasons;
        }
    }

    /// Whether an agent answers for a side.
    pub fn has_agent(&self, side: Side) -> bool {
        self.table.live().agents[self.state().seat(side)].is_some()
    }

    /// Does without a log, to save time.
    pub fn without_log(mut self) -> Game {
        self.table.log = None;
        self.table.forced = None;
        self.table.live_mut().reasons = None;
        self
    }

    /// Plays on until somebody has to decide or the game is over.
    ///
    /// # Errors
    /// A fault of the engine or of a record; see [`Game::broken`].
    pub fn proceed(&mut self) -> Result<(), Halt> {
        self.live(Game::run)
    }

    /// Plays on from the last checkpoint, with what is known, until somebody has to decide or a script stops.
    fn run(&mut self) -> Result<(), Halt> {
        let mut pace = self.pace();
        self.pending = None;
        self.broken = None;
        self.table.live_mut().hold = self.lines.hold();
        let mut is_there = false;
        loop {
            let Some(start) = self.checkpoints.last() else { return Ok(()) };
            if matches!(start.state.step, Step::Over(_)) {
                return Ok(());
            }
            if is_there {
                self.table.next_step(&start.state);
            } else {
                self.table.begin_step(&start.state, start.answers);
            }
            if let Some(log) = self.table.log.as_mut() {
                log.truncate(start.log);
            }
            let probe = self.table.probe.clone();
            if let Some(probe) = &probe {
                probe.begin(pace);
            }
            let result = rules::step(&mut self.table);
            if let Some(probe) = &probe {
                probe.count(if result.is_ok() { Counts::done } else { Counts::halt });
            }
            match result {
                Ok(()) => {
                    self.note_checkpoint();
                    is_there = true;
                    if pace != Pace::Live {
                        pace = Pace::Quiet;
                    }
                }
                Err(Halt::Stopped(stop)) => {
                    self.stepping.stopped(stop, self.table.known().len());
                    return Ok(());
                }
                Err(Halt::Pending(decision)) => {
                    self.pending = Some(decision);
                    return Ok(());
                }
                Err(halt) => {
                    self.broken = Some(halt.clone());
                    return Err(halt);
                }
            }
        }
    }

    /// Notes that the next step begins here. Without a log hardly anybody goes back, and if somebody does, he plays from
    /// the first checkpoint on: the last is written over, unless it is also held elsewhere.
    fn note_checkpoint(&mut self) {
        let (answers, log) = (self.table.known().next, self.table.log.as_ref().map_or(0, Vec::len));
        let is_first = self.checkpoints.len() == 1;
        let last = self.checkpoints.last_mut().filter(|_| self.table.log.is_none() && !is_first);
        if let Some(last) = last
            && let Some(state) = Arc::get_mut(&mut last.state)
        {
            state.copy(&self.table.state);
            last.answers = answers;
        } else {
            self.checkpoints.push(Checkpoint { state: Arc::new(self.table.state.clone()), answers, log });
        }
    }

    /// The decision that is open.
    pub fn decision(&self) -> Option<&Decision> {
        self.pending.as_ref()
    }

    /// The fault that stopped the game, if one did.
    pub fn broken(&self) -> Option<&Halt> {
        self.broken.as_ref()
    }

    /// How the game ended, if it has.
    pub fn outcome(&self) -> Option<Victory> {
        match self.table.state.step {
            Step::Over(victory) => Some(victory),
            _ => None,
        }
    }

    /// Answers the open decision and plays on. Where the game looks back, the answer that was given goes on along the
    /// line, and another one begins a new line.
    ///
    /// # Errors
    /// If the answer is not one of the decision's choices. Nothing changes then.
    pub fn choose(&mut self, choice: Choice) -> Result<(), Refused> {
        let decision = self.open()?;
        if !decision.choices.contains(&choice) {
            return Err(not_offered(decision, choice.token()));
        }
        let (side, ask) = (decision.side, decision.ask.clone());
        let before = self.table.known().len();
        let answer = match (&ask, choice) {
            (Ask::Die(throw), Choice::Option(face)) => {
                Answer::Roll { throw: *throw, die: face.as_str().parse().unwrap_or(1) }
            }
            _ => Answer::Choice { side, ask, choice },
        };
        // Dice that somebody has rolled since make another line of it.
        let is_known = self.table.live().rolled.is_empty()
            && self.table.live().named.is_none()
            && self.lines.ahead.front() == Some(&answer);
        if is_known && self.live(Game::go_along) {
            return Ok(());
        }
        self.note_what_is_known(before, side);
        self.undone.clear();
        if self.looks_back() {
            self.leave_line(self.whole(), before);
        }
        self.table.live_mut().known.answers.push(answer);
        match self.live(Game::run) {
            Err(Halt::Script(fault)) => {
                self.abandon_event(before);
                Err(Refused::ScriptFailed(fault))
            }
            // Any other fault is kept in `broken`, where the front end finds it.
            _ => Ok(()),
        }
    }

    /// The open decision.
    fn open(&self) -> Result<&Decision, Refused> {
        let none = || match self.stop() {
            Some(stop) => Refused::Stopped(Box::new(stop.place.clone())),
            None => Refused::NothingToDecide,
        };
        self.pending.as_ref().ok_or_else(none)
    }

    /// Goes back to before the card whose script failed was put to its use, so that the game can go on without it; or
    /// to before the last choice, the answer with the number `before`, if no person began the card in this step or the
    /// script fails again.
    fn abandon_event(&mut self, before: usize) {
        let start = self.checkpoints.last().map_or(0, |start| start.answers).min(before);
        let began = |answer: &Answer| match answer {
            Answer::Choice { ask: Ask::Use(_) | Ask::Respond(_), side, .. } => !self.has_agent(*side),
            _ => false,
        };
        let card = self.table.known().answers[start..=before].iter().rposition(began).map(|index| start + index);
        for known in card.into_iter().chain([before]) {
            let whole = self.table.known().answers[..before.min(self.table.known().len())].to_vec();
            self.table.live_mut().known.answers.truncate(known);
            self.leave_line(whole, known);
            self.rewind();
            if self.broken.is_none() {
                return;
            }
        }
    }

    /// Answers the open decision by the token of a choice.
    ///
    /// # Errors
    /// As [`Game::choose`].
    pub fn choose_token(&mut self, token: &str) -> Result<(), Refused> {
        let decision = self.open()?;
        let choice = decision.find(token).ok_or_else(|| not_offered(decision, token.into()))?;
        self.choose(choice)
    }

    /// Everything that is on the table, hidden or not.
    pub fn state(&self) -> &State {
        &self.table.state
    }

    /// What a side sees.
    pub fn view(&self, side: Side) -> View<'_> {
        View::at(self.table.seen(), self.table.known(), side)
    }

    /// What happened so far.
    pub fn log(&self) -> &[Entry] {
        self.table.log.as_deref().unwrap_or_default()
    }

    /// The scenario that is played.
    pub fn scenario(&self) -> &Scenario {
        &self.table.scenario
    }

    /// The cards.
    pub fn scripts(&self) -> &Rc<Scripts> {
        &self.table.scripts
    }

    /// The header of a game that starts where the current step did, with the same rules and settings and with these scripts.
    ///
    /// # Errors
    /// Rules that the scripts do not have.
    pub fn header_from_here(&self, seed: u64, scripts: &Scripts) -> Result<Header, Faults> {
        let start = self.checkpoints.last().map_or(&self.table.state, |start| &start.state);
        let scenario = Some(self.header.scenario.as_str());
        let mut header = Header::from_position(Position::from_state(start), scenario, seed, scripts)?;
        header.settings = Settings { handicap: None, dice: None, ..self.header.settings.clone() };
        header.content = self.header.content.only_scenario();
        header.with_rules(self.header.rules.iter().map(String::as_str), scripts)
    }

    /// What the game started from.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The answers and results of chance that are known, in the order in which they were given.
    pub fn history(&self) -> &[Answer] {
        &self.table.known().answers
    }

    /// Those that were given since the current step began: in an action phase, since the side was asked for its card.
    pub fn history_of_step(&self) -> &[Answer] {
        let start = self.checkpoints.last().map_or(0, |start| start.answers);
        self.table.known().answers.get(start..).unwrap_or_default()
    }

    /// How many answers and results of chance are known.
    pub fn answers(&self) -> usize {
        self.table.known().len()
    }

    /// How many of the answers are choices of a side.
    pub fn decisions(&self) -> usize {
        self.table.known().answers.iter().filter(|answer| matches!(answer, Answer::Choice { .. })).count()
    }

    /// The game as a record: what it started from, and everything that was chosen and rolled up to the present place.
    pub fn record(&self) -> Record {
        let lines = self.table.known().answers.iter().map(|answer| answer.line());
        Record::new(self.header.clone(), lines, self.notes())
    }

    /// The same, and behind it what lies ahead, the other lines, and the bookmarks.
    pub fn record_of_all_lines(&self) -> Record {
        self.record().with_kept(self.kept())
    }

    /// Gives the faces of dice that somebody rolled by hand, 1 to 6: the next unknown dice show them, in this order. The
    /// generator gives the others.
    pub fn give_rolls(&mut self, faces: impl IntoIterator<Item = u8>) {
        self.table.live_mut().rolled.extend(faces.into_iter().filter(|face| (1..=6).contains(face)));
    }

    /// Says in the header, if it names scripts at all, that the game was played with those of today: a record that was
    /// played through has been.
    pub(crate) fn rename_scripts(&mut self) {
        self.note_scripts(0, self.table.scripts.fingerprints().clone());
    }

    /// Hands over answers out of a record, to be used before anybody is asked.
    pub(crate) fn feed(&mut self, given: impl IntoIterator<Item = Given>) {
        self.table.live_mut().given.extend(given);
    }

    /// Says whether a record that is handed over has to give every answer, die and card.
    pub(crate) fn set_strict(&mut self, strict: bool) {
        self.table.live_mut().strict = strict;
    }

    /// Takes up the notes of a record about what was known and taken back.
    pub(crate) fn remember(&mut self, remarks: impl IntoIterator<Item = Note>) {
        self.remarks.extend(remarks);
    }

    /// What a record says between the answers: scripts that were exchanged, dice and cards that were taken back.
    fn notes(&self) -> Vec<Note> {
        let mut notes = self.exchanged();
        notes.extend(self.remarks.iter().cloned());
        notes.sort_by_key(|note| note.after);
        notes
    }

    /// The first line of a record that nothing asked for, once the game is over.
    pub(crate) fn left_over(&self) -> Option<&Given> {
        self.table.live().given.front()
    }
}

/// Whether an answer put a card to its use.
fn began(answer: &Answer) -> bool {
    matches!(answer, Answer::Choice { ask: Ask::Use(_) | Ask::Respond(_), .. })
}

fn not_offered(decision: &Decision, token: String) -> Refused {
    let (kind, rule) = (decision.ask.kind(), decision.ask.rule());
    Refused::NotOffered { token, kind, rule, count: decision.choices.len() }
}
