//! What a side may not know.

use super::Rules;
use crate::chance::Stream;
use crate::table::Answer;

/// What is hidden from a side, and how it is dealt anew: for agents that search without cheating. `()` hides nothing.
pub trait Hidden<R: Rules>: 'static {
    /// Whether anything is hidden at all.
    const HIDES: bool = true;

    /// What a side knows of what is hidden from it.
    type Knowledge: Clone + Send + 'static;

    /// What a side knows now of what was hidden when the current step began, or is hidden still. Called when a searching
    /// agent is asked, with the state at the start of the step, the present one, and the answers in between. What it
    /// leaves out is dealt anew, and then may not fit those answers: such an imagined game is dropped. What it tells
    /// beyond the side's knowledge lets the agent cheat.
    fn knowledge(start: &R::State, now: &R::State, since: &[Answer<R>], side: R::Side) -> Self::Knowledge;

    /// Deals what is hidden from a side anew, in the state at the start of a step and in the answers since. Called once
    /// for each imagined game. What comes out must agree with what the side knows, and may not depend on where the
    /// hidden things really are: otherwise a search learns the truth from the average of what it imagines. The streams
    /// of dice and draws have been replaced already.
    fn deal_anew(
        start: &mut R::State,
        answers: &mut [Answer<R>],
        knowledge: &Self::Knowledge,
        side: R::Side,
        chance: &mut Stream,
    );

    /// Whether only the side that answers learns that it was asked, as when it picks one of several cards of its hand.
    /// Asked of every answer where a game goes back: such an answer is not a point in the past for the other sides. If it
    /// is wrongly false, they can tell from where the game stops what the side holds.
    fn is_asked_unseen(_ask: &R::Question, _choice: R::Choice) -> bool {
        false
    }
}

/// Perfect information: what remains to be imagined are dice and draws to come.
impl<R: Rules> Hidden<R> for () {
    const HIDES: bool = false;

    type Knowledge = ();

    fn knowledge(_: &R::State, _: &R::State, _: &[Answer<R>], _: R::Side) {}

    fn deal_anew(_: &mut R::State, _: &mut [Answer<R>], (): &(), _: R::Side, _: &mut Stream) {}
}
