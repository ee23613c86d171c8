//! Names of files in records, and the places of a record in its game.

use wilderness_engine::content::file_name::{as_word, from_word};
use wilderness_engine::testing::places;

#[test]
fn a_name_is_one_word_and_is_read_as_it_was() {
    assert_eq!(as_word("events/night_raid.rhai"), "events/night_raid.rhai");
    assert_eq!(as_word("events/night raid.rhai"), "events/night%20raid.rhai");
    for name in ["deck.toml", "lib/100% mine #2.rhai", "events/a\u{a0}b\tc.rhai", "lib/\"é\".rhai", "%", "%zz", "%2"] {
        let word = as_word(name);
        assert!(word.split_whitespace().eq([word.as_str()]) && !word.contains('#'), "{word}");
        assert_eq!(from_word(&word), name);
    }
}

#[test]
fn words_that_were_not_written_so_stay_as_they_are() {
    for word in ["100%", "%zz", "%é", "%FF"] {
        assert_eq!(from_word(word), word);
    }
}

#[test]
fn lines_after_omitted_dice_have_their_places_in_the_game() {
    let record = ["red card card:1", "red use event", "blue card card:2"];
    let game = ["red card card:1", "red use event", "roll event 3", "blue card card:2"];
    assert_eq!(places(&record, &game), [1, 2, 4]);
}
