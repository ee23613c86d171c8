//! Where every piece is: one place for each, indexed both ways so that "what is here" and "where is it" are both fast.

use crate::map::{Department, Map};
use crate::pieces::Pieces;
use crate::sets::{Id, PieceId, PieceSet, SpaceId, SpaceSet};
use crate::side::Side;
use serde::{Deserialize, Serialize};

/// Where a piece can be.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Place {
    /// On the map.
    Space(SpaceId),
    /// In a department's militia box (7.3).
    Militia(Department),
    /// In the British pool of leaders (5.55).
    LeaderPool,
    /// Available: not in play, but may be brought in by an event (5.52).
    AtHand,
    /// Out of the game (7.61).
    Eliminated,
}

/// The number of the leader pool, after the militia boxes.
const POOL: usize = Department::MOST;
/// The number of the first space. Spaces come last, because their number is that of the map.
const SPACES: usize = POOL + 3;

impl Place {
    fn index(self) -> usize {
        match self {
            Place::Space(space) => SPACES + space.index(),
            Place::Militia(department) => usize::from(department.0),
            Place::LeaderPool => POOL,
            Place::AtHand => POOL + 1,
            Place::Eliminated => POOL + 2,
        }
    }

    /// Every place.
    fn all() -> impl Iterator<Item = Place> {
        let spaces = Map::get().all.iter().map(Place::Space);
        spaces.chain(Department::all().map(Place::Militia)).chain([Place::LeaderPool, Place::AtHand, Place::Eliminated])
    }

    /// The space, if it is one.
    pub fn space(self) -> Option<SpaceId> {
        match self {
            Place::Space(space) => Some(space),
            _ => None,
        }
    }
}

/// Where every piece is, which units are reduced, and which pieces are inside a fort or fortress. It has room for the spaces
/// and pieces of its game, and no more: states are copied all the time.
#[derive(PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "Listed", into = "Listed")]
pub struct Placement {
    /// The pieces at each place, by its number.
    here: Box<[PieceSet]>,
    /// The number of the place of each piece.
    at: Box<[u16]>,
    reduced: PieceSet,
    inside: PieceSet,
    /// Spaces with a unit of a side, besieged or not: a cache, French first.
    held: [SpaceSet; 2],
    /// Spaces with a leader of a side: a cache, French first.
    led: [SpaceSet; 2],
}

/// The serialised form: each place that is not empty, with the pieces there.
#[derive(Serialize, Deserialize)]
struct Listed {
    places: Vec<(Place, Vec<PieceId>)>,
    reduced: PieceSet,
    inside: PieceSet,
}

impl From<Listed> for Placement {
    fn from(listed: Listed) -> Placement {
        let mut placement = Placement::default();
        for (place, pieces) in listed.places {
            pieces.into_iter().for_each(|piece| placement.put(piece, place));
        }
        placement.reduced = listed.reduced;
        placement.inside = listed.inside;
        placement
    }
}

impl From<Placement> for Listed {
    fn from(placement: Placement) -> Listed {
        let places = Place::all()
            .map(|place| (place, placement.here(place).iter().collect()))
            .filter(|(_, pieces): &(Place, Vec<PieceId>)| !pieces.is_empty())
            .collect();
        Listed { places, reduced: placement.reduced, inside: placement.inside }
    }
}

impl Default for Placement {
    /// Every piece available and not in play.
    fn default() -> Placement {
        let pieces = Pieces::get().all();
        let mut here = vec![PieceSet::EMPTY; SPACES + Map::get().all.len()];
        here[Place::AtHand.index()] = pieces;
        Placement {
            here: here.into(),
            at: vec![Place::AtHand.index() as u16; pieces.len()].into(),
            reduced: PieceSet::EMPTY,
            inside: PieceSet::EMPTY,
            held: [SpaceSet::EMPTY; 2],
            led: [SpaceSet::EMPTY; 2],
        }
    }
}

impl Clone for Placement {
    fn clone(&self) -> Placement {
        Placement { here: self.here.clone(), at: self.at.clone(), ..*self }
    }

    fn clone_from(&mut self, other: &Placement) {
        let Placement { here, at, reduced, inside, held, led } = other;
        self.here.clone_from(here);
        self.at.clone_from(at);
        (self.reduced, self.inside, self.held, self.led) = (*reduced, *inside, *held, *led);
    }
}

impl Placement {
    /// The pieces at a place.
    #[inline]
    pub fn here(&self, place: Place) -> PieceSet {
        self.here[place.index()]
    }

    /// The pieces in a space.
    #[inline]
    pub fn in_space(&self, space: SpaceId) -> PieceSet {
        self.here[SPACES + space.index()]
    }

    /// Where a piece is.
    pub fn at(&self, piece: PieceId) -> Place {
        match self.at[piece.index()] as usize {
            index if index >= SPACES => Place::Space(SpaceId::from_index(index - SPACES)),
            index if index < POOL => Place::Militia(Department(index as u8)),
            index if index == POOL => Place::LeaderPool,
            index if index == POOL + 1 => Place::AtHand,
            _ => Place::Eliminated,
        }
    }

    /// The space in which a piece is, if it is on the map.
    #[inline]
    pub fn space(&self, piece: PieceId) -> Option<SpaceId> {
        let index = self.at[piece.index()] as usize;
        (index >= SPACES).then(|| SpaceId::from_index(index - SPACES))
    }

    /// Units at reduced strength.
    #[inline]
    pub fn reduced(&self) -> PieceSet {
        self.reduced
    }

    /// Pieces inside a fort or fortress with enemies outside (8.1, 8.21).
    #[inline]
    pub fn inside(&self) -> PieceSet {
        self.inside
    }

    /// Spaces with at least one unit of a side.
    #[inline]
    pub fn held(&self, side: Side) -> SpaceSet {
        self.held[side as usize]
    }

    /// Spaces with at least one leader of a side.
    #[inline]
    pub fn led(&self, side: Side) -> SpaceSet {
        self.led[side as usize]
    }

    /// Moves a piece to a place. It leaves any fortification; off the map it returns to full strength, except in a
    /// militia box, where it retains its strength.
    pub fn put(&mut self, piece: PieceId, place: Place) {
        let from = self.at[piece.index()] as usize;
        self.here[from].remove(piece);
        self.here[place.index()].insert(piece);
        self.at[piece.index()] = place.index() as u16;
        self.inside.remove(piece);
        if !matches!(place, Place::Space(_) | Place::Militia(_)) {
            self.reduced.remove(piece);
        }
        let side = piece.side();
        let (summary, alike) = match Pieces::get().units.contains(piece) {
            true => (&mut self.held[side as usize], Pieces::get().units),
            false => (&mut self.led[side as usize], Pieces::get().leaders),
        };
        if from >= SPACES && !self.here[from].of(side).meets(alike) {
            summary.remove(SpaceId::from_index(from - SPACES));
        }
        if let Place::Space(space) = place {
            summary.insert(space);
        }
    }

    /// Flips a unit to reduced or full strength.
    pub fn set_reduced(&mut self, piece: PieceId, reduced: bool) {
        self.reduced.set(piece, reduced);
    }

    /// Moves a piece inside the fortification of its space, or outside.
    pub fn set_inside(&mut self, piece: PieceId, inside: bool) {
        self.inside.set(piece, inside);
    }
}
