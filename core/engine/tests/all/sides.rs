//! The sides of a game as a value, and values with one entry per side.

use wilderness_engine::{Each, NotSides, Side as _, Sides};
use wilderness_outpost::{BLUE, RED, Side};

#[test]
fn the_others_of_a_side_are_gone_through_from_the_next_one_on() {
    let sides = Sides::of(&[RED, BLUE]);
    assert_eq!((sides.count(), sides.first(), sides.after(BLUE)), (2, RED, RED));
    assert_eq!(sides.others(BLUE).collect::<Vec<_>>(), [RED]);
    assert_eq!(Sides::of(&[RED]).others(RED).count(), 0, "a game for one");
    assert_eq!(sides.into_iter().map(|side| side.index()).collect::<Vec<_>>(), [0, 1]);
    assert_eq!((sides.with_id("blue"), sides.with_id("green")), (Some(BLUE), None));
}

#[test]
fn sides_that_content_names_are_one_to_seven_each_once_and_in_its_place() {
    assert_eq!(Sides::new(&[RED, BLUE]), Ok(Sides::of(&[RED, BLUE])));
    assert_eq!(Sides::<Side>::new(&[]), Err(NotSides::None));
    assert_eq!(Sides::new(&[RED; 8]), Err(NotSides::TooMany));
    assert_eq!(Sides::new(&[BLUE, RED]), Err(NotSides::Misplaced("blue")));
}

#[test]
fn a_value_for_each_side_is_found_by_the_side() {
    let sides = Sides::of(&[RED, BLUE]);
    let mut hands = Each::new(sides, |side| vec![side.index()]);
    hands[BLUE].push(7);
    assert_eq!(hands.of(sides), [vec![0], vec![1, 7]]);
    assert_eq!(Each::from([3, 4])[BLUE], 4);
    assert_eq!(Each::<u8>::default().of(sides), [0, 0]);
}
