//! The first question at a terminal, for a person who has started the program without saying what for.

use crate::commands::games::{self, AnyGame, Game};
use crate::options::content::ContentArg;
use crate::options::offered::{self, SideWord};
use crate::options::own_games;
use crate::options::players::Players;
use crate::prompt::editor::LinePrompt;
use crate::prompt::input::{Input, InputEvent};
use crate::text::names::{Name, fold};
use crate::text::out;
use wilderness_engine::faults::Faults;
use wilderness_lab::Player;

/// The tutorial that shows how a card is changed, in a game that has one.
const DESIGNER: &str = "designer";

/// What a person wants.
pub enum Wish {
    /// To play: the bots, and a line that is carried out before anything is shown; empty if there is none.
    Play(Players, String),
    /// A game as the command `new` begins it, with these arguments, and a line that is carried out before anything is shown.
    New(String, String),
    /// A page in the browser.
    Page,
    /// To leave.
    Leave,
}

/// A line of the question, with the words that choose it besides its number.
struct WelcomeChoice {
    text: &'static str,
    words: &'static [&'static str],
    does: Step,
}

/// What a line of the question leads to.
#[derive(Clone, Copy)]
enum Step {
    Learn,
    AgainstBot,
    Together,
    Page,
    Change,
}

/// The lines of the question for a game.
fn choices(game: &dyn AnyGame) -> Vec<WelcomeChoice> {
    let line = |text, words, does| WelcomeChoice { text, words, does };
    let lessons = game.lessons(&ContentArg::default());
    let mut all = vec![
        line("play against a bot", &["play", "bot", "against a bot"][..], Step::AgainstBot),
        line("play with others at this screen", &["two", "together", "others", "two people"], Step::Together),
        line("play on a page in your browser", &["page", "browser", "serve", "board on"], Step::Page),
    ];
    if lessons.contains(&"") {
        all.insert(0, line("learn the game step by step", &["learn", "tutorial"], Step::Learn));
    }
    if lessons.contains(&DESIGNER) {
        all.push(line("change a card, and see what that does", &["change", "tutorial designer", "edit"], Step::Change));
    }
    all
}

/// Asks what a person wants to do with the first game of the list, until the answer is understood.
///
/// # Errors
/// Content with faults.
pub fn ask(input: &mut Input) -> Result<Wish, Faults> {
    let game = games::first()?;
    let choices = choices(game);
    tell(&question(game, &choices));
    loop {
        let Some(line) = read(input, &format!("1-{}> ", choices.len())) else { return Ok(Wish::Leave) };
        let typed = fold(line.trim());
        let number = typed.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let found = choices.iter().position(|choice| choice.words.contains(&typed.as_str())).or(number);
        let (first, rest) = typed.split_once(' ').unwrap_or((&typed, ""));
        match found.and_then(|index| choices.get(index)) {
            Some(choice) => return wish(input, game, choice.does),
            None if matches!(first, "quit" | "exit" | "q") => return Ok(Wish::Leave),
            None if first == "new" => {
                return Ok(Wish::New(line.trim()[first.len()..].trim().to_string(), String::new()));
            }
            None if matches!(first, "learn" | "tutorial") && has_lesson(rest) => {
                return Ok(Wish::New(rest.to_string(), "tutorial".into()));
            }
            None if typed == "rules" => tell(&game.rules(&ContentArg::default())?),
            None if matches!(first, "help" | "?" | "") && rest.is_empty() => tell(&question(game, &choices)),
            None => tell("Type the number of a line, or `quit`.\n"),
        }
    }
}

/// Whether a folder of the program has a tutorial.
fn has_lesson(folder: &str) -> bool {
    let content = ContentArg::of_word(folder).filter(|_| offered::folders().any(|known| known == folder));
    let game = games::of_words(folder).ok();
    content.zip(game).is_some_and(|(content, game)| !game.lessons(&content).is_empty())
}

/// The name of the game in a folder of the program.
fn name_of(folder: &str) -> String {
    let content = ContentArg::of_word(folder).zip(games::of_words(folder).ok());
    let name = content.and_then(|(content, game)| Some(game.scenarios(&content).0.into_iter().next()?.name));
    name.unwrap_or_else(|| folder.to_string())
}

fn question(game: &dyn AnyGame, choices: &[WelcomeChoice]) -> String {
    let mut text = format!("{}. What would you like to do?\n", game.name());
    for (number, choice) in (1..).zip(choices) {
        text.push_str(&format!("{number:>2} {}\n", choice.text));
    }
    for other in games::all().iter().filter(|other| other.word() != game.word()) {
        let scenario = other.scenario_ids(&ContentArg::default(), false).ok().and_then(|ids| ids.first().cloned());
        if let Some(scenario) = scenario {
            text.push_str(&format!("   `new {scenario}` begins a game of {}\n", other.name()));
        }
    }
    for folder in offered::folders() {
        let learn = if has_lesson(folder) { format!(", `learn {folder}` teaches it") } else { String::new() };
        text.push_str(&format!("   `new {folder}` begins a game of {}{learn}\n", name_of(folder)));
    }
    for own in own_games::all() {
        let Some(game) = games::all().iter().find(|game| game.opens(&own.path)) else { continue };
        let listed = game.scenarios(&ContentArg::of_folder(&own.path)).0;
        let made_by = listed.first().map(|listed| &listed.made_by).filter(|made_by| !made_by.is_empty());
        let made_by = made_by.map_or_else(String::new, |made_by| format!(", {made_by}"));
        text.push_str(&format!("   `new {}` begins the game in {}{made_by}\n", own.name, own.path.display()));
    }
    text + "   `rules` lists optional rules, `quit` leaves; in a game, `help` explains how to answer\n"
}

/// What a line leads to, and the side of the person where that is open.
fn wish(input: &mut Input, game: Game, does: Step) -> Result<Wish, Faults> {
    let sides = game.sides(&ContentArg::default(), None)?;
    Ok(match does {
        Step::Together => Wish::Play(Players::default(), String::new()),
        Step::Page => Wish::Page,
        // The lesson seats its learner, and a bot at the end.
        Step::Learn => Wish::Play(against(&sides, 0), "tutorial".into()),
        Step::Change => Wish::Play(against(&sides, 0), format!("tutorial {DESIGNER}")),
        Step::AgainstBot => match side(input, &sides) {
            Some(index) => Wish::Play(against(&sides, index), String::new()),
            None => Wish::Leave,
        },
    })
}

/// Asks for the side of the person; nothing at the end of the input.
fn side(input: &mut Input, sides: &[SideWord]) -> Option<usize> {
    tell("Which side do you play?\n");
    for (number, side) in (1..).zip(sides) {
        tell(&format!("{number:>2} {}\n", side.name));
    }
    loop {
        let line = read(input, &format!("1-{}> ", sides.len()))?;
        let typed = line.trim();
        let named = || sides.iter().position(|side| Name::new(&side.name).fits(typed).is_some());
        let number = typed.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        match number.or_else(named).filter(|index| *index < sides.len()) {
            Some(index) => return Some(index),
            None if matches!(fold(typed).as_str(), "quit" | "exit" | "q") => return None,
            None => tell("Type the number of a side, or its name.\n"),
        }
    }
}

/// Bots in all seats but one.
fn against(sides: &[SideWord], own: usize) -> Players {
    let others = sides.iter().enumerate().filter(|(index, _)| *index != own);
    Players::new(others.map(|(_, side)| (side.id.to_string(), Player::Greedy)))
}

/// The next line; nothing at the end of the input.
fn read(input: &mut Input, prompt: &str) -> Option<String> {
    loop {
        match input.read(|| LinePrompt::plain(prompt)) {
            InputEvent::Line(line) => return Some(line),
            InputEvent::Dropped | InputEvent::End => return None,
            InputEvent::ScriptsChanged | InputEvent::Page(_) | InputEvent::Told(_) | InputEvent::TooLong => {}
        }
    }
}

fn tell(text: &str) {
    let _ = out::write(text);
}
