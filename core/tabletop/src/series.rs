//! Series of games of a folder.

use crate::rules::Tabletop;
use wilderness_engine::plain::{Begins, Header};
use wilderness_lab::series::Tested;

impl Tested for Tabletop {
    const GAME: &'static str = <Tabletop as Begins>::GAME;

    type Plan = Header<Tabletop>;
}
