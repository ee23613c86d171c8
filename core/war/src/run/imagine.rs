//! The run of an imagined game: what its side knows has happened, and from there on agents play. The enemy has other cards
//! in it, so windows to which he passed need not open, others open, and what he chose in secret he chooses anew.

use super::{Live, Run, Seen};
use crate::decision::{Ask, Choice, Decision, Word};
use crate::side::Side;
use crate::table::{Answer, Draw, Play, Throw};

/// A run that imagines a game for a side.
pub(crate) struct Imagine {
    live: Live,
    seer: Side,
    /// How many answers are known of the real game; nothing behind the decision that is thought about.
    known: Option<usize>,
}

impl Imagine {
    /// A run in which everything that is known is known of the real game.
    pub fn new(live: Live, seer: Side) -> Imagine {
        Imagine { known: Some(live.known.len()), live, seer }
    }

    /// Passes over known answers to windows that need not open.
    fn skip_windows(&mut self, asked: Option<(Side, &Ask)>) {
        self.live.known.next = self.behind_windows(asked);
    }

    /// The number of the next known answer behind windows to which the enemy passed, unless one of them is what is asked.
    fn behind_windows(&self, asked: Option<(Side, &Ask)>) -> usize {
        let next = self.live.known.next;
        let Some(known) = self.known else { return next };
        let is_skipped = |answer: &Answer| match answer {
            Answer::Choice { side, ask: ask @ Ask::Respond(_), choice: Choice::Word(Word::Pass) } => {
                *side != self.seer && asked != Some((*side, ask))
            }
            _ => false,
        };
        let rest = self.live.known.answers.get(next..known).unwrap_or_default();
        next + rest.iter().take_while(|answer| is_skipped(answer)).count()
    }

    /// Whether a side passes to a window that only an imagined game opens: what it would play is in none of the known
    /// answers.
    fn passes_unasked(&mut self, side: Side, ask: &Ask) -> bool {
        let Some(known) = self.known else { return false };
        let next = self.live.known.next;
        let is_window = side != self.seer && matches!(ask, Ask::Respond(_));
        // Behind what is known comes the decision that is thought about; from there on windows are as they are.
        if next >= known && !is_window {
            self.known = None;
        }
        let is_known = |answer: &Answer| matches!(answer, Answer::Choice { side: who, ask: what, .. } if *who == side && what == ask);
        is_window && !self.live.known.answers.get(next).is_some_and(is_known)
    }

    /// Whether a question is asked anew: who imagines the game does not know the answer, so it is not among the known ones,
    /// and the one that is given now comes in between.
    fn asks_anew(&mut self, side: Side, ask: &Ask) -> bool {
        let (next, seer) = (self.live.known.next, self.seer);
        let anew = self.known.as_mut().filter(|known| next < **known && ask.is_secret_from(side, seer));
        anew.map(|known| *known += 1).is_some()
    }
}

impl Run for Imagine {
    fn live(&self) -> &Live {
        &self.live
    }

    fn live_mut(&mut self) -> &mut Live {
        &mut self.live
    }

    fn again(&self, next: usize) -> Box<dyn Run> {
        self.live.again(next)
    }

    fn ask(&mut self, seen: Seen<'_>, decision: Decision) -> Play<Choice> {
        let Decision { side, ask, .. } = &decision;
        self.skip_windows(Some((*side, ask)));
        if self.passes_unasked(*side, ask) {
            return Ok(Choice::Word(Word::Pass));
        }
        if self.asks_anew(*side, ask) {
            return self.live.answer(seen, decision);
        }
        self.live.ask(seen, decision)
    }

    fn roll(&mut self, seen: Seen<'_>, throw: Throw, fresh: u8) -> Play<u8> {
        self.skip_windows(None);
        self.live.roll(seen, throw, fresh)
    }

    fn draw(&mut self, draw: Draw, among: &[Choice], fresh: Choice) -> Play<Choice> {
        self.skip_windows(None);
        self.live.draw(draw, among, fresh)
    }

    fn next_for(&self, side: Side, ask: &Ask) -> usize {
        self.behind_windows(Some((side, ask)))
    }
}
