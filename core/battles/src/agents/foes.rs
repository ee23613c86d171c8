//! The enemy's men as the greedy agent looks at them: how far they are from each hex, and what they could bring against
//! it. They stand still while the agent moves, so what is known of them is kept from one answer to the next.

use crate::board::Board;
use crate::side::Side;
use crate::unit::{Class, UnitId};
use wilderness_hexes::Hex;

/// The share of their movement allowance that enemies make towards a unit, over all kinds of ground.
const MARCH: f64 = 1.1;
/// How far the enemy is where there is none.
const FAR: u32 = 98;

/// A man of the enemy.
#[derive(Clone, PartialEq, Eq)]
struct Foe {
    unit: UnitId,
    at: Hex,
    cf: u32,
    /// From how far it may attack: only foot in good order does.
    comes_from: Option<u32>,
}

/// The enemy's men, and what is known of them.
#[derive(Default)]
pub(super) struct Foes {
    men: Vec<Foe>,
    /// One more than how far the nearest is from each hex; 0 where that has not been asked.
    distances: Vec<u8>,
    /// What could come to each hex, where that has been asked.
    threats: Vec<Option<[u32; 4]>>,
}

/// A copy knows nothing: what is known is dearer to copy than to find out again.
impl Clone for Foes {
    fn clone(&self) -> Foes {
        Foes::default()
    }
}

impl Foes {
    /// Looks at those of a side's enemy: if nothing about them has changed, what is known of them still holds.
    pub fn look(&mut self, board: &Board<'_>, side: Side) {
        let men = board.of(side.enemy()).filter(|(unit, _)| board.unit(*unit).is_man());
        let foe = |(unit, at): (UnitId, Hex)| {
            let counter = board.unit(unit);
            let comes = counter.class() == Class::Foot && !board.piece(unit).disordered;
            let comes_from = comes.then(|| 1 + (f64::from(counter.ma) * MARCH) as u32);
            Foe { unit, at, cf: board.cf(unit), comes_from }
        };
        let men: Vec<Foe> = men.map(foe).collect();
        if self.distances.is_empty() || men != self.men {
            self.men = men;
            self.distances.clear();
            self.distances.resize(Hex::PLACES, 0);
            self.threats.clear();
            self.threats.resize(Hex::PLACES, None);
        }
    }

    /// How far the nearest is.
    pub fn distance(&mut self, hex: Hex) -> u32 {
        let entry = &mut self.distances[hex.index()];
        if *entry == 0 {
            let nearest = self.men.iter().map(|foe| foe.at.distance(hex)).min().unwrap_or(FAR);
            *entry = nearest.min(FAR) as u8 + 1;
        }
        u32::from(*entry - 1)
    }

    /// The combat factors of the strongest foot that can come to a hex: of none, one, two and three.
    pub fn threat(&mut self, hex: Hex) -> [u32; 4] {
        *self.threats[hex.index()].get_or_insert_with(|| {
            let comes = |foe: &&Foe| foe.comes_from.is_some_and(|most| foe.at.distance(hex) <= most);
            let mut strongest = [0; 3];
            for foe in self.men.iter().filter(comes) {
                let mut cf = foe.cf;
                for place in &mut strongest {
                    (*place, cf) = ((*place).max(cf), (*place).min(cf));
                }
            }
            let [first, second, third] = strongest;
            [0, first, first + second, first + second + third]
        })
    }
}
