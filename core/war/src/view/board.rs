//! What lies open on the table: pieces, works, markers, tracks and piles.

use super::View;
use crate::map::{Department, Map};
use crate::placement::Place;
use crate::rules::assemblies;
use crate::sets::{CardSet, PieceId, PieceSet, SpaceId, SpaceSet};
use crate::side::Side;
use crate::state::{Assemblies, Season, Step, Until, Works};
use std::collections::BTreeMap;
use std::sync::Arc;

impl View<'_> {
    /// The year.
    pub fn year(&self) -> u16 {
        self.state.year
    }

    /// The season.
    pub fn season(&self) -> Season {
        self.state.season
    }

    /// Whether no card has been dealt yet: the players still agree on how to play (13.3, 14.0).
    pub fn is_before_the_deal(&self) -> bool {
        self.state.step == Step::Setup
    }

    /// The side whose action phase it is, or comes next.
    pub fn active(&self) -> Side {
        self.state.active
    }

    /// Whether the players exchanged sides before the game (13.3).
    pub fn exchanged(&self) -> bool {
        self.state.exchanged
    }

    /// Victory points as on the track: above 0 French (13.2).
    pub fn vp(&self) -> i16 {
        self.state.vp
    }

    /// The Provincial Assemblies track (5.54).
    pub fn assemblies(&self) -> Assemblies {
        self.state.assemblies
    }

    /// The most provincials of a department that may be in play, if there is a limit, and how many are (5.54).
    pub fn provincials(&self, department: Department) -> (Option<usize>, usize) {
        let all = assemblies::provincials(department);
        (assemblies::limit(self.assemblies(), department), (all & self.on_map(Side::British)).len())
    }

    /// The side that last scored Niagara or Ohio Forks (13.23); other spaces score nothing.
    pub fn scored_by(&self, space: SpaceId) -> Option<Side> {
        let map = Map::get();
        let keys = [(map.niagara, self.state.niagara), (map.ohio_forks, self.state.ohio_forks)];
        keys.iter().find(|(key, _)| *key == space).map(|(_, side)| *side)
    }

    /// Events and optional rules in force, by name, and how long they last (5.51).
    pub fn markers(&self) -> impl Iterator<Item = (&str, Until)> {
        self.state.markers.iter().map(|(name, until)| (&**name, *until))
    }

    /// The numbers of the markers in force that have one.
    pub fn numbers(&self) -> &BTreeMap<Arc<str>, i64> {
        &self.state.numbers
    }

    /// The markers of events that lie on a space or on a piece in it, in words.
    pub fn marks_at(&self, space: SpaceId) -> Vec<String> {
        self.state.marks_at(space)
    }

    /// The number of cards a side holds.
    pub fn hand_size(&self, side: Side) -> usize {
        self.state.hands[side].len()
    }

    /// Whether a side has passed and holds its last card until the next season (4.0).
    pub fn is_holding(&self, side: Side) -> bool {
        self.state.holding[side]
    }

    /// The number of cards in the draw pile.
    pub fn draw_pile_size(&self) -> usize {
        self.state.draw_pile.len()
    }

    /// The discard pile.
    pub fn discards(&self) -> CardSet {
        self.state.discard
    }

    /// The cards out of the game.
    pub fn removed_cards(&self) -> CardSet {
        self.state.removed
    }

    /// Whether the deck is shuffled at the end of the season (5.25).
    pub fn is_to_be_shuffled(&self) -> bool {
        self.state.reshuffle
    }

    /// Where a piece is.
    pub fn place_of(&self, piece: PieceId) -> Place {
        self.state.pieces.at(piece)
    }

    /// The space a piece is in; none off the map.
    pub fn space_of(&self, piece: PieceId) -> Option<SpaceId> {
        self.state.pieces.space(piece)
    }

    /// The pieces in a place on or off the map.
    pub fn here(&self, place: Place) -> PieceSet {
        self.state.pieces.here(place)
    }

    /// The militia in the box of a department (7.3).
    pub(crate) fn militia(&self, department: Department) -> PieceSet {
        self.here(Place::Militia(department))
    }

    /// The pieces in a space.
    pub fn in_space(&self, space: SpaceId) -> PieceSet {
        self.state.in_space(space)
    }

    /// The units of a side in a space.
    pub fn units(&self, side: Side, space: SpaceId) -> PieceSet {
        self.state.units(side, space)
    }

    /// The pieces of a side in a space that are not inside a fort or fortress.
    pub fn outside(&self, side: Side, space: SpaceId) -> PieceSet {
        self.state.outside(side, space)
    }

    /// The pieces of a side inside the fort or fortress of a space.
    pub(crate) fn inside(&self, side: Side, space: SpaceId) -> PieceSet {
        self.state.inside(side, space)
    }

    /// Whether a piece is inside the fort or fortress of its space.
    pub fn is_inside(&self, piece: PieceId) -> bool {
        self.state.pieces.inside().contains(piece)
    }

    /// The pieces of a side on the map.
    pub fn on_map(&self, side: Side) -> PieceSet {
        self.state.on_map(side)
    }

    /// The spaces with units of a side.
    pub fn held(&self, side: Side) -> SpaceSet {
        self.state.pieces.held(side)
    }

    /// The spaces that a side occupies against its enemy, with an unbesieged unit or fortification (6.5).
    pub(crate) fn occupied(&self, side: Side) -> SpaceSet {
        self.state.occupied(side)
    }

    /// Whether a side occupies a space against its enemy, with an unbesieged unit or fortification (6.5).
    pub fn occupies(&self, side: Side, space: SpaceId) -> bool {
        self.state.occupies(side, space)
    }

    /// Whether the enemy occupies a space, with an unbesieged unit or fortification (D3).
    pub(crate) fn is_hostile(&self, space: SpaceId) -> bool {
        self.occupies(self.side.enemy(), space)
    }

    /// Whether a side controls a space (2.0).
    pub fn controls(&self, side: Side, space: SpaceId) -> bool {
        self.state.controls(side, space)
    }

    /// Whether a side has a unit in play of the tribe that lives in a space (10.1).
    pub fn is_allied(&self, side: Side, settlement: SpaceId) -> bool {
        self.state.is_allied(side, settlement)
    }

    /// The units at reduced strength.
    pub fn reduced(&self) -> PieceSet {
        self.state.pieces.reduced()
    }

    /// A unit's current combat strength (3.1).
    pub fn strength(&self, unit: PieceId) -> u8 {
        self.state.strength(unit)
    }

    /// The steps that a unit has left (7.61).
    pub fn steps_of(&self, unit: PieceId) -> u8 {
        self.state.steps(unit)
    }

    /// What a side has built or captured.
    pub fn works(&self, side: Side) -> &Works {
        &self.state.works[side]
    }

    /// The besieged spaces (8.21).
    pub fn besieged_spaces(&self) -> SpaceSet {
        self.state.besieged_spaces()
    }

    /// The siege level of a besieged space.
    pub fn siege_level(&self, space: SpaceId) -> Option<u8> {
        self.state.siege_level(space)
    }

    /// Whether a piece is besieged: inside, with a siege marker in its space (8.21).
    pub(crate) fn is_besieged(&self, piece: PieceId) -> bool {
        self.state.is_besieged(piece)
    }

    /// Whether a piece is in a besieged space, inside or outside (8.21).
    pub(crate) fn is_at_siege(&self, piece: PieceId) -> bool {
        let besieged = self.state.besieged_spaces();
        !besieged.is_empty() && self.state.pieces.space(piece).is_some_and(|space| besieged.contains(space))
    }

    /// The spaces with fieldworks (7.55).
    pub fn fieldworks(&self) -> SpaceSet {
        self.state.fieldworks
    }

    /// The spaces with Amphib markers (6.432).
    pub fn amphib(&self) -> SpaceSet {
        self.state.amphib
    }

    /// The Amphib markers of a side: all of them are British (6.432).
    pub fn own_amphib(&self, side: Side) -> SpaceSet {
        self.state.own_amphib(side)
    }

    /// The spaces with Raided markers of a side, a space once for each (10.33).
    pub fn raided(&self, side: Side) -> &[SpaceId] {
        &self.state.raided[side]
    }

    /// The Raided markers of a side in a space (10.33).
    pub fn raided_markers(&self, side: Side, space: SpaceId) -> usize {
        self.state.raided_markers(side, space)
    }
}
