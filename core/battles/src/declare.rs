//! Who may attack whom (9.0, B37 to B40): contact, obligations, and the declarations that meet them.

use crate::board::Board;
use crate::state::Attack;
use crate::unit::{Class, UnitId};
use std::collections::BTreeMap;
use wilderness_hexes::Hex;

/// A set of attackers or of target hexes, by their places in the lists.
type Bits = u128;

/// Whether foot in one hex could attack the next: no water between, and nothing that is closed to all (B37).
pub(crate) fn touches(board: &Board<'_>, from: Hex, to: Hex) -> bool {
    let map = &board.battle.map;
    !map.is_water(from, to) && !map.terrain(to).is_closed()
}

fn bits(set: Bits) -> impl Iterator<Item = usize> {
    (0..Bits::BITS as usize).filter(move |index| set >> index & 1 == 1)
}

/// The units of the phasing side that are in contact with the enemy, the hexes that they could attack, and who must.
pub(crate) struct Contacts {
    /// The units, in the order of their ids, and whether they are in good order.
    pub units: Vec<(UnitId, bool)>,
    /// The hexes, and whether they are live.
    pub hexes: Vec<(Hex, bool)>,
    /// The hexes in contact with each unit.
    contact: Vec<Bits>,
    /// The hexes that press each unit.
    pressing: Vec<Bits>,
    /// The units that each hex presses.
    pressed: Vec<Bits>,
}

/// Attacks that have been declared: who is used.
#[derive(Clone, Copy, Default)]
pub(crate) struct UsedUnits {
    units: Bits,
    hexes: Bits,
}

/// An attack while it is put together.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Draft {
    units: Bits,
    hexes: Bits,
}

impl UsedUnits {
    /// The same, and those of an attack that is put together.
    pub fn with(self, draft: Draft) -> UsedUnits {
        UsedUnits { units: self.units | draft.units, hexes: self.hexes | draft.hexes }
    }
}

impl Contacts {
    pub fn new(board: &Board<'_>) -> Contacts {
        let (side, enemy) = (board.state.side, board.state.other());
        let is_target = |hex: Hex| board.men[enemy].contains(hex) || board.train_at(enemy, hex).is_some();
        let near = |hex: Hex| board.battle.map.grid.near(hex).filter(move |to| touches(board, hex, *to));
        let mut units: Vec<(UnitId, Hex)> = board.of(side).collect();
        units.retain(|(unit, hex)| {
            board.unit(*unit).class() == Class::Foot
                && near(*hex).any(|to| board.units[enemy].contains(to) && is_target(to))
        });
        units.sort_by_key(|(unit, _)| board.unit(*unit).id);
        let mut hexes: Vec<Hex> = units.iter().flat_map(|(_, hex)| near(*hex)).collect();
        hexes.retain(|hex| board.units[enemy].contains(*hex) && is_target(*hex));
        hexes.sort_unstable();
        hexes.dedup();
        let hexes: Vec<(Hex, bool)> = hexes.into_iter().map(|hex| (hex, board.is_live(enemy, hex))).collect();
        let in_contact = |from: Hex| {
            let places = hexes.iter().enumerate();
            let found = places.filter(|(_, (to, _))| from.distance(*to) == 1 && touches(board, from, *to));
            found.fold(0, |set: Bits, (index, _)| set | 1 << index)
        };
        let contact: Vec<Bits> = units.iter().map(|(_, hex)| in_contact(*hex)).collect();
        let presses = |from: Hex, index: usize| hexes[index].1 && board.battle.map.is_controlled(hexes[index].0, from);
        let pressing: Vec<Bits> = units
            .iter()
            .zip(&contact)
            .map(|((_, from), contact)| {
                bits(*contact).filter(|index| presses(*from, *index)).fold(0, |set: Bits, index| set | 1 << index)
            })
            .collect();
        let pressed = (0..hexes.len())
            .map(|hex| {
                let by = pressing.iter().enumerate().filter(|(_, set)| *set >> hex & 1 == 1);
                by.fold(0, |set: Bits, (unit, _)| set | 1 << unit)
            })
            .collect();
        let units = units.into_iter().map(|(unit, _)| (unit, !board.piece(unit).disordered)).collect();
        Contacts { units, hexes, contact, pressing, pressed }
    }

    /// Who is used in these attacks.
    pub fn used(&self, attacks: &[Attack]) -> UsedUnits {
        let mut used = UsedUnits::default();
        for attack in attacks {
            let draft = self.draft(&attack.units, &attack.hexes);
            used.units |= draft.units;
            used.hexes |= draft.hexes;
        }
        used
    }

    /// An attack of these units on these hexes.
    pub fn draft(&self, units: &[UnitId], hexes: &[Hex]) -> Draft {
        let place_of_unit = |unit: &UnitId| self.units.iter().position(|(other, _)| other == unit);
        let place_of_hex = |hex: &Hex| self.hexes.iter().position(|(other, _)| other == hex);
        Draft {
            units: units.iter().filter_map(place_of_unit).fold(0, |set, index| set | 1 << index),
            hexes: hexes.iter().filter_map(place_of_hex).fold(0, |set, index| set | 1 << index),
        }
    }

    /// The units and hexes of a draft.
    pub fn attack(&self, draft: Draft) -> Attack {
        let mut units: Vec<UnitId> = bits(draft.units).map(|index| self.units[index].0).collect();
        units.sort_unstable();
        Attack { units, hexes: bits(draft.hexes).map(|index| self.hexes[index].0).collect(), done: false }
    }

    /// The hexes in contact with each unit.
    pub fn contacts(&self) -> impl Iterator<Item = (UnitId, Vec<Hex>)> + '_ {
        let hexes = |set: Bits| bits(set).map(|index| self.hexes[index].0).collect();
        self.units.iter().zip(&self.contact).map(move |((unit, _), set)| (*unit, hexes(*set)))
    }

    fn place_of(&self, unit: UnitId) -> Option<usize> {
        self.units.iter().position(|(other, _)| *other == unit)
    }

    fn place_of_hex(&self, hex: Hex) -> Option<usize> {
        self.hexes.iter().position(|(other, _)| *other == hex)
    }

    /// Whether a unit is in contact with the enemy.
    pub fn is_in_contact(&self, unit: UnitId) -> bool {
        self.place_of(unit).is_some()
    }

    /// Whether any unit is in contact with an enemy in a hex.
    pub fn is_target(&self, hex: Hex) -> bool {
        self.place_of_hex(hex).is_some()
    }

    /// Whether a unit is in contact with an enemy in a hex.
    pub fn touches(&self, unit: UnitId, hex: Hex) -> bool {
        let places = self.place_of(unit).zip(self.place_of_hex(hex));
        places.is_some_and(|(unit, hex)| self.contact[unit] >> hex & 1 == 1)
    }

    /// Whether a unit is in an attack already.
    pub fn has_used(&self, used: UsedUnits, unit: UnitId) -> bool {
        self.place_of(unit).is_some_and(|place| used.units >> place & 1 == 1)
    }

    /// Whether a hex is attacked already.
    pub fn has_used_hex(&self, used: UsedUnits, hex: Hex) -> bool {
        self.place_of_hex(hex).is_some_and(|place| used.hexes >> place & 1 == 1)
    }

    /// A hex of an attack with which a unit is not in contact.
    pub fn out_of_reach(&self, unit: UnitId, draft: Draft) -> Option<Hex> {
        let contact = self.contact[self.place_of(unit)?];
        bits(draft.hexes & !contact).next().map(|place| self.hexes[place].0)
    }

    /// The units that still have to attack, and the hexes that still have to be attacked.
    pub fn owed(&self, used: UsedUnits) -> (Vec<UnitId>, Vec<Hex>) {
        let open = |taken: Bits, place: usize| taken >> place & 1 == 0;
        let units = self.pressing.iter().enumerate().filter(|(place, must)| **must != 0 && open(used.units, *place));
        let hexes = self.pressed.iter().enumerate().filter(|(place, must)| **must != 0 && open(used.hexes, *place));
        (units.map(|(place, _)| self.units[place].0).collect(), hexes.map(|(place, _)| self.hexes[place].0).collect())
    }

    /// The bound units.
    pub fn bound(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.units.iter().zip(&self.pressing).filter(|(_, set)| **set != 0).map(|((unit, _), _)| *unit)
    }

    /// The due hexes.
    pub fn due(&self) -> impl Iterator<Item = Hex> + '_ {
        self.hexes.iter().zip(&self.pressed).filter(|(_, set)| **set != 0).map(|((hex, _), _)| *hex)
    }

    /// Whether nothing that must be done is left (B39 (3) and (4)).
    pub fn is_complete(&self, used: UsedUnits) -> bool {
        let free =
            |set: Bits, by: &[Bits]| by.iter().enumerate().all(|(index, must)| *must == 0 || set >> index & 1 == 1);
        free(used.units, &self.pressing) && free(used.hexes, &self.pressed)
    }

    /// A unit and a hex that presses it, one of which is still to fight, if there are any.
    pub fn left_out(&self, used: UsedUnits) -> Option<(UnitId, Hex)> {
        let pairs = self.pressing.iter().enumerate().flat_map(|(unit, set)| bits(*set).map(move |hex| (unit, hex)));
        let mut open = pairs.filter(|(unit, hex)| used.units >> unit & 1 == 0 || used.hexes >> hex & 1 == 0);
        open.next().map(|(unit, hex)| (self.units[unit].0, self.hexes[hex].0))
    }

    /// Whether everybody who must attack or be attacked still can (B40).
    fn is_finishable(&self, used: UsedUnits) -> bool {
        let open = |taken: Bits, others: Bits, by: &[Bits]| {
            by.iter().enumerate().all(|(index, must)| *must == 0 || taken >> index & 1 == 1 || must & !others != 0)
        };
        open(used.units, used.hexes, &self.pressing) && open(used.hexes, used.units, &self.pressed)
    }

    /// Whether an attack is legal and leaves the rest finishable (B39, B40).
    pub fn closes(&self, used: UsedUnits, draft: Draft) -> bool {
        self.is_legal(draft)
            && self.is_finishable(UsedUnits { units: used.units | draft.units, hexes: used.hexes | draft.hexes })
    }

    /// Whether an attack is legal by itself: B39 (1), (3) for its own units, and (5).
    fn is_legal(&self, Draft { units, hexes }: Draft) -> bool {
        let slack = bits(hexes).any(|hex| !self.hexes[hex].1);
        let fits = |unit: usize| {
            hexes & !self.contact[unit] == 0
                && (self.pressing[unit] == 0 || self.pressing[unit] & hexes != 0)
                && (self.units[unit].1 || !slack)
        };
        units != 0 && hexes != 0 && bits(units).all(fits)
    }

    /// Whether some legal attack contains a draft, and leaves the rest finishable (B40).
    fn extends(&self, used: UsedUnits, draft: Draft) -> bool {
        if bits(draft.units).any(|unit| draft.hexes & !self.contact[unit] != 0) {
            return false;
        }
        let free = (0..self.units.len()).filter(|unit| (used.units | draft.units) >> unit & 1 == 0);
        let more: Vec<usize> = free.filter(|unit| draft.hexes & !self.contact[*unit] == 0).collect();
        subsets(&more).any(|units| {
            let units = units | draft.units;
            if units == 0 {
                return false;
            }
            let common = bits(units).fold(Bits::MAX, |common, unit| common & self.contact[unit]);
            let others: Vec<usize> = bits(common & !used.hexes & !draft.hexes).collect();
            subsets(&others).any(|hexes| self.closes(used, Draft { units, hexes: hexes | draft.hexes }))
        })
    }

    /// The hexes that can open an attack (CD1).
    pub fn openings(&self, used: UsedUnits) -> impl Iterator<Item = Hex> + '_ {
        let free = (0..self.hexes.len()).filter(move |hex| used.hexes >> hex & 1 == 0);
        free.filter(move |hex| self.extends(used, Draft { units: 0, hexes: 1 << hex })).map(|hex| self.hexes[hex].0)
    }

    /// The units that can join an attack, and the hexes that can be added (CD2).
    pub fn additions(&self, used: UsedUnits, draft: Draft) -> (Vec<UnitId>, Vec<Hex>) {
        let units = (0..self.units.len()).filter(|unit| (used.units | draft.units) >> unit & 1 == 0);
        let units = units.filter(|unit| self.extends(used, Draft { units: draft.units | 1 << unit, ..draft }));
        let hexes = (0..self.hexes.len()).filter(|hex| (used.hexes | draft.hexes) >> hex & 1 == 0);
        let hexes = hexes.filter(|hex| self.extends(used, Draft { hexes: draft.hexes | 1 << hex, ..draft }));
        let hexes = hexes.filter(|_| draft.units != 0).map(|hex| self.hexes[hex].0);
        (units.map(|unit| self.units[unit].0).collect(), hexes.collect())
    }

    /// All legal complete declarations, up to a number of them.
    pub fn declarations(&self, most: usize) -> Vec<Vec<Attack>> {
        let mut found = Vec::new();
        self.extend(0, UsedUnits::default(), &mut Vec::new(), &mut |drafts| {
            found.push(drafts.iter().map(|draft| self.attack(*draft)).collect());
            found.len() < most
        });
        found
    }

    /// The declaration that promises most, with those that are used already left out: what it promises, the sum of what
    /// `promise` says of each of its attacks, and the attacks. Of those who can fight together, no more than `most`
    /// declarations are compared.
    pub fn best(&self, used: UsedUnits, most: usize, promise: impl Fn(&Attack) -> f64) -> (f64, Vec<Attack>) {
        let (mut sum, mut attacks) = (0.0, Vec::new());
        let mut left: Bits = (0..self.units.len()).fold(0, |set, unit| set | 1 << unit) & !used.units;
        let mut known: BTreeMap<(Bits, Bits), f64> = BTreeMap::new();
        while left != 0 {
            let group = self.group(left.trailing_zeros() as usize, left, used);
            left &= !group.units;
            let apart = UsedUnits { units: !group.units, hexes: !group.hexes };
            let (mut best, mut compared) = (None, 0);
            self.extend(0, apart, &mut Vec::new(), &mut |drafts| {
                let of = |draft: &Draft| {
                    let key = (draft.units, draft.hexes);
                    *known.entry(key).or_insert_with(|| promise(&self.attack(*draft)))
                };
                let value: f64 = drafts.iter().map(of).sum();
                if best.as_ref().is_none_or(|(most, _)| value > *most) {
                    best = Some((value, drafts.to_vec()));
                }
                compared += 1;
                compared < most
            });
            if let Some((value, drafts)) = best {
                sum += value;
                attacks.extend(drafts.into_iter().map(|draft| self.attack(draft)));
            }
        }
        (sum, attacks)
    }

    /// Those who can fight together with a unit, directly or by way of others, with their hexes.
    fn group(&self, unit: usize, free: Bits, used: UsedUnits) -> Draft {
        let mut group = Draft { units: 1 << unit, hexes: 0 };
        loop {
            let hexes = bits(group.units).fold(0, |set, unit| set | self.contact[unit]) & !used.hexes;
            let touching = bits(free).filter(|unit| self.contact[*unit] & hexes != 0);
            let units = touching.fold(group.units, |set, unit| set | 1 << unit);
            if (Draft { units, hexes }) == group {
                return group;
            }
            group = Draft { units, hexes };
        }
    }

    /// Goes on with the units from `next`: each is left out, or the first of an attack. `found` gets each complete
    /// declaration, and says whether to go on; so does this.
    fn extend(
        &self,
        next: usize,
        used: UsedUnits,
        drafts: &mut Vec<Draft>,
        found: &mut dyn FnMut(&[Draft]) -> bool,
    ) -> bool {
        let Some(first) = (next..self.units.len()).find(|unit| used.units >> unit & 1 == 0) else {
            return !self.is_complete(used) || found(drafts);
        };
        if self.pressing[first] == 0 && !self.extend(first + 1, used, drafts, found) {
            return false;
        }
        let later: Vec<usize> = (first + 1..self.units.len())
            .filter(|unit| used.units >> unit & 1 == 0 && self.contact[*unit] & self.contact[first] != 0)
            .collect();
        for more in subsets(&later) {
            let units = more | 1 << first;
            let common = bits(units).fold(Bits::MAX, |common, unit| common & self.contact[unit]) & !used.hexes;
            let hexes: Vec<usize> = bits(common).collect();
            for hexes in subsets(&hexes) {
                let draft = Draft { units, hexes };
                if self.is_legal(draft) {
                    drafts.push(draft);
                    let goes_on = self.extend(first + 1, used.with(draft), drafts, found);
                    drafts.pop();
                    if !goes_on {
                        return false;
                    }
                }
            }
        }
        true
    }
}

/// All subsets of a list of places, the whole list first. More than 16 places do not occur: a hex has six neighbours.
fn subsets(places: &[usize]) -> impl Iterator<Item = Bits> + '_ {
    let count = places.len().min(16);
    (0..1u32 << count).rev().map(move |mask| {
        places
            .iter()
            .take(count)
            .enumerate()
            .filter(|(index, _)| mask >> index & 1 == 1)
            .fold(0, |set, (_, place)| set | 1 << place)
    })
}
