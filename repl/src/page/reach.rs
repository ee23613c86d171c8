//! Where those can go who are asked where they go, for the page that asks: each place with its way.

use crate::board::pictured::PlannedRoute;
use crate::front::{Front, Session};
use serde::Serialize;
use wilderness_engine::scene::Scene;

/// A place in reach.
#[derive(Serialize)]
struct ReachedPlace<'a> {
    /// The id of the place.
    place: &'a str,
    /// The points of the way on the board, from its beginning.
    path: Vec<(f32, f32)>,
    /// What the way costs and risks.
    text: String,
}

/// The places in reach at the open question as JSON; none if the question is another's, or not about that.
pub fn reach<F: Front>(session: &Session<F>) -> String {
    let (game, viewer) = (session.game(), session.viewer());
    let open = game.decision().filter(|open| open.side == viewer && session.sees_decision() && !session.is_covered());
    let scene = F::board(game, viewer);
    let routes = open.map_or(Vec::new(), |open| F::routes(game, open));
    let reached: Vec<ReachedPlace<'_>> = routes.iter().filter_map(|route| place_of(&scene, route)).collect();
    serde_json::to_string(&reached).unwrap_or_default()
}

fn place_of<'a>(scene: &'a Scene, route: &PlannedRoute) -> Option<ReachedPlace<'a>> {
    let end = scene.places.get(*route.path.last()?)?;
    let path = route.path.iter().filter_map(|place| Some(scene.places.get(*place)?.at)).collect();
    Some(ReachedPlace { place: &end.id, path, text: route.notes.join("; ") })
}
