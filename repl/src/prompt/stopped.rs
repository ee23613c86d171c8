//! What a stepped-through script shows: its calls, and where it stops.

use crate::prompt::front::Front;
use crate::text::columns::{beside, line_width, width};
use crate::text::style::{BOLD, DIM, paint};
use wilderness_engine::debug::{Caller, ScriptLine, Stop, Traced};

/// A call as text: `small_pox:7  game.roll() = 4`.
pub fn line(call: &Traced) -> String {
    let place = call.place.to_string();
    let text = beside(&place, width(&place) + 2, &call.text);
    // The location is dimmed.
    format!("{}{}\n", paint(DIM, &place), text.strip_prefix(place.as_str()).unwrap_or(&text))
}

/// The number of lines shown before and after a stop.
const AROUND: usize = 3;

/// A stop: the lines around it, the variables, and the call stack.
pub fn render<F: Front>(stop: &Stop<F>) -> String {
    let ScriptLine { line, .. } = stop.place;
    let mut text = format!("\n{}{}\n", paint(BOLD, format!("Stopped at {}", stop.place)), chain(&stop.calls));
    let lines = stop.source.text().lines().enumerate().map(|(index, text)| (index + 1, text));
    for (number, source) in
        lines.skip(line.saturating_sub(AROUND + 1)).take_while(|(number, _)| *number <= line + AROUND)
    {
        let mark = if number == line { '>' } else { ' ' };
        let shown = cut(&format!("{mark}{number:4}  {source}"));
        text.push_str(&if number == line { format!("{}\n", paint(BOLD, shown.trim_end())) } else { shown });
    }
    for variable in &stop.variables {
        let heading = format!("  {} = ", variable.name);
        text.push_str(&beside(&heading, width(&heading), &variable.value));
        text.push('\n');
    }
    let help = format!("`next` runs this line, `continue` continues, `undo` goes back to before {}", F::RUN_BY);
    text + format!("{}\n", paint(DIM, help)).as_str()
}

/// " in `targets`, called at small_pox:6 in `play`"
fn chain(calls: &[Caller]) -> String {
    let called = calls.iter().map(|call| {
        let name = call.function.as_ref().map_or("a closure".to_string(), |name| format!("`{name}`"));
        let at = call.called_at.as_ref().map_or(String::new(), |place| format!(", called at {place}"));
        format!(" in {name}{at}")
    });
    called.collect()
}

/// A line, cut at the width of the terminal.
pub fn cut(line: &str) -> String {
    match width(line) > line_width() {
        true => line.chars().take(line_width() - 1).chain("…\n".chars()).collect(),
        false => format!("{}\n", line.trim_end()),
    }
}
