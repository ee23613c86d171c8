//! Plots a comparison as SVG: the course of the difference, below it how far single pairs of games differ, and then the
//! events that changed.

use crate::comparison::{ChangedCount, Comparison};
use maud::{Markup, html};
use miette::miette;
use std::collections::BTreeMap;
use wilderness_engine::files::{FileForm, Output};

/// What every caption has behind what is compared.
const CAPTION: &str = ", B − A";

/// Identifies the plots of `compare`.
pub const FORM: FileForm =
    FileForm { what: "a plot of `compare`", is: |text| text.starts_with("<svg ") && text.contains(CAPTION) };

/// The size of the picture without its events, in pixels.
const SIZE: (f64, f64) = (800.0, 400.0);
/// The height of the spread of the pairs: the margin above, the bars, and the margin below.
const SPREAD: (f64, f64, f64) = (28.0, 110.0, 52.0);
/// The most bars.
const BARS: i64 = 61;
/// The margins of the events: above, for their caption, and below, for the scale.
const EVENTS: (f64, f64) = (48.0, 36.0);
/// The height of the row of an event.
const ROW: f64 = 24.0;
/// The most letters of the name of an event.
const LONGEST: usize = 30;
/// The number of steps that a scale should have.
const STEPS: f64 = 8.0;

const INK: &str = "#000";
const GRID: &str = "#ddd";
const MEAN: &str = "#00f";
const MORE: &str = "#008000";
const LESS: &str = "#f00";
const QUIET: &str = "#555";

/// Plots the mean difference in the lead of the first side and its interval against the number of pairs, and the events that
/// changed.
pub fn draw(compared: &Comparison, output: &Output) -> miette::Result<()> {
    output.write(&drawing(compared)).map_err(|refused| miette!("{refused}"))
}

fn drawing(compared: &Comparison) -> String {
    let changed = compared.changed();
    let below = if changed.is_empty() { 0.0 } else { EVENTS.0 + ROW * changed.len() as f64 + EVENTS.1 };
    let top = SIZE.1 + SPREAD.0 + SPREAD.1 + SPREAD.2;
    let (width, height) = (SIZE.0, top + below);
    let picture = html! {
        svg xmlns="http://www.w3.org/2000/svg" width=(width) height=(height) viewBox=(format!("0 0 {width} {height}"))
            font-family="sans-serif" font-size="12" {
            rect width="100%" height="100%" fill="#fff" {}
            (course(compared))
            (spread(compared))
            @if !changed.is_empty() { (events(&changed, top)) }
        }
    };
    picture.into_string()
}

/// A scale along one side of a plot: values from the first to the second, at these coordinates.
#[derive(Clone, Copy)]
struct Scale {
    values: (f64, f64),
    pixels: (f64, f64),
}

impl Scale {
    fn at(self, value: f64) -> f64 {
        let Scale { values: (least, most), pixels: (first, last) } = self;
        first + (value.clamp(least, most) - least) / (most - least) * (last - first)
    }

    /// Round values along the scale, with the digits after the point that tell them apart.
    fn marks(self) -> Vec<(f64, String)> {
        let (least, most) = self.values;
        let rough = (most - least) / STEPS;
        let power = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|step| step * power).find(|step| *step >= rough);
        let step = step.unwrap_or(rough);
        let digits = (-step.log10().floor()).max(0.0) as usize;
        let numbers = (least / step).ceil() as i64..=(most / step).floor() as i64;
        numbers.map(|number| number as f64 * step).map(|value| (value, format!("{value:.digits$}"))).collect()
    }
}

/// A line this many pixels wide.
fn line(from: (f64, f64), to: (f64, f64), colour: &str, width: u8) -> Markup {
    html! {
        line x1=(pixel(from.0)) y1=(pixel(from.1)) x2=(pixel(to.0)) y2=(pixel(to.1)) stroke=(colour)
            stroke-width=(width) {}
    }
}

fn pixel(value: f64) -> String {
    format!("{value:.1}")
}

fn points(along: impl Iterator<Item = (f64, f64)>) -> String {
    along.map(|(x, y)| format!("{x:.1},{y:.1}")).collect::<Vec<_>>().join(" ")
}

/// The marks of a horizontal scale, with lines up to `top`.
fn marks_below(scale: Scale, bottom: f64, top: f64) -> Markup {
    html! {
        @for (value, text) in scale.marks() {
            (line((scale.at(value), top), (scale.at(value), bottom + 4.0), GRID, 1))
            text x=(pixel(scale.at(value))) y=(pixel(bottom + 18.0)) text-anchor="middle" { (text) }
        }
    }
}

/// The mean difference and its interval against the number of pairs.
fn course(compared: &Comparison) -> Markup {
    let course = compared.course();
    let pairs = course.last().map_or(1, |(pairs, ..)| *pairs);
    // The wide intervals of the first few pairs would flatten everything else.
    let later = course.iter().skip(course.len() / 10);
    let margin = compared.margin();
    let reach = later.map(|(_, mean, half)| mean.abs() + half).fold(2.0 * margin, f64::max);
    let (left, right, top, bottom) = (60.0, SIZE.0 - 20.0, 62.0, SIZE.1 - 60.0);
    let [better, worse] = compared.directions();
    let across = Scale { values: (0.0, pairs as f64), pixels: (left, right) };
    let up = Scale { values: (-reach, reach), pixels: (bottom, top) };
    let high = course.iter().map(|(pairs, mean, half)| (*pairs, mean + half));
    let low = course.iter().rev().map(|(pairs, mean, half)| (*pairs, mean - half));
    let mean = course.iter().map(|(pairs, mean, _)| (*pairs, *mean));
    let place = |(pairs, value): (u64, f64)| (across.at(pairs as f64), up.at(value));
    let [a, b] = compared.names();
    let pairs_of = if a.is_empty() { "pairs of games".to_string() } else { format!("pairs of games (A: {a}; B: {b})") };
    html! {
        text x=(SIZE.0 / 2.0) y="22" text-anchor="middle" font-size="16" { (compared.conclusion()) }
        text x=(SIZE.0 / 2.0) y="44" text-anchor="middle" fill=(QUIET) {
            (compared.compared()) (CAPTION) ": the mean of all pairs so far, and the interval that holds the true difference"
        }
        (marks_below(across, bottom, top))
        @for (value, text) in up.marks() {
            (line((left - 4.0, up.at(value)), (right, up.at(value)), GRID, 1))
            text x=(pixel(left - 8.0)) y=(pixel(up.at(value) + 4.0)) text-anchor="end" { (text) }
        }
        rect x=(pixel(left)) y=(pixel(up.at(margin))) width=(pixel(right - left)) height=(pixel(up.at(-margin) - up.at(margin)))
            fill=(MORE) fill-opacity="0.12" {}
        text x=(pixel(right - 6.0)) y=(pixel(up.at(-margin) + 14.0)) text-anchor="end" fill=(MORE) {
            "within ±" (margin) ": does not matter"
        }
        polygon points=(points(high.chain(low).map(place))) fill=(MEAN) fill-opacity="0.15" {}
        (line((left, top), (left, bottom), INK, 1))
        (line((left, bottom), (right, bottom), INK, 1))
        (line(place((0, 0.0)), place((pairs, 0.0)), INK, 1))
        polyline points=(points(mean.map(place))) fill="none" stroke=(MEAN) stroke-width="2" {}
        text x=(pixel(left + 8.0)) y=(pixel(top + 16.0)) font-weight="bold" { (better) " better ↑" }
        text x=(pixel(left + 8.0)) y=(pixel(bottom - 8.0)) font-weight="bold" { (worse) " better ↓" }
        text x=(SIZE.0 / 2.0) y=(pixel(SIZE.1 - 16.0)) text-anchor="middle" { (pairs_of) }
    }
}

/// How far single pairs of games differ: a bar for each difference, or for several where there are many.
fn spread(compared: &Comparison) -> Markup {
    let (unit, spread) = compared.spread();
    let reach = spread.keys().map(|difference| difference.abs()).max().unwrap_or(0).max(2);
    // Bars of an odd number of differences: one stands for zero and its neighbours on either side alike.
    let width = 2 * (reach / BARS) + 1;
    let mut bars: BTreeMap<i64, u64> = BTreeMap::new();
    for (difference, pairs) in spread {
        *bars.entry((difference + width / 2).div_euclid(width)).or_default() += pairs;
    }
    let all = spread.values().sum::<u64>().max(1) as f64;
    let most = bars.values().max().copied().unwrap_or(1) as f64;
    let (left, right, top) = (60.0, SIZE.0 - 20.0, SIZE.1 + SPREAD.0);
    let bottom = top + SPREAD.1;
    let half = (reach + width) as f64 * unit;
    let across = Scale { values: (-half, half), pixels: (left, right) };
    let up = Scale { values: (0.0, most / all * 100.0), pixels: (bottom, top) };
    let thick = (width as f64 * unit / (2.0 * half) * (right - left) - 1.0).max(1.0);
    let [better, worse] = compared.directions();
    html! {
        text x=(SIZE.0 / 2.0) y=(pixel(top - 12.0)) text-anchor="middle" font-size="14" {
            "how far single pairs of games differ (% of the pairs)"
        }
        @for (value, text) in across.marks() {
            text x=(pixel(across.at(value))) y=(pixel(bottom + 16.0)) text-anchor="middle" { (text) }
        }
        @for (index, pairs) in &bars {
            @let share = *pairs as f64 / all * 100.0;
            @let (x, y) = (across.at((index * width) as f64 * unit) - thick / 2.0, up.at(share));
            rect x=(pixel(x)) y=(pixel(y)) width=(pixel(thick)) height=(pixel(bottom - y))
                fill=(if *index == 0 { QUIET } else { MEAN }) fill-opacity="0.6" {}
            @if *pairs as f64 == most {
                text x=(pixel(x + thick + 4.0)) y=(pixel(y + 10.0)) { (format!("{share:.0} %")) }
            }
        }
        (line((left, bottom), (right, bottom), INK, 1))
        text x=(pixel(right)) y=(pixel(bottom + 36.0)) text-anchor="end" font-weight="bold" { (better) " better →" }
        text x=(pixel(left)) y=(pixel(bottom + 36.0)) font-weight="bold" { "← " (worse) " better" }
        text x=(SIZE.0 / 2.0) y=(pixel(bottom + 36.0)) text-anchor="middle" { (compared.compared()) (CAPTION) ", in a pair" }
    }
}

/// A name that has room beside the events, cut off if it must be.
fn short(name: &str) -> String {
    if name.chars().count() <= LONGEST {
        return name.to_string();
    }
    name.chars().take(LONGEST - 1).chain(['…']).collect()
}

/// The events that are played more or less often, each with its interval.
fn events(changed: &[ChangedCount<'_>], above: f64) -> Markup {
    let reach = changed.iter().map(|changed| changed.mean.abs() + changed.half).fold(0.01, f64::max);
    let (top, left) = (above + EVENTS.0, 220.0);
    let bottom = top + ROW * changed.len() as f64;
    let across = Scale { values: (-reach, reach), pixels: (left, SIZE.0 - 20.0) };
    html! {
        text x=(SIZE.0 / 2.0) y=(pixel(top - 18.0)) text-anchor="middle" font-size="16" {
            "events played in a game: ← less often in B, more often in B →"
        }
        (marks_below(across, bottom, top))
        (line((across.at(0.0), top), (across.at(0.0), bottom), INK, 1))
        @for (row, ChangedCount { name, mean, half, .. }) in changed.iter().enumerate() {
            @let y = top + ROW * (row as f64 + 0.5);
            @let colour = if *mean > 0.0 { MORE } else { LESS };
            text x=(pixel(left - 8.0)) y=(pixel(y + 4.0)) text-anchor="end" { (short(name)) }
            (line((across.at(mean - half), y), (across.at(mean + half), y), colour, 2))
            circle cx=(pixel(across.at(*mean))) cy=(pixel(y)) r="4" fill=(colour) {}
        }
    }
}
