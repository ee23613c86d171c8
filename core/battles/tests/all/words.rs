//! Columns, names and answers, and the text that each is written as.

use wilderness_battles::testing::Column;
use wilderness_battles::{Choice, Id};
use wilderness_engine::Choice as _;

#[test]
fn columns_are_ratios() {
    let column = |text| Column::from_text(text).expect("odds");
    assert_eq!(["1.5-1", "1-5", "6-1"].map(|text| column(text).to_string()), ["1.5-1", "1-5", "6-1"]);
    assert!(column("1.5-1").is_reached(8, 5) && !column("2-1").is_reached(8, 5));
    assert!(column("1-2").is_reached(8, 16) && !column("1-2").is_reached(8, 17));
    assert_eq!(["", "3", "0-1", "1.4-1", "-1-1", "70000.5-1"].map(Column::from_text), [None; 6]);
}

#[test]
fn names_are_in_the_order_of_their_text() {
    let names = ["44-1", "a", "a-1", "ab", "royal-roussillon"].map(|text| Id::new(text).expect("a name"));
    assert!(names.is_sorted());
    assert_eq!(names[4].to_string(), "royal-roussillon");
    assert_eq!(["", "A", "a b", &"a".repeat(25)].map(Id::new), [None; 4]);
}

#[test]
fn answers_are_in_the_order_of_their_tokens_and_can_be_read() {
    let tokens = [
        "attack:1",
        "attack:10",
        "attack:2",
        "convert",
        "declare",
        "done",
        "exit",
        "face:6",
        "go",
        "hex:0810",
        "march:44-1",
        "marker:ambush",
        "marker:forced-march",
        "none",
        "rout",
        "stop",
        "unit:44-1",
        "with:wolfe",
    ];
    assert!(tokens.is_sorted());
    let choices = tokens.map(|token| Choice::from_token(token).expect(token));
    assert!(choices.is_sorted());
    assert_eq!(choices.map(Choice::token), tokens);
    let wrong = ["attack:01", "face:7", "hex:810", "unit:", "unit:A", "marker:x", "move:0810", "", "stop:1"];
    assert_eq!(wrong.map(Choice::from_token), [None; 9]);
}
