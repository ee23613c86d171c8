//! Stepping through scripts in a running game: where they stop, what is traced, and that the game is not affected.

use std::collections::BTreeSet;
use std::rc::Rc;
use wilderness_engine::script::ScriptSet as _;
use wilderness_tests::scene::Scene;
use wilderness_tests::{pending, random_game, seat_agents};
use wilderness_war::scripting::{ScriptLine, Watched};
use wilderness_war::{Game, Header, Onward, Refused, Scripts, Side};

/// Small Pox (34) as it is played in these tests: two questions, a die between them, and a function of its own.
const SCRIPT: &str = "fn can_play() { true }\n\
    fn play() {\n\
    \x20   let first = game.choose_option(\"First?\", [\"one\", \"two\"]);\n\
    \x20   let sum = added(game.roll());\n\
    \x20   let second = game.choose_option(\"Second?\", [\"three\", \"four\"]);\n\
    \x20   game.tell(`${first} ${second} ${sum}`);\n\
    }\n\
    fn added(die) {\n\
    \x20   let more = die + 10;\n\
    \x20   more\n\
    }\n";

fn scripts(text: &str) -> Rc<Scripts> {
    Rc::new(Scripts::from_sources([("events/small_pox.rhai", text)]).expect("sound scripts"))
}

fn at(line: usize) -> ScriptLine {
    ScriptLine { file: "events/small_pox.rhai".into(), line }
}

/// A game in which the French are about to play Small Pox, watched at these lines.
fn game(lines: &[usize], trace: bool) -> Game {
    let mut scene = Scene::setup("annus-mirabilis");
    let position = scene.hand(Side::French, &[34, 1]).hand(Side::British, &[2, 3]).position.clone();
    let scripts = scripts(SCRIPT);
    let header = Header::from_position(position, Some("annus-mirabilis"), 1, &scripts).expect("a header");
    let mut game = header.begin(scripts).expect("a game");
    game.proceed().expect("no fault");
    game.debugger_mut().watch(Watched {
        trace,
        breakpoints: lines.iter().map(|line| at(*line)).collect(),
        ..Watched::default()
    });
    choose(&mut game, &["card:34"]);
    game
}

fn choose(game: &mut Game, tokens: &[&str]) {
    for token in tokens {
        game.choose_token(token).unwrap_or_else(|refused| panic!("{token}: {refused}"));
    }
}

/// The line at which the script is stopped.
fn stopped(game: &Game) -> Option<usize> {
    game.debugger().stop().map(|stop| stop.place.line)
}

fn next(game: &mut Game) -> Option<usize> {
    game.debugger_mut().resume(Onward::Next).expect("a stop");
    stopped(game)
}

fn variables(game: &Game) -> Vec<String> {
    let variables = game.debugger().stop().map(|stop| stop.variables.as_slice()).unwrap_or_default();
    variables.iter().map(|variable| format!("{}={}", variable.name, variable.value)).collect()
}

fn traced(game: &mut Game) -> Vec<String> {
    game.debugger_mut().take_traced().iter().map(|call| format!("{} {}", call.place, call.text)).collect()
}

#[test]
fn a_script_stops_before_a_line_and_continues_line_by_line() {
    let mut game = game(&[3], false);
    choose(&mut game, &["event"]);
    assert_eq!((stopped(&game), pending(&game).as_str()), (Some(3), "over"));
    assert!(matches!(game.choose_token("option:one"), Err(Refused::Stopped(place)) if place.line == 3));
    // A question comes first; its answer leads to the line after it.
    assert_eq!((next(&mut game), pending(&game).as_str()), (None, "french event"));
    choose(&mut game, &["option:one"]);
    assert_eq!((stopped(&game), variables(&game)), (Some(4), vec!["first=\"one\"".to_string()]));
    assert_eq!(next(&mut game), Some(5), "not down into the function");
    assert_eq!(game.debugger().evaluate(Side::French, "first + sum").map(|value| value.len()).ok(), Some(7));
    game.debugger_mut().resume(Onward::Continue).expect("a stop");
    assert_eq!((stopped(&game), pending(&game).as_str()), (None, "french event"));
    assert!(matches!(game.debugger_mut().resume(Onward::Next), Err(Refused::NotStopped)));
    choose(&mut game, &["option:four", "done"]);
    assert_eq!((stopped(&game), pending(&game).as_str()), (None, "british card"));
}

#[test]
fn the_calls_that_led_to_a_stop_are_known_and_next_goes_back_to_the_caller() {
    let mut game = game(&[9], false);
    choose(&mut game, &["event", "option:two"]);
    assert_eq!(stopped(&game), Some(9));
    let calls = game.debugger().stop().map(|stop| stop.calls.clone()).unwrap_or_default();
    let names: Vec<_> = calls.iter().map(|call| (call.function.clone(), call.called_at.clone())).collect();
    assert_eq!(names, [(Some("added".into()), Some(at(4))), (Some("play".into()), None)]);
    assert_eq!((next(&mut game), next(&mut game)), (Some(10), Some(5)));
}

#[test]
fn calls_are_traced_once_with_their_results() {
    let mut game = game(&[], true);
    choose(&mut game, &["event"]);
    assert_eq!(traced(&mut game), Vec::<String>::new(), "the question has no answer yet");
    choose(&mut game, &["option:one"]);
    let told = traced(&mut game);
    assert_eq!(told[0], "small_pox:3 game.choose_option(\"First?\", [\"one\", \"two\"]) = \"one\"");
    assert!(told[1].starts_with("small_pox:4 game.roll() = ") && told.len() == 2, "{told:?}");
    choose(&mut game, &["option:four"]);
    let told = traced(&mut game);
    assert!(told[0].contains("\"Second?\"") && told[1].starts_with("small_pox:6 game.tell(\"one four "), "{told:?}");
    assert_eq!(told.len(), 2, "{told:?}");
}

#[test]
fn only_what_was_taken_back_stops_and_is_traced_again() {
    let mut game = game(&[3, 6], true);
    choose(&mut game, &["event"]);
    game.debugger_mut().resume(Onward::Continue).expect("a stop");
    choose(&mut game, &["option:one", "option:three"]);
    assert_eq!((stopped(&game), traced(&mut game).len()), (Some(6), 3));
    let before = game.debugger().before_card().expect("a card");
    assert!(game.past_mut().undo_to(before));
    assert_eq!((stopped(&game), pending(&game).as_str()), (None, "french use"));
    assert!(game.past().looks_back(), "the answers lie ahead");
    choose(&mut game, &["event"]);
    assert_eq!((stopped(&game), traced(&mut game).len()), (Some(3), 0));
    game.debugger_mut().resume(Onward::Continue).expect("a stop");
    assert_eq!((stopped(&game), pending(&game).as_str()), (None, "french event"));
    choose(&mut game, &["option:one"]);
    assert_eq!((stopped(&game), traced(&mut game).len()), (None, 2));
    // Only an answer within the event is taken back: earlier stops are not repeated.
    assert!(game.past_mut().undo());
    assert_eq!(stopped(&game), None);
    choose(&mut game, &["option:one", "option:three"]);
    assert_eq!((stopped(&game), game.past_mut().branches().len()), (Some(6), 1));
}

#[test]
fn a_stopped_script_stays_in_place_when_breakpoints_change_or_scripts_reload() {
    let mut game = game(&[5], false);
    choose(&mut game, &["event", "option:one"]);
    assert_eq!(stopped(&game), Some(5));
    let answers = game.past().answers();
    game.debugger_mut().watch(Watched::default());
    assert_eq!((stopped(&game), game.past().answers()), (Some(5), answers));
    game.reloading().reload(scripts(&SCRIPT.replace("Second?", "What next?"))).expect("it fits");
    assert_eq!((stopped(&game), game.past().answers()), (Some(5), answers));
    game.debugger_mut().resume(Onward::Continue).expect("a stop");
    assert_eq!(game.decision().map(|decision| decision.ask.prompt()).as_deref(), Some("What next?"));
}

#[test]
fn a_script_that_fails_after_a_stop_gives_the_card_back() {
    let mut game = game(&[6], false);
    let fails =
        SCRIPT.replace("game.tell(`${first} ${second} ${sum}`)", "game.place(piece(\"montcalm\"), space(\"quebec\"))");
    game.reloading().reload(scripts(&fails)).expect("it fits");
    choose(&mut game, &["event", "option:one", "option:four"]);
    assert_eq!(stopped(&game), Some(6));
    assert!(matches!(game.debugger_mut().resume(Onward::Next), Err(Refused::ScriptFailed(_))));
    assert_eq!((stopped(&game), pending(&game).as_str()), (None, "french use"));
}

#[test]
fn a_trial_is_not_stopped() {
    let game = game(&[3, 9], true);
    for mut copy in [game.copies().trial(), game.copies().suppose(Side::French).expect("a copy")] {
        copy.choose_token("event").expect("an answer");
        assert_eq!((stopped(&copy), pending(&copy).as_str()), (None, "french event"));
        assert!(copy.debugger_mut().take_traced().is_empty());
    }
}

/// Two agents play a whole game, stopped at every line where a script acts.
#[test]
fn a_game_is_the_same_however_often_it_is_stopped() {
    for seed in [1, 2] {
        let plain = random_game("annus-mirabilis", seed);
        let mut stepped = wilderness_tests::game("annus-mirabilis", seed);
        let scripts = stepped.scripts().clone();
        let lines = |file: &str| {
            let acting = scripts.stoppable(file).into_iter().filter(|at| !at.looks_on);
            acting.map(|at| ScriptLine { file: file.into(), line: at.line }).collect::<Vec<_>>()
        };
        let breakpoints = scripts.script_files().flat_map(lines).collect();
        seat_agents(&mut stepped, seed);
        stepped.debugger_mut().watch(Watched { trace: true, breakpoints, ..Watched::default() });
        stepped.proceed().expect("no fault");
        let (mut stops, mut seen) = (0, BTreeSet::new());
        while let Some(stop) = stepped.debugger().stop() {
            seen.extend(stop.calls.last().and_then(|call| call.function.clone()));
            stops += 1;
            let onward = if stops % 3 == 0 { Onward::Next } else { Onward::Continue };
            stepped.debugger_mut().resume(onward).expect("the script continues");
        }
        assert!(stops > 50, "{stops} stops");
        assert!(seen.contains("play") && seen.contains("respond"), "{seen:?}");
        assert!(stepped.debugger_mut().take_traced().len() > 50);
        assert_eq!(stepped.outcome(), plain.outcome());
        assert_eq!(stepped.record().to_string(), plain.record().to_string());
    }
}
