//! The front end of a game: what the prompt has to be told of a game to play it with people. A game that says no more
//! than it must is played by number and token, with undo, branches, records and bots; commands and sentences that only
//! it has are its [`Extras`].

pub use crate::prompt::answer::Unclear;
pub use crate::prompt::command::{Misused, Use};
pub use crate::prompt::lexicon::{Lexicon, Words};
pub use crate::prompt::line::{Last, Line};
pub use crate::prompt::menu::{Item, Wording};
pub use crate::prompt::session::{Reply, Session, Trouble};
pub use crate::text::names::Name;

use crate::prompt::{help, lexicon};
use crate::text::style::BOLD;
use anstyle::Style;
use std::fmt::Debug;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use wilderness_engine::decision::{Choice as _, Decision, Question as _};
use wilderness_engine::faults::Faults;
use wilderness_engine::game::Game;
use wilderness_engine::record::AutoLines;
use wilderness_engine::rules::Rules;
use wilderness_engine::script::Fingerprints;
use wilderness_engine::table::Answer;

/// A game that people play at the prompt.
pub trait Front: Rules {
    /// Where its content comes from.
    type Origin: Origin<Scripts = Self::Scripts>;
    /// The commands and sentences that only this game has; `()` for none.
    type Extras: Extras<Self>;

    /// What the game is called.
    const NAME: &'static str;

    /// What is said when it begins: how to find out more, in whole lines.
    const GREETING: &'static str = "`help` explains how to answer.\n";

    /// What is being played: `Annus Mirabilis, 1757-1759`.
    fn title(game: &Game<Self>) -> String;

    /// The same in short.
    fn name(game: &Game<Self>) -> String {
        Self::title(game)
    }

    /// When it is and how the game stands: `Early Season 1757, VP French 4`.
    fn standing(game: &Game<Self>) -> String;

    /// The same in short, for the prompt of a person at a terminal.
    fn briefly(game: &Game<Self>) -> String {
        Self::standing(game)
    }

    /// Victory points.
    fn score(vp: i16) -> String {
        format!("VP {vp}")
    }

    /// How the game ended, in a sentence without its full stop.
    fn result(outcome: Self::Outcome) -> String;

    /// What happened, each in a line or more.
    fn news(entries: &[Self::News]) -> String;

    /// Whether this says how the game ended: the prompt says so itself.
    fn tells_the_end(_entry: &Self::News) -> bool {
        false
    }

    /// The colour of a side.
    fn style(_side: Self::Side) -> Style {
        BOLD
    }

    /// What is asked, in a word or two for the prompt.
    fn topic(ask: &Self::Question) -> &'static str {
        ask.kind()
    }

    /// The question of a decision, and what there is to say with it.
    fn wording(_game: &Game<Self>, decision: &Decision<Self>) -> Wording {
        Wording { question: decision.ask.prompt(), ..Wording::default() }
    }

    /// The lines of a menu: every choice of the decision once, alone or with others that are as good. Numbers are given
    /// by the menu.
    fn items(game: &Game<Self>, decision: &Decision<Self>) -> Vec<Item<Self>> {
        let item = |choice: &Self::Choice| match choice.as_face() {
            Some(face) => Item::new(*choice, face.to_string()),
            None => {
                let (text, token) = (Self::named(game.scripts(), *choice, true), choice.token());
                let note = if text == token { String::new() } else { format!("`{token}`") };
                Item { note, ..Item::new(*choice, text) }
            }
        };
        decision.choices.iter().map(item).collect()
    }

    /// The time that these words name, if one can go there.
    fn read_time(_words: &[&str]) -> Option<Self::Time> {
        None
    }

    /// How times are named, for those who named none: `, and a season is …`.
    const TIMES: &'static str = "";

    /// The scripts of a game, with what its record carries of them.
    ///
    /// # Errors
    /// What does not go together.
    fn complete(_header: &Self::Header, scripts: Rc<Self::Scripts>) -> Result<Rc<Self::Scripts>, Faults> {
        Ok(scripts)
    }
}

/// Where the content of a game is read from: the program, or files that can change while a game runs.
pub trait Origin: Clone + PartialEq + Send + 'static {
    /// What is compiled from it.
    type Scripts;

    /// Reads, compiles and checks all of it.
    ///
    /// # Errors
    /// Everything wrong with it.
    fn load(&self) -> Result<Self::Scripts, Faults>;

    /// A sentence that says what it is, without its full stop.
    fn sentence(&self) -> String {
        "The cards are those in the program".into()
    }

    /// The files that it is read from; none if it is part of the program.
    fn files(&self) -> Vec<PathBuf> {
        Vec::new()
    }

    /// Whether it is part of the program, and cannot change.
    fn is_program(&self) -> bool {
        true
    }

    /// The fingerprints of the files as they are now.
    ///
    /// # Errors
    /// Files that cannot be read.
    fn fingerprints(&self) -> Result<Fingerprints, Faults> {
        Ok(Fingerprints::new())
    }

    /// Where it is, in lines that tell it to who takes up an unfinished game.
    fn to_lines(&self) -> String {
        String::new()
    }

    /// What [`Origin::to_lines`] wrote, as far as it is still there; nothing if none of it is.
    fn from_lines(_text: &str) -> Option<Self> {
        None
    }
}

/// The commands of a game.
pub type Own<F> = <<F as Front>::Extras as Extras<F>>::Command;

/// The commands and sentences that only one game has, and what the prompt remembers for them between two lines.
pub trait Extras<F: Front<Extras = Self>>: Default + Clone + 'static {
    /// A command of this game.
    type Command: Clone + PartialEq + Debug;

    /// The commands of this game and how they are used, in the order in which help lists them. Those of the prompt
    /// come behind them.
    fn uses() -> &'static [Use] {
        &[]
    }

    /// Reads a line that begins with a command of this game, before the prompt looks for its own.
    fn read(_line: &str) -> Option<Result<Self::Command, Misused>> {
        None
    }

    /// Whether a line says to go on with what waits.
    fn goes_on(line: &str) -> bool {
        ["continue", "go on"].iter().any(|words| line.trim().eq_ignore_ascii_case(words))
    }

    /// Whether a command answers decisions.
    fn answers(_command: &Self::Command) -> bool {
        false
    }

    /// Whether a command has to wait until a script that has stopped goes on.
    fn waits(_command: &Self::Command) -> bool {
        true
    }

    /// Does what a command says.
    ///
    /// # Errors
    /// Why it cannot be done.
    fn obey(session: &mut Session<F>, command: Self::Command) -> Result<Reply, Trouble>;

    /// Goes on where neither a script nor a bot waits.
    ///
    /// # Errors
    /// That there is nothing to go on with.
    fn go_on(_session: &mut Session<F>, _line: &str) -> Result<Reply, Trouble> {
        Err(Trouble::plain("there is nothing to go on with"))
    }

    /// Answers the open decision with a line that is no command.
    ///
    /// # Errors
    /// Why it is no answer.
    fn answer(session: &mut Session<F>, line: &str) -> Result<Reply, Trouble> {
        session.answer(line)
    }

    /// Answers with a part of a line, or with all that is left of it, that only this game understands. Returns what it
    /// named, or nothing if it is to be looked up in the menu.
    ///
    /// # Errors
    /// Why it cannot be done.
    fn part(
        _session: &mut Session<F>,
        _line: &mut Line<'_, F>,
        _open: &Decision<F>,
        _part: &str,
    ) -> Result<Option<F::Choice>, Trouble> {
        Ok(None)
    }

    /// Whether a line may go on with a question, after what its last part answered; `named` is what its next part names
    /// there, if it names anything.
    fn leads_on(last: &Last<F>, ask: &F::Question, _named: Option<F::Choice>) -> bool {
        last.is_like(ask)
    }

    /// Whether a question goes on with what was named, so that it needs not be named again.
    fn belongs(_last: &Last<F>, _ask: &F::Question) -> bool {
        false
    }

    /// Whether what was answered began a list, and this ends one.
    fn ends_list(_last: &Last<F>, _part: &str, _named: Option<F::Choice>) -> bool {
        false
    }

    /// What `no`, `none` or `pass` means here.
    fn declining(decision: &Decision<F>, typed: &str) -> Option<F::Choice> {
        let declines = ["no", "none", "nothing", "nobody", "pass"].iter().any(|word| typed.eq_ignore_ascii_case(word));
        Some(F::Choice::PASS).filter(|pass| declines && decision.choices.contains(pass))
    }

    /// The word that ends or declines a question, for who typed that of another one.
    fn ending(decision: &Decision<F>) -> Option<F::Choice> {
        Some(F::Choice::PASS).filter(|pass| decision.choices.contains(pass))
    }

    /// What in the game is called so, whether it is an answer or not.
    fn find(_game: &Game<F>, _typed: &str) -> Vec<F::Choice> {
        Vec::new()
    }

    /// The names of everything in the game.
    fn names() -> Vec<&'static str> {
        Vec::new()
    }

    /// The answer that an open decision gives to itself, if it does.
    fn answers_itself(&self, _game: &Game<F>, _decision: &Decision<F>) -> Option<F::Choice> {
        None
    }

    /// The questions that answer themselves, for the record.
    fn auto_lines(&self) -> AutoLines {
        AutoLines::default()
    }

    /// Takes the questions that answer themselves over from a record.
    fn take_over(&mut self, _lines: &AutoLines) {}

    /// The game stands elsewhere: what was planned is forgotten.
    fn moved(&mut self) {}

    /// A note under the choices.
    fn note(_session: &mut Session<F>) -> String {
        String::new()
    }

    /// Other scripts are in force. What is to be said about it.
    fn reloaded(_session: &mut Session<F>) -> String {
        String::new()
    }

    /// Whether the side that answered first since so many answers were known has seen something hidden since that no
    /// answer told.
    fn has_shown(_game: &mut Game<F>, _known: usize) -> bool {
        false
    }

    /// Of what was known since `start`, the number of that by which people know what told the player something at
    /// `index`.
    fn most_telling(_session: &Session<F>, _start: usize, index: usize) -> usize {
        index
    }

    /// An answer or a result of chance that told a player something, as far as everybody may know it; nothing if it is
    /// told as in any game.
    fn told_by(_game: &Game<F>, _answer: &Answer<F>) -> Option<String> {
        None
    }

    /// What there is to say about a topic; without one, the screen to begin with.
    ///
    /// # Errors
    /// A topic that there is not.
    fn help(_game: &Game<F>, topic: &str) -> Result<String, String> {
        help::help::<F>(topic)
    }

    /// What can be typed while a game waits.
    fn lexicon(game: &Game<F>) -> Arc<dyn Lexicon> {
        Arc::new(lexicon::Words::of(game))
    }
}

/// No command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoCommand {}

impl<F: Front<Extras = ()>> Extras<F> for () {
    type Command = NoCommand;

    fn obey(_: &mut Session<F>, command: NoCommand) -> Result<Reply, Trouble> {
        match command {}
    }
}
