//! When demolition is offered (5.46, R10).

use wilderness_tests::play;
use wilderness_tests::situation::Situation;
use wilderness_war::Side::{British, French};

#[test]
fn r10_a_campaign_asks_after_its_second_force() {
    let forces = Situation::new().hand(French, &[1, 2]).forts(French, "ticonderoga").put("hoosic", "huron dumas");
    let mut game = forces.put("deerfield", "ojibwa villiers").begin();
    game.event(1).french("commander", "dumas").french("member", "huron");
    game.french("commander", "villiers").french("member", "ojibwa");
    game.french("mover", "dumas").dice(&[3]).go("stop").french("go-home", "ticonderoga ticonderoga");
    assert_eq!(game.asked(), "french march", "the second force acts before anything is asked");
    game.dice(&[3]).go("stop").french("go-home", "ticonderoga ticonderoga");
    assert_eq!(game.asked(), "french after-activation");
}

#[test]
fn r10_an_infiltrator_may_demolish() {
    let works = Situation::new().stockades(French, "crown-point st-jean").forts(British, "hudson-carry-north");
    let mut game = works.put("hudson-carry-south", "huron").put("hudson-carry-north", "22nd").begin();
    game.individually("huron").go("infiltrate:hudson-carry-north").british("intercept", "pass");
    assert!(game.may("demolish"));
    game.go("demolish").french("demolish", "crown-point");
    assert_eq!((game.asked(), game.at("huron")), ("french march".into(), "hudson-carry-north"));
}

#[test]
fn r10_a_movement_that_ends_by_itself_is_followed_by_the_question_if_the_enemy_has_chosen() {
    let works = Situation::new().stockades(French, "crown-point").put("ticonderoga", "bearn").put("albany", "22nd");
    let mut game = works.clone().begin();
    game.individually("bearn").go("hudson-carry-north").go("stop");
    assert_eq!(game.asked(), "british card", "the enemy has not chosen");
    let mut game = works.begin();
    game.individually("bearn").go("hudson-carry-north hudson-carry-south").british("intercept", "pass");
    assert_eq!(game.asked(), "french after-activation", "drilled troops must stop after leaving the wilderness");
}

#[test]
fn r10_nobody_was_asked_after_a_movement_whose_last_step_was_a_carry() {
    let carry = Situation::new().british_turn().forts(British, "hudson-carry-south").put("new-york", "22nd");
    let mut game = carry.begin();
    game.individually("22nd").go("peekskill poughkeepsie kinderhook albany hudson-carry-south hoosic");
    assert_eq!(game.asked(), "british after-activation", "without the fort there was no way");
    game.offers_only("demolish done");
}

#[test]
fn r10_nobody_was_asked_after_a_movement_that_ended_by_itself_on_a_fortification() {
    let march = |stockade| {
        let mut game = Situation::new().stockades(French, stockade).put("ticonderoga", "bearn").begin();
        game.individually("bearn").go("hudson-carry-north hudson-carry-south");
        game.asked()
    };
    assert_eq!(march("hudson-carry-south"), "french after-activation");
    assert_eq!(march("crown-point"), "british card", "it could have been demolished before");
    let fortress = Situation::new().british_turn().stockades(British, "augusta").put("new-york", "22nd").begin();
    let mut sailed = fortress;
    sailed.individually("22nd").go("naval:boston");
    assert_eq!(sailed.asked(), "french card", "a fortress cannot be demolished");
    let mut stopped = Situation::new().stockades(French, "hudson-carry-north").put("ticonderoga", "bearn").begin();
    stopped.individually("bearn").go("hudson-carry-north").go("stop");
    assert_eq!(stopped.asked(), "british card", "it could have been demolished there before stopping");
}

#[test]
fn r10_a_record_from_before_a_movement_was_followed_by_the_question_plays_on() {
    let position = r#"{"year":1757,"pieces":{"bearn":{"at":"ticonderoga"}},"fortifications":{"french":{"stockades":["hudson-carry-south"]}},"hands":{"french":[24,30],"british":[5,41]}}"#;
    let march = "french card card:24\nfrench use individual\nfrench activate piece:bearn\n\
                 french march space:hudson-carry-north\nfrench march space:hudson-carry-south\n";
    let record = format!(
        "wilderness-record 1\nscenario annus-mirabilis\nseed 5\nposition {position}\n\n{march}british card card:5\n"
    );
    let game = play("march", &record).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(game.record().to_string().matches("after-activation").count(), 0, "and is saved as it was");
    let asked = record.replace("british card", "french after-activation demolish\nbritish card");
    let game = play("march", &asked).unwrap_or_else(|faults| panic!("{faults}"));
    assert!(game.record().to_string().contains("after-activation demolish"), "one that has the question is asked it");
}

#[test]
fn r10_a_passed_window_is_not_a_reason_to_ask() {
    let works = Situation::new().stockades(French, "crown-point").put("ticonderoga", "bearn").open_windows();
    let mut game = works.begin();
    game.individually("bearn").declines(British, "activation_start").go("stop");
    assert_eq!(game.asked(), "british card", "the question would tell who holds a card");
}

/// A raid from the Green Mountains up to the end of the phase, with fortifications to demolish.
const RAID: &str = "wilderness-record 1
scenario annus-mirabilis
seed 5
position {\"year\":1757,\"active\":\"french\",\"pieces\":{\"huron\":{\"at\":\"green-mountains-south\"}},\
\"fortifications\":{\"french\":{\"forts\":[\"ticonderoga\"]}},\"hands\":{\"french\":[24,30],\"british\":[5,41]}}

french card card:24
french use individual
french activate piece:huron
french march space:hoosic
french march stop
roll raid 3
";

#[test]
fn r10_a_record_without_the_line_demolishes_nothing() {
    let game = play("raid", &format!("{RAID}british card card:5\n")).unwrap_or_else(|faults| panic!("{faults}"));
    assert!(game.record().to_string().contains("\nfrench after-activation done\nbritish card card:5\n"));
}

#[test]
fn r10_a_record_with_a_line_for_a_question_not_asked_plays_on() {
    let early = RAID.replace("roll raid 3\n", "french after-activation done\nroll raid 3\n");
    let game = play("raid", &early).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(game.record().to_string(), play("raid", RAID).map(|game| game.record().to_string()).unwrap_or_default());
    let demolishing = early.replace("after-activation done", "after-activation demolish");
    assert!(play("raid", &demolishing).is_err(), "what would be demolished is not passed over");
}

#[test]
fn r10_a_stockade_that_has_changed_hands_is_a_reason_to_ask() {
    let captured = Situation::new().british_turn().stockades(French, "ticonderoga").put("hudson-carry-north", "22nd");
    let mut game = captured.begin();
    game.individually("22nd").go("ticonderoga");
    assert_eq!(game.asked(), "british after-activation");
    game.offers_only("demolish done");
}
