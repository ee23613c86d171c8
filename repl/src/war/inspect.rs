//! What follows from positions of the war: supply, control, construction sites, playable events and reach.

use super::content::Origin;
use crate::commands::inspect::Inspect;
use crate::front::Origin as _;
use crate::text::out;
use serde_json::{Value, json};
use std::fmt::Write as _;
use wilderness_engine::Generator;
use wilderness_engine::faults::{Fault, Faults, Source};
use wilderness_engine::harmless::one_line;
use wilderness_war::pieces::Pieces;
use wilderness_war::{Inspection, PieceSet, Position, Scripts, Side, Standing};

/// Shows what follows from the positions in a text.
///
/// # Errors
/// Positions with faults, unknown pieces.
pub fn run(asked: &Inspect<'_>) -> miette::Result<()> {
    let Inspect { content, json: as_json, reach, .. } = *asked;
    let source = asked.positions()?;
    let scripts = Origin::named(content, false).load()?;
    let reach = reach.map(pieces).transpose()?;
    let is_array = source.text().trim_start().starts_with('[');
    // Everything is checked before anything is printed. Positions are held one at a time, since there may be many.
    let warned = check(source, &scripts)?;
    let (open, close) = if as_json && is_array { ("[", "]\n") } else { ("", if as_json { "\n" } else { "" }) };
    out::print(open)?;
    for (index, entry) in Position::entries(source)?.enumerate() {
        let entry = entry?;
        let checked = entry.check(&scripts, Generator::seeded(0))?;
        let inspection = checked.view(&scripts).inspect(reach).map_err(|halt| miette::miette!("{halt}"))?;
        let comma = if as_json && index > 0 { "," } else { "" };
        out::print(&match as_json {
            true => format!("{comma}{}", answer(entry.id.as_deref(), &inspection)),
            false => render(entry.id.as_deref(), &inspection),
        })?;
    }
    out::print(close)?;
    if let Some(more) = warned.more() {
        out::warn(&format!("{more}\n"));
    }
    Ok(())
}

/// Checks every position of a text and prints the warnings, up to a limit. Returns the warnings.
fn check(source: &Source, scripts: &Scripts) -> Result<Faults, Faults> {
    let (mut faults, mut warned) = (Faults::none(), Faults::none());
    for entry in Position::entries(source)? {
        // After a fault nothing is printed, so only the syntax of the rest is checked.
        let warnings = entry.and_then(|entry| match faults.has_errors() {
            true => Ok(Faults::none()),
            false => entry.check(scripts, Generator::seeded(0)).map(|checked| checked.warnings),
        });
        match warnings {
            Ok(warnings) => warned.append(warnings),
            Err(more) => faults.append(more),
        }
    }
    if !faults.has_errors() {
        warned.iter().for_each(|warning| out::warn(&format!("{}\n", warning.line())));
    }
    faults.into_result(warned)
}

/// The pieces with these ids.
fn pieces(ids: &[String]) -> Result<PieceSet, Faults> {
    let mut faults = Faults::none();
    let all = Pieces::get();
    let found = ids.iter().filter_map(|id| {
        let piece = all.find(id);
        if piece.is_none() {
            let fault = Fault::error("inspect::unknown_piece", format!("no such piece: `{id}`"));
            faults.push(fault.did_you_mean(id, all.ids()));
        }
        piece
    });
    let found = found.collect();
    faults.into_result(found)
}

fn answer(id: Option<&str>, inspection: &Inspection) -> Value {
    let mut answer = json!(inspection);
    if let (Some(id), Some(object)) = (id, answer.as_object_mut()) {
        object.insert("id".into(), json!(id));
    }
    answer
}

/// A position as text.
fn render(id: Option<&str>, inspection: &Inspection) -> String {
    let mut text = String::new();
    if let Some(id) = id {
        let _ = writeln!(text, "{}", one_line(id));
    }
    for (side, standing) in [(Side::French, &inspection.french), (Side::British, &inspection.british)] {
        let Standing { supplied, controlled_fortresses_and_ports, stockade_sites, fort_sites, playable_events } =
            standing;
        let _ = writeln!(text, "{side}");
        for (what, spaces) in [
            ("supplied", supplied),
            ("fortresses and ports", controlled_fortresses_and_ports),
            ("stockade sites", stockade_sites),
            ("fort sites", fort_sites),
        ] {
            let _ = writeln!(text, "  {what}: {}", list(spaces));
        }
        let events: Vec<String> = playable_events.iter().map(u8::to_string).collect();
        let _ = writeln!(text, "  playable events: {}", list(&events));
    }
    for (piece, reach) in &inspection.reach {
        let _ = writeln!(text, "{piece}\n  by land or boat: {}", list(&reach.land_or_boat));
        let _ = writeln!(text, "  by sea: {}\n  against the enemy: {}", list(&reach.naval), list(&reach.attack));
    }
    text
}

fn list(words: &[String]) -> String {
    if words.is_empty() { "none".into() } else { words.join(" ") }
}
