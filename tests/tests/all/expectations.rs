//! Expectations, with which other tests compare positions.

use serde_json::json;
use wilderness_tests::expect::{differences, updated};

#[test]
fn only_what_is_named_counts() {
    let found = json!({"vp": 3, "pieces": {"huron": {"at": "niagara"}, "mingo-1": {"at": "logstown"}}});
    assert!(differences(&json!({"vp": 3}), &found).is_empty());
    assert!(differences(&json!({"pieces": {"huron": {"at": "niagara"}, "dumas": null}}), &found).is_empty());
    let wrong = json!({"vp": 2, "pieces": {"huron": {"at": "niagara", "reduced": true}, "mingo-1": null}});
    let expected = [
        "pieces.huron.reduced: expected true, found null",
        r#"pieces.mingo-1: expected null, found {"at":"logstown"}"#,
        "vp: expected 2, found 3",
    ];
    assert_eq!(differences(&wrong, &found), expected);
    assert_eq!(
        updated(&wrong, &found),
        json!({"vp": 3, "pieces": {"huron": {"at": "niagara", "reduced": null}, "mingo-1": {"at": "logstown"}}})
    );
}
