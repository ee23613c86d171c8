//! Commands, as they are parsed.

use wilderness_repl::testing::prompt::{
    AutosaveRequest, Command as Any, Debug, Destination, Player, Traces, UsageError, new_game,
};
use wilderness_war::{Season, Side, Time as When, War};

type Navigation = wilderness_repl::testing::prompt::Navigation<War>;

fn parse(line: &str) -> Result<Any<War>, UsageError> {
    wilderness_repl::testing::prompt::parse(line, wilderness_engine::Sides::of(&Side::BOTH))
}

fn usage(word: &str) -> UsageError {
    wilderness_repl::testing::prompt::usage::<War>(word)
}

fn answer(text: &str) -> Result<Any<War>, UsageError> {
    Ok(Any::Answer(text.into()))
}

/// A command of this game.
fn own(word: &'static str, rest: &str) -> Result<Any<War>, UsageError> {
    Ok(Any::Own(word, rest.into()))
}

#[test]
fn what_is_no_command_is_an_answer() {
    for text in ["3", "space:quebec", "hud north", "1, 2 done", "showers"] {
        assert_eq!(parse(text), answer(text));
    }
    assert_eq!(parse("  "), Ok(Any::Nothing));
    assert_eq!(parse("# a remark"), Ok(Any::Nothing));
}

#[test]
fn commands_win_over_names_but_an_equals_sign_wins_over_commands() {
    assert_eq!(parse("New"), parse("new"));
    assert!(matches!(parse("new"), Ok(Any::New(_))));
    assert_eq!(parse("=new"), answer("new"));
    assert_eq!(parse("= show"), answer("show"));
}

#[test]
fn new_york_is_a_place_and_the_log_is_searched_for_any_word() {
    assert_eq!(parse("new york"), answer("new york"));
    assert_eq!(parse("log town"), Ok(Any::Log("town".into())));
    assert_eq!(parse("log 5"), Ok(Any::Log("5".into())));
    assert_eq!(parse("log british raids"), Ok(Any::Log("british raids".into())));
}

#[test]
fn a_new_game_has_a_scenario_rules_and_settings_or_not() {
    let new = |text: &str| parse(&format!("new {text}"));
    let read = |text: &str| Ok(new_game(text).expect("options"));
    assert_eq!(new("late"), read("late"));
    assert_eq!(new("early-war seed 7"), read("early-war --seed 7"));
    assert_eq!(new("seed 7"), read("--seed 7"));
    assert_ne!(new("annus --rules 14.1,14.3 --handicap -2"), read("annus"));
    assert!(matches!(new("late --rulez 14.1"), Err(UsageError::Options(_))));
    assert!(matches!(new("--hand-size dutch=3"), Err(UsageError::Options(_))));
}

#[test]
fn optional_rules_are_listed_and_changed() {
    assert_eq!(parse("rules"), Ok(Any::Rules(None)));
    assert_eq!(parse("rules 14.1 on"), Ok(Any::Rules(Some(("14.1".into(), true)))));
    assert_eq!(parse("rules 14.1"), Err(usage("rules")));
}

#[test]
fn arguments_are_checked() {
    assert_eq!(parse("bot fr on"), Ok(Any::Bot(Side::French, Some(Player::Greedy))));
    assert_eq!(parse("bot brit Random"), Ok(Any::Bot(Side::British, Some(Player::Random))));
    assert!(matches!(parse("bot brit search:2s"), Ok(Any::Bot(Side::British, Some(Player::Search(_))))));
    assert_eq!(parse("bot brit strong"), Ok(Any::Bot(Side::British, "strong".parse().ok())));
    assert_eq!(parse("bot fr off"), Ok(Any::Bot(Side::French, None)));
    assert_eq!(parse("bot fr clever"), Err(UsageError::Options("clever".parse::<Player>().unwrap_err())));
    assert_eq!(parse("bot dutch on"), Err(usage("bot")));
    assert_eq!(parse("undo often"), Err(usage("undo")));
    assert_eq!(parse("save"), Err(usage("save")));
    assert_eq!(parse("undo 3"), Ok(Any::Undo(3, false)));
    assert_eq!(parse("undo! 2"), Ok(Any::Undo(2, true)));
    assert_eq!(parse("undo --force"), Ok(Any::Undo(1, true)));
    assert_eq!(usage("bot").to_string(), "usage: bot [SIDE easy|normal|strong|best|off]");
}

#[test]
fn the_commands_of_a_game_take_the_words_that_they_say() {
    let show = |text: &str| parse(&format!("show {text}"));
    assert_eq!(parse("show"), Ok(Any::Show));
    assert_eq!(show("choices"), Ok(Any::Show));
    assert_eq!(show("map hudson"), Ok(Any::Map("hudson".into())));
    assert_eq!(show("hudson north"), own("show", "hudson north"));
    assert_eq!(parse("path albany, oswego"), own("path", "albany, oswego"));
    assert_eq!(parse("threats"), own("threats", ""));
    assert_eq!(parse("path"), Err(usage("path")));
    assert_eq!(parse("hand over"), answer("hand over"));
}

#[test]
fn scripts_are_stepped_through() {
    assert_eq!(parse("trace on"), Ok(Any::Debug(Debug::Trace(Some((Traces::Calls, true))))));
    assert_eq!(parse("trace modifiers"), Ok(Any::Debug(Debug::Trace(Some((Traces::Modifiers, true))))));
    assert_eq!(parse("trace conditions off"), Ok(Any::Debug(Debug::Trace(Some((Traces::Conditions, false))))));
    assert_eq!(parse("break"), Ok(Any::Debug(Debug::List)));
    assert_eq!(parse("break small_pox:7"), Ok(Any::Debug(Debug::Break("small_pox:7".into()))));
    assert_eq!(parse("break off"), Ok(Any::Debug(Debug::Off(None))));
    assert_eq!(parse("break off 34:7"), Ok(Any::Debug(Debug::Off(Some("34:7".into())))));
    assert_eq!(parse("next"), Ok(Any::Debug(Debug::Next)));
    assert_eq!(parse("trace small_pox"), Err(usage("trace")));
    assert_eq!(parse("next 2"), Err(usage("next")));
}

#[test]
fn a_season_may_be_named_in_either_order() {
    let early = Some(Navigation::Goto(Destination::Time(When { year: 1758, season: Some(Season::Early) })));
    assert_eq!(Navigation::read("goto", "1758 early"), early);
    assert_eq!(Navigation::read("goto", "Early 1758"), early);
    assert_eq!(
        Navigation::read("goto", "1758"),
        Some(Navigation::Goto(Destination::Time(When { year: 1758, season: None })))
    );
    assert_eq!(Navigation::read("goto", "end"), Some(Navigation::Goto(Destination::End)));
    assert_eq!(Navigation::read("goto", "the  siege"), Some(Navigation::Goto(Destination::Named("the siege".into()))));
    assert_eq!(Navigation::read("goto", ""), None);
}

#[test]
fn arguments_of_commands_about_time_are_checked() {
    assert_eq!(Navigation::read("back", ""), Some(Navigation::Back(1)));
    assert_eq!(Navigation::read("step", "3"), Some(Navigation::Step(3)));
    assert_eq!(Navigation::read("back", "0"), None);
    assert_eq!(Navigation::read("branch", "two"), None);
    assert_eq!(Navigation::read("bookmark", "end"), None);
    assert_eq!(Navigation::read("bookmark", "siege #2"), None);
    assert_eq!(Navigation::read("autosave", "off"), Some(Navigation::Autosave(Some(AutosaveRequest::Off))));
    assert_eq!(Navigation::read("autosave", "often"), None);
}
