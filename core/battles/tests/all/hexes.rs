//! Hexes, and which lie beside them.

use wilderness_battles::testing::Direction;
use wilderness_battles::{Hex, HexSet};

fn hex(text: &str) -> Hex {
    Hex::new(text).expect("a hex")
}

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
fn what_is_no_hex_is_none() {
    assert_eq!(["810", "08100", "0800", "3301", "ab01", "é1"].map(Hex::new), [None; 6]);
}

#[test]
fn a_set_is_in_the_order_of_the_text() {
    let set: HexSet = ["1913", "0810", "0809"].map(hex).into_iter().collect();
    assert_eq!(set.iter().map(|hex| hex.to_string()).collect::<Vec<_>>(), ["0809", "0810", "1913"]);
}
