//! The strategy cards (5.0) as data: number, name, value, sides, event, and what happens after play. The core knows no
//! card but by what is written here.

use crate::sets::{CardId, CardSet};
use crate::side::{PerSide, Side};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use wilderness_engine::faults::{Fault, Faults, Source, SourcePlace, Spanned, read_toml, read_toml_items};
use wilderness_engine::harmless::{is_harmful, one_line};

/// How an event is played (5.13).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EventKind {
    /// Instead of an activation, in the player's own action phase.
    Event,
    /// At its moment, in either side's action phase (5.56).
    Response,
}

/// A strategy card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Card {
    /// Its number.
    pub number: CardId,
    /// Its name.
    pub name: String,
    /// The id of its event: the name of a script in `events/`, with hyphens.
    pub event: String,
    /// Its activation value, 1 to 3 (5.32).
    pub value: u8,
    /// The sides that may play its event (5.12).
    pub sides: Vec<Side>,
    /// When the event is played.
    pub kind: EventKind,
    /// Whether it leaves the game when played as an event (5.23).
    pub removed: bool,
    /// Whether its appearance, for whatever use, makes the deck be shuffled at the end of the season (5.25).
    pub reshuffle: bool,
    /// What the event is worth to each side on average, in tenths of a victory point: a hint for players that do not
    /// understand the script. If the deck does not say, three for each point of its value.
    pub worth: PerSide<u8>,
    /// Whether the deck says what it is worth; bots try out what nobody has judged.
    pub is_judged: bool,
    /// What scripts group it by.
    pub tags: BTreeSet<String>,
    /// Numbers that its script asks for.
    pub parameters: BTreeMap<String, i64>,
}

/// All strategy cards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deck {
    cards: BTreeMap<CardId, Card>,
}

/// The largest number a card can have: as far as sets of cards reach.
const LARGEST: i64 = 191;

/// `deck.toml`; each card is read by itself, so that faults in several cards are all found.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DeckFile {
    #[serde(default)]
    #[serde(rename = "card")]
    _card: Vec<serde::de::IgnoredAny>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CardEntry {
    number: Spanned<i64>,
    name: Spanned<String>,
    event: Spanned<String>,
    value: Spanned<i64>,
    sides: Spanned<Vec<Side>>,
    kind: EventKind,
    #[serde(default)]
    removed: bool,
    #[serde(default)]
    reshuffle: bool,
    worth: Option<Spanned<PerSide<i64>>>,
    #[serde(default)]
    tags: Vec<Spanned<String>>,
    #[serde(default)]
    parameters: BTreeMap<Spanned<String>, i64>,
}

/// The place where the text of a deck names an event; the beginning of the text if the form is unusual.
pub(crate) fn place_of_event(source: &Source, event: &str) -> std::ops::Range<usize> {
    let text = source.text();
    let names = |at: usize| text[..at].lines().last().is_some_and(|line| line.trim_start().starts_with("event"));
    let quoted = format!("\"{event}\"");
    let found = text.match_indices(&quoted).find(|(at, _)| names(*at));
    found.map_or(0..0, |(at, quoted)| at..at + quoted.len())
}

/// The most that an event can be worth, in tenths of a victory point.
const MOST_WORTH: i64 = 99;
/// What an event is worth for each point of the card's value, if the deck does not say.
const WORTH_OF_A_POINT: i64 = 3;

/// What is wrong with what an event is said to be worth: a code, what it is, and what is pointed at.
fn wrong_worth(title: &str, sides: &[Side], worth: &PerSide<i64>) -> Vec<(&'static str, String, &'static str)> {
    let mut wrong = Vec::new();
    if Side::BOTH.into_iter().any(|side| !(0..=MOST_WORTH).contains(&worth[side])) {
        wrong.push(("bad_worth", format!("the event of {title} has no usable worth"), "not from 0 to 99"));
    }
    for side in Side::BOTH.into_iter().filter(|side| !sides.is_empty() && !sides.contains(side) && worth[*side] > 0) {
        let message = format!("the event of {title} is worth something to the {side}, who cannot play it");
        wrong.push(("idle_worth", message, "of another side than those in `sides`"));
    }
    wrong
}

impl CardEntry {
    /// The card, if its number is valid; other faults are only reported.
    fn check(self, source: &Source, faults: &mut Faults) -> Card {
        let mut fault = |code: &str, message: String, span: std::ops::Range<usize>, label: &str| {
            faults.push(Fault::error(format!("deck::{code}"), message).at(source, span, label));
        };
        let number = *self.number.get_ref();
        let worth = self.worth.as_ref().map(|worth| (*worth.get_ref(), worth.span()));
        let title = format!("card {number} (`{}`)", self.name.get_ref());
        if !(1..=LARGEST).contains(&number) {
            fault("bad_number", format!("{title} has no usable number"), self.number.span(), "not from 1 to 191");
        }
        if !(1..=3).contains(self.value.get_ref()) {
            fault("bad_value", format!("{title} has no usable value"), self.value.span(), "not 1, 2 or 3");
        }
        if self.name.get_ref().trim().is_empty() {
            fault("no_name", format!("card {number} has no name"), self.name.span(), "empty");
        }
        if self.name.get_ref().contains(is_harmful) {
            let message = format!("the name of card {number} has an invisible character that controls the screen");
            fault("bad_name", message, self.name.span(), "remove this control character or direction mark");
        }
        let event = self.event.get_ref();
        if !is_hyphened(event) {
            let message = format!("{title} names no usable event");
            fault("bad_event", message, self.event.span(), "not lower-case letters, digits and hyphens");
        }
        for word in self.tags.iter().chain(self.parameters.keys()).filter(|word| !is_hyphened(word.get_ref())) {
            let message = format!("{title} has a tag or parameter `{}`", one_line(word.get_ref()));
            fault("bad_word", message, word.span(), "not lower-case letters, digits and hyphens");
        }
        let sides = self.sides.get_ref();
        if sides.is_empty() {
            fault("no_sides", format!("neither side can play the event of {title}"), self.sides.span(), "no side");
        } else if sides.len() > 1 && sides[1..].contains(&sides[0]) {
            fault("side_twice", format!("{title} names a side twice"), self.sides.span(), "the same side again");
        }
        if let Some((worth, span)) = &worth {
            for (code, message, label) in wrong_worth(&title, sides, worth) {
                fault(code, message, span.clone(), label);
            }
        }
        let usual = PerSide::new(|_| WORTH_OF_A_POINT * *self.value.get_ref());
        let is_judged = worth.is_some();
        let worth = worth.map_or(usual, |(worth, _)| worth);
        Card {
            is_judged,
            worth: PerSide::new(|side| worth[side].clamp(0, MOST_WORTH) as u8),
            number: CardId(number.clamp(0, LARGEST) as u8),
            name: one_line(self.name.get_ref()).into_owned(),
            event: self.event.into_inner(),
            value: self.value.into_inner().clamp(0, 3) as u8,
            sides: self.sides.into_inner(),
            kind: self.kind,
            removed: self.removed,
            reshuffle: self.reshuffle,
            tags: self.tags.into_iter().map(Spanned::into_inner).collect(),
            parameters: self.parameters.into_iter().map(|(name, number)| (name.into_inner(), number)).collect(),
        }
    }
}

/// Whether a word has lower-case letters, digits and hyphens only.
fn is_hyphened(word: &str) -> bool {
    let hyphened = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    !word.is_empty() && word.chars().all(hyphened)
}

impl Card {
    /// Its entry in `deck.toml`.
    fn to_toml(&self) -> String {
        let Card {
            number: CardId(number),
            name,
            event,
            value,
            sides,
            kind,
            removed,
            reshuffle,
            worth,
            is_judged,
            tags,
            parameters,
        } = self;
        // JSON is read like TOML.
        let name = serde_json::Value::from(name.as_str());
        let sides: Vec<String> = sides.iter().map(|side| format!("\"{}\"", side.id())).collect();
        let kind = match kind {
            EventKind::Event => "event",
            EventKind::Response => "response",
        };
        let mut text = format!(
            "[[card]]\nnumber = {number}\nname = {name}\nevent = \"{event}\"\nvalue = {value}\nsides = [{}]\n\
             kind = \"{kind}\"\n",
            sides.join(", "),
        );
        if *is_judged {
            text.push_str(&format!("worth = {{ british = {}, french = {} }}\n", worth.british, worth.french));
        }
        for (key, holds) in [("removed", removed), ("reshuffle", reshuffle)] {
            text.push_str(&if *holds { format!("{key} = true\n") } else { String::new() });
        }
        if !tags.is_empty() {
            let tags: Vec<String> = tags.iter().map(|tag| format!("\"{tag}\"")).collect();
            text.push_str(&format!("tags = [{}]\n", tags.join(", ")));
        }
        if !parameters.is_empty() {
            let parameters: Vec<String> =
                parameters.iter().map(|(name, number)| format!("{name} = {number}")).collect();
            text.push_str(&format!("parameters = {{ {} }}\n", parameters.join(", ")));
        }
        text
    }
}

impl Deck {
    /// Collects cards; a later card replaces an earlier one with the same number.
    pub fn new(cards: impl IntoIterator<Item = Card>) -> Deck {
        Deck { cards: cards.into_iter().map(|card| (card.number, card)).collect() }
    }

    /// Reads a deck from the text of `deck.toml`. Reports everything that is wrong with any card.
    pub fn parse(source: &Source) -> Result<Deck, Faults> {
        let mut faults = Faults::none();
        let _: Option<DeckFile> = read_toml("deck", source, &mut faults);
        let entries: Vec<CardEntry> = read_toml_items("deck", source, "card", &mut faults);
        let mut cards: BTreeMap<CardId, (Card, SourcePlace)> = BTreeMap::new();
        for entry in entries {
            let spot = SourcePlace { source: source.clone(), span: entry.number.span() };
            let card = entry.check(source, &mut faults);
            match cards.get(&card.number) {
                // Values that are not numbers are reported as such.
                Some((first, first_spot)) if (1..=LARGEST).contains(&i64::from(card.number.0)) => faults.push(
                    Fault::error("deck::number_twice", format!("two cards have the number {}", card.number.0))
                        .spot(&spot, format!("`{}` has it too", card.name))
                        .spot(first_spot, format!("`{}` has it", first.name)),
                ),
                _ => drop(cards.insert(card.number, (card, spot))),
            }
        }
        if cards.is_empty() && faults.is_empty() {
            faults.push(Fault::error("deck::no_cards", "the deck has no cards").at(
                source,
                0..0,
                "no `[[card]]` in the file",
            ));
        }
        faults.into_result(Deck::new(cards.into_values().map(|(card, _)| card)))
    }

    /// Reads several decks: a card replaces the card with the same number in earlier decks.
    ///
    /// # Errors
    /// Everything that is wrong with any card.
    pub(crate) fn parse_all(sources: &[Source]) -> Result<Deck, Faults> {
        let (mut faults, mut cards) = (Faults::none(), BTreeMap::new());
        for source in sources {
            match Deck::parse(source) {
                Ok(deck) => cards.extend(deck.cards),
                Err(more) => faults.append(more),
            }
        }
        faults.into_result(Deck { cards })
    }

    /// Some of the cards, in the form of `deck.toml`.
    pub(crate) fn to_toml(&self, wanted: impl Fn(&Card) -> bool) -> String {
        let cards: Vec<String> = self.cards().filter(|card| wanted(card)).map(Card::to_toml).collect();
        cards.join("\n")
    }

    /// The card with a number.
    pub fn card(&self, number: CardId) -> Option<&Card> {
        self.cards.get(&number)
    }

    /// A card as it is called in reports: its name and number.
    pub fn name(&self, number: CardId) -> String {
        self.card(number).map_or_else(|| number.to_string(), |card| format!("{} ({number})", card.name))
    }

    /// All cards, by number.
    pub fn cards(&self) -> impl Iterator<Item = &Card> {
        self.cards.values()
    }

    /// The tags of all cards.
    pub(crate) fn tags(&self) -> BTreeSet<&str> {
        self.cards().flat_map(|card| card.tags.iter().map(String::as_str)).collect()
    }

    /// The names of the parameters of all cards.
    pub(crate) fn parameters(&self) -> BTreeSet<&str> {
        self.cards().flat_map(|card| card.parameters.keys().map(String::as_str)).collect()
    }

    /// The numbers of all cards.
    pub fn numbers(&self) -> CardSet {
        self.cards.keys().copied().collect()
    }

    /// The activation value of a card (5.32); 0 for a number that is not in the deck.
    pub fn value(&self, number: CardId) -> u8 {
        self.card(number).map_or(0, |card| card.value)
    }
}

impl fmt::Display for CardId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

impl fmt::Debug for CardId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "card:{}", self.0)
    }
}
