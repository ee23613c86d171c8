//! Optional rules (14.1 to 14.7) and bidding (13.3): each on and off, at its moment, and together with related rules.

use wilderness_engine::Agent;
use wilderness_engine::faults::Source;
use wilderness_tests::situation::{Played, Situation};
use wilderness_tests::{pending, play, scripts};
use wilderness_war::Side::{British, French};
use wilderness_war::agents::Random;
use wilderness_war::{Choice, Decision, Game, Header, Record, View, War};

/// A record of a game with rules, played as far as it fits.
fn record(rules: &str, lines: &str) -> Game {
    let text = format!("scenario annus-mirabilis\nseed 1\nrules {rules}\n{lines}");
    play("game.record", &text).unwrap_or_else(|message| panic!("{message}"))
}

fn bids(french: &str, british: &str) -> String {
    let bid = |seat: &str, bid: &str| {
        let (side, points) = bid.split_once(' ').expect("a side and points");
        format!("{seat} optional option:{side}\n{seat} optional option:{points}\n")
    };
    bid("french", french) + bid("british", british).as_str()
}

// Bidding (13.3)

#[test]
fn the_higher_bid_plays_the_side_that_both_want_and_the_other_begins_with_the_points() {
    let game = record("bidding", &bids("french 2", "french 1"));
    assert_eq!((game.state().exchanged, game.state().vp), (false, 2), "4 French points, 2 of them given up");
    let game = record("bidding", &bids("french 1", "french 3"));
    assert_eq!((game.state().exchanged, game.state().vp), (true, 1));
    let told = "the first player bids 1 to play the French, the second 3 to play the French";
    assert!(game.log().iter().any(|entry| entry.text() == told), "both hear what was bid in secret");
    let game = record("bidding", &bids("british 1", "british 0"));
    assert_eq!((game.state().exchanged, game.state().vp), (true, 5), "the French begin with the bid");
}

#[test]
fn of_equal_bids_a_die_decides_and_the_points_are_given_all_the_same() {
    let game = record("bidding", &(bids("french 2", "french 2") + "roll event 3\n"));
    assert_eq!((game.state().exchanged, game.state().vp), (false, 2));
    let game = record("bidding", &(bids("french 2", "french 2") + "roll event 4\n"));
    assert_eq!((game.state().exchanged, game.state().vp), (true, 2));
    let game = record("bidding", &(bids("french 0", "french 0") + "roll event 6\n"));
    assert_eq!((game.state().exchanged, game.state().vp), (true, 4), "nothing is bid, nothing given");
}

#[test]
fn players_who_want_different_sides_play_them_and_pay_nothing() {
    let game = record("13.3", &bids("french 5", "british 3"));
    assert_eq!((game.state().exchanged, game.state().vp), (false, 4));
    let game = record("13.3", &bids("british 5", "french 3"));
    assert_eq!((game.state().exchanged, game.state().vp), (true, 4));
}

/// Bids from a list, the last first, and then takes the first choice.
struct Bidder(Vec<&'static str>);

impl Agent<War> for Bidder {
    fn choose(&mut self, _view: &View<'_>, decision: &Decision) -> Choice {
        let Some(wanted) = self.0.pop() else { return decision.choices[0] };
        let wanted = format!("option:{wanted}");
        decision.find(&wanted).expect("a bid")
    }
}

#[test]
fn the_winner_of_the_other_side_takes_its_seat() {
    let scripts = scripts();
    let header = Header::new("annus-mirabilis", 1, &scripts).with_rules(["13.3"], &scripts).expect("a rule");
    let mut game = header.begin(scripts).expect("a game");
    game.set_agent(British, Some(Box::new(Bidder(vec!["3", "french"]))));
    game.proceed().expect("a game");
    game.choose_token("option:french").expect("a side");
    game.choose_token("option:1").expect("a bid");
    assert_eq!(game.decision().map(|decision| decision.side), Some(British), "the agent plays the French");
    assert!(game.now().has_agent(French) && !game.now().has_agent(British));
    // Undo goes back to the person's own bid, not to that of the agent.
    game.set_agent(British, Some(Box::new(Bidder(vec!["0", "french"]))));
    assert!(game.past_mut().undo());
    assert_eq!(pending(&game), "french optional", "{:?}", game.decision());
    assert!(!game.state().exchanged);
}

// Alternative bidding (14.7)

#[test]
fn bids_are_raised_in_turn_until_one_is_accepted() {
    let lines = "roll event 2\nroll event 2\nroll event 1\nroll event 5\n\
                 british optional option:french\nbritish optional option:0\n\
                 french optional option:2\nbritish optional option:3\nfrench optional option:accept\n";
    let game = record("alternate-bidding", lines);
    assert_eq!((game.state().exchanged, game.state().vp), (true, 1), "who sat as the British plays the French for 3");
    let lines = "roll event 6\nroll event 1\nfrench optional option:british\nfrench optional option:0\n\
                 british optional option:accept\n";
    let game = record("14.7", lines);
    assert_eq!((game.state().exchanged, game.state().vp), (true, 4), "nothing is a bid, too");
}

#[test]
fn a_bid_is_raised_by_a_point_at_least_and_ends_where_the_track_does() {
    let lines = "roll event 6\nroll event 1\nfrench optional option:french\nfrench optional option:8\n";
    let game = record("14.7", lines);
    assert_eq!(wilderness_tests::choices(&game), ["option:9", "option:10", "option:accept"]);
    let game = record("14.7", &(lines.to_string() + "british optional option:10\n"));
    assert_eq!((game.state().exchanged, game.state().vp), (true, -6), "no higher bid is possible");
}

// Pitt and the Diplomatic Revolution (14.1)

/// The last cards of a season; then the next is dealt.
fn season_ends(situation: Situation, french: i64) -> Played {
    let situation = situation.scenario("full-campaign").hand(French, &[french]).hand(British, &[4]);
    let mut game = situation.put("quebec", "bearn").put("halifax", "22nd").begin();
    game.play_card("individual");
    game.french("activate", "done").british("card", "hold");
    game
}

#[test]
fn the_card_that_was_not_played_comes_back_with_the_next_deal() {
    let dealt = |rules: &str, markers: &str, discarded: i64| {
        let situation = Situation::new().markers(rules).markers(markers).discarded(&[discarded]);
        let game = season_ends(situation, 1);
        let has = |side| game.hand(side).contains(&(discarded as u8));
        (has(French), has(British), game.hand(French).len(), game.hand(British).len())
    };
    let rule = "pitt-and-diplomacy";
    assert_eq!(dealt(rule, "diplomatic-revolution", 67), (false, true, 9, 8), "it counts for the hand of 8");
    assert_eq!(dealt(rule, "william-pitt", 69), (true, false, 8, 9), "it counts for the hand of 8");
    assert_eq!(dealt(rule, "", 67), (false, false, 8, 8), "neither was played as an event");
    assert_eq!(dealt(rule, "william-pitt", 68), (false, false, 8, 9), "another card");
    assert_eq!(dealt("", "diplomatic-revolution", 67), (false, false, 9, 8), "without the rule");
}

#[test]
fn the_card_is_set_aside_before_the_discard_pile_is_shuffled() {
    let situation = || Situation::new().markers("diplomatic-revolution").discarded(&[67]);
    let game = season_ends(situation().markers("pitt-and-diplomacy"), 6);
    assert!(game.hand(British).contains(&67), "Surrender! was discarded");
    assert!(!game.is_discarded(6), "the pile was shuffled");
    assert!(
        !game.is_discarded(67) && !season_ends(situation(), 6).is_discarded(67),
        "without the rule it is shuffled in"
    );
}

// Raids cost militia (14.2)

/// A raid of the Huron against Hoosic that succeeds, with militia in the boxes of departments.
fn raid_on_hoosic(rules: &str, northern: &str, southern: &str) -> Played {
    let situation = Situation::new().markers(rules).forts(French, "ticonderoga").put("hoosic", "huron");
    let mut game = situation.put("northern-militia", northern).put("southern-militia", southern).begin();
    game.individually("huron").dice(&[6]).go("stop");
    game
}

#[test]
fn a_raided_marker_costs_the_militia_of_the_department_a_step() {
    let raided = raid_on_hoosic("", "colonial-militia-1", "");
    assert_eq!(raided.state().raided.french.len(), 1, "the raid succeeds");
    assert!(!raided.is_reduced("colonial-militia-1"), "without the rule");
    let raided = raid_on_hoosic("raids-cost-militia", "colonial-militia-1", "colonial-militia-2");
    assert_eq!(["colonial-militia-1", "colonial-militia-2"].map(|unit| raided.is_reduced(unit)), [true, false]);
    let raided = raid_on_hoosic("raids-cost-militia", "colonial-militia-1*", "");
    assert_eq!(raided.at("colonial-militia-1"), "at hand", "a reduced one is gone");
    let raided = raid_on_hoosic("raids-cost-militia", "", "colonial-militia-2");
    assert_eq!((raided.state().raided.french.len(), raided.is_reduced("colonial-militia-2")), (1, false));
}

#[test]
fn the_owner_chooses_which_militia_loses_a_step() {
    let mut raided = raid_on_hoosic("raids-cost-militia", "colonial-militia-1 colonial-militia-2*", "");
    raided.asks(British, "optional");
    raided.offers_only("colonial-militia-1 colonial-militia-2");
    raided.british("optional", "colonial-militia-2");
    assert_eq!((raided.at("colonial-militia-2"), raided.is_reduced("colonial-militia-1")), ("at hand", false));
}

#[test]
fn a_raid_that_fails_costs_the_militia_nothing() {
    let situation = Situation::new().markers("raids-cost-militia").forts(French, "ticonderoga").put("hoosic", "huron");
    let mut game = situation.put("northern-militia", "colonial-militia-1").begin();
    game.individually("huron").dice(&[2]).go("stop");
    assert_eq!((game.state().raided.french.len(), game.is_reduced("colonial-militia-1")), (0, false));
}

// Early regulars cost (14.3)

#[test]
fn regulars_cost_a_point_before_1757_and_only_they() {
    let after = |rules: &str, year: u16, side, card: u8| {
        let situation = Situation::new().scenario("full-campaign").year(year).markers(rules).markers("william-pitt");
        let situation = if side == British { situation.british_turn() } else { situation };
        let mut game = situation.hand(side, &[i64::from(card), 5]).begin();
        game.event(card);
        while game.asked().ends_with(" event") {
            let first = game.offers()[0].clone();
            let is_british = game.asked().starts_with("british");
            if is_british {
                game.british("event", &first)
            } else {
                game.french("event", &first)
            };
        }
        game.vp()
    };
    let rule = "early-regulars-cost";
    assert_eq!([55, 56, 68].map(|card| after(rule, 1755, French, card)), [-1; 3]);
    assert_eq!([57, 58, 59, 64].map(|card| after(rule, 1756, British, card)), [1; 4]);
    assert_eq!([60, 61, 63, 65, 66].map(|card| after(rule, 1756, British, card)), [0; 5], "other troops are free");
    assert_eq!((after(rule, 1757, French, 55), after(rule, 1757, British, 57)), (0, 0), "the war is declared");
    assert_eq!((after("", 1755, French, 55), after("", 1756, British, 57)), (0, 0), "without the rule");
}

#[test]
fn regulars_played_for_their_value_cost_nothing() {
    let situation = Situation::new().scenario("full-campaign").year(1755).markers("early-regulars-cost");
    let mut game = situation.hand(French, &[55]).put("quebec", "bearn").begin();
    game.play_card("individual");
    assert_eq!(game.vp(), 0);
}

// Surrender! by either side (14.4)

fn siege_of_crown_point(rules: &str) -> Situation {
    let siege = Situation::new().british_turn().forts(French, "crown-point").siege("crown-point", 0).markers(rules);
    let siege = siege.stockades(British, "hudson-carry-south hudson-carry-north");
    siege.put("crown-point", "webb 22nd").inside("crown-point", "bearn")
}

/// Webb rolls on the Siege Table; both sides pass until the moment to surrender.
fn roll_for_the_siege(game: &mut Played) {
    game.force("webb", "");
    pass_until_surrender(game);
    game.british("action", "siege");
    pass_until_surrender(game);
}

fn pass_until_surrender(game: &mut Played) {
    while game.window().is_some_and(|moment| moment != "surrender") {
        let is_british = game.asked().starts_with("british");
        if is_british {
            game.british("respond", "pass")
        } else {
            game.french("respond", "pass")
        };
    }
}

#[test]
fn the_besieged_may_surrender_after_the_besieger_has_passed() {
    let both = siege_of_crown_point("surrender-by-either-side").hand(British, &[3, 6]).hand(French, &[1]);
    let mut game = both.open_windows().begin();
    roll_for_the_siege(&mut game);
    game.opens(British, "surrender");
    game.declines(British, "surrender").opens(French, "surrender");
    let mut game = siege_of_crown_point("surrender-by-either-side").hand(French, &[1, 6]).begin();
    roll_for_the_siege(&mut game);
    game.responds(French, "surrender", 6);
    assert_eq!((game.vp(), game.siege("crown-point")), (-2, None), "the besieger scores");
    assert!(game.told("8.23").is_empty(), "no siege roll");
    assert!(game.is_discarded(6) && game.state().reshuffle);
}

#[test]
fn the_besieged_need_not_surrender_and_cannot_without_the_rule() {
    let mut game = siege_of_crown_point("surrender-by-either-side").hand(French, &[1, 6]).begin();
    game.dice(&[1]);
    roll_for_the_siege(&mut game);
    game.declines(French, "surrender");
    assert_eq!((game.asked().as_str(), game.siege("crown-point")), ("british after-activation", Some(0)));
    let mut game = siege_of_crown_point("").hand(French, &[1, 6]).begin();
    game.dice(&[1]);
    roll_for_the_siege(&mut game);
    assert_eq!(game.asked(), "british after-activation");
}

#[test]
fn the_besieged_are_not_asked_once_the_besieger_has_played_surrender() {
    let both = siege_of_crown_point("surrender-by-either-side").hand(British, &[3, 6]).hand(French, &[1]);
    let mut game = both.open_windows().begin();
    roll_for_the_siege(&mut game);
    game.responds(British, "surrender", 6);
    assert_ne!(game.asked(), "french respond");
    assert_eq!(game.vp(), -2);
}

#[test]
fn louisbourg_has_the_same_condition_for_the_besieged() {
    let siege = |level| {
        let siege = Situation::new().british_turn().siege("louisbourg", level).markers("surrender-by-either-side");
        let siege = siege.amphib("louisbourg").put("louisbourg", "webb 22nd").inside("louisbourg", "bearn drucour");
        let mut game = siege.hand(British, &[3]).hand(French, &[1, 6]).begin();
        if level == 0 {
            game.dice(&[1]);
        }
        roll_for_the_siege(&mut game);
        game.asked()
    };
    assert_eq!((siege(0).as_str(), siege(1).as_str()), ("french card", "french respond"));
}

// Acadians Expelled by either side (14.5)

#[test]
fn the_french_play_acadians_expelled_only_with_the_rule() {
    let situation = |rules: &str| {
        let situation = Situation::new().scenario("full-campaign").year(1756).markers(rules);
        situation.hand(French, &[66, 1]).put("quebec", "langlade*")
    };
    assert!(!situation("").playable(French, 66));
    assert!(situation("acadians-by-either-side").playable(French, 66));
    assert!(situation("acadians-by-either-side").hand(British, &[66]).hand(French, &[1]).playable(British, 66));
    let mut game = situation("acadians-by-either-side").begin();
    game.event(66);
    game.french("event", "quebec");
    assert_eq!(game.state().units(British, wilderness_tests::situation::find_space("halifax")).len(), 2);
    assert!(!game.is_reduced("langlade") && game.is_removed(66));
}

// Fetch regulars (14.6)

/// The British are about to be dealt cards, with these in the discard pile.
fn before_the_deal(rules: &str, year: u16, discarded: &[i64]) -> Played {
    season_ends(Situation::new().year(year).markers(rules).discarded(discarded), 1)
}

#[test]
fn the_british_take_back_a_card_of_regulars_for_a_random_card() {
    let mut game = before_the_deal("fetch-regulars", 1757, &[57, 60, 55]);
    game.asks(British, "optional");
    game.offers_only("card:57 card:60 pass");
    let before = game.hand(British);
    game.british("optional", "card:60");
    let after = game.hand(British);
    let discarded: Vec<u8> = before.iter().copied().filter(|card| !after.contains(card)).collect();
    assert!(after.contains(&60) && after.len() == 8 && discarded.len() == 1);
    assert!(game.is_discarded(discarded[0]) && game.is_discarded(57));
    assert_eq!(game.asked(), "french card", "before the first action phase");
}

#[test]
fn they_may_pass_and_are_asked_only_if_they_can() {
    let mut game = before_the_deal("fetch-regulars", 1757, &[57]);
    let before = game.hand(British);
    game.british("optional", "pass");
    assert_eq!((game.hand(British), game.asked().as_str()), (before, "french card"));
    assert_eq!(before_the_deal("fetch-regulars", 1757, &[55]).asked(), "french card", "no card of theirs lies there");
    assert_eq!(before_the_deal("fetch-regulars", 1756, &[57]).asked(), "french card", "not before 1757");
    assert_eq!(before_the_deal("", 1757, &[57]).asked(), "french card", "not without the rule");
}

#[test]
fn a_discarded_surrender_makes_the_deck_be_shuffled_at_the_end_of_the_season() {
    let situation = Situation::new().markers("fetch-regulars").discarded(&[57]).scenario("full-campaign");
    let situation = situation.hand(French, &[1]).hand(British, &[6]).put("quebec", "bearn");
    let mut game = situation.begin();
    game.play_card("individual");
    game.french("activate", "done").british("card", "hold");
    // The discarded card is random: try seeds until it is Surrender!.
    assert!(game.hand(British).contains(&6));
    game.british("optional", "card:57");
    assert_eq!(game.state().reshuffle, game.is_discarded(6));
}

// Rules in a game's header

fn header_of(rules: &[&str]) -> Result<Header, String> {
    let scripts = scripts();
    let header = Header::new("annus-mirabilis", 3, &scripts).with_rules(rules.iter().copied(), &scripts);
    header.map_err(|faults| wilderness_tests::messages(&faults))
}

#[test]
fn rules_are_known_by_number_or_name_and_some_exclude_each_other() {
    assert_eq!(
        header_of(&["14.4", "raids-cost-militia"]).expect("rules").rules,
        ["raids-cost-militia", "surrender-by-either-side"]
    );
    assert!(header_of(&["14.8"]).expect_err("a fault").contains("rules::unknown"));
    assert!(header_of(&["13.3", "14.7"]).expect_err("a fault").contains("rules::excluded"));
    assert_eq!(header_of(&["all"]).expect("rules").rules.len(), 7, "as many as go together");
}

/// A game of random agents with rules, as a record.
fn played(rules: &[&str]) -> String {
    let scripts = scripts();
    let mut game = header_of(rules).expect("rules").begin(scripts).expect("a game");
    for side in [French, British] {
        game.set_agent(side, Some(Box::new(Random::new(3, side))));
    }
    game.proceed().expect("a game");
    game.record().to_string()
}

#[test]
fn a_record_made_with_rules_replays_with_the_same_rules() {
    let text = played(&["all"]);
    let again =
        Record::parse(&Source::new("x", text.as_str())).expect("a record").play(scripts(), None).expect("a game");
    assert_eq!(again.record().to_string(), text);
}

#[test]
fn a_record_made_with_rules_does_not_replay_with_others() {
    let text = played(&["14.1", "14.2"]);
    let fault = |from: &str, to: &str| {
        let changed = text.replace(from, to);
        assert_ne!(changed, text);
        let record = Record::parse(&Source::new("x", changed.as_str())).expect("a record");
        let faults = record.play(scripts(), None).err().expect("it is refused");
        let fault = faults.iter().next().expect("a fault").clone();
        (fault.code().to_string(), fault.pointed().to_string())
    };
    let rules = "rules pitt-and-diplomacy raids-cost-militia";
    let differ = "rules::differ".to_string();
    assert_eq!(fault(rules, "rules raids-cost-militia"), (differ.clone(), "rules raids-cost-militia".into()));
    assert_eq!(fault(&format!("{rules}\n"), "").0, differ);
    let more = format!("{rules} early-regulars-cost");
    assert_eq!(fault(rules, &more), (differ, more.clone()));
    let unknown = "rules raids-cost-nothing";
    assert_eq!(fault(rules, unknown), ("rules::unknown".into(), unknown.into()));
}

#[test]
fn a_game_without_rules_has_none_of_their_scripts_in_its_header() {
    let text = played(&[]);
    assert!(!text.contains("optional/") && text.contains("script lib/"));
    let text = played(&["14.2"]);
    assert!(text.contains("script optional/raids_cost_militia.rhai") && text.matches("optional/").count() == 1);
}

// Rules without effect

/// Why these rules are refused in a game that begins here.
fn why_idle(rules: &[&str], header: &Header) -> Vec<String> {
    let scripts = scripts();
    let header = header.clone().with_rules(rules.iter().copied(), &scripts).expect("rules that go together");
    let faults = header.without_idle_rules(rules.iter().copied(), &scripts).err();
    faults.iter().flat_map(|faults| faults.iter()).map(|fault| fault.message().to_string()).collect()
}

#[test]
fn a_rule_that_changes_nothing_in_a_scenario_is_refused_with_the_reason() {
    let header = |scenario: &str| Header::new(scenario, 1, &scripts());
    let every = ["13.3", "14.1", "14.2", "14.3", "14.4", "14.5", "14.6"];
    let refused = why_idle(&every, &header("annus-mirabilis"));
    assert_eq!(refused.len(), 3, "{refused:?}");
    for (message, reason) in refused.iter().zip([
        "`14.1` has no effect here: no card of Diplomatic Revolution or William Pitt is in the game",
        "`14.3` has no effect here: it applies up to 1756, and the game begins in 1757",
        "`14.5` has no effect here: no card of Acadians Expelled is in the game",
    ]) {
        assert!(message.ends_with(reason), "{message}");
    }
    assert_eq!(why_idle(&["14.7"], &header("annus-mirabilis")), Vec::<String>::new());
    assert_eq!(why_idle(&every, &header("early-war")), Vec::<String>::new());
}

#[test]
fn a_rule_whose_moment_is_over_in_a_position_is_refused() {
    let begun = Situation::new().year(1758).hand(French, &[6, 1]).hand(British, &[59, 2]).game().header().clone();
    for bidding in ["13.3", "14.7"] {
        let refused = why_idle(&[bidding], &begun);
        assert!(refused[0].contains("it acts only at `game_start`, and the position is past that"), "{refused:?}");
    }
    assert_eq!(why_idle(&["14.2", "14.4", "14.6"], &begun), Vec::<String>::new());
    let last_season = Situation::new().year(1759).year_ends().discarded(&[59]).game().header().clone();
    assert!(why_idle(&["14.6"], &last_season)[0].contains("`after_deal`"), "nothing is dealt any more");
    let taken_back = Situation::new().year(1759).year_ends().discarded(&[67, 69]).game().header().clone();
    let reason = "it matters only for a later deal, and no further hands are dealt (4.0)";
    assert!(why_idle(&["14.1"], &taken_back)[0].ends_with(reason));
    let before = Situation::new().year(1758).year_ends().discarded(&[67, 69]).game().header().clone();
    assert_eq!(why_idle(&["14.1"], &before), Vec::<String>::new(), "what comes back is dealt in 1759");
    let surrendered = Situation::new().removed(&[6]).game().header().clone();
    assert!(why_idle(&["14.4"], &surrendered)[0].contains("no card of Surrender! is in the game"));
}

#[test]
fn all_rules_are_as_many_as_have_an_effect() {
    let scripts = scripts();
    let header = Header::new("annus-mirabilis", 1, &scripts).with_rules(["all", "14.7"], &scripts);
    assert!(header.is_err(), "13.3 is one of all");
    let header = Header::new("annus-mirabilis", 1, &scripts).with_rules(["all"], &scripts).expect("rules");
    let header = header.without_idle_rules(["all"], &scripts).expect("nothing is named");
    assert_eq!(header.rules, ["bidding", "raids-cost-militia", "surrender-by-either-side", "fetch-regulars"]);
    // A record with such a rule still plays.
    assert!(play("game.record", "scenario annus-mirabilis\nseed 1\nrules early-regulars-cost\n").is_ok());
}
