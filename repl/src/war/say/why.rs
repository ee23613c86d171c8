//! `why WHAT`: the rule that forbids an answer.

use super::card_choice;
use super::grammar::MovementManner;
use super::route;
use crate::prompt::answer::word_with_more;
use crate::text::columns::{beside, line_width, wrap};
use crate::text::names::near;
use crate::war::describe;
use crate::war::names::{all_names, find_things};
use wilderness_engine::cite;
use wilderness_war::pieces::Pieces;
use wilderness_war::{Ask, CardId, Choice, Decision, Game, PieceId, SpaceId, View, Word};

/// What the rules say about something: a token, a space, a piece or a card.
///
/// # Errors
/// When nothing has this name.
pub fn why(game: &Game, typed: &str) -> Result<String, String> {
    let decision = game.decision().ok_or("no decision is open: the game is over")?;
    let typed = typed.strip_prefix("not ").unwrap_or(typed).trim_end_matches('?').trim();
    let bare = ["play ", "using "].iter().find_map(|verb| typed.strip_prefix(verb)).unwrap_or(typed).trim();
    let mut things = things(game, bare);
    if things.is_empty() {
        things.extend(word_with_more::<Choice>(typed).map(|(word, _)| word));
    }
    let lines: Vec<String> = things.iter().map(|thing| about(game, decision, *thing)).collect();
    match lines.first() {
        None => {
            let hint = near(typed, all_names());
            let hint = if hint.is_empty() { String::new() } else { format!("; did you mean {}?", hint.join(" or ")) };
            Err(format!("there is nothing called `{typed}`{hint}"))
        }
        Some(first) if lines.iter().all(|line| line == first) => Ok(laid_out(first)),
        Some(_) if lines.len() > 6 => Err(format!("`{typed}` may be many things; type more of the name")),
        Some(_) => Ok(laid_out(&lines.join("\n"))),
    }
}

/// Wrapped lines; indented ones stay indented.
fn laid_out(text: &str) -> String {
    let line = |line: &str| match line.strip_prefix("  ") {
        Some(text) => format!("{}\n", beside("  ", 4, text).replacen("    ", "  ", 1)),
        None => wrap(line, line_width()).join("\n") + "\n",
    };
    text.lines().map(line).collect()
}

/// All choices with this token, card number or name.
fn things(game: &Game, typed: &str) -> Vec<Choice> {
    let number = typed.trim_start_matches("card ").trim_start_matches('#').parse().ok().map(CardId);
    if let Some(card) = number.filter(|card| game.scripts().deck().card(*card).is_some()) {
        return vec![Choice::Card(card)];
    }
    match Choice::from_token(&typed.to_lowercase()) {
        Some(choice) => vec![choice],
        None => find_things(game, typed),
    }
}

fn about(game: &Game, decision: &Decision, thing: Choice) -> String {
    let name = match thing {
        Choice::Card(card) => describe::card(game, card),
        Choice::Word(word) => word.token().to_string(),
        _ => thing.to_string(),
    };
    match (thing, &decision.ask) {
        (Choice::Card(card), Ask::Card) if decision.choices.contains(&thing) => uses(game, card, &name),
        _ if decision.choices.contains(&thing) => {
            format!("{name}: allowed, and among the answers{}", cite(decision.ask.rule()))
        }
        (Choice::Piece(piece), Ask::Card | Ask::Use(_)) if piece.side() == decision.side => activation(game, piece),
        (Choice::Space(space), Ask::March(_)) => way_to(game, decision, space, &name),
        (Choice::Word(word @ (Word::Event | Word::Force | Word::Stockades | Word::Forts)), Ask::Card) => {
            format!("{name}: {}", whole_hand(game, decision, word))
        }
        _ if let Some(reason) = at_space(game, decision, thing) => reason,
        _ => match game.why().why_not(thing) {
            Some(refusal) if refusal.says_why() => format!("{name}: {refusal}"),
            _ => {
                let rule = cite(decision.ask.rule());
                format!("{name}: that is not an answer to the question: {}{rule}", decision.ask.prompt())
            }
        },
    }
}

/// Why no piece of the side that decides is offered that stands in a space, where pieces are asked for.
fn at_space(game: &Game, decision: &Decision, thing: Choice) -> Option<String> {
    let Choice::Space(space) = thing else { return None };
    let asks_for_pieces = decision.choices.iter().any(|choice| choice.piece().is_some());
    let here = View::public(game).in_space(space).of(decision.side);
    let mut refused = here.iter().filter(|piece| !decision.choices.contains(&Choice::Piece(*piece)));
    let refused = refused.find_map(|piece| {
        let refusal = game.why().why_not(Choice::Piece(piece)).filter(|refusal| refusal.says_why())?;
        Some(format!("{piece} at {space}: {refusal}"))
    });
    refused.filter(|_| asks_for_pieces)
}

/// The uses of a card, and why the others are forbidden.
fn uses(game: &Game, card: CardId, name: &str) -> String {
    let mut trial = game.copies().trial();
    if trial.choose(Choice::Card(card)).is_err() {
        return format!("{name}: it can be played (5.1)");
    }
    let every = [Word::Event, Word::Force, Word::Individual, Word::Stockades, Word::Forts];
    let lines = every.map(|word| match trial.why().why_not(Choice::Word(word)) {
        Some(refusal) => format!("  {}: no, {refusal}", word.token()),
        None => format!("  {}: yes", word.token()),
    });
    format!("{name} can be played (5.1), used as\n{}", lines.join("\n"))
}

/// What it takes to activate a piece.
fn activation(game: &Game, piece: PieceId) -> String {
    let (all, place) = (Pieces::get(), describe::place(&View::public(game), piece));
    if View::public(game).space_of(piece).is_none() {
        return format!("{piece} is {place}, and only pieces on the map are activated (5.33)");
    }
    let by = match piece {
        leader if all.leaders.contains(leader) => {
            let needed = leader.facts().initiative;
            format!("a card of value {needed} or more activates him with his force, any card alone (5.32)")
        }
        unit if all.drilled.contains(unit) => "any card activates it alone, a leader with his force (5.32)".into(),
        _ => "any card activates it and others, a leader with his force (5.32)".into(),
    };
    format!("{piece} {place}: {by}")
}

/// Which cards in hand allow a use, or why none does.
fn whole_hand(game: &Game, decision: &Decision, word: Word) -> String {
    let mut able = Vec::new();
    let hand = card_choice::hand(decision).len();
    let mut reason = String::new();
    for choice in &decision.choices {
        let mut trial = game.copies().trial();
        if !matches!(choice, Choice::Card(_)) || trial.choose(*choice).is_err() {
            continue;
        }
        match (trial.why().why_not(Choice::Word(word)), choice) {
            (None, Choice::Card(card)) => able.push(describe::card(game, *card)),
            (Some(refusal), _) => reason = refusal.to_string(),
            _ => {}
        }
    }
    match able.len() {
        0 => reason,
        all if all == hand => "any card of the hand will do".into(),
        _ => format!("these cards will do: {}", able.join(", ")),
    }
}

/// Whether a space can be reached, though not with the next step.
fn way_to(game: &Game, decision: &Decision, space: SpaceId, name: &str) -> String {
    let Ask::March(mover) = decision.ask else { return String::new() };
    match route::step_towards(game, decision, mover, space, MovementManner::Any) {
        Ok(first) => format!("{name}: not with the next step, but `move {name}` goes there by {first} (6.1)"),
        Err(reason) => reason,
    }
}
