//! Options that cannot be meant are refused, instead of something else being done.

use super::golden::{commands, golden};
use super::robustness_output::{file, run};

#[test]
fn a_game_needs_at_least_one_thread() {
    let ran = run(&["simulate", "--games", "1", "--jobs", "0"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("--jobs"), "{}", ran.err);
}

#[test]
fn nobody_rolls_dice_at_the_table_in_the_lab() {
    for command in [&["simulate", "--games", "1"][..], &["arena", "random", "random", "--games", "2"]] {
        let ran = run(&[command, &["--dice", "table"]].concat());
        assert_eq!(ran.code, 2, "{command:?}");
        assert!(ran.err.contains("`--dice table`"), "{}", ran.err);
    }
}

#[test]
fn a_list_of_rules_has_a_rule_on_each_side_of_a_comma() {
    for list in [",", "14.1,", ",14.1", "14.1,,14.2"] {
        let ran = run(&["simulate", "--games", "1", "--rules", list]);
        assert_eq!(ran.code, 2, "{list}");
        assert!(ran.err.contains("--rules"), "{}", ran.err);
    }
    assert_eq!(run(&["simulate", "--games", "1", "--rules", ""]).code, 0, "no rules at all");
    assert_eq!(run(&["simulate", "--games", "1", "--rules", "14.4, 14.2"]).code, 0);
}

#[test]
fn there_is_no_seed_after_the_largest() {
    let largest = u64::MAX.to_string();
    let ran = run(&["simulate", "--seed", &largest, "--games", "3"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains(&largest), "{}", ran.err);
    assert_eq!(run(&["arena", "random", "random", "--seed", &largest, "--games", "4"]).code, 2);
    assert_eq!(run(&["simulate", "--seed", &largest, "--games", "1"]).code, 0);
}

#[test]
fn options_beside_a_record_that_is_loaded_are_refused_with_the_reason() {
    let directory = tempfile::tempdir().expect("a directory");
    let game = file(&directory, "game.record", "scenario annus-mirabilis\n");
    for options in [&["--handicap", "1"][..], &["--seed", "3"]] {
        let ran = run(&[&["play", "--load", &game], options].concat());
        assert_eq!(ran.code, 2);
        assert!(ran.err.contains(&format!("`{}`", options[0])), "{}", ran.err);
    }
    golden("options-beside-a-record", &commands(directory.path(), &["play --load game.record --handicap 1 --seed 3"]));
}

#[test]
fn a_record_is_cut_off_only_at_a_line_that_it_has() {
    let directory = tempfile::tempdir().expect("a directory");
    let game = file(&directory, "game.record", "scenario annus-mirabilis\nseed 3\n");
    for line in ["line:0", "line:3", "line:99999999"] {
        let ran = run(&["replay", &game, "--to", line]);
        assert!(ran.code == 2 && ran.err.contains(" 1 to 2"), "{line}: {}", ran.err);
    }
    assert_eq!(run(&["replay", &game, "--to", "line:2"]).code, 0);
}
