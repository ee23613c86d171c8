//! Lines of sight.

use crate::hex;
use wilderness_hexes::{Grid, Hex, Obstacle, Passed, blocked, crosses, trace};

fn grid() -> Grid {
    Grid::new(12, 12).expect("a field")
}

#[test]
fn a_line_passes_the_hexes_that_it_cuts_in_order() {
    let passed = |from, to| trace(&grid(), hex(from), hex(to));
    let cut = |text| Passed::Cut(hex(text));
    assert_eq!(passed("0303", "0306"), ["0303", "0304", "0305", "0306"].map(cut));
    assert_eq!(passed("0303", "0505"), ["0303", "0403", "0404", "0505"].map(cut));
}

#[test]
fn a_line_along_a_side_passes_both_hexes_as_a_pair() {
    let between = Passed::Pair(hex("0402"), hex("0403"));
    assert_eq!(trace(&grid(), hex("0303"), hex("0503")), [Passed::Cut(hex("0303")), between, Passed::Cut(hex("0503"))]);
    // At the edge there is but one.
    let edge = trace(&grid(), hex("0101"), hex("0301"));
    assert_eq!(edge, [Passed::Cut(hex("0101")), Passed::Border(hex("0201")), Passed::Cut(hex("0301"))]);
}

#[test]
fn the_way_back_passes_the_same() {
    let grid = grid();
    for from in grid.hexes().step_by(5) {
        for to in grid.hexes().step_by(3) {
            let mut back = trace(&grid, to, from);
            back.reverse();
            assert_eq!(trace(&grid, from, to), back, "{from} {to}");
        }
    }
}

#[test]
fn a_hex_between_blocks_for_the_reason_of_the_game_and_the_ends_do_not() {
    let blocks = |hexes: &'static [&'static str]| {
        move |at: Hex, _: [Passed; 2]| hexes.iter().find(|text| hex(text) == at).map(|text| format!("crater {text}"))
    };
    let sees = |from, to, hexes| blocked(&grid(), hex(from), hex(to), blocks(hexes));
    assert_eq!(sees("0303", "0306", &["0305"]), Some(Obstacle::Hex("crater 0305".to_string())));
    assert_eq!(sees("0303", "0306", &["0303", "0306", "0404"]), None);
    // Along a side, both must block.
    assert_eq!(sees("0303", "0503", &["0402"]), None);
    assert_eq!(sees("0303", "0503", &["0403", "0402"]), Some(Obstacle::Pair(hex("0402"), hex("0403"))));
}

#[test]
fn what_a_line_passes_before_and_after_a_hex_is_told() {
    let around = |at: Hex, around: [Passed; 2]| (at == hex("0304")).then_some(around);
    let told = blocked(&grid(), hex("0303"), hex("0306"), around);
    assert_eq!(told, Some(Obstacle::Hex([Passed::Cut(hex("0303")), Passed::Cut(hex("0305"))])));
}

#[test]
fn a_line_crosses_the_hexsides_between_what_it_passes() {
    let chasm = |a: Hex, b: Hex| [a, b] == [hex("0304"), hex("0305")];
    assert!(crosses(&grid(), hex("0303"), hex("0306"), chasm));
    assert!(!crosses(&grid(), hex("0303"), hex("0304"), chasm));
    assert!(!crosses(&grid(), hex("0306"), hex("0303"), chasm), "it is that of the first hex");
}
