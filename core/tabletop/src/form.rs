//! The form of `game.toml`, and the checks of what it says.

use crate::board::{BoardMap, Shape};
use crate::data::{GameData, Names, QuestionFacts, Track};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::sync::Arc;
use wilderness_engine::faults::{Fault, Faults, Source, Spanned, read_toml};
use wilderness_engine::plain::{Ask, Side, Throw};
use wilderness_engine::{MOST_SIDES, NoWord, Sides, Word};

/// The most places of a board.
const MOST_PLACES: usize = 500;
/// The most bytes of the id of a question, since answers begin with it.
const LONGEST_KIND: usize = 15;
/// The most turns.
const MOST_TURNS: u16 = 10_000;
/// The turns of a game that does not say how many.
const fn turns() -> u16 {
    1_000
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Form {
    name: Spanned<String>,
    phases: Spanned<Vec<Spanned<String>>>,
    turns: Option<Spanned<u16>>,
    #[serde(default)]
    ask_single: bool,
    side: Vec<SideForm>,
    board: BoardForm,
    #[serde(default)]
    kind: Vec<KindForm>,
    #[serde(default)]
    track: Vec<TrackForm>,
    #[serde(default)]
    question: Vec<QuestionForm>,
    #[serde(default)]
    die: Vec<DieForm>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SideForm {
    id: Spanned<String>,
    name: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BoardForm {
    shape: Spanned<String>,
    map: Option<Spanned<String>>,
    #[serde(default)]
    place: Vec<PlaceForm>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlaceForm {
    id: Spanned<String>,
    at: (i32, i32),
    #[serde(default)]
    near: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KindForm {
    id: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TrackForm {
    id: Spanned<String>,
    #[serde(default)]
    start: i64,
    #[serde(default)]
    least: i64,
    most: Spanned<i64>,
    #[serde(default)]
    per_side: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct QuestionForm {
    id: Spanned<String>,
    prompt: Spanned<String>,
    rule: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DieForm {
    id: Spanned<String>,
    faces: Spanned<u8>,
}

/// Reads the file.
///
/// # Errors
/// Everything wrong with it.
pub fn read_data(source: &Source) -> Result<GameData, Faults> {
    let mut faults = Faults::none();
    let form: Option<Form> = read_toml("tabletop", source, &mut faults);
    let Some(form) = form else { return Err(faults) };
    let mut reader = FormReader { source, faults };
    let (name, sides, board) = (reader.text(&form.name), reader.sides(&form), reader.board(&form.board));
    let phases = reader.phases(&form.phases);
    let turns = form.turns.as_ref().map_or(turns(), |turns| reader.turns(turns));
    let kinds = reader.ids(form.kind.iter().map(|kind| &kind.id), "kinds");
    let tracks = reader.tracks(&form.track, sides.as_ref().map_or(1, Sides::count));
    let questions = reader.questions(&form.question);
    let dice = reader.dice(&form.die);
    let Some(sides) = sides else { return Err(reader.faults) };
    let texts = |words: &[Word]| words.iter().map(|word| word.as_str()).collect::<Vec<_>>();
    let names = Names {
        places: board.places.iter().map(|facts| facts.place.id.as_str()).collect(),
        kinds: texts(&kinds),
        tracks: tracks.iter().map(|track| track.id.as_str()).collect(),
        questions: questions.iter().map(|question| question.id.as_str()).collect(),
        dice: dice.iter().map(|(id, _)| id.as_str()).collect(),
        phases: texts(&phases),
        ways: board.shape.ways(),
    };
    let places = board.places.iter().map(|facts| (facts.place.id.as_str(), facts.place)).collect();
    reader.faults.into_result(GameData {
        name,
        sides,
        phases,
        turns,
        asks_single: form.ask_single,
        board,
        kinds,
        tracks,
        questions,
        dice: dice.into_iter().map(|(_, die)| die).collect(),
        places,
        names: Arc::new(names),
    })
}

/// Checks a file, and collects its faults.
struct FormReader<'a> {
    source: &'a Source,
    faults: Faults,
}

impl FormReader<'_> {
    fn fault<T>(&mut self, code: &str, message: impl Into<String>, at: &Spanned<T>, label: &str) {
        let fault = Fault::error(format!("tabletop::{code}"), message.into());
        self.faults.push(fault.at(self.source, at.span(), label));
    }

    fn word(&mut self, text: &Spanned<String>, read: fn(&str) -> Result<Word, NoWord>) -> Word {
        read(text.get_ref()).unwrap_or_else(|reason| {
            self.fault("word", reason.to_string(), text, "not a word");
            Word::of("")
        })
    }

    /// A text that is shown: it may not move the cursor, or hide what follows.
    fn text(&mut self, text: &Spanned<String>) -> String {
        if text.get_ref().contains(wilderness_engine::harmless::is_harmful) {
            self.fault("text", "a text has no control characters", text, "has one");
        }
        if text.get_ref().len() > 200 {
            self.fault("text", "a text has at most 200 bytes", text, "longer");
        }
        wilderness_engine::harmless::one_line(text.get_ref()).into_owned()
    }

    /// The ids of things of a kind, each of which is different.
    fn ids<'f>(&mut self, ids: impl Iterator<Item = &'f Spanned<String>>, what: &str) -> Vec<Word> {
        let (mut seen, mut words) = (BTreeSet::new(), Vec::new());
        for id in ids {
            let word = self.word(id, Word::read);
            if word.as_str().contains(':') {
                self.fault("word", "an id has no colon", id, "has one");
            }
            if !seen.insert(word) {
                self.fault("twice", format!("two {what} have the id `{word}`"), id, "the second");
            }
            if words.len() == 255 {
                self.fault("many", format!("there are more than 255 {what}"), id, "one too many");
            }
            words.push(word);
        }
        words
    }

    fn sides(&mut self, form: &Form) -> Option<Sides<Side>> {
        let mut sides = Vec::new();
        for (form, index) in form.side.iter().zip(0..) {
            let (id, name) = (self.word(&form.id, Word::read), self.word(&form.name, Word::name));
            let is_plain = |c: char| c.is_ascii_lowercase() || c == '_' || c.is_ascii_digit();
            if !id.as_str().starts_with(|c: char| c.is_ascii_lowercase()) || !id.as_str().chars().all(is_plain) {
                let message = "the id of a side has small letters, digits and `_`, and begins with a letter";
                self.fault("side", message, &form.id, "another character");
            }
            sides.push(Side::new(index, id, name));
        }
        match Sides::new(&sides) {
            Ok(sides) => Some(sides),
            Err(reason) => {
                let last = form.side.get(MOST_SIDES).or(form.side.last()).map(|form| &form.id);
                let whole = Spanned::new(0..0, String::new());
                self.fault("sides", reason.to_string(), last.unwrap_or(&whole), "here");
                None
            }
        }
    }

    fn phases(&mut self, form: &Spanned<Vec<Spanned<String>>>) -> Vec<Word> {
        if form.get_ref().is_empty() {
            self.fault("phases", "a turn has at least one phase", form, "none");
        }
        let phases = self.ids(form.get_ref().iter(), "phases");
        for (phase, word) in form.get_ref().iter().zip(&phases) {
            let is_plain = |c: char| c.is_ascii_lowercase() || c == '_' || c.is_ascii_digit();
            if !word.as_str().chars().all(is_plain) || word.as_str() == "setup" {
                let message = "a phase is the name of a function of small letters, digits and `_`, but not `setup`";
                self.fault("phases", message, phase, "not one");
            }
        }
        phases
    }

    fn turns(&mut self, turns: &Spanned<u16>) -> u16 {
        if !(1..=MOST_TURNS).contains(turns.get_ref()) {
            self.fault("turns", format!("a game has from 1 to {MOST_TURNS} turns"), turns, "not one of them");
        }
        *turns.get_ref()
    }

    fn tracks(&mut self, forms: &[TrackForm], sides: usize) -> Vec<Track> {
        let ids = self.ids(forms.iter().map(|form| &form.id), "tracks");
        let (mut tracks, mut offset) = (Vec::new(), 0);
        for (form, id) in forms.iter().zip(ids) {
            let limits = (form.least, *form.most.get_ref());
            let bounds = -1_000_000_000..=1_000_000_000;
            if !bounds.contains(&limits.0) || !bounds.contains(&limits.1) {
                self.fault("track", "a track goes at most from -1,000,000,000 to 1,000,000,000", &form.most, "further");
            } else if !(limits.0..=limits.1).contains(&form.start) {
                let message = format!("the track `{id}` starts at {}, outside of its limits", form.start);
                self.fault("track", message, &form.most, "the most");
            }
            tracks.push(Track { id, start: form.start, limits, per_side: form.per_side, offset });
            offset += if form.per_side { sides } else { 1 };
        }
        tracks
    }

    fn questions(&mut self, forms: &[QuestionForm]) -> Vec<QuestionFacts> {
        let ids = self.ids(forms.iter().map(|form| &form.id), "questions");
        let mut questions = Vec::new();
        for (form, id) in forms.iter().zip(ids) {
            if id.as_str().len() > LONGEST_KIND {
                let message = format!("the id of a question has at most {LONGEST_KIND} bytes");
                self.fault("question", message, &form.id, "longer");
            }
            if ["die", "face", "pass"].contains(&id.as_str()) {
                self.fault("question", format!("`{id}` is a word of the engine"), &form.id, "use another");
            }
            let rule = form.rule.as_ref().map_or(Word::of("rules"), |rule| self.word(rule, Word::read));
            let why_not = Word::read(&format!("why_not_{id}")).unwrap_or(id);
            questions.push(QuestionFacts { id, ask: Ask::new(id, rule, self.text(&form.prompt)), why_not });
        }
        questions
    }

    fn dice(&mut self, forms: &[DieForm]) -> Vec<(Word, Throw)> {
        let ids = self.ids(forms.iter().map(|form| &form.id), "dice");
        for form in forms {
            if *form.faces.get_ref() < 2 {
                self.fault("die", "a die has at least two faces", &form.faces, "fewer");
            }
        }
        forms.iter().zip(ids).map(|(form, id)| (id, Throw::new(id, *form.faces.get_ref()))).collect()
    }

    fn board(&mut self, form: &BoardForm) -> BoardMap {
        let Some(shape) = Shape::named(form.shape.get_ref()) else {
            let message = format!("a board has one of these shapes: {}", Shape::NAMES.join(", "));
            self.fault("board", message, &form.shape, "not one of them");
            return BoardMap::of_cells(Shape::Places, &[]);
        };
        let cells = match (&form.map, shape) {
            (Some(map), Shape::Squares | Shape::Hexes) => self.map(map),
            (None, Shape::Places) => return self.places(&form.place),
            (Some(map), Shape::Places) => {
                self.fault("board", "a board of places has `[[board.place]]`, and no map", map, "a map");
                Vec::new()
            }
            (None, _) => {
                self.fault("board", "a board of squares or hexes has a `map`", &form.shape, "no map");
                Vec::new()
            }
        };
        if let Some(place) = form.place.first() {
            self.fault("board", "a board of squares or hexes has its places on its map", &place.id, "not on it");
        }
        BoardMap::of_cells(shape, &cells)
    }

    /// The words on a map, with their columns and rows. A dot is no place.
    fn map(&mut self, map: &Spanned<String>) -> Vec<(Word, (i32, i32))> {
        let (mut cells, mut seen) = (Vec::new(), BTreeSet::new());
        for (line, row) in map.get_ref().lines().filter(|line| !line.trim().is_empty()).zip(1..) {
            for (text, column) in line.split_whitespace().zip(1..).filter(|(text, _)| *text != ".") {
                match Word::read(text) {
                    Ok(_) if text.contains(':') => {
                        self.fault("map", format!("`{text}`: an id has no colon"), map, "here")
                    }
                    Ok(id) if seen.insert(id) => cells.push((id, (column, row))),
                    Ok(id) => self.fault("twice", format!("two places have the id `{id}`"), map, "on this map"),
                    Err(reason) => {
                        let shown = wilderness_engine::harmless::one_line(text).into_owned();
                        self.fault("word", format!("`{shown}`: {reason}"), map, "on this map");
                    }
                }
            }
        }
        if cells.is_empty() || cells.len() > MOST_PLACES {
            self.fault("board", format!("a board has from 1 to {MOST_PLACES} places"), map, "this map has not");
            cells.truncate(MOST_PLACES);
        }
        cells
    }

    fn places(&mut self, forms: &[PlaceForm]) -> BoardMap {
        let forms = &forms[..forms.len().min(MOST_PLACES)];
        let ids = self.ids(forms.iter().map(|form| &form.id), "places");
        let cells: Vec<(Word, (i32, i32))> = ids.iter().copied().zip(forms.iter().map(|form| form.at)).collect();
        let mut links = Vec::new();
        for (index, form) in forms.iter().enumerate() {
            for near in &form.near {
                match ids.iter().position(|id| id.as_str() == near.get_ref()) {
                    Some(other) => links.push((index, other)),
                    None => {
                        let fault =
                            Fault::error("tabletop::unknown_place", format!("there is no place `{}`", near.get_ref()));
                        let fault = fault.at(self.source, near.span(), "unknown");
                        self.faults.push(fault.did_you_mean(near.get_ref(), ids.iter().map(|id| id.as_str())));
                    }
                }
            }
        }
        BoardMap::of_links(&cells, &links)
    }
}
