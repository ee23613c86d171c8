//! Raids (10.0).

use super::battle::{self, AttackerOrigin, Battle};
use super::combat::Combat;
use super::demolition::LastOffer;
use super::fire::{ranking_leader, roll_for_leaders};
use super::home::{self, Occasion};
use super::housekeeping::{self, Around};
use super::movement::Mover;
use super::phase::Phase;
use super::refusal::{refuse, why_not_on_map};
use super::{demolition, dice, force, retreat};
use crate::chance::Throw;
use crate::context::Context;
use crate::decision::{Ask, Choice, Choices, Word};
use crate::map::{Department, Map};
use crate::moments::{BattleKind, Moment};
use crate::news::{Happened, ModifierReason, Modifiers, NewsEntry, Roll, Structure, WorksFate};
use crate::pieces::{PieceKind, Pieces};
use crate::placement::Place;
use crate::sets::{PieceId, PieceSet, SpaceId, SpaceSet};
use crate::side::Side;
use crate::state::State;
use crate::table::{Effects, Play, Table};
use crate::tables::{self, RaidColumn};
use wilderness_engine::Refusal;

/// How many militia units in a department's box make raids in it harder (10.3).
pub const MILITIA_THAT_HAMPER: usize = 2;

/// RD1 to RD8: every auxiliary of the mover that ended its activation in a target must raid, including those dropped
/// off. One raid for each space (10.1, 10.13).
pub fn resolve(table: &mut Table, phase: &mut Phase, mover: &Mover) -> Play<()> {
    let mut bound = mover.activated.auxiliaries();
    let mut beaten = PieceSet::EMPTY;
    loop {
        let targets = targets(&table.state, mover.side, bound);
        if targets.is_empty() {
            return Ok(());
        }
        let several = targets.len() > 1;
        let works = several.then(|| demolition::why_not_anything(&table.state, mover.side));
        let choices = Choices::spaces(targets).or_if(works == Some(None), Word::Demolish);
        table.explain(|state, choice| match choice {
            Choice::Word(Word::Demolish) => demolition::why_not_anything(state, mover.side),
            choice => why_not_raid(state, mover.side, bound, choice.space()?),
        });
        let choice = table.ask(mover.side, Ask::Raid, choices)?;
        if several {
            phase.last_offer = LastOffer::now(table);
        }
        match choice {
            Choice::Space(space) => {
                let raiders = raiders(&table.state, mover.side, space);
                if raid(table, phase, mover, space, raiders)? {
                    bound -= raiders;
                } else {
                    // 10.23: they do not go home. They may have to raid where they end up, but not endlessly (Q70).
                    bound -= raiders & beaten;
                    beaten |= raiders;
                }
            }
            _ => demolition::demolish(table, mover.side, Around::default())?,
        }
    }
}

/// The raiders in a space: all auxiliaries and leaders of the side there, activated or not (10.1, Q69).
pub fn raiders(state: &State, side: Side, space: SpaceId) -> PieceSet {
    let here = state.outside(side, space);
    here.auxiliaries() | here.leaders()
}

/// The spaces in which these auxiliaries have to raid (10.1, 10.11).
fn targets(state: &State, side: Side, auxiliaries: PieceSet) -> SpaceSet {
    let spaces: SpaceSet = auxiliaries.iter().filter_map(|unit| state.pieces.space(unit)).collect();
    spaces.filter(|space| why_not_raid(state, side, auxiliaries, space).is_none())
}

/// Whether auxiliaries of a side that end their activation in a space must raid it (10.1, 10.11).
pub fn is_target(state: &State, side: Side, space: SpaceId) -> bool {
    why_not_target(state, side, space).is_none()
}

/// Why auxiliaries of a side that end their activation in a space do not raid it, if they do not: they raid originally
/// enemy cultivated spaces, enemy stockades, and settlements of tribes with enemy units in play; but not spaces with a
/// fort or fortress, a friendly stockade or friendly drilled troops (10.1, 10.11).
#[inline]
fn why_not_target(state: &State, side: Side, space: SpaceId) -> Option<Refusal> {
    let (works, enemy) = (&state.works, side.enemy());
    if works.french.besiegeable().contains(space) || works.british.besiegeable().contains(space) {
        return refuse("10.11", "a space with a fort or fortress cannot be raided");
    }
    if works[side].stockades.contains(space) {
        return refuse("10.11", "a space with your own stockade cannot be raided");
    }
    if !state.units(side, space).drilled().is_empty() {
        return refuse("10.11", "a space with your own drilled troops cannot be raided");
    }
    let is_target = Map::get().originally(enemy).contains(space)
        || works[enemy].stockades.contains(space)
        || state.is_allied(enemy, space);
    let reason = "it is not an enemy cultivated space, stockade or allied settlement";
    (!is_target).then_some(Refusal::new("10.1", reason))
}

/// Every space for which [`is_target`] is true.
pub fn all_targets(state: &State, side: Side) -> SpaceSet {
    let enemy = side.enemy();
    let works = &state.works;
    let settlements = Map::get().settlements & state.allied(enemy);
    let open = Map::get().originally(enemy) | works[enemy].stockades | settlements;
    let barred = works.french.besiegeable() | works.british.besiegeable() | works[side].stockades;
    (open - barred).filter(|space| state.units(side, space).drilled().is_empty())
}

/// Why these auxiliaries do not raid in a space, if they do not (10.1, 10.11).
fn why_not_raid(state: &State, side: Side, auxiliaries: PieceSet, space: SpaceId) -> Option<Refusal> {
    if !auxiliaries.meets(state.outside(side, space)) {
        return refuse("10.1", "there is no activated auxiliary that has yet to raid");
    }
    why_not_target(state, side, space)
}

/// The result of a raid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Raided {
    /// The militia that met the raiders (10.2).
    pub militia: PieceSet,
    /// How it ended.
    pub end: RaidEnd,
}

/// How a raid ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RaidEnd {
    /// Militia won the battle, and there was no raid (10.23).
    Repelled,
    /// The raiders beat the militia, but lost all of their units.
    Spent,
    /// The raid failed (10.3).
    Failed,
    /// The raid succeeded (10.31).
    Succeeded,
}

/// RD2 to RD8: one raid, after which the raiders go home, or back if militia beat them. Returns whether they got past
/// the militia.
fn raid(table: &mut Table, phase: &mut Phase, mover: &Mover, space: SpaceId, raiders: PieceSet) -> Play<bool> {
    let combat = table.is_weighing().then(|| Combat::raid(phase, mover, space));
    let raided = table.resolve(combat, |table| attempt(table, phase, mover, space))?;
    phase.fought |= raiders; // 5.36, R7
    match raided.end {
        RaidEnd::Spent => return Ok(true),
        RaidEnd::Repelled => fall_back(table, mover, space, raiders)?,
        RaidEnd::Failed | RaidEnd::Succeeded => {
            let survivors = raiders & table.state.in_space(space);
            home::send(table, mover.side, space, survivors, Occasion::Raid)?;
        }
    }
    housekeeping::settle(table, Around::default())?;
    Ok(raided.end != RaidEnd::Repelled)
}

/// RD2 to RD7: militia may meet the raiders, and raiders that get past them raid. They do not go home yet.
pub fn attempt(table: &mut Table, phase: &mut Phase, mover: &Mover, space: SpaceId) -> Play<Raided> {
    let raiders = raiders(&table.state, mover.side, space);
    let Some(unit) = call_militia(table, phase, mover, space, raiders)? else {
        return Ok(Raided { militia: PieceSet::EMPTY, end: strike(table, mover, space)? });
    };
    let militia = PieceSet::one(unit);
    table.put(militia, space);
    let mut battle = Battle {
        kind: BattleKind::RaidMilitia,
        space,
        attacker: mover.side,
        attackers: raiders,
        defenders: militia,
        origin: AttackerOrigin::Here,
        commander: commander(&table.state, mover, space),
        landing: false,
        gives_way: false,
    };
    if !battle::combat(table, phase, &mut battle)?.attacker_won {
        return Ok(Raided { militia, end: RaidEnd::Repelled });
    }
    if housekeeping::is_cut_off(&table.state, mover.side, space) {
        fall_back(table, mover, space, raiders)?;
    }
    housekeeping::settle(table, Around::default())?;
    Ok(Raided { militia, end: strike(table, mover, space)? })
}

/// RD2: one militia unit may defend a stockade in its own department, whether or not the department was raided earlier,
/// unless these raiders have already fought there (10.2).
fn call_militia(
    table: &mut Table,
    phase: &Phase,
    mover: &Mover,
    space: SpaceId,
    raiders: PieceSet,
) -> Play<Option<PieceId>> {
    let enemy = mover.side.enemy();
    let department = space.facts().department.filter(|department| department.owner() == enemy);
    let Some(department) = department else { return Ok(None) };
    let waiting = table.state.pieces.here(Place::Militia(department));
    let stockade = table.state.works[enemy].stockades.contains(space);
    if !stockade || waiting.is_empty() || phase.have_fought_in(raiders, space) {
        return Ok(None);
    }
    table.explain(|state, choice| battle::why_not_militia(state, department, choice.piece()?, "10.2"));
    table.ask_piece(enemy, Ask::RaidMilitia(space), Choices::pieces(waiting).or(Word::Pass))
}

/// RD3: raiders beaten by militia go back where they came from (10.23), and so do leaders who win but lose all their
/// units (R2).
fn fall_back(table: &mut Table, mover: &Mover, space: SpaceId, raiders: PieceSet) -> Play<()> {
    for piece in raiders & table.state.in_space(space) {
        retreat::go_back(table, piece, space, mover.origin_of(piece, space))?; // Q77 for those that did not move
    }
    Ok(())
}

/// 7.51, Q76: the activated leader if present, otherwise the highest-ranking leader; only leaders who may command the
/// raiders (R8).
fn commander(state: &State, mover: &Mover, space: SpaceId) -> Option<PieceId> {
    let raiders = raiders(state, mover.side, space);
    let leaders = raiders.leaders().filter(|leader| force::may_command(leader, raiders));
    mover.commander.filter(|leader| leaders.contains(*leader)).or_else(|| ranking_leader(leaders))
}

/// RD4 to RD7: the raid itself.
fn strike(table: &mut Table, mover: &Mover, space: SpaceId) -> Play<RaidEnd> {
    let (side, enemy) = (mover.side, mover.side.enemy());
    let raiding = raiders(&table.state, side, space);
    if raiding.units().is_empty() {
        return Ok(RaidEnd::Spent); // the militia eliminated the last of them
    }
    table.window(enemy, Moment::BeforeRaidRoll { space, raiders: raiding })?;
    let state = &table.state;
    let stockade = state.works[enemy].stockades.contains(space);
    let settlement = state.is_allied(enemy, space);
    let at = Context { pieces: raiding, ..Context::at(side, space) };
    let changed = table.scripts.raid(state, stockade || settlement, at)?;
    let column = if changed.as_stockade { RaidColumn::Stockade } else { RaidColumn::Cultivated };
    let mut modifiers = die_modifiers(state, mover, space, raiding);
    modifiers.add_all(changed.die);
    let at = || Context { pieces: raiding, kind: "raid", ..Context::at(side, space) };
    let natural = dice::roll(table, Throw::Raid, space, at)?;
    let roll = Roll { die: natural, modifiers };
    let result = tables::raid(column, roll.total());
    table.tell(|_| {
        let rolled = Happened::RaidRolled { raiders: raiding, roll, success: result.success };
        NewsEntry::new("10.3", rolled).by(side).at(space)
    });
    if result.success {
        succeed(table, side, space, stockade, settlement)?;
    }
    lose_steps(table, side, raiding, result.losses)?;
    if natural == 1 || (natural == 6 && column == RaidColumn::Stockade) {
        roll_for_leaders(table, raiding.leaders(), space, "10.32")?;
    }
    Ok(if result.success { RaidEnd::Succeeded } else { RaidEnd::Failed })
}

/// 10.3: the leader's tactics, +1 with rangers, -1 in an enemy department with two or more militia in its box.
fn die_modifiers(state: &State, mover: &Mover, space: SpaceId, raiding: PieceSet) -> Modifiers {
    let mut modifiers = Modifiers::tactics(commander(state, mover, space));
    let rangers = raiding.iter().any(|unit| unit.facts().kind == PieceKind::Ranger);
    let hampered = |department: Department| {
        department.owner() == mover.side.enemy()
            && state.pieces.here(Place::Militia(department)).len() >= MILITIA_THAT_HAMPER
    };
    modifiers.add_if(rangers, 1, ModifierReason::Rangers);
    modifiers.add_if(space.facts().department.is_some_and(hampered), -1, ModifierReason::Militia);
    modifiers
}

/// 10.31: a Raided marker, but only one on a plain cultivated space (10.33); no stockade, no Indians of the tribe.
fn succeed(table: &mut Table, side: Side, space: SpaceId, stockade: bool, settlement: bool) -> Play<()> {
    let enemy = side.enemy();
    if settlement {
        let tribe = Pieces::get().indians.of(enemy).filter(|unit| unit.facts().home == Some(space));
        for unit in tribe & table.state.on_map(enemy) {
            if !table.state.is_besieged(unit) {
                table.eliminate(unit, "10.31");
            }
        }
    }
    if stockade {
        table.state.works[enemy].stockades.remove(space);
        table.tell(|_| {
            let destroyed = Happened::Works { structure: Structure::Stockade, fate: WorksFate::Destroyed };
            NewsEntry::new("10.31", destroyed).by(side).at(space)
        });
    }
    if stockade || settlement || table.state.raided_markers(side, space) == 0 {
        place_marker(table, side, space);
        table.window(enemy, Moment::RaidedMarkerPlaced { space, side })?;
    }
    Ok(())
}

/// Places a Raided marker of a side (10.31).
pub fn place_marker(table: &mut Table, side: Side, space: SpaceId) {
    table.state.raided[side].push(space);
    table.state.raided[side].sort_unstable();
    table.tell(|_| NewsEntry::new("10.31", Happened::RaidedMarkerPlaced).by(side).at(space));
}

/// Why a piece does not lose a step in a raid, if it does not (10.31).
fn why_not_lose(state: &State, side: Side, raiding: PieceSet, piece: PieceId) -> Option<Refusal> {
    if Pieces::get().leaders.contains(piece) {
        return refuse("7.64", "leaders have no steps to lose");
    }
    if let Some(refusal) = why_not_on_map(state, side, piece, "10.31") {
        return Some(refusal);
    }
    (!raiding.contains(piece)).then_some(Refusal::new("10.31", "it is not in the raid"))
}

/// RD7: the owner chooses any of the raiders for each step (10.31, Q75).
fn lose_steps(table: &mut Table, side: Side, raiding: PieceSet, losses: u8) -> Play<()> {
    for left in (1..=losses).rev() {
        let why_not = |state: &State, piece| why_not_lose(state, side, raiding, piece);
        let alive = raiding.filter(|piece| why_not(&table.state, piece).is_none());
        if alive.is_empty() {
            break;
        }
        table.explain(|state, choice| why_not(state, choice.piece()?));
        let unit = table.ask_for_any_piece(side, Ask::RaidLoss(left), alive)?;
        table.lose_step(unit, "10.31");
    }
    Ok(())
}
