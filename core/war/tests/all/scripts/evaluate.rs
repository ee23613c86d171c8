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

/// What a script can do with an array `x`, each with an array `y` and a thing `one` that may be in it.
const WITH_ARRAYS: [&str; 46] = [
    "x",
    "x.len()",
    "x.len",
    "x.is_empty()",
    "x[0]",
    "x[-1]",
    "x[99]",
    "x[-99]",
    "x[0] = 7; x",
    "x.push(7); x",
    "x.insert(1, 7); x",
    "x.pop()",
    "let gone = x.shift(); [gone, x]",
    "x.reverse(); x",
    "x.remove(0); x",
    "x.clear(); x",
    "x.truncate(1); x",
    "x.contains(one)",
    "one in x",
    "() in x",
    "x.index_of(one)",
    "x + y",
    "y + x",
    "x + x",
    "[] + x",
    "x + []",
    "x += y; x",
    "x += one; x",
    "let all = []; all += x; all += y; all += 1; all",
    "x.append(y); x",
    "x == y",
    "x == x",
    "x != y",
    "x == ()",
    "x.filter(|it| it == one)",
    "x.filter(|it| it != one).len()",
    "x.some(|it| it == one)",
    "x.all(|it| it == one)",
    "x.map(|it| it == one)",
    "x.find(|it| it == one)",
    "x.reduce(|sum, it| sum + 1, 0)",
    "x.drain(|it| it == one); x",
    "let n = 0; for it in x { n += if it == one { 1 } else { 10 }; } n",
    "let other = x; other.push(7); [x.len(), other.len()]",
    "type_of(x)",
    "`${x.len()} of ${x}`.len() > 0",
];

#[test]
fn to_a_script_a_set_is_an_array_of_its_items() {
    let sets = [
        ("game.leaders(Side::FRENCH)", "game.leaders(Side::BRITISH)", "piece(\"montcalm\")"),
        ("game.fortresses(Side::FRENCH)", "within(space(\"quebec\"), 1)", "space(\"quebec\")"),
    ];
    for (x, y, one) in sets {
        for what in WITH_ARRAYS {
            let of = |x: &str, y: &str| ask(&format!("let x = {x}; let y = {y}; let one = {one}; {what}"));
            let plain = |set: &str| format!("{set}.map(|it| it)");
            let as_array = of(&plain(x), &plain(y));
            let is_error = |found: &Result<String, String>| found.as_ref().err().map(|_| ());
            for (x, y) in [(x.to_string(), y.to_string()), (x.to_string(), plain(y)), (plain(x), y.to_string())] {
                let found = of(&x, &y);
                assert_eq!(is_error(&found), is_error(&as_array), "{x}: {what}: {found:?}, {as_array:?}");
                assert_eq!(found.ok(), as_array.clone().ok(), "{x}, {y}: {what}");
            }
        }
    }
}

#[test]
fn a_service_for_spaces_refuses_an_array_with_anything_else() {
    let refused = ask("[space(\"quebec\"), 1].meets(adjacent(space(\"quebec\")))");
    assert_eq!(refused.is_err(), ask("game.strength(game.spaces())").is_err());
    assert!(refused.is_err());
    assert_eq!(ask("[space(\"quebec\")].meets(within(space(\"quebec\"), 0))").as_deref(), Ok("true"));
    assert_eq!(ask("[space(\"quebec\"), space(\"quebec\")].in_department(\"st-lawrence\").len()").as_deref(), Ok("2"));
}
