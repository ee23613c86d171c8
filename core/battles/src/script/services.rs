//! The services that scripts call on the game. What they are told of by name is looked up, and refused if it is not of
//! this battle.
#![allow(clippy::unwrap_used)] // in the code that rhai's macro writes around each function

use crate::battle::{Battle, HexPoints, NamedScript};
use crate::board::Board;
use crate::decision::{Play, Table, Throw};
use crate::game::FrenchAndIndianWarBattles as Us;
use crate::id::Id;
use crate::log::Happened;
use crate::pieces::At;
use crate::rules::{demoralization, effects, reinforcements};
use crate::script::language::RULE_OF_SCRIPTS;
use crate::script::{ArrivalView, Context, MomentView, ObjectiveView};
use crate::side::Side;
use crate::state::State;
use crate::unit::{Class, UnitId};
use rhai::plugin::*;
use rhai::{Array, Dynamic};
use wilderness_engine::script::{Answer, Handle, refuse};
use wilderness_hexes::Hex;

type Game = Handle<Us>;

/// Looks up a hex of the map.
fn hex_of(battle: &Battle, text: &str) -> Result<Hex, String> {
    let hex = Hex::new(text).filter(|hex| battle.map.grid.has(*hex));
    hex.ok_or_else(|| format!("`{text}` is not a hex of this map"))
}

/// Looks up a unit of the battle.
fn unit_of(battle: &Battle, text: &str) -> Result<UnitId, String> {
    let unit = Id::new(text).and_then(|id| battle.find(id));
    unit.ok_or_else(|| format!("`{text}` is not a unit of this battle"))
}

/// Looks at what never changes in the battle; what is not found is refused.
fn consult<T>(game: &Game, look: impl FnOnce(&Battle) -> Result<T, String>) -> Answer<T> {
    let found = game.read(|seat| {
        let id = seat.setting();
        look(seat.deck.get(id).ok_or_else(|| format!("there is no battle `{id}`"))?)
    })?;
    found.or_else(refuse)
}

/// Looks at the battle; what is not found is refused.
fn look<T>(game: &Game, look: impl FnOnce(&Battle, &State) -> Result<T, String>) -> Answer<T> {
    let found = game.read(|seat| {
        let state = seat.state();
        let battle = seat.deck.get(&*state.battle).ok_or_else(|| format!("there is no battle `{}`", state.battle))?;
        look(battle, state)
    })?;
    found.or_else(refuse)
}

/// Does something at the table, unless it is refused.
fn act<T>(game: &Game, act: impl FnOnce(&mut Table) -> Play<Result<T, String>>) -> Answer<T> {
    game.act(|table, _| act(table))?.or_else(refuse)
}

/// A side's units on the map, in a hex. Scripts ask so often that the rest of a board is not worth its cost.
fn units_at(state: &State, side: Side, hex: Hex) -> Vec<UnitId> {
    state.on_map(side).filter(|(_, at)| *at == hex).map(|(unit, _)| unit).collect()
}

#[export_module]
pub mod views {
    /// The name of the moment, as in `moments()`.
    ///
    /// `moment.kind == "bombarded"`
    #[rhai_fn(get = "kind", pure)]
    pub fn kind(moment: &mut MomentView) -> String {
        moment.kind.into()
    }

    /// The side of the unit that fired or entered.
    ///
    /// `moment.side == Side::FRENCH`
    #[rhai_fn(get = "side", pure)]
    pub fn side(moment: &mut MomentView) -> Side {
        moment.side
    }

    /// The unit that fired, entered a hex, moved or tried to rally.
    ///
    /// `game.is_foot(moment.unit)`
    #[rhai_fn(get = "unit", pure)]
    pub fn unit(moment: &mut MomentView) -> Dynamic {
        moment.unit.map_or(Dynamic::UNIT, |unit| unit.to_string().into())
    }

    /// The hex that was fired at, entered or attacked, or where the unit is.
    ///
    /// `game.burns(moment.hex)`
    #[rhai_fn(get = "hex", pure)]
    pub fn hex(moment: &mut MomentView) -> Dynamic {
        moment.hex.map_or(Dynamic::UNIT, |hex| hex.to_string().into())
    }

    /// What the die shows.
    ///
    /// `moment.die == 1`
    #[rhai_fn(get = "die", pure)]
    pub fn die(moment: &mut MomentView) -> Dynamic {
        moment.die.map_or(Dynamic::UNIT, |die| i64::from(die).into())
    }

    /// The result of a combat, as in the table (`"Dr"`), or of an attempt to rally.
    ///
    /// `moment.result == "failed"`
    #[rhai_fn(get = "result", pure)]
    pub fn result(moment: &mut MomentView) -> Dynamic {
        moment.result.map_or(Dynamic::UNIT, |result| result.into())
    }

    /// The id of a group that may arrive.
    ///
    /// `arrival.id == "fort-lyman"`
    #[rhai_fn(get = "id", pure)]
    pub fn id(arrival: &mut ArrivalView) -> String {
        arrival.id.clone()
    }

    /// What the scenario gives the script with this arrival; test what it may leave out with `in`.
    ///
    /// `arrival.parameters.up_to`
    #[rhai_fn(get = "parameters", pure)]
    pub fn parameters(arrival: &mut ArrivalView) -> rhai::Map {
        arrival.parameters.clone()
    }

    /// The side that receives the points of a set of hexes.
    ///
    /// `objective.side != moment.side`
    #[rhai_fn(get = "side", pure)]
    pub fn side_of_objective(objective: &mut ObjectiveView) -> Side {
        objective.side
    }

    /// The demoralization points of a set of hexes.
    ///
    /// `objective.points`
    #[rhai_fn(get = "points", pure)]
    pub fn points(objective: &mut ObjectiveView) -> i64 {
        objective.points.into()
    }

    /// The side of the unit.
    ///
    /// `at.side == Side::FRENCH`
    #[rhai_fn(get = "side", pure)]
    pub fn side_of_context(at: &mut Context) -> Side {
        at.side
    }

    /// The unit that would enter a hex, moves or rallies.
    ///
    /// `game.kind(at.unit) == "indian"`
    #[rhai_fn(get = "unit", pure)]
    pub fn unit_of_context(at: &mut Context) -> Dynamic {
        at.unit.map_or(Dynamic::UNIT, |unit| unit.to_string().into())
    }

    /// The hex that it would enter, where it is, or that is attacked.
    ///
    /// `game.near(at.hex)`
    #[rhai_fn(get = "hex", pure)]
    pub fn hex_of_context(at: &mut Context) -> Dynamic {
        at.hex.map_or(Dynamic::UNIT, |hex| hex.to_string().into())
    }

    /// The units that attack.
    ///
    /// `at.units.some(|unit| game.kind(unit) == "grenadier")`
    #[rhai_fn(get = "units", pure)]
    pub fn units_of_context(at: &mut Context) -> Array {
        at.units.iter().map(|unit| unit.to_string().into()).collect()
    }
}

#[export_module]
pub mod battle {
    /// Whether there is fog in this game turn (5.0).
    ///
    /// `game.is_fog`
    #[rhai_fn(get = "is_fog", pure, return_raw)]
    pub fn is_fog(game: &mut Game) -> Answer<bool> {
        game.read(|seat| seat.state().fog)
    }

    /// Rolls a die.
    ///
    /// `game.roll() <= 2`
    #[rhai_fn(return_raw)]
    pub fn roll(game: &mut Game) -> Answer<i64> {
        act(game, |table| {
            let place = table.occasion_of_script(0_u64);
            let die = table.roll_at(Throw::Script, place)?;
            let side = table.state.side;
            effects::tell(table, RULE_OF_SCRIPTS, side, Happened::Rolled(die));
            Ok(Ok(die.into()))
        })
    }

    /// Writes into the log of the battle: one line, of at most 120 letters.
    ///
    /// `game.tell("the guns are spiked")`
    #[rhai_fn(return_raw)]
    pub fn tell(game: &mut Game, text: &str) -> Answer<()> {
        let text: String = text.chars().take(120).collect();
        act(game, |table| {
            let side = table.state.side;
            effects::tell(table, RULE_OF_SCRIPTS, side, Happened::Told(text));
            Ok(Ok(()))
        })
    }

    /// The other side.
    ///
    /// `at.side.enemy`
    #[rhai_fn(get = "enemy", pure)]
    pub fn enemy(side: &mut Side) -> Side {
        side.enemy()
    }

    /// The game turn.
    ///
    /// `game.turn >= 2`
    #[rhai_fn(get = "turn", pure, return_raw)]
    pub fn turn(game: &mut Game) -> Answer<i64> {
        game.read(|seat| seat.state().turn.into())
    }

    /// What the scenario gives the script of this name in `[scripts]`; test what it may leave out with `in`.
    ///
    /// `game.parameters("balk").side`
    #[rhai_fn(pure, return_raw)]
    pub fn parameters(game: &mut Game, script: &str) -> Answer<rhai::Map> {
        consult(game, |battle| {
            let named = battle.parameters(script).map(NamedScript::to_map);
            named.ok_or_else(|| format!("the scenario has no `{script}` in `[scripts]`"))
        })
    }

    /// Whether a side has attacked in an earlier turn of the battle (22.4).
    ///
    /// `game.has_attacked_before(Side::FRENCH)`
    #[rhai_fn(pure, return_raw)]
    pub fn has_attacked_before(game: &mut Game, side: Side) -> Answer<bool> {
        game.read(|seat| seat.state().first_attack[side].is_some_and(|first| first < seat.state().turn))
    }
}

#[export_module]
pub mod hexes {
    /// The hexes next to a hex.
    ///
    /// `game.near("0810")`
    #[rhai_fn(pure, return_raw)]
    pub fn near(game: &mut Game, hex: &str) -> Answer<Array> {
        consult(game, |battle| {
            Ok(battle.map.grid.near(hex_of(battle, hex)?).map(|near| near.to_string().into()).collect())
        })
    }

    /// Whether a hex is a fort, or behind an entrenchment, on the side towards a neighbour.
    ///
    /// `game.has_wall("0911", "1011")`
    #[rhai_fn(pure, return_raw)]
    pub fn has_wall(game: &mut Game, hex: &str, towards: &str) -> Answer<bool> {
        consult(game, |battle| Ok(battle.map.owns_wall(hex_of(battle, hex)?, hex_of(battle, towards)?)))
    }

    /// The units of a side in a hex.
    ///
    /// `game.units_in(Side::BRITISH, "0810")`
    #[rhai_fn(pure, return_raw)]
    pub fn units_in(game: &mut Game, side: Side, hex: &str) -> Answer<Array> {
        look(game, |battle, state| {
            let units = units_at(state, side, hex_of(battle, hex)?);
            Ok(units.into_iter().map(|unit| battle.unit(unit).id.to_string().into()).collect())
        })
    }

    /// Whether the terrain of a hex can be set on fire (21.0).
    ///
    /// `game.can_burn("0810")`
    #[rhai_fn(pure, return_raw)]
    pub fn can_burn(game: &mut Game, hex: &str) -> Answer<bool> {
        consult(game, |battle| Ok(battle.map.terrain(hex_of(battle, hex)?).burns))
    }

    /// Whether a hex burns.
    ///
    /// `game.burns("0810")`
    #[rhai_fn(pure, return_raw)]
    pub fn burns(game: &mut Game, hex: &str) -> Answer<bool> {
        look(game, |battle, state| Ok(state.burning.contains(hex_of(battle, hex)?)))
    }

    /// Sets a hex on fire for good; refused if its terrain cannot burn.
    ///
    /// `game.set_on_fire("0810")`
    #[rhai_fn(return_raw)]
    pub fn set_on_fire(game: &mut Game, hex: &str) -> Answer<()> {
        let hex = look(game, |battle, _| {
            let hex = hex_of(battle, hex)?;
            let terrain = battle.map.terrain(hex);
            if terrain.burns { Ok(hex) } else { Err(format!("{hex} cannot burn: it is {}", terrain.name)) }
        })?;
        act(game, |table| {
            table.state.burning.insert(hex);
            effects::tell(table, "21.0", table.state.side, Happened::SetOnFire(hex));
            Ok(Ok(()))
        })
    }
}

#[export_module]
pub mod units {
    /// The type of a unit, as among the counters: `line`, `grenadier`, `light`, `militia`, `indian`, `cavalry`,
    /// `artillery`, `leader`, `supply`.
    ///
    /// `game.kind("huron") == "indian"`
    #[rhai_fn(pure, return_raw)]
    pub fn kind(game: &mut Game, unit: &str) -> Answer<String> {
        consult(game, |battle| Ok(battle.unit(unit_of(battle, unit)?).kind.word().into()))
    }

    /// Whether a unit is infantry or cavalry.
    ///
    /// `game.is_foot("la-sarre")`
    #[rhai_fn(pure, return_raw)]
    pub fn is_foot(game: &mut Game, unit: &str) -> Answer<bool> {
        consult(game, |battle| Ok(battle.unit(unit_of(battle, unit)?).class() == Class::Foot))
    }

    /// Whether a unit is disordered.
    ///
    /// `game.is_disordered("la-sarre")`
    #[rhai_fn(pure, return_raw)]
    pub fn is_disordered(game: &mut Game, unit: &str) -> Answer<bool> {
        look(game, |battle, state| Ok(state.piece(unit_of(battle, unit)?).disordered))
    }

    /// Whether a hex is within the command radius of a leader; not if he is not on the map (12.3).
    ///
    /// `game.is_in_radius("st-pierre", "1112")`
    #[rhai_fn(pure, return_raw)]
    pub fn is_in_radius(game: &mut Game, leader: &str, hex: &str) -> Answer<bool> {
        look(game, |battle, state| {
            let (leader, hex) = (unit_of(battle, leader)?, hex_of(battle, hex)?);
            let radius = u32::from(battle.unit(leader).cv);
            Ok(state.hex(leader).is_some_and(|at| at.distance(hex) <= radius))
        })
    }

    /// All units of a side on the map.
    ///
    /// `game.units(at.side.enemy)`
    #[rhai_fn(pure, return_raw)]
    pub fn units(game: &mut Game, side: Side) -> Answer<Array> {
        look(game, |battle, state| {
            Ok(state.on_map(side).map(|(unit, _)| battle.unit(unit).id.to_string().into()).collect())
        })
    }

    /// The hex of a unit; `()` if it is not on the map.
    ///
    /// `game.hex_of("la-sarre")`
    #[rhai_fn(name = "hex_of", pure, return_raw)]
    pub fn hex_of_unit(game: &mut Game, unit: &str) -> Answer<Dynamic> {
        look(game, |battle, state| {
            let hex = state.hex(unit_of(battle, unit)?);
            Ok(hex.map_or(Dynamic::UNIT, |hex| hex.to_string().into()))
        })
    }

    /// The combat factor that a unit shows now (11.0).
    ///
    /// `game.factor(unit) > 4`
    #[rhai_fn(pure, return_raw)]
    pub fn factor(game: &mut Game, unit: &str) -> Answer<i64> {
        look(game, |battle, state| Ok(Board::new(battle, state).cf(unit_of(battle, unit)?).into()))
    }

    /// A disordered unit on the map is in good order again; refused for others.
    ///
    /// `game.restore("la-sarre")`
    #[rhai_fn(return_raw)]
    pub fn restore(game: &mut Game, unit: &str) -> Answer<()> {
        let found = look(game, |battle, state| {
            let found = unit_of(battle, unit)?;
            let piece = state.piece(found);
            let is_fit = piece.disordered && matches!(piece.at, At::Hex(_));
            if is_fit { Ok(found) } else { Err(format!("{unit} is not disordered on the map")) }
        })?;
        act(game, |table| {
            let side = table.state.piece(found).side;
            table.state.piece_mut(found).disordered = false;
            effects::tell(table, RULE_OF_SCRIPTS, side, Happened::Restored(found));
            Ok(Ok(()))
        })
    }

    /// Eliminates a unit on the map, which counts for demoralization (13.2).
    ///
    /// `game.eliminate("la-sarre")`
    #[rhai_fn(return_raw)]
    pub fn eliminate(game: &mut Game, unit: &str) -> Answer<()> {
        let found = look(game, |battle, state| {
            let found = unit_of(battle, unit)?;
            let is_there = matches!(state.piece(found).at, At::Hex(_));
            if is_there { Ok(found) } else { Err(format!("{unit} is not on the map")) }
        })?;
        act(game, |table| {
            effects::eliminate(table, RULE_OF_SCRIPTS, found);
            Ok(Ok(()))
        })
    }

    /// Disorders a unit on the map; one that is disordered already is eliminated (11.0). Refused for leaders and supply
    /// trains.
    ///
    /// `game.disorder("la-sarre")`
    #[rhai_fn(return_raw)]
    pub fn disorder(game: &mut Game, unit: &str) -> Answer<()> {
        let found = look(game, |battle, state| {
            let found = unit_of(battle, unit)?;
            let is_there = matches!(state.piece(found).at, At::Hex(_));
            match (is_there, battle.unit(found).is_man()) {
                (false, _) => Err(format!("{unit} is not on the map")),
                (true, false) => Err(format!("{unit} is never disordered: it is no infantry, cavalry or artillery")),
                (true, true) => Ok(found),
            }
        })?;
        act(game, |table| {
            let burns = table.state.hex(found).is_some_and(|hex| table.state.burning.contains(hex));
            effects::disorder(table, if burns { "21.1" } else { "11.0" }, found);
            Ok(Ok(()))
        })
    }
}

#[export_module]
pub mod arrivals {
    /// Rolls the die for a group that may arrive: true if it shows no more than a number.
    ///
    /// `game.roll_up_to(arrival, 2)`
    #[rhai_fn(return_raw)]
    pub fn roll_up_to(game: &mut Game, arrival: ArrivalView, most: i64) -> Answer<bool> {
        act(game, |table| reinforcements::roll_up_to(table, arrival.index, most))
    }

    /// The group arrives: its units enter the map in this Movement Phase.
    ///
    /// `game.bring(arrival)`
    #[rhai_fn(return_raw)]
    pub fn bring(game: &mut Game, arrival: ArrivalView) -> Answer<()> {
        act(game, |table| reinforcements::bring(table, arrival.index, false))
    }

    /// One unit of the group arrives, which its side chooses.
    ///
    /// `game.bring_one(arrival)`
    #[rhai_fn(return_raw)]
    pub fn bring_one(game: &mut Game, arrival: ArrivalView) -> Answer<()> {
        act(game, |table| reinforcements::bring(table, arrival.index, true))
    }
}

#[export_module]
pub mod points {
    /// The sets of hexes with demoralization points that a hex belongs to.
    ///
    /// `game.objectives(moment.hex)`
    #[rhai_fn(pure, return_raw)]
    pub fn objectives(game: &mut Game, hex: &str) -> Answer<Array> {
        consult(game, |battle| {
            let hex = hex_of(battle, hex)?;
            let sets = battle.hex_points.iter().enumerate().filter(|(_, set)| set.hexes.contains(hex));
            let view = |(index, set): (usize, &HexPoints)| ObjectiveView { index, side: set.side, points: set.points };
            Ok(sets.map(view).map(Dynamic::from).collect())
        })
    }

    /// The demoralization points of a side: what its army has suffered (13.2).
    ///
    /// `game.dp(at.side.enemy) > 10`
    #[rhai_fn(pure, return_raw)]
    pub fn dp(game: &mut Game, side: Side) -> Answer<i64> {
        game.read(|seat| seat.state().dp[side].into())
    }

    /// The army of a side receives demoralization points, from 1 to 99 (13.2).
    ///
    /// `game.demoralize(moment.side.enemy, 2)`
    #[rhai_fn(return_raw)]
    pub fn demoralize(game: &mut Game, side: Side, points: i64) -> Answer<()> {
        let Some(points) = u16::try_from(points).ok().filter(|points| (1..=99).contains(points)) else {
            return refuse(format!("an army receives 1 to 99 points, not {points}"));
        };
        act(game, |table| {
            demoralization::add(table, side, points);
            Ok(Ok(()))
        })
    }

    /// Whether the points of a set of hexes have been received.
    ///
    /// `!game.is_scored(objective)`
    #[rhai_fn(pure, return_raw)]
    pub fn is_scored(game: &mut Game, objective: ObjectiveView) -> Answer<bool> {
        game.read(|seat| seat.state().hex_points.get(objective.index).copied().unwrap_or(true))
    }

    /// Its side receives the points of a set of hexes; refused the second time.
    ///
    /// `game.score(objective)`
    #[rhai_fn(return_raw)]
    pub fn score(game: &mut Game, objective: ObjectiveView) -> Answer<()> {
        act(game, |table| {
            if std::mem::replace(&mut table.state.hex_points[objective.index], true) {
                return Ok(Err("these points have been received".into()));
            }
            demoralization::add(table, objective.side, objective.points);
            Ok(Ok(()))
        })
    }
}
