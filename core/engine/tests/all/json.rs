//! JSON that knows where it stands.

use wilderness_engine::faults::{Fault, Faults, Source};
use wilderness_engine::json::JsonNode;

fn source(text: &str) -> Source {
    Source::new("x.json", text)
}

#[test]
fn every_value_knows_where_it_stands() {
    let source = source(r#" { "a\"é" : [ 1, {"b":"x ]}"} , null ], "c": {} } "#);
    let node = JsonNode::parse("x", &source).expect("sound");
    let list = &node.member("a\"é").expect("a member").value;
    let text: Vec<&str> = list.items.iter().map(|item| source.slice(item.span.clone())).collect();
    assert_eq!(text, ["1", r#"{"b":"x ]}"}"#, "null"]);
    assert_eq!(source.slice(list.items[1].value_at(&["b"]).span.clone()), r#""x ]}""#);
    assert_eq!(source.slice(node.value_at(&["c", "d"]).span.clone()), "{}");
}

#[test]
fn what_is_not_json_is_pointed_at() {
    let faults = JsonNode::parse("x", &source("{\"a\": 1,\n \"b\" 2}")).expect_err("a fault");
    let fault = faults.iter().next().expect("one");
    assert_eq!((fault.code(), fault.pointed()), ("x::syntax", "2"));
    assert!(JsonNode::parse("x", &source("")).is_err());
}

#[test]
fn a_list_is_read_item_by_item() {
    let items = |text: &str| {
        let source = source(text);
        let items = JsonNode::items_within("x", &source, 0..text.len()).expect("sound");
        items.map(|item| source.slice(item.span.clone()).to_string()).collect::<Vec<_>>()
    };
    assert_eq!(items(" [ {\"a\": [1, 2]} , 3,[ ]] "), ["{\"a\": [1, 2]}", "3", "[ ]"]);
    assert_eq!((items("[]").len(), items(" {} ")), (0, vec!["{}".to_string()]));
    let deep = source(&"[".repeat(1000));
    assert!(JsonNode::items_within("x", &deep, 0..1000).is_err(), "no text is nested so deeply that the stack ends");
}

#[test]
fn a_number_that_is_too_large_is_pointed_at_where_it_begins() {
    let text = format!("{{\"vp\": {}}}", "1".repeat(100_000));
    let faults = JsonNode::parse("x", &source(&text)).expect_err("a fault");
    let at = faults.iter().next().and_then(|fault| fault.labels().next().map(|(span, _)| span));
    assert_eq!(at.map(|span| span.start), Some(7));
}

#[test]
fn a_key_given_twice_is_noticed_at_any_depth() {
    let source = source(r#"[{"a": {"b": 1, "b": 2}}]"#);
    let mut faults = Faults::none();
    JsonNode::parse("x", &source).expect("sound").doubled_keys("x", &source, &mut faults);
    assert_eq!(faults.iter().map(Fault::code).collect::<Vec<_>>(), ["x::duplicate_key"]);
}
