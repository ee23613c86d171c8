//! An analysis for people: a table of the chances by turn, totals, turning points and mistakes.

use super::news;
use crate::prompt::front::Front;
use crate::text::columns::{line_width, wrap};
use crate::text::list::list;
use crate::text::names::capital;
use crate::text::style::{BOLD, DIM, paint};
use crate::text::table::TextTable;
use wilderness_engine::Game;
use wilderness_engine::analysis::{AnalysedMoment, Analysis, CurvePoint, Happened, JudgedDecision, Mistake, Totals};

/// The number of turning points.
const TURNING_POINTS: usize = 5;
/// The most mistakes that are told.
const MISTAKES: usize = 10;
/// The most rows of the table of chances.
const ROWS: usize = 24;
/// The length of a bar that stands for certainty.
const BAR: usize = 30;
/// The most sentences that tell of a moment.
const SENTENCES: usize = 3;

/// An analysis as text.
pub fn text<F: Front>(game: &Game<F>, analysis: &Analysis<F>) -> String {
    let told = AnalysisText { game, analysis };
    let parts = [told.heading(), told.chances(), told.totals(), told.turning_points(), told.mistakes()];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
}

/// What happened at a moment of an analysis, when, and what it changed.
pub fn sentence<F: Front>(game: &Game<F>, analysis: &Analysis<F>, moment: &AnalysedMoment<F>) -> String {
    AnalysisText { game, analysis }.sentence(moment)
}

/// The luck and the mistakes of a whole game, in a sentence.
pub fn summary<F: Front>(game: &Game<F>, analysis: &Analysis<F>) -> String {
    AnalysisText { game, analysis }.summary(&analysis.totals())
}

/// A share of 1 in percentage points, with its sign.
fn signed(share: f64) -> String {
    let points = (100.0 * share).round();
    if points == 0.0 { "0".into() } else { format!("{points:+.0}") }
}

/// A share of 1 in percentage points: `12 points`.
fn points(share: f64) -> String {
    match (100.0 * share).round() {
        1.0 => "1 point".into(),
        points => format!("{points:.0} points"),
    }
}

fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

/// A paragraph with a hanging indent.
fn paragraph(text: &str, indent: usize) -> String {
    let lines = wrap(text, line_width().saturating_sub(indent));
    lines.iter().map(|line| format!("{}{line}\n", " ".repeat(indent))).collect()
}

/// What is told of an analysis.
struct AnalysisText<'a, F: Front> {
    game: &'a Game<F>,
    analysis: &'a Analysis<F>,
}

impl<F: Front> AnalysisText<'_, F> {
    fn in_sentence(&self, side: F::Side) -> String {
        F::in_sentences(self.game.scripts(), side).to_string()
    }

    fn time(&self, moment: &AnalysedMoment<F>) -> String {
        self.analysis.curve.get(moment.step).map(|point| point.told.clone()).unwrap_or_default()
    }

    fn heading(&self) -> String {
        let Analysis { depth, copies, steps, curve, seer, .. } = self.analysis;
        let result = self.game.outcome().map(|outcome| format!(": {}", F::result(outcome)));
        let mut text = paint(BOLD, format!("{}{}", F::title(self.game), result.unwrap_or_default())) + "\n";
        let seen = seer.map(|seer| format!("as {} saw it, ", self.in_sentence(seer)));
        let how = format!("{}depth {}, {copies} copies played", seen.unwrap_or_default(), depth.number());
        text += &paint(DIM, how);
        text.push('\n');
        if !self.analysis.is_whole() {
            let analysed = curve.len().saturating_sub(1);
            text += &paragraph(&format!("Stopped early: {analysed} of {steps} steps are analysed."), 0);
        }
        text
    }

    /// The chances at the first point of each time, and at the end.
    fn chances(&self) -> String {
        let curve = &self.analysis.curve;
        let mut firsts: Vec<usize> = Vec::new();
        for (number, point) in curve.iter().enumerate() {
            if number == 0 || curve[number - 1].told != point.told {
                firsts.push(number);
            }
        }
        let Some(last) = curve.len().checked_sub(1) else { return String::new() };
        let every = firsts.len().div_ceil(ROWS).max(1);
        let mut rows: Vec<(String, usize, usize)> = Vec::new();
        for (place, first) in firsts.iter().enumerate().step_by(every) {
            let behind = firsts.get(place + every).copied().unwrap_or(last.max(first + 1));
            rows.push((curve[*first].told.clone(), *first, behind));
        }
        rows.push(("at the end".into(), last, last));
        let sides = self.analysis.sides;
        let shown: Vec<F::Side> = if sides.count() == 2 { vec![sides.first()] } else { sides.iter().collect() };
        let judged: Vec<F::Side> =
            sides.iter().filter(|side| self.analysis.seer.is_none_or(|seer| seer == *side)).collect();
        let mut head = vec!["chance of winning".to_string()];
        head.extend(shown.iter().map(ToString::to_string));
        head.extend(judged.iter().map(|side| format!("{side} thought")));
        head.push(String::new());
        let head: Vec<&str> = head.iter().map(String::as_str).collect();
        let mut table = TextTable::new(&head);
        for (name, first, behind) in rows {
            let point = &curve[first];
            let chances = shown.iter().map(|side| percent(point.chances[*side]));
            let thought = judged.iter().map(|side| self.thought(*side, first, behind));
            table.row([name].into_iter().chain(chances).chain(thought).chain([self.bar(point)]));
        }
        table.render()
    }

    /// A bar with the share of each of two sides.
    fn bar(&self, point: &CurvePoint<F>) -> String {
        if self.analysis.sides.count() != 2 {
            return String::new();
        }
        let full = (point.chances[self.analysis.sides.first()] * BAR as f64).round() as usize;
        format!("{}{}", "█".repeat(full.min(BAR)), "░".repeat(BAR.saturating_sub(full)))
    }

    /// What a side could expect on average where it decided between two points of the curve.
    fn thought(&self, side: F::Side, first: usize, behind: usize) -> String {
        let own = self.analysis.moments.iter().filter_map(|moment| match &moment.what {
            Happened::Decision(judged) if (first..behind).contains(&moment.step) && judged.side == side => {
                Some(judged.expected)
            }
            _ => None,
        });
        let expected: Vec<f64> = own.collect();
        match expected.len() {
            0 => String::new(),
            count => percent(expected.iter().sum::<f64>() / count as f64),
        }
    }

    fn totals(&self) -> String {
        let totals = self.analysis.totals();
        let has_hidden = self.analysis.seer.is_none();
        let rest = if has_hidden { "remainder" } else { "the rest" };
        let mut head = vec!["in points", "luck", "decisions"];
        head.extend(has_hidden.then_some("hidden"));
        head.extend([rest, "change", "given away"]);
        let mut table = TextTable::new(&head);
        for total in &totals.sides {
            let judged = self.analysis.seer.is_none_or(|seer| seer == total.side);
            let mut row = vec![total.side.to_string(), signed(total.luck), signed(total.decisions)];
            row.extend(has_hidden.then(|| signed(total.hidden)));
            row.extend([signed(total.remainder), signed(total.change)]);
            row.push(if judged { format!("{:.0}", 100.0 * total.lost) } else { String::new() });
            table.row(row);
        }
        let mut text = table.render();
        text += &paragraph(&self.summary(&totals), 0);
        let rest = format!("{:.1}", 100.0 * totals.remainder);
        text += &paragraph(
            &match has_hidden {
                true => format!("The remainder is {rest} points on average from one step to the next."),
                false => format!(
                    "The rest is what other sides did, and what became known: {rest} points on average from one step to the next."
                ),
            },
            0,
        );
        text
    }

    /// Luck and mistakes.
    fn summary(&self, totals: &Totals<F::Side>) -> String {
        let Some(luckiest) = totals.sides.iter().max_by(|one, other| one.luck.total_cmp(&other.luck)) else {
            return String::new();
        };
        let side = self.in_sentence(luckiest.side);
        let luck = format!("luck {} for {side} (±{:.0})", signed(luckiest.luck), 100.0 * luckiest.luck_error);
        let judged = totals.sides.iter().filter(|total| total.judged > 0);
        let mistakes = judged.map(|total| {
            format!("{} {:.0} in {} of {} decisions", total.side, 100.0 * total.lost, total.mistakes, total.judged)
        });
        let mistakes = list(mistakes);
        let mistakes = if mistakes.is_empty() { String::new() } else { format!("; mistakes: {mistakes}") };
        format!("{}{mistakes}.", capital(&luck))
    }

    fn turning_points(&self) -> String {
        let points = self.analysis.turning_points(TURNING_POINTS);
        if points.is_empty() {
            return String::new();
        }
        let told: String = points.iter().map(|moment| self.moment(moment)).collect();
        format!("{}\n{told}", paint(BOLD, "What turned the game"))
    }

    fn mistakes(&self) -> String {
        let mut mistakes: Vec<&AnalysedMoment<F>> =
            self.analysis.moments.iter().filter(|moment| moment.mistake().is_some()).collect();
        let turns = self.analysis.turning_points(TURNING_POINTS);
        mistakes.retain(|moment| !turns.iter().any(|turn| std::ptr::eq(*turn, *moment)));
        let all = mistakes.len();
        mistakes.sort_by(|one, other| other.weight().total_cmp(&one.weight()));
        if mistakes.is_empty() {
            return String::new();
        }
        mistakes.truncate(MISTAKES);
        mistakes.sort_by_key(|moment| (moment.step, moment.answers.start));
        let told: String = mistakes.iter().map(|moment| self.moment(moment)).collect();
        let title = match all > MISTAKES {
            true => format!("The worst of {all} other mistakes"),
            false => "Other mistakes".into(),
        };
        format!("{}\n{told}", paint(BOLD, title))
    }

    /// What happened at a moment, and what it changed.
    fn moment(&self, moment: &AnalysedMoment<F>) -> String {
        let mut text = paragraph(&self.sentence(moment), 2);
        let mut sentences = news(self.game, moment.log.clone());
        if sentences.len() > SENTENCES {
            sentences.truncate(SENTENCES);
            sentences.push("…".into());
        }
        for sentence in sentences {
            text += &paint(DIM, paragraph(&sentence, 6).trim_end_matches('\n'));
            text.push('\n');
        }
        text
    }

    /// When it was, what it was and what it changed.
    fn sentence(&self, moment: &AnalysedMoment<F>) -> String {
        let what = match &moment.what {
            Happened::Chance => self.luck(moment),
            Happened::Decision(judged) => {
                judged.mistake.as_ref().map(|mistake| self.mistake(judged, mistake)).unwrap_or_default()
            }
        };
        format!("{}: {what}", self.time(moment))
    }

    fn luck(&self, moment: &AnalysedMoment<F>) -> String {
        let sides = self.analysis.sides.iter().map(|side| (side, moment.luck[side]));
        match sides.max_by(|(_, one), (_, other)| one.total_cmp(other)) {
            Some((side, luck)) => {
                let error = 100.0 * moment.error[side];
                format!("luck, {} for {} (±{error:.0})", points(luck), self.in_sentence(side))
            }
            None => "luck".into(),
        }
    }

    fn mistake(&self, judged: &JudgedDecision<F>, mistake: &Mistake<F>) -> String {
        let (scripts, scenario) = (self.game.scripts(), self.game.scenario());
        let named = |choice| F::named(scripts, scenario, choice, true);
        let question = F::question(scenario, &judged.ask);
        let error = 100.0 * mistake.error;
        let reason = mistake.reason.as_ref().map(|reason| format!(": {}", reason.sentence));
        let (compared, offered) = (judged.compared, judged.offered);
        let of = if compared < offered { format!("; {compared} of {offered} choices compared") } else { String::new() };
        format!(
            "{} {} (“{question}”), which gives away {} (±{error:.0}{of}). Better: {}{}.",
            F::in_sentences(scripts, judged.side).does("choose", "chooses"),
            named(judged.choice),
            points(mistake.loss),
            named(mistake.better),
            reason.unwrap_or_default()
        )
    }
}
