//! Every modifier that no card of the program defines, and every service that none calls: what they change.

use wilderness_tests::situation::{Played, Situation, find_space};
use wilderness_war::Side::{British, French};
use wilderness_war::{Assemblies, Content, Side};

/// A house rule in force with these functions.
fn house(functions: &str) -> Situation {
    let rule = format!("fn rule() {{ #{{ name: \"House\", about: \"a trial\" }} }}\n{functions}\n");
    Situation::new().content(Content::embedded().with_texts([("optional/house.rhai", rule)])).markers("house")
}

/// The French are about to play Campaign (1) with these functions.
fn campaign(functions: &str) -> Situation {
    let event = format!("// Campaign (1): a trial.\n{functions}\n");
    let content = Content::embedded().with_texts([("events/campaign.rhai", event)]);
    Situation::new().content(content).hand(French, &[1, 5])
}

fn is_supplied(game: &Played, side: Side, space: &str) -> bool {
    game.game().view(side).supplied(side).contains(find_space(space))
}

// Supply

const NO_LAKES: &str = "fn supply(limits, at) { if at.side == Side::FRENCH { #{ lakes: false } } }";

#[test]
fn supply_can_be_kept_off_the_lakes() {
    let troops = |house: Situation| house.put("crown-point", "bearn").stockades(British, "hudson-carry-south");
    let (open, closed) = (troops(house("")).begin(), troops(house(NO_LAKES)).begin());
    assert!(is_supplied(&open, French, "crown-point") && !is_supplied(&closed, French, "crown-point"));
    assert!(is_supplied(&closed, French, "montreal") && is_supplied(&closed, British, "hudson-carry-south"));
    let sites = |game: &Played| game.game().view(French).fort_sites();
    assert!(sites(&open).contains(find_space("crown-point")) && !sites(&closed).contains(find_space("crown-point")));
    let why = closed.game().view(French).why_not_fort(find_space("crown-point")).expect("a reason");
    assert_eq!(why.rule, "5.42");
}

#[test]
fn supply_changes_as_soon_as_the_marker_is_there_and_again_when_it_ends() {
    let ice = "fn markers() { #{ \"ice\": \"season\" } }\nfn play() { game.mark(\"ice\"); }\n\
               fn supply(limits, at) { #{ water: false } }";
    let mut game = campaign(ice).put("crown-point", "bearn").begin();
    assert!(is_supplied(&game, French, "crown-point"));
    game.event(1);
    assert!(!is_supplied(&game, French, "crown-point"), "{}", game.asked());
    assert!(game.has_marker("ice"));
    let game = campaign(ice).put("crown-point", "bearn").markers("ice").year_ends().begin();
    assert!(!game.has_marker("ice") && is_supplied(&game, French, "crown-point"));
}

#[test]
fn amphib_markers_can_be_cut_off() {
    let landed = |house: Situation| house.put("ile-d-orleans", "22nd").amphib("ile-d-orleans").begin();
    assert!(is_supplied(&landed(house("")), British, "ile-d-orleans"));
    assert!(!is_supplied(&landed(house("fn supply(limits, at) { #{ amphib: false } }")), British, "ile-d-orleans"));
}

// Movement

#[test]
fn without_boats_or_lakes_troops_march() {
    let voyage = |house: Situation| house.put("winooski", "montcalm bearn").hand(French, &[1, 5]);
    let mut open = voyage(house("")).begin();
    open.force("montcalm", "bearn").go("crown-point ticonderoga");
    assert!(open.may("hudson-carry-north"), "by boat: {:?}", open.offers());
    for limits in ["lakes: false", "boats: false"] {
        let rule = format!("fn movement(limits, at) {{ #{{ {limits} }} }}");
        let mut closed = voyage(house(&rule)).begin();
        closed.force("montcalm", "bearn").go("crown-point ticonderoga");
        assert!(!closed.may("hudson-carry-north"), "{limits}: {} {:?}", closed.asked(), closed.offers());
    }
}

// Retreat, construction, initiative, points

#[test]
fn a_piece_does_not_retreat_where_a_script_forbids_it() {
    let beaten = |house: Situation| {
        let landed = house.amphib("riviere-ouelle").put("riviere-ouelle", "new-york-1").put("ile-d-orleans", "bearn");
        let mut game = landed.begin();
        game.individually("bearn").go("riviere-ouelle").dice(&[3, 2]).british("avoid", "pass");
        assert_eq!(game.asked(), "british retreat");
        game
    };
    let open = beaten(house(""));
    assert!(open.may("halifax") && open.may("boston"));
    let closed = beaten(house("fn retreat(allowed, at) { at.space != space(\"boston\") }"));
    assert!(closed.may("halifax") && !closed.may("boston"));
}

#[test]
fn nothing_is_built_where_a_script_forbids_it() {
    let rule = "fn construction(allowed, at) { at.works == \"fort\" || at.space != space(\"trois-rivieres\") }";
    let mut game = house(rule).hand(French, &[1, 5]).begin();
    game.french("card", "card:1").french("use", "stockades");
    assert!(!game.may("trois-rivieres") && game.may("becancour"), "{:?}", game.offers());
    assert_eq!(game.refused_by("space:trois-rivieres"), "5.51");
}

#[test]
fn initiative_decides_who_leads() {
    let slow = |house: Situation| house.put("montreal", "montcalm drucour bearn").hand(French, &[5, 1]);
    let leads = |mut game: Played| {
        game.french("card", "card:5").french("use", "force");
        game.asked() == "french commander" && game.may("drucour")
    };
    assert!(!leads(slow(house("")).begin()), "his initiative is 3");
    assert!(leads(slow(house("fn initiative(rating, at) { if at.leader == piece(\"drucour\") { 1 } }")).begin()));
}

#[test]
fn whoever_changes_points_is_named() {
    let rule = "fn vp(points, at) { if at.side == Side::FRENCH { points + 1 } }";
    let mut game = house(rule).put("hudson-carry-north", "montcalm bearn").stockades(British, "hudson-carry-south");
    let mut game = {
        game = game.hand(French, &[1, 5]);
        game.begin()
    };
    game.force("montcalm", "bearn").go("hudson-carry-south");
    assert_eq!(game.vp(), 2);
    let told = game.game().log().iter().map(|entry| entry.text()).collect::<Vec<_>>().join("\n");
    assert!(told.contains("French +2 VP (+1 House)"), "{told}");
}

// Services

#[test]
fn an_event_activates_pieces() {
    let event = "fn play() { game.activate(game.units(game.side).of_kind(\"coureurs\")); }";
    let mut game = campaign(event).put("montreal", "langlade repentigny bearn").begin();
    game.event(1);
    assert_eq!(game.asked(), "french mover");
    assert_eq!(game.offers(), ["langlade", "repentigny"]);
    game.french("mover", "langlade").go("sorel stop");
    assert_eq!(game.at("langlade"), "sorel");
}

#[test]
fn an_event_does_not_activate_the_enemy() {
    let event = "fn play() { game.activate(game.units(game.enemy)); }";
    let mut game = campaign(event).put("albany", "22nd").game();
    game.choose_token("card:1").expect("a card");
    let refused = game.choose_token("event").expect_err("the enemy's").to_string();
    assert!(refused.contains("22nd") && refused.contains("cannot be activated"), "{refused}");
}

#[test]
fn an_event_moves_pieces() {
    let event = "fn play() { game.move_to(game.leaders(game.side), space(\"quebec\")); }";
    let mut game = campaign(event).put("montreal", "montcalm levis bearn").begin();
    game.event(1);
    assert_eq!([game.at("montcalm"), game.at("levis"), game.at("bearn")], ["quebec", "quebec", "montreal"]);
}

#[test]
fn an_event_places_stockades_and_raided_markers() {
    let event = "fn play() { game.place_stockade(game.side, space(\"trois-rivieres\"));\n\
                 game.place_raided(game.side, space(\"deerfield\")); }";
    let mut game = campaign(event).begin();
    game.event(1);
    assert!(game.state().works[French].stockades.contains(find_space("trois-rivieres")));
    assert_eq!(game.state().raided[French], [find_space("deerfield")]);
}

#[test]
fn an_event_places_no_fort_where_the_enemy_has_begun_one() {
    let event = "fn play() { game.place_fort(game.side, space(\"trois-rivieres\")); }";
    let mut game = campaign(event).started(British, "trois-rivieres").game();
    game.choose_token("card:1").expect("a card");
    let refused = game.choose_token("event").expect_err("one is begun").to_string();
    assert!(refused.contains("the enemy has begun a fort there") && refused.contains("5.44"), "{refused}");
}

#[test]
fn an_event_sets_the_assemblies() {
    let mut game = campaign("fn play() { game.set_assemblies(\"reluctant\"); }").begin();
    game.event(1);
    assert_eq!(game.state().assemblies, Assemblies::Reluctant);
}
