//! Undoing dice is noted in the record, and a trial reveals nothing that the players do not know.

use wilderness_tests::{choices, pending, play};
use wilderness_war::{Game, Halt, Record};

/// A raid before its last choice: the Huron move to a British space, and a die follows.
fn before_a_raid() -> Game {
    let text = "scenario annus-mirabilis\nseed 5\nposition {\"year\": 1757, \"pieces\": {\"huron\": {\"at\": \
                \"juniata\"}}, \"hands\": {\"french\": [1, 2], \"british\": [3, 4]}}\nfrench card card:1\n\
                french use individual\nfrench activate piece:huron\n\
                french march space:harris-s-ferry\n";
    let game = play("raid.record", text).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(pending(&game), "french march", "{:?}", choices(&game));
    game
}

fn notes(game: &Game) -> Vec<String> {
    let text = game.record().to_string();
    text.lines().filter(|line| line.starts_with("undone ")).map(str::to_string).collect()
}

#[test]
fn a_trial_stops_where_the_dice_would_decide() {
    let game = before_a_raid();
    let mut trial = game.copies().trial();
    assert_eq!(trial.decision(), game.decision());
    trial.choose_token("stop").expect("an answer");
    assert_eq!(trial.now().broken(), Some(&Halt::Chance));
    assert!(trial.history().iter().skip(game.past().answers()).all(|answer| !answer.is_chance()));
    assert!(trial.past_mut().undo() && trial.decision() == game.decision());
}

#[test]
fn dice_that_are_taken_back_stay_noted() {
    let mut game = before_a_raid();
    let (known, before) = (game.past().answers(), game.record().to_string());
    game.choose_token("stop").expect("an answer");
    let after = game.record().to_string();
    assert!(game.past_mut().undo_to(known) && pending(&game) == "french march");
    let noted = notes(&game);
    assert!(noted.first().is_some_and(|line| line.starts_with("undone roll raid ")), "{noted:?}");
    assert_eq!(game.record().to_string(), format!("{before}{}\n", noted.join("\n")));
    // The notes survive saving, and going further back.
    let text = game.record().to_string();
    let mut loaded = play("saved.record", &text).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(loaded.record().to_string(), text);
    assert!(loaded.past_mut().undo_to(1));
    assert_eq!(notes(&loaded), noted);
    let again = play("saved.record", &loaded.record().to_string()).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(again.record(), loaded.record());
    assert_eq!(loaded.record().results_taken_back(), noted.len());
    // What is redone does not count as taken back.
    assert!(game.past_mut().redo());
    assert_eq!(game.record().to_string(), after);
    assert!(game.past_mut().undo() && notes(&game).is_empty(), "a trial does not count as going back");
}

#[test]
fn several_choices_are_undone_and_redone_at_once() {
    let mut game = before_a_raid();
    let (text, known) = (game.record().to_string(), game.past().answers());
    assert!(!game.past_mut().undo_to(known), "there is nothing after the last answer");
    assert!(game.past_mut().undo_to(2) && game.past().answers() == 2 && game.past_mut().redo());
    assert_eq!(game.record().to_string(), text);
    assert!(!game.past_mut().redo());
}

#[test]
fn the_line_numbers_of_a_record_count_its_notes() {
    let mut game = before_a_raid();
    game.choose_token("stop").expect("an answer");
    assert!(game.past_mut().undo_to(1));
    let record: Record = game.record();
    let text = record.to_string() + "french use dance\n";
    let message = play("wrong.record", &text).err().expect("no such use");
    assert!(message.contains("dance"), "{message}");
}
