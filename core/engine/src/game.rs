//! A game: the table, stepped from checkpoint to checkpoint of the sequence of play. An answer is added to the known
//! ones, and the current step runs again; undo drops answers. This is the whole interface for a front end.

mod back;
mod branches;
mod debug;
mod faces;
mod fork;
mod naming;
mod now;
mod observe;
mod reasons;
mod record_end;
mod reload;
mod replay;
mod sight;
mod steps;
mod suppose;
mod trial;
mod unreel;

pub use branches::{Branch, Goal, NotThere, Stands};
pub use debug::Onward;
pub use faces::{Beforehand, Copies, Debugger, DebuggerMut, Now, Past, PastMut, Reloading, Why};
pub use fork::StepBeginning;
pub use record_end::RecordEnd;
pub use reload::NotReloaded;
pub use replay::Played;
pub(crate) use steps::PlayedStep;

use crate::agent::Agent;
use crate::debug::{Pace, ScriptLine};
use crate::decision::{Choice as _, Decision, Question};
use crate::faults::{Fault, Faults};
use crate::record::{GameStart, Header, Note, Noted, Record, is_reserved};
use crate::refusal::cite;
use crate::rules::Rules;
use crate::side::{Each, Side as _, Sides};
use crate::table::{Answer, Given, Halt, Table};
use std::rc::Rc;
use std::sync::Arc;

/// The state at the start of a step, with the number of known answers and log entries.
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
    branches: branches::Branches<R>,
    /// The seats whose hidden information the viewers of the game see.
    shown: Each<bool>,
    /// Notes about what was known and taken back.
    remarks: Vec<Note>,
    /// From how many known answers on windows open even if no side could respond, whatever the header says.
    opened: Option<usize>,
    /// Scripts that the last reload could not use without dropping answers.
    offered: Option<reload::Set<R>>,
    /// The scripts used so far.
    played_with: reload::PlayedWith,
    /// The script debugger.
    stepping: debug::Stepping<R>,
    /// How often the record has changed in another way than by answers at its end.
    rewritten: u64,
}

/// Why an answer was refused; the game is as it was.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refused {
    /// No decision is open.
    #[error("no decision is open")]
    NothingToDecide,
    /// A script is stopped, and must be continued first.
    #[error("the script is stopped at {0}: `continue` it first")]
    Stopped(Box<ScriptLine>),
    /// No script is stopped.
    #[error("no script is stopped")]
    NotStopped,
    /// The answer is not among the legal ones.
    #[error("`{token}` is not one of the {count} answers to {asked}")]
    NotOffered {
        /// What was answered.
        token: String,
        /// The kind of the open decision, and its rule.
        asked: String,
        /// The number of legal answers.
        count: usize,
    },
    /// The script of a card failed; the game is as it was before the card was played.
    #[error("{}", .0.line())]
    ScriptFailed(Box<Fault>),
}

/// Room for the answers of most games, so that they are not moved again and again while it is played.
const USUAL_ANSWERS: usize = 1_024;

impl<R: Rules> Game<R> {
    /// A game that begins as a header says. Nothing has happened yet: call [`Game::proceed`].
    ///
    /// # Errors
    /// What does not go together.
    pub fn begin(header: &R::Header, scripts: Rc<R::Scripts>) -> Result<Game<R>, Faults> {
        let start = GameStart::new(header, scripts)?;
        let reserved = R::sides(&start.scripts).iter().find(|side| R::SIDES.is_empty() && is_reserved::<R>(side.id()));
        if let Some(side) = reserved {
            let message = format!(
                "no side can be called `{}`: lines of a record that begin with it mean something else",
                side.id()
            );
            return Err(Fault::error("game::reserved_word", message).into());
        }
        Ok((R::inner_loops().begin)(start))
    }

    /// The same for a test, whether or not the state is one that a game can begin with.
    #[cfg(feature = "testing")]
    pub fn from_unchecked(start: GameStart<R>) -> Game<R> {
        (R::inner_loops().begin)(start)
    }

    pub(crate) fn from_start(GameStart { header, scenario, scripts, state }: GameStart<R>) -> Game<R> {
        let start = Arc::new(state);
        let mut table = Table::new(R::State::clone(&start), scenario, scripts);
        table.windows = header.windows();
        table.live_mut().dice = header.dice();
        table.live_mut().reasons = Some(Vec::new());
        table.log = Some(Vec::new());
        table.forced = Some(Vec::new());
        let checkpoints = vec![Checkpoint { state: start, answers: 0, log: 0 }];
        let (pending, broken, undone, remarks, offered) = (None, None, Vec::new(), Vec::new(), None);
        let branches = branches::Branches::new();
        let stepping = debug::Stepping::default();
        let shown = Each::new(R::sides(&table.scripts), |_| true);
        Game {
            table,
            header,
            checkpoints,
            pending,
            broken,
            undone,
            branches,
            shown,
            remarks,
            opened: None,
            offered,
            played_with: reload::PlayedWith::default(),
            stepping,
            rewritten: 0,
        }
    }

    /// Seats an agent as a side, or empties the seat. The rules can exchange the seats before the game.
    pub fn set_agent(&mut self, seat: R::Side, agent: Option<Box<dyn Agent<R>>>) {
        self.table.live_mut().agents[seat] = agent;
    }

    /// Turns the log off, to save time.
    pub fn without_log(mut self) -> Game<R> {
        self.table.log = None;
        self.table.forced = None;
        let live = self.table.live_mut();
        live.reasons = None;
        live.known.answers.reserve(USUAL_ANSWERS);
        self
    }

    /// Notes from now on whose turn it is at each die: see [`Past::dice`]. It is for games without a log, which only go forward.
    pub fn noting_turns(mut self) -> Game<R> {
        self.table.live_mut().turns = Some(Vec::new());
        self
    }

    /// Plays until a person has to decide or the game is over.
    ///
    /// # Errors
    /// A fault of the engine or of a record; see [`Now::broken`].
    pub fn proceed(&mut self) -> Result<(), Halt<R>> {
        self.live(Game::run)
    }

    /// Plays from the last checkpoint with the known answers, until a decision is open or a script stops.
    fn run(&mut self) -> Result<(), Halt<R>> {
        (R::inner_loops().run_steps)(self, usize::MAX).map(drop)
    }

    /// The same, but at most this many steps. Returns whether it made all of them.
    pub(crate) fn run_steps(&mut self, most: usize) -> Result<bool, Halt<R>> {
        let mut pace = self.pace();
        self.pending = None;
        self.broken = None;
        let live = self.table.live_mut();
        live.hold = self.branches.hold();
        live.ahead = self.branches.ahead.front().cloned();
        let mut is_there = false;
        for _ in 0..most {
            let Some(start) = self.checkpoints.last() else { return Ok(false) };
            if R::is_over(&start.state) {
                return Ok(false);
            }
            self.table.windows = self.windows_after(start.answers);
            if is_there {
                self.table.next_step(&start.state);
            } else {
                self.table.begin_step(&start.state, start.answers);
            }
            if let Some(log) = self.table.log.as_mut() {
                log.truncate(start.log);
            }
            let result = match self.table.probe.clone() {
                Some(probe) => self.step_with(&probe, pace.clone()),
                None => R::step(&mut self.table),
            };
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
                    return Ok(false);
                }
                Err(Halt::Pending(decision)) => {
                    self.pending = Some(decision);
                    return Ok(false);
                }
                Err(halt) => {
                    let halt = match halt {
                        Halt::Script(fault) if self.shows_everything() => Halt::Script(Box::new(fault.revealed())),
                        halt => halt,
                    };
                    self.broken = Some(halt.clone());
                    return Err(halt);
                }
            }
        }
        Ok(true)
    }

    /// Sets a checkpoint at the start of the next step. Games without a log rarely go back, and then replay from the
    /// first checkpoint: they overwrite the last one, unless it is shared.
    fn note_checkpoint(&mut self) {
        let (answers, log) = (self.table.known().next, self.table.log.as_ref().map_or(0, Vec::len));
        let is_first = self.checkpoints.len() == 1;
        self.table.end_step();
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

    /// The open decision.
    pub fn decision(&self) -> Option<&Decision<R>> {
        self.enter();
        self.pending.as_ref()
    }

    /// How the game ended, if it is over.
    pub fn outcome(&self) -> Option<R::Outcome> {
        R::outcome(&self.table.state)
    }

    /// Answers the open decision and plays on. Where the game looks back, the known answer continues along the branch,
    /// and any other answer begins a new branch.
    ///
    /// # Errors
    /// If the answer is not one of the decision's choices; the game is then unchanged.
    pub fn choose(&mut self, choice: R::Choice) -> Result<(), Refused> {
        let decision = self.open()?;
        if !decision.choices.contains(&choice) {
            return Err(not_offered(decision, choice.token()));
        }
        let (side, ask) = (decision.side, decision.ask.clone());
        let answer = match ask.thrown().zip(choice.as_face()) {
            Some((throw, die)) => Answer::Roll { throw, die },
            None => Answer::Choice { side, ask, choice },
        };
        match self.give(side, answer) {
            Err(Halt::Script(fault)) => Err(Refused::ScriptFailed(fault)),
            // The front end finds any other fault in `broken`.
            _ => Ok(()),
        }
    }

    /// Gives an answer that the rules take at the start of a step without having asked for it, such as a concession: they
    /// look for it with [`Table::is_on_record`]. It comes before the open decision.
    ///
    /// # Errors
    /// If no decision is open, if the step has begun, or if the rules do not take it; the game is then unchanged.
    pub fn volunteer(&mut self, side: R::Side, ask: R::Question, choice: R::Choice) -> Result<(), Refused> {
        let refused = not_offered(self.open()?, choice.token());
        let before = self.table.known().count();
        if self.checkpoints.last().is_none_or(|start| start.answers != before) {
            return Err(refused);
        }
        if let Err(Halt::Misfit(_)) = self.give(side, Answer::Choice { side, ask, choice }) {
            // It is not to lie ahead.
            self.table.live_mut().known.answers.truncate(before);
            self.rewind();
            return Err(refused);
        }
        Ok(())
    }

    /// Adds an answer after the known ones, and plays on.
    fn give(&mut self, side: R::Side, answer: Answer<R>) -> Result<(), Halt<R>> {
        let before = self.table.known().count();
        // Dice given since then make it a different branch.
        let is_known = self.table.live().rolled.is_empty()
            && self.table.live().named.is_none()
            && self.branches.ahead.front() == Some(&answer);
        if is_known && self.live(Game::go_along) {
            return Ok(());
        }
        self.note_what_is_known(before, side);
        self.undone.clear();
        if self.past().looks_back() {
            self.leave_branch(self.whole(), before);
        }
        self.table.live_mut().known.answers.push(answer);
        let played = self.live(Game::run);
        if let Err(Halt::Script(_)) = &played {
            self.abandon_event(before);
        }
        played
    }

    /// The open decision.
    fn open(&self) -> Result<&Decision<R>, Refused> {
        self.enter();
        let none = || match self.debugger().stop() {
            Some(stop) => Refused::Stopped(Box::new(stop.place.clone())),
            None => Refused::NothingToDecide,
        };
        self.pending.as_ref().ok_or_else(none)
    }

    /// Goes back to before the card whose script failed was used, so that the game can continue without it; or to
    /// before the last choice, answer number `before`, if no person played the card in this step or the script fails
    /// again.
    fn abandon_event(&mut self, before: usize) {
        let start = self.checkpoints.last().map_or(0, |start| start.answers).min(before);
        let began = |answer: &Answer<R>| match answer {
            Answer::Choice { ask, side, .. } => ask.sets_off_a_script() && !self.now().has_agent(*side),
            _ => false,
        };
        let card = self.table.known().answers[start..=before].iter().rposition(began).map(|index| start + index);
        for known in card.into_iter().chain([before]) {
            let whole = self.table.known().answers[..before.min(self.table.known().count())].to_vec();
            self.table.live_mut().known.answers.truncate(known);
            self.leave_branch(whole, known);
            self.rewind();
            if self.broken.is_none() {
                return;
            }
        }
    }

    /// Answers the open decision by the token of a choice.
    ///
    /// # Errors
    /// Like [`Game::choose`].
    pub fn choose_token(&mut self, token: &str) -> Result<(), Refused> {
        let decision = self.open()?;
        let choice = decision.find(token).ok_or_else(|| not_offered(decision, token.into()))?;
        self.choose(choice)
    }

    /// The whole state, hidden or not, for a test. Everybody else looks through [`Game::view`].
    #[cfg(feature = "testing")]
    pub fn state(&self) -> &R::State {
        &self.table.state
    }

    /// The sides, in their order.
    pub fn sides(&self) -> Sides<R::Side> {
        self.table.sides()
    }

    /// What a side sees: the way for a front end to reach the state.
    pub fn view(&self, side: R::Side) -> R::View<'_> {
        self.enter();
        R::view(self.table.seen(), self.table.known(), side)
    }

    /// Makes the names of its content those that this thread goes by: see [`Rules::enter`].
    pub fn enter(&self) {
        R::enter(&self.table.scripts);
    }

    /// The news so far.
    pub fn log(&self) -> &[R::News] {
        self.enter();
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

    /// The header: what the game started from.
    pub fn header(&self) -> &R::Header {
        &self.header
    }

    /// The known answers and results of chance, in order.
    pub fn history(&self) -> &[Answer<R>] {
        &self.table.known().answers
    }

    /// The game as a record, up to the present point: its header, and every answer and result of chance.
    pub fn record(&self) -> Record<R> {
        self.enter();
        let lines = self.table.known().answers.iter().map(|answer| answer.line());
        Record::new(self.header.clone(), lines, self.notes())
    }

    /// Names the current scripts in the header, if it names any: a record that has been played through was played with
    /// them.
    pub(crate) fn rename_scripts(&mut self) {
        self.note_scripts(0, None);
    }

    /// Adds answers from a record, which the game uses before it asks.
    pub(crate) fn feed(&mut self, given: impl IntoIterator<Item = Given>) {
        self.table.live_mut().given.extend(given);
    }

    /// Sets whether a record must give every answer, die and card.
    pub(crate) fn set_strict(&mut self, strict: bool) {
        self.table.live_mut().strict = strict;
    }

    /// Adds the notes of a record about what was known and taken back.
    pub(crate) fn remember(&mut self, remarks: impl IntoIterator<Item = Note>) {
        self.remarks.extend(remarks);
        self.rewritten += 1;
    }

    /// The notes between the answers of a record: exchanged scripts, and what was taken back.
    fn notes(&self) -> Vec<Note> {
        let mut notes = self.exchanged();
        notes.extend(self.remarks.iter().cloned());
        notes.extend(self.opened.map(|after| Note { after, noted: Noted::WindowsOpen }));
        notes.sort_by_key(|note| note.after);
        notes
    }

    /// The first line of a record that was not used, once the game is over.
    pub(crate) fn left_over(&self) -> Option<&Given> {
        self.table.live().given.front()
    }
}

/// Whether an answer used a card.
fn began<R: Rules>(answer: &Answer<R>) -> bool {
    matches!(answer, Answer::Choice { ask, .. } if ask.sets_off_a_script())
}

fn not_offered<R: Rules>(decision: &Decision<R>, token: String) -> Refused {
    let asked = format!("`{}`{}", decision.ask.kind(), cite(decision.ask.rule()));
    Refused::NotOffered { token, asked, count: decision.choices.len() }
}
