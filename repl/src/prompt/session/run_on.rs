//! How far a line runs on: which question a part of it may answer, once the question before has been answered. A list
//! of units, spaces or numbers answers the kind of question that it was typed for; only what a side plans by itself,
//! such as playing a card, putting a force together and marching with it, may be said in one line.

use std::mem::discriminant;
use wilderness_war::Side;
use wilderness_war::decision::{Ask, Choice};

/// What sort of thing a part of a line names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// A leader or unit.
    Piece,
    /// A space.
    Space,
    /// A card.
    Card,
    /// An option of a script, or the face of a die.
    Option,
    /// `done`, `pass`, `force` and their like: each is an answer of its own.
    Word,
}

impl Sort {
    /// The sort of a choice.
    pub fn of(choice: Choice) -> Sort {
        match choice {
            Choice::Piece(_) => Sort::Piece,
            Choice::Space(_) | Choice::Infiltrate(_) | Choice::Naval(_) => Sort::Space,
            Choice::Card(_) => Sort::Card,
            Choice::Option(_) => Sort::Option,
            Choice::Word(_) => Sort::Word,
        }
    }
}

/// What the last part of a line answered.
#[derive(Clone, Debug)]
pub struct Last {
    /// Who was asked.
    pub side: Side,
    /// What.
    pub ask: Ask,
    /// What the part named.
    pub sort: Sort,
}

impl Last {
    /// Whether a line may go on from here with a question to the same side; `sort` is what the next part names there,
    /// if it names anything.
    pub fn leads_on(&self, ask: &Ask, sort: Option<Sort>) -> bool {
        let another = sort != Some(self.sort);
        same_kind(&self.ask, ask)
            || self.names_a_leader(ask)
            || (sort == Some(Sort::Word) && self.sort == Sort::Word)
            || (another && PLANS.iter().any(|plan| plan(&self.ask) && plan(ask)))
    }

    /// Whether the question goes on with the force of a leader who was named.
    pub fn names_a_leader(&self, ask: &Ask) -> bool {
        matches!((&self.ask, ask), (Ask::Commander(_) | Ask::Intercept(_) | Ask::Avoid(_), Ask::Member(_)))
    }

    /// Whether a list was begun that `done` or `stop` ends.
    pub fn is_list(&self) -> bool {
        matches!(self.sort, Sort::Piece | Sort::Space)
    }
}

/// Whether two questions are of one kind.
pub fn same_kind(one: &Ask, other: &Ask) -> bool {
    discriminant(one) == discriminant(other)
}

/// Questions that follow from each other by what one side wants: a card and what it is used for, and a force that
/// avoids battle and where it goes.
const PLANS: [fn(&Ask) -> bool; 2] = [
    |ask| {
        matches!(
            ask,
            Ask::Card
                | Ask::Use(_)
                | Ask::Demolish
                | Ask::Stockade(_)
                | Ask::Fort(_)
                | Ask::Activate(_)
                | Ask::Commander(_)
                | Ask::Member(_)
                | Ask::Mover
                | Ask::Action(_)
                | Ask::March(_)
                | Ask::Drop(_)
                | Ask::Event(_)
                | Ask::AfterActivation
        )
    },
    |ask| matches!(ask, Ask::Avoid(_) | Ask::Member(_) | Ask::AvoidTo(_)),
];
