//! Every command of `help` does something in every game, or says why it has nothing to do there.

use crate::golden::golden;
use std::fmt::Write as _;
use std::rc::Rc;
use wilderness_battles::{Content as Battlefields, FrenchAndIndianWarBattles, Header as BattleHeader, Options};
use wilderness_causeways::{Causeways, Content, FEN};
use wilderness_engine::content::Places;
use wilderness_engine::plain::Header as PlainHeader;
use wilderness_engine::script::Compile as _;
use wilderness_engine::{Game, Side as _, Windows};
use wilderness_outpost::{Outpost, Printed};
use wilderness_repl::front::{Files, Front};
use wilderness_repl::harness::Prompt;
use wilderness_repl::testing::prompt::{BattleOrigin, Command, ContentArg, commands, parse, uses};
use wilderness_repl::testing::war::Origin as WarOrigin;
use wilderness_war::{Header as WarHeader, Scripts, War};

/// Lines that begin with a command: `SIDE` stands for a side, `FILE` for a file of its own, `ANSWER` for an answer. Lines
/// of one game only are marked.
const LINES: &[(&str, &[&str])] = &[
    ("show", &["show"]),
    ("score", &["score", "victory", "who is winning?"]),
    ("where", &["where is xyzzy", "find xyzzy"]),
    ("list", &["list my units", "list pieces"]),
    ("tables", &["tables", "show tables", "tables all", "tables combat"]),
    ("again", &["again"]),
    ("log", &["log", "log 3", "log SIDE", "log xyzzy"]),
    ("undo", &["undo", "undo --force"]),
    ("redo", &["redo"]),
    ("agree", &["agree"]),
    ("back", &["back"]),
    ("step", &["step"]),
    ("goto", &["goto start", "goto end"]),
    ("bookmark", &["bookmark here", "bookmark"]),
    ("branches", &["branches"]),
    ("branch", &["branch 1"]),
    ("autosave", &["autosave"]),
    ("save", &["save FILE"]),
    ("load", &["load FILE"]),
    ("bot", &["bot", "bot SIDE off"]),
    ("hint", &["hint"]),
    ("whatif", &["whatif ANSWER"]),
    ("until", &["until next turn"]),
    ("explain", &["explain"]),
    ("analyse", &["analyse 0"]),
    ("new", &["new"]),
    ("tutorial", &["tutorial", "tutorial off"]),
    ("auto", &["auto", "auto pass xyzzy"]),
    ("rules", &["rules", "rules xyzzy on"]),
    ("edit", &["edit xyzzy"]),
    ("compare", &["compare 2"]),
    ("trace", &["trace on", "trace", "trace off"]),
    ("break", &["break", "break xyzzy:1", "break off"]),
    ("next", &["next"]),
    ("eval", &["eval 1 + 1"]),
    ("reload", &["reload"]),
    ("board", &["board off"]),
    ("watch", &["watch on", "watch off"]),
    ("rewind", &["rewind"]),
    ("help", &["help", "help whatif"]),
    ("quit", &["quit"]),
    // Those of one game.
    ("hand", &["hand"]),
    ("discards", &["discards", "show discards"]),
    ("raids", &["raids", "show raids"]),
    ("path", &["path quebec, montreal"]),
    ("threats", &["threats quebec", "threats 1204"]),
    ("odds", &["odds"]),
    ("why", &["why quebec", "why 1204"]),
    ("los", &["los 1204 0605"]),
    ("concede", &["concede"]),
    ("reach", &["reach xyzzy"]),
    ("battle", &["battle"]),
    ("events", &["events"]),
    ("expected", &["expected"]),
    ("walls", &["walls"]),
];

/// Words of lines that answer, and are listed to be explained.
const ANSWERS: [&str; 1] = ["all"];

/// What refusals for lack of something begin with.
const NOTHING_TO_DO: &str = "has nothing to do here: ";

/// Runs every command of a game on a fresh prompt each. Returns those that have nothing to do, with the reasons.
fn run_all<F: Front>(begin: impl Fn() -> Prompt<F>) -> String {
    let directory = tempfile::tempdir().expect("a directory");
    let mut lacking = String::new();
    for (word, usage, _) in uses::<F>() {
        let Some((_, lines)) = LINES.iter().find(|(known, _)| known == word) else {
            assert!(ANSWERS.contains(word), "no line begins with `{word}`");
            continue;
        };
        let mut prompt = begin();
        let sides = prompt.game().sides();
        let answer = prompt.game().decision().expect("a decision").choices[0];
        let answer = format!("={}", wilderness_engine::Choice::token(answer));
        let file = directory.path().join(format!("{word}.record")).display().to_string();
        if *word == "load" {
            prompt.run(&format!("save {file}")).expect("a record");
        }
        for line in *lines {
            let line = line.replace("SIDE", sides.first().id()).replace("FILE", &file).replace("ANSWER", &answer);
            let command = parse::<F>(&line, sides).unwrap_or_else(|wrong| panic!("{line} ({usage}): {wrong}"));
            assert!(!matches!(command, Command::Answer(_)), "{} takes `{line}` as an answer", F::NAME);
            let refused = match prompt.run(&line) {
                Ok(_) => continue,
                Err(refused) => anstream::adapter::strip_str(&refused).to_string(),
            };
            assert!(!refused.is_empty() && !refused.contains("this game is not"), "{line}: {refused}");
            if let Some((_, why)) = refused.split_once(NOTHING_TO_DO)
                && !lacking.contains(&format!("{word}: "))
            {
                writeln!(lacking, "  {word}: {why}").expect("room");
            }
        }
    }
    format!("{}\n{lacking}", F::NAME)
}

fn war() -> Prompt<War> {
    let scripts = Rc::new(Scripts::embedded().expect("sound scripts"));
    let mut game = WarHeader::new("annus-mirabilis", 5, &scripts).begin(scripts).expect("a game");
    game.proceed().expect("the first decision");
    Prompt::of(game, WarOrigin::named(&ContentArg::default(), false))
}

fn battle() -> Prompt<FrenchAndIndianWarBattles> {
    let battles = Rc::new(Battlefields::embedded().compile().expect("sound content"));
    let header = BattleHeader::new("quebec", 1, Options::default());
    let mut game = Game::begin(&header, battles).expect("a battle");
    game.proceed().expect("the first decision");
    Prompt::of(game, BattleOrigin::default())
}

fn outpost() -> Prompt<Outpost> {
    Prompt::of(wilderness_outpost::game(7, Windows::Holder), Printed)
}

fn causeways() -> Prompt<Causeways> {
    let board = Content::new(FEN).compile().expect("a board");
    let mut game = Game::begin(&PlainHeader::new(1), board.into()).expect("a game");
    game.proceed().expect("the first question");
    Prompt::of(game, Files::default())
}

#[test]
fn every_command_does_something_in_every_game_or_says_why_not() {
    let all = [run_all(war), run_all(battle), run_all(outpost), run_all(causeways)];
    golden("commands-with-nothing-to-do", &all.concat());
}

#[test]
fn the_small_game_has_every_command_of_the_large_ones_in_a_short_front_end() {
    let of_outpost: Vec<&str> = uses::<Outpost>().map(|(word, ..)| *word).collect();
    let every = ["whatif", "trace", "break", "next", "edit", "eval", "compare", "rules", "auto", "new", "tutorial"];
    for word in every.iter().chain(&["watch", "log", "hint", "explain"]) {
        assert!(of_outpost.contains(word), "{word}");
    }
    let front = include_str!("../../../tests/outpost/src/front.rs");
    assert!(front.lines().count() <= 120, "{} lines", front.lines().count());
}

#[test]
fn the_scripts_of_battles_and_of_a_small_game_are_stepped_through() {
    let say = |prompt: &mut Prompt<FrenchAndIndianWarBattles>, line: &str| {
        let said = prompt.run(line).unwrap_or_else(|reason| panic!("{line}: {reason}"));
        anstream::adapter::strip_str(&said.unwrap_or_default()).to_string()
    };
    let mut prompt = battle();
    assert!(say(&mut prompt, "break charles-river:11").contains("the script stops at charles-river:11"));
    assert!(say(&mut prompt, "trace on").contains("are printed"));
    let mut said = String::new();
    for _ in 0..400 {
        said = match prompt.game().decision() {
            Some(_) => say(&mut prompt, "until next turn"),
            None => break,
        };
        if prompt.game().debugger().stop().is_some() {
            break;
        }
    }
    assert!(said.contains("Stopped at charles-river:11 in `due`"), "{said}");
    assert!(prompt.run("done").is_err(), "answers wait");
    assert!(say(&mut prompt, "eval game.turn").trim().parse::<i64>().is_ok());
    assert!(say(&mut prompt, "break off").contains("nowhere"));
    let after = say(&mut prompt, "continue");
    assert!(after.contains("game.roll_up_to("), "{after}");
}

/// What is said to lines, with the lines.
fn talk<F: Front>(prompt: &mut Prompt<F>, lines: &[&str]) -> String {
    let mut screen = String::new();
    for line in lines {
        let said = prompt.run(line).unwrap_or_else(|refused| Some(format!("{refused}\n"))).unwrap_or_default();
        write!(screen, "> {line}\n{said}").expect("room");
    }
    anstream::adapter::strip_str(&screen).to_string()
}

#[test]
fn what_if_follows_dice_with_any_number_of_faces() {
    let mut prompt = causeways();
    talk(&mut prompt, &["bid:2", "bid:1", "bid:0", "from:holt", "to:reeds", "from:heronry"]);
    golden("whatif-in-a-small-game", &talk(&mut prompt, &["whatif to:alders", "whatif to:reeds"]));
}

#[test]
fn every_game_with_a_board_draws_it_in_the_terminal() {
    let lines = ["show map", "show map holt", "show map nowhere", "show map list"];
    let screens = [talk(&mut causeways(), &lines), talk(&mut outpost(), &lines[..1])];
    golden("map-of-a-small-game", &screens.concat());
}

#[test]
fn a_turn_is_called_what_the_game_calls_it() {
    let takes = |line: &str| parse::<War>(line, war().game().sides()).is_ok_and(|command| command == Command::Until);
    assert!(takes("until next season") && takes("until my next turn") && !takes("until next hand"));
    let battle = |line: &str| parse::<FrenchAndIndianWarBattles>(line, battle().game().sides());
    assert!(battle("until next turn").is_ok_and(|command| command == Command::Until));
    assert!(battle("until next hand").is_err());
}

#[test]
fn a_game_that_cannot_begin_from_a_position_is_compared_from_its_beginning() {
    let directory = tempfile::tempdir().expect("a directory");
    let longer = FEN.replace("turns = 6", "turns = 7");
    assert_ne!(longer, FEN);
    std::fs::write(directory.path().join("game.toml"), &longer).expect("a file");
    let board = Content::new(&longer).compile().expect("a board");
    let mut game = Game::<Causeways>::begin(&PlainHeader::new(1), board.into()).expect("a game");
    game.proceed().expect("the first question");
    let mut prompt = Prompt::of(game, Files::new(Places::in_content(directory.path())));
    let compared = talk(&mut prompt, &["compare 4"]);
    assert!(compared.contains("from the beginning") && compared.contains("Heron"), "{compared}");
    assert!(compared.contains("4 pairs"), "{compared}");
    assert!(prompt.run("edit game.toml").is_ok_and(|said| said.is_none()), "it is given to an editor");
}

/// The commands of a game that have no topic of help, or several.
fn not_documented_once<F: Front>() -> Vec<&'static str> {
    let topics = commands::<F>();
    let documented =
        |word: &str| topics.iter().filter(|topic| topic.name == word || topic.words.contains(&word)).count();
    uses::<F>().map(|(word, ..)| *word).filter(|word| documented(word) != 1).collect()
}

#[test]
fn every_command_is_documented_once() {
    assert_eq!(not_documented_once::<War>(), [""; 0]);
    assert_eq!(not_documented_once::<FrenchAndIndianWarBattles>(), [""; 0]);
    assert_eq!(not_documented_once::<Outpost>(), [""; 0]);
    assert_eq!(not_documented_once::<Causeways>(), [""; 0]);
}
