//! Positions: written and read again, and refused if they cannot be.

use crate::situation::{Situation, battles};
use serde_json::{Value, json};
use wilderness_battles::{FrenchAndIndianWarBattles, Game, Header, Options, Position, PositionEntry, Side};
use wilderness_engine::Generator;
use wilderness_engine::agents::Random;
use wilderness_engine::faults::Source;
use wilderness_engine::record::Header as _;
use wilderness_engine::{Agent, Side as _};

#[test]
fn a_position_of_a_battle_is_read_as_it_was_written() {
    let battles = battles();
    let options = Options { tactics: true, trains: true, burning: true, ..Options::default() };
    let mut taken = 0;
    for seed in 1..=3 {
        let mut game = Game::begin(&Header::new("quebec", seed, options.clone()), battles.clone()).expect("a battle");
        let mut agents = Side::BOTH.map(|side| Random::new(seed, side));
        loop {
            game.proceed().expect("sound rules");
            let Some(decision) = game.decision().cloned() else { break };
            let settled =
                game.past().history_of_step().is_empty().then(|| Position::from_state(game.scenario(), game.state()));
            if let Some(Ok(position)) = settled {
                let text = serde_json::to_string(&position).expect("JSON");
                let entry = PositionEntry::read(&Source::new("position", text)).expect("a position");
                if let Ok(mut state) = entry.check(game.scenario(), Generator::seeded(0)) {
                    taken += 1;
                    let now = game.state();
                    state.generator = now.generator.clone();
                    // Attacks of an earlier phase, and how often a side was tried, do not matter any more.
                    assert_eq!((&state.pieces, &state.markers, &state.dp), (&now.pieces, &now.markers, &now.dp));
                    assert_eq!((state.step, state.burning, &state.anchors), (now.step, now.burning, &now.anchors));
                }
            }
            let agent: &mut dyn Agent<FrenchAndIndianWarBattles> = &mut agents[decision.side.index()];
            let choice = agent.choose(&game.view(decision.side), &decision);
            game.choose(choice).unwrap_or_else(|refused| panic!("{refused:?}"));
        }
    }
    assert!(taken > 300, "{taken}");
}

#[test]
fn a_battle_can_start_from_where_another_stands() {
    let units = json!({"bearn": {"at": "1906"}, "15-foot": {"at": "0106"}});
    let play = Situation::new(
        json!({"scenario": "quebec", "turn": 2, "phase": "movement", "phasing": "french", "units": units}),
    );
    let header = play.0.copies().header_from_here(7, play.0.scripts()).expect("a position");
    let again = Game::begin(&header, battles()).expect("a battle");
    assert_eq!(again.state().pieces, play.state().pieces);
    assert!(header.write().contains("seed 7\nposition {"), "{}", header.write());
}

#[test]
fn what_cannot_be_is_refused() {
    let refused = |change: Value| {
        let mut position = json!({"scenario": "lake-george", "turn": 2, "units": {"conn-1": {"at": "0810"}}});
        position.as_object_mut().expect("keys").extend(change.as_object().expect("keys").clone());
        Situation::begin(&position, []).err().unwrap_or_default().concat()
    };
    assert_eq!(refused(json!({})), "");
    assert_eq!(refused(json!({"units": {"conn-1": {"at": "0810"}, "conn-2": {"at": "0810"}}})), "position::impossible");
    assert_eq!(refused(json!({"units": {"conn-1": {"at": "0810"}, "huron": {"at": "0810"}}})), "position::impossible");
    assert_eq!(refused(json!({"units": {"conn-1": {"at": "0701"}}})), "position::impossible");
    assert_eq!(refused(json!({"units": {"conn-1": {"at": "2110"}}})), "position::hex");
    assert_eq!(refused(json!({"units": {"conn-9": {"at": "0810"}}})), "position::unit");
    assert_eq!(refused(json!({"units": {"johnson": {"at": "0810", "disordered": true}}})), "position::unit_state");
    assert_eq!(refused(json!({"eliminated": ["conn-1"]})), "position::twice");
    assert_eq!(refused(json!({"off_map": {"fort-lyman": ["conn-2"]}})), "position::arrival");
    assert_eq!(refused(json!({"arriving": ["new-hampshire"]})), "position::arriving");
    assert_eq!(refused(json!({"burning": ["0810"]})), "position::burning");
    assert_eq!(refused(json!({"turn": 16})), "position::turn");
    assert_eq!(refused(json!({"options": ["snow"]})), "position::option");
    assert_eq!(refused(json!({"weather": "fine"})), "position::unknown_key");
    let exposed = json!({"units": {"johnson": {"at": "0810"}, "huron": {"at": "0710"}}});
    assert_eq!(refused(exposed), "position::unsettled");
}
