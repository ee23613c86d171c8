//! Sentences in the words of the table: `montcalm attacks albany with everything, card 58` becomes one that the grammar
//! knows. Words are replaced by their equals; none that matters is left out.

use crate::text::names::fold;
use wilderness_war::{Ask, Game};

/// Words, and those that the grammar knows for them. Longer ones come first.
const EQUALS: [(&str, &str); 62] = [
    ("n", "and"),
    ("wit", "with"),
    ("tries to intercept", ""),
    ("intercepts", ""),
    ("with everything he has", "with all"),
    ("with everyone he has", "with all"),
    ("with all he has", "with all"),
    ("w/ all he has", "with all"),
    ("with all his troops", "with all"),
    ("with all troops", "with all"),
    ("with his whole army", "with all"),
    ("with the whole army", "with all"),
    ("with his whole force", "with all"),
    ("with the whole force", "with all"),
    ("with his army", "with all"),
    ("with his force", "with all"),
    ("with everything", "with all"),
    ("with everybody", "with all"),
    ("with the lot", "with all"),
    ("takes everything to", "with all to"),
    ("takes everyone to", "with all to"),
    ("takes all to", "with all to"),
    ("goes alone to", "alone to"),
    ("marches alone to", "alone to"),
    ("marches against", "to"),
    ("moves against", "to"),
    ("goes against", "to"),
    ("marches on", "to"),
    ("advances on", "to"),
    ("marches to", "to"),
    ("moves to", "to"),
    ("goes to", "to"),
    ("goes back to", "to"),
    ("follows to", "to"),
    ("advances to", "to"),
    ("attacks", "to"),
    ("marches", ""),
    ("goes", ""),
    ("against", "to"),
    ("towards", "to"),
    ("onto", "to"),
    ("by ship", "by sea"),
    ("by water", "by boat"),
    ("->", "to"),
    ("=>", "to"),
    (">", "to"),
    ("w/", "with"),
    ("w", "with"),
    ("+", ","),
    ("ft", "fort"),
    ("ft.", "fort"),
    ("for its points", ""),
    ("for its number", ""),
    ("for its value", ""),
    ("for the points", ""),
    ("by its number", ""),
    ("for the 3", ""),
    ("as a 3", ""),
    ("with card", "using"),
    ("use card", "using"),
    ("card", "using"),
    ("send", ""),
];

/// Other ways to put a line.
pub fn rephrased(game: &Game, line: &str) -> Vec<String> {
    let mut all: Vec<String> = event(line).into_iter().chain(at_question(game, line)).collect();
    let replaced = with_equals(line);
    if fold(&replaced) != fold(line) {
        all.push(replaced.clone());
        // The card stands behind its sentence, with or without a comma.
        all.push(replaced.replace(", using", " using"));
    }
    all
}

/// What a line says at the open question: `keep besieging`, `demolish nothing`, `finish the fort using 56`.
fn at_question(game: &Game, line: &str) -> Option<String> {
    let open = game.decision()?;
    let folded = fold(line);
    let behind = |begins: &[&str]| begins.iter().find_map(|begin| folded.strip_prefix(begin)).map(str::trim);
    match open.ask {
        Ask::Intercept(_) if !folded.starts_with("intercept") => return Some(format!("intercept with {line}")),
        Ask::Avoid(_) if !folded.starts_with("avoid") => return Some(format!("avoid with {line}")),
        _ => {}
    }
    let refuses = match open.ask {
        Ask::Assault(_) => KEEPS_BESIEGING.contains(&folded.as_str()),
        Ask::AfterActivation => DEMOLISHES_NOTHING.contains(&folded.as_str()),
        _ => false,
    };
    if refuses {
        return Some("no".into());
    }
    if let Some(rest) = behind(&["continue the siege", "continue siege", "go on with the siege", "keep besieging"]) {
        return Some(format!("siege {}", rest.replace("with ", "using ")));
    }
    let rest = behind(&["finish the fort", "finish fort", "complete the fort"])?;
    let begun = game.view(open.side).works(open.side).under_construction.only()?;
    let rest = rest.strip_prefix("at ").unwrap_or(rest).replace("with ", "using ");
    Some(match rest.is_empty() || rest.starts_with("using ") {
        true => format!("build fort {begun} {rest}"),
        false => format!("build fort {rest}"),
    })
}

/// What leaves a siege as it is, where it is asked whether to assault.
const KEEPS_BESIEGING: [&str; 4] = ["keep besieging", "keep up the siege", "continue the siege", "go on besieging"];

/// What demolishes nothing, where it is asked what to demolish.
const DEMOLISHES_NOTHING: [&str; 4] = ["demolish nothing", "nothing to demolish", "demolish none", "keep everything"];

/// `X as an event`, `event: X`, `X event`: the card that is played for its event.
fn event(line: &str) -> Option<String> {
    let folded = fold(line);
    let text = folded.strip_prefix("play ").or_else(|| folded.strip_prefix("event:")).unwrap_or(&folded).trim();
    let ends = ["as an event", "as event", "for the event", "event"];
    let name = ends.iter().find_map(|end| text.strip_suffix(end)).map(str::trim);
    let name = name.or_else(|| folded.starts_with("event:").then_some(text))?;
    (!name.is_empty() && !name.contains(',')).then(|| format!("play {name} for event"))
}

/// What says that a card is played for its number.
const FOR_ITS_NUMBER: [&str; 8] = [
    "for its points",
    "for its number",
    "for its value",
    "for the points",
    "for the 3",
    "as a 3",
    "for its 3",
    "for ops",
];

/// A line whose last part is a card for its number, with `using` before the card.
fn with_card_behind(line: &str) -> Option<String> {
    let (before, last) = line.rsplit_once(',')?;
    let folded = fold(last);
    let end = FOR_ITS_NUMBER.iter().find(|end| folded.trim_end().ends_with(*end))?;
    let card = last.trim_end().get(..last.trim_end().len() - end.len())?.trim();
    let card = ["using ", "with ", "card "].iter().fold(card, |card, word| card.strip_prefix(word).unwrap_or(card));
    (!card.is_empty()).then(|| format!("{before} using {card}"))
}

/// A line with the words of the grammar.
fn with_equals(line: &str) -> String {
    let line = with_card_behind(line).unwrap_or_else(|| line.to_string());
    let spaced = line.replace(',', " , ").replace("->", " -> ").replace(" #", " card ");
    let mut words: Vec<String> = spaced.split_whitespace().map(str::to_string).collect();
    for (from, to) in EQUALS {
        let from: Vec<&str> = from.split(' ').collect();
        while let Some(start) = (0..words.len().saturating_sub(from.len() - 1))
            .find(|start| words[*start..*start + from.len()].iter().zip(&from).all(|(word, from)| fold(word) == *from))
        {
            let to: Vec<String> = to.split_whitespace().map(str::to_string).collect();
            if to.iter().map(String::as_str).eq(from.iter().copied()) {
                break;
            }
            words.splice(start..start + from.len(), to);
        }
    }
    words.join(" ").replace(" , ", ", ")
}
