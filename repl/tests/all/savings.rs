//! What each way to save work is worth where games are compared: the CPU time until the difference is known to a quarter of a
//! point. `cargo test --release --test all savings -- --ignored --nocapture` in the directory of the program prints the table.

use super::nulls::pairs_of;
use std::fs::{read, read_to_string, write};
use std::path::Path;
use std::process::Command;
use tempfile::tempdir;
use wilderness_engine::value::PARTS;
use wilderness_lab::Mean;
use wilderness_lab::comparison::SHARE_OF_EVENTS;
use wilderness_lab::row::Row;
use wilderness_lab::sequential::Looks;

/// How many pairs are played to find out how far games differ, and what they cost.
const PAIRS: u64 = 2000;
/// The seed of the first: what pips are worth was not fitted to games with these seeds.
const SEED: u64 = 500_001;
/// The difference is to be known as well as this.
const MARGIN: f64 = 0.25;
/// The bound in standard errors before each look had its own: the same at ten looks.
const FORMER: f64 = 2.555;
/// As many pairs as make no difference to the bounds.
const MANY: u64 = 10_000;

/// The user time of a run of the program in seconds: the least of two.
fn seconds(at: &Path, words: &str) -> f64 {
    let timed = "TIMEFORMAT=%U; time \"$0\" \"$@\" > told 2> said";
    let once = || {
        let mut bash = Command::new("bash");
        let run = bash.current_dir(at).args(["-c", timed, env!("CARGO_BIN_EXE_wilderness")]).args(words.split(' '));
        let output = run.output().expect("it runs");
        assert!(output.status.success(), "{words}: {}", read_to_string(at.join("said")).unwrap_or_default());
        String::from_utf8_lossy(&output.stderr).trim().replace(',', ".").parse::<f64>().expect("seconds")
    };
    once().min(once())
}

/// The variances of the difference in points, where the games have seeds of their own and where they have common streams: with
/// the luck of the dice, or without it.
fn variances(pairs: &[Vec<Row>], with_luck: bool) -> [f64; 2] {
    let points = |row: &Row| PARTS * row.scores[0] - if with_luck { 0 } else { row.luck[0] };
    let variance = |of: &dyn Fn(i64, i64) -> i64| {
        let mut mean = Mean::default();
        pairs.iter().for_each(|pair| mean.add(of(points(&pair[0]), points(&pair[1]))));
        mean.variance() / (PARTS * PARTS) as f64
    };
    [variance(&|a, _| a) + variance(&|_, b| b), variance(&|a, b| b - a)]
}

#[test]
#[ignore = "it plays sixteen thousand games, and more"]
fn what_each_saving_is_worth() {
    let at = tempdir().expect("a directory");
    let at = at.path();
    wilderness_tests::copy_scripts(&at.join("b"));
    let file = at.join("b/events/small_pox.rhai");
    let script = read_to_string(&file).expect("a script");
    let usual = "if game.units(game.enemy, space).len() > 8 { die } else { half_up(die) }";
    assert!(script.contains(usual), "{script}");
    write(&file, script.replace(usual, "6")).expect("room");
    let run = "compare --scenario annus-mirabilis --scripts b --french greedy --british greedy --jobs 1";
    let all = format!("{run} --games {PAIRS} --seed {SEED} --to-the-end --force");
    let [apart, shared] =
        ["--apart --out apart.rows", "--out shared.rows"].map(|how| seconds(at, &format!("{all} {how}")));
    let rows = ["apart.rows", "shared.rows"].map(|file| read(at.join(file)).expect("rows"));
    assert_eq!(rows[0], rows[1], "what is shared changes nothing");
    let pairs = pairs_of(&at.join("shared.rows"));
    let [independent, paired] = variances(&pairs, true);
    let [independent_without, paired_without] = variances(&pairs, false);
    let sequential = Looks::new(MANY, 1.0 - SHARE_OF_EVENTS).last();
    assert!(paired < independent && sequential < FORMER);
    assert!(independent_without < independent && paired_without < paired);
    println!("Variance of the difference: {independent:.1} with seeds of their own, {paired:.1} with common streams");
    println!("Without the luck of the dice: {independent_without:.1} and {paired_without:.1}");
    println!("| what is saved | pairs | CPU ms a pair | CPU s | of all off |");
    println!("|---|---|---|---|---|");
    let row = |name: &str, variance: f64, took: f64, bound: f64| {
        let needed = variance * (bound / MARGIN).powi(2);
        let (cost, off) = (took / PAIRS as f64, independent * (FORMER / MARGIN).powi(2) * apart / PAIRS as f64);
        println!("| {name} | {needed:.0} | {:.2} | {:.1} | {:.2} |", 1000.0 * cost, needed * cost, needed * cost / off);
        needed
    };
    row("nothing: seeds of their own, each game from its beginning, 2.555 standard errors", independent, apart, FORMER);
    row("common streams alone", paired, apart, FORMER);
    row("playing once what both have in common, alone", independent, shared, FORMER);
    row(
        &format!("the stopping rule alone: {sequential:.3} standard errors at the last of ten looks"),
        independent,
        apart,
        sequential,
    );
    row("the luck of the dice removed, alone", independent_without, apart, FORMER);
    row("common streams, and playing once what both have in common", paired, shared, FORMER);
    row("the same, and the luck of the dice removed", paired_without, shared, FORMER);
    row("all together", paired_without, shared, sequential);
    let once = Looks::once(MANY, 1.0 - SHARE_OF_EVENTS).last();
    let named = format!("all together, in one look: {once:.3} standard errors (`--to-the-end`)");
    let needed = row(&named, paired_without, shared, once);
    // A run of so many pairs, with other seeds.
    let whole = format!("{run} --games {needed:.0} --seed {} --to-the-end --json", SEED + PAIRS);
    let took = seconds(at, &whole);
    let told: serde_json::Value = serde_json::from_str(&read_to_string(at.join("told")).expect("JSON")).expect("JSON");
    let half = told["leads"]["french"]["plus_minus"].as_f64().expect("an interval");
    println!("That many pairs with other seeds: ±{half:.3} in {took:.1} s of CPU time");
    assert!((half / MARGIN - 1.0).abs() < 0.15, "{half}");
}
