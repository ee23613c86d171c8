//! The run that plays a game: known answers first, then lines of a record, then agents; dice from a record, from a
//! person's hand, or from the generator.

use super::{Answer, Chance, Dice, Given, Halt, Known, Play, Run, Seen, known};
use crate::agent::{Agent, Reason};
use crate::decision::{Choice, Decision, Question};
use crate::rules::{Rules, ScriptSet as _};
use crate::side::Each;
use std::borrow::Cow;
use std::collections::VecDeque;
use std::mem::discriminant;

/// The run that plays a game.
pub struct Live<R: Rules> {
    /// What is known.
    pub(crate) known: Known<R>,
    /// Lines of a record that are still to be used, the next first.
    pub(crate) given: VecDeque<Given>,
    /// Whether the record has to give every answer, die and card: nothing comes from the seed, and no line may be
    /// missing.
    pub(crate) strict: bool,
    /// Where dice come from.
    pub(crate) dice: Dice,
    /// Dice that were rolled by hand, to be used before the generator.
    pub(crate) rolled: VecDeque<u8>,
    /// Who plays by himself.
    pub(crate) agents: Each<Option<Box<dyn Agent<R>>>>,
    /// Whether agents are asked at known decisions too, whatever they say: so they have the plans that go with what they
    /// would have chosen.
    pub(crate) look_on: bool,
    /// The answer that follows the known ones where the game looks back.
    pub(crate) ahead: Option<Answer<R>>,
    /// Whether agents wait: a player looks back, and what they chose is known.
    pub(crate) hold: bool,
    /// The reasons that agents gave for their answers; nothing if none are wanted.
    pub(crate) reasons: Option<Vec<Reason<R::Side>>>,
    /// What a person has named, to be taken among equals.
    pub(crate) named: Option<NamedChoice<R>>,
    /// Whose turn it was at each die among the known answers, by the number of the answer; nothing if that is not noted.
    pub(crate) turns: Option<Vec<(usize, R::Side)>>,
}

/// What a person has named, to be taken among equals.
#[derive(Clone, Debug)]
pub struct NamedChoice<R: Rules> {
    /// The side whose choices they are.
    pub side: R::Side,
    /// The question at which it was named.
    pub ask: R::Question,
    /// For each word, in their order: everything that it may mean.
    pub words: Vec<Vec<R::Choice>>,
}

impl<R: Rules> Live<R> {
    /// A run that knows these answers, and at which nobody sits.
    pub(crate) fn new(known: Known<R>) -> Live<R> {
        Live {
            known,
            given: VecDeque::new(),
            strict: false,
            dice: Dice::default(),
            rolled: VecDeque::new(),
            agents: Each::default(),
            look_on: false,
            ahead: None,
            hold: false,
            reasons: None,
            named: None,
            turns: None,
        }
    }

    /// The same answers, of which the first `next` have been used, and nobody who gives new ones.
    pub(crate) fn knowing_the_same(&self, next: usize) -> Live<R> {
        Live::new(Known { answers: self.known.answers.clone(), next })
    }

    /// The answer to a decision that is not among the known ones.
    ///
    /// # Errors
    /// `Pending` if nobody answers; `Misfit` if the line of the record is to another question.
    pub(crate) fn answer(&mut self, seen: Seen<'_, R>, decision: Decision<R>) -> Play<R::Choice, R> {
        self.named = None;
        let choice = if let Some(choice) = self.answer_unwritten(&decision) {
            choice
        } else if let Some(given) = self.given.front() {
            let asked = Some(given).filter(|given| !given.is_named());
            let fitting = asked.and_then(|given| given.answer(decision.side, decision.ask.kind()));
            let Some(choice) = fitting.and_then(|token| decision.find(token)) else {
                let expected = known::asked::<R>(decision.side, &decision.ask);
                let misfit = known::misfit(Some(given.line), expected, given.text(), &decision.choices);
                return Err(misfit.to(&decision.ask));
            };
            self.given.pop_front();
            choice
        } else if let Some(choice) = self.ask_agent(seen, &decision)? {
            choice
        } else {
            return Err(Halt::Pending(decision));
        };
        if let Some(host) = seen.scripts.host() {
            host.note_answer(&seen, &decision, choice);
        }
        self.choose(decision, choice)
    }

    /// Notes the answer to a decision.
    pub(crate) fn choose(&mut self, decision: Decision<R>, choice: R::Choice) -> Play<R::Choice, R> {
        self.known.add(Answer::Choice { side: decision.side, ask: decision.ask, choice });
        Ok(choice)
    }

    /// The answer to a question that a record may leave out, if it goes on without one, unless the record has to give
    /// every line.
    fn answer_unwritten(&mut self, decision: &Decision<R>) -> Option<R::Choice> {
        let given = self.given.front()?;
        let Some(token) = decision.ask.unwritten() else {
            self.skip_superfluous();
            return None;
        };
        if self.strict || given.kind() == decision.ask.kind() { None } else { decision.find(token) }
    }

    /// Passes over lines of a record that answer such a question in the way in which it is answered without them, where
    /// nobody asks.
    fn skip_superfluous(&mut self) {
        let is_superfluous =
            |given: &Given| R::Question::SUPERFLUOUS.iter().any(|(kind, token)| given.says(kind, token));
        while !self.strict && self.given.front().is_some_and(is_superfluous) {
            self.given.pop_front();
        }
    }

    /// What follows on the record: the next known answer, or else the next line, or else what lies ahead where the game
    /// looks back. Nothing at its end.
    fn next_on_record(&self) -> Option<Cow<'_, Given>> {
        if let Some(answer) = self.known.answers.get(self.known.next) {
            return Some(Cow::Owned(Given::read(0, &answer.line())));
        }
        let ahead = || self.ahead.as_ref().map(|answer| Cow::Owned(Given::read(0, &answer.line())));
        self.given.front().map(Cow::Borrowed).or_else(ahead)
    }

    /// Whether the record gives this choice to this question next.
    pub(crate) fn has_on_record(&mut self, side: R::Side, ask: &R::Question, choice: R::Choice) -> bool {
        if self.given.front().is_some_and(|given| given.kind() != ask.kind()) {
            self.skip_superfluous();
        }
        self.next_on_record().is_some_and(|given| {
            !given.is_named() && given.answer(side, ask.kind()).is_some_and(|token| token == choice.token())
        })
    }

    /// Whether the record goes on, and not with an answer to this kind of question.
    pub(crate) fn has_other_on_record(&self, side: R::Side, kind: &str) -> bool {
        self.next_on_record().is_some_and(|given| given.is_named() || given.answer(side, kind).is_none())
    }

    /// What the agent of a side answers, if one sits there.
    ///
    /// # Errors
    /// `Illegal` if it is not among the choices.
    fn ask_agent(&mut self, seen: Seen<'_, R>, decision: &Decision<R>) -> Play<Option<R::Choice>, R> {
        let (known, hold) = (&self.known, self.hold);
        let agent = self.agents[R::seat(seen.state, decision.side)].as_mut();
        let Some(agent) = agent.filter(|agent| !hold && !agent.waits()) else { return Ok(None) };
        let view = R::view(seen, known, decision.side);
        let choice = match seen.scripts.host() {
            Some(host) => host.unwatched(|| agent.choose(&view, decision)),
            None => agent.choose(&view, decision),
        };
        if !decision.choices.contains(&choice) {
            return Err(Halt::Illegal { decision: decision.clone(), choice });
        }
        // No reason is given for what is to stay hidden.
        let passes = decision.ask.is_window() && choice == R::Choice::PASS;
        if let Some(reasons) = self.reasons.as_mut()
            && !passes
            && !decision.ask.is_secret()
            && let Some(explanation) = agent.explain(seen.scripts, seen.scenario)
        {
            reasons.push(Reason { side: decision.side, answer: self.known.count(), explanation });
        }
        Ok(Some(choice))
    }

    /// Asks the agent of a side about a decision whose answer is known.
    fn show_to_agent(&mut self, seen: Seen<'_, R>, decision: &Decision<R>) {
        // It sees what was known when the decision was open, and what it says is no reason for the answer.
        let reasons = self.reasons.take();
        self.known.next -= 1;
        let _ = self.ask_agent(seen, decision);
        self.known.next += 1;
        self.reasons = reasons;
    }

    /// The face that a record gives for a die.
    fn given_die(&mut self, throw: R::Throw) -> Play<Option<u8>, R> {
        self.named = None;
        self.skip_superfluous();
        match self.given.front() {
            Some(given) if self.strict || given.is_chance() || self.dice == Dice::Table => {
                let Some(die) = given.roll(throw) else {
                    return Err(known::misfit(
                        Some(given.line),
                        known::rolled(throw),
                        given.text(),
                        known::none::<R>(),
                    )
                    .into());
                };
                self.given.pop_front();
                Ok(Some(die))
            }
            _ if self.strict => {
                Err(known::misfit(None, known::rolled(throw), String::new(), known::none::<R>()).into())
            }
            _ => Ok(None),
        }
    }

    /// The face of a die that is known, or that was rolled by hand.
    pub(crate) fn known_or_by_hand(&mut self, throw: R::Throw) -> Play<Option<u8>, R> {
        if let Some(die) = self.known.die(throw)? {
            return Ok(Some(die));
        }
        self.named = None;
        self.by_hand(throw).map(|die| self.note_die(throw, die)).transpose()
    }

    /// The next face rolled by hand that a die has. Others were rolled with another die.
    fn by_hand(&mut self, throw: R::Throw) -> Option<u8> {
        std::iter::from_fn(|| self.rolled.pop_front()).find(|face| (1..=throw.faces()).contains(face))
    }

    /// Notes a die.
    pub(crate) fn note_die(&mut self, throw: R::Throw, die: u8) -> Play<u8, R> {
        self.known.add(Answer::Roll { throw, die });
        Ok(die)
    }

    /// What a record gives for something drawn.
    fn given_draw(&mut self, draw: R::Draw, among: &[R::Choice]) -> Play<Option<R::Choice>, R> {
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
    pub(crate) fn note_draw(&mut self, draw: R::Draw, drawn: R::Choice) -> Play<R::Choice, R> {
        self.known.add(Answer::Draw { draw, drawn });
        Ok(drawn)
    }

    /// Which of several equal choices is taken: the first, unless another was named, now or in the record.
    pub(crate) fn take_among_equals(
        &mut self,
        at: usize,
        side: R::Side,
        ask: &R::Question,
        choices: &[R::Choice],
        first: R::Choice,
    ) -> Play<R::Choice, R> {
        if let Some(known) = self.known.answers.get(at) {
            return match known {
                Answer::Named { side: who, ask: what, choice }
                    if *who == side && what == ask && choices.contains(choice) =>
                {
                    self.known.next = at + 1;
                    Ok(*choice)
                }
                _ => Ok(first),
            };
        }
        let taken = match self.given.front().filter(|given| given.is_named()) {
            Some(given) => {
                let token = given.answer(side, ask.kind()).and_then(R::Choice::from_token);
                let Some(choice) = token.filter(|choice| choices.contains(choice)) else {
                    let expected = known::asked::<R>(side, ask);
                    return Err(known::misfit(Some(given.line), expected, given.text(), choices).to(ask));
                };
                self.given.pop_front();
                choice
            }
            None if self.given.is_empty() => self.take_named(side, ask, choices).unwrap_or(first),
            None => first,
        };
        if taken != first {
            self.known.answers.push(Answer::Named { side, ask: ask.clone(), choice: taken });
            self.known.next += 1;
        }
        Ok(taken)
    }

    /// Takes the first word that names one of these off the list, and returns what it means among them.
    fn take_named(&mut self, side: R::Side, ask: &R::Question, choices: &[R::Choice]) -> Option<R::Choice> {
        let named = self.named.as_mut()?;
        if named.side != side || discriminant(&named.ask) != discriminant(ask) {
            return None;
        }
        let index = named.words.iter().position(|word| word.iter().any(|choice| choices.contains(choice)))?;
        let word = named.words.remove(index);
        choices.iter().copied().find(|choice| word.contains(choice))
    }
}

/// A player has rolled a die, and has to say what it shows. Whose decision that is makes no difference.
fn ask_for_die<R: Rules>(state: &R::State, throw: R::Throw) -> Halt<R> {
    let choices = (1..=throw.faces()).map(R::Choice::face).collect();
    Halt::Pending(Decision { side: R::active(state), ask: R::Question::die(throw), choices })
}

impl<R: Rules> Run<R> for Live<R> {
    fn live(&self) -> &Live<R> {
        self
    }

    fn live_mut(&mut self) -> &mut Live<R> {
        self
    }

    fn ask(&mut self, seen: Seen<'_, R>, decision: Decision<R>) -> Play<R::Choice, R> {
        match self.known.choice(&decision)? {
            Some(choice) => {
                if self.look_on {
                    self.show_to_agent(seen, &decision);
                }
                Ok(choice)
            }
            None => self.answer(seen, decision),
        }
    }

    fn roll(&mut self, seen: Seen<'_, R>, throw: R::Throw, fresh: u8) -> Play<u8, R> {
        if let Some(die) = self.known.die(throw)? {
            return Ok(die);
        }
        let die = match (self.given_die(throw)?, self.dice) {
            (Some(given), _) => given,
            (None, dice) => match (self.by_hand(throw), dice) {
                (Some(rolled), _) => rolled,
                (None, Dice::Generator) => fresh,
                (None, Dice::Table) => return Err(ask_for_die(seen.state, throw)),
            },
        };
        let at = self.known.next;
        if let Some(turns) = &mut self.turns {
            // What was rolled there before has been taken back.
            while turns.pop_if(|(last, _)| *last >= at).is_some() {}
            turns.push((at, R::active(seen.state)));
        }
        self.note_die(throw, die)
    }

    fn draws_what_lies(&self) -> bool {
        self.known.is_used_up() && self.given.is_empty() && !self.strict && self.named.is_none()
    }

    fn draw(&mut self, draw: R::Draw, among: &[R::Choice], fresh: R::Choice) -> Play<R::Choice, R> {
        if let Some(drawn) = self.known.drawn(draw, among)? {
            return Ok(drawn);
        }
        let drawn = self.given_draw(draw, among)?.unwrap_or(fresh);
        self.note_draw(draw, drawn)
    }
}
