//! How far a line runs on: which question a part of it may answer, once the question before has been answered. A list
//! of units, spaces or numbers answers the kind of question that it was typed for; only what a side plans by itself,
//! such as playing a card, putting a force together and marching with it, may be said in one line.

use crate::front::Last;
use crate::text::names::fold;
use wilderness_war::{Ask, Choice, War, Word};

/// What sort of thing a part of a line names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sort {
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
    fn of(choice: Choice) -> Sort {
        match choice {
            Choice::Piece(_) => Sort::Piece,
            Choice::Space(_) | Choice::Infiltrate(_) | Choice::Naval(_) => Sort::Space,
            Choice::Card(_) => Sort::Card,
            Choice::Option(_) => Sort::Option,
            Choice::Word(_) => Sort::Word,
        }
    }
}

/// Whether a line may go on from here with a question to the same side; `named` is what the next part names there, if
/// it names anything.
pub fn leads_on(last: &Last<War>, ask: &Ask, named: Option<Choice>) -> bool {
    let (sort, before) = (named.map(Sort::of), Sort::of(last.named));
    last.is_like(ask)
        || names_a_leader(last, ask)
        || (sort == Some(Sort::Word) && before == Sort::Word)
        || (sort != Some(before) && PLANS.iter().any(|plan| plan(&last.ask) && plan(ask)))
}

/// Whether a question goes on with the force of a leader who was named.
pub fn names_a_leader(last: &Last<War>, ask: &Ask) -> bool {
    matches!((&last.ask, ask), (Ask::Commander(_) | Ask::Intercept(_) | Ask::Avoid(_), Ask::Member(_)))
}

/// Whether a list was begun, and this ends one.
pub fn ends_list(last: &Last<War>, part: &str, named: Option<Choice>) -> bool {
    let ends = match named {
        Some(Choice::Word(word)) => matches!(word, Word::Done | Word::Stop),
        _ => matches!(fold(part).as_str(), "done" | "stop"),
    };
    ends && matches!(Sort::of(last.named), Sort::Piece | Sort::Space) && last.ask != Ask::Card
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
