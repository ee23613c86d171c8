//! The patterns of sentences, and how lines are read by them.

use wilderness_engine::script::Compile as _;
use wilderness_tabletop::FolderTexts;

/// The codes of the faults of the data of draughts with more in it.
fn faults(more: &str) -> Vec<String> {
    let draughts = FolderTexts::of_program("draughts");
    let text = |name: &str| draughts.text(name).expect("a file").to_string();
    let data = text("game.toml").replace("[[track]]", &format!("{more}\n[[track]]"));
    match FolderTexts::new(&data, &text("rules.rhai")).compile() {
        Ok(_) => Vec::new(),
        Err(faults) => faults.iter().map(|fault| fault.code().to_string()).collect(),
    }
}

#[test]
fn a_pattern_that_no_line_can_be_read_by_is_refused() {
    let of = |pattern: &str| faults(&format!("[[sentence]]\npattern = \"{pattern}\""));
    assert_eq!(of("go|move MOVE [now]"), Vec::<String>::new());
    for wrong in
        ["MOVE", "[go] MOVE", "go NOWHERE", "go [to MOVE", "go to] MOVE", "go [[to] MOVE]", "go MOVE to MOVE", ""]
    {
        assert_eq!(of(wrong), ["tabletop::sentence"], "{wrong}");
    }
    let answers = faults("[[sentence]]\npattern = \"go MOVE\"\nanswers = { nowhere = \"x\" }");
    assert_eq!(answers, ["tabletop::sentence"]);
}

#[test]
fn a_line_is_read_in_every_way_that_its_pattern_allows() {
    let folder = crate::folder("crown-and-league");
    let march = folder.data.sentences.iter().find(|pattern| pattern.verbs().contains(&"march".into())).expect("it");
    let readings = |line: &str| -> Vec<Vec<String>> {
        let named = |reading: &Vec<(wilderness_engine::Word, std::collections::VecDeque<String>)>| {
            reading.iter().map(|(id, names)| format!("{id}={}", Vec::from(names.clone()).join("+"))).collect()
        };
        march.readings(line).iter().map(named).collect()
    };
    let found = readings("March from the Cold Pass without foot, guns and the horse to Marle");
    assert_eq!(found[0], ["order=Cold Pass", "join=foot+guns+horse", "to=Marle"]);
    assert_eq!(found[1], ["order=Cold Pass without foot+guns+horse", "to=Marle"]);
    assert_eq!(found.len(), 4, "`from` can be part of a name: {found:?}");
    assert!(readings("march greyford").is_empty() && readings("flee to marle").is_empty());
    let long = format!("march {}", "to ".repeat(1_000));
    assert!(readings(&long).len() <= 64, "a long line is not read in every way");
}

#[test]
fn a_caption_names_the_turn_and_tracks_of_the_game_only() {
    assert_eq!(faults("").len(), 0);
    let of = |caption: &str| {
        let draughts = FolderTexts::of_program("draughts");
        let text = |name: &str| draughts.text(name).expect("a file").to_string();
        let data = format!("caption = \"{caption}\"\n{}", text("game.toml"));
        FolderTexts::new(&data, &text("rules.rhai")).compile().is_ok()
    };
    assert!(of("Move {turn}, {quiet} quiet") && !of("Move {year}"));
}
