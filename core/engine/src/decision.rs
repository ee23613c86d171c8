//! Decisions: what a side is asked, and the complete list of its legal answers.

use crate::rules::Rules;
use std::fmt::{Debug, Display};

/// What a side is asked.
pub trait Question: Clone + Eq + Debug + Send + Sync + 'static {
    /// What a die is rolled for.
    type Throw;

    /// The words for all kinds of questions, each one once.
    const KINDS: &'static [&'static str];

    /// The word for this kind of question in records and tests.
    fn kind(&self) -> &'static str;

    /// The rule that gives the side the choice.
    fn rule(&self) -> &'static str;

    /// The question in words.
    fn prompt(&self) -> String;

    /// The question for the face of a die that the players roll.
    fn die(throw: Self::Throw) -> Self;

    /// What the die is rolled for, if the question asks for a die.
    fn thrown(&self) -> Option<Self::Throw>;

    /// Whether an answer uses a card, and so runs its script.
    fn sets_off_a_script(&self) -> bool;

    /// Whether it opens a window, in which the side may respond or pass.
    fn is_window(&self) -> bool;

    /// Whether the answer stays hidden from the other side until it is revealed.
    fn is_secret(&self) -> bool;
}

/// An answer. Answers are offered in the order of this type.
pub trait Choice: Copy + Ord + Debug + Display + Send + Sync + 'static {
    /// The choice that passes a window.
    const PASS: Self;

    /// The stable text form used in records, the command line and tests.
    fn token(self) -> String;

    /// The choice with this token, if the game has one.
    fn from_token(token: &str) -> Option<Self>;

    /// The part of a token that names something, and the names it can have: for "did you mean".
    fn similar(token: &str) -> (&str, Vec<&'static str>);

    /// The face of a die that the players rolled.
    fn face(die: u8) -> Self;

    /// The face of a die, if the choice is one.
    fn as_face(self) -> Option<u8>;
}

/// An open decision: the side, the question, and every legal answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision<R: Rules> {
    /// The side that decides.
    pub side: R::Side,
    /// The question.
    pub ask: R::Question,
    /// The legal answers, sorted, each once. There are at least two.
    pub choices: Vec<R::Choice>,
}

impl<R: Rules> Decision<R> {
    /// The legal answer with this token.
    pub fn find(&self, token: &str) -> Option<R::Choice> {
        R::Choice::from_token(token).filter(|choice| self.choices.contains(choice))
    }
}
