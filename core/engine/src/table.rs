//! The table: the state with everything the rules need around it. `ask`, `roll` and `draw` are the only ways in which
//! the rules get an answer; the run that the table holds says whether it is known already, comes from a record, a bot,
//! a person, or the generator.

mod alike;
mod answer;
mod given;
mod halt;
pub(crate) mod known;
mod live;
mod run;

pub use alike::Forced;
pub use answer::{Answer, Chance, NAMED};
pub use given::Given;
pub use halt::{Halt, Misfit, Play};
pub use known::Known;
pub use live::{Live, Named};
pub use run::{Run, Seen};

use crate::agent::Agent;
use crate::debug::Probe;
use crate::decision::Decision;
use crate::faults::Source;
use crate::refusal::Refusal;
use crate::rules::Rules;
use serde::{Deserialize, Serialize};
use std::rc::Rc;
use std::sync::Arc;

/// When a window for responses opens.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Windows {
    /// Whenever the card might be in the hidden hand, so that nobody learns who holds what.
    Open,
    /// Only to a side that holds a fitting card.
    #[default]
    Holder,
}

/// Where dice come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Dice {
    /// The generator of the game.
    #[default]
    Generator,
    /// The players roll them, and say what came.
    Table,
}

/// A combat that is under way in a run that weighs it.
#[derive(Clone)]
pub struct Begun<R: Rules> {
    /// The combat.
    pub combat: R::Combat,
    /// The state in which it began.
    pub state: R::State,
    /// How many answers had been used by then.
    pub known: usize,
}

/// The state of a game, and who answers what the rules ask.
pub struct Table<R: Rules> {
    /// Where everything stands.
    pub state: R::State,
    /// What is being played.
    pub scenario: Arc<R::Scenario>,
    /// The cards.
    pub scripts: Rc<R::Scripts>,
    /// When a window for responses opens.
    pub windows: Windows,
    /// What the rules remember besides the state while a step lasts.
    pub within: R::Within,
    /// Who answers.
    pub(crate) run: Box<dyn Run<R>>,
    /// The state at the start of the current step, and how many answers were known by then.
    pub(crate) start: Option<(Arc<R::State>, usize)>,
    /// Whether the script that runs has seen what is hidden: see [`Run::hides`].
    pub(crate) peeked: bool,
    /// What happened, if anybody reads it.
    pub(crate) log: Option<Vec<R::News>>,
    /// What was chosen without asking in this run, if somebody wants to know.
    pub(crate) forced: Option<Vec<Forced<R>>>,
    /// What looks into the scripts, if they are debugged.
    pub(crate) probe: Option<Rc<Probe<R>>>,
    /// The script that acted last, and the function that the rules called in it.
    pub(crate) acted: Option<(Source, &'static str)>,
}

impl<R: Rules> Table<R> {
    /// A table at which nobody sits and nothing is known of what comes, without a log.
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
            log: None,
            forced: None,
            probe: None,
            acted: None,
        }
    }

    /// The same, at which another run answers.
    pub(crate) fn with_run(self, run: impl Run<R> + 'static) -> Table<R> {
        Table { run: Box::new(run), ..self }
    }

    /// Goes to the start of a step, to run it with what is known.
    pub(crate) fn begin_step(&mut self, start: &Arc<R::State>, answers: usize) {
        self.state.clone_from(start);
        // What was asked for in a run that stopped must not come true in another one.
        R::forget(&mut self.within);
        self.forced.as_mut().map(Vec::clear);
        self.live_mut().known.next = answers;
        self.start = Some((start.clone(), answers));
    }

    /// Goes on with a step that starts where the table is.
    pub(crate) fn next_step(&mut self, start: &Arc<R::State>) {
        debug_assert_eq!(self.state, **start);
        self.start = Some((start.clone(), self.known().next));
    }

    /// The answers that are known.
    pub fn known(&self) -> &Known<R> {
        &self.live().known
    }

    /// The answers that are known, and those who give new ones.
    pub(crate) fn live(&self) -> &Live<R> {
        self.run.live()
    }

    /// The same, to be changed.
    pub(crate) fn live_mut(&mut self) -> &mut Live<R> {
        self.run.live_mut()
    }

    /// What a run or a side sees of the table.
    pub(crate) fn seen(&self) -> Seen<'_, R> {
        let Table { state, scenario, scripts, windows, start, .. } = self;
        Seen { state, scenario, scripts, windows: *windows, start: start.as_ref() }
    }

    /// The run, and what it sees of the table.
    fn run_and_seen(&mut self) -> (&mut dyn Run<R>, Seen<'_, R>) {
        let Table { state, scenario, scripts, windows, start, run, .. } = self;
        (run.as_mut(), Seen { state, scenario, scripts, windows: *windows, start: start.as_ref() })
    }

    /// Whether the script that runs may not go on, because this run supposes something, and what would come of it now
    /// depends on what is hidden.
    pub(crate) fn is_at_something_hidden(&self) -> bool {
        self.peeked && self.run.stops_at_what_is_hidden()
    }

    /// The script that runs for `player` learns what a side holds, or has chosen in secret.
    pub(crate) fn peek(&mut self, owner: R::Side, player: R::Side) {
        self.peeked |= self.run.hides(&self.state, owner, player);
    }

    /// Whether the run weighs combats: see [`Table::resolve`].
    pub fn is_weighing(&self) -> bool {
        self.run.weighs()
    }

    /// Whether moments are noticed: scripts act at them, and windows open.
    pub fn notices_moments(&self) -> bool {
        self.run.notices_moments()
    }

    /// Whether a side may be asked now whether it responds.
    pub fn may_respond(&self, side: R::Side) -> bool {
        self.run.may_respond(side)
    }

    /// Resolves a combat. A run that weighs combats remembers it while it lasts, unless it is part of another.
    ///
    /// # Errors
    /// As the rule.
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

    /// Asks a side to choose. A single choice is taken without asking.
    ///
    /// # Errors
    /// `Pending` if nobody at hand can answer yet, `DeadEnd` without choices, `Misfit` if the known answer is to
    /// another question.
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

    /// Before a decision is asked: how to find out why a choice is not among its answers. Costs nothing unless somebody
    /// wants to know.
    pub fn explain(&mut self, why_not: impl FnOnce(&R::State, R::Choice) -> Option<Refusal>) {
        if let Some(choice) = self.run.explaining() {
            self.run.note_refusal(why_not(&self.state, choice));
        }
    }

    /// Asks a side to choose, even if there is but one choice: so that nobody learns whether there were more.
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

    /// Rolls a die.
    ///
    /// # Errors
    /// `Misfit` if the known answer is another one; whatever the run stops with at dice.
    pub fn roll(&mut self, throw: R::Throw) -> Play<u8, R> {
        // The generator moves on even when the result is known, or else the next unknown die would repeat an old one.
        let fresh = R::dice(&mut self.state).die();
        let (run, seen) = self.run_and_seen();
        run.roll(seen, throw, fresh)
    }

    /// Draws one of these at random; nothing if there are none.
    ///
    /// # Errors
    /// `Misfit` if the known answer is another one; whatever the run stops with at draws.
    pub fn draw(&mut self, draw: R::Draw, among: &[R::Choice]) -> Play<Option<R::Choice>, R> {
        if among.is_empty() {
            return Ok(None);
        }
        // As with dice, the generator moves on whether or not the result is known.
        let fresh = among[R::draws(&mut self.state).below(among.len() as u32) as usize];
        self.run.draw(draw, among, fresh).map(Some)
    }

    /// Draws from a pile, in which `lies` comes next.
    ///
    /// # Errors
    /// `Misfit` if the known answer is another one, or is not in the pile; whatever the run stops with at draws.
    pub fn take(&mut self, draw: R::Draw, pile: &[R::Choice], lies: R::Choice) -> Play<R::Choice, R> {
        self.run.draw(draw, pile, lies)
    }

    /// Reports something that happened, if anybody reads it.
    pub fn tell(&mut self, news: impl FnOnce(&R::State) -> R::News) {
        if let Some(log) = self.log.as_mut() {
            log.push(news(&self.state));
        }
    }

    /// Whether anybody reads what happens.
    pub fn is_read(&self) -> bool {
        self.log.is_some()
    }

    /// How many entries the log has.
    pub(crate) fn log_length(&self) -> usize {
        self.log.as_ref().map_or(0, Vec::len)
    }

    /// What looks into the scripts, if they are debugged.
    pub(crate) fn probe(&self) -> Option<&Rc<Probe<R>>> {
        self.probe.as_ref()
    }

    /// The script that acted last since this was asked before, and the function that the rules called in it.
    pub fn take_acted(&mut self) -> Option<(Source, &'static str)> {
        self.acted.take()
    }

    /// A script begins: it has seen nothing yet. Returns what is to be handed to [`Table::end_script`].
    pub(crate) fn begin_script(&mut self) -> bool {
        std::mem::take(&mut self.peeked)
    }

    /// The script that began last has ended.
    pub(crate) fn end_script(&mut self, peeked: bool) {
        self.peeked = peeked;
    }

    /// Whether the script that runs has seen what is hidden from somebody who looks on.
    pub(crate) fn has_peeked(&self) -> bool {
        self.peeked
    }

    /// Lets an agent sit down as a side.
    pub fn seat(&mut self, side: R::Side, agent: Box<dyn Agent<R>>) {
        self.live_mut().agents[side] = Some(agent);
    }

    /// Gives the faces of dice that somebody rolled by hand: the next unknown dice show them, in this order.
    pub fn give_rolls(&mut self, faces: impl IntoIterator<Item = u8>) {
        self.live_mut().rolled.extend(faces);
    }

    /// Adds an answer behind those that are known.
    pub fn supply(&mut self, answer: Answer<R>) {
        self.live_mut().known.answers.push(answer);
    }

    /// Forgets the answers behind the first `known`, all of which have been used.
    pub fn back_to(&mut self, known: usize) {
        let live = self.live_mut();
        live.known.answers.truncate(known);
        live.known.next = known;
    }

    /// The combat that is under way, at a table that weighs combats.
    pub(crate) fn combat(&self) -> Option<&Begun<R>> {
        self.run.combat()
    }

    /// A table at which a combat that began elsewhere can be resolved again, with these answers and dice.
    pub(crate) fn with_answers(self, answers: Vec<Answer<R>>, dice: &[u8]) -> Table<R> {
        let mut live = Live::new(Known::new(answers));
        live.rolled.extend(dice);
        self.with_run(live)
    }
}
