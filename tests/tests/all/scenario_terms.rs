//! What scenarios say as data of victory, of reinforcements and of the rules that they require.

use std::rc::Rc;
use wilderness_engine::faults::{Faults, Source};
use wilderness_tests::situation::{find_piece, find_space};
use wilderness_war::{Content, Game, Header, Place, Scenario, Scripts, Side};

const SCENARIO: &str = r#"
id = "thin-line"
name = "A Thin Line"
first_year = 1757
last_year = 1758
setup = "1757"
cards = [1, 62]
hand_size = { french = 3, british = 3 }
requires = ["house-guard"]
out_of_game = ["dieskau", "beaujeu", "braddock", "shirley"]

[victory]
at_once = { french = 6 }
french_by_year = { 1757 = 4 }
at_end = { french = 2, british = 3 }
territory = false

[[reinforcements]]
year = 1757
season = "late"
pieces = ["28th"]
at = ["quebec", "new-york"]
"#;

const GUARD: &str = "fn rule() { #{ number: \"house-guard\", name: \"Guard\", about: \"a trial\" } }\n\
                     fn hand_size(size, at) { size }";

fn scripts(text: &str) -> Result<Scripts, Faults> {
    let texts = [("scenarios/thin-line.toml", text), ("optional/house_guard.rhai", GUARD)];
    Content::embedded().with_texts(texts.map(|(name, text)| (name, text.to_string()))).compile()
}

fn found(text: &str) -> Vec<(String, String)> {
    let deck = Scripts::embedded().expect("sound scripts").deck().clone();
    let setups = [(
        "1757".to_string(),
        Source::new("1757.toml", Content::embedded().text("scenarios/setups/1757.toml").expect("a set-up").to_string()),
    )];
    let faults = Scenario::parse(&Source::new("thin-line.toml", text), &setups.into(), &deck).err();
    let faults = faults.unwrap_or_else(Faults::none);
    faults.iter().map(|fault| (fault.code().to_string(), fault.pointed().to_string())).collect()
}

fn begin(text: &str) -> Game {
    let scripts = Rc::new(scripts(text).unwrap_or_else(|faults| panic!("{faults}")));
    let mut game = Header::new("thin-line", 1, &scripts).begin(scripts).expect("a game");
    game.proceed().expect("a decision");
    game
}

/// Plays on with the first choice of each decision until the game is over, or this holds.
fn until(mut game: Game, is_there: impl Fn(&Game) -> bool) -> Game {
    while !is_there(&game) {
        let Some(open) = game.decision() else { break };
        let choice = open.choices[0];
        game.choose(choice).expect("an answer");
    }
    game
}

#[test]
fn a_required_rule_is_in_force_in_every_game_of_the_scenario() {
    let game = begin(SCENARIO);
    assert!(game.view(Side::French).markers().any(|(name, _)| name == "house-guard"));
    assert!(game.header().rules.contains(&"house-guard".to_string()), "and the record says so");
}

#[test]
fn reinforcements_come_at_the_beginning_of_their_season() {
    let text = SCENARIO;
    let game = begin(text);
    let unit = find_piece("28th");
    assert_eq!(game.state().pieces.at(unit), Place::AtHand);
    let game = until(game, |game| game.state().season == wilderness_war::Season::Late);
    let there = game.state().pieces.at(unit);
    assert_eq!(there, Place::Space(find_space("new-york")), "Québec is French, and closed to it");
}

#[test]
fn a_scenario_sets_what_is_needed_to_win() {
    let (game, view) = (begin(SCENARIO), Side::French);
    let need = |game: &Game, side| game.view(view).points_to_win(game.scenario(), side);
    assert_eq!((need(&game, Side::French), need(&game, Side::British)), (4, 11));
    let game = until(game, |game| game.state().year == 1758);
    assert_eq!((need(&game, Side::French), need(&game, Side::British)), (2, 3));
}

#[test]
fn what_is_wrong_with_the_terms_is_pointed_at() {
    let text = SCENARIO;
    assert_eq!(found(text), []);
    let one = |code: &str, at: &str| vec![(format!("scenario::{code}"), at.to_string())];
    assert_eq!(found(&text.replace("1757 = 4", "1760 = 4")), one("victory_year", "1760"));
    assert_eq!(found(&text.replace("french = 6", "french = 600")), one("victory_points", "600"));
    assert_eq!(
        found(&text.replace("season = \"late\"\npieces", "season = \"late\"\npieces = [\"bearn\"]\nx")).len(),
        1
    );
    assert_eq!(found(&text.replace("[\"28th\"]", "[\"bearn\"]")), one("reinforcement_in_play", "\"bearn\""));
    assert_eq!(found(&text.replace("[\"28th\"]", "[\"28th\", \"28th\"]")), one("reinforcement_twice", "\"28th\""));
    let late = text.replace("year = 1757\nseason", "year = 1759\nseason");
    assert_eq!(found(&late), one("reinforcement_year", "1759"));
}
