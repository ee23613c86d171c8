//! What the script services refuse: everything that breaks the rules or belongs to another moment. The diagnostic names
//! the call, and the event is undone.

use std::rc::Rc;
use wilderness_tests::situation::Situation;
use wilderness_tests::{choices, messages, pending, scripts};
use wilderness_war::Side::{British, French};
use wilderness_war::{CardId, Choice, Game, Header, PerSide, Refused, Scripts, Side, View, Word};

/// A game of Annus Mirabilis in which the French hold Small Pox (34) with another script.
fn small_pox(play: &str) -> Game {
    let script = format!("fn can_play() {{ true }}\nfn play() {{ {play} }}\n");
    begin(&[("events/small_pox.rhai", script.as_str())], &[])
}

fn begin(files: &[(&str, &str)], rules: &[&str]) -> Game {
    let scripts = Scripts::from_sources(files.iter().copied()).map(Rc::new);
    let scripts = scripts.unwrap_or_else(|faults| panic!("{}", messages(&faults)));
    let hands = PerSide { french: Some(vec![CardId(34), CardId(1)]), british: None };
    let header = Header::new("annus-mirabilis", 8, &scripts).with_rules(rules.iter().copied(), &scripts);
    let header = Header { hands, ..header.expect("rules") };
    let mut game = header.begin(scripts).unwrap_or_else(|faults| panic!("{}", messages(&faults)));
    game.proceed().expect("the first decision");
    game
}

/// Plays Small Pox, and returns the message of its failure. The game must be as before.
fn refused(play: &str) -> String {
    let mut game = small_pox(play);
    game.choose_token("card:34").expect("a card of the hand");
    let state = game.state().clone();
    let Err(Refused::ScriptFailed(fault)) = game.choose_token("event") else { panic!("{play} was accepted") };
    assert!(fault.labels().next().is_some(), "{} points nowhere", fault.line());
    assert!(*game.state() == state && game.now().broken().is_none(), "{play} left something behind");
    fault.message().to_string()
}

/// Plays Small Pox, which succeeds.
fn played(play: &str) -> Game {
    let mut game = small_pox(play);
    game.choose_token("card:34").expect("a card of the hand");
    game.choose_token("event").unwrap_or_else(|refused| panic!("{play}: {refused}"));
    game
}

#[test]
fn the_militia_box_takes_militia_of_its_own_side_only() {
    for piece in ["50th", "montcalm", "colonial-militia-1"] {
        let Some(piece) = wilderness_war::pieces::Pieces::get().find(piece) else { continue };
        let call = format!("game.place_militia(piece(\"{}\"), \"st-lawrence\");", piece.id());
        assert!(refused(&call).starts_with("`game.place_militia` refuses: "), "{}", refused(&call));
    }
    let british =
        "for unit in game.new_units(Side::BRITISH, \"militia\", 1) { game.place_militia(unit, \"st-lawrence\"); }";
    assert!(refused(british).contains("French militia only (7.3)"));
}

#[test]
fn militia_are_placed_in_no_space() {
    let call = "for unit in game.new_units(Side::FRENCH, \"militia\", 1) { game.place(unit, space(\"montreal\")); }";
    assert!(refused(call).contains("wait in the box of their department"), "{}", refused(call));
}

#[test]
fn the_pool_holds_british_leaders_only() {
    assert!(refused("game.join_pool([piece(\"montcalm\")]);").contains("is not a British leader"));
    assert!(refused("game.join_pool([piece(\"44th\")]);").contains("is not a British leader"));
}

#[test]
fn eliminated_units_lose_no_steps() {
    let call = "let unit = game.units(Side::FRENCH).filter(|unit| unit.is_indian)[0]; \
                game.eliminate(unit); game.lose_step(unit);";
    assert!(refused(call).contains("is not in play"), "{}", refused(call));
    assert!(refused("game.eliminate(piece(\"wolfe\"));").contains("is not in play"));
}

#[test]
fn only_leaders_of_one_side_change_places() {
    let of = |a: &str, b: &str| refused(&format!("game.swap_leaders({a}, {b});"));
    let leader = |side: &str| format!("game.leaders(Side::{side})[0]");
    assert!(of(&leader("FRENCH"), "game.units(Side::FRENCH)[0]").contains("is not a leader"));
    assert!(of(&leader("FRENCH"), &leader("BRITISH")).contains("two leaders of one side"));
    assert!(of(&leader("FRENCH"), &leader("FRENCH")).contains("two leaders of one side"));
    assert!(of(&leader("FRENCH"), "piece(\"dieskau\")").contains("not on the map"));
}

#[test]
fn british_leaders_come_from_the_pool() {
    let at = |leader: &str| refused(&format!("game.place(piece(\"{leader}\"), space(\"new-york\"));"));
    assert!(at("amherst").contains("(5.55)"), "{}", at("amherst"));
    let pool = refused("game.join_pool([piece(\"amherst\")]); game.place(piece(\"amherst\"), space(\"new-york\"));");
    assert!(pool.contains("has to be drawn first"), "{pool}");
    let game = played("let drawn = game.draw_leader(); game.place(drawn, space(\"new-york\"));");
    assert!(game.state().pieces.here(wilderness_war::Place::LeaderPool).len() < 20);
    let twice =
        "let drawn = game.draw_leader(); game.place(drawn, space(\"new-york\")); game.place(drawn, space(\"boston\"));";
    assert!(refused(twice).contains("is in play"), "{}", refused(twice));
}

#[test]
fn the_assemblies_limit_what_provincials_are_placed_5_54() {
    let call = "for unit in game.new_units(Side::BRITISH, \"southern-provincial\", 6) { \
                game.place(unit, space(\"alexandria\")); }";
    assert!(refused(call).contains("(5.54)"), "{}", refused(call));
}

#[test]
fn a_script_puts_its_own_markers_in_force_only() {
    assert!(
        refused("let name = \"pitt-and\" + \"-diplomacy\"; game.mark(name);").contains("is not among the `markers()`")
    );
    assert!(refused("let name = \"quib\" + \"eron\"; game.mark(name);").contains("is not among the `markers()`"));
    assert!(refused("let name = \"pitt-and\" + \"-diplomacy\"; game.unmark(name);").contains("is an optional rule"));
    let load = |script: &str| {
        let loaded = Scripts::from_sources([("events/small_pox.rhai", script)]);
        loaded.err().map(|faults| messages(&faults)).unwrap_or_default()
    };
    let marks = "fn can_play() { true }\nfn play() { game.mark(\"quiberon\"); }";
    assert!(load(marks).contains("script::marker_of_another"), "{}", load(marks));
    let rule =
        "fn can_play() { true }\nfn play() { game.mark(\"bidding\"); }\nfn markers() { #{ \"bidding\": \"year\" } }";
    assert!(load(rule).contains("script::marker_of_rule"), "{}", load(rule));
}

#[test]
fn services_meant_for_one_moment_are_refused_at_others_when_they_are_read_and_when_they_are_called() {
    for (service, call) in [("land", "game.land(space(\"louisbourg\"))"), ("turn_back", "game.turn_back()")] {
        let script = format!("fn can_play() {{ true }}\nfn play() {{ {call}; }}");
        let faults = Scripts::from_sources([("events/small_pox.rhai", script.as_str())]).err().expect("a fault");
        assert_eq!(
            faults.iter().next().map(|fault| (fault.code(), fault.pointed())),
            Some(("script::out_of_place", service))
        );
        // No check sees this call: the service itself refuses.
        let hidden = call.replace("game.", "table.");
        let message = refused(&format!("let table = game; {hidden};"));
        assert!(message.contains("it is meant for the moment"), "{message}");
    }
    let rule =
        "fn rule() { #{ name: \"x\", about: \"y\" } }\nfn moments() { [\"phase_end\"] }\nfn act(moment) { CALL; }";
    for (call, said) in
        [("remove_this_card()", "no card is being played"), ("activate_forces(2)", "instead of an activation")]
    {
        let seen = rule.replace("CALL", &format!("game.{call}"));
        assert!(Scripts::from_sources([("optional/own.rhai", seen.as_str())]).is_err(), "{call} was not seen");
        let hidden = rule.replace("CALL", &format!("let table = game; table.{call}"));
        let mut game = begin(&[("optional/own.rhai", hidden.as_str())], &["own"]);
        game.choose_token("card:1").expect("a card");
        game.choose_token("individual").expect("a use");
        let Err(Refused::ScriptFailed(fault)) = game.choose_token("done") else { panic!("{call} was accepted") };
        assert!(fault.message().contains(said), "{}", fault.message());
    }
}

#[test]
fn a_mover_is_not_removed_during_its_move() {
    let schooner = "fn moments() { [\"step_made\"] }\nfn can_respond(moment) { true }\n\
                    fn respond(moment) { game.eliminate(moment.mover); }";
    let scripts =
        Scripts::from_sources([("events/lake_schooner.rhai", schooner)]).expect("sound as far as can be seen");
    let header = Header::new("annus-mirabilis", 8, &scripts);
    let hands = PerSide { french: Some(vec![CardId(1), CardId(2)]), british: Some(vec![CardId(15), CardId(3)]) };
    let mut game = Header { hands, ..header }.begin(Rc::new(scripts)).expect("a game");
    game.proceed().expect("a decision");
    for token in ["card:1", "individual", "piece:huron", "done"] {
        game.choose_token(token).unwrap_or_else(|refused| panic!("{token}: {refused}"));
    }
    while pending(&game) == "french mover" || pending(&game) == "french action" {
        let first = choices(&game)[0].clone();
        game.choose_token(&first).expect("an answer");
    }
    let step = choices(&game).into_iter().find(|token| token.starts_with("space:")).expect("a way");
    game.choose_token(&step).expect("a step");
    assert_eq!(pending(&game), "british respond");
    let Err(Refused::ScriptFailed(fault)) = game.choose_token("card:15") else { panic!("the mover was taken away") };
    assert!(fault.message().contains("cannot be taken away now"), "{}", fault.message());
}

#[test]
fn scripts_that_call_each_other_without_an_end_are_stopped() {
    let rule = "fn rule() { #{ name: \"x\", about: \"y\" } }\nfn moments() { [\"leader_drawn\"] }\n\
                fn act(moment) { game.draw_leader(); }";
    let event = "fn can_play() { true }\nfn play() { game.draw_leader(); }";
    let mut game = begin(&[("optional/own.rhai", rule), ("events/small_pox.rhai", event)], &["own"]);
    game.choose_token("card:34").expect("the card");
    let Err(Refused::ScriptFailed(fault)) = game.choose_token("event") else { panic!("it came to an end") };
    assert_eq!(fault.code(), "script::nested");
}

// Vetoes and hand sizes

#[test]
fn any_veto_counts_and_is_told_by_who_gave_it() {
    let rule = |name: &str, may: bool| {
        format!(
            "fn rule() {{ #{{ name: \"{name}\", about: \"x\" }} }}\n\
                 fn may_play(may, at) {{ if at.event == \"campaign\" {{ {may} }} }}"
        )
    };
    let (never, always) = (rule("No campaigns", false), rule("Always campaigns", true));
    for files in [
        [("optional/a.rhai", never.as_str()), ("optional/b.rhai", always.as_str())],
        [("optional/a.rhai", always.as_str()), ("optional/b.rhai", never.as_str())],
    ] {
        let mut game = begin(&files, &["a", "b"]);
        game.choose_token("card:1").expect("Campaign");
        assert!(!choices(&game).contains(&"event".to_string()), "{:?}", choices(&game));
        let why = game.why().why_not(Choice::Word(Word::Event)).map(|refusal| refusal.to_string());
        assert_eq!(why.as_deref(), Some("No campaigns forbids the event (5.12)"));
    }
}

/// The number of cards dealt to each side with these markers in force.
fn dealt(markers: &str) -> (usize, usize) {
    let war = Situation::new().scenario("full-campaign").markers(markers).hand(French, &[1]).hand(British, &[]);
    let mut game = war.begin();
    game.french("card", "card:1").french("use", "individual");
    (game.hand(Side::French).len(), game.hand(Side::British).len())
}

#[test]
fn hand_sizes_apply_one_after_the_other_r16() {
    assert_eq!(dealt("diplomatic-revolution william-pitt"), (9, 9));
    assert_eq!(dealt("diplomatic-revolution william-pitt quiberon"), (7, 9));
    assert_eq!(dealt("william-pitt"), (8, 9));
}

#[test]
fn quiberon_bay_ends_the_diplomatic_revolution_and_it_has_been_played_all_the_same() {
    let situation = || {
        let last = Situation::new().british_turn().removed(&[21, 69]).hand(British, &[62]).hand(French, &[]);
        last.markers("diplomatic-revolution pitt-and-diplomacy").discarded(&[67])
    };
    let mut game = situation().begin();
    game.event(62);
    assert!(!View::of_everything(game.game()).position().markers.contains(&"diplomatic-revolution".to_string()));
    assert!(game.hand(British).contains(&67), "14.1: it was played as an event");
    assert!(scripts().rules().any(|rule| rule.id == "pitt-and-diplomacy"));
}
