//! The numbers by which the greedy agent judges a battle. Unless something else is said, they are in combat factors where they
//! are about combat, and in hexes of marching where they are about ground.
//!
//! They were set by hand, and then fitted together: in 51,000 pairs of games of all four battles the agent played against
//! itself, with all numbers a little larger or smaller at random, and each was moved towards what won (simultaneous
//! perturbation). So some of them are no longer what they are called: a share of what is lost counts for more than the whole
//! where the ground is lost besides. `UNEVEN` alone was chosen by hand afterwards, as what keeps the agent from attacks at less
//! than even odds and leaves it as strong. Fitted further against itself alone, the agent came to a stalemate: a side that guards
//! what it has cannot be made to come. So a fit has to be tried against agents of before, too.

// What combat is expected to cost, by its result: the shares of their factors that units in good order lose.

/// Attackers that are routed (Ar).
pub const ATTACKERS_ROUTED: f64 = 0.65;
/// Attackers that are disordered (Ad).
pub const ATTACKERS_DISORDERED: f64 = 0.297;
/// Attackers in an exchange (Bx).
pub const ATTACKERS_EXCHANGED: f64 = 0.152;
/// Defenders in an exchange (Bx).
pub const DEFENDERS_EXCHANGED: f64 = 0.514;
/// How likely an exchange clears the hex (Bx).
pub const CLEARED_BY_EXCHANGE: f64 = 0.196;
/// Defenders that are disordered (Dd).
pub const DEFENDERS_DISORDERED: f64 = 0.662;
/// How likely it clears the hex that they are disordered (Dd).
pub const CLEARED_BY_DISORDER: f64 = 0.0763;
/// Defenders that are routed (Dr).
pub const DEFENDERS_ROUTED: f64 = 2.41;
/// How likely it clears the hex that they are routed (Dr).
pub const CLEARED_BY_ROUT: f64 = 1.54;

// Attacks.

/// The least that an attack has to promise, unless it has to be made (9.0).
pub const WORTH_IT: f64 = 0.208;
/// A victory point for an enemy hex.
pub const POINT: f64 = 1.62;
/// The least gain for which a group of units goes where they attack together.
pub const ENOUGH: f64 = 0.133;
/// By what the cost of an attack at less than even odds is multiplied.
pub const UNEVEN: f64 = 1.25;

// How much a side cares for what it sees, as the battle stands.

/// By what the promise of its attacks is multiplied for the side that comes for what the other holds.
pub const BOLDNESS: f64 = 4.36;
/// The same for the other side.
pub const FIRMNESS: f64 = 2.87;
/// How much more it cares in the last turn than in the first for what the enemy could do.
pub const LATE_CAUTION: f64 = 1.53;
/// How much more in the last turn for hexes that it does not hold.
pub const LATE_ZEAL: f64 = 1.78;
/// How much more it cares for its attacks if it would not win now.
pub const BEHIND_BOLDNESS: f64 = 1.12;
/// How much more for hexes that it does not hold, if it would not win now.
pub const BEHIND_ZEAL: f64 = 1.4;

// What the enemy could do.

/// What the enemy could gain by an attack counts for, compared with what attacks promise.
pub const CAUTION: f64 = 0.298;
/// How well the enemy concentrates on a unit: the share of the factors near by, or more, since he may come in enfilade.
pub const MASSED: f64 = 0.415;
/// The share of their movement allowance that enemies make towards a unit, over all kinds of ground.
pub const MARCH: f64 = 1.67;

// Ground.

/// What a hex that gives victory points is worth, for each point.
pub const GOAL: f64 = 2.21;
/// What a hex that gives points and is held already is worth to others than its garrison, for each point.
pub const GUARD: f64 = 13.2;
/// What cover is worth while the enemy is near.
pub const COVER: f64 = 1.24;
/// What each side of a hex that protects is worth in set-up.
pub const WORKS: f64 = 1.25;
/// What each friend next to a hex is worth, up to three.
pub const FRIEND: f64 = 0.703;
/// A unit moves only where it stands better by so much.
pub const BETTER: f64 = 0.163;

// Guns.

/// What the combat factors that a gun can shoot are worth to it.
pub const SHOT: f64 = 3.01;
/// How much a gun cares how a hex lies to the goals, compared with foot.
pub const GUN_ADVANCE: f64 = 0.905;
/// Foot in the hex of a gun.
pub const GUN_GUARDED: f64 = 1.16;
/// What an enemy next to a gun costs.
pub const GUN_EXPOSED: f64 = 5.19;
/// The distance from the enemy, in hexes, at which a gun stands best.
pub const GUN_DISTANCE: f64 = 2.32;
/// What each hex costs that it stands nearer or farther.
pub const GUN_ASTRAY: f64 = 0.342;
/// The share of their factors that units lose if a shot disorders them (Ds).
pub const SHOT_DISORDERS: f64 = 0.319;
/// The share of their factors that units lose if a shot disorders and routs them (Dz).
pub const SHOT_ROUTS: f64 = 1.72;
/// What a leader in the hex of a shot is worth, for each point of his command.
pub const LEADER_SHOT: f64 = 2.25;

// Leaders.

/// What attacks promise more is worth to a leader who goes there.
pub const LED: f64 = 2.62;
/// What a leader is worth to the unit with which he goes. A second one is of no more use (12.2).
pub const OF_USE: f64 = 0.897;
/// How likely a leader falls who stays alone, one or two hexes from the enemy.
pub const ALONE_IN_FRONT: f64 = 0.52;
/// The same up to five hexes from the enemy.
pub const ALONE_BEHIND: f64 = 0.326;
/// A unit in good order that a leader leads.
pub const LEADS: f64 = 0.239;
/// A disordered unit that he leads, and may help to rally.
pub const LEADS_DISORDERED: f64 = 1.29;
/// Foot in the hex of a leader.
pub const WITH_FOOT: f64 = 2.46;
/// What it costs a leader to have no foot in his hex.
pub const WITHOUT_FOOT: f64 = 4.41;
/// What each hex farther from the enemy costs a leader.
pub const LEADER_BEHIND: f64 = 0.0786;

// Retreats: in hexes from the enemy.

/// A hex in which a leader commands.
pub const REFUGE_LED: f64 = 0.989;
/// Each friend next to it.
pub const REFUGE_FRIEND: f64 = 0.247;
/// Each hex nearer to the goals.
pub const REFUGE_ADVANCE: f64 = 0.105;
