//! Quick estimates of battles, assaults, sieges and raids from the tables: what a player sees at a glance.

use super::value;
use super::weights;
use crate::map::{Department, Terrain};
use crate::pieces::{PieceKind, Pieces};
use crate::rules::battle::is_worth_points;
use crate::rules::fire::{self, ranking_leader};
use crate::rules::raid::MILITIA_THAT_HAMPER;
use crate::rules::siege::HIGHEST_LEVEL;
use crate::sets::{PieceId, PieceSet, SpaceId};
use crate::tables::{self, RaidColumn};
use crate::view::View;

/// The facts that matter about the pieces on one side.
#[derive(Clone, Copy, Debug, Default)]
pub struct ForceFacts {
    /// Combat strength (7.2 C).
    pub strength: u32,
    /// Steps they can lose.
    pub steps: u8,
    pub units: u8,
    /// The tactics rating of the commander (7.51).
    pub tactics: i32,
    /// All of them.
    pub pieces: PieceSet,
}

impl ForceFacts {
    /// These pieces under a commander, or under the leader of the highest command.
    pub fn new(view: &View<'_>, pieces: PieceSet, commander: Option<PieceId>) -> ForceFacts {
        let units = pieces.units();
        let mut host = ForceFacts {
            units: units.len() as u8,
            tactics: commander.or_else(|| ranking_leader(pieces)).map_or(0, |leader| leader.facts().tactics.into()),
            pieces,
            ..ForceFacts::default()
        };
        for unit in units {
            host.strength += u32::from(view.strength(unit));
            host.steps += view.steps_of(unit);
        }
        host
    }

    /// Whether a victory over them is worth a point (7.81).
    pub fn is_prize(&self) -> bool {
        is_worth_points(self.pieces)
    }

    /// Whether troops are among them that the terrain asks for (7.52, 7.53).
    fn suits(&self, terrain: Terrain) -> bool {
        self.pieces.meets(fire::suited_to(terrain))
    }
}

/// How a combat may end.
#[derive(Clone, Copy, Debug, Default)]
pub struct CombatChances {
    /// The chance that the attacker wins.
    pub win: f32,
    /// Steps that the attacker loses on average.
    pub lost: f32,
    /// Steps that the defender loses on average.
    pub inflicted: f32,
}

/// A battle in a space (7.0). `hampered` is what the attacker's die suffers from a stockade or a landing, `shift` the
/// columns he loses to fieldworks.
pub fn battle(
    attacker: &ForceFacts,
    defender: &ForceFacts,
    terrain: Terrain,
    hampered: i32,
    shift: usize,
) -> CombatChances {
    if defender.units == 0 {
        return CombatChances { win: 1.0, ..CombatChances::default() };
    }
    let unfit = |own: &ForceFacts, other: &ForceFacts| i32::from(!own.suits(terrain) && other.suits(terrain));
    let attack = (
        tables::combat_column(attacker.strength).saturating_sub(shift),
        attacker.tactics - unfit(attacker, defender) - hampered,
    );
    let defence = (tables::combat_column(defender.strength), defender.tactics - unfit(defender, attacker));
    // The only side that is left has won.
    tally(
        attack,
        defence,
        (attacker.steps, defender.steps),
        |steps, all| if steps >= all { ROUT + steps } else { steps },
    )
}

/// An assault on a fort or fortress (9.0).
pub fn assault(attacker: &ForceFacts, garrison: &ForceFacts) -> CombatChances {
    let attack = (tables::combat_column(attacker.strength).saturating_sub(1), attacker.tactics);
    let defence = (tables::combat_column(garrison.strength), garrison.tactics);
    tally(attack, defence, (attacker.steps, garrison.steps), |steps, _| steps)
}

/// More than any result of a combat.
const ROUT: u8 = 100;

/// Goes through both dice. The attacker wins if what he inflicts counts more than what he suffers: `counts` says how
/// much a result does against a force of some steps.
fn tally(attack: (usize, i32), defence: (usize, i32), steps: (u8, u8), counts: impl Fn(u8, u8) -> u8) -> CombatChances {
    let results =
        |(column, modifier): (usize, i32)| [1, 2, 3, 4, 5, 6].map(|die: i32| tables::combat(column, die + modifier));
    let (hits, strikes) = (results(attack), results(defence));
    let losses = |results: [u8; 6], steps: u8| results.map(|result| u32::from(result.min(steps))).iter().sum::<u32>();
    let (lost, inflicted) = (6 * losses(strikes, steps.0), 6 * losses(hits, steps.1));
    let (hits, strikes) = (hits.map(|hit| counts(hit, steps.1)), strikes.map(|struck| counts(struck, steps.0)));
    let wins = hits.map(|hit| strikes.map(|struck| u32::from(hit > struck)).iter().sum::<u32>());
    let [win, lost, inflicted] = [wins.iter().sum(), lost, inflicted].map(|sum: u32| sum as f32 / 36.0);
    CombatChances { win, lost, inflicted }
}

/// How many rolls on the Siege Table it takes on average from a level to the one that an assault needs (8.23, 8.24).
pub fn siege_rolls(level: u8, needed: u8, modifier: i32) -> f32 {
    let missing = needed.min(HIGHEST_LEVEL).saturating_sub(level);
    let rises = [1, 2, 3, 4, 5, 6].map(|die: i32| tables::siege(die + modifier));
    let chance = |at_least: u8| rises.iter().filter(|rise| **rise >= at_least).count().max(1) as f32 / 6.0;
    match missing {
        0 => 0.0,
        1 => 1.0 / chance(1),
        _ => (2.0 * chance(1) - chance(2)) / (chance(1) * chance(1)),
    }
}

/// A raid: the chance that it succeeds, and the steps it costs on average (10.3).
pub fn raid(column: RaidColumn, modifier: i32) -> (f32, f32) {
    let (mut successes, mut steps) = (0_u8, 0_u8);
    for die in 1..=6 {
        let result = tables::raid(column, die + modifier);
        successes += u8::from(result.success);
        steps += result.losses;
    }
    (f32::from(successes) / 6.0, f32::from(steps) / 6.0)
}

/// The worth of a raid on a space by these raiders, what it costs included, and the chance that it succeeds (10.3).
pub fn raid_value(view: &View<'_>, space: SpaceId, raiders: PieceSet, leader: Option<PieceId>) -> (f32, f32) {
    let (side, enemy) = (view.side(), view.side().enemy());
    let stockade = view.works(enemy).stockades.contains(space);
    let settlement = view.is_allied(enemy, space);
    let marked = view.raided_markers(side, space) > 0;
    if marked && !stockade && !settlement {
        return (weights::RAIDED_ALREADY, 0.0);
    }
    let rangers = raiders.iter().any(|unit| unit.facts().kind == PieceKind::Ranger);
    let militia = match space.facts().department.filter(|department| department.owner() == enemy) {
        Some(department) => view.militia(department).len(),
        None => 0,
    };
    let tactics = leader.map_or(0, |leader| i32::from(leader.facts().tactics));
    let modifier = tactics + i32::from(rangers) - i32::from(militia >= MILITIA_THAT_HAMPER);
    let column = if stockade || settlement { RaidColumn::Stockade } else { RaidColumn::Cultivated };
    let (mut success, losses) = raid(column, modifier);
    if stockade && militia > 0 {
        success *= weights::RAID_BESIDE_MILITIA;
    }
    let tribe = if settlement { Pieces::get().indians.of(enemy) & view.on_map(enemy) } else { PieceSet::EMPTY };
    let tribe = tribe.filter(|unit| unit.facts().home == Some(space)).len() as f32;
    let works = if stockade { weights::RAIDED_STOCKADE } else { 0.0 };
    let gain = weights::RAID + tribe * weights::TRIBE + works + spared_militia(view, space);
    let step = raiders.units().iter().map(|unit| value::step(view, unit)).fold(weights::MOST_RAIDER, f32::min);
    (success * gain - losses * step, success)
}

/// The first raid in a department keeps its militia away from the battles of the year (7.3).
fn spared_militia(view: &View<'_>, space: SpaceId) -> f32 {
    let own = |department: &Department| department.owner() == view.side().enemy();
    let Some(department) = space.facts().department.filter(own) else { return 0.0 };
    let raided = view.state().raided[view.side()].iter().any(|space| space.facts().department == Some(department));
    if raided { 0.0 } else { weights::SPARED_MILITIA * view.militia(department).len() as f32 }
}
