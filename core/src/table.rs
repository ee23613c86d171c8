//! The table: the state with everything the rules need around it. `ask`, `roll` and `draw` are the only ways in which
//! the rules get an answer, whether it is known already, comes from a record, a bot, a person, or the generator.

mod alike;
mod answer;
mod chance;
mod effects;
mod halt;

pub use alike::Forced;
pub(crate) use alike::Named;
pub use answer::{Answer, Draw, Throw};
pub(crate) use effects::MOST_POINTS;
use halt::misfit;
pub use halt::{Halt, Misfit, Play};

use crate::agents::Agent;
use crate::decision::{Ask, Choice, Choices, Decision, Word};
use crate::faults::Source;
use crate::log::Entry;
use crate::perft::Forks;
use crate::record::Given;
use crate::rules::combat::{Begun, Combat};
use crate::scenario::Scenario;
use crate::script::debug::Probe;
use crate::script::{Moment, Scripts, Tried};
use crate::sets::{CardId, CardSet, PieceId, SpaceId};
use crate::side::{PerSide, Side};
use crate::state::State;
use crate::view::View;
use crate::why::Refusal;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;
use std::sync::Arc;

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

/// The state of a game, the answers that are known, and those who give new ones.
pub struct Table {
    /// Where everything stands.
    pub state: State,
    /// What is being played.
    pub scenario: Arc<Scenario>,
    /// The cards.
    pub scripts: Rc<Scripts>,
    /// When a window for responses opens.
    pub windows: Windows,
    /// What scripts ask the rules to do when they have ended.
    pub(crate) requests: Requests,
    /// The moments that scripts are called at, one within the other.
    pub(crate) under_way: Vec<Rc<Moment>>,
    /// The state at the start of the current step, and how many answers were known by then.
    pub(crate) start: Option<(Arc<State>, usize)>,
    pub(crate) answers: Vec<Answer>,
    pub(crate) next: usize,
    /// Lines of a record that are still to be used, the next first.
    pub(crate) given: VecDeque<Given>,
    /// Whether the record that is played has to give every answer, die and card: nothing comes from the seed, and no
    /// line
    /// may be missing.
    pub(crate) strict: bool,
    /// Where dice come from.
    pub dice: Dice,
    /// Dice that somebody rolled by hand, to be used before the generator.
    pub(crate) rolled: VecDeque<u8>,
    pub(crate) agents: PerSide<Option<Box<dyn Agent>>>,
    /// Why agents chose as they did, if a log is kept: since somebody asked them to forget.
    pub(crate) reasons: Vec<(Side, String)>,
    pub(crate) log: Option<Vec<Entry>>,
    /// The choice that somebody wants to know about, in a run that only explains.
    pub(crate) explaining: Option<Choice>,
    /// Why it is not allowed, as far as the decision about to be asked knows.
    pub(crate) refusal: Option<Refusal>,
    /// Whether unknown results of chance stay unknown: the run stops at them.
    pub(crate) blind: bool,
    /// Who answers in a run that only weighs a combat. Such a run opens no windows once the known answers are used up,
    /// and stops at the first die that is not known.
    pub(crate) weighing: Option<StandIn>,
    /// For whom this run only supposes something, and how many answers were known before. Behind these nobody responds
    /// with a card, and the run stops where a die is rolled, something is drawn, or what is hidden from the side
    /// matters.
    pub(crate) supposing: Option<(Side, usize)>,
    /// Whether the script that runs has seen what is hidden: see [`Table::hides`].
    pub(crate) peeked: bool,
    /// Whose imagined game this is, and how many answers were known of the real one.
    pub(crate) imagining: Option<(Side, usize)>,
    /// In a run that counts sequences, the places at which they part.
    pub(crate) forks: Option<Box<Forks>>,
    /// In a run that weighs a combat, the combat that is under way.
    pub(crate) combat: Option<Box<Begun>>,
    /// How often each response could be played, in a trial of the scripts.
    pub(crate) tried: Option<BTreeMap<CardId, Tried>>,
    /// Whether agents wait: somebody looks back, and what they chose is known.
    pub(crate) hold: bool,
    /// What was chosen without asking in this run, if somebody wants to know.
    pub(crate) forced: Option<Vec<Forced>>,
    /// Units that somebody named for the losses at hand.
    pub(crate) named: Option<Named>,
    /// The cards for which the window that is open was opened (5.56).
    pub(crate) fitting: CardSet,
    /// What looks into the scripts, if they are debugged.
    pub(crate) probe: Option<Rc<Probe>>,
    /// The script that acted last, and the function that the rules called in it.
    pub(crate) acted: Option<(Source, &'static str)>,
}

/// Who answers for both sides; nothing is said to what only a player can decide.
pub(crate) type StandIn = Rc<dyn Fn(&State, &Decision) -> Option<Choice>>;

impl Table {
    /// Goes to the start of a step, to run it with what is known.
    pub(crate) fn begin_step(&mut self, start: &Arc<State>, answers: usize) {
        self.state.copy(start);
        // What a script asked for in a run that stopped must not come true in another one.
        self.requests = Requests::default();
        self.under_way.clear();
        self.forced.as_mut().map(Vec::clear);
        self.next = answers;
        self.start = Some((start.clone(), answers));
    }

    /// Goes on with a step that starts where the table is.
    pub(crate) fn next_step(&mut self, start: &Arc<State>) {
        debug_assert_eq!(self.state, **start);
        self.start = Some((start.clone(), self.next));
    }

    /// Whether this run only weighs a combat.
    pub(crate) fn is_weighing(&self) -> bool {
        self.weighing.is_some()
    }

    /// Whether what a side holds or chooses in secret is hidden from somebody who looks on while a script runs for
    /// `player`: from the side that supposes something, or else from a person who plays the other side. Who plays a
    /// card sees his own hand.
    pub(crate) fn hides(&self, owner: Side, player: Side) -> bool {
        let is_person = |side: Side| self.agents[self.state.seat(side)].is_none();
        match self.supposing {
            Some((side, _)) => owner != side,
            None => is_person(owner.enemy()) && !(player == owner && is_person(owner)),
        }
    }

    /// Whether the script that runs may not go on, because this run supposes something, and what would come of it now
    /// depends on what is hidden.
    pub(crate) fn is_at_something_hidden(&self) -> bool {
        self.peeked && self.supposing.is_some_and(|(_, known)| self.next > known)
    }

    /// Resolves a combat. A run that only weighs combats remembers it while it lasts, unless it is part of another.
    pub(crate) fn resolve<T>(&mut self, combat: Option<Combat>, rule: impl FnOnce(&mut Table) -> Play<T>) -> Play<T> {
        let combat = combat.filter(|_| self.combat.is_none());
        let remembers = combat.is_some();
        if let Some(combat) = combat {
            self.combat = Some(Box::new(Begun { combat, state: self.state.clone(), known: self.next }));
        }
        let result = rule(self)?;
        if remembers {
            self.combat = None;
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
                self.refusal = None;
                self.note_forced(side, &ask, only);
                Ok(only)
            }
            None => self.ask_openly(side, ask, choices),
        }
    }

    /// Before a decision is asked: how to find out why a choice is not among its answers. Costs nothing unless somebody
    /// wants to know.
    pub fn explain(&mut self, why_not: impl FnOnce(&State, Choice) -> Option<Refusal>) {
        if let Some(choice) = self.explaining {
            self.refusal = why_not(&self.state, choice);
        }
    }

    /// Asks a side to choose, even if there is but one choice: so that nobody learns whether there were more.
    ///
    /// # Errors
    /// As [`Table::ask`].
    pub fn ask_openly(&mut self, side: Side, ask: Ask, choices: Choices) -> Play<Choice> {
        let refusal = self.refusal.take();
        let choices = choices.sorted();
        debug_assert!(choices.windows(2).all(|pair| pair[0] < pair[1]), "{ask:?}: {choices:?}");
        if choices.is_empty() {
            return Err(Halt::DeadEnd { side, ask });
        }
        if self.imagining.is_some() {
            self.skip_windows(Some((side, &ask)));
            if self.passes_unasked(side, &ask) {
                return Ok(Choice::Word(Word::Pass)); // what he would play is in none of the known answers
            }
        }
        if !self.asks_anew(side, &ask)
            && let Some(known) = self.answers.get(self.next)
        {
            return match known {
                Answer::Choice { side: who, ask: what, choice }
                    if *who == side && *what == ask && choices.contains(choice) =>
                {
                    self.next += 1;
                    Ok(*choice)
                }
                other => Err(misfit(None, format!("{} {}", side.id(), ask.kind()), other.line(), &choices).asked(&ask)),
            };
        }
        self.named = None;
        let decision = Decision { side, ask, choices };
        let choice = if let Some(choice) = self.answer_unwritten(&decision) {
            choice
        } else if let Some(given) = self.given.front() {
            let asked = Some(given).filter(|given| !given.is_named());
            let fitting = asked.and_then(|given| given.answer(side, decision.ask.kind()));
            let fitting = fitting.and_then(|token| decision.find(token));
            let Some(choice) = fitting else {
                let expected = format!("{} {}", side.id(), decision.ask.kind());
                return Err(misfit(Some(given.line), expected, given.text(), &decision.choices).asked(&decision.ask));
            };
            self.given.pop_front();
            choice
        } else if let Some(choice) = self.ask_agent(&decision) {
            choice
        } else if let Some(choice) = self.forks.as_mut().and_then(|forks| forks.decide(&decision)) {
            choice
        } else if let Some(choice) = self.weighing.as_ref().and_then(|stand_in| stand_in(&self.state, &decision)) {
            choice
        } else if self.explaining.is_some() {
            return Err(Halt::Explained(refusal.unwrap_or_else(|| Refusal::not_offered(&decision.ask))));
        } else {
            return Err(Halt::Pending(decision));
        };
        self.answers.insert(self.next, Answer::Choice { side, ask: decision.ask, choice });
        self.next += 1;
        Ok(choice)
    }

    /// The answer to the question about demolition at the end of a phase, if a record goes on without one: nothing is
    /// demolished (R10), unless the record has to give every line.
    fn answer_unwritten(&mut self, decision: &Decision) -> Option<Choice> {
        let Ask::AfterActivation = decision.ask else {
            self.skip_superfluous();
            return None;
        };
        let given = self.given.front().filter(|_| !self.strict)?;
        (given.kind() != decision.ask.kind()).then_some(Choice::Word(Word::Done))
    }

    /// Passes over lines of a record that demolish nothing where nobody asks: before R10 it was asked more often.
    fn skip_superfluous(&mut self) {
        let (kind, done) = (Ask::AfterActivation.kind(), Word::Done.token());
        while !self.strict && self.given.front().is_some_and(|given| given.says(kind, done)) {
            self.given.pop_front();
        }
    }

    /// What the agent of a side answers, if one sits there.
    fn ask_agent(&mut self, decision: &Decision) -> Option<Choice> {
        let seat = self.state.seat(decision.side);
        // It leaves its seat while it looks at the table.
        let mut agent = self.agents[seat].take_if(|agent| !self.hold && !agent.waits())?;
        let index = agent.choose(&View::at(self, decision.side), decision);
        let choice = decision.choices.get(index).or(decision.choices.last()).copied();
        // Nobody asks for reasons in a game without a log, and none is given for what is to stay hidden.
        let passes = matches!(decision.ask, Ask::Respond(_)) && choice == Some(Choice::Word(Word::Pass));
        if self.log.is_some()
            && !passes
            && !matches!(decision.ask, Ask::Secret(_))
            && let Some(sentence) = agent.explain(self.scripts.deck())
        {
            let reason = (decision.side, sentence);
            if self.reasons.last() != Some(&reason) {
                self.reasons.push(reason);
            }
        }
        self.agents[seat] = Some(agent);
        choice
    }

    /// Asks for a piece or a word; the word is `None`.
    ///
    /// # Errors
    /// As [`Table::ask`].
    pub fn ask_piece(&mut self, side: Side, ask: Ask, choices: Choices) -> Play<Option<PieceId>> {
        Ok(self.ask(side, ask, choices)?.piece())
    }

    /// A moment of a side: optional rules act at it, and the side may respond with a card.
    ///
    /// # Errors
    /// As the questions asked.
    pub fn window(&mut self, side: Side, moment: Moment) -> Play<()> {
        if self.is_weighing() && self.next == self.answers.len() {
            return Ok(());
        }
        self.scripts.clone().happen(self, side, moment)
    }
}
