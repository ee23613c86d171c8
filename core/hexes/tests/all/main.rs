//! The tests of hexes, in one binary.

mod hexes;
mod movement;
mod sight;
mod zones;

use wilderness_hexes::Hex;

fn hex(text: &str) -> Hex {
    Hex::new(text).expect("a hex")
}
