//! A die roll with its modifiers, and their reasons.

use crate::sets::{PieceId, SpaceId};
use std::sync::Arc;

/// The reason for a modifier of a die roll or a column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ModifierReason {
    /// The tactics of the leader in command (7.51).
    Leader(PieceId),
    /// The tactics of the leader of the besieged (8.231).
    LeaderInside(PieceId),
    /// No regulars in a cultivated space against an enemy that has some (7.52).
    NoRegulars,
    /// No auxiliaries or light infantry in wilderness or mountains against an enemy that has some (7.53).
    NoLightTroops,
    /// An amphibious landing (7.54).
    Landing,
    /// A stockade of the defender (7.54).
    Stockade,
    /// Fieldworks of the defender (7.55).
    Fieldworks,
    /// An assault (9.13).
    Assault,
    /// Rangers among the raiders (10.3).
    Rangers,
    /// Militia in the box of the raided department (10.3).
    Militia,
    /// The space itself, such as Louisbourg (8.231).
    Space(SpaceId),
    /// A script in force: the name of its card or optional rule.
    Script(Arc<str>),
}

/// A modifier with its reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DieModifier {
    /// What is added.
    pub amount: i32,
    /// Why.
    pub reason: ModifierReason,
}

/// All modifiers of a die roll or a column.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Modifiers(Vec<DieModifier>);

impl Modifiers {
    /// The tactics of a leader, if there is one.
    pub(crate) fn tactics(leader: Option<PieceId>) -> Modifiers {
        let mut modifiers = Modifiers::default();
        if let Some(leader) = leader {
            modifiers.add(i32::from(leader.facts().tactics), ModifierReason::Leader(leader));
        }
        modifiers
    }

    /// Adds a modifier for a reason; 0 adds nothing.
    pub(crate) fn add(&mut self, amount: i32, reason: ModifierReason) {
        if amount != 0 {
            self.0.push(DieModifier { amount, reason });
        }
    }

    /// Adds an amount for a reason if a condition holds.
    pub(crate) fn add_if(&mut self, condition: bool, amount: i32, reason: ModifierReason) {
        self.add(if condition { amount } else { 0 }, reason);
    }

    /// Adds others.
    pub(crate) fn add_all(&mut self, others: Modifiers) {
        self.0.extend(others.0);
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All of them together.
    pub fn sum(&self) -> i32 {
        self.0.iter().map(|modifier| modifier.amount).sum()
    }

    /// Each modifier in turn.
    pub fn iter(&self) -> impl Iterator<Item = &DieModifier> {
        self.0.iter()
    }
}

/// A die roll, and its modifiers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Roll {
    /// The number on the die.
    pub die: u8,
    /// What is added to it.
    pub modifiers: Modifiers,
}

impl Roll {
    /// The modified die roll.
    pub fn total(&self) -> i32 {
        i32::from(self.die) + self.modifiers.sum()
    }
}
