//! What designers can add: house rules in `optional/`, functions in `lib/`; and the settings of a game.

use std::rc::Rc;
use wilderness_engine::faults::Faults;
use wilderness_tests::{choices, pending};
use wilderness_war::Side::{British, French};
use wilderness_war::testing::Step;
use wilderness_war::{Answer, Dice, Game, Header, PerSide, Scripts, Settings, Side};

const NO_FOUL_WEATHER: &str = r#"
fn rule() { #{ name: "No Foul Weather", about: "nobody plays Foul Weather" } }
fn may_play(may, at) { if at.event == "foul-weather" { false } }
"#;

const EVEN_START: &str = r#"
fn rule() { #{ number: "house-1", name: "Even start", about: "Annus Mirabilis starts at 2 VP" } }
fn moments() { ["game_start"] }
fn act(moment) { game.score(Side::FRENCH, 2 - game.vp(Side::FRENCH), "the house rule"); }
"#;

fn with(files: &[(&str, &str)]) -> Result<Rc<Scripts>, Faults> {
    Scripts::from_sources(files.iter().copied()).map(Rc::new)
}

fn begin(scripts: Rc<Scripts>, rules: &[&str], settings: Settings) -> Game {
    begin_in("annus-mirabilis", scripts, rules, settings)
}

fn begin_in(scenario: &str, scripts: Rc<Scripts>, rules: &[&str], settings: Settings) -> Game {
    let header = Header { settings, ..Header::new(scenario, 1, &scripts) };
    let header = header.with_rules(rules.iter().copied(), &scripts).expect("rules");
    let mut game = header.begin(scripts).expect("a game");
    game.proceed().expect("a decision");
    game
}

/// The code of each fault, and the text that it points at.
fn found(faults: &Faults) -> Vec<(String, String)> {
    faults.iter().map(|fault| (fault.code().to_string(), fault.pointed().to_string())).collect()
}

fn refused(files: &[(&str, &str)]) -> Vec<(String, String)> {
    found(&with(files).err().expect("faults"))
}

// House rules

#[test]
fn a_file_in_optional_is_a_rule() {
    let scripts = with(&[("optional/no_foul_weather.rhai", NO_FOUL_WEATHER), ("optional/even.rhai", EVEN_START)]);
    let scripts = scripts.expect("sound scripts");
    let ids: Vec<&str> = scripts.rules().map(|rule| rule.id.as_str()).collect();
    assert_eq!(ids[..2], ["bidding", "pitt-and-diplomacy"], "those of the rulebook by their numbers");
    assert_eq!(ids[8..], ["even", "no-foul-weather"], "then house rules");
    let even = begin(scripts.clone(), &["house-1"], Settings::default());
    assert_eq!(even.state().vp, 2);
    assert_eq!(begin(scripts, &[], Settings::default()).state().vp, 4);
}

#[test]
fn a_rule_can_take_a_response_out_of_the_game() {
    let scripts = with(&[("optional/no_foul_weather.rhai", NO_FOUL_WEATHER)]).expect("sound scripts");
    let asked = |rules: &[&str]| {
        let header = Header::new("annus-mirabilis", 1, &scripts).with_rules(rules.iter().copied(), &scripts);
        let mut header = header.expect("rules");
        header.hands = PerSide {
            french: Some([1, 2, 3, 4, 5, 6, 7, 8, 9].map(wilderness_war::CardId).to_vec()),
            british: Some([14, 15, 16, 17, 18, 19, 20, 21, 22].map(wilderness_war::CardId).to_vec()),
        };
        let mut game = header.begin(scripts.clone()).expect("a game");
        game.proceed().expect("a decision");
        for token in ["card:1", "individual", "piece:huron", "done", "move"] {
            if pending(&game) != "british respond" && choices(&game).iter().any(|choice| choice == token) {
                game.choose_token(token).expect("an answer");
            }
        }
        pending(&game)
    };
    assert_eq!(asked(&[]), "british respond");
    assert_eq!(asked(&["no-foul-weather"]), "french march");
}

#[test]
fn what_is_wrong_with_a_rule_is_pointed_at() {
    let rule = |text: &str| refused(&[("optional/own.rhai", text)]);
    let one = |code: &str, at: &str| vec![(code.to_string(), at.to_string())];
    assert_eq!(rule("fn moments() { [\"year_end\"] }\nfn act(m) { game.roll(); }")[0].0, "script::missing_function");
    assert_eq!(rule("fn rule() { #{ name: \"x\" } }"), one("script::bad_rule", "rule"));
    assert_eq!(rule("fn rule() { #{ name: \"x\", about: \"y\", numbr: \"1\" } }"), one("script::bad_rule", "rule"));
    assert_eq!(rule("fn rule() { 14 }"), one("script::wrong_result", "rule"));
    let twin = "fn rule() { #{ number: \"14.1\", name: \"x\", about: \"y\" } }";
    assert_eq!(rule(twin), one("script::rule_number", "rule"));
    let acts = "fn rule() { #{ name: \"x\", about: \"y\" } }\nfn act(moment) { game.roll(); }";
    assert_eq!(rule(acts)[0].0, "script::missing_function", "it answers no moment");
    let looks = "fn rule() { #{ name: \"x\", about: \"y\" } }\nfn hand_size(size, at) { game.roll() }";
    assert_eq!(rule(looks), one("script::acting_condition", "roll"));
    let excludes = "fn rule() { #{ name: \"x\", about: \"y\", excludes: [\"14.9\"] } }";
    let scripts = with(&[("optional/own.rhai", excludes)]).expect("only a warning");
    assert_eq!(found(scripts.warnings()), one("script::excludes_nothing", "\"14.9\""));
    let needs = "fn rule() { #{ name: \"x\", about: \"y\", events: [\"surender\"] } }";
    let scripts = with(&[("optional/own.rhai", needs)]).expect("only a warning");
    assert_eq!(found(scripts.warnings()), one("script::unknown_event", "\"surender\""));
}

// The library

/// Small Pox, which calls a function of the library.
fn small_pox(library: &str, play: &str) -> Vec<(&'static str, String)> {
    let script = format!("fn can_play() {{ true }}\nfn play() {{ {play} }}");
    vec![("lib/own.rhai", library.to_string()), ("events/small_pox.rhai", script)]
}

fn read(files: Vec<(&'static str, String)>) -> Result<Scripts, Faults> {
    Scripts::from_sources(files)
}

#[test]
fn functions_of_the_library_call_each_other_and_have_closures() {
    let library = "fn twice(n) { doubled([n])[0] }\nfn doubled(all) { all.map(|n| n * 2) }";
    let scripts = read(small_pox(library, "game.score(Side::FRENCH, twice(1), \"x\");")).expect("sound scripts");
    assert!(scripts.warnings().is_empty(), "{:?}", found(scripts.warnings()));
}

#[test]
fn what_is_wrong_with_the_library_is_found() {
    let faults = |library: &str, play: &str| match read(small_pox(library, play)) {
        Ok(scripts) => found(scripts.warnings()),
        Err(faults) => found(&faults),
    };
    let one = |code: &str, at: &str| vec![(code.to_string(), at.to_string())];
    assert_eq!(faults("fn alone() { 1 }", ""), one("script::unused_function", "alone"));
    assert_eq!(
        faults("fn lost() { gone() }", "game.score(Side::FRENCH, lost(), \"x\");"),
        one("script::unknown_function", "gone")
    );
    assert_eq!(
        faults("fn near() { piece(\"jonson\") }", "game.eliminate(near());"),
        one("script::unknown_piece", "\"jonson\"")
    );
    let twice = [("lib/a.rhai", "fn same() { 1 }"), ("lib/b.rhai", "fn same() { 2 }")];
    assert_eq!(refused(&twice)[0], ("script::defined_twice".to_string(), "same".to_string()));
    assert_eq!(faults("fn one(n) { n }", "one();"), one("script::wrong_argument_count", "one"));
}

#[test]
fn a_condition_cannot_act_through_the_library_either() {
    let script = "fn can_play() { chance() > 3 }\nfn play() { }".to_string();
    let files = vec![
        ("lib/own.rhai", "fn chance() { deeper() }\nfn deeper() { game.roll() }".into()),
        ("events/small_pox.rhai", script),
    ];
    let faults = read(files).err().expect("faults");
    assert_eq!(found(&faults), [("script::acting_condition".to_string(), "chance".to_string())]);
}

#[test]
fn an_error_in_the_library_points_there_and_at_the_call() {
    let library = "fn broken() {\n    let none = [];\n    none[3]\n}";
    let files = small_pox(library, "game.roll(); broken();");
    let scripts = Rc::new(read(files).expect("sound as far as can be seen"));
    let header = Header::new("annus-mirabilis", 1, &scripts);
    let hand = [34, 2, 3, 4, 5, 6, 7, 8, 9].map(wilderness_war::CardId).to_vec();
    let header = Header { hands: PerSide { french: Some(hand), british: None }, ..header };
    let mut game = header.begin(scripts).expect("a game");
    game.proceed().expect("a decision");
    game.choose_token("card:34").expect("the card");
    let refused = game.choose_token("event").expect_err("it fails");
    let wilderness_war::Refused::ScriptFailed(fault) = refused else { panic!("{refused}") };
    assert_eq!(fault.source_text().map(|source| source.name()), Some("lib/own.rhai"));
    assert_eq!(fault.pointed(), "3");
    assert!(fault.help_text().is_some_and(|help| help.contains("events/small_pox.rhai:2")), "{:?}", fault.help_text());
    assert_eq!(pending(&game), "french use", "the event is undone");
}

// Settings

#[test]
fn hand_sizes_first_player_and_handicap_are_set() {
    let scripts = wilderness_tests::scripts();
    let settings = Settings {
        hand_size: PerSide { french: Some(5), british: None },
        first_side: Some(British),
        handicap: Some(-3),
        ..Settings::default()
    };
    let header = Header { settings: settings.clone(), ..Header::new("early-war", 1, &scripts) };
    let kept = header.clone().without_idle_settings(&settings, &scripts).expect("settings that have an effect");
    assert_eq!(kept.settings, settings);
    let plain = begin_in("early-war", scripts.clone(), &[], Settings::default());
    let game = begin_in("early-war", scripts.clone(), &[], settings.clone());
    let state = game.state();
    assert_eq!((state.hands[French].len(), state.hands[British].len()), (5, plain.state().hands[British].len()));
    assert_eq!(state.vp, plain.state().vp - 3);
    // R16: events in force change what is set, in Annus Mirabilis William Pitt and the Diplomatic Revolution.
    let later = begin(scripts, &[], settings);
    assert_eq!((later.state().hands[French].len(), later.state().hands[British].len()), (9, 9));
    assert_eq!(pending(&game), "british card");
    let text = game.record().to_string();
    let again = wilderness_tests::play("x", &text).expect("a record");
    assert_eq!(again.state(), game.state());
}

#[test]
fn a_handicap_that_decides_the_game_is_refused() {
    let scripts = wilderness_tests::scripts();
    for handicap in [11, -11, i16::MIN, i16::MAX] {
        let settings = Settings { handicap: Some(handicap), ..Settings::default() };
        let header = Header { settings, ..Header::new("annus-mirabilis", 7, &scripts) };
        let Err(faults) = header.begin(scripts.clone()) else { panic!("{handicap} was taken") };
        assert_eq!(faults.iter().map(|fault| fault.code()).collect::<Vec<_>>(), ["settings::handicap"]);
    }
}

#[test]
fn dice_that_the_players_roll_are_asked_for_taken_back_and_recorded() {
    let scripts = wilderness_tests::scripts();
    let settings = Settings { dice: Some(Dice::Table), ..Settings::default() };
    let mut game = begin(scripts.clone(), &["14.7"], settings);
    assert_eq!(pending(&game), "french die", "who rolls for the first bid");
    assert_eq!(choices(&game), ["option:1", "option:2", "option:3", "option:4", "option:5", "option:6"]);
    game.choose_token("option:2").expect("a face");
    game.choose_token("option:5").expect("a face");
    assert_eq!(pending(&game), "british optional");
    assert!(matches!(game.history(), [Answer::Roll { die: 2, .. }, Answer::Roll { die: 5, .. }]));
    assert!(game.past_mut().undo());
    assert_eq!((pending(&game).as_str(), game.past().answers()), ("french die", 1));
    assert!(game.past_mut().redo());
    let text = game.record().to_string();
    assert!(text.contains("dice table") && text.contains("roll event 2\nroll event 5\n"));
    assert_eq!(wilderness_tests::play("x", &text).expect("a record").state(), game.state());
}

#[test]
fn sides_change_only_before_the_game() {
    let script = "fn can_play() { true }\nfn play() { game.exchange_sides(); }";
    let scripts = with(&[("events/small_pox.rhai", script)]).expect("sound as far as can be seen");
    let hand = [34, 2, 3, 4, 5, 6, 7, 8, 9].map(wilderness_war::CardId).to_vec();
    let header = Header::new("annus-mirabilis", 1, &scripts);
    let header = Header { hands: PerSide { french: Some(hand), british: None }, ..header };
    let mut game = header.begin(scripts).expect("a game");
    assert_eq!(game.state().step, Step::Setup);
    game.proceed().expect("a decision");
    game.choose_token("card:34").expect("the card");
    assert!(game.choose_token("event").expect_err("it fails").to_string().contains("only before the game"));
    assert_eq!(game.state().seat(Side::French), French);
}
