//! Responses in battles and raids: Fieldworks, Ambush!, Blockhouses.

use wilderness_tests::situation::{Played, Situation};
use wilderness_war::Side::{British, French};
use wilderness_war::{Side, Until};

/// British at Ticonderoga who can attack the French at Crown Point, in the wilderness.
fn lake_champlain(british: &str, french: &str) -> Situation {
    let lake = Situation::new().british_turn().stockades(British, "ticonderoga");
    lake.put("ticonderoga", british).put("crown-point", french)
}

/// Webb leads these units from Ticonderoga into the battle at Crown Point.
fn attack<'a>(game: &'a mut Played, units: &str, dice: &[u8]) -> &'a mut Played {
    game.force("webb", units).go("crown-point").dice(dice);
    if game.asked() == "french intercept" {
        game.french("intercept", "pass");
    }
    if game.asked() == "french avoid" { game.french("avoid", "pass") } else { game }
}

fn has_fieldworks(game: &Played) -> bool {
    game.state().fieldworks.iter().any(|space| space.id() == "crown-point")
}

// Fieldworks

#[test]
fn a_defender_digs_in_and_the_attacker_fires_a_column_to_the_left() {
    let mut game = lake_champlain("webb 22nd", "bearn").hand(French, &[1, 9]).begin();
    attack(&mut game, "22nd", &[3, 3]).responds(French, "battle_events", 9);
    assert!((game.shots()[0].strength, game.shots()[0].column.as_str()) == (3, "2"), "{:?}", game.shots()[0]);
    assert!((game.shots()[1].strength, game.shots()[1].column.as_str()) == (3, "3"), "{:?}", game.shots()[1]);
    assert!(has_fieldworks(&game), "the attacker was thrown back");
    assert_eq!(game.at("22nd"), "ticonderoga");
}

#[test]
fn fieldworks_go_when_the_attacker_wins() {
    let mut game = lake_champlain("webb 22nd", "marine-detachment-1").hand(French, &[1, 9]).begin();
    attack(&mut game, "22nd", &[5, 2]).responds(French, "battle_events", 9);
    assert!(!has_fieldworks(&game));
    assert_eq!(game.at("22nd"), "crown-point");
}

#[test]
fn an_attacker_tears_down_the_fieldworks_that_he_finds() {
    let mut game = lake_champlain("webb 22nd", "bearn").fieldworks("crown-point").hand(British, &[3, 9]).begin();
    attack(&mut game, "22nd", &[3, 3]).responds(British, "battle_events", 9);
    assert!(game.shots()[0].column == "3", "{:?}", game.shots()[0]);
    assert!(!has_fieldworks(&game) && game.is_discarded(9));
}

#[test]
fn the_defender_may_replace_fieldworks_with_the_other_card() {
    let battle = lake_champlain("webb 22nd", "bearn").fieldworks("crown-point");
    let mut game = battle.hand(British, &[3, 9]).hand(French, &[1, 10]).begin();
    attack(&mut game, "22nd", &[3, 3]).responds(British, "battle_events", 9).responds(French, "battle_events", 10);
    assert!(game.shots()[0].column == "2" && has_fieldworks(&game), "{:?}", game.shots()[0]);
}

#[test]
fn the_attacker_never_answers_fieldworks_dug_in_the_same_battle() {
    let mut game = lake_champlain("webb 22nd", "bearn").hand(British, &[3, 9]).hand(French, &[1, 10]).begin();
    attack(&mut game, "22nd", &[3, 3]).responds(French, "battle_events", 10);
    assert_eq!(game.hand(British), [9], "there was nothing to tear down when he was asked");
}

#[test]
fn a_space_has_one_fieldworks_marker_which_hampers_any_attacker() {
    let battle = lake_champlain("webb 22nd", "bearn").fieldworks("crown-point").hand(French, &[1, 9]);
    let mut game = battle.begin();
    attack(&mut game, "22nd", &[3, 3]);
    assert_eq!(game.hand(French), [1, 9]);
    assert!(game.shots()[0].column == "2", "either side's fieldworks count: {:?}", game.shots()[0]);
}

#[test]
fn fieldworks_need_drilled_troops_that_fight_q100() {
    let mut game = lake_champlain("webb 22nd", "langlade").hand(French, &[1, 9]).begin();
    attack(&mut game, "22nd", &[3, 3]);
    assert_eq!(game.hand(French), [1, 9], "auxiliaries do not dig");
    let mut game = lake_champlain("webb 22nd", "bearn langlade").forts(French, "crown-point").begin();
    game.force("webb", "22nd").go("crown-point").french("inside", "bearn done");
    assert_eq!(game.asked(), "french avoid");
    let fort = lake_champlain("webb 22nd", "bearn langlade").forts(French, "crown-point").hand(French, &[1, 9]);
    let mut game = fort.begin();
    game.force("webb", "22nd").go("crown-point").french("inside", "bearn done").dice(&[3, 3]).french("avoid", "pass");
    assert_eq!(game.hand(French), [1, 9], "those inside do not fight");
    let rangers = lake_champlain("webb rogers", "bearn").fieldworks("crown-point").hand(British, &[3, 9]);
    let mut game = rangers.begin();
    attack(&mut game, "rogers", &[3, 3]);
    assert_eq!(game.hand(British), [9], "rangers do not tear down");
}

#[test]
fn fieldworks_play_no_part_in_an_assault() {
    let siege = Situation::new().british_turn().forts(French, "crown-point").siege("crown-point", 1);
    let siege = siege.put("crown-point", "webb 22nd").inside("crown-point", "bearn").fieldworks("crown-point");
    let mut game = siege.hand(British, &[3, 9]).hand(French, &[1, 10]).begin();
    game.force("webb", "").dice(&[3, 3]).british("action", "assault");
    assert!(game.shots()[0].column == "2", "one column for the assault only: {:?}", game.shots()[0]);
    assert!(has_fieldworks(&game), "the assault failed");
}

// Ambush!

#[test]
fn an_ambush_doubles_the_strength_and_fires_first() {
    let mut game = lake_champlain("webb 22nd", "huron langlade").hand(French, &[1, 11]).begin();
    attack(&mut game, "22nd", &[3, 3]).responds(French, "battle_events", 11);
    assert!((game.shots()[0].side, game.shots()[0].strength) == (Some(French), 4), "{:?}", game.shots()[0]);
    assert!(game.shots()[1].strength == 2, "22nd lost a step first: {:?}", game.shots()[1]);
    assert!(!game.has_marker("french-ambush") && game.is_discarded(11));
}

#[test]
fn a_force_eliminated_in_an_ambush_does_not_fire() {
    let mut game = lake_champlain("webb new-york-1*", "huron langlade").hand(French, &[1, 11]).begin();
    attack(&mut game, "new-york-1", &[4]).responds(French, "battle_events", 11);
    assert_eq!(game.told("7.5").len(), 1);
}

#[test]
fn two_ambushes_cancel_each_other() {
    let battle = lake_champlain("webb rogers", "langlade").hand(British, &[3, 11]).hand(French, &[1, 12]);
    let mut game = battle.begin();
    attack(&mut game, "rogers", &[3, 3]).responds(British, "battle_events", 11).responds(French, "battle_events", 12);
    for (shot, side, strength) in game.shots().iter().zip([British, French]).zip([2, 1]).map(|((a, b), c)| (a, b, c)) {
        assert_eq!((shot.side, shot.strength), (Some(side), strength));
    }
}

#[test]
fn each_side_ambushes_once_in_a_battle() {
    let mut game = lake_champlain("webb 22nd", "huron langlade").hand(French, &[1, 11, 12]).begin();
    attack(&mut game, "22nd", &[3, 3]).responds(French, "battle_events", 11);
    assert_eq!(game.hand(French), [1, 12]);
}

#[test]
fn an_ambush_and_fieldworks_both_apply_the_doubling_first() {
    let battle = lake_champlain("webb rogers 22nd", "bearn").hand(British, &[3, 11]).hand(French, &[1, 9]);
    let mut game = battle.begin();
    attack(&mut game, "rogers 22nd", &[3]).responds(British, "battle_events", 11);
    game.responds(French, "battle_events", 9);
    assert!((game.shots()[0].strength, game.shots()[0].column.as_str()) == (10, "6-8"), "{:?}", game.shots()[0]);
}

/// Whether a side could ambush in a battle at Crown Point: its window opens.
fn ambushes(side: Side, battle: Situation, units: &str) -> bool {
    let other = if side == French { British } else { French };
    let kept = if other == French { [1, 2] } else { [3, 4] };
    let own = if side == French { [1, 11] } else { [3, 11] };
    let mut game = battle.hand(side, &own).hand(other, &kept).begin();
    game.force("webb", units).go("crown-point");
    if game.asked() == "french inside" {
        game.french("inside", "done");
    }
    if game.asked() == "french avoid" {
        game.dice(&[3, 3]).french("avoid", "pass");
    } else {
        game.dice(&[3, 3]);
    }
    let open = game.asked().ends_with(" respond");
    if open {
        let pass = |game: &mut Played| game.declines(side, "battle_events").asked();
        assert!(!pass(&mut game).ends_with(" respond"));
    }
    open
}

#[test]
fn an_ambush_needs_auxiliaries_as_many_as_the_enemy_has() {
    assert!(ambushes(French, lake_champlain("webb rogers", "huron"), "rogers"), "equal numbers, Q98");
    assert!(ambushes(French, lake_champlain("webb rogers", "huron ottawa"), "rogers"));
    assert!(!ambushes(British, lake_champlain("webb rogers", "huron ottawa"), "rogers"), "one against two");
    assert!(!ambushes(French, lake_champlain("webb 22nd", "bearn"), "22nd"), "no auxiliaries at all");
}

#[test]
fn an_ambush_fails_against_light_infantry_or_at_an_enemy_fort() {
    assert!(!ambushes(French, lake_champlain("webb howe-s", "huron"), "howe-s"));
    let fort = |side| lake_champlain("webb rogers 22nd", "huron").forts(side, "crown-point");
    assert!(!ambushes(British, fort(French), "rogers 22nd"), "at the enemy's fort");
    assert!(ambushes(French, fort(French), "rogers 22nd"), "at the own fort");
    let stockade = lake_champlain("webb rogers", "huron").stockades(French, "crown-point");
    assert!(ambushes(British, stockade, "rogers"), "a stockade does not matter");
}

#[test]
fn an_ambush_is_laid_neither_in_cultivated_land_nor_in_an_assault() {
    let field =
        Situation::new().put("hudson-carry-south", "langlade huron").put("hoosic", "22nd").hand(French, &[1, 11]);
    let mut game = field.begin();
    game.individually("langlade").go("hoosic").dice(&[3, 3]).british("avoid", "pass");
    assert_eq!(game.hand(French), [11]);
    let siege = Situation::new().british_turn().forts(French, "crown-point").siege("crown-point", 1);
    let siege = siege.put("crown-point", "webb 22nd rogers").inside("crown-point", "huron");
    let mut game = siege.hand(French, &[1, 11]).hand(British, &[3, 12]).begin();
    game.force("webb", "").dice(&[3, 1]).british("action", "assault");
    assert_eq!((game.hand(French), game.hand(British)), (vec![1, 11], vec![12]));
}

#[test]
fn an_ambush_is_over_with_its_battle_even_if_the_force_goes_on() {
    let battle = lake_champlain("webb rogers 22nd", "langlade").put("winooski", "huron").hand(British, &[3, 11]);
    let mut game = battle.begin();
    attack(&mut game, "rogers 22nd", &[6]).responds(British, "battle_events", 11);
    assert!(!game.has_marker("british-ambush"));
    game.go("winooski").dice(&[1, 1]).french("avoid", "pass");
    assert!(game.shots()[1].strength == 5, "not doubled any more: {:?}", game.told("7.5"));
    assert!(game.shots()[2].side == Some(French), "and both fire at once");
}

// The order of the windows

#[test]
fn militia_and_the_besieged_join_before_events_are_played_the_attacker_first() {
    let relief = Situation::new()
        .forts(French, "crown-point")
        .siege("crown-point", 0)
        .put("crown-point", "22nd")
        .inside("crown-point", "bearn")
        .put("winooski", "langlade")
        .open_windows();
    let mut game = relief.begin();
    game.individually("langlade").declines(British, "activation_start").go("crown-point").british("avoid", "pass");
    assert_eq!(game.asked(), "french sortie");
    game.french("sortie", "bearn").declines(French, "battle_events");
    game.dice(&[3, 3]).declines(British, "battle_events");
    assert!(game.told("7.5").len() == 2);
}

// Blockhouses

/// Langlade in the mountains above Deerfield.
fn raid() -> Situation {
    Situation::new().put("green-mountains-south", "langlade beaujeu").forts(French, "ticonderoga")
}

#[test]
fn blockhouses_make_a_raid_as_hard_as_one_on_a_stockade() {
    let mut game = raid().hand(British, &[3, 13]).begin();
    game.individually("langlade").go("deerfield stop").dice(&[2]).responds(British, "before_raid_roll", 13);
    assert!(game.is_reduced("langlade"), "a 2 costs a step only in the column of stockades");
    assert!(game.has_marker("british-blockhouses") && game.is_discarded(13));
    let mut game = raid().hand(British, &[3, 13]).begin();
    game.individually("langlade").go("deerfield stop").dice(&[2]).declines(British, "before_raid_roll");
    assert!(!game.is_reduced("langlade"));
}

#[test]
fn blockhouses_last_for_the_year_and_are_played_once_a_year_q110() {
    let begun = raid().markers("british-blockhouses").hand(British, &[3, 13]);
    let mut game = begun.begin();
    game.individually("langlade").dice(&[2]).go("deerfield stop");
    assert_eq!((game.is_reduced("langlade"), game.hand(British)), (true, vec![3, 13]));
    assert_eq!(game.state().markers.get("british-blockhouses"), Some(&Until::Year));
    let game = raid().markers("british-blockhouses").year_ends().begin();
    assert!(!game.has_marker("british-blockhouses"), "the next year has begun");
}

#[test]
fn each_side_has_its_own_blockhouses_q110() {
    let mut game = raid().markers("french-blockhouses").hand(British, &[3, 13]).begin();
    game.individually("langlade").go("deerfield stop").dice(&[2]).responds(British, "before_raid_roll", 13);
    assert!(game.has_marker("french-blockhouses") && game.has_marker("british-blockhouses"));
    assert!(game.is_reduced("langlade"));
    let mut game = raid().markers("french-blockhouses").begin();
    game.individually("langlade").dice(&[2]).go("deerfield stop");
    assert!(!game.is_reduced("langlade"), "those of the raider do not hinder him");
}

#[test]
fn under_blockhouses_leaders_are_in_danger_on_a_6_too() {
    let mut game = raid().markers("british-blockhouses").begin();
    game.force("beaujeu", "langlade").go("deerfield").dice(&[6, 1]).french("march", "stop");
    assert_eq!(game.at("beaujeu"), "eliminated");
    let mut game = raid().begin();
    game.force("beaujeu", "langlade").go("deerfield").dice(&[6]).french("march", "stop");
    assert_eq!(game.at("beaujeu"), "ticonderoga");
}

#[test]
fn blockhouses_are_played_after_the_militia_battle_and_before_the_die() {
    let stockade = raid().stockades(British, "deerfield").put("northern-militia", "colonial-militia-1").open_windows();
    let mut game = stockade.begin();
    game.force("beaujeu", "langlade").declines(British, "activation_start");
    game.go("deerfield").dice(&[6, 2]).british("raid-militia", "colonial-militia-1");
    assert!(game.told("10.3").is_empty());
    game.dice(&[3]).declines(British, "before_raid_roll");
    assert_eq!(game.told("10.3").len(), 1);
}
