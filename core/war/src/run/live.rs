//! The run that plays a game: known answers first, then lines of a record, then agents; dice from a record, from a
//! person's hand, or from the generator.

use super::{Run, Seen};
use crate::agents::Agent;
use crate::decision::{Ask, Choice, Decision, Label, Word};
use crate::record::Given;
use crate::sets::{PieceId, PieceSet};
use crate::side::{PerSide, Side};
use crate::state::State;
use crate::table::{Answer, Dice, Draw, Halt, Known, Play, Throw, known};
use crate::view::View;
use std::collections::VecDeque;
use std::mem::discriminant;

/// The run that plays a game.
pub struct Live {
    /// What is known.
    pub(crate) known: Known,
    /// Lines of a record that are still to be used, the next first.
    pub(crate) given: VecDeque<Given>,
    /// Whether the record has to give every answer, die and card: nothing comes from the seed, and no line may be
    /// missing.
    pub(crate) strict: bool,
    /// Where dice come from.
    pub(crate) dice: Dice,
    /// Dice that somebody rolled by hand, to be used before the generator.
    pub(crate) rolled: VecDeque<u8>,
    /// Who plays by himself.
    pub(crate) agents: PerSide<Option<Box<dyn Agent>>>,
    /// Whether agents wait: somebody looks back, and what they chose is known.
    pub(crate) hold: bool,
    /// Why agents chose as they did, since somebody asked them to forget; nothing if nobody wants to know.
    pub(crate) reasons: Option<Vec<(Side, String)>>,
    /// Units that a person has named for the losses at hand.
    pub(crate) named: Option<Named>,
}

/// Units that a person has named for the losses at hand.
#[derive(Clone, Debug)]
pub struct Named {
    /// The side that loses them.
    pub side: Side,
    /// The question at which they were named.
    pub ask: Ask,
    /// A set for each word, in their order: all units that it may mean.
    pub words: Vec<PieceSet>,
}

impl Live {
    /// A run that knows these answers, and at which nobody sits.
    pub(crate) fn new(known: Known) -> Live {
        Live {
            known,
            given: VecDeque::new(),
            strict: false,
            dice: Dice::default(),
            rolled: VecDeque::new(),
            agents: PerSide::new(|_| None),
            hold: false,
            reasons: None,
            named: None,
        }
    }

    /// The same answers, of which the first `next` have been used, and nobody who gives new ones.
    pub(super) fn knowing_the_same(&self, next: usize) -> Live {
        Live::new(Known { answers: self.known.answers.clone(), next })
    }

    /// The answer to a decision that is not among the known ones.
    ///
    /// # Errors
    /// `Pending` if nobody answers; `Misfit` if the line of the record is to another question.
    pub(super) fn answer(&mut self, seen: Seen<'_>, decision: Decision) -> Play<Choice> {
        self.named = None;
        let choice = if let Some(choice) = self.answer_unwritten(&decision) {
            choice
        } else if let Some(given) = self.given.front() {
            let asked = Some(given).filter(|given| !given.is_named());
            let fitting = asked.and_then(|given| given.answer(decision.side, decision.ask.kind()));
            let Some(choice) = fitting.and_then(|token| decision.find(token)) else {
                let expected = known::asked(decision.side, &decision.ask);
                let misfit = known::misfit(Some(given.line), expected, given.text(), &decision.choices);
                return Err(misfit.to(&decision.ask));
            };
            self.given.pop_front();
            choice
        } else if let Some(choice) = self.ask_agent(seen, &decision) {
            choice
        } else {
            return Err(Halt::Pending(decision));
        };
        self.choose(decision, choice)
    }

    /// Notes the answer to a decision.
    pub(super) fn choose(&mut self, decision: Decision, choice: Choice) -> Play<Choice> {
        self.known.add(Answer::Choice { side: decision.side, ask: decision.ask, choice });
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
    fn ask_agent(&mut self, seen: Seen<'_>, decision: &Decision) -> Option<Choice> {
        let (state, known) = (seen.state, &self.known);
        let agent = self.agents[state.seat(decision.side)].as_mut().filter(|agent| !self.hold && !agent.waits())?;
        let index = agent.choose(&View::at(seen, known, decision.side), decision);
        let choice = decision.choices.get(index).or(decision.choices.last()).copied();
        // No reason is given for what is to stay hidden.
        let passes = matches!(decision.ask, Ask::Respond(_)) && choice == Some(Choice::Word(Word::Pass));
        if let Some(reasons) = self.reasons.as_mut()
            && !passes
            && !matches!(decision.ask, Ask::Secret(_))
            && let Some(sentence) = agent.explain(seen.scripts.deck())
        {
            let reason = (decision.side, sentence);
            if reasons.last() != Some(&reason) {
                reasons.push(reason);
            }
        }
        choice
    }

    /// The face that a record gives for a die.
    fn given_die(&mut self, throw: Throw) -> Play<Option<u8>> {
        self.named = None;
        self.skip_superfluous();
        match self.given.front() {
            Some(given) if self.strict || given.is_chance() || self.dice == Dice::Table => {
                let Some(die) = given.roll(throw.kind()) else {
                    return Err(known::misfit(Some(given.line), known::rolled(throw), given.text(), &[]).into());
                };
                self.given.pop_front();
                Ok(Some(die))
            }
            _ if self.strict => Err(known::misfit(None, known::rolled(throw), String::new(), &[]).into()),
            _ => Ok(None),
        }
    }

    /// The face of a die that is known, or that somebody rolled by hand.
    pub(super) fn known_or_by_hand(&mut self, throw: Throw) -> Play<Option<u8>> {
        if let Some(die) = self.known.die(throw)? {
            return Ok(Some(die));
        }
        self.named = None;
        self.rolled.pop_front().map(|die| self.note_die(throw, die)).transpose()
    }

    /// Notes a die.
    pub(super) fn note_die(&mut self, throw: Throw, die: u8) -> Play<u8> {
        self.known.add(Answer::Roll { throw, die });
        Ok(die)
    }

    /// What a record gives for something drawn.
    fn given_draw(&mut self, draw: Draw, among: &[Choice]) -> Play<Option<Choice>> {
        self.named = None;
        self.skip_superfluous();
        match self.given.front() {
            Some(given) if self.strict || given.is_chance() => {
                let Some(drawn) = given.draw(draw.kind()).filter(|drawn| among.contains(drawn)) else {
                    return Err(known::misfit(Some(given.line), known::draws(draw), given.text(), among).into());
                };
                self.given.pop_front();
                Ok(Some(drawn))
            }
            _ if self.strict => Err(known::misfit(None, known::draws(draw), String::new(), among).into()),
            _ => Ok(None),
        }
    }

    /// Notes what was drawn.
    pub(super) fn note_draw(&mut self, draw: Draw, drawn: Choice) -> Play<Choice> {
        self.known.add(Answer::Draw { draw, drawn });
        Ok(drawn)
    }

    /// Which of several equal pieces is taken: the first, unless another was named, now or in the record.
    pub(crate) fn take_among_equals(&mut self, at: usize, side: Side, ask: &Ask, pieces: PieceSet) -> Play<PieceId> {
        let first = pieces.first().unwrap_or(PieceId(0));
        if let Some(known) = self.known.answers.get(at) {
            return match known {
                Answer::Named { side: who, ask: what, piece }
                    if *who == side && what == ask && pieces.contains(*piece) =>
                {
                    self.known.next = at + 1;
                    Ok(*piece)
                }
                _ => Ok(first),
            };
        }
        let taken = match self.given.front().filter(|given| given.is_named()) {
            Some(given) => {
                let token = given.answer(side, ask.kind()).and_then(Choice::from_token);
                let Some(piece) = token.and_then(Choice::piece).filter(|piece| pieces.contains(*piece)) else {
                    let choices: Vec<Choice> = pieces.iter().map(Choice::Piece).collect();
                    let expected = known::asked(side, ask);
                    return Err(known::misfit(Some(given.line), expected, given.text(), &choices).to(ask));
                };
                self.given.pop_front();
                piece
            }
            None if self.given.is_empty() => self.take_named(side, ask, pieces).unwrap_or(first),
            None => first,
        };
        if taken != first {
            self.known.answers.push(Answer::Named { side, ask: ask.clone(), piece: taken });
            self.known.next += 1;
        }
        Ok(taken)
    }

    /// Takes the first word that names one of these pieces off the list, and returns the piece.
    fn take_named(&mut self, side: Side, ask: &Ask, pieces: PieceSet) -> Option<PieceId> {
        let named = self.named.as_mut()?;
        if named.side != side || discriminant(&named.ask) != discriminant(ask) {
            return None;
        }
        let word = named.words.iter().position(|word| word.meets(pieces))?;
        (named.words.remove(word) & pieces).first()
    }
}

/// Somebody has rolled a die, and has to say what came. Whose decision that is makes no difference.
fn ask_for_die(state: &State, throw: Throw) -> Halt {
    let choices = ["1", "2", "3", "4", "5", "6"].into_iter().filter_map(Label::new).map(Choice::Option).collect();
    Halt::Pending(Decision { side: state.active, ask: Ask::Die(throw), choices })
}

impl Run for Live {
    fn live(&self) -> &Live {
        self
    }

    fn live_mut(&mut self) -> &mut Live {
        self
    }

    fn again(&self, next: usize) -> Box<dyn Run> {
        Box::new(self.knowing_the_same(next))
    }

    fn ask(&mut self, seen: Seen<'_>, decision: Decision) -> Play<Choice> {
        match self.known.choice(&decision)? {
            Some(choice) => Ok(choice),
            None => self.answer(seen, decision),
        }
    }

    fn roll(&mut self, seen: Seen<'_>, throw: Throw, fresh: u8) -> Play<u8> {
        if let Some(die) = self.known.die(throw)? {
            return Ok(die);
        }
        let die = match (self.given_die(throw)?, self.dice) {
            (Some(given), _) => given,
            (None, dice) => match (self.rolled.pop_front(), dice) {
                (Some(rolled), _) => rolled,
                (None, Dice::Generator) => fresh,
                (None, Dice::Table) => return Err(ask_for_die(seen.state, throw)),
            },
        };
        self.note_die(throw, die)
    }

    fn draw(&mut self, draw: Draw, among: &[Choice], fresh: Choice) -> Play<Choice> {
        if let Some(drawn) = self.known.drawn(draw, among)? {
            return Ok(drawn);
        }
        let drawn = self.given_draw(draw, among)?.unwrap_or(fresh);
        self.note_draw(draw, drawn)
    }
}
