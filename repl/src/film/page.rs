//! The page of a film: one file with its own script and style; nothing comes from elsewhere.

use super::analysed::{AnalysedFilm, TurningMark};
use super::{Film, digest};
use maud::{DOCTYPE, PreEscaped, html};

const SCRIPT: &str = include_str!("film.js");
const STYLE: &str = include_str!("film.css");
/// The size of the chart of the score.
const CHART: (f32, f32) = (1000.0, 60.0);

/// The page. The sides come with the colours of their counters.
pub fn page(
    title: &str,
    board: &str,
    film: &Film,
    sides: &[(String, &str)],
    analysed: Option<&AnalysedFilm>,
) -> String {
    let style = format!("{STYLE}{}", colours(sides));
    let policy = format!(
        "default-src 'none'; script-src {}; style-src {}; base-uri 'none'; form-action 'none'",
        digest::source(SCRIPT),
        digest::source(&style)
    );
    let button =
        |id: &str, label: &str, what: &str| html! { button id=(id) title=(what) aria-label=(what) { (label) } };
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy);
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(style)) }
            }
            body {
                main class="film" {
                    div class="board-room" { (PreEscaped(board)) }
                    aside {
                        h1 { (title) }
                        p id="time" aria-live="polite" {}
                        ol id="news" {}
                        div id="hands" {}
                        @if let Some(analysed) = analysed { (turned(analysed)) }
                        p class="sides" {
                            @for (number, (side, _)) in sides.iter().enumerate() {
                                @if number > 0 { " " }
                                span class=(format!("side-{number}")) { (side) }
                            }
                        }
                    }
                    nav aria-label="Film" {
                        (button("first", "|◀", "To the start (Home)"))
                        (button("back", "◀", "One picture back (←)"))
                        (button("play", "▶ Play", "Play or stop (space)"))
                        (button("next", "▶", "One picture on (→)"))
                        (button("last", "▶|", "To the end (End)"))
                        span class="label" { (analysed.map_or_else(|| "Score".into(), |_| chance_of(sides))) }
                        div class="track" {
                            (analysed.map_or_else(|| chart(film), |analysed| curve(analysed, &chance_of(sides))))
                            input id="slider" type="range" min="0" max=(film.frames.len().saturating_sub(1)) value="0"
                                aria-label="Picture";
                        }
                        output id="count" {}
                        label { "Seconds a picture " select id="speed" {
                            option value="4000" { "4" } option value="2000" selected { "2" } option value="1000" { "1" }
                            option value="400" { "0.4" }
                        } }
                    }
                    noscript { p { "This film needs JavaScript. Its script is part of this page." } }
                }
                script id="film" type="application/json" { (PreEscaped(data(film))) }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    page.into_string()
}

/// The style of what is said of each side.
fn colours(sides: &[(String, &str)]) -> String {
    let is_plain = |colour: &str| colour.bytes().all(|byte| byte == b'#' || byte.is_ascii_alphanumeric());
    let rule = |(number, (_, colour)): (usize, &(String, &str))| {
        let colour = if is_plain(colour) { colour } else { "currentColor" };
        format!(
            "#news li.side-{number} {{ border-color: {colour}; }}\n.sides .side-{number}::before {{ background: {colour}; }}\n"
        )
    };
    sides.iter().enumerate().map(rule).collect()
}

/// The frames as JSON that cannot end the element that it stands in.
fn data(film: &Film) -> String {
    let text = serde_json::to_string(film).unwrap_or_default();
    text.replace("</", "<\\/").replace("<!--", "\\u003c!--").replace("<script", "\\u003cscript")
}

/// What the curve of an analysis shows.
fn chance_of(sides: &[(String, &str)]) -> String {
    sides.first().map_or_else(String::new, |(side, _)| format!("Chance: {side}"))
}

/// What turned the game: each mark is a button that goes to its picture.
fn turned(analysed: &AnalysedFilm) -> maud::Markup {
    html! {
        section id="turned" aria-label="What turned the game" {
            h2 { "What turned the game" }
            p { (analysed.summary) }
            ol {
                @for TurningMark { frame, side, text, .. } in &analysed.marks {
                    li { button data-frame=(frame) class=(format!("mark side-{side}")) { (text) } }
                }
            }
        }
    }
}

/// The chance of winning from picture to picture, over the slider, with the marks.
fn curve(analysed: &AnalysedFilm, name: &str) -> maud::Markup {
    let chances = &analysed.chances;
    let x = |index: usize| index as f32 / (chances.len().max(2) - 1) as f32 * CHART.0;
    let y = |chance: f64| (1.0 - chance as f32) * (CHART.1 - 8.0) + 4.0;
    let point = |(index, chance): (usize, &f64)| format!("{:.0},{:.0}", x(index), y(*chance));
    let points: Vec<String> = chances.iter().enumerate().map(point).collect();
    html! {
        svg class="chart" viewBox=(format!("0 0 {} {}", CHART.0, CHART.1)) preserveAspectRatio="none" role="img" {
            title { (name) }
            polygon class="high" points=(format!("0,{0} {1} {2},{0}", CHART.1, points.join(" "), CHART.0)) {}
            polyline class="middle" points=(format!("0,{0} {1},{0}", CHART.1 / 2.0, CHART.0)) {}
            @for TurningMark { frame, luck, text, .. } in &analysed.marks {
                line class=(if *luck { "mark luck" } else { "mark mistake" }) data-frame=(frame)
                    x1=(format!("{:.0}", x(*frame))) x2=(format!("{:.0}", x(*frame))) y1="0" y2=(CHART.1) {
                    title { (text) }
                }
            }
            polyline class="score" points=(points.join(" ")) {}
        }
    }
}

/// The score from picture to picture, over the slider.
fn chart(film: &Film) -> maud::Markup {
    let scores: Vec<f32> = film.frames.iter().map(|frame| frame.score as f32).collect();
    let most = scores.iter().fold(1f32, |most, score| most.max(score.abs()));
    let x = |index: usize| index as f32 / (scores.len().max(2) - 1) as f32 * CHART.0;
    let y = |score: f32| CHART.1 / 2.0 - score / most * (CHART.1 / 2.0 - 4.0);
    let points: Vec<String> =
        scores.iter().enumerate().map(|(index, score)| format!("{:.0},{:.0}", x(index), y(*score))).collect();
    let middle = format!("0,{0} {1},{0}", CHART.1 / 2.0, CHART.0);
    html! {
        svg class="chart" viewBox=(format!("0 0 {} {}", CHART.0, CHART.1)) preserveAspectRatio="none" role="img" {
            title { "The score" }
            polygon class="high" points=(format!("0,{0} {1} {2},{0}", CHART.1 / 2.0, points.join(" "), CHART.0)) {}
            polyline class="middle" points=(middle) {}
            polyline class="score" points=(points.join(" ")) {}
        }
    }
}
