//! Rulings on the end of a year: going home, raided markers, attrition, victory (4.0 B.3 to B.6, 11.0, 13.0).

use wilderness_tests::play;
use wilderness_tests::situation::{Situation, find_piece};
use wilderness_war::Side::{British, French};
use wilderness_war::testing::judge;
use wilderness_war::{Draws, Game, Reason, View};

const BRITISH_FORTRESSES: &str = "quebec montreal louisbourg";

/// Everything that the British need for a victory by conquest, except victory points.
fn conquest() -> Situation {
    Situation::new()
        .captured(British, BRITISH_FORTRESSES)
        .put("quebec", "22nd")
        .put("montreal", "27th")
        .put("louisbourg", "35th")
        .stockades(British, "niagara ohio-forks")
        .niagara_and_ohio_forks_held_by(British)
        .year_ends()
}

#[test]
fn q80_leaders_without_any_fortification_stay_at_the_end_of_the_year() {
    let situation = Situation::new().captured(British, BRITISH_FORTRESSES).put("quebec", "22nd");
    let situation = situation.put("montreal", "27th").put("louisbourg", "35th");
    let game = situation.put("wood-creek", "dumas").year_ends().begin();
    assert_eq!(game.at("dumas"), "wood-creek");
}

#[test]
fn q81_the_nearest_fortification_is_an_unbesieged_one() {
    let game = Situation::new()
        .forts(French, "ticonderoga crown-point")
        .put("ticonderoga", "22nd")
        .siege("ticonderoga", 0)
        .put("wood-creek", "dumas")
        .year_ends()
        .begin();
    assert_eq!(game.at("dumas"), "crown-point");
}

#[test]
fn q82_leaders_with_indians_choose_before_they_are_alone() {
    let game = Situation::new().put("wood-creek", "dumas huron").forts(French, "ticonderoga").year_ends().begin();
    assert_eq!(game.asked(), "french go-home");
    game.offers_only("ticonderoga pays-d-en-haut");
}

#[test]
fn q82_a_leader_left_by_his_indians_goes_to_the_nearest_fortification() {
    let mut game = Situation::new().put("wood-creek", "dumas huron").forts(French, "ticonderoga").year_ends().begin();
    game.french("go-home", "ticonderoga pays-d-en-haut");
    assert_eq!((game.at("huron"), game.at("dumas")), ("pays-d-en-haut", "ticonderoga"));
}

#[test]
fn stay_was_offered_to_a_leader_whom_the_rules_send_on() {
    let alone = Situation::new().put("wood-creek", "dumas huron").forts(French, "ticonderoga").year_ends().begin();
    assert!(!alone.may("stay"), "4.0 B.3 would send him to Ticonderoga after all");
    assert_eq!(alone.refused_by("stay"), "4.0");
    let with_troops = Situation::new().put("wood-creek", "dumas huron bearn").forts(French, "ticonderoga");
    assert!(with_troops.year_ends().begin().may("stay"), "he stays with the regulars");
}

#[test]
fn a_record_in_which_a_leader_stays_before_he_is_sent_on_plays_on() {
    let record = "wilderness-record 1\nscenario annus-mirabilis\nseed 5\nposition {\"year\":1757,\"season\":\"late\",\
                  \"pieces\":{\"dumas\":{\"at\":\"wood-creek\"},\"huron\":{\"at\":\"wood-creek\"}},\
                  \"fortifications\":{\"french\":{\"forts\":[\"ticonderoga\"]}}}\n\nfrench go-home stay\n";
    let mut game = play("stayed", record).unwrap_or_else(|faults| panic!("{faults}"));
    let at = |game: &Game, piece| View::public(game).space_of(find_piece(piece)).map(|space| space.id());
    assert_eq!((at(&game, "huron"), at(&game, "dumas")), (Some("pays-d-en-haut"), Some("ticonderoga")));
    assert!(game.record().to_string().contains("french go-home stay\n"));
    let offered = |game: &Game| game.decision().map(|open| open.choices.len());
    assert!(game.past_mut().undo(), "and can be undone");
    assert_eq!(offered(&game), Some(3), "what lies ahead can be chosen again");
    game.choose_token("space:ticonderoga").expect("a choice");
    assert!(game.past_mut().undo());
    assert_eq!(offered(&game), Some(2), "after another choice it is not offered any more");
}

#[test]
fn q78_no_indian_goes_home_to_a_settlement_of_the_enemy() {
    for (defenders, fate) in [("rogers", "at hand"), ("webb", "st-francois")] {
        let situation = Situation::new().put("ticonderoga", "abenaki-1").put("st-francois", defenders);
        let game = situation.year_ends().begin();
        assert_eq!(game.at("abenaki-1"), fate, "{defenders}");
    }
    let works = Situation::new().put("ticonderoga", "mississauga").forts(British, "mississauga").year_ends().begin();
    assert_eq!(works.at("mississauga"), "at hand");
}

#[test]
fn y1_sieges_that_only_indians_held_end() {
    let game = Situation::new()
        .forts(British, "oswego")
        .put("oswego", "huron")
        .inside("oswego", "new-york-1")
        .siege("oswego", 1)
        .year_ends()
        .begin();
    assert_eq!((game.siege("oswego"), game.at("huron")), (None, "pays-d-en-haut"));
}

#[test]
fn q83_the_besieged_suffer_and_the_last_step_counts_every_unit() {
    let game = Situation::new()
        .put("albany", "bearn")
        .inside("albany", "22nd 27th*")
        .siege("albany", 0)
        .put("wood-creek", "new-york-1*")
        .put("hudson-carry-south", "new-york-2* rogers")
        .year_ends()
        .begin();
    assert_eq!((game.at("27th"), game.is_reduced("22nd")), ("eliminated", true));
    assert_eq!(game.at("new-york-1"), "wood-creek", "the last step in its space");
    assert_eq!(game.at("new-york-2"), "at hand", "the rangers are there too");
    assert!(game.is_reduced("bearn"), "in enemy land");
}

#[test]
fn q83_a_fort_shelters_four_units_of_any_kind() {
    let fort = Situation::new().forts(British, "wood-creek").year_ends();
    let game = fort.clone().put("wood-creek", "22nd rogers armstrong goreham webb").begin();
    assert!(!game.is_reduced("22nd"));
    let game = fort.put("wood-creek", "22nd 27th rogers armstrong goreham").begin();
    assert!(game.is_reduced("22nd") && game.is_reduced("27th"));
}

#[test]
fn q84_conquest_comes_before_victory_points() {
    let victory = conquest().vp(11).begin().outcome().expect("the end");
    assert_eq!((victory.winner, victory.reason), (Some(British), Reason::Conquest));
    let victory = Situation::new().vp(11).year_ends().begin().outcome().expect("the end");
    assert_eq!((victory.winner, victory.reason), (Some(French), Reason::ElevenPoints));
}

#[test]
fn q84_d5_conquest_needs_a_garrison_in_what_was_captured() {
    let empty = conquest().put("ile-d-orleans", "22nd").amphib("louisbourg");
    assert!(judge(&empty.clone().state(), 1759).is_none_or(|end| end.reason != Reason::Conquest));
    let back = empty.put("quebec", "22nd").put("riviere-ouelle", "35th").amphib("riviere-ouelle");
    assert!(judge(&back.state(), 1759).is_some_and(|end| end.reason == Reason::Conquest));
}

#[test]
fn r11_a_draw_is_a_french_win_where_the_settings_say_so() {
    let drawn = Situation::new().year(1759).year_ends().game();
    assert_eq!(drawn.outcome().map(|victory| victory.winner), Some(None), "no points, and no territory");
    let mut header = drawn.header().clone();
    header.settings.draws = Some(Draws::French);
    let mut tournament = header.begin(drawn.scripts().clone()).expect("the same position");
    tournament.proceed().expect("the end");
    let victory = tournament.outcome().expect("the end");
    assert_eq!((victory.winner, victory.reason), (Some(French), Reason::Draw));
}

/// The end of 1759, with two of the four spaces under British control and Albany besieged.
fn end_of_1759() -> Situation {
    Situation::new()
        .year(1759)
        .vp(3)
        .captured(British, "quebec")
        .put("quebec", "22nd")
        .stockades(British, "niagara")
        .niagara_and_ohio_forks_held_by(British)
        .siege("albany", 1)
}

#[test]
fn q64_a_british_fortress_under_siege_counts_unless_the_besieger_could_roll() {
    let reason = |situation: Situation| judge(&situation.state(), 1759).map(|end| end.reason);
    let supply = "hudson-carry-south hudson-carry-north ticonderoga crown-point winooski ile-aux-noix";
    let supplied = end_of_1759().stockades(French, supply);
    assert_eq!(reason(supplied.clone().put("albany", "dumas bearn")), Some(Reason::FinalPoints));
    assert_eq!(reason(supplied.clone().put("albany", "bearn")), Some(Reason::Territory), "no leader");
    assert_eq!(reason(supplied.clone().put("albany", "dumas huron")), Some(Reason::Territory), "no drilled troops");
    assert_eq!(reason(end_of_1759().put("albany", "dumas bearn")), Some(Reason::Territory), "no supply");
}

#[test]
fn q64_a_fortress_in_french_hands_does_not_count_though_the_british_besiege_it() {
    let mut held = end_of_1759().captured(French, "albany").inside("albany", "bearn").put("albany", "27th");
    held = held.stockades(French, "sorel");
    assert_eq!(judge(&held.state(), 1759).map(|end| end.reason), Some(Reason::FinalPoints));
}

#[test]
fn q85_the_deck_is_shuffled_when_the_season_of_surrender_ends() {
    let last_card = |card| {
        let mut game = Situation::new().hand(French, &[card]).hand(British, &[]).begin();
        game.individually("");
        let shuffled = game.told("5.25").iter().filter(|text| text.contains("is shuffled into")).count();
        (shuffled, game.state().discard.is_empty())
    };
    assert_eq!(last_card(6), (1, true), "Surrender! was played, though not as the event");
    assert_eq!(last_card(1), (0, false));
}

#[test]
fn raided_markers_score_by_halves_rounded_up_before_victory_is_judged() {
    let game =
        Situation::new().vp(9).raided(French, "hoosic concord york").raided(British, "sorel").year_ends().begin();
    assert_eq!(game.vp(), 9 + 2 - 1);
    assert!(game.state().raided.french.is_empty() && game.state().raided.british.is_empty());
}

#[test]
fn r5_a_leader_without_other_units_may_take_indians_to_a_fortification() {
    let mut game = Situation::new().put("wood-creek", "dumas huron").forts(French, "ticonderoga").year_ends().begin();
    game.french("go-home", "ticonderoga").french("go-home", "ticonderoga");
    assert_eq!((game.at("huron"), game.at("dumas")), ("ticonderoga", "ticonderoga"));
    let cultivated = Situation::new().put("hoosic", "dumas huron").forts(French, "ticonderoga").year_ends().begin();
    cultivated.offers_only("pays-d-en-haut stay");
}
