//! The lines that answer a question, with what the question names in their slots: `odds {place} with {pieces}`.

use super::board::scene;
use super::heard::{Heard, HeardThing, words_of_name};
use super::roll;
use crate::prompt::front::{Front, Tables};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;
use wilderness_engine::scene::{Place, Scene};
use wilderness_engine::{Game, Question as _};

/// Words before the place that someone goes to, or before those whom he attacks.
const TOWARDS: [&str; 14] = [
    "to", "into", "against", "for", "enter", "attack", "at", "towards", "reach", "fight", "hit", "assault", "take",
    "storm",
];

/// Words that may stand before a name.
const ARTICLES: [&str; 6] = ["the", "a", "that", "my", "his", "their"];

/// Words that may stand for what was just seen.
const POINTING: [&str; 7] = ["it", "there", "here", "coming", "they", "he", "him"];

/// The state of units in a fortification under siege.
const BESIEGED: &str = "besieged";

/// In how many entries of the log the last card is looked for.
const MOST_ENTRIES: usize = 60;

/// What a line has to offer for the slots of another.
pub struct Slots<'a, F: Front> {
    game: &'a Game<F>,
    viewer: F::Side,
    /// What is heard in the line.
    pub heard: &'a Heard<F::Choice>,
    /// The things that it names.
    things: Vec<&'a HeardThing<F::Choice>>,
    scene: Scene,
    /// What belongs into the slots that were filled, by their names: many lines have the same.
    filled: RefCell<BTreeMap<String, Option<String>>>,
}

impl<'a, F: Front> Slots<'a, F> {
    /// Those of what is heard in a line.
    pub fn new(game: &'a Game<F>, viewer: F::Side, heard: &'a Heard<F::Choice>) -> Slots<'a, F> {
        let things = heard.things.iter().filter(|thing| !is_figure_of_speech(game, thing)).collect();
        Slots { game, viewer, heard, things, scene: scene(game, viewer), filled: RefCell::default() }
    }

    /// A line with every slot filled; nothing if the question does not say what belongs there.
    pub fn fill(&self, line: &str) -> Option<String> {
        let mut text = line.to_string();
        while let Some((before, after)) = text.split_once('{') {
            let (slot, rest) = after.split_once('}')?;
            text = format!("{before}{}{rest}", self.value(slot)?);
        }
        Some(text)
    }

    fn value(&self, slot: &str) -> Option<String> {
        if let Some(known) = self.filled.borrow().get(slot) {
            return known.clone();
        }
        let found = self.find(slot);
        self.filled.borrow_mut().insert(slot.to_string(), found.clone());
        found
    }

    fn find(&self, slot: &str) -> Option<String> {
        let typed = |thing: &HeardThing<F::Choice>| thing.typed.clone();
        let things = &self.things;
        match slot {
            "place" => self.target().or_else(|| self.places().next()).map(typed),
            "foe" => self.attacked().or_else(|| self.target().map(typed)).or_else(|| self.foe()),
            "from" => {
                let source = self.places().find(|place| self.is_source(place)).or_else(|| self.start());
                source.or_else(|| self.places().nth(1)).map(typed)
            }
            "piece" => self.pieces().next().map(typed),
            "pieces" => {
                let own: Vec<String> = self.pieces().filter(|piece| self.is_own(piece)).map(typed).collect();
                (!own.is_empty()).then(|| own.join(", "))
            }
            "card" => things.iter().copied().find(|thing| thing.is_card()).map(typed),
            "card2" => {
                let first = things.iter().copied().find(|thing| thing.is_card())?.thing;
                things.iter().copied().find(|thing| thing.is_card() && thing.thing != first).map(typed)
            }
            "foes" => {
                let foes: Vec<String> = self.pieces().filter(|piece| !self.is_own(piece)).map(typed).collect();
                (!foes.is_empty()).then(|| foes.join(", "))
            }
            "own" => self.own_place(),
            "goal" => self.goal().or_else(|| self.value("foe")),
            "threatened" => self.threatened(),
            "army" => self.army(),
            "besieged" => self.besieged(),
            "played" => self.played(),
            "regiment" => self.regiment(),
            "1" => things.first().copied().map(typed),
            "2" => things.iter().copied().find(|thing| thing.thing != things[0].thing).map(typed),
            "at" => self.there(),
            "p1" => self.located().next(),
            "p2" => self.located().nth(1),
            "side" => Some(self.side()),
            "rule" => self.game.decision().map(|open| open.ask.rule().to_string()).filter(|rule| !rule.is_empty()),
            "theatre" => self.theatre(),
            "listed" => roll::listed(self.game, self.viewer, self.heard),
            _ => None,
        }
    }

    fn places(&self) -> impl Iterator<Item = &HeardThing<F::Choice>> {
        self.things.iter().copied().filter(|thing| thing.is_place())
    }

    /// Whether someone comes from this place.
    fn is_source(&self, thing: &HeardThing<F::Choice>) -> bool {
        thing.at.checked_sub(1).is_some_and(|before| self.heard.words[before] == "from")
    }

    /// The first place that nobody comes from.
    fn target(&self) -> Option<&HeardThing<F::Choice>> {
        self.places().find(|place| !self.is_source(place))
    }

    fn pieces(&self) -> impl Iterator<Item = &HeardThing<F::Choice>> {
        self.things.iter().copied().filter(|thing| thing.is_piece())
    }

    /// The unit that is called like a place: `the new york regiment`.
    fn regiment(&self) -> Option<String> {
        let is_noun =
            |thing: &&HeardThing<F::Choice>| self.heard.words.get(thing.end).is_some_and(|next| next == "units");
        let speaks = self.heard.has_any(&["regiment", "regiments", "unit"]);
        let named = self.places().find(|thing| speaks || is_noun(thing))?.typed.clone();
        let roll = F::Tables::roll(self.game, self.viewer);
        let is_unit = |one: &roll::OnRoll| one.noun == "unit" && crate::text::names::fold(&one.name).contains(&named);
        roll.iter().any(is_unit).then(|| format!("{named} units"))
    }

    /// Where the first piece of another side is.
    fn foe(&self) -> Option<String> {
        let foe = self.pieces().find(|piece| !self.is_own(piece))?;
        let place = F::places_of(self.game, self.viewer, foe.thing).into_iter().next()?;
        self.scene.places.get(place).map(called)
    }

    /// Where an own piece is that is named, or else a named place where own pieces stand.
    fn own_place(&self) -> Option<String> {
        let of = |thing: &HeardThing<F::Choice>| F::places_of(self.game, self.viewer, thing.thing);
        let pieces = self.pieces().filter(|piece| self.is_own(piece)).flat_map(of);
        let places = self.places().flat_map(of).filter(|place| self.stands(*place, true));
        pieces.chain(places).find_map(|place| self.scene.places.get(place)).map(called)
    }

    /// Whether own units, or those of others, stand at a place.
    fn stands(&self, place: usize, own: bool) -> bool {
        let side = self.game.sides().iter().position(|side| side == self.viewer);
        let roll = F::Tables::roll(self.game, self.viewer);
        roll.iter().any(|one| one.place == Some(place) && one.noun == "unit" && (Some(one.side) == side) == own)
    }

    /// The first named place at which units of others stand and that nobody comes from.
    fn attacked(&self) -> Option<String> {
        let is_foes = |place: &&HeardThing<F::Choice>| {
            F::places_of(self.game, self.viewer, place.thing).into_iter().any(|place| self.stands(place, false))
        };
        self.places().filter(|place| !self.is_source(place)).find(is_foes).map(|thing| thing.typed.clone())
    }

    /// The first named place at which only own units stand.
    fn start(&self) -> Option<&HeardThing<F::Choice>> {
        let is_own = |place: usize| self.stands(place, true) && !self.stands(place, false);
        self.places().find(|place| F::places_of(self.game, self.viewer, place.thing).into_iter().any(is_own))
    }

    /// The place that someone wants to go to, or the place of whom he wants to attack.
    fn goal(&self) -> Option<String> {
        let is_goal = |thing: &&HeardThing<F::Choice>| {
            let before = &self.heard.words[..thing.at];
            let last = before.iter().rev().find(|word| !ARTICLES.contains(&word.as_str()));
            last.is_some_and(|word| TOWARDS.contains(&word.as_str()))
        };
        let goal = self.things.iter().copied().filter(|thing| thing.is_place() || !self.is_own(thing)).find(is_goal)?;
        let place = F::places_of(self.game, self.viewer, goal.thing).into_iter().next()?;
        self.scene.places.get(place).map(called)
    }

    /// The place that someone may come to: a named one where no enemy is, that of an own piece, or that of the open question.
    fn threatened(&self) -> Option<String> {
        let is_foes = |place: usize| self.stands(place, false) && !self.stands(place, true);
        let of = |thing: &HeardThing<F::Choice>| F::places_of(self.game, self.viewer, thing.thing);
        let named = self.places().filter(|place| !self.is_source(place)).flat_map(of).find(|place| !is_foes(*place));
        let named = named.and_then(|place| self.scene.places.get(place)).map(called);
        named.or_else(|| self.own_place()).or_else(|| self.place_in_question())
    }

    /// The place where the strongest own pieces stand.
    fn army(&self) -> Option<String> {
        let own = self.game.sides().iter().position(|side| side == self.viewer);
        let mut strengths: BTreeMap<usize, u32> = BTreeMap::new();
        for one in F::Tables::roll(self.game, self.viewer).iter().filter(|one| Some(one.side) == own) {
            if let Some((place, strength)) = one.place.zip(one.strength) {
                *strengths.entry(place).or_default() += strength;
            }
        }
        let (place, _) = strengths.into_iter().max_by_key(|(_, strength)| *strength)?;
        self.scene.places.get(place).map(called)
    }

    /// A place where besieged units are.
    fn besieged(&self) -> Option<String> {
        let roll = F::Tables::roll(self.game, self.viewer);
        let place = roll.iter().find(|one| one.states.contains(&BESIEGED)).and_then(|one| one.place)?;
        self.scene.places.get(place).map(called)
    }

    /// The card that was played last.
    fn played(&self) -> Option<String> {
        let entries = (0..self.game.log().len()).rev().take(MOST_ENTRIES);
        entries.into_iter().find_map(|entry| {
            let heard: Heard<F::Choice> = Heard::new(self.game, None, &F::news(self.game, entry..entry + 1));
            heard.things.into_iter().find(|thing| thing.is_card()).map(|thing| thing.typed)
        })
    }

    /// Whether a piece, or one of its name, is of the side that asks.
    fn is_own(&self, thing: &HeardThing<F::Choice>) -> bool {
        let name = F::named(self.game.scripts(), self.game.scenario(), thing.thing, false);
        let own = self.game.sides().iter().position(|side| side == self.viewer);
        let roll = F::Tables::roll(self.game, self.viewer);
        let mut of_name = roll.iter().filter(|one| one.name == name).peekable();
        of_name.peek().is_none() || of_name.any(|one| Some(one.side) == own)
    }

    /// Where the things are that are named: places themselves, and those of pieces, each once.
    fn located(&self) -> impl Iterator<Item = String> {
        let mut found: Vec<String> = Vec::new();
        for thing in &self.things {
            for place in F::places_of(self.game, self.viewer, thing.thing) {
                let called = self.scene.places.get(place).map(called).filter(|name| !found.contains(name));
                found.extend(called);
            }
        }
        found.into_iter()
    }

    /// The place that is spoken of: a named one, or that of a named piece; otherwise the one that the open question names,
    /// or to which someone has just moved.
    fn there(&self) -> Option<String> {
        let typed = |thing: &HeardThing<F::Choice>| thing.typed.clone();
        let named = |place: usize| self.scene.places.get(place).map(called);
        let is_side = |word: &str| {
            let word = [word.to_string()];
            self.game.sides().iter().any(|side| super::intents::is_side::<F>(side, &word))
        };
        let comes_from = self.places().next().is_some();
        let asked = self.place_in_question();
        let found = self.target().map(typed).or_else(|| asked.clone().filter(|_| comes_from));
        let found = found.or_else(|| self.located().next());
        let found = found.or_else(|| roll::place_with_word(&self.scene, self.heard, &is_side).and_then(named));
        found.or(asked).or_else(|| {
            let points = self.heard.has_any(&POINTING);
            named(*self.scene.arrows.last().filter(|_| points)?.path.last()?)
        })
    }

    /// The place that the open question names.
    fn place_in_question(&self) -> Option<String> {
        let question = self.game.decision().map(|open| F::question(self.game.scenario(), &open.ask))?;
        let heard: Heard<F::Choice> = Heard::new(self.game, None, &question);
        heard.things.iter().find(|thing| thing.is_place()).map(|thing| thing.typed.clone())
    }

    /// The side that is named, or else the one that asks.
    fn side(&self) -> String {
        let is_named = |side: &F::Side| super::intents::is_side::<F>(*side, &self.heard.words);
        let named = self.game.sides().iter().find(is_named).unwrap_or(self.viewer);
        wilderness_engine::Side::id(named).to_string()
    }

    /// The part of the map that is named.
    fn theatre(&self) -> Option<String> {
        let is_named = |word: &String| self.heard.words.iter().any(|own| own == word);
        self.scene.theatres.iter().map(|theatre| theatre.word.to_string()).find(is_named)
    }
}

/// Whether a word of plain speech is only the beginning of a name, as `front` is of Frontenac.
fn is_figure_of_speech<F: Front>(game: &Game<F>, thing: &HeardThing<F::Choice>) -> bool {
    let name = F::named(game.scripts(), game.scenario(), thing.thing, true);
    let is_word = words_of_name(&name).iter().all(|word| *word == thing.typed);
    !is_word && PLAIN.contains(thing.typed.as_str())
}

/// The words that occur in questions.
static PLAIN: LazyLock<BTreeSet<&'static str>> =
    LazyLock::new(|| super::intents::words().into_iter().chain(FIGURES_OF_SPEECH).collect());

/// Others, which are also the beginning of names.
const FIGURES_OF_SPEECH: [&str; 7] = ["front", "head", "rest", "line", "point", "carry", "hand"];

/// A place as a line names it: a hex by its number.
fn called(place: &Place) -> String {
    let is_number = place.id.bytes().all(|byte| byte.is_ascii_digit());
    if is_number || place.name.is_empty() { place.id.clone() } else { place.name.clone() }
}
