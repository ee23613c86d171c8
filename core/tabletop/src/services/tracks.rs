//! Numbers that the game keeps, and points.
#![allow(clippy::unwrap_used)] // in the code that rhai's macro writes around each function

use super::{Game, change, look, pieces};
use crate::board::Place;
use crate::data::{GameData, Track, TrackOf};
use crate::state::{Piece, TabletopState};
use rhai::plugin::*;
use rhai::{Dynamic, Module, combine_with_exported_module};
use wilderness_engine::Side as _;
use wilderness_engine::plain::Side;
use wilderness_engine::script::Answer;

pub(super) fn register(module: &mut Module) {
    combine_with_exported_module!(module, "tracks", tracks);
    combine_with_exported_module!(module, "scores", scores);
}

/// Whose number of a track is meant.
#[derive(Clone, Copy)]
enum Whose {
    Game,
    Side(Side),
    Place(Place),
    Piece(Piece),
}

impl Whose {
    fn of(value: &Dynamic) -> Result<Whose, String> {
        let side = || value.read_lock::<Side>().map(|side| Whose::Side(*side));
        let place = || value.read_lock::<Place>().map(|place| Whose::Place(*place));
        let piece = || value.read_lock::<Piece>().map(|piece| Whose::Piece(*piece));
        let found = piece().or_else(side).or_else(place);
        found.ok_or_else(|| format!("a {} has no track: sides, places and pieces have", value.type_name()))
    }

    /// A track, and where its number is.
    fn find<'a>(self, data: &'a GameData, name: &str) -> Result<(&'a Track, usize), String> {
        let track = data.track(name).ok_or_else(|| format!("there is no track `{name}`"))?;
        match (self, track.of) {
            (Whose::Game, TrackOf::Game) => Ok((track, track.offset)),
            (Whose::Side(side), TrackOf::Side) => Ok((track, track.offset + side.index())),
            (Whose::Place(place), TrackOf::Place) => Ok((track, track.offset + usize::from(place.index))),
            (Whose::Piece(piece), TrackOf::Piece) => {
                Ok((track, usize::from(piece.0) * data.piece_tracks + track.offset))
            }
            (_, TrackOf::Game) => Err(format!("the track `{name}` is one of the game: name nothing else")),
            (_, TrackOf::Side) => Err(format!("each side has its own track `{name}`: name the side, too")),
            (_, TrackOf::Place) => Err(format!("each place has its own track `{name}`: name the place, too")),
            (_, TrackOf::Piece) => Err(format!("each piece has its own track `{name}`: name the piece, too")),
        }
    }

    fn read(self, game: &Game, name: &str) -> Answer<i64> {
        if let Whose::Piece(piece) = self {
            pieces::look_at_kind(game, piece)?;
        }
        look(game, |seat| {
            let (track, index) = self.find(&seat.deck, name)?;
            let numbers = Whose::numbers(seat.state(), track);
            numbers.get(index).map(|number| i64::from(*number)).ok_or_else(|| "there is no such piece".into())
        })
    }

    fn numbers<'a>(state: &'a TabletopState, track: &Track) -> &'a [i32] {
        if track.of == TrackOf::Piece { &state.piece_tracks } else { &state.tracks }
    }

    /// Gives a track another number, within its limits, and returns it.
    fn write(self, game: &Game, name: &str, to: impl FnOnce(i64) -> i64) -> Answer<i64> {
        change(game, |state, data| {
            let (track, index) = self.find(data, name)?;
            let numbers = if track.of == TrackOf::Piece { &mut state.piece_tracks } else { &mut state.tracks };
            let number = numbers.get_mut(index).ok_or("there is no such piece")?;
            let (least, most) = track.limits;
            *number = to(i64::from(*number)).clamp(least.into(), most.into()) as i32;
            Ok(i64::from(*number))
        })
    }
}

fn whose(game: &Game, thing: &Dynamic) -> Answer<Whose> {
    look(game, |_| Whose::of(thing))
}

#[export_module]
mod tracks {
    /// The number of a track.
    ///
    /// `game.track("quiet")`
    #[rhai_fn(pure, return_raw)]
    pub fn track(game: &mut Game, name: &str) -> Answer<i64> {
        Whose::Game.read(game, name)
    }

    /// The number of a track of a side, place or piece.
    ///
    /// `game.track("steps", piece)`
    #[rhai_fn(name = "track", pure, return_raw)]
    pub fn track_of(game: &mut Game, name: &str, thing: Dynamic) -> Answer<i64> {
        whose(game, &thing)?.read(game, name)
    }

    /// Gives a track a number; beyond its limits, the nearest. Returns the number.
    ///
    /// `game.set_track("quiet", 0)`
    #[rhai_fn(return_raw)]
    pub fn set_track(game: &mut Game, name: &str, number: i64) -> Answer<i64> {
        Whose::Game.write(game, name, |_| number)
    }

    /// Gives a track of a side, place or piece a number; beyond its limits, the nearest. Returns the number.
    ///
    /// `game.set_track("steps", piece, 2)`
    #[rhai_fn(name = "set_track", return_raw)]
    pub fn set_track_of(game: &mut Game, name: &str, thing: Dynamic, number: i64) -> Answer<i64> {
        whose(game, &thing)?.write(game, name, |_| number)
    }

    /// Adds a number to a track, up to its limits. Returns what it is then.
    ///
    /// `game.advance("quiet", 1)`
    #[rhai_fn(return_raw)]
    pub fn advance(game: &mut Game, name: &str, number: i64) -> Answer<i64> {
        Whose::Game.write(game, name, |old| old.saturating_add(number))
    }

    /// Adds a number to a track of a side, place or piece, up to its limits. Returns what it is then.
    ///
    /// `if game.advance("steps", piece, -1) == 0 { … }`
    #[rhai_fn(name = "advance", return_raw)]
    pub fn advance_of(game: &mut Game, name: &str, thing: Dynamic, number: i64) -> Answer<i64> {
        whose(game, &thing)?.write(game, name, |old| old.saturating_add(number))
    }
}

/// The most points, and as many below none.
const MOST_POINTS: i64 = 1_000_000;

#[export_module]
mod scores {
    /// A side scores points. If the turns run out, the side with the most has won.
    ///
    /// `game.score(side, 1)`
    #[rhai_fn(return_raw)]
    pub fn score(game: &mut Game, side: Side, points: i64) -> Answer<()> {
        change(game, |state, _| {
            let scored = &mut state.points[side.index()];
            *scored = (i64::from(*scored)).saturating_add(points).clamp(-MOST_POINTS, MOST_POINTS) as i32;
            Ok(())
        })
    }

    /// The points of a side.
    ///
    /// `game.points(side)`
    #[rhai_fn(pure, return_raw)]
    pub fn points(game: &mut Game, side: Side) -> Answer<i64> {
        game.read(|seat| seat.state().points[side.index()].into())
    }
}
