//! The run of an imagined game: what its side knows has happened, and from there on agents play. The enemy has other
//! cards in it, so windows to which he passed need not open, others open, and what he chose in secret he chooses anew.

use crate::decision::{Choice, Decision, Question};
use crate::rules::Rules;
use crate::table::{Answer, Live, Play, Run, Seen};

/// A run that imagines a game for a side.
pub(crate) struct Imagine<R: Rules> {
    live: Live<R>,
    seer: R::Side,
    /// How many answers are known of the real game; nothing behind the decision that is thought about.
    known: Option<usize>,
}

impl<R: Rules> Imagine<R> {
    /// A run in which everything that is known is known of the real game.
    pub fn new(live: Live<R>, seer: R::Side) -> Imagine<R> {
        Imagine { known: Some(live.known.count()), live, seer }
    }

    /// Passes over known answers to windows that need not open.
    fn skip_windows(&mut self, asked: Option<(R::Side, &R::Question)>) {
        self.live.known.next = self.behind_windows(asked);
    }

    /// The number of the next known answer behind windows to which the enemy passed, unless one of them is what is
    /// asked.
    fn behind_windows(&self, asked: Option<(R::Side, &R::Question)>) -> usize {
        let next = self.live.known.next;
        let Some(known) = self.known else { return next };
        let is_skipped = |answer: &Answer<R>| match answer {
            Answer::Choice { side, ask, .. } if answer.passes_a_window() => {
                *side != self.seer && asked != Some((*side, ask))
            }
            _ => false,
        };
        let rest = self.live.known.answers.get(next..known).unwrap_or_default();
        next + rest.iter().take_while(|answer| is_skipped(answer)).count()
    }

    /// Whether a side passes to a window that only an imagined game opens: what it would play is in none of the known
    /// answers.
    fn passes_unasked(&mut self, side: R::Side, ask: &R::Question) -> bool {
        let Some(known) = self.known else { return false };
        let next = self.live.known.next;
        let is_window = side != self.seer && ask.is_window();
        // Behind what is known comes the decision that is thought about; from there on windows are as they are.
        if next >= known && !is_window {
            self.known = None;
        }
        let is_known = |answer: &Answer<R>| matches!(answer, Answer::Choice { side: who, ask: what, .. } if *who == side && what == ask);
        is_window && !self.live.known.answers.get(next).is_some_and(is_known)
    }

    /// Whether a question is asked anew: who imagines the game does not know the answer, so it is not among the known
    /// ones, and the one that is given now comes in between.
    fn asks_anew(&mut self, side: R::Side, ask: &R::Question) -> bool {
        let (next, seer) = (self.live.known.next, self.seer);
        let anew = self.known.as_mut().filter(|known| next < **known && side != seer && ask.is_secret());
        anew.map(|known| *known += 1).is_some()
    }
}

impl<R: Rules> Run<R> for Imagine<R> {
    fn live(&self) -> &Live<R> {
        &self.live
    }

    fn live_mut(&mut self) -> &mut Live<R> {
        &mut self.live
    }

    fn ask(&mut self, seen: Seen<'_, R>, decision: Decision<R>) -> Play<R::Choice, R> {
        let Decision { side, ask, .. } = &decision;
        self.skip_windows(Some((*side, ask)));
        if self.passes_unasked(*side, ask) {
            return Ok(R::Choice::PASS);
        }
        if self.asks_anew(*side, ask) {
            return self.live.answer(seen, decision);
        }
        self.live.ask(seen, decision)
    }

    fn roll(&mut self, seen: Seen<'_, R>, throw: R::Throw, fresh: u8) -> Play<u8, R> {
        self.skip_windows(None);
        self.live.roll(seen, throw, fresh)
    }

    fn draw(&mut self, draw: R::Draw, among: &[R::Choice], fresh: R::Choice) -> Play<R::Choice, R> {
        self.skip_windows(None);
        self.live.draw(draw, among, fresh)
    }

    fn next_for(&self, side: R::Side, ask: &R::Question) -> usize {
        self.behind_windows(Some((side, ask)))
    }
}
