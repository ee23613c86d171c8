//! What scripts remember: numbers of markers, and markers on spaces and pieces. They are part of the state, so undo, records
//! and positions have them, and they are seen where people look.

use wilderness_engine::faults::Faults;
use wilderness_tests::situation::{Played, Situation, find_space};
use wilderness_war::Side::{British, French};
use wilderness_war::{Content, Scripts};

/// Campaign (1) with these functions, which the French are about to play; the British hold it, too.
fn campaign(functions: &str) -> Situation {
    let event = format!("// Campaign (1): a trial.\n{functions}\n");
    let content = Content::embedded().with_texts([("events/campaign.rhai", event)]);
    Situation::new().content(content).hand(French, &[1, 5]).hand(British, &[2, 6])
}

fn numbers(game: &Played) -> Vec<(String, i64)> {
    game.game().view(French).numbers().iter().map(|(name, number)| (name.to_string(), *number)).collect()
}

fn told(game: &Played) -> String {
    game.game().log().iter().map(|entry| entry.text() + "\n").collect()
}

fn named(name: &str, number: i64) -> Vec<(String, i64)> {
    vec![(name.into(), number)]
}

fn refused(script: &str) -> Vec<(String, String)> {
    let found = Scripts::from_sources([("events/campaign.rhai", script)]);
    let faults: Faults = found.err().unwrap_or_else(Faults::none);
    faults.iter().map(|fault| (fault.code().to_string(), fault.pointed().to_string())).collect()
}

const WILL: &str = "fn markers() { #{ \"will\": \"game\" } }\n\
                    fn play() { if game.get(\"will\") == 0 { game.set(\"will\", 3); } else { game.add(\"will\", -1); } }";

#[test]
fn a_number_stays_and_counts_on() {
    let mut game = campaign(WILL).begin();
    assert_eq!(numbers(&game), []);
    game.event(1);
    assert_eq!(numbers(&game), named("will", 3));
    assert!(game.has_marker("will"), "what has a number is in force");
    assert!(told(&game).contains("Will stands at 3"), "{}", told(&game));
    game.event(2);
    assert_eq!(numbers(&game), named("will", 2));
}

#[test]
fn a_number_is_undone_with_the_event_that_gave_it() {
    let mut game = campaign(WILL).game();
    let known = game.past().answers();
    for token in ["card:1", "event"] {
        game.choose_token(token).expect("an answer");
    }
    assert_eq!(game.view(French).numbers().len(), 1);
    game.past_mut().back_out(known);
    assert!(game.view(French).numbers().is_empty());
}

#[test]
fn a_number_goes_with_its_marker() {
    let season = WILL.replace("\"game\" }", "\"season\" }");
    let game = campaign(&season).markers("will").number("will", 5).year_ends().begin();
    assert_eq!(numbers(&game), [], "the season is over, and with it the marker");
    let game = campaign(WILL).markers("will").number("will", 5).year_ends().begin();
    assert_eq!(numbers(&game), named("will", 5));
    let ends = "fn markers() { #{ \"will\": \"game\" } }\nfn play() { game.unmark(\"will\"); }";
    let mut game = campaign(ends).markers("will").number("will", 5).begin();
    game.event(1);
    assert_eq!(numbers(&game), []);
}

#[test]
fn each_side_has_a_number_of_its_own() {
    let purse = "fn markers() { #{ \"purse\": \"game per side\" } }\n\
                 fn play() { game.add(game.side, \"purse\", 2); game.set(game.enemy, \"purse\", 9); }";
    let mut game = campaign(purse).begin();
    game.event(1);
    assert_eq!(numbers(&game), [("british-purse".to_string(), 9), ("french-purse".to_string(), 2)]);
}

#[test]
fn a_modifier_can_ask_for_a_number_and_is_asked_again_when_it_changes() {
    let ice = "fn markers() { #{ \"ice\": \"game\" } }\nfn play() { game.add(\"ice\", 1); }\n\
               fn supply(limits, at) { if game.get(\"ice\") > 1 { #{ water: false } } }";
    let mut game = campaign(ice).put("crown-point", "bearn").begin();
    let is_supplied = |game: &Played| game.game().view(French).supplied(French).contains(find_space("crown-point"));
    game.event(1);
    assert!(is_supplied(&game), "one is too little ice");
    game.event(2);
    assert!(!is_supplied(&game) && numbers(&game) == named("ice", 2));
}

const CURSED: &str = "fn markers() { #{ \"cursed\": \"season per space\", \"wounded\": \"year per piece\" } }\n\
                      fn play() { game.set(space(\"albany\"), \"cursed\", 2); game.mark(piece(\"montcalm\"), \"wounded\");\n\
                      if game.marked(\"cursed\") == [space(\"albany\")] { game.score(game.side, 1, \"a curse\"); }\n\
                      if game.has_marker(space(\"oswego\"), \"cursed\") { game.score(game.side, 5, \"two curses\"); } }";

#[test]
fn markers_lie_on_spaces_and_pieces() {
    let mut game = campaign(CURSED).put("montreal", "montcalm").begin();
    game.event(1);
    assert_eq!(game.game().state().vp, 1);
    assert_eq!(numbers(&game), named("cursed@space:albany", 2));
    let marks = |space| game.game().view(French).marks_at(find_space(space));
    assert_eq!(marks("albany"), ["cursed 2"]);
    assert_eq!(marks("montreal"), ["wounded (Montcalm)"]);
    assert!(marks("oswego").is_empty());
    assert!(told(&game).contains("the Cursed (Albany) marker is placed"), "{}", told(&game));
}

#[test]
fn a_script_with_a_marker_on_a_thing_is_in_force() {
    let ice = "fn markers() { #{ \"ice\": \"game per space\" } }\nfn play() { game.mark(space(\"oswego\"), \"ice\"); }\n\
               fn supply(limits, at) { #{ water: false } }";
    let mut game = campaign(ice).put("crown-point", "bearn").begin();
    let is_supplied = |game: &Played| game.game().view(French).supplied(French).contains(find_space("crown-point"));
    assert!(is_supplied(&game));
    game.event(1);
    assert!(!is_supplied(&game));
}

#[test]
fn positions_keep_numbers_and_marks() {
    let mut game = campaign(CURSED).put("montreal", "montcalm").begin();
    game.event(1);
    let position = wilderness_tests::position(game.game());
    assert_eq!(position.numbers.get("cursed@space:albany"), Some(&2));
    assert!(position.markers.contains(&"wounded@piece:montcalm".to_string()));
}

#[test]
fn what_is_wrong_with_a_marker_is_pointed_at() {
    let one = |code: &str, at: &str| vec![(code.to_string(), at.to_string())];
    assert_eq!(refused("fn play() { game.set(\"will\", 3); }"), one("script::unknown_marker", "\"will\""));
    let per_space = "fn markers() { #{ \"cursed\": \"year per space\" } }\n";
    assert_eq!(
        refused(&format!("{per_space}fn play() {{ game.mark(\"cursed\"); }}")),
        one("script::unknown_marker", "\"cursed\"")
    );
    assert_eq!(
        refused(&format!("{per_space}fn play() {{ game.mark(game.side, \"cursed\"); }}")),
        one("script::unknown_marker", "\"cursed\"")
    );
    let per_town = "fn markers() { #{ \"cursed\": \"year per town\" } }\nfn play() { game.roll(); }";
    assert_eq!(refused(per_town), one("script::unknown_carrier", "\"year per town\""));
    let map = "fn play() { let m = #{ a: 1 }; m.set(\"b\", 2); game.score(game.side, m.get(\"b\"), \"a map\"); }";
    assert_eq!(refused(map), [], "a map has functions of the same names");
}
