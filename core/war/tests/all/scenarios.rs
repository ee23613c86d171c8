//! Scenarios, and what can be wrong with them.

use std::collections::BTreeMap;
use std::path::Path;
use wilderness_engine::content::Places;
use wilderness_engine::faults::{Fault, Source};
use wilderness_war::deck::Deck;
use wilderness_war::map::Map;
use wilderness_war::pieces::Pieces;
use wilderness_war::testing::{Step, start, still_at_hand};
use wilderness_war::{CardId, Content, Place, Scenario, Scripts, Season, Side, SpaceSet};

fn deck() -> Deck {
    Scripts::embedded().expect("sound scripts").deck().clone()
}

fn scenario(id: &str) -> Scenario {
    Content::embedded().read_scenario(id, &deck()).expect("a scenario").expect("no faults")
}

const SMALL: &str = r#"
id = "small"
name = "Small"
first_year = 1757
last_year = 1758
cards = [1, 40]
hand_size = { french = 3, british = 3 }
out_of_game = ["dieskau"]
hands = { french = [1, 2], british = [3] }
draw_pile = [10, 11]
joins_pool = [{ year = 1758, leaders = ["wolfe"] }]

[setup]
leader_pool = ["amherst"]
[setup.french]
forts = ["niagara"]
stockades = ["cataraqui"]
[setup.british]
forts_under_construction = ["oswego"]
[setup.at]
niagara = ["joncaire", "bearn"]
oswego = ["22nd"]
southern-militia = ["colonial-militia-1"]
"#;

/// The codes and marked texts of what is wrong when `from` is replaced.
fn with(from: &str, to: &str) -> Vec<(String, String)> {
    assert!(SMALL.contains(from), "{from}");
    faults(&SMALL.replacen(from, to, 1), &BTreeMap::new())
}

fn faults(text: &str, setups: &BTreeMap<String, Source>) -> Vec<(String, String)> {
    match Scenario::parse(&Source::new("small.toml", text), setups, &deck()) {
        Ok(_) => Vec::new(),
        Err(faults) => faults
            .iter()
            .map(|fault| {
                assert!(fault.source_text().is_some(), "{fault}");
                (fault.code().trim_start_matches("scenario::").to_string(), fault.pointed().to_string())
            })
            .collect(),
    }
}

/// The setups of the program.
fn setups() -> BTreeMap<String, Source> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/war/setups");
    let read = |name: &str| Source::read(&directory.join(format!("{name}.toml"))).expect("a setup");
    ["1755", "1757"].map(|name| (name.to_string(), read(name))).into()
}

fn one(code: &str, pointed: &str) -> Vec<(String, String)> {
    vec![(code.to_string(), pointed.to_string())]
}

fn ids(spaces: SpaceSet) -> Vec<&'static str> {
    let mut ids: Vec<&str> = spaces.iter().map(|space| space.id()).collect();
    ids.sort_unstable();
    ids
}

#[test]
fn the_four_scenarios_are_sound() {
    let content = Content::embedded();
    let years: Vec<_> =
        content.scenario_ids().map(|id| (id, scenario(id).first_year, scenario(id).last_year)).collect();
    let expected = [
        ("annus-mirabilis", 1757, 1759),
        ("early-war", 1755, 1759),
        ("late-war", 1757, 1762),
        ("full-campaign", 1755, 1762),
    ];
    assert_eq!(years, expected);
    for id in content.scenario_ids() {
        assert_eq!(scenario(id).id, id);
    }
    assert!(content.read_scenario("no-such", &deck()).is_none());
}

#[test]
fn indians_in_play_are_marked_allied_in_their_settlements() {
    // 5.532
    let state = start(&scenario("annus-mirabilis"), &deck(), 1);
    assert_eq!(ids(state.allied(Side::French)), ["logstown", "mingo-town", "mississauga", "pays-d-en-haut"]);
    assert!(state.allied(Side::British).is_empty());
    let state = start(&scenario("early-war"), &deck(), 1);
    assert_eq!(ids(state.allied(Side::French)), ["kahnawake", "pays-d-en-haut", "st-francois"]);
    assert_eq!(ids(state.allied(Side::British)), ["canajoharie"]);
}

#[test]
fn a_game_starts_with_the_deal() {
    let deck = deck();
    let state = start(&scenario("late-war"), &deck, 7);
    assert_eq!((state.year, state.season, state.step, state.active), (1757, Season::Early, Step::Setup, Side::French));
    assert_eq!((state.vp, state.draw_pile.len(), state.niagara), (4, 62, Side::French));
    assert_eq!(state.markers.keys().map(|m| &**m).collect::<Vec<_>>(), ["diplomatic-revolution", "william-pitt"]);
    assert_eq!(state.pieces.here(Place::LeaderPool).len(), 5);
    let find = |id: &str| Pieces::get().find(id).expect("a piece");
    assert_eq!(state.pieces.at(find("braddock")), Place::Eliminated);
    assert_eq!(state.works.french.fortresses, Map::get().fortresses & Map::get().originally(Side::French));
    assert_eq!(start(&scenario("late-war"), &deck, 7), state);
    assert_ne!(start(&scenario("late-war"), &deck, 8).draw_pile, state.draw_pile);
}

#[test]
fn leaders_set_aside_are_at_hand_and_join_the_pool_in_1759() {
    let scenario = scenario("full-campaign");
    let mut state = start(&scenario, &deck(), 1);
    let wolfe = Pieces::get().find("wolfe").expect("a piece");
    assert_eq!(state.pieces.at(wolfe), Place::AtHand);
    assert_eq!((scenario.joins_pool[0].year, still_at_hand(&scenario.joins_pool[0], &state).len()), (1759, 3));
    state.pieces.put(wolfe, Place::Eliminated);
    assert_eq!(still_at_hand(&scenario.joins_pool[0], &state).len(), 2);
    assert!(state.markers.contains_key("montcalm-not-yet-arrived"));
}

#[test]
fn cards_in_hands_and_on_the_pile_lie_where_they_were_put() {
    let scenario = Scenario::parse(&Source::new("small.toml", SMALL), &BTreeMap::new(), &deck()).expect("no faults");
    let state = start(&scenario, &deck(), 1);
    assert_eq!((state.hands.french.len(), state.hands.british.len(), state.draw_pile.len()), (2, 1, 37));
    assert_eq!(state.draw_pile[35..], [CardId(10), CardId(11)]);
}

#[test]
fn unknown_words_get_the_nearest_known_one() {
    assert_eq!(with("niagara = [", "niagarra = ["), one("unknown_space", "niagarra"));
    assert_eq!(with(r#"["niagara"]"#, r#"["niagra"]"#)[0], one("unknown_space", "\"niagra\"")[0]);
    assert_eq!(with("bearn", "baern"), one("unknown_piece", "\"baern\""));
    assert_eq!(with("southern-militia", "southern-milita"), one("unknown_space", "southern-milita"));
    assert_eq!(with("forts_under", "fort_under"), one("unknown_key", "fort_under_construction"));
    assert_eq!(with("name = \"Small\"", ""), one("missing_key", ""));
    let text = SMALL.replace("bearn", "baern");
    let faults = Scenario::parse(&Source::new("small.toml", text), &BTreeMap::new(), &deck()).expect_err("a fault");
    assert_eq!(faults.iter().next().and_then(Fault::help_text), Some("did you mean `bearn`?"));
}

#[test]
fn a_piece_is_placed_once() {
    assert_eq!(with("[\"22nd\"]", "[\"22nd\", \"bearn\"]")[0], one("piece_twice", "\"bearn\"")[0]);
    assert_eq!(with("[\"dieskau\"]", "[\"joncaire\"]"), one("piece_twice", "\"joncaire\""));
}

#[test]
fn enemies_do_not_start_in_one_space() {
    assert_eq!(with("oswego = [\"22nd\"]", "oswego = [\"22nd\", \"la-reine\"]"), one("among_enemies", "\"22nd\""));
    assert_eq!(with("oswego = [\"22nd\"]", "cataraqui = [\"22nd\"]"), one("enemy_fortification", "\"22nd\""));
    assert_eq!(with("oswego = [\"22nd\"]", "montreal = [\"22nd\"]"), one("enemy_fortification", "\"22nd\""));
    assert_eq!(with("oswego = [\"22nd\"]", "oswego = [\"22nd\", \"levis\"]"), one("leader_among_enemies", "\"levis\""));
}

#[test]
fn a_militia_box_holds_militia_of_its_department() {
    // 7.3
    assert_eq!(with("colonial-militia-1", "1-42nd"), one("not_militia", "\"1-42nd\""));
    assert_eq!(with("colonial-militia-1", "canadian-militia-1"), one("not_militia", "\"canadian-militia-1\""));
}

#[test]
fn a_space_has_one_fortification() {
    // 5.43
    assert_eq!(with("[\"cataraqui\"]", "[\"niagara\"]"), one("two_fortifications", "\"niagara\""));
    assert_eq!(with("[\"oswego\"]", "[\"niagara\"]"), one("two_fortifications", "\"niagara\""));
    assert_eq!(with("[\"cataraqui\"]", "[\"montreal\"]"), one("built_at_fortress", "\"montreal\""));
    assert_eq!(with("[setup.british]", "[setup.british]\nstockades = [\"oswego\"]"), []);
}

#[test]
fn every_fortress_is_held_by_one_side() {
    let held = |french: &str| with("[setup.french]", &format!("[setup.french]\nfortresses = {french}"));
    assert_eq!(held(r#"["quebec", "montreal", "louisbourg", "albany"]"#), []);
    assert_eq!(held(r#"["oswego"]"#), one("no_fortress", "\"oswego\""));
    let both = "[setup.british]\nfortresses = [\"albany\"]\n[setup.french]\nfortresses = [\"quebec\", \"albany\"]";
    let text = SMALL.replace("[setup.british]\nforts_under_construction = [\"oswego\"]\n", "");
    assert_eq!(
        faults(&text.replace("[setup.french]", both), &BTreeMap::new()),
        one("two_fortifications", "\"albany\"")
    );
    let some = both.replace("\"quebec\", \"albany\"", "\"quebec\"");
    assert_eq!(
        faults(&text.replace("[setup.french]", &some), &BTreeMap::new())[0],
        one("fortress_of_nobody", "[\"albany\"]")[0]
    );
}

#[test]
fn the_leader_pool_is_british() {
    // 5.55
    assert_eq!(with("[\"amherst\"]", "[\"montcalm\"]"), one("not_a_british_leader", "\"montcalm\""));
    assert_eq!(with("[\"amherst\"]", "[\"27th\"]"), one("not_a_british_leader", "\"27th\""));
    assert_eq!(with("[\"wolfe\"]", "[\"levis\"]"), one("not_a_british_leader", "\"levis\""));
    assert_eq!(with("[\"wolfe\"]", "[\"amherst\"]"), one("joins_from_play", "\"amherst\""));
    assert_eq!(with("[\"wolfe\"]", "[\"wolfe\", \"wolfe\"]"), one("joins_twice", "\"wolfe\""));
    assert_eq!(with("year = 1758,", "year = 1759,"), one("joins_too_late", "1759"));
}

#[test]
fn the_years_follow_each_other() {
    assert_eq!(with("last_year = 1758", "last_year = 1756")[0], one("years_reversed", "1756")[0]);
    assert_eq!(with("last_year = 1758", "last_year = 1763"), one("bad_year", "1763"));
}

#[test]
fn the_victory_points_are_such_as_a_game_can_have() {
    assert_eq!(with("cards = ", "vp = 30000\ncards = "), one("bad_vp", "30000"));
}

#[test]
fn the_deck_has_the_cards_of_the_scenario() {
    assert_eq!(with("[1, 40]", "[1, 71]"), one("missing_card", "[1, 71]"));
    assert_eq!(with("[1, 40]", "[1, 100000]"), one("missing_card", "[1, 100000]"));
    assert_eq!(with("[1, 40]", "[40, 1]")[0], one("bad_cards", "[40, 1]")[0]);
    assert_eq!(with("british = 3 }", "british = 38 }"), one("too_few_cards", "[1, 40]"));
    assert_eq!(with("british = 3 }", "british = 0 }")[1], one("no_hand", "0")[0]);
}

#[test]
fn a_card_is_in_one_place() {
    assert_eq!(with("draw_pile = [10", "draw_pile = [3"), one("card_twice", "3"));
    assert_eq!(with("draw_pile = [10", "draw_pile = [41"), one("card_not_in_game", "41"));
    assert_eq!(with("draw_pile = [10", "draw_pile = [300"), one("unknown_card", "300"));
    assert_eq!(with("british = [3]", "british = [3, 4, 5, 6]"), one("hand_too_large", "6"));
}

#[test]
fn a_setup_that_is_named_must_be_there() {
    let text = format!("setup = \"1758\"\n{}", SMALL.split("[setup]").next().unwrap_or_default());
    assert_eq!(faults(&text, &setups()), one("unknown_setup", "\"1758\""));
    let text = text.replace("\"1758\"", "\"1757\"");
    let sound = text.replace("\"wolfe\"", "").replace("\"dieskau\"", "\"levis\"");
    assert_eq!(faults(&sound, &setups()), one("piece_twice", "\"levis\""));
}

#[test]
fn a_fault_in_a_setup_is_shown_in_the_setup() {
    let text = format!("setup = \"mine\"\n{}", SMALL.split("[setup]").next().unwrap_or_default());
    let setup = Source::new("setups/mine.toml", "[at]\nquebec = [\"22nd\"]\nalbany = [\"wolf\"]\n");
    let faults = Scenario::parse(&Source::new("small.toml", text), &[("mine".into(), setup)].into(), &deck())
        .expect_err("faults");
    let lines: Vec<String> = faults.iter().map(Fault::line).collect();
    assert_eq!(
        lines,
        [
            "setups/mine.toml:3:11: error[scenario::unknown_piece]: there is no piece `wolf`",
            "setups/mine.toml:2:11: error[scenario::enemy_fortification]: `22nd` is in an enemy fortification",
        ]
    );
}

#[test]
fn cards_are_numbers_and_ranges() {
    let cards = |list: &str| {
        let text = SMALL.replace("[1, 40]", list);
        Scenario::parse(&Source::new("small.toml", text), &BTreeMap::new(), &deck()).expect("no faults").cards
    };
    assert_eq!(cards("[1, \"2..11\", 70]"), (1..=11).chain([70]).map(CardId).collect());
    assert_eq!(cards("[\"1..11\"]"), cards("[1, 11]"));
    assert_eq!(with("[1, 40]", "[\"1..40\", 71]"), one("missing_card", "71"));
    assert_eq!(with("[1, 40]", "[\"1..40\", \"69..71\"]"), one("missing_card", "\"69..71\""));
    assert_eq!(with("[1, 40]", "[\"1..40\", \"9..7\"]"), one("bad_cards", "\"9..7\""));
    assert_eq!(with("[1, 40]", "[\"1..40\", \"many\"]"), one("bad_value", "\"many\""));
    assert_eq!(with("id = \"small\"", "id = \"Small one\""), one("bad_id", "\"Small one\""));
}

#[test]
fn everything_wrong_is_found_at_once() {
    let text = SMALL.replace("bearn", "baern").replace("1758\ncards", "1756\ncards").replace("[1, 40]", "[1, 90]");
    let codes: Vec<String> = faults(&text, &BTreeMap::new()).into_iter().map(|(code, _)| code).collect();
    assert_eq!(codes, ["unknown_piece", "years_reversed", "joins_too_late", "missing_card"]);
}

#[test]
fn a_scenario_in_a_directory_finds_its_setup_beside_it() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("mine.toml");
    let text = SMALL.split("[setup]").next().unwrap_or_default();
    std::fs::write(&path, format!("setup = \"mine\"\n{text}")).expect("written");
    let load = || {
        let content = Content::read(&Places { files: vec![path.clone()], ..Places::default() }).expect("files");
        content.read_scenario("small", &deck()).expect("it is listed")
    };
    assert!(load().is_err());
    std::fs::create_dir(dir.path().join("setups")).expect("made");
    std::fs::write(dir.path().join("setups/mine.toml"), "[at]\nquebec = [\"bearn\"]").expect("written");
    let scenario = load().expect("no faults");
    assert_eq!(scenario.pieces.in_space(Map::get().quebec).len(), 1);
}

#[test]
fn the_example_in_the_description_of_the_form_is_sound() {
    let text = include_str!("../../../../scenarios/war/README.md");
    let example = text.split("```toml").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
    assert_eq!(faults(example, &BTreeMap::new()), []);
}

#[test]
fn a_text_cut_off_anywhere_is_a_fault_and_no_crash() {
    for end in (1..SMALL.len() - 1).step_by(3) {
        let _ = Scenario::parse(&Source::new("small.toml", &SMALL[..end]), &BTreeMap::new(), &deck());
        let _ = Scenario::parse(&Source::new("small.toml", &SMALL[end..]), &BTreeMap::new(), &deck());
    }
}
