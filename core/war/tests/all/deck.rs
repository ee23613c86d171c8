//! The cards of a deck, and what can be wrong with them.

use wilderness_engine::faults::Source;
use wilderness_war::deck::Deck;
use wilderness_war::{CardId, PerSide};

const CAMPAIGN: &str = r#"
    [[card]]
    number = 1
    name = "Campaign"
    event = "campaign"
    value = 3
    sides = ["british", "french"]
    kind = "event"
"#;

/// The codes and marked texts of what is wrong.
fn wrong(text: &str) -> Vec<(String, String)> {
    let faults = Deck::parse(&Source::new("deck.toml", text)).expect_err("faults");
    faults.iter().map(|fault| (fault.code().to_string(), fault.pointed().to_string())).collect()
}

fn with(from: &str, to: &str) -> Vec<(String, String)> {
    wrong(&CAMPAIGN.replace(from, to))
}

fn one(code: &str, pointed: &str) -> Vec<(String, String)> {
    vec![(code.to_string(), pointed.to_string())]
}

#[test]
fn a_card_has_a_number_a_value_and_sides() {
    assert!(Deck::parse(&Source::new("deck.toml", CAMPAIGN)).is_ok());
    assert_eq!(with("number = 1", "number = 0"), one("deck::bad_number", "0"));
    assert_eq!(with("number = 1", "number = 192"), one("deck::bad_number", "192"));
    assert_eq!(with("value = 3", "value = 4"), one("deck::bad_value", "4"));
    assert_eq!(with(r#"["british", "french"]"#, "[]"), one("deck::no_sides", "[]"));
    let twice = r#"["french", "french"]"#;
    assert_eq!(with(r#"["british", "french"]"#, twice), one("deck::side_twice", twice));
    assert_eq!(with(r#""french"]"#, r#""dutch"]"#), one("deck::bad_value", r#""dutch""#));
    assert_eq!(with(r#""campaign""#, r#""Campaign!""#), one("deck::bad_event", r#""Campaign!""#));
    assert_eq!(with(r#""Campaign""#, r#""""#), one("deck::no_name", r#""""#));
    let worth = |worth: &str| with("value = 3", &format!("value = 3\nworth = {worth}"));
    assert_eq!(worth("{ french = 100 }"), one("deck::bad_worth", "{ french = 100 }"));
    let french_only = "[\"french\"]\nworth = { british = 12 }";
    assert_eq!(with(r#"["british", "french"]"#, french_only), one("deck::idle_worth", "{ british = 12 }"));
    assert_eq!(worth("{ dutch = 1 }"), one("deck::unknown_key", "dutch"));
    assert_eq!(with("value = 3", "valeu = 3"), one("deck::unknown_key", "valeu"));
    assert_eq!(wrong(""), one("deck::no_cards", ""));
    assert_eq!(wrong("card = 1"), one("deck::bad_value", "1"));
}

#[test]
fn a_number_is_given_to_one_card_only() {
    assert_eq!(wrong(&format!("{CAMPAIGN}{CAMPAIGN}")), one("deck::number_twice", "1"));
}

#[test]
fn an_event_is_worth_what_the_deck_says_or_as_much_as_the_value_of_its_card() {
    let worth = |text: &str| {
        let deck = Deck::parse(&Source::new("deck.toml", text)).expect("a deck");
        deck.card(CardId(1)).map(|card| card.worth)
    };
    assert_eq!(worth(CAMPAIGN), Some(PerSide { french: 9, british: 9 }));
    let said = CAMPAIGN.replace("value = 3", "value = 3\nworth = { british = 12 }");
    assert_eq!(worth(&said), Some(PerSide { french: 0, british: 12 }));
}

#[test]
fn faults_in_several_cards_are_all_found() {
    let second = CAMPAIGN.replace("number = 1", "number = 2").replace("value = 3", "value = 0");
    let third = CAMPAIGN.replace("number = 1", "number = 3").replace("kind = \"event\"", "kind = \"evnt\"");
    let fourth = CAMPAIGN.replace("number = 1", "number = -4");
    let codes: Vec<String> =
        wrong(&format!("{CAMPAIGN}{second}{third}{fourth}")).into_iter().map(|(code, _)| code).collect();
    assert_eq!(codes, ["deck::bad_value", "deck::bad_value", "deck::bad_number"]);
}
