//! Texts from outside: records, positions, scenarios and scripts.

use crate::games::{SHORT, play_on};
use crate::scripts;
use std::rc::Rc;
use wilderness_engine::Generator;
use wilderness_engine::faults::Source;
use wilderness_war::testing::{broken_invariant, start};
use wilderness_war::{CardId, Header, PerSide, PieceSet, Position, Record, Scenario, Scripts};

/// The setups that a scenario can name.
const SETUPS: [(&str, &str); 2] = [
    ("1755", include_str!("../../scenarios/war/setups/1755.toml")),
    ("1757", include_str!("../../scenarios/war/setups/1757.toml")),
];

fn text(data: &[u8]) -> Option<&str> {
    std::str::from_utf8(data).ok()
}

/// Parses and plays a record, whose game must survive writing and reading.
pub fn record(data: &[u8]) {
    let Some(text) = text(data) else { return };
    let Ok(record) = Record::parse(&Source::new("fuzzed.record", text)) else { return };
    let Ok((game, _)) = record.take_up(scripts()) else { return };
    let written = game.record().to_string();
    let again = Record::parse(&Source::new("written.record", written.as_str())).and_then(|it| it.play(scripts(), None));
    let again = again.unwrap_or_else(|faults| panic!("what was written cannot be read: {faults}\n{written}"));
    assert!(again.state() == game.state(), "the record leads elsewhere:\n{written}");
}

/// Reads and checks a position. A possible one is written and read again, inspected, and played on from.
pub fn position(data: &[u8]) {
    let Some(text) = text(data) else { return };
    let Ok(entries) = Position::read("fuzzed.json", text) else { return };
    for entry in entries.into_iter().take(2) {
        let scripts = scripts();
        let Ok(checked) = entry.check(&scripts, Generator::seeded(1)) else { continue };
        let view = checked.view(&scripts);
        let written = view.position();
        let again =
            written.check(&scripts, Generator::seeded(1)).unwrap_or_else(|faults| panic!("not read again: {faults}"));
        assert_eq!(again.view(&scripts).position(), written);
        let few: PieceSet = view.on_map(view.active()).iter().take(3).collect();
        let _ = view.inspect(Some(few));
        let header = Header::from_position(entry.position, None, 1, &scripts);
        let Ok(mut game) = header.and_then(|header| header.begin(scripts)) else { continue };
        play_on(&mut game, &[7; SHORT]);
    }
}

/// Parses a scenario, and begins a game of a valid one.
pub fn scenario(data: &[u8]) {
    let Some(text) = text(data) else { return };
    let setups = SETUPS.map(|(name, text)| (name.to_string(), Source::new(name, text))).into();
    let scripts = scripts();
    let Ok(scenario) = Scenario::parse(&Source::new("fuzzed.toml", text), &setups, scripts.deck()) else { return };
    let state = start(&scenario, scripts.deck(), 1);
    assert_eq!(broken_invariant(&state), None);
}

/// The file of the script, if the input names no other.
const EVENT: &str = "events/small_pox.rhai";

/// Replaces the script of Small Pox, or the file that a first line `// file: NAME` names, and plays a short game in
/// which the French hold the card.
pub fn script(data: &[u8]) {
    let Some(text) = text(data) else { return };
    let named = text.lines().next().and_then(|line| line.strip_prefix("// file: ")).map(str::trim);
    let name = named.unwrap_or(EVENT);
    let Ok(scripts) = Scripts::from_sources([(name, text)]).map(Rc::new) else { return };
    let hands = PerSide { french: Some(vec![CardId(34)]), british: Some(vec![CardId(11)]) };
    let rules = scripts.compatible_rules(|_| true).into_iter().map(|rule| rule.id.clone()).collect();
    let mut header = Header { hands, ..Header::new("annus-mirabilis", 1, &scripts) };
    (header.rules, header.scripts) = (rules, Vec::new());
    let Ok(mut game) = header.begin(scripts) else { return };
    if game.proceed().is_err() || game.choose_token("card:34").is_err() || game.choose_token("event").is_err() {
        return;
    }
    let bytes: Vec<u8> = data.iter().copied().cycle().take(SHORT).collect();
    play_on(&mut game, &bytes);
}
