//! What the greedy agent weighs: every number that it judges by, in victory points where nothing else is said.
//!
//! They were set by hand, and then fitted together, with what the deck says that events are worth: in some 40,000 pairs of
//! games the agent played against itself, with all numbers a little larger or smaller at random, and each was moved towards
//! what won (simultaneous perturbation). Without the deck, this was done again in 146,000 pairs of games of all scenarios,
//! two in five of Annus Mirabilis. So some of them, such as a share above 1, are no longer what they are called.
//! Change one and compare with `wilderness arena`; games cannot tell small differences.

use crate::pieces::PieceKind;

// What the enemy risks and what taking it brings, in victory points.

/// Beating an army large enough for a point (7.81), less because it may slip away (6.8).
pub const FIELD_PRIZE: f32 = 0.93;
/// Beating a smaller one.
pub const SMALL_PRIZE: f32 = 0.15;
/// Beating an army that defends a stockade or a key space.
pub const GARRISON_PRIZE: f32 = 0.72;
/// Losing a battle with an army large enough for a point (7.81).
pub const DEFEAT: f32 = 0.98;
/// How much less a stockade is worth to auxiliaries, who cannot take it.
pub const RAZED_STOCKADE: f32 = 0.82;
/// The share that a siege out of supply is worth (8.21).
pub const UNSUPPLIED: f32 = 0.064;
/// The share that the second assault is worth after one that fails.
pub const SECOND_ASSAULT: f32 = 1.3;
/// The weight of a friendly step relative to an enemy step.
pub const OWN_LOSSES: f32 = 1.2;
/// An assault must pay by this much.
pub const ASSAULT_MARGIN: f32 = 0.065;

// The strength of an enemy near friendly works, and the value of holding them.

/// The least strength of an enemy that threatens works.
pub const PRESSED: f32 = 4.5;
/// The share of an army that counts, by its distance in links.
pub const APPROACH: [f32; 6] = [1.2, 0.34, 0.88, 0.55, 0.99, 0.2];
/// The share of an army that would sail to Louisbourg.
pub const APPROACH_BY_SEA: f32 = 0.3;
/// The share of the prize that a full answer to a threat is worth.
pub const HOLD: f32 = 0.45;
/// The share of the threat that answers it.
pub const ENOUGH: f32 = 3.5;
/// A threat of this strength counts in full.
pub const FULL_PRESSURE: f32 = 24.0;
/// The least threat for which one unit stays behind.
pub const GARRISON_OF_ONE: f32 = 16.0;
/// The least threat for which two stay.
pub const GARRISON_OF_TWO: f32 = 17.0;

// What an army risks where it stands.

/// The stake of an army large enough for a point (7.81).
pub const EXPOSED_PRIZE: f32 = 1.6;
/// The stake of a smaller one.
pub const EXPOSED: f32 = 0.04;
/// The share of its steps that a lost battle costs.
pub const EXPOSED_STEPS: f32 = 0.078;
/// The risk from an army that can march, at one, two and three links.
pub const RISK: [f32; 3] = [0.92, 0.38, 0.12];
/// The risk from one next door that cannot, but may intercept (6.7).
pub const RISK_OF_INTERCEPTION: f32 = 0.21;
/// An enemy of this share of the own strength is no risk; one twice this much more is a full one.
pub const EVEN_ENOUGH: f32 = 0.72;
/// The share of the risk in a fort or fortress.
pub const SHELTERED_RISK: f32 = 0.046;

// Winter attrition (11.2).

/// What the steps lost to attrition weigh.
pub const WINTER: f32 = 2.5;
/// The share that a reduced unit loses.
pub const REDUCED_IN_WINTER: f32 = 0.84;
/// How near winter is in the Late Season, by the cards in hand.
pub const WINTER_BY_HAND: [f32; 7] = [1.3, 1.4, 0.37, 0.16, 0.17, 0.2, 0.14];
/// How near it is with more cards.
pub const FAR_WINTER: f32 = 0.052;
/// At this loss or more, a march is a march into winter quarters.
pub const COLD: f32 = 0.083;
/// If winter is this near, raiders who are not there yet stay: they soon go home (4.0 B.3).
pub const TOO_LATE_TO_RAID: f32 = 0.62;
/// If winter is this near, units go into quarters one by one.
pub const LATE: f32 = 1.1;

// Building (5.4).

/// Finishing a fort.
pub const FORT: f32 = 0.14;
/// Starting one.
pub const FORT_BEGUN: f32 = 0.15;
/// One at Niagara or Ohio Forks, where the enemy scores (13.23).
pub const FORT_AT_KEY: f32 = 0.065;
/// One that is threatened.
pub const FORT_AT_FRONT: f32 = 0.045;
/// The share of the losses to attrition that one saves this year.
pub const FORT_IN_WINTER: f32 = 0.68;
/// The share of a target that a stockade on the way of its supply is worth.
pub const STOCKADE_ON_ROAD: f32 = 0.44;
/// The cost of a stockade, which it must be worth besides.
pub const STOCKADE: f32 = 0.094;

// Raids (10.0).

/// A Raided marker (13.22).
pub const RAID: f32 = 0.74;
/// A raid on a space that has one.
pub const RAIDED_ALREADY: f32 = -0.045;
/// The chance to get past the militia of a stockade (10.2).
pub const RAID_BESIDE_MILITIA: f32 = 0.5;
/// A unit that loses its settlement.
pub const TRIBE: f32 = 0.15;
/// A stockade, besides its point.
pub const RAIDED_STOCKADE: f32 = 0.14;
/// What a raider is worth at most.
pub const MOST_RAIDER: f32 = 0.8;
/// A militia unit that the first raid of the year in a department keeps from battles (7.3).
pub const SPARED_MILITIA: f32 = 0.045;
/// The least for which a party raids.
pub const LEAST_RAID: f32 = 0.011;
/// A link nearer to what can be raided.
pub const NEARER_TO_RAID: f32 = 0.014;
/// The cost of enemies adjacent to the target, which may intercept (6.7).
pub const WATCHED: f32 = 0.32;

// Interception, avoiding battle and militia (6.7, 6.8, 7.3).

/// The least chance to hold for which it fights when it could do otherwise.
pub const CONFIDENT: f32 = 0.49;
/// Stopping raiders.
pub const STOPPED_RAID: f32 = 0.38;
/// Stopping an enemy at friendly works.
pub const STOPPED_AT_WORKS: f32 = 1.8;
/// Beating an army large enough for a point (7.81).
pub const WON_PRIZE: f32 = 1.5;
/// Being beaten as one.
pub const LOST_PRIZE: f32 = 0.86;
/// Beating a smaller one, or being beaten as one.
pub const SKIRMISH: f32 = 0.3;
/// The least chance to win for which militia join.
pub const MILITIA_CHANCE: f32 = 0.27;
/// The cost of taking along more than the leader commands.
pub const UNRULY: f32 = 0.29;
/// The cost of leaving a fort or fortress without a garrison.
pub const LEFT_EMPTY: f32 = 0.033;
/// The share of a besieged prize that is lost when the besiegers leave to intercept.
pub const SIEGE_LIFTED: f32 = 0.28;

// Missions.

/// No force sets out for less.
pub const LEAST: f32 = 0.011;
/// Going on with a siege rather than with something else.
pub const AT_SIEGE: f32 = 0.13;
/// The share of the works that a sortie saves (8.25).
pub const SORTIE_SAVES: f32 = 1.0;
/// A sortie that succeeds.
pub const SORTIE_WON: f32 = 0.98;
/// One that fails.
pub const SORTIE_LOST: f32 = 3.4;
/// The card that a landing costs (6.43).
pub const LANDING_CARD: f32 = 0.4;
/// Leaving a captured fortress empty, besides its points (8.24).
pub const ABANDONED: f32 = 1.2;
/// Giving up a siege level, as a share of the siege.
pub const SIEGE_BEGUN: f32 = 0.49;
/// The most that coming nearer to a target counts, in cards.
pub const NEARER: f32 = 8.0;
/// The share of a target that counts for an army on its way.
pub const ON_THE_WAY: f32 = 0.29;
/// Progress or gain below this does not make an errand.
pub const LITTLE: f32 = 0.17;
/// The chance to beat an enemy in the way.
pub const CLEAR_WAY: f32 = 0.63;
/// The same, once the force is on its way.
pub const WAY_STILL_CLEAR: f32 = 0.68;

// Prospects of an army: targets that take several cards.

/// The cards that each link takes, after the first.
pub const NEXT_LINK: f32 = 0.53;
/// What each link takes off the worth of a target.
pub const DISTANT: f32 = 0.069;
/// The least that a prospect is worth.
pub const LEAST_PROSPECT: f32 = 0.037;
/// What each card that it takes leaves of its worth.
pub const PATIENCE: f32 = 0.69;
/// A target is near if it takes fewer cards than this.
pub const SOON: f32 = 2.3;
/// The cards that an unreachable target takes.
pub const NEVER: f32 = 210.0;

// Cards.

/// What a card is usually good for, by its value.
pub const USUAL: [f32; 4] = [0.12, 0.2, 0.18, 0.15];
/// The same for any other value.
pub const UNUSUAL: f32 = 0.15;
/// The chance that an event is played later if its card is kept.
pub const LATER: f32 = 0.36;
/// The chance that a response is.
pub const LATER_RESPONSE: f32 = 0.11;
/// The share of these chances with the last two cards.
pub const LAST_CARDS: f32 = 0.56;
/// A plan worth less wastes its card.
pub const WASTE: f32 = 0.13;
/// So does one that is worth less than this share of the event.
pub const POOR_USE: f32 = 0.15;

// Where to go, when a piece has to.

/// Safety in a fortress.
pub const IN_FORTRESS: f32 = 2.1;
/// In a fort.
pub const IN_FORT: f32 = 1.4;
/// In a stockade.
pub const IN_STOCKADE: f32 = 1.9;
/// In originally friendly land.
pub const AT_HOME: f32 = 0.18;
/// What a siege takes off it.
pub const BESIEGED: f32 = 1.3;
/// Each friendly unit there, up to eight.
pub const FRIENDS: f32 = 0.35;
/// What each enemy unit next to it takes off, up to eight.
pub const ENEMIES: f32 = 0.09;
/// Staying inside.
pub const INSIDE: f32 = 0.84;
/// The share of its safety that counts for raiders.
pub const RAIDERS_SAFETY: f32 = 0.2;
/// Leaving the map.
pub const OFF_THE_MAP: f32 = 0.13;
/// Each unit without a leader, up to five, for a leader.
pub const LEADERLESS: f32 = 0.14;
/// What each link takes off being near the enemy.
pub const LINK: f32 = 0.19;
/// Each friendly unit, up to ten, for a unit that enters.
pub const COMPANY: f32 = 0.08;
/// A leader there.
pub const LED: f32 = 0.35;
/// The share of the prize that the space is.
pub const GUARDED: f32 = 0.072;

// Pieces.

/// The last step of a unit takes the unit with it.
pub const LAST_STEP: f32 = 1.4;
/// A unit of two steps, in first steps.
pub const WHOLE_UNIT: f32 = 1.9;
/// Each point by which the initiative of a leader is below 4.
pub const INITIATIVE: f32 = 0.2;
/// Each unit that he commands.
pub const COMMAND: f32 = 0.18;
/// Each point of his tactics.
pub const TACTICS: f32 = 0.13;
/// A step of an army with regulars, as its owner spreads the losses (7.62).
pub const DRILLED_STEP: f32 = 0.18;
/// A step of another one.
pub const OTHER_STEP: f32 = 0.093;
/// Québec and Montréal, which decide games (13.11, 13.12) and feed the French (12.1).
pub const LAST_STAND: f32 = 3.3;

/// What a step of a unit of a kind is worth.
pub fn step(kind: PieceKind) -> f32 {
    match kind {
        PieceKind::Regular | PieceKind::LightInfantry => 0.11,
        PieceKind::RoyalAmerican | PieceKind::Highland => 0.25,
        PieceKind::Coureurs | PieceKind::Ranger => 0.14,
        PieceKind::MarineDetachment => 0.062,
        PieceKind::NorthernProvincial | PieceKind::SouthernProvincial | PieceKind::Indian => 0.062,
        PieceKind::Militia => 0.015,
        PieceKind::Leader => 0.5,
    }
}
