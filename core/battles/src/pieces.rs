//! The units of a battle: where each is, and what follows from where they stand.

use crate::battle::Battle;
use crate::side::{PerSide, Side};
use crate::unit::{Class, UnitId};
use std::ops::{Deref, DerefMut};
use std::sync::OnceLock;
use wilderness_hexes::{Hex, HexSet};

/// Where a unit is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum At {
    /// It takes no part.
    Absent,
    /// It has not arrived yet, or is still to be set up.
    OffMap,
    /// It is due in this Movement Phase.
    Due,
    /// On the map.
    Hex(Hex),
    /// Eliminated.
    Eliminated,
    /// It has left the map (15.0).
    Exited,
}

/// A unit and its state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Where it is.
    pub at: At,
    /// Whose it is now: trains can be captured.
    pub side: Side,
    /// Whether it is disordered.
    pub disordered: bool,
    /// Whether it is a looted train.
    pub looted: bool,
    /// What it has done.
    pub done: Done,
}

/// What a unit has done in its player turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Done {
    /// Whether it has ended its move in this Movement Phase.
    pub moved: bool,
    /// Whether it has fired in this player turn.
    pub fired: bool,
    /// Whether it has been tried in this Rally Phase.
    pub tried: bool,
    /// MP that a leader spent in this Movement Phase when he went along with a unit (B28).
    pub spent: u8,
}

/// The units, by their places in the list of the battle.
#[derive(Debug)]
pub struct Pieces {
    all: Vec<Piece>,
    /// What follows from where they stand, once it was asked for. It is kept up to date when a unit moves, and found out
    /// anew when anything else changes.
    standing: OnceLock<Box<Standing>>,
}

impl Pieces {
    /// What follows from where they stand.
    pub(crate) fn standing(&self, battle: &Battle) -> &Standing {
        let standing = self.standing.get_or_init(|| Box::new(Standing::new(battle, &self.all)));
        debug_assert_eq!(**standing, Standing::new(battle, &self.all));
        standing
    }

    /// Puts a unit somewhere else.
    pub(crate) fn put(&mut self, battle: &Battle, unit: UnitId, at: At) {
        let from = std::mem::replace(&mut self.all[unit.index()].at, at);
        if let Some(standing) = self.standing.get_mut() {
            standing.follow(battle, &self.all, unit, from);
        }
    }

    /// What a unit has done, to be changed: nothing follows from it.
    pub(crate) fn done_mut(&mut self, unit: UnitId) -> &mut Done {
        &mut self.all[unit.index()].done
    }
}

/// A copy finds out anew what follows from it: when content is reloaded, it is played on another map.
impl Clone for Pieces {
    fn clone(&self) -> Pieces {
        self.iter().copied().collect()
    }

    fn clone_from(&mut self, other: &Pieces) {
        self.all.clone_from(&other.all);
        self.standing.take();
    }
}

impl FromIterator<Piece> for Pieces {
    fn from_iter<I: IntoIterator<Item = Piece>>(pieces: I) -> Pieces {
        Pieces { all: pieces.into_iter().collect(), standing: OnceLock::new() }
    }
}

impl PartialEq for Pieces {
    fn eq(&self, other: &Pieces) -> bool {
        self.all == other.all
    }
}

impl Deref for Pieces {
    type Target = [Piece];

    #[inline]
    fn deref(&self) -> &[Piece] {
        &self.all
    }
}

impl DerefMut for Pieces {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Piece] {
        self.standing.take();
        &mut self.all
    }
}

/// Who stands in each hex, in the order of the list.
#[derive(PartialEq, Eq, Debug)]
struct Stacks {
    /// One more than the place of the first in each hex; 0 where nobody stands.
    first: [u8; Hex::PLACES],
    /// One more than the place of the next in the hex of each unit; 0 if it is the last.
    next: Vec<u8>,
}

impl Stacks {
    /// Nobody is on the map.
    fn new(units: usize) -> Stacks {
        Stacks { first: [0; Hex::PLACES], next: vec![0; units] }
    }

    #[inline]
    fn first(&self, hex: Hex) -> Option<UnitId> {
        self.first[hex.index()].checked_sub(1).map(UnitId)
    }

    #[inline]
    fn after(&self, unit: UnitId) -> Option<UnitId> {
        self.next[unit.index()].checked_sub(1).map(UnitId)
    }

    /// Where the place of the first in a hex is noted that does not come before a unit.
    fn link(&mut self, hex: Hex, unit: UnitId) -> &mut u8 {
        let mut before = None;
        let mut next = self.first(hex);
        while let Some(other) = next.filter(|other| *other < unit) {
            (before, next) = (next, self.after(other));
        }
        match before {
            None => &mut self.first[hex.index()],
            Some(before) => &mut self.next[before.index()],
        }
    }

    fn insert(&mut self, hex: Hex, unit: UnitId) {
        let next = std::mem::replace(self.link(hex, unit), unit.0 + 1);
        self.next[unit.index()] = next;
    }

    /// Takes a unit out of the hex where it is.
    fn remove(&mut self, hex: Hex, unit: UnitId) {
        let next = std::mem::take(&mut self.next[unit.index()]);
        *self.link(hex, unit) = next;
    }
}

/// What follows from where the units stand; looted trains are no units.
#[derive(Debug)]
pub(crate) struct Standing {
    /// Hexes with units of each class, by side.
    classes: PerSide<[HexSet; 4]>,
    /// Hexes with men in good order, who have zones of control.
    pub steady: PerSide<HexSet>,
    /// Hexes with men, by side.
    pub men: PerSide<HexSet>,
    /// Hexes with units, by side.
    pub units: PerSide<HexSet>,
    /// Who stands in each hex.
    stacks: Stacks,
    /// Hexes in the zone of control of each side, once they were asked for: those of the side that moves seldom are.
    zones: PerSide<OnceLock<HexSet>>,
}

/// Zones follow from the rest.
impl PartialEq for Standing {
    fn eq(&self, other: &Standing) -> bool {
        let Standing { classes, steady, men, units, stacks, zones: _ } = self;
        (classes, steady, men, units, stacks)
            == (&other.classes, &other.steady, &other.men, &other.units, &other.stacks)
    }
}

impl Standing {
    fn new(battle: &Battle, pieces: &[Piece]) -> Standing {
        let (classes, none) = (PerSide([[HexSet::EMPTY; 4]; 2]), PerSide([HexSet::EMPTY; 2]));
        let in_place = pieces.iter().enumerate().filter_map(|(index, piece)| match piece.at {
            At::Hex(hex) if !piece.looted => Some((hex, UnitId(index as u8))),
            _ => None,
        });
        let mut stacks = Stacks::new(pieces.len());
        in_place.for_each(|(hex, unit)| stacks.insert(hex, unit));
        let mut standing =
            Standing { classes, steady: none, men: none, units: none, stacks, zones: PerSide::default() };
        pieces.iter().zip(&battle.units).for_each(|(piece, unit)| standing.add(piece, unit.class()));
        Side::BOTH.into_iter().for_each(|side| standing.conclude(side));
        standing
    }

    fn add(&mut self, piece: &Piece, class: Class) {
        let At::Hex(hex) = piece.at else { return };
        if !piece.looted {
            self.classes[piece.side][class as usize].insert(hex);
            if class.is_man() && !piece.disordered {
                self.steady[piece.side].insert(hex);
            }
        }
    }

    /// A unit has gone from somewhere to where it is now.
    fn follow(&mut self, battle: &Battle, pieces: &[Piece], unit: UnitId, from: At) {
        let piece = &pieces[unit.index()];
        if piece.looted {
            return;
        }
        if let At::Hex(hex) = from {
            let sets = self.classes[piece.side].iter_mut().chain([&mut self.steady[piece.side]]);
            sets.for_each(|set| set.remove(hex));
            self.stacks.remove(hex, unit);
            let mut next = self.stacks.first(hex);
            while let Some(other) = next {
                if pieces[other.index()].side == piece.side {
                    self.add(&pieces[other.index()], battle.unit(other).class());
                }
                next = self.stacks.after(other);
            }
        }
        if let At::Hex(hex) = piece.at {
            self.stacks.insert(hex, unit);
        }
        self.add(piece, battle.unit(unit).class());
        self.conclude(piece.side);
    }

    /// The units of both sides in a hex, in the order of the list.
    #[inline]
    pub fn at(&self, hex: Hex) -> impl Iterator<Item = UnitId> + '_ {
        std::iter::successors(self.stacks.first(hex), |unit| self.stacks.after(*unit))
    }

    /// Draws the conclusions from where the units of a side stand.
    fn conclude(&mut self, side: Side) {
        let of = |class: Class| &self.classes[side][class as usize];
        self.men[side] = of(Class::Foot).with(of(Class::Gun));
        self.units[side] = self.men[side].with(of(Class::Leader)).with(of(Class::Train));
        self.zones[side].take();
    }

    /// Hexes in the zone of control of a side, whatever stands there (B33).
    #[inline]
    pub fn zone(&self, battle: &Battle, side: Side) -> &HexSet {
        let zone = self.zones[side].get_or_init(|| battle.map.controlled(&self.steady[side]));
        debug_assert_eq!(*zone, battle.map.controlled(&self.steady[side]));
        zone
    }

    /// Hexes with units of a class.
    pub fn of_class(&self, side: Side, class: Class) -> &HexSet {
        &self.classes[side][class as usize]
    }
}
