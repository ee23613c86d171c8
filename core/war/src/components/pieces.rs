//! The playing pieces (3.0): leaders and units. Facts only.

use super::Components;
use super::side::{PerSide, Side};
use crate::sets::{Id, PieceId, PieceSet, SpaceId};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt;

/// What a piece is (3.1, 3.2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PieceKind {
    /// A leader.
    Leader,
    /// A 3-4 regular of either side.
    Regular,
    /// A 4-4 regular raised in America.
    RoyalAmerican,
    /// A 4-4 regular from the Highlands.
    Highland,
    /// A French 1-4 regular.
    MarineDetachment,
    /// Light infantry: drilled, but not regular.
    LightInfantry,
    /// A provincial of the Northern Department.
    NorthernProvincial,
    /// A provincial of the Southern Department.
    SouthernProvincial,
    /// An Indian unit.
    Indian,
    /// Coureurs des bois.
    Coureurs,
    /// Rangers.
    Ranger,
    /// Militia, based in a department's box.
    Militia,
}

/// A group of tribes, as events name them (5.531), by its place in the files of pieces.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Nation(pub(super) u8);

/// What a nation is.
#[derive(Clone, Debug)]
pub(super) struct NationFacts {
    /// The id used in files and scripts.
    pub(super) id: String,
    /// Whether only Johnson commands its British units (5.534).
    pub(super) johnson: bool,
}

impl Nation {
    /// The nations.
    pub fn all() -> impl Iterator<Item = Nation> {
        (0..Pieces::get().nations.len()).map(|index| Nation(index as u8))
    }

    /// The nation with an id.
    pub fn find(id: &str) -> Option<Nation> {
        Nation::all().find(|nation| nation.id() == id)
    }

    /// The id used in files and scripts.
    pub fn id(self) -> &'static str {
        &Pieces::get().nations[usize::from(self.0)].id
    }
}

/// A leader or unit.
#[derive(Clone, Debug)]
pub struct Piece {
    /// The id used in files and tokens.
    pub id: String,
    /// The name on the counter.
    pub name: String,
    /// Its owner.
    pub side: Side,
    /// The kind of piece.
    pub kind: PieceKind,
    /// Combat strength at full strength.
    pub strength: u8,
    /// Combat strength when reduced.
    pub reduced: u8,
    /// Movement allowance in spaces; 6 for a leader (6.21).
    pub movement: u8,
    /// A leader's initiative: the value of card that activates his force (5.32).
    pub initiative: u8,
    /// A leader's command: how many units move with him (5.34).
    pub command: u8,
    /// A leader's tactics: added to die rolls (7.51).
    pub tactics: u8,
    /// The nation of an Indian unit.
    pub nation: Option<Nation>,
    /// The settlement of an Indian unit; none if it is off the map.
    pub home: Option<SpaceId>,
}

/// All pieces, and the sets of them that the rules use.
#[derive(Debug)]
pub struct Pieces {
    nations: Vec<NationFacts>,
    pieces: Vec<Piece>,
    by_id: BTreeMap<String, PieceId>,
    /// The pieces of each side.
    pub of: PerSide<PieceSet>,
    /// Leaders (3.2).
    pub leaders: PieceSet,
    /// The leaders whose initiative is no higher than each number from 0 on.
    by_initiative: [PieceSet; Pieces::HIGHEST_INITIATIVE + 1],
    /// Units: everything that is not a leader (3.1).
    pub units: PieceSet,
    /// Drilled troops (3.11).
    pub drilled: PieceSet,
    /// Regulars, a kind of drilled troops (3.11).
    pub regulars: PieceSet,
    /// Light infantry (3.11).
    pub light_infantry: PieceSet,
    /// Provincials of both departments (3.11).
    pub provincials: PieceSet,
    /// Auxiliaries: Indians, coureurs des bois, rangers (3.13).
    pub auxiliaries: PieceSet,
    /// Indians (3.13).
    pub indians: PieceSet,
    /// Militia (3.12).
    pub militia: PieceSet,
    /// Units that only Johnson commands: British Iroquois and Mohawks (5.534).
    pub johnsons_own: PieceSet,
    /// Johnson, who commands them.
    pub johnson: PieceId,
}

/// The leader whom rules name (5.534).
pub(super) const JOHNSON: &str = "johnson";

impl Pieces {
    /// The highest initiative of a leader.
    pub(super) const HIGHEST_INITIATIVE: usize = 3;

    /// The pieces of the game that this thread plays.
    #[inline]
    pub fn get() -> &'static Pieces {
        &Components::get().pieces
    }

    pub(super) fn new(pieces: Vec<Piece>, nations: Vec<NationFacts>, johnson: PieceId) -> Pieces {
        let by_id: BTreeMap<String, PieceId> =
            pieces.iter().enumerate().map(|(index, piece)| (piece.id.clone(), PieceId::from_index(index))).collect();
        let set = |test: &dyn Fn(&Piece) -> bool| -> PieceSet {
            pieces.iter().enumerate().filter(|(_, p)| test(p)).map(|(index, _)| PieceId::from_index(index)).collect()
        };
        let kinds = |kinds: &[PieceKind]| set(&|piece| kinds.contains(&piece.kind));
        let regulars =
            kinds(&[PieceKind::Regular, PieceKind::RoyalAmerican, PieceKind::Highland, PieceKind::MarineDetachment]);
        let light_infantry = kinds(&[PieceKind::LightInfantry]);
        let provincials = kinds(&[PieceKind::NorthernProvincial, PieceKind::SouthernProvincial]);
        let leaders = kinds(&[PieceKind::Leader]);
        let is_johnsons = |nation: Nation| nations[usize::from(nation.0)].johnson;
        Pieces {
            of: PerSide::new(|side| set(&|piece| piece.side == side)),
            by_initiative: std::array::from_fn(|most| leaders & set(&|piece| usize::from(piece.initiative) <= most)),
            leaders,
            units: set(&|_| true) - leaders,
            drilled: regulars | light_infantry | provincials,
            regulars,
            light_infantry,
            provincials,
            auxiliaries: kinds(&[PieceKind::Indian, PieceKind::Coureurs, PieceKind::Ranger]),
            indians: kinds(&[PieceKind::Indian]),
            militia: kinds(&[PieceKind::Militia]),
            johnsons_own: set(&|piece| piece.side == Side::British && piece.nation.is_some_and(is_johnsons)),
            johnson,
            by_id,
            pieces,
            nations,
        }
    }

    /// The number of pieces.
    pub fn len(&self) -> usize {
        self.pieces.len()
    }

    /// Whether there are no pieces: always false.
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// The facts of a piece.
    #[inline]
    pub fn piece(&self, piece: PieceId) -> &Piece {
        &self.pieces[piece.index()]
    }

    /// The piece with this id.
    pub fn find(&self, id: &str) -> Option<PieceId> {
        self.by_id.get(id).copied()
    }

    /// The ids of all pieces, in alphabetical order.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.by_id.keys().map(String::as_str)
    }

    /// The leaders that a card of this value activates with their forces (5.32).
    #[inline]
    pub(crate) fn led_by(&self, value: u8) -> PieceSet {
        self.by_initiative[usize::from(value).min(Pieces::HIGHEST_INITIATIVE)]
    }

    /// All pieces.
    pub fn all(&self) -> PieceSet {
        self.of.french | self.of.british
    }
}

impl PieceId {
    /// The facts of the piece.
    #[inline]
    pub fn facts(self) -> &'static Piece {
        Pieces::get().piece(self)
    }

    /// The id used in files and tokens.
    pub fn id(self) -> &'static str {
        &self.facts().id
    }

    /// The owner.
    #[inline]
    pub fn side(self) -> Side {
        self.facts().side
    }

    /// Whether eliminating the piece removes it for good: leaders, regulars, coureurs (7.61).
    pub(crate) fn irreplaceable(self) -> bool {
        let all = Pieces::get();
        (all.leaders | all.regulars).contains(self) || self.facts().kind == PieceKind::Coureurs
    }

    /// Whether two units at the same strength are interchangeable: same owner, kind and home.
    pub fn interchangeable(self, other: PieceId) -> bool {
        let (a, b) = (self.facts(), other.facts());
        a.kind != PieceKind::Leader && (a.side, a.kind, a.nation, a.home) == (b.side, b.kind, b.nation, b.home)
    }
}

impl fmt::Display for PieceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.facts().name)
    }
}

impl fmt::Debug for PieceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl PieceSet {
    /// The units among these pieces.
    #[inline]
    pub fn units(self) -> PieceSet {
        self & Pieces::get().units
    }

    /// The leaders among these pieces.
    #[inline]
    pub fn leaders(self) -> PieceSet {
        self & Pieces::get().leaders
    }

    /// The drilled troops among these pieces (3.11).
    #[inline]
    pub fn drilled(self) -> PieceSet {
        self & Pieces::get().drilled
    }

    /// The auxiliaries among these pieces (3.13).
    #[inline]
    pub fn auxiliaries(self) -> PieceSet {
        self & Pieces::get().auxiliaries
    }

    /// The pieces of a side among these.
    #[inline]
    pub fn of(self, side: Side) -> PieceSet {
        self & Pieces::get().of[side]
    }
}
