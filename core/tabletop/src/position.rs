//! Positions: where everything stands between two phases, as text. A game can begin from one in place of its setup.

use crate::data::{GameData, TrackOf};
use crate::state::{CardAt, Played, SideSet, TabletopState, viewers};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use wilderness_engine::faults::{Fault, Faults, Source, read_toml};
use wilderness_engine::plain::Side;
use wilderness_engine::{Generator, Side as _};

/// Where everything stands. What is left out is as before the setup: tracks and cards, and no pieces.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TabletopPosition {
    /// The turns of sides that have begun; 1 if it is left out.
    pub turn: u16,
    /// Whose turn it is; the first side's, if it is left out.
    pub active: Option<String>,
    /// The phase that is to be played; the first, if it is left out.
    pub phase: Option<String>,
    /// What the sides have scored.
    pub points: BTreeMap<String, i32>,
    /// The numbers of the tracks that are not those of pieces.
    pub tracks: BTreeMap<String, TrackNumbers>,
    /// The sides that control places.
    pub controlled: BTreeMap<String, String>,
    /// The pieces on the board.
    pub pieces: Vec<PlacedPiece>,
    /// The piles. A card that is in none of them is where it begins.
    pub piles: Vec<FilledPile>,
}

/// The numbers of a track.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum TrackNumbers {
    /// That of the game.
    One(i32),
    /// All, in the order of the sides or places.
    All(Vec<i32>),
    /// Those of some sides or places, by their ids.
    Some(BTreeMap<String, i32>),
}

/// A piece.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PlacedPiece {
    /// Its kind; nothing if it is hidden from the side that sees the position.
    pub kind: Option<String>,
    /// Whose it is.
    pub side: String,
    /// The place where it is.
    pub at: String,
    /// The numbers of its tracks, if they are not those with which it begins.
    pub tracks: BTreeMap<String, i32>,
}

/// A pile.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct FilledPile {
    /// Its id.
    pub pile: String,
    /// Whose it is, if each side has its own.
    pub side: Option<String>,
    /// How many cards are in it; if it is left out, as many as are named.
    pub count: Option<usize>,
    /// The cards in it, as far as the side that sees the position knows them.
    pub cards: Vec<String>,
}

impl TabletopPosition {
    /// Reads a position: TOML, or an object in JSON.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn read(source: &Source) -> Result<TabletopPosition, Faults> {
        if source.text().trim_start().starts_with('{') {
            return serde_json::from_str(source.text()).map_err(|error| {
                let message = format!("{}: this is not a position: {error}", source.name());
                Fault::error("position::unreadable", message).into()
            });
        }
        let mut faults = Faults::none();
        let read = read_toml("position", source, &mut faults);
        match read {
            Some(position) if faults.is_empty() => Ok(position),
            _ => Err(faults),
        }
    }

    /// As a line of JSON.
    pub fn json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Where everything stands, as far as it is shown.
    pub(crate) fn of(state: &TabletopState, data: &GameData, shows: impl Fn(SideSet) -> bool) -> TabletopPosition {
        let id = |side: u8| data.side(side).id().to_string();
        let piles = data.piles.iter().zip(0..).flat_map(|(facts, pile)| {
            let sides = if facts.per_side { data.sides.count() } else { 1 };
            (0..sides as u8).map(move |side| (facts, pile, side))
        });
        let filled = piles.map(|(facts, pile, side)| {
            let cards: Vec<u8> = state.cards_in(pile, side).collect();
            let known = cards.iter().map(|card| usize::from(*card)).filter(|card| shows(state.cards[*card].known_to));
            FilledPile {
                pile: facts.id.to_string(),
                side: facts.per_side.then(|| id(side)),
                count: Some(cards.len()),
                cards: known.map(|card| data.cards[card].id.to_string()).collect(),
            }
        });
        let placed = state.pieces.iter().enumerate().filter_map(|(index, facts)| {
            let at = data.board.places.get(usize::from(facts.at?))?.place.id.to_string();
            let is_shown = shows(facts.known_to);
            let of_pieces = data.tracks.iter().filter(|track| track.of == TrackOf::Piece && is_shown);
            let number = |offset: usize| state.piece_tracks[index * data.piece_tracks + offset];
            Some(PlacedPiece {
                kind: is_shown.then(|| data.kinds[usize::from(facts.kind)].id.to_string()),
                side: id(facts.side),
                at,
                tracks: of_pieces.map(|track| (track.id.to_string(), number(track.offset))).collect(),
            })
        });
        let tracks = data.tracks.iter().filter(|track| track.of != TrackOf::Piece).map(|track| {
            let numbers = &state.tracks[track.offset..track.offset + count(data, track.of)];
            (track.id.to_string(), TrackNumbers::All(numbers.to_vec()))
        });
        let places = data.board.places.iter().zip(&state.controllers);
        let held = places.filter_map(|(facts, held)| Some((facts.place.id.to_string(), id((*held)?))));
        TabletopPosition {
            turn: state.turn,
            active: Some(state.active.id().to_string()),
            phase: data.phases.get(usize::from(state.phase)).map(ToString::to_string),
            points: data.sides.iter().map(|side| (side.id().to_string(), state.points[side.index()])).collect(),
            tracks: tracks.collect(),
            controlled: held.collect(),
            pieces: placed.collect(),
            piles: filled.collect(),
        }
    }

    /// The state that it is.
    ///
    /// # Errors
    /// All that is wrong with it.
    pub(crate) fn state(&self, data: &GameData, played: Played, generator: Generator) -> Result<TabletopState, Faults> {
        let state = TabletopState::new(data, played, generator);
        let mut checked = CheckedPosition { data, state, faults: Faults::none() };
        checked.time(self);
        checked.tracks(&self.tracks);
        for (id, points) in &self.points {
            if let Some(side) = checked.side(id) {
                checked.state.points[side.index()] = *points;
            }
        }
        for (place, side) in &self.controlled {
            if let (Some(at), Some(side)) = (checked.place(place), checked.side(side)) {
                checked.state.controllers[usize::from(at)] = Some(side.index() as u8);
            }
        }
        self.pieces.iter().for_each(|piece| checked.piece(piece));
        checked.piles(&self.piles);
        checked.faults.into_result(checked.state)
    }
}

/// How many numbers a track has that is not one of pieces.
fn count(data: &GameData, of: TrackOf) -> usize {
    match of {
        TrackOf::Game | TrackOf::Piece => 1,
        TrackOf::Side => data.sides.count(),
        TrackOf::Place => data.board.places.len(),
    }
}

/// A position while it is checked.
struct CheckedPosition<'a> {
    data: &'a GameData,
    state: TabletopState,
    faults: Faults,
}

impl CheckedPosition<'_> {
    fn fault(&mut self, message: impl Into<String>) {
        self.faults.push(Fault::error("position::impossible", message.into()));
    }

    /// What has this id, or a fault.
    fn named<T>(&mut self, found: Option<T>, what: &str, id: &str) -> Option<T> {
        if found.is_none() {
            let fault = Fault::error("position::unknown", format!("this game has no {what} `{id}`"));
            let names = &self.data.names;
            let all = match what {
                "place" => &names.places,
                "kind of pieces" => &names.kinds,
                "track" => &names.tracks,
                "phase" => &names.phases,
                "pile" => &names.piles,
                "card" => &names.cards,
                _ => &Vec::new(),
            };
            self.faults.push(fault.did_you_mean(id, all.iter().copied()));
        }
        found
    }

    fn side(&mut self, id: &str) -> Option<Side> {
        self.named(self.data.sides.with_id(id), "side", id)
    }

    fn place(&mut self, id: &str) -> Option<u16> {
        self.named(self.data.places.get(id).map(|place| place.index), "place", id)
    }

    fn time(&mut self, position: &TabletopPosition) {
        let most = self.data.turns;
        self.state.turn = position.turn.max(1);
        if self.state.turn > most {
            self.fault(format!("turn {} is none of this game, which has {most}", position.turn));
        }
        if let Some(side) = position.active.as_ref().and_then(|id| self.side(id)) {
            self.state.active = side;
        }
        if let Some(id) = &position.phase {
            self.state.phase = self.named(self.data.phase(id), "phase", id).unwrap_or_default();
        }
    }

    fn tracks(&mut self, tracks: &BTreeMap<String, TrackNumbers>) {
        for (id, numbers) in tracks {
            let Some(track) = self.named(self.data.track(id), "track", id) else { continue };
            if track.of == TrackOf::Piece {
                self.fault(format!("the track `{id}` is one of pieces: it stands with each of them"));
                continue;
            }
            let count = count(self.data, track.of);
            let given: Vec<(usize, i32)> = match numbers {
                TrackNumbers::One(number) if count == 1 => vec![(0, *number)],
                TrackNumbers::All(numbers) if numbers.len() == count => numbers.iter().copied().enumerate().collect(),
                TrackNumbers::Some(numbers) if track.of == TrackOf::Side => {
                    let of_side = |(id, number): (&String, &i32)| Some((self.side(id)?.index(), *number));
                    numbers.iter().filter_map(of_side).collect()
                }
                TrackNumbers::Some(numbers) if track.of == TrackOf::Place => {
                    let of_place = |(id, number): (&String, &i32)| Some((self.place(id)?.into(), *number));
                    numbers.iter().filter_map(of_place).collect()
                }
                _ => {
                    self.fault(format!("the track `{id}` takes {count} numbers"));
                    continue;
                }
            };
            for (index, number) in given {
                self.check_number(id, number);
                self.state.tracks[track.offset + index] = number;
            }
        }
    }

    fn check_number(&mut self, track: &str, number: i32) {
        if let Some((least, most)) = self.data.track(track).map(|track| track.limits)
            && !(least..=most).contains(&number)
        {
            self.fault(format!("the track `{track}` is from {least} to {most}, and cannot be {number}"));
        }
    }

    fn piece(&mut self, piece: &PlacedPiece) {
        let Some(id) = &piece.kind else {
            return self.fault(format!("a piece of `{}` at `{}` has no kind: it is hidden", piece.side, piece.at));
        };
        let kind = self.named(self.data.kind(id), "kind of pieces", id);
        let (side, at) = (self.side(&piece.side), self.place(&piece.at));
        let (Some(kind), Some(side), Some(at)) = (kind, side, at) else { return };
        let added = match self.state.add_piece(self.data, kind, side.index() as u8, Some(at)) {
            Ok(added) => usize::from(added.0),
            Err(reason) => return self.fault(reason),
        };
        for (id, number) in &piece.tracks {
            let track = self.data.track(id).filter(|track| track.of == TrackOf::Piece);
            if let Some(track) = self.named(track, "track of pieces", id) {
                self.check_number(id, *number);
                self.state.piece_tracks[added * self.data.piece_tracks + track.offset] = *number;
            }
        }
    }

    fn piles(&mut self, piles: &[FilledPile]) {
        let mut placed = Vec::new();
        for filled in piles {
            let Some(pile) = self.named(self.data.pile(&filled.pile), "pile", &filled.pile) else { continue };
            let side = match (&filled.side, self.data.piles[usize::from(pile)].per_side) {
                (Some(id), true) => self.side(id).map_or(0, |side| side.index() as u8),
                (None, false) => 0,
                (_, true) => {
                    self.fault(format!("of the pile `{}` each side has its own: name the `side`", filled.pile));
                    continue;
                }
                (_, false) => {
                    self.fault(format!("the pile `{}` is of no side: leave out `side`", filled.pile));
                    continue;
                }
            };
            if filled.count.is_some_and(|count| count != filled.cards.len()) {
                self.fault(format!("not all cards of the pile `{}` are named: some are hidden", filled.pile));
            }
            for id in &filled.cards {
                let Some(card) = self.named(self.data.card(id), "card", id) else { continue };
                if placed.contains(&card) {
                    self.fault(format!("the card `{id}` is in two piles"));
                }
                placed.push(card);
                self.state.cards[usize::from(card)] = CardAt { pile, side, known_to: viewers(self.data, pile, side) };
            }
        }
    }
}
