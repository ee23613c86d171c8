//! Who may attack whom (9.0, B37 to B40): contact, obligations, and the declarations that meet them.

use crate::board::Board;
use crate::state::Attack;
use crate::unit::{Class, UnitId};
use std::collections::BTreeMap;
use wilderness_hexes::Hex;

/// A set of attackers or of target hexes, by their places in the lists.
type Bits = u128;

/// The places in a set, the lowest first.
fn bits(mut set: Bits) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(lowest)
    })
}

/// The set of these places.
fn set_of(places: impl IntoIterator<Item = usize>) -> Bits {
    places.into_iter().fold(0, |set, place| set | 1 << place)
}

/// The places of those of the sets for which something is true.
fn places(sets: &[Bits], is: impl Fn(Bits) -> bool) -> impl Iterator<Item = usize> {
    sets.iter().enumerate().filter(move |(_, set)| is(**set)).map(|(place, _)| place)
}

/// All subsets of a set, the whole set first.
fn subsets(set: Bits) -> impl Iterator<Item = Bits> {
    let mut next = Some(set);
    std::iter::from_fn(move || {
        let subset = next?;
        next = (subset != 0).then(|| (subset - 1) & set);
        Some(subset)
    })
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
    /// The units in contact with each hex.
    touching: Vec<Bits>,
    /// The units that must attack.
    bound: Bits,
    /// The hexes that must be attacked.
    due: Bits,
}

/// Attacks that have been declared: who is used.
#[derive(Clone, Copy, Default)]
pub(crate) struct UsedUnits {
    units: Bits,
    hexes: Bits,
}

/// An attack while it is put together.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
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
        let targets = board.men[enemy].with(board.of_class(enemy, Class::Train));
        let map = &board.battle.map;
        let from = board.of_class(side, Class::Foot).and(&map.attackers_of_any(&targets));
        let is_foot = |unit: &UnitId| board.unit(*unit).class() == Class::Foot;
        let foot = |hex: Hex| board.at(side, hex).filter(is_foot).map(move |unit| (unit, hex));
        let mut foot: Vec<(UnitId, Hex)> = from.iter().flat_map(foot).collect();
        foot.sort_unstable_by_key(|(unit, _)| board.battle.rank(*unit));
        let attacked = map.attacked_from_any(&from).and(&targets);
        let hexes: Vec<(Hex, bool)> = attacked.iter().map(|hex| (hex, board.is_live(enemy, hex))).collect();
        let none = |many: usize| vec![0; many];
        let (mut contact, mut pressing) = (none(foot.len()), none(foot.len()));
        let (mut pressed, mut touching) = (none(hexes.len()), none(hexes.len()));
        for (unit, (_, from)) in foot.iter().enumerate() {
            for to in map.attacked_from(*from) {
                let Ok(hex) = hexes.binary_search_by_key(&to, |(hex, _)| *hex) else { continue };
                contact[unit] |= 1 << hex;
                touching[hex] |= 1 << unit;
                if hexes[hex].1 && map.is_controlled(to, *from) {
                    pressing[unit] |= 1 << hex;
                    pressed[hex] |= 1 << unit;
                }
            }
        }
        let units = foot.into_iter().map(|(unit, _)| (unit, !board.piece(unit).disordered)).collect();
        let [bound, due] = [&pressing, &pressed].map(|sets: &Vec<Bits>| set_of(places(sets, |set| set != 0)));
        Contacts { units, hexes, contact, pressing, pressed, touching, bound, due }
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
            units: set_of(units.iter().filter_map(place_of_unit)),
            hexes: set_of(hexes.iter().filter_map(place_of_hex)),
        }
    }

    /// The units and hexes of a draft.
    pub fn attack(&self, draft: Draft) -> Attack {
        let mut units: Vec<UnitId> = self.units_of(draft).collect();
        units.sort_unstable();
        Attack { units, hexes: bits(draft.hexes).map(|index| self.hexes[index].0).collect(), done: false }
    }

    /// The units of a draft.
    pub fn units_of(&self, draft: Draft) -> impl Iterator<Item = UnitId> + '_ {
        bits(draft.units).map(|place| self.units[place].0)
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
        let units = bits(self.bound & !used.units).map(|place| self.units[place].0);
        (units.collect(), bits(self.due & !used.hexes).map(|place| self.hexes[place].0).collect())
    }

    /// The bound units.
    pub fn bound(&self) -> impl Iterator<Item = UnitId> + '_ {
        bits(self.bound).map(|place| self.units[place].0)
    }

    /// The due hexes.
    pub fn due(&self) -> impl Iterator<Item = Hex> + '_ {
        bits(self.due).map(|place| self.hexes[place].0)
    }

    /// Whether nothing that must be done is left (B39 (3) and (4)).
    pub fn is_complete(&self, used: UsedUnits) -> bool {
        self.bound & !used.units == 0 && self.due & !used.hexes == 0
    }

    /// A unit and a hex that presses it, one of which is still to fight, if there are any.
    pub fn left_out(&self, used: UsedUnits) -> Option<(UnitId, Hex)> {
        let pairs = self.pressing.iter().enumerate().flat_map(|(unit, set)| bits(*set).map(move |hex| (unit, hex)));
        let mut open = pairs.filter(|(unit, hex)| used.units >> unit & 1 == 0 || used.hexes >> hex & 1 == 0);
        open.next().map(|(unit, hex)| (self.units[unit].0, self.hexes[hex].0))
    }

    /// Whether everybody who must attack or be attacked still can (B40).
    fn is_finishable(&self, used: UsedUnits) -> bool {
        bits(self.bound & !used.units).all(|unit| self.pressing[unit] & !used.hexes != 0)
            && bits(self.due & !used.hexes).all(|hex| self.pressed[hex] & !used.units != 0)
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

    /// Shows the legal attacks that contain a draft, with more of these units and hexes: those with the last units first,
    /// and larger ones before those that they contain. `found` says whether to go on; so does this.
    fn legal_attacks(&self, draft: Draft, more: Draft, found: &mut dyn FnMut(Draft) -> bool) -> bool {
        let able = |unit: usize| {
            draft.hexes & !self.contact[unit] == 0 && self.contact[unit] & (draft.hexes | more.hexes) != 0
        };
        let Some(last) = (0..self.units.len()).rev().find(|unit| more.units >> unit & 1 == 1 && able(*unit)) else {
            return subsets(more.hexes).all(|hexes| {
                let attack = Draft { hexes: draft.hexes | hexes, ..draft };
                !self.is_legal(attack) || found(attack)
            });
        };
        let rest = Draft { units: more.units & !(Bits::MAX << last), ..more };
        let with = Draft { units: draft.units | 1 << last, ..draft };
        self.legal_attacks(with, Draft { hexes: rest.hexes & self.contact[last], ..rest }, found)
            && self.legal_attacks(draft, rest, found)
    }

    /// Whether some legal attack contains a draft, and leaves the rest finishable (B40).
    fn extends(&self, used: UsedUnits, draft: Draft) -> bool {
        let common = bits(draft.units).fold(!used.hexes, |common, unit| common & self.contact[unit]);
        let all = self.all();
        let more = Draft { units: all.units & !used.units & !draft.units, hexes: all.hexes & common & !draft.hexes };
        draft.hexes & !common == 0
            && !self.legal_attacks(draft, more, &mut |attack| !self.is_finishable(used.with(attack)))
    }

    /// All units and hexes.
    fn all(&self) -> Draft {
        Draft { units: set_of(0..self.units.len()), hexes: set_of(0..self.hexes.len()) }
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
        Declarations::new(self, self.all()).extend(0, UsedUnits::default(), &mut Vec::new(), &mut |drafts| {
            found.push(drafts.iter().map(|draft| self.attack(*draft)).collect());
            found.len() < most
        });
        found
    }

    /// Those who are not used, by who can fight together; the others are apart from each other.
    pub fn groups(&self, used: UsedUnits) -> impl Iterator<Item = Draft> + '_ {
        let mut left = self.all().units & !used.units;
        std::iter::from_fn(move || {
            let group = (left != 0).then(|| self.group(left.trailing_zeros() as usize, left, used))?;
            left &= !group.units;
            Some(group)
        })
    }

    /// The declaration of a group that promises most: what it promises, the sum of what `promise` says of each of its
    /// attacks, and the attacks. No more than `most` declarations are compared.
    pub fn best(&self, group: Draft, most: usize, promise: impl Fn(&Attack) -> f64) -> (f64, Vec<Attack>) {
        let mut known: BTreeMap<Draft, f64> = BTreeMap::new();
        let (mut best, mut compared) = (None, 0);
        Declarations::new(self, group).extend(0, UsedUnits::default(), &mut Vec::new(), &mut |drafts| {
            let of = |draft: &Draft| *known.entry(*draft).or_insert_with(|| promise(&self.attack(*draft)));
            let value: f64 = drafts.iter().map(of).sum();
            if best.as_ref().is_none_or(|(most, _)| value > *most) {
                best = Some((value, drafts.to_vec()));
            }
            compared += 1;
            compared < most
        });
        let (value, drafts) = best.unwrap_or_default();
        (value, drafts.into_iter().map(|draft| self.attack(draft)).collect())
    }

    /// Those who can fight together with a unit, directly or by way of others, with their hexes.
    fn group(&self, unit: usize, free: Bits, used: UsedUnits) -> Draft {
        let mut group = Draft { units: 1 << unit, hexes: 0 };
        loop {
            let hexes = bits(group.units).fold(0, |set, unit| set | self.contact[unit]) & !used.hexes;
            let units = group.units | set_of(bits(free).filter(|unit| self.contact[*unit] & hexes != 0));
            if (Draft { units, hexes }) == group {
                return group;
            }
            group = Draft { units, hexes };
        }
    }
}

/// The ways in which those of a group can be put into attacks.
struct Declarations<'a> {
    field: &'a Contacts,
    group: Draft,
    /// For each unit the legal attacks of which it is the first.
    attacks: Vec<Vec<Draft>>,
}

impl<'a> Declarations<'a> {
    fn new(field: &'a Contacts, group: Draft) -> Declarations<'a> {
        let mut attacks = vec![Vec::new(); field.units.len()];
        for first in bits(group.units) {
            let units = group.units & Bits::MAX << first & !(1 << first);
            let more = Draft { units, hexes: group.hexes & field.contact[first] };
            field.legal_attacks(Draft { units: 1 << first, hexes: 0 }, more, &mut |attack| {
                attacks[first].push(attack);
                true
            });
        }
        Declarations { field, group, attacks }
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
        let free = self.group.units & !used.units & Bits::MAX.checked_shl(next as u32).unwrap_or(0);
        if !self.is_completable(free, used) {
            return true;
        }
        let Some(first) = bits(free).next() else { return found(drafts) };
        if self.field.pressing[first] == 0 && !self.extend(first + 1, used, drafts, found) {
            return false;
        }
        let apart = |attack: &&Draft| attack.units & used.units == 0 && attack.hexes & used.hexes == 0;
        self.attacks[first].iter().filter(apart).all(|attack| {
            drafts.push(*attack);
            let goes_on = self.extend(first + 1, used.with(*attack), drafts, found);
            drafts.pop();
            goes_on
        })
    }

    /// Whether the free units can still do what must be done; with none left, whether it is done.
    fn is_completable(&self, free: Bits, used: UsedUnits) -> bool {
        let (bound, due) = (self.group.units & self.field.bound, self.group.hexes & self.field.due);
        bits(bound & !used.units).all(|unit| self.field.pressing[unit] & self.group.hexes & !used.hexes != 0)
            && bits(due & !used.hexes).all(|hex| self.field.touching[hex] & free != 0)
            && bound & !used.units & !free == 0
    }
}
