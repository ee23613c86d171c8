//! What one side sees: everything except the enemy's hand, the draw pile and the generator.

use crate::imagine::Situation;
use crate::map::Department;
use crate::pieces::Pieces;
use crate::position::Position;
use crate::rules::march::Party;
use crate::rules::reach::Reach;
use crate::rules::{activation, attrition, construction, movement, raid, supply};
use crate::script::{Occasion, Scripts};
use crate::sets::{CardId, CardSet, PieceId, PieceSet, SpaceId, SpaceSet};
use crate::side::Side;
use crate::state::{Season, State, Works};
use crate::table::{Known, Seen};
use std::rc::Rc;
use wilderness_engine::faults::Faults;
use wilderness_engine::script::ScriptSet as _;

/// The game as one side may see it (5.24).
pub struct View<'a> {
    state: &'a State,
    scripts: &'a Rc<Scripts>,
    side: Side,
    /// The public state, and the knowledge of the game, if one is in progress.
    game: Option<(Seen<'a>, &'a Known)>,
}

impl<'a> View<'a> {
    /// What `side` sees of a state.
    pub(crate) fn new(state: &'a State, scripts: &'a Rc<Scripts>, side: Side) -> View<'a> {
        View { state, scripts, side, game: None }
    }

    /// What `side` sees of a game.
    pub(crate) fn at(seen: Seen<'a>, known: &'a Known, side: Side) -> View<'a> {
        View { game: Some((seen, known)), ..View::new(seen.state, seen.scripts, side) }
    }

    /// The side's situation for playing out imagined games; none if no game is in progress.
    pub fn situation(&self) -> Option<Situation> {
        self.game.and_then(|(seen, known)| Situation::new(seen, known, self.side))
    }

    /// The state, for what the crate makes of it; never the enemy's hand or the draw pile.
    pub(crate) fn state(&self) -> &'a State {
        self.state
    }

    /// The side whose view it is.
    pub fn side(&self) -> Side {
        self.side
    }

    /// The cards.
    pub fn scripts(&self) -> &Rc<Scripts> {
        self.scripts
    }

    /// The side's own hand.
    pub fn hand(&self) -> CardSet {
        self.state.hands[self.side]
    }

    /// The cards of the enemy's hand that this side knows: it lost them, or saw them taken from the discard pile
    /// (Q109).
    pub fn known_cards(&self) -> CardSet {
        self.state.known_cards(self.side.enemy())
    }

    /// The number of cards a side holds.
    pub fn hand_size(&self, side: Side) -> usize {
        self.state.hands[side].len()
    }

    /// The number of cards in the draw pile.
    pub fn draw_pile_size(&self) -> usize {
        self.state.draw_pile.len()
    }

    /// The pieces in a space.
    pub fn in_space(&self, space: SpaceId) -> PieceSet {
        self.state.in_space(space)
    }

    /// Whether a piece is in a besieged space, inside or outside (8.21).
    pub fn is_at_siege(&self, piece: PieceId) -> bool {
        let besieged = self.state.besieged_spaces();
        !besieged.is_empty() && self.state.pieces.space(piece).is_some_and(|space| besieged.contains(space))
    }

    /// The space a piece is in; none off the map.
    pub fn space_of(&self, piece: PieceId) -> Option<SpaceId> {
        self.state.pieces.space(piece)
    }

    /// Whether the enemy occupies a space, with an unbesieged unit or fortification (D3).
    pub fn is_hostile(&self, space: SpaceId) -> bool {
        self.state.occupies(self.side.enemy(), space)
    }

    /// Whether friendly auxiliaries that end their activation in a space raid it (10.1, 10.11).
    pub fn is_raid_target(&self, space: SpaceId) -> bool {
        raid::is_target(self.state, self.side, space)
    }

    /// All spaces that friendly auxiliaries would raid (10.1, 10.11).
    pub fn raid_targets(&self) -> SpaceSet {
        raid::all_targets(self.state, self.side)
    }

    /// Victory points as on the track: above 0 French.
    pub fn vp(&self) -> i16 {
        self.state.vp
    }

    /// The units of a side in play, with their steps.
    pub fn steps(&self, side: Side) -> usize {
        let units = self.state.on_map(side) & Pieces::get().units;
        units.iter().map(|unit| usize::from(self.state.steps(unit))).sum()
    }

    /// The year.
    pub fn year(&self) -> u16 {
        self.state.year
    }

    /// The season.
    pub fn season(&self) -> Season {
        self.state.season
    }

    /// The side whose action phase it is, or comes next.
    pub fn active(&self) -> Side {
        self.state.active
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
    pub fn is_besieged(&self, piece: PieceId) -> bool {
        self.state.is_besieged(piece)
    }

    /// The pieces of a side in a space that are not inside a fort or fortress.
    pub fn outside(&self, side: Side, space: SpaceId) -> PieceSet {
        self.state.outside(side, space)
    }

    /// The pieces of a side inside the fort or fortress of a space.
    pub fn inside(&self, side: Side, space: SpaceId) -> PieceSet {
        self.state.inside(side, space)
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
    pub fn occupied(&self, side: Side) -> SpaceSet {
        self.state.occupied(side)
    }

    /// The fortresses that a side controls (2.0).
    pub fn controlled(&self, side: Side) -> SpaceSet {
        self.state.controlled(side)
    }

    /// The spaces in which drilled troops of a side are in supply (12.2).
    pub fn supplied(&self, side: Side) -> SpaceSet {
        supply::supplied(self.state, side)
    }

    /// The militia in the box of a department (7.3).
    pub fn militia(&self, department: Department) -> PieceSet {
        self.state.pieces.here(crate::placement::Place::Militia(department))
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

    /// The Raided markers of a side in a space (10.33).
    pub fn raided_markers(&self, side: Side, space: SpaceId) -> usize {
        self.state.raided_markers(side, space)
    }

    /// Whether a side has a unit in play of the tribe that lives in a space (10.1).
    pub fn is_allied(&self, side: Side, settlement: SpaceId) -> bool {
        self.state.is_allied(side, settlement)
    }

    /// The side that last scored Niagara or Ohio Forks (13.23); other spaces score nothing.
    pub fn scored_by(&self, space: SpaceId) -> Option<Side> {
        let map = crate::map::Map::get();
        let keys = [(map.niagara, self.state.niagara), (map.ohio_forks, self.state.ohio_forks)];
        keys.iter().find(|(key, _)| *key == space).map(|(_, side)| *side)
    }

    /// The spaces with fieldworks (7.55).
    pub fn fieldworks(&self) -> SpaceSet {
        self.state.fieldworks
    }

    /// Whether this side's drilled troops are subject to winter attrition in a space at present (11.1).
    pub fn suffers_winter(&self, space: SpaceId) -> bool {
        attrition::suffers(self.state, self.side, space)
    }

    /// The pieces in a leader's space, on the same side of the fortification's walls, from which a force is formed
    /// (5.34).
    pub fn companions(&self, leader: PieceId) -> PieceSet {
        activation::companions(self.state, leader)
    }

    /// Whether this side's last card was used for construction, so that it cannot build (5.4).
    pub fn built_last(&self) -> bool {
        self.state.built_last[self.side]
    }

    /// Where this side could place a stockade (5.41).
    pub fn stockade_sites(&self) -> SpaceSet {
        construction::stockade_sites(self.state, self.side)
    }

    /// Where this side could start or finish a fort (5.42).
    pub fn fort_sites(&self) -> SpaceSet {
        construction::fort_sites(self.state, self.side)
    }

    /// Where this side can sail from a space (6.4).
    pub fn ports_from(&self, space: SpaceId) -> SpaceSet {
        movement::naval_destinations(self.state, self.side, space)
    }

    /// Whether this side can play a card as an event now; false if its script fails.
    pub fn can_play(&self, card: CardId) -> bool {
        self.scripts.can_play(self.state, self.side, card).unwrap_or(false)
    }

    /// Where friendly pieces could move in one activation from a space, if there is no interception and no response.
    pub fn reach(&self, pieces: PieceSet, from: SpaceId, reach: &mut Reach) {
        reach.find(self.state, Party::new(self.side, pieces), from);
    }

    /// What an expression of the script language evaluates to for this side; the expression sees only what the side
    /// sees.
    ///
    /// # Errors
    /// What is wrong with it, with its place.
    pub fn evaluate(&self, expression: &str) -> Result<String, Faults> {
        let occasion = Occasion::seen_by(self.side);
        self.scripts.host().evaluate(self.state, occasion, &[], expression)
    }

    /// The position as this side knows it: only the known cards of the enemy's hand, and no draw pile.
    pub fn position(&self) -> Position {
        Position::from_state(&self.seen())
    }

    fn seen(&self) -> State {
        let mut seen = self.state.clone();
        seen.hands[self.side.enemy()] = self.known_cards();
        seen.draw_pile.clear();
        seen
    }
}
