//! The odds of a combat: the exact chances of every outcome of its dice, for the combat in progress or one that might
//! be begun.
//!
//! The engine enumerates every sequence of dice; this module says what is counted, and what is assumed about decisions
//! that are still open.

mod assume;
mod attack;
mod intercepted;
mod tally;

pub use assume::Assumption;
pub use attack::NoCombat;
pub use intercepted::{BegunInterception, Intercepted};

use crate::decision::Choice;
use crate::game::Game;
use crate::sets::{PieceId, PieceSet, SpaceId};
use crate::side::{PerSide, Side};
use crate::table::{Answer, Halt, Play, Table};
use assume::stand_in;
use serde::{Serialize, Serializer};
use std::collections::BTreeSet;
use std::rc::Rc;
use tally::Tally;
use wilderness_engine::odds;

/// The odds of a combat. Every chance is a number from 0 to 1.
///
/// They end with the dice of the combat: what beaten units lose because they cannot retreat (7.92), and raiders because
/// they have nowhere to go (10.4), is not counted.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Odds {
    /// What is fought.
    pub kind: CombatKind,
    /// Where; in a file its id.
    #[serde(serialize_with = "space_id")]
    pub space: SpaceId,
    /// The active side.
    pub attacker: Side,
    /// All participants of both sides, militia too; in a file their ids.
    #[serde(serialize_with = "piece_ids")]
    pub fighters: PieceSet,
    /// Who wins: of a battle, of an assault, or of the battle of raiders against militia.
    pub battle: Option<BattleOdds>,
    /// What a roll on the Siege Table does.
    pub siege: Option<SiegeOdds>,
    /// How a raid ends.
    pub raid: Option<RaidOdds>,
    /// The steps that each side loses. Dice that are already known are counted.
    pub losses: PerSide<StepLosses>,
    /// What each leader risks, in the order of the pieces.
    pub leaders: Vec<LeaderRisk>,
    /// What was assumed about decisions that are still to be made.
    pub assumed: BTreeSet<Assumption>,
}

/// What is fought.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CombatKind {
    /// A battle, relief of a siege included (7.0).
    Field,
    /// The besieged attack the besiegers (8.25).
    Sortie,
    /// An assault (9.0).
    Assault,
    /// A roll on the Siege Table (8.2).
    Siege,
    /// A raid, with the battle against militia if some meet the raiders (10.0).
    Raid,
}

/// The winner of a battle (7.8), or of an assault (9.2).
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct BattleOdds {
    /// The attacker wins: the place falls, if it is an assault; the raiders get past the militia, if it is a raid.
    pub attacker_wins: f64,
    /// The defender wins.
    pub defender_wins: f64,
    /// The attacker wins without losing a step, and no defender is left: a force that came by land may move on (7.82).
    pub overrun: f64,
}

/// What a roll on the Siege Table does (8.23).
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct SiegeOdds {
    /// The siege level is 0, 1 or 2 after it.
    pub levels: [f64; 3],
    /// The level lets the besieger assault (8.24).
    pub assault: f64,
}

/// How a raid ends (10.3).
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct RaidOdds {
    /// It succeeds.
    pub success: f64,
    /// It fails on the Raid Table.
    pub failure: f64,
    /// Militia beat the raiders, or eliminate the last of them: there is no raid (10.23).
    pub prevented: f64,
}

/// The steps that a side loses, including those of units eliminated when a place is captured (9.22).
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct StepLosses {
    /// The chance to lose no step, one step, two, and so on up to every step of its units.
    pub chances: Vec<f64>,
    /// Steps lost on average.
    pub expected: f64,
}

impl StepLosses {
    /// The chance that the side loses all of its units; 1 if it has none.
    pub fn all(&self) -> f64 {
        self.chances.last().copied().unwrap_or(1.0)
    }
}

/// What a leader risks.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct LeaderRisk {
    /// The leader; in a file his id.
    #[serde(serialize_with = "piece_id")]
    pub leader: PieceId,
    /// The leader is eliminated: by a die roll (7.7, 10.32), or with the captured place (9.22).
    pub dies: f64,
}

impl Odds {
    /// The odds of the combat that the next die belongs to, if a game waits for a decision before or within it. What is
    /// still to be decided is assumed: see [`Odds::assumed`]. No side plays another card.
    ///
    /// It also works on a copy in which a hypothetical choice was made, and which stopped at a die roll.
    ///
    /// Nothing if the next die does not belong to a combat, if it depends on a decision that cannot be assumed, or if
    /// no decision is open.
    ///
    /// # Errors
    /// A script that fails.
    pub fn of_pending(game: &Game) -> Play<Option<Odds>> {
        let is_at_a_die = matches!(game.now().broken(), Some(Halt::Die(_)));
        let table = if is_at_a_die { game.copies().step_again() } else { game.copies().rerun() };
        let Some(table) = table else { return Ok(None) };
        let known = table.known().count();
        weigh(table, known, crate::rules::step)
    }

    /// The odds of the combat to which an answer to the open decision leads, as [`Odds::of_pending`] gives them then;
    /// nothing if it is not among the answers.
    ///
    /// # Errors
    /// A script that fails.
    pub fn after(game: &Game, choice: Choice) -> Play<Option<Odds>> {
        let open = game.decision().filter(|open| open.choices.contains(&choice));
        let (Some(open), Some(mut table)) = (open, game.copies().rerun()) else { return Ok(None) };
        let answer = Answer::Choice { side: open.side, ask: open.ask.clone(), choice };
        table.supply(answer);
        let known = table.known().count();
        weigh(table, known, crate::rules::step)
    }

    /// The odds of what `pieces` could do in `space` now, if they stood there and could act, however far it is:
    /// - they attack the enemies there, outside or not yet besieged; in a landing, if only that leads there from where
    ///   they are (6.43, 7.54);
    /// - if they besiege a fort or fortress there, alone with those who do already: they roll on the Siege Table, and
    ///   assault, as far as the rules let them; they are taken to have been there since the action phase began, and
    ///   those who are at the siege already fight with them;
    /// - if they are besieged there themselves, they break out;
    /// - if they are auxiliaries in a target of raids, they raid.
    ///
    /// Their highest-ranking leader commands. There is no interception, no avoiding battle and no card play. There are
    /// several odds only where they could both roll and assault. The game does not change.
    ///
    /// # Errors
    /// If they could do nothing there that takes dice, if the game waits within a combat, or if a script fails.
    pub fn before(game: &Game, pieces: PieceSet, space: SpaceId) -> Result<Vec<Odds>, NoCombat> {
        attack::odds(game, pieces, space)
    }

    /// The risk to a leader in the combat.
    pub fn risk(&self, leader: PieceId) -> f64 {
        self.leaders.iter().find(|risk| risk.leader == leader).map_or(0.0, |risk| risk.dies)
    }
}

/// The odds of the combat that rules lead to at a table; the first `given` of its answers were really given.
fn weigh(table: Table, given: usize, rules: impl FnOnce(&mut Table) -> Play<()>) -> Play<Option<Odds>> {
    let tally = odds::weigh(table, given, Rc::new(stand_in), rules, Tally::new)?;
    Ok(tally.map(Tally::odds))
}

fn space_id<S: Serializer>(space: &SpaceId, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(space.id())
}

fn piece_id<S: Serializer>(piece: &PieceId, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(piece.id())
}

fn piece_ids<S: Serializer>(pieces: &PieceSet, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(pieces.iter().map(|piece| piece.id()))
}
