//! Malicious or faulty scripts: each is refused when it is loaded, or stopped with a diagnostic; the position is as
//! before, and the game continues.

use std::rc::Rc;
use wilderness_engine::faults::Faults;
use wilderness_engine::faults::Source;
use wilderness_tests::{agents, answer, choices, messages, pending, seat_agents};
use wilderness_war::{CardId, Game, Header, PerSide, Record, Refused, Scripts, Side};

/// The scripts with another Small Pox.
fn small_pox(script: &str) -> Result<Rc<Scripts>, Faults> {
    Scripts::from_sources([("events/small_pox.rhai", script)]).map(Rc::new)
}

/// The fault code of a script that is refused.
fn refused(script: &str) -> String {
    match small_pox(script) {
        Ok(_) => panic!("{script} was loaded"),
        Err(faults) => faults.iter().next().map(|fault| fault.code().to_string()).unwrap_or_default(),
    }
}

fn play(body: &str) -> String {
    format!("fn can_play() {{ true }}\nfn play() {{ {body} }}\n")
}

/// A game in which the French can play Small Pox (34) with another script, or Campaign (1).
fn game(script: &str) -> Game {
    let scripts = small_pox(script).unwrap_or_else(|faults| panic!("{}", messages(&faults)));
    let hands = PerSide { french: Some(vec![CardId(34), CardId(1)]), british: None };
    let header = Header { hands, ..Header::new("annus-mirabilis", 7, &scripts) };
    let mut game = header.begin(scripts).unwrap_or_else(|faults| panic!("{}", messages(&faults)));
    game.proceed().expect("the first decision");
    game
}

/// Plays Small Pox, whose script fails, and returns the fault code. The game must be as before, and play to its end.
fn stopped(script: &str) -> String {
    let mut game = game(script);
    game.choose_token("card:34").expect("a card of the hand");
    assert_eq!(pending(&game), "french use");
    let (state, answers) = (game.state().clone(), game.past().answers());
    let code = match game.choose_token("event") {
        Err(Refused::ScriptFailed(fault)) => {
            assert!(fault.source_text().is_some_and(|source| source.name() == "events/small_pox.rhai"));
            assert!(fault.labels().next().is_some(), "{} points nowhere", fault.line());
            fault.code().trim_start_matches("script::").to_string()
        }
        other => panic!("{script}: {other:?}"),
    };
    assert_eq!((pending(&game).as_str(), game.past().answers()), ("french use", answers));
    assert!(*game.state() == state, "{script} left something behind");
    assert!(game.now().broken().is_none());
    game.choose_token("individual").expect("another use of the card");
    assert!(game.decision().is_some());
    code
}

#[test]
fn loops_without_end_are_stopped() {
    for body in [
        "loop { }",
        "let n = 0; loop { n += 1; if n < 0 { break; } }",
        "while true { game.tell(\"again\"); }",
        "[1].map(|x| { loop { } });",
        "loop { [1, 2].map(|x| { let a = x; a }); }",
        "let a = [3, 2, 1]; a.sort(|x, y| { loop { } }); game.tell(`${a}`);",
        "let f = || { loop { } }; f.call();",
    ] {
        assert_eq!(stopped(&play(body)), "endless", "{body}");
    }
}

#[test]
fn deep_recursion_is_stopped() {
    assert_eq!(stopped(&(play("deep(1);") + "fn deep(n) { deep(n + 1) }")), "too_deep");
    assert_eq!(stopped(&(play("one(1);") + "fn one(n) { two(n + 1) }\nfn two(n) { one(n) }")), "too_deep");
    assert_eq!(stopped(&(play("one(1);") + "fn one(n) { [n].map(|m| one(m + 1)) }")), "too_deep");
    let nested = format!("let x = {}1{};  game.tell(`${{x}}`);", "(".repeat(200), ")".repeat(200));
    assert_eq!(refused(&play(&nested)), "script::too_deep");
}

#[test]
fn data_without_bounds_is_stopped() {
    for body in [
        "let s = \"wilderness\"; loop { s += s; }",
        "let s = \"\"; s.pad(1000000, 'x');",
        "let a = [1]; loop { a += a; }",
        "let a = []; loop { a.push(\"wilderness\"); }",
        "let a = []; a.pad(1000000, 1);",
        "let m = #{}; let n = 0; loop { m[`k${n}`] = n; n += 1; }",
        "let a = []; loop { a = [a, a]; }",
    ] {
        let code = stopped(&play(body));
        assert!(["too_large", "endless"].contains(&code.as_str()), "{body}: {code}");
    }
    assert_eq!(refused(&format!("// {}\n{}", "x".repeat(70_000), play("game.roll();"))), "script::too_long");
}

#[test]
fn symbols_that_leave_the_sandbox_are_refused() {
    for body in [
        "eval(\"1\");",
        "import \"other\" as other;",
        "try { game.place(1, 2); } catch { }",
        "let f = Fn(\"x\"); f.curry(f);",
    ] {
        assert_eq!(refused(&play(body)), "script::forbidden", "{body}");
    }
    for body in ["timestamp();", "sleep(1);", "exit();", "rand();", "open(\"/etc/passwd\");", "parse_json(\"{}\");"] {
        assert_eq!(refused(&play(body)), "script::unknown_function", "{body}");
    }
}

#[test]
fn conditions_that_act_are_refused_or_stopped() {
    let condition = |body: &str| format!("fn can_play() {{ {body} }}\nfn play() {{ game.roll(); }}\n");
    assert_eq!(refused(&condition("game.roll() > 3")), "script::acting_condition");
    assert_eq!(refused(&condition("game.choose_option(\"?\", [\"a\", \"b\"]) == \"a\"")), "script::acting_condition");
    assert_eq!(refused(&condition("[1].map(|n| game.mark(\"quiberon\")).is_empty()")), "script::acting_condition");
    // No check sees a name built at run time: the service itself refuses it.
    let hidden = condition("let f = Fn(\"lu\" + \"cky\"); f.call()") + "fn lucky() { game.roll() > 3 }";
    let mut game = game(&hidden);
    let (state, answers) = (game.state().clone(), game.past().answers());
    let Err(Refused::ScriptFailed(fault)) = game.choose_token("card:34") else { panic!("a condition rolled a die") };
    assert_eq!(fault.message(), "`game.roll` refuses: this asks or changes something, which a condition cannot do");
    assert_eq!((pending(&game).as_str(), game.past().answers()), ("french card", answers));
    assert!(*game.state() == state);
    game.choose_token("card:1").expect("the game goes on with another card");
}

#[test]
fn no_call_acts_after_an_open_question() {
    // The sort swallows the error of the question; the calls after it must have no effect.
    let script = play(
        "let ask = Fn(\"as\" + \"k\"); let a = [2, 1]; a.sort(|x, y| ask.call(x, y)); \
         game.score(game.side, 5, \"stolen\");",
    ) + "fn ask(x, y) { game.choose_option(\"First?\", [\"no\", \"yes\"]); x - y }";
    let mut game = game(&script);
    let points = game.state().vp;
    game.choose_token("card:34").expect("a card of the hand");
    game.choose_token("event").expect("the question is open");
    assert_eq!(pending(&game), "french event");
    assert_eq!(game.state().vp, points, "something happened after the question");
}

#[test]
fn a_service_that_refuses_undoes_the_whole_event() {
    let body = "game.score(game.side, 3, \"for nothing\"); game.unmark(\"quiberon\"); \
                game.set_siege_level(space(\"quebec\"), 1);";
    assert_eq!(stopped(&play(body)), "refused");
    assert_eq!(stopped(&play("throw \"enough\";")), "refused");
    assert_eq!(stopped(&play("game.lose_step(game.leaders(game.side)[0]);")), "refused");
    assert_eq!(stopped(&play("let all = game.units(game.side); game.restore(all[300]);")), "no_such_item");
    assert_eq!(stopped(&play("game.restore([1, \"two\"]);")), "refused");
    assert_eq!(stopped(&play("game.vp([3, game.side][0]);")), "wrong_arguments");
    assert_eq!(stopped(&play("let n = 9223372036854775807; game.score(game.side, n + 1, \"\");")), "failed");
}

#[test]
fn victory_points_have_bounds() {
    let mut game = game(&play("for n in 0..2000 { game.score(game.side, 100, \"again\"); }"));
    for token in ["card:34", "event"] {
        game.choose_token(token).expect("an event that can be played");
    }
    assert_eq!(game.state().vp, 999);
}

#[test]
fn an_option_that_is_offered_twice_is_one_option() {
    let mut game = game(&play("game.choose_option(\"Which?\", [\"a\", \"b\", \"a\"]);"));
    for token in ["card:34", "event"] {
        game.choose_token(token).expect("an event that asks");
    }
    assert_eq!(choices(&game), ["option:a", "option:b"]);
}

#[test]
fn an_event_that_fails_after_several_choices_undoes_the_card() {
    let script = play(
        "let first = game.choose_option(\"First?\", [\"no\", \"yes\"]); let die = game.roll(); \
         let second = game.choose_option(\"Second?\", [\"no\", \"yes\"]); \
         if first == second && die > 0 { throw \"alike\"; }",
    );
    let mut game = game(&script);
    game.choose_token("card:34").expect("a card of the hand");
    let (state, answers) = (game.state().clone(), game.past().answers());
    game.choose_token("event").expect("the first question");
    game.choose_token("option:no").expect("the second question");
    assert!(matches!(game.choose_token("option:no"), Err(Refused::ScriptFailed(_))));
    assert_eq!((pending(&game).as_str(), game.past().answers()), ("french use", answers));
    assert!(*game.state() == state);
    game.choose_token("event").expect("once more");
    game.choose_token("option:no").expect("the second question");
    game.choose_token("option:yes").expect("not alike: it ends well");
    game.choose_token("done").expect("nothing is demolished");
    assert_eq!(game.state().active, Side::British);
}

/// Asks twice inside a closure that an array function calls, and uses both answers.
const ASKING: &str = "fn can_play() { true }
fn play() {
    let words = [1, 2].map(|n| game.choose_option(`Question ${n}`, [\"a\", \"b\", \"c\"]));
    let die = game.roll();
    let more = [3].filter(|n| game.choose_option(`Question ${n}`, [\"a\", \"b\"]) == \"a\");
    game.score(game.side, die + more.len() + if words[0] == words[1] { 1 } else { 0 } - 3, \"guessing\");
}
";

#[test]
fn a_script_that_asks_in_closures_is_played_step_by_step_as_in_one_run() {
    for seed in 0..4 {
        let scripts = small_pox(ASKING).unwrap_or_else(|faults| panic!("{}", messages(&faults)));
        let hands = PerSide { french: Some(vec![CardId(34)]), british: None };
        let header = Header { hands, ..Header::new("annus-mirabilis", seed, &scripts) };
        let begin = || header.begin(scripts.clone()).unwrap_or_else(|faults| panic!("{}", messages(&faults)));
        let mut straight = begin();
        seat_agents(&mut straight, seed);
        straight.proceed().expect("a whole game");
        let mut stepped = begin();
        stepped.proceed().expect("the first decision");
        let mut agents = agents(seed);
        while let Some(decision) = stepped.decision().cloned() {
            let choice = answer(&stepped, &mut agents, &decision);
            stepped.choose(choice).expect("a legal choice");
        }
        assert!(stepped.history() == straight.history(), "seed {seed}: the answers differ");
        assert!(stepped.state() == straight.state(), "seed {seed}: the end differs");
        let record = straight.record().to_string();
        let replayed = Record::parse(&Source::new("record", record.as_str()))
            .and_then(|record| record.play(scripts.clone(), None));
        let replayed = replayed.unwrap_or_else(|faults| panic!("{}", messages(&faults)));
        assert!(replayed.state() == straight.state(), "seed {seed}: the record leads elsewhere");
    }
}

#[test]
fn the_questions_in_closures_come_one_after_the_other() {
    let mut game = game(ASKING);
    let points = game.state().vp;
    game.choose_token("card:34").expect("a card of the hand");
    game.choose_token("event").expect("the first question");
    for (prompt, token) in [("Question 1", "b"), ("Question 2", "b"), ("Question 3", "a")] {
        let decision = game.decision().expect("a question");
        assert_eq!(decision.ask.prompt().to_string(), prompt);
        assert_eq!(game.state().vp, points);
        game.choose_token(&format!("option:{token}")).expect("an answer");
    }
    assert_ne!(pending(&game), "french event");
}

#[test]
fn the_requests_of_an_undone_event_do_not_affect_another() {
    let mut game = game(&play("game.remove_this_card(); game.choose_option(\"Really?\", [\"yes\", \"no\"]);"));
    game.choose_token("card:34").expect("a card of the hand");
    game.choose_token("event").expect("the question");
    assert!(game.past_mut().undo() && game.past_mut().undo());
    game.choose_token("card:1").expect("the other card");
    game.choose_token("event").expect("two forces are activated");
    assert!(game.state().discard.contains(CardId(1)) && !game.state().removed.contains(CardId(1)));
}

#[test]
fn responses_that_call_for_one_another_come_to_an_end() {
    let script = "fn moments() { [\"card_discarded\"] }\nfn can_respond(moment) { true }\n\
        fn respond(moment) { for card in game.discard_pile() { game.take_from_discard(game.side, card); } }\n";
    let sources = [("events/foul_weather.rhai", script), ("events/lake_schooner.rhai", script)];
    let scripts = Rc::new(Scripts::from_sources(sources).unwrap_or_else(|faults| panic!("{}", messages(&faults))));
    let hands = PerSide { french: Some([14, 15, 1, 2].map(CardId).to_vec()), british: None };
    let header = Header { hands, ..Header::new("annus-mirabilis", 1, &scripts) };
    let mut game = header.begin(scripts).unwrap_or_else(|faults| panic!("{}", messages(&faults)));
    game.proceed().expect("the first decision");
    let mut agents = agents(1);
    for _ in 0..200 {
        let Some(decision) = game.decision().cloned() else { break };
        let choice = answer(&game, &mut agents, &decision);
        // Without a limit the program would run out of stack.
        let _ = game.choose(choice);
    }
    assert!(game.now().broken().is_none(), "{:?}", game.now().broken());
}
