//! Editions of the figures: a battle goes on with those with which it began.

use crate::situation::battles;
use std::rc::Rc;
use wilderness_battles::{Battles, CATALOGUE, Content, Game, Header, Hex, Options, Record, Side, look};
use wilderness_engine::agents::Random;
use wilderness_engine::content::{Edition, Texts};
use wilderness_engine::faults::{Faults, Source};
use wilderness_engine::script::Compile as _;

fn record(text: &str) -> Result<Record, Faults> {
    Record::parse(&Source::new("battle.record", text))
}

fn begun(text: &str, battles: Rc<Battles>) -> Game {
    let record = record(text).unwrap_or_else(|faults| panic!("{faults}"));
    record.play(battles, None).unwrap_or_else(|faults| panic!("{faults}"))
}

/// The strength of the guns of Fort Ontario, and whether a gun of strength 1 can do anything.
fn figures(game: &Game) -> (u8, bool) {
    let battle = game.scenario();
    let gun = battle.units().find(|(_, counter)| counter.id.to_string() == "ontario-b").expect("a gun");
    (gun.1.cf, look::can_harm(battle, game.state(), Hex::new("0605").expect("a hex"), 1))
}

/// The lines of a header.
fn header(game: &Game) -> Vec<String> {
    let text = game.record().to_string();
    text.lines()
        .take_while(|line| !line.starts_with("french ") && !line.starts_with("british "))
        .map(str::to_string)
        .collect()
}

const OSWEGO: &str = "wilderness-record 2\ngame battles\nscenario fort-oswego\nseed 1\n";

#[test]
fn a_record_without_an_edition_goes_on_with_the_first_figures_and_is_saved_as_it_was() {
    let mut game = begun(&format!("{OSWEGO}british place hex:0605\n"), battles());
    assert_eq!(figures(&game), (3, false));
    for side in Side::BOTH {
        game.set_agent(side, Some(Box::new(Random::new(7, side))));
    }
    game.proceed().unwrap_or_else(|halt| panic!("{halt}"));
    let text = game.record().to_string();
    assert!(text.starts_with(OSWEGO) && !text.contains("edition ") && !text.contains("content "), "{text}");
    let again = begun(&text, battles());
    assert!(again.state() == game.state() && again.outcome() == game.outcome());
    assert_eq!(figures(&again), (3, false));
}

#[test]
fn a_new_battle_names_the_present_edition_and_has_its_figures() {
    let game = Game::begin(&Header::new("fort-oswego", 1, Options::default()), battles()).expect("a battle");
    assert_eq!(figures(&game), (4, true));
    assert!(header(&game).contains(&"edition 2".to_string()), "{:?}", header(&game));
    assert_eq!(figures(&begun(&game.record().to_string(), battles())), (4, true));
    // The scripts of a game of another edition do for it, too.
    let earlier = begun(OSWEGO, battles()).scripts().clone();
    assert_eq!(figures(&begun(&game.record().to_string(), earlier)), (4, true));
}

#[test]
fn the_first_edition_may_be_named() {
    assert_eq!(figures(&begun(&format!("{OSWEGO}edition 1\n"), battles())), (3, false));
}

#[test]
fn a_record_of_an_unknown_edition_is_refused_with_what_to_do() {
    for number in ["0", "3", "2026-11", "-1"] {
        let faults = record(&format!("{OSWEGO}edition {number}\n")).expect_err("a fault");
        let fault = faults.iter().next().expect("a fault");
        assert_eq!((fault.code(), fault.pointed()), ("record::edition", number));
        let (label, help) = (fault.labels().next().map(|(_, label)| label), fault.help_text().unwrap_or_default());
        assert!(
            label.is_some_and(|label| label.contains("the editions 1 to 2")) && help.contains("version of the program")
        );
    }
    for form in ["edition\n", "edition 1 2\n"] {
        assert_eq!(
            record(&format!("{OSWEGO}{form}")).expect_err("a fault").iter().next().expect("a fault").code(),
            "record::form"
        );
    }
}

#[test]
fn what_a_player_has_changed_stays_whatever_the_edition() {
    let counters = Content::embedded()
        .text("units/fort-oswego.toml")
        .expect("a file")
        .replace("cf = 4, dcf = 1", "cf = 5, dcf = 1");
    let own = || Rc::new(Content::embedded().with("units/fort-oswego.toml", &counters).compile().expect("content"));
    // The counters are the player's own, the tables are those of the first edition.
    let game = begun(OSWEGO, own());
    assert_eq!(figures(&game), (5, false));
    assert_eq!(figures(&begun(&format!("{OSWEGO}edition 2\n"), own())), (5, true));
    // The record carries what is the player's own, and nothing else.
    let text = game.record().to_string();
    let carried: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("content ")?.split(' ').next()).collect();
    assert_eq!(carried, ["units/fort-oswego.toml"]);
    assert_eq!(figures(&begun(&text, battles())), (5, false));
}

#[test]
fn a_game_that_starts_from_the_middle_of_another_has_its_edition() {
    let position = "position {\"scenario\": \"fort-oswego\", \"turn\": 2, \"phasing\": \"french\", \"units\": {\
        \"art-os-f\": {\"at\": \"0513\"}, \"shirley-1\": {\"at\": \"0610\"}}}\n";
    for (line, edition) in [("", Edition::Earlier(1)), ("edition 2\n", Edition::Present)] {
        let game = begun(&format!("{OSWEGO}{line}{position}"), battles());
        let header = game.copies().header_from_here(1, game.scripts()).unwrap_or_else(|faults| panic!("{faults}"));
        assert_eq!((header.edition, header.position.is_some()), (edition, true));
    }
}

#[test]
fn an_edition_holds_only_files_that_it_has_otherwise_and_they_are_sound() {
    let editions = CATALOGUE.editions();
    assert!(editions > 0, "the first records name no edition, and are of the first");
    for number in 1..=editions {
        let earlier = Texts::of_edition(&CATALOGUE, Edition::Earlier(number));
        let next = Texts::of_edition(&CATALOGUE, Edition::numbered(number + 1, Some(&CATALOGUE)).expect("an edition"));
        let root = format!("{}/../../scenarios/battles/editions/{number}", env!("CARGO_MANIFEST_DIR"));
        for folder in ["", "maps", "units", "values"] {
            for file in std::fs::read_dir(std::path::Path::new(&root).join(folder)).into_iter().flatten().flatten() {
                let name = file.file_name().to_string_lossy().into_owned();
                if file.path().is_file() {
                    let name = if folder.is_empty() { name } else { format!("{folder}/{name}") };
                    assert!(next.text(&name).is_some() && next.text(&name) != earlier.text(&name), "{number}: {name}");
                }
            }
        }
        Content::from(earlier).compile().unwrap_or_else(|faults| panic!("{number}: {faults}"));
    }
}
