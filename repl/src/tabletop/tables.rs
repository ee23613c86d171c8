//! What the prompt shows of a folder.

use crate::front::{
    Effect, Extras, Front as _, ListedRule, OnRoll, OwnCommand, Reply, RuleTable, Session, Tables, Takes, Trouble,
};
use crate::prompt::habit::Passing;
use crate::prompt::help::Explained;
use crate::text::columns::beside;
use crate::text::names::{Name, find};
use std::rc::Rc;
use wilderness_engine::faults::{Fault, Faults};
use wilderness_engine::harmless::one_line;
use wilderness_engine::plain::{Header, Side, Throw};
use wilderness_engine::{Answer, Game, Halt, Question as _, Side as _};
use wilderness_tabletop::{
    CardFacts, Folder, FolderTutorial, GameData, Named, QuestionFacts, SeenPiece, Tabletop, TabletopView,
};

/// The width of the names in lists.
const MARGIN: usize = 24;

/// The commands of folders.
#[derive(Clone, Default)]
pub struct FolderPrompt;

/// The tables of folders.
pub struct FolderTables;

static COMMANDS: [OwnCommand<Tabletop>; 4] = [
    OwnCommand::shows(
        ("show", "show [WHAT]", "the choices; or map, hand, or a place, card or kind of pieces by name"),
        Takes::Something,
        |session, what| session.look_at(what),
    ),
    OwnCommand::shows(("hand", "hand", "the cards that your side holds"), Takes::Nothing, |session, _| {
        let held = hand(session.game(), session.viewer());
        if held.is_empty() { Err(Trouble::plain("your side holds no cards")) } else { Ok(Reply::Text(held)) }
    }),
    OwnCommand {
        usage: (
            "odds",
            "odds [LINE | COMBAT VALUES]",
            "the odds of the combat that comes next, or after an answer or a sentence; or of one by its function",
        ),
        takes: Takes::Anything,
        effect: Effect::Asks,
        run: Some(odds),
    },
    OwnCommand {
        usage: ("why", "why WHAT", "which rule is against an answer"),
        takes: Takes::Something,
        effect: Effect::Asks,
        run: Some(|session, what| session.why(what)),
    },
];

impl Extras<Tabletop> for FolderPrompt {
    fn commands() -> &'static [OwnCommand<Tabletop>] {
        &COMMANDS
    }

    /// The sentences, and the bots.
    fn overview(game: &Game<Tabletop>) -> String {
        let mut text = String::new();
        let patterns = &game.scripts().data.sentences;
        if !patterns.is_empty() {
            text.push_str("Some questions are answered together, in a sentence:\n");
            text.extend(patterns.iter().map(|pattern| format!("   {}\n", pattern.shown)));
        }
        text + "`bot SIDE easy`, `normal`, `strong` or `best` lets a bot play a side.\n"
    }

    /// Where something is hidden, an answer is named only where all are told of it.
    fn told_by(game: &Game<Tabletop>, answer: &Answer<Tabletop>) -> Option<String> {
        let data = &game.scripts().data;
        let Answer::Choice { side, ask, .. } = answer else { return None };
        let is_told = |question: &QuestionFacts| question.id.as_str() == ask.kind() && !question.told.is_empty();
        let is_open = !data.hides_anything() || data.questions.iter().any(is_told);
        (!is_open).then(|| format!("an answer of {}", Tabletop::in_sentences(game.scripts(), *side)))
    }

    /// The cards, and what they say.
    fn explained(game: &Game<Tabletop>) -> Vec<Explained> {
        let explained = |card: &CardFacts| {
            let text = format!("{}\n", beside(card.name.as_str(), MARGIN, &card.text));
            Explained { name: card.name.to_string(), number: card.id.to_string(), text }
        };
        game.scripts().data.cards.iter().map(explained).collect()
    }
}

/// A combat by the name of its function, and the values with which it is called: `battle 3`, `battle(3)`.
fn combat_of<'a>(folder: &'a Folder, line: &'a str) -> Option<(&'a str, Vec<&'a str>, String)> {
    let (name, values) = line.split_at(line.find(|c: char| c == '(' || c.is_whitespace()).unwrap_or(line.len()));
    let is_verb = folder.data.sentences.iter().any(|pattern| pattern.verbs().iter().any(|verb| verb == name));
    let (name, parameters) = folder.combats().remove_entry(name).filter(|_| !is_verb)?;
    let values = values.trim();
    let within = values.strip_prefix('(').and_then(|values| values.strip_suffix(')'));
    let words: Vec<&str> = values.split_whitespace().collect();
    let are_numbers = words.iter().all(|word| word.parse::<i64>().is_ok());
    let values = if are_numbers { words.join(", ") } else { within.unwrap_or(values).to_string() };
    Some((name, parameters, values))
}

/// How the odds of each combat are asked for by its function: `odds battle COLUMN`.
fn usages(folder: &Folder) -> Option<String> {
    let usage =
        |(name, parameters): (&str, Vec<&str>)| format!("`odds {name} {}`", parameters.join(", ").to_uppercase());
    let usages: Vec<String> = folder.combats().into_iter().map(usage).collect();
    (!usages.is_empty()).then(|| usages.join(", "))
}

/// The odds of a combat with values that are typed.
fn odds_of_combat(session: &Session<Tabletop>, (name, values): (&str, &str)) -> Result<Reply, Trouble> {
    let found = wilderness_tabletop::odds_with(session.game(), (name, values), session.viewer())?;
    let nothing = || Trouble::plain(format!("`{name}` rolls no die with these values"));
    found.map(|found| Reply::Text(percentages(&found))).ok_or_else(nothing)
}

/// The odds of the combat that comes next if these answers are given, and those who may pass then do.
fn odds(session: &mut Session<Tabletop>, line: &str) -> Result<Reply, Trouble> {
    let folder = session.game().scripts().clone();
    if let Some((name, parameters, values)) = combat_of(&folder, line) {
        return match values.is_empty() && !parameters.is_empty() {
            true => Err(Trouble::plain(format!("usage: odds {name} {}", parameters.join(", ").to_uppercase()))),
            false => odds_of_combat(session, (name, &values)),
        };
    }
    let after = session.after(line)?;
    let game = session.game();
    let Some(side) = game.decision().map(|decision| decision.side) else {
        return Err(Trouble::plain("the game is over"));
    };
    let since = after.history().get(game.history().len()..).unwrap_or_default();
    let supposed = since.iter().filter_map(|answer| match answer {
        Answer::Choice { choice, .. } => Some(*choice),
        _ => None,
    });
    let found = wilderness_tabletop::odds(game, &supposed.collect::<Vec<_>>(), side);
    let found = found.map_err(|halt| Trouble::plain(halt.to_string()))?.map(|found| percentages(&found));
    let others = usages(&folder).map_or_else(String::new, |usages| format!(", and with values: {usages}"));
    found
        .map(Reply::Text)
        .ok_or_else(|| match line.is_empty() {
            true => format!("no combat comes next; `odds LINE` shows the odds of one that an answer leads to{others}"),
            false => format!("no combat comes next after `{}`{others}", one_line(line)),
        })
        .map_err(Trouble::plain)
}

/// The results of a combat, each with its chance.
fn percentages(found: &[(String, f64)]) -> String {
    let line = |(result, chance): &(String, f64)| {
        format!("{:>7.2} %  {}\n", chance * 100.0, if result.is_empty() { "nothing" } else { result })
    };
    found.iter().map(line).collect()
}

/// The cards that a side holds, with what they say.
fn hand(game: &Game<Tabletop>, side: Side) -> String {
    use crate::board::pictured::Pictured as _;
    let held = Tabletop::held(game, side);
    held.iter().map(|card| format!("{}\n", beside(card.name.as_str(), MARGIN, &card.about))).collect()
}

/// The place with a name: what stands there, its numbers, and what lies next to it.
fn place(view: &TabletopView<'_>, name: &str) -> Option<String> {
    let data = view.data();
    let names: Vec<Name> = data
        .board
        .places
        .iter()
        .map(|facts| Name::new(facts.place.name.as_str()).also(facts.place.id.as_str()))
        .collect();
    let [facts] = find(name, names.iter().zip(&data.board.places))[..] else { return None };
    let index = usize::from(facts.place.index);
    let piece = |piece: SeenPiece| match piece.kind {
        Some(kind) => format!("{} {}", piece.side, data.kinds[usize::from(kind)].name),
        None => format!("{} (hidden)", piece.side),
    };
    let here: Vec<String> = view.pieces().filter(|piece| piece.at == Some(facts.place.index)).map(piece).collect();
    let here = if here.is_empty() { "nothing".into() } else { here.join(", ") };
    let tracks = data.tracks.iter().zip(0..).filter(|(track, _)| track.of == wilderness_tabletop::TrackOf::Place);
    let tracks: String =
        tracks.map(|(track, number)| format!("{}: {}\n", track.name, view.track(number)[index])).collect();
    let near: Vec<&str> =
        facts.near.iter().filter_map(|near| Some(data.board.facts(*near)?.place.name.as_str())).collect();
    Some(format!("{}: {here}\n{tracks}next to it: {}\n", facts.place.name, near.join(", ")))
}

/// Where the pieces of the kind with a name are, of each side: `Blue Foot: b2, c3, e3`.
fn kind(view: &TabletopView<'_>, name: &str) -> Option<String> {
    let data = view.data();
    let names: Vec<Name> = data.kinds.iter().map(|kind| Name::new(&kind.name).also(kind.id.as_str())).collect();
    let [index] = find(name, names.iter().zip(0..))[..] else { return None };
    let facts = &data.kinds[usize::from(index)];
    let of_side = |side: Side| {
        let its = view.pieces().filter(|piece| piece.side == side && piece.kind == Some(index));
        let at = its.filter_map(|piece| Some(data.board.places.get(usize::from(piece.at?))?.place.name.as_str()));
        let at: Vec<&str> = at.collect();
        (!at.is_empty()).then(|| format!("{side} {}: {}\n", facts.name, at.join(", ")))
    };
    let all: String = data.sides.iter().filter_map(of_side).collect();
    Some(if all.is_empty() { format!("{}: none on the board\n", facts.name) } else { all })
}

/// The card with a name, and what it says.
fn card(data: &GameData, name: &str) -> Option<String> {
    let names: Vec<Name> = data.cards.iter().map(|card| Name::new(card.name.as_str()).also(card.id.as_str())).collect();
    let [card] = find(name, names.iter().zip(&data.cards))[..] else { return None };
    Some(format!("{}\n", beside(card.name.as_str(), MARGIN, &card.text)))
}

impl Tables<Tabletop> for FolderTables {
    type Habit = Passing;

    const LESSONS: &'static [&'static str] = &[""];

    fn lessons(folder: &Folder) -> &'static [&'static str] {
        if folder.tutorial.is_some() { Self::LESSONS } else { &[] }
    }

    fn tutorial(folder: &Rc<Folder>) -> Result<Option<FolderTutorial>, Faults> {
        Ok(folder.tutorial.clone())
    }

    fn look(game: &Game<Tabletop>, side: Side, name: &str) -> Result<String, String> {
        let view = game.view(side);
        let found = match name.trim() {
            "hand" | "cards" if view.data().cards.is_empty() => return Err("this game has no cards".into()),
            "hand" | "cards" => Some(hand(game, side)).filter(|held| !held.is_empty()),
            name => place(&view, name).or_else(|| card(view.data(), name)).or_else(|| kind(&view, name)),
        };
        found.ok_or_else(|| format!("there is nothing to show of `{name}`; `show map` shows the board"))
    }

    fn roll(game: &Game<Tabletop>, side: Side) -> Vec<OnRoll> {
        let view = game.view(side);
        let data = view.data();
        let entry = |piece: SeenPiece| {
            let kind = piece.kind.map(|kind| &data.kinds[usize::from(kind)]);
            OnRoll {
                name: kind.map_or_else(|| "hidden".into(), |kind| kind.name.to_string()),
                side: piece.side.index(),
                noun: "piece",
                kinds: kind.map_or_else(Vec::new, |kind| vec![kind.name.to_string(), kind.id.to_string()]),
                place: piece.at.map(usize::from),
                elsewhere: "off the board".into(),
                strength: kind
                    .and_then(|kind| data.number(&kind.facts, "strength"))
                    .and_then(|own| own.try_into().ok()),
                ..OnRoll::default()
            }
        };
        view.pieces().map(entry).collect()
    }

    /// The odds of a combat say more than the faces of its first die.
    fn is_weighed(_: Throw) -> bool {
        true
    }

    /// Odds that cannot be computed are omitted; of those that take too long, that is said.
    fn pending_odds(game: &Game<Tabletop>) -> Option<String> {
        let side = game.decision().map_or(game.now().active(), |decision| decision.side);
        match wilderness_tabletop::odds(game, &[], side) {
            Ok(found) => found.map(|found| percentages(&found)),
            Err(Halt::Script(fault)) => Some(format!("{}\n", fault.message())),
            Err(_) => None,
        }
    }

    fn has_odds(folder: &Folder) -> bool {
        folder.has_combats()
    }

    const HAS_RULES: bool = true;

    fn rules(game: &Game<Tabletop>, _: Side) -> Option<RuleTable> {
        let data = &game.scripts().data;
        let sign =
            |option: &Named| if game.header().rules.iter().any(|id| id == option.id.as_str()) { "on" } else { "" };
        let begun = !game.history().is_empty();
        Some(RuleTable {
            rules: listed(data, sign),
            notes: Vec::new(),
            fixed: begun.then(|| "the game has begun: `new --rules LIST` begins another with other rules".into()),
            until: "until the first answer",
        })
    }

    fn with_rule(game: &Game<Tabletop>, rule: &str, on: bool) -> Result<Header<Tabletop>, Faults> {
        let id = option(&game.scripts().data, rule)?;
        let mut header = game.header().clone();
        header.rules.retain(|other| *other != id);
        header.rules.extend(on.then_some(id));
        Ok(header)
    }
}

/// The optional rules, each with a sign.
pub fn listed(data: &GameData, sign: impl Fn(&Named) -> &'static str) -> Vec<ListedRule> {
    let rule = |option: &Named| ListedRule {
        name: option.id.to_string(),
        sign: sign(option).into(),
        about: if option.about.is_empty() { option.name.clone() } else { option.about.clone() },
    };
    data.options.iter().map(rule).collect()
}

/// The id of the optional rule that a word names.
///
/// # Errors
/// There is none.
pub fn option(data: &GameData, word: &str) -> Result<String, Faults> {
    let names: Vec<Name> = data.options.iter().map(|option| Name::new(&option.name).also(option.id.as_str())).collect();
    match find(word, names.iter().zip(&data.options))[..] {
        [only] => Ok(only.id.to_string()),
        _ => {
            let fault = Fault::error("rules::unknown", format!("this game has no optional rule `{word}`"));
            Err(fault.did_you_mean(word, data.options.iter().map(|option| option.id.as_str())).into())
        }
    }
}
