//! From what a person typed to a choice: a number of the menu, a token, or a part of a name.

use crate::prompt::menu::{Item, Menu};
use crate::text::columns::{WIDTH, downwards};
use crate::text::names::{Name, find, fold, near};
use wilderness_war::decision::{Ask, Choice, Decision, Word};
use wilderness_war::game::Game;
use wilderness_war::map::Map;
use wilderness_war::pieces::Pieces;
use wilderness_war::sets::{PieceId, SpaceId};

/// Why what was typed is no answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unclear {
    /// No decision is open.
    #[error("nothing is to be decided: the game is over (`undo` takes the last choice back, `new` begins another)")]
    Nothing,
    /// A number that stands before no choice.
    #[error("there is no choice {number}: they go from {first} to {last}")]
    NoSuchNumber {
        /// The number.
        number: String,
        /// The number of the first choice.
        first: String,
        /// The number of the last choice.
        last: String,
    },
    /// A number of the menu that was shown, but the question is another one by now.
    #[error("choice {number}, {text}, is no longer open")]
    Gone {
        /// The number.
        number: String,
        /// What stood there.
        text: String,
    },
    /// Several choices have such a name.
    #[error("`{typed}` may be:\n{list}")]
    Several {
        /// What was typed.
        typed: String,
        /// Those that fit, with their numbers.
        list: String,
    },
    /// There is such a thing in the game, but it is no answer now.
    #[error("{name}: {reason}")]
    NotOffered {
        /// What it is called.
        name: String,
        /// Why not, with the rule.
        reason: String,
    },
    /// A part of a line that no question was left for.
    #[error("`{0}` is left over: the question is another one now, and a line answers only those that it was typed for")]
    LeftOver(String),
    /// A unit that a line lists, when the rules have given the last step to others.
    #[error("no step is left for `{0}` to lose: the rule gives the rest to others (7.62, 9.14, 10.31, 11.2)")]
    NoStepLeft(String),
    /// A unit that a line lists, when it is reduced already and others take the steps that are left.
    #[error("{0}: it is reduced by then, and no unit is eliminated while others are at full strength (7.63, 9.14)")]
    Spared(String),
    /// A word that is an answer by itself, with something behind it.
    #[error("`{word}` stands alone: type it without `{more}`")]
    StandsAlone {
        /// The word.
        word: &'static str,
        /// What stands behind it.
        more: String,
    },
    /// The game refuses an answer that it has offered.
    #[error("{0}")]
    Refused(String),
    /// Nothing has such a name.
    #[error("`{typed}` is neither a command nor a name{hint}")]
    Unknown {
        /// What was typed.
        typed: String,
        /// What may have been meant.
        hint: String,
    },
}

/// Whether a piece of text is the number of a choice.
pub fn is_number(typed: &str) -> bool {
    !typed.is_empty() && typed.chars().all(|c| c.is_ascii_digit())
}

/// Whether a piece of text can only be meant as a number, though it is none that a choice could have: `1.5`, `-1`.
fn is_like_a_number(typed: &str) -> bool {
    let digits = typed.trim_start_matches(['-', '+']);
    digits.starts_with(|c: char| c.is_ascii_digit()) && digits.chars().all(|c| c.is_ascii_digit() || c == '.')
}

/// The word that a piece of text begins with, and what stands behind it, if it is an answer by itself: `hold 56`.
pub fn word_with_more(typed: &str) -> Option<(Word, &str)> {
    let (first, more) = typed.split_once(char::is_whitespace)?;
    match Choice::from_token(&fold(first)) {
        Some(Choice::Word(word)) => Some((word, more.trim())),
        _ => None,
    }
}

/// The line of a menu that a number stands before.
///
/// # Errors
/// A number that stands before none.
pub fn numbered<'a>(menu: &'a Menu, typed: &str) -> Result<&'a Item, Unclear> {
    let plain = Some(typed.trim_start_matches('0')).filter(|digits| !digits.is_empty()).unwrap_or("0");
    menu.items.iter().find(|item| item.number == plain).ok_or_else(|| {
        let mut numbers = menu.items.iter().map(|item| &item.number).filter(|number| !number.is_empty());
        let first = numbers.next().cloned().unwrap_or_default();
        let last = numbers.next_back().unwrap_or(&first).clone();
        Unclear::NoSuchNumber { number: typed.into(), first, last }
    })
}

/// The choice that a piece of text means in the open decision.
///
/// # Errors
/// Why it means none; nothing has changed then.
pub fn resolve(menu: Option<&Menu>, game: &Game, typed: &str) -> Result<Choice, Unclear> {
    let menu = menu.ok_or(Unclear::Nothing)?;
    if is_number(typed) || is_like_a_number(typed) {
        let item = numbered(menu, typed)?;
        return offered(item, game).ok_or_else(|| Unclear::Gone { number: typed.into(), text: item.full() });
    }
    if let Some(choice) = declining(menu, typed) {
        return Ok(choice);
    }
    if let Some(choice) = Choice::from_token(typed) {
        return check(menu, game, choice);
    }
    let named = |item| Item::named(item).map(move |(name, choice)| (name, (item, choice)));
    let fitting = find(typed, menu.items.iter().flat_map(named));
    let mut items: Vec<&Item> = fitting.iter().map(|(item, _)| *item).collect();
    items.dedup_by(|one, other| std::ptr::eq(*one, *other));
    match pick(&items) {
        Some(item) => {
            // Of units that share a line, the one that is named.
            let named = fitting.iter().filter(|(other, _)| std::ptr::eq(*other, item)).map(|(_, choice)| *choice);
            first_open(named, game).ok_or(Unclear::Nothing)
        }
        None if fitting.is_empty() => Err(not_in_menu(menu, game, typed)),
        None => Err(Unclear::Several { typed: typed.into(), list: list(menu, &items) }),
    }
}

/// To decline has a different name from question to question; `no` and its like do for all of them that can be
/// declined. To pass is also to name nobody, but it is not to end what has been begun.
fn declining(menu: &Menu, typed: &str) -> Option<Choice> {
    let ask = &menu.decision.ask;
    let begun = matches!(ask, Ask::Member(_) | Ask::Activate(_) | Ask::Drop(_));
    let word = match fold(typed).as_str() {
        "no" | "none" | "nobody" | "nothing" if !matches!(ask, Ask::March(_)) => [Word::Done, Word::Pass, Word::Stop],
        "pass" if !begun => [Word::Pass, Word::Done, Word::Done],
        _ => return None,
    };
    word.into_iter().map(Choice::Word).find(|word| menu.decision.choices.contains(word))
}

/// The choice of a line that is still open: of pieces that share a line, some may have been chosen.
fn offered(item: &Item, game: &Game) -> Option<Choice> {
    first_open(item.choices.iter().copied(), game)
}

fn first_open(mut choices: impl Iterator<Item = Choice>, game: &Game) -> Option<Choice> {
    let open = &game.decision()?.choices;
    choices.find(|choice| open.contains(choice))
}

fn check(menu: &Menu, game: &Game, choice: Choice) -> Result<Choice, Unclear> {
    match menu.decision.choices.contains(&choice) {
        true => Ok(choice),
        false => Err(refusal(game, &menu.decision, choice)),
    }
}

/// Why something is no answer to the open decision.
pub fn refusal(game: &Game, decision: &Decision, choice: Choice) -> Unclear {
    let name = match choice {
        Choice::Word(word) => format!("`{}`", word.token()),
        _ => choice.to_string(),
    };
    Unclear::NotOffered { name, reason: reason(game, decision, choice) }
}

/// Why something is no answer: the rule that is against it, or else what is asked.
fn reason(game: &Game, decision: &Decision, choice: Choice) -> String {
    match game.why_not(choice).filter(|refusal| refusal.says_why()) {
        Some(refusal) => refusal.to_string(),
        None => {
            let instead = match choice {
                Choice::Word(_) => ending(decision),
                _ => String::new(),
            };
            format!("that is no answer to \"{}\" ({}){instead}", decision.ask.prompt(), decision.ask.rule())
        }
    }
}

/// The word that ends the question, for who typed that of another one.
fn ending(decision: &Decision) -> String {
    let mut words = [Word::Stop, Word::Done, Word::Pass].into_iter();
    let word = words.find(|word| decision.choices.contains(&Choice::Word(*word)));
    word.map_or(String::new(), |word| format!("; the word here is `{}`", word.token()))
}

/// The only line that fits, or the plain way into a space that can also be infiltrated or reached by sea.
fn pick<'a>(fitting: &[&'a Item]) -> Option<&'a Item> {
    let space = |item: &Item| item.choices.first().and_then(|choice| choice.space());
    match fitting {
        [only] => Some(only),
        [first, rest @ ..] if space(first).is_some() && rest.iter().all(|item| space(item) == space(first)) => {
            fitting.iter().copied().find(|item| matches!(item.choices.first(), Some(Choice::Space(_))))
        }
        _ => None,
    }
}

fn list(menu: &Menu, fitting: &[&Item]) -> String {
    let fits = |item: &&Item| fitting.iter().any(|one| std::ptr::eq(*one, *item));
    let items: Vec<String> =
        menu.items.iter().filter(fits).map(|item| format!("{:>3} {}", item.number, item.full())).collect();
    downwards(&items, WIDTH).join("\n")
}

fn not_in_menu(menu: &Menu, game: &Game, typed: &str) -> Unclear {
    // One thing of the game, or several of the same name.
    let things = find_things(game, typed);
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
            _ => format!("that is no answer to \"{}\" ({})", menu.decision.ask.prompt(), menu.decision.ask.rule()),
        };
        return Unclear::NotOffered { name: format!("`{typed}`"), reason };
    }
    if let Some((word, more)) = word_with_more(typed) {
        return match check(menu, game, Choice::Word(word)) {
            Ok(_) => Unclear::StandsAlone { word: word.token(), more: more.into() },
            Err(refusal) => refusal,
        };
    }
    let shown: Vec<String> = menu.items.iter().flat_map(|item| item.plain(game)).collect();
    let mut names = near(typed, shown.iter().map(String::as_str));
    if names.is_empty() {
        names = near(typed, all_names());
    }
    let hint = match names.as_slice() {
        [] => " (`help` lists the commands)".into(),
        names => format!("; did you mean {}?", names.join(" or ")),
    };
    Unclear::Unknown { typed: typed.into(), hint }
}

/// The spaces, pieces and cards of the game whose names fit best.
pub fn find_things(game: &Game, typed: &str) -> Vec<Choice> {
    let names = |text: &str| Name::new(text);
    let spaces = Map::get().all.iter().map(|space| (names(&space.to_string()), Choice::Space(space)));
    let pieces = Pieces::get().all();
    let pieces = pieces.iter().map(|piece| (names(&piece.to_string()), Choice::Piece(piece)));
    let cards = game.scripts().deck().cards().map(|card| (names(&card.name), Choice::Card(card.number)));
    let all: Vec<(Name, Choice)> = spaces.chain(pieces).chain(cards).collect();
    find(typed, all.iter().map(|(name, choice)| (name, *choice)))
}

/// The names of all spaces and pieces.
pub fn all_names() -> Vec<&'static str> {
    let (map, pieces) = (Map::get(), Pieces::get());
    let spaces = map.all.iter().map(|space: SpaceId| map.space(space).name.as_str());
    let everybody = pieces.all();
    spaces.chain(everybody.iter().map(|piece: PieceId| pieces.piece(piece).name.as_str())).collect()
}
