//! Sieges (8.2): rolling on the Siege Table, breaking out, and proceeding to the assault.

use super::assault::Condition;
use super::avoid;
use super::battle::{self, AttackerOrigin, Battle};
use super::combat::Combat;
use super::dice;
use super::fire::ranking_leader;
use super::home;
use super::housekeeping::{self, Around};
use super::movement::Mover;
use super::phase::Phase;
use super::refusal::refuse;
use super::supply;
use crate::chance::Throw;
use crate::context::Context;
use crate::decision::{Ask, Choice, Choices, Word};
use crate::map::Map;
use crate::moments::{BattleKind, Capture, Moment};
use crate::news::{Errand, Happened, ModifierReason, Modifiers, NewsEntry, Roll};
use crate::sets::{PieceSet, SpaceId};
use crate::side::Side;
use crate::state::State;
use crate::table::{Effects, Play, Table};
use crate::tables;
use wilderness_engine::Refusal;

pub use super::assault::assault;

/// The highest siege level (8.23).
pub const HIGHEST_LEVEL: u8 = 2;

/// The siege level at which a fort or fortress can be assaulted: 1 and 2 (8.24).
pub fn required_level(state: &State, defender: Side, space: SpaceId) -> u8 {
    if state.works[defender].fortresses.contains(space) { 2 } else { 1 }
}

/// Why a mover cannot roll on the Siege Table, if it cannot (8.231, Q61).
pub fn why_not_roll(state: &State, phase: &Phase, mover: &Mover) -> Option<Refusal> {
    let refuse = |reason| Some(Refusal::new("8.231", reason));
    let Some(commander) = mover.commander.filter(|_| mover.is_force) else {
        return refuse("only an activated force can roll on the siege table");
    };
    let (side, space) = (mover.side, mover.space);
    if !state.has_fort_or_fortress(side.enemy(), space) || state.siege_level(space).is_none() {
        return refuse("there is no enemy fort or fortress under siege in the space");
    }
    let besiegers = phase.besiegers(space) & state.outside(side, space);
    if !besiegers.contains(commander) {
        return refuse("the besieging leader did not begin the action phase in the siege");
    }
    if besiegers.drilled().is_empty() {
        return refuse("no drilled troops have besieged the space since the action phase began");
    }
    let highest = state.outside(side, space).leaders().iter().map(|leader| leader.facts().command).max();
    if highest.is_some_and(|command| command > commander.facts().command) {
        return refuse("a leader of a higher command is in the space");
    }
    if !supply::is_supplied(state, side, space) {
        return Some(Refusal::new("12.3", "the besiegers are out of supply"));
    }
    None
}

/// Why a mover cannot assault, if it cannot (9.11, Q62).
pub fn why_not_assault(state: &State, mover: &Mover) -> Option<Refusal> {
    let (enemy, space) = (mover.side.enemy(), mover.space);
    if mover.commander.is_none() || !mover.is_force {
        return Some(Refusal::new("9.11", "only an activated force can assault"));
    }
    match state.siege_level(space) {
        Some(level) if state.has_fort_or_fortress(enemy, space) => {
            (level < required_level(state, enemy, space)).then_some(Refusal::new("8.24", "the siege level is too low"))
        }
        _ => Some(Refusal::new("9.1", "there is no enemy fort or fortress under siege in the space")),
    }
}

/// G1 to G4: a roll on the Siege Table, and the assault if it becomes possible and the player wants it.
pub fn besiege(table: &mut Table, phase: &mut Phase, mover: &Mover) -> Play<()> {
    let (side, enemy, space) = (mover.side, mover.side.enemy(), mover.space);
    table.window(side, Moment::BeforeSiegeRoll { space })?;
    table.window(enemy, Moment::BeforeSiegeRoll { space })?;
    table.window(side, Moment::Surrender { space })?;
    let Some(level) = table.state.siege_level(space) else { return Ok(()) }; // the place has surrendered
    let mut modifiers = die_modifiers(&table.state, mover);
    let at = Context { pieces: table.state.outside(side, space), ..Context::at(side, space) };
    modifiers.add_all(table.scripts.siege(&table.state, at)?);
    let roll = SiegeRoll { besieger: side, space, level, modifiers };
    let combat = table.is_weighing().then(|| Combat::Siege(roll.clone()));
    let raised = table.resolve(combat, |table| roll.resolve(table))?;
    if raised >= required_level(&table.state, enemy, space) {
        let choices = Choices::none().or(Word::Assault).or(Word::Pass);
        if table.ask(side, Ask::Assault(space), choices)? == Choice::Word(Word::Assault) {
            assault(table, phase, mover)?;
        }
    }
    Ok(())
}

/// The modifiers of a roll on the Siege Table, except for those of events: the tactics of the activated leader, less
/// those of the highest-ranking leader inside, and -1 at Louisbourg (8.231, Q51, R6).
fn die_modifiers(state: &State, mover: &Mover) -> Modifiers {
    let mut modifiers = Modifiers::tactics(mover.commander);
    if let Some(inside) = ranking_leader(state.inside(mover.side.enemy(), mover.space)) {
        modifiers.add(-i32::from(inside.facts().tactics), ModifierReason::LeaderInside(inside));
    }
    modifiers.add_if(mover.space == Map::get().louisbourg, -1, ModifierReason::Space(mover.space));
    modifiers
}

/// A roll on the Siege Table that is about to be made (8.23).
#[derive(Clone, Debug)]
pub struct SiegeRoll {
    /// The besieging side.
    pub besieger: Side,
    pub space: SpaceId,
    /// The siege level before it.
    pub level: u8,
    /// The modifier of the die roll.
    pub modifiers: Modifiers,
}

impl SiegeRoll {
    /// Makes the roll. Returns the new siege level.
    pub fn resolve(&self, table: &mut Table) -> Play<u8> {
        let SiegeRoll { besieger, space, level, .. } = *self;
        let at = || Context { kind: "siege", ..Context::at(besieger, space) };
        let die = dice::roll(table, Throw::Siege, space, at)?;
        let roll = Roll { die, modifiers: self.modifiers.clone() };
        let raised = (level + tables::siege(roll.total())).min(HIGHEST_LEVEL);
        table.state.set_siege(space, Some(raised));
        table.tell(|_| NewsEntry::new("8.23", Happened::SiegeRolled { roll, level: raised }).by(besieger).at(space));
        Ok(raised)
    }
}

/// The besieged attack the besiegers, who may try to avoid battle; then the siege ends, but all pieces stay (8.25,
/// Q40).
pub fn sortie(table: &mut Table, phase: &mut Phase, mover: &mut Mover) -> Play<()> {
    let (enemy, space) = (mover.side.enemy(), mover.space);
    let barred = mover.barred;
    let attack = avoid::Attack { defender: enemy, space, attackers: mover.pieces, advance: None, barred };
    avoid::attempt(table, &attack)?;
    if table.state.outside(enemy, space).units().is_empty() {
        return housekeeping::settle(table, Around::default());
    }
    battle::fight(
        table,
        phase,
        Battle {
            kind: BattleKind::Sortie,
            space,
            attacker: mover.side,
            attackers: mover.pieces,
            defenders: table.state.outside(enemy, space),
            origin: AttackerOrigin::Inside,
            commander: mover.commander,
            landing: false,
            gives_way: false,
        },
    )?;
    Ok(())
}

/// A besieged fort or fortress surrenders: it passes intact to the besiegers, who score as for an assault, and its
/// garrison goes to the unbesieged friendly fortification that is closest to `from` (Q103). The garrison's fieldworks
/// are removed (Q99). Housekeeping follows when the garrison has gone.
pub fn surrender(table: &mut Table, space: SpaceId, from: SpaceId) -> Play<()> {
    let Some(loser) = Side::BOTH.into_iter().find(|&side| table.state.has_fort_or_fortress(side, space)) else {
        return Ok(());
    };
    let garrison = table.state.inside(loser, space);
    super::assault::take_over(table, space, loser.enemy(), Condition::Intact)?;
    for piece in garrison & table.state.in_space(space) {
        let refuges = home::closest_fortifications(&table.state, loser, from).without(space);
        match refuges.is_empty() {
            true => table.eliminate(piece, "7.92"),
            false => {
                table.explain(|state, choice| match choice {
                    Choice::Word(Word::Stay) => refuse("8.231", "the garrison has to leave the place that surrenders"),
                    choice => home::why_not_among(state, loser, refuges, choice.space()?),
                });
                let Some(to) = table.ask(loser, Ask::GoHome(piece), Choices::spaces(refuges))?.space() else {
                    continue;
                };
                let pieces = PieceSet::one(piece);
                table.put(pieces, to);
                table.tell(|_| {
                    let went = Happened::Went { pieces, from: None, to, errand: Errand::Surrender };
                    NewsEntry::new("8.231", went).by(loser).at(to)
                });
            }
        }
    }
    housekeeping::settle(table, Around::default())?;
    let captors = table.state.outside(loser.enemy(), space);
    table.window(loser, Moment::FortCaptured { space, how: Capture::Surrender, captors })
}
