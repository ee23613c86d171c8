//! Rulings on the map, its markers, control and supply (2.0, 12.0).

use wilderness_tests::situation::{Situation, find_piece, find_space};
use wilderness_war::Game;
use wilderness_war::Side::{British, French};
use wilderness_war::map::{Map, Terrain};

fn british_supplied(game: &Game, space: &str) -> bool {
    game.view(British).supplied(British).contains(find_space(space))
}

#[test]
fn q1_halifax_and_louisbourg_are_cultivated() {
    assert_eq!(find_space("halifax").terrain(), Terrain::Cultivated);
    assert_eq!(find_space("louisbourg").terrain(), Terrain::Cultivated);
}

#[test]
fn q2_q4_a_leader_alone_in_pays_d_en_haut_goes_the_way_the_arrows_point() {
    let game = Situation::new()
        .put("pays-d-en-haut", "villiers")
        .forts(French, "niagara")
        .stockades(French, "french-creek venango")
        .year_ends();
    let mut game = game.begin();
    game.offers_only("niagara french-creek");
    game.french("go-home", "french-creek");
    assert_eq!(game.at("villiers"), "french-creek");
}

#[test]
fn q3_attackers_out_of_pays_d_en_haut_that_lose_are_eliminated() {
    let mut game = Situation::new().put("pays-d-en-haut", "langlade").put("presqu-ile", "rogers").begin();
    game.individually("langlade").go("presqu-ile").dice(&[1, 4]).british("avoid", "pass");
    assert_eq!(game.at("langlade"), "eliminated");
}

#[test]
fn q5_a_lost_siege_takes_the_amphib_marker_off_at_once() {
    let mut game = Situation::new()
        .put("louisbourg", "22nd")
        .inside("louisbourg", "drucour artois bearn guyenne")
        .siege("louisbourg", 1)
        .amphib("louisbourg")
        .begin();
    game.force("drucour", "artois bearn guyenne").french("action", "sortie").dice(&[6, 1]).british("avoid", "pass");
    assert_eq!(game.siege("louisbourg"), None);
    assert!(game.state().amphib.is_empty());
}

#[test]
fn q7_ships_go_from_amphib_to_amphib_only_by_way_of_a_port() {
    let situation =
        Situation::new().british_turn().put("ile-d-orleans", "22nd").amphib("ile-d-orleans").amphib("riviere-ouelle");
    let mut game = situation.clone().begin();
    game.individually("22nd");
    assert!(game.may("naval:halifax") && !game.may("naval:riviere-ouelle"));
    let mut game = situation.put("halifax", "27th").begin();
    game.individually("27th");
    assert!(game.may("naval:boston") && game.may("naval:ile-d-orleans") && game.may("naval:riviere-ouelle"));
}

#[test]
fn q8_an_amphib_marker_at_a_british_siege_is_a_source_of_supply() {
    let siege = Situation::new().put("louisbourg", "22nd").inside("louisbourg", "artois").siege("louisbourg", 0);
    assert!(british_supplied(&siege.clone().amphib("louisbourg").begun(), "louisbourg"));
    assert!(!british_supplied(&siege.begun(), "louisbourg"));
    let french_there = Situation::new().put("ile-d-orleans", "huron").amphib("ile-d-orleans").begun();
    assert!(!french_there.view(British).supply_sources(British).contains(find_space("ile-d-orleans")));
}

#[test]
fn q9_besiegers_are_supplied_and_what_they_besiege_does_not_block() {
    let siege = Situation::new()
        .stockades(British, "hudson-carry-south hudson-carry-north")
        .forts(French, "ticonderoga")
        .put("ticonderoga", "22nd")
        .inside("ticonderoga", "bearn")
        .siege("ticonderoga", 0)
        .begun();
    assert!(british_supplied(&siege, "ticonderoga"));
    assert!(british_supplied(&siege, "crown-point"), "a besieged fort does not block the water way");
    let besieged = Situation::new().put("albany", "bearn").inside("albany", "22nd").siege("albany", 0).begun();
    assert!(!besieged.view(British).supply_sources(British).contains(find_space("albany")));
}

#[test]
fn q10_d9_a_bare_wilderness_neighbour_over_land_does_not_supply() {
    let game = Situation::new().stockades(British, "hudson-carry-south").begun();
    assert!(british_supplied(&game, "hudson-carry-north"), "next to a stockade");
    assert!(british_supplied(&game, "wood-creek"), "next to a stockade");
    assert!(!british_supplied(&game, "ticonderoga"), "next to a bare space only");
}

#[test]
fn q11_ohio_forks_scores_as_soon_as_it_changes_hands() {
    let mut game = Situation::new().british_turn().put("gist-s-station", "armstrong").begin();
    game.individually("armstrong").go("ohio-forks");
    assert_eq!(game.asked(), "british march");
    assert_eq!(game.vp(), -1);
}

#[test]
fn q11_a_siege_does_not_change_hands_of_niagara() {
    let mut game = Situation::new().british_turn().forts(French, "niagara").put("la-belle-famille", "22nd").begin();
    game.individually("22nd").go("niagara");
    assert_eq!((game.siege("niagara"), game.vp()), (Some(0), 0));
}

#[test]
fn q12_a_fort_under_construction_falls_to_drilled_troops_alone() {
    let works = Situation::new().started(British, "hudson-carry-south").put("wood-creek", "huron bearn");
    let mut game = works.clone().begin();
    game.individually("huron").go("hudson-carry-south stop");
    assert!(!game.state().works.british.under_construction.is_empty());
    let mut game = works.clone().begin();
    game.individually("bearn").go("hudson-carry-south");
    assert!(game.state().works.british.under_construction.is_empty());
    assert_eq!(game.vp(), 0);
    // with a unit of its owner in the space it does not fall: the defenders fight for it first
    let mut game = works.put("hudson-carry-south", "22nd").begin();
    game.individually("bearn").go("hudson-carry-south");
    assert_eq!(game.asked(), "british avoid");
    assert!(!game.state().works.british.under_construction.is_empty());
}

#[test]
fn q13_a_fort_can_be_started_where_that_of_the_enemy_was() {
    let mut game = Situation::new().british_turn().started(French, "hudson-carry-south").put("albany", "22nd").begin();
    game.individually("22nd").go("hudson-carry-south stop");
    game.individually("");
    game.play_card("forts");
    let works = &game.state().works;
    assert!(works.french.under_construction.is_empty());
    assert!(works.british.under_construction.contains(find_space("hudson-carry-south")));
}

#[test]
fn d1_terrain_and_arrows() {
    let pays_d_en_haut = find_space("pays-d-en-haut");
    assert_eq!(pays_d_en_haut.terrain(), Terrain::Wilderness);
    let links = Map::get().links(pays_d_en_haut);
    assert!(links.iter().all(|link| link.arrow && link.kind != wilderness_war::map::LinkKind::Land));
}

#[test]
fn d2_arrows_and_the_sea_do_not_make_spaces_adjacent() {
    for id in ["pays-d-en-haut", "halifax", "louisbourg"] {
        assert!(Map::get().adjacent(find_space(id)).is_empty(), "{id}");
    }
    assert!(!Map::get().adjacent(find_space("niagara")).contains(find_space("pays-d-en-haut")));
}

#[test]
fn d3_units_and_unbesieged_fortifications_occupy_and_nothing_else_does() {
    let state = Situation::new()
        .put("wood-creek", "webb")
        .put("hoosic", "rogers")
        .started(British, "hudson-carry-south")
        .stockades(British, "hudson-carry-north")
        .forts(British, "oswego")
        .put("oswego", "bearn")
        .inside("oswego", "22nd")
        .siege("oswego", 0)
        .state();
    for (space, occupied) in [
        ("wood-creek", false),
        ("hoosic", true),
        ("hudson-carry-south", false),
        ("hudson-carry-north", true),
        ("oswego", false),
        ("albany", true),
    ] {
        assert_eq!(state.occupies(British, find_space(space)), occupied, "{space}");
        assert_eq!(state.occupied(British).contains(find_space(space)), occupied, "{space}");
    }
}

#[test]
fn d4_the_besieged_are_inside_a_space_with_a_siege_marker() {
    let state = Situation::new().put("albany", "bearn").inside("albany", "22nd").siege("albany", 0).state();
    assert!(state.is_besieged(find_piece("22nd")) && !state.is_besieged(find_piece("bearn")));
}

#[test]
fn d5_who_controls_a_fortress() {
    let state = Situation::new()
        .put("albany", "bearn")
        .siege("albany", 0)
        .captured(British, "quebec louisbourg")
        .put("quebec", "22nd")
        .amphib("louisbourg")
        .state();
    let controls = |space| (state.controls(French, find_space(space)), state.controls(British, find_space(space)));
    assert_eq!(controls("albany"), (false, false), "besieged");
    assert_eq!(controls("boston"), (false, true), "its own, empty");
    assert_eq!(controls("quebec"), (false, true), "captured and garrisoned");
    assert_eq!(controls("louisbourg"), (false, true), "captured, with the Amphib marker");
    assert_eq!(controls("montreal"), (true, false));
}

#[test]
fn q90_a_captured_fort_under_construction_holds_niagara_only_with_units() {
    let works = Situation::new().started(British, "niagara");
    assert_eq!(works.clone().state().sole_occupant(find_space("niagara")), None);
    assert_eq!(works.put("niagara", "rogers").state().sole_occupant(find_space("niagara")), Some(British));
}

#[test]
fn d3_a_fort_under_construction_of_the_enemy_does_not_hinder_a_stockade() {
    let game = Situation::new().started(French, "hoosic").begun();
    assert!(game.view(British).stockade_sites().contains(find_space("hoosic")));
}
