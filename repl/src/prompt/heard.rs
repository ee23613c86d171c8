//! What is heard in a line that is not understood: the things that it names, whatever stands between them, and what its
//! words say, such as yes, no or all. A guess is made of it, which is asked about and never carried out unasked.

use super::answer;
use super::clauses::{self, SpokenWord, UNITS};
use super::menu::Menu;
use super::questions;
use crate::prompt::front::{Front, Sentences};
use crate::text::names::{Fit, fold};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;
use wilderness_engine::faults::built_in_toml;
use wilderness_engine::{Choice, Game};

/// The most words that a name has.
const LONGEST_NAME: usize = 4;
/// The fewest letters of a word that names something by itself.
const LEAST_LETTERS: usize = 4;
/// How many letters of a name's beginning stand for it.
const LONG: usize = 5;

/// What is counted, and stands with a name at other times.
const COUNTED: [&str; 6] = ["stockade", "stockades", "fort", "forts", "units", "cards"];

/// The highest number that counts pieces: a larger one is that of a hex or a regiment.
const MOST_COUNTED: usize = 20;

/// Words for how many there are.
const COUNTS: [(&str, usize); 12] = [
    ("one", 1),
    ("a", 1),
    ("an", 1),
    ("single", 1),
    ("two", 2),
    ("both", 2),
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
];

/// Words that say the same, by what they say.
static WORDS: LazyLock<BTreeMap<String, Vec<String>>> =
    LazyLock::new(|| built_in_toml::<Lists>("words.toml", include_str!("../../help/words.toml")).lists);

#[derive(Deserialize)]
struct Lists {
    #[serde(flatten)]
    lists: BTreeMap<String, Vec<String>>,
}

/// A thing that a line names.
#[derive(Clone, Debug)]
pub struct HeardThing<C> {
    /// The words of the line.
    pub typed: String,
    /// The thing; of several with the same name the first.
    pub thing: C,
    /// The kind of its token: `space`, `piece`, `card`, `hex`, `unit`.
    pub kind: String,
    /// The number of its first word.
    pub at: usize,
    /// The number of the word after its last one.
    pub end: usize,
    /// Whether the open decision offers it.
    pub is_offered: bool,
    /// Whether the line leaves it out, or wants it to stay.
    pub is_left_out: bool,
    /// Whether it stands where the line says why something is wanted.
    pub is_reason: bool,
}

/// Games have words of their own for the kinds of their things.
impl<C> HeardThing<C> {
    /// Whether it is wanted, and not only left out or spoken of.
    pub fn is_wanted(&self) -> bool {
        !self.is_left_out && !self.is_reason
    }

    /// Whether it is somewhere on the board.
    pub fn is_place(&self) -> bool {
        matches!(self.kind.as_str(), "space" | "hex" | "node" | "place")
    }

    /// Whether it stands on the board.
    pub fn is_piece(&self) -> bool {
        matches!(self.kind.as_str(), "piece" | "unit")
    }

    /// Whether it is a card.
    pub fn is_card(&self) -> bool {
        matches!(self.kind.as_str(), "card" | "karte" | "carte")
    }
}

/// What is heard in a line.
#[derive(Clone, Debug)]
pub struct Heard<C> {
    /// The words of the line, folded and without punctuation at their ends.
    pub words: Vec<String>,
    /// The same with their clauses.
    spoken: Vec<SpokenWord>,
    /// What it names, in order.
    pub things: Vec<HeardThing<C>>,
}

impl<C: Choice> Heard<C> {
    /// What is heard in a line at the open decision. `more` finds names that only this game has.
    pub fn new<F: Front<Choice = C>>(game: &Game<F>, menu: Option<&Menu<F>>, line: &str) -> Heard<C> {
        let spoken = clauses::spoken(line);
        let words = spoken.iter().map(|spoken| spoken.word.clone()).collect();
        let mut heard = Heard { words, spoken, things: Vec::new() };
        let mut start = 0;
        while start < heard.words.len() {
            let longest = (1..=LONGEST_NAME.min(heard.words.len() - start)).rev();
            let found = longest.into_iter().find_map(|count| heard.thing(game, menu, start, start + count));
            start = found.as_ref().map_or(start + 1, |thing| thing.end);
            heard.things.extend(found);
        }
        heard
    }

    /// The thing that some words name. The number of a card follows that word.
    fn thing<F: Front<Choice = C>>(
        &self,
        game: &Game<F>,
        menu: Option<&Menu<F>>,
        at: usize,
        end: usize,
    ) -> Option<HeardThing<C>> {
        let words = &self.words[at..end];
        // A name does not go on in another clause.
        if self.spoken[at].clause != self.spoken[end - 1].clause {
            return None;
        }
        let typed = words.join(" ");
        if let [word, number] = words
            && matches!(word.as_str(), "card" | "karte" | "carte")
            && let Some(thing) = C::from_token(&format!("card:{number}"))
        {
            let is_offered = menu.is_some_and(|menu| menu.decision.choices.contains(&thing));
            let (typed, kind) = (format!("#{number}"), word.clone());
            return Some(self.heard_thing(typed, thing, kind, (at, end), is_offered));
        }
        if answer::is_number(&typed) && !self.is_numbered(at, &typed) || UNITS.contains(&typed.as_str()) {
            return None;
        }
        // `Marin one each` counts what each loses.
        let is_shared = self.words.get(end).is_some_and(|next| next == "each");
        if words.len() > 1 && is_shared && UNITS.contains(&words[words.len() - 1].as_str()) {
            return None;
        }
        // A list of numbers is no name.
        if words.len() > 1 && words.iter().all(|word| answer::is_number(word)) {
            return None;
        }
        // `three stockades` are not in Three Rivers.
        if UNITS.contains(&words[0].as_str()) && words[1..].iter().any(|word| COUNTED.contains(&word.as_str())) {
            return None;
        }
        let ways = ways(&typed);
        let offered = || ways.iter().find_map(|way| Some((way, offered(game, menu?, words, way)?)));
        let elsewhere = || ways.iter().find_map(|way| Some((way, elsewhere(game, words, way)?)));
        let initials = || by_initials(game, menu, words).or_else(|| self.place_beginning(game, at, words));
        let (typed, thing) = match offered().or_else(elsewhere) {
            Some((way, thing)) => (way.clone(), thing),
            None => initials()?,
        };
        let heard = |thing: C| {
            let kind = thing.token().split(':').next().map(str::to_string)?;
            Some(self.heard_thing(typed.clone(), thing, kind, (at, end), false))
        };
        let mut thing = thing;
        // `the New York regiment` and `Huron, Mississauga` are units, which are called like places.
        if menu.is_some() && heard(thing)?.is_place() && self.stands_for_piece(at, end) {
            let mut named = F::Sentences::find(game, &typed).into_iter();
            thing = named.find(|other| heard(*other).is_some_and(|other| other.is_piece())).unwrap_or(thing);
        }
        let kind = thing.token().split(':').next().map(str::to_string)?;
        let is_offered = menu.is_some_and(|menu| menu.decision.choices.contains(&thing));
        Some(self.heard_thing(typed, thing, kind, (at, end), is_offered))
    }

    /// The one place whose name begins so, where a place is expected: `to tico`.
    fn place_beginning<F: Front<Choice = C>>(
        &self,
        game: &Game<F>,
        at: usize,
        words: &[String],
    ) -> Option<(String, C)> {
        let [word] = words else { return None };
        let before = at.checked_sub(1).map_or("", |before| self.words[before].as_str());
        let is_expected = matches!(before, "to" | "at" | "from" | "into" | "in" | "onto");
        if !is_expected || word.len() < LEAST_LETTERS || is_known_word(word) || questions::is_common(word) {
            return None;
        }
        let is_place = |thing: &C| thing.token().starts_with("space:") || thing.token().starts_with("hex:");
        let mut found = F::Sentences::find(game, word).into_iter().filter(is_place);
        found.next().filter(|_| found.next().is_none()).map(|thing| (word.clone(), thing))
    }

    /// Whether what these words name is a piece rather than a place: one of a list of pieces, or a unit.
    fn stands_for_piece(&self, at: usize, end: usize) -> bool {
        let is_noun = self.words.get(end).is_some_and(|next| matches!(next.as_str(), "units" | "unit" | "provincials"));
        let skipped = self.words[..at].iter().rev().take_while(|word| matches!(word.as_str(), "and" | "the")).count();
        let is_listed = self.things.last().is_some_and(|last| last.is_piece() && last.end == at - skipped);
        let before = at.checked_sub(1).map_or("", |before| self.words[before].as_str());
        is_noun || is_listed || matches!(before, "take" | "takes" | "taking" | "with")
    }

    /// A thing that the words from one to another name.
    fn heard_thing(
        &self,
        typed: String,
        thing: C,
        kind: String,
        (at, end): (usize, usize),
        is_offered: bool,
    ) -> HeardThing<C> {
        let SpokenWord { is_left_out, is_reason, .. } = self.spoken[at];
        HeardThing { typed, thing, kind, at, end, is_offered, is_left_out, is_reason }
    }

    /// Whether a short number stands for something that has it, as a card has: `play 3`, but not `as a 3`.
    fn is_numbered(&self, at: usize, number: &str) -> bool {
        let before = at.checked_sub(1).and_then(|before| self.words.get(before));
        number.len() > 1 || before.is_none_or(|word| is_word_for("numbered", word))
    }

    /// Whether a line says this, in one of the ways that are listed.
    pub fn says(&self, what: &str) -> bool {
        WORDS.get(what).is_some_and(|ways| self.has_any(ways))
    }

    /// The answers that the line calls by other words: `keep it` is `hold`.
    pub fn tokens(&self) -> impl Iterator<Item = &'static str> + '_ {
        let said = WORDS.iter().filter(|(what, ways)| what.starts_with('=') && self.has_any(ways));
        said.filter_map(|(what, _)| what.strip_prefix('='))
    }

    /// Whether one of these words and phrases is in the line.
    pub fn has_any(&self, ways: &[impl AsRef<str>]) -> bool {
        let text = format!(" {} ", self.words.join(" "));
        ways.iter().any(|way| text.contains(&format!(" {} ", way.as_ref())))
    }

    /// Whether this word is in the line.
    pub fn has(&self, word: &str) -> bool {
        self.words.iter().any(|own| own == word)
    }

    /// Whether a clause of the line begins by saying this.
    pub fn clause_says(&self, what: &str) -> bool {
        let begins = |place: &usize| *place == 0 || self.clause(*place) != self.clause(*place - 1);
        let ways = WORDS.get(what).map_or(&[][..], Vec::as_slice);
        (0..self.words.len()).filter(begins).any(|place| {
            let clause = format!("{} ", self.words[place..].join(" "));
            ways.iter().any(|way| clause.starts_with(&format!("{way} ")))
        })
    }

    /// Whether a clause of the line says this and nothing else.
    pub fn clause_is(&self, what: &str) -> bool {
        let ways = WORDS.get(what).map_or(&[][..], Vec::as_slice);
        let of_clause = |number: usize| {
            let words = self.spoken.iter().filter(|spoken| spoken.clause == number);
            words.map(|spoken| spoken.word.as_str()).collect::<Vec<_>>().join(" ")
        };
        let mut numbers = self.spoken.iter().map(|spoken| spoken.clause);
        numbers.any(|number| ways.contains(&of_clause(number)))
    }

    /// Whether a line begins by saying this.
    pub fn begins_with(&self, what: &str) -> bool {
        let text = format!("{} ", self.words.join(" "));
        WORDS.get(what).is_some_and(|ways| ways.iter().any(|way| text.starts_with(&format!("{way} "))))
    }

    /// What it wants of this kind: what it names that is not left out, and is no reason.
    pub fn of_kind<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = &'a HeardThing<C>> + Clone {
        self.things.iter().filter(move |thing| thing.kind == kind && thing.is_wanted())
    }

    /// Whether a word is left out, or wanted to stay.
    pub fn is_left_out(&self, word: usize) -> bool {
        self.spoken.get(word).is_some_and(|spoken| spoken.is_left_out)
    }

    /// The number that stands before a word: `two of the regulars`.
    pub fn count_before(&self, at: usize) -> Option<usize> {
        let is_between = |word: &str| matches!(word, "of" | "off" | "on" | "the" | "my" | "his" | "from" | "other");
        let before = (0..at).rev().find(|before| !is_between(&self.words[*before]))?;
        let word = self.words[before].as_str();
        let number = COUNTS.iter().find(|(name, _)| *name == word).map(|(_, count)| *count);
        let count = number.or_else(|| word.trim_end_matches('x').parse().ok().filter(|count| *count <= MOST_COUNTED));
        count.filter(|_| self.clause(before) == self.clause(at))
    }

    /// Whether a word says how many are meant, that all are, or that some stay: no answer says that by itself.
    pub fn is_telling(&self, at: usize) -> bool {
        let word = self.words[at].as_str();
        let is_count = COUNTS.iter().any(|(name, count)| *name == word && (*count > 1 || word == "one"));
        is_count || answer::is_number(word) || is_word_for("all", word) || is_word_for("stays", word)
    }

    /// The clause that a word belongs to.
    pub fn clause(&self, word: usize) -> usize {
        self.spoken.get(word).map_or(usize::MAX, |spoken| spoken.clause)
    }
}

/// The number that a word is, or stands for.
pub fn number(word: &str) -> Option<usize> {
    let named = UNITS.iter().position(|unit| *unit == word).map(|unit| unit + 1);
    named.or_else(|| word.parse().ok())
}

/// A word without its ending: `doubles`, `doubled` and `doubling` have the same stem.
pub fn stem(word: &str) -> String {
    let endings = ["ing", "ies", "ed", "es", "s", "y", "e"];
    let long = |ending: &&&str| word.len() > ending.len() + 3 && word.ends_with(**ending);
    endings.iter().find(long).map_or(word, |ending| &word[..word.len() - ending.len()]).to_string()
}

/// The words of a line, folded, in full and without punctuation at their ends.
pub fn words(line: &str) -> Vec<String> {
    clauses::spoken(line).into_iter().map(|spoken| spoken.word).collect()
}

/// All words and phrases that are listed.
pub fn listed_words() -> impl Iterator<Item = &'static String> {
    WORDS.values().flatten()
}

/// Whether a word says something that is listed.
pub fn is_known_word(word: &str) -> bool {
    WORDS.values().flatten().any(|way| way == word)
}

/// Whether a word is listed as saying this.
pub fn is_word_for(what: &str, word: &str) -> bool {
    WORDS.get(what).is_some_and(|ways| ways.iter().any(|way| way == word))
}

/// The choice of the open decision that some words name: by a whole name, by words of it that are long enough, or by
/// another word for it.
fn offered<F: Front>(game: &Game<F>, menu: &Menu<F>, words: &[String], typed: &str) -> Option<F::Choice> {
    if answer::is_number(typed) {
        return of_number(game, menu, typed);
    }
    let other = WORDS.iter().find(|(_, ways)| ways.iter().any(|way| way == typed));
    let other = other.and_then(|(what, _)| answer::choice(menu, game, what.strip_prefix('=')?));
    let Some(choice) = answer::choice(menu, game, typed) else { return other };
    let names = menu.items.iter().flat_map(|item| item.named());
    let fit = names.filter(|(_, named)| *named == choice).find_map(|(name, _)| name.fits(typed));
    let of_name = words_of_name(&menu.named(game, choice));
    let begins = |word: &String| word.len() >= LONG && of_name.iter().any(|known| known.starts_with(word.as_str()));
    let is_long = |word: &String| {
        is_like_one_of(word, &of_name) && word.len() >= LEAST_LETTERS || begins(word) || has_digit(word)
    };
    let says_little = words.iter().all(|word| questions::is_common(word));
    let is_short = words.len() > 1 && words.iter().all(|word| word.len() > 1 && !questions::is_common(word));
    // `5 regulars` are not card 58.
    let is_number = |word: &&String| word.bytes().all(|byte| byte.is_ascii_digit());
    if words.len() > 1 && words.iter().filter(is_number).any(|number| !of_name.contains(number)) {
        return other;
    }
    match fit {
        Some(Fit::Whole) => Some(choice),
        Some(Fit::Part) if says_little => other,
        Some(Fit::Part) if words.iter().all(is_long) || is_short && words.iter().any(is_long) => Some(choice),
        Some(Fit::Part) if is_beginning(&words[0], &of_name) && words.len() == 1 => Some(choice),
        _ => other,
    }
}

/// Whether a word is short for one of a name: `conn` for Connecticut.
fn is_beginning(word: &str, of_name: &[String]) -> bool {
    let begins = of_name.iter().any(|known| known.starts_with(word));
    word.len() >= LEAST_LETTERS && begins && !is_known_word(word) && !questions::is_common(word)
}

/// The one choice with a number in its name: `48` for the 48th Foot.
fn of_number<F: Front>(game: &Game<F>, menu: &Menu<F>, number: &str) -> Option<F::Choice> {
    let has = |word: &String| word.trim_end_matches(char::is_alphabetic) == number && *word != *number;
    let is_it = |choice: &F::Choice| words_of_name(&menu.named(game, *choice)).iter().any(has);
    let mut found = menu.decision.choices.iter().copied().filter(is_it);
    found.next().filter(|_| found.next().is_none())
}

/// The thing of the game that some words name.
fn elsewhere<F: Front>(game: &Game<F>, words: &[String], typed: &str) -> Option<F::Choice> {
    let number = typed.trim_start_matches('#');
    if answer::is_number(number) {
        let mut choices = game.decision().into_iter().flat_map(|open| open.choices.iter().copied());
        // The number of a card or of a hex.
        return choices.find(|choice| choice.token().split(':').nth(1) == Some(number)).or_else(|| {
            F::Sentences::find(game, typed).first().copied().filter(|_| number.len() > 3 || typed.starts_with('#'))
        });
    }
    let is_common = words.len() == 1 && questions::is_common(&words[0]);
    let found = if is_common { Vec::new() } else { F::Sentences::find(game, typed) };
    if found.is_empty() {
        return nearly::<F>(words).and_then(|name| F::Sentences::find(game, name).first().copied());
    }
    let first = *found.first()?;
    let named = |choice: &F::Choice| words_of_name(&F::named(game.scripts(), game.scenario(), *choice, true));
    let of_name = named(&first);
    let is_one = found.iter().all(|other| other.to_string() == first.to_string() || named(other) == of_name);
    let is_whole = of_name.len() == words.len() && words.iter().all(|word| of_name.contains(word));
    // A shorter word that only begins a name is seldom meant for it: the range is no Rangers.
    let begins = |word: &String| word.len() < LONG && of_name.iter().any(|known| known.starts_with(word.as_str()));
    let is_long = |word: &String| {
        word.len() > LEAST_LETTERS && !begins(word) || has_digit(word) || is_like_one_of(word, &of_name)
    };
    let says_little = words.iter().all(|word| word.len() < LEAST_LETTERS && !has_digit(word));
    // `mil 1` is short, but the number says which.
    let is_counted =
        words.iter().any(|word| has_digit(word)) && words.iter().all(|word| word.len() > 2 || has_digit(word));
    let is_named = is_whole || words.iter().all(is_long) || words.len() > 1 && is_counted;
    (is_one && !says_little && is_named).then_some(first)
}

/// The one name of several words of which one is misspelt here: `hudson cary north`.
fn nearly<F: Front>(words: &[String]) -> Option<&'static str> {
    let [first, .., last] = words else { return None };
    let is_typo = |word: &str| word.len() > 2 && !is_known_word(word) && !questions::is_common(word);
    if !words.iter().any(|word| is_typo(word)) {
        return None;
    }
    let is_it = |name: &&str| {
        let folded = fold(name);
        // Most names have neither, which is soon seen.
        if !folded.contains(first.as_str()) && !folded.contains(last.as_str()) {
            return false;
        }
        let of_name = words_of_name(name);
        let mut wrong = of_name.iter().zip(words).filter(|(known, word)| known != word);
        let is_one = of_name.len() == words.len() && wrong.clone().count() == 1;
        is_one && wrong.all(|(known, word)| is_typo(word) && strsim::damerau_levenshtein(known, word) == 1)
    };
    let mut found = F::Sentences::names().into_iter().filter(is_it);
    found.next().filter(|_| found.next().is_none())
}

/// The one thing with these initials, and its name: `hcn` is Hudson Carry North.
fn by_initials<F: Front>(game: &Game<F>, menu: Option<&Menu<F>>, words: &[String]) -> Option<(String, F::Choice)> {
    let [word] = words else { return None };
    if word.len() < 3 || is_known_word(word) || questions::is_common(word) {
        return None;
    }
    let has_them = |name: &str| {
        // Most names have fewer words, which is soon seen.
        name.split([' ', '-', '\'']).count() >= word.len()
            && words_of_name(name).iter().map(|word| word.chars().next()).eq(word.chars().map(Some))
    };
    let only = |mut found: Vec<(String, F::Choice)>| {
        found.dedup_by(|(one, _), (other, _)| one == other);
        if found.len() == 1 { found.pop() } else { None }
    };
    let choices = menu
        .into_iter()
        .flat_map(|menu| menu.decision.choices.iter().map(|choice| (menu.named(game, *choice), *choice)));
    let offered: Vec<(String, F::Choice)> = choices.filter(|(name, _)| has_them(name)).collect();
    let names = || F::Sentences::names().into_iter().filter(|name| has_them(name));
    only(offered).or_else(|| {
        only(names().filter_map(|name| Some((name.to_string(), *F::Sentences::find(game, name).first()?))).collect())
    })
}

/// The ways in which a name may be meant: as it is typed, with a number for an ordinal, in the singular.
fn ways(typed: &str) -> Vec<String> {
    // An ordinal alone names nothing.
    let counted = if typed.contains(' ') {
        typed.split(' ').map(without_ordinal).collect::<Vec<_>>().join(" ")
    } else {
        typed.to_string()
    };
    let one = typed.strip_suffix('s').filter(|one| one.len() > LEAST_LETTERS).unwrap_or(typed).to_string();
    // Hexes have four digits, of which the first is often left out.
    let hex = if typed.len() == 3 && answer::is_number(typed) { format!("0{typed}") } else { typed.to_string() };
    // `Guyenne two` is its second wing.
    let wing = typed.rsplit_once(' ').and_then(|(name, last)| {
        let number = UNITS.iter().position(|unit| *unit == last)? + 1;
        Some(format!("{name} {number}"))
    });
    let mut ways = vec![typed.to_string(), counted, one, hex];
    ways.extend(wing);
    ways.dedup();
    ways
}

fn has_digit(word: &str) -> bool {
    word.contains(|c: char| c.is_ascii_digit())
}

/// The number of an ordinal: the `1st Militia` is Militia 1. A regiment keeps its own: the `78th`.
fn without_ordinal(word: &str) -> &str {
    match word {
        "first" | "1st" => "1",
        "second" | "2nd" => "2",
        "third" | "3rd" => "3",
        "fourth" | "4th" => "4",
        word => word,
    }
}

/// The words of a name, without numbers and marks around them.
pub fn words_of_name(name: &str) -> Vec<String> {
    let folded = fold(name).replace(['-', '\''], " ");
    let bare = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_string();
    let is_numbering = |word: &&str| word.starts_with('#') || word.starts_with('(');
    folded.split_whitespace().filter(|word| !is_numbering(word)).map(bare).filter(|word| !word.is_empty()).collect()
}

/// Whether a word is one of a name, in the singular or the plural.
fn is_like_one_of(word: &str, of_name: &[String]) -> bool {
    let stem = |word: &str| word.strip_suffix('s').unwrap_or(word).to_string();
    of_name.iter().any(|known| stem(known) == stem(word))
}
