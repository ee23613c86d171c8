//! Positions: the state of a game in a neutral form that people and other programs can read and write. Ids are those of
//! the map, the pieces and the deck; every key that would be empty or the default may be omitted.

use crate::layout::HeldBy;
use crate::map::Department;
use crate::pieces::Pieces;
use crate::placement::Place;
use crate::script::Scripts;
use crate::sets::{CardSet, SpaceId};
use crate::side::{PerSide, Side};
use crate::state::{Assemblies, Season, State};
use crate::war::GAME;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::Range;
use wilderness_engine::Generator;
use wilderness_engine::content::other_game;
use wilderness_engine::faults::{Fault, Faults, Source};
use wilderness_engine::json::JsonNode;

mod check;

/// A position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Position {
    /// The id of the game that it belongs to; this game if missing. It is not written.
    #[serde(skip_serializing)]
    pub game: Option<String>,
    /// The year, 1755 to 1762; 1755 if missing.
    pub year: u16,
    /// The season; early if missing.
    pub season: Season,
    /// The side whose action phase comes next; the French if missing.
    pub active: Side,
    /// Victory points: above 0 French, below 0 British.
    pub vp: i16,
    /// The Provincial Assemblies (5.54); supportive if missing.
    pub assemblies: Assemblies,
    /// Pieces on the map and in militia boxes. A piece that is in none of `pieces`, `leader_pool` and `eliminated` is
    /// available but not in play.
    pub pieces: BTreeMap<String, PieceAt>,
    /// Pieces out of the game (7.61).
    pub eliminated: Vec<String>,
    /// The British leader pool (5.55).
    pub leader_pool: Vec<String>,
    /// What each side holds and has built.
    pub fortifications: PerSide<Fortifications>,
    /// Besieged spaces, and the siege level 0, 1 or 2 (8.21).
    pub sieges: BTreeMap<String, i64>,
    /// Amphib markers (6.432).
    pub amphib: Vec<String>,
    /// Fieldworks markers (7.55).
    pub fieldworks: Vec<String>,
    /// Raided markers by the side that placed them; a space may be named several times (10.33).
    pub raided: PerSide<Vec<String>>,
    /// Settlements with Allied markers (5.532). They follow from the pieces: a list that differs causes only a
    /// warning.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allied: Option<PerSide<Vec<String>>>,
    /// The side that last scored Niagara and Ohio Forks (13.23); the French if missing.
    pub held_by: HeldBy,
    /// The hands.
    pub hands: PerSide<Vec<i64>>,
    /// The draw pile; the last card is drawn first.
    pub draw_pile: Vec<i64>,
    /// The discard pile.
    pub discard: Vec<i64>,
    /// Cards out of the game.
    pub removed: Vec<i64>,
    /// Whether a side brought a held card into this season.
    pub held_card: PerSide<bool>,
    /// Whether a side has passed and holds its last card until the next season; written only if one has.
    #[serde(skip_serializing_if = "nobody")]
    pub holding: PerSide<bool>,
    /// Whether a side's last card was spent on construction (5.4).
    pub built_last: PerSide<bool>,
    /// Events in force. The script that places an event says how long it lasts; an event that no script places causes
    /// a warning, and lasts until the end of the game.
    pub markers: Vec<String>,
    /// The numbers of those that have one; written only if there are any.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub numbers: BTreeMap<String, i64>,
    /// Whether the deck is reshuffled at the end of the season (5.25); written only if it is.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub reshuffle: bool,
}

/// Where a piece is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PieceAt {
    /// A space or militia box.
    pub at: String,
    /// Whether the unit is reduced.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reduced: bool,
    /// Whether it is inside the besieged fort or fortress (8.21).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub inside: bool,
}

/// What a side holds and has built.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Fortifications {
    /// Fortresses. If neither side has the list, each is held by its original side; if one side has it, the other side
    /// holds the rest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fortresses: Option<Vec<String>>,
    /// Completed forts.
    pub forts: Vec<String>,
    /// Forts under construction (5.44).
    pub forts_under_construction: Vec<String>,
    pub stockades: Vec<String>,
}

fn nobody(sides: &PerSide<bool>) -> bool {
    !sides.french && !sides.british
}

impl Default for Position {
    fn default() -> Position {
        Position {
            game: None,
            year: 1755,
            season: Season::Early,
            active: Side::French,
            vp: 0,
            assemblies: Assemblies::Supportive,
            pieces: BTreeMap::new(),
            eliminated: Vec::new(),
            leader_pool: Vec::new(),
            fortifications: PerSide::default(),
            sieges: BTreeMap::new(),
            amphib: Vec::new(),
            fieldworks: Vec::new(),
            raided: PerSide::default(),
            allied: None,
            held_by: HeldBy::default(),
            hands: PerSide::default(),
            draw_pile: Vec::new(),
            discard: Vec::new(),
            removed: Vec::new(),
            held_card: PerSide::default(),
            holding: PerSide::default(),
            built_last: PerSide::default(),
            markers: Vec::new(),
            numbers: BTreeMap::new(),
            reshuffle: false,
        }
    }
}

fn ids(spaces: impl IntoIterator<Item = SpaceId>) -> Vec<String> {
    spaces.into_iter().map(|space| space.id().to_string()).collect()
}

fn numbers(cards: CardSet) -> Vec<i64> {
    cards.iter().map(|card| card.0.into()).collect()
}

/// The most positions in one file.
pub const MOST_ENTRIES: usize = 10_000;

impl Position {
    /// The position of a state. It does not include the generators and the step of the sequence of play.
    pub(crate) fn from_state(state: &State) -> Position {
        let mut position = Position {
            year: state.year,
            season: state.season,
            active: state.active,
            vp: state.vp,
            assemblies: state.assemblies,
            fortifications: PerSide::new(|side| {
                let works = &state.works[side];
                Fortifications {
                    fortresses: Some(ids(works.fortresses)),
                    forts: ids(works.forts),
                    forts_under_construction: ids(works.under_construction),
                    stockades: ids(works.stockades),
                }
            }),
            amphib: ids(state.amphib),
            fieldworks: ids(state.fieldworks),
            raided: PerSide::new(|side| ids(state.raided[side].iter().copied())),
            allied: Some(PerSide::new(|side| ids(state.allied(side)))),
            held_by: HeldBy { niagara: state.niagara, ohio_forks: state.ohio_forks },
            hands: PerSide::new(|side| numbers(state.hands[side])),
            draw_pile: state.draw_pile.iter().map(|card| card.0.into()).collect(),
            discard: numbers(state.discard),
            removed: numbers(state.removed),
            held_card: state.held_card,
            holding: state.holding,
            built_last: state.built_last,
            markers: state.markers.keys().map(|marker| marker.to_string()).collect(),
            numbers: state.numbers.iter().map(|(marker, number)| (marker.to_string(), *number)).collect(),
            reshuffle: state.reshuffle,
            ..Position::default()
        };
        for space in state.besieged_spaces() {
            let level = state.siege_level(space).unwrap_or_default();
            position.sieges.insert(space.id().to_string(), level.into());
        }
        for piece in Pieces::get().all() {
            let id = piece.id().to_string();
            let at = match state.pieces.at(piece) {
                Place::Space(space) => space.id(),
                Place::Militia(department) => Department::box_id(department),
                Place::LeaderPool => {
                    position.leader_pool.push(id);
                    continue;
                }
                Place::Eliminated => {
                    position.eliminated.push(id);
                    continue;
                }
                Place::AtHand => continue,
            };
            let (reduced, inside) = (state.pieces.reduced().contains(piece), state.pieces.inside().contains(piece));
            position.pieces.insert(id, PieceAt { at: at.to_string(), reduced, inside });
        }
        position
    }

    /// The position as JSON text, indented.
    pub fn to_json(&self) -> String {
        // Only a map with keys that are not strings could fail.
        serde_json::to_string_pretty(self).unwrap_or_default()
    }

    /// Checks the position, in an action phase, with generators of this seed.
    ///
    /// # Errors
    /// All faults, in the position's own text.
    pub fn check(&self, scripts: &Scripts, generator: Generator) -> Result<Checked, Faults> {
        scripts.enter();
        let source = Source::new("position", self.to_json());
        let node = JsonNode::parse("position", &source)?;
        check::check(self, &source, &node, scripts, generator)
    }

    /// Reads a file's text: one position, one `{"id", "position"}`, or an array of either. Other keys beside `id` and
    /// `position` are ignored.
    pub fn read(name: &str, text: &str) -> Result<Vec<PositionEntry>, Faults> {
        let source = Source::new(name, text);
        Position::read_within(&source, 0..source.text().len())
    }

    /// Like [`Position::read`], but one position at a time, so that each can be dropped after use. There may be at most
    /// 10,000.
    ///
    /// # Errors
    /// If the text is not JSON.
    pub fn entries(source: &Source) -> Result<impl Iterator<Item = Result<PositionEntry, Faults>>, Faults> {
        Position::entries_within(source, 0..source.text().len())
    }

    fn entries_within(
        source: &Source,
        span: Range<usize>,
    ) -> Result<impl Iterator<Item = Result<PositionEntry, Faults>>, Faults> {
        let nodes = JsonNode::items_within("position", source, span)?;
        Ok(nodes.take(MOST_ENTRIES + 1).enumerate().map(move |(index, node)| match index {
            MOST_ENTRIES => {
                let message = format!("a file holds at most {MOST_ENTRIES} positions");
                let fault = Fault::error("position::too_many", message).at(source, node.span, "one more");
                Err(fault.help("divide it into several files").into())
            }
            _ => PositionEntry::read(node, source),
        }))
    }

    /// Reads a part of a file's text, like [`Position::read`]; faults point at places in the whole text.
    fn read_within(source: &Source, span: Range<usize>) -> Result<Vec<PositionEntry>, Faults> {
        let mut faults = Faults::none();
        let mut entries = Vec::new();
        for entry in Position::entries_within(source, span)? {
            match entry {
                Ok(entry) => entries.push(entry),
                Err(more) => faults.append(more),
            }
            // They will not be returned.
            if faults.has_errors() {
                entries.clear();
            }
        }
        faults.into_result(entries)
    }

    /// Reads the position in a part of a text: one object.
    ///
    /// # Errors
    /// What is wrong with it; faults point at places in the whole text.
    pub(crate) fn read_one(source: &Source, span: Range<usize>) -> Result<PositionEntry, Faults> {
        if source.slice(span.clone()).starts_with('[') {
            let fault = Fault::error("position::bad_value", "a game starts from one position, which is an object");
            return Err(fault.at(source, span.start..span.start + 1, "a list").into());
        }
        PositionEntry::read(JsonNode::parse_within("position", source, span)?, source)
    }
}

/// A position read from a text, and its name there. Two positions are equal wherever they are in the text.
#[derive(Clone, Debug)]
pub struct PositionEntry {
    /// Its name, if it has one.
    pub id: Option<String>,
    /// The position.
    pub position: Position,
    source: Source,
    node: JsonNode,
}

impl PartialEq for PositionEntry {
    fn eq(&self, other: &PositionEntry) -> bool {
        self.id == other.id && self.position == other.position
    }
}

impl PositionEntry {
    /// Reads one position, or one with its name.
    fn read(node: JsonNode, source: &Source) -> Result<PositionEntry, Faults> {
        let mut faults = Faults::none();
        node.doubled_keys("position", source, &mut faults);
        let id = node.member("id").filter(|_| node.member("position").is_some());
        let id = id.and_then(|member| member.value.read::<String>("position", source, &mut faults));
        let node = node.member_or_self("position");
        // A list would also deserialise as this form, and an empty list as a whole position.
        let position = if source.slice(node.span.clone()).starts_with('{') {
            node.read("position", source, &mut faults)
        } else {
            let fault = Fault::error("position::bad_value", "a position is an object");
            faults.push(fault.at(source, node.span.clone(), "not in braces"));
            None
        };
        let game = position.as_ref().and_then(|position: &Position| position.game.as_deref());
        if let Some(game) = game.filter(|game| *game != GAME) {
            let span = node.value_at(&["game"]).span.clone();
            faults.push(other_game("position", game, GAME).at(source, span, "another game"));
        }
        match position {
            Some(position) => faults.into_result(PositionEntry { id, position, source: source.clone(), node }),
            None => Err(faults),
        }
    }

    /// Like [`Position::check`], but faults point at the text that was read.
    pub fn check(&self, scripts: &Scripts, generator: Generator) -> Result<Checked, Faults> {
        scripts.enter();
        check::check(&self.position, &self.source, &self.node, scripts, generator)
    }
}

/// A position that can be.
#[derive(Clone, Debug)]
pub struct Checked {
    pub(crate) state: State,
    /// What is odd about it.
    pub warnings: Faults,
}
