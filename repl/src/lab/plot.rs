//! Plots a comparison as SVG.

use super::comparison::Comparison;
use miette::miette;
use plotters::prelude::*;
use wilderness_engine::files::{Form, Output};

/// The start of every caption.
const CAPTION: &str = "French victory points, B − A";

/// Identifies the plots of `compare`.
pub const FORM: Form =
    Form { what: "a plot of `compare`", is: |text| text.starts_with("<svg ") && text.contains(CAPTION) };

/// Plots the mean difference in victory points and its interval against the number of pairs, and the events that
/// changed.
pub fn draw(compared: &Comparison, output: &Output) -> miette::Result<()> {
    let drawing = drawing(compared).map_err(|error| miette!("cannot write {}: {error}", output.path().display()))?;
    output.write(&drawing).map_err(|refused| miette!("{refused}"))
}

fn drawing(compared: &Comparison) -> Result<String, Box<dyn std::error::Error>> {
    let changed = compared.changed();
    let below = if changed.is_empty() { 0 } else { 80 + 24 * changed.len() as u32 };
    let mut drawing = String::new();
    let root = SVGBackend::with_string(&mut drawing, (800, 400 + below)).into_drawing_area();
    root.fill(&WHITE)?;
    let (above, under) = root.split_vertically(400);
    draw_course(compared, &above)?;
    if !changed.is_empty() {
        draw_events(&changed, &under)?;
    }
    root.present()?;
    drop((root, above, under));
    Ok(drawing)
}

type Area<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;

fn draw_course(compared: &Comparison, area: &Area<'_>) -> Result<(), Box<dyn std::error::Error>> {
    let course = compared.course();
    let pairs = course.last().map_or(1, |(pairs, ..)| *pairs);
    // The wide intervals of the first few pairs would flatten everything else.
    let later = course.iter().skip(course.len() / 10);
    let reach = later.map(|(_, mean, half)| mean.abs() + half).fold(0.5, f64::max);
    let mut chart = ChartBuilder::on(area)
        .caption(format!("{CAPTION}: {}", compared.conclusion()), ("sans-serif", 14))
        .margin(12)
        .x_label_area_size(56)
        .y_label_area_size(48)
        .build_cartesian_2d(0..pairs, -reach..reach)?;
    let [a, b] = compared.names();
    let pairs_of = if a.is_empty() { "pairs of games".to_string() } else { format!("pairs of games (A: {a}; B: {b})") };
    chart.configure_mesh().x_desc(pairs_of).light_line_style(WHITE).draw()?;
    let high = course.iter().map(|(pairs, mean, half)| (*pairs, (mean + half).min(reach)));
    let low = course.iter().rev().map(|(pairs, mean, half)| (*pairs, (mean - half).max(-reach)));
    chart.draw_series([Polygon::new(high.chain(low).collect::<Vec<_>>(), BLUE.mix(0.15))])?;
    chart.draw_series(LineSeries::new([(0, 0.0), (pairs, 0.0)], BLACK))?;
    let mean = course.iter().map(|(pairs, mean, _)| (*pairs, mean.clamp(-reach, reach)));
    chart.draw_series(LineSeries::new(mean, BLUE.stroke_width(2)))?;
    Ok(())
}

fn draw_events(changed: &[(&str, f64, f64)], area: &Area<'_>) -> Result<(), Box<dyn std::error::Error>> {
    let reach = changed.iter().map(|(_, mean, half)| mean.abs() + half).fold(0.01, f64::max);
    let rows = changed.len() as i32;
    let mut chart = ChartBuilder::on(area)
        .caption("events played in a game, B − A", ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(28)
        .y_label_area_size(200)
        .build_cartesian_2d(-reach..reach, (0..rows - 1).into_segmented())?;
    let name = |at: &SegmentValue<i32>| match at {
        SegmentValue::CenterOf(row) => {
            changed.get((rows - 1 - row) as usize).map_or_else(String::new, |(event, ..)| (*event).to_string())
        }
        _ => String::new(),
    };
    chart
        .configure_mesh()
        .disable_y_mesh()
        .label_style(("sans-serif", 13))
        .y_labels(changed.len())
        .y_label_formatter(&name)
        .light_line_style(WHITE)
        .draw()?;
    for (index, (_, mean, half)) in changed.iter().enumerate() {
        let at = SegmentValue::CenterOf(rows - 1 - index as i32);
        let colour = if *mean > 0.0 { &GREEN } else { &RED };
        chart.draw_series([PathElement::new(
            [(mean - half, at.clone()), (mean + half, at.clone())],
            colour.stroke_width(2),
        )])?;
        chart.draw_series([Circle::new((*mean, at), 4, colour.filled())])?;
    }
    Ok(())
}
