//! What a game supplies for the commands that every game has: its words, names and tables. Every item has a default, so
//! that `()` stands for a game that supplies nothing.

use crate::options::start::New;
use crate::prompt::charts::Chart;
use crate::prompt::counting::Counting;
use crate::prompt::front::Front;
use crate::prompt::habit::{Habit, Passing};
use crate::prompt::lesson::TutorialOf;
use crate::prompt::roll::OnRoll;
use crate::prompt::session::log::{LogTerm, words_of};
use crate::prompt::session::rules::RuleTable;
use crate::prompt::session::{Reply, Session, Trouble};
use crate::text::names::fold;
use std::rc::Rc;
use wilderness_engine::faults::{Fault, Faults};
use wilderness_engine::{Chance as _, Game, Side as _};

/// The words, names and tables of a game for the commands of the prompt.
pub trait Tables<F: Front<Tables = Self>>: 'static {
    /// What `whatif` leaves out, as a sentence that ends with a space.
    const LEFT_OUT: &'static str = "";
    /// What is drawn at random: `a card or leader`.
    const DRAWN: &'static str = "something";

    /// A kind of question that is answered automatically; [`Passing`] if the game supplies none.
    type Habit: Habit<F>;

    /// How scripts can be named besides by their files, as it follows an example: `, or with the number of a card`.
    const SCRIPT_NAMES: &'static str = "";

    /// The script that a word names, relative to the directory of scripts, if the game knows it by another name than
    /// that of its file.
    fn file_of(_scripts: &F::Scripts, _word: &str) -> Option<String> {
        None
    }

    /// The words of the tutorials that it can have, as they follow `tutorial`; the first is begun without a word.
    const LESSONS: &'static [&'static str] = &[];

    /// The words of those that it has with this content.
    fn lessons(_scripts: &F::Scripts) -> &'static [&'static str] {
        Self::LESSONS
    }

    /// The tutorial of this content, if there is one.
    ///
    /// # Errors
    /// The game cannot begin with this content.
    fn tutorial(_scripts: &Rc<F::Scripts>) -> Result<Option<TutorialOf<F>>, Faults> {
        Ok(None)
    }

    /// Begins the tutorial with this word.
    ///
    /// # Errors
    /// Why it cannot begin.
    fn teach(session: &mut Session<F>, _lesson: &str) -> Result<Reply, Trouble> {
        session.begin_tutorial()
    }

    /// Begins another game, as `new` says: by default the same one again.
    ///
    /// # Errors
    /// Options that do not go together; faults in files.
    fn another(session: &mut Session<F>, new: &New) -> Result<Reply, Trouble> {
        session.begin_again(new)
    }

    /// The score and how the game stands, as a side may know it, in whole lines.
    fn score(game: &Game<F>, _viewer: F::Side) -> String {
        format!("{}\n{}\n", F::standing(game), F::scores(&game.now().scores()))
    }

    /// What there is to know of the thing with this name, in whole lines, as a side may know it.
    ///
    /// # Errors
    /// When nothing has this name, or several things.
    fn look(_game: &Game<F>, _viewer: F::Side, name: &str) -> Result<String, String> {
        Err(format!("there is nothing to show of `{name}`"))
    }

    /// What can be the matter with a piece, in the words of [`Tables::roll`].
    const STATES: &'static [&'static str] = &[];

    /// The pieces, as a side may know them, for `list` and questions about the position.
    fn roll(_game: &Game<F>, _viewer: F::Side) -> Vec<OnRoll> {
        Vec::new()
    }

    /// The tables of its rules.
    fn charts(_game: &Game<F>) -> Vec<Chart> {
        Vec::new()
    }

    /// Whether the game has optional rules.
    const HAS_RULES: bool = false;

    /// The optional rules, as a side may know them; nothing if there are none.
    fn rules(_game: &Game<F>, _viewer: F::Side) -> Option<RuleTable> {
        None
    }

    /// The header of the same game with an optional rule switched on or off.
    ///
    /// # Errors
    /// A rule that does not exist, has no effect, or excludes another.
    fn with_rule(_game: &Game<F>, rule: &str, _on: bool) -> Result<F::Header, Faults> {
        Err(Fault::error("rules::unknown", format!("there is no optional rule `{rule}`")).into())
    }

    /// How finished games are counted in comparisons.
    fn counting(sides: &[F::Side]) -> Counting<F> {
        Counting::by_score(sides)
    }

    /// What a word of `log` selects, besides sides and texts; or what `at` with the name of a place does. Nothing if the
    /// game has no such word. The word is folded.
    ///
    /// # Errors
    /// When there is no such place.
    fn log_term<'a>(_game: &'a Game<F>, _word: &str) -> Result<Option<LogTerm<'a>>, String> {
        Ok(None)
    }

    /// Whether an entry of the log is about a side: by default, whether it names it.
    fn is_about(game: &Game<F>, index: usize, side: F::Side) -> bool {
        let words = words_of(game, index);
        words.contains(side.id()) || words.contains(&fold(&side.to_string()))
    }

    /// Entries of the log that need not follow each other, as text.
    fn entries(game: &Game<F>, selected: &[usize]) -> String {
        selected.iter().map(|index| F::news(game, *index..index + 1)).collect()
    }

    /// What differs between two positions of a game, as a side may know it, in whole lines. Without it, `whatif` tells
    /// the news.
    fn differences(_before: &Game<F>, _after: &Game<F>, _side: F::Side) -> Option<String> {
        None
    }

    /// What a die is rolled for, as it follows `the die`: `for the event`. What follows a comma is its rule.
    fn purpose(throw: F::Throw) -> String {
        format!("for the {}", throw.kind().replace('-', " "))
    }

    /// Whether a die belongs to a combat whose [odds](Tables::pending_odds) say more than its faces: `whatif` does not
    /// follow it.
    fn is_weighed(_throw: F::Throw) -> bool {
        false
    }

    /// Whether a game with this content has combats whose odds can be computed.
    fn has_odds(_scripts: &F::Scripts) -> bool {
        true
    }

    /// The odds of the combat that is pending, in whole lines.
    fn pending_odds(_game: &Game<F>) -> Option<String> {
        None
    }
}

/// A game that supplies nothing.
impl<F: Front<Tables = ()>> Tables<F> for () {
    type Habit = Passing;
}
