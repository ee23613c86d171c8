//! Zones of control.

use crate::hex;
use wilderness_hexes::{Grid, Zones};

#[test]
fn a_zone_has_the_neighbours_that_the_game_lets_it_reach_and_no_others() {
    let grid = Grid::new(9, 8).expect("a field");
    // No zone reaches into a hex of row 3, nor from row 5 to the south.
    let reaches =
        |from: wilderness_hexes::Hex, to: wilderness_hexes::Hex| to.row != 3 && !(from.row == 5 && to.row > 5);
    let zones = Zones::new(&grid, reaches);
    for from in grid.hexes() {
        let zone = zones.of(&[from].into_iter().collect());
        for to in grid.hexes() {
            let expected = from.distance(to) == 1 && reaches(from, to);
            assert_eq!(zones.reach(&grid, from, to), expected, "{from} {to}");
            assert_eq!(zone.contains(to), expected, "{from} {to}");
        }
    }
}

#[test]
fn the_zones_of_several_units_add_up() {
    let grid = Grid::new(6, 6).expect("a field");
    let zones = Zones::new(&grid, |_, _| true);
    let zone = zones.of(&[hex("0101"), hex("0606")].into_iter().collect());
    let all: Vec<String> = zone.iter().map(|hex| hex.to_string()).collect();
    assert_eq!(all, ["0102", "0201", "0506", "0605"]);
}
