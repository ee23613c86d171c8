//! Decisions: what a side is asked, and the complete list of its legal answers.

use crate::rules::Rules;
use std::fmt::{Debug, Display};

/// What a side is asked. Two questions are the same if they are equal: known answers and search trees are compared so.
pub trait Question: Clone + Eq + Debug + Send + Sync + 'static {
    /// What a die is rolled for.
    type Throw;

    /// The words for all kinds of questions, each one once. A record with any other is faulty. Empty if content names
    /// them; then a line of a record fits nothing only where it is played.
    const KINDS: &'static [&'static str];

    /// Lines that a record may contain where nothing is asked: the kind of the question, and the token. A game that once asked
    /// more often than it does now passes over them in old records.
    const SUPERFLUOUS: &'static [(&'static str, &'static str)] = &[];

    /// The word for this kind of question in records and tests. It never changes, because old records have it.
    fn kind(&self) -> &'static str;

    /// The rule that gives the side the choice: the prompt and refusals cite it. `""` if the content names none.
    fn rule(&self) -> &'static str;

    /// The question in words. The other sides may read it: it must not tell what is hidden from them.
    fn prompt(&self) -> String;

    /// The question for the face of a die that the players roll. Asked in place of each roll then.
    fn die(throw: Self::Throw) -> Self;

    /// What the die is rolled for, if the question asks for a die: an answer to it then counts as a roll. Without it,
    /// [`Question::die`] is asked again for ever.
    fn thrown(&self) -> Option<Self::Throw>;

    /// The token of the answer to a question that a record may leave out, if it is such a question: an old record that
    /// goes on with something else means that.
    fn unwritten(&self) -> Option<&'static str> {
        None
    }

    /// Whether an answer uses a card, and so runs its script. If the script fails, or is changed, the game goes back to
    /// before such an answer; without any, to the last answer.
    fn sets_off_a_script(&self) -> bool {
        false
    }

    /// Whether it opens a window, in which the side may respond or pass. That it passed is then hidden from the other
    /// sides, and no window opens in games that are supposed or weighed.
    fn is_window(&self) -> bool {
        false
    }

    /// Whether the answer stays hidden from the other sides until it is revealed. It is then no reason, note or point in
    /// the past for them, and searching agents of the other sides imagine another one.
    fn is_secret(&self) -> bool {
        false
    }
}

/// An answer. Answers are offered in the order of this type.
pub trait Choice: Copy + Ord + Debug + Display + Send + Sync + 'static {
    /// The choice that passes a window; any, in a game without windows.
    const PASS: Self;

    /// Whether any text can be a token: then one that is no answer may still be part of the name of one.
    const IS_OPEN: bool = false;

    /// The stable text form used in records, the command line and tests: different for different choices, without spaces.
    fn token(self) -> String {
        self.to_string()
    }

    /// The choice with this token, if the game has one: what [`Choice::token`] wrote, or a record cannot be read again.
    fn from_token(token: &str) -> Option<Self>;

    /// The part of a token that names something, and the names it can have: for "did you mean".
    fn similar(token: &str) -> (&str, Vec<&'static str>) {
        (token, Vec::new())
    }

    /// The face of a die that the players rolled. Asked only for the faces of a die.
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
