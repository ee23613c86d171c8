//! The numbers by which the greedy agent judges a battle. Unless something else is said, they are in combat factors where they
//! are about combat, and in hexes of marching where they are about ground.
//!
//! They were set by hand, and then fitted together: the agent played pairs of games of all four battles against itself, with
//! all numbers a little larger or smaller at random, and each was moved towards what won (simultaneous perturbation). So some
//! of them are no longer what they are called: a share of what is lost counts for more than the whole where the ground is lost
//! besides.

// What combat is expected to cost, by its result: the shares of their factors that units in good order lose.

/// Attackers that are routed (Ar).
pub const ATTACKERS_ROUTED: f64 = 1.2;
/// Attackers that are disordered (Ad).
pub const ATTACKERS_DISORDERED: f64 = 0.23;
/// Attackers in an exchange (Bx).
pub const ATTACKERS_EXCHANGED: f64 = 0.13;
/// Defenders in an exchange (Bx).
pub const DEFENDERS_EXCHANGED: f64 = 0.36;
/// How likely an exchange clears the hex (Bx).
pub const CLEARED_BY_EXCHANGE: f64 = 0.13;
/// Defenders that are disordered (Dd).
pub const DEFENDERS_DISORDERED: f64 = 0.55;
/// How likely it clears the hex that they are disordered (Dd).
pub const CLEARED_BY_DISORDER: f64 = 0.062;
/// Defenders that are routed (Dr).
pub const DEFENDERS_ROUTED: f64 = 1.2;
/// How likely it clears the hex that they are routed (Dr).
pub const CLEARED_BY_ROUT: f64 = 0.9;

// Attacks.

/// What attacks that need not be made have to promise.
pub const WORTH_IT: f64 = 0.16;
/// A victory point for an enemy hex.
pub const POINT: f64 = 1.5;
/// The least gain for which a group of units goes where they attack together.
pub const ENOUGH: f64 = 0.21;
/// How much the side that comes for what the other holds cares for what its attacks promise; the other cares for 1.
pub const BOLDNESS: f64 = 2.9;

// What the enemy could do.

/// What the enemy could gain by an attack counts for, compared with what attacks promise.
pub const CAUTION: f64 = 0.47;
/// How well the enemy concentrates on a unit: the share of the factors near by, or more, since he may come in enfilade.
pub const MASSED: f64 = 0.9;
/// The share of their movement allowance that enemies make towards a unit, over all kinds of ground.
pub const MARCH: f64 = 1.1;

// Ground.

/// What a hex that gives victory points is worth, for each point.
pub const GOAL: f64 = 3.1;
/// What a hex that gives points and is held already is worth to others than its garrison, for each point.
pub const GUARD: f64 = 9.7;
/// What cover is worth while the enemy is near.
pub const COVER: f64 = 0.85;
/// What each side of a hex that protects is worth in set-up.
pub const WORKS: f64 = 0.45;
/// What each friend next to a hex is worth, up to three.
pub const FRIEND: f64 = 0.28;
/// A unit moves only where it stands better by so much.
pub const BETTER: f64 = 0.18;

// Guns.

/// What the combat factors that a gun can shoot are worth to it.
pub const SHOT: f64 = 1.5;
/// How much less than foot a gun cares how a hex lies to the goals.
pub const GUN_ADVANCE: f64 = 0.56;
/// Foot in the hex of a gun.
pub const GUN_GUARDED: f64 = 1.6;
/// An enemy next to a gun.
pub const GUN_EXPOSED: f64 = 4.9;
/// So many hexes from the enemy a gun stands best.
pub const GUN_DISTANCE: f64 = 3.3;
/// Each hex that it stands nearer or farther.
pub const GUN_ASTRAY: f64 = 0.35;
/// The share of their factors that units lose if a shot disorders them (Ds).
pub const SHOT_DISORDERS: f64 = 0.4;
/// The share of their factors that units lose if a shot disorders and routs them (Dz).
pub const SHOT_ROUTS: f64 = 0.7;
/// What a leader in the hex of a shot is worth, for each point of his command.
pub const LEADER_SHOT: f64 = 2.0;

// Leaders.

/// What attacks promise more is worth to a leader who goes there.
pub const LED: f64 = 1.4;
/// What a leader is worth to the unit with which he goes. A second one is of no more use (12.2).
pub const OF_USE: f64 = 1.0;
/// How likely a leader falls who stays alone, one or two hexes from the enemy.
pub const ALONE_IN_FRONT: f64 = 0.8;
/// The same up to five hexes from the enemy.
pub const ALONE_BEHIND: f64 = 0.4;
/// A unit in good order that a leader leads.
pub const LEADS: f64 = 0.45;
/// A disordered unit that he leads, and may help to rally.
pub const LEADS_DISORDERED: f64 = 1.5;
/// Foot in the hex of a leader.
pub const WITH_FOOT: f64 = 2.9;
/// None.
pub const WITHOUT_FOOT: f64 = 3.0;
/// How much each hex from the enemy is worth less to a leader.
pub const LEADER_BEHIND: f64 = 0.11;

// Retreats: in hexes from the enemy.

/// A hex in which a leader commands.
pub const REFUGE_LED: f64 = 1.7;
/// Each friend next to it.
pub const REFUGE_FRIEND: f64 = 0.24;
/// Each hex nearer to the goals.
pub const REFUGE_ADVANCE: f64 = 0.21;
