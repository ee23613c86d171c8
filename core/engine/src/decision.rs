//! Decisions: what a side is asked, and the complete list of its legal answers.

use crate::rules::Rules;
use std::fmt::{Debug, Display};

/// What a side is asked.
pub trait Question: Clone + Eq + Debug + Send + Sync + 'static {
    /// What a die is rolled for.
    type Throw;

    /// The words for all kinds of questions, each once.
    const KINDS: &'static [&'static str];

    /// The word for this kind of question in records and tests.
    fn kind(&self) -> &'static str;

    /// The rule that lets the side choose.
    fn rule(&self) -> &'static str;

    /// The question in words.
    fn prompt(&self) -> String;

    /// What a die shows that the players have rolled.
    fn die(throw: Self::Throw) -> Self;

    /// What the die was rolled for, if it is such a question.
    fn thrown(&self) -> Option<Self::Throw>;

    /// Whether an answer puts a card to its use, and so sets off its script.
    fn sets_off_a_script(&self) -> bool;

    /// Whether it opens a window: the side may respond to something, and passes if it has nothing to respond with.
    fn is_window(&self) -> bool;

    /// Whether nobody else learns the answer until it comes to light.
    fn is_secret(&self) -> bool;
}

/// A legal answer. Its order is the one in which answers are offered.
pub trait Choice: Copy + Ord + Debug + Display + Send + Sync + 'static {
    /// To pass a window.
    const PASS: Self;

    /// The stable text form used in records, the command line and tests.
    fn token(self) -> String;

    /// The choice with this token, if there is one in the game.
    fn from_token(token: &str) -> Option<Self>;

    /// The part of a token that names something, and what it may have been meant to name.
    fn similar(token: &str) -> (&str, Vec<&'static str>);

    /// The face of a die that the players have rolled.
    fn face(die: u8) -> Self;

    /// The face, if it is one.
    fn as_face(self) -> Option<u8>;
}

/// A decision that is open: what is asked of whom, and every legal answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision<R: Rules> {
    /// Who decides.
    pub side: R::Side,
    /// What is asked.
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
