//! The variant in `southern-frontier`: 40 more spaces, leaders, units, a department, a nation that both sides court, and
//! a winning condition, all of it data and scripts.

use std::path::PathBuf;
use std::rc::Rc;
use wilderness_engine::Agent;
use wilderness_engine::agents::Random;
use wilderness_engine::content::Places;
use wilderness_engine::faults::Source;
use wilderness_war::agents::Greedy;
use wilderness_war::map::{Department, Map};
use wilderness_war::odds::Odds;
use wilderness_war::pieces::Pieces;
use wilderness_war::{Content, Game, Header, PieceId, Place, Reason, Record, Scripts, Side, SpaceId, View, War};

const SCENARIO: &str = "southern-frontier";

fn content() -> Content {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("southern-frontier");
    Content::read(&Places::in_content(root)).unwrap_or_else(|faults| panic!("{faults}"))
}

fn scripts() -> Rc<Scripts> {
    Rc::new(content().compile().unwrap_or_else(|faults| panic!("{faults:?}")))
}

fn game(seed: u64) -> Game {
    let scripts = scripts();
    let mut game = Header::new(SCENARIO, seed, &scripts).begin(scripts).unwrap_or_else(|faults| panic!("{faults:?}"));
    game.proceed().expect("sound rules");
    game
}

fn space(id: &str) -> SpaceId {
    Map::get().find(id).unwrap_or_else(|| panic!("no space `{id}`"))
}

fn piece(id: &str) -> PieceId {
    Pieces::get().find(id).unwrap_or_else(|| panic!("no piece `{id}`"))
}

/// Plays a game to its end.
fn play_out(game: &mut Game, agent: fn(u64, Side) -> Box<dyn Agent<War>>) {
    for side in Side::BOTH {
        game.set_agent(side, Some(agent(game.header().seed, side)));
    }
    game.proceed().expect("sound rules");
}

#[test]
fn the_content_is_sound() {
    use wilderness_engine::script::ScriptSet;
    let faults = scripts().examine();
    assert!(faults.is_empty(), "{faults:?}");
}

#[test]
fn a_scenario_places_the_new_pieces_and_brings_others_later() {
    let game = game(1);
    let view = View::public(&game);
    assert_eq!(view.space_of(piece("lyttelton")), Some(space("charleston")));
    let department = Department::find("carolinas").expect("a department");
    assert_eq!(view.here(Place::Militia(department)).len(), 2);
    assert_eq!(view.place_of(piece("toulouse-2")), Place::AtHand);
    assert!(view.works(Side::British).fortresses.contains(space("charleston")));
    assert!(view.supplied(Side::British).contains(space("ninety-six")));
}

#[test]
fn the_board_shows_the_new_spaces_and_the_part_of_the_map_that_they_are_in() {
    let game = game(1);
    let scene = View::public(&game).scene();
    assert_eq!((scene.places.len(), scene.size), (181, (2550.0, 2320.0)));
    let south = scene.theatres.iter().find(|part| part.word == "south").expect("the part");
    assert_eq!(south.places.len(), 42);
    let charleston = scene.places.iter().position(|place| place.id == "charleston").expect("the space");
    assert!(scene.stacks.iter().any(|stack| stack.place == charleston && stack.leaders[0].name == "Lyttelton"));
}

#[test]
fn random_games_come_to_an_end_and_their_records_replay_without_the_files() {
    for seed in 0..12 {
        let mut game = game(seed);
        play_out(&mut game, |seed, side| Box::new(Random::new(seed, side)));
        assert!(game.outcome().is_some(), "{seed}");
        let record = Record::parse(&Source::new("a.record", game.record().to_string()));
        let record = record.unwrap_or_else(|faults| panic!("{faults:?}"));
        let embedded = Rc::new(Scripts::embedded().expect("the program's scripts"));
        let replayed = record.play(embedded, None).unwrap_or_else(|faults| panic!("{faults:?}"));
        assert!(replayed.state() == game.state(), "{seed}");
    }
}

#[test]
fn a_tribe_of_the_creeks_sides_with_neither_until_one_wins_it_over() {
    let mut joined = [false; 2];
    for seed in 0..12 {
        let mut game = game(seed);
        play_out(&mut game, |seed, side| Box::new(Greedy::new(seed, side)));
        let view = View::public(&game);
        let in_play = |id: &str| view.space_of(piece(id)).is_some();
        for tribe in ["lower-creek", "upper-creek"] {
            let sides = [in_play(&format!("{tribe}-french")), in_play(&format!("{tribe}-british"))];
            assert_ne!(sides, [true, true], "{tribe}, {seed}");
            joined[0] |= sides[0];
            joined[1] |= sides[1];
        }
    }
    assert!(joined[0] || joined[1], "the council never met");
}

#[test]
fn the_french_win_with_charleston() {
    let game = game(3);
    let view = game.view(Side::French);
    let mut position = view.position();
    // Charleston has fallen to the French at the end of the first year.
    position.fortifications.french.fortresses.get_or_insert_default().push("charleston".into());
    let british = position.fortifications.british.fortresses.get_or_insert_default();
    british.retain(|id| id != "charleston");
    for (id, at) in [("lyttelton", "savannah"), ("independents", "savannah"), ("south-carolina-1", "savannah")] {
        position.pieces.get_mut(id).expect("a piece").at = at.into();
    }
    position.pieces.get_mut("toulouse-1").expect("a piece").at = "charleston".into();
    let scripts = scripts();
    let header = Header::from_position(position, Some(SCENARIO), 1, &scripts).expect("a position");
    let rules = ["creek-council", "charleston"];
    let header = header.with_rules(rules, &scripts).expect("the rules");
    let mut game = header.begin(scripts).unwrap_or_else(|faults| panic!("{faults:?}"));
    play_out(&mut game, |seed, side| Box::new(Passive(Greedy::new(seed, side))));
    let outcome = game.outcome().expect("an end");
    assert_eq!((outcome.winner, outcome.reason), (Some(Side::French), Reason::Event));
}

/// Marches nowhere: whoever holds a fortress keeps it.
struct Passive(Greedy);

impl Agent<War> for Passive {
    fn choose(&mut self, view: &View<'_>, decision: &wilderness_war::Decision) -> wilderness_war::Choice {
        let idle = ["stockades", "discard", "stay", "stop", "pass", "done"];
        let found = idle.iter().find_map(|word| decision.find(word));
        found.unwrap_or_else(|| self.0.choose(view, decision))
    }
}

#[test]
fn odds_know_the_new_pieces() {
    let game = game(1);
    let attackers = ["montberaut", "toulouse-1"].map(piece).into_iter().collect();
    let odds = Odds::before(&game, attackers, space("ninety-six"));
    assert!(odds.is_ok_and(|odds| odds.iter().any(|odds| odds.battle.is_some())));
}
