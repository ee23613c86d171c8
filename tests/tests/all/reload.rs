//! Reloading scripts in a running game: the current step runs again with the known answers.

use std::rc::Rc;
use tempfile::TempDir;
use wilderness_engine::faults::Source;
use wilderness_tests::scene::Scene;
use wilderness_tests::{choices, pending, random_game};
use wilderness_war::{Game, Header, NotReloaded, Record, Scripts, Side};

/// A copy of the scripts in which Small Pox (34) asks two questions, with a die between them.
struct Workshop(TempDir);

const FIRST: &str = "game.choose_option(\"First?\", [\"one\", \"two\"]); game.roll();";
const SECOND: &str = "game.choose_option(\"Second?\", [\"three\", \"four\"]);";

impl Workshop {
    fn new() -> Workshop {
        let directory = tempfile::tempdir().expect("a directory");
        wilderness_tests::copy_scripts(directory.path());
        let workshop = Workshop(directory);
        workshop.write(&format!("{FIRST} {SECOND}"));
        workshop
    }

    /// The script of Small Pox.
    fn write(&self, play: &str) {
        let text = format!("fn can_play() {{ true }} fn play() {{ {play} }}");
        std::fs::write(self.0.path().join("events/small_pox.rhai"), text).expect("a file");
    }

    fn scripts(&self) -> Rc<Scripts> {
        Rc::new(Scripts::from_dir(self.0.path()).expect("sound scripts"))
    }

    /// A game in which the French play Small Pox and have answered the first question.
    fn game(&self) -> Game {
        let mut scene = Scene::setup("annus-mirabilis");
        let position = scene.hand(Side::French, &[34, 1]).hand(Side::British, &[2, 3]).position.clone();
        let scripts = self.scripts();
        let header = Header::from_position(position, Some("annus-mirabilis"), 1, &scripts).expect("a header");
        let mut game = header.begin(scripts).expect("a game");
        game.proceed().expect("no fault");
        for token in ["card:34", "event", "option:one"] {
            game.choose_token(token).expect("an answer");
        }
        assert_eq!((pending(&game), choices(&game)), ("french event".into(), tokens(&["four", "three"])));
        game
    }
}

fn tokens(options: &[&str]) -> Vec<String> {
    options.iter().map(|option| format!("option:{option}")).collect()
}

fn lines(game: &Game) -> Vec<String> {
    let text = game.record().to_string();
    text.lines()
        .filter(|line| !["script ", "content ", "position "].iter().any(|word| line.starts_with(word)))
        .map(str::to_string)
        .collect()
}

#[test]
fn a_change_in_the_middle_of_an_event_takes_effect_at_once_and_keeps_the_answers() {
    let workshop = Workshop::new();
    let mut game = workshop.game();
    let before = lines(&game);
    workshop.write(&format!("{FIRST} game.choose_option(\"Second?\", [\"five\", \"six\"]);"));
    game.reloading().reload(workshop.scripts()).expect("fits");
    assert_eq!(choices(&game), tokens(&["five", "six"]));
    assert_eq!(lines(&game), before, "answers and dice stay");
    game.choose_token("option:six").expect("an answer");
    assert_eq!(pending(&game), "french after-activation");
}

#[test]
fn an_event_that_needs_no_more_answers_ends() {
    let workshop = Workshop::new();
    let mut game = workshop.game();
    workshop.write(FIRST);
    game.reloading().reload(workshop.scripts()).expect("fits");
    assert_eq!(pending(&game), "french after-activation");
}

#[test]
fn an_answer_that_does_not_fit_keeps_the_old_scripts_until_a_rewind() {
    let workshop = Workshop::new();
    let mut game = workshop.game();
    let (before, old) = (game.record().to_string(), game.scripts().clone());
    workshop.write(&format!("game.choose_option(\"Which?\", [\"uno\", \"dos\"]); {SECOND}"));
    let Err(NotReloaded::DoesNotFit(fault)) = game.reloading().reload(workshop.scripts()) else { panic!("it fits") };
    assert_eq!(fault.message(), "the French answered \"First?\" with one; that does not fit the changed scripts");
    assert!(fault.help_text().unwrap_or_default().contains("\"Which?\""), "{:?}", fault.help_text());
    // Nothing is lost.
    assert!(Rc::ptr_eq(game.scripts(), &old) && game.now().offers_rewind());
    assert_eq!((game.record().to_string(), choices(&game)), (before, tokens(&["four", "three"])));
    game.reloading().rewind_to_card().expect("goes back");
    assert_eq!((pending(&game), game.now().offers_rewind()), ("french use".into(), false));
    game.choose_token("event").expect("an answer");
    assert_eq!(choices(&game), tokens(&["dos", "uno"]));
    assert_eq!(game.reloading().rewind_to_card(), Err(NotReloaded::NothingOffered));
}

#[test]
fn declining_the_offer_continues_with_the_old_scripts() {
    let workshop = Workshop::new();
    let mut game = workshop.game();
    workshop.write("game.choose_option(\"Which?\", [\"uno\", \"dos\"]);");
    assert!(game.reloading().reload(workshop.scripts()).is_err());
    game.choose_token("option:four").expect("an answer");
    game.choose_token("done").expect("nothing is demolished");
    assert_eq!(pending(&game), "british card");
    // The event is over: the same scripts fit now, without a rewind.
    game.reloading().rewind_to_card().expect("fits");
    assert_eq!(pending(&game), "british card");
}

#[test]
fn a_script_that_fails_where_the_game_stands_is_not_loaded() {
    let workshop = Workshop::new();
    let mut game = workshop.game();
    let before = game.record().to_string();
    // The text alone does not show that.
    workshop.write(&format!("{FIRST} let none = []; none[3];"));
    let Err(NotReloaded::ScriptFailed(fault)) = game.reloading().reload(workshop.scripts()) else { panic!("it runs") };
    assert_eq!((fault.code(), fault.pointed()), ("script::no_such_item", "3"));
    assert_eq!((game.record().to_string(), choices(&game)), (before, tokens(&["four", "three"])));
    game.reloading().rewind_to_card().expect("goes back");
    assert_eq!(pending(&game), "french use");
}

#[test]
fn a_script_that_asks_less_does_not_get_an_answer_to_another_question() {
    let workshop = Workshop::new();
    let mut game = workshop.game();
    game.choose_token("option:four").expect("an answer");
    game.past_mut().undo();
    workshop.write(SECOND);
    assert!(matches!(game.reloading().reload(workshop.scripts()), Err(NotReloaded::DoesNotFit(_))));
}

#[test]
fn a_record_says_which_scripts_were_exchanged_and_when() {
    let workshop = Workshop::new();
    let spare = workshop.0.path().join("events/spare.rhai");
    std::fs::write(&spare, "// A script that no card of the deck names.\n").expect("a file");
    let mut game = workshop.game();
    game.choose_token("option:four").expect("an answer");
    game.choose_token("done").expect("nothing is demolished");
    let first = workshop.scripts().fingerprints()["events/small_pox.rhai"].clone();
    let answers = game.past().answers();
    workshop.write(SECOND);
    std::fs::remove_file(spare).expect("a file");
    let scripts = workshop.scripts();
    let second = scripts.fingerprints()["events/small_pox.rhai"].clone();
    game.reloading().reload(scripts.clone()).expect("fits");
    game.choose_token("card:2").expect("an answer");
    let text = game.record().to_string();
    let (head, rest) = text.split_once("french card card:34\n").expect("the first answer");
    assert!(head.contains(&format!("script events/small_pox.rhai {first}\n")), "{head}");
    let noted = rest.lines().position(|line| line == format!("script events/small_pox.rhai {second}"));
    assert_eq!(noted, Some(answers - 1), "{rest}");
    assert!(rest.contains("script events/spare.rhai gone\nbritish card card:2\n"), "{rest}");
    let record = Record::parse(&Source::new("game.record", text.as_str())).expect("a record");
    assert_eq!(record.to_string(), text);
    assert_eq!(record.changed_scripts(&scripts), ["events/small_pox.rhai", "events/spare.rhai"]);
    // Back in the first step, the whole game is played with the new scripts.
    while game.past_mut().undo() {}
    assert!(!game.record().to_string().contains(&first));
    assert_eq!(game.record().changed_scripts(&scripts), [""; 0]);
}

#[test]
fn a_deck_without_a_card_of_the_game_is_refused() {
    let workshop = Workshop::new();
    let mut game = workshop.game();
    let deck = workshop.0.path().join("deck.toml");
    let text = std::fs::read_to_string(&deck).expect("a deck");
    std::fs::write(deck, text.replace("number = 34\n", "number = 134\n")).expect("a file");
    let Err(NotReloaded::Deck(faults)) = game.reloading().reload(workshop.scripts()) else { panic!("it fits") };
    assert_eq!(faults.iter().next().map(|fault| fault.code()), Some("reload::card_in_game"));
    assert_eq!(pending(&game), "french event");
}

#[test]
fn a_finished_game_loads_other_scripts_too() {
    let workshop = Workshop::new();
    let mut game = random_game("annus-mirabilis", 7);
    let (outcome, log) = (game.outcome(), game.log().len());
    game.reloading().reload(workshop.scripts()).expect("nothing is run again");
    assert_eq!((game.outcome(), game.log().len()), (outcome, log));
}

#[test]
fn scripts_that_are_exchanged_are_freed() {
    let workshop = Workshop::new();
    let mut game = workshop.game();
    let old = Rc::downgrade(game.scripts());
    game.reloading().reload(workshop.scripts()).expect("fits");
    assert!(old.upgrade().is_none());
}
