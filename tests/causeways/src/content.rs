//! The file of a game: its sides, its die, its board and its numbers.

use crate::Causeways;
use include_dir::{Dir, include_dir};
use serde::Deserialize;
use std::sync::Arc;
use wilderness_engine::content::{Catalogue, Directory, Family, FileName, Fingerprints, Texts, Used};
use wilderness_engine::faults::{Fault, Faults, Source, Spanned, read_toml};
use wilderness_engine::plain::{Begins as _, Side};
use wilderness_engine::scene::{Figure, Soil, Stroke, Symbol, Symbols};
use wilderness_engine::script::{Compile, NoScripts, ScriptSet};
use wilderness_engine::{Each, MOST_SIDES, NoWord, Sides, Word};

/// The file of a game that is part of this crate.
pub const FEN: &str = include_str!("../fen/game.toml");
/// The name of the file in the folder of a game.
const FILE: &str = "game.toml";

/// The folder that is part of this crate.
static BUILT_IN: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/fen");
/// The files of the game: one.
pub static CATALOGUE: Catalogue = Catalogue::of_files(
    Causeways::GAME,
    Directory { places: &[""], needs: &[FILE], families: &FAMILIES, built_in: &BUILT_IN },
);
static FAMILIES: [Family; 1] = [Family::data("", "", FileName::Exactly(FILE), Used::Exchanged)];

/// The ids of the ground and of the ways of the board.
pub(crate) const GROUND: Word = Word::of("ground");
pub(crate) const WAY: Word = Word::of("way");

/// The text of the file.
#[derive(Clone, PartialEq)]
pub struct Content(Texts);

impl From<Texts> for Content {
    fn from(texts: Texts) -> Content {
        Content(texts)
    }
}

impl Content {
    /// A text that is not in a file.
    pub fn new(text: &str) -> Content {
        Content(Texts::built_in(&CATALOGUE).with_texts([(FILE, text)]))
    }
}

/// The game of a file, checked.
pub struct Board {
    content: Content,
    hashes: Fingerprints,
    /// Its name.
    pub name: String,
    /// The number of turns.
    pub turns: u8,
    /// The number of faces of the die.
    pub die: u8,
    /// The followers that each side has at the beginning.
    pub followers: u8,
    /// The silver that each side has at the beginning.
    pub silver: u8,
    /// The sides.
    pub sides: Sides<Side>,
    /// The place at which each side begins.
    pub homes: Each<usize>,
    /// The places.
    pub places: Vec<Place>,
    /// How places and causeways are drawn.
    pub symbols: Arc<Symbols>,
}

/// A place.
pub struct Place {
    /// Its id.
    pub id: Word,
    /// What a side scores for it.
    pub worth: u8,
    /// The places to which causeways lead.
    pub near: Vec<usize>,
}

impl Board {
    /// The place with an id.
    pub fn place(&self, id: &str) -> Option<usize> {
        self.places.iter().position(|place| place.id.as_str() == id)
    }
}

impl ScriptSet for Board {
    type Rules = Causeways;
    type Language = NoScripts<Causeways>;
    type Sources = Content;

    fn sources(&self) -> &Content {
        &self.content
    }

    fn fingerprints(&self) -> &Fingerprints {
        &self.hashes
    }
}

/// The file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Form {
    name: String,
    turns: Spanned<u8>,
    die: Spanned<u8>,
    followers: u8,
    silver: u8,
    ground: SymbolForm,
    way: SymbolForm,
    side: Vec<SideForm>,
    place: Vec<PlaceForm>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SymbolForm {
    label: String,
    colour: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SideForm {
    id: Spanned<String>,
    name: Spanned<String>,
    home: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlaceForm {
    id: Spanned<String>,
    worth: u8,
    near: Spanned<Vec<Spanned<String>>>,
}

impl Compile for Content {
    type Scripts = Board;

    fn catalogue() -> Option<&'static Catalogue> {
        Some(&CATALOGUE)
    }

    fn texts(&self) -> Option<&Texts> {
        Some(&self.0)
    }

    fn made_of(&self, texts: Texts) -> Content {
        texts.into()
    }

    fn compile(&self) -> Result<Board, Faults> {
        let none = || Fault::error("causeways::no_file", format!("the folder has no `{FILE}`"));
        let source = self.0.get(FILE).ok_or_else(none)?;
        let mut faults = Faults::none();
        let form: Option<Form> = read_toml("causeways", source, &mut faults);
        let Some(form) = form else { return Err(faults) };
        let mut reader = Reader { source, faults };
        let (sides, places) = (reader.sides(&form.side), reader.places(&form.place));
        let homes = form.side.iter().take(MOST_SIDES).map(|side| reader.place(&form.place, &side.home));
        let homes: Vec<usize> = homes.collect();
        let (turns, die) = (reader.at_least(1, &form.turns, "turns"), reader.at_least(2, &form.die, "faces"));
        let symbols = reader.symbols(&form.ground, &form.way);
        let Some(sides) = sides else { return Err(reader.faults) };
        reader.faults.into_result(Board {
            content: self.clone(),
            hashes: self.0.fingerprints(),
            name: form.name,
            turns,
            die,
            followers: form.followers,
            silver: form.silver,
            homes: Each::new(sides, |side| homes.get(wilderness_engine::Side::index(side)).copied().unwrap_or(0)),
            sides,
            places,
            symbols: symbols.into(),
        })
    }
}

/// Checks a file, and collects its faults.
struct Reader<'a> {
    source: &'a Source,
    faults: Faults,
}

impl Reader<'_> {
    fn fault<T>(&mut self, code: &str, message: String, at: &Spanned<T>, label: &str) {
        let fault = Fault::error(format!("causeways::{code}"), message);
        self.faults.push(fault.at(self.source, at.span(), label));
    }

    fn at_least(&mut self, least: u8, number: &Spanned<u8>, what: &str) -> u8 {
        if *number.get_ref() < least {
            self.fault("number", format!("there are at least {least} {what}"), number, "too few");
        }
        *number.get_ref()
    }

    fn word(&mut self, text: &Spanned<String>, read: fn(&str) -> Result<Word, NoWord>) -> Word {
        read(text.get_ref()).unwrap_or_else(|reason| {
            self.fault("word", reason.to_string(), text, "not a word");
            Word::of("")
        })
    }

    fn symbols(&mut self, ground: &SymbolForm, way: &SymbolForm) -> Symbols {
        for colour in [&ground.colour, &way.colour] {
            let digits = colour.get_ref().strip_prefix('#').unwrap_or_default();
            if digits.len() != 6 || !digits.chars().all(|digit| digit.is_ascii_hexdigit()) {
                self.fault("colour", "a colour is `#` with six hexadecimal digits".into(), colour, "not a colour");
            }
        }
        let colour = |form: &SymbolForm| form.colour.get_ref().clone();
        let soil = Soil { figure: Figure::Circle, colour: colour(ground), spreads: false, strewn: None };
        let stroke = Stroke { colour: colour(way), width: 6.0, ..Stroke::default() };
        Symbols {
            backdrop: colour(ground),
            terrain: vec![Symbol::new(GROUND, &ground.label, None, soil)],
            ways: vec![Symbol::new(WAY, &way.label, '·', stroke)],
            ..Symbols::default()
        }
    }

    fn sides(&mut self, forms: &[SideForm]) -> Option<Sides<Side>> {
        let mut sides = Vec::new();
        for (form, index) in forms.iter().zip(0..) {
            let (id, name) = (self.word(&form.id, Word::read), self.word(&form.name, Word::name));
            sides.push(Side::new(index, id, name));
        }
        match Sides::new(&sides) {
            Ok(sides) if sides.count() > 1 => return Some(sides),
            Ok(_) => self.fault("sides", "a game has at least two sides".into(), &forms[0].id, "the only one"),
            Err(reason) => {
                let last = forms.get(MOST_SIDES).or(forms.last()).map(|form| &form.id);
                let whole = Spanned::new(0..0, String::new());
                self.fault("sides", reason.to_string(), last.unwrap_or(&whole), "here");
            }
        }
        None
    }

    fn places(&mut self, forms: &[PlaceForm]) -> Vec<Place> {
        let mut places: Vec<Place> = Vec::new();
        for form in forms {
            let (id, worth) = (self.word(&form.id, Word::read), form.worth);
            if places.iter().any(|other| other.id == id) {
                self.fault("twice", format!("two places are called `{id}`"), &form.id, "the second");
            }
            if form.near.get_ref().is_empty() {
                self.fault("island", format!("no causeway leads from `{id}`"), &form.near, "name a place");
            }
            let near = form.near.get_ref().iter().map(|other| self.place(forms, other)).collect();
            places.push(Place { id, worth, near });
        }
        for (form, (index, place)) in forms.iter().zip(places.iter().enumerate()) {
            for (other, to) in form.near.get_ref().iter().zip(&place.near) {
                if places.get(*to).is_some_and(|there| !there.near.contains(&index)) {
                    let message = format!("no causeway leads back from `{}` to `{}`", other.get_ref(), place.id);
                    self.fault("one_way", message, other, "only there");
                }
            }
        }
        places
    }

    /// The place with an id; the first if there is none.
    fn place(&mut self, forms: &[PlaceForm], id: &Spanned<String>) -> usize {
        let found = forms.iter().position(|form| form.id.get_ref() == id.get_ref());
        found.unwrap_or_else(|| {
            let fault = Fault::error("causeways::unknown_place", format!("there is no place `{}`", id.get_ref()));
            let fault = fault.at(self.source, id.span(), "unknown");
            let known = forms.iter().map(|form| form.id.get_ref().as_str());
            self.faults.push(fault.did_you_mean(id.get_ref(), known));
            0
        })
    }
}
