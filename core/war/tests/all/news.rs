//! What the news call things.

use wilderness_war::news::words::{list, marker_name};

#[test]
fn names_are_listed_as_people_list_them() {
    assert_eq!(list(Vec::<&str>::new()), "nobody");
    assert_eq!(list(["Webb"]), "Webb");
    assert_eq!(list(["Webb", "22nd", "27th"]), "Webb, 22nd and 27th");
}

#[test]
fn markers_are_called_by_names() {
    assert_eq!(marker_name("no-amphib"), "No Amphib");
    assert_eq!(marker_name("quiberon"), "Quiberon");
}
