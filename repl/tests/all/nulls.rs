//! How often a comparison finds a difference that is not there, and how often its interval holds one that is: with real
//! games. `cargo test --release --test all nulls -- --ignored --nocapture` in the directory of the program prints the shares.

use super::lab::done;
use std::collections::BTreeSet;
use std::fs::write;
use std::path::Path;
use tempfile::tempdir;
use wilderness_engine::{Purpose, Stream};
use wilderness_lab::comparison::{Aim, Comparison, Verdict};
use wilderness_lab::row::Row;
use wilderness_lab::series::Tested as _;
use wilderness_lab::units::{MergedFiles, PackedGames};
use wilderness_war::{Side, War};

/// How many games are played, and how many pairs of them a comparison wants.
const GAMES: usize = 4000;
const PAIRS: u64 = 400;
const RUNS: u64 = 2000;

/// The games of greedy bots with the seeds from 1, of which it is known what dice gave. The handicap is only there because A
/// and B have to differ.
fn games() -> Vec<Row> {
    let at = tempdir().expect("a directory");
    let options =
        "--handicap 0 --handicap 1 --scenario annus-mirabilis --french greedy --british greedy --out games.rows";
    done(at.path(), &format!("compare --games {GAMES} --to-the-end {options}"));
    let games: Vec<Row> =
        pairs_of(&at.path().join("games.rows")).into_iter().map(|mut pair| pair.swap_remove(0)).collect();
    assert!(games.iter().all(|row| row.luck.len() == 1), "the luck is known");
    games
}

/// A comparison of games with others, in whose results this many points more are planted for the French. Nothing else differs,
/// and it is looked at as often as the program does, without the luck of the dice; unless it goes to the end, it stops when the
/// answer is clear.
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

/// Whether a comparison says that A and B differ.
fn is_found(compared: &Comparison) -> bool {
    matches!(compared.verdict(), Verdict::Differs(_) | Verdict::ForWhoPlays { .. })
}

#[test]
#[ignore = "it plays four thousand games"]
fn a_difference_is_found_as_often_as_is_promised() {
    let games = games();
    assert_eq!(games.len(), GAMES);
    let differs = |run: &u64| is_found(&compared(&games, *run, 0, false));
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

/// The events that are exchanged, by their files: both sides may play either.
const EXCHANGED: [&str; 2] = ["small_pox", "bastions_repaired"];
/// How many pairs of games are played with other events, and how many a comparison of such wants.
const EVENT_PAIRS: usize = 8000;
const FEW: u64 = 200;

/// Pairs of games of greedy bots, where in A and in B these are the events of the cards.
fn pairs(scripts: [[&str; 2]; 2]) -> Vec<Vec<Row>> {
    let at = tempdir().expect("a directory");
    for (name, plays) in ["a", "b"].into_iter().zip(scripts) {
        wilderness_tests::copy_scripts(&at.path().join(name));
        for (event, play) in EXCHANGED.into_iter().zip(plays) {
            let script = format!("fn can_play() {{ true }}\n\nfn play() {{ {play} }}\n");
            write(at.path().join(format!("{name}/events/{event}.rhai")), script).expect("room");
        }
    }
    let options = "--scenario annus-mirabilis --french greedy --british greedy --out pairs.rows";
    done(at.path(), &format!("compare --scripts a --scripts b --games {EVENT_PAIRS} --to-the-end {options}"));
    let pairs = pairs_of(&at.path().join("pairs.rows"));
    assert_eq!(pairs.len(), EVENT_PAIRS);
    pairs
}

/// The pairs of games in a file of rows.
pub fn pairs_of(file: &Path) -> Vec<Vec<Row>> {
    let files = MergedFiles::open(&[file.to_path_buf()]).expect("rows");
    let mut pairs = Vec::new();
    let each = |_, pair| {
        pairs.push(pair);
        Ok(())
    };
    files.read::<PackedGames>(&War::facts(&Side::BOTH), each).expect("rows");
    pairs
}

/// The verdict of a comparison of a few of these pairs, drawn anew for each run, and after how many pairs it ended.
fn of_drawn(pairs: &[Vec<Row>], run: u64, events: &BTreeSet<String>) -> (Verdict, u64) {
    let aim = Aim { margin: 0.25, to_the_end: false, events: events.clone(), lines: Vec::new() };
    let mut compared = Comparison::new(War::facts(&Side::BOTH), FEW, aim);
    let mut order: Vec<usize> = (0..pairs.len()).collect();
    Stream::new(run, Purpose::Experiment).shuffle(&mut order);
    let ended = order.iter().zip(1..=FEW).find(|(pair, _)| match &pairs[**pair][..] {
        [a, b] => compared.look_at([a, b]).is_break(),
        _ => unreachable!("a pair has two games"),
    });
    let count = ended.map_or(FEW, |(_, count)| count);
    (compared.over().verdict(), count)
}

#[test]
#[ignore = "it plays sixteen thousand games"]
fn cards_of_equal_worth_that_are_exchanged_differ_as_often_as_is_promised() {
    // Each brings two points with one half of a die, so it makes no difference which card does it with which half.
    let high = "if game.roll() >= 4 { game.score(game.side, 2, \"a trial\"); }";
    let low = "if game.roll() <= 3 { game.score(game.side, 2, \"a trial\"); }";
    let pairs = pairs([[high, low], [low, high]]);
    let alike = pairs.iter().filter(|pair| pair[0].is_like(&pair[1])).count();
    println!("{alike} of {EVENT_PAIRS} pairs alike");
    assert!(2 * alike < EVENT_PAIRS, "the games are others");
    let events = EXCHANGED.map(|event| event.replace('_', "-")).into();
    let verdicts: Vec<Verdict> = (1..=RUNS).map(|run| of_drawn(&pairs, run, &events).0).collect();
    let sides = verdicts.iter().filter(|verdict| matches!(verdict, Verdict::Differs(_))).count();
    let who_plays = verdicts.iter().filter(|verdict| matches!(verdict, Verdict::ForWhoPlays { .. })).count();
    println!(
        "cards exchanged: a difference in {} of {RUNS} runs, for the side that plays one in {who_plays}",
        sides + who_plays
    );
    assert!((3.0..=6.0).contains(&(100.0 * (sides + who_plays) as f64 / RUNS as f64)), "{sides} {who_plays}");
}

#[test]
#[ignore = "it plays sixteen thousand games"]
fn a_card_for_both_sides_that_brings_six_points_and_not_three_is_found_in_200_pairs() {
    let [three, six] = [3, 6].map(|points| format!("game.score(game.side, {points}, \"a trial\");"));
    let pairs = pairs([[&three, &three], [&six, &three]]);
    let events = BTreeSet::from(["small-pox".to_string()]);
    let ended: Vec<(Verdict, u64)> = (1..=RUNS).map(|run| of_drawn(&pairs, run, &events)).collect();
    let found = ended.iter().filter(|(verdict, _)| matches!(verdict, Verdict::ForWhoPlays { better: "B", .. })).count();
    let sides = ended.iter().filter(|(verdict, _)| matches!(verdict, Verdict::Differs(_))).count();
    let mean = ended.iter().map(|(_, count)| count).sum::<u64>() as f64 / RUNS as f64;
    println!(
        "three points more: found for who plays it in {found} of {RUNS} runs, for a side in {sides}; {mean:.0} pairs"
    );
    assert!(found + sides == RUNS as usize && found > sides, "{found} {sides}");
}
