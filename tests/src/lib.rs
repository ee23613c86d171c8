//! Helpers of the tests in `tests/tests`: beginning games, playing them with agents or line by line, and checking the
//! resulting positions.

#[cfg(feature = "browser")]
pub mod browser;
pub mod expect;
pub mod occasions;
pub mod scene;
pub mod served;
pub mod situation;
pub mod told;

use std::path::Path;
use std::rc::Rc;
use std::time::Duration;
use wilderness_engine::Agent;
use wilderness_engine::content::Places;
use wilderness_engine::faults::{Faults, Source};
use wilderness_war::agents::Random;
use wilderness_war::{CATALOGUE, Choice, Decision, Game, Header, PerSide, Position, Record, Scripts, Side, View};

/// How long is waited for what must come: only a program that hangs takes so long, however busy the machine is.
pub const HANG: Duration = Duration::from_secs(600);

/// Says that a test is skipped, because the machine lacks this: `browser`, `proxy`, `editor`, `parallel`, `python` or
/// `duckdb`. `WILDERNESS_REQUIRE=browser,proxy,editor` lists what must not be missing.
#[track_caller]
pub fn skip(lacking: &str, reason: &str) {
    let required = std::env::var("WILDERNESS_REQUIRE").unwrap_or_default();
    let is_required = required.split(',').any(|one| one.trim() == lacking);
    assert!(!is_required, "this test may not be skipped, for WILDERNESS_REQUIRE names `{lacking}`: {reason}");
    eprintln!("skipped: {reason}");
}

/// The built-in scripts.
pub fn scripts() -> Rc<Scripts> {
    match Scripts::embedded() {
        Ok(scripts) => Rc::new(scripts),
        Err(faults) => panic!("the embedded scripts are unsound: {}", messages(&faults)),
    }
}

/// Writes a file of a directory, and makes the directories on the way to it.
pub fn write(at: &Path, name: &str, text: &str) {
    let file = at.join(name);
    let written = std::fs::create_dir_all(file.parent().unwrap_or(at)).and_then(|()| std::fs::write(&file, text));
    written.unwrap_or_else(|error| panic!("{} cannot be written: {error}", file.display()));
}

/// Copies the built-in scripts into a directory.
pub fn copy_scripts(to: &Path) {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/war");
    copy_files(&Places { scripts: Some(from.clone()), ..Places::default() }, &from, to);
}

/// Copies the built-in scenarios, setups and presets into a directory.
pub fn copy_scenarios(to: &Path) {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenarios/war");
    copy_files(&Places { scenarios: Some(from.clone()), ..Places::default() }, &from, to);
}

fn copy_files(places: &Places, from: &Path, to: &Path) {
    for file in places.all_files(&CATALOGUE) {
        let copy = to.join(file.strip_prefix(from).unwrap_or(&file));
        let copied = std::fs::create_dir_all(copy.parent().unwrap_or(to)).and_then(|()| std::fs::copy(&file, copy));
        copied.unwrap_or_else(|error| panic!("{} cannot be copied: {error}", file.display()));
    }
}

/// A game of a scenario before its first step.
pub fn game(scenario: &str, seed: u64) -> Game {
    let scripts = scripts();
    match Header::new(scenario, seed, &scripts).begin(scripts) {
        Ok(game) => game,
        Err(faults) => panic!("{scenario} cannot begin: {}", messages(&faults)),
    }
}

/// Two random agents with a seed.
pub fn agents(seed: u64) -> PerSide<Random> {
    PerSide::new(|side| Random::new(seed, side))
}

/// Seats two random agents with a seed.
pub fn seat_agents(game: &mut Game, seed: u64) {
    for side in Side::BOTH {
        game.set_agent(side, Some(Box::new(Random::new(seed, side))));
    }
}

/// A whole game between two random agents.
pub fn random_game(scenario: &str, seed: u64) -> Game {
    let mut game = game(scenario, seed);
    seat_agents(&mut game, seed);
    if let Err(halt) = game.proceed() {
        panic!("{scenario}, seed {seed}: {halt}");
    }
    game
}

/// The answer of an agent that is not seated to the open decision.
pub fn answer(game: &Game, agents: &mut PerSide<Random>, decision: &Decision) -> Choice {
    agents[decision.side].choose(&game.view(decision.side), decision)
}

/// Plays the text of a record.
///
/// # Errors
/// The faults of the record: syntax, an impossible position, a line that does not fit.
pub fn play(name: &str, text: &str) -> Result<Game, String> {
    let play = || Record::parse(&Source::new(name, text))?.play(scripts(), None);
    play().map_err(|faults: Faults| messages(&faults))
}

/// Resumes the game in the text of a record, with its branches and bookmarks.
pub fn take_up(text: &str) -> Game {
    let taken = Record::parse(&Source::new("taken.record", text)).and_then(|record| record.take_up(scripts()));
    let (game, misfits) = taken.unwrap_or_else(|faults| panic!("{}", messages(&faults)));
    assert!(misfits.is_empty(), "{misfits:?} do not fit");
    game
}

/// All faults, one per line, with the text that they point at and their help.
pub fn messages(faults: &Faults) -> String {
    let lines = faults.iter().map(|fault| {
        let help = fault.help_text().map(|help| format!(" — {help}")).unwrap_or_default();
        format!("{}: {} (at `{}`){help}", fault.code(), fault.message(), fault.pointed())
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The whole position of a game, hidden or not.
pub fn position(game: &Game) -> Position {
    View::of_everything(game).position()
}

/// The side and kind of the open decision, `french card`; or `over`.
pub fn pending(game: &Game) -> String {
    match game.decision() {
        Some(decision) => format!("{} {}", decision.side.id(), decision.ask.kind()),
        None => "over".into(),
    }
}

/// The tokens of the open decision's choices.
pub fn choices(game: &Game) -> Vec<String> {
    game.decision().map(|decision| decision.choices.iter().map(|choice| choice.token()).collect()).unwrap_or_default()
}

/// Answers decisions with words: a piece, a space, a card, or a token.
pub fn answer_words(game: &mut Game, words: &str) {
    for word in words.split_whitespace() {
        let decision = game.decision().expect("a decision is open");
        let tokens = [word.to_string(), format!("piece:{word}"), format!("space:{word}"), format!("card:{word}")];
        let Some(choice) = tokens.iter().find_map(|token| decision.find(token)) else {
            panic!("`{word}` is not an answer to `{}`: {:?}", decision.ask.kind(), decision.choices);
        };
        game.choose(choice).unwrap_or_else(|refused| panic!("{refused}"));
        assert!(game.now().broken().is_none(), "{:?}", game.now().broken());
    }
}
