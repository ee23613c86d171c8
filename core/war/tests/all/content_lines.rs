//! The lines of a record with the content that it was played with.

use wilderness_engine::faults::Source;
use wilderness_engine::record::Common;
use wilderness_war::{Header, Record};

/// The longest script, in bytes.
const LONGEST_SCRIPT: usize = 65_536;

/// The header of a record with this line in it; or the code of what is wrong with the line.
fn line(text: &str) -> Result<Header, String> {
    let source = Source::new("a.record", format!("scenario annus-mirabilis\n{text}\n"));
    match Record::parse(&source) {
        Ok(record) => Ok(record.header),
        Err(faults) => Err(faults.iter().map(|fault| fault.code()).collect::<Vec<_>>().join(" ")),
    }
}

/// The lines of content of a header, as a record has them.
fn written(header: Header) -> String {
    let mut record = Record::parse(&Source::new("a.record", "scenario annus-mirabilis\n")).expect("a record");
    record.header = header;
    let text = record.to_string();
    text.lines().filter(|line| line.starts_with("content ")).map(|line| format!("{line}\n")).collect()
}

#[test]
fn a_line_is_read_as_it_was_written() {
    let text = "content events/own.rhai \"fn play() {} // # \\\"quoted\\\"\\n\"\n";
    let header = line(text.trim_end()).expect("a line");
    let texts: Vec<&str> = header.content.iter().map(|(_, source)| source.text()).collect();
    assert_eq!(texts, ["fn play() {} // # \"quoted\"\n"]);
    assert_eq!(written(header), text);
}

#[test]
fn a_name_with_a_blank_is_read_as_it_was_written() {
    let common = Common::new("annus-mirabilis", 0);
    let mut header = Header { common, ..Header::default() };
    header.content.insert("lib/our own help.rhai", Source::new("x", "fn own() {}"));
    let text = written(header);
    assert_eq!(text, "content lib/our%20own%20help.rhai \"fn own() {}\"\n");
    let read = line(text.trim_end()).expect("a line").content.clone();
    assert_eq!(read.iter().map(|(name, _)| name).collect::<Vec<_>>(), ["lib/our own help.rhai"]);
}

#[test]
fn other_names_long_texts_and_no_texts_are_refused() {
    let code = |text: &str| line(text).expect_err("a fault");
    for name in
        ["map.toml", "events/../x.rhai", "events/%2E.rhai", "events/.rhai", "scenarios/a b.toml", "/etc/x.rhai", ""]
    {
        assert_eq!(code(&format!("content {name} \"\"")), "record::content_name", "{name}");
    }
    assert_eq!(code("content deck.toml number = 1"), "record::content_text");
    let long = format!("content lib/own.rhai \"{}\"", "x".repeat(LONGEST_SCRIPT + 1));
    assert_eq!(code(&long), "record::content_size");
}
