//! The scripts of events.

use wilderness_war::testing::blamed;
use wilderness_war::{CardId, Halt, Scripts};

#[test]
fn a_card_is_about_what_the_remark_in_its_script_says() {
    let about = |remark: &str| {
        let script = format!("{remark}fn can_play() {{ true }}\nfn play() {{ game.roll(); }} // no more\n");
        Scripts::from_sources([("events/small_pox.rhai", script)]).expect("sound scripts").about(CardId(34))
    };
    assert_eq!(about("// Small Pox (34): a stack\n// suffers.\n"), "a stack suffers.");
    assert_eq!(about("// A stack suffers.\n"), "A stack suffers.");
    assert_eq!(about(""), "");
    let scripts = Scripts::embedded().expect("sound scripts");
    for card in scripts.deck().numbers() {
        assert!(scripts.about(card).len() > 20, "{card}: {}", scripts.about(card));
    }
}

#[test]
fn a_position_that_cannot_be_is_the_fault_of_the_event_that_led_there() {
    let scripts = Scripts::embedded().expect("sound scripts");
    let wrong = Err(Halt::Unsettled("a leader is reduced".into()));
    for (card, file, begins) in
        [(34, "scripts/war/events/small_pox.rhai", "play"), (9, "scripts/war/events/fieldworks.rhai", "respond")]
    {
        let Err(Halt::Script(fault)) = blamed(&scripts, CardId(card), wrong.clone()) else {
            panic!("nobody is blamed")
        };
        assert_eq!(fault.code(), "script::unsettled");
        assert_eq!(fault.source_text().map(|source| source.name()), Some(file));
        assert_eq!(fault.pointed(), begins);
    }
    assert_eq!(blamed(&scripts, CardId(34), Err(Halt::Chance)), Err(Halt::Chance));
}
