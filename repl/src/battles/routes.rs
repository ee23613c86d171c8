//! Where a unit in motion can go, with what each way costs and who threatens it there.

use crate::board::pictured::PlannedRoute;
use wilderness_battles::{Ask, Choice, Decision, Game, Hex, look, scene};

/// The ways of the unit that is asked for its next step; none at other questions.
pub fn planned(game: &Game, decision: &Decision) -> Vec<PlannedRoute> {
    let Ask::Step(unit) = decision.ask else { return Vec::new() };
    let Some(unit) = game.scenario().find(unit) else { return Vec::new() };
    let view = game.view(decision.side);
    let place = |hex: &Hex| scene::places_of(&view, Choice::Hex(*hex)).into_iter().next();
    let ways = look::ways(game, unit);
    let ends = ways.iter().filter_map(|(way, _)| way.last().copied());
    let threats = look::threats_to(game, decision.side, ends);
    let planned = |(way, cost): &(Vec<Hex>, u8)| {
        let threats = threats.get(way.last()?)?;
        let counts = [
            (threats.foot.len(), "unit could attack", "units could attack"),
            (threats.guns.len(), "gun could fire", "guns could fire"),
        ];
        let risks = counts.into_iter().filter(|(count, ..)| *count > 0);
        let risks = risks.map(|(count, one, more)| format!("{count} enemy {}", if count == 1 { one } else { more }));
        let notes = [format!("{cost} MP")].into_iter().chain(risks).collect();
        Some(PlannedRoute { path: way.iter().filter_map(place).collect(), notes })
    };
    ways.iter().filter_map(planned).collect()
}
