//! What the greedy agent has found out about a position and can use again for its next choice: how far the enemy's men are
//! from each hex and what they could bring against it, how far its own men can go, and what attacks promise. It holds as
//! long as only units of its own side move.

use super::weights;
use crate::board::Board;
use crate::rules::reach::Walk;
use crate::side::Side;
use crate::state::{Attack, Step};
use crate::unit::{Class, UnitId};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;
use wilderness_hexes::{Hex, HexSet, Reached};

/// How far the enemy is where there is none.
const FAR: u32 = 98;

/// What the best declarations of units promise that can fight together, by where they stand, and who with them.
pub(super) type KnownGroups = BTreeMap<Vec<(UnitId, Hex)>, f64>;

/// Where units can go, with the walks with which they start.
type KnownWays = BTreeMap<UnitId, (Walk, Arc<Reached<Walk>>)>;

/// A man of the enemy.
struct Foe {
    at: Hex,
    cf: u32,
    /// From how far it may attack: only foot in good order does.
    comes_from: Option<u32>,
}

/// All that what is known depends on, apart from the side's own units and their order, which no move changes.
#[derive(PartialEq)]
struct Basis {
    turn: u8,
    step: Step,
    burning: HexSet,
    attacks: Vec<Attack>,
    /// The enemy's units on the map, and whether they are disordered.
    enemies: Vec<(UnitId, Hex, bool)>,
}

/// What is known, and of what it is true.
#[derive(Default)]
pub(super) struct Known {
    basis: Option<Basis>,
    /// The enemy's men.
    foes: Vec<Foe>,
    /// One more than how far the nearest is from each hex; 0 where that has not been asked.
    distances: RefCell<Vec<u8>>,
    /// What could come to each hex, where that has been asked.
    threats: RefCell<Vec<Option<[u32; 4]>>>,
    /// Where units that were asked about can go.
    reached: RefCell<KnownWays>,
    /// What attacks promise of those who can fight together.
    pub groups: RefCell<KnownGroups>,
}

/// A copy knows nothing: what is known is dearer to copy than to find out again.
impl Clone for Known {
    fn clone(&self) -> Known {
        Known::default()
    }
}

impl Known {
    /// Looks at a position with the eyes of a side: what is known still holds, or is forgotten.
    pub fn look(&mut self, board: &Board<'_>, side: Side) {
        let state = board.state;
        let enemies = board.of(side.enemy()).map(|(unit, at)| (unit, at, board.piece(unit).disordered));
        let basis = Basis {
            turn: state.turn,
            step: state.step,
            burning: state.burning,
            attacks: state.attacks.clone(),
            enemies: enemies.collect(),
        };
        if self.basis.as_ref().is_some_and(|known| *known == basis) {
            return;
        }
        let men = board.of(side.enemy()).filter(|(unit, _)| board.unit(*unit).is_man());
        let foe = |(unit, at): (UnitId, Hex)| {
            let counter = board.unit(unit);
            let comes = counter.class() == Class::Foot && !board.piece(unit).disordered;
            let comes_from = comes.then(|| 1 + (f64::from(counter.ma) * weights::MARCH) as u32);
            Foe { at, cf: board.cf(unit), comes_from }
        };
        *self = Known {
            basis: Some(basis),
            foes: men.map(foe).collect(),
            distances: RefCell::new(vec![0; Hex::PLACES]),
            threats: RefCell::new(vec![None; Hex::PLACES]),
            ..Known::default()
        };
    }

    /// How far the nearest of the enemy's men is.
    pub fn distance(&self, hex: Hex) -> u32 {
        let entry = &mut self.distances.borrow_mut()[hex.index()];
        if *entry == 0 {
            let nearest = self.foes.iter().map(|foe| foe.at.distance(hex)).min().unwrap_or(FAR);
            *entry = nearest.min(FAR) as u8 + 1;
        }
        u32::from(*entry - 1)
    }

    /// The combat factors of the strongest foot that can come to a hex: of none, one, two and three.
    pub fn threat(&self, hex: Hex) -> [u32; 4] {
        *self.threats.borrow_mut()[hex.index()].get_or_insert_with(|| {
            let comes = |foe: &&Foe| foe.comes_from.is_some_and(|most| foe.at.distance(hex) <= most);
            let mut strongest = [0; 3];
            for foe in self.foes.iter().filter(comes) {
                let mut cf = foe.cf;
                for place in &mut strongest {
                    (*place, cf) = ((*place).max(cf), (*place).min(cf));
                }
            }
            let [first, second, third] = strongest;
            [0, first, first + second, first + second + third]
        })
    }

    /// How far a man can go: friends are in nobody's way, only the enemy is.
    pub fn reached(&self, walk: Walk, find: impl FnOnce() -> Reached<Walk>) -> Arc<Reached<Walk>> {
        let mut known = self.reached.borrow_mut();
        if let Some((_, reached)) = known.get(&walk.unit).filter(|(start, _)| *start == walk) {
            return reached.clone();
        }
        let reached = Arc::new(find());
        known.insert(walk.unit, (walk, reached.clone()));
        reached
    }
}
