//! The board.

use super::{Reader, titled};
use crate::board::{BoardMap, NewPlace, Shape};
use crate::facts::FactsOfThing;
use crate::form::{BoardForm, Thing};
use std::collections::BTreeMap;
use wilderness_engine::Word;
use wilderness_engine::faults::{Fault, Spanned};
use wilderness_engine::harmless::one_line;

/// The most places of a board.
const MOST_PLACES: usize = 500;
const KEYS: [&str; 3] = ["id", "name", "at"];

impl Reader<'_> {
    /// The board.
    pub fn board(&mut self, form: &BoardForm) -> BoardMap {
        let shape = self.one_of(&form.shape, &Shape::NAMES, "the shape of a board");
        let mut places = match (&form.map, shape) {
            (Some(map), Shape::Squares | Shape::Hexes) => self.map(map),
            (None, Shape::Places) => Vec::new(),
            (Some(map), Shape::Places) => {
                self.fault("board", "a board of places has `[[board.place]]`, and no map", map, "a map");
                Vec::new()
            }
            (None, _) => {
                self.fault("board", "a board of squares or hexes has a `map`", &form.shape, "no map");
                Vec::new()
            }
        };
        self.places(&form.place, &mut places, form.map.is_some());
        if places.is_empty() || places.len() > MOST_PLACES {
            self.fault("board", format!("a board has from 1 to {MOST_PLACES} places"), &form.shape, "this has not");
            places.truncate(MOST_PLACES);
        }
        let mut board = BoardMap::new(shape, places);
        self.link(form, &mut board);
        board
    }

    /// The words on a map, with their columns and rows. A dot is no place; what stands behind a colon is its terrain.
    fn map(&mut self, map: &Spanned<String>) -> Vec<NewPlace> {
        let mut places: BTreeMap<Word, usize> = BTreeMap::new();
        let mut found = Vec::new();
        for (line, row) in map.get_ref().lines().filter(|line| !line.trim().is_empty()).zip(1..) {
            for (text, column) in line.split_whitespace().zip(1..).filter(|(text, _)| *text != ".") {
                let (id, terrain) = text.split_once(':').map_or((text, None), |(id, terrain)| (id, Some(terrain)));
                let facts = terrain.and_then(|terrain| self.terrain(terrain, map));
                let facts = FactsOfThing::new(facts.into_iter().collect());
                match Word::read(id) {
                    Ok(id) if places.insert(id, found.len()).is_none() => {
                        found.push(NewPlace { id, name: id, at: (column, row), facts });
                    }
                    Ok(id) => self.fault("twice", format!("two places have the id `{id}`"), map, "on this map"),
                    Err(reason) => {
                        self.fault("word", format!("`{}`: {reason}", one_line(id)), map, "on this map");
                    }
                }
            }
        }
        found
    }

    /// The places of `[[board.place]]`: on a map they add to what it says.
    fn places(&mut self, forms: &[Spanned<Thing>], places: &mut Vec<NewPlace>, on_map: bool) {
        let given: Vec<Spanned<String>> = forms.iter().map(|form| self.id(form)).collect();
        let ids = self.ids(given.iter(), "places", MOST_PLACES);
        for ((form, id), given) in forms.iter().zip(ids).zip(&given) {
            let name = self.optional_text(form, "name").map_or_else(|| titled(id), |name| self.word(&name, Word::name));
            let (at, facts) = (self.point(form, "at"), self.facts_of(form, &KEYS));
            match places.iter_mut().find(|place| place.id == id) {
                Some(place) if on_map => {
                    place.name = name;
                    place.facts = facts.over(&place.facts);
                }
                _ if on_map => {
                    let names: Vec<&str> = places.iter().map(|place| place.id.as_str()).collect();
                    self.unknown_place(given, &names);
                }
                _ => {
                    if at.is_none() && !form.get_ref().contains_key("at") {
                        self.fault("missing_key", "missing key `at`: where the place is drawn", form, "missing here");
                    }
                    places.push(NewPlace { id, name, at: at.unwrap_or_default(), facts });
                }
            }
        }
    }

    fn unknown_place(&mut self, text: &Spanned<String>, names: &[&str]) {
        let fault =
            Fault::error("tabletop::unknown_place", format!("there is no place `{}`", one_line(text.get_ref())));
        let fault = fault.at(self.source, text.span(), "unknown");
        self.faults.push(fault.did_you_mean(text.get_ref(), names.iter().copied()));
    }

    /// Links: a kind, and the pairs of places that such links join.
    fn link(&mut self, form: &BoardForm, board: &mut BoardMap) {
        let names: Vec<&'static str> = board.places.iter().map(|facts| facts.place.id.as_str()).collect();
        for (kind, pairs) in &form.links {
            let kind = self.word(&Spanned::new(pairs.span(), kind.clone()), Word::read);
            if board.shape != Shape::Places {
                self.fault("board", "only a board of places has links", pairs, "links");
                return;
            }
            for pair in pairs.get_ref() {
                let ends: Vec<&str> = pair.get_ref().split_whitespace().collect();
                let places: Vec<usize> =
                    ends.iter().filter_map(|end| names.iter().position(|name| name == end)).collect();
                match (&ends[..], &places[..]) {
                    (_, [one, other]) if one != other && ends.len() == 2 => board.link(*one, *other, kind),
                    ([..], _) if ends.len() != 2 || places.len() == 2 => {
                        let message = "a link joins two places: write both ids, with a space between them";
                        self.fault("link", message, pair, "not two places");
                    }
                    _ => {
                        let unknown = ends.iter().find(|end| !names.contains(end)).copied().unwrap_or_default();
                        self.unknown_place(&Spanned::new(pair.span(), unknown.to_string()), &names);
                    }
                }
            }
        }
    }
}
