//! Expressions that a player evaluates.

use std::rc::Rc;
use wilderness_engine::faults::Fault;
use wilderness_war::testing::{start, view};
use wilderness_war::{CardId, Scripts, Side};

fn ask(expression: &str) -> Result<String, String> {
    let scripts = Rc::new(Scripts::embedded().expect("sound scripts"));
    let scenario = scripts.scenario("annus-mirabilis").expect("one");
    let mut state = start(&scenario.expect("a sound one"), scripts.deck(), 1);
    state.hands.british.insert(CardId(7));
    let view = view(&state, &scripts, Side::French);
    view.evaluate(expression).map_err(|faults| faults.iter().map(Fault::line).collect::<Vec<_>>().join("; "))
}

#[test]
fn values_are_shown_by_their_names() {
    assert_eq!(ask("1 + 1").as_deref(), Ok("2"));
    assert_eq!(ask("game.side").as_deref(), Ok("French"));
    assert_eq!(ask("game.leaders(Side::FRENCH).filter(|l| l.id == \"montcalm\")").as_deref(), Ok("[Montcalm]"));
    assert_eq!(ask("game.space_of(piece(\"montcalm\"))").as_deref(), Ok("Montréal"));
    assert_eq!(ask("#{ vp: game.vp(game.side), who: \"us\" }").as_deref(), Ok("#{vp: 4, who: \"us\"}"));
    let nations = ask("nations_of_the_french(\"western\")");
    assert_eq!(nations.as_deref(), Ok("[\"western\", \"pays-d-en-haut\"]"), "the library too");
    assert_eq!(ask("").as_deref(), Ok("()"));
}

#[test]
fn nothing_can_be_changed_and_nothing_hidden_be_seen() {
    assert!(ask("game.roll()").expect_err("refused").contains("cannot do"));
    assert!(ask("game.rol()").expect_err("refused").contains("script::unknown_function"));
    assert!(ask("1 +").expect_err("refused").contains("script::syntax"));
    assert_eq!(ask("game.hand(game.enemy)").as_deref(), Ok("[]"), "the enemy's hand");
}
