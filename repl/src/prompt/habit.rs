//! Questions that are answered automatically, as a game supplies them.

use crate::prompt::front::Front;
use crate::text::names::fold;
use wilderness_engine::{Choice as _, Decision, Game, Question as _};

/// A kind of question that is answered automatically. What is answered may not depend on what is hidden from the other
/// sides, so that it reveals nothing.
pub trait Habit<F: Front>: Clone + Ord + 'static {
    /// How habits are named, in whole lines that are shown below the list.
    const USAGE: &'static str;

    /// Those that every side begins with.
    fn first() -> Vec<Self> {
        Vec::new()
    }

    /// Whether adding or removing it replaces another: they say how the same questions are answered.
    fn is_about_the_same(&self, other: &Self) -> bool {
        self == other
    }

    /// Its word in records, without spaces. It never changes, because old records have it.
    fn token(&self) -> String;

    /// The habit with this word in a record.
    fn read(token: &str) -> Option<Self>;

    /// Its effect as text.
    fn describe(&self, game: &Game<F>) -> String;

    /// Those that a person names; without a name, or with `this`, that of the open question.
    ///
    /// # Errors
    /// When there is none of this name.
    fn named(game: &Game<F>, what: &str) -> Result<Vec<Self>, String>;

    /// The automatic answer to an open decision of a side with these habits.
    fn answer(list: &[Self], game: &Game<F>, decision: &Decision<F>) -> Option<F::Choice>;
}

/// To pass questions of a kind: the habit of a game that supplies no other.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Passing(String);

/// What stands before the kind of the question in records.
const PASS: &str = "pass:";

impl<F: Front> Habit<F> for Passing {
    const USAGE: &'static str =
        "`auto pass` adds the open question, `auto pass QUESTION` one of another kind;\n`auto ask WHAT` takes away.\n";

    fn token(&self) -> String {
        format!("{PASS}{}", self.0)
    }

    fn read(token: &str) -> Option<Passing> {
        let kind = token.strip_prefix(PASS)?;
        let kinds = F::Question::KINDS;
        (kinds.is_empty() || kinds.contains(&kind)).then(|| Passing(kind.into()))
    }

    fn describe(&self, _: &Game<F>) -> String {
        format!("{}: passed", self.0)
    }

    fn named(game: &Game<F>, what: &str) -> Result<Vec<Passing>, String> {
        let kind = match fold(what).as_str() {
            "" | "this" => {
                let open = game.decision().filter(|open| open.choices.contains(&F::Choice::PASS));
                open.ok_or("the open question cannot be passed: name the kind of another one")?.ask.kind().to_string()
            }
            word => word.trim_start_matches(PASS).replace(' ', "-"),
        };
        let habit: Option<Passing> = Habit::<F>::read(&format!("{PASS}{kind}"));
        let kinds = || F::Question::KINDS.join(", ");
        Ok(vec![habit.ok_or_else(|| format!("no kind of question is called `{what}`: there are {}", kinds()))?])
    }

    fn answer(list: &[Passing], _: &Game<F>, decision: &Decision<F>) -> Option<F::Choice> {
        let passes = list.iter().any(|habit| habit.0 == decision.ask.kind());
        Some(F::Choice::PASS).filter(|pass| passes && decision.choices.contains(pass))
    }
}
