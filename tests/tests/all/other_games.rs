//! What cards of other card-driven games do, as scripts: each of these services and modifiers has an example that is played.

use wilderness_tests::situation::{Played, Situation, find_piece, find_space};
use wilderness_war::Side::{British, French};
use wilderness_war::{Answer, Ask, Content, Reason, Side};

/// Campaign (1 and 2) with these functions; the French are about to play it, then the British.
fn campaign(functions: &str) -> Situation {
    let event = format!("// Campaign (1): a trial.\n{functions}\n");
    let content = Content::embedded().with_texts([("events/campaign.rhai", event)]);
    Situation::new().content(content).hand(French, &[1, 5, 6]).hand(British, &[2, 14, 15])
}

/// A house rule in force with these functions.
fn house(functions: &str) -> Situation {
    let rule = format!("fn rule() {{ #{{ name: \"House\", about: \"a trial\" }} }}\n{functions}\n");
    Situation::new().content(Content::embedded().with_texts([("optional/house.rhai", rule)])).markers("house")
}

fn told(game: &Played) -> String {
    game.game().log().iter().map(|entry| entry.text() + "\n").collect()
}

fn pile(game: &Played) -> Vec<u8> {
    game.state().draw_pile.iter().map(|card| card.0).collect()
}

// Cards

#[test]
fn a_card_has_its_value() {
    let play = "fn play() { game.score(game.side, game.value_of(game.card), \"its value\"); }";
    let mut game = campaign(play).begin();
    game.event(1);
    assert_eq!(game.vp(), 3);
}

#[test]
fn a_side_searches_the_draw_pile_and_shuffles_it_again() {
    let search = "fn play() {\n\
                  let card = game.choose_card(\"Which do you take?\", game.draw_pile().filter(|card| card.number < 24));\n\
                  game.take_from_draw_pile(game.side, card);\n\
                  game.shuffle_draw_pile(); }";
    let mut game = campaign(search).begin();
    let before = pile(&game);
    game.event(1);
    game.offers_only("card:21 card:22 card:23");
    game.answer(French, "event", "card:22");
    assert!(game.hand(French).contains(&22) && !pile(&game).contains(&22));
    assert!(game.known_to(British).is_empty(), "the British do not see which card it is");
    assert!(!told(&game).contains("#22"), "{}", told(&game));
    let (mut sorted, mut expected) = (pile(&game), before);
    sorted.sort_unstable();
    expected.retain(|card| *card != 22);
    expected.sort_unstable();
    assert_eq!(sorted, expected);
}

#[test]
fn a_side_looks_at_the_top_of_the_pile_and_puts_a_card_there() {
    let top = "fn play() { let top = game.top_cards(2); game.put_on_top(top[1]); }";
    let mut game = campaign(top).begin();
    let before = pile(&game);
    game.event(1);
    let [.., second, first] = before.as_slice() else { panic!("a pile") };
    assert_eq!(&pile(&game)[before.len() - 2..], [*first, *second]);
}

#[test]
fn cards_leave_the_game_and_come_back() {
    let leave = "fn play() {\n\
                 for card in game.discard_pile() { game.remove_card(card); }\n\
                 for card in game.hand(game.side).filter(|card| card.number == 5) { game.remove_card(game.side, card); } }";
    let mut game = campaign(leave).discarded(&[7, 8]).begin();
    game.event(1);
    assert!([7, 8, 5].iter().all(|card| game.is_removed(*card)), "{}", told(&game));
    let back = "fn play() { for card in game.removed_cards() { game.return_card(card); } }";
    let mut game = campaign(back).removed(&[7]).begin();
    game.event(1);
    assert!(game.is_discarded(7) && !game.is_removed(7));
}

#[test]
fn what_a_side_takes_from_the_draw_pile_is_not_told_to_the_other_that_undoes() {
    let take = "fn play() { game.take_from_draw_pile(game.side, game.choose_card(\"Which?\", game.draw_pile())); }";
    let mut game = campaign(take).british_turn().begin();
    game.event(2);
    game.answer(British, "event", "card:22");
    game.event(1);
    game.answer(French, "event", "card:23");
    let told = game.game().past().last_told_since(0).map(|index| game.game().history()[index].clone());
    let Some(Answer::Choice { side, ask, .. }) = &told else { panic!("{told:?}") };
    assert_eq!(*side, French);
    assert!(!matches!(ask, Ask::Event(_)), "that is a secret of the French: {told:?}");
}

// Works

#[test]
fn an_event_builds_and_destroys_works_of_a_side() {
    let works = "fn play() {\n\
                 game.place_fort(game.side, space(\"oswego\"));\n\
                 game.destroy_works(game.enemy, space(\"albany-north\")); }";
    let works = works.replace("albany-north", "schenectady");
    let mut game = campaign(&works).stockades(British, "schenectady").begin();
    game.event(1);
    assert!(game.state().works.french.forts.contains(find_space("oswego")));
    assert!(!game.state().works.british.stockades.contains(find_space("schenectady")));
    assert_eq!(game.vp(), 0, "nobody scores");
}

// Phases

#[test]
fn a_side_has_another_action_phase() {
    let mut game = campaign("fn play() { game.extra_phase(game.side); }").begin();
    game.event(1);
    game.asks(French, "card");
    assert_eq!(game.state().active, French);
}

#[test]
fn a_side_misses_an_action_phase() {
    let mut game = campaign("fn play() { game.skip_phase(game.enemy); }").begin();
    game.event(1);
    game.asks(French, "card");
    assert!(told(&game).contains("the British miss an action phase"), "{}", told(&game));
    assert!(game.state().numbers.is_empty(), "it is used up");
}

// Victory

#[test]
fn an_event_ends_the_game() {
    let mut game = campaign("fn play() { game.win(game.enemy); }").begin();
    game.event(1);
    let outcome = game.outcome().expect("the game is over");
    assert_eq!((outcome.winner, outcome.reason), (Some(British), Reason::Event));
}

#[test]
fn a_rule_says_who_has_won() {
    let eight = "fn winner(winner, at) { if game.vp(Side::FRENCH) >= 8 { \"french\" } else { winner } }";
    let winner = |vp: i16| house(eight).vp(vp).year_ends().begin().outcome().and_then(|outcome| outcome.winner);
    assert_eq!(winner(8), Some(French));
    assert_eq!(winner(7), None::<Side>);
    let on = house("fn winner(winner, at) { \"none\" }").vp(11).year_ends().begin();
    assert_eq!(on.outcome(), None, "the game goes on");
}

// Movement and strength

#[test]
fn a_movement_is_shortened_by_so_many_spaces() {
    let reach = |rules: Situation| {
        let game = rules.put("montreal", "huron").begin();
        game.game().view(French).destinations(find_piece("huron")).expect("no script fails").len()
    };
    let (whole, cut) = (reach(house("")), reach(house("fn movement(limits, at) { #{ less: 3 } }")));
    assert!(cut < whole && cut > 1, "{cut} of {whole}");
}

#[test]
fn an_event_adds_to_the_strength_of_a_side() {
    let strength = |functions: &str| {
        let rule = format!("fn rule() {{ #{{ name: \"House\", about: \"a trial\" }} }}\n{functions}\n");
        let content = Content::embedded().with_texts([("optional/house.rhai", rule)]);
        let crown_point = Situation::new().forts(French, "crown-point").put("crown-point", "22nd");
        let besieged = crown_point.inside("crown-point", "drucour bearn guyenne").siege("crown-point", 1);
        let mut game = besieged.content(content).markers("house").begin();
        game.force("drucour", "bearn").french("action", "sortie").british("avoid", "pass");
        game.dice(&[1, 1]).french("sortie", "guyenne");
        let is_told = functions.is_empty() || told(&game).contains("House) on column");
        assert!(is_told, "{}", told(&game));
        game.shots()[0].strength
    };
    assert_eq!(strength(""), 6);
    let half = "fn battle(fire, at) { if at.side == Side::FRENCH { #{ strength: -3 } } }";
    assert_eq!(strength(half), 3);
    let none = "fn battle(fire, at) { if at.side == Side::FRENCH { #{ strength: -9 } } }";
    assert_eq!(strength(none), 0, "no strength is below nothing");
}

// Other events, retreats, dice and losses

#[test]
fn an_event_plays_the_event_of_another_card() {
    let copy =
        "fn play() { if game.can_play_event(game.discard_pile()[0]) { game.play_event(game.discard_pile()[0]); } }";
    let other = "fn can_play() { game.vp(Side::FRENCH) < 5 }\nfn play() { game.score(game.side, 2, \"copied\"); }";
    let content = Content::embedded().with_texts([
        ("events/campaign.rhai", format!("// Campaign (1): a trial.\n{copy}\n")),
        ("events/small_pox.rhai", format!("// Small Pox (34): a trial.\n{other}\n")),
    ]);
    let game = |vp| {
        let situation = Situation::new().content(content.clone()).hand(French, &[1, 5, 6]).hand(British, &[2, 14, 15]);
        let mut game = situation.discarded(&[34]).vp(vp).begin();
        game.event(1);
        game
    };
    assert_eq!(game(3).vp(), 5);
    assert_eq!(game(6).vp(), 6, "its condition is not met");
    assert!(game(3).is_discarded(34), "it stays where it is");
}

#[test]
fn an_event_forces_units_to_retreat() {
    let retreat = "fn play() { game.retreat(game.units(game.enemy, space(\"hoosic\"))); }";
    let mut game = campaign(retreat).put("hoosic", "22nd").begin();
    game.event(1);
    game.asks(British, "retreat");
    game.answer(British, "retreat", "albany");
    assert_eq!(game.at("22nd"), "albany");
}

/// A sortie of the French at Crown Point, in which both dice show this, under a rule with these functions.
fn sortie(functions: &str, dice: &[u8]) -> Played {
    let crown_point = house(functions).forts(French, "crown-point").put("crown-point", "22nd");
    let mut game = crown_point.inside("crown-point", "drucour bearn guyenne").siege("crown-point", 1).begin();
    game.force("drucour", "bearn").french("action", "sortie").british("avoid", "pass");
    game.dice(dice).french("sortie", "guyenne");
    game
}

#[test]
fn a_die_is_rolled_again() {
    let first = |game: &Played| game.shots()[0].roll.0;
    assert_eq!(first(&sortie("", &[1, 1])), 1);
    let again = "fn reroll(again, at) { at.is_attacker && at.die == 1 }";
    let game = sortie(again, &[1, 6, 1]);
    assert_eq!(first(&game), 6);
    assert_eq!(game.shots()[1].roll.0, 1, "the other side keeps its die");
}

#[test]
fn combat_costs_more_or_fewer_steps() {
    let is_hurt = |functions: &str| {
        let game = sortie(functions, &[6, 1]);
        game.is_reduced("22nd") || game.state().pieces.space(find_piece("22nd")).is_none()
    };
    assert!(is_hurt(""));
    assert!(!is_hurt("fn losses(steps, at) { if at.side == Side::BRITISH { 0 } }"));
}

#[test]
fn winter_costs_fewer_units() {
    let fate = |functions: &str| {
        let albany = house(functions).put("albany", "bearn").inside("albany", "22nd 27th*").siege("albany", 0);
        albany.year_ends().begin().at("27th")
    };
    assert_eq!(fate(""), "eliminated");
    assert_eq!(fate("fn winter_losses(lost, at) { max(lost - 1, 0) }"), "albany");
}
