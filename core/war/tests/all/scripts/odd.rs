//! Scripts that are correct, though few people would write them so: nothing is found in them.

use wilderness_engine::faults::Fault;
use wilderness_war::Scripts;

/// Bodies of `play`.
const ODD: [&str; 62] = [
    r##"let n = 0; n = n + 1; game.score(game.side, n, "odd");"##,
    r##"let n = 3 - 2; if n == 1 { game.roll(); }"##,
    r##"if game.roll() > 3 { } else { game.roll(); }"##,
    r##"let list = []; list.push(1); game.score(game.side, list.len(), "odd");"##,
    r##"for _n in 0..3 { game.roll(); }"##,
    r##"let i = 0; while i < 3 { i += 1; game.roll(); }"##,
    r##"loop { if game.roll() > 1 { break; } }"##,
    r##"let f = |x| x + 1; game.score(game.side, f.call(0), "odd");"##,
    r##"game.tell(`${game.side}: ${game.year}`);"##,
    r##"game.tell("a" + "b");"##,
    r##"let m = (1); game.score(game.side, m, "odd");"##,
    r##"switch game.roll() { 1 => game.tell("one"), 2 | 3 => game.tell("few"), _ => game.tell("many") }"##,
    r##"let x = if game.roll() > 3 { 1 } else { 2 }; game.score(game.side, x, "odd");"##,
    r##"let x = switch game.roll() { 1 => 2, _ => 1 }; game.score(game.side, x, "odd");"##,
    r##"let all = game.units(game.side); all.sort(|a, b| if a.id < b.id { -1 } else { 1 }); game.tell(`${all.len()}`);"##,
    r##"let all = game.units(game.side).filter(|unit| unit.is_indian).map(|unit| unit.id); game.tell(`${all.len()}`);"##,
    r##"let it = #{ a: 1, "b": 2 }; game.score(game.side, it.a, "odd"); game.tell(`${it.b}`);"##,
    r##"let it = #{}; it.total = 2; game.score(game.side, it.total, "odd");"##,
    r##"let _unused = game.roll(); game.roll();"##,
    r##"let x = game.roll(); let y = x; game.score(game.side, min(y, 1), "odd");"##,
    r##"if !(game.roll() == 3) && true { game.roll(); }"##,
    r##"if game.roll() != 3 || game.year == 1757 { game.roll(); }"##,
    r##"let x = -1; game.score(game.side, -x, "odd");"##,
    r##"let x = 7 % 2; game.score(game.side, x, "odd");"##,
    r##"let x = 2 ** 2; game.score(game.side, x - 3, "odd");"##,
    r##"{ let inner = 1; game.score(game.side, inner, "odd"); }"##,
    r##"return;"##,
    r##"if game.roll() == 6 { return; } game.roll();"##,
    r##"let u = game.units(game.side); if !u.is_empty() { let first = u[0]; game.tell(first.id); }"##,
    r##"let u = game.units(game.side); if u.len() > 1 { game.tell(u[-1].id); }"##,
    r##"let places = [space("albany"), space("quebec")]; game.tell(`${places.len()}`);"##,
    r##"let s = space("albany"); if s in game.spaces() { game.tell(s.id); }"##,
    r##"let s = "albany"; game.tell(space(s).id);"##,
    r##"let t = "x"; t += "y"; game.tell(t);"##,
    r##"let t = "loot".to_upper(); game.tell(t);"##,
    r##"let t = "a,b".split(","); game.tell(t[0]);"##,
    r##"game.tell("it's 'quoted'");"##,
    r##"game.tell("say \"hello\"");"##,
    r##"game.tell("and or not null");"##,
    r##"game.tell(`${if game.side == Side::FRENCH { "f" } else { "b" }}`);"##,
    r##"let and_then = 1; game.score(game.side, and_then, "odd");"##,
    r##"let notable = true; if notable { game.roll(); }"##,
    r##"let end = 3; for n in 1..end { game.score(game.side, n - n + 1, "odd"); }"##,
    r##"let of = 1; game.score(game.side, of, "odd");"##,
    r##"let then = 1; if then == 1 { game.roll(); }"##,
    r##"let isle = game.roll(); if isle == 3 { game.roll(); }"##,
    r##"for n in 1..=3 { if n == 2 { continue; } game.roll(); }"##,
    r##"for (unit, n) in game.units(game.side) { if n > 2 { break; } game.tell(unit.id); }"##,
    r##"let x = 1; if x == 1 { let x = 2; game.score(game.side, x, "odd"); }"##,
    r##"let x = game.units(game.side).some(|unit| unit.is_leader); if x { game.roll(); }"##,
    r##"let x = game.units(game.side).all(|unit| !unit.is_leader); if x { game.roll(); }"##,
    r##"let total = game.units(game.side).reduce(|sum, unit| (if sum == () { 0 } else { sum }) + unit.tactics); if total != () { game.roll(); }"##,
    r##"if game.roll() > 3 { if game.roll() > 3 { if game.roll() > 3 { game.roll(); } } }"##,
    r##"let cards = game.discard_pile().filter(|card| card.number > 40); for card in cards { game.tell(`${card.number}`); }"##,
    r##"print(game.year); game.roll();"##,
    r##"let half = half_up(3); game.score(game.side, half - 1, "odd");"##,
    r##"let who = [Side::FRENCH, Side::BRITISH]; for side in who { game.tell(`${side}`); }"##,
    r##"let n = game.roll() + game.roll(); if n > 7 { game.roll(); }"##,
    r##"let n = (game.roll() + 1) / 2; game.score(game.side, n - n + 1, "odd");"##,
    r##"let keep = []; for unit in game.units(game.enemy) { if unit.is_regular { keep.push(unit); } } game.tell(`${keep.len()}`);"##,
    r##"let a = 1; let b = 2; let c = a; a = b; b = c; game.score(game.side, a - b, "odd");"##,
    r##"if game.side == game.enemy.enemy { game.roll(); }"##,
];

#[test]
fn nothing_is_found_in_a_correct_script_however_odd() {
    let mut wrong = Vec::new();
    for body in ODD {
        let script = format!("fn play() {{ {body} }}\n");
        let faults = match Scripts::from_sources([("events/small_pox.rhai", script.as_str())]) {
            Ok(scripts) => scripts.warnings().clone(),
            Err(faults) => faults,
        };
        wrong.extend(faults.iter().map(|fault: &Fault| format!("{body}\n    {}", fault.line())));
    }
    assert!(wrong.is_empty(), "{} of them:\n{}", wrong.len(), wrong.join("\n"));
}
