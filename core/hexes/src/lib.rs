//! What any game on a field of hexes needs: [coordinates](Hex) and [sets](HexSet), [fields](Grid) with their neighbours,
//! [lines of sight](blocked), [zones of control](Zones) and [other things that hold across a side](Hexsides), and [fields of movement](Reached) with [costs](StepCosts) for each
//! hex and hexside. It knows no game: what terrain and hexsides do, a game says in a function or a [`Movement`].
//!
//! ```
//! use wilderness_hexes::{Direction, Grid, Hex, Movement, Obstacle, Reached, StepCosts, Zones, blocked};
//!
//! // A field of dust with one crater, which blocks sight, costs 3, and is out of every zone of control.
//! let grid = Grid::new(5, 4).expect("a field of that size");
//! let crater = Hex::new("0202").expect("a hex");
//! let costs = StepCosts::new(&grid, |_, to| Some(if to == crater { 3 } else { 1 }));
//! let zones = Zones::new(&grid, |_, to| to != crater);
//! let (from, to) = (Hex::new("0102").expect("a hex"), Hex::new("0303").expect("a hex"));
//!
//! let blocks = |hex: Hex, _| (hex == crater).then_some("a crater");
//! assert_eq!(blocked(&grid, from, to, blocks), Some(Obstacle::Hex("a crater")));
//! assert!(!zones.reach(&grid, from, crater));
//!
//! /// A rover with the points that are left to it.
//! struct Rover<'a>(&'a StepCosts);
//!
//! impl Movement for Rover<'_> {
//!     type Walk = (Hex, u8);
//!
//!     fn at(&self, walk: &(Hex, u8)) -> Hex {
//!         walk.0
//!     }
//!
//!     fn spent(&self, walk: &(Hex, u8)) -> u32 {
//!         u32::from(4 - walk.1)
//!     }
//!
//!     fn step(&self, walk: &(Hex, u8), direction: Direction, to: Hex) -> Option<(Hex, u8)> {
//!         Some((to, walk.1.checked_sub(self.0.towards(walk.0, direction)?)?))
//!     }
//!
//!     fn stops(&self, _: &(Hex, u8)) -> bool {
//!         false
//!     }
//! }
//!
//! let reached = Reached::cheapest(&grid, &Rover(&costs), [(from, 4)]);
//! assert_eq!(reached.walks().find(|walk| walk.0 == crater), Some(&(crater, 1)));
//! ```

mod grid;
mod hex;
mod movement;
mod set;
mod sight;
mod zones;

pub use grid::Grid;
pub use hex::{Direction, Hex, MOST};
pub use movement::{Movement, Reached, StepCosts};
pub use set::HexSet;
pub use sight::{Obstacle, Passed, blocked, crosses, trace};
pub use zones::{Hexsides, Zones};
