//! What places are worth to units at the end of their moves, and which is the best.

use super::Eye;
use crate::agents::{fire, weights};
use crate::unit::{Class, UnitId};
use std::cmp::Ordering;
use wilderness_hexes::Hex;

/// What is known so far of what a place is worth to a unit.
struct Outlook {
    /// The most that it may be worth.
    most: f64,
    /// The most that attacks may gain.
    hope: f64,
    /// What it is worth apart from attacks, once that is known.
    place: Option<f64>,
    hex: Hex,
}

impl Outlook {
    /// A place of which it is known what it is worth apart from attacks.
    fn of(place: f64, hope: f64, hex: Hex) -> Outlook {
        Outlook { most: place + hope, hope, place: Some(place), hex }
    }

    /// Which of two is looked at first: what may be worth more, and of equal ones that of which less is known.
    fn order(&self, other: &Outlook) -> Ordering {
        other.most.total_cmp(&self.most).then(self.place.is_some().cmp(&other.place.is_some()))
    }
}

impl Eye<'_> {
    /// What a hex is worth to a unit at the end of its move.
    pub fn worth(&self, unit: UnitId, hex: Hex) -> f64 {
        self.place(unit, hex) + self.care(unit) * self.attack_from(unit, hex)
    }

    /// How much a unit cares for what attacks promise.
    fn care(&self, unit: UnitId) -> f64 {
        match self.board.unit(unit).class() {
            Class::Foot => self.boldness(),
            Class::Leader => weights::LED,
            Class::Gun | Class::Train => 0.0,
        }
    }

    /// The place that is worth most to a unit at the end of its move, if it is worth more than `least`, and what it is worth.
    /// To find out what a place is worth costs much, so only those are looked at that may be the best.
    pub fn best_place(&self, unit: UnitId, places: impl Iterator<Item = Hex>, least: f64) -> Option<(f64, Hex)> {
        let care = self.care(unit);
        let outlooks = places.map(|hex| self.outlook(unit, hex, care));
        let mut open: Vec<Outlook> = outlooks.filter(|outlook| outlook.most > least).collect();
        let mut best: Option<(f64, Hex)> = None;
        while let Some(next) = (0..open.len()).min_by(|one, other| open[*one].order(&open[*other])) {
            let Outlook { most, hope, place, hex } = open[next];
            if most <= best.map_or(least, |(worth, _)| worth) {
                break;
            }
            let Some(place) = place else {
                open[next] = Outlook::of(self.place(unit, hex), hope, hex);
                debug_assert!(open[next].most <= most, "more than the most that {hex} may be worth");
                continue;
            };
            open.remove(next);
            let worth = place + if care > 0.0 { care * self.attack_from(unit, hex) } else { 0.0 };
            if worth > best.map_or(least, |(best, _)| best) {
                best = Some((worth, hex));
            }
        }
        best
    }

    /// What the best of some hexes is worth as ground to foot, if that is more than `least`; otherwise that.
    pub fn best_ground(&self, unit: UnitId, hexes: impl IntoIterator<Item = Hex>, least: f64) -> f64 {
        let mut open: Vec<(f64, Hex)> = hexes.into_iter().map(|hex| (self.most_ground(unit, hex), hex)).collect();
        open.sort_unstable_by(|(one, _), (other, _)| other.total_cmp(one));
        let mut best = least;
        for (most, hex) in open {
            if most <= best {
                break;
            }
            best = best.max(self.ground(unit, hex));
        }
        best
    }

    /// What is to be seen at a glance of what a place is worth to a unit.
    fn outlook(&self, unit: UnitId, hex: Hex, care: f64) -> Outlook {
        let hope = if care > 0.0 { care * self.hope(hex) } else { 0.0 };
        let most = match self.board.unit(unit).class() {
            Class::Foot => self.most_ground(unit, hex) + 3.0 * weights::FRIEND,
            Class::Leader => self.leading(unit, hex),
            Class::Gun | Class::Train => return Outlook::of(self.place(unit, hex), hope, hex),
        };
        Outlook { most: most + hope, hope, place: None, hex }
    }

    /// The most that attacks are likely to gain with one more unit in a hex: all that is there, and what has to be lost now.
    fn hope(&self, hex: Hex) -> f64 {
        let enemy = self.side.enemy();
        if self.to_enemy(hex) > 1 {
            return 0.0;
        }
        let near = self.board.battle.map.grid.near(hex).filter(|near| self.board.men[enemy].contains(*near));
        let factors =
            |hex: Hex| self.board.men_at(enemy, hex).map(|unit| f64::from(self.board.unit(unit).cf)).sum::<f64>();
        let points = |hex: Hex| self.goals.iter().filter(|goal| goal.hex == hex).map(|goal| goal.vp).sum::<f64>();
        near.map(|hex| factors(hex) + weights::POINT * points(hex)).sum::<f64>() - self.now().min(0.0)
    }

    /// What a hex is worth to a unit at the end of its move, apart from attacks.
    fn place(&self, unit: UnitId, hex: Hex) -> f64 {
        let enemy = f64::from(self.to_enemy(hex));
        let map = &self.board.battle.map;
        let view = self.view(unit);
        let friends = f64::from(map.grid.sides_to(hex, &view.other_foot).count_ones().min(3)) * weights::FRIEND;
        match self.board.unit(unit).class() {
            Class::Foot => self.ground(unit, hex) + friends,
            Class::Gun => {
                let guard = if view.other_foot.contains(hex) { weights::GUN_GUARDED } else { 0.0 };
                let exposed = if enemy <= 1.0 { -weights::GUN_EXPOSED } else { 0.0 };
                weights::GUN_ADVANCE * self.advance(unit, hex) + self.temper.fancy(hex) + friends + guard + exposed
                    - weights::GUN_ASTRAY * (enemy - weights::GUN_DISTANCE).abs().min(9.0)
                    + weights::SHOT * self.shot(unit, hex)
            }
            Class::Leader => {
                let men =
                    self.board.men_at(self.side, hex).filter(|other| self.board.unit(*other).class() == Class::Foot);
                let risk = men.map(|other| self.risk(other, hex)).fold(0.0, f64::max);
                self.leading(unit, hex) - risk * f64::from(self.board.battle.loss(unit))
            }
            Class::Train => enemy.min(8.0) + friends,
        }
    }

    /// What a hex is worth to a leader apart from what he risks there: by whom he leads from it.
    fn leading(&self, leader: UnitId, hex: Hex) -> f64 {
        let radius = u32::from(self.board.unit(leader).cv);
        let led = self.men().iter().filter(|(at, _)| at.distance(hex) <= radius);
        let of_use: f64 =
            led.map(|(_, disordered)| if *disordered { weights::LEADS_DISORDERED } else { weights::LEADS }).sum();
        let with = if self.view(leader).other_foot.contains(hex) { weights::WITH_FOOT } else { -weights::WITHOUT_FOOT };
        with + self.temper.fancy(hex) + of_use - weights::LEADER_BEHIND * f64::from(self.to_enemy(hex).min(20))
    }

    /// What the attacks would promise if a unit stood in a hex, less what they promise as it is: it may have to attack
    /// from there, alone or with those who are there.
    fn attack_from(&self, unit: UnitId, hex: Hex) -> f64 {
        let touches = |to: Hex| self.board.men[self.side.enemy()].contains(to);
        if !self.board.battle.map.grid.near(hex).any(touches) {
            return 0.0;
        }
        self.promised([(unit, hex)]) - self.now()
    }

    /// What the best shot of a gun from a hex does.
    fn shot(&self, gun: UnitId, hex: Hex) -> f64 {
        if self.to_enemy(hex) > u32::from(self.board.unit(gun).range) {
            return 0.0;
        }
        self.with([(gun, hex)], |board| fire::best(self, board, gun).map_or(0.0, |(damage, _)| damage))
    }
}
