//! The front end of a game: what the prompt needs to know to play it with people. The required methods suffice to play
//! by number and token, with undo, branches, records and bots; commands specific to one game are its
//! [`Extras`], and sentences its [`Sentences`].

pub use crate::prompt::answer::AnswerError;
pub use crate::prompt::charts::{Chart, Figures};
pub use crate::prompt::command::Use;
pub use crate::prompt::counting::Counting;
pub use crate::prompt::files::{Filed, Files};
pub use crate::prompt::habit::{Habit, Passing};
pub use crate::prompt::lexicon::{Candidate, Lexicon, Words};
pub use crate::prompt::line::{Last, LineLink};
pub use crate::prompt::menu::{Closing, Item, Wording};
pub use crate::prompt::own::{Effect, OwnCommand, Takes, misused};
pub use crate::prompt::plan::{Asked, Extent, Meaning, Next, NoGoal, Plan, RunEnd, SentenceGoal, Unclear};
pub use crate::prompt::roll::OnRoll;
pub use crate::prompt::sentences::Sentences;
pub use crate::prompt::session::lesson::check_tutorial;
pub use crate::prompt::session::log::LogTerm;
pub use crate::prompt::session::rules::{ListedRule, RuleTable};
pub use crate::prompt::session::{Reply, Requested, Session, Trouble};
pub use crate::prompt::tables::Tables;
pub use crate::prompt::which::{Meant, PossibleThing, Which};
pub use crate::text::names::Name;

use crate::board::pictured::Pictured;
use crate::prompt::help::{Explained, Manual};
use crate::text::side_in_words::SideInWords;
use crate::text::style::BOLD;
use anstyle::Style;
use std::ops::Range;
use std::path::PathBuf;
use std::rc::Rc;
use wilderness_engine::faults::{Faults, Source};
use wilderness_engine::script::{Fingerprints, ScriptSet, compiled_once};
use wilderness_engine::{Answer, Choice as _, Decision, Game, Question as _};
use wilderness_lab::Player;

/// A game that people can play at the prompt.
pub trait Front: Pictured {
    /// Where its content comes from.
    type Origin: Origin<Scripts = Self::Scripts>;
    /// Its own commands; `()` for none.
    type Extras: Extras<Self>;
    /// Its sentences; `()` for none.
    type Sentences: Sentences<Self>;
    /// What it supplies for the commands that every game has; `()` for nothing.
    type Tables: Tables<Self>;

    /// The name of the game.
    const NAME: &'static str;

    /// The lines shown at the start: how to get help.
    fn greeting(_game: &Game<Self>) -> &'static str {
        "`help` explains how to answer.\n"
    }

    /// The scenario being played: `Annus Mirabilis, 1757-1759`.
    fn title(game: &Game<Self>) -> String;

    /// The name of the game that is played, where its content gives it one.
    fn game_name(_game: &Game<Self>) -> String {
        Self::NAME.into()
    }

    /// Who made the content, and what others may do with it, behind the name of the game; empty if nothing says so.
    fn made_by(_scripts: &Self::Scripts) -> String {
        String::new()
    }

    /// The scenario in short.
    fn name(game: &Game<Self>) -> String {
        Self::title(game)
    }

    /// The date and score: `Early Season 1757, VP French 4`.
    fn standing(game: &Game<Self>) -> String;

    /// The date in short, for the prompt at a terminal.
    fn briefly(game: &Game<Self>) -> String {
        Self::standing(game)
    }

    /// What each side has scored.
    fn scores(scores: &[(Self::Side, i32)]) -> String {
        scores.iter().map(|(side, score)| format!("{side} {score}")).collect::<Vec<_>>().join(", ")
    }

    /// How the game ended, as a sentence without its full stop.
    fn result(outcome: Self::Outcome) -> String;

    /// This part of the log as text, a line or more each.
    fn news(game: &Game<Self>, range: Range<usize>) -> String;

    /// The headings in this part of the log, where the rest of it is too long to be told.
    fn chapters(_game: &Game<Self>, _range: Range<usize>) -> String {
        String::new()
    }

    /// What the whole game adds up to, in whole lines.
    fn ending(_game: &Game<Self>) -> String {
        String::new()
    }

    /// Whether this entry reports the end of the game, which the prompt reports itself.
    fn tells_the_end(_entry: &Self::News) -> bool {
        false
    }

    /// A side as sentences name it: "the French decide".
    fn in_sentences(_scripts: &Self::Scripts, side: Self::Side) -> SideInWords {
        SideInWords::new(format!("the {side}"), true)
    }

    /// The colour of a side.
    fn style(_side: Self::Side) -> Style {
        BOLD
    }

    /// The question in a word or two, for the prompt.
    fn topic(ask: &Self::Question) -> &'static str {
        ask.kind()
    }

    /// A question in words, with names in place of ids.
    fn question(_scenario: &Self::Scenario, ask: &Self::Question) -> String {
        ask.prompt()
    }

    /// The question of a decision, with its context.
    fn wording(game: &Game<Self>, decision: &Decision<Self>) -> Wording {
        Wording { question: Self::question(game.scenario(), &decision.ask), ..Wording::default() }
    }

    /// What the deciding side should know where its turn begins, in whole lines; nothing at other decisions.
    fn briefing(_game: &Game<Self>, _decision: &Decision<Self>) -> String {
        String::new()
    }

    /// The lines of a menu: every choice of the decision once, alone or with equivalent ones. The menu assigns the
    /// numbers.
    fn items(game: &Game<Self>, decision: &Decision<Self>) -> Vec<Item<Self>> {
        let item = |choice: &Self::Choice| match choice.as_face() {
            Some(face) => Item::new(*choice, face.to_string()),
            None => {
                let (text, token) = (Self::named(game.scripts(), game.scenario(), *choice, true), choice.token());
                // People who read `bid 2` need not be told that `bid:2` means the same.
                let is_alike = text == token || text.replace(' ', ":") == token;
                let note = if is_alike { String::new() } else { format!("`{token}`") };
                Item { note, ..Item::new(*choice, text) }
            }
        };
        decision.choices.iter().map(item).collect()
    }

    /// What the choices of a decision promise, in a few words: chances, and what threatens. Only asked where the decision
    /// is shown to the side that decides.
    fn chances(_game: &Game<Self>, _decision: &Decision<Self>) -> Vec<(Self::Choice, String)> {
        Vec::new()
    }

    /// The time that these words name, if it can be gone to.
    fn read_time(_words: &[&str]) -> Option<Self::Time> {
        None
    }

    /// The sentence that takes those who move on all the way to a place, where the question is where they go: it has
    /// `{place}` for the place.
    fn goes_by(_ask: &Self::Question) -> Option<String> {
        None
    }

    /// What runs a script, in `back to before …`.
    const RUN_BY: &'static str = "the card";

    /// What a turn of the game is called, in `until next …`.
    const TURN: &'static str = "turn";

    /// How times are written, for a `goto` without one: `, and a season is …`.
    const TIMES: &'static str = "";

    /// Bots play games like this one in the background, with the scripts before a change and with those of now. `tell` gets
    /// one line as soon as it is known what the change does to the balance. Ends when what is returned is dropped; nothing
    /// is returned if there is nothing to play.
    ///
    /// # Errors
    /// When the system has no thread left.
    fn measure(
        _game: &Game<Self>,
        _bot: Player,
        _scripts: [&Self::Scripts; 2],
        _tell: Tell,
    ) -> std::io::Result<Option<Running>> {
        Ok(None)
    }
}

/// The sides of a game with these scripts, in order.
pub fn sides<F: Front>(scripts: &F::Scripts) -> Vec<F::Side> {
    F::sides(scripts).iter().collect()
}

/// Hears what something in the background has to say, and returns whether anybody still listens.
pub type Tell = Box<dyn FnMut(&str) -> bool + Send>;

/// Something in the background, which ends when this is dropped.
pub type Running = Box<dyn std::any::Any>;

/// How one gets content of one's own in place of what is built in, as the second part of a sentence.
pub const HOW_TO_CHANGE: &str = "`wilderness init DIR` makes a directory for yours, and `play --content DIR` uses it";

/// The origin of a game's content: built in, or files that can change while a game runs.
pub trait Origin: Clone + PartialEq + Send + 'static {
    /// The compiled content.
    type Scripts: ScriptSet;

    /// The origin of the built-in content in whose place this is; nothing if it is in place of none.
    fn built_in(&self) -> Option<Self>;

    /// Reads its texts.
    ///
    /// # Errors
    /// Files that cannot be read.
    fn read(&self) -> Result<<Self::Scripts as ScriptSet>::Sources, Faults>;

    /// Reads, compiles and checks all of it. The games of a thread share what is the same.
    ///
    /// # Errors
    /// Every fault in it.
    fn load(&self) -> Result<Rc<Self::Scripts>, Faults> {
        compiled_once(&self.read()?)
    }

    /// Describes the origin, as a sentence without its full stop.
    fn sentence(&self) -> String {
        "Using the built-in content".into()
    }

    /// The files it is read from; none if it is built in.
    fn files(&self) -> Vec<PathBuf> {
        Vec::new()
    }

    /// How one gets content that can change in place of what is built in, as the second part of a sentence.
    fn how_to_change(&self) -> String {
        HOW_TO_CHANGE.into()
    }

    /// Whether it is built in, and so cannot change.
    fn is_program(&self) -> bool {
        true
    }

    /// Where the copy of a file that is in the program belongs, so that the game uses it in place of that one; nothing if
    /// there is no such place.
    fn place_of(&self, _built_in: &Source) -> Option<PathBuf> {
        None
    }

    /// The current fingerprints of the files.
    ///
    /// # Errors
    /// Files that cannot be read.
    fn fingerprints(&self) -> Result<Fingerprints, Faults> {
        Ok(Fingerprints::new())
    }

    /// The origin as lines, to be saved with an unfinished game.
    fn to_lines(&self) -> String {
        String::new()
    }

    /// Reads the output of [`Origin::to_lines`], as far as the files still exist; nothing if none does.
    fn from_lines(_text: &str) -> Option<Self> {
        None
    }
}

/// The commands of one game, what it adds to the help and to `undo`, and what the prompt remembers for it between lines.
pub trait Extras<F: Front<Extras = Self>>: Default + Clone + 'static {
    /// The commands of this game, in the order of the help. The prompt's own commands follow them.
    fn commands() -> &'static [OwnCommand<F>] {
        &[]
    }

    /// What is said after a line was carried out, or refused.
    ///
    /// # Errors
    /// Why it was refused.
    fn carried_out(_session: &mut Session<F>, _line: &str, reply: Result<Reply, Trouble>) -> Result<Reply, Trouble> {
        reply
    }

    /// Handles a change of scripts. Returns what to report.
    fn reloaded(_session: &mut Session<F>) -> String {
        String::new()
    }

    /// Whether the side that answered first after `start` known answers has since learned something hidden that no
    /// answer revealed.
    fn has_shown(_game: &mut Game<F>, _known: usize) -> bool {
        false
    }

    /// The number of the answer that, to the players, revealed what the player learned at `index`, among those known
    /// since `start`.
    fn most_revealing(_session: &Session<F>, _start: usize, index: usize) -> usize {
        index
    }

    /// An answer or result of chance that told a player something, as far as it is public; nothing for the standard
    /// wording.
    fn told_by(_game: &Game<F>, _answer: &Answer<F>) -> Option<String> {
        None
    }

    /// What the opening screen of `help` says of the game that is played, in whole lines.
    fn overview(_game: &Game<F>) -> String {
        String::new()
    }

    /// What it adds to `help`.
    fn manual() -> &'static Manual {
        Manual::common()
    }

    /// How things stand for a viewer as to the topic of the rules with this name, in whole lines.
    fn case(_game: &Game<F>, _viewer: F::Side, _topic: &str) -> String {
        String::new()
    }

    /// The things of the game that `help` explains, such as cards.
    fn explained(_game: &Game<F>) -> Vec<Explained> {
        Vec::new()
    }
}

impl<F: Front<Extras = ()>> Extras<F> for () {}
