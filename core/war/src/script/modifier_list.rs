//! The modifiers of this game: what each changes, what it gets, what it is told, and what it can return.

use wilderness_engine::language::{Field, Limit, Modifier, Returned};

/// The number of spaces of a movement that nothing limits.
pub(super) const UNLIMITED: i64 = 99;
/// The most that scripts add to a die, or subtract from it.
const MOST: i64 = 10;

const fn field(name: &'static str, about: &'static str, limit: Limit) -> Field {
    Field { name, about, limit }
}

/// A single value.
const fn value(about: &'static str, limit: Limit) -> Returned {
    Returned::Value(field("", about, limit))
}

/// What an event adds to the strength of a side at most.
const MOST_STRENGTH: i64 = 50;
/// The most steps or units that are lost at once.
const MOST_LOSSES: i64 = 40;
/// What is added to a die.
const DIE: Returned = value("what is added to the die", Limit::Number(-MOST, MOST));

/// All of them.
pub(super) const MODIFIERS: [Modifier; 21] = [
    Modifier {
        name: "movement",
        value: "limits",
        about: "The movement of a force or piece that is about to go (6.1).",
        returns: Returned::Fields(&[
            field(
                "spaces",
                "the most spaces by land or boat; 99 without a limit of its own",
                Limit::Number(0, UNLIMITED),
            ),
            field("extra", "spaces added to the allowance by land (6.22)", Limit::Number(0, 9)),
            field("less", "spaces taken off the allowance, by land and boat", Limit::Number(0, 9)),
            field("boats", "whether boats can go (6.3)", Limit::Truth),
            field("lakes", "whether boats can go over lake shores (6.3)", Limit::Truth),
            field("naval", "whether naval movement is possible (6.4)", Limit::Truth),
            field("wilderness_stop", "whether drilled troops must stop after leaving wilderness (6.2)", Limit::Truth),
        ]),
        at: &["side", "space", "pieces"],
        example: "fn movement(limits, at) { #{ spaces: min(limits.spaces, 2), naval: false } }",
    },
    Modifier {
        name: "battle",
        value: "fire",
        about: "The fire of a side in a combat (7.5, 9.1).",
        returns: Returned::Fields(&[
            field(
                "strength",
                "what is added to the strength of its units (7.5)",
                Limit::Number(-MOST_STRENGTH, MOST_STRENGTH),
            ),
            field("doubled", "whether its strength is doubled, before columns are shifted (7.56)", Limit::Truth),
            field("first", "whether it fires before the enemy (7.56)", Limit::Truth),
            field("shift", "columns, below 0 to the left", Limit::Number(-MOST, MOST)),
            field("drm", "what is added to the die", Limit::Number(-MOST, MOST)),
        ]),
        at: &["side", "space", "pieces", "enemies", "battle", "is_attacker"],
        example: "fn battle(fire, at) { if at.battle == \"assault\" { #{ drm: fire.drm + 2 } } }",
    },
    Modifier {
        name: "siege",
        value: "drm",
        about: "The siege roll of a side (8.23).",
        returns: DIE,
        at: &["side", "space", "pieces"],
        example: "fn siege(drm, at) { if at.side == Side::BRITISH { drm + 2 } else { drm - 2 } }",
    },
    Modifier {
        name: "raid",
        value: "raid",
        about: "The raid of a side, when its die is rolled (10.3).",
        returns: Returned::Fields(&[
            field("column", "the column of the raid table", Limit::Word(&["cultivated", "stockade"])),
            field("drm", "what is added to the die", Limit::Number(-MOST, MOST)),
        ]),
        at: &["side", "space", "pieces"],
        example: "fn raid(raid, at) { if game.has_marker(at.side.enemy, \"blockhouses\") { #{ column: \"stockade\" } } }",
    },
    Modifier {
        name: "interception",
        value: "drm",
        about: "The attempt of a side to intercept (6.71).",
        returns: DIE,
        at: &["side", "space", "from", "pieces", "enemies"],
        example: "fn interception(drm, at) { if at.pieces.some(|unit| unit.is_indian) { drm + 1 } }",
    },
    Modifier {
        name: "avoidance",
        value: "drm",
        about: "The attempt of a side to avoid battle (6.8).",
        returns: DIE,
        at: &["side", "space", "pieces", "enemies"],
        example: "fn avoidance(drm, at) { if !at.space.is_cultivated { drm + 1 } }",
    },
    Modifier {
        name: "retreat",
        value: "allowed",
        about: "Whether a piece may retreat to a space to which the rules let it retreat (7.9).",
        returns: value("whether it may", Limit::Veto),
        at: &["side", "space", "from", "pieces"],
        example: "fn retreat(allowed, at) { !is_lake_shore(at.from, at.space) }",
    },
    Modifier {
        name: "supply",
        value: "limits",
        about: "The supply of a side (12.2). It is asked whenever a marker comes or goes and when a turn begins, \
                so it can depend on the season, but not on where troops are.",
        returns: Returned::Fields(&[
            field("water", "whether chains of supply go by water (12.21)", Limit::Truth),
            field("lakes", "whether they go over lake shores", Limit::Truth),
            field("amphib", "whether Amphib spaces are sources (12.1)", Limit::Truth),
        ]),
        at: &["side"],
        example: "fn supply(limits, at) { if at.side == Side::FRENCH { #{ lakes: false } } }",
    },
    Modifier {
        name: "attrition",
        value: "suffers",
        about: "Whether the drilled troops of a stack suffer winter attrition (11.1).",
        returns: value("whether they do", Limit::Truth),
        at: &["side", "space", "pieces"],
        example: "fn attrition(suffers, at) { suffers && at.side == Side::BRITISH }",
    },
    Modifier {
        name: "winter_losses",
        value: "lost",
        about: "How many reduced units of a stack are eliminated by winter attrition (11.2).",
        returns: value("the new number", Limit::Number(0, MOST_LOSSES)),
        at: &["side", "space", "pieces"],
        example: "fn winter_losses(lost, at) { if at.space.is_cultivated { lost / 2 } }",
    },
    Modifier {
        name: "losses",
        value: "steps",
        about: "The steps that a side loses in a combat by the fire of its enemy (7.6, 9.1).",
        returns: value("the new number", Limit::Number(0, MOST_LOSSES)),
        at: &["side", "space", "pieces", "battle"],
        example: "fn losses(steps, at) { if at.battle == \"assault\" { max(steps - 1, 0) } }",
    },
    Modifier {
        name: "reroll",
        value: "again",
        about: "Whether the die of a side is rolled once more: of its fire in a combat, of its siege roll or of its raid \
                (7.5, 8.23, 10.3). The second one counts.",
        returns: value("whether it is", Limit::Truth),
        at: &["side", "space", "pieces", "battle", "rolls_for", "die"],
        example: "fn reroll(again, at) { at.rolls_for == \"siege\" && at.die == 1 }",
    },
    Modifier {
        name: "construction",
        value: "allowed",
        about: "Whether a side may build in a space in which the rules let it build (5.4).",
        returns: value("whether it may", Limit::Veto),
        at: &["side", "space", "works"],
        example: "fn construction(allowed, at) { at.works == \"fort\" || at.space.is_cultivated }",
    },
    Modifier {
        name: "card_value",
        value: "value",
        about: "The value of a card that is played for activation or construction (5.32, 5.4).",
        returns: value("the new value", Limit::Number(1, 9)),
        at: &["side", "card", "event"],
        example: "fn card_value(value, at) { if at.side == Side::BRITISH { min(value + 1, 3) } }",
    },
    Modifier {
        name: "initiative",
        value: "rating",
        about: "The initiative of a leader who could be activated with his force (5.32).",
        returns: value("the new rating", Limit::Number(0, 9)),
        at: &["side", "space", "leader"],
        example: "fn initiative(rating, at) { if at.leader == piece(\"wolfe\") { 1 } }",
    },
    Modifier {
        name: "vp",
        value: "points",
        about: "The victory points that a side scores; below 0 if it loses them (13.2).",
        returns: value("the new number", Limit::Number(-MOST, MOST)),
        at: &["side", "space"],
        example: "fn vp(points, at) { if at.side == Side::FRENCH && points > 0 { points - 1 } }",
    },
    Modifier {
        name: "hand_size",
        value: "size",
        about: "How many cards a side is dealt up to (4.0 A.1).",
        returns: value("the new number", Limit::Number(0, 70)),
        at: &["side"],
        example: "fn hand_size(size, at) { if at.side == Side::FRENCH { 7 } }",
    },
    Modifier {
        name: "first_side",
        value: "side",
        about: "The side that acts first in a season (4.0 A.2).",
        returns: value("the side", Limit::Side),
        at: &["side"],
        example: "fn first_side(side, at) { Side::BRITISH }",
    },
    Modifier {
        name: "may_play",
        value: "may",
        about: "Whether a side may play an event, besides what its condition says (5.12): `may` says whether the card \
                bears its symbol.",
        returns: value("whether it may; false counts whatever other scripts say", Limit::Veto),
        at: &["side", "card", "event"],
        example: "fn may_play(may, at) { if at.event == \"foul-weather\" { false } }",
    },
    Modifier {
        name: "also_asks",
        value: "asks",
        about: "Whether the other side too may respond at a moment at which only one side is asked; it is asked after \
                the side whose moment it is.",
        returns: value("whether it is asked", Limit::Truth),
        at: &["side", "moment"],
        example: "fn also_asks(asks, at) { asks || at.moment.kind == \"surrender\" }",
    },
    Modifier {
        name: "winner",
        value: "winner",
        about: "Who has won at the end of a year (13.1): `winner` says what the rules say, \"none\" if the game goes on.",
        returns: value("the winner", Limit::Word(&["french", "british", "draw", "none"])),
        at: &["side"],
        example: "fn winner(winner, at) { if game.vp(Side::FRENCH) >= 8 { \"french\" } else { winner } }",
    },
];
