//! A game: the table, stepped from checkpoint to checkpoint of the sequence of play. To answer a decision is to add an
//! answer and run the current step again; undo is to drop answers. This is all a front end needs.

mod back;
mod debug;
mod lines;
mod naming;
mod reload;
mod replay;
mod sight;
mod suppose;
mod trial;

pub use debug::Onward;
pub use lines::{Goal, Line, NotThere, Stands};
pub use reload::NotReloaded;
pub use replay::Played;

use crate::agent::Agent;
use crate::debug::{Counts, Pace, Place};
use crate::decision::{Choice as _, Decision, Question};
use crate::faults::{Fault, Faults};
use crate::record::{Header, Note, Record, Start};
use crate::rules::Rules;
use crate::script::{Fingerprints, ScriptSet};
use crate::side::Each;
use crate::table::{Answer, Given, Halt, Table};
use std::rc::Rc;
use std::sync::Arc;

/// The state at the start of a step, and how much was known by then.
#[derive(Clone)]
struct Checkpoint<R: Rules> {
    state: Arc<R::State>,
    answers: usize,
    log: usize,
}

/// A game that is being played.
pub struct Game<R: Rules> {
    table: Table<R>,
    header: R::Header,
    checkpoints: Vec<Checkpoint<R>>,
    pending: Option<Decision<R>>,
    broken: Option<Halt<R>>,
    undone: Vec<back::Undone>,
    lines: lines::Lines<R>,
    /// The seats that those who look at the game know everything of.
    shown: Each<bool>,
    /// What was known and taken back.
    remarks: Vec<Note>,
    /// Scripts that the last reload could not take without dropping answers.
    offered: Option<reload::Set<R>>,
    /// The scripts that were in force, and how many answers were known when they came into force.
    played_with: Vec<(usize, Fingerprints)>,
    /// How its scripts are debugged.
    stepping: debug::Stepping<R>,
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

impl<R: Rules> Game<R> {
    /// A game that begins as a header says. Nothing has happened yet: call [`Game::proceed`].
    ///
    /// # Errors
    /// What does not go together.
    pub fn begin(header: &R::Header, scripts: Rc<R::Scripts>) -> Result<Game<R>, Faults> {
        header.start(scripts).map(Game::from_start)
    }

    /// The same for a test, whether or not the state is one that a game can begin with.
    #[cfg(feature = "testing")]
    pub fn from_unchecked(start: Start<R>) -> Game<R> {
        Game::from_start(start)
    }

    fn from_start(Start { header, scenario, scripts, state }: Start<R>) -> Game<R> {
        let played_with = vec![(0, scripts.fingerprints().clone())];
        let start = Arc::new(state);
        let mut table = Table::new(R::State::clone(&start), scenario, scripts);
        table.windows = header.windows();
        table.live_mut().dice = header.dice();
        table.live_mut().reasons = Some(Vec::new());
        table.log = Some(Vec::new());
        table.forced = Some(Vec::new());
        let checkpoints = vec![Checkpoint { state: start, answers: 0, log: 0 }];
        let (pending, broken, undone, remarks, offered) = (None, None, Vec::new(), Vec::new(), None);
        let lines = lines::Lines::new();
        let stepping = debug::Stepping::default();
        let shown = Each::new(|_: R::Side| true);
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
    pub fn set_agent(&mut self, seat: R::Side, agent: Option<Box<dyn Agent<R>>>) {
        self.table.live_mut().agents[seat] = agent;
    }

    /// Why the agents that have reasons chose as they did since [`Game::forget_reasons`], in order: whose agent, and a
    /// sentence without its capital and full stop. Nothing in a game without a log.
    pub fn reasons(&self) -> &[(R::Side, String)] {
        self.table.live().reasons.as_deref().unwrap_or_default()
    }

    /// Forgets why agents chose as they did: a person is about to answer, or what they chose is taken back.
    pub fn forget_reasons(&mut self) {
        self.table.live_mut().reasons.as_mut().map(Vec::clear);
    }

    /// Takes the reasons out of the game before a command, which begins to collect those that it leads to.
    pub fn take_reasons(&mut self) -> Vec<(R::Side, String)> {
        self.table.live_mut().reasons.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Puts back the reasons that were taken out before a command that has answered nothing.
    pub fn put_back_reasons(&mut self, reasons: Vec<(R::Side, String)>) {
        if let Some(kept) = self.table.live_mut().reasons.as_mut() {
            *kept = reasons;
        }
    }

    /// Whether an agent answers for a side.
    pub fn has_agent(&self, side: R::Side) -> bool {
        self.table.live().agents[R::seat(self.state(), side)].is_some()
    }

    /// Does without a log, to save time.
    pub fn without_log(mut self) -> Game<R> {
        self.table.log = None;
        self.table.forced = None;
        self.table.live_mut().reasons = None;
        self
    }

    /// Plays on until somebody has to decide or the game is over.
    ///
    /// # Errors
    /// A fault of the engine or of a record; see [`Game::broken`].
    pub fn proceed(&mut self) -> Result<(), Halt<R>> {
        self.live(Game::run)
    }

    /// Plays on from the last checkpoint, with what is known, until somebody has to decide or a script stops.
    fn run(&mut self) -> Result<(), Halt<R>> {
        let mut pace = self.pace();
        self.pending = None;
        self.broken = None;
        self.table.live_mut().hold = self.lines.hold();
        let mut is_there = false;
        loop {
            let Some(start) = self.checkpoints.last() else { return Ok(()) };
            if R::is_over(&start.state) {
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
            let result = R::step(&mut self.table);
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
                    self.stepping.stopped(stop, self.table.known().count());
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
            state.clone_from(&self.table.state);
            last.answers = answers;
        } else {
            self.checkpoints.push(Checkpoint { state: Arc::new(self.table.state.clone()), answers, log });
        }
    }

    /// The decision that is open.
    pub fn decision(&self) -> Option<&Decision<R>> {
        self.pending.as_ref()
    }

    /// The fault that stopped the game, if one did.
    pub fn broken(&self) -> Option<&Halt<R>> {
        self.broken.as_ref()
    }

    /// How the game ended, if it has.
    pub fn outcome(&self) -> Option<R::Outcome> {
        R::outcome(&self.table.state)
    }

    /// Answers the open decision and plays on. Where the game looks back, the answer that was given goes on along the
    /// line, and another one begins a new line.
    ///
    /// # Errors
    /// If the answer is not one of the decision's choices. Nothing changes then.
    pub fn choose(&mut self, choice: R::Choice) -> Result<(), Refused> {
        let decision = self.open()?;
        if !decision.choices.contains(&choice) {
            return Err(not_offered(decision, choice.token()));
        }
        let (side, ask) = (decision.side, decision.ask.clone());
        let before = self.table.known().count();
        let answer = match ask.thrown().zip(choice.as_face()) {
            Some((throw, die)) => Answer::Roll { throw, die },
            None => Answer::Choice { side, ask, choice },
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
    fn open(&self) -> Result<&Decision<R>, Refused> {
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
        let began = |answer: &Answer<R>| match answer {
            Answer::Choice { ask, side, .. } => ask.sets_off_a_script() && !self.has_agent(*side),
            _ => false,
        };
        let card = self.table.known().answers[start..=before].iter().rposition(began).map(|index| start + index);
        for known in card.into_iter().chain([before]) {
            let whole = self.table.known().answers[..before.min(self.table.known().count())].to_vec();
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

    /// What the rules remember besides the state, where the game stands.
    pub fn within(&self) -> &R::Within {
        &self.table.within
    }

    /// Everything that is on the table, hidden or not.
    pub fn state(&self) -> &R::State {
        &self.table.state
    }

    /// What a side sees.
    pub fn view(&self, side: R::Side) -> R::View<'_> {
        R::view(self.table.seen(), self.table.known(), side)
    }

    /// What happened so far.
    pub fn log(&self) -> &[R::News] {
        self.table.log.as_deref().unwrap_or_default()
    }

    /// The scenario that is played.
    pub fn scenario(&self) -> &R::Scenario {
        &self.table.scenario
    }

    /// The cards.
    pub fn scripts(&self) -> &Rc<R::Scripts> {
        &self.table.scripts
    }

    /// The header of a game that starts where the current step did, with the same rules and settings and with these
    /// scripts.
    ///
    /// # Errors
    /// Rules that the scripts do not have.
    pub fn header_from_here(&self, seed: u64, scripts: &R::Scripts) -> Result<R::Header, Faults> {
        let start = self.checkpoints.last().map_or(&self.table.state, |start| &start.state);
        self.header.starting_from(start, seed, scripts)
    }

    /// What the game started from.
    pub fn header(&self) -> &R::Header {
        &self.header
    }

    /// The answers and results of chance that are known, in the order in which they were given.
    pub fn history(&self) -> &[Answer<R>] {
        &self.table.known().answers
    }

    /// Those that were given since the current step began: in an action phase, since the side was asked for its card.
    pub fn history_of_step(&self) -> &[Answer<R>] {
        let start = self.checkpoints.last().map_or(0, |start| start.answers);
        self.table.known().answers.get(start..).unwrap_or_default()
    }

    /// How many answers and results of chance are known.
    pub fn answers(&self) -> usize {
        self.table.known().count()
    }

    /// How many of the answers are choices of a side.
    pub fn decisions(&self) -> usize {
        self.table.known().answers.iter().filter(|answer| matches!(answer, Answer::Choice { .. })).count()
    }

    /// The game as a record: what it started from, and everything that was chosen and rolled up to the present place.
    pub fn record(&self) -> Record<R> {
        let lines = self.table.known().answers.iter().map(|answer| answer.line());
        Record::new(self.header.clone(), lines, self.notes())
    }

    /// The same, and behind it what lies ahead, the other lines, and the bookmarks.
    pub fn record_of_all_lines(&self) -> Record<R> {
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
fn began<R: Rules>(answer: &Answer<R>) -> bool {
    matches!(answer, Answer::Choice { ask, .. } if ask.sets_off_a_script())
}

fn not_offered<R: Rules>(decision: &Decision<R>, token: String) -> Refused {
    let (kind, rule) = (decision.ask.kind(), decision.ask.rule());
    Refused::NotOffered { token, kind, rule, count: decision.choices.len() }
}
