//! What follows from a position, as JSON: zones, losses, victory, targets, reach, declarations, odds, retreats.

mod asked;

pub use asked::InspectQuery;

use crate::battle::Battle;
use crate::board::Board;
use crate::declare::Contacts;
use crate::pieces::At;
use crate::rules::ground::Ground;
use crate::rules::reach::{Reach, Walk, entries};
use crate::rules::{bombardment, rally, victory};
use crate::script::Battles;
use crate::side::Side;
use crate::state::{Attack, State, Step};
use crate::unit::{Class, UnitId};
use serde_json::{Map, Value, json};
use wilderness_engine::Side as _;
use wilderness_hexes::{Hex, HexSet};

/// The number of declarations from which on they are not listed.
const MOST_DECLARATIONS: usize = 500;

/// Everything that follows from a position, and the answers to what is asked besides.
pub fn inspect(battles: &Battles, battle: &Battle, state: &State, asked: &InspectQuery) -> Value {
    let board = Ground::new(battles, battle, state);
    let mut answer = Map::new();
    for side in Side::BOTH {
        answer.insert(side.id().into(), army(&board, side));
    }
    let outcome = victory::outcome(battle, state);
    let winner = outcome.winner.map(Side::id);
    answer.insert("outcome".into(), json!({ "margin": outcome.margin, "level": outcome.level, "winner": winner }));
    answer.insert("targets".into(), targets(&board));
    answer.insert("rally".into(), rallies(&board));
    if state.step == Step::Movement {
        movement(&board, asked, &mut answer);
    }
    if state.step == Step::Declaration {
        combat(&board, &mut answer);
    }
    asked.answer(&board, &mut answer);
    Value::Object(answer)
}

/// What sees what on an empty map, for each hex where a gun may stand, within a range.
pub fn sights(battle: &Battle, range: u32) -> Value {
    let map = &battle.map;
    let open = |hex: &Hex| {
        use crate::tables::Gait;
        [Gait::Foot, Gait::Light, Gait::Cavalry, Gait::Artillery].iter().any(|gait| map.is_open(*hex, *gait))
            || battle.deploys.iter().any(|deploy| deploy.listed && deploy.area.contains(*hex))
    };
    let guns = |hex: &Hex| {
        let set_up = battle.deploys.iter().any(|deploy| deploy.listed && deploy.area.contains(*hex));
        map.is_open(*hex, crate::tables::Gait::Artillery) || set_up
    };
    let targets: Vec<Hex> = map.grid.hexes().filter(open).collect();
    let mut sights = Map::new();
    for from in map.grid.hexes().filter(guns) {
        let near = targets.iter().filter(|to| **to != from && from.distance(**to) <= range);
        let seen = near.filter(|to| crate::los::blocked(map, &HexSet::EMPTY, from, **to).is_none());
        let seen: Vec<String> = seen.map(Hex::to_string).collect();
        sights.insert(from.to_string(), seen.join(" ").into());
    }
    json!({ "map": map.id, "range": range, "los": sights })
}

fn hexes(set: impl IntoIterator<Item = Hex>) -> Value {
    set.into_iter().map(|hex| Value::from(hex.to_string())).collect()
}

fn army(board: &Board<'_>, side: Side) -> Value {
    let (battle, state) = (board.battle, board.state);
    json!({
        "zone": hexes(board.zone(side).iter()),
        "dp": state.dp[side],
        "losses": victory::losses(battle, state, side),
        "level": battle.losses[side].level,
        "demoralized": state.is_demoralized(battle, side),
        "vp": victory::vp(battle, state, side),
    })
}

fn targets(board: &Board<'_>) -> Value {
    let mut all = Map::new();
    for (gun, _) in Side::BOTH.into_iter().flat_map(|side| board.of(side)) {
        if board.unit(gun).class() != Class::Gun {
            continue;
        }
        let targets = bombardment::targets(board, gun);
        let fire = targets.fire.iter().map(|(hex, strength)| (hex.to_string(), json!(strength))).collect::<Map<_, _>>();
        let blocked = targets.blocked.iter().map(|(hex, why)| (hex.to_string(), json!(why.to_string())));
        let blocked = blocked.collect::<Map<_, _>>();
        all.insert(board.unit(gun).id.to_string(), json!({ "fire": fire, "blocked": blocked }));
    }
    all.into()
}

fn rallies(board: &Board<'_>) -> Value {
    let men = Side::BOTH.into_iter().flat_map(|side| board.of(side));
    let disordered = men.filter(|(unit, _)| board.piece(*unit).disordered);
    let modifiers = disordered.map(|(unit, _)| (board.unit(unit).id.to_string(), json!(rally::modifier(board, unit))));
    modifiers.collect::<Map<_, _>>().into()
}

fn reach(reach: &Reach) -> Value {
    let mut all: Map<String, Value> = reach.hexes.iter().map(|(hex, mp)| (hex.to_string(), json!(mp))).collect();
    all.extend(reach.exit.map(|mp| ("exit".to_string(), json!(mp))));
    all.into()
}

fn movement(board: &Ground<'_>, asked: &InspectQuery, answer: &mut Map<String, Value>) {
    let side = board.state.side;
    let id = |unit: UnitId| board.unit(unit).id.to_string();
    let due = |unit: &UnitId| board.piece(*unit).at == At::Due && board.piece(*unit).side == side;
    let (mut reaches, mut entry) = (Map::new(), Map::new());
    for (unit, _) in board.of(side).filter(|(unit, _)| asked.wants_reach_of(&id(*unit))) {
        let start = Walk::start(board, unit, false).map(|walk| (walk, 0));
        reaches.insert(id(unit), reach(&Reach::new(board, start.as_slice())));
    }
    for unit in board.battle.units().map(|(unit, _)| unit).filter(due) {
        let open = entries(board, unit);
        let allowance = board.allowance(unit);
        let starts =
            open.iter().map(|(hex, pays)| (Walk::entered(board, unit, *hex, allowance - pays.unit), pays.unit));
        if asked.wants_reach_of(&id(unit)) {
            reaches.insert(id(unit), reach(&Reach::new(board, &starts.collect::<Vec<_>>())));
        }
        entry.insert(
            id(unit),
            open.iter().map(|(hex, pays)| (hex.to_string(), json!(pays.unit))).collect::<Map<_, _>>().into(),
        );
    }
    answer.insert("reach".into(), reaches.into());
    answer.insert("entry".into(), entry.into());
    if let Some(marching) = &board.state.marching {
        let march = marching.iter().map(|unit| {
            let start = Walk::start(board, *unit, true).map(|walk| (walk, 0));
            (id(*unit), reach(&Reach::new(board, start.as_slice())))
        });
        answer.insert("march".into(), march.collect::<Map<_, _>>().into());
    }
}

fn combat(board: &Board<'_>, answer: &mut Map<String, Value>) {
    let field = Contacts::new(board);
    let id = |unit: UnitId| board.unit(unit).id.to_string();
    let contact = field.contacts().map(|(unit, to)| (id(unit), hexes(to))).collect::<Map<_, _>>();
    answer.insert("contact".into(), contact.into());
    answer.insert("bound".into(), field.bound().map(|unit| Value::from(id(unit))).collect());
    answer.insert("due".into(), hexes(field.due()));
    let text = |attack: &Attack| {
        let mut units: Vec<String> = attack.units.iter().map(|unit| id(*unit)).collect();
        units.sort();
        let hexes: Vec<String> = attack.hexes.iter().map(Hex::to_string).collect();
        format!("{}>{}", units.join("+"), hexes.join("+"))
    };
    let mut list: Vec<String> = Vec::new();
    for attacks in field.declarations(MOST_DECLARATIONS) {
        let mut texts: Vec<String> = attacks.iter().map(text).collect();
        texts.sort();
        list.push(texts.join("; "));
    }
    list.sort();
    let mut attacks = json!({ "count": list.len() });
    if list.len() < MOST_DECLARATIONS {
        attacks["list"] = json!(list);
    }
    answer.insert("attacks".into(), attacks);
}
