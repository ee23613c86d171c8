//! Rulings on raids and on going home afterwards (10.0).

use wilderness_tests::situation::{Situation, find_space};
use wilderness_war::Side::{British, French};

#[test]
fn q49_at_most_one_militia_unit_defends_a_stockade_against_a_raid() {
    let mut game = Situation::new()
        .stockades(British, "hoosic")
        .put("northern-militia", "colonial-militia-1 colonial-militia-2")
        .raided(French, "concord") // 10.2: markers do not matter here
        .put("hudson-carry-south", "dumas huron ojibwa")
        .begin();
    game.force("dumas", "huron ojibwa").go("hoosic");
    assert_eq!(game.asked(), "british raid-militia");
    game.offers_only("colonial-militia-1 colonial-militia-2 pass");
    // -1 for the stockade; the militia lose a step and the raid goes on.
    game.dice(&[4, 1, 3]).british("raid-militia", "colonial-militia-1");
    assert!(game.shots()[1].strength == 1, "{:?}", game.told("7.5"));
    assert_eq!(game.at("colonial-militia-1"), "northern-militia");
    assert!(game.dice_of("10.3")[0] == (3, 0), "dumas +1, two militia in the box -1: {:?}", game.told("10.3"));
}

#[test]
fn q69_inactive_auxiliaries_and_leaders_join_the_raid_and_go_home() {
    let mut game = Situation::new()
        .forts(French, "ticonderoga")
        .put("hudson-carry-south", "huron")
        .put("hoosic", "beaujeu langlade")
        .begin();
    game.individually("huron").dice(&[5]).go("hoosic stop");
    // Beaujeu's tactics count: 5+1 succeeds without loss.
    assert!(game.told("10.3")[0].contains("5+1 (Beaujeu) succeeds"), "{:?}", game.told("10.3"));
    game.french("go-home", "ticonderoga pays-d-en-haut ticonderoga");
    assert_eq!(
        (game.at("beaujeu"), game.at("huron"), game.at("langlade")),
        ("ticonderoga", "pays-d-en-haut", "ticonderoga")
    );
}

#[test]
fn q70_raiders_that_lose_to_militia_raid_where_they_end_up() {
    let mut game = Situation::new()
        .stockades(British, "deerfield")
        .put("northern-militia", "colonial-militia-1")
        .put("hoosic", "langlade")
        .begin();
    game.individually("langlade").go("northampton deerfield").dice(&[1, 4, 3]);
    game.british("raid-militia", "colonial-militia-1");
    // Beaten at Deerfield, they retreat to Northampton, which is a target as well.
    assert_eq!(game.told("10.3").len(), 1);
    assert!(game.told("10.3")[0].contains("Northampton"), "{:?}", game.told("10.3"));
}

#[test]
fn q71_a_force_that_retreats_into_a_target_raids_there() {
    let mut game = Situation::new().put("hoosic", "langlade").put("northampton", "new-york-1 new-york-2").begin();
    game.individually("langlade").go("northampton").dice(&[1, 2, 3]).british("avoid", "pass");
    assert!(game.told("10.3")[0].contains("Hoosic"), "{:?}", game.told("10.3"));
}

#[test]
fn q72_auxiliaries_that_besiege_in_a_target_do_not_raid() {
    let mut game = Situation::new().put("albany", "huron").siege("albany", 0).begin();
    game.individually("huron").go("stop");
    assert!(game.told("10.3").is_empty());
    assert_eq!((game.asked(), game.at("huron")), ("british card".to_string(), "albany"));
}

#[test]
fn q73_militia_that_went_home_hamper_the_raid() {
    let raid = |militia: &str| {
        let mut game = Situation::new()
            .stockades(British, "hoosic")
            .put("northern-militia", militia)
            .put("hudson-carry-south", "langlade huron dumas")
            .begin();
        game.force("dumas", "langlade huron").go("hoosic").dice(&[4, 1, 2]);
        game.british("raid-militia", "colonial-militia-1");
        game.dice_of("10.3")[0]
    };
    assert_eq!(raid("colonial-militia-1 colonial-militia-2"), (2, 0));
    assert_eq!(raid("colonial-militia-1* colonial-militia-2 colonial-militia-3"), (2, 0));
    assert_eq!(raid("colonial-militia-1"), (2, 1));
}

#[test]
fn q74_the_column_decides_whether_a_natural_six_endangers_leaders() {
    let raid = Situation::new().put("hudson-carry-south", "dumas huron");
    let mut game = raid.clone().begin();
    game.force("dumas", "huron").go("hoosic").dice(&[6]).go("stop");
    assert!(game.told("10.32").is_empty(), "plain cultivated land");
    let mut game = raid.stockades(British, "hoosic").begin();
    game.force("dumas", "huron").dice(&[6, 1]).go("hoosic");
    assert_eq!((game.told("10.32"), game.at("dumas")), (vec!["Dumas is killed (1)".to_string()], "eliminated"));
}

#[test]
fn q75_the_owner_chooses_raid_losses_freely() {
    let mut game = Situation::new()
        .put("hudson-carry-south", "vaudreuil langlade* huron")
        .put("northern-militia", "colonial-militia-1 colonial-militia-2")
        .begin();
    game.force("vaudreuil", "langlade huron").go("hoosic").dice(&[5]).go("stop");
    assert_eq!(game.asked(), "french raid-loss");
    game.offers_only("langlade huron"); // the reduced one may be eliminated although the other is at full strength
    game.french("raid-loss", "langlade");
    assert_eq!(game.at("langlade"), "eliminated");
}

#[test]
fn q76_the_activated_leader_commands_the_raid_where_he_is() {
    // Villiers outranks Dumas; the tactics of Dumas, who was activated, are the same 1, so take Bougainville with 0.
    let mut game = Situation::new()
        .forts(French, "ticonderoga")
        .put("hudson-carry-south", "bougainville huron")
        .put("hoosic", "villiers")
        .begin();
    game.force("bougainville", "huron").go("hoosic").dice(&[3]).go("stop");
    assert!(game.dice_of("10.3")[0] == (3, 0), "{:?}", game.told("10.3"));
}

#[test]
fn q79_leaders_choose_first_and_indians_or_coureurs_may_follow() {
    let raid = || {
        let mut game = Situation::new()
            .forts(French, "ticonderoga")
            .put("hudson-carry-south", "dumas huron abenaki-1 langlade")
            .begin();
        game.force("dumas", "huron abenaki-1").go("drop").french("drop", "abenaki-1 done");
        game
    };
    let mut game = raid();
    game.dice(&[5]).go("hoosic stop");
    game.offers_only("ticonderoga pays-d-en-haut");
    game.french("go-home", "ticonderoga");
    game.offers_only("ticonderoga pays-d-en-haut"); // the Huron, home or with Dumas
    game.french("go-home", "ticonderoga");
    assert_eq!((game.at("dumas"), game.at("huron")), ("ticonderoga", "ticonderoga"));
    let mut game = raid();
    game.dice(&[5]).go("hoosic stop").french("go-home", "pays-d-en-haut");
    assert_eq!(game.at("huron"), "pays-d-en-haut", "he must lead the way home");
}

#[test]
fn q79_coureurs_go_home_with_indians_and_rangers_never() {
    let mut game =
        Situation::new().forts(French, "ticonderoga").put("hudson-carry-south", "dumas huron langlade").begin();
    game.force("dumas", "huron langlade").go("hoosic").dice(&[5]).go("stop");
    game.french("go-home", "ticonderoga pays-d-en-haut");
    game.offers_only("ticonderoga pays-d-en-haut"); // Langlade
    game.french("go-home", "pays-d-en-haut");
    assert_eq!(game.at("langlade"), "pays-d-en-haut");
    let mut game = Situation::new()
        .british_turn()
        .put("ile-aux-noix", "johnson mohawk-1 rogers")
        .forts(British, "crown-point")
        .begin();
    game.force("johnson", "mohawk-1 rogers").go("st-jean").dice(&[5]).go("stop");
    assert!(game.dice_of("10.3")[0] == (5, 2), "Johnson and rangers: {:?}", game.told("10.3"));
    game.british("go-home", "canajoharie");
    assert_eq!((game.at("mohawk-1"), game.at("rogers")), ("canajoharie", "crown-point"));
}

#[test]
fn q79_cherokee_are_eliminated_unless_a_leader_takes_them_along() {
    let raid = Situation::new()
        .british_turn()
        .stockades(British, "raystown")
        .put("pays-d-en-haut", "delaware-1")
        .put("ohio-forks", "bradstreet cherokee-1 cherokee-2")
        .niagara_and_ohio_forks_held_by(British);
    let mut game = raid.clone().begin();
    game.individually("cherokee-2").go("kittaning").dice(&[5]).go("stop");
    assert_eq!(game.at("cherokee-2"), "at hand");
    assert_eq!(game.at("delaware-1"), "at hand", "its settlement was raided, wherever it is (10.31)");
    let mut game = raid.begin();
    game.force("bradstreet", "cherokee-1").go("kittaning").dice(&[5]).go("stop");
    assert_eq!((game.at("bradstreet"), game.at("cherokee-1")), ("raystown", "raystown"));
}

#[test]
fn q80_raiders_without_an_unbesieged_fortification_are_eliminated() {
    let mut game = Situation::new()
        .captured(British, "quebec montreal louisbourg")
        .put("quebec", "22nd")
        .put("montreal", "27th")
        .put("louisbourg", "35th")
        .put("hudson-carry-south", "langlade")
        .begin();
    game.individually("langlade").go("hoosic").dice(&[3]).go("stop");
    assert_eq!(game.at("langlade"), "eliminated");
}

#[test]
fn a_plain_cultivated_space_bears_one_raided_marker_and_a_stockade_brings_another() {
    let raid = Situation::new().raided(French, "hoosic").put("hudson-carry-south", "huron");
    let mut game = raid.clone().begin();
    game.individually("huron").go("hoosic").dice(&[6]).go("stop");
    assert_eq!(game.state().raided_markers(French, find_space("hoosic")), 1);
    let mut game = raid.stockades(British, "hoosic").begin();
    game.individually("huron").dice(&[6]).go("hoosic");
    assert_eq!(game.state().raided_markers(French, find_space("hoosic")), 2);
    assert_eq!(game.vp(), 0, "a stockade lost in a raid scores nothing");
}

#[test]
fn q91_fieldworks_count_when_militia_defend_against_a_raid() {
    let mut game = Situation::new()
        .stockades(British, "hoosic")
        .fieldworks("hoosic")
        .put("northern-militia", "colonial-militia-1")
        .put("hudson-carry-south", "vaudreuil huron ojibwa langlade")
        .begin();
    game.force("vaudreuil", "huron ojibwa langlade").go("hoosic").dice(&[5, 1, 3]);
    game.british("raid-militia", "colonial-militia-1");
    assert!((game.shots()[0].strength, game.shots()[0].column.as_str()) == (3, "2"), "{:?}", game.told("7.5"));
    assert!(game.state().fieldworks.is_empty(), "the raiders won");
}
