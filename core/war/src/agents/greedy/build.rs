//! What to build (5.4): forts that shelter and hold, stockades that carry supply to a siege.

use super::board::Board;
use super::value;
use super::weights;
use crate::map::Map;
use crate::sets::SpaceId;

/// Forts that are worth starting or finishing, the best first, and what the best are worth together.
pub fn forts(board: &Board<'_>) -> (f32, Vec<SpaceId>) {
    let works = board.view.works(board.side);
    let mut sites: Vec<(f32, SpaceId)> = Vec::new();
    for space in board.view.fort_sites() {
        let pieces = board.view.outside(board.side, space);
        let key = if value::key(board.view, board.enemy, space) > 0.0 { weights::FORT_AT_KEY } else { 0.0 };
        let cold = weights::FORT_IN_WINTER * board.frost(space, pieces, 0);
        let front = if board.pressure(space) > weights::PRESSED { weights::FORT_AT_FRONT } else { 0.0 };
        let worth = if works.under_construction.contains(space) {
            weights::FORT + key + cold + front
        } else if pieces.drilled().len() >= 2 && !Map::get().originally(board.side).contains(space) {
            weights::FORT_BEGUN + key + front
        } else {
            continue;
        };
        sites.push((worth, space));
    }
    in_order(sites)
}

/// Stockades worth placing: where troops would suffer winter attrition, and on the supply route to a target.
pub fn stockades(board: &Board<'_>) -> (f32, Vec<SpaceId>) {
    let unsupplied = board.targets.iter().filter(|target| target.siege > 0 && !board.supplied.contains(target.space));
    let mut sites: Vec<(f32, SpaceId)> = Vec::new();
    let cut_off: Vec<(SpaceId, f32)> = unsupplied.map(|target| (target.space, target.prize)).collect();
    for space in board.view.stockade_sites() - Map::get().cultivated {
        let pieces = board.view.outside(board.side, space);
        let few = pieces.units().len() <= 4;
        let cold = if few { board.frost(space, pieces, 0) } else { 0.0 };
        let army = !pieces.leaders().is_empty() && pieces.drilled().len() >= 3;
        let road = cut_off.iter().filter(|(target, _)| army && Map::get().distance(space, *target) <= 3);
        let road = road.map(|(_, prize)| weights::STOCKADE_ON_ROAD * prize).fold(0.0, f32::max);
        let worth = cold + road - weights::STOCKADE;
        if worth > weights::STOCKADE {
            sites.push((worth, space));
        }
    }
    in_order(sites)
}

fn in_order(mut sites: Vec<(f32, SpaceId)>) -> (f32, Vec<SpaceId>) {
    sites.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let gain = sites.iter().take(2).map(|(worth, _)| worth).sum();
    (gain, sites.into_iter().map(|(_, space)| space).collect())
}
