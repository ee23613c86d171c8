//! The events of sickness, couriers and politics: 34-42 and 70.

use wilderness_tests::situation::Situation;
use wilderness_war::Assemblies::{Enthusiastic, Reluctant, Supportive};
use wilderness_war::Side::{British, French};

fn french(card: i64) -> Situation {
    Situation::new().hand(French, &[card, 1])
}

fn british(card: i64) -> Situation {
    Situation::new().british_turn().hand(British, &[card, 3])
}

/// A French siege of the British fortress at Albany, with these pieces inside.
fn besieged_albany(situation: Situation, inside: &str) -> Situation {
    situation.put("albany", "dumas bearn").inside("albany", inside).siege("albany", 0)
}

// Small Pox (34)

#[test]
fn small_pox_needs_more_than_four_enemy_units_in_a_space() {
    let four = "22nd 27th 28th rogers";
    assert!(!french(34).put("albany", four).put("albany", "webb").playable(French, 34), "leaders do not count");
    assert!(french(34).put("albany", four).put("albany", "new-york-1*").playable(French, 34));
    assert!(!british(34).put("albany", four).put("albany", "new-york-1*").playable(British, 34), "own units");
    assert!(british(34).put("quebec", "bearn guyenne artois huron la-reine").playable(British, 34));
}

#[test]
fn small_pox_takes_half_a_die_of_steps_from_full_units_and_then_all_indians() {
    let mut game = french(34).put("albany", "22nd 27th* rogers new-york-1* mohawk-1").put("hoosic", "mohawk-2").begin();
    game.dice(&[3]).event(34);
    game.offers_only("22nd rogers mohawk-1");
    game.british("loss", "22nd");
    game.offers_only("rogers mohawk-1");
    game.british("loss", "mohawk-1");
    assert_eq!(game.asked(), "british card", "half of three is two");
    assert!(game.is_reduced("22nd") && !game.is_reduced("rogers"));
    assert_eq!(
        ["27th", "new-york-1", "mohawk-1", "mohawk-2"].map(|unit| game.at(unit)),
        ["albany", "albany", "at hand", "hoosic"]
    );
    assert!(game.is_discarded(34));
}

#[test]
fn small_pox_takes_the_whole_die_from_more_than_eight_units() {
    let losses = |more: &str| {
        let mut game = french(34).put("albany", "22nd 27th 28th 35th 40th 43rd 44th 45th").put("albany", more).begin();
        game.dice(&[4]).event(34);
        let units = ["22nd", "27th", "28th", "35th", "40th", "43rd", "44th", "45th", "46th"];
        units.iter().filter(|unit| game.is_reduced(unit)).count()
    };
    assert_eq!((losses(""), losses("46th")), (2, 4));
}

#[test]
fn small_pox_kills_reduced_units_when_no_other_is_left_and_does_not_spare_the_besieged() {
    let sick = "22nd* 27th* new-york-1* connecticut-1* mohawk-1 british-seneca";
    let mut game = besieged_albany(french(34), sick).begin();
    game.dice(&[6]).event(34);
    game.british("loss", "mohawk-1");
    game.offers_only("22nd 27th new-york-1 connecticut-1 mohawk-1 british-seneca");
    game.british("loss", "new-york-1");
    assert_eq!(
        ["new-york-1", "mohawk-1", "british-seneca", "22nd"].map(|unit| game.at(unit)),
        ["at hand", "at hand", "at hand", "albany"]
    );
}

#[test]
fn the_player_of_small_pox_chooses_the_space() {
    let crowd = british(34).put("quebec", "bearn guyenne artois la-reine la-sarre");
    let mut game = crowd.put("montreal", "languedoc marine-1 marine-2 cambis 2-berry").begin();
    game.event(34);
    game.offers_only("montreal quebec");
    game.dice(&[1]).british("event", "montreal");
    assert_eq!(["2-berry", "bearn"].map(|unit| game.is_reduced(unit)), [true, false]);
}

// Courier Intercepted! (35)

#[test]
fn a_courier_is_intercepted_on_three_to_six() {
    for die in 1..=6 {
        let mut game = french(35).hand(British, &[57]).begin();
        game.dice(&[die]).event(35);
        let expected: (&[u8], &[u8]) = if die >= 3 { (&[1, 57], &[]) } else { (&[1], &[57]) };
        assert_eq!((&game.hand(French)[..], &game.hand(British)[..]), expected, "{die}");
        assert!(game.is_discarded(35));
    }
}

#[test]
fn the_victim_of_a_courier_knows_the_card_until_it_is_played_q109() {
    let mut game = french(35).hand(British, &[57]).begin();
    game.dice(&[3]).event(35);
    assert_eq!(game.known_to(British), [57]);
    assert!(game.known_to(French).is_empty());
    let mut game = french(35).hand(British, &[57, 58]).put("quebec", "bearn").put("albany", "22nd").begin();
    game.dice(&[3]).event(35);
    game.play_card("individual");
    game.british("activate", "done");
    let taken = format!("card:{}", game.known_to(British)[0]);
    game.french("card", &taken);
    game.french("use", "individual").french("activate", "done");
    assert!(game.known_to(British).is_empty(), "it was played");
}

#[test]
fn the_courier_is_drawn_at_random_and_the_enemy_must_hold_a_card() {
    let mut game = british(35).hand(French, &[6, 11, 12]).begin();
    game.dice(&[5]).event(35);
    assert_eq!((game.hand(British).len(), game.hand(French).len()), (2, 2));
    assert!(!game.state().reshuffle, "Surrender! is only held");
    assert!(french(35).playable(French, 35) && british(35).playable(British, 35));
    assert!(!british(35).hand(French, &[]).playable(British, 35));
    assert!(!french(35).hand(British, &[]).playable(French, 35));
}

// François Bigot (36)

#[test]
fn bigot_costs_the_french_a_card_without_effect() {
    assert!(british(36).playable(British, 36) && !british(36).playable(French, 36));
    assert!(!british(36).hand(French, &[]).playable(British, 36));
    let mut game = british(36).hand(French, &[55]).begin();
    game.event(36);
    assert!(game.hand(French).is_empty() && game.is_discarded(55) && !game.is_removed(55));
    assert!(!game.state().reshuffle);
    let mut game = british(36).hand(French, &[1, 2, 11]).begin();
    game.event(36);
    assert_eq!(game.hand(French).len(), 2);
}

#[test]
fn surrender_thrown_away_by_bigot_has_the_deck_shuffled() {
    let mut game = british(36).hand(French, &[6]).begin();
    game.event(36);
    assert!(game.state().reshuffle && game.is_discarded(6));
}

// British Ministerial Crisis (37)

#[test]
fn a_ministerial_crisis_costs_a_card_of_troops_as_the_british_choose() {
    let mut game = french(37).hand(British, &[3, 47, 48, 54, 57, 58, 60, 61]).begin();
    game.event(37);
    game.offers_only("card:47 card:48 card:54 card:57 card:58 card:60 card:61");
    game.british("event", "card:57");
    assert_eq!(game.hand(British), [3, 47, 48, 54, 58, 60, 61]);
    assert!(game.is_discarded(57) && !game.is_removed(57));
}

#[test]
fn a_ministerial_crisis_takes_the_only_card_and_no_other() {
    let late = |hand: &[i64]| {
        let mut game = french(37).scenario("full-campaign").hand(British, hand).begin();
        game.event(37);
        assert_eq!(game.asked(), "british card");
        game.hand(British)
    };
    assert_eq!((late(&[3, 64]), late(&[3, 63])), (vec![3], vec![3]));
    assert_eq!(late(&[3, 6, 43, 53, 62, 65, 67]), [3, 6, 43, 53, 62, 65, 67]);
}

#[test]
fn a_ministerial_crisis_needs_a_british_hand() {
    assert!(french(37).playable(French, 37) && !french(37).playable(British, 37));
    assert!(!french(37).hand(British, &[]).playable(French, 37));
}

// Provincial Regiments Dispersed for Frontier Duty (38)

#[test]
fn regiments_are_dispersed_for_each_raided_marker_of_their_department() {
    let raids = french(38).raided(French, "hoosic hoosic york sorel");
    let north = raids.put("new-york", "new-york-1 new-york-2* connecticut-1");
    let mut game = north.put("lancaster", "virginia-1 virginia-2").begin();
    game.event(38);
    game.offers_only("new-york-1 new-york-2 connecticut-1");
    game.british("event", "new-york-2 connecticut-1");
    game.offers_only("virginia-1 virginia-2");
    game.british("event", "virginia-2");
    assert_eq!(["new-york-2", "connecticut-1", "virginia-2"].map(|unit| game.at(unit)), ["at hand"; 3]);
    assert_eq!(["new-york-1", "virginia-1"].map(|unit| game.at(unit)), ["new-york", "lancaster"]);
    assert_eq!(game.state().raided.french.len(), 4, "the markers stay");
}

#[test]
fn no_more_regiments_are_dispersed_than_stand_unbesieged_on_the_map() {
    let few = besieged_albany(french(38).raided(French, "hoosic concord deerfield"), "new-york-1 virginia-1");
    let mut game = few.put("new-york", "connecticut-1").put("lancaster", "virginia-2").begin();
    game.event(38);
    assert_eq!(game.asked(), "british card");
    assert_eq!(
        ["connecticut-1", "new-york-1", "virginia-2"].map(|unit| game.at(unit)),
        ["at hand", "albany", "lancaster"]
    );
}

#[test]
fn dispersal_needs_a_raid_and_a_regiment_of_the_same_department() {
    let raided = french(38).raided(French, "hoosic");
    assert!(raided.clone().put("york", "new-york-1").playable(French, 38), "wherever it stands");
    assert!(!raided.clone().put("york", "new-york-1").playable(British, 38));
    assert!(!raided.clone().put("hoosic", "virginia-1").playable(French, 38));
    assert!(!raided.clone().playable(French, 38));
    assert!(!besieged_albany(raided, "new-york-1").playable(French, 38));
    assert!(!french(38).put("new-york", "new-york-1").playable(French, 38));
    assert!(!french(38).raided(British, "sorel").put("new-york", "new-york-1").playable(French, 38));
}

// Stingy Provincial Assembly (39-40)

#[test]
fn the_french_name_a_department_and_the_british_a_regiment() {
    let mut game = french(39).put("new-york", "new-york-1 connecticut-1").put("york", "virginia-1").begin();
    game.event(39);
    game.offers_only("option:northern option:southern");
    game.french("event", "option:northern");
    game.offers_only("connecticut-1 new-york-1");
    game.british("event", "new-york-1");
    assert_eq!(
        ["new-york-1", "connecticut-1", "virginia-1"].map(|unit| game.at(unit)),
        ["at hand", "new-york", "york"]
    );
    assert!(game.is_discarded(39));
}

#[test]
fn a_department_whose_regiments_are_besieged_cannot_be_named() {
    let mut game = besieged_albany(french(40), "new-york-1").put("york", "virginia-1").begin();
    game.event(40);
    assert_eq!(
        (game.asked().as_str(), game.at("virginia-1"), game.at("new-york-1")),
        ("british card", "at hand", "albany")
    );
}

#[test]
fn an_assembly_is_stingy_unless_enthusiastic_and_with_a_regiment_to_lose() {
    let regiment = french(39).put("york", "virginia-1");
    assert!(regiment.clone().playable(French, 39) && !regiment.clone().playable(British, 39));
    assert!(regiment.clone().assemblies(Reluctant).playable(French, 39));
    assert!(!regiment.assemblies(Enthusiastic).playable(French, 39));
    assert!(!french(39).playable(French, 39));
    assert!(!besieged_albany(french(39), "new-york-1").playable(French, 39));
}

// British Colonial Politics (41-42)

#[test]
fn the_french_lower_the_assemblies_and_the_british_disband_the_surplus() {
    let north = "new-york-1 new-york-2 new-york-3 connecticut-1 connecticut-2 connecticut-3 rhode-island";
    let colonies = french(41).put("new-york", north).put("york", "virginia-1 virginia-2 maryland");
    let mut game = colonies.begin();
    game.event(41);
    game.british("disband", "rhode-island");
    game.offers_only("maryland virginia-1 virginia-2");
    game.british("disband", "virginia-2");
    assert_eq!(game.asked(), "british card");
    assert_eq!(["rhode-island", "virginia-2", "maryland"].map(|unit| game.at(unit)), ["at hand", "at hand", "york"]);
    assert_eq!(game.state().assemblies, Reluctant);
    assert!(game.is_discarded(41));
}

#[test]
fn besieged_provincials_count_against_the_limit_but_stay() {
    let mut game = besieged_albany(french(42), "virginia-1 virginia-2 maryland").put("york", "pennsylvania-1").begin();
    game.event(42);
    assert_eq!(game.asked(), "british card");
    assert_eq!(["pennsylvania-1", "maryland", "virginia-1"].map(|unit| game.at(unit)), ["at hand", "albany", "albany"]);
}

#[test]
fn the_british_raise_the_assemblies_and_nothing_else() {
    let mut game = british(41).assemblies(Reluctant).put("york", "virginia-1 virginia-2 maryland").begin();
    game.event(41);
    assert_eq!((game.state().assemblies, game.asked().as_str()), (Supportive, "french card"));
    let mut game = british(42).begin();
    game.event(42);
    assert_eq!(game.state().assemblies, Enthusiastic);
}

#[test]
fn the_assemblies_do_not_go_beyond_the_ends_of_the_track() {
    let playable = |side, level| Situation::new().assemblies(level).playable(side, 41);
    assert_eq!([Reluctant, Supportive, Enthusiastic].map(|level| playable(French, level)), [false, true, true]);
    assert_eq!([Reluctant, Supportive, Enthusiastic].map(|level| playable(British, level)), [true, true, false]);
}

// Intrigues Against Shirley (70)

#[test]
fn shirley_falls_while_the_french_are_ahead_and_his_units_stay() {
    let ahead = french(70).scenario("full-campaign").vp(1);
    let mut game = ahead.clone().put("hoosic", "shirley new-york-1").begin();
    game.event(70);
    assert_eq!((game.at("shirley"), game.at("new-york-1")), ("eliminated", "hoosic"));
    assert!(game.is_removed(70));
    assert!(!ahead.clone().playable(French, 70), "Shirley is not on the map");
    assert!(!besieged_albany(ahead.clone(), "shirley 22nd").playable(French, 70));
    assert!(!ahead.clone().put("hoosic", "shirley").vp(0).playable(French, 70));
    assert!(!ahead.put("hoosic", "shirley").playable(British, 70));
}
