//! What a question offers: values of a script, and the answers that stand for them.

use crate::board::Place;
use crate::content::Folder;
use crate::data::{GameData, QuestionFacts};
use crate::rules::Play;
use crate::state::{Card, Piece, TabletopState, Version};
use rhai::{Array, Dynamic, ImmutableString, Map};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use wilderness_engine::faults::Fault;
use wilderness_engine::harmless::one_line;
use wilderness_engine::plain::{Ask, Choice, Side};
use wilderness_engine::script::{Occasion, at_function, wrong_result};
use wilderness_engine::{Choice as _, Halt, Side as _, Word};

/// What a question offers.
pub(crate) struct Offer {
    items: Array,
    named: Vec<Choice>,
    /// The answers in their order.
    pub sorted: Vec<Choice>,
    /// The question, with the places for which answers stand.
    pub ask: Ask,
}

impl Offer {
    /// What a question offers with these values.
    ///
    /// # Errors
    /// An unknown question, a value that cannot be an answer, and two answers that are the same.
    pub fn new(state: &TabletopState, data: &GameData, question: &str, items: Array) -> Result<Offer, String> {
        let facts = data.question(question).ok_or_else(|| format!("there is no question `{question}`"))?;
        let named = items.iter().map(|item| answer_of(state, data, facts, item)).collect::<Result<Vec<_>, _>>()?;
        let mut sorted = named.clone();
        sorted.sort_unstable();
        match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(twice) => Err(format!("two answers to `{question}` are called `{}`", twice[0])),
            None => {
                let spots = items.iter().map(|item| spots_of(state, item)).zip(&named);
                let spots = spots.filter(|(spots, _)| !spots.is_empty()).map(|(spots, choice)| (*choice, spots));
                let mut spots: Vec<(Choice, Vec<usize>)> = spots.collect();
                spots.sort_unstable_by_key(|(choice, _)| *choice);
                Ok(Offer { items, named, sorted, ask: facts.ask.clone().at(spots) })
            }
        }
    }

    /// The value for which an answer stands.
    pub fn item(&self, choice: Choice) -> Option<Dynamic> {
        let index = self.named.iter().position(|named| *named == choice)?;
        Some(self.items[index].clone())
    }
}

/// The offers that were found last: a turn that is played again has the same.
#[derive(Default)]
pub(crate) struct RememberedOffers(RefCell<VecDeque<RememberedOffer>>);

struct RememberedOffer {
    version: Version,
    side: Side,
    question: Word,
    offer: Rc<Offer>,
}

impl RememberedOffers {
    /// How many are remembered.
    const MOST: usize = 16;

    fn find(&self, version: Version, side: Side, question: Word) -> Option<Rc<Offer>> {
        let remembered = self.0.borrow();
        let is_it =
            |known: &&RememberedOffer| known.version.is(version) && known.side == side && known.question == question;
        remembered.iter().find(is_it).map(|known| known.offer.clone())
    }

    fn add(&self, remembered: RememberedOffer) {
        let mut all = self.0.borrow_mut();
        all.truncate(RememberedOffers::MOST - 1);
        all.push_front(remembered);
    }
}

impl Folder {
    /// What a side may answer to a question, as the function `may_…` of the script says.
    ///
    /// # Errors
    /// A script that fails, or that returns no answers.
    pub(crate) fn offered(&self, state: &TabletopState, side: Side, question: &str) -> Play<Rc<Offer>> {
        let halt = |fault: Fault| Halt::Script(Box::new(fault));
        let Some(facts) = self.data.question(question) else {
            return Err(halt(Fault::error("tabletop::unknown_question", format!("there is no question `{question}`"))));
        };
        if let Some(offer) = self.offers.find(state.version, side, facts.id) {
            return Ok(offer);
        }
        let (may, script) = (facts.may.as_str(), &self.rules.compiled);
        if !script.has(may, 1) {
            let message =
                format!("`{question}` is asked without answers, and the script has no function `{may}(side)`");
            let fault = Fault::error("tabletop::no_answers", message);
            return Err(halt(
                fault.help("write that function, which returns them, or name the answers in `game.choose`"),
            ));
        }
        let found = self.host.query(script, may, state, Occasion::seen_by(side), vec![Dynamic::from(side)])?;
        let type_name = found.type_name();
        let Ok(items) = found.into_array() else {
            return Err(halt(wrong_result(&self.host, script, may, type_name)));
        };
        let offer = Offer::new(state, &self.data, question, items);
        let unfit = |message: String| halt(at_function(Fault::error("script::wrong_result", message), script, may));
        let offer = Rc::new(offer.map_err(unfit)?);
        self.offers.add(RememberedOffer { version: state.version, side, question: facts.id, offer: offer.clone() });
        Ok(offer)
    }
}

/// A piece as answers name it: by its kind and number, and by its side's if the kind is hidden.
fn piece_name(state: &TabletopState, data: &GameData, piece: Piece) -> Result<String, String> {
    let facts = state.piece(piece).ok_or_else(|| format!("there is no {piece}"))?;
    let kind = &data.kinds[usize::from(facts.kind)];
    let stem = if kind.is_hidden { data.side(facts.side).id() } else { kind.id.as_str() };
    Ok(format!("{stem}-{}", piece.0 + 1))
}

/// The name of an item that is no text.
fn name_of(state: &TabletopState, data: &GameData, item: &Dynamic) -> Result<String, String> {
    if let Some(map) = item.read_lock::<Map>() {
        let name = map.get("name").and_then(text_of);
        return name.ok_or_else(|| "an answer that is a map has a `name`, which is a text".into());
    }
    if let Some(piece) = item.read_lock::<Piece>() {
        return piece_name(state, data, *piece);
    }
    let place = || item.read_lock::<Place>().map(|place| place.id.to_string());
    let card = || item.read_lock::<Card>().map(|card| card.id.to_string());
    let side = || item.read_lock::<Side>().map(|side| side.id().to_string());
    let number = || item.as_int().ok().map(|number| number.to_string());
    let name = place().or_else(card).or_else(side).or_else(number);
    name.ok_or_else(|| format!("a {} cannot be an answer", item.type_name()))
}

fn text_of(value: &Dynamic) -> Option<String> {
    value.read_lock::<ImmutableString>().map(|text| text.to_string())
}

/// The answer that stands for an item: a text by itself, and anything else as `question:name`.
fn answer_of(
    state: &TabletopState,
    data: &GameData,
    question: &QuestionFacts,
    item: &Dynamic,
) -> Result<Choice, String> {
    let token = match text_of(item) {
        Some(word) => word,
        None => format!("{}:{}", question.id, name_of(state, data, item)?),
    };
    let choice = Choice::from_token(&token).filter(|choice| *choice != Choice::PASS || !question.is_window);
    choice.ok_or_else(|| {
        let most = Choice::LONGEST;
        format!("`{}` cannot be an answer: it has at most {most} bytes, and no spaces or `#`", one_line(&token))
    })
}

/// The numbers of the places that an item stands for: a place, that of a piece, or of a map where it begins and ends.
fn spots_of(state: &TabletopState, item: &Dynamic) -> Vec<usize> {
    if let Some(place) = item.read_lock::<Place>() {
        return vec![place.index.into()];
    }
    if let Some(piece) = item.read_lock::<Piece>() {
        let at = state.piece(*piece).and_then(|facts| facts.at);
        return at.map(Into::into).into_iter().collect();
    }
    if let Some(items) = item.read_lock::<Array>() {
        return items.iter().flat_map(|item| spots_of(state, item)).collect();
    }
    let Some(map) = item.read_lock::<Map>() else { return Vec::new() };
    let first = |keys: [&str; 3]| {
        let found = keys.into_iter().filter_map(|key| map.get(key)).map(|item| spots_of(state, item));
        found.into_iter().find(|spots| !spots.is_empty()).unwrap_or_default()
    };
    [first(["from", "piece", "pieces"]), first(["to", "place", "places"])].concat()
}
