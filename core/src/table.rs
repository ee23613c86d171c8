//! The table: the state with everything the rules need around it. `ask`, `roll` and `draw` are the only ways in which
//! the rules get an answer, whether it is known already, comes from a record, a bot, a person, or the generator.

use crate::agents::Agent;
use crate::decision::{Ask, Choice, Choices, Decision};
use crate::log::{Entry, Topic};
use crate::placement::Place;
use crate::record::Given;
use crate::scenario::Scenario;
use crate::script::{Moment, Responder, Scripts};
use crate::sets::{CardId, PieceId, PieceSet, SpaceId};
use crate::side::{PerSide, Side};
use crate::state::State;
use crate::view::View;
use std::collections::VecDeque;
use std::rc::Rc;

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
    /// A known answer or a line of a record does not fit what is asked.
    #[error("{0}")]
    Misfit(Misfit),
}

/// An answer that does not fit the question.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected {expected}, found {found}")]
pub struct Misfit {
    /// The line of the record, if the answer comes from one.
    pub line: Option<usize>,
    /// What is asked at this point.
    pub expected: String,
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
}

impl Throw {
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
        }
    }
}

/// An answer that is known: a choice somebody made, or a result of chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
    /// A card dealt from the draw pile.
    Deal {
        /// The card.
        card: CardId,
    },
}

impl Answer {
    /// The answer as a line of a record.
    pub fn line(self) -> String {
        match self {
            Answer::Choice { side, ask, choice } => format!("{} {} {}", side.id(), ask.kind(), choice.token()),
            Answer::Roll { throw, die } => format!("roll {} {die}", throw.kind()),
            Answer::Deal { card } => format!("draw deal card:{}", card.0),
        }
    }
}

/// The state of a game, the answers that are known, and those who give new ones.
pub struct Table {
    /// Where everything stands.
    pub state: State,
    /// What is being played.
    pub scenario: Rc<Scenario>,
    /// The cards.
    pub scripts: Rc<Scripts>,
    /// Who answers in the windows for responses (part of the scripts from the moment there are any).
    pub(crate) responder: Option<Rc<dyn Responder>>,
    pub(crate) answers: Vec<Answer>,
    pub(crate) next: usize,
    pub(crate) given: VecDeque<Given>,
    pub(crate) agents: PerSide<Option<Box<dyn Agent>>>,
    pub(crate) log: Option<Vec<Entry>>,
}

impl Table {
    /// Asks a side to choose. A single choice is taken without asking.
    ///
    /// # Errors
    /// `Pending` if nobody at hand can answer yet, `DeadEnd` without choices, `Misfit` if the known answer is to
    /// another question.
    pub fn ask(&mut self, side: Side, ask: Ask, choices: Choices) -> Play<Choice> {
        let choices = choices.sorted();
        debug_assert!(choices.windows(2).all(|pair| pair[0] < pair[1]), "{ask:?}: {choices:?}");
        match choices[..] {
            [] => return Err(Halt::DeadEnd { side, ask }),
            [only] => return Ok(only),
            _ => {}
        }
        if let Some(&known) = self.answers.get(self.next) {
            return match known {
                Answer::Choice { side: who, ask: what, choice }
                    if (who, what) == (side, ask) && choices.contains(&choice) =>
                {
                    self.next += 1;
                    Ok(choice)
                }
                other => Err(misfit(None, format!("{} {}", side.id(), ask.kind()), other.line(), &choices)),
            };
        }
        let decision = Decision { side, ask, choices };
        let choice = if let Some(given) = self.given.front() {
            let fitting = given.answer(side, ask.kind()).and_then(|token| decision.find(token));
            let Some(choice) = fitting else {
                let expected = format!("{} {}", side.id(), ask.kind());
                return Err(misfit(Some(given.line), expected, given.text(), &decision.choices));
            };
            self.given.pop_front();
            choice
        } else if let Some(agent) = self.agents[side].as_mut() {
            let index = agent.choose(&View::new(&self.state, &self.scripts, side), &decision);
            decision.choices[index.min(decision.choices.len() - 1)]
        } else {
            return Err(Halt::Pending(decision));
        };
        self.answers.push(Answer::Choice { side, ask, choice });
        self.next += 1;
        Ok(choice)
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
        self.ask_piece(side, ask, Choices::pieces(pieces)).and_then(|piece| piece.ok_or(Halt::DeadEnd { side, ask }))
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
        let expected = || format!("roll {} 1-6", throw.kind());
        if let Some(&known) = self.answers.get(self.next) {
            return match known {
                Answer::Roll { throw: what, die } if what == throw => {
                    self.next += 1;
                    Ok(die)
                }
                other => Err(misfit(None, expected(), other.line(), &[])),
            };
        }
        let die = match self.given.front() {
            Some(given) if given.is_chance() => {
                let die = given.roll(throw.kind());
                let Some(die) = die else { return Err(misfit(Some(given.line), expected(), given.text(), &[])) };
                self.given.pop_front();
                die
            }
            _ => fresh,
        };
        self.answers.push(Answer::Roll { throw, die });
        self.next += 1;
        Ok(die)
    }

    /// Draws the top card of the draw pile, which must not be empty (5.21).
    ///
    /// # Errors
    /// `Misfit` if the known answer is another one, or a card that is not in the pile.
    pub fn draw(&mut self) -> Play<CardId> {
        let expected = || "draw deal card:N, of the draw pile".to_string();
        let known = match self.answers.get(self.next) {
            Some(&Answer::Deal { card }) => Some(card),
            Some(other) => return Err(misfit(None, expected(), other.line(), &[])),
            None => None,
        };
        let (from_record, line) = match self.given.front() {
            Some(given) if known.is_none() && given.is_chance() => match given.deal() {
                Some(card) => (Some(card), Some(given.line)),
                None => return Err(misfit(Some(given.line), expected(), given.text(), &[])),
            },
            _ => (None, None),
        };
        let pile = &mut self.state.draw_pile;
        let card = match known.or(from_record) {
            Some(card) => match pile.iter().rposition(|&other| other == card) {
                Some(index) => pile.remove(index),
                None => return Err(misfit(line, expected(), format!("card:{}", card.0), &[])),
            },
            None => pile.pop().ok_or_else(|| misfit(None, expected(), "an empty draw pile".into(), &[]))?,
        };
        if from_record.is_some() {
            self.given.pop_front();
        }
        if known.is_none() {
            self.answers.push(Answer::Deal { card });
        }
        self.next += 1;
        Ok(card)
    }

    /// Opens the window of a moment to a side: whoever has a script that answers may respond.
    ///
    /// # Errors
    /// As the script's own questions.
    pub fn window(&mut self, side: Side, moment: Moment) -> Play<()> {
        match self.responder.clone() {
            Some(responder) => responder.respond(self, side, &moment),
            None => Ok(()),
        }
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
        self.state.vp += vp;
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
    Halt::Misfit(Misfit { line, expected, found, choices: choices.iter().map(|choice| choice.token()).collect() })
}
