//! Folders at the prompt.

use super::sentences::FolderSentences;
use super::tables::{FolderPrompt, FolderTables};
use crate::front::{Filed, Files, Front, Item, Name, Running, Tell, Wording};
use crate::text::side_in_words::SideInWords;
use crate::text::table::percent;
use anstyle::{AnsiColor, Style};
use std::ops::Range;
use wilderness_engine::content::Catalogue;
use wilderness_engine::plain::{Choice, Side};
use wilderness_engine::record::Header as _;
use wilderness_engine::{Choice as _, Decision, Game, Question as _, Side as _};
use wilderness_lab::Player;
use wilderness_lab::balance;
use wilderness_tabletop::{CATALOGUE, Folder, FolderTurn, GameData, SentencePattern, Tabletop};

/// The colours of the sides in the terminal, in their order.
const COLOURS: [AnsiColor; 7] = [
    AnsiColor::BrightBlue,
    AnsiColor::BrightRed,
    AnsiColor::BrightYellow,
    AnsiColor::BrightGreen,
    AnsiColor::BrightMagenta,
    AnsiColor::BrightCyan,
    AnsiColor::BrightWhite,
];

/// The most results of a combat beside a choice.
const MOST_RESULTS: usize = 3;

impl Filed for Folder {
    const WHAT: &'static str = "The game is that";

    fn catalogue() -> &'static Catalogue {
        &CATALOGUE
    }
}

/// An answer to a question of this kind, called by what it names.
fn named(data: &GameData, kind: &str, choice: Choice) -> String {
    let called = data.called(&choice);
    let names_something = choice.word() == kind && !choice.name().is_empty();
    let named = called.strip_prefix(choice.word()).map(str::trim_start).filter(|_| names_something);
    named.unwrap_or(&called).to_string()
}

/// The names that can be typed for it.
pub fn names(data: &GameData, kind: &str, choice: Choice) -> Name {
    let name = Name::new(&named(data, kind, choice)).also(&data.called(&choice));
    name.also(&choice.to_string()).also(choice.name())
}

/// The likeliest of some results: `58 % attacker wins; 25 % both lose; …`.
fn likeliest(results: &[(String, f64)]) -> String {
    let shown = results.iter().take(MOST_RESULTS).map(|(result, chance)| format!("{} {result}", percent(*chance)));
    let more = (results.len() > MOST_RESULTS).then(|| "…".to_string());
    shown.chain(more).collect::<Vec<_>>().join("; ")
}

/// Where the piece is that an answer names.
fn place(game: &Game<Tabletop>, decision: &Decision<Tabletop>, choice: Choice) -> Option<String> {
    let data = &game.scripts().data;
    let [at] = decision.ask.places_of(choice) else { return None };
    data.names_piece(&choice).then(|| format!("at {}", data.board.places[*at].place.name))
}

/// The points of the sides: without the one more by which the side leads that has won.
fn points(game: &Game<Tabletop>) -> Vec<(Side, i32)> {
    let sides = game.scripts().data.sides;
    sides.iter().zip(game.view(sides.first()).scores()).collect()
}

impl Front for Tabletop {
    type Origin = Files<Folder>;
    type Extras = FolderPrompt;
    type Sentences = FolderSentences;
    type Tables = FolderTables;

    const NAME: &'static str = "a game in a folder";
    const RUN_BY: &'static str = "the answer";

    fn greeting(game: &Game<Tabletop>) -> &'static str {
        match game.scripts().tutorial {
            Some(_) => "`help` explains how to answer, `tutorial` teaches the game step by step.\n",
            None => "`help` explains how to answer.\n",
        }
    }

    fn title(game: &Game<Tabletop>) -> String {
        let data = &game.scripts().data;
        let played = data.scenarios.iter().find(|scenario| scenario.id.as_str() == game.header().scenario);
        let played = played.filter(|_| data.scenarios.len() > 1);
        played.map_or_else(|| data.name.clone(), |scenario| format!("{}, {}", data.name, scenario.name))
    }

    fn game_name(game: &Game<Tabletop>) -> String {
        game.scripts().data.name.clone()
    }

    fn made_by(folder: &Folder) -> String {
        folder.data.made_by.clone()
    }

    /// `turn 3`.
    fn read_time(words: &[&str]) -> Option<FolderTurn> {
        let [word, number] = words else { return None };
        (*word == "turn").then(|| number.parse().ok().map(FolderTurn)).flatten()
    }

    fn name(game: &Game<Tabletop>) -> String {
        game.scripts().data.name.clone()
    }

    fn standing(game: &Game<Tabletop>) -> String {
        let (scores, time) = (points(game), Tabletop::briefly(game));
        let mut points: Vec<i32> = scores.iter().map(|(_, points)| *points).collect();
        points.sort_unstable_by(|one, other| other.cmp(one));
        match points[..] {
            [best, next, ..] if best > next => {
                let leader = scores.iter().find(|(_, points)| *points == best).map_or(scores[0].0, |(side, _)| *side);
                let leads = Tabletop::in_sentences(game.scripts(), leader).does("lead", "leads");
                format!("{time} · {leads} by {} ({})", best - next, Tabletop::scores(&scores))
            }
            [best, _, ..] if best != 0 => format!("{time} · level ({})", Tabletop::scores(&scores)),
            [only] if only != 0 => format!("{time} · {only} points"),
            _ => time,
        }
    }

    fn briefly(game: &Game<Tabletop>) -> String {
        game.view(game.scripts().data.sides.first()).caption()
    }

    fn result(winner: Option<Side>) -> String {
        winner.map_or_else(|| "a draw".into(), |side| format!("a win for {side}"))
    }

    fn news(game: &Game<Tabletop>, range: Range<usize>) -> String {
        game.log()[range].iter().map(|entry| format!("{}\n", entry.text)).collect()
    }

    fn in_sentences(folder: &Folder, side: Side) -> SideInWords {
        let facts = &folder.data.side_facts[side.index()];
        SideInWords::new(&facts.spoken, facts.is_plural)
    }

    fn style(side: Side) -> Style {
        Style::new().bold().fg_color(Some(COLOURS[side.index() % COLOURS.len()].into()))
    }

    /// The question, and the sentences that answer it.
    fn wording(game: &Game<Tabletop>, decision: &Decision<Tabletop>) -> Wording {
        let is_about = |pattern: &&SentencePattern| {
            pattern.questions().first().is_some_and(|first| first.as_str() == decision.ask.kind())
        };
        let patterns = game.scripts().data.sentences.iter().filter(is_about);
        let footer = patterns.map(|pattern| format!("   or: {}\n", pattern.shown)).collect();
        Wording { question: decision.ask.prompt(), footer, ..Wording::default() }
    }

    fn chances(game: &Game<Tabletop>, decision: &Decision<Tabletop>) -> Vec<(Choice, String)> {
        let chances = wilderness_tabletop::chances(game, decision).into_iter();
        chances.map(|(choice, results)| (choice, likeliest(&results))).collect()
    }

    fn measure(
        game: &Game<Tabletop>,
        bot: Player,
        scripts: [&Folder; 2],
        tell: Tell,
    ) -> std::io::Result<Option<Running>> {
        let plan = game.header().without_scripts().into();
        Ok(balance::measure::<Tabletop>(plan, bot, scripts, tell)?.map(|running| Box::new(running) as Running))
    }

    /// An answer is called by what it names: the question says what for. Answers that stand for places are listed in the
    /// order of the board, which one reads like a page, and those that stand for none, such as `end`, behind them: the
    /// order in which a script finds them says nothing.
    fn items(game: &Game<Tabletop>, decision: &Decision<Tabletop>) -> Vec<Item<Tabletop>> {
        let data = &game.scripts().data;
        let item = |choice: &Choice| {
            let text = named(data, decision.ask.kind(), *choice);
            let item = Item::new(*choice, choice.as_face().map_or(text, |face| face.to_string()));
            Item {
                names: vec![names(data, decision.ask.kind(), *choice)],
                place: place(game, decision, *choice),
                ..item
            }
        };
        let mut listed: Vec<&Choice> = decision.choices.iter().collect();
        listed.sort_by_key(|choice| {
            let places = decision.ask.places_of(**choice);
            (places.is_empty(), places)
        });
        listed.into_iter().map(item).collect()
    }
}
