//! How often a comparison finds a difference that is not there, and how often its interval holds one that is: with real
//! games. `cargo test --release --test all nulls -- --ignored --nocapture` in the directory of the program prints the shares.

use super::lab::done;
use std::collections::BTreeSet;
use tempfile::tempdir;
use wilderness_engine::{Purpose, Stream};
use wilderness_lab::comparison::{Aim, Comparison, Verdict};
use wilderness_lab::row::{GameEnd, Row};
use wilderness_lab::series::Tested as _;
use wilderness_war::{Side, War};

/// How many games are played, and how many pairs of them a comparison wants.
const GAMES: usize = 4000;
const PAIRS: u64 = 400;
const RUNS: u64 = 2000;

/// The games of greedy bots with the seeds from 1.
fn games() -> Vec<Row> {
    let at = tempdir().expect("a directory");
    let options = "--scenario annus-mirabilis --french greedy --british greedy --out games.csv";
    done(at.path(), &format!("simulate --seeds 1..{GAMES} {options}"));
    let mut table = csv::Reader::from_path(at.path().join("games.csv")).expect("rows");
    let heads = table.headers().expect("heads").clone();
    let column = |name: &str| heads.iter().position(|head| head == name).expect("a column");
    let [winner, french, british] = ["winner", "french_score", "british_score"].map(column);
    let row = |fields: csv::StringRecord| {
        let number = |column: usize| fields[column].parse().expect("a number");
        let won = Side::BOTH.into_iter().find(|side| side.id() == &fields[winner]);
        let end = Some(won.map_or(GameEnd::Draw, |side| GameEnd::Won(side as usize)));
        Row { scores: vec![number(french), number(british)], end, ..Row::default() }
    };
    table.records().map(|fields| row(fields.expect("a row"))).collect()
}

/// A comparison of games with others, in whose results this many points more are planted for the French. Nothing else differs,
/// and it is looked at as often as the program does; unless it goes to the end, it stops when the answer is clear.
fn compared(games: &[Row], run: u64, planted: i64, to_the_end: bool) -> Comparison {
    let aim = Aim { margin: 0.25, to_the_end, events: BTreeSet::new(), lines: Vec::new() };
    let mut compared = Comparison::new(War::facts(&Side::BOTH), PAIRS, aim);
    let mut order: Vec<usize> = (0..games.len()).collect();
    Stream::new(run, Purpose::Experiment).shuffle(&mut order);
    for pair in order.chunks(2).take(PAIRS as usize) {
        let [a, b] = [&games[pair[0]], &games[pair[1]]];
        let b = Row { scores: vec![b.scores[0] + planted, b.scores[1] - planted], ..b.clone() };
        if compared.look_at([a, &b]).is_break() {
            break;
        }
    }
    compared.over()
}

#[test]
#[ignore = "it plays four thousand games"]
fn a_difference_is_found_as_often_as_is_promised() {
    let games = games();
    assert_eq!(games.len(), GAMES);
    let differs = |run: &u64| matches!(compared(&games, *run, 0, false).verdict(), Verdict::Differs(_));
    let wrong = (1..=RUNS).filter(differs).count();
    println!("other seeds alone: a difference in {wrong} of {RUNS} runs");
    let holds = |run: u64, to_the_end: bool| {
        let compared = compared(&games, RUNS + run, 2, to_the_end);
        compared.course().last().is_some_and(|(_, mean, half)| (mean - 2.0).abs() <= *half)
    };
    let [to_the_end, stopped] = [true, false].map(|end| (1..=RUNS).filter(|run| holds(*run, end)).count());
    println!(
        "2 points planted: within the interval in {to_the_end} of {RUNS} runs that go to the end, {stopped} that stop"
    );
    let percent = |count: usize| 100.0 * count as f64 / RUNS as f64;
    assert!((3.0..=6.0).contains(&percent(wrong)), "{wrong}");
    assert!((93.0..=97.0).contains(&percent(to_the_end)), "{to_the_end}");
    // A comparison that stops early has the wider interval of its look.
    assert!(stopped > to_the_end, "{stopped}");
}
