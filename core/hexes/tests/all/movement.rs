//! Fields of movement.

use crate::hex;
use std::collections::BTreeMap;
use wilderness_hexes::{Direction, Grid, Hex, Movement, Reached, StepCosts};

/// A rover with this many points, that stops in some hexes.
struct Rover<'a> {
    grid: &'a Grid,
    costs: &'a StepCosts,
    points: u8,
    stops: &'a [Hex],
}

impl Movement for Rover<'_> {
    type Walk = (Hex, u8);

    fn at(&self, walk: &(Hex, u8)) -> Hex {
        walk.0
    }

    fn spent(&self, walk: &(Hex, u8)) -> u32 {
        u32::from(walk.1)
    }

    fn step(&self, walk: &(Hex, u8), direction: Direction, to: Hex) -> Option<(Hex, u8)> {
        let spent = walk.1 + self.costs.towards(walk.0, direction)?;
        (spent <= self.points).then_some((to, spent))
    }

    fn stops(&self, walk: &(Hex, u8)) -> bool {
        self.stops.contains(&walk.0)
    }
}

/// A field where a step costs 1, or 4 into a crater; no step leads across the chasm between columns 4 and 5, except in
/// row 1.
fn moon() -> (Grid, StepCosts) {
    let grid = Grid::new(8, 6).expect("a field");
    let chasm = |from: Hex, to: Hex| from.column.min(to.column) == 4 && from.column != to.column;
    let costs = StepCosts::new(&grid, |from, to| match () {
        () if chasm(from, to) && from.row.max(to.row) > 1 => None,
        () if to == hex("0203") || to == hex("0303") => Some(4),
        () => Some(1),
    });
    (grid, costs)
}

/// The least that each hex costs, found by trying every step until nothing changes.
fn least(rover: &Rover<'_>, start: Hex) -> BTreeMap<Hex, u8> {
    let mut found = BTreeMap::from([(start, 0)]);
    loop {
        let before = found.clone();
        for walk in before.iter().map(|(at, spent)| (*at, *spent)).filter(|walk| !rover.stops(walk)) {
            for (at, spent) in rover.grid.ways(walk.0).filter_map(|(by, to)| rover.step(&walk, by, to)) {
                let known = found.entry(at).or_insert(spent);
                *known = spent.min(*known);
            }
        }
        if found == before {
            return found;
        }
    }
}

#[test]
fn the_cheapest_walks_cost_the_least_that_is_possible() {
    let (grid, costs) = moon();
    for start in grid.hexes() {
        for points in [0, 3, 9, 20] {
            let rover = Rover { grid: &grid, costs: &costs, points, stops: &[hex("0602"), hex("0402")] };
            let reached = Reached::cheapest(&grid, &rover, [(start, 0)]);
            let found: BTreeMap<Hex, u8> = reached.walks().copied().collect();
            assert_eq!(found, least(&rover, start), "from {start} with {points}");
            assert_eq!(reached.walks().count(), found.len(), "each hex once");
        }
    }
}

#[test]
fn a_way_leads_from_the_start_by_neighbours_and_costs_what_its_walk_has_spent() {
    let (grid, costs) = moon();
    let rover = Rover { grid: &grid, costs: &costs, points: 30, stops: &[] };
    let start = (hex("0304"), 0);
    for reached in [Reached::cheapest(&grid, &rover, [start]), Reached::first(&grid, &rover, start)] {
        assert_eq!(reached.walks().count(), 48, "everything is within reach");
        for (place, walk) in reached.walks().enumerate() {
            let way = reached.way(place);
            let hexes: Vec<Hex> = std::iter::once(start).chain(way.iter().copied()).map(|walk| walk.0).collect();
            assert_eq!(hexes.last(), Some(&walk.0));
            let cost: u8 = hexes.windows(2).filter_map(|step| costs.cost(&grid, step[0], step[1])).sum();
            assert_eq!((cost, hexes.len()), (walk.1, way.len() + 1));
        }
    }
}

#[test]
fn of_several_starts_the_cheapest_counts() {
    let (grid, costs) = moon();
    let rover = Rover { grid: &grid, costs: &costs, points: 9, stops: &[] };
    let reached = Reached::cheapest(&grid, &rover, [(hex("0106"), 3), (hex("0406"), 1)]);
    let found: BTreeMap<Hex, u8> = reached.walks().copied().collect();
    assert_eq!([found[&hex("0106")], found[&hex("0206")], found[&hex("0306")]], [3, 3, 2]);
}

#[test]
fn a_step_off_the_field_or_to_a_hex_that_is_no_neighbour_has_no_cost() {
    let (grid, costs) = moon();
    assert_eq!(costs.cost(&grid, hex("0101"), hex("0102")), Some(1));
    assert_eq!(costs.cost(&grid, hex("0101"), hex("0103")), None);
    assert_eq!(costs.cost(&grid, hex("0806"), hex("0807")), None);
    assert_eq!(costs.cost(&grid, hex("0403"), hex("0503")), None, "the chasm");
    assert_eq!(costs.cost(&grid, hex("0401"), hex("0501")), Some(1));
}
