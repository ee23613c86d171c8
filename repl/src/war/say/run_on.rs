//! How far a line extends: which question a part of it may answer after the previous answer. A list of units, spaces or
//! numbers answers only the kind of question that it was typed for; only what a side plans on its own, such as playing
//! a card, forming a force and marching with it, may follow on one line.

use crate::front::{Last, LineLink};
use crate::text::names::fold;
use wilderness_war::{Ask, Choice, War, Word};

/// The kind of thing that a part of a line names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum NameKind {
    /// A leader or unit.
    Piece,
    Space,
    Card,
    /// An option of a script, or a die face.
    Option,
    /// `done`, `pass`, `force` and other words: each is an answer of its own.
    Word,
}

impl NameKind {
    /// The kind of a choice.
    fn of(choice: Choice) -> NameKind {
        match choice {
            Choice::Piece(_) => NameKind::Piece,
            Choice::Space(_) | Choice::Infiltrate(_) | Choice::Naval(_) => NameKind::Space,
            Choice::Card(_) => NameKind::Card,
            Choice::Option(_) => NameKind::Option,
            Choice::Word(_) => NameKind::Word,
        }
    }
}

/// How a question to the same side relates to the last answer of a line; `named` is what the next part names there, if
/// anything.
pub fn link(last: &Last<War>, ask: &Ask, named: Option<Choice>) -> LineLink {
    let (sort, before) = (named.map(NameKind::of), NameKind::of(last.named));
    // The force of a leader who was named.
    let leads = matches!((&last.ask, ask), (Ask::Commander(_) | Ask::Intercept(_) | Ask::Avoid(_), Ask::Member(_)));
    let words = sort == Some(NameKind::Word) && before == NameKind::Word;
    match words || (sort != Some(before) && PLANS.iter().any(|plan| plan(&last.ask) && plan(ask))) {
        _ if last.is_like(ask) || leads => LineLink::Same,
        true => LineLink::Next,
        false => LineLink::None,
    }
}

/// Whether a list was begun, and this ends it.
pub fn ends_list(last: &Last<War>, part: &str, named: Option<Choice>) -> bool {
    let ends = match named {
        Some(Choice::Word(word)) => matches!(word, Word::Done | Word::Stop),
        _ => matches!(fold(part).as_str(), "done" | "stop"),
    };
    ends && matches!(NameKind::of(last.named), NameKind::Piece | NameKind::Space) && last.ask != Ask::Card
}

/// Questions that follow from the previous answer of the same side: a card and its use, or a force that avoids battle
/// and its destination.
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
