//! The trial of scripts in random games.

use std::rc::Rc;
use wilderness_engine::Table;
use wilderness_engine::faults::Faults;
use wilderness_engine::script::{Findings, TrialProgress};
use wilderness_war::agents::Random;
use wilderness_war::scripting::trial;
use wilderness_war::testing::{play, start};
use wilderness_war::{CardId, Halt, Scripts, Side, War};

fn run(name: &str, script: &str) -> Vec<(String, String)> {
    let scripts = Rc::new(Scripts::from_sources([(name, script)]).expect("sound scripts"));
    let scenario = scripts.scenario("annus-mirabilis").expect("a scenario").expect("sound");
    let (faults, _) = trial(&scripts, &[scenario], 1, &mut |_| true);
    let id = name.trim_start_matches("events/").trim_end_matches(".rhai");
    let own = faults.iter().filter(|fault| fault.source_text().is_some_and(|source| source.name().contains(id)));
    own.map(|fault| (fault.code().to_string(), fault.pointed().to_string())).collect()
}

fn one(code: &str, pointed: &str) -> Vec<(String, String)> {
    vec![(code.to_string(), pointed.to_string())]
}

#[test]
fn an_event_that_fails_when_it_is_played_is_found() {
    let script =
        "fn can_play() { game.year == 1758 }\nfn play() { game.place(game.units(game.side)[0], space(\"quebec\")); }";
    assert_eq!(run("events/small_pox.rhai", script), one("script::refused", "place"));
}

#[test]
fn an_optional_rule_that_fails_when_it_acts_is_found() {
    let script = "fn rule() { #{ name: \"x\", about: \"y\" } }\nfn moments() { [\"season_end\"] }\n\
                  fn act(moment) { let none = []; none[game.year]; }";
    assert_eq!(run("optional/own.rhai", script), one("script::no_such_item", "game"));
}

#[test]
fn a_rule_that_takes_the_last_leader_stops_no_force_that_was_about_to_be_activated() {
    let script = "fn rule() { #{ name: \"x\", about: \"y\" } }\nfn moments() { [\"card_discarded\"] }\n\
                  fn act(moment) { game.eliminate_even_besieged(game.leaders(game.side)); }";
    assert_eq!(run("optional/own.rhai", script), []);
}

#[test]
fn a_game_that_cannot_go_on_is_laid_to_the_script_that_acted_last() {
    let script = "fn can_play() { game.year > 1757 }\nfn play() { game.roll(); }";
    let scripts = Rc::new(Scripts::from_sources([("events/small_pox.rhai", script)]).expect("sound scripts"));
    let mut go_on = |_: TrialProgress| true;
    let mut found = Findings::<War>::new(&scripts, [], 1, &mut go_on);
    let scenario = scripts.scenario("annus-mirabilis").expect("a scenario").expect("sound");
    let mut table = Table::<War>::new(start(&scenario, scripts.deck(), 1), scenario, scripts.clone());
    Side::BOTH.into_iter().for_each(|side| table.seat(side, Box::new(Random::new(1, side))));
    play(&scripts, &mut table, Side::French, CardId(34)).expect("a die is rolled");
    found.report(table.take_acted(), Halt::Unsettled("nobody is there".into()));
    found.report(None, Halt::Unsettled("nobody is there".into()));
    let (faults, _) = found.conclude(&Faults::none(), |_| None);
    let faults: Vec<(&str, &str)> = faults.iter().map(|fault| (fault.message(), fault.pointed())).collect();
    let laid = "the game cannot go on after `play` of `events/small_pox.rhai`: broken invariant: nobody is there";
    assert_eq!(faults, [(laid, "play"), ("a random game cannot go on: broken invariant: nobody is there", "")]);
}

#[test]
fn conditions_that_never_or_always_hold_are_noticed() {
    let script = |condition: &str| format!("fn can_play() {{ {condition} }}\nfn play() {{ game.roll(); }}");
    assert_eq!(
        run("events/small_pox.rhai", &script("game.vp(game.side) > 1800")),
        one("trial::never_playable", "can_play")
    );
    assert_eq!(
        run("events/small_pox.rhai", &script("game.vp(game.side) < 1800")),
        one("trial::never_refused", "can_play")
    );
    assert_eq!(run("events/small_pox.rhai", &script("true")), []);
    assert_eq!(run("events/small_pox.rhai", &script("game.vp(game.side) > 1")), []);
}
