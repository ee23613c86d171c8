//! Conditions whose answers are remembered.

use rhai::Dynamic;
use wilderness_engine::faults::Source;
use wilderness_engine::script::{Occasion, ScriptSet as _};
use wilderness_war::testing::State;
use wilderness_war::{Scripts, Side};

/// What a function says in each of these years, for each of these arguments, one after the other and all of it twice;
/// and what it says where nothing is remembered.
fn said(text: &str, years: &[u16], arguments: &[i64]) -> [Vec<String>; 2] {
    let scripts = Scripts::embedded().expect("sound scripts");
    let (host, mut state, occasion) =
        (scripts.host().expect("scripts"), State::bare(), Occasion::new(Side::French, None));
    let script = host.load(&Source::new("f.rhai", text)).expect("a script").compiled;
    let mut both = [Vec::new(), Vec::new()];
    for year in years.iter().chain(years) {
        for argument in arguments {
            state.year = *year;
            let given = || vec![Dynamic::from(*argument)];
            both[0].push(format!("{:?}", host.query(&script, "f", &state, occasion, given())));
            both[1].push(format!("{:?}", host.query_plainly(&script, "f", &state, occasion, given())));
        }
    }
    both
}

#[test]
fn a_remembered_condition_says_what_the_game_and_the_arguments_make_it_say() {
    for text in [
        "fn f(n) { game.year + n > 1757 }",
        "fn f(n) { if game.year > 1756 { game.spaces().len() + n } else { game.is_early } }",
        "fn f(n) { [1755, 1757].filter(|year| year == game.year && n > 0) }",
        "fn f(n) { let year = game.year; [1, 2, 3].some(|it| it * n + 1754 == year) }",
        "fn f(n) { #{ year: game.year, side: game.side, port: space(\"quebec\"), n: n } }",
        "fn f(n) { if game.year == 1756 { nothing(n) } else { game.year } }",
    ] {
        let [found, expected] = said(text, &[1755, 1756, 1757], &[0, 1, 2]);
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn what_reads_something_new_each_time_is_asked_each_time() {
    let years: Vec<u16> = (0..800).collect();
    let [found, expected] = said("fn f(n) { game.year * 2 + n }", &years, &[1]);
    assert_eq!(found, expected);
}
