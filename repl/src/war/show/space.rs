//! A space: its type, who is there, and its connections.

use crate::text::columns::{downwards, line_width, pad, width};
use crate::text::style::{BOLD, DIM, paint};
use crate::text::table::{TextTable, percent};
use crate::war::colours;
use crate::war::describe;
use wilderness_war::map::Map;
use wilderness_war::queries::{Interceptor, SupplyLine};
use wilderness_war::{PieceId, Side, SpaceId, View};

/// The width of the names of sides.
const MARGIN: usize = 12;

/// Everything about a space.
pub fn render(view: &View<'_>, space: SpaceId) -> String {
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
        if view.controls(side, space) {
            traits.push(format!("{side} control"));
        }
        if view.is_allied(side, space) {
            traits.push(format!("allied to the {side}"));
        }
    }
    traits.extend(describe::markers(view, space));
    let mut text = String::new();
    let lines = crate::text::columns::wrap(&format!("{space} · {}", traits.join(" · ")), line_width());
    for (index, line) in lines.iter().enumerate() {
        match line.strip_prefix(facts.name.as_str()).filter(|_| index == 0) {
            Some(rest) => text.push_str(&format!("{}{}\n", paint(BOLD, space), paint(DIM, rest))),
            None => text.push_str(&format!("{}\n", paint(DIM, line))),
        }
    }
    text.push_str(&contents(view, space));
    text.push_str(&supplies(view, space));
    text.push_str(&interceptions(view, space));
    text.push_str(&ways(view, space));
    text
}

/// The pieces in a space, or a note that it is empty.
pub fn stacks(view: &View<'_>, space: SpaceId) -> String {
    let contents = contents(view, space);
    let empty = if contents.is_empty() { "  nobody\n" } else { "" };
    format!("{}\n{contents}{empty}", paint(BOLD, space))
}

fn contents(view: &View<'_>, space: SpaceId) -> String {
    let mut text = strengths(view, space);
    for side in Side::BOTH {
        let works = describe::works(view, side, space);
        let pieces = view.in_space(space).of(side);
        if works.is_empty() && pieces.is_empty() {
            continue;
        }
        text.push_str(&format!("{} {}\n", paint(colours::side(side), side), works.join(", ")).replace(" \n", "\n"));
        let order = pieces.leaders().iter().chain(pieces.units());
        let items: Vec<String> = order.map(|piece| detailed(view, piece)).collect();
        text.extend(downwards(&items, line_width() - 2).into_iter().map(|line| format!("  {line}\n")));
    }
    text
}

/// The strength of each side in a space.
fn strengths(view: &View<'_>, space: SpaceId) -> String {
    let mut table = TextTable::new(&["", "Units", "Strength", "Steps", "Drilled", "Auxiliaries", "Command", "Tactics"]);
    for side in Side::BOTH {
        let pieces = view.in_space(space).of(side);
        let leaders = pieces.leaders();
        let units = pieces.units();
        if units.is_empty() {
            continue;
        }
        let sum = |of: &dyn Fn(PieceId) -> u8| units.iter().map(|unit| usize::from(of(unit))).sum::<usize>();
        let numbers = [
            units.len(),
            sum(&|unit| view.strength(unit)),
            sum(&|unit| view.steps_of(unit)),
            units.drilled().len(),
            units.auxiliaries().len(),
            leaders.iter().map(|leader| usize::from(leader.facts().command)).sum(),
            view.ranking_leader(pieces).map_or(0, |leader| usize::from(leader.facts().tactics)),
        ];
        table.row([side.to_string()].into_iter().chain(numbers.map(|number| number.to_string())));
    }
    if table.is_empty() { String::new() } else { table.render() }
}

/// The supply of each side's drilled troops here.
fn supplies(view: &View<'_>, space: SpaceId) -> String {
    let mut text = format!("{}\n", paint(DIM, "Supply (12.0)"));
    for side in Side::BOTH {
        let line = match view.supply_line(side, space) {
            SupplyLine::Open(chain) if chain.len() == 1 => "it is a source".into(),
            SupplyLine::Open(chain) => joined(&chain),
            SupplyLine::Cut { chain, at } => format!("none: the {} at {at} cut {}", side.enemy(), joined(&chain)),
            SupplyLine::None => "none: no chain of water, cultivated spaces and own works leads here".into(),
        };
        text.push_str(&format!("{}\n", crate::text::columns::beside(&format!("  {side}"), MARGIN, &line)));
    }
    text
}

fn joined(chain: &[SpaceId]) -> String {
    chain.iter().map(SpaceId::to_string).collect::<Vec<_>>().join(" – ")
}

/// The possible interceptors of a force that enters, by side: they belong to the enemy.
fn interceptions(view: &View<'_>, space: SpaceId) -> String {
    let mut text = String::new();
    for side in Side::BOTH {
        let around = view.interceptors(side, space);
        let told = around.iter().map(|Interceptor { space: from, pieces, leader, chance }| {
            let name = leader.map_or_else(|| describe::stack(view, pieces.units()), |leader| leader.to_string());
            format!("{name} from {from} {}", percent(*chance))
        });
        let told: Vec<String> = told.collect();
        if !told.is_empty() {
            let told = format!("by the {}: {}", side.enemy(), told.join("; "));
            let line = crate::text::columns::beside(&format!("  {side}"), MARGIN, &told);
            text.push_str(&format!("{line}\n"));
        }
    }
    if text.is_empty() {
        text
    } else {
        format!("{}\n{text}", paint(DIM, "A force that enters could be intercepted (6.7)"))
    }
}

fn detailed(view: &View<'_>, piece: PieceId) -> String {
    let inside = if view.is_inside(piece) { ", inside" } else { "" };
    format!("{}{inside}", describe::piece(view, piece))
}

fn ways(view: &View<'_>, space: SpaceId) -> String {
    let map = Map::get();
    let links = map.links(space);
    let margin = links.iter().map(|link| width(&link.to.to_string())).max().unwrap_or(0) + 2;
    let mut text = format!("{}\n", paint(DIM, "Ways out"));
    for link in links {
        let arrow = if link.arrow { ", one way" } else { "" };
        let there = describe::occupants(view, link.to);
        let gap = if there.is_empty() { "" } else { ": " };
        let way = format!("{}{arrow}, {}{gap}{there}", describe::link(link.kind), describe::terrain(link.to));
        let name = pad(&format!("  {}", link.to), margin + 2);
        text.push_str(&format!("{}\n", crate::text::columns::beside(&name, margin + 2, &way)));
    }
    for landing in map.landings(space) {
        text.push_str(&format!("  {landing}: landing from ships\n"));
    }
    text
}
