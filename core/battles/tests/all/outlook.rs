//! What a side is told of what lies ahead: reinforcements, threats, and what victory hangs on; and concessions (17.1).

use crate::situation::Situation;
use serde_json::json;
use std::rc::Rc;
use wilderness_battles::look::{self, Awaited};
use wilderness_battles::{Ask, Choice, Content, Level, Side};
use wilderness_engine::script::Compile as _;

fn awaited(play: &Situation, name: &str) -> Awaited {
    look::awaited(&play.0).into_iter().find(|group| group.name == name).expect("a group that is still to come")
}

#[test]
fn the_garrison_of_fort_lyman_was_expected_a_turn_early_and_without_its_condition() {
    let combat = |turn: u8, attacked: serde_json::Value| {
        Situation::new(json!({"scenario": "lake-george", "turn": turn, "phase": "combat", "phasing": "british",
            "first_attack": attacked, "off_map": {"fort-lyman": ["new-hampshire"]}, "units": {"rhode-island": {"at": "1813"}, "conn-3": {"at": "1812"},
            "languedoc-lg": {"at": "1913"}}}))
    };
    let name = "the garrison of Fort Lyman";
    let none_yet = awaited(&combat(8, json!({})), name);
    assert_eq!((none_yet.turn, none_yet.after_attack_by), (Some(10), Some(Side::French)));
    assert_eq!(none_yet.die, Some(vec![1, 2]));
    let attacked = awaited(&combat(8, json!({"french": 7})), name);
    assert_eq!((attacked.turn, attacked.after_attack_by), (Some(9), None));
}

#[test]
fn the_die_that_brings_a_group_was_not_told() {
    let play = Situation::new(json!({"scenario": "quebec", "turn": 1, "phase": "rally", "phasing": "british",
        "off_map": {"bougainville": ["cdc-bc"]}, "units": {"35-foot": {"at": "1106", "disordered": true}, "bearn": {"at": "1905"}}}));
    let bougainville = awaited(&play, "Bougainville's corps");
    assert_eq!((bougainville.turn, bougainville.die), (Some(2), Some(vec![1])));
}

#[test]
fn guns_that_can_do_nothing_were_counted_as_threats() {
    // A bombardment table that has no effect in its first column.
    let tables =
        Content::embedded().text("tables.toml").expect("a file").replace("rows.6 =  [\"Ds\"", "rows.6 =  [\"-\"");
    let battles = Rc::new(Content::embedded().with("tables.toml", &tables).compile().expect("content"));
    let position = json!({"scenario": "fort-oswego", "turn": 2, "phase": "bombardment", "phasing": "french",
        "units": {"art-os-f": {"at": "0513"}, "shirley-1": {"at": "0610"}}});
    let play = Situation::with(&position, battles, []).expect("a battle");
    let (battle, state) = (play.0.scenario(), play.state());
    for side in Side::BOTH {
        let threatened = look::threatened(play.0.scripts(), battle, state, side);
        for (hex, threats) in &threatened {
            assert!(threats.guns.iter().all(|(_, strength)| look::can_harm(battle, state, *hex, *strength)), "{hex}");
        }
    }
    let fort = wilderness_battles::Hex::new("1204").expect("a hex");
    assert!(!look::can_harm(battle, state, fort, 1), "column 1 is empty");
}

#[test]
fn show_victory_left_out_demoralization_and_losses() {
    let play = Situation::new(json!({"scenario": "lake-george", "turn": 3, "phase": "rally", "phasing": "british",
        "units": {"rhode-island": {"at": "1813", "disordered": true}, "languedoc-lg": {"at": "2013"}}}));
    let terms = look::terms(play.0.scenario(), Side::French);
    assert!(terms.demoralization.iter().any(|award| (award.percent, award.from) == (50, 8)), "{terms:?}");
    let british = look::terms(play.0.scenario(), Side::British);
    assert!(british.losses.iter().any(|loss| loss.what == "artillery" && (loss.points, loss.per) == (4, None)));
    assert_eq!(british.entered.iter().map(|(_, points)| *points).collect::<Vec<_>>(), [5]);
}

fn at_quebec() -> Situation {
    Situation::new(json!({"scenario": "quebec", "turn": 3, "phase": "movement", "phasing": "british",
        "units": {"35-foot": {"at": "1106"}, "78-foot": {"at": "1006"}, "guyenne": {"at": "2006"}}}))
}

#[test]
fn a_battle_could_not_be_conceded() {
    let mut play = at_quebec();
    play.0.volunteer(Side::British, Ask::Concede, Choice::Level(Level::Substantive)).expect("at the start of a move");
    assert_eq!((play.asked(), play.offered()), ("agree", vec!["accept".to_string(), "decline".to_string()]));
    let play = play.choose("agree", "accept");
    let outcome = play.0.outcome().expect("the end");
    assert_eq!((outcome.winner, outcome.level, outcome.conceded), (Some(Side::French), Level::Substantive, true));
    let record = play.0.record().to_string();
    assert!(record.ends_with("\nbritish concede level:substantive\nfrench agree accept\n"), "{record}");
    // The record plays through to the same end.
    let again = crate::records::replayed(&record);
    assert_eq!(again.outcome(), Some(outcome));
}

#[test]
fn a_concession_that_is_declined_changes_nothing() {
    let mut play = at_quebec();
    let before = play.offered();
    play.0.volunteer(Side::British, Ask::Concede, Choice::Level(Level::Marginal)).expect("at the start of a move");
    let play = play.choose("agree", "decline");
    assert_eq!((play.asked(), play.offered()), ("mover", before));
}

#[test]
fn nothing_is_conceded_in_the_middle_of_a_move_nor_by_an_answer_that_was_not_volunteered() {
    let mut play = at_quebec().choose("mover", "unit:35-foot");
    let (asked, offered) = (play.asked(), play.offered());
    assert!(play.0.volunteer(Side::British, Ask::Concede, Choice::Level(Level::Marginal)).is_err());
    assert_eq!((play.asked(), play.offered()), (asked, offered));
    let mut play = at_quebec();
    assert!(play.0.volunteer(Side::British, Ask::Gun, Choice::Done).is_err(), "only what the rules look for");
    assert_eq!(play.asked(), "mover");
    assert!(!play.0.past().looks_back(), "a refused answer does not lie ahead");
}
