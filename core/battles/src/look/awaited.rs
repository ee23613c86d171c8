//! Who has not arrived yet, and when and on which dice they can come (14.0).

use crate::battle::Battle;
use crate::game::Game;
use crate::pieces::At;
use crate::script;
use crate::side::Side;
use crate::state::{State, Step};
use crate::unit::UnitId;
use wilderness_engine::Halt;
use wilderness_hexes::Hex;

/// The faces of a die.
const FACES: [u8; 6] = [1, 2, 3, 4, 5, 6];

/// Units that have not arrived yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Awaited {
    /// What the log calls them.
    pub name: String,
    /// Whose they are.
    pub side: Side,
    /// The units that are still off the map.
    pub units: Vec<UnitId>,
    /// The first turn on which they can come; nothing if they cannot any more.
    pub turn: Option<u8>,
    /// The faces of the die that bring them then; nothing if no die decides.
    pub die: Option<Vec<u8>>,
    /// The turns after that on which other faces bring them, with the faces.
    pub later: Vec<(u8, Vec<u8>)>,
    /// The side that has to attack before.
    pub after_attack_by: Option<Side>,
    /// The hexes by which they enter.
    pub edge: Vec<Hex>,
    /// Within how many hexes of the first one's hex they all enter, if that is limited (14.1).
    pub within: Option<u32>,
}

/// The groups that have units off the map, in the order of the scenario.
pub fn awaited(game: &Game) -> Vec<Awaited> {
    let view = game.view(game.now().active());
    let (battle, state) = (game.scenario(), view.seen_state());
    let groups = battle.arrivals.iter().enumerate().map(|(index, arrival)| {
        let off_map = |unit: &UnitId| state.piece(*unit).at == At::OffMap;
        let first = arrival.turn.max(next_turn(battle, state, arrival.side, &Step::MovementStart));
        let Coming { turn, die, later, after_attack_by } = match arrival.script {
            None => Coming { turn: Some(first), ..Coming::default() },
            Some(_) => by_script(game, state, index, first),
        };
        let units = arrival.units.iter().copied().filter(off_map).collect();
        let (edge, within) = (arrival.edge.clone(), arrival.anchor_distance);
        Awaited {
            name: arrival.name.clone(),
            side: arrival.side,
            units,
            turn,
            die,
            later,
            after_attack_by,
            edge,
            within,
        }
    });
    groups.filter(|group| !group.units.is_empty()).collect()
}

/// When a group comes, on which faces of a die, on which ones later, and after an attack of which side.
#[derive(Default)]
struct Coming {
    turn: Option<u8>,
    die: Option<Vec<u8>>,
    later: Vec<(u8, Vec<u8>)>,
    after_attack_by: Option<Side>,
}

/// When the script of a group first lets it come: it is tried out for each turn and die, as things stand, and then as if
/// a side attacked as soon as it can.
fn by_script(game: &Game, state: &State, index: usize, first: u8) -> Coming {
    let battle = game.scenario();
    let attack = |side: Side| Some((side, next_turn(battle, state, side, &Step::Resolution)));
    for attacked in [None, attack(Side::French), attack(Side::British)] {
        for turn in first..=battle.turns {
            let faces = |turn: u8| -> Vec<u8> {
                let brings = |face: &u8| is_brought(game, state, index, (turn, *face), attacked);
                FACES.into_iter().filter(brings).collect()
            };
            let now = faces(turn);
            if !now.is_empty() {
                let mut later: Vec<(u8, Vec<u8>)> = Vec::new();
                for turn in turn + 1..=battle.turns {
                    let then = faces(turn);
                    if later.last().map_or(&now, |(_, faces)| faces) != &then {
                        later.push((turn, then));
                    }
                }
                let die = (now.len() < FACES.len()).then_some(now);
                return Coming { turn: Some(turn), die, later, after_attack_by: attacked.map(|(side, _)| side) };
            }
        }
    }
    Coming::default()
}

/// Whether the script of a group brings any of it on a turn, if its die shows a face.
fn is_brought(game: &Game, state: &State, index: usize, (turn, face): (u8, u8), attacked: Option<(Side, u8)>) -> bool {
    let arrival = &game.scenario().arrivals[index];
    let mut table = game.copies().copy();
    table.state = State { turn, side: arrival.side, step: Step::MovementStart, ..state.clone() };
    if let Some((side, turn)) = attacked {
        table.state.first_attack[side].get_or_insert(turn);
    }
    table.give_rolls([face]);
    match script::due(&mut table, index) {
        Ok(()) => arrival.units.iter().any(|unit| table.state.piece(*unit).at == At::Due),
        // Its side chooses which unit comes.
        Err(Halt::Pending(_)) => true,
        Err(_) => false,
    }
}

/// The next turn on which a phase of a side is still to come.
fn next_turn(battle: &Battle, state: &State, side: Side, phase: &Step) -> u8 {
    let is_to_come = match stage(&state.step) {
        0 => true,
        now if state.side == side => now <= stage(phase),
        _ => battle.players[0] == state.side,
    };
    if is_to_come { state.turn.max(1) } else { state.turn.saturating_add(1) }
}

/// The place of a step within a player turn (4.2); 0 is before it.
fn stage(step: &Step) -> u8 {
    match step {
        Step::Markers | Step::SetUp(..) | Step::Turn => 0,
        Step::Bombardment => 1,
        Step::MovementStart => 2,
        Step::Movement => 3,
        Step::Declaration => 4,
        Step::Resolution | Step::Strike(..) => 5,
        Step::Rally => 6,
        Step::Over(_) => 7,
    }
}
