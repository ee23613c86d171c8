//! The card with a script: the engine's host runs it, and everything else goes through it.

use wilderness_engine::agents::{Budget, Search};
use wilderness_engine::debug::{ScriptLine, Watched};
use wilderness_engine::faults::{Fault, Source};
use wilderness_engine::perft::{Deals, Perft};
use wilderness_engine::record::Record;
use wilderness_engine::script::{Compile as _, ScriptSet as _};
use wilderness_engine::{Each, Game, Onward, Refused, Side as _, Windows};
use wilderness_outpost::{
    BLUE, Choice, Events as _, NIGHT_RAID, Outpost, RAID, RED, TORCHES, Text, card, game, number, random, with_script,
};

/// A game in which Red holds the card with the script, at the question what to use it for.
fn with_the_card(script: &str) -> Game<Outpost> {
    let holds = |game: &Game<Outpost>| game.state().hands[RED.index()].contains(&RAID);
    let mut game = (0..).map(|seed| game(seed, Windows::Holder)).find(holds).expect("a seed");
    game.reloading().reload(with_script(script)).expect("sound scripts");
    game.proceed().expect("the first question");
    game.choose(card(RAID)).expect("the card is in the hand");
    game
}

/// The same, in the middle of the event.
fn in_the_event(script: &str) -> Game<Outpost> {
    let mut game = with_the_card(script);
    game.choose(Choice::of("event")).expect("its condition holds");
    game
}

/// The prompt of the open decision.
fn prompt(game: &Game<Outpost>) -> String {
    game.decision().map(|decision| wilderness_engine::Question::prompt(&decision.ask)).unwrap_or_default()
}

/// Gives up the last card that is offered; the die shows this face.
fn give_up(game: &mut Game<Outpost>, face: u8) -> Result<Choice, Refused> {
    let card = *game.decision().expect("a card is given up").choices.last().expect("a card");
    game.beforehand().give_rolls([face]);
    game.choose(card).map(|()| card)
}

#[test]
fn the_card_asks_rolls_and_changes_the_state() {
    let mut game = in_the_event(NIGHT_RAID);
    assert_eq!(prompt(&game), "Which card do you give up?");
    assert_eq!(game.state().line, 0);
    let card = number(give_up(&mut game, 1).expect("a card is given up"));
    assert_eq!(game.state().line, 1);
    assert_eq!(game.state().active, BLUE);
    assert!(!game.state().hands[RED.index()].contains(&card));
    assert_eq!(game.log().last().map(String::as_str), Some("Red gain a post: 1"));
}

#[test]
fn a_condition_that_does_not_hold_keeps_the_event_from_being_offered() {
    let game = with_the_card(&NIGHT_RAID.replace("game.lead < 2", "game.lead > 2"));
    assert_eq!(
        game.decision().map(|decision| decision.choices.clone()),
        Some(["attack", "draw"].map(Choice::of).to_vec())
    );
}

#[test]
fn a_reload_in_the_middle_of_the_event_takes_effect_at_once() {
    let mut game = in_the_event(NIGHT_RAID);
    let changed = NIGHT_RAID.replace("Which card do", "What do").replace("game.gain();", "game.gain(); game.gain();");
    game.reloading().reload(with_script(&changed)).expect("the answers fit");
    assert_eq!(prompt(&game), "What do you give up?");
    give_up(&mut game, 1).expect("a card");
    assert_eq!(game.state().line, 2);
}

#[test]
fn a_script_that_fails_leaves_the_game_as_it_was() {
    let mut game = in_the_event(&NIGHT_RAID.replace("<= card {", "<= [][card] {"));
    let before = with_the_card(NIGHT_RAID).state().clone();
    let Err(Refused::ScriptFailed(fault)) = give_up(&mut game, 1) else { panic!("it did not fail") };
    assert_eq!((fault.code(), fault.pointed()), ("script::no_such_item", "card"));
    assert_eq!(fault.source_text().map(|source| source.name().to_string()).as_deref(), Some("night_raid.rhai"));
    assert_eq!(prompt(&game), format!("What do you use the {RAID} for?"));
    assert_eq!(*game.state(), before);
    game.choose(Choice::of("draw")).expect("it goes on without the event");
}

#[test]
fn a_script_that_leaves_an_impossible_position_fails() {
    let mut game = in_the_event(&NIGHT_RAID.replace("game.gain();", "for _i in [1, 2, 3, 4] { game.gain(); }"));
    let Err(Refused::ScriptFailed(fault)) = give_up(&mut game, 1) else { panic!("it did not fail") };
    assert_eq!((fault.code(), fault.pointed()), ("script::unsettled", "play"));
    assert_eq!(game.state().line, 0);
}

#[test]
fn records_and_undo_go_through_the_event() {
    let mut game = in_the_event(NIGHT_RAID);
    give_up(&mut game, 1).expect("a card");
    let text = game.record().to_string();
    assert!(text.contains("\nred use event\nred event card:") && text.contains("\nroll raid 1\n"), "{text}");
    let record = Record::<Outpost>::parse(&Source::new("game.record", text.clone())).expect("a record");
    let again = record.play(game.scripts().clone(), None).expect("the same game");
    assert_eq!((again.state(), again.record().to_string()), (game.state(), text));
    assert!(game.past_mut().undo());
    assert_eq!(prompt(&game), "Which card do you give up?");
    assert!(game.past_mut().undo());
    assert_eq!(prompt(&game), format!("What do you use the {RAID} for?"));
}

#[test]
fn the_ways_through_the_event_are_counted() {
    let game = in_the_event(NIGHT_RAID);
    let count = |depth| Perft::count(&game, depth, Deals::Each).expect("a count").sequences;
    assert_eq!([count(1), count(2)], [12, 36], "two cards with six faces each, then the three cards of the enemy");
}

#[test]
fn agents_play_the_event() {
    let plays = |seed| {
        let mut game = game(seed, Windows::Holder);
        random(&mut game, seed);
        game.proceed().expect("a game");
        game.record().to_string().contains("red use event\n")
    };
    assert!((0..60).any(plays), "at random");
    let mut game = in_the_event(NIGHT_RAID);
    random(&mut game, 3);
    let search = Search::new(3, RED, Budget::Games(40), 1, || std::time::Duration::ZERO);
    game.set_agent(RED, Some(Box::new(search)));
    game.proceed().expect("a game");
    assert!(game.record().to_string().contains("red event card:"), "a search answers what the script asks");
    assert!(game.outcome().is_some());
}

#[test]
fn the_script_can_be_traced_stopped_and_asked_about() {
    let mut game = with_the_card(NIGHT_RAID);
    let hand: Vec<String> = game.state().hands[RED.index()].iter().map(u8::to_string).collect();
    let place = ScriptLine { file: "night_raid.rhai".into(), line: 7 };
    game.debugger_mut().watch(Watched { trace: true, breakpoints: vec![place.clone()], ..Watched::default() });
    game.choose(Choice::of("event")).expect("its condition holds");
    let card = number(give_up(&mut game, 1).expect("a card is given up"));
    assert_eq!(game.debugger().stop().map(|stop| (&stop.place, stop.side)), Some((&place, RED)));
    assert_eq!(game.debugger().evaluate(RED, "card + game.hand.len()").ok(), Some((card + 1).to_string()));
    let traced: Vec<String> = game.debugger_mut().take_traced().into_iter().map(|call| call.text).collect();
    let asked = format!("game.choose_card(\"Which card do you give up?\", [{}]) = {card}", hand.join(", "));
    assert_eq!(traced, [asked, format!("game.discard({card})")]);
}

/// Torches that shine for everybody, and print.
fn bright_torches() -> String {
    let old = "if game.has_marker(at.side, \"torches\") { needed - game.parameter(\"light\") }";
    let new = "print(needed);\n    less(needed, game.parameter(\"light\"))";
    TORCHES.replace(old, new) + "fn less(needed, light) { needed - light }\n"
}

/// What the scripts have called, printed and changed since the last look.
fn traced(game: &mut Game<Outpost>) -> Vec<String> {
    game.debugger_mut().take_traced().into_iter().map(|call| format!("{} {}", call.place.line, call.text)).collect()
}

/// The use of the card to which Blue has just come.
fn at_blues_use() -> Game<Outpost> {
    let mut game = in_the_event(&bright_torches());
    let blue = game.decision().expect("a card of Blue").choices[0];
    game.choose(blue).expect("a card");
    game
}

#[test]
fn a_modifier_is_traced_prints_and_is_stopped_in_once() {
    let mut game = at_blues_use();
    let place = ScriptLine { file: "night_raid.rhai".into(), line: 11 };
    let breakpoints = vec![place.clone()];
    game.debugger_mut().watch(Watched { modifiers: true, prints: true, breakpoints, ..Watched::default() });
    game.beforehand().give_rolls([1]);
    game.choose(Choice::of("attack")).expect("an attack");
    assert_eq!(game.debugger().stop().map(|stop| (&stop.place, stop.side)), Some((&place, BLUE)));
    let needed: i64 = game.debugger().evaluate(BLUE, "needed").expect("a variable").parse().expect("a number");
    assert_eq!(game.debugger().evaluate(BLUE, "less(needed, 4)").ok(), Some((needed - 4).to_string()));
    assert_eq!(traced(&mut game), [format!("10 prints {needed}")]);
    game.debugger_mut().resume(Onward::Continue).expect("a stop");
    assert_eq!(game.debugger().stop(), None, "the rules ask again, and are not stopped again");
    let changed = format!("9 attack {needed} → {} (side Blue)", needed - 2);
    assert_eq!(traced(&mut game)[0], changed);
    let mut plain = at_blues_use();
    plain.beforehand().give_rolls([1]);
    plain.choose(Choice::of("attack")).expect("an attack");
    assert_eq!(game.record().to_string(), plain.record().to_string());
}

#[test]
fn a_stop_in_a_modifier_goes_on_by_lines_and_is_undone() {
    let mut game = at_blues_use();
    let at = |line| ScriptLine { file: "night_raid.rhai".into(), line };
    game.debugger_mut().watch(Watched {
        trace: true,
        modifiers: true,
        breakpoints: vec![at(10)],
        ..Watched::default()
    });
    game.choose(Choice::of("attack")).expect("an attack");
    let line = |game: &Game<Outpost>| game.debugger().stop().map(|stop| stop.place.line);
    assert_eq!(line(&game), Some(10));
    game.debugger_mut().resume(Onward::Next).expect("a stop");
    assert_eq!(line(&game), Some(11));
    let changed = bright_torches().replace("print(needed)", "print(`at ${needed}`)");
    game.reloading().reload(with_script(&changed)).expect("sound scripts");
    assert_eq!(line(&game), Some(11), "the script that was edited stops where it stood");
    let known = game.debugger().before_card().expect("a choice");
    assert!(game.past_mut().undo_to(known));
    assert_eq!((line(&game), game.decision().is_some()), (None, true));
}

#[test]
fn a_condition_is_traced_only_for_those_who_see_the_hand() {
    let tell = |shown: wilderness_outpost::Side| {
        let mut game = with_the_card(NIGHT_RAID);
        assert!(game.past_mut().undo());
        game.past_mut().show_to(Each::new([RED, BLUE], |side| side == shown));
        game.debugger_mut().watch(Watched { conditions: true, ..Watched::default() });
        game.choose(card(RAID)).expect("the card is in the hand");
        traced(&mut game)
    };
    assert_eq!(tell(RED).last().map(String::as_str), Some("3 can_play = true (side Red)"));
    assert_eq!(tell(BLUE), [""; 0]);
}

#[test]
fn what_modifiers_change_is_noted_with_who_changes_it() {
    let game = at_blues_use();
    let host = game.scripts().host().expect("scripts");
    let (needed, noted) = host.noting(|| game.scripts().needed(game.state(), RED, 5));
    assert_eq!((needed, noted), (Ok(3), vec!["attack 5 → 3 by Night Raid".to_string()]));
}

#[test]
fn what_is_wrong_with_a_script_is_pointed_at() {
    let found = |script: &str| {
        let faults = Text(script.into()).compile().err().expect("faults");
        faults.iter().map(|fault| (fault.code().to_string(), fault.pointed().to_string())).collect::<Vec<_>>()
    };
    let one = |code: &str, pointed: &str| vec![(code.to_string(), pointed.to_string())];
    assert_eq!(found(&NIGHT_RAID.replace("roll()", "rol()")), one("script::unknown_function", "rol"));
    assert_eq!(found(&NIGHT_RAID.replace("game.lead < 2", "game.roll() < 2")), one("script::acting_condition", "roll"));
    assert_eq!(found("fn can_play() { true }"), one("script::missing_function", ""));
    assert_eq!(found(&NIGHT_RAID.replace("game.lead < 2", "Side::GREEN == 2")), one("script::unknown_name", "GREEN"));
    let text = NIGHT_RAID.replace("game.roll() <= card", "game.roll() == 7 && card > 1");
    let warnings = Text(text).compile().expect("a sound script").warnings.iter().map(Fault::line).collect::<Vec<_>>();
    assert_eq!(warnings.len(), 1);
    assert!(warnings[0].contains("a die is never 7"), "{warnings:?}");
}

#[test]
fn the_reference_is_made_from_the_services() {
    let reference = Text(NIGHT_RAID.into()).compile().expect("a sound script").reference();
    let forms: Vec<(&str, bool)> =
        reference.themes[0].functions.iter().map(|function| (function.form.as_str(), function.acts)).collect();
    let expected = [
        ("game.choose_card(prompt: text, cards: array) -> number", true),
        ("game.discard(card: number)", true),
        ("game.gain()", true),
        ("game.hand -> array", false),
        ("game.lead -> number", false),
        ("game.roll() -> number", true),
    ];
    assert_eq!(forms, expected);
}

#[test]
fn a_marker_of_a_side_a_lasting_trigger_a_modifier_and_a_parameter_work_together() {
    let mut game = in_the_event(TORCHES);
    assert!(game.state().markers.contains_key("red-torches"));
    let needed = |game: &Game<Outpost>, side| game.scripts().needed(game.state(), side, 5);
    assert_eq!((needed(&game, RED), needed(&game, BLUE)), (Ok(3), Ok(5)));
    let blue = game.decision().expect("a card of Blue").choices[0];
    game.choose(blue).expect("a card");
    game.choose(Choice::of("draw")).expect("a use");
    assert!(game.state().markers.is_empty(), "the torches burn down after the turn of Blue");
    assert_eq!(game.log().last().map(String::as_str), Some("Red: red-torches is off"));
    assert_eq!(needed(&game, RED), Ok(5));
}

#[test]
fn a_modifier_that_returns_what_cannot_be_is_refused() {
    let scripts = |returned: &str| with_script(&TORCHES.replace("needed - game.parameter(\"light\")", returned));
    let game = in_the_event(TORCHES);
    let code = |returned: &str| match scripts(returned).needed(game.state(), RED, 5) {
        Err(wilderness_engine::Halt::Script(fault)) => format!("{}: {}", fault.code(), fault.message()),
        other => format!("{other:?}"),
    };
    assert_eq!(code("needed + 8"), "script::out_of_range: `attack` returns 13");
    assert_eq!(code("[1, \"3\"][1]"), "script::wrong_result: `attack` returns a value of type text");
    assert_eq!(code("()"), "Ok(5)");
}

#[test]
fn names_of_markers_of_a_side_and_of_parameters_are_checked() {
    let fault = |from: &str, to: &str| {
        let faults = Text(TORCHES.replace(from, to)).compile().err().expect("a fault");
        let fault = faults.iter().next().expect("a fault").clone();
        (fault.code().to_string(), fault.help_text().unwrap_or_default().to_string())
    };
    let (code, help) = fault("game.mark(game.side, ", "game.mark(");
    assert_eq!(
        (code.as_str(), help.as_str()),
        ("script::unknown_marker", "each side has its own: write `game.mark(side, \"torches\")`")
    );
    assert_eq!(fault("\"light\"", "\"lite\"").0, "script::unknown_parameter");
}
