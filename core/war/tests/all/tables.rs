//! The tables of combat, sieges and raids.

use wilderness_war::testing::{RaidColumn, RaidResult, combat, combat_column, combat_column_name, raid, siege};

/// The columns of the table of combat.
const COLUMNS: usize = 11;

#[test]
fn combat_results_of_the_playbook_examples() {
    // strength, modified die, steps lost
    for (strength, modified, steps) in [(10, 7, 4), (10, 0, 1), (2, 4, 1), (1, 4, 1), (9, 3, 2), (6, 4, 2)] {
        assert_eq!(combat(combat_column(strength), modified), steps, "strength {strength}, die {modified}");
    }
}

#[test]
fn the_columns_begin_where_they_are_printed() {
    let names: Vec<_> = (0..COLUMNS).map(combat_column_name).collect();
    assert_eq!(names, ["0", "1", "2", "3", "4-5", "6-8", "9-12", "13-16", "17-21", "22-27", "28+"]);
    assert_eq!(combat_column(5), 4);
    assert_eq!(combat_column(27), 9);
    assert_eq!(combat_column(90), 10);
}

#[test]
fn no_column_is_worse_than_the_one_before_it_and_no_higher_die_is_worse() {
    for column in 0..COLUMNS {
        for die in 0..8 {
            assert!(die == 0 || combat(column, die) >= combat(column, die - 1), "column {column}, die {die}");
            assert!(column == 0 || combat(column, die) >= combat(column - 1, die), "column {column}, die {die}");
        }
    }
}

#[test]
fn raid_results_of_the_playbook_examples() {
    assert_eq!(raid(RaidColumn::Stockade, 5), RaidResult { success: true, losses: 1 });
    assert_eq!(raid(RaidColumn::Cultivated, 4), RaidResult { success: false, losses: 1 });
    assert_eq!(raid(RaidColumn::Cultivated, 5), RaidResult { success: true, losses: 1 });
    assert_eq!(raid(RaidColumn::Cultivated, 6), RaidResult { success: true, losses: 0 });
}

#[test]
fn a_siege_rises_on_three_and_twice_on_six() {
    assert_eq!([-2, 2, 3, 5, 6, 9].map(siege), [0, 0, 1, 1, 2, 2]);
}
