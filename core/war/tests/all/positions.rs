//! Positions, and what can be wrong with them.

use wilderness_engine::Generator;
use wilderness_engine::faults::{Fault, Faults, Source};
use wilderness_war::map::Map;
use wilderness_war::testing::{State, Step, position_of, start, state_of};
use wilderness_war::{Content, Position, PositionEntry, Scripts, Season, Side, Until};

/// The most positions in one file.
const MOST_ENTRIES: usize = 10_000;

fn scripts() -> Scripts {
    Scripts::embedded().expect("sound scripts")
}

/// The faults and warnings of a position.
fn faults(text: &str) -> Faults {
    match Position::read("x.json", text) {
        Err(faults) => faults,
        Ok(entries) => match entries[0].check(&scripts(), Generator::seeded(1)) {
            Ok(checked) => checked.warnings,
            Err(faults) => faults,
        },
    }
}

/// Their codes and marked texts, without the first part of the code.
fn wrong(text: &str) -> Vec<(String, String)> {
    let short = |fault: &Fault| fault.code().trim_start_matches("position::").to_string();
    faults(text).iter().map(|fault| (short(fault), fault.pointed().to_string())).collect()
}

fn one(code: &str, pointed: &str) -> Vec<(String, String)> {
    vec![(code.to_string(), pointed.to_string())]
}

fn state(text: &str) -> State {
    let entries = Position::read("x.json", text).expect("readable");
    state_of(&entries[0].check(&scripts(), Generator::seeded(1)).expect("sound")).clone()
}

const SIEGE: &str = r#"{
    "pieces": {
        "wolfe": {"at": "louisbourg"},
        "22nd": {"at": "louisbourg", "reduced": true},
        "drucour": {"at": "louisbourg", "inside": true},
        "artois": {"at": "louisbourg", "inside": true},
        "mohawk-1": {"at": "canajoharie"}
    },
    "sieges": {"louisbourg": 1},
    "amphib": ["louisbourg"],
    "hands": {"french": [1, 2]},
    "draw_pile": [5, 4],
    "markers": ["no-amphib", "william-pitt", "french-regulars-this-season"]
}"#;

fn with(from: &str, to: &str) -> Vec<(String, String)> {
    assert!(SIEGE.contains(from), "{from}");
    wrong(&SIEGE.replacen(from, to, 1))
}

#[test]
fn every_key_may_be_missing() {
    let state = state("{}");
    assert_eq!((state.year, state.season, state.active, state.step), (1755, Season::Early, Side::French, Step::Action));
    assert_eq!(state.works.british.fortresses, Map::get().fortresses & Map::get().originally(Side::British));
    assert_eq!((state.niagara, state.ohio_forks), (Side::French, Side::French));
}

#[test]
fn a_position_becomes_a_state() {
    let state = state(SIEGE);
    let louisbourg = Map::get().louisbourg;
    assert_eq!(state.siege_level(louisbourg), Some(1));
    assert!(state.inside(Side::French, louisbourg).units().iter().all(|unit| state.is_besieged(unit)));
    assert_eq!(state.draw_pile.last().map(|card| card.0), Some(4));
    assert_eq!(wrong(SIEGE), []);
    assert_eq!(state.markers["no-amphib"], Until::Year);
    assert_eq!(state.markers["french-regulars-this-season"], Until::Season);
    assert_eq!(state.markers["william-pitt"], Until::Game);
}

#[test]
fn a_state_survives_being_written_and_read() {
    let scripts = scripts();
    let deck = scripts.deck();
    let mut states = vec![state(SIEGE), state("{}")];
    states.extend(
        Content::embedded()
            .scenario_ids()
            .map(|id| start(&scripts.scenario(id).expect("one").expect("sound"), deck, 3)),
    );
    for mut state in states {
        state.reshuffle = true;
        state.holding.french = true;
        state.raided.french = vec![Map::get().niagara, Map::get().niagara];
        let position = position_of(&state);
        let read = Position::read("x.json", &position.to_json()).expect("readable");
        assert_eq!(read[0].position, position);
        let checked = read[0].check(&scripts, Generator::seeded(3)).expect("sound");
        assert!(checked.warnings.is_empty());
        let mut back = state_of(&checked).clone();
        (back.step, back.generator) = (state.step, state.generator.clone());
        assert_eq!(back, state);
    }
}

#[test]
fn holding_and_reshuffle_are_written_only_when_true() {
    let mut state = state("{}");
    let plain = position_of(&state).to_json();
    assert!(!plain.contains("holding") && !plain.contains("reshuffle"));
    (state.reshuffle, state.holding.british) = (true, true);
    let full = position_of(&state).to_json();
    assert!(full.contains("holding") && full.contains("reshuffle"));
}

#[test]
fn a_file_holds_one_position_or_many() {
    let count = |text: &str| Position::read("x.json", text).expect("readable").len();
    assert_eq!((count("{}"), count("[]"), count(r#"[{"id": "a", "position": {}}, {}]"#)), (1, 0, 2));
    let entries = Position::read("x.json", r#"{"id": "a", "note": 1, "position": {"vp": 3}}"#).expect("readable");
    assert_eq!((entries[0].id.as_deref(), entries[0].position.vp), (Some("a"), 3));
    let second = r#"[{}, {"id": "b", "position": {"amphib": ["halifax"]}}]"#;
    let entries = Position::read("x.json", second).expect("readable");
    let faults = entries[1].check(&scripts(), Generator::seeded(1)).expect_err("a fault");
    assert_eq!(faults.iter().map(Fault::pointed).collect::<Vec<_>>(), ["\"halifax\""]);
    assert_eq!(Position::read("x.json", r#"[{"vp": "a"}, {"vpp": 1}]"#).expect_err("faults").len(), 2);
}

#[test]
fn text_that_is_no_position_is_pointed_at() {
    assert_eq!(wrong("{\"vp\" 3}"), one("syntax", "3"));
    assert_eq!(wrong(r#"{"leader_pol": []}"#), one("unknown_key", "\"leader_pol\""));
    assert_eq!(
        faults(r#"{"leader_pol": []}"#).iter().next().and_then(Fault::help_text),
        Some("did you mean `leader_pool`?")
    );
    assert_eq!(wrong(r#"{"season": "erly"}"#), one("bad_value", "\"erly\""));
    assert_eq!(wrong(r#"{"vp": "many"}"#), one("bad_value", "\"many\""));
    assert_eq!(wrong(r#"{"pieces": {"bearn": {}}}"#), one("missing_key", "{}"));
    assert_eq!(wrong(r#"{"vp": 1, "vp": 2}"#), one("duplicate_key", "\"vp\""));
    assert_eq!(wrong("3"), one("bad_value", "3"));
    assert_eq!(with("\"22nd\"", "\"wolfe\""), one("duplicate_key", "\"wolfe\""));
    assert_eq!(wrong(r#"{"id": 3, "position": {}}"#), one("bad_value", "3"));
}

#[test]
fn unknown_words_get_the_nearest_known_one() {
    assert_eq!(with("\"artois\"", "\"artios\""), one("unknown_piece", "\"artios\""));
    assert_eq!(with("{\"at\": \"canajoharie\"}", "{\"at\": \"canajohary\"}"), one("unknown_space", "\"canajohary\""));
    assert_eq!(with("[1, 2]", "[1, 71]"), one("unknown_card", "71"));
    assert_eq!(with("[1, 2]", "[1, -1]"), one("unknown_card", "-1"));
    assert_eq!(wrong(r#"{"fieldworks": ["albani"]}"#), one("unknown_space", "\"albani\""));
    assert_eq!(
        faults(r#"{"fieldworks": ["albani"]}"#).iter().next().and_then(Fault::help_text),
        Some("did you mean `albany`?")
    );
    assert_eq!(wrong(r#"{"year": 1763}"#), one("bad_year", "1763"));
    assert_eq!(wrong(r#"{"vp": -32768}"#), one("bad_vp", "-32768"));
}

#[test]
fn a_piece_is_in_one_place() {
    let with = |more: &str| wrong(&SIEGE.replacen('{', &format!("{{{more},"), 1));
    assert_eq!(with(r#""eliminated": ["22nd"]"#), one("piece_twice", "\"22nd\""));
    assert_eq!(with(r#""leader_pool": ["wolfe"]"#), one("piece_twice", "\"wolfe\""));
    assert_eq!(with(r#""leader_pool": ["amherst"], "eliminated": ["amherst"]"#), one("piece_twice", "\"amherst\""));
    assert_eq!(with(r#""leader_pool": ["montcalm"]"#), one("not_a_british_leader", "\"montcalm\""));
}

#[test]
fn a_leader_is_not_reduced_and_a_box_holds_militia() {
    assert_eq!(with("\"wolfe\": {", "\"wolfe\": {\"reduced\": true, "), one("reduced_leader", "\"reduced\""));
    assert_eq!(with("canajoharie", "northern-militia"), one("not_militia", "\"mohawk-1\""));
    let inside = r#"{"pieces": {"colonial-militia-1": {"at": "northern-militia", "inside": true}}}"#;
    assert_eq!(wrong(inside), one("inside_without_fort", "\"colonial-militia-1\""));
}

#[test]
fn a_siege_has_a_fort_and_besiegers() {
    // 8.21
    assert_eq!(with("{\"louisbourg\": 1}", "{\"louisbourg\": 3}"), one("bad_siege_level", "3"));
    assert_eq!(
        with("{\"louisbourg\": 1}", "{\"louisbourg\": 1, \"quebec\": 0}"),
        one("siege_without_besieger", "\"quebec\"")
    );
    assert_eq!(
        with("{\"louisbourg\": 1}", "{\"louisbourg\": 1, \"niagara\": 0}"),
        one("siege_without_fort", "\"niagara\"")
    );
    let stockade = r#"{"sieges": {"venango": 0}, "fortifications": {"french": {"stockades": ["venango"]}}}"#;
    assert_eq!(wrong(stockade), one("siege_without_fort", "\"venango\""));
}

#[test]
fn only_a_besieged_fort_has_an_inside_with_room_for_four_units() {
    // 8.11, 8.21
    let canajoharie = "{\"at\": \"canajoharie\"";
    assert_eq!(
        with(canajoharie, &format!("{canajoharie}, \"inside\": true")),
        one("inside_without_fort", "\"mohawk-1\"")
    );
    let albany = r#"{"pieces": {"22nd": {"at": "albany", "inside": true}}}"#;
    assert_eq!(wrong(albany), one("inside_without_siege", "\"22nd\""));
    let fort = |last: &str| {
        let units = ["22nd", "27th", "35th", "40th", last];
        let inside = units.map(|unit| format!(r#""{unit}": {{"at": "oswego", "inside": true}}"#)).join(",");
        let besieger = r#""bearn": {"at": "oswego"}"#;
        let works = r#""fortifications": {"british": {"forts": ["oswego"]}}"#;
        wrong(&format!(r#"{{"pieces": {{{inside}, {besieger}}}, "sieges": {{"oswego": 0}}, {works}}}"#))
    };
    assert_eq!(fort("wolfe"), []);
    assert_eq!(fort("44th").iter().map(|(code, _)| code.as_str()).collect::<Vec<_>>(), ["fort_overfull"]);
}

#[test]
fn units_of_both_sides_are_in_one_space_only_at_a_siege() {
    assert_eq!(
        with("canajoharie\"}", "canajoharie\"}, \"bearn\": {\"at\": \"canajoharie\"}"),
        one("among_enemies", "\"mohawk-1\"")
    );
    assert_eq!(
        with("canajoharie\"}", "canajoharie\"}, \"bearn\": {\"at\": \"albany\"}"),
        one("enemy_fortification", "\"bearn\"")
    );
    // Warnings: the position can still be viewed.
    assert_eq!(
        with("canajoharie\"}", "canajoharie\"}, \"levis\": {\"at\": \"canajoharie\"}"),
        one("leader_among_enemies", "\"levis\"")
    );
    let garrison = "\"artois\": {\"at\": \"louisbourg\", \"inside\": true}";
    assert_eq!(with(garrison, "\"artois\": {\"at\": \"louisbourg\"}"), one("garrison_outside", "\"22nd\""));
    assert!(faults(&SIEGE.replace(garrison, "\"artois\": {\"at\": \"louisbourg\"}")).into_result(()).is_ok());
}

#[test]
fn a_space_has_one_fortification() {
    let works = |french: &str, british: &str| {
        wrong(&format!(r#"{{"fortifications": {{"french": {{{french}}}, "british": {{{british}}}}}}}"#))
    };
    let stockade = r#""stockades": ["oswego"]"#;
    assert_eq!(works(stockade, stockade), one("two_fortifications", "\"oswego\""));
    assert_eq!(works(r#""stockades": ["oswego"], "forts": ["oswego"]"#, ""), one("two_fortifications", "\"oswego\""));
    assert_eq!(works(r#""stockades": ["oswego"], "forts_under_construction": ["oswego"]"#, ""), []);
    assert_eq!(works(stockade, r#""forts_under_construction": ["oswego"]"#), []);
    assert_eq!(works(r#""forts": ["albany"]"#, ""), one("built_at_fortress", "\"albany\""));
}

#[test]
fn the_fortress_lists_name_all_eleven_once() {
    let held = |french: &str, british: &str| {
        let works = format!(r#"{{"french": {{"fortresses": {french}}}, "british": {{"fortresses": {british}}}}}"#);
        wrong(&format!(r#"{{"fortifications": {works}}}"#))
    };
    let ten = r#"["albany","alexandria","baltimore","boston","halifax","new-haven","new-york","philadelphia"]"#;
    assert_eq!(held(r#"["quebec", "montreal", "louisbourg"]"#, ten), []);
    assert_eq!(held(r#"["quebec", "montreal"]"#, ten), one("fortress_of_nobody", ten));
    assert_eq!(held(r#"["quebec", "montreal", "louisbourg", "albany"]"#, ten), one("two_fortifications", "\"albany\""));
    assert_eq!(held(r#"["quebec", "montreal", "louisbourg", "oswego"]"#, ten), one("no_fortress", "\"oswego\""));
    let only = state(r#"{"fortifications": {"french": {"fortresses": ["quebec", "albany"]}}}"#);
    assert_eq!((only.works.french.fortresses.len(), only.works.british.fortresses.len()), (2, 9));
}

#[test]
fn a_card_is_in_one_place() {
    assert_eq!(with("[5, 4]", "[5, 4, 2]")[0].0, "card_twice");
    let discard = wrong(r#"{"discard": [7], "removed": [7]}"#);
    assert_eq!(discard, one("card_twice", "7"));
}

#[test]
fn an_amphib_marker_lies_where_an_arrow_leads() {
    // 6.431
    assert_eq!(with("[\"louisbourg\"]", "[\"louisbourg\", \"halifax\"]"), one("no_landing", "\"halifax\""));
    assert_eq!(with("[\"louisbourg\"]", "[\"louisbourg\", \"louisbourg\"]"), one("marker_twice", "\"louisbourg\""));
}

#[test]
fn a_position_of_another_game_is_refused() {
    let of = |game: &str| {
        let faults = Position::read("x", &format!("{{\"game\": \"{game}\", \"year\": 1757}}")).err();
        faults.and_then(|faults| {
            faults.iter().next().map(|fault| (fault.code().to_string(), fault.pointed().to_string()))
        })
    };
    assert_eq!(of("war"), None);
    assert_eq!(of("chess"), Some(("position::other_game".into(), "\"chess\"".into())));
}

#[test]
fn allied_markers_that_differ_are_only_warned_of() {
    // 5.532
    let allied = |list: &str| SIEGE.replacen('{', &format!(r#"{{"allied": {{"british": {list}}},"#), 1);
    assert_eq!(wrong(&allied(r#"["canajoharie"]"#)), []);
    assert_eq!(wrong(&allied("[]")), one("allied_differs", "[]"));
    assert_eq!(wrong(&allied(r#"["canajoharie", "logstown"]"#)), one("allied_differs", "\"logstown\""));
    assert!(faults(&allied("[]")).into_result(()).is_ok());
}

#[test]
fn a_marker_that_no_script_places_is_only_warned_of() {
    let text = r#"{"markers": ["wiliam-pitt", "no-amphib"]}"#;
    let warnings = faults(text);
    assert_eq!(wrong(text), one("unknown_marker", "\"wiliam-pitt\""));
    assert_eq!(warnings.iter().next().and_then(Fault::help_text), Some("did you mean `william-pitt`?"));
    assert!(warnings.into_result(()).is_ok());
    assert_eq!(state(text).markers["wiliam-pitt"], Until::Game);
}

#[test]
fn a_position_whose_held_by_contradicts_the_board_was_accepted_in_silence() {
    let forks = |held_by: &str| {
        format!(r#"{{"pieces": {{"virginia-1": {{"at": "ohio-forks"}}}}, "held_by": {{"ohio-forks": "{held_by}"}}}}"#)
    };
    assert_eq!(wrong(&forks("french")), one("held_by_differs", "\"french\""));
    assert!(faults(&forks("french")).into_result(()).is_ok(), "it is only warned of");
    assert!(wrong(&forks("british")).is_empty());
}

#[test]
fn everything_wrong_is_found_at_once() {
    let text = SIEGE.replace("22nd", "22th").replace("\"canajoharie\"", "\"nowhere\"").replace("[1, 2]", "[1, 1, 99]");
    let codes: Vec<String> = wrong(&text).into_iter().map(|(code, _)| code).collect();
    let expected = ["unknown_piece", "unknown_space", "siege_without_besieger", "card_twice", "unknown_card"];
    assert_eq!(codes, expected);
}

#[test]
fn a_position_made_by_a_program_is_shown_as_its_own_text() {
    let position = Position { amphib: vec!["albany".to_string()], ..Position::default() };
    let faults = position.check(&scripts(), Generator::seeded(1)).expect_err("a fault");
    assert_eq!(faults.iter().map(Fault::pointed).collect::<Vec<_>>(), ["\"albany\""]);
}

#[test]
fn a_text_cut_off_or_changed_anywhere_is_a_fault_and_no_crash() {
    for at in (0..SIEGE.len()).step_by(3) {
        for text in [&SIEGE[..at], &SIEGE[at..]] {
            assert!(at == 0 || Position::read("x.json", text).is_err());
        }
        for other in ["0", "\"", "}", "é", "[", "-", "\\"] {
            faults(&format!("{}{other}{}", &SIEGE[..at], &SIEGE[at + 1..]));
        }
    }
}

#[test]
fn a_file_of_too_many_positions_is_not_read_to_its_end() {
    let text = format!("[{}", "{},".repeat(MOST_ENTRIES)) + "{},{}]";
    let source = Source::new("many.json", text);
    let entries: Vec<Result<PositionEntry, Faults>> = Position::entries(&source).expect("JSON").collect();
    assert_eq!(entries.len(), MOST_ENTRIES + 1);
    let last = entries.into_iter().last().expect("one").expect_err("one too many");
    assert_eq!(last.iter().map(Fault::code).collect::<Vec<_>>(), ["position::too_many"]);
}
