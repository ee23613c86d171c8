//! The table: the state and everything else that the rules need. The rules get answers only from `ask`, `roll` and
//! `draw`; the table's run finds each of them among the known answers, or in a record, or gets it from an agent, a
//! person or the generator.

mod alike;
mod answer;
mod given;
mod halt;
pub(crate) mod known;
mod live;
mod run;

pub use alike::Forced;
pub use answer::{Answer, Chance, NAMED};
pub(crate) use given::Given;
pub use halt::{Halt, Misfit, Play};
pub use known::Known;
pub(crate) use live::{Live, NamedChoice};
pub(crate) use run::Run;
pub use run::Seen;

use crate::agent::Agent;
use crate::debug::Probe;
use crate::decision::{Decision, Question as _};
use crate::faults::Source;
use crate::refusal::Refusal;
use crate::rules::Rules;
use crate::side::Sides;
use serde::{Deserialize, Serialize};
use std::rc::Rc;
use std::sync::Arc;

/// When a window for responses opens.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Windows {
    /// Whenever the card could be in the hidden hand, so that the question reveals nothing.
    Open,
    /// Only for a side that holds a suitable card.
    #[default]
    Holder,
}

/// The source of dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Dice {
    /// The generator of the game.
    #[default]
    Generator,
    /// The players roll them, and enter the results.
    Table,
}

/// A combat in progress in a run that computes odds.
#[derive(Clone)]
pub(crate) struct BegunCombat<R: Rules> {
    pub combat: R::Combat,
    /// The state at its beginning.
    pub state: R::State,
    /// The number of answers used by then.
    pub known: usize,
}

/// The state of a game, and the run that answers the questions of the rules.
pub struct Table<R: Rules> {
    /// The state.
    pub state: R::State,
    /// The scenario.
    pub scenario: Arc<R::Scenario>,
    /// The cards.
    pub scripts: Rc<R::Scripts>,
    /// When a window for responses opens.
    pub windows: Windows,
    /// What the rules remember within a step, besides the state.
    pub within: R::Within,
    /// The run, which answers.
    pub(crate) run: Box<dyn Run<R>>,
    /// The state at the start of the current step, and the number of answers used by then.
    pub(crate) start: Option<(Arc<R::State>, usize)>,
    /// Whether the running script has seen hidden information: see [`Run::hides`].
    pub(crate) peeked: bool,
    /// Where the running script rolls, once it has rolled: see [`Table::occasion_of_script`].
    occasion: Option<u64>,
    /// The news, if there is a log.
    pub(crate) log: Option<Vec<R::News>>,
    /// The state at each of the news of the current step, where a game is played again for them.
    pub(crate) told: Option<Vec<R::State>>,
    /// The choices made without asking in this run, if they are recorded.
    pub(crate) forced: Option<Vec<Forced<R>>>,
    /// The debugger's probe, if scripts are debugged.
    pub(crate) probe: Option<Rc<Probe<R>>>,
    /// The script that acted last, and the function that the rules called in it.
    pub(crate) acted: Option<(Source, &'static str)>,
}

impl<R: Rules> Table<R> {
    /// A table without agents, known answers or a log.
    pub fn new(state: R::State, scenario: Arc<R::Scenario>, scripts: Rc<R::Scripts>) -> Table<R> {
        Table {
            state,
            scenario,
            scripts,
            windows: Windows::default(),
            within: R::Within::default(),
            run: Box::new(Live::new(Known::default())),
            start: None,
            peeked: false,
            occasion: None,
            log: None,
            told: None,
            forced: None,
            probe: None,
            acted: None,
        }
    }

    /// The same table with another run.
    pub(crate) fn with_run(self, run: impl Run<R> + 'static) -> Table<R> {
        Table { run: Box::new(run), ..self }
    }

    /// Goes to the start of a step, to run it with the known answers.
    pub(crate) fn begin_step(&mut self, start: &Arc<R::State>, answers: usize) {
        R::enter(&self.scripts);
        self.state.clone_from(start);
        // What an interrupted run remembered must not affect the next one.
        R::forget(&mut self.within);
        self.forced.as_mut().map(Vec::clear);
        self.live_mut().known.next = answers;
        self.start = Some((start.clone(), answers));
    }

    /// Begins a step at the present state.
    pub(crate) fn next_step(&mut self, start: &Arc<R::State>) {
        debug_assert_eq!(self.state, **start);
        self.start = Some((start.clone(), self.known().next));
    }

    /// Ends the step: its start is forgotten.
    pub(crate) fn end_step(&mut self) {
        self.start = None;
    }

    /// The sides of the game.
    pub fn sides(&self) -> Sides<R::Side> {
        R::sides(&self.scripts)
    }

    /// The known answers.
    pub fn known(&self) -> &Known<R> {
        &self.live().known
    }

    /// The known answers, and the sources of new ones.
    pub(crate) fn live(&self) -> &Live<R> {
        self.run.live()
    }

    /// Mutable access to [`Table::live`].
    pub(crate) fn live_mut(&mut self) -> &mut Live<R> {
        self.run.live_mut()
    }

    /// What runs and views see of the table.
    pub(crate) fn seen(&self) -> Seen<'_, R> {
        let Table { state, scenario, scripts, windows, start, .. } = self;
        Seen { state, scenario, scripts, windows: *windows, start: start.as_ref() }
    }

    /// The run, and what it sees of the table.
    fn run_and_seen(&mut self) -> (&mut dyn Run<R>, Seen<'_, R>) {
        let Table { state, scenario, scripts, windows, start, run, .. } = self;
        (run.as_mut(), Seen { state, scenario, scripts, windows: *windows, start: start.as_ref() })
    }

    /// Whether the running script must stop, because this run supposes something, and the outcome now depends on hidden
    /// information.
    pub(crate) fn is_at_something_hidden(&self) -> bool {
        self.peeked && self.run.stops_at_what_is_hidden()
    }

    /// Notes that the script running for `player` learns what a side holds, or has chosen in secret.
    pub(crate) fn peek(&mut self, owner: R::Side, player: R::Side) {
        let hides = self.run.hides(self.seen(), owner, player);
        self.peeked |= hides;
    }

    /// Whether the run computes the odds of combats: see [`Table::resolve`].
    pub fn is_weighing(&self) -> bool {
        self.run.weighs()
    }

    /// Whether moments matter: scripts act at them, and windows open.
    pub fn notices_moments(&self) -> bool {
        self.run.notices_moments()
    }

    /// Whether a side may now be asked to respond.
    pub fn may_respond(&self, side: R::Side) -> bool {
        self.run.may_respond(side)
    }

    /// Resolves a combat. A run that computes odds remembers the combat while it lasts, unless it is part of another.
    ///
    /// # Errors
    /// Those of the rule.
    pub fn resolve<T>(
        &mut self,
        combat: Option<R::Combat>,
        rule: impl FnOnce(&mut Table<R>) -> Play<T, R>,
    ) -> Play<T, R> {
        let combat = combat.filter(|_| self.run.combat().is_none());
        let remembers = combat.is_some();
        if let Some(combat) = combat {
            self.run.begin_combat(combat, &self.state);
        }
        let result = rule(self)?;
        if remembers {
            self.run.end_combat();
        }
        Ok(result)
    }

    /// Asks a side to choose. Takes a single choice without asking.
    ///
    /// # Errors
    /// `Pending` if there is no answer yet, `DeadEnd` without choices, `Misfit` if the known answer is to another
    /// question.
    pub fn ask(&mut self, side: R::Side, ask: R::Question, choices: impl Into<Vec<R::Choice>>) -> Play<R::Choice, R> {
        let choices = choices.into();
        match choices[..] {
            [only] => {
                self.run.note_refusal(None);
                self.note_forced(side, &ask, only);
                Ok(only)
            }
            _ => self.ask_openly(side, ask, choices),
        }
    }

    /// Whether a record gives this choice as the next answer. A rule that no longer offers what it once did adds it to the
    /// choices where this holds, so that old records play on.
    pub fn is_on_record(&mut self, side: R::Side, ask: &R::Question, choice: R::Choice) -> bool {
        self.live_mut().has_on_record(side, ask, choice)
    }

    /// Whether a record goes on with anything but an answer to this question. A rule that asks what it once did not leaves
    /// the question out where this holds, so that old records play on as they were.
    pub fn is_left_out_of_record(&self, side: R::Side, ask: &R::Question) -> bool {
        self.live().has_other_on_record(side, ask.kind())
    }

    /// Says how to find out why a choice is not among the answers to the next decision. Costs nothing unless the run
    /// explains.
    pub fn explain(&mut self, why_not: impl FnOnce(&R::State, R::Choice) -> Option<Refusal>) {
        if let Some(choice) = self.run.explaining() {
            self.run.note_refusal(why_not(&self.state, choice));
        }
    }

    /// Asks a side to choose, even from a single choice, so that the question does not reveal how many there are.
    ///
    /// # Errors
    /// As [`Table::ask`].
    pub fn ask_openly(
        &mut self,
        side: R::Side,
        ask: R::Question,
        choices: impl Into<Vec<R::Choice>>,
    ) -> Play<R::Choice, R> {
        let mut choices = choices.into();
        choices.sort_unstable();
        debug_assert!(choices.windows(2).all(|pair| pair[0] < pair[1]), "{ask:?}: {choices:?}");
        if choices.is_empty() {
            return Err(Halt::DeadEnd { side, ask });
        }
        let (run, seen) = self.run_and_seen();
        run.ask(seen, Decision { side, ask, choices })
    }

    /// Rolls a die, where its purpose says all about the occasion: see [`Table::roll_at`].
    ///
    /// # Errors
    /// `Misfit` if the known answer is not this die; the halt of a run that stops at dice.
    pub fn roll(&mut self, throw: R::Throw) -> Play<u8, R> {
        self.roll_at(throw, 0_u64)
    }

    /// Rolls a die for what happens at a place, to a piece or because of a card: a number of the game's own, or one that
    /// [`Table::occasion_of_script`] returns. Games that differ roll alike for the same purpose at the same place, as
    /// often as it happens there.
    ///
    /// # Errors
    /// As [`Table::roll`].
    pub fn roll_at(&mut self, throw: R::Throw, place: impl Into<u64>) -> Play<u8, R> {
        // It is counted even if the result is known, or the next unknown die would repeat an old one.
        let fresh = R::generator(&mut self.state).die(throw.kind(), place.into(), throw.faces());
        let (run, seen) = self.run_and_seen();
        run.roll(seen, throw, fresh)
    }

    /// Draws one of these at random; `None` if there are none.
    ///
    /// # Errors
    /// `Misfit` if the known answer is not this draw; the halt of a run that stops at draws.
    pub fn draw(&mut self, draw: R::Draw, among: &[R::Choice]) -> Play<Option<R::Choice>, R> {
        if among.is_empty() {
            return Ok(None);
        }
        // As with dice, it is counted even if the result is known.
        let fresh = among[R::generator(&mut self.state).below(draw.kind(), 0, among.len() as u32) as usize];
        self.run.draw(draw, among, fresh).map(Some)
    }

    /// Draws from a pile on which `lies` is the next card. The pile is looked at only where another card may be known.
    ///
    /// # Errors
    /// `Misfit` if the known answer is not this draw, or is not in the pile; the halt of a run that stops at draws.
    pub fn take(
        &mut self,
        draw: R::Draw,
        pile: impl FnOnce(&R::State) -> Vec<R::Choice>,
        lies: R::Choice,
    ) -> Play<R::Choice, R> {
        if self.run.draws_what_lies() {
            return self.live_mut().note_draw(draw, lies);
        }
        let pile = pile(&self.state);
        self.run.draw(draw, &pile, lies)
    }

    /// Reports news, if there is a log.
    pub fn tell(&mut self, news: impl FnOnce(&R::State) -> R::News) {
        if let Some(log) = self.log.as_mut() {
            log.push(news(&self.state));
            if let Some(probe) = &self.probe {
                probe.log(log.len());
            }
            if let Some(told) = self.told.as_mut() {
                told.push(self.state.clone());
            }
        }
    }

    /// Reports news before those that were told since the log had this many entries: their cause.
    pub fn tell_before(&mut self, entries: usize, news: impl FnOnce(&R::State) -> R::News) {
        if let Some(log) = self.log.as_mut() {
            log.insert(entries.min(log.len()), news(&self.state));
            if let Some(told) = self.told.as_mut() {
                told.insert(entries.min(told.len()), self.state.clone());
            }
        }
    }

    /// Forgets the news since the log had this many entries, before a halt: they are told after their cause, when the step
    /// runs again.
    pub fn forget_news(&mut self, entries: usize) {
        if let Some(log) = self.log.as_mut() {
            log.truncate(entries);
        }
        if let Some(told) = self.told.as_mut() {
            told.truncate(entries);
        }
    }

    /// Whether there is a log.
    pub fn is_read(&self) -> bool {
        self.log.is_some()
    }

    /// The number of log entries.
    pub fn log_length(&self) -> usize {
        self.log.as_ref().map_or(0, Vec::len)
    }

    /// The debugger's probe, if scripts are debugged.
    pub(crate) fn probe(&self) -> Option<&Rc<Probe<R>>> {
        self.probe.as_ref()
    }

    /// Takes the script that acted last, and the function that the rules called in it.
    pub fn take_acted(&mut self) -> Option<(Source, &'static str)> {
        self.acted.take()
    }

    /// The place at which the running script rolls: a new one for each time that it runs. `card` tells apart what scripts
    /// run for.
    pub fn occasion_of_script(&mut self, card: impl Into<u64>) -> u64 {
        *self.occasion.get_or_insert_with(|| R::generator(&mut self.state).occasion("script", card.into()))
    }

    /// Begins a script, which has seen nothing hidden and rolled no die yet. Returns the value for [`Table::end_script`].
    pub(crate) fn begin_script(&mut self) -> (bool, Option<u64>) {
        (std::mem::take(&mut self.peeked), self.occasion.take())
    }

    /// Ends the script that began last.
    pub(crate) fn end_script(&mut self, (peeked, occasion): (bool, Option<u64>)) {
        (self.peeked, self.occasion) = (peeked, occasion);
    }

    /// Whether the running script has seen information that is hidden from a viewer.
    pub(crate) fn has_peeked(&self) -> bool {
        self.peeked
    }

    /// Seats an agent as a side.
    pub fn seat(&mut self, side: R::Side, agent: Box<dyn Agent<R>>) {
        self.live_mut().agents[side] = Some(agent);
    }

    /// Gives the faces of dice rolled by hand: the next unknown dice show them, in this order. A die passes over those that
    /// it does not have.
    pub fn give_rolls(&mut self, faces: impl IntoIterator<Item = u8>) {
        self.live_mut().rolled.extend(faces);
    }

    /// Adds an answer after the known ones.
    pub fn supply(&mut self, answer: Answer<R>) {
        self.live_mut().known.answers.push(answer);
    }

    /// Forgets the answers after the first `known`, all of which have been used.
    pub fn back_to(&mut self, known: usize) {
        let live = self.live_mut();
        live.known.answers.truncate(known);
        live.known.next = known;
    }

    /// The combat in progress, if the run computes odds.
    pub(crate) fn combat(&self) -> Option<&BegunCombat<R>> {
        self.run.combat()
    }

    /// The table with these known answers and dice, to resolve a combat again that began at another table.
    pub(crate) fn with_answers(self, answers: Vec<Answer<R>>, dice: &[u8]) -> Table<R> {
        let mut live = Live::new(Known::new(answers));
        live.rolled.extend(dice);
        self.with_run(live)
    }
}
