//! The features by which positions of a folder are judged, from what its data names: points, tracks, pieces by kind,
//! places that a side controls, and cards by pile. Their weights are fitted to games, and are files of the folder.

use crate::content::Folder;
use crate::data::{GameData, TrackOf};
use crate::state::TabletopState;
use wilderness_engine::Side as _;
use wilderness_engine::plain::Side;

/// The names of the features of a side.
pub fn names(data: &GameData) -> Vec<String> {
    let mut names = vec!["points".to_string(), "to move".to_string(), "places controlled".to_string()];
    let of = |wanted: TrackOf| data.tracks.iter().filter(move |track| track.of == wanted);
    names.extend(data.kinds.iter().map(|kind| format!("pieces: {}", kind.id)));
    names.extend(of(TrackOf::Side).map(|track| format!("track: {}", track.id)));
    names.extend(of(TrackOf::Piece).map(|track| format!("track of pieces: {}", track.id)));
    names.extend(data.piles.iter().filter(|pile| pile.per_side).map(|pile| format!("cards: {}", pile.id)));
    names.extend(of(TrackOf::Game).map(|track| format!("track of the game: {}", track.id)));
    names
}

/// The features of a side in a position.
pub fn measure(state: &TabletopState, side: Side, folder: &Folder) -> Vec<f64> {
    let (data, index) = (&*folder.data, side.index());
    let is_own = |owner: u8| usize::from(owner) == index;
    let held = state.controllers.iter().flatten().filter(|controller| is_own(**controller)).count();
    let mut numbers = vec![state.points[index].into(), f64::from(u8::from(state.active == side)), held as f64];
    let own = || state.pieces.iter().enumerate().filter(|(_, piece)| is_own(piece.side) && piece.at.is_some());
    let of = |wanted: TrackOf| data.tracks.iter().filter(move |track| track.of == wanted);
    let mut kinds = vec![0.0; data.kinds.len()];
    own().for_each(|(_, piece)| kinds[usize::from(piece.kind)] += 1.0);
    numbers.extend(kinds);
    numbers.extend(of(TrackOf::Side).map(|track| f64::from(state.tracks[track.offset + index])));
    numbers.extend(of(TrackOf::Piece).map(|track| {
        own().map(|(piece, _)| f64::from(state.piece_tracks[piece * data.piece_tracks + track.offset])).sum::<f64>()
    }));
    let piles = data.piles.iter().zip(0..).filter(|(pile, _)| pile.per_side);
    numbers.extend(piles.map(|(_, pile)| state.cards_in(pile, index as u8).count() as f64));
    // What is the same for all sides is told once.
    let of_game = |offset: usize| if index == 0 { f64::from(state.tracks[offset]) } else { 0.0 };
    numbers.extend(of(TrackOf::Game).map(|track| of_game(track.offset)));
    numbers
}
