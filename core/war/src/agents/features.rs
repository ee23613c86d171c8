//! The features by which a position is judged: what each side has, by kinds and roles. Their weights are fitted to games,
//! and are data of each scenario.

use crate::agents::greedy::{hand, promise, troops};
use crate::map::Map;
use crate::pieces::Pieces;
use crate::rules::{fire, supply, victory};
use crate::scenario::{Scenario, VictoryTerms};
use crate::script::Scripts;
use crate::sets::{PieceSet, SpaceId, SpaceSet};
use crate::side::Side;
use crate::state::{Season, State};
use crate::view::View;
use std::rc::Rc;

/// A side in a position.
struct SidePosition<'a> {
    state: &'a State,
    side: Side,
    /// What it sees.
    view: View<'a>,
    /// Its pieces on the map.
    pieces: PieceSet,
    last_year: u16,
}

/// What a feature is called, and how it is measured.
type Feature = (&'static str, fn(&SidePosition<'_>) -> f64);

/// The features of a side.
const FEATURES: [Feature; 29] = [
    ("victory points", |it| it.points()),
    ("to move", |it| f64::from(u8::from(it.state.active == it.side))),
    ("hopes of armies", |it| promise(&it.view).into()),
    ("best uses of the hand", |it| hand(&it.view).into()),
    ("cards in hand", |it| count(it.view.hand().len())),
    ("value of the cards", |it| {
        it.view.hand().iter().map(|card| f64::from(it.view.scripts().deck().value(card))).sum()
    }),
    ("all troops", |it| troops(&it.view).into()),
    ("steps of regulars", |it| it.steps(it.pieces & (Pieces::get().regulars | Pieces::get().light_infantry))),
    ("steps of provincials", |it| it.steps(it.pieces & Pieces::get().provincials)),
    ("steps of Indians", |it| it.steps(it.pieces & Pieces::get().indians)),
    ("steps of woodsmen", |it| it.steps(it.pieces & (Pieces::get().auxiliaries - Pieces::get().indians))),
    ("steps at the front", |it| it.near_enemy(2)),
    ("steps at enemy walls", |it| it.near_enemy(1)),
    ("strength of the best army", |it| it.best_army()),
    ("leaders of armies", |it| it.leaders()),
    ("Indian allies", |it| count(it.state.allied(it.side).len())),
    ("fortresses", |it| count(it.state.works[it.side].fortresses.len())),
    ("forts", |it| count(it.state.works[it.side].forts.len())),
    ("forts under construction", |it| count(it.state.works[it.side].under_construction.len())),
    ("stockades", |it| count(it.state.works[it.side].stockades.len())),
    ("garrisons", |it| it.garrisons()),
    ("walls without a garrison", |it| it.empty_walls()),
    ("Raided markers", |it| count(it.state.raided[it.side].len())),
    ("sieges", |it| count(it.sieges().count())),
    ("siege levels", |it| it.sieges().map(|(_, level)| f64::from(level)).sum()),
    ("steps out of supply", |it| it.unsupplied()),
    ("steps without quarters", |it| it.unsheltered()),
    ("Niagara and Ohio Forks", |it| it.key_spaces()),
    ("Provincial Assemblies", |it| if it.side == Side::British { f64::from(it.state.assemblies as u8) } else { 0.0 }),
];

/// Cards in both hands when a season begins.
const CARDS: f64 = 18.0;

/// The least drilled units of an army.
const ARMY: usize = 3;

/// The names of the features of a side.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    FEATURES.iter().map(|(name, _)| *name)
}

/// The features of a side in a position.
pub(crate) fn measure(state: &State, side: Side, scripts: &Rc<Scripts>, scenario: &Scenario) -> Vec<f64> {
    let view = View::new(state, scripts, side);
    let standing = SidePosition { state, side, view, pieces: state.on_map(side), last_year: scenario.last_year };
    FEATURES.iter().map(|(_, measure)| measure(&standing)).collect()
}

/// The points that a side is ahead, of what is even at the end of the scenario.
pub(crate) fn lead(state: &State, side: Side, last_year: u16) -> f64 {
    let lead = f64::from(state.vp) - victory::even_vp(&VictoryTerms::of_the_rules(last_year));
    if side == Side::French { lead } else { -lead }
}

/// The seasons left in a game; the cards in hand are the rest of the current one.
pub(crate) fn seasons_left(state: &State, last_year: u16) -> f64 {
    let whole = 2 * last_year.saturating_sub(state.year) + u16::from(state.season == Season::Early);
    f64::from(whole) + (state.hands.french.len() + state.hands.british.len()) as f64 / CARDS
}

fn count(number: usize) -> f64 {
    number as f64
}

impl SidePosition<'_> {
    /// They are on one track, so they are told once.
    fn points(&self) -> f64 {
        if self.side == Side::French { lead(self.state, self.side, self.last_year) } else { 0.0 }
    }

    fn steps(&self, units: PieceSet) -> f64 {
        units.iter().map(|unit| f64::from(self.state.steps(unit))).sum()
    }

    /// The steps of drilled troops that are at most this many links from a fort, fortress or stockade of the enemy.
    fn near_enemy(&self, links: u8) -> f64 {
        let walls = self.state.works[self.side.enemy()].fortifications();
        let is_near = |space: SpaceId| walls.iter().any(|wall| Map::get().distance(space, wall) <= links);
        self.armed().filter(|(space, _)| is_near(*space)).map(|(_, units)| self.steps(units)).sum()
    }

    /// The spaces with drilled troops, and those troops.
    fn armed(&self) -> impl Iterator<Item = (SpaceId, PieceSet)> + '_ {
        let drilled = |space| (space, self.state.units(self.side, space).drilled());
        self.view.held(self.side).iter().map(drilled).filter(|(_, units)| !units.is_empty())
    }

    /// The spaces with armies, and the leader of each.
    fn armies(&self) -> impl Iterator<Item = (SpaceId, PieceSet, crate::sets::PieceId)> + '_ {
        self.armed().filter(|(_, units)| units.len() >= ARMY).filter_map(|(space, units)| {
            let leader = fire::ranking_leader(self.state.in_space(space).of(self.side))?;
            Some((space, units, leader))
        })
    }

    fn best_army(&self) -> f64 {
        let strength = |(_, units, _): (_, PieceSet, _)| {
            units.iter().map(|unit| f64::from(self.state.strength(unit))).sum::<f64>()
        };
        self.armies().map(strength).fold(0.0, f64::max)
    }

    /// Initiative and tactics of the leaders of armies.
    fn leaders(&self) -> f64 {
        self.armies()
            .map(|(.., leader)| f64::from(4_u8.saturating_sub(leader.facts().initiative) + leader.facts().tactics))
            .sum()
    }

    /// The steps of drilled troops behind their own walls.
    fn garrisons(&self) -> f64 {
        let walls = self.state.works[self.side].fortifications();
        self.armed().filter(|(space, _)| walls.contains(*space)).map(|(_, units)| self.steps(units)).sum()
    }

    fn empty_walls(&self) -> f64 {
        let walls = self.state.works[self.side].fortifications();
        count(walls.filter(|space| self.state.units(self.side, space).drilled().is_empty()).len())
    }

    /// Sieges that the side lays, and their levels.
    fn sieges(&self) -> impl Iterator<Item = (SpaceId, u8)> + '_ {
        let walls = self.state.works[self.side.enemy()].besiegeable();
        walls.iter().filter_map(|space| Some((space, self.state.siege_level(space)?)))
    }

    fn unsupplied(&self) -> f64 {
        let spaces: SpaceSet = self.armed().map(|(space, _)| space).collect();
        let supplied = supply::supplied_among(self.state, self.side, spaces);
        self.armed().filter(|(space, _)| !supplied.contains(*space)).map(|(_, units)| self.steps(units)).sum()
    }

    /// What would suffer winter attrition; nothing is said of it if a script fails.
    fn unsheltered(&self) -> f64 {
        let spaces = self.view.without_quarters(self.side).unwrap_or(SpaceSet::EMPTY);
        self.armed().filter(|(space, _)| spaces.contains(*space)).map(|(_, units)| self.steps(units)).sum()
    }

    /// How many of the two the side has scored last (13.23).
    fn key_spaces(&self) -> f64 {
        let held = [self.state.niagara, self.state.ohio_forks];
        // What one has, the other lacks.
        if self.side == Side::French { count(held.into_iter().filter(|side| *side == self.side).count()) } else { 0.0 }
    }
}
