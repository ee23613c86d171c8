//! Where a force in motion can go, with what each way costs and risks.

use super::chances;
use super::say::ways;
use crate::board::pictured::PlannedRoute;
use std::collections::BTreeMap;
use wilderness_war::{Ask, Choice, Decision, Game, Side, SpaceId, View, scene};

/// The ways of the mover that is asked where it goes; none at other questions. The enemy is assumed to let it pass, as for
/// a sentence that names a space.
pub fn planned(game: &Game, decision: &Decision) -> Vec<PlannedRoute> {
    let Ask::March(mover) = decision.ask else { return Vec::new() };
    let view = game.view(decision.side);
    let mut interceptions: BTreeMap<SpaceId, String> = BTreeMap::new();
    let mut routes = Vec::new();
    ways(game, decision, mover, |before, last, spaces| {
        let Some(open) = before.decision() else { return };
        let path = spaces.iter().filter_map(|space| scene::place_of(&view, Choice::Space(*space))).collect();
        let steps = spaces.len() - 1;
        let mut notes = vec![match last {
            Choice::Naval(_) => "by sea".to_string(),
            _ => format!("{steps} space{}", if steps == 1 { "" } else { "s" }),
        }];
        for space in &spaces[1..steps] {
            notes.extend(passed(&view, decision.side, *space));
            let risk = interceptions.entry(*space).or_insert_with(|| chances::intercepted(game, decision.side, *space));
            if !risk.is_empty() {
                notes.push(format!("at {space} {risk}"));
            }
        }
        let there = chances::of(before, open, last);
        if !there.is_empty() {
            notes.push(there);
        }
        routes.push(PlannedRoute { path, notes });
    });
    routes
}

/// That a way leads past an enemy fortification (6.52).
fn passed(view: &View<'_>, side: Side, space: SpaceId) -> Option<String> {
    let works = view.works(side.enemy());
    let kinds = [(works.forts, "fort"), (works.fortresses, "fortress"), (works.stockades, "stockade")];
    let (_, kind) = kinds.into_iter().find(|(spaces, _)| spaces.contains(space))?;
    Some(format!("passes the {kind} at {space}"))
}
