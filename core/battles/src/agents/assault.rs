//! Which units go together to where they can attack: for each enemy hex those who can reach it in this phase, added one by
//! one, as long as what all attacks promise together is worth more than what the units could do otherwise.

use super::eye::Eye;
use super::weights;
use crate::decision::Choice;
use crate::rules::reach::{Routes, Walk};
use crate::unit::{Class, UnitId};
use wilderness_hexes::Hex;

/// The most units that are sent against one hex.
const MOST_SENT: usize = 5;
/// The most units that are tried in each hex from which an enemy can be attacked.
const MOST_TRIED: usize = 2;

/// A unit that can move, and where it could go.
struct Mover {
    unit: UnitId,
    routes: Routes,
    /// What the hexes next to the enemy where it can end are worth to it, apart from attacks, in the order of the hexes.
    worths: Vec<(Hex, f64)>,
    /// What the best place is worth to it apart from attacks.
    otherwise: f64,
}

/// Units with the ways that they are to go.
pub(super) type Marches = Vec<(UnitId, Vec<Hex>)>;

/// The units that are to attack together, with their ways.
pub(super) fn plan(eye: &Eye<'_>, choices: &[Choice]) -> Marches {
    let units = choices.iter().filter_map(|choice| match choice {
        Choice::Unit(id) => eye.find(*id),
        _ => None,
    });
    let movers: Vec<Mover> = units.filter_map(|unit| Mover::new(eye, unit)).collect();
    let mut sent: Vec<(UnitId, Hex)> = Vec::new();
    let mut now = eye.now();
    let mut groups: Vec<Group> = eye.enemies().filter_map(|target| group(eye, &movers, &sent, now, target)).collect();
    loop {
        let best = (0..groups.len()).max_by(|one, other| groups[*one].gain.total_cmp(&groups[*other].gain));
        let Some(best) = best.filter(|best| groups[*best].gain >= weights::ENOUGH) else { break };
        let best = groups.swap_remove(best);
        sent.extend(&best.members);
        // The others stay as they are, unless they wanted the same units or places, or attack near by.
        let (free, in_its_way): (Vec<Group>, Vec<Group>) =
            groups.into_iter().partition(|other| !other.is_in_the_way_of(&best));
        groups = free;
        let gained = best.promise - now;
        groups.iter_mut().for_each(|other| other.promise += gained);
        now = best.promise;
        let again = in_its_way.iter().chain([&best]).filter_map(|other| group(eye, &movers, &sent, now, other.target));
        groups.extend(again.collect::<Vec<_>>());
    }
    let way = |(unit, hex): &(UnitId, Hex)| {
        let mover = movers.iter().find(|mover| mover.unit == *unit)?;
        Some((*unit, mover.routes.way(*hex)?))
    };
    sent.iter().filter_map(way).collect()
}

impl Mover {
    /// A foot unit in good order that can move.
    fn new(eye: &Eye<'_>, unit: UnitId) -> Option<Mover> {
        if eye.board.unit(unit).class() != Class::Foot || eye.board.piece(unit).disordered {
            return None;
        }
        let walk = Walk::start(&eye.board, unit, false)?;
        let routes = eye.routes(walk);
        let (near, far): (Vec<Hex>, Vec<Hex>) = routes.ends().partition(|hex| eye.is_next_to_enemy(*hex));
        let mut worths: Vec<(Hex, f64)> = near.into_iter().map(|hex| (hex, eye.ground(unit, hex))).collect();
        worths.sort_unstable_by_key(|(hex, _)| *hex);
        let otherwise = eye.best_ground(unit, far, eye.ground(unit, walk.at));
        Some(Mover { unit, routes, worths, otherwise })
    }

    /// What going there costs it apart from attacks, in comparison with what it could do otherwise; nothing if it cannot.
    fn cost(&self, hex: Hex) -> Option<f64> {
        let place = self.worths.binary_search_by_key(&hex, |(end, _)| *end).ok()?;
        Some(self.otherwise - self.worths[place].1)
    }
}

/// Units that go against an enemy hex.
struct Group {
    target: Hex,
    /// What that is worth, with what the units do not do instead.
    gain: f64,
    /// What all attacks promise then.
    promise: f64,
    /// Who goes where.
    members: Vec<(UnitId, Hex)>,
}

impl Group {
    fn is_in_the_way_of(&self, other: &Group) -> bool {
        self.target.distance(other.target) <= 2
            || self.members.iter().any(|(unit, at)| other.members.iter().any(|(mate, hex)| mate == unit || hex == at))
    }
}

/// The best group against a hex.
fn group(eye: &Eye<'_>, movers: &[Mover], sent: &[(UnitId, Hex)], now: f64, target: Hex) -> Option<Group> {
    let places: Vec<Hex> = eye.places_against(target).filter(|hex| sent.iter().all(|(_, at)| at != hex)).collect();
    let can_go = |mover: &&Mover| {
        sent.iter().all(|(unit, _)| *unit != mover.unit) && places.iter().any(|hex| mover.cost(*hex).is_some())
    };
    let movers: Vec<&Mover> = movers.iter().filter(can_go).collect();
    if movers.is_empty() || (now >= 0.0 && !eye.could_beat(target, movers.iter().map(|mover| mover.unit))) {
        return None;
    }
    let (mut group, mut spent) = (Vec::new(), 0.0);
    let mut best: Option<Group> = None;
    while group.len() < MOST_SENT {
        let mut next: Option<(f64, f64, (UnitId, Hex), f64)> = None;
        for hex in places.iter().filter(|hex| group.iter().all(|(_, at)| at != *hex)) {
            let free = movers.iter().filter(|mover| group.iter().all(|(unit, _)| *unit != mover.unit));
            let mut able: Vec<(f64, f64, UnitId)> = free
                .filter_map(|mover| {
                    let cost = mover.cost(*hex)?;
                    Some((cost - f64::from(eye.board.cf(mover.unit)), cost, mover.unit))
                })
                .collect();
            able.sort_by(|(one, ..), (other, ..)| one.total_cmp(other));
            for (_, cost, unit) in able.into_iter().take(MOST_TRIED) {
                let moved = sent.iter().chain(&group).copied().chain([(unit, *hex)]);
                let promise = eye.promised(moved);
                let gain = eye.boldness() * (promise - now) - spent - cost;
                if next.as_ref().is_none_or(|(most, ..)| gain > *most) {
                    next = Some((gain, promise, (unit, *hex), cost));
                }
            }
        }
        let Some((gain, promise, member, cost)) = next else { break };
        group.push(member);
        spent += cost;
        if best.as_ref().is_none_or(|best| gain > best.gain) {
            best = Some(Group { target, gain, promise, members: group.clone() });
        }
    }
    best
}
