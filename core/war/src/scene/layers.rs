//! Sets of spaces to be seen: supply, raids, a piece's reach, threats, odds.

use crate::game::Game;
use crate::inspect::reach_of;
use crate::map::Map;
use crate::odds::Odds;
use crate::pieces::Pieces;
use crate::queries::Arrival;
use crate::sets::{Id, PieceId, PieceSet, SpaceId, SpaceSet};
use crate::side::Side;
use crate::table::Play;
use crate::view::View;
use wilderness_engine::Side as _;
use wilderness_engine::scene::Layer;

/// The layers of this game, as they are asked for, each with what it shows.
pub const LAYERS: [(&str, &str); 5] = [
    ("supply", "where drilled troops of the side that looks on are in supply"),
    ("raids", "where the side that looks on can raid"),
    ("reach=PIECE", "where a piece could go in one activation"),
    ("threats", "own spaces that the enemy could enter in one activation, with its strongest force"),
    ("odds=PIECE", "enemies that a piece and those it leads could attack, with the chance to win"),
];

/// The layer of a name, as a side sees it; with a piece if the name asks for one.
///
/// # Errors
/// No such layer, no such piece, or a script that fails; in a sentence.
pub fn layer(game: &Game, side: Side, name: &str, piece: Option<&str>) -> Result<Layer, String> {
    let view = game.view(side);
    let failed = |halt: crate::table::Halt| halt.to_string();
    let named = || -> Result<PieceId, String> {
        let id = piece.ok_or_else(|| format!("`{name}` needs a piece: `{name}=montcalm`"))?;
        let found = Pieces::get().find(id).ok_or_else(|| format!("no piece has the id `{id}`"))?;
        view.space_of(found).map(|_| found).ok_or_else(|| format!("{found} is not on the map"))
    };
    if piece.is_some() && matches!(name, "supply" | "raids" | "threats") {
        return Err(format!("the layer `{name}` takes no piece"));
    }
    match name {
        "supply" => Ok(plain(format!("{side} supply"), side, view.supplied(side))),
        "raids" => Ok(plain(format!("{side} raids"), side, view.raid_targets())),
        "threats" => threats(&view, side).map_err(failed),
        "reach" => reach(&view, named()?).map_err(failed),
        "odds" => odds(game, &view, named()?).map_err(failed),
        _ => Err(format!("no layer is called `{name}`; the layers are {}", LAYERS.map(|(name, _)| name).join(", "))),
    }
}

fn plain(name: String, side: Side, spaces: SpaceSet) -> Layer {
    let places = spaces.iter().map(|space| (space.index(), String::new())).collect();
    Layer { name, side: Some(side.index()), places }
}

/// Where a piece could go, activated individually with a card of value 3 (6.0).
fn reach(view: &View<'_>, piece: PieceId) -> Play<Layer> {
    let reach = reach_of(view.state(), view.scripts(), piece)?;
    let all = Map::get().all.iter().filter_map(|space| {
        let words = match space {
            space if reach.attack.contains(space) => "attack",
            space if reach.land_or_boat.contains(space) => "",
            space if reach.naval.contains(space) => "by sea",
            _ => return None,
        };
        Some((space.index(), words.to_string()))
    });
    Ok(Layer { name: format!("reach of {piece}"), side: Some(piece.side().index()), places: all.collect() })
}

/// The spaces with units or works of a side that the enemy could enter in one activation, each with the strength of its
/// strongest force there.
fn threats(view: &View<'_>, side: Side) -> Play<Layer> {
    let works = view.works(side);
    let own = view.held(side) | works.fortifications() | works.stockades | works.under_construction;
    let mut places = Vec::new();
    for space in own {
        let strength = |arrival: &Arrival| view.strength_of(arrival.pieces);
        let strongest = view.arrivals(side.enemy(), space)?.into_iter().max_by_key(strength);
        let words = |arrival: Arrival| format!("{} from {}", strength(&arrival), arrival.from);
        places.extend(strongest.map(|arrival| (space.index(), words(arrival))));
    }
    Ok(Layer { name: format!("threats to the {side}"), side: Some(side.enemy().index()), places })
}

/// The spaces that a piece, with the strongest force that it leads, could attack in one activation, each with the chance
/// to win the battle.
fn odds(game: &Game, view: &View<'_>, piece: PieceId) -> Play<Layer> {
    let side = piece.side();
    let leads = Pieces::get().leaders.contains(piece);
    let force = if leads { view.strongest_force(piece, view.companions(piece)) } else { PieceSet::one(piece) };
    let mut places = Vec::new();
    for space in view.held(side.enemy()) {
        let chance = view.arrival(force, space)?.and_then(|_| chance_to_win(game, force, space));
        places.extend(chance.map(|chance| (space.index(), percent(chance))));
    }
    Ok(Layer { name: format!("odds of {piece} to win"), side: Some(side.index()), places })
}

/// The chance that pieces win the battle in a space, if they could fight one there.
fn chance_to_win(game: &Game, pieces: PieceSet, space: SpaceId) -> Option<f64> {
    let odds = Odds::before(game, pieces, space).ok()?;
    odds.iter().find_map(|odds| odds.battle).map(|battle| battle.attacker_wins)
}

/// A chance in percent; what is not certain is neither 0% nor 100%.
fn percent(chance: f64) -> String {
    match chance {
        chance if chance > 0.995 && chance < 1.0 => ">99%".into(),
        chance if chance < 0.005 && chance > 0.0 => "<1%".into(),
        chance => format!("{:.0}%", chance * 100.0),
    }
}
