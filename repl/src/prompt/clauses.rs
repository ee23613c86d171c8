//! The words of a line, and the clauses that they stand in: what a clause leaves out, and what only gives a reason.

use super::answer;
use super::heard::is_word_for;
use crate::text::names::fold;

/// The numbers from one on that are single words.
pub const UNITS: [&str; 19] = [
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
/// The tens from twenty on.
const TENS: [&str; 8] = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

/// The number that a word stands for, from ten on: smaller ones count pieces.
fn number_in_words(word: &str) -> Option<usize> {
    let small = UNITS.iter().position(|unit| *unit == word).map(|unit| unit + 1).filter(|number| *number >= 10);
    small.or_else(|| TENS.iter().position(|tens| *tens == word).map(|tens| (tens + 2) * 10))
}

/// A word of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpokenWord {
    /// The word, folded, in full and without punctuation at its ends.
    pub word: String,
    /// The number of its clause.
    pub clause: usize,
    /// Whether what it names is left out, or wanted to stay.
    pub is_left_out: bool,
    /// Whether it only says why something is wanted.
    pub is_reason: bool,
}

/// Ways to write a word, and the word.
const WRITTEN: [(&str, &str); 26] = [
    ("don't bother with", "except"),
    ("dont bother with", "except"),
    ("never mind", "except"),
    ("forget about", "except"),
    ("->", " to "),
    ("=>", " to "),
    (">", " to "),
    ("=", " to "),
    ("+", " and "),
    ("apart from", "except"),
    ("aside from", "except"),
    ("with the exception of", "except"),
    ("with exception of", "except"),
    ("other than", "except"),
    ("excluding", "except"),
    ("excl.", "except"),
    ("but only", "only"),
    ("every body", "everybody"),
    ("every one", "everyone"),
    ("every man", "everyone"),
    ("evry1", "everyone"),
    ("every1", "everyone"),
    ("all of us", "everyone"),
    ("white coats", "whitecoats"),
    ("white-coated", "whitecoats"),
    ("white coated", "whitecoats"),
];

/// The dashes that stand between clauses, or between two places.
const DASHES: [char; 2] = ['–', '—'];

/// Words with which a reason begins, which goes on to the end of its clause.
const REASONS: [&str; 6] = ["because", "cos", "lest", "otherwise", "parce", "weil"];

/// What stands before a reason if a sentence follows, such as `so that` or `before he`.
const CONNECTING: [&str; 5] = ["so", "before", "since", "as", "in case"];

/// What a sentence says behind `so` that gives a reason.
const PURPOSES: [&str; 18] = [
    "that", "can", "cant", "can't", "cannot", "could", "may", "might", "will", "wont", "won't", "isnt", "isn't",
    "doesnt", "doesn't", "have", "has", "are",
];

/// How a sentence begins that gives a reason.
const PERSONS: [&str; 13] =
    ["that", "i", "we", "he", "she", "they", "it", "you", "the", "my", "his", "their", "nobody"];

/// What stands behind `hold` where someone stays.
const AFTER_HOLD: [&str; 9] = ["where", "their", "position", "still", "fast", "back", "here", "there", "firm"];

/// Where a clause that leaves something out goes on with what is wanted.
const GOES_ON: [&str; 17] = [
    "takes", "to", "into", "towards", "go", "goes", "march", "marches", "move", "moves", "bring", "take", "send",
    "using", "against", "rest", "onto",
];

/// What those do who do not stay, when it is said of them behind those who do.
const GOING: [&str; 8] = ["goes", "marches", "moves", "takes", "attacks", "advances", "hits", "makes"];

/// A word in full: the `35e` is the 35th, `ft` a fort.
fn in_full(word: &str) -> String {
    match (word, word.strip_suffix('e').filter(|number| answer::is_number(number))) {
        (_, Some(number)) => format!("{number}th"),
        ("ft", _) => "fort".into(),
        ("w/" | "w", _) => "with".into(),
        ("regs" | "battalion" | "battalions", _) => "regulars".into(),
        ("provs", _) => "provincials".into(),
        ("n" | "u" | "und" | "et" | "&", _) => "and".into(),
        ("regiments" | "regiment" | "men" | "soldiers", _) => "units".into(),
        ("warriors" | "tribes" | "braves" | "natives", _) => "indians".into(),
        (word, _) => word.into(),
    }
}

/// The direction that an initial with a full stop stands for: `hudson carry n.`.
fn direction(typed: &str) -> Option<&'static str> {
    match typed.trim_end_matches(',') {
        "n." => Some("north"),
        "s." => Some("south"),
        "e." => Some("east"),
        "w." => Some("west"),
        _ => None,
    }
}

/// The words of a line, with the clause of each, whether what stands there is left out, and whether it is a reason.
pub fn spoken(line: &str) -> Vec<SpokenWord> {
    let mut words = divided(line);
    for (word, is_reason) in reasons(&words).into_iter().enumerate() {
        words[word].is_reason = is_reason;
    }
    for (word, is_left_out) in left_out(&words).into_iter().enumerate() {
        words[word].is_left_out = is_left_out;
    }
    words
}

/// A line with its words as the lists have them.
fn written(line: &str) -> String {
    let mut text = fold(line);
    for dash in DASHES {
        text = text.replace(&format!(" {dash} "), " , ").replace(dash, " to ");
    }
    WRITTEN.iter().fold(text, |text, (typed, word)| text.replace(typed, word))
}

/// The words of a line, each with its clause.
fn divided(line: &str) -> Vec<SpokenWord> {
    let (mut words, mut clause, mut follows_tens): (Vec<SpokenWord>, usize, bool) = (Vec::new(), 0, false);
    let is_mark = |c: char| matches!(c, ',' | ';' | ':' | '.' | '!' | '?' | '(' | ')' | '"');
    for typed in written(line).split_whitespace() {
        let bare = typed.trim_matches(is_mark);
        let bare = bare.strip_suffix("'s").unwrap_or(bare);
        let bare = ["l'", "d'"].iter().find_map(|article| bare.strip_prefix(article)).unwrap_or(bare);
        if is_word_for("then", bare) || typed.starts_with(is_mark) {
            clause += 1;
        }
        let tens = words.last().and_then(|last| last.word.parse::<u32>().ok()).filter(|_| follows_tens);
        let units = UNITS.iter().position(|unit| *unit == bare).map(|unit| unit as u32 + 1).filter(|unit| *unit < 10);
        let word = match (tens, units, number_in_words(bare)) {
            (Some(tens), Some(unit), _) => {
                words.pop();
                (tens + unit).to_string()
            }
            (_, _, Some(number)) => number.to_string(),
            _ => direction(typed).map_or_else(|| in_full(bare), str::to_string),
        };
        if !word.is_empty() {
            words.push(SpokenWord { word, clause, is_left_out: false, is_reason: false });
        }
        follows_tens = TENS.contains(&bare) && !typed.ends_with(is_mark);
        let is_direction = direction(typed).is_some() && !typed.ends_with(',');
        if typed.ends_with(is_mark) && !is_direction {
            clause += 1;
        }
    }
    words
}

/// Whether each word is left out: a clause in which something stays leaves all of it out; a clause with `except` what
/// stands behind that, until it says where others go.
fn left_out(words: &[SpokenWord]) -> Vec<bool> {
    let word = |place: usize| words.get(place).map_or("", |word| word.word.as_str());
    // Who stays with another goes along, and who keeps to the road goes on.
    let goes_on = |place: usize| match word(place + 1) {
        "with" => true,
        "to" => word(place).starts_with("keep"),
        _ => false,
    };
    // `webb goes but rogers stays` leaves out only who stands behind the word that divides them.
    let stays = |number: usize, at: usize| {
        let own = || (0..words.len()).filter(|place| words[*place].clause == number);
        let holds = |place: usize| {
            let goes_on = |next: &SpokenWord| next.clause == number && !AFTER_HOLD.contains(&next.word.as_str());
            let ends = !words.get(place + 1).is_some_and(goes_on);
            let keeps =
                matches!(word(place), "keep" | "keeps" | "keeping") && matches!(word(place + 1), "the" | "watch");
            let holds = matches!(word(place), "hold" | "holds") && ends;
            let guards = matches!(word(place), "guard" | "guards")
                && own().take_while(|before| *before < place).all(|before| !GOES_ON.contains(&word(before)));
            (holds || keeps || guards) && place > 0 && words[place - 1].clause == number
        };
        let is_meant = |place: &usize| !words[*place].is_reason;
        // `the Indians where Montcalm stands` are not those who stay.
        let is_relative =
            |place: usize| (place.saturating_sub(3)..place).any(|before| matches!(word(before), "where" | "which"));
        let stays = |place: &usize| {
            holds(*place) || is_word_for("stays", word(*place)) && !goes_on(*place) && !is_relative(*place)
        };
        let stands = own().filter(is_meant).find(stays)?;
        // Who goes somewhere and stays there goes.
        let from = own().rfind(|place| {
            *place < stands && (is_word_for("while", word(*place)) || word(*place) == "to" && *place + 1 < stands)
        });
        // `Rigaud stays and Montcalm goes`
        let goes = |place: &usize| {
            *place > stands && word(*place) == "and" && (1..=3).any(|on| GOING.contains(&word(*place + on)))
        };
        let until = own().find(goes);
        Some(from.is_none_or(|from| at >= from) && until.is_none_or(|until| at < until))
    };
    // `the Delaware I leave to their own councils` leaves out what stands before.
    let is_left = |number: usize| {
        let mut own = (1..words.len()).filter(|place| words[*place].clause == number);
        own.any(|place| {
            let has_object = place >= 2 && words[place - 2].clause == number;
            has_object && word(place) == "leave" && matches!(word(place - 1), "i" | "we")
        })
    };
    let (mut but, mut except) = (None, None);
    let mark = |(place, spoken): (usize, &SpokenWord)| {
        let number = spoken.clause;
        // A piece that leaves others behind goes itself.
        let begins = place == 0 || words[place - 1].clause != number;
        // `but` only joins clauses, unless it stands behind what it takes from.
        let joins = spoken.word == "but" && begins && !matches!(word(place + 1), "not" | "no");
        if refuses(words, place) || is_word_for("but", &spoken.word) && !joins {
            except = Some(number);
        } else if is_word_for("leaves", &spoken.word)
            && !goes_on(place)
            && !(place > 0 && matches!(word(place - 1), "dont" | "don't"))
        {
            but = Some(number);
        } else if GOES_ON.contains(&spoken.word.as_str()) && place > 0 && word(place - 1) != "not" {
            except = None;
            // `leaves Rigaud there and takes the others`
            but = but.filter(|_| word(place - 1) != "and");
        }
        stays(number, place).unwrap_or(false) || but == Some(number) || except == Some(number) || is_left(number)
    };
    words.iter().enumerate().map(mark).collect()
}

/// Whether a clause is refused from a word on: `I don't need more Delaware`, but not `don't forget Webb`.
fn refuses(words: &[SpokenWord], place: usize) -> bool {
    let before = place.checked_sub(1).and_then(|before| words.get(before));
    let before = before.filter(|before| before.clause == words[place].clause);
    let says_not = matches!(words[place].word.as_str(), "dont" | "don't");
    let is_own = before.is_none_or(|before| matches!(before.word.as_str(), "i" | "we"));
    says_not && is_own && !words.get(place + 1).is_some_and(|next| is_word_for("leaves", &next.word))
}

/// Whether each word only says why something is wanted.
fn reasons(words: &[SpokenWord]) -> Vec<bool> {
    let word = |place: usize| words.get(place).map_or("", |word| word.word.as_str());
    let begins = |place: usize| {
        let of_clause = |other: &&SpokenWord| other.clause == words[place].clause;
        // `so I bring the 47th` is what is wanted, `so he cannot come` is why.
        let is_purpose = || {
            let behind = words[place..].iter().take_while(of_clause);
            word(place) != "so" || behind.clone().any(|other| PURPOSES.contains(&other.word.as_str()))
        };
        let connects = CONNECTING.contains(&word(place)) && PERSONS.contains(&word(place + 1)) && is_purpose();
        REASONS.contains(&word(place)) || connects
    };
    let mut reason = None;
    let mark = |(place, spoken): (usize, &SpokenWord)| {
        if begins(place) {
            reason = Some(spoken.clause);
        }
        reason == Some(spoken.clause)
    };
    words.iter().enumerate().map(mark).collect()
}
