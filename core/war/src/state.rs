//! The state of a game: one plain value that can be cloned, compared, serialised and deserialised.

mod copy;

use crate::map::Map;
use crate::pieces::Pieces;
use crate::placement::{Place, Placement};
use crate::sets::{CardId, CardSet, PieceId, PieceSet, SpaceId, SpaceSet};
use crate::side::{PerSide, Side};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use wilderness_engine::Generator;
use wilderness_engine::script::markers::marker_on_thing;

/// The half of a year that is being played (4.0).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Season {
    /// The first hand of cards of a year.
    Early,
    /// The second.
    Late,
}

impl fmt::Display for Season {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Season::Early => "Early Season",
            Season::Late => "Late Season",
        })
    }
}

/// A year, or a season of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Time {
    /// The year.
    pub year: u16,
    /// The season; the whole year if there is none.
    pub season: Option<Season>,
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.season {
            Some(season) => write!(f, "{season} {}", self.year),
            None => write!(f, "{}", self.year),
        }
    }
}

/// The box of the Provincial Assemblies track (5.54).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Assemblies {
    /// Few provincials may be in play.
    Reluctant,
    /// The initial box of every scenario.
    #[default]
    Supportive,
    /// No limit.
    Enthusiastic,
}

/// When a marker's effect ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Until {
    /// The end of the current battle.
    Battle,
    /// The end of the current activation.
    Activation,
    /// The end of the current action phase.
    ActionPhase,
    /// The end of the season.
    Season,
    /// The end of the Late Season.
    Year,
    /// The end of the game.
    Game,
}

impl fmt::Display for Until {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Until::Battle => "the end of the battle",
            Until::Activation => "the end of the activation",
            Until::ActionPhase => "the end of the action phase",
            Until::Season => "the end of the season",
            Until::Year => "the end of the year",
            Until::Game => "the end of the game",
        })
    }
}

/// What a side has built or captured, by space.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Works {
    /// Fortresses it holds.
    pub fortresses: SpaceSet,
    /// Completed forts.
    pub forts: SpaceSet,
    /// Forts under construction, which do not count as fortifications (2.0, 5.44).
    pub under_construction: SpaceSet,
    /// Stockades.
    pub stockades: SpaceSet,
}

impl Works {
    /// Fortifications: fortresses, completed forts and stockades (2.0).
    #[inline]
    pub fn fortifications(&self) -> SpaceSet {
        self.fortresses | self.forts | self.stockades
    }

    /// Whether there is a fortification in a space.
    #[inline]
    pub(crate) fn has_fortification(&self, space: SpaceId) -> bool {
        self.fortresses.contains(space) || self.forts.contains(space) || self.stockades.contains(space)
    }

    /// Forts and fortresses: what can be besieged (8.2).
    #[inline]
    pub fn besiegeable(&self) -> SpaceSet {
        self.fortresses | self.forts
    }
}

/// The next part of the sequence of play (4.0).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Step {
    /// Before the first deal: the players' agreements before the game (13.3).
    Setup,
    /// A.1, B.1: deal the cards of the season.
    Deal,
    /// A.2, B.2: an action phase.
    Action,
    /// B.3: Indians and leaders go home.
    GoHome,
    /// B.4: victory points for raided markers.
    RaidedMarkers,
    /// B.5: winter attrition.
    Attrition,
    /// B.6: victory check.
    VictoryCheck,
    /// The game is over.
    Over(Victory),
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Victory {
    /// The winner; none in a draw (13.14).
    pub winner: Option<Side>,
    /// The reason.
    pub reason: Reason,
}

/// Why a game ended (13.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Reason {
    /// The British control every fortress, and Niagara and Ohio Forks alone (13.11).
    Conquest,
    /// Eleven victory points (13.11).
    ElevenPoints,
    /// The French have the points marked with the year, 1760 or 1761 (13.11).
    YearThreshold,
    /// The British meet the conditions of 13.12 at the end of 1759.
    Territory,
    /// Victory points at the end of the scenario (13.12, 13.13).
    FinalPoints,
    /// A draw, which counts as a French win in a tournament (13.14).
    Draw,
    /// An event or an optional rule says so.
    Event,
}

impl Reason {
    /// The rules that it goes by.
    pub fn rules(self) -> &'static str {
        match self {
            Reason::Conquest | Reason::ElevenPoints | Reason::YearThreshold => "13.11",
            Reason::Territory => "13.12",
            Reason::FinalPoints => "13.12, 13.13",
            Reason::Draw => "13.14",
            Reason::Event => "5.5, 14.0",
        }
    }

    /// What it is, without its rules.
    fn told(self) -> Cow<'static, str> {
        match self {
            Reason::Conquest => {
                let Map { niagara, ohio_forks, .. } = Map::get();
                format!("all fortresses, {niagara} and {ohio_forks} are {}", Side::British).into()
            }
            Reason::ElevenPoints => "eleven victory points".into(),
            Reason::YearThreshold => "the victory points marked for the year".into(),
            Reason::Territory => "territory at the end of 1759".into(),
            Reason::FinalPoints => "victory points at the end of the scenario".into(),
            Reason::Draw => format!("a draw, which counts as a {} win", Side::French).into(),
            Reason::Event => "an event or an optional rule says so".into(),
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.told(), self.rules())
    }
}

impl Victory {
    /// Who has won and why, without the rules of the reason.
    pub fn told(self) -> String {
        let winner = self.winner.map_or_else(|| "a draw".to_owned(), |side| format!("the {side} win"));
        format!("{winner}: {}", self.reason.told())
    }
}

impl fmt::Display for Victory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.told(), self.reason.rules())
    }
}

/// Everything that can change during a game.
#[derive(PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    /// The year, 1755 to 1762.
    pub year: u16,
    /// The season.
    pub season: Season,
    /// The next step of the sequence of play.
    pub step: Step,
    /// The side whose action phase it is, or comes next.
    pub active: Side,
    /// Victory points: above 0 French, below 0 British (13.2).
    pub vp: i16,
    /// The Provincial Assemblies track (5.54).
    pub assemblies: Assemblies,
    /// Where every piece is.
    pub pieces: Placement,
    /// What each side has built or captured.
    pub works: PerSide<Works>,
    /// Besieged spaces at siege level 0, 1 and 2 (8.21).
    pub sieges: [SpaceSet; 3],
    /// Amphib markers (6.432).
    pub amphib: SpaceSet,
    /// Fieldworks markers (7.55).
    pub fieldworks: SpaceSet,
    /// Raided markers by the side that placed them; a space can bear several (10.33).
    pub raided: PerSide<Vec<SpaceId>>,
    /// The side that last scored Niagara (13.23).
    pub niagara: Side,
    /// The side that last scored Ohio Forks (13.23).
    pub ohio_forks: Side,
    /// The hands.
    pub hands: PerSide<CardSet>,
    /// Cards that the enemy saw enter a hand, and that have not been shuffled since; those that have left the hand do
    /// not count (Q109).
    pub seen: PerSide<CardSet>,
    /// The draw pile; the last card is drawn first.
    pub draw_pile: Vec<CardId>,
    /// The discard pile.
    pub discard: CardSet,
    /// Cards out of the game.
    pub removed: CardSet,
    /// Whether the deck is shuffled at the end of the season (5.25).
    pub reshuffle: bool,
    /// Whether the side brought a held card into this season, and so must play them all (4.0).
    pub held_card: PerSide<bool>,
    /// Whether the side has passed and holds its last card until the next season (4.0).
    pub holding: PerSide<bool>,
    /// Whether the side's last card was spent on construction (5.4).
    pub built_last: PerSide<bool>,
    /// Whether the players who started as French and British exchanged sides before the game (13.3).
    pub exchanged: bool,
    /// Events and optional rules in force, by name, and how long they last.
    pub markers: Arc<BTreeMap<Arc<str>, Until>>,
    /// The numbers of those that have one.
    #[serde(default, skip_serializing_if = "has_none")]
    pub numbers: Arc<BTreeMap<Arc<str>, i64>>,
    /// What the scripts in force make of each side's supply. It follows from the markers, and is no part of a position.
    #[serde(skip)]
    pub supply_limits: PerSide<SupplyLimits>,
    /// What dice, shuffles and draws come from.
    pub generator: Generator,
}

fn has_none(numbers: &BTreeMap<Arc<str>, i64>) -> bool {
    numbers.is_empty()
}

/// Limits of a side's supply (12.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SupplyLimits {
    /// Whether chains of supply go by water (12.21).
    pub water: bool,
    /// Whether they go over lake shores.
    pub lakes: bool,
    /// Whether Amphib spaces are sources (12.1).
    pub amphib: bool,
}

impl Default for SupplyLimits {
    fn default() -> SupplyLimits {
        SupplyLimits { water: true, lakes: true, amphib: true }
    }
}

impl State {
    /// A map without pieces, works and cards: not a position of any game, but sufficient for queries.
    #[cfg(feature = "testing")]
    pub fn bare() -> State {
        State {
            year: 1757,
            season: Season::Early,
            step: Step::Action,
            active: Side::French,
            vp: 0,
            assemblies: Assemblies::default(),
            pieces: Placement::default(),
            works: PerSide::default(),
            sieges: Default::default(),
            amphib: SpaceSet::EMPTY,
            fieldworks: SpaceSet::EMPTY,
            raided: PerSide::default(),
            niagara: Side::French,
            ohio_forks: Side::French,
            hands: PerSide::default(),
            seen: PerSide::default(),
            draw_pile: Vec::new(),
            discard: CardSet::EMPTY,
            removed: CardSet::EMPTY,
            reshuffle: false,
            held_card: PerSide::default(),
            holding: PerSide::default(),
            built_last: PerSide::default(),
            exchanged: false,
            markers: Arc::default(),
            numbers: Arc::default(),
            supply_limits: Default::default(),
            generator: Generator::seeded(0),
        }
    }

    /// Counts a marker of a side down by one, and ends it at 0. Returns whether it was there.
    pub fn counts_down(&mut self, marker: &str, side: Side) -> bool {
        if self.numbers.is_empty() {
            return false;
        }
        let name = format!("{}-{marker}", side.id());
        let left = self.numbers.get(name.as_str()).copied().unwrap_or_default() - 1;
        if left > 0 {
            Arc::make_mut(&mut self.numbers).insert(name.into(), left);
        } else if left == 0 {
            Arc::make_mut(&mut self.numbers).remove(name.as_str());
            Arc::make_mut(&mut self.markers).remove(name.as_str());
        }
        left >= 0
    }

    /// The markers of events that lie on a space or on a piece in it, in words, with their numbers: `cursed 2`,
    /// `wounded (Wolfe)`.
    pub fn marks_at(&self, space: SpaceId) -> Vec<String> {
        let word = |marker: &Arc<str>| {
            let (name, kind, id) = marker_on_thing(marker)?;
            let on_piece = match kind {
                "space" if id == space.id() => String::new(),
                "piece" => {
                    let piece = Pieces::get().find(id).filter(|piece| self.pieces.space(*piece) == Some(space))?;
                    format!(" ({piece})")
                }
                _ => return None,
            };
            let number = self.numbers.get(marker).map_or_else(String::new, |number| format!(" {number}"));
            Some(format!("{}{number}{on_piece}", name.replace('-', " ")))
        };
        self.markers.keys().filter_map(word).collect()
    }

    /// The cards of a side's hand that the enemy knows.
    pub fn known_cards(&self, side: Side) -> CardSet {
        self.seen[side] & self.hands[side]
    }

    /// The player of a side: identified by the side that player started as.
    pub fn seat(&self, side: Side) -> Side {
        if self.exchanged { side.enemy() } else { side }
    }

    /// The pieces in a space.
    #[inline]
    pub fn in_space(&self, space: SpaceId) -> PieceSet {
        self.pieces.in_space(space)
    }

    /// The units of a side in a space.
    #[inline]
    pub fn units(&self, side: Side, space: SpaceId) -> PieceSet {
        self.in_space(space).of(side).units()
    }

    /// The pieces of a side in a space that are not inside a fort or fortress.
    #[inline]
    pub fn outside(&self, side: Side, space: SpaceId) -> PieceSet {
        self.in_space(space).of(side) - self.pieces.inside()
    }

    /// The pieces of a side inside the fort or fortress of a space.
    #[inline]
    pub fn inside(&self, side: Side, space: SpaceId) -> PieceSet {
        self.in_space(space).of(side) & self.pieces.inside()
    }

    /// The pieces of a side on the map.
    pub fn on_map(&self, side: Side) -> PieceSet {
        use crate::pieces::Pieces;
        let mut pieces = Pieces::get().of[side];
        for place in [Place::LeaderPool, Place::AtHand, Place::Eliminated] {
            pieces -= self.pieces.here(place);
        }
        for department in crate::map::Department::all() {
            pieces -= self.pieces.here(Place::Militia(department));
        }
        pieces
    }

    /// Besieged spaces (8.21).
    #[inline]
    pub fn besieged_spaces(&self) -> SpaceSet {
        self.sieges[0] | self.sieges[1] | self.sieges[2]
    }

    /// The siege level of a besieged space.
    pub fn siege_level(&self, space: SpaceId) -> Option<u8> {
        (0..3).find(|&level| self.sieges[level as usize].contains(space))
    }

    /// Sets or removes the siege marker of a space.
    pub(crate) fn set_siege(&mut self, space: SpaceId, level: Option<u8>) {
        for (index, spaces) in self.sieges.iter_mut().enumerate() {
            spaces.set(space, level == Some(index as u8));
        }
    }

    /// Whether a piece is besieged: inside, with a siege marker in its space (D4).
    pub fn is_besieged(&self, piece: PieceId) -> bool {
        self.pieces.inside().contains(piece)
            && self.pieces.space(piece).is_some_and(|space| self.siege_level(space).is_some())
    }

    /// The side with a fortification in a space: a fortress, completed fort or stockade (2.0).
    pub(crate) fn fortified_by(&self, space: SpaceId) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.works[side].fortifications().contains(space))
    }

    /// Whether a side has a fort or fortress in a space.
    pub(crate) fn has_fort_or_fortress(&self, side: Side, space: SpaceId) -> bool {
        self.works[side].besiegeable().contains(space)
    }

    /// Spaces that a side occupies against its enemy: with an unbesieged unit, or an unbesieged fortification (D3).
    #[inline]
    pub fn occupied(&self, side: Side) -> SpaceSet {
        let besieged = self.besieged_spaces();
        let mut spaces = self.pieces.held(side) | (self.works[side].fortifications() - besieged);
        if !besieged.is_empty() {
            for space in besieged & self.works[side].besiegeable() {
                if self.outside(side, space).units().is_empty() {
                    spaces.remove(space);
                }
            }
        }
        spaces
    }

    /// Whether a side occupies a space against its enemy (D3).
    #[inline]
    pub fn occupies(&self, side: Side, space: SpaceId) -> bool {
        let here = self.in_space(space).of(side).units();
        let besieged = self.siege_level(space).is_some() && self.has_fort_or_fortress(side, space);
        if besieged {
            !(here - self.pieces.inside()).is_empty()
        } else {
            !here.is_empty() || self.works[side].has_fortification(space)
        }
    }

    /// A unit's current combat strength (3.1).
    #[inline]
    pub fn strength(&self, unit: PieceId) -> u8 {
        let facts = unit.facts();
        if self.pieces.reduced().contains(unit) { facts.reduced } else { facts.strength }
    }

    /// The steps a unit has left: two, or one when reduced (7.61).
    #[inline]
    pub fn steps(&self, unit: PieceId) -> u8 {
        2 - u8::from(self.pieces.reduced().contains(unit))
    }

    /// Settlements with an Allied marker of a side: those whose tribe has a unit of that side in play (5.532). The
    /// marker is only a reminder, so it is computed, not stored.
    pub fn allied(&self, side: Side) -> SpaceSet {
        let indians = self.on_map(side) & crate::pieces::Pieces::get().indians;
        indians.iter().filter_map(|unit| unit.facts().home).collect()
    }

    /// Whether a side has a unit in play of the tribe that lives in a space (10.1).
    pub fn is_allied(&self, side: Side, settlement: SpaceId) -> bool {
        Map::get().settlements.contains(settlement) && self.allied(side).contains(settlement)
    }

    /// Victory points of a side: 0 if the other side is ahead.
    pub(crate) fn vp_of(&self, side: Side) -> i16 {
        match side {
            Side::French => self.vp.max(0),
            Side::British => (-self.vp).max(0),
        }
    }

    /// The Raided markers of a side in a space.
    pub fn raided_markers(&self, side: Side, space: SpaceId) -> usize {
        self.raided[side].iter().filter(|&&raided| raided == space).count()
    }
}
