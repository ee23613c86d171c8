//! Decisions: what a side is asked (part 2 of the rulings), what dice are rolled for, and the table at which it
//! happens.

mod choice;

pub use choice::{Choice, Number};

use crate::game::FrenchAndIndianWarBattles as Game;
use crate::id::Id;
use crate::state::{Level, Marker};
use wilderness_engine::Question;
use wilderness_hexes::Hex;

/// The state of a battle, and who answers what the rules ask.
pub type Table = wilderness_engine::Table<Game>;
/// The result of a rule that may have to stop and wait.
pub type Play<T> = wilderness_engine::Play<T, Game>;
/// A decision that is open.
pub type Decision = wilderness_engine::Decision<Game>;

/// What a die is rolled for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Throw {
    /// Fog (5.0).
    Fog,
    /// Bombardment (6.1).
    Bombardment,
    /// How far the disordered of a demoralized army move (13.3.1).
    Demoralization,
    /// Whether reinforcements arrive (14.0).
    Arrival,
    /// Combat (9.3).
    Combat,
    /// How far a unit routs (10.1).
    Rout,
    /// Rally (11.2).
    Rally,
    /// What becomes of a supply train (20.0).
    Capture,
    /// What a script rolls for.
    Script,
}

impl Throw {
    /// The rule by which it is rolled.
    pub fn rule(self) -> &'static str {
        match self {
            Throw::Fog => "5.0",
            Throw::Bombardment => "6.1",
            Throw::Demoralization => "13.3.1",
            Throw::Arrival => "14.0",
            Throw::Combat => "9.3",
            Throw::Rout => "10.1",
            Throw::Rally => "11.2",
            Throw::Capture => "20.0",
            Throw::Script => "18.0",
        }
    }

    /// What it is rolled for, in words.
    pub fn about(self) -> &'static str {
        match self {
            Throw::Fog => "the fog",
            Throw::Bombardment => "the bombardment",
            Throw::Demoralization => "the demoralized",
            Throw::Arrival => "the reinforcements",
            Throw::Combat => "the combat",
            Throw::Rout => "the rout",
            Throw::Rally => "the rally",
            Throw::Capture => "the supply train",
            Throw::Script => "the special rule",
        }
    }

    /// Whether it decides the result of an attack or a bombardment.
    pub(crate) fn decides_a_result(self) -> bool {
        matches!(self, Throw::Combat | Throw::Bombardment)
    }
}

impl wilderness_engine::Chance for Throw {
    const ALL: &'static [Throw] = &[
        Throw::Fog,
        Throw::Bombardment,
        Throw::Demoralization,
        Throw::Arrival,
        Throw::Combat,
        Throw::Rout,
        Throw::Rally,
        Throw::Capture,
        Throw::Script,
    ];

    fn kind(self) -> &'static str {
        ["fog", "bombardment", "demoralization", "arrival", "combat", "rout", "rally", "capture", "script"]
            [self as usize]
    }
}

/// What a side is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ask {
    /// SU1: a special tactics marker to have.
    Marker,
    /// SU2: where to set up a unit.
    Place(Id),
    /// AB1: the gun to fire.
    Gun,
    /// AB2: what it fires at.
    Target(Id),
    /// MV0: a forced march.
    ForcedMarch,
    /// MV1: which unit of the reserve comes.
    Reserve,
    /// MV2: the hex round which a group enters.
    Anchor(String),
    /// EN1: who enters next.
    Arrival,
    /// EN2: by which hex.
    Entry(Id),
    /// MV3: who moves.
    Mover,
    /// LD: a leader to go along.
    Along(Id),
    /// ST: the next hex of a move.
    Step(Id),
    /// CD1: the first hex of an attack.
    Attacked,
    /// CD2: more attackers and hexes of an attack.
    Build,
    /// CR1: the attack to resolve.
    Attack,
    /// CR2: a special tactics marker for a combat.
    Tactics,
    /// CR3: a unit to disorder, and the factors that are still owed.
    Loss(u32),
    /// CR4: whether a leader converts a rout.
    Convert(Hex),
    /// PU1: who pursues.
    Pursuer,
    /// PU2: into which hex.
    Pursuit(Id),
    /// PU3: the second hex of cavalry.
    SecondHex(Id),
    /// RA1: whom to rally.
    Rally,
    /// RT1: who retreats next.
    Retreat,
    /// RT2: the next hex of a retreat.
    RetreatStep(Id),
    /// What a die shows that the players rolled.
    Die(Throw),
    /// At which level a side concedes. It is never asked: a side volunteers it (17.1).
    Concede,
    /// Whether to accept a concession at a level.
    Agree(Level),
}

impl Question for Ask {
    type Throw = Throw;
    const KINDS: &'static [&'static str] = &[
        "marker",
        "place",
        "gun",
        "target",
        "forced-march",
        "reserve",
        "anchor",
        "arrival",
        "entry",
        "mover",
        "along",
        "step",
        "attacked",
        "build",
        "attack",
        "tactics",
        "loss",
        "convert",
        "pursuer",
        "pursuit",
        "second-hex",
        "rally",
        "retreat",
        "retreat-step",
        "die",
        "concede",
        "agree",
    ];

    fn kind(&self) -> &'static str {
        Ask::KINDS[self.place()]
    }

    fn rule(&self) -> &'static str {
        match self {
            Ask::Marker | Ask::ForcedMarch | Ask::Tactics => "18.1",
            Ask::Place(_) => "3.2",
            Ask::Gun => "6.0",
            Ask::Target(_) => "6.1",
            Ask::Reserve | Ask::Anchor(_) | Ask::Arrival | Ask::Entry(_) => "14.1",
            Ask::Mover | Ask::Along(_) | Ask::Step(_) => "7.2",
            Ask::Attacked | Ask::Build | Ask::Attack => "9.0",
            Ask::Loss(_) => "9.3",
            Ask::Die(throw) => throw.rule(),
            Ask::Concede | Ask::Agree(_) => "17.1",
            Ask::Convert(_) | Ask::Retreat | Ask::RetreatStep(_) => "10.1",
            Ask::Pursuer | Ask::Pursuit(_) => "10.2",
            Ask::SecondHex(_) => "10.2.1",
            Ask::Rally => "11.2",
        }
    }

    fn prompt(&self) -> String {
        match self {
            Ask::Marker => "Which special tactics marker do you take?".into(),
            Ask::Place(unit) => format!("Where do you set up {unit}?"),
            Ask::Gun => "Which gun fires?".into(),
            Ask::Target(gun) => format!("Which hex do you fire at with {gun}?"),
            Ask::ForcedMarch => "Do you play a forced march?".into(),
            Ask::Reserve => "Which unit of the reserve arrives?".into(),
            Ask::Anchor(group) => format!("Where does {group} enter the map? (choose the middle hex)"),
            Ask::Arrival => "Which unit enters the map next?".into(),
            Ask::Entry(unit) => format!("By which hex do you bring {unit} onto the map?"),
            Ask::Mover => "Which unit moves?".into(),
            Ask::Along(unit) => format!("Does a leader go along with {unit}?"),
            Ask::Step(unit) => format!("Where do you move {unit} next?"),
            Ask::Attacked => "Which hex do you attack?".into(),
            Ask::Build => "Which other units attack, and which other hexes do they attack?".into(),
            Ask::Attack => "Which attack is resolved next?".into(),
            Ask::Tactics => "Do you play a special tactics marker?".into(),
            Ask::Loss(owed) => format!("Which unit is disordered? ({owed} factors to go)"),
            Ask::Convert(hex) => format!("Does the leader in {hex} convert the rout to a withdrawal?"),
            Ask::Pursuer => "Which unit pursues?".into(),
            Ask::Pursuit(unit) => format!("Into which hex do you pursue with {unit}?"),
            Ask::SecondHex(unit) => format!("Into which second hex do you pursue with {unit}?"),
            Ask::Rally => "Which unit do you try to rally?".into(),
            Ask::Retreat => "Which unit retreats next?".into(),
            Ask::RetreatStep(unit) => format!("Where do you retreat with {unit} next?"),
            Ask::Die(throw) => format!("What does the die for {} show?", throw.about()),
            Ask::Concede => "At which level do you concede the battle?".into(),
            Ask::Agree(level) => {
                format!("Your enemy concedes a {} victory. Do you accept, and end the battle?", level.word())
            }
        }
    }

    fn die(throw: Throw) -> Ask {
        Ask::Die(throw)
    }

    fn thrown(&self) -> Option<Throw> {
        if let Ask::Die(throw) = self { Some(*throw) } else { None }
    }

    /// Only a side that holds a marker is asked whether to play it.
    fn is_window(&self) -> bool {
        matches!(self, Ask::Tactics | Ask::ForcedMarch)
    }

    /// Which markers a side has is hidden, and what the attacker plays until the defender has chosen (18.1).
    fn is_secret(&self) -> bool {
        matches!(self, Ask::Marker | Ask::Tactics)
    }
}

impl Ask {
    /// The place of its word among the kinds.
    fn place(&self) -> usize {
        match self {
            Ask::Marker => 0,
            Ask::Place(_) => 1,
            Ask::Gun => 2,
            Ask::Target(_) => 3,
            Ask::ForcedMarch => 4,
            Ask::Reserve => 5,
            Ask::Anchor(_) => 6,
            Ask::Arrival => 7,
            Ask::Entry(_) => 8,
            Ask::Mover => 9,
            Ask::Along(_) => 10,
            Ask::Step(_) => 11,
            Ask::Attacked => 12,
            Ask::Build => 13,
            Ask::Attack => 14,
            Ask::Tactics => 15,
            Ask::Loss(_) => 16,
            Ask::Convert(_) => 17,
            Ask::Pursuer => 18,
            Ask::Pursuit(_) => 19,
            Ask::SecondHex(_) => 20,
            Ask::Rally => 21,
            Ask::Retreat => 22,
            Ask::RetreatStep(_) => 23,
            Ask::Die(_) => 24,
            Ask::Concede => 25,
            Ask::Agree(_) => 26,
        }
    }
}

/// The choices that name markers.
pub(crate) fn markers(kinds: impl IntoIterator<Item = Marker>) -> Vec<Choice> {
    let mut choices: Vec<Choice> = kinds.into_iter().map(Choice::Marker).collect();
    choices.sort_unstable();
    choices.dedup();
    choices
}
