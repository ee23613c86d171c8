//! Text: how it is laid out, and how names are found in it.

use anstyle::{AnsiColor, Color, Style};
use wilderness_repl::testing::text::{
    BOLD, Fit, Name, NamedThings, TextTable, beside, downwards, find, fit, harmless, near, paint, percent, plain,
    width, wrap,
};
use wilderness_repl::testing::war::{all_names, side, with_sides};
use wilderness_war::Side;

/// The least width of a line.
const LEAST: usize = 80;

#[test]
fn columns_are_read_downwards_and_fit() {
    let items: Vec<String> = (1..=7).map(|n| format!("item {n}")).collect();
    assert_eq!(downwards(&items, 22), ["item 1  item 4  item 7", "item 2  item 5", "item 3  item 6"]);
    assert_eq!(downwards(&items, 3), items);
    assert!(downwards(&[], 80).is_empty());
}

#[test]
fn text_takes_the_width_of_the_window() {
    let text = "word ".repeat(40);
    let longest_of = |window| {
        fit(window);
        beside("a", 3, &text).lines().map(width).max()
    };
    assert_eq!([40, 80, 100, 160].map(longest_of), [Some(77), Some(77), Some(97), Some(157)]);
    fit(LEAST);
}

#[test]
fn long_lines_are_broken_between_words() {
    assert_eq!(wrap("one two three", 7), ["one two", "three"]);
    assert_eq!(beside("a", 3, "b"), "a  b");
}

fn fits(name: &str, query: &str) -> Option<Fit> {
    Name::new(name).fits(query)
}

#[test]
fn the_words_of_a_query_begin_words_of_the_name_in_any_order() {
    assert_eq!(fits("Hudson Carry North", "hud north"), Some(Fit::Part));
    assert_eq!(fits("Hudson Carry North", "N Hud"), Some(Fit::Part));
    assert_eq!(fits("Hudson Carry South", "hud north"), None);
    assert_eq!(fits("Hudson Carry North", "udson"), None);
    assert_eq!(fits("York", "york york"), None);
    assert_eq!(["1-5", "1 5", "15"].map(|typed| fits("15", typed)), [None, None, Some(Fit::Whole)]);
    assert_eq!(["2/60", "2 60", "260"].map(|typed| fits("2-60", typed)), [Some(Fit::Whole); 3]);
}

#[test]
fn accents_capitals_hyphens_and_apostrophes_do_not_matter() {
    for query in ["ile d'orleans", "Île d’Orléans", "ile dorleans", "iledorleans"] {
        assert_eq!(fits("Île d'Orléans", query), Some(Fit::Whole), "{query}");
    }
    assert_eq!(fits("Île d'Orléans", "orleans"), Some(Fit::Part));
    assert_eq!(fits("Will's Creek", "wills"), Some(Fit::Part));
    assert_eq!(fits("Baie-St-Paul", "st paul"), Some(Fit::Part));
    assert_eq!(fits("St-Jean", "stjean"), Some(Fit::Whole));
    assert_eq!(fits("St-Jean", "Saint Jean"), Some(Fit::Whole));
    assert_eq!(fits("1/60th", "1-60"), Some(Fit::Part));
    assert_eq!(fits("V. Étrangers", "etrang"), Some(Fit::Part));
}

#[test]
fn a_whole_name_wins_over_a_part() {
    let names = [Name::new("York"), Name::new("New York")];
    let found = |query: &str| find(query, names.iter().zip(0..));
    assert_eq!(found("york"), [0]);
    assert_eq!(found("yor"), [0, 1]);
    assert_eq!(found("new"), [1]);
    assert!(found("albany").is_empty());
}

#[test]
fn hints_tell_apart_but_do_not_name() {
    let name = Name::new("Connecticut").hint("at New Haven");
    assert_eq!(name.fits("conn haven"), Some(Fit::Part));
    assert_eq!(name.fits("conn at new haven"), Some(Fit::Part));
    assert_eq!(name.fits("haven"), None);
}

#[test]
fn slips_of_the_pen_have_neighbours() {
    assert_eq!(near("montrael", ["Montréal", "Québec", "Montcalm"]).first(), Some(&"Montréal"));
    assert_eq!(near("ticonderago", ["Ticonderoga", "Tioga"]), ["Ticonderoga"]);
    assert!(near("xyzzy", ["Montréal"]).is_empty());
}

#[test]
fn colours_stay_and_everything_else_that_does_something_becomes_visible() {
    let blue = Style::new().fg_color(Some(Color::Ansi(AnsiColor::BrightBlue))).bold();
    let own = format!("{}\n\t{}", paint(BOLD, "Wilderness War"), paint(blue, "Île d'Orléans"));
    assert_eq!(harmless(&own), own);
    assert_eq!(harmless("\u{1b}[38;5;12mblue\u{1b}[0m"), "\u{1b}[38;5;12mblue\u{1b}[0m");
    let foreign = "\u{1b}[2J\u{1b}]0;title\u{7}\r\u{9b}1m\u{202e}\u{1b}[8mhidden\u{1b}[m";
    assert_eq!(harmless(foreign), "\\u001b[2J\\u001b]0;title\\u0007\\u000d\\u009b1m\\u202e\\u001b[8mhidden\u{1b}[m");
    assert_eq!(plain("\u{1b}[1mbold\u{1b}[0m"), "bold");
}

#[test]
fn json_stays_json() {
    let text = "\u{9b}\u{202e}\u{1b}[2J";
    let json = serde_json::to_string(text).unwrap();
    assert_eq!(serde_json::from_str::<String>(&harmless(&json)).unwrap(), text);
}

#[test]
fn numbers_stand_to_the_right_and_the_last_column_is_broken() {
    let mut table = TextTable::new(&["Name", "Strength", "Note"]);
    table.row(["a".into(), "12".into(), "short".into()]);
    table.row(["longer".into(), "3".into(), "word ".repeat(20).trim().into()]);
    let text = anstream::adapter::strip_str(&table.render()).to_string();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[..2], ["Name    Strength  Note", "a             12  short"]);
    assert_eq!(lines.len(), 4);
    assert!(lines.iter().all(|line| width(line) <= 80));
}

#[test]
fn a_small_chance_is_not_nothing() {
    let all = [0.0, 0.001, 0.5, 0.999, 1.0].map(percent);
    assert_eq!(all, ["0 %", "<1 %", "50 %", ">99 %", "100 %"]);
}

#[test]
fn only_whole_names_of_sides_are_coloured() {
    let french = paint(side(Side::French), "French");
    let british = paint(side(Side::British), "British");
    assert_eq!(with_sides("French fire; the British"), format!("{french} fire; the {british}"));
    assert_eq!(with_sides("Frenchmen at Albany"), "Frenchmen at Albany");
}

#[test]
fn what_is_asked_for_often_is_found_as_it_is_otherwise() {
    let titles: &[&str] = &["fort", "stockade"];
    let mut all: Vec<(Name, usize)> =
        all_names().into_iter().map(|name| Name::new(name).titled(titles)).zip(0..).collect();
    all.push((Name::new("d'Orléans").also("Île aux Noix").hint("second"), all.len()));
    let named = NamedThings::new(all.clone());
    let mut typed: Vec<String> =
        ["", "fort", "fort nia gara", "dorl", "d orl", "aux noix second", "second", "zebra", "the fort"]
            .map(str::to_string)
            .into();
    for name in all_names() {
        let words: Vec<&str> = name.split([' ', '-']).collect();
        let (first, last) = (words[0], words[words.len() - 1]);
        typed.extend([
            name.to_string(),
            words.concat(),
            format!("fort {last}"),
            format!("{last} {first}"),
            format!("{first}x"),
        ]);
        typed.extend(name.char_indices().map(|(end, _)| name[..end].to_string()));
    }
    let mut found = 0;
    for typed in typed {
        let plainly = find(&typed, all.iter().map(|(name, thing)| (name, *thing)));
        found += usize::from(!plainly.is_empty());
        assert_eq!(named.find(&typed), plainly, "{typed}");
    }
    assert!(found > 1000, "{found}");
}
