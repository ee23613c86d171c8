//! The tables of a game's rules, such as that of combat, as `tables` shows them.

use crate::text::columns::{beside, line_width, wrap};
use crate::text::names::fold;
use crate::text::style::{BOLD, DIM, paint};

/// A table of the rules.
#[derive(Clone, Debug)]
pub struct Chart {
    /// The words that name it, the first of which is listed: `combat`, `crt`.
    pub words: &'static [&'static str],
    /// Its heading, with the number of its rule.
    pub title: String,
    /// Where its figures come from.
    pub figures: Figures,
    /// The table itself, in whole lines.
    pub text: String,
    /// What applies to it; may be empty.
    pub note: String,
}

/// Where the figures of a table come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Figures {
    /// They are those of the rules.
    Printed,
    /// Some are reconstructed: the printed ones are not at hand.
    PartlyReconstructed,
    /// All are.
    Reconstructed,
}

impl Figures {
    /// Those of a table of which these parts are reconstructed.
    pub fn of(reconstructed: impl IntoIterator<Item = bool>) -> Figures {
        let (mut some, mut all) = (false, true);
        for part in reconstructed {
            some |= part;
            all &= part;
        }
        match (some, all) {
            (false, _) => Figures::Printed,
            (true, false) => Figures::PartlyReconstructed,
            (true, true) => Figures::Reconstructed,
        }
    }
}

impl Chart {
    /// Whether it has this name.
    fn is_called(&self, name: &str) -> bool {
        self.words.iter().any(|word| word.starts_with(name) || name.strip_suffix(" table") == Some(*word))
    }

    fn mark(&self) -> String {
        match self.figures {
            Figures::Printed => String::new(),
            Figures::PartlyReconstructed => paint(DIM, " (partly reconstructed)"),
            Figures::Reconstructed => paint(DIM, " (reconstructed)"),
        }
    }

    fn render(&self) -> String {
        let lines = if self.note.is_empty() { Vec::new() } else { wrap(&self.note, line_width()) };
        let note: String = lines.into_iter().map(|line| paint(DIM, line) + "\n").collect();
        format!("{}{}\n{}{note}", paint(BOLD, &self.title), self.mark(), self.text)
    }
}

/// The table with this name, all of them, or without a name their list.
///
/// # Errors
/// When there is none of this name, or none at all.
pub fn render(charts: &[Chart], name: &str) -> Result<String, String> {
    let name = fold(name.trim());
    let list = || charts.iter().filter_map(|chart| chart.words.first()).copied().collect::<Vec<_>>().join(", ");
    if charts.is_empty() {
        return Err("the rules of this game have no tables".into());
    }
    if name.is_empty() {
        let line = |chart: &Chart| {
            let word = chart.words.first().copied().unwrap_or_default();
            beside(&format!("  {word}"), 16, &format!("{}{}", chart.title, chart.mark())) + "\n"
        };
        return Ok(charts.iter().map(line).collect::<String>() + "`tables NAME` shows one, `tables all` all of them.\n");
    }
    let found: Vec<String> =
        charts.iter().filter(|chart| name == "all" || chart.is_called(&name)).map(Chart::render).collect();
    match found.is_empty() {
        true => Err(format!("no table is called `{name}`: there are {}", list())),
        false => Ok(found.join("\n")),
    }
}
