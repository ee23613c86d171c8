//! What happened as a kind with named fields: for JSON, and for finding the spaces and cards it names.

use super::{CardFate, CardName, Errand, Happened, Modifiers, Purpose, Roll, Structure, Why, WorksFate};
use crate::placement::Place;
use crate::sets::{PieceId, PieceSet, SpaceId};
use crate::way::Way;
use crate::words;
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

/// The kind of something that happened, and its fields with their names.
type Parts<'a> = (&'static str, Vec<(&'static str, Field<'a>)>);

impl Happened {
    /// The kind of it, and its fields with their names.
    pub fn parts(&self) -> Parts<'_> {
        self.parts_of_cards().or_else(|| self.parts_of_pieces()).unwrap_or_else(|| self.parts_of_combat())
    }

    fn parts_of_cards(&self) -> Option<Parts<'_>> {
        use Field as F;
        use Happened as H;
        Some(match self {
            H::SeasonBegan { season, year } => {
                ("season", vec![("season", F::token(season)), ("year", F::Number(i64::from(*year)))])
            }
            H::Dealt { cards } => {
                let of = |count: u8| F::Number(i64::from(count));
                ("dealt", vec![("french", of(cards.french)), ("british", of(cards.british))])
            }
            H::Reshuffled => ("reshuffled", vec![]),
            H::ReshuffleDue => ("reshuffle-due", vec![]),
            H::Held => ("held", vec![]),
            H::SidesExchanged => ("sides-exchanged", vec![]),
            H::GameOver { victory } => {
                ("game-over", vec![("winner", F::Word(victory.winner.map_or("nobody", |side| side.id())))])
            }
            H::CardPlayed { card, value, purpose } => {
                let value = F::Number(i64::from(*value));
                ("card-played", vec![("card", F::Card(card)), ("value", value), ("for", F::Word(purpose.id()))])
            }
            H::CardMoved { card, fate } => (fate.id(), vec![("card", F::Card(card))]),
            H::MarkerPlaced { marker, until } => {
                ("marker-placed", vec![("marker", F::Word(marker)), ("until", F::token(until))])
            }
            H::MarkerRemoved { marker } => ("marker-removed", vec![("marker", F::Word(marker))]),
            H::EventDie { die, .. } => ("event-die", vec![("die", F::Number(i64::from(*die)))]),
            H::Said { .. } => ("said", vec![]),
            H::AssembliesShifted { willingness } => ("assemblies", vec![("willingness", F::token(willingness))]),
            H::Scored { points, why } => {
                ("scored", vec![("points", F::Number(i64::from(*points))), ("why", F::Word(why.id()))])
            }
            _ => return None,
        })
    }

    fn parts_of_pieces(&self) -> Option<Parts<'_>> {
        use Field as F;
        use Happened as H;
        let all = |pieces: &PieceSet| ("pieces", F::Pieces(*pieces));
        Some(match self {
            H::Placed { piece, place } => {
                let place = match place {
                    Place::Militia(department) => Some(("militia-box", F::Word(department.box_id()))),
                    _ => None,
                };
                ("placed", [("piece", F::Piece(*piece))].into_iter().chain(place).collect())
            }
            H::NotReceived { units } => ("not-received", vec![all(units)]),
            H::Restored { units } => ("restored", vec![all(units)]),
            H::LeaderDrawn { leader } => ("leader-drawn", vec![("piece", F::Piece(*leader))]),
            H::LeaderPutBack { leader } => ("leader-put-back", vec![("piece", F::Piece(*leader))]),
            H::PoolJoined { leaders } => ("pool-joined", vec![all(leaders)]),
            H::LeadersSwapped { leaders: [(a, at_a), (b, at_b)] } => (
                "leaders-swapped",
                vec![
                    ("pieces", F::Pieces(PieceSet::one(*a).with(*b))),
                    (a.id(), F::Space(*at_a)),
                    (b.id(), F::Space(*at_b)),
                ],
            ),
            H::NoCommander => ("no-commander", vec![]),
            H::Activated { pieces } => ("activated", vec![all(pieces)]),
            H::Moved { pieces, path, way } => {
                ("moved", vec![all(pieces), ("path", F::Path(path)), ("way", F::Word(way.id()))])
            }
            H::TurnedBack { pieces, from, to } => {
                ("turned-back", vec![all(pieces), ("from", F::Space(*from)), ("to", F::Space(*to))])
            }
            H::DroppedOff { pieces } => ("dropped-off", vec![all(pieces)]),
            H::Went { pieces, from, to, errand } => {
                let from = from.map(|from| ("from", F::Space(from)));
                (errand.id(), [all(pieces)].into_iter().chain(from).chain([("to", F::Space(*to))]).collect())
            }
            H::WentInside { pieces } => ("went-inside", vec![all(pieces)]),
            H::MilitiaJoined { units } => ("militia-joined", vec![all(units)]),
            H::MilitiaReturned { units, department } => {
                ("militia-returned", vec![all(units), ("militia-box", F::Word(department.box_id()))])
            }
            H::Eliminated { pieces } => ("eliminated", vec![all(pieces)]),
            H::Reduced { units } => ("reduced", vec![all(units)]),
            _ => return None,
        })
    }

    fn parts_of_combat(&self) -> Parts<'_> {
        use Field as F;
        use Happened as H;
        let all = |pieces: &PieceSet| ("pieces", F::Pieces(*pieces));
        let number = |number: u8| F::Number(i64::from(number));
        match self {
            H::Works { structure, fate } => {
                ("works", vec![("structure", F::Word(structure.id())), ("fate", F::Word(fate.id()))])
            }
            H::AmphibPlaced => ("amphib-placed", vec![]),
            H::AmphibRemoved => ("amphib-removed", vec![]),
            H::SiegeLaid => ("siege-laid", vec![]),
            H::SiegeLifted => ("siege-lifted", vec![]),
            H::SiegeRolled { roll, level } => {
                ("siege-rolled", vec![("roll", F::Roll(roll)), ("level", number(*level))])
            }
            H::SiegeLevelSet { level } => ("siege-level-set", vec![("level", number(*level))]),
            H::InterceptionRolled { pieces, from, roll, success } => {
                let way = [all(pieces), ("from", F::Space(*from))];
                let roll = [("roll", F::Roll(roll)), ("success", F::Truth(*success))];
                ("interception", way.into_iter().chain(roll).collect())
            }
            H::AvoidanceTried { pieces, roll, success } => {
                let roll = roll.as_ref().map(|roll| ("roll", F::Roll(roll)));
                let parts = [all(pieces)].into_iter().chain(roll).chain([("success", F::Truth(*success))]);
                ("avoidance", parts.collect())
            }
            H::CombatBegan { combat, attackers, defenders } => {
                let sides = [("attackers", F::Pieces(*attackers)), ("defenders", F::Pieces(*defenders))];
                ("combat", [("combat", F::Word(combat.id()))].into_iter().chain(sides).collect())
            }
            H::CombatWon { combat, attacker_won } => {
                ("combat-won", vec![("combat", F::Word(combat.id())), ("attacker-won", F::Truth(*attacker_won))])
            }
            H::Fired { combat, strength, doubled, column, shifts, roll, result } => (
                "fired",
                vec![
                    ("combat", F::Word(combat.id())),
                    ("strength", F::Number(i64::from(*strength))),
                    ("doubled-by", F::Names(doubled.iter().map(|name| &**name).collect())),
                    ("column", F::Word(column)),
                    ("shifts", F::Shifts(shifts)),
                    ("roll", F::Roll(roll)),
                    ("result", number(*result)),
                ],
            ),
            H::LeaderChecked { leader, die } => {
                let fate = [("die", number(*die)), ("killed", F::Truth(*die == 1))];
                ("leader-checked", [("piece", F::Piece(*leader))].into_iter().chain(fate).collect())
            }
            H::RaidRolled { raiders, roll, success } => {
                ("raid", vec![all(raiders), ("roll", F::Roll(roll)), ("success", F::Truth(*success))])
            }
            H::RaidedMarkerPlaced => ("raided-marker-placed", vec![]),
            _ => ("winter", vec![]),
        }
    }
}

impl Purpose {
    fn id(self) -> &'static str {
        match self {
            Purpose::Event => "event",
            Purpose::Force => "force",
            Purpose::Individual => "individual",
            Purpose::Stockades => "stockades",
            Purpose::Forts => "forts",
        }
    }
}

impl CardFate {
    fn id(self) -> &'static str {
        match self {
            CardFate::Response => "card-responded",
            CardFate::OutOfGame => "card-out-of-game",
            CardFate::Taken => "card-taken",
            CardFate::Discarded => "card-discarded",
            CardFate::HandedOver => "card-handed-over",
        }
    }
}

impl Structure {
    fn id(self) -> &'static str {
        match self {
            Structure::Stockade => "stockade",
            Structure::Fort => "fort",
            Structure::FortUnderConstruction => "fort-under-construction",
            Structure::Fortress => "fortress",
            Structure::Fieldworks => "fieldworks",
        }
    }
}

impl WorksFate {
    fn id(self) -> &'static str {
        match self {
            WorksFate::Built => "built",
            WorksFate::Demolished => "demolished",
            WorksFate::Destroyed => "destroyed",
            WorksFate::Captured => "captured",
            WorksFate::Removed => "removed",
        }
    }
}

impl Errand {
    fn id(self) -> &'static str {
        match self {
            Errand::Avoid => "avoided",
            Errand::Retreat => "retreated",
            Errand::Withdraw => "withdrew",
            Errand::Home => "went-home",
            Errand::Surrender => "left-surrendered",
        }
    }
}

impl Why {
    fn id(&self) -> &str {
        match self {
            Why::Works(_, fate) => fate.id(),
            Why::BattleWon => "battle-won",
            Why::LeftByCaptor => "left-by-captor",
            Why::ChangedHands => "changed-hands",
            Why::RaidedMarkers(_) => "raided-markers",
            Why::Said(text) => text,
        }
    }
}

impl Way {
    fn id(self) -> &'static str {
        match self {
            Way::Open => "land-or-boat",
            Way::Infiltration => "infiltration",
            Way::Sea => "sea",
            Way::Landing => "landing",
        }
    }
}
