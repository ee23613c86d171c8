//! Who and what is on the board: `list british regulars`, `where are their guns?`, `how many of my units are reduced?`.
//! What is asked for is read from the words of the line: sides, kinds, states, places and names.

use super::board::scene;
use super::heard::{Heard, is_known_word, is_word_for, stem, words_of_name};
use super::questions::is_common;
use crate::prompt::front::{Front, Tables};
use crate::text::names::fold;
use crate::text::style::paint;
use crate::text::table::TextTable;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use wilderness_engine::scene::{Place, Scene};
use wilderness_engine::{Choice, Game, Side as _};

/// A piece, or something that is built on a place.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OnRoll {
    /// Its name.
    pub name: String,
    /// The number of its side.
    pub side: usize,
    /// What it is counted as: `unit`, `leader`, `work`.
    pub noun: &'static str,
    /// The words for its kind: `regular`, `drilled`.
    pub kinds: Vec<String>,
    /// What is the matter with it: `reduced`, `besieged`.
    pub states: Vec<&'static str>,
    /// The number of the place in which it stands.
    pub place: Option<usize>,
    /// Where it is if it is in no place: `off the map`.
    pub elsewhere: String,
    /// Its figures, as on the counter.
    pub figures: String,
    /// Its combat strength, if it has one.
    pub strength: Option<u32>,
}

/// What of the roll is asked for; an empty list stands for all.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct RollQuery {
    sides: Vec<usize>,
    kinds: Vec<String>,
    states: Vec<&'static str>,
    places: Vec<usize>,
    names: Vec<String>,
    /// Whether only the sums are wanted.
    sums: bool,
    /// Whether the strongest is wanted, or the weakest.
    extreme: Option<Extreme>,
    /// Words that say nothing of this.
    unknown: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Extreme {
    Strongest,
    Weakest,
}

/// The state of a work without a garrison.
const EMPTY: &str = "empty";

/// The state of what is in play no longer: it is listed only if that is asked for.
const GONE: &str = "eliminated";

/// The state of a unit that has lost a step.
const REDUCED: &str = "reduced";

/// Of how many pieces at most the figures are shown.
const FEW: usize = 6;

/// How many are shown of the strongest.
const STRONGEST: usize = 5;

/// Words for the side of the person who asks, and for the others.
const OWN: [&str; 10] = ["own", "my", "mine", "our", "ours", "i", "we", "us", "me", "guys"];
const OTHERS: [&str; 8] = ["enemy", "enemies", "their", "theirs", "they", "his", "opponent", "foe"];
/// Words for pieces of any kind.
const NOUNS: [&str; 12] =
    ["unit", "units", "troops", "pieces", "piece", "army", "armies", "force", "forces", "counters", "boys", "chaps"];
/// Words that stand for a place that was just spoken of.
const THERE: [&str; 6] = ["coming", "it", "there", "here", "this", "me"];

/// What a question says that asks for the strength.
const STRENGTH: [&str; 8] =
    ["how strong", "how big", "strength", "add up", "altogether", "all together", "stronger", "outnumber"];
/// The words of a question that ask for a part of the roll, as `list` takes them; nothing if none does.
pub(super) fn listed<F: Front>(game: &Game<F>, viewer: F::Side, heard: &Heard<F::Choice>) -> Option<String> {
    let query = RollQuery::read(game, viewer, heard, &roll(game, viewer));
    if !query.selects() {
        return None;
    }
    let plain = query.in_words(game, viewer);
    let again = Heard::new(game, None, &plain);
    let known = RollQuery::read(game, viewer, &again, &roll(game, viewer));
    if known == (RollQuery { unknown: Vec::new(), ..query.clone() }) {
        return Some(plain);
    }
    // Each word once, and the pronouns as `my` and `their`.
    let mut words: Vec<&str> = Vec::new();
    for word in heard.words.iter().filter(|word| !query.unknown.contains(word)).map(String::as_str) {
        let word = match word {
            word if OWN.contains(&word) => "my",
            word if OTHERS.contains(&word) => "their",
            word => word,
        };
        let counts = matches!(word, "who" | "whos" | "with" | "and") || word == "how" && heard.has_any(&STRENGTH[..2]);
        let is_passed_over = is_word_for("list", word) && !counts;
        if !is_passed_over && !words.contains(&word) {
            words.push(word);
        }
    }
    Some(words.join(" "))
}

/// The part of the roll that some words ask for.
///
/// # Errors
/// Words that say nothing of it.
pub(super) fn list<F: Front>(game: &Game<F>, viewer: F::Side, line: &str) -> Result<String, String> {
    let (heard, roll) = (Heard::new(game, None, line), roll(game, viewer));
    let query = RollQuery::read(game, viewer, &heard, &roll);
    if !query.unknown.is_empty() {
        let unknown: Vec<String> = query.unknown.iter().map(|word| format!("`{word}`")).collect();
        return Err(format!(
            "`list` takes sides, kinds, states, places and names, but not {}; of kinds there are {}",
            unknown.join(", "),
            kinds(&roll).into_iter().collect::<Vec<_>>().join(", "),
        ));
    }
    Ok(render::<F>(game, &scene(game, viewer), &query, &roll))
}

/// Everything that can be listed, as a side may know it: the pieces, and what is built on the places.
fn roll<F: Front>(game: &Game<F>, viewer: F::Side) -> Vec<OnRoll> {
    let scene = F::board(game, viewer);
    let mut found = F::Tables::roll(game, viewer);
    for (number, place) in scene.places.iter().enumerate() {
        let is_held = |side: usize| scene.stacks.iter().any(|stack| stack.place == number && stack.side == side);
        found.extend(place.works.iter().map(|work| OnRoll {
            states: if is_held(work.side) { Vec::new() } else { vec![EMPTY] },
            name: work.name.clone(),
            side: work.side,
            noun: "work",
            kinds: vec![work.name.clone(), "work".into(), "fortification".into()],
            place: Some(number),
            ..OnRoll::default()
        }));
    }
    found
}

/// The kinds that there are.
fn kinds(roll: &[OnRoll]) -> BTreeSet<&str> {
    roll.iter().filter_map(|one| one.kinds.first()).map(String::as_str).collect()
}

/// Whether a word of a line stands for a word of the roll.
fn means(typed: &str, word: &str) -> bool {
    let folded = fold(word);
    stem(typed) == stem(&folded) || is_word_for(&format!("list {folded}"), typed)
}

fn asks_who<C: Choice>(heard: &Heard<C>) -> bool {
    heard.has_any(&["who", "whos"])
}

impl RollQuery {
    fn read<F: Front>(game: &Game<F>, viewer: F::Side, heard: &Heard<F::Choice>, roll: &[OnRoll]) -> RollQuery {
        let mut query = RollQuery::default();
        let sides: Vec<F::Side> = game.sides().iter().collect();
        let text = format!(" {} ", heard.words.join(" "));
        let own = sides.iter().position(|side| *side == viewer).unwrap_or_default();
        let known = |one: &&OnRoll| !(asks_who(heard) && one.noun == "work");
        for (at, word) in heard.words.iter().enumerate() {
            let before = (query.sides.len(), query.kinds.len(), query.states.len(), query.extreme);
            let is = |side: &F::Side| means(word, side.id()) || means(word, &side.to_string());
            query.sides.extend(sides.iter().position(is));
            if OWN.contains(&word.as_str()) {
                query.sides.push(own);
            } else if OTHERS.contains(&word.as_str()) {
                query.sides.extend((0..sides.len()).filter(|side| *side != own));
            }
            query.extreme = match stem(word).as_str() {
                "strongest" | "best" | "biggest" => Some(Extreme::Strongest),
                "weakest" | "worst" => Some(Extreme::Weakest),
                _ => query.extreme,
            };
            let of_name = heard.things.iter().any(|thing| (thing.at..thing.end).contains(&at));
            if !of_name {
                let kinds = roll.iter().filter(known).flat_map(|one| &one.kinds);
                let kind = kinds.filter(|kind| means(word, kind) || is_phrase(&text, at, word, kind)).min();
                query.kinds.extend(kind.cloned());
                let state = F::Tables::STATES.iter().copied().chain([EMPTY]).find(|state| means(word, state));
                // Who lost a step is not lost.
                let has_steps = F::Tables::STATES.contains(&REDUCED) && heard.has_any(&["step", "steps"]);
                query.states.extend(state.map(|state| if state == GONE && has_steps { REDUCED } else { state }));
            }
            let after = (query.sides.len(), query.kinds.len(), query.states.len(), query.extreme);
            let is_noun = NOUNS.contains(&word.as_str()) || THERE.contains(&word.as_str());
            let of_strength = STRENGTH.iter().any(|phrase| phrase.split(' ').any(|part| part == word));
            if before == after && !is_noun && !of_name && !of_strength && !is_word_for("list", word) {
                query.unknown.push(word.clone());
            }
        }
        query.read_things(game, viewer, heard, roll);
        query.sums =
            heard.has_any(&STRENGTH) && query.places.is_empty() && query.kinds.is_empty() && query.states.is_empty();
        query.sides.sort_unstable();
        query.sides.dedup();
        query.kinds.dedup();
        query.states.sort_unstable();
        query.states.dedup();
        query
    }

    /// Reads the places and names, and what kinds are meant beside them.
    fn read_things<F: Front>(&mut self, game: &Game<F>, viewer: F::Side, heard: &Heard<F::Choice>, roll: &[OnRoll]) {
        // `the units inside the fort` are no forts.
        let is_unit = |kind: &String| roll.iter().any(|one| one.noun != "work" && one.kinds.contains(kind));
        let of_units = heard.has_any(&NOUNS);
        let of_works = self.states.contains(&EMPTY);
        if !of_works && (of_units || !self.states.is_empty() || self.kinds.iter().any(is_unit)) {
            self.kinds.retain(is_unit);
        }
        // `the French` are no place, though French Creek is one.
        let is_side = |typed: &str| {
            let sides = game.sides();
            sides.iter().any(|side| means(typed, side.id()) || means(typed, &side.to_string()))
        };
        for thing in heard.things.iter().filter(|thing| !is_side(&thing.typed)) {
            let is_piece = thing.kind == "piece" || thing.kind == "unit";
            // `the new york regiment` is a unit, not the place.
            let is_of_name = heard.words.get(thing.end).is_some_and(|next| NOUNS.contains(&next.as_str()));
            let named = roll.iter().any(|one| one.noun == "unit" && fold(&one.name).contains(&thing.typed));
            // Who is with a piece is where it is.
            let of_name = roll.iter().filter(|one| fold(&one.name).contains(&thing.typed));
            if is_piece && asks_who(heard) && heard.has("with") {
                self.places.extend(of_name.filter_map(|one| one.place));
            } else if is_piece || is_of_name && named {
                self.names.push(thing.typed.clone());
            } else {
                self.places.extend(F::places_of(game, viewer, thing.thing));
            }
        }
        if self.places.is_empty() {
            self.places.extend(place_with_word(&scene(game, viewer), heard, &is_side));
        }
        if self.places.is_empty() && asks_who(heard) && heard.has_any(&THERE) {
            self.places.extend(scene(game, viewer).arrows.last().and_then(|arrow| arrow.path.last()).copied());
        }
    }

    /// The words that `list` takes for it.
    fn in_words<F: Front>(&self, game: &Game<F>, viewer: F::Side) -> String {
        let sides = game.sides();
        let sides = sides.iter().enumerate().filter(|(number, _)| self.sides.contains(number));
        let scene = scene(game, viewer);
        let places =
            self.places.iter().filter_map(|place| scene.places.get(*place)).map(|place| match place.id.as_str() {
                id if id.bytes().all(|byte| byte.is_ascii_digit()) => place.id.clone(),
                _ => fold(&place.name),
            });
        let extreme = self.extreme.map(|extreme| match extreme {
            Extreme::Strongest => "strongest",
            Extreme::Weakest => "weakest",
        });
        let sums = self.sums.then_some("strength");
        let words = sides.map(|(_, side)| side.id().to_string()).chain(extreme.map(str::to_string));
        let words = words.chain(self.states.iter().map(|state| state.to_string())).chain(self.kinds.iter().cloned());
        let words = words.chain(self.names.iter().cloned()).chain(places).chain(sums.map(str::to_string));
        words.collect::<Vec<_>>().join(" ")
    }

    /// Whether it asks for less than everything.
    fn selects(&self) -> bool {
        let places = !self.sides.is_empty() || !self.places.is_empty() || !self.names.is_empty();
        places || !self.kinds.is_empty() || !self.states.is_empty() || self.extreme.is_some()
    }

    fn has(&self, one: &OnRoll) -> bool {
        let any = |ways: &[String], is: &dyn Fn(&str) -> bool| ways.is_empty() || ways.iter().any(|way| is(way));
        let is_work = one.noun == "work";
        (self.sides.is_empty() || self.sides.contains(&one.side))
            && (self.places.is_empty() || one.place.is_some_and(|place| self.places.contains(&place)))
            && (self.states.is_empty() || self.states.iter().any(|state| one.states.contains(state)))
            && any(&self.kinds, &|kind| one.kinds.iter().any(|own| own == kind))
            && any(&self.names, &|name| fold(&one.name).contains(name))
            && (!is_work || !self.kinds.is_empty() || self.states.contains(&EMPTY))
            && (!one.states.contains(&GONE) || self.states.contains(&GONE))
            && (self.extreme.is_none() || one.strength.is_some())
    }

    /// What it asks for besides the side, in words.
    fn criteria(&self, scene: &Scene) -> String {
        let places = self.places.iter().filter_map(|place| scene.places.get(*place)).map(called);
        let words = self.kinds.iter().cloned().chain(self.states.iter().map(|state| state.to_string()));
        let words: Vec<String> = words.chain(self.names.iter().cloned()).chain(places).collect();
        if words.is_empty() { String::new() } else { format!(" ({})", words.join(", ")) }
    }
}

/// The only place in whose name one of the words is: `the camp`.
pub(super) fn place_with_word<C: Choice>(
    scene: &Scene,
    heard: &Heard<C>,
    is_side: &dyn Fn(&str) -> bool,
) -> Option<usize> {
    let is_plain = |word: &str| word.len() < LEAST_LETTERS || is_common(word) || is_known_word(word) || is_side(word);
    // What names a piece is no place.
    let is_of_piece =
        |at: usize| heard.things.iter().any(|thing| thing.is_piece() && (thing.at..thing.end).contains(&at));
    let words = heard.words.iter().enumerate().filter(|(at, _)| !is_of_piece(*at)).map(|(_, word)| word.as_str());
    let words: Vec<&str> = words.filter(|word| !is_plain(word)).collect();
    let has_word = |place: &Place| words_of_name(&place.name).iter().any(|word| words.contains(&word.as_str()));
    let mut found = scene.places.iter().enumerate().filter(|(_, place)| has_word(place)).map(|(number, _)| number);
    found.next().filter(|_| found.next().is_none())
}

/// The fewest letters of a word by which a place is known.
const LEAST_LETTERS: usize = 4;

/// Whether a kind of two words or more begins with this one of a line.
fn is_phrase(text: &str, at: usize, word: &str, kind: &str) -> bool {
    let kind = fold(kind);
    kind.contains(' ') && kind.starts_with(word) && {
        let before: usize = text.split(' ').skip(1).take(at).map(|word| word.len() + 1).sum();
        text.get(before + 1..).is_some_and(|rest| rest.starts_with(&format!("{kind} ")))
    }
}

fn called(place: &Place) -> String {
    match () {
        () if place.name.is_empty() || place.name == place.id => place.id.clone(),
        () if place.id.bytes().all(|byte| byte.is_ascii_digit()) => format!("{} {}", place.id, place.name),
        () => place.name.clone(),
    }
}

/// What is found of each side that is asked for: the sums, and who stands where, the strongest first.
fn render<F: Front>(game: &Game<F>, scene: &Scene, query: &RollQuery, roll: &[OnRoll]) -> String {
    let mut text = String::new();
    let found: Vec<&OnRoll> = roll.iter().filter(|one| query.has(one)).collect();
    for (number, side) in game.sides().iter().enumerate() {
        let own: Vec<&OnRoll> = found.iter().filter(|one| one.side == number).copied().collect();
        let is_asked = query.sides.is_empty() || query.sides.contains(&number);
        // A side of which nothing is there is told of if it was asked about, or if nothing is there at all.
        if !is_asked || own.is_empty() && query.sides.is_empty() && !found.is_empty() {
            continue;
        }
        let side = paint(F::style(side), side);
        text.push_str(&format!("{side}{}: {}\n", query.criteria(scene), sums(&own)));
        if !query.sums && !own.is_empty() {
            text.push_str(&table(scene, query, own));
        }
    }
    text
}

/// `8 units, 3 leaders, strength 27`.
fn sums(found: &[&OnRoll]) -> String {
    let mut counts: BTreeMap<(bool, &str), usize> = BTreeMap::new();
    for one in found {
        *counts.entry((one.noun != "unit", one.noun)).or_default() += 1;
    }
    let count = |((_, noun), count): (&(bool, &str), &usize)| match count {
        1 => format!("1 {noun}"),
        more => format!("{more} {noun}s"),
    };
    let mut parts: Vec<String> = counts.iter().map(count).collect();
    let strengths: Vec<u32> = found.iter().filter_map(|one| one.strength).collect();
    parts.extend((!strengths.is_empty()).then(|| format!("strength {}", strengths.iter().sum::<u32>())));
    if parts.is_empty() { "none".into() } else { parts.join(", ") }
}

fn table(scene: &Scene, query: &RollQuery, mut found: Vec<&OnRoll>) -> String {
    let at = |one: &OnRoll| match one.place.and_then(|place| scene.places.get(place)) {
        Some(place) => called(place),
        None => one.elsewhere.clone(),
    };
    let few = found.len() <= FEW;
    let named = |one: &OnRoll| {
        let figures = Some(one.figures.as_str()).filter(|figures| few && !figures.is_empty());
        let is_told = |state: &&str| figures.is_some_and(|figures| figures.contains(*state));
        let states = one.states.iter().copied().filter(|state| !is_told(state));
        let notes: Vec<&str> = figures.into_iter().chain(states).collect();
        if notes.is_empty() { one.name.clone() } else { format!("{} ({})", one.name, notes.join(", ")) }
    };
    let mut rows: Vec<(Option<u32>, String, Vec<String>)> = Vec::new();
    if let Some(extreme) = query.extreme {
        found.sort_by_key(|one| match extreme {
            Extreme::Strongest => Reverse(one.strength.map(i64::from)),
            Extreme::Weakest => Reverse(one.strength.map(|strength| -i64::from(strength))),
        });
        rows.extend(found.iter().take(STRONGEST).map(|one| (one.strength, at(one), vec![named(one)])));
    } else {
        for one in found {
            let row = rows.iter().position(|(_, place, _)| *place == at(one)).unwrap_or_else(|| {
                rows.push((None, at(one), Vec::new()));
                rows.len() - 1
            });
            let (strength, _, names) = &mut rows[row];
            *strength = one.strength.map(|own| own + strength.unwrap_or_default()).or(*strength);
            names.push(named(one));
        }
        rows.sort_by_key(|(strength, ..)| Reverse(*strength));
    }
    let has_strength = rows.iter().any(|(strength, ..)| strength.is_some());
    let mut table = TextTable::new(if has_strength { &["Where", "Strength", "Who"] } else { &["Where", "What"] });
    for (strength, at, names) in rows {
        let strength = has_strength.then(|| strength.map_or_else(String::new, |strength| strength.to_string()));
        table.row([at].into_iter().chain(strength).chain([counted(names)]));
    }
    table.render()
}

/// Names, of which equal ones are counted: `2 Marine`.
fn counted(names: Vec<String>) -> String {
    let mut counts: Vec<(String, usize)> = Vec::new();
    for name in names {
        match counts.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += 1,
            None => counts.push((name, 1)),
        }
    }
    let one = |(name, count): (String, usize)| if count > 1 { format!("{count} {name}") } else { name };
    counts.into_iter().map(one).collect::<Vec<_>>().join(", ")
}
