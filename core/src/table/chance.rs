//! Chance at the table: dice and draws, known already, given by a record, counted, or from the generator.

use super::halt::{Halt, Play, misfit};
use super::{Answer, Dice, Draw, Table, Throw};
use crate::decision::{Ask, Choice, Decision, Label};
use crate::sets::CardId;

impl Table {
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
        self.named = None;
        self.skip_superfluous();
        let die = match self.given.front() {
            _ if self.forks.is_some() => self.forks.as_mut().map_or(fresh, |forks| forks.roll(throw)),
            Some(given) if self.strict || given.is_chance() || self.dice == Dice::Table => {
                let die = given.roll(throw.kind());
                let Some(die) = die else { return Err(misfit(Some(given.line), expected(), given.text(), &[])) };
                self.given.pop_front();
                die
            }
            _ if self.strict => return Err(misfit(None, expected(), String::new(), &[])),
            _ if self.blind => return Err(Halt::Chance),
            _ => match (self.rolled.pop_front(), self.dice) {
                (Some(rolled), _) => rolled,
                (None, _) if self.is_weighing() || self.supposing.is_some() => return Err(Halt::Die(throw)),
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
        self.named = None;
        self.skip_superfluous();
        let drawn = match self.given.front() {
            _ if self.forks.is_some() => self.forks.as_mut().map_or(fresh, |forks| forks.draw(draw, among, fresh)),
            Some(given) if self.strict || given.is_chance() => {
                let drawn = given.draw(draw.kind()).filter(|drawn| among.contains(drawn));
                let Some(drawn) = drawn else { return Err(misfit(Some(given.line), expected(), given.text(), among)) };
                self.given.pop_front();
                drawn
            }
            _ if self.strict => return Err(misfit(None, expected(), String::new(), among)),
            _ if self.blind || self.supposing.is_some() => return Err(Halt::Chance),
            _ => fresh,
        };
        self.answers.push(Answer::Draw { draw, drawn });
        self.next += 1;
        Ok(drawn)
    }
}
