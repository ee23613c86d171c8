//! Names of pieces and spaces in sentences.

use wilderness_repl::testing::war::{SentenceError, are_equal, force, spaces};
use wilderness_tests::situation::{Situation, find_piece};
use wilderness_war::{PieceSet, Side, View};

#[test]
fn units_that_have_not_done_the_same_in_this_phase_are_not_equal() {
    let [one, other] = ["mohawk-1", "mohawk-2"].map(find_piece);
    let game = Situation::new().put("albany", "mohawk-1 mohawk-2").game();
    let view = View::public(&game);
    assert!(are_equal(&view, &[("mover", PieceSet::EMPTY)], one, other));
    assert!(!are_equal(&view, &[("mover", PieceSet::one(one))], one, other), "one of them has acted");
    let game = Situation::new().put("albany", "mohawk-1 mohawk-2*").game();
    assert!(!are_equal(&View::public(&game), &[], one, other), "one of them is reduced");
}

fn named(text: &str) -> Result<Vec<String>, SentenceError> {
    let spaces = spaces(&[text.to_string()])?;
    Ok(spaces.iter().map(|space| space.to_string()).collect())
}

#[test]
fn names_side_by_side_are_told_apart() {
    assert_eq!(named("augusta winchester").unwrap(), ["Augusta", "Winchester"]);
    assert_eq!(named("oswego oneida carry west").unwrap(), ["Oswego", "Oneida Carry West"]);
    assert_eq!(named("york new haven new york").unwrap(), ["York", "New Haven", "New York"]);
    assert_eq!(named("the head of elk montreal").unwrap(), ["Head of Elk", "Montréal"]);
    assert_eq!(named("ILE D'ORLEANS quebec").unwrap(), ["Île d'Orléans", "Québec"]);
}

#[test]
fn a_name_of_several_spaces_lists_them() {
    let error = named("quebec hudson").unwrap_err().to_string();
    assert_eq!(error, "which `hudson`? Type its name or place:\n    Hudson Carry North\n    Hudson Carry South");
}

#[test]
fn a_name_of_no_space_has_neighbours() {
    let error = named("ticonderago").unwrap_err().to_string();
    assert_eq!(error, "`ticonderago` is not a space of the map; did you mean Ticonderoga?");
    assert!(named("augusta winchster").unwrap_err().to_string().contains("did you mean Winchester"));
}

#[test]
fn a_force_is_named_in_words() {
    let situation = Situation::new().put("montreal", "montcalm levis bearn la-sarre huron").put("oswego", "ottawa");
    let game = situation.game();
    let read = |text: &str| force(&game, Side::French, text).map(wilderness_war::news::words::list);
    assert_eq!(read("montcalm with all").as_ref().map(|text| text.matches(", ").count()), Ok(3));
    assert_eq!(read("all at montreal"), read("montcalm with all"));
    assert_eq!(read("ottawa oswego"), Ok("Ottawa".into()));
    assert_eq!(read("2 regulars"), Ok("Béarn and La Sarre".into()));
    assert!(matches!(read("2 bearn"), Err(SentenceError::Refused(_))));
    assert!(read("webb").is_err() && read("all").is_err() && read("").is_err());
}
