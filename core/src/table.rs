//! The table: the state with everything the rules need around it. `ask`, `roll` and `draw` are the only ways in which
//! the rules get an answer, whether it is known already, comes from a record, a bot, a person, or the generator.

use crate::agents::Agent;
use crate::decision::{Ask, Choice, Choices, Decision, Label, Word};
use crate::faults::Fault;
use crate::log::{Entry, Topic};
use crate::perft::Forks;
use crate::placement::Place;
use crate::record::Given;
use crate::rules::combat::{Begun, Combat};
use crate::scenario::Scenario;
use crate::script::debug::Probe;
use crate::script::{Moment, Scripts, Stop, Tried};
use crate::sets::{CardId, PieceId, PieceSet, SpaceId};
use crate::side::{PerSide, Side};
use crate::state::State;
use crate::view::View;
use crate::why::Refusal;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;
use std::sync::Arc;

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
    /// A trial came to a die or a card that nobody knows yet, or a copy that supposes something to a card.
    #[error("chance decides")]
    Chance,
    /// A run that only weighs a combat has come to a die that is not known.
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

/// What a die is rolled for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Throw {
    /// 6.71
    Interception,
    /// 6.8
    AvoidBattle,
    /// 7.5, 9.13: the attacker's fire.
    AttackerFire,
    /// 7.5, 9.13: the defender's fire.
    DefenderFire,
    /// 7.7, 10.32
    LeaderLoss,
    /// 8.23
    Siege,
    /// 10.3
    Raid,
    /// 5.5: for an event.
    Event,
}

impl Throw {
    /// What it is rolled for, in words.
    pub fn about(self) -> &'static str {
        match self {
            Throw::Interception => "to intercept, 6.71",
            Throw::AvoidBattle => "to avoid battle, 6.8",
            Throw::AttackerFire => "the attacker's fire, 7.5",
            Throw::DefenderFire => "the defender's fire, 7.5",
            Throw::LeaderLoss => "whether a leader is lost, 7.7",
            Throw::Siege => "the siege, 8.23",
            Throw::Raid => "the raid, 10.3",
            Throw::Event => "for the event, 5.5",
        }
    }

    /// The word used in records.
    pub fn kind(self) -> &'static str {
        match self {
            Throw::Interception => "interception",
            Throw::AvoidBattle => "avoid-battle",
            Throw::AttackerFire => "attacker-fire",
            Throw::DefenderFire => "defender-fire",
            Throw::LeaderLoss => "leader-loss",
            Throw::Siege => "siege",
            Throw::Raid => "raid",
            Throw::Event => "event",
        }
    }
}

/// What is drawn at random.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Draw {
    /// A card of the draw pile (5.21).
    Deal,
    /// A card of a hand, for an event.
    Hand,
    /// A leader of the British pool (5.55).
    Leader,
}

impl Draw {
    /// The word used in records.
    pub fn kind(self) -> &'static str {
        match self {
            Draw::Deal => "deal",
            Draw::Hand => "hand",
            Draw::Leader => "leader",
        }
    }
}

/// An answer that is known: a choice somebody made, or a result of chance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// A choice.
    Choice {
        /// Who chose.
        side: Side,
        /// What was asked.
        ask: Ask,
        /// The answer.
        choice: Choice,
    },
    /// A die.
    Roll {
        /// What it was rolled for.
        throw: Throw,
        /// Its face, 1 to 6.
        die: u8,
    },
    /// Something drawn at random.
    Draw {
        /// What for.
        draw: Draw,
        /// The card or leader.
        drawn: Choice,
    },
}

impl Answer {
    /// Whether it is a result of chance.
    pub fn is_chance(&self) -> bool {
        !matches!(self, Answer::Choice { .. })
    }

    /// Who chose; nobody in a result of chance.
    pub fn side(&self) -> Option<Side> {
        match self {
            Answer::Choice { side, .. } => Some(*side),
            Answer::Roll { .. } | Answer::Draw { .. } => None,
        }
    }

    /// Whether it is a choice that both sides see: not a pass at a window, which would tell who holds no card, nor what is
    /// answered in secret (5.24, 13.3).
    pub fn is_public(&self) -> bool {
        match self {
            Answer::Choice { ask: Ask::Respond(_), choice, .. } => *choice != Choice::Word(Word::Pass),
            Answer::Choice { ask, .. } => !matches!(ask, Ask::Secret(_)),
            Answer::Roll { .. } | Answer::Draw { .. } => false,
        }
    }

    /// The answer as a line of a record.
    pub fn line(&self) -> String {
        match self {
            Answer::Choice { side, ask, choice } => format!("{} {} {}", side.id(), ask.kind(), choice.token()),
            Answer::Roll { throw, die } => format!("roll {} {die}", throw.kind()),
            Answer::Draw { draw, drawn } => format!("draw {} {}", draw.kind(), drawn.token()),
        }
    }
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

/// As far as victory points are counted: far beyond every end of a game.
pub(crate) const MOST_POINTS: i16 = 999;

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
    /// The state at the start of the current step, and how many answers were known by then.
    pub(crate) start: Option<(Arc<State>, usize)>,
    pub(crate) answers: Vec<Answer>,
    pub(crate) next: usize,
    pub(crate) given: VecDeque<Given>,
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
    /// For whom this run only supposes something, and how many answers were known before. Behind these the enemy responds
    /// with no card, and the run stops where a card is drawn.
    pub(crate) supposing: Option<(Side, usize)>,
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
    /// What looks into the scripts, if they are debugged.
    pub(crate) probe: Option<Rc<Probe>>,
}

/// Who answers for both sides; nothing is said to what only a player can decide.
pub(crate) type StandIn = fn(&State, &Decision) -> Option<Choice>;

impl Table {
    /// Goes to the start of a step, to run it with what is known.
    pub(crate) fn begin_step(&mut self, start: &Arc<State>, answers: usize) {
        self.state.copy(start);
        // What a script asked for in a run that stopped must not come true in another one.
        self.requests = Requests::default();
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
        let decision = Decision { side, ask, choices };
        let choice = if let Some(choice) = self.answer_unwritten(&decision) {
            choice
        } else if let Some(given) = self.given.front() {
            let fitting = given.answer(side, decision.ask.kind()).and_then(|token| decision.find(token));
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
        } else if let Some(choice) = self.weighing.and_then(|stand_in| stand_in(&self.state, &decision)) {
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
    /// demolished (R10).
    fn answer_unwritten(&mut self, decision: &Decision) -> Option<Choice> {
        let Ask::AfterActivation = decision.ask else {
            self.skip_superfluous();
            return None;
        };
        let given = self.given.front()?;
        (given.kind() != decision.ask.kind()).then_some(Choice::Word(Word::Done))
    }

    /// Passes over lines of a record that demolish nothing where nobody asks: before R10 it was asked more often.
    fn skip_superfluous(&mut self) {
        let (kind, done) = (Ask::AfterActivation.kind(), Word::Done.token());
        while self.given.front().is_some_and(|given| given.says(kind, done)) {
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

    /// Asks for one of these pieces. Pieces that would serve equally well are not told apart: if all of them are such,
    /// the first is taken without asking.
    ///
    /// # Errors
    /// As [`Table::ask`].
    pub fn ask_for_any(&mut self, side: Side, ask: Ask, pieces: PieceSet) -> Play<PieceId> {
        // In a relief (8.251) some of a side's units are inside and others outside: that is not the same to their owner.
        let (reduced, inside) = (self.state.pieces.reduced(), self.state.pieces.inside());
        let alike = |a: PieceId, b: PieceId| {
            a.interchangeable(b) && [reduced, inside].iter().all(|set| set.contains(a) == set.contains(b))
        };
        if let Some(first) = pieces.first()
            && pieces.iter().all(|piece| alike(piece, first))
        {
            return Ok(first);
        }
        let dead_end = Halt::DeadEnd { side, ask: ask.clone() };
        self.ask_piece(side, ask, Choices::pieces(pieces))?.ok_or(dead_end)
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
    /// `Misfit` if the known answer is another one.
    pub fn roll(&mut self, throw: Throw) -> Play<u8> {
        // The generator moves on even when the result is known, or else the next unknown die would repeat an old one.
        let fresh = self.state.dice.die();
        self.skip_windows(None);
        let expected = || format!("roll {} 1-6", throw.kind());
        if let Some(known) = self.answers.get(self.next) {
            return match known {
                Answer::Roll { throw: what, die } if *what == throw => {
                    self.next += 1;
                    Ok(*die)
                }
                other => Err(misfit(None, expected(), other.line(), &[])),
            };
        }
        self.skip_superfluous();
        let die = match self.given.front() {
            _ if self.forks.is_some() => self.forks.as_mut().map_or(fresh, |forks| forks.roll(throw)),
            Some(given) if given.is_chance() => {
                let die = given.roll(throw.kind());
                let Some(die) = die else { return Err(misfit(Some(given.line), expected(), given.text(), &[])) };
                self.given.pop_front();
                die
            }
            _ if self.blind => return Err(Halt::Chance),
            _ => match (self.rolled.pop_front(), self.dice) {
                (Some(rolled), _) => rolled,
                (None, _) if self.is_weighing() => return Err(Halt::Die(throw)),
                (None, Dice::Generator) => fresh,
                (None, Dice::Table) => return Err(self.ask_for_die(throw)),
            },
        };
        self.answers.push(Answer::Roll { throw, die });
        self.next += 1;
        Ok(die)
    }

    /// Somebody has rolled a die, and has to say what came. Whose decision that is makes no difference.
    fn ask_for_die(&self, throw: Throw) -> Halt {
        let choices = ["1", "2", "3", "4", "5", "6"].into_iter().filter_map(Label::new).map(Choice::Option).collect();
        Halt::Pending(Decision { side: self.state.active, ask: Ask::Die(throw), choices })
    }

    /// Draws the top card of the draw pile; nothing if it is empty (5.21).
    ///
    /// # Errors
    /// `Misfit` if the known answer is another one, or a card that is not in the pile.
    pub fn deal(&mut self) -> Play<Option<CardId>> {
        let Some(&top) = self.state.draw_pile.last() else { return Ok(None) };
        let pile: Vec<Choice> = self.state.draw_pile.iter().map(|&card| Choice::Card(card)).collect();
        let Choice::Card(card) = self.drawn(Draw::Deal, &pile, Choice::Card(top))? else { return Ok(None) };
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
        self.drawn(draw, among, fresh).map(Some)
    }

    /// The known result of a draw, or the one a record gives, or else `fresh`.
    fn drawn(&mut self, draw: Draw, among: &[Choice], fresh: Choice) -> Play<Choice> {
        let expected = || format!("draw {}", draw.kind());
        self.skip_windows(None);
        if let Some(known) = self.answers.get(self.next) {
            return match known {
                Answer::Draw { draw: what, drawn } if *what == draw && among.contains(drawn) => {
                    self.next += 1;
                    Ok(*drawn)
                }
                other => Err(misfit(None, expected(), other.line(), among)),
            };
        }
        self.skip_superfluous();
        let drawn = match self.given.front() {
            _ if self.forks.is_some() => self.forks.as_mut().map_or(fresh, |forks| forks.draw(draw, among, fresh)),
            Some(given) if given.is_chance() => {
                let drawn = given.draw(draw.kind()).filter(|drawn| among.contains(drawn));
                let Some(drawn) = drawn else { return Err(misfit(Some(given.line), expected(), given.text(), among)) };
                self.given.pop_front();
                drawn
            }
            _ if self.supposing.is_some() && draw != Draw::Leader => return Err(Halt::Chance),
            _ if self.blind => return Err(Halt::Chance),
            _ => fresh,
        };
        self.answers.push(Answer::Draw { draw, drawn });
        self.next += 1;
        Ok(drawn)
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

    /// Writes an entry to the log, if anybody reads it.
    pub fn tell(&mut self, entry: impl FnOnce(&State) -> Entry) {
        if let Some(log) = self.log.as_mut() {
            log.push(entry(&self.state));
        }
    }

    /// Scores victory points for a side (13.2).
    pub fn score(&mut self, side: Side, points: i8, rule: &'static str, why: &str, space: Option<SpaceId>) {
        let vp = i16::from(points) * if side == Side::French { 1 } else { -1 };
        self.state.vp = self.state.vp.saturating_add(vp).clamp(-MOST_POINTS, MOST_POINTS);
        self.tell(|_| Entry {
            space,
            vp,
            ..Entry::new(Topic::Score, rule, format!("{side} {points:+} VP: {why}")).by(side)
        });
    }

    /// Takes a piece out of play: for good, or until an event brings it back (7.61).
    pub fn eliminate(&mut self, piece: PieceId, rule: &'static str) {
        let place = if piece.irreplaceable() { Place::Eliminated } else { Place::AtHand };
        let from = self.state.pieces.space(piece);
        self.state.pieces.put(piece, place);
        self.tell(|_| Entry {
            space: from,
            ..Entry::new(Topic::Battle, rule, format!("{piece} is eliminated")).by(piece.side())
        });
    }

    /// Takes a step from a unit: it flips, or is eliminated (7.61).
    pub fn lose_step(&mut self, unit: PieceId, rule: &'static str) {
        if self.state.steps(unit) == 1 {
            self.eliminate(unit, rule);
        } else {
            self.state.pieces.set_reduced(unit, true);
            self.tell(|state| Entry {
                space: state.pieces.space(unit),
                ..Entry::new(Topic::Battle, rule, format!("{unit} is reduced")).by(unit.side())
            });
        }
    }

    /// Puts pieces into a space.
    pub fn put(&mut self, pieces: PieceSet, space: SpaceId) {
        pieces.iter().for_each(|piece| self.state.pieces.put(piece, Place::Space(space)));
    }
}

fn misfit(line: Option<usize>, expected: String, found: String, choices: &[Choice]) -> Halt {
    let choices = choices.iter().map(|choice| choice.token()).collect();
    Halt::Misfit(Misfit { line, expected, prompt: String::new(), found, choices })
}

impl Halt {
    /// Says what is asked, in words.
    fn asked(mut self, ask: &Ask) -> Halt {
        if let Halt::Misfit(misfit) = &mut self {
            misfit.prompt = ask.prompt();
        }
        self
    }
}
