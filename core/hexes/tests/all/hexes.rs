//! Hexes, and which lie beside them.

use crate::hex;
use wilderness_hexes::{Direction, Grid, Hex, HexSet};

#[test]
fn even_columns_lie_half_a_hex_lower() {
    let around = |text: &str| Direction::ALL.map(|direction| hex(text).next(direction).expect("a hex").to_string());
    assert_eq!(around("0810"), ["0809", "0910", "0911", "0811", "0711", "0710"]);
    assert_eq!(around("0910"), ["0909", "1009", "1010", "0911", "0810", "0809"]);
    assert_eq!(hex("0101").next(Direction::N), None);
    assert_eq!(hex("0810").direction(hex("0911")), Some(Direction::SE));
    assert_eq!(hex("0810").direction(hex("1010")), None);
}

#[test]
fn distance_counts_the_end_and_not_the_start() {
    let far = |a, b| hex(a).distance(hex(b));
    assert_eq!([far("0810", "0910"), far("0910", "0811"), far("0810", "1913"), far("2008", "2012")], [1, 2, 11, 4]);
    assert_eq!([far("0810", "1009"), far("0810", "1109"), far("1204", "0605")], [2, 3, 6]);
}

#[test]
fn a_distance_is_the_fewest_steps() {
    let grid = Grid::new(9, 8).expect("a field");
    for start in ["0101", "0405", "0908"].map(hex) {
        let mut reached: HexSet = [start].into_iter().collect();
        for steps in 0..12 {
            for to in grid.hexes() {
                assert_eq!(reached.contains(to), start.distance(to) <= steps, "{start} {to}");
            }
            let next: HexSet = reached.iter().flat_map(|from| grid.near(from)).collect();
            reached = reached.with(&next);
        }
    }
}

#[test]
fn the_sides_towards_a_set_are_those_of_the_neighbours_in_it() {
    let grid = Grid::new(9, 8).expect("a field");
    let set: HexSet = ["0101", "0204", "0305", "0404", "0506", "0908"].map(hex).into_iter().collect();
    for from in grid.hexes() {
        let sides = grid.sides_to(from, &set);
        let near = grid.ways(from).filter(|(direction, _)| sides >> *direction as u8 & 1 == 1);
        let near: HexSet = near.map(|(_, to)| to).collect();
        assert_eq!(near, grid.near(from).collect::<HexSet>().and(&set), "{from}");
        assert_eq!(sides >> 6, 0);
    }
}

#[test]
fn what_is_no_hex_is_none() {
    assert_eq!(["810", "08100", "0800", "3301", "ab01", "é1"].map(Hex::new), [None; 6]);
}

#[test]
fn a_set_is_in_the_order_of_the_text() {
    let set: HexSet = ["1913", "0810", "0809"].map(hex).into_iter().collect();
    assert_eq!(set.iter().map(|hex| hex.to_string()).collect::<Vec<_>>(), ["0809", "0810", "1913"]);
}

#[test]
fn neighbours_agree_on_their_direction_and_on_the_side_between_them() {
    let grid = Grid::new(7, 6).expect("a field");
    for from in grid.hexes() {
        let near: Vec<Hex> = grid.near(from).collect();
        for to in grid.hexes() {
            assert_eq!(near.contains(&to), from.distance(to) == 1, "{from} {to}");
            assert_eq!(from.direction(to).is_some(), from.distance(to) == 1, "{from} {to}");
            assert_eq!(grid.side(from, to).is_some(), from.distance(to) == 1, "{from} {to}");
            if let Some(direction) = from.direction(to) {
                assert_eq!(grid.next(from, direction), Some(to));
                assert_eq!(to.direction(from), Some(direction.opposite()));
            }
        }
    }
}

#[test]
fn a_field_has_from_one_to_thirty_two_columns_and_rows() {
    let size = |columns, rows| Grid::new(columns, rows).map(|grid| grid.hexes().count());
    assert_eq!([size(1, 1), size(32, 32), size(4, 3)], [Some(1), Some(1024), Some(12)]);
    assert_eq!([size(0, 3), size(3, 0), size(33, 3), size(3, 33)], [None; 4]);
}
