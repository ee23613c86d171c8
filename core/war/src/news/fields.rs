//! What happened as a kind with named fields: for JSON, and for finding the spaces and cards it names.

use super::{CardName, Happened, Modifiers, Roll, Why};
use crate::news::words;
use crate::placement::Place;
use crate::sets::{PieceId, PieceSet, SpaceId};
use serde::Serialize;
use serde_json::{Value, json};

/// The value of a field.
#[derive(Clone, PartialEq, Debug)]
pub enum Field<'a> {
    /// A piece.
    Piece(PieceId),
    /// Pieces.
    Pieces(PieceSet),
    /// A space.
    Space(SpaceId),
    /// Spaces, in order.
    Path(&'a [SpaceId]),
    /// A card.
    Card(&'a CardName),
    /// A die and its modifiers.
    Roll(&'a Roll),
    /// What shifts a column.
    Shifts(&'a Modifiers),
    /// A number.
    Number(i64),
    /// A word, a name or a text.
    Word(&'a str),
    /// A word that position files use as well.
    Token(Value),
    /// Names.
    Names(Vec<&'a str>),
    /// Yes or no.
    Truth(bool),
}

impl Field<'_> {
    fn token(value: &impl Serialize) -> Field<'static> {
        Field::Token(serde_json::to_value(value).unwrap_or_default())
    }

    /// A word by which an enum is known.
    fn id(word: impl Into<&'static str>) -> Field<'static> {
        Field::Word(word.into())
    }

    /// Whether it names a space.
    pub fn names(&self, space: SpaceId) -> bool {
        match self {
            Field::Space(named) => *named == space,
            Field::Path(path) => path.contains(&space),
            _ => false,
        }
    }

    /// It as JSON: pieces and spaces by their ids.
    pub fn to_json(&self) -> Value {
        let modifiers = |modifiers: &Modifiers| -> Value {
            let each = modifiers.iter();
            each.map(|each| json!({ "amount": each.amount, "reason": words::reason(&each.reason) })).collect()
        };
        match self {
            Field::Piece(piece) => piece.id().into(),
            Field::Pieces(pieces) => pieces.iter().map(|piece| piece.id()).collect(),
            Field::Space(space) => space.id().into(),
            Field::Path(path) => path.iter().map(|space| space.id()).collect(),
            Field::Card(card) => json!({ "number": card.card.0, "name": card.name.as_deref() }),
            Field::Roll(roll) => {
                json!({ "die": roll.die, "modifiers": modifiers(&roll.modifiers), "total": roll.total() })
            }
            Field::Shifts(shifts) => modifiers(shifts),
            Field::Number(number) => (*number).into(),
            Field::Word(word) => (*word).into(),
            Field::Token(token) => token.clone(),
            Field::Names(names) => names.iter().copied().collect(),
            Field::Truth(truth) => (*truth).into(),
        }
    }
}

/// Fields with their names.
type Fields<'a> = Vec<(&'static str, Field<'a>)>;

impl Happened {
    /// The word for the kind of news: one for each, except for the fates of cards and the reasons for moving.
    pub fn kind(&self) -> &'static str {
        match self {
            Happened::CardMoved { fate, .. } => fate.into(),
            Happened::Went { errand, .. } => errand.into(),
            other => other.into(),
        }
    }

    /// What is particular to its kind.
    pub fn fields(&self) -> Fields<'_> {
        let fields = self.fields_of_cards().or_else(|| self.fields_of_pieces()).or_else(|| self.fields_of_combat());
        debug_assert!(fields.is_some(), "{self:?} has no fields");
        fields.unwrap_or_default()
    }

    fn fields_of_cards(&self) -> Option<Fields<'_>> {
        use Field as F;
        use Happened as H;
        Some(match self {
            H::SeasonBegan { season, year } => {
                vec![("season", F::token(season)), ("year", F::Number(i64::from(*year)))]
            }
            H::Dealt { cards } => {
                let of = |count: u8| F::Number(i64::from(count));
                vec![("french", of(cards.french)), ("british", of(cards.british))]
            }
            H::Reshuffled | H::ReshuffleDue | H::Held | H::SidesExchanged => vec![],
            H::GameOver { victory } => {
                vec![("winner", F::Word(victory.winner.map_or("nobody", |side| side.id())))]
            }
            H::CardPlayed { card, value, purpose } => {
                let value = F::Number(i64::from(*value));
                vec![("card", F::Card(card)), ("value", value), ("for", F::id(purpose))]
            }
            H::CardMoved { card, .. } => vec![("card", F::Card(card))],
            H::MarkerPlaced { marker, until } => {
                vec![("marker", F::Word(marker)), ("until", F::token(until))]
            }
            H::NumberSet { marker, number } => vec![("marker", F::Word(marker)), ("number", F::Number(*number))],
            H::MarkerRemoved { marker } => vec![("marker", F::Word(marker))],
            H::EventDie { die, .. } => vec![("die", F::Number(i64::from(*die)))],
            H::Said { .. } => vec![],
            H::AssembliesShifted { willingness } => vec![("willingness", F::token(willingness))],
            H::Scored { points, why, changes } => {
                let changes = (!changes.is_empty()).then_some(("changes", F::Shifts(changes)));
                let points = [("points", F::Number(i64::from(*points))), ("why", F::Word(why.id()))];
                points.into_iter().chain(changes).collect()
            }
            _ => return None,
        })
    }

    fn fields_of_pieces(&self) -> Option<Fields<'_>> {
        use Field as F;
        use Happened as H;
        let all = |pieces: &PieceSet| ("pieces", F::Pieces(*pieces));
        Some(match self {
            H::Placed { piece, place } => {
                let place = match place {
                    Place::Militia(department) => Some(("militia-box", F::Word(department.box_id()))),
                    _ => None,
                };
                [("piece", F::Piece(*piece))].into_iter().chain(place).collect()
            }
            H::NotReceived { units } => vec![all(units)],
            H::Restored { units } => vec![all(units)],
            H::LeaderDrawn { leader } => vec![("piece", F::Piece(*leader))],
            H::LeaderPutBack { leader } | H::LeaderRecalled { leader } => vec![("piece", F::Piece(*leader))],
            H::PoolJoined { leaders } => vec![all(leaders)],
            H::LeadersSwapped { leaders: [(a, at_a), (b, at_b)] } => vec![
                ("pieces", F::Pieces(PieceSet::one(*a).with(*b))),
                (a.id(), F::Space(*at_a)),
                (b.id(), F::Space(*at_b)),
            ],
            H::NoCommander => vec![],
            H::Activated { pieces } => vec![all(pieces)],
            H::Moved { pieces, path, way } => {
                vec![all(pieces), ("path", F::Path(path)), ("way", F::id(way))]
            }
            H::TurnedBack { pieces, from, to } => {
                vec![all(pieces), ("from", F::Space(*from)), ("to", F::Space(*to))]
            }
            H::DroppedOff { pieces } => vec![all(pieces)],
            H::Went { pieces, from, to, .. } => {
                let from = from.map(|from| ("from", F::Space(from)));
                [all(pieces)].into_iter().chain(from).chain([("to", F::Space(*to))]).collect()
            }
            H::WentInside { pieces } => vec![all(pieces)],
            H::MilitiaJoined { units } => vec![all(units)],
            H::MilitiaReturned { units, department } => {
                vec![all(units), ("militia-box", F::Word(department.box_id()))]
            }
            H::Eliminated { pieces } => vec![all(pieces)],
            H::Reduced { units } => vec![all(units)],
            _ => return None,
        })
    }

    fn fields_of_combat(&self) -> Option<Fields<'_>> {
        use Field as F;
        use Happened as H;
        let all = |pieces: &PieceSet| ("pieces", F::Pieces(*pieces));
        let number = |number: u8| F::Number(i64::from(number));
        Some(match self {
            H::Works { structure, fate } => {
                vec![("structure", F::id(structure)), ("fate", F::id(fate))]
            }
            H::AmphibPlaced | H::AmphibRemoved | H::SiegeLaid | H::SiegeLifted => vec![],
            H::SiegeRolled { roll, level } => {
                vec![("roll", F::Roll(roll)), ("level", number(*level))]
            }
            H::SiegeLevelSet { level } => vec![("level", number(*level))],
            H::InterceptionRolled { pieces, from, roll, success } => {
                let way = [all(pieces), ("from", F::Space(*from))];
                let roll = [("roll", F::Roll(roll)), ("success", F::Truth(*success))];
                way.into_iter().chain(roll).collect()
            }
            H::AvoidanceTried { pieces, roll, success } => {
                let roll = roll.as_ref().map(|roll| ("roll", F::Roll(roll)));
                let parts = [all(pieces)].into_iter().chain(roll).chain([("success", F::Truth(*success))]);
                parts.collect()
            }
            H::CombatBegan { combat, attackers, defenders } => {
                let sides = [("attackers", F::Pieces(*attackers)), ("defenders", F::Pieces(*defenders))];
                [("combat", F::Word(combat.id()))].into_iter().chain(sides).collect()
            }
            H::CombatWon { combat, attacker_won, lost: [attackers, defenders] } => vec![
                ("combat", F::Word(combat.id())),
                ("attacker-won", F::Truth(*attacker_won)),
                ("attackers-lost", number(*attackers)),
                ("defenders-lost", number(*defenders)),
            ],
            H::Fired { combat, strength, changes, doubled, column, shifts, roll, result } => vec![
                ("combat", F::Word(combat.id())),
                ("strength", F::Number(i64::from(*strength))),
                ("changes", F::Shifts(changes)),
                ("doubled-by", F::Names(doubled.iter().map(|name| &**name).collect())),
                ("column", F::Word(column)),
                ("shifts", F::Shifts(shifts)),
                ("roll", F::Roll(roll)),
                ("result", number(*result)),
            ],
            H::LeaderChecked { leader, die } => {
                let fate = [("die", number(*die)), ("killed", F::Truth(*die == 1))];
                [("piece", F::Piece(*leader))].into_iter().chain(fate).collect()
            }
            H::RaidRolled { raiders, roll, success } => {
                vec![all(raiders), ("roll", F::Roll(roll)), ("success", F::Truth(*success))]
            }
            H::RaidedMarkerPlaced | H::Winter => vec![],
            _ => return None,
        })
    }
}

impl Why {
    fn id(&self) -> &str {
        match self {
            Why::Works(_, fate) => fate.into(),
            Why::BattleWon => "battle-won",
            Why::LeftByCaptor => "left-by-captor",
            Why::ChangedHands => "changed-hands",
            Why::RaidedMarkers(_) => "raided-markers",
            Why::Said(text) => text,
        }
    }
}
