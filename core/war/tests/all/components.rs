//! Spaces, pieces and cards, sets of them, and the tokens of choices.

use wilderness_war::map::{Map, Terrain};
use wilderness_war::pieces::Pieces;
use wilderness_war::testing::{Placement, is_irreplaceable};
use wilderness_war::{CardId, CardSet, Choice, Place, Side, SpaceSet, Word};

#[test]
fn a_set_holds_what_was_put_in() {
    let set: CardSet = [70, 1, 64, 128].map(CardId).into_iter().collect();
    assert_eq!(set.iter().map(|card| card.0).collect::<Vec<_>>(), [1, 64, 70, 128]);
    assert_eq!(set.len(), 4);
    assert!(set.contains(CardId(64)) && !set.contains(CardId(63)));
    assert_eq!((set - CardSet::one(CardId(1))).first(), Some(CardId(64)));
    assert!(set.without(CardId(1)).within(set) && !set.within(set.without(CardId(1))));
}

#[test]
fn there_are_23_leaders_and_128_units() {
    let all = Pieces::get();
    assert_eq!((all.leaders.len(), all.units.len()), (23, 128));
    assert_eq!(all.units, all.drilled | all.auxiliaries | all.militia);
    assert_eq!(all.johnsons_own.len(), 7);
}

#[test]
fn eliminated_regulars_and_coureurs_do_not_come_back() {
    // 7.61
    let find = |id: &str| Pieces::get().find(id).expect("a piece");
    for id in ["22nd", "1-60th", "1-42nd", "marine-detachment-1", "langlade", "webb"] {
        assert!(is_irreplaceable(find(id)), "{id}");
    }
    for id in ["virginia-1", "howe-s", "huron", "rogers", "colonial-militia-1"] {
        assert!(!is_irreplaceable(find(id)), "{id}");
    }
}

#[test]
fn the_map_has_141_spaces_280_connections_and_4_amphibious_arrows() {
    let map = Map::get();
    assert_eq!(map.len(), 141);
    let links = || map.all.iter().flat_map(|space| map.links(space));
    let arrows = links().filter(|link| link.arrow).count();
    let both_ways = links().filter(|link| !link.arrow).count();
    let landings = map.all.iter().flat_map(|space| map.landings(space)).count();
    assert_eq!((arrows + both_ways / 2, landings), (280, 4));
}

#[test]
fn pays_d_en_haut_is_left_by_arrows_only() {
    let map = Map::get();
    let box_ = map.find("pays-d-en-haut").expect("a space");
    assert_eq!(map.links(box_).len(), 4);
    assert!(map.adjacent(box_).is_empty());
    assert!(map.all.iter().all(|space| map.link(space, box_).is_none()));
    assert_eq!(box_.terrain(), Terrain::Wilderness); // Q2
    assert_eq!(map.distance(box_, map.niagara), 1); // Q4
}

#[test]
fn halifax_and_louisbourg_are_cultivated_in_no_department() {
    let map = Map::get();
    for (id, side) in [("halifax", Side::British), ("louisbourg", Side::French)] {
        let facts = map.find(id).expect("a space").facts();
        assert_eq!((facts.terrain, facts.department, facts.originally), (Terrain::Cultivated, None, Some(side)));
    }
    assert_eq!(map.fortresses.len(), 11);
    assert_eq!((map.fortresses & map.originally(Side::British)).len(), 8);
}

#[test]
fn a_piece_is_in_one_place_at_a_time() {
    let mut placement = Placement::default();
    let (map, huron) = (Map::get(), Pieces::get().find("huron").expect("a piece"));
    placement.put(huron, Place::Space(map.niagara));
    placement.set_inside(huron, true);
    placement.set_reduced(huron, true);
    placement.put(huron, Place::Space(map.montreal));
    assert_eq!(placement.at(huron), Place::Space(map.montreal));
    assert_eq!(placement.held(Side::French), SpaceSet::one(map.montreal));
    assert!(placement.in_space(map.niagara).is_empty());
    assert!(placement.reduced().contains(huron) && !placement.inside().contains(huron));
    placement.put(huron, Place::AtHand);
    assert!(placement.reduced().is_empty() && placement.held(Side::French).is_empty());
    let leaders = ["montcalm", "levis"].map(|id| Pieces::get().find(id).expect("a piece"));
    leaders.iter().for_each(|leader| placement.put(*leader, Place::Space(map.quebec)));
    placement.put(leaders[0], Place::Space(map.montreal));
    assert_eq!(placement.led(Side::French), SpaceSet::one(map.quebec).with(map.montreal));
    placement.put(leaders[1], Place::Space(map.montreal));
    assert_eq!(placement.led(Side::French), SpaceSet::one(map.montreal));
    assert!(placement.held(Side::French).is_empty());
}

#[test]
fn a_placement_survives_being_written_and_read() {
    let mut placement = Placement::default();
    let piece = Pieces::get().find("22nd").expect("a piece");
    placement.put(piece, Place::Space(Map::get().quebec));
    placement.set_reduced(piece, true);
    let text = serde_json::to_string(&placement).expect("written");
    assert_eq!(serde_json::from_str::<Placement>(&text).expect("read"), placement);
}

#[test]
fn every_token_leads_back_to_its_choice() {
    let mut choices: Vec<Choice> = Word::ALL.iter().copied().map(Choice::Word).collect();
    choices.extend(Map::get().all.iter().flat_map(|s| [Choice::Space(s), Choice::Infiltrate(s), Choice::Naval(s)]));
    choices.extend(Pieces::get().all().iter().map(Choice::Piece));
    choices.extend((1..=70).map(|number| Choice::Card(CardId(number))));
    choices.extend(Choice::from_token("option:southern-department"));
    assert!(matches!(choices.last(), Some(Choice::Option(_))));
    for choice in choices {
        assert_eq!(Choice::from_token(&choice.token()), Some(choice));
    }
    assert_eq!(Choice::from_token("space:atlantis"), None);
    assert_eq!(Choice::from_token("dance"), None);
    assert_eq!(Choice::from_token("option:No Spaces"), None);
}
