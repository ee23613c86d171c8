//! The odds of combats: computed by hand where possible, and always compared with the real rules, played many times
//! with the dice of the generator.

mod sampled;

use sampled::{PLAYED, agrees_with_the_game, differences, figures, five_errors, sampled};
use wilderness_tests::answer_words;
use wilderness_tests::situation::{Situation, find_piece, find_space};
use wilderness_war::Side::{British, French};
use wilderness_war::odds::{Assumption, CombatKind, NoCombat, Odds};
use wilderness_war::{Ask, Choice, Game, PieceSet, Side};

/// A situation after these answers.
fn after(situation: Situation, words: &str) -> Game {
    let mut game = situation.game();
    answer_words(&mut game, words);
    game
}

fn pieces(ids: &str) -> PieceSet {
    ids.split_whitespace().map(find_piece).collect()
}

/// The odds of the combat in progress.
#[track_caller]
fn pending(game: &Game) -> Odds {
    let odds = Odds::of_pending(game).unwrap_or_else(|halt| panic!("{halt}")).expect("a combat is under way");
    is_sound(&odds);
    odds
}

/// The odds of the only combat that pieces could begin.
#[track_caller]
fn before(game: &Game, ids: &str, space: &str) -> Odds {
    let [odds] = &all_before(game, ids, space)[..] else { panic!("one combat is expected") };
    odds.clone()
}

#[track_caller]
fn all_before(game: &Game, ids: &str, space: &str) -> Vec<Odds> {
    let odds = Odds::before(game, pieces(ids), find_space(space)).unwrap_or_else(|none| panic!("{none}"));
    odds.iter().for_each(is_sound);
    odds
}

/// Why there are no odds: the rule.
fn refused(game: &Game, ids: &str, space: &str) -> &'static str {
    match Odds::before(game, pieces(ids), find_space(space)) {
        Err(NoCombat::Refused(refusal)) => refusal.rule,
        other => panic!("{other:?}"),
    }
}

/// The chances of everything that happens once add up to 1.
#[track_caller]
fn is_sound(odds: &Odds) {
    for side in Side::BOTH {
        let losses = &odds.losses[side];
        same(losses.chances.iter().sum(), 1.0);
        same(losses.chances.iter().enumerate().map(|(steps, chance)| steps as f64 * chance).sum(), losses.expected);
    }
    if let Some(battle) = odds.battle.filter(|_| odds.kind != CombatKind::Raid) {
        same(battle.attacker_wins + battle.defender_wins, 1.0);
    }
    if let Some(raid) = odds.raid {
        same(raid.success + raid.failure + raid.prevented, 1.0);
    }
    if let Some(siege) = odds.siege {
        same(siege.levels.iter().sum(), 1.0);
    }
    assert!(odds.leaders.iter().all(|risk| (0.0..=1.0).contains(&risk.dies)));
}

#[track_caller]
fn same(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-12, "found {found}, expected {expected}");
}

#[track_caller]
fn chances(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len(), "found {found:?}, expected {expected:?}");
    found.iter().zip(expected).for_each(|(found, expected)| same(*found, *expected));
}

/// Braddock at the Monongahela. The French hold Ambush! and Fieldworks, so that they are asked again after the first.
fn monongahela() -> Situation {
    Situation::new()
        .british_turn()
        .year(1755)
        .hand(French, &[1, 9, 11])
        .forts(French, "ohio-forks")
        .stockades(British, "gist-s-station")
        .put("gist-s-station", "braddock dunbar 44th 48th virginia-1 virginia-2 maryland pennsylvania-1")
        .put("ohio-forks", "beaujeu dumas marine-detachment-6 ligneris ottawa mingo-1 shawnee-1")
}

const BRADDOCK_MARCHES: &str =
    "3 force braddock dunbar 44th 48th virginia-1 virginia-2 maryland pennsylvania-1 ohio-forks done pass";

#[test]
fn braddock_without_an_ambush() {
    let odds = agrees_with_the_game(after(monongahela(), BRADDOCK_MARCHES), "pass");
    assert_eq!((odds.kind, odds.attacker), (CombatKind::Field, British));
    // Strength 14 with -1, and strength 5 with Beaujeu's +1.
    chances(&odds.losses.french.chances, &[0, 1, 1, 2, 2, 0, 0, 0, 0, 0, 0].map(|sixths| f64::from(sixths) / 6.0));
    chances(
        &odds.losses.british.chances,
        &[0, 2, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0].map(|sixths| f64::from(sixths) / 6.0),
    );
    same(odds.battle.expect("a battle").attacker_wins, 24.0 / 36.0);
    assert!(odds.assumed.is_empty(), "{:?}", odds.assumed);
}

#[test]
fn braddock_in_the_ambush() {
    let mut game = after(monongahela(), BRADDOCK_MARCHES);
    answer_words(&mut game, "11");
    let odds = agrees_with_the_game(game, "pass");
    // Strength 5 doubled, with +1, costs 2, 3 or 4 steps. The remaining British strength, 12, 11 or 10, fires on the
    // same column with -1: 1, 2 or 3 steps. They win only with three against two.
    chances(&odds.losses.british.chances[..6], &[0, 0, 2, 2, 2, 0].map(|sixths| f64::from(sixths) / 6.0));
    chances(&odds.losses.french.chances[..5], &[0, 1, 3, 2, 0].map(|sixths| f64::from(sixths) / 6.0));
    same(odds.battle.expect("a battle").attacker_wins, 1.0 / 9.0);
    // Every natural 1 and 6 costs steps.
    for leader in ["braddock", "dunbar", "beaujeu", "dumas"] {
        same(odds.risk(find_piece(leader)), 1.0 / 18.0);
    }
    assert!(odds.assumed.contains(&Assumption::StrengthIsKept), "{:?}", odds.assumed);
}

#[test]
fn a_combat_half_resolved_counts_the_dice_that_are_known() {
    let mut game = after(monongahela(), BRADDOCK_MARCHES);
    answer_words(&mut game, "11");
    // The die of the ambush costs the British four steps.
    game.beforehand().give_rolls([6]);
    answer_words(&mut game, "pass");
    assert_eq!(game.decision().expect("a decision").ask, Ask::Loss(4));
    let odds = agrees_with_the_game(game, "44th");
    assert!(odds.assumed.contains(&Assumption::StrengthIsKept), "who takes the other three");
    same(odds.losses.british.expected, 4.0);
    same(odds.battle.expect("a battle").defender_wins, 1.0);
    same(odds.risk(find_piece("braddock")), 1.0 / 6.0);
    same(odds.risk(find_piece("dumas")), 1.0 / 18.0);
}

/// Dumas about to raid the stockade at Augusta, which militia may defend.
fn augusta() -> Situation {
    Situation::new()
        .forts(French, "ohio-forks")
        .stockades(British, "augusta")
        .put("southern-militia", "colonial-militia-1")
        .put("allegheny-south", "dumas mingo-1 shawnee-1")
}

#[test]
fn dumas_raids_augusta() {
    let game = after(augusta(), "1 force mingo-1 shawnee-1 augusta");
    let odds = agrees_with_the_game(game, "colonial-militia-1");
    assert_eq!(odds.kind, CombatKind::Raid);
    // Strength 2 with +1 and -1 costs a step on 3 to 6, the militia's on 4 to 6: won with a step against none.
    same(odds.battle.expect("militia").attacker_wins, 4.0 / 6.0 * 3.0 / 6.0);
    // With +1 the raid succeeds on 4, 5 and 6.
    let raid = odds.raid.expect("a raid");
    same(raid.success, 1.0 / 3.0 * 1.0 / 2.0);
    same(raid.prevented, 2.0 / 3.0);
    // The militia's natural 6 costs a step and endangers Dumas; so do 1 and 6 in a raid on a stockade.
    same(odds.risk(find_piece("dumas")), 1.0 / 36.0 + 1.0 / 3.0 * 2.0 / 6.0 / 6.0);
    assert!(odds.assumed.contains(&Assumption::MilitiaMeetRaiders));
    let now = before(&augusta().game(), "dumas mingo-1 shawnee-1", "augusta");
    assert_eq!(figures(&now), figures(&odds), "as before the move");
}

#[test]
fn two_militia_units_hamper_the_raid() {
    let game = augusta().put("southern-militia", "colonial-militia-2*").game();
    let odds = before(&game, "dumas mingo-1 shawnee-1", "augusta");
    assert!(odds.fighters.contains(find_piece("colonial-militia-1")), "the stronger of the two");
    same(odds.raid.expect("a raid").success, 1.0 / 3.0 * 1.0 / 3.0);
}

#[test]
fn one_indian_raids_a_cultivated_space() {
    let game = Situation::new().put("allegheny-south", "mingo-1").game();
    let odds = before(&game, "mingo-1", "augusta");
    same(odds.raid.expect("a raid").success, 2.0 / 6.0);
    chances(&odds.losses.french.chances, &[4.0 / 6.0, 2.0 / 6.0, 0.0]);
    assert!(odds.battle.is_none());
}

#[test]
fn rangers_raid_a_settlement() {
    let game = Situation::new()
        .stockades(British, "hudson-carry-south")
        .put("hudson-carry-south", "johnson rogers mohawk-1")
        .put("montreal", "abenaki-1")
        .game();
    let odds = before(&game, "johnson rogers mohawk-1", "st-francois");
    // Johnson and the rangers add 2: 3 to 6 succeed. The column is that of stockades.
    same(odds.raid.expect("a raid").success, 4.0 / 6.0);
    chances(&odds.losses.british.chances, &[4.0 / 6.0, 1.0 / 6.0, 1.0 / 6.0, 0.0, 0.0]);
    same(odds.risk(find_piece("johnson")), 2.0 / 6.0 / 6.0);
}

/// Crown Point, a French fort under British siege of a level, supplied by the stockades along the way.
fn crown_point(level: i64) -> Situation {
    Situation::new()
        .british_turn()
        .forts(French, "crown-point")
        .stockades(British, "hudson-carry-south hudson-carry-north")
        .siege("crown-point", level)
}

#[test]
fn a_lone_regiment_assaults_an_empty_fort() {
    let game = crown_point(1).put("crown-point", "webb 22nd").game();
    let odds = all_before(&game, "webb 22nd", "crown-point");
    assert_eq!(odds.iter().map(|odds| odds.kind).collect::<Vec<_>>(), [CombatKind::Siege, CombatKind::Assault]);
    let assault = &odds[1];
    // Strength 3 on column 2: a step on 3 to 6. The empty fort costs one on 5 and 6. The fort falls to one against
    // none.
    same(assault.battle.expect("an assault").attacker_wins, 4.0 / 6.0 * 4.0 / 6.0);
    chances(&assault.losses.british.chances, &[4.0 / 6.0, 2.0 / 6.0, 0.0]);
    chances(&assault.losses.french.chances, &[1.0]);
    same(assault.risk(find_piece("webb")), 1.0 / 6.0 * 1.0 / 6.0);
}

#[test]
fn a_roll_on_the_siege_table() {
    let game = crown_point(0).put("crown-point", "bradstreet 22nd").game();
    let odds = before(&game, "bradstreet 22nd", "crown-point");
    let siege = odds.siege.expect("a siege");
    chances(&siege.levels, &[1.0 / 6.0, 3.0 / 6.0, 2.0 / 6.0]);
    same(siege.assault, 5.0 / 6.0);
    same(odds.losses.british.expected, 0.0);
}

#[test]
fn an_assault_of_a_garrison_with_guns() {
    let garrison = "drucour bearn guyenne* langlade huron";
    let situation = crown_point(0)
        .hand(British, &[3, 8])
        .put("crown-point", "amherst wolfe 22nd 27th 35th 40th* massachusetts-1 rogers")
        .inside("crown-point", garrison);
    let game = after(situation, "3 force amherst done siege 8");
    assert_eq!(game.decision().map(|decision| decision.ask.kind()), Some("assault"));
    let odds = agrees_with_the_game(game, "assault");
    assert_eq!(odds.kind, CombatKind::Assault);
}

#[test]
fn a_battle_of_many() {
    let situation = Situation::new()
        .british_turn()
        .put("northern-militia", "colonial-militia-1 colonial-militia-2*")
        .put("hoosic", "montcalm levis bearn guyenne* artois langlade huron ojibwa")
        .put("albany", "loudoun webb johnson 22nd 27th 35th* new-york-1 mohawk-1 rogers");
    let force = "webb johnson 22nd 27th 35th new-york-1 mohawk-1 rogers";
    let game = after(situation.clone(), &format!("3 force loudoun {force} hoosic pass"));
    let odds = agrees_with_the_game(game, "colonial-militia-1 colonial-militia-2");
    assert_eq!(odds.assumed.iter().copied().collect::<Vec<_>>(), [Assumption::MilitiaJoin]);
    let now = before(&situation.game(), &format!("loudoun {force}"), "hoosic");
    assert_eq!(figures(&now), figures(&odds));
    let given_way = [Assumption::NobodyAvoidsBattle, Assumption::MilitiaJoin];
    assert_eq!(now.assumed.iter().copied().collect::<Vec<_>>(), given_way);
}

#[test]
fn the_besieged_break_out() {
    let situation = Situation::new()
        .forts(French, "crown-point")
        .put("crown-point", "webb 22nd rogers")
        .inside("crown-point", "montcalm bearn langlade huron")
        .siege("crown-point", 1);
    let game = after(situation.clone(), "1 force bearn langlade done sortie pass");
    let odds = agrees_with_the_game(game, "huron");
    assert_eq!((odds.kind, odds.assumed.contains(&Assumption::BesiegedJoin)), (CombatKind::Sortie, true));
    let now = before(&situation.game(), "montcalm bearn langlade huron", "crown-point");
    assert_eq!((now.kind, figures(&now)), (CombatKind::Sortie, figures(&odds)));
}

#[test]
fn a_relief_is_joined_by_the_besieged() {
    let situation = Situation::new()
        .forts(French, "crown-point")
        .put("crown-point", "22nd 27th*")
        .inside("crown-point", "drucour bearn")
        .siege("crown-point", 0)
        .stockades(British, "ticonderoga")
        .put("winooski", "dumas langlade");
    let game = after(situation.clone(), "1 force dumas langlade crown-point pass");
    let odds = agrees_with_the_game(game, "drucour bearn");
    let now = before(&situation.game(), "dumas langlade", "crown-point");
    assert_eq!((now.kind, figures(&now)), (CombatKind::Field, figures(&odds)));
}

#[test]
fn a_landing_is_harder() {
    let game =
        Situation::new().british_turn().put("halifax", "webb 22nd 27th 35th 40th").put("louisbourg", "bearn").game();
    let odds = before(&game, "webb 22nd 27th 35th 40th", "louisbourg");
    // Strength 12 with -1 costs a single step on a natural 1.
    chances(&odds.losses.french.chances, &[0.0, 1.0 / 6.0, 5.0 / 6.0]);
    same(odds.losses.french.all(), 5.0 / 6.0);
}

#[test]
fn an_action_without_dice_has_no_odds() {
    let mut game = crown_point(0)
        .put("crown-point", "22nd")
        .put("ticonderoga", "webb 27th rogers")
        .forts(French, "niagara")
        .game();
    assert_eq!(Odds::of_pending(&game), Ok(None), "which card to play");
    assert_eq!(refused(&game, "22nd", "crown-point"), "8.231");
    assert_eq!(refused(&game, "webb", "crown-point"), "5.36");
    assert_eq!(refused(&game, "22nd bearn", "crown-point"), "5.36");
    assert_eq!(refused(&game, "rogers 35th", "crown-point"), "5.36");
    assert_eq!(refused(&game, "rogers webb 27th", "niagara"), "7.1", "an empty fort is besieged");
    assert_eq!(refused(&game, "27th", "montreal"), "7.1", "an empty fortress is besieged");
    answer_words(&mut game, "3 force 27th rogers");
    assert_eq!(Odds::of_pending(&game), Ok(None), "where to go");
}

#[test]
fn only_a_lone_auxiliary_attacks_at_a_fort_without_drilled_troops() {
    let game = Situation::new()
        .forts(French, "crown-point")
        .put("crown-point", "bearn")
        .put("ticonderoga", "johnson rogers mohawk-1")
        .game();
    assert_eq!(refused(&game, "rogers mohawk-1", "crown-point"), "6.52");
    assert_eq!(before(&game, "johnson rogers", "crown-point").kind, CombatKind::Field);
}

#[test]
fn the_game_is_left_as_it_was() {
    let game = after(monongahela(), BRADDOCK_MARCHES);
    let (state, record) = (game.state().clone(), game.record().to_string());
    pending(&game);
    assert_eq!(refused(&game, "beaujeu ottawa", "gist-s-station"), "7.1", "the battle is not fought yet");
    assert_eq!((game.state(), game.record().to_string()), (&state, record));
    let game = monongahela().game();
    let (state, record) = (game.state().clone(), game.record().to_string());
    before(&game, "braddock 44th 48th", "ohio-forks");
    assert_eq!((game.state(), game.record().to_string()), (&state, record));
}

#[test]
fn odds_can_be_had_anywhere_in_any_game() {
    let mut kinds = std::collections::BTreeSet::new();
    for seed in 0..2 {
        let mut game = wilderness_tests::game("annus-mirabilis", seed);
        let mut agents = wilderness_tests::agents(seed);
        game.proceed().expect("a game");
        for turn in 0.. {
            let Some(decision) = game.decision() else { break };
            let choice = wilderness_tests::answer(&game, &mut agents, decision);
            if turn % 3 == 0
                && let Some(odds) = Odds::of_pending(&game).expect("sound scripts")
            {
                is_sound(&odds);
                kinds.insert(format!("pending {:?}", odds.kind));
            }
            if turn % 40 == 0 {
                kinds.extend(odds_everywhere(&game));
            }
            game.choose(choice).expect("a choice");
        }
    }
    let expected = ["Field", "Raid", "pending Field"];
    assert!(expected.iter().all(|kind| kinds.contains(*kind)), "{kinds:?}");
}

/// Every stack and every unit of it, against every third space.
fn odds_everywhere(game: &Game) -> Vec<String> {
    let all = wilderness_war::map::Map::get().all;
    let mut kinds = Vec::new();
    for side in Side::BOTH {
        for from in all {
            let stack = game.state().in_space(from).of(side);
            let parts = [stack, stack.units().first().map_or(PieceSet::EMPTY, PieceSet::one)];
            for (pieces, to) in parts.into_iter().flat_map(|part| all.iter().map(move |to| (part, to))) {
                if pieces.is_empty() || (from != to && (u16::from(from.0) + u16::from(to.0)) % 3 != 0) {
                    continue;
                }
                match Odds::before(game, pieces, to) {
                    Ok(odds) => {
                        kinds.extend(odds.iter().inspect(|odds| is_sound(odds)).map(|odds| format!("{:?}", odds.kind)))
                    }
                    Err(NoCombat::Refused(_)) => {}
                    Err(NoCombat::Failed(halt)) => panic!("{pieces:?} at {to}: {halt}"),
                }
            }
        }
    }
    kinds
}

#[test]
fn odds_are_written_with_ids() {
    let odds = before(&augusta().game(), "dumas mingo-1 shawnee-1", "augusta");
    let written = serde_json::to_value(&odds).expect("written");
    assert_eq!(written["kind"], "raid");
    assert_eq!(written["space"], "augusta");
    assert_eq!(written["attacker"], "french");
    assert_eq!(written["leaders"][0]["leader"], "dumas");
    assert!(written["fighters"].as_array().expect("a list").contains(&"colonial-militia-1".into()));
    assert_eq!(written["assumed"], serde_json::json!(["militia-meet-raiders"]));
}

#[test]
fn many_leaders_take_no_longer() {
    let british = "loudoun amherst abercromby wolfe forbes webb murray monckton 22nd 27th 35th 40th 43rd 44th rogers";
    let french = "montcalm levis vaudreuil rigaud bougainville villiers bearn guyenne artois la-reine la-sarre huron";
    let game = Situation::new().put("albany", british).put("montreal", french).game();
    let odds = before(&game, british, "montreal");
    // Every natural 1 and 6 costs the French steps; so do they the British.
    odds.leaders.iter().for_each(|risk| same(risk.dies, 1.0 / 18.0));
    assert_eq!(odds.leaders.len(), 14);
}

#[test]
fn the_comparison_notices_wrong_odds() {
    let attack = Situation::new().stockades(French, "green-mountains-south").put("hoosic", "22nd 27th");
    let without = attack.clone().put("green-mountains-south", "vaudreuil bearn guyenne artois");
    let mut game = after(without, "1 force bearn guyenne artois hoosic");
    let right = pending(&game);
    let found = sampled(&mut game, &right, "pass", PLAYED);
    assert_eq!(differences(&right, &found, five_errors(PLAYED)), Vec::<String>::new());
    let with = attack.put("green-mountains-south", "montcalm bearn guyenne artois");
    let wrong = before(&with.game(), "montcalm bearn guyenne artois", "hoosic");
    let differences = differences(&wrong, &found, five_errors(PLAYED));
    assert!(differences.iter().any(|line| line.starts_with("attacker wins")), "{differences:?}");
}

#[test]
fn the_odds_after_a_step_are_those_of_the_battle_it_leads_to() {
    let situation = Situation::new().put("ticonderoga", "montcalm bearn la-sarre").put("wood-creek", "webb 22nd 27th");
    let game = after(situation, "1 force bearn la-sarre");
    let to = |space| Choice::Space(find_space(space));
    let step = Odds::after(&game, to("wood-creek")).expect("sound scripts").expect("a battle");
    let before = Odds::before(&game, step.fighters.of(French), find_space("wood-creek")).expect("a battle");
    assert_eq!(vec![step], before);
    assert_eq!(Odds::after(&game, to("quebec")), Ok(None));
}
