//! The open decision as a person reads it: what is asked, and the numbered choices.

use crate::text::columns::{WIDTH, beside, downwards, longest, pad, width, wrap};
use crate::text::names::Name;
use crate::text::style::{self, BOLD, DIM, paint};
use crate::war::describe;
use wilderness_war::decision::{Ask, Choice, Decision, Word};
use wilderness_war::game::Game;
use wilderness_war::map::Map;
use wilderness_war::pieces::Pieces;
use wilderness_war::sets::{CardId, PieceId, PieceSet, SpaceId};
use wilderness_war::state::State;
use wilderness_war::table::Answer;

/// Up to so many choices stand one under the other, with everything there is to say about each.
const FEW: usize = 12;
/// The width of the column with the places of pieces.
const MARGIN: usize = 16;

/// A numbered line of the menu. Equal units share one: see [`Menu::of`].
#[derive(Default)]
pub struct Item {
    /// The choices it stands for; the first that is still offered is taken.
    pub choices: Vec<Choice>,
    /// What each of them is called, for those who type names.
    pub names: Vec<Name>,
    /// What a person types for it: its place in the menu from 1 on, or the number that it is itself, as a bid is. Of such
    /// a menu, what is no number has none.
    pub number: String,
    /// What it is.
    pub text: String,
    /// More about it, if there is room.
    note: String,
    /// Where it stands, if it is a piece.
    place: Option<String>,
}

/// A decision with its choices, numbered from 1.
pub struct Menu {
    /// The decision.
    pub decision: Decision,
    /// The numbered lines.
    pub items: Vec<Item>,
    question: String,
    so_far: String,
}

impl Menu {
    /// The menu of the open decision, if there is one. Units of the same kind, strength and place that have done the
    /// same
    /// in this phase share a line: a number takes any of them, a name or a token the one that it names.
    pub fn of(game: &Game) -> Option<Menu> {
        let decision = game.decision()?.clone();
        let mut pieces: PieceSet = decision.choices.iter().filter_map(|choice| choice.piece()).collect();
        let others: Vec<Choice> = decision.choices.iter().copied().filter(|choice| choice.piece().is_none()).collect();
        let deeds = deeds(game);
        let mut groups: Vec<PieceSet> = Vec::new();
        while let Some(first) = pieces.first() {
            let group = pieces.filter(|piece| piece == first || are_equal(game.state(), &deeds, first, piece));
            pieces -= group;
            groups.push(group);
        }
        let leaders = Pieces::get().leaders;
        groups.sort_by_cached_key(|group| {
            group.first().map(|piece| (describe::place(game.state(), piece), !leaders.contains(piece), piece))
        });
        let mut items: Vec<Item> = groups.into_iter().map(|group| group_item(game.state(), group)).collect();
        items.extend(others.into_iter().map(|choice| other_item(game, &decision, choice)));
        let has_numbers = items.iter().any(Item::is_number);
        for (item, place) in items.iter_mut().zip(1..) {
            item.number = match has_numbers {
                true if item.is_number() => item.text.clone(),
                true => String::new(),
                false => format!("{place}"),
            };
        }
        Some(Menu { question: question(game, &decision.ask), so_far: so_far(game, &decision), decision, items })
    }

    /// Everything about the decision.
    pub fn render(&self, game: &Game) -> String {
        let mut text = self.heading(game) + self.question().as_str();
        if !self.so_far.is_empty() {
            text.push_str(&beside("So far:", 8, &self.so_far));
            text.push('\n');
        }
        text.push_str(&self.list());
        if self.decision.ask == Ask::Demolish {
            text.push_str("   none: back to the question before\n");
        }
        text
    }

    /// Who decides, when, and how the game stands.
    pub fn heading(&self, game: &Game) -> String {
        let state = game.state();
        let side = self.decision.side;
        let when = format!("{} {}, {}", state.season, state.year, describe::vp(state));
        format!("{} {} {}\n", paint(style::side(side), side), paint(DIM, "·"), paint(DIM, when))
    }

    /// What is asked, and its rule.
    pub fn question(&self) -> String {
        let mut text = String::new();
        let rule = format!("({})", self.decision.ask.rule());
        for line in wrap(&format!("{} {rule}", self.question), WIDTH) {
            // The rule stands at the end, and is no part of the question.
            let (question, rule) = line.strip_suffix(rule.as_str()).map_or((line.as_str(), ""), |text| (text, &rule));
            text.push_str(&format!("{}{}\n", paint(BOLD, question), paint(DIM, rule)));
        }
        text
    }

    /// The numbered choices.
    fn list(&self) -> String {
        let mut lines: Vec<String> = Vec::new();
        let pieces = self.items.iter().take_while(|item| item.place.is_some()).count();
        // If all stand in one place, it is said once.
        let place = self.items.first().and_then(|item| item.place.clone());
        let together = place.is_some() && pieces > 1 && self.items[..pieces].iter().all(|item| item.place == place);
        if together {
            lines.push(place.unwrap_or_default());
        }
        if self.items.len() <= FEW && !together {
            lines.extend((0..self.items.len()).map(|index| self.described(index)));
        } else {
            if together {
                let items: Vec<String> = (0..pieces).map(|index| self.numbered(index)).collect();
                lines.extend(in_columns(&items, WIDTH));
            } else {
                self.list_pieces(pieces, &mut lines);
            }
            // Named options are few, come last, and need their explanation.
            let is_word = |item: &&Item| matches!(item.choices.first(), Some(Choice::Word(_)));
            let words = self.items.len() - self.items.iter().rev().take_while(is_word).count();
            if words - pieces <= FEW {
                lines.extend((pieces..words).map(|index| self.described(index)));
            } else {
                let items: Vec<String> = (pieces..words).map(|index| self.numbered(index)).collect();
                lines.extend(downwards(&items, WIDTH));
            }
            lines.extend((words..self.items.len()).map(|index| self.described(index)));
        }
        lines.iter().map(|line| format!("{}\n", highlight(line))).collect()
    }

    /// Pieces in a list by their places.
    fn list_pieces(&self, count: usize, lines: &mut Vec<String>) {
        let mut start = 0;
        while start < count {
            let place = self.items[start].place.clone().unwrap_or_default();
            let end = (start..count).find(|&index| self.items[index].place.as_ref() != Some(&place)).unwrap_or(count);
            let cells: Vec<String> = (start..end).map(|index| self.numbered(index)).collect();
            let name = place.strip_prefix("at ").unwrap_or(&place).to_string();
            let inline = width(&name) < MARGIN && longest(&cells) <= WIDTH - MARGIN;
            if !inline {
                lines.push(name.clone());
            }
            for (row, line) in in_columns(&cells, WIDTH - MARGIN).into_iter().enumerate() {
                let margin = if inline && row == 0 { name.as_str() } else { "" };
                lines.push(format!("{}{line}", pad(margin, MARGIN)));
            }
            start = end;
        }
    }

    fn numbered(&self, index: usize) -> String {
        let item = &self.items[index];
        format!("{:>2} {}", item.number, item.unless_number())
    }

    /// A choice with everything there is to say about it.
    fn described(&self, index: usize) -> String {
        let item = &self.items[index];
        let place = item.place.as_ref().map(|place| format!(" {place}")).unwrap_or_default();
        let note = if item.note.is_empty() { String::new() } else { format!(": {}", item.note) };
        beside(&format!("{:>2} ", item.number), 3, &format!("{}{place}{note}", item.unless_number()))
    }
}

/// Makes the numbers of a line stand out. Numbers of choices follow two blanks or the margin, and precede one blank.
fn highlight(line: &str) -> String {
    let mut out = String::new();
    let mut blanks = 2;
    let mut rest = line;
    while let Some(letter) = rest.chars().next() {
        let digits = rest.chars().take_while(char::is_ascii_digit).count();
        if digits > 0 && blanks > 0 && rest[digits..].starts_with(' ') && (blanks > 1 || digits > 1) {
            out.push_str(&paint(BOLD, &rest[..digits]));
            rest = &rest[digits..];
        } else {
            out.push(letter);
            rest = &rest[letter.len_utf8()..];
        }
        blanks = if letter == ' ' { blanks + 1 } else { 0 };
    }
    out
}

/// Numbered cells in columns; one that is wider than the room is broken between words, under its own beginning.
fn in_columns(cells: &[String], room: usize) -> Vec<String> {
    if longest(cells) <= room {
        return downwards(cells, room);
    }
    let broken = cells.iter().map(|cell| {
        // The number and the blank behind it are three letters wide.
        let (number, text) = cell.split_at(cell.char_indices().nth(3).map_or(cell.len(), |(index, _)| index));
        let lines = wrap(text, room.saturating_sub(3));
        lines
            .into_iter()
            .enumerate()
            .map(|(row, line)| format!("{}{line}", if row == 0 { number } else { "   " }))
            .collect::<Vec<_>>()
    });
    broken.flatten().collect()
}

/// The kinds of answers that name the pieces that do something, or refrain from it.
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

/// Which pieces were named in this step of the game for each kind of deed.
fn deeds(game: &Game) -> Vec<(&'static str, PieceSet)> {
    let mut deeds: Vec<(&'static str, PieceSet)> = DEEDS.map(|kind| (kind, PieceSet::EMPTY)).to_vec();
    for answer in game.history_of_step() {
        let Answer::Choice { ask, choice: Choice::Piece(piece), .. } = answer else { continue };
        if let Some((_, pieces)) = deeds.iter_mut().find(|(kind, _)| *kind == ask.kind()) {
            pieces.insert(*piece);
        }
    }
    deeds
}

/// Whether it makes no difference which of two units is taken.
fn are_equal(state: &State, deeds: &[(&'static str, PieceSet)], a: PieceId, b: PieceId) -> bool {
    a.interchangeable(b)
        && describe::place(state, a) == describe::place(state, b)
        && describe::rating(state, a) == describe::rating(state, b)
        && deeds.iter().all(|(_, pieces)| pieces.contains(a) == pieces.contains(b))
}

/// The line of a piece, or of several equal units: `5× regular 3-4: 22nd, 27th, 35th, 44th, 48th`, or `3× Mohawk
/// (Indian 1-6)`
/// if they have the same name.
fn group_item(state: &State, group: PieceSet) -> Item {
    let Some(first) = group.first() else { return Item::default() };
    let (place, rating) = (describe::place(state, first), describe::rating(state, first));
    let mut called: Vec<String> = group.iter().map(|piece| piece.to_string()).collect();
    let names = called.iter().map(|name| Name::new(name).hint(&place).hint(&rating)).collect();
    called.dedup();
    let text = match (group.len(), called.len()) {
        (1, _) => describe::piece(state, first),
        (count, 1) => format!("{count}× {}", describe::piece(state, first)),
        (count, _) => format!("{count}× {rating}: {}", called.join(", ")),
    };
    Item { choices: group.iter().map(Choice::Piece).collect(), names, text, place: Some(place), ..Item::default() }
}

fn card_name(game: &Game, number: CardId) -> String {
    game.scripts().deck().card(number).map_or(String::new(), |card| card.name.clone())
}

fn other_item(game: &Game, decision: &Decision, choice: Choice) -> Item {
    let (name, text, note) = match choice {
        Choice::Card(number) => {
            let text = describe::card(game, number);
            (Name::new(&card_name(game, number)).hint(&format!("card {}", number.0)), text, String::new())
        }
        Choice::Word(word) => (Name::new(word.token()), word.token().to_string(), explain(&decision.ask, word).into()),
        Choice::Space(space) => {
            (Name::new(&space.to_string()), space.to_string(), space_note(game.state(), &decision.ask, space))
        }
        Choice::Infiltrate(space) | Choice::Naval(space) => {
            let name = Name::new(&space.to_string()).hint(if matches!(choice, Choice::Naval(_)) {
                "naval sail to"
            } else {
                "infiltrate"
            });
            (name, choice.to_string(), describe::occupants(game.state(), space))
        }
        Choice::Option(label) => {
            let words = label.as_str().replace('-', " ");
            (Name::new(&words), words, String::new())
        }
        Choice::Piece(piece) => return group_item(game.state(), PieceSet::one(piece)),
    };
    Item { choices: vec![choice], names: vec![name], text, note, ..Item::default() }
}

/// What there is to know about a space somebody may go to.
fn space_note(state: &State, ask: &Ask, space: SpaceId) -> String {
    let from = match ask {
        Ask::March(piece) | Ask::Retreat(piece) | Ask::Displace(piece) => state.pieces.space(*piece),
        Ask::AvoidTo(from) => Some(*from),
        _ => None,
    };
    let link = from.and_then(|from| Map::get().link(from, space));
    let way = link.map(|link| format!("{}, ", describe::link(link.kind))).unwrap_or_default();
    let here = describe::occupants(state, space);
    let gap = if here.is_empty() { "" } else { "; " };
    format!("{way}{}{gap}{here}", describe::terrain(space))
}

/// What a named answer means.
pub fn explain(ask: &Ask, word: Word) -> &'static str {
    match (ask, word) {
        (Ask::Demolish, Word::Stockades) => "the stockade",
        (Ask::Demolish, Word::Forts) => "the fort",
        (Ask::Inside(_), Word::Inside) => "all go inside",
        (Ask::Activate(_) | Ask::Member(_), Word::Done) => "that is all",
        (_, Word::Event) => "play the event",
        (_, Word::Force) => "a leader acts, with those he commands",
        (_, Word::Individual) => "auxiliaries and leaders one by one, or one drilled unit",
        (_, Word::Stockades) => "build as many as the card's value",
        (_, Word::Forts) => "start or finish as many as the card's value",
        (_, Word::Move) => "march, sail, or stay where they are",
        (_, Word::Siege) => "roll for the siege",
        (_, Word::Assault) => "storm the walls",
        (_, Word::Sortie) => "attack the besiegers",
        (_, Word::Inside) => "go inside the walls",
        (_, Word::Drop) => "leave somebody behind",
        (_, Word::Demolish) => "pull down works of your own first",
        (_, Word::Hold) => "pass, and keep the last card for the next season",
        (_, Word::Stay) => "remain here",
        (_, Word::Stop) => "end the movement here",
        (Ask::Respond(_), Word::Pass) => "play no card",
        (_, Word::Pass) => "nobody, nothing",
        (_, Word::Done) => "no more",
    }
}

/// The question, with cards by name and movers in their places.
fn question(game: &Game, ask: &Ask) -> String {
    let from =
        |piece: PieceId| game.state().pieces.space(piece).map_or(String::new(), |space| format!(" from {space}"));
    match *ask {
        Ask::Use(card) => format!("What do you use {} for?", describe::card(game, card)),
        Ask::Commander(card) => format!("Which leader commands with {}?", describe::card(game, card)),
        Ask::March(piece) => format!("Where does {piece} go{}?", from(piece)),
        Ask::Retreat(piece) => format!("Where does {piece} retreat{}?", from(piece)),
        Ask::Action(piece) => format!("What does {piece} do {}?", describe::place(game.state(), piece)),
        _ => ask.prompt(),
    }
}

/// Who has been named for the force that is being put together, or activated with the card.
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

impl Item {
    /// Whether it is a number itself.
    fn is_number(&self) -> bool {
        matches!(self.choices[..], [Choice::Option(label)] if label.as_str().parse::<u32>().is_ok())
    }

    /// The choices that it stands for, each with its name.
    pub fn named(&self) -> impl Iterator<Item = (&Name, Choice)> {
        self.names.iter().zip(self.choices.iter().copied())
    }

    /// What it is, unless the number says so.
    fn unless_number(&self) -> &str {
        if self.is_number() { "" } else { &self.text }
    }

    /// It and its place.
    pub fn full(&self) -> String {
        self.place.as_ref().map_or_else(|| self.text.clone(), |place| format!("{} {place}", self.text))
    }

    /// The names alone of what it stands for.
    pub fn plain(&self, game: &Game) -> Vec<String> {
        let name = |choice: &Choice| match choice {
            Choice::Piece(piece) => piece.to_string(),
            Choice::Space(space) | Choice::Infiltrate(space) | Choice::Naval(space) => space.to_string(),
            Choice::Card(number) => card_name(game, *number),
            Choice::Option(_) | Choice::Word(_) => self.text.clone(),
        };
        self.choices.iter().map(name).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wilderness_war::placement::Place;
    use wilderness_war::script::Scripts;

    #[test]
    fn units_that_have_not_done_the_same_in_this_phase_are_not_equal() {
        let scripts = Scripts::embedded().expect("sound scripts");
        let scenario = scripts.scenario("annus-mirabilis").expect("it exists").expect("it is sound");
        let mut state = scenario.start(scripts.deck(), 1);
        let [one, other] = ["mohawk-1", "mohawk-2"].map(|id| Pieces::get().find(id).expect("a piece"));
        let albany = Map::get().find("albany").expect("a space");
        [one, other].into_iter().for_each(|piece| state.pieces.put(piece, Place::Space(albany)));
        assert!(are_equal(&state, &[("mover", PieceSet::EMPTY)], one, other));
        assert!(!are_equal(&state, &[("mover", PieceSet::one(one))], one, other), "one of them has acted");
        state.pieces.set_reduced(other, true);
        assert!(!are_equal(&state, &[], one, other), "one of them is reduced");
    }
}
