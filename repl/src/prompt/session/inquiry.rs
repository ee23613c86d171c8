//! What a person asks about the game without answering: the score, a thing by its name, the tables of the rules; and the
//! last line once more.

use super::asking::LineReading;
use super::proposing::Proposals;
use super::{Reply, Session, Trouble, plain};
use crate::prompt::answer::{self, AnswerError};
use crate::prompt::charts;
use crate::prompt::command::{self, Command};
use crate::prompt::front::{Extras, Front, Sentences, Tables};
use crate::prompt::heard::is_word_for;
use crate::prompt::help;
use crate::prompt::inquiry::{self, without_article};
use crate::prompt::line;
use crate::prompt::menu::Menu;
use crate::prompt::plan::{Asked, Meaning, Unclear};
use crate::prompt::questions;
use crate::prompt::roll;
use crate::prompt::which::Which;
use crate::text::columns::{line_width, wrap};
use crate::text::names::fold;
use crate::text::style::{DIM, paint};
use wilderness_engine::{Choice as _, Game};

/// The most digits of a number that is one of a menu.
const MOST_DIGITS: usize = 3;

/// What the refusal of words says that nothing knows.
const UNKNOWN_WORDS: &str = "is neither a command nor a name";

/// What is said where a copy goes no further.
const OVER: &str = "no decision is open";

/// Answers that may also be the beginning of some talk.
const SHORT_ANSWERS: [&str; 8] = ["no", "yes", "ok", "done", "all", "none", "nobody", "nothing"];

/// The most words of another answer behind such a one.
const MOST_OF_ANOTHER: usize = 1;

/// The most words of an answer that need not be tried first.
const MOST_UNTRIED: usize = 1;

/// The table of which a game without tables tells at least the score.
const VICTORY: &str = "victory";

impl<F: Front> Session<F> {
    /// The score, and what each side lacks.
    pub(super) fn score(&self) -> String {
        F::Tables::score(&self.game, self.viewer())
    }

    /// The table of the rules with this name, or their list.
    pub(super) fn charts(&self, name: &str) -> Result<Reply, Trouble> {
        let charts = F::Tables::charts(&self.game);
        match charts::render(&charts, name) {
            Err(_) if charts.is_empty() && name == VICTORY => Ok(Reply::Text(self.score())),
            text => text.map(Reply::Text).map_err(plain),
        }
    }

    /// Help on a topic, or the table with this name.
    pub(super) fn help(&self, topic: &str) -> Result<Reply, Trouble> {
        let case = |name| F::Extras::case(&self.game, self.viewer(), name);
        let case = help::rule_named::<F>(topic).map(case).unwrap_or_default();
        // The case stands before the rule, under its heading.
        let with_case = |text: String| match text.split_once('\n') {
            Some((heading, rule)) => format!("{heading}\n{case}{rule}"),
            None => text,
        };
        let text = help::help(&self.game, topic).map(with_case);
        let table = |why| if topic.trim().is_empty() { Err(why) } else { self.table_or(topic, why) };
        text.or_else(table).map(Reply::Text).map_err(plain)
    }

    /// Why some text is no answer to the open question; or that it is one.
    pub(crate) fn why(&self, what: &str) -> Result<Reply, Trouble> {
        self.is_yours()?;
        let menu = Menu::of(&self.game);
        Ok(Reply::Text(match (answer::resolve(menu.as_ref(), &self.game, what), menu) {
            (Ok(choice), Some(menu)) => {
                format!("{} is an answer to the open question\n", menu.named(&self.game, choice))
            }
            (Ok(_), None) => String::new(),
            (Err(reason), _) => format!("{reason}\n"),
        }))
    }

    /// What the rules say of a thing that cannot be shown: `show winter`.
    pub(super) fn rule_or(&self, topic: &str, why: Trouble) -> Result<Reply, Trouble> {
        self.help(topic).map_err(|_| why)
    }

    fn table_or(&self, name: &str, why: String) -> Result<String, String> {
        charts::render(&F::Tables::charts(&self.game), name).map_err(|_| why)
    }

    /// Shows the thing with this name, whatever is asked.
    pub(crate) fn look_at(&self, name: &str) -> Result<Reply, Trouble> {
        let name = without_article(name);
        F::Tables::look(&self.game, self.viewer(), name).map(Reply::Text).map_err(plain)
    }

    /// What these words ask for of the roll.
    pub(super) fn list(&self, words: &str) -> Result<Reply, Trouble> {
        roll::list(&self.game, self.viewer(), words).map(Reply::Text).map_err(plain)
    }

    /// What a line shows that is only the name of a thing, and no answer: the thing, or which things have that name.
    /// Nothing for a line that means something else, and for an answer that a rule forbids.
    pub(super) fn bare_name(&self, typed: &str) -> Option<Result<Reply, Trouble>> {
        // A short number is one of a menu, even where there is none; hexes have four digits.
        if typed.len() <= MOST_DIGITS && typed.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let things = F::Sentences::find(&self.game, typed);
        let menu = Menu::of(&self.game).filter(|_| self.sees_decision());
        let note = match menu {
            _ if things.is_empty() => return None,
            Some(menu) => no_answer(&self.game, &menu, &things, typed)?,
            None => String::new(),
        };
        let note: String = wrap(&note, line_width()).into_iter().map(|line| paint(DIM, line) + "\n").collect();
        let shown = F::Tables::look(&self.game, self.viewer(), typed);
        Some(shown.map(|shown| Reply::Text(shown + note.as_str())).map_err(plain))
    }

    /// What comes of a line that was refused as it stands, for this reason: without its manners or put otherwise it may be
    /// understood, it may be a question, or a word may be misspelt.
    pub(super) fn otherwise(&mut self, line: &str, reason: String) -> Result<Reply, Trouble> {
        if self.is_stopped() || self.game.now().broken().is_some() {
            return Err(plain(reason));
        }
        let line = line.trim();
        let polite = questions::without_manners(line);
        let bare = polite.as_deref().unwrap_or(line);
        let mut reason = reason;
        let put_otherwise = F::Sentences::rephrased(&self.game, bare);
        if !questions::is_question(line) {
            let said = polite.iter().cloned().chain([format!("={bare}")]).chain(put_otherwise.iter().cloned());
            if let Some(reply) = self.said_otherwise(said.collect(), &mut reason) {
                return reply;
            }
        }
        if inquiry::is_rule(bare)
            && let Ok(told) = self.help(bare)
        {
            return Ok(told);
        }
        if answer::is_number(bare) {
            return Err(plain(reason));
        }
        let read = self.read(bare);
        let commands = is_word_for("order", bare.split(' ').next().map(fold).unwrap_or_default().as_str())
            && !questions::is_about_rules(bare);
        let has_form =
            !commands && !questions::is_request(line) && [line, bare].into_iter().any(questions::is_question);
        let is_question = (has_form || commands && line.ends_with('?')) && (line.ends_with('?') || !read.is_order());
        let may_ask = self.may_ask(bare, &reason, &read);
        let asks = is_question || may_ask && read.clearly_asks() && !commands;
        if let Some(shown) = asks.then(|| self.answer_question(bare, &read)).flatten() {
            return shown;
        }
        let is_verbal = begins_with_verb::<F>(bare);
        let lines = [bare].into_iter().chain(put_otherwise.iter().map(String::as_str));
        match lines.filter(|_| !questions::is_question(line)).find_map(|line| self.misspelt(line)) {
            Some(which) => Err(self.ask_back(Some(which))),
            // What is understood, and refused by a rule, needs no guess.
            None if !is_about_words::<F>(bare, &reason)
                && (is_verbal || reason.contains(" may be ") || self.is_understood(bare)) =>
            {
                Err(plain(reason))
            }
            None => self.proposed(bare, reason, (is_question, may_ask), &read),
        }
    }

    /// Asks back what a line may mean that is refused for this reason, or says why it means nothing that can be done.
    fn proposed(
        &mut self,
        bare: &str,
        reason: String,
        (is_question, may_ask): (bool, bool),
        read: &LineReading,
    ) -> Result<Reply, Trouble> {
        let Proposals { lines, mut refused, left_out } = self.propose(bare, is_question, read);
        let is_about_words = is_about_words::<F>(bare, &reason);
        // A sentence without a verb, such as `regulars to louisbourg`, may mean something else.
        let is_told = !lines.is_empty() && left_out.is_empty() || !refused.is_empty();
        // That a piece stands elsewhere is true whatever is meant.
        let stands_elsewhere = refused.is_empty() && begins_with_verb::<F>(bare) && reason.contains(STANDS_ELSEWHERE);
        if !is_about_words && !is_told || stands_elsewhere {
            refused.push(reason.clone());
        }
        if !lines.is_empty() {
            return Err(self.ask_back(Some(Which::guessed(lines, &refused).leaving_out(&left_out))));
        }
        if refused.is_empty() {
            // What answers a question, or asks what it is, is better than nothing.
            let asks = may_ask && !read.is_order() && !is_command::<F>(bare);
            match asks.then(|| self.answer_question(bare, read)).flatten() {
                None | Some(Err(Trouble::Plain(_))) => {}
                Some(shown) => return shown,
            }
            if let Some(command) = questions::misspelt_command::<F>(bare) {
                return Err(self.ask_back(Some(Which::mended(command))));
            }
        }
        if begins_with_verb::<F>(bare) && is_about_words && reason.contains(" is called ") {
            refused.insert(0, reason.clone());
        }
        let told = if refused.is_empty() { unless_sentence::<F>(bare, reason) } else { refused.join("\n") };
        Err(plain(told))
    }

    /// Whether a line may ask something that does not have the form of a question: a sentence that a rule forbids wants
    /// something done, and a command that is misspelt is put right.
    fn may_ask(&self, line: &str, reason: &str, read: &LineReading) -> bool {
        let first = line.split([' ', ',']).next().map(fold).unwrap_or_default();
        let is_sentence = F::Sentences::verbs().contains(&first.as_str());
        let is_about_words = is_about_words::<F>(line, reason);
        let is_possible = match is_sentence {
            true => read.clearly_asks() && is_about_words && line.split_whitespace().count() > 2,
            false => read.clearly_asks() || is_about_words,
        };
        let is_misspelt = reason.contains("did you mean")
            && line.split_whitespace().count() <= SHORT_SENTENCE
            && !read.clearly_asks();
        is_possible && !is_misspelt && line.contains(' ') && !self.is_understood(line)
    }

    /// What comes of the first of these lines that is understood. The first reason that is about the game rather than the
    /// words takes the place of the one given.
    fn said_otherwise(&mut self, said: Vec<String>, reason: &mut String) -> Option<Result<Reply, Trouble>> {
        for other in said {
            let command = command::parse::<F>(&other, self.game.sides()).ok();
            let Some(command) = command.filter(|command| command.answers() || command.only_looks()) else {
                continue;
            };
            let before = self.game.past().answers();
            match self.obey(command) {
                Err(Trouble::Plain(why)) if self.game.past().answers() == before => {
                    if reason.contains(UNKNOWN_WORDS) && !why.contains(UNKNOWN_WORDS) {
                        *reason = why;
                    }
                }
                reply => return Some(reply),
            }
        }
        None
    }

    /// Tries an answer on a copy.
    ///
    /// # Errors
    /// Why it would be refused.
    pub(super) fn attempt(&self, line: &str, is_answer: bool) -> Result<(), String> {
        let side = self.game.decision().filter(|_| is_answer).map(|open| open.side);
        let Some(game) = side.and_then(|side| self.game.copies().suppose(side)) else { return Ok(()) };
        match self.supposed(game, self.bots).speak(line) {
            Err(Trouble::Plain(why) | Trouble::Midway { reason: why, .. }) => Err(why),
            _ => Ok(()),
        }
    }

    /// Checks that a line that begins with a number, or with a word such as `no`, and goes on in words, can be carried out
    /// whole: in `3 forts begun` the number is no choice, and `no, take me back` does not end a phase.
    ///
    /// # Errors
    /// Why it cannot.
    pub(super) fn check_whole(&self, line: &str) -> Result<(), Trouble> {
        let (number, after) = line::first_part(line);
        let (first, others) = line.split_once(',').unwrap_or((line, ""));
        let is_word = |word: &&str| !answer::is_number(word.trim_start_matches('='));
        let words = first.split_whitespace().skip(1).filter(is_word).count();
        let counts = answer::is_number(number) && !after.is_empty() && words > 1;
        let is_short = SHORT_ANSWERS.contains(&fold(first.trim()).as_str());
        let talks = is_short && others.split_whitespace().filter(is_word).count() > MOST_OF_ANOTHER;
        // What follows a name may be no answer at all: `cherokee uprising, play it for the event`.
        let menu = Menu::of(&self.game);
        let names = |part: &str| {
            let is_answer = menu.as_ref().is_some_and(|menu| {
                answer::choice(menu, &self.game, part).is_some() || answer::names_in(menu, &self.game, part).is_some()
            });
            is_answer || !F::Sentences::find(&self.game, part).is_empty()
        };
        let is_long = |part: &str| {
            part.split_whitespace().filter(is_word).count() > MOST_UNTRIED && !names(without_article(part.trim()))
        };
        let talks = talks || others.split(',').any(is_long);
        if !(counts || talks) || !self.sees_decision() {
            return Ok(());
        }
        match self.attempt(line, true) {
            // What a die or another side decides cannot be tried: only words that nothing knows are known to be wrong.
            Err(why) if why.contains(OVER) || !counts && !is_about_words::<F>(line, &why) => Ok(()),
            tried => tried.map_err(plain),
        }
    }

    /// Whether a line answers the open decision, or is a sentence that can be carried out or asked back about.
    pub(super) fn is_understood(&self, line: &str) -> bool {
        let Some(menu) = Menu::of(&self.game).filter(|_| self.sees_decision()) else { return false };
        match F::Sentences::understand(&Asked::at(&self.game, &menu, line), line) {
            Ok(Meaning::Plan(..)) | Err(Unclear::Asks(_)) => true,
            Ok(Meaning::Answers(text)) => answer::choice(&menu, &self.game, &text).is_some(),
            Err(Unclear::Refused(_)) => false,
        }
    }

    /// Whether the open question takes `all` for an answer.
    pub fn takes_all(&self) -> bool {
        self.is_understood("all")
    }

    /// The question whether a line is meant that has another word in place of a misspelt one.
    fn misspelt(&self, line: &str) -> Option<Which> {
        let mended = questions::mended::<F>(&self.game, line)?;
        (self.is_understood(&mended) && self.attempt(&mended, true).is_ok()).then(|| Which::mended(mended))
    }

    /// Carries out the last line once more.
    pub(super) fn repeat(&mut self) -> Result<Reply, Trouble> {
        let line = self.last_line.clone();
        if line.is_empty() {
            return Err(plain("there is no line to repeat yet"));
        }
        if answer::is_number(&line) {
            return Err(plain(format!(
                "the last line was the choice {line} of another question: type the one you mean"
            )));
        }
        let command = command::parse(&line, self.game.sides()).map_err(plain)?;
        self.obey(command)
    }

    /// Remembers a line for `again`.
    pub(super) fn note_line(&mut self, line: &str, command: &Command<F>) {
        if !matches!(command, Command::Again | Command::Nothing) {
            self.last_line = line.trim().to_string();
        }
    }
}

/// Whether a line begins with a verb of the game.
fn begins_with_verb<F: Front>(line: &str) -> bool {
    line.split([' ', ',']).next().is_some_and(|first| F::Sentences::verbs().contains(&fold(first).as_str()))
}

/// Whether a refusal is about a word of the line rather than about the game. A line that only seemed to be a sentence is
/// told what is asked; a long one, or one that does not begin with a verb, may be made of other words.
pub(super) fn is_about_words<F: Front>(line: &str, reason: &str) -> bool {
    let begins_with_card = fold(line).starts_with("using ");
    let is_loose = !begins_with_verb::<F>(line) || line.split_whitespace().count() > SHORT_SENTENCE;
    ABOUT_WORDS.iter().any(|words| reason.contains(words)) && !begins_with_card
        || is_loose && ABOUT_LOOSE_WORDS.iter().any(|words| reason.contains(words))
}

/// Whether a line is a command with some words behind it, rather than a sentence that begins with such a word.
fn is_command<F: Front>(line: &str) -> bool {
    let first = line.split(' ').next().map(fold).unwrap_or_default();
    line.split_whitespace().count() <= SHORT_SENTENCE && command::uses::<F>().any(|(word, ..)| *word == first)
}

/// What is said of a line of which nothing is understood. The reason why a sentence is not possible now is none if it is no
/// sentence.
fn unless_sentence<F: Front>(line: &str, reason: String) -> String {
    let first = line.split(' ').next().map(fold).unwrap_or_default();
    match reason.split_once(WHAT_IS_ASKED) {
        Some((_, asked)) if !F::Sentences::verbs().contains(&first.as_str()) => {
            format!("`{line}` is not understood; {WHAT_IS_ASKED}{asked}")
        }
        _ => reason,
    }
}

/// The most words of a sentence that is only told what is asked: a longer one may be another that begins with a verb, such
/// as `go` or `with`.
const SHORT_SENTENCE: usize = 4;

/// What the refusal of a sentence says that is typed at another question.
const WHAT_IS_ASKED: &str = "the question is now";

/// What refusals say that are about a word of the line.
const ABOUT_WORDS: [&str; 20] = [
    "no table is called ",
    " is not on this map",
    "there is no help about ",
    "that is a question that",
    "no such line: ",
    "no sentence waits for a card",
    "there is no choice ",
    UNKNOWN_WORDS,
    "usage: ",
    " is called ",
    " is not a hex ",
    " is not a space ",
    " among your pieces",
    " is not a card ",
    " was not used",
    " takes nobody along",
    " is not understood after ",
    " is not a manner of movement",
    " is not an answer to ",
    " takes no arguments",
];

/// What a refusal says of a piece that is named with a leader who is somewhere else.
const STANDS_ELSEWHERE: &str = " is not with ";

/// What refusals say that are about a word of a line which is talk rather than a sentence.
const ABOUT_LOOSE_WORDS: [&str; 11] = [
    WHAT_IS_ASKED,
    "something is missing",
    "with whom?",
    STANDS_ELSEWHERE,
    " is not among ",
    "are to be lost, but the line names",
    "is to be lost, but the line names",
    " is not a space of the map",
    "name the piece",
    "a card activates one force (5.32)",
    "` may be:",
];

/// What is said if a line names these things, and the open question takes none of their kind; nothing if it might.
fn no_answer<F: Front>(game: &Game<F>, menu: &Menu<F>, things: &[F::Choice], typed: &str) -> Option<String> {
    let kind = |choice: F::Choice| choice.token().split(':').next().map(str::to_string);
    let is_of_its_kind = |thing: &F::Choice| menu.decision.choices.iter().any(|choice| kind(*choice) == kind(*thing));
    let refused = match F::Sentences::understand(&Asked::at(game, menu, typed), typed) {
        // A place may be written as the menu knows it, but it stays the one answer of the line.
        Ok(Meaning::Answers(text)) if line::parts(&text) == [text.as_ref()] => {
            matches!(answer::resolve(Some(menu), game, &text), Err(AnswerError::NotOffered { .. }))
        }
        _ => false,
    };
    let is_no_answer = refused && !things.iter().any(is_of_its_kind);
    is_no_answer.then(|| format!("This does not answer \"{}\"", F::question(game.scenario(), &menu.decision.ask)))
}
