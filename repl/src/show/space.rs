//! A space: what it is, who is there, where its ways lead.

use crate::columns::{WIDTH, downwards, pad, width};
use crate::describe;
use crate::style::{self, BOLD, DIM, paint};
use wilderness_core::Side;
use wilderness_core::map::Map;
use wilderness_core::rules::supply;
use wilderness_core::sets::{PieceId, SpaceId};
use wilderness_core::state::State;

/// Everything about a space.
pub fn render(state: &State, space: SpaceId) -> String {
    let facts = space.facts();
    let mut traits = vec![describe::terrain(space).to_string()];
    traits.extend(facts.department.map(|department| department.to_string()));
    if facts.port {
        traits.push("port".into());
    }
    if facts.settlement {
        traits.push("settlement".into());
    }
    traits.extend(facts.originally.map(|side| format!("originally {side}")));
    for side in Side::BOTH {
        if state.controls(side, space) {
            traits.push(format!("{side} control"));
        }
        if state.is_allied(side, space) {
            traits.push(format!("allied to the {side}"));
        }
    }
    traits.extend(describe::markers(state, space));
    let supplied: Vec<String> = Side::BOTH
        .into_iter()
        .filter(|&side| supply::supplied(state, side).contains(space))
        .map(|side| side.to_string())
        .collect();
    if !supplied.is_empty() {
        traits.push(format!("in supply: {}", supplied.join(", ")));
    }
    let mut text = String::new();
    let lines = crate::columns::wrap(&format!("{space} · {}", traits.join(" · ")), WIDTH);
    for (index, line) in lines.iter().enumerate() {
        match line.strip_prefix(facts.name.as_str()).filter(|_| index == 0) {
            Some(rest) => text.push_str(&format!("{}{}\n", paint(BOLD, space), paint(DIM, rest))),
            None => text.push_str(&format!("{}\n", paint(DIM, line))),
        }
    }
    text.push_str(&contents(state, space));
    text.push_str(&ways(state, space));
    text
}

/// Who is in a space, or that nobody is.
pub fn stacks(state: &State, space: SpaceId) -> String {
    let contents = contents(state, space);
    let empty = if contents.is_empty() { "  nobody\n" } else { "" };
    format!("{}\n{contents}{empty}", paint(BOLD, space))
}

fn contents(state: &State, space: SpaceId) -> String {
    let mut text = String::new();
    for side in Side::BOTH {
        let works = describe::works(state, side, space);
        let pieces = state.in_space(space).of(side);
        if works.is_empty() && pieces.is_empty() {
            continue;
        }
        let mut title = works;
        if !pieces.is_empty() {
            title.push(describe::stack(state, pieces.units()));
        }
        title.retain(|part| !part.is_empty());
        text.push_str(&format!("{} {}\n", paint(style::side(side), side), title.join(", ")));
        let order = pieces.leaders().iter().chain(pieces.units());
        let items: Vec<String> = order.map(|piece| detailed(state, piece)).collect();
        text.extend(downwards(&items, WIDTH - 2).into_iter().map(|line| format!("  {line}\n")));
    }
    text
}

fn detailed(state: &State, piece: PieceId) -> String {
    let inside = if state.pieces.inside().contains(piece) { ", inside" } else { "" };
    format!("{}{inside}", describe::piece(state, piece))
}

fn ways(state: &State, space: SpaceId) -> String {
    let map = Map::get();
    let links = map.links(space);
    let margin = links.iter().map(|link| width(&link.to.to_string())).max().unwrap_or(0) + 2;
    let mut text = format!("{}\n", paint(DIM, "Ways out"));
    for link in links {
        let arrow = if link.arrow { ", one way" } else { "" };
        let there = describe::occupants(state, link.to);
        let gap = if there.is_empty() { "" } else { ": " };
        let way = format!("{}{arrow}, {}{gap}{there}", describe::link(link.kind), describe::terrain(link.to));
        let name = pad(&format!("  {}", link.to), margin + 2);
        text.push_str(&format!("{}\n", crate::columns::beside(&name, margin + 2, &way)));
    }
    for landing in map.landings(space) {
        text.push_str(&format!("  {landing}: landing from ships\n"));
    }
    text
}
