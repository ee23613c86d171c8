//! The menu of this game: equal units share a line, and spaces, cards and words carry notes.

use crate::front::{Item, Name, Wording};
use crate::war::{describe, names, warnings};
use wilderness_war::map::Map;
use wilderness_war::pieces::Pieces;
use wilderness_war::{Answer, Ask, CardId, Choice, Decision, Game, PieceId, PieceSet, SpaceId, View, War, Word};

/// The lines of a decision. Units of the same kind, strength, place and activity in this phase share one: its number
/// takes any of them, a name or a token the one it names.
pub fn items(game: &Game, decision: &Decision) -> Vec<Item<War>> {
    let mut pieces: PieceSet = decision.choices.iter().filter_map(|choice| choice.piece()).collect();
    let others = decision.choices.iter().copied().filter(|choice| choice.piece().is_none());
    let deeds = deeds(game);
    let mut groups: Vec<PieceSet> = Vec::new();
    while let Some(first) = pieces.first() {
        let group = pieces.filter(|piece| piece == first || are_equal(&View::public(game), &deeds, first, piece));
        pieces -= group;
        groups.push(group);
    }
    let leaders = Pieces::get().leaders;
    groups.sort_by_cached_key(|group| {
        group.first().map(|piece| (describe::place(&View::public(game), piece), !leaders.contains(piece), piece))
    });
    let mut items: Vec<Item<War>> =
        groups.into_iter().filter_map(|group| group_item(&View::public(game), group)).collect();
    items.extend(others.filter_map(|choice| other_item(game, decision, choice)));
    items
}

/// The question, with card names and the places of movers, and who has been named for it.
pub fn wording(game: &Game, decision: &Decision) -> Wording {
    let footer = if decision.ask == Ask::Demolish { "   none: back to the previous question\n" } else { "" };
    let footer = footer.to_string();
    let notice = warnings::before_march(game, decision).map(|warning| ("Warning:", warning));
    Wording { question: question(game, &decision.ask), so_far: so_far(game, decision), notice, footer }
}

/// The kinds of answers that name pieces that do something, or refrain from it.
const DEEDS: [&str; 12] = [
    "activate",
    "commander",
    "member",
    "mover",
    "drop",
    "intercept",
    "avoid",
    "inside",
    "militia",
    "sortie",
    "raid-militia",
    "event",
];

/// The pieces named in this step of the game, for each kind of action.
fn deeds(game: &Game) -> Vec<(&'static str, PieceSet)> {
    let mut deeds: Vec<(&'static str, PieceSet)> = DEEDS.map(|kind| (kind, PieceSet::EMPTY)).to_vec();
    for answer in game.past().history_of_step() {
        let Answer::Choice { ask, choice: Choice::Piece(piece), .. } = answer else { continue };
        if let Some((_, pieces)) = deeds.iter_mut().find(|(kind, _)| *kind == ask.kind()) {
            pieces.insert(*piece);
        }
    }
    deeds
}

/// Whether two units are equivalent.
pub fn are_equal(view: &View<'_>, deeds: &[(&'static str, PieceSet)], a: PieceId, b: PieceId) -> bool {
    a.interchangeable(b)
        && describe::place(view, a) == describe::place(view, b)
        && describe::rating(view, a) == describe::rating(view, b)
        && deeds.iter().all(|(_, pieces)| pieces.contains(a) == pieces.contains(b))
}

/// The line of a piece, or of several equal units: `5× regular 3-4: 22nd, 27th, 35th, 44th, 48th`, or `3× Mohawk
/// (Indian 1-6)` if they have the same name.
fn group_item(view: &View<'_>, group: PieceSet) -> Option<Item<War>> {
    let first = group.first()?;
    let (place, rating) = (describe::place(view, first), describe::rating(view, first));
    let called: Vec<String> = group.iter().map(|piece| piece.to_string()).collect();
    let names = called.iter().map(|name| Name::new(name).hint(&place).hint(&rating)).collect();
    let mut different = called.clone();
    different.dedup();
    let text = match (group.len(), different.len()) {
        (1, _) => describe::piece(view, first),
        (count, 1) => format!("{count}× {}", describe::piece(view, first)),
        (count, _) => format!("{count}× {rating}: {}", different.join(", ")),
    };
    let choices = group.iter().map(Choice::Piece).collect();
    Some(Item { choices, called, names, place: Some(place), ..Item::new(Choice::Piece(first), text) })
}

fn card_name(game: &Game, number: CardId) -> String {
    game.scripts().deck().card(number).map_or(String::new(), |card| card.name.clone())
}

fn other_item(game: &Game, decision: &Decision, choice: Choice) -> Option<Item<War>> {
    let item = match choice {
        Choice::Piece(piece) => return group_item(&View::public(game), PieceSet::one(piece)),
        Choice::Card(number) => {
            let name = card_name(game, number);
            let names = vec![Name::new(&name).hint(&format!("card {}", number.0))];
            Item { names, called: vec![name], ..Item::new(choice, describe::card(game, number)) }
        }
        Choice::Word(word) => {
            let note = explain(&decision.ask, word).into();
            Item { note, is_word: true, ..Item::new(choice, word.token()) }
        }
        Choice::Space(space) => {
            let note = space_note(&View::public(game), &decision.ask, space);
            Item { names: vec![names::space(space)], note, ..Item::new(choice, space.to_string()) }
        }
        Choice::Infiltrate(space) | Choice::Naval(space) => {
            let way = if matches!(choice, Choice::Naval(_)) { "naval sail to" } else { "infiltrate" };
            let (called, names) = (vec![space.to_string()], vec![names::space(space).hint(way)]);
            let (note, variant_of) = (describe::occupants(&View::public(game), space), Some(Choice::Space(space)));
            Item { called, names, note, variant_of, ..Item::new(choice, choice.to_string()) }
        }
        Choice::Option(label) => Item::new(choice, label.as_str().replace('-', " ")),
    };
    Some(item)
}

/// The note on a space that a force may enter.
fn space_note(view: &View<'_>, ask: &Ask, space: SpaceId) -> String {
    let from = match ask {
        Ask::March(piece) | Ask::Retreat(piece) | Ask::Displace(piece) => view.space_of(*piece),
        Ask::AvoidTo(from) => Some(*from),
        _ => None,
    };
    let link = from.and_then(|from| Map::get().link(from, space));
    let way = link.map(|link| format!("{}, ", describe::link(link.kind))).unwrap_or_default();
    let here = describe::occupants(view, space);
    let gap = if here.is_empty() { "" } else { "; " };
    format!("{way}{}{gap}{here}", describe::terrain(space))
}

/// The meaning of an answer word.
pub fn explain(ask: &Ask, word: Word) -> &'static str {
    match (ask, word) {
        (Ask::Demolish, Word::Stockades) => "the stockade",
        (Ask::Demolish, Word::Forts) => "the fort",
        (Ask::Inside(_), Word::Inside) => "all go inside",
        (Ask::Activate(_) | Ask::Member(_), Word::Done) => "that is all",
        (_, Word::Event) => "play the event",
        (_, Word::Force) => "activate a leader with his force",
        (_, Word::Individual) => "activate auxiliaries and leaders individually, or one drilled unit",
        (_, Word::Stockades) => "build as many as the card's value",
        (_, Word::Forts) => "start or finish as many as the card's value",
        (_, Word::Move) => "march, sail, or stay where they are",
        (_, Word::Siege) => "roll for the siege",
        (_, Word::Assault) => "storm the walls",
        (_, Word::Sortie) => "attack the besiegers",
        (_, Word::Inside) => "go inside the walls",
        (_, Word::Drop) => "leave units behind",
        (_, Word::Demolish) => "destroy your own fortifications first",
        (_, Word::Hold) => "pass, and keep the last card for the next season",
        (_, Word::Stay) => "remain here",
        (Ask::Stockade(_) | Ask::Fort(_), Word::Stop) => "build no more",
        (_, Word::Stop) => "end the movement here",
        (Ask::Respond(_), Word::Pass) => "play no card",
        (Ask::Assault(_), Word::Pass) => "no, keep besieging",
        (_, Word::Pass) => "none",
        (_, Word::Done) => "no more",
    }
}

/// The question, with card names and the places of movers.
fn question(game: &Game, ask: &Ask) -> String {
    let from =
        |piece: PieceId| View::public(game).space_of(piece).map_or(String::new(), |space| format!(" from {space}"));
    match *ask {
        Ask::Use(card) => format!("What do you use {} for?", describe::card(game, card)),
        Ask::Commander(card) => format!("Which leader commands with {}?", describe::card(game, card)),
        Ask::March(piece) => format!("Where does {piece} go{}?", from(piece)),
        Ask::Retreat(piece) => format!("Where does {piece} retreat{}?", from(piece)),
        Ask::Action(piece) => format!("What does {piece} do {}?", describe::place(&View::public(game), piece)),
        _ => ask.prompt(),
    }
}

/// Who has been named for the force being formed, or activated with the card.
fn so_far(game: &Game, decision: &Decision) -> String {
    let kind = decision.ask.kind();
    let mut named = PieceSet::EMPTY;
    if !matches!(decision.ask, Ask::Member(_) | Ask::Activate(_)) {
        return String::new();
    }
    for answer in game.history().iter().rev() {
        match answer {
            Answer::Choice { ask, choice: Choice::Piece(piece), .. } if ask.kind() == kind => named.insert(*piece),
            _ => break,
        }
    }
    if let Ask::Member(commander) = decision.ask {
        named.insert(commander);
    }
    if named.is_empty() {
        return String::new();
    }
    let strength = match named.units().len() {
        0 => String::new(),
        units => format!(" ({units} unit{})", if units == 1 { "" } else { "s" }),
    };
    format!("{}{strength}", describe::counted(named))
}
