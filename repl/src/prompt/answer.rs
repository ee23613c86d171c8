//! Resolves what a person typed to a choice: a number of the menu, a token, or part of a name.

use super::command::uses;
use super::inquiry::without_article;
use super::menu::{Item, Menu};
use crate::prompt::front::{Front, Sentences};
use crate::text::columns::{downwards, line_width};
use crate::text::names::{Fit, find, fold, near};
use wilderness_engine::{Choice, Decision, Game, Question as _, cite};

/// Why the input is not an answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AnswerError {
    /// No decision is open.
    #[error("no decision is open: the game is over (`undo` undoes the last choice, `new` begins another)")]
    Nothing,
    /// A number outside the menu.
    #[error("there is no choice {number}: they go from {first} to {last}")]
    NoSuchNumber {
        /// The number.
        number: String,
        /// The number of the first choice.
        first: String,
        /// The number of the last choice.
        last: String,
    },
    /// A number of the menu that was shown, though a different question is open now.
    #[error("choice {number}, {text}, is no longer open")]
    Gone {
        /// The number.
        number: String,
        /// The text of that line.
        text: String,
    },
    /// Several choices match.
    #[error("`{typed}` may be:\n{list}")]
    Several {
        /// What was typed.
        typed: String,
        /// The matching choices, with their numbers.
        list: String,
    },
    /// It exists in the game, but is not among the choices.
    #[error("{}", with_name(.name, .reason))]
    NotOffered {
        /// Its name.
        name: String,
        /// Why not, with the rule.
        reason: String,
    },
    /// A part of a line without a question for it.
    #[error(
        "`{0}` was not used: a different question is open now, and a line answers only the questions it was typed for"
    )]
    LeftOver(String),
    /// An answer of one word, with more text after it.
    #[error("`{word}` takes no arguments: type it without `{more}`")]
    StandsAlone {
        /// The word.
        word: String,
        /// The text after it.
        more: String,
    },
    /// The game refuses an answer that it offered.
    #[error("{0}")]
    Refused(String),
    /// Nothing has this name.
    #[error("`{typed}` is neither a command nor a name{hint}")]
    Unknown {
        /// What was typed.
        typed: String,
        /// Suggestions.
        hint: String,
    },
}

/// Whether some text is the number of a choice.
pub fn is_number(typed: &str) -> bool {
    !typed.is_empty() && typed.chars().all(|c| c.is_ascii_digit())
}

/// Whether some text can only be a number, though not one of a choice: `1.5`, `-1`.
fn is_like_a_number(typed: &str) -> bool {
    let digits = typed.trim_start_matches(['-', '+']);
    digits.starts_with(|c: char| c.is_ascii_digit()) && digits.chars().all(|c| c.is_ascii_digit() || c == '.')
}

/// The one-word answer that some text begins with, and the rest of the text: `hold 56`.
pub fn word_with_more<C: Choice>(typed: &str) -> Option<(C, &str)> {
    let (first, more) = typed.split_once(char::is_whitespace)?;
    let word = C::from_token(&fold(first)).filter(|choice| is_word(*choice))?;
    Some((word, more.trim()))
}

/// Whether a choice is a word that names nothing in the game.
fn is_word(choice: impl Choice) -> bool {
    !choice.token().contains(':')
}

/// The menu line with this number.
///
/// # Errors
/// When there is no such number.
pub fn numbered<'a, F: Front>(menu: &'a Menu<F>, typed: &str) -> Result<&'a Item<F>, AnswerError> {
    let plain = Some(typed.trim_start_matches('0')).filter(|digits| !digits.is_empty()).unwrap_or("0");
    menu.items.iter().find(|item| item.number == plain).ok_or_else(|| {
        let mut numbers = menu.items.iter().map(|item| &item.number).filter(|number| !number.is_empty());
        let first = numbers.next().cloned().unwrap_or_default();
        let last = numbers.next_back().unwrap_or(&first).clone();
        AnswerError::NoSuchNumber { number: typed.into(), first, last }
    })
}

/// The choice in the open decision that some text names.
///
/// # Errors
/// Why it names none; nothing has changed then.
pub fn resolve<F: Front>(menu: Option<&Menu<F>>, game: &Game<F>, typed: &str) -> Result<F::Choice, AnswerError> {
    let menu = menu.ok_or(AnswerError::Nothing)?;
    choice(menu, game, typed).ok_or_else(|| why_not(menu, game, typed))
}

/// The same, without working out why it names none.
pub fn choice<F: Front>(menu: &Menu<F>, game: &Game<F>, typed: &str) -> Option<F::Choice> {
    if is_number(typed) || is_like_a_number(typed) {
        return numbered(menu, typed).ok().and_then(|item| first_open(item.choices.iter().copied(), game));
    }
    let token = F::Choice::from_token(typed);
    let offered = token.filter(|choice| menu.decision.choices.contains(choice));
    if let Some(choice) = offered.or_else(|| menu.closing.meant(&menu.decision.choices, typed)) {
        return Some(choice);
    }
    if token.is_some() && !F::Choice::IS_OPEN {
        return None;
    }
    let mut fitting = fitting(menu, typed);
    if fitting.is_empty() {
        fitting = self::fitting(menu, without_article(typed));
    }
    let item = pick(&lines_of(&fitting))?;
    // Of units that share a line, the one that is named.
    first_open(fitting.iter().filter(|(other, _)| std::ptr::eq(*other, item)).map(|(_, choice)| *choice), game)
}

/// The names in some text, joined by `and`, or by spaces if they are whole names; nothing if one of them names no choice.
pub fn names_in<F: Front>(menu: &Menu<F>, game: &Game<F>, typed: &str) -> Option<Vec<String>> {
    let words: Vec<&str> = typed.split_whitespace().collect();
    let mut names = Vec::new();
    for group in words.split(|word| matches!(fold(word).as_str(), "and" | "&")) {
        let article = usize::from(group.first().is_some_and(|word| fold(word) == "the"));
        let mut rest = &group[article..];
        let name = rest.join(" ");
        if choice(menu, game, &name).is_some() {
            names.push(name);
            continue;
        }
        while !rest.is_empty() {
            let count = (1..=rest.len()).rev().find(|count| is_whole_name(menu, game, &rest[..*count].join(" ")))?;
            names.push(rest[..count].join(" "));
            rest = &rest[count..];
        }
    }
    Some(names)
}

/// Whether some text is the whole name of a choice.
pub fn is_whole_name<F: Front>(menu: &Menu<F>, game: &Game<F>, typed: &str) -> bool {
    let mut names = menu.items.iter().flat_map(|item| &item.names);
    choice(menu, game, typed).is_some() && names.any(|name| name.fits(typed) == Some(Fit::Whole))
}

/// Why some text names no choice.
fn why_not<F: Front>(menu: &Menu<F>, game: &Game<F>, typed: &str) -> AnswerError {
    if is_number(typed) || is_like_a_number(typed) {
        return match numbered(menu, typed) {
            Ok(item) => AnswerError::Gone { number: typed.into(), text: item.full() },
            Err(unknown) => unknown,
        };
    }
    let is_token = |_: &F::Choice| !F::Choice::IS_OPEN || typed.contains(':');
    if let Some(choice) = F::Choice::from_token(typed).filter(is_token) {
        return refusal(game, &menu.decision, choice);
    }
    match lines_of(&fitting(menu, typed)).as_slice() {
        [] => not_in_menu(menu, game, typed),
        items => AnswerError::Several { typed: typed.into(), list: list(menu, items) },
    }
}

/// The choices whose names fit best, each with its line.
fn fitting<'a, F: Front>(menu: &'a Menu<F>, typed: &str) -> Vec<(&'a Item<F>, F::Choice)> {
    let named = |item| Item::<F>::named(item).map(move |(name, choice)| (name, (item, choice)));
    let found = find(typed, menu.items.iter().flat_map(named));
    // Of two moves such as `1-5` and `10-15`, neither is short for the other.
    let is_exact = F::Choice::IS_OPEN && typed.contains(|c: char| c.is_ascii_digit());
    let typed = fold(typed);
    let is_typed = |choice: F::Choice| {
        let token = choice.token();
        let name = token.split_once(':').map_or(token.as_str(), |(_, name)| name);
        [name, &token, &choice.to_string()].into_iter().any(|text| fold(text) == typed)
    };
    found
        .into_iter()
        .filter(|(item, choice)| {
            !is_exact || is_typed(*choice) || item.called.iter().any(|called| fold(called) == typed)
        })
        .collect()
}

/// The lines of these choices, each once.
fn lines_of<'a, F: Front>(fitting: &[(&'a Item<F>, F::Choice)]) -> Vec<&'a Item<F>> {
    let mut items: Vec<&Item<F>> = fitting.iter().map(|(item, _)| *item).collect();
    items.dedup_by(|one, other| std::ptr::eq(*one, *other));
    items
}

/// The first choice that is still open: of pieces that share a line, some may have been chosen.
fn first_open<F: Front>(mut choices: impl Iterator<Item = F::Choice>, game: &Game<F>) -> Option<F::Choice> {
    let open = &game.decision()?.choices;
    choices.find(|choice| open.contains(choice))
}

fn check<F: Front>(menu: &Menu<F>, game: &Game<F>, choice: F::Choice) -> Result<F::Choice, AnswerError> {
    match menu.decision.choices.contains(&choice) {
        true => Ok(choice),
        false => Err(refusal(game, &menu.decision, choice)),
    }
}

/// Why a choice is not an answer to the open decision.
pub fn refusal<F: Front>(game: &Game<F>, decision: &Decision<F>, choice: F::Choice) -> AnswerError {
    let named = || F::named(game.scripts(), game.scenario(), choice, false);
    let name = if is_word(choice) { format!("`{}`", choice.token()) } else { named() };
    AnswerError::NotOffered { name, reason: reason(game, decision, choice) }
}

/// A reason after the name of what it is about, unless it begins with the name itself.
pub fn with_name(name: &str, reason: &str) -> String {
    if reason.starts_with(name) { reason.into() } else { format!("{name}: {reason}") }
}

/// Why a choice is not an answer: the rule against it, or else the question.
fn reason<F: Front>(game: &Game<F>, decision: &Decision<F>, choice: F::Choice) -> String {
    match game.why().why_not(choice).filter(|refusal| refusal.says_why()) {
        Some(refusal) => refusal.to_string(),
        None => {
            let ending = F::Sentences::closing(decision).end.filter(|_| is_word(choice));
            let instead = ending.map_or(String::new(), |word| format!("; the word here is `{}`", word.token()));
            let question = F::wording(game, decision).question;
            format!("that is not an answer to \"{question}\"{}{instead}", cite(decision.ask.rule()))
        }
    }
}

/// The only line that fits, or the plain one among its variants.
fn pick<'a, F: Front>(fitting: &[&'a Item<F>]) -> Option<&'a Item<F>> {
    match fitting {
        [only] => Some(only),
        _ => fitting.iter().copied().find(|plain| {
            let is_same = |item: &&Item<F>| std::ptr::eq(*item, *plain);
            let variant = |item: &Item<F>| item.variant_of.is_some_and(|of| plain.choices.first() == Some(&of));
            fitting.iter().all(|item| is_same(item) || variant(item))
        }),
    }
}

fn list<F: Front>(menu: &Menu<F>, fitting: &[&Item<F>]) -> String {
    let fits = |item: &&Item<F>| fitting.iter().any(|one| std::ptr::eq(*one, *item));
    let items: Vec<String> =
        menu.items.iter().filter(fits).map(|item| format!("{:>3} {}", item.number, item.full())).collect();
    downwards(&items, line_width()).join("\n")
}

fn not_in_menu<F: Front>(menu: &Menu<F>, game: &Game<F>, typed: &str) -> AnswerError {
    // One thing of the game, or several with the same name.
    let things = F::Sentences::find(game, typed);
    if let Some(&first) = things.first()
        && (things.len() == 1 || things.iter().all(|thing| thing.to_string() == first.to_string()))
        && let Err(refusal) = check(menu, game, first)
    {
        return refusal;
    }
    if !things.is_empty() {
        let mut reasons: Vec<String> = things.iter().map(|thing| reason(game, &menu.decision, *thing)).collect();
        reasons.dedup();
        let reason = match reasons.as_slice() {
            [only] => only.clone(),
            _ => {
                format!("that is not an answer to \"{}\"{}", menu.wording().question, cite(menu.decision.ask.rule()))
            }
        };
        return AnswerError::NotOffered { name: format!("`{typed}`"), reason };
    }
    if let Some(choice) = about_board(menu, game, typed) {
        return refusal(game, &menu.decision, choice);
    }
    if let Some((word, more)) = word_with_more::<F::Choice>(typed).filter(|_| !F::Choice::IS_OPEN) {
        return match check(menu, game, word) {
            Ok(_) => AnswerError::StandsAlone { word: word.token(), more: more.into() },
            Err(refusal) => refusal,
        };
    }
    let hint = match suggestions(menu, typed).as_slice() {
        [] => " (`help` lists the commands)".into(),
        names => format!("; did you mean {}?", names.join(" or ")),
    };
    AnswerError::Unknown { typed: typed.into(), hint }
}

/// The answer that a word would be where any text can be one: one that names a place of the board.
fn about_board<F: Front>(menu: &Menu<F>, game: &Game<F>, typed: &str) -> Option<F::Choice> {
    let choice = F::Choice::from_token(&format!("{}:{typed}", menu.decision.ask.kind()))?;
    let names_a_place = || {
        let words: Vec<&str> = typed.split(|c: char| !c.is_alphanumeric()).collect();
        F::board(game, menu.decision.side).places.iter().any(|place| words.contains(&place.id.as_str()))
    };
    (F::Choice::IS_OPEN && names_a_place()).then_some(choice)
}

/// What a misspelt line may mean: an answer, or else a command or verb by its first word, or else any name.
fn suggestions<F: Front>(menu: &Menu<F>, typed: &str) -> Vec<String> {
    let shown = menu.items.iter().flat_map(|item| item.called.iter().map(String::as_str));
    let names = near(typed, shown);
    if !names.is_empty() {
        return names.into_iter().map(str::to_string).collect();
    }
    let first = typed.split_whitespace().next().unwrap_or(typed);
    let commands = near(first, uses::<F>().map(|(word, ..)| *word).chain(F::Sentences::verbs()));
    if !commands.is_empty() {
        return commands.into_iter().map(|word| format!("`{word}`")).collect();
    }
    near(typed, F::Sentences::names()).into_iter().map(str::to_string).collect()
}
