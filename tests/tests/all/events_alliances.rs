//! The events of the Indians: alliances (23-28), Mohawks and Cherokee (29-31), and what makes Indians leave (32, 33).

use wilderness_tests::situation::{Played, Situation, find_space};
use wilderness_war::Side;
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

fn is_allied(game: &Played, side: Side, settlement: &str) -> bool {
    game.state().is_allied(side, find_space(settlement))
}

// Northern Indian Alliance (23-25)

#[test]
fn northern_alliance_needs_french_control_of_montreal() {
    assert!(french(23).playable(French, 23));
    assert!(!french(23).playable(British, 23), "a French card");
    let besieged = french(23).put("montreal", "22nd").inside("montreal", "bearn").siege("montreal", 0);
    assert!(!besieged.playable(French, 23));
    assert!(!french(23).captured(British, "montreal").put("montreal", "22nd").playable(French, 23));
}

#[test]
fn northern_alliance_brings_a_die_of_units_half_below_five_points() {
    let northern = "abenaki-1 abenaki-2 algonquin-1 algonquin-2 caughnawaga-1 caughnawaga-2 mississauga";
    let mut game = french(24).vp(5).begin();
    game.dice(&[3]).event(24);
    game.offers_only(&format!("{northern} done"));
    game.french("event", "abenaki-1 mississauga caughnawaga-2");
    assert_eq!(game.asked(), "british card", "three points are spent");
    let places = ["abenaki-1", "mississauga", "caughnawaga-2"].map(|unit| game.at(unit));
    assert_eq!(places, ["st-francois", "mississauga", "kahnawake"]);
    assert!(is_allied(&game, French, "mississauga") && game.is_discarded(24));
    let mut game = french(24).vp(4).begin();
    game.dice(&[3]).event(24).french("event", "abenaki-1 abenaki-2");
    assert_eq!(game.asked(), "british card", "half of three is two");
}

#[test]
fn two_reduced_units_are_restored_for_one_that_joins() {
    let mut game = french(23).put("wood-creek", "abenaki-1* algonquin-1* huron*").begin();
    game.dice(&[1]).event(23).french("event", "abenaki-1");
    game.offers_only("algonquin-1 done");
    game.french("event", "algonquin-1");
    assert!(!game.is_reduced("abenaki-1") && !game.is_reduced("algonquin-1") && game.is_reduced("huron"));
    assert_eq!(game.asked(), "british card");
}

#[test]
fn the_rest_of_the_die_is_lost() {
    let mut game = french(23).begin();
    game.dice(&[6]).event(23).french("event", "abenaki-1 done");
    assert_eq!(game.asked(), "british card");
    let mut game = french(23).put("wood-creek", "abenaki-1*").begin();
    game.dice(&[1]).event(23).french("event", "abenaki-1");
    assert_eq!(game.asked(), "british card", "no unit joins for half a point");
}

#[test]
fn the_pays_d_en_haut_comes_with_a_french_fort_at_niagara() {
    let far = |situation: Situation, card: u8| {
        let mut game = situation.begin();
        game.dice(&[1]).event(card);
        ["huron", "ojibwa", "ottawa", "potawatomi"].iter().filter(|unit| game.may(unit)).count()
    };
    assert_eq!(far(french(23).forts(French, "niagara"), 23), 4);
    assert_eq!(far(french(23).stockades(French, "niagara"), 23), 0);
    let besieged = french(23).forts(French, "niagara").put("niagara", "22nd webb").siege("niagara", 1);
    assert_eq!(far(besieged, 23), 4, "a besieged fort is a fort still");
    assert_eq!(far(french(26).forts(French, "ohio-forks niagara"), 26), 4);
    assert_eq!(far(french(26).forts(French, "ohio-forks"), 26), 0);
}

#[test]
fn no_unit_joins_among_enemies_and_no_besieged_unit_is_restored() {
    let closed = french(23).put("st-francois", "rogers").stockades(British, "mississauga");
    let mut game = besieged_albany(closed.put("wood-creek", "caughnawaga-2*"), "22nd").begin();
    game.dice(&[1]).event(23);
    game.offers_only("algonquin-1 algonquin-2 caughnawaga-1 caughnawaga-2 done");
    game.french("event", "done");
    let inside = french(23).put("crown-point", "22nd webb").inside("crown-point", "abenaki-1* algonquin-1*");
    let mut game = inside.forts(French, "crown-point").siege("crown-point", 0).begin();
    game.dice(&[1]).event(23);
    assert!(!game.may("abenaki-1") && !game.may("algonquin-1"));
    game.french("event", "done");
}

#[test]
fn a_leader_alone_in_the_settlement_gives_way() {
    let mut game = french(23).put("st-francois", "webb").begin();
    game.dice(&[1]).event(23).french("event", "abenaki-1");
    assert_eq!(game.asked(), "british displace");
    let refuge = game.offers()[0].clone();
    game.british("displace", &refuge);
    assert_eq!(game.at("abenaki-1"), "st-francois");
    assert_ne!(game.at("webb"), "st-francois");
}

// Western Indian Alliance (26-27)

#[test]
fn western_alliance_needs_a_french_fort_at_ohio_forks() {
    assert!(!french(26).playable(French, 26), "control of Montréal does not help");
    assert!(!french(26).stockades(French, "ohio-forks").playable(French, 26));
    assert!(!french(26).started(French, "ohio-forks").playable(French, 26));
    assert!(!french(26).forts(British, "ohio-forks").playable(French, 26));
    let fort = french(26).forts(French, "ohio-forks");
    assert!(fort.clone().playable(French, 26) && !fort.clone().playable(British, 26));
    assert!(fort.put("ohio-forks", "22nd webb").siege("ohio-forks", 1).playable(French, 26));
}

#[test]
fn western_alliance_calls_the_western_nations() {
    let mut game = french(27).forts(French, "ohio-forks").put("venango", "mingo-1* shawnee-1*").begin();
    game.dice(&[2]).event(27);
    game.offers_only("delaware-1 delaware-2 mingo-1 mingo-2 shawnee-1 shawnee-2 done");
    game.french("event", "mingo-1 shawnee-1");
    assert_eq!(game.asked(), "french after-activation", "half of two is one, for two flips");
    let mut game = french(27).forts(French, "ohio-forks").vp(5).begin();
    game.dice(&[2]).event(27).french("event", "delaware-1 mingo-1");
    assert_eq!((game.at("delaware-1"), game.at("mingo-1")), ("kittaning", "mingo-town"));
}

// Iroquois Alliance (28)

#[test]
fn iroquois_alliance_needs_a_fortification_on_the_way_and_none_of_the_enemy() {
    assert!(!french(28).playable(French, 28));
    for way in ["oswego", "oneida-carry-west", "oneida-carry-east"] {
        let own = french(28).stockades(French, way);
        assert!(own.clone().playable(French, 28), "{way}");
        let other = if way == "oswego" { "oneida-carry-east" } else { "oswego" };
        assert!(!own.stockades(British, other).playable(French, 28), "{way}");
    }
    assert!(!french(28).started(French, "oswego").playable(French, 28));
}

#[test]
fn the_british_also_need_johnson_near_the_iroquois() {
    let held = british(28).forts(British, "oswego");
    assert!(!held.clone().playable(British, 28));
    assert!(held.clone().put("schenectady", "johnson").playable(British, 28), "two spaces from Oneida Castle");
    assert!(!held.clone().put("albany", "johnson").playable(British, 28), "three spaces");
    assert!(held.clone().put("katskills", "johnson").playable(British, 28), "Shawiangto counts like the others (R14)");
    let besieged = held.put("oswego", "dumas huron").inside("oswego", "johnson 22nd").siege("oswego", 0);
    assert!(besieged.playable(British, 28), "he may be besieged");
    assert!(french(28).forts(French, "oswego").playable(French, 28), "the French do without him");
}

#[test]
fn iroquois_alliance_brings_a_whole_die_but_no_tribe_of_the_enemy() {
    let held = british(28).stockades(British, "oneida-carry-east").put("schenectady", "johnson").vp(0);
    let mut game = held.put("cataraqui", "french-seneca").put("albany", "british-oneida*").begin();
    game.dice(&[3]).event(28);
    game.offers_only("british-cayuga british-oneida british-onondaga british-tuscarora done");
    game.british("event", "british-oneida british-cayuga british-tuscarora");
    assert_eq!(game.asked(), "british after-activation", "half a point is left, and no unit to restore");
    assert_eq!((game.at("british-cayuga"), game.at("british-tuscarora")), ("cayuga", "shawiangto"));
    assert!(!game.is_reduced("british-oneida"));
    assert!(is_allied(&game, British, "cayuga") && is_allied(&game, French, "karaghiyadirha"));
    let mut game = french(28).forts(French, "oswego").begin();
    game.dice(&[2]).event(28).french("event", "french-seneca french-oneida");
    assert_eq!(game.at("french-seneca"), "karaghiyadirha", "not halved for the French either");
}

// Mohawks (29)

#[test]
fn mohawks_need_johnson_unbesieged_and_near_and_a_unit_to_place_or_restore() {
    assert!(!british(29).playable(British, 29), "without Johnson");
    let near = british(29).put("albany", "johnson");
    assert!(near.clone().playable(British, 29), "two spaces from Canajoharie");
    assert!(!near.clone().playable(French, 29));
    assert!(!british(29).put("kinderhook", "johnson").playable(British, 29), "three spaces");
    assert!(!besieged_albany(british(29), "johnson 22nd").playable(British, 29));
    assert!(!near.clone().put("hoosic", "mohawk-1 mohawk-2").playable(British, 29), "nothing to do");
    assert!(near.put("hoosic", "mohawk-1* mohawk-2").playable(British, 29));
}

#[test]
fn mohawks_come_to_johnson_and_recover() {
    let mut game = british(29).put("schenectady", "johnson").put("hoosic", "mohawk-1*").begin();
    game.event(29);
    assert_eq!((game.at("mohawk-2"), game.at("mohawk-1")), ("schenectady", "hoosic"));
    assert!(!game.is_reduced("mohawk-1") && is_allied(&game, British, "canajoharie") && game.is_discarded(29));
    let elsewhere = besieged_albany(british(29), "mohawk-1* 22nd").put("schenectady", "johnson");
    let mut game = elsewhere.begin();
    game.event(29);
    assert_eq!((game.at("mohawk-2"), game.is_reduced("mohawk-1")), ("schenectady", true));
}

#[test]
fn mohawks_do_not_come_into_a_siege() {
    let besieging = british(29).forts(French, "oneida-carry-east").put("oneida-carry-east", "johnson 22nd");
    let mut game = besieging.siege("oneida-carry-east", 0).put("hoosic", "mohawk-1*").begin();
    game.event(29);
    assert_eq!((game.at("mohawk-2"), game.is_reduced("mohawk-1")), ("at hand", false));
}

// Cherokees (30)

#[test]
fn cherokees_come_together_to_a_southern_fortification() {
    let works = british(30).stockades(British, "carlisle winchester hoosic will-s-creek").forts(British, "york");
    let mut game = works.put("york", "dumas bearn").inside("york", "22nd").siege("york", 0).begin();
    game.event(30);
    game.offers_only("alexandria baltimore philadelphia carlisle winchester");
    game.british("event", "winchester");
    assert_eq!((game.at("cherokee-1"), game.at("cherokee-2")), ("winchester", "winchester"));
    assert!(game.has_marker("cherokees") && game.is_discarded(30));
    assert!(game.state().allied(British).is_empty(), "they have no settlement");
}

#[test]
fn without_a_southern_fortification_no_cherokee_come_but_the_uprising_may() {
    let lost = british(30).captured(French, "alexandria baltimore philadelphia").put("alexandria", "bearn");
    let lost = lost.put("baltimore", "guyenne").put("philadelphia", "artois").put("hoosic", "cherokee-1*");
    let mut game = lost.stockades(British, "hoosic").begin();
    game.event(30);
    assert_eq!(game.asked(), "french card");
    assert_eq!((game.at("cherokee-2"), game.is_reduced("cherokee-1")), ("at hand", false));
    assert!(game.has_marker("cherokees"));
}

#[test]
fn cherokees_besieged_are_not_restored() {
    let mut game = besieged_albany(british(30), "22nd cherokee-1*").put("hoosic", "cherokee-2*").begin();
    game.event(30);
    assert!(game.is_reduced("cherokee-1") && !game.is_reduced("cherokee-2"));
}

#[test]
fn cherokees_need_a_unit_to_place_or_restore_and_no_uprising() {
    assert!(british(30).playable(British, 30) && !british(30).playable(French, 30));
    assert!(british(30).markers("cherokees").playable(British, 30), "more than once");
    assert!(!british(30).put("hoosic", "cherokee-1 cherokee-2").playable(British, 30));
    assert!(!british(30).markers("cherokee-uprising").playable(British, 30));
    let last = Situation::new().markers("cherokees").year_ends().begin();
    assert!(last.has_marker("cherokees"), "the next year too");
}

// Cherokee Uprising (31)

#[test]
fn the_uprising_follows_the_cherokees() {
    assert!(!french(31).playable(French, 31));
    assert!(french(31).markers("cherokees").playable(French, 31));
    assert!(!french(31).markers("cherokees").playable(British, 31));
    assert!(!french(31).markers("cherokee-uprising").playable(French, 31));
}

#[test]
fn the_uprising_costs_two_regulars_a_southern_provincial_and_all_cherokee() {
    let besieged = besieged_albany(french(31).markers("cherokees"), "27th maryland cherokee-2");
    let stacks = besieged.put("new-york", "22nd 1-60th 1-42nd").put("york", "virginia-1* virginia-2 cherokee-1");
    let mut game = stacks.put("hoosic", "connecticut-1").begin();
    game.event(31);
    game.offers_only("22nd 1-60th 1-42nd");
    game.british("event", "22nd 1-42nd");
    game.offers_only("virginia-1 virginia-2");
    game.british("event", "virginia-1");
    assert_eq!(["22nd", "1-42nd"].map(|unit| game.at(unit)), ["eliminated", "eliminated"]);
    assert_eq!(["1-60th", "virginia-2"].map(|unit| game.at(unit)), ["new-york", "york"]);
    assert_eq!(
        ["virginia-1", "cherokee-1", "connecticut-1"].map(|unit| game.at(unit)),
        ["at hand", "at hand", "hoosic"]
    );
    assert_eq!(["27th", "maryland", "cherokee-2"].map(|unit| game.at(unit)), ["albany"; 3], "besieged");
    assert!(game.has_marker("cherokee-uprising") && !game.has_marker("cherokees") && game.is_removed(31));
}

#[test]
fn the_uprising_takes_what_there_is() {
    let mut game = french(31).markers("cherokees").put("new-york", "22nd cherokee-1 cherokee-2").begin();
    game.event(31);
    assert_eq!(game.asked(), "british card");
    assert_eq!((game.at("22nd"), game.at("cherokee-2")), ("eliminated", "at hand"));
}

// Treaty of Easton (32)

#[test]
fn the_treaty_needs_drilled_troops_in_a_fortification_at_ohio_forks_or_next_to_it() {
    let at = |space: &str, unit: &str| british(32).stockades(British, space).put(space, unit).playable(British, 32);
    for space in ["ohio-forks", "gist-s-station", "upper-monongahela", "laurel-ridge-north", "kittaning", "logstown"] {
        assert!(at(space, "virginia-1"), "{space}");
    }
    assert!(!at("laurel-ridge-south", "virginia-1"), "two spaces away");
    assert!(!at("ohio-forks", "rogers"), "auxiliaries");
    assert!(!british(32).put("ohio-forks", "virginia-1").playable(British, 32), "no fortification");
    assert!(!british(32).stockades(British, "kittaning").put("logstown", "22nd").playable(British, 32), "not in it");
    let fort = british(32).forts(British, "ohio-forks");
    assert!(fort.clone().put("ohio-forks", "22nd").playable(British, 32));
    assert!(!fort.clone().put("ohio-forks", "22nd").playable(French, 32));
    let besieged = fort.inside("ohio-forks", "22nd").put("ohio-forks", "dumas huron").siege("ohio-forks", 0);
    assert!(!besieged.playable(British, 32));
}

#[test]
fn the_treaty_sends_the_western_nations_home_but_not_the_besieged() {
    let west = british(32).stockades(British, "laurel-ridge-north").put("laurel-ridge-north", "virginia-1");
    let west = west.put("logstown", "shawnee-1 shawnee-2*").put("venango", "delaware-1 ottawa abenaki-1");
    let besieged = west.forts(French, "niagara").put("niagara", "22nd webb").inside("niagara", "mingo-1 huron");
    let mut game = besieged.siege("niagara", 1).begin();
    game.event(32);
    assert_eq!(["shawnee-1", "shawnee-2", "delaware-1"].map(|unit| game.at(unit)), ["at hand"; 3]);
    assert_eq!(["ottawa", "abenaki-1", "mingo-1"].map(|unit| game.at(unit)), ["venango", "venango", "niagara"]);
    assert!(!is_allied(&game, French, "logstown") && is_allied(&game, French, "mingo-town"));
    assert!(game.is_removed(32));
}

// Indians Desert (33)

#[test]
fn two_indians_of_one_space_desert_as_the_enemy_chooses() {
    let mut game = british(33).put("venango", "huron ottawa* mingo-1 marin").put("niagara", "ojibwa").begin();
    game.event(33);
    game.offers_only("niagara venango");
    game.british("event", "venango");
    game.offers_only("huron mingo-1 ottawa");
    game.british("event", "ottawa huron");
    assert_eq!(["ottawa", "huron", "mingo-1"].map(|unit| game.at(unit)), ["at hand", "at hand", "venango"]);
    assert!(game.is_discarded(33) && !is_allied(&game, British, "pays-d-en-haut"));
}

#[test]
fn where_there_is_one_indian_one_deserts_and_no_besieged_one() {
    let alone = besieged_albany(french(33), "22nd british-seneca mohawk-1").put("hoosic", "mohawk-2 rogers");
    let mut game = alone.begin();
    game.event(33);
    assert_eq!(game.asked(), "british card");
    let places = ["mohawk-2", "rogers", "mohawk-1", "british-seneca"].map(|unit| game.at(unit));
    assert_eq!(places, ["at hand", "hoosic", "albany", "albany"]);
}

#[test]
fn indians_desert_can_be_played_without_effect_by_either_side() {
    assert!(french(33).playable(French, 33) && british(33).playable(British, 33));
    let mut game = french(33).begin();
    game.event(33);
    assert!(game.is_discarded(33));
}
