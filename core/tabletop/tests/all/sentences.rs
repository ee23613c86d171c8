//! The patterns of sentences, and how lines are read by them.

use wilderness_engine::Game;
use wilderness_engine::plain::Header;
use wilderness_engine::script::Compile as _;
use wilderness_tabletop::{FolderTexts, Tabletop};

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

/// Crown and League, in which a second answer is told with this text.
fn told(text: &str) -> FolderTexts {
    let game = FolderTexts::of_program("crown-and-league");
    let file = |name: &str| game.text(name).expect("a file").to_string();
    let begins = "[[question]]\nid = \"use\"\n";
    let data = file("game.toml");
    assert!(data.contains(begins), "{data}");
    FolderTexts::new(&data.replace(begins, &format!("{begins}told = \"{text}\"\n")), &file("rules.rhai"))
}

#[test]
fn two_answers_of_a_sentence_could_not_be_told_as_one() {
    let folder = std::rc::Rc::new(told("{side} uses {card} for {answer}").compile().expect("a folder"));
    let mut game = Game::<Tabletop>::begin(&Header::new(1), folder).expect("a game");
    game.proceed().expect("a question");
    let open = game.decision().expect("which card").clone();
    let card = game.scripts().data.called(&open.choices[0]).replacen("card ", "", 1);
    game.choose(open.choices[0]).expect("a card");
    let before = game.log().len();
    let usage = game.decision().expect("what for").choices[0];
    assert_eq!(game.log().len(), before, "nothing is told of the first answer alone");
    game.choose(usage).expect("an answer");
    let line = format!("{} uses {card} for {usage}", open.side);
    assert!(game.log().iter().any(|entry| entry.text == line), "{line}: {:?}", game.log());
    let faults = told("{side} uses {charm}").compile().map(drop).expect_err("no such question");
    assert_eq!(faults.iter().map(|fault| fault.code()).collect::<Vec<_>>(), ["tabletop::question"]);
}
