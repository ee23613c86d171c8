//! The table: the state with everything the rules need around it. `ask`, `roll` and `draw` are the only ways in which
//! the rules get an answer, whether it is known already, comes from a record, a bot, a person, or the generator.

mod alike;
mod answer;
mod effects;
pub(crate) mod known;

pub use alike::Forced;
pub use answer::{Answer, Draw, Throw};
pub(crate) use effects::MOST_POINTS;
pub use known::Known;

use crate::decision::{Ask, Choice, Choices, Decision};
use crate::log::Entry;
use crate::rules::combat::Combat;
use crate::run::{Live, Run, Seen};
use crate::scenario::Scenario;
use crate::script::debug::Probe;
use crate::script::{Moment, Scripts, Stop, Tried};
use crate::sets::{CardId, CardSet, PieceId, SpaceId};
use crate::side::Side;
use crate::state::State;
use crate::why::Refusal;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use wilderness_engine::faults::{Fault, Source};

/// The result of a rule that may have to stop and wait.
pub type Play<T> = Result<T, Halt>;

/// Why a run of the rules stopped before its end.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Halt {
    /// A side has to decide.
    #[error("the {} have to decide: {}", .0.side, .0.ask.prompt())]
    Pending(Decision),
    /// A side has to decide and has no legal answer: a fault of the rules engine.
    #[error("dead end: the {side} have no answer to `{}` ({})", .ask.kind(), .ask.rule())]
    DeadEnd {
        /// Who has to decide.
        side: Side,
        /// What is asked.
        ask: Ask,
    },
    /// A run that was only to explain has done so.
    #[error("{0}")]
    Explained(Refusal),
    /// A trial came to a die or a card that nobody knows yet, or a copy that supposes something to a card or a leader.
    #[error("chance decides")]
    Chance,
    /// A copy that supposes something came to what depends on something that is hidden from the side.
    #[error("what comes of it depends on what the other side hides")]
    Hidden,
    /// A run that only weighs a combat or supposes something has come to a die that is not known.
    #[error("a die is rolled: {}", .0.kind())]
    Die(Throw),
    /// A script failed.
    #[error("{}", .0.line())]
    Script(Box<Fault>),
    /// A script that is debugged has stopped.
    #[error("the script is stopped at {}", .0.place)]
    Stopped(Box<Stop>),
    /// A position that cannot be: a fault of the rules engine, or of the script whose event led there.
    #[error("broken invariant: {0}")]
    Unsettled(String),
    /// A known answer or a line of a record does not fit what is asked.
    #[error("{0}")]
    Misfit(Misfit),
}

/// An answer that does not fit the question.
#[derive(Clone, PartialEq, Eq, Debug, Default, thiserror::Error)]
#[error("expected {expected}, found {found}")]
pub struct Misfit {
    /// The line of the record, if the answer comes from one.
    pub line: Option<usize>,
    /// What is asked at this point.
    pub expected: String,
    /// The question in words; empty for chance.
    pub prompt: String,
    /// What the answer is for.
    pub found: String,
    /// Tokens that would fit.
    pub choices: Vec<String>,
}

/// When a window for responses opens (5.56).
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

/// What scripts ask the rules to do when they have ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Requests {
    /// Activate two forces.
    pub two_forces: bool,
    /// Send the mover back where it came from.
    pub turn_back: bool,
    /// Land the mover here.
    pub landing: Option<SpaceId>,
    /// Take the card being played out of the game.
    pub remove_card: bool,
}

/// The state of a game, and who answers what the rules ask.
pub struct Table {
    /// Where everything stands.
    pub state: State,
    /// What is being played.
    pub scenario: Arc<Scenario>,
    /// The cards.
    pub scripts: Rc<Scripts>,
    /// When a window for responses opens.
    pub windows: Windows,
    /// Who answers.
    pub(crate) run: Box<dyn Run>,
    /// The state at the start of the current step, and how many answers were known by then.
    pub(crate) start: Option<(Arc<State>, usize)>,
    /// What scripts ask the rules to do when they have ended.
    pub(crate) requests: Requests,
    /// The moments that scripts are called at, one within the other.
    pub(crate) under_way: Vec<Rc<Moment>>,
    /// Whether the script that runs has seen what is hidden: see [`Run::hides`].
    pub(crate) peeked: bool,
    /// The cards for which the window that is open was opened (5.56).
    pub(crate) fitting: CardSet,
    /// What happened, if anybody reads it.
    pub(crate) log: Option<Vec<Entry>>,
    /// What was chosen without asking in this run, if somebody wants to know.
    pub(crate) forced: Option<Vec<Forced>>,
    /// How often each response could be played, in a trial of the scripts.
    pub(crate) tried: Option<BTreeMap<CardId, Tried>>,
    /// The script that acted last, and the function that the rules called in it.
    pub(crate) acted: Option<(Source, &'static str)>,
    /// What looks into the scripts, if they are debugged.
    pub(crate) probe: Option<Rc<Probe>>,
}

impl Table {
    /// A table at which nobody sits and nothing is known of what comes, without a log.
    pub(crate) fn new(state: State, scenario: Arc<Scenario>, scripts: Rc<Scripts>) -> Table {
        Table {
            state,
            scenario,
            scripts,
            windows: Windows::default(),
            run: Box::new(Live::new(Known::default())),
            start: None,
            requests: Requests::default(),
            under_way: Vec::new(),
            peeked: false,
            fitting: CardSet::EMPTY,
            log: None,
            forced: None,
            tried: None,
            acted: None,
            probe: None,
        }
    }

    /// The same, at which another run answers.
    pub(crate) fn with_run(self, run: impl Run + 'static) -> Table {
        Table { run: Box::new(run), ..self }
    }

    /// Goes to the start of a step, to run it with what is known.
    pub(crate) fn begin_step(&mut self, start: &Arc<State>, answers: usize) {
        self.state.copy(start);
        // What a script asked for in a run that stopped must not come true in another one.
        self.requests = Requests::default();
        self.under_way.clear();
        self.forced.as_mut().map(Vec::clear);
        self.live_mut().known.next = answers;
        self.start = Some((start.clone(), answers));
    }

    /// Goes on with a step that starts where the table is.
    pub(crate) fn next_step(&mut self, start: &Arc<State>) {
        debug_assert_eq!(self.state, **start);
        self.start = Some((start.clone(), self.known().next));
    }

    /// The answers that are known.
    pub(crate) fn known(&self) -> &Known {
        &self.live().known
    }

    /// The answers that are known, and those who give new ones.
    pub(crate) fn live(&self) -> &Live {
        self.run.live()
    }

    /// The same, to be changed.
    pub(crate) fn live_mut(&mut self) -> &mut Live {
        self.run.live_mut()
    }

    /// What a run or a side sees of the table.
    pub(crate) fn seen(&self) -> Seen<'_> {
        let Table { state, scenario, scripts, windows, start, .. } = self;
        Seen { state, scenario, scripts, windows: *windows, start: start.as_ref() }
    }

    /// Whether the script that runs may not go on, because this run supposes something, and what would come of it now
    /// depends on what is hidden.
    pub(crate) fn is_at_something_hidden(&self) -> bool {
        self.peeked && self.run.stops_at_what_is_hidden()
    }

    /// Whether the run weighs combats: see [`Table::resolve`].
    pub(crate) fn is_weighing(&self) -> bool {
        self.run.weighs()
    }

    /// Resolves a combat. A run that weighs combats remembers it while it lasts, unless it is part of another.
    pub(crate) fn resolve<T>(&mut self, combat: Option<Combat>, rule: impl FnOnce(&mut Table) -> Play<T>) -> Play<T> {
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
    pub fn ask(&mut self, side: Side, ask: Ask, choices: Choices) -> Play<Choice> {
        match choices.only() {
            Some(only) => {
                self.run.note_refusal(None);
                self.note_forced(side, &ask, only);
                Ok(only)
            }
            None => self.ask_openly(side, ask, choices),
        }
    }

    /// Before a decision is asked: how to find out why a choice is not among its answers. Costs nothing unless somebody
    /// wants to know.
    pub fn explain(&mut self, why_not: impl FnOnce(&State, Choice) -> Option<Refusal>) {
        if let Some(choice) = self.run.explaining() {
            self.run.note_refusal(why_not(&self.state, choice));
        }
    }

    /// Asks a side to choose, even if there is but one choice: so that nobody learns whether there were more.
    ///
    /// # Errors
    /// As [`Table::ask`].
    pub fn ask_openly(&mut self, side: Side, ask: Ask, choices: Choices) -> Play<Choice> {
        let choices = choices.sorted();
        debug_assert!(choices.windows(2).all(|pair| pair[0] < pair[1]), "{ask:?}: {choices:?}");
        if choices.is_empty() {
            return Err(Halt::DeadEnd { side, ask });
        }
        let Table { state, scenario, scripts, windows, start, run, .. } = self;
        let seen = Seen { state, scenario, scripts, windows: *windows, start: start.as_ref() };
        run.ask(seen, Decision { side, ask, choices })
    }

    /// Asks for a piece or a word; the word is `None`.
    ///
    /// # Errors
    /// As [`Table::ask`].
    pub fn ask_piece(&mut self, side: Side, ask: Ask, choices: Choices) -> Play<Option<PieceId>> {
        Ok(self.ask(side, ask, choices)?.piece())
    }

    /// Rolls a die.
    ///
    /// # Errors
    /// `Misfit` if the known answer is another one; whatever the run stops with at dice.
    pub fn roll(&mut self, throw: Throw) -> Play<u8> {
        // The generator moves on even when the result is known, or else the next unknown die would repeat an old one.
        let fresh = self.state.dice.die();
        let Table { state, scenario, scripts, windows, start, run, .. } = self;
        let seen = Seen { state, scenario, scripts, windows: *windows, start: start.as_ref() };
        run.roll(seen, throw, fresh)
    }

    /// Draws the top card of the draw pile; nothing if it is empty (5.21).
    ///
    /// # Errors
    /// `Misfit` if the known answer is another one, or a card that is not in the pile.
    pub fn deal(&mut self) -> Play<Option<CardId>> {
        let Some(&top) = self.state.draw_pile.last() else { return Ok(None) };
        let pile: Vec<Choice> = self.state.draw_pile.iter().map(|&card| Choice::Card(card)).collect();
        let Choice::Card(card) = self.run.draw(Draw::Deal, &pile, Choice::Card(top))? else { return Ok(None) };
        self.state.draw_pile.retain(|&other| other != card);
        Ok(Some(card))
    }

    /// Draws one of these at random; nothing if there are none.
    ///
    /// # Errors
    /// `Misfit` if the known answer is another one.
    pub fn draw(&mut self, draw: Draw, among: &[Choice]) -> Play<Option<Choice>> {
        if among.is_empty() {
            return Ok(None);
        }
        // As with dice, the generator moves on whether or not the result is known.
        let fresh = among[self.state.deck.below(among.len() as u32) as usize];
        self.run.draw(draw, among, fresh).map(Some)
    }

    /// A moment of a side: optional rules act at it, and the side may respond with a card.
    ///
    /// # Errors
    /// As the questions asked.
    pub fn window(&mut self, side: Side, moment: Moment) -> Play<()> {
        if !self.run.notices_moments() {
            return Ok(());
        }
        self.scripts.clone().happen(self, side, moment)
    }
}
