//! The playing pieces (3.0): 23 leaders and 128 units. Facts only, read once from `data/pieces.toml`.

use crate::map::Map;
use crate::sets::{Id, PieceId, PieceSet, SpaceId};
use crate::side::{PerSide, Side};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::LazyLock;
use wilderness_engine::faults::built_in_toml;

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

/// A group of tribes, as events name them (5.531).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Nation {
    /// Abenaki, Algonquin, Caughnawaga, Mississauga.
    Northern,
    /// Delaware, Mingo, Shawnee.
    Western,
    /// Huron, Ojibwa, Ottawa, Potawatomi.
    PaysDEnHaut,
    /// Cayuga, Oneida, Onondaga, Seneca, Tuscarora; of either side.
    Iroquois,
    /// Mohawks.
    Mohawk,
    /// Cherokee, whose settlement is off the map.
    Cherokee,
}

/// A leader or unit.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
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
    #[serde(default)]
    pub strength: u8,
    /// Combat strength when reduced.
    #[serde(default)]
    pub reduced: u8,
    /// Movement allowance in spaces; 6 for a leader (6.21).
    #[serde(default = "leader_allowance")]
    pub movement: u8,
    /// A leader's initiative: the value of card that activates his force (5.32).
    #[serde(default)]
    pub initiative: u8,
    /// A leader's command: how many units move with him (5.34).
    #[serde(default)]
    pub command: u8,
    /// A leader's tactics: added to die rolls (7.51).
    #[serde(default)]
    pub tactics: u8,
    /// The nation of an Indian unit.
    pub nation: Option<Nation>,
    #[serde(default, rename = "home")]
    home_id: Option<String>,
    /// The settlement of an Indian unit; none for the Cherokee.
    #[serde(skip)]
    pub home: Option<SpaceId>,
}

/// 6.21
fn leader_allowance() -> u8 {
    6
}

/// All pieces, and the sets of them that the rules use.
#[derive(Debug)]
pub struct Pieces {
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

static PIECES: LazyLock<Pieces> = LazyLock::new(|| {
    Pieces::parse(include_str!("../data/pieces.toml")).expect("data/pieces.toml is part of the program")
});

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PiecesFile {
    piece: Vec<Piece>,
}

impl Pieces {
    /// The highest initiative of a leader.
    const HIGHEST_INITIATIVE: usize = 3;

    /// The pieces of the game.
    #[inline]
    pub fn get() -> &'static Pieces {
        &PIECES
    }

    fn parse(text: &str) -> Result<Pieces, String> {
        let mut pieces = built_in_toml::<PiecesFile>("data/pieces.toml", text).piece;
        for piece in &mut pieces {
            if let Some(id) = &piece.home_id {
                piece.home = Some(Map::get().find(id).ok_or_else(|| format!("{}: unknown space `{id}`", piece.id))?);
            }
        }
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
        Ok(Pieces {
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
            johnsons_own: set(&|piece| {
                piece.side == Side::British && matches!(piece.nation, Some(Nation::Iroquois | Nation::Mohawk))
            }),
            johnson: *by_id.get("johnson").ok_or("no piece `johnson`")?,
            by_id,
            pieces,
        })
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
