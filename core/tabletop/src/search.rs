//! How searching bots judge positions: as the script says.

use crate::content::Folder;
use crate::language::WORTH;
use crate::rules::Tabletop;
use crate::state::TabletopState;
use rhai::Dynamic;
use std::rc::Rc;
use wilderness_engine::agents::Random;
use wilderness_engine::plain::Side;
use wilderness_engine::script::Occasion;
use wilderness_engine::{Horizon, Searched, Side as _};

/// Positions are judged by the function `worth` of the script; without it, games are imagined to their ends.
pub struct Judged;

impl Judged {
    fn has_worth(folder: &Folder) -> bool {
        folder.rules.compiled.has(WORTH, 1)
    }
}

impl Searched<Tabletop> for Judged {
    type Playout = Random;

    fn horizon(folder: &Folder) -> Horizon {
        if Judged::has_worth(folder) { Horizon { steps: 1, turns: folder.data.ahead } } else { Horizon::END }
    }

    /// A turn begins where no phase of it has been played.
    fn is_turn(state: &TabletopState) -> bool {
        state.phases_played == 0 && state.phase == 0
    }

    fn worth(state: &TabletopState, side: Side, folder: &Rc<Folder>, (): &()) -> f64 {
        if let Some(winner) = state.ended {
            return winner.map_or(0.5, |winner| if winner == side { 1.0 } else { 0.0 });
        }
        let said = Judged::has_worth(folder).then(|| {
            let (occasion, args) = (Occasion::new(side, None), vec![Dynamic::from(side)]);
            let said = folder.host.query(&folder.rules.compiled, WORTH, state, occasion, args).ok()?;
            said.as_int().ok()
        });
        match said.flatten() {
            Some(percent) => percent.clamp(0, 100) as f64 / 100.0,
            None => by_points(state, side, folder),
        }
    }
}

/// The sides with the most points share 1.
fn by_points(state: &TabletopState, side: Side, folder: &Folder) -> f64 {
    let points = |side: Side| state.points[side.index()];
    let all = folder.data.sides.iter().map(points);
    let most = all.clone().max().unwrap_or_default();
    if points(side) < most { 0.0 } else { 1.0 / all.filter(|other| *other == most).count() as f64 }
}
