//! The playbook's Early Season 1757: every action phase without a card event is played from its position, and must lead
//! exactly to the position of the next phase. Events are not played; their changes are made by hand.

use wilderness_tests::scene::Scene;
use wilderness_tests::{choices, pending, position};
use wilderness_war::Side::{British, French};
use wilderness_war::{Assemblies, Game, Record, Season};

/// The changes of one action phase.
type Change = fn(&mut Scene) -> &mut Scene;

/// The action phases of the season with their changes. `B` or `F` is the side.
const SEASON: [(&str, Change); 16] = [
    ("F1", |now| now.discard(37).discard(57)), // British Ministerial Crisis
    ("B1", |now| {
        now.put(&["17th"], "new-york").put(&["murray", "15th", "28th"], "halifax").remove_card(59) // British Regulars
    }),
    ("F2", |now| now.put(&["algonquin-1"], "lac-des-deux-montagnes").put(&["caughnawaga-1"], "kahnawake").discard(24)),
    ("B2", |now| {
        now.put(&["loudoun", "abercromby", "22nd", "27th", "35th", "2-60th", "3-60th"], "halifax").discard(31)
    }),
    ("F3", |now| now.put(&["montcalm", "algonquin-1", "caughnawaga-1"], "ticonderoga").discard(44)),
    ("B3", |now| now.put(&["vaudreuil"], "ticonderoga").put(&["montcalm"], "montreal").discard(22)),
    ("F4", |now| {
        now.position.vp = 3;
        now.put(&["rogers"], "hudson-carry-north")
            .reduce(&["new-hampshire", "new-jersey-1", "languedoc", "algonquin-1"], true)
            .discard(32)
    }),
    ("B4", |now| now.put(&["4-60th"], "hudson-carry-north").discard(12)),
    ("F5", |now| {
        now.position.assemblies = Assemblies::Reluctant;
        now.take_off(&["pennsylvania-2", "maryland"]).discard(41) // British Colonial Politics
    }),
    ("B5", |now| now.discard(28).discard(14)), // Foul Weather stops the force at Halifax
    ("F6", |now| {
        now.put(&["huron", "mississauga"], "oneida-carry-west")
            .put(&["shawnee-1", "mingo-1"], "allegheny-south")
            .discard(36)
    }),
    ("B6", |now| {
        let works = &mut now.position.fortifications.british;
        works.forts_under_construction.retain(|space| space != "winchester");
        works.forts = ["hudson-carry-north", "hudson-carry-south", "shamokin", "will-s-creek", "winchester"]
            .map(String::from)
            .to_vec();
        now.position.built_last.british = true;
        now.discard(5)
    }),
    ("F7", |now| {
        now.position.raided.french = vec!["kinderhook".into(), "culpeper".into()];
        now.put(&["mingo-1"], "mingo-town")
            .put(&["shawnee-1"], "logstown")
            .reduce(&["mingo-1", "shawnee-1"], true)
            .put(&["huron"], "pays-d-en-haut")
            .put(&["mississauga"], "east-delaware")
            .discard(46)
    }),
    ("B7", |now| {
        now.position.built_last.british = false;
        now.put(&["17th"], "hudson-carry-north").discard(38)
    }),
    ("F8", |now| now.reduce(&["languedoc"], false).discard(48)), // Victories in Germany
    ("B8", |now| now),
];

/// The position before an action phase.
fn before(phase: &str) -> Scene {
    let mut scene = Scene::setup("annus-mirabilis");
    scene.hand(French, &[14, 24, 32, 36, 37, 41, 44, 46, 48]).hand(British, &[5, 12, 17, 22, 28, 31, 38, 57, 59]);
    let index = SEASON.iter().position(|(name, _)| *name == phase).expect("a phase of the season");
    for (_, change) in &SEASON[..index] {
        change(&mut scene);
    }
    scene.position.active = if phase.starts_with('F') { French } else { British };
    scene
}

/// Plays a phase with these lines, which must lead to the position of the next.
fn leads_on(phase: &str, lines: &str) -> Game {
    let game = before(phase).play(lines);
    let index = SEASON.iter().position(|(name, _)| *name == phase).expect("a phase of the season");
    let next = before(SEASON[index + 1].0);
    let mut found = position(&game);
    found.allied = None;
    sort_spaces(&mut found.fortifications.british.forts);
    let mut expected = next.position;
    sort_spaces(&mut expected.fortifications.british.forts);
    sort_spaces(&mut found.raided.french);
    sort_spaces(&mut expected.raided.french);
    for (piece, at) in &expected.pieces {
        assert_eq!(found.pieces.get(piece), Some(at), "{phase}: {piece}");
    }
    assert_eq!(found, expected, "{phase}");
    game
}

fn sort_spaces(spaces: &mut [String]) {
    spaces.sort_unstable();
}

/// Whether the log contains this.
fn told(game: &Game, text: &str) -> bool {
    game.log().iter().any(|entry| entry.text().contains(text))
}

const LOUDOUN_SAILS: &str = "
british card card:31
british use force
british commander piece:loudoun
british member piece:abercromby
british member piece:22nd
british member piece:27th
british member piece:35th
british member piece:2-60th
british member piece:3-60th
british member done
french respond pass
british march naval:halifax
";

#[test]
fn b2_a_force_goes_by_sea_with_a_3_card() {
    leads_on("B2", LOUDOUN_SAILS);
    // With a 2, Loudoun (initiative 3) cannot command at all.
    let with_a_2 = before("B2").play("british card card:38\nbritish use force\n");
    assert_eq!(pending(&with_a_2), "british commander");
    assert!(!choices(&with_a_2).contains(&"piece:loudoun".into()));
    // And a force with units that a 2 can activate does not go by sea (6.41); a leader alone may (6.42).
    let monckton = "british card card:38\nbritish use force\nbritish commander piece:monckton\n";
    let with_units =
        before("B2").play(&format!("{monckton}british member piece:40th\nbritish member done\nfrench respond pass\n"));
    assert!(!choices(&with_units).iter().any(|way| way.starts_with("naval:")), "{:?}", choices(&with_units));
    // He may not land: Louisbourg is French (6.53).
    let alone = before("B2").play(&format!("{monckton}british member done\nfrench respond pass\n"));
    assert!(choices(&alone).contains(&"naval:boston".into()), "{:?}", choices(&alone));
}

#[test]
fn f3_indians_at_half_a_point_and_their_leader_go_by_boat() {
    leads_on(
        "F3",
        "
        french card card:44
        french use individual
        french activate piece:algonquin-1
        french activate piece:caughnawaga-1
        french activate piece:montcalm
        french mover piece:algonquin-1
        french march space:montreal
        french march space:sorel
        french march space:st-jean
        french march space:ile-aux-noix
        french march space:winooski
        french march space:crown-point
        french march space:ticonderoga
        french march stop
        french mover piece:caughnawaga-1
        french march space:montreal
        french march space:ile-aux-noix     # the one land connection: between own places
        french march space:winooski
        french march space:crown-point
        french march space:ticonderoga
        french march stop
        french march space:sorel
        french march space:st-jean
        french march space:ile-aux-noix
        french march space:winooski
        french march space:crown-point
        french march space:ticonderoga
        french march stop
        ",
    );
}

const RIGAUD_MARCHES: &str = "
french card card:32
french use force
french commander piece:rigaud
french member piece:bougainville
french member piece:marin
french member piece:algonquin-1
french member piece:caughnawaga-1
french member piece:languedoc
french member piece:royal-roussillon
french march space:hudson-carry-north
";

#[test]
fn f4_rangers_intercept_and_the_attacker_loses_a_tie() {
    let lines = format!(
        "{RIGAUD_MARCHES}
        british intercept piece:rogers
        roll interception 4
        british inside done
        roll attacker-fire 3
        roll defender-fire 4
        french loss piece:languedoc
        french loss piece:algonquin-1
        british loss piece:new-hampshire
        british loss piece:new-jersey-1
        french after-activation done
        "
    );
    let game = leads_on("F4", &lines);
    assert!(told(&game, "French fire with strength 9 on column 9-12: 3+0 costs the enemy 2"));
    assert!(told(&game, "British fire with strength 6 on column 6-8: 4+0 costs the enemy 2"));
    assert!(told(&game, "British +1 VP"));
}

#[test]
fn f4_who_may_command_and_go_along() {
    let start = before("F4");
    let game = start.play("french card card:32\nfrench use force\n");
    let commanders = choices(&game);
    assert!(commanders.contains(&"piece:rigaud".into()) && commanders.contains(&"piece:montcalm".into()));
    assert!(!commanders.contains(&"piece:vaudreuil".into()), "initiative 3 with a 2 card (5.32)");
    let game = start.play("french card card:32\nfrench use force\nfrench commander piece:rigaud\n");
    assert!(!choices(&game).contains(&"piece:vaudreuil".into()), "command 5 under command 4 (5.34)");
}

#[test]
fn f4_a_force_of_five_cannot_infiltrate() {
    let before_the_march = RIGAUD_MARCHES.rsplit_once("french march").expect("a march").0;
    let ways = choices(&before("F4").play(before_the_march));
    assert!(ways.contains(&"space:hudson-carry-north".into()), "{ways:?}");
    assert!(!ways.iter().any(|way| way.starts_with("infiltrate:")), "{ways:?}");
}

#[test]
fn f4_without_a_leader_only_one_unit_may_avoid() {
    let game = before("F4").play(&format!("{RIGAUD_MARCHES}british intercept pass\nbritish inside done\n"));
    assert_eq!(pending(&game), "british avoid");
    assert_eq!(choices(&game), ["piece:new-hampshire", "piece:new-jersey-1", "pass"]);
    // Once one of them has avoided battle, the other fights: there is only one attempt.
    let game = before("F4").play(&format!(
        "{RIGAUD_MARCHES}british intercept pass\nbritish inside done\nbritish avoid piece:new-jersey-1\n\
         roll avoid-battle 4\nbritish avoid-to space:hudson-carry-south\nroll attacker-fire 3\nroll defender-fire 3\n"
    ));
    assert!(told(&game, "New Hampshire"), "{:?}", game.log());
    assert_eq!(position(&game).pieces["new-jersey-1"].at, "hudson-carry-south");
}

#[test]
fn f4_interceptors_are_at_most_one_force_and_must_fight_outside() {
    let game = before("F4").play(RIGAUD_MARCHES);
    assert_eq!(pending(&game), "british intercept");
    let mut expected =
        ["piece:webb", "piece:rogers", "piece:connecticut-1", "piece:massachusetts-1", "piece:rhode-island", "pass"];
    let mut found = choices(&game);
    expected.sort_unstable();
    found.sort_unstable();
    assert_eq!(found, expected, "only Webb or any unit at Fort Edward");
    let game = before("F4").play(&format!("{RIGAUD_MARCHES}british intercept piece:rogers\nroll interception 4\n"));
    assert_eq!(pending(&game), "british inside");
    assert!(!choices(&game).contains(&"piece:rogers".into()), "who has intercepted cannot go inside");
}

#[test]
fn b4_one_drilled_unit_by_boat_over_one_portage() {
    leads_on(
        "B4",
        "
        british card card:12
        british use individual
        british activate piece:4-60th
        french respond pass
        british march space:peekskill
        british march space:poughkeepsie
        british march space:kinderhook
        british march space:albany
        british march space:hudson-carry-south
        british march space:hudson-carry-north   # the French at Ticonderoga cannot intercept: it is occupied
        british march stop
        ",
    );
}

#[test]
fn f6_indians_by_boat_and_into_the_mountains() {
    let game = leads_on(
        "F6",
        "
        french card card:36
        french use individual
        french activate piece:huron
        french activate piece:mississauga
        french activate piece:mingo-1
        french activate piece:shawnee-1
        french mover piece:huron
        french march space:kahnawake
        french march space:st-regis
        french march space:oswegatchie
        french march space:cataraqui
        french march space:niaoure-bay
        french march space:oswego
        french march space:oneida-carry-west
        french march stop
        french mover piece:mississauga
        french march space:kahnawake
        french march space:st-regis
        french march space:oswegatchie
        french march space:cataraqui
        french march space:niaoure-bay
        french march space:oswego
        french march space:oneida-carry-west
        french march stop
        french mover piece:mingo-1
        french march space:upper-monongahela
        french march space:allegheny-south       # a mountain: the march is over, and Winchester cannot intercept
        french march space:ohio-forks
        french march space:upper-monongahela
        french march space:allegheny-south
        ",
    );
    assert_eq!(pending(&game), "british card");
}

#[test]
fn b6_a_fort_is_finished() {
    leads_on("B6", "british card card:5\nbritish use forts\nbritish fort space:winchester\n");
}

const INDIANS_ARE_ACTIVATED: &str = "
french card card:46
french use individual
french activate piece:mingo-1
french activate piece:shawnee-1
french activate piece:huron
french activate piece:mississauga
";
const MINGO_RAIDS: &str = "
french mover piece:mingo-1
french march infiltrate:augusta
french march space:culpeper          # behind an enemy cultivated space it stops
roll raid 4
";
const SHAWNEE_RAID: &str = "
french mover piece:shawnee-1
french march infiltrate:augusta
french march space:culpeper
roll raid 5
";
const HURON_RAIDS: &str = "
french mover piece:huron
french march space:oneida-castle
french march space:canajoharie
french march space:schoharie
french march infiltrate:albany
british intercept piece:44th
roll interception 3
french march space:kinderhook
roll raid 6
";
const MISSISSAUGA_MARCHES: &str = "
french march space:oneida-castle
french march space:shawiangto
french march space:mohawks-branch
french march space:station-point
french march space:east-delaware
french march space:easton
";

#[test]
fn f7_four_indians_infiltrate_and_raid() {
    let game = leads_on(
        "F7",
        &format!(
            "{INDIANS_ARE_ACTIVATED}{MINGO_RAIDS}{SHAWNEE_RAID}{HURON_RAIDS}{MISSISSAUGA_MARCHES}
            british raid-militia piece:colonial-militia-1   # in spite of the Raided marker in the department (10.2)
            roll attacker-fire 2
            roll defender-fire 2
            french after-activation done
            "
        ),
    );
    assert!(told(&game, "Mingo raids Culpeper: 4+0 fails"), "{:#?}", game.log());
    assert!(told(&game, "Shawnee raids Culpeper: 5+0 succeeds"));
    assert!(told(&game, "Huron raids Kinderhook: 6+0 succeeds"));
    assert!(told(&game, "French fire with strength 1 on column 1: 2-1 (stockade) costs the enemy 0 steps"));
    assert!(told(&game, "British fire with strength 1 on column 1: 2+0 costs the enemy 0 steps"));
    assert!(!told(&game, "raids Easton"), "who lost to the militia does not raid");
}

#[test]
fn f7a_the_mingo_may_stop_in_the_empty_stockade_or_go_on() {
    let start = format!("{INDIANS_ARE_ACTIVATED}french mover piece:mingo-1\n");
    let ways = choices(&before("F7").play(&start));
    for way in ["space:augusta", "infiltrate:augusta", "infiltrate:woodstock", "stop"] {
        assert!(ways.contains(&way.to_string()), "{way} is not in {ways:?}");
    }
    assert!(ways.contains(&"infiltrate:winchester".into()), "a fort can be passed: {ways:?}");
    assert!(!ways.contains(&"space:winchester".into()), "but not attacked by an auxiliary (6.52): {ways:?}");
}

#[test]
fn f7c_any_one_unit_or_force_around_albany_may_intercept_the_huron() {
    let lines = format!("{INDIANS_ARE_ACTIVATED}{MINGO_RAIDS}{SHAWNEE_RAID}{HURON_RAIDS}");
    let lines = lines.split("british intercept").next().expect("before the interception");
    let game = before("F7").play(lines);
    let candidates = choices(&game);
    for piece in ["dunbar", "44th", "48th", "johnson", "new-york-1", "1-42nd", "webb", "connecticut-1"] {
        assert!(candidates.contains(&format!("piece:{piece}")), "{piece} is not in {candidates:?}");
    }
    assert!(!candidates.contains(&"piece:rogers".into()), "the rangers are at Fort William Henry: {candidates:?}");
}

#[test]
fn f7d_out_of_movement_the_mississauga_cannot_infiltrate_easton() {
    let march = MISSISSAUGA_MARCHES.rsplit_once("french march").expect("a march").0;
    let game = before("F7").play(&format!("{INDIANS_ARE_ACTIVATED}{MINGO_RAIDS}{SHAWNEE_RAID}{HURON_RAIDS}{march}"));
    let ways = choices(&game);
    assert!(ways.contains(&"space:easton".into()) && !ways.contains(&"infiltrate:easton".into()), "{ways:?}");
}

#[test]
fn b7_another_regular_goes_up_the_hudson_and_nothing_is_built() {
    let start = before("B7");
    let uses = choices(&start.play("british card card:38\n"));
    assert_eq!(uses, ["force", "individual"], "no construction with two cards running (5.4)");
    leads_on(
        "B7",
        "
        british card card:38
        british use individual
        british activate piece:17th          # and nobody else: one drilled unit whatever the card (5.33)
        british march space:peekskill
        british march space:poughkeepsie
        british march space:kinderhook
        british march space:albany
        british march space:hudson-carry-south
        british march space:hudson-carry-north
        british march stop
        ",
    );
}

#[test]
fn b8_the_last_card_is_held_but_not_twice_running() {
    let game = before("B8").play("british card hold\n");
    let late = position(&game);
    assert_eq!((late.season, pending(&game).as_str()), (Season::Late, "french card"));
    assert_eq!((late.held_card.french, late.held_card.british), (false, true));
    assert_eq!((late.hands.french.len(), late.hands.british.len()), (9, 9), "a held card counts for the deal (4.0)");
    assert!(late.hands.british.contains(&17));
    assert_eq!(late.raided.french.len(), 2, "Raided markers stay until the end of the year");
    let mut again = before("B8");
    again.position.season = Season::Late;
    again.position.held_card.british = true;
    assert_eq!(choices(&again.play("")), ["card:17", "demolish"]);
}

#[test]
fn every_phase_of_the_season_can_be_saved_and_read_again() {
    for (phase, _) in SEASON {
        let game = before(phase).play("");
        let text = game.record().to_string();
        let source = wilderness_engine::faults::Source::new(phase, text.as_str());
        assert_eq!(Record::parse(&source).expect("a record").to_string(), text, "{phase}");
    }
}
