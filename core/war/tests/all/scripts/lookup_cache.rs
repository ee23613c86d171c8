//! Calls that remember what they have looked up.

use wilderness_engine::faults::Source;
use wilderness_engine::script::{Occasion, ScriptSet as _};
use wilderness_war::testing::State;
use wilderness_war::{Scripts, Side};

/// What a function returns, or what is wrong with it and where: as Rhai calls it, and three times with what it has
/// looked up before.
fn both_ways(text: &str) -> (String, [String; 3]) {
    let scripts = Scripts::embedded().expect("sound scripts");
    let (host, state, occasion) = (scripts.host().expect("scripts"), State::bare(), Occasion::new(Side::French, None));
    let script = host.load(&Source::new("f.rhai", text)).expect("a script").compiled;
    let expected = host.query_plainly(&script, "f", &state, occasion, Vec::new());
    let found = [0; 3].map(|_| host.query(&script, "f", &state, occasion, Vec::new()));
    (format!("{expected:?}"), found.map(|returned| format!("{returned:?}")))
}

#[test]
fn a_call_returns_the_same_with_a_cache_and_without() {
    for text in [
        "fn f() { [1, 2, 3].filter(|x| x > 1).len() }",
        "fn f() { let n = 2; [1, 2, 3].some(|x| x == n) && ![1, 3].some(|x| g(x, n)) }\nfn g(a, b) { a == b }",
        "fn f() { [3, 4].map(|x, index| x * index) }",
        "fn f() { [1, 2].map(|x| [x, 3].filter(|y| y > x).len()) }",
        "fn f() { [\"b\" in [\"a\", 1, \"b\"], \"c\" in [\"a\", 1], 1 in [2, 1]] }",
        "fn f() { let all = [1, space(\"quebec\")]; [space(\"quebec\") in all, space(\"niagara\") in all] }",
        "fn f() { game.spaces().filter(|space| space.is_port).len() }",
        "fn f() { g() }\nfn g() { [1, 2].filter(|x| x == 1 || space(\"nowhere\") == x) }",
        "fn f() { [1].map(|x| x.nothing) }",
        "fn f() { [1].some(|x| nothing(x)) }",
        "fn f() { nothing() }",
        "fn f() { f() }",
    ] {
        let (expected, found) = both_ways(text);
        assert_eq!(found, [(); 3].map(|()| expected.clone()), "{text}");
    }
}
