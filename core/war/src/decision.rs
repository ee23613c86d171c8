//! Decisions: what a side is asked, and the complete list of its legal answers.

mod choice;

pub use choice::{Choice, Choices, Label, Word};

use crate::chance::Throw;
use crate::map::Department;
use crate::moments::MomentKind;
use crate::sets::{CardId, PieceId, SpaceId};
use crate::war::War;
use std::sync::Arc;
use wilderness_engine::Question;

/// What a side is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ask {
    /// The number on a die that the players rolled.
    Die(Throw),
    /// P1: which card to play.
    Card,
    /// P1: what to use the card for.
    Use(CardId),
    /// P1, V4, RD1, Z1: what to demolish.
    Demolish,
    /// B1: where to place a stockade; how many more the card allows.
    Stockade(u8),
    /// B2: where to start or finish a fort; how many more the card allows.
    Fort(u8),
    /// A1: what to activate individually; half points left.
    Activate(u8),
    /// A2: the leader whose force is activated.
    Commander(CardId),
    /// A3, E3, E6: which piece goes with the commander.
    Member(PieceId),
    /// A6: which activated piece acts next.
    Mover,
    /// M1: which action a force or piece takes.
    Action(PieceId),
    /// V4: where to go next.
    March(PieceId),
    /// V4: which piece to drop off.
    Drop(SpaceId),
    /// E3: which piece intercepts.
    Intercept(SpaceId),
    /// E5: which piece defends inside the fort or fortress.
    Inside(SpaceId),
    /// E6: which piece avoids battle.
    Avoid(SpaceId),
    /// E6b: where pieces that avoid battle go.
    AvoidTo(SpaceId),
    /// L1: where a leader alone among enemies goes.
    Displace(PieceId),
    /// F1: which militia join a battle.
    Militia(SpaceId),
    /// F2: which besieged pieces join a battle outside.
    Sortie(SpaceId),
    /// F7: which unit loses a step, and how many steps remain.
    Loss(u8),
    /// R1: where a beaten piece retreats.
    Retreat(PieceId),
    /// G4: whether to assault.
    Assault(SpaceId),
    /// RD1: where to raid next.
    Raid,
    /// RD2: whether a militia unit defends a stockade against a raid.
    RaidMilitia(SpaceId),
    /// RD7: which raider loses a step, and how many steps remain.
    RaidLoss(u8),
    /// RD8, Y1, Y2: where a piece goes home.
    GoHome(PieceId),
    /// Y4: which reduced drilled troops are lost to winter attrition.
    Attrition(SpaceId),
    /// 5.55: which other leader of command rating 7 is recalled for this one.
    Recall(PieceId),
    /// 5.54: which provincials of a department are disbanded.
    Disband(Department),
    /// A response window: which card is played (5.56).
    Respond(MomentKind),
    /// A question of a card's script, in the script's own words.
    Event(Arc<str>),
    /// A question of an optional rule (14.0).
    Optional(Arc<str>),
    /// A secret question of an optional rule: the other side learns the answer from its effect (13.3).
    Secret(Arc<str>),
    /// Z1: whether to demolish something at the end of an activation.
    AfterActivation,
}

/// The words for the kinds of decisions in records and tests: one table gives both the word of a decision and the list
/// of all words, so that none can be forgotten.
macro_rules! kinds {
    ($($($pattern:pat_param)|+ => $word:literal,)+) => {
        impl Ask {
            /// The words for all kinds of decisions, each once.
            pub const KINDS: &[&str] = &[$($word),+];

            /// The word for this kind of decision in records and tests.
            pub fn kind(&self) -> &'static str {
                match self {
                    $($($pattern)|+ => $word,)+
                }
            }
        }
    };
}

kinds! {
    Ask::Card => "card",
    Ask::Die(_) => "die",
    Ask::Use(_) => "use",
    Ask::Demolish => "demolish",
    Ask::Stockade(_) => "stockade",
    Ask::Fort(_) => "fort",
    Ask::Activate(_) => "activate",
    Ask::Commander(_) => "commander",
    Ask::Member(_) => "member",
    Ask::Mover => "mover",
    Ask::Action(_) => "action",
    Ask::March(_) => "march",
    Ask::Drop(_) => "drop",
    Ask::Intercept(_) => "intercept",
    Ask::Inside(_) => "inside",
    Ask::Avoid(_) => "avoid",
    Ask::AvoidTo(_) => "avoid-to",
    Ask::Displace(_) => "displace",
    Ask::Militia(_) => "militia",
    Ask::Sortie(_) => "sortie",
    Ask::Loss(_) => "loss",
    Ask::Retreat(_) => "retreat",
    Ask::Assault(_) => "assault",
    Ask::Raid => "raid",
    Ask::RaidMilitia(_) => "raid-militia",
    Ask::RaidLoss(_) => "raid-loss",
    Ask::GoHome(_) => "go-home",
    Ask::Attrition(_) => "attrition",
    Ask::Recall(_) => "recall",
    Ask::Disband(_) => "disband",
    Ask::Respond(_) => "respond",
    Ask::Event(_) => "event",
    Ask::Optional(_) | Ask::Secret(_) => "optional",
    Ask::AfterActivation => "after-activation",
}

impl Ask {
    /// The rule that lets the side choose.
    pub fn rule(&self) -> &'static str {
        match self {
            Ask::Card => "5.1",
            Ask::Die(_) => "2.0",
            Ask::Use(_) => "5.26",
            Ask::Demolish | Ask::AfterActivation => "5.46",
            Ask::Stockade(_) => "5.41",
            Ask::Fort(_) => "5.42",
            Ask::Activate(_) | Ask::Mover => "5.33",
            Ask::Commander(_) | Ask::Member(_) => "5.34",
            Ask::Action(_) => "5.36",
            Ask::March(_) => "6.1",
            Ask::Drop(_) => "6.22",
            Ask::Intercept(_) => "6.72",
            Ask::Inside(_) => "8.1",
            Ask::Avoid(_) => "6.8",
            Ask::AvoidTo(_) => "6.81",
            Ask::Displace(_) => "6.53",
            Ask::Militia(_) => "7.3",
            Ask::Sortie(_) => "8.251",
            Ask::Loss(_) => "7.62",
            Ask::Retreat(_) => "7.91",
            Ask::Assault(_) => "8.24",
            Ask::Raid => "10.1",
            Ask::RaidMilitia(_) => "10.2",
            Ask::RaidLoss(_) => "10.31",
            Ask::GoHome(_) => "10.4",
            Ask::Attrition(_) => "11.2",
            Ask::Respond(_) => "5.56",
            Ask::Event(_) => "5.51",
            Ask::Optional(_) | Ask::Secret(_) => "14.0",
            Ask::Recall(_) => "5.55",
            Ask::Disband(_) => "5.54",
        }
    }

    /// The question in words.
    pub fn prompt(&self) -> String {
        match self {
            Ask::Card => "Which card do you play?".into(),
            Ask::Die(throw) => format!("Roll a die ({}). What did you roll?", throw.about()),
            Ask::Use(card) => format!("What do you use card {card} for?"),
            Ask::Demolish => "What do you demolish?".into(),
            Ask::Stockade(left) => format!("Where do you place a stockade? ({left} left)"),
            Ask::Fort(left) => format!("Where do you start or finish a fort? ({left} left)"),
            Ask::Activate(halves) => format!("Which piece do you activate? ({} left)", points(*halves)),
            Ask::Commander(_) => "Which leader commands?".into(),
            Ask::Member(commander) => format!("Who goes with {commander}?"),
            Ask::Mover => "Who acts next?".into(),
            Ask::Action(mover) => format!("What does {mover} do?"),
            Ask::March(mover) => format!("Where does {mover} go?"),
            Ask::Drop(space) => format!("Which piece do you leave at {space}?"),
            Ask::Intercept(space) => format!("Who intercepts at {space}?"),
            Ask::Inside(space) => format!("Who defends inside at {space}?"),
            Ask::Avoid(space) => format!("Who tries to avoid battle at {space}?"),
            Ask::AvoidTo(space) => format!("Where do they go from {space}?"),
            Ask::Displace(leader) => format!("{leader} is alone among enemies. Where does he go?"),
            Ask::Militia(space) => format!("Which militia fight at {space}?"),
            Ask::Sortie(space) => format!("Which of the besieged fight outside at {space}?"),
            Ask::Loss(left) => format!("Which unit loses a step? ({left} to lose)"),
            Ask::Retreat(piece) => format!("Where does {piece} retreat?"),
            Ask::Assault(space) => format!("Do you assault {space}?"),
            Ask::Raid => "Where do you raid first?".into(),
            Ask::RaidMilitia(space) => format!("Do militia defend the stockade at {space}?"),
            Ask::RaidLoss(left) => format!("Which raider loses a step? ({left} to lose)"),
            Ask::GoHome(piece) => format!("Where does {piece} go home?"),
            Ask::Attrition(space) => format!("Which units are lost to winter attrition at {space}?"),
            Ask::Respond(moment) => format!("Do you play a card {}?", moment.when()),
            Ask::Event(prompt) | Ask::Optional(prompt) | Ask::Secret(prompt) => prompt.to_string(),
            Ask::Recall(leader) => format!("{leader} is drawn. Which other commander-in-chief is recalled?"),
            Ask::Disband(department) => format!("Which provincials of the {department} are disbanded?"),
            Ask::AfterActivation => "Do you demolish anything before your action phase ends?".into(),
        }
    }
}

impl Question for Ask {
    type Throw = Throw;

    const KINDS: &'static [&'static str] = Ask::KINDS;

    /// Before R10 demolition was asked about more often.
    const SUPERFLUOUS: &'static [(&'static str, &'static str)] = &[("after-activation", "done")];

    fn kind(&self) -> &'static str {
        Ask::kind(self)
    }

    fn rule(&self) -> &'static str {
        Ask::rule(self)
    }

    fn prompt(&self) -> String {
        Ask::prompt(self)
    }

    fn die(throw: Throw) -> Ask {
        Ask::Die(throw)
    }

    fn thrown(&self) -> Option<Throw> {
        match self {
            Ask::Die(throw) => Some(*throw),
            _ => None,
        }
    }

    /// A record may end a phase without a word about demolition: then nothing is demolished (R10).
    fn unwritten(&self) -> Option<&'static str> {
        matches!(self, Ask::AfterActivation).then_some("done")
    }

    fn sets_off_a_script(&self) -> bool {
        matches!(self, Ask::Use(_) | Ask::Respond(_))
    }

    fn is_window(&self) -> bool {
        matches!(self, Ask::Respond(_))
    }

    fn is_secret(&self) -> bool {
        matches!(self, Ask::Secret(_))
    }
}

impl Ask {
    /// Whether the answer matters little.
    pub(crate) fn is_minor(&self) -> bool {
        use Ask::*;
        matches!(
            self,
            Die(_) | Mover | Loss(_) | RaidLoss(_) | GoHome(_) | Attrition(_) | Disband(_) | Displace(_) | Drop(_)
        )
    }
}

/// Half activation points in words.
pub(crate) fn points(halves: u8) -> String {
    match (halves / 2, halves % 2) {
        (0, 1) => "½ point".into(),
        (1, 0) => "1 point".into(),
        (whole, 0) => format!("{whole} points"),
        (whole, _) => format!("{whole}½ points"),
    }
}

/// An open decision: the question, the side that answers it, and every legal answer.
pub type Decision = wilderness_engine::Decision<War>;
