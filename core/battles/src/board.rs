//! What follows from where the units stand: who is where, zones of control, room, factors.

use crate::battle::Battle;
use crate::pieces::{Piece, Standing};
use crate::side::Side;
use crate::state::State;
use crate::unit::{Class, Unit, UnitId, UnitKind};
use std::ops::Deref;
use wilderness_hexes::{Hex, HexSet};

/// A battle and a state, with what follows from where the units stand.
pub(crate) struct Board<'a> {
    pub battle: &'a Battle,
    pub state: &'a State,
    standing: &'a Standing,
}

impl Deref for Board<'_> {
    type Target = Standing;

    fn deref(&self) -> &Standing {
        self.standing
    }
}

impl<'a> Board<'a> {
    pub fn new(battle: &'a Battle, state: &'a State) -> Board<'a> {
        Board { battle, state, standing: state.pieces.standing(battle) }
    }

    pub fn unit(&self, unit: UnitId) -> &'a Unit {
        self.battle.unit(unit)
    }

    pub fn piece(&self, unit: UnitId) -> &'a Piece {
        self.state.piece(unit)
    }

    /// The units of a side on the map, looted trains left out, in the order of the list.
    pub fn of(&self, side: Side) -> impl Iterator<Item = (UnitId, Hex)> + use<'a> {
        self.state.on_map(side)
    }

    /// The units of a side in a hex.
    pub fn at(&self, side: Side, hex: Hex) -> impl Iterator<Item = UnitId> + use<'a> {
        let (state, standing) = (self.state, self.standing);
        let stack = standing.units[side].contains(hex).then(|| standing.at(hex));
        stack.into_iter().flatten().filter(move |unit| state.piece(*unit).side == side)
    }

    /// The men of a side in a hex.
    pub fn men_at(&self, side: Side, hex: Hex) -> impl Iterator<Item = UnitId> + use<'a> {
        let battle = self.battle;
        self.at(side, hex).filter(move |unit| battle.unit(*unit).is_man())
    }

    /// The leaders of a side in a hex.
    pub fn leaders_at(&self, side: Side, hex: Hex) -> impl Iterator<Item = UnitId> + use<'a> {
        let battle = self.battle;
        self.at(side, hex).filter(move |unit| battle.unit(*unit).class() == Class::Leader)
    }

    /// The train of a side in a hex.
    pub fn train_at(&self, side: Side, hex: Hex) -> Option<UnitId> {
        self.at(side, hex).find(|unit| self.unit(*unit).class() == Class::Train)
    }

    /// Hexes in the zone of control of a side, whatever stands there (B33).
    pub fn zone(&self, side: Side) -> &'a HexSet {
        self.standing.zone(self.battle, side)
    }

    /// Whether a hex is in the zone of control of a side's enemy.
    pub fn is_controlled(&self, side: Side, hex: Hex) -> bool {
        self.zone(side.enemy()).contains(hex)
    }

    /// Whether an enemy man stands next to a hex, across whatever hexside.
    pub fn is_next_to_man(&self, side: Side, hex: Hex) -> bool {
        self.battle.map.grid.near(hex).any(|near| self.men[side.enemy()].contains(near))
    }

    /// Whether a unit of a class would find room in a hex (7.1, B30).
    pub fn has_room(&self, side: Side, class: Class, hex: Hex) -> bool {
        let is_taken = |side: Side| self.of_class(side, class).contains(hex);
        match class {
            Class::Leader => true,
            Class::Train => !is_taken(side) && !is_taken(side.enemy()),
            Class::Foot | Class::Gun => !is_taken(side),
        }
    }

    /// Whether there is a good-order man of a side in a hex.
    pub fn is_live(&self, side: Side, hex: Hex) -> bool {
        self.steady[side].contains(hex)
    }

    /// The men of both sides.
    pub fn all_men(&self) -> HexSet {
        self.men[Side::French].with(&self.men[Side::British])
    }

    /// The combat factor that a unit shows.
    pub fn cf(&self, unit: UnitId) -> u32 {
        let counter = self.unit(unit);
        u32::from(if self.piece(unit).disordered { counter.dcf } else { counter.cf })
    }

    /// The highest command value of a side's leaders in a hex (B43).
    pub fn command(&self, side: Side, hex: Hex) -> u32 {
        if !self.of_class(side, Class::Leader).contains(hex) {
            return 0;
        }
        self.leaders_at(side, hex).map(|leader| u32::from(self.unit(leader).cv)).max().unwrap_or(0)
    }

    /// Whether a hex is within the radius of one of a side's leaders (12.3).
    pub fn is_commanded(&self, side: Side, hex: Hex) -> bool {
        let leads = |unit: UnitId| self.unit(unit).class() == Class::Leader;
        self.of(side).any(|(unit, at)| leads(unit) && at.distance(hex) <= u32::from(self.unit(unit).cv))
    }

    /// Whether an Indian unit, of either side, is among some units (20.0).
    pub fn has_indians(&self, units: &[UnitId]) -> bool {
        units.iter().any(|unit| self.unit(*unit).kind == UnitKind::Indian)
    }

    /// The movement allowance of a unit now: halved in fog (5.1, B10).
    pub fn allowance(&self, unit: UnitId) -> u8 {
        let ma = self.unit(unit).ma;
        if self.state.fog { ma.div_ceil(2) } else { ma }
    }
}
