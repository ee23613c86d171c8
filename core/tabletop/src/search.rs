//! How searching bots judge positions: as the script says, or else by values that were fitted to games.

use crate::content::Folder;
use crate::features;
use crate::language::WORTH;
use crate::rules::Tabletop;
use crate::state::TabletopState;
use rhai::Dynamic;
use std::rc::Rc;
use wilderness_engine::agents::Random;
use wilderness_engine::plain::Side;
use wilderness_engine::script::Occasion;
use wilderness_engine::value::{self, PositionValue};
use wilderness_engine::{Horizon, Searched, Side as _};

/// Positions are judged by the function `worth` of the script, or else by the values of the scenario; without either, games
/// are imagined to their ends.
pub struct Judged;

impl Judged {
    fn has_worth(folder: &Folder) -> bool {
        folder.rules.compiled.has(WORTH, 1)
    }

    fn value<'a>(state: &TabletopState, folder: &'a Folder) -> Option<&'a PositionValue> {
        folder.values.get(state.played.scenario.as_str())
    }
}

impl Searched<Tabletop> for Judged {
    type Playout = Random;

    fn horizon(start: &TabletopState, folder: &Folder) -> Horizon {
        let judges = Judged::has_worth(folder) || Judged::value(start, folder).is_some();
        if judges { Horizon { steps: 1, turns: folder.data.ahead } } else { Horizon::END }
    }

    /// A turn begins where no phase of it has been played.
    fn is_turn(state: &TabletopState) -> bool {
        state.phases_played == 0 && state.phase == 0
    }

    fn features(folder: &Folder) -> Vec<String> {
        features::names(&folder.data)
    }

    fn measure(state: &TabletopState, side: Side, folder: &Rc<Folder>, (): &()) -> Vec<f64> {
        features::measure(state, side, folder)
    }

    /// The turns that each side may still have.
    fn left(state: &TabletopState, folder: &Folder, (): &()) -> Option<f64> {
        let turns = folder.data.turns.saturating_sub(state.turn);
        Some(f64::from(turns) / folder.data.sides.count() as f64)
    }

    fn value<'a>(state: &TabletopState, folder: &'a Folder, (): &()) -> Option<&'a PositionValue> {
        Judged::value(state, folder)
    }

    fn points(state: &TabletopState, side: Side, _: &Rc<Folder>, (): &()) -> f64 {
        state.points[side.index()].into()
    }

    fn result(state: &TabletopState, side: Side, _: &Folder) -> Option<f64> {
        Some(state.ended?.map_or(0.5, |winner| if winner == side { 1.0 } else { 0.0 }))
    }

    fn worth(state: &TabletopState, side: Side, folder: &Rc<Folder>, (): &()) -> f64 {
        let script = Judged::has_worth(folder) && state.ended.is_none();
        let said = script.then(|| {
            let (occasion, args) = (Occasion::new(side, None), vec![Dynamic::from(side)]);
            let said = folder.host.query(&folder.rules.compiled, WORTH, state, occasion, args).ok()?;
            said.as_int().ok()
        });
        match said.flatten() {
            Some(percent) => percent.clamp(0, 100) as f64 / 100.0,
            None => value::chances::<Tabletop>(state, folder, &())[side.index()],
        }
    }
}
