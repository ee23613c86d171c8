//! What victory hangs on, as data: points for hexes, for demoralization, and for losses (13.2, 17.1).

use crate::battle::{Battle, Rate, When};
use crate::side::Side;
use crate::unit::{Class, UnitKind};
use wilderness_hexes::Hex;

/// What gives a side victory points, and its army demoralization points.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Terms {
    /// Hexes to occupy at the end, each with its VP.
    pub hexes: Vec<(Hex, u16)>,
    /// VP for the demoralization of the enemy.
    pub demoralization: Vec<Demoralization>,
    /// Hexes for which its army takes DP once, when the enemy enters the first of them.
    pub entered: Vec<(Vec<Hex>, u16)>,
    /// The DP for its losses.
    pub losses: Vec<Loss>,
}

/// VP for the DP of the enemy (17.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Demoralization {
    /// The points.
    pub vp: u16,
    /// The least DP for them.
    pub from: u16,
    /// The DP from which they are not given any more, but others.
    pub below: Option<u16>,
    /// What `from` is in percent of the enemy's level.
    pub percent: u32,
}

/// The DP for an eliminated unit of a kind (13.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Loss {
    /// The kind.
    pub what: &'static str,
    /// The points.
    pub points: u16,
    /// The figure on the counter by which they are multiplied; nothing if they are for the unit.
    pub per: Option<&'static str>,
}

/// What victory hangs on for a side.
pub fn terms(battle: &Battle, side: Side) -> Terms {
    let level = u32::from(battle.losses[side.enemy()].level);
    let points = |percent: u32| u16::try_from((percent * level).div_ceil(100)).unwrap_or(u16::MAX);
    let awards = battle.awards[side].iter();
    let demoralization = awards.filter_map(|award| match award.when {
        When::Demoralization { from, below } => {
            Some(Demoralization { vp: award.vp, from: points(from), below: below.map(points), percent: from })
        }
        When::Occupies(_) => None,
    });
    let entered = battle.hex_points.iter().filter(|set| set.side == side);
    Terms {
        hexes: super::objectives(battle, side),
        demoralization: demoralization.collect(),
        entered: entered.map(|set| (set.hexes.iter().collect(), set.points)).collect(),
        losses: losses(battle, side),
    }
}

/// The kinds of units that a side has, and what their loss counts.
fn losses(battle: &Battle, side: Side) -> Vec<Loss> {
    let counts = &battle.losses[side];
    let factor = "combat factor";
    let rate = |what, rate| match rate {
        Rate::PerStrength(points) => Loss { what, points, per: Some(factor) },
        Rate::PerUnit(points) => Loss { what, points, per: None },
    };
    let has = |is: &dyn Fn(Class, UnitKind) -> bool| {
        battle.units().any(|(_, unit)| unit.side == side && is(unit.class(), unit.kind))
    };
    let is_indian = |class, kind| class == Class::Foot && kind == UnitKind::Indian;
    let kinds = [
        (
            has(&|class, kind| class == Class::Foot && !is_indian(class, kind)),
            Loss { what: "infantry and cavalry", points: counts.infantry, per: Some(factor) },
        ),
        (has(&is_indian), rate("Indians", counts.indian)),
        (has(&|class, _| class == Class::Gun), rate("artillery", counts.artillery)),
        (
            has(&|class, _| class == Class::Leader),
            Loss { what: "leaders", points: counts.leader, per: Some("command value") },
        ),
    ];
    kinds.into_iter().filter(|(has, _)| *has).map(|(_, loss)| loss).collect()
}
