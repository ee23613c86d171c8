//! The tests of games that are folders, in one binary.

mod draughts;
mod random;

use wilderness_engine::faults::{Fault, Faults};

/// Faults with the lines at which they point.
fn shown(faults: &Faults) -> String {
    faults.iter().map(shown_fault).collect::<Vec<_>>().join("\n")
}

fn shown_fault(fault: &Fault) -> String {
    let places = fault.labels().map(|(span, label)| {
        let text = fault.source_text().map_or("", |source| source.text());
        let line = text.get(..span.start).map_or(0, |before| before.lines().count());
        format!("line {line}: `{}`: {label}", text.get(span.clone()).unwrap_or_default())
    });
    format!("{fault} [{}]", places.collect::<Vec<_>>().join("; "))
}
