//! The games of a pair have their beginning in common, and what follows where they are alike again: nothing is told otherwise
//! than if both were played from the start.

use super::lab::done;
use std::fs::{read, read_to_string, write};
use std::path::Path;
use std::process::Command;
use tempfile::tempdir;

/// How many games of B were taken over from A to their ends, how many up to where something changed, and how many of these
/// again after that, if that is told.
fn taken_over(at: &Path, run: &str) -> Option<[u64; 3]> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wilderness"));
    let shared = command.current_dir(at).args(format!("{run} --out shared.rows --force").split_whitespace());
    let shared = shared.output().expect("it runs");
    let errors = String::from_utf8_lossy(&shared.stderr).into_owned();
    assert!(shared.status.success(), "{run}: {errors}");
    let apart = done(at, &format!("{run} --apart --out apart.rows --force"));
    assert_eq!(String::from_utf8_lossy(&shared.stdout), apart, "{run}");
    let [shared, apart] = ["shared.rows", "apart.rows"].map(|file| read(at.join(file)).expect("rows"));
    assert_eq!(shared, apart, "{run}");
    let told = errors.lines().find_map(|line| line.strip_prefix("games of B taken over from A: "))?;
    let number = |word: &&str| word.parse().ok();
    let numbers: Vec<u64> = told.split(' ').filter_map(|word| number(&word)).collect();
    Some([*numbers.first()?, *numbers.get(2)?, *numbers.get(3)?])
}

/// Writes a file with something else in place of a text.
fn change(file: &Path, from: &str, to: &str) {
    let text = read_to_string(file).expect("a file");
    assert!(text.contains(from), "{}: no {from}", file.display());
    write(file, text.replacen(from, to, 1)).expect("room");
}

#[test]
fn what_pairs_have_in_common_is_played_once() {
    let at = tempdir().expect("a directory");
    let at = at.path();
    wilderness_tests::copy_scripts(&at.join("b"));
    let event = at.join("b/events/small_pox.rhai");
    change(&event, "half_up(die)", "die");
    let random = taken_over(at, "compare --scripts b --games 12").expect("something is taken over");
    assert!(random[0] > 0 && random[1] > 0 && random[0] + random[1] == 12, "{random:?}");
    let greedy = taken_over(at, "compare --scripts b --games 6 --french greedy --british greedy --jobs 2");
    assert!(greedy.is_some_and(|[whole, in_part, _]| whole + in_part == 6), "{greedy:?}");
    // The bots of A and B differ.
    assert_eq!(taken_over(at, "compare --scripts b --games 2 --french random --french greedy"), None);
    // What is told of the event is not what it does.
    change(&event, "die } else { die }", "die } else { half_up(die) }");
    change(&event, "// Small Pox", "// The small pox");
    assert_eq!(taken_over(at, "compare --scripts b --games 5"), Some([5, 0, 0]));
    // A card is worth more: nobody can tell where that matters first.
    change(&at.join("b/deck.toml"), "value = 3", "value = 2");
    assert_eq!(taken_over(at, "compare --scripts b --games 2"), None);
}

#[test]
fn games_that_come_to_the_same_state_are_played_once_from_there() {
    let at = tempdir().expect("a directory");
    let at = at.path();
    wilderness_tests::copy_scripts(&at.join("b"));
    // It makes a difference with odd dice only, and only until something else destroys the same units.
    change(&at.join("b/events/small_pox.rhai"), "half_up(die)", "die / 2");
    for bots in ["", " --french greedy --british greedy"] {
        let found = taken_over(at, &format!("compare --scripts b --games 12{bots}"));
        assert!(found.is_some_and(|[whole, in_part, again]| whole + in_part == 12 && again > 2), "{found:?}");
    }
    // What an event brings is found out all the same.
    let worth = taken_over(at, "compare --scripts b --games 8 --worth --french greedy --british greedy");
    assert!(worth.is_some_and(|[whole, in_part, again]| whole + in_part == 8 && again > 0), "{worth:?}");
}

#[test]
fn a_function_of_the_library_is_called_by_whatever_names_it() {
    let at = tempdir().expect("a directory");
    let at = at.path();
    wilderness_tests::copy_scripts(&at.join("b"));
    let file = at.join("b/lib/nations.rhai");
    let text = read_to_string(&file).expect("a library");
    let end = text.find("{\n").or(text.find("{ ")).expect("a function") + 1;
    write(&file, format!("{} /* changed */ {}", &text[..end], &text[end..])).expect("room");
    let found = taken_over(at, "compare --scripts b --games 8");
    assert!(found.is_some_and(|[whole, in_part, _]| whole + in_part == 8 && in_part > 0), "{found:?}");
}

#[test]
fn folders_and_battles_share_beginnings_too() {
    let at = tempdir().expect("a directory");
    let at = at.path();
    done(at, "export own --game crown-and-league");
    let rules = at.join("own/rules.rhai");
    change(&rules, "3 + fort {", "2 + fort {");
    let storm = taken_over(at, "compare --game crown-and-league --content own --games 8");
    assert!(storm.is_some_and(|[whole, in_part, _]| whole + in_part == 8 && in_part > 0), "{storm:?}");
    let greedy = "compare --game crown-and-league --content own --games 2 --crown greedy --league greedy";
    assert!(taken_over(at, greedy).is_some_and(|[whole, in_part, _]| whole + in_part == 2));
    done(at, "export battles --game battles");
    let balk = at.join("battles/scripts/battles/balk.rhai");
    change(&balk, "kind != \"militia\"", "kind != \"ranger\"");
    let battles = "compare --scenario lake-george --content battles --rules balk --games 4";
    assert!(taken_over(at, battles).is_some_and(|[whole, in_part, _]| whole + in_part == 4));
}
