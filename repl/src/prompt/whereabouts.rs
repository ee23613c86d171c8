//! Where on the board something is meant to be: `as far south as you can`, `the one nearest to the camp`.

use super::board::scene;
use super::heard::Heard;
use super::menu::Menu;
use crate::prompt::front::Front;
use wilderness_engine::Game;

/// A point of a board: x to the east, y to the south.
pub type Point = (f32, f32);

/// The middle of several.
const MIDDLE: [&str; 7] = ["middle", "centre", "center", "mitte", "mittlere", "milieu", "central"];

/// What stands before a thing that something is meant to be near to.
const NEAR: [&str; 14] = [
    "near", "nearest", "next", "close", "closest", "quickest", "by", "beside", "behind", "towards", "toward",
    "guarding", "bei", "pres",
];

/// Which way a word points, if it does.
pub fn direction(word: &str) -> Option<Point> {
    let stem = ["ernmost", "most", "ern", "wards"].iter().find_map(|ending| word.strip_suffix(ending)).unwrap_or(word);
    Some(match stem {
        "north" | "norden" | "nord" | "top" | "upper" | "northward" => (0.0, -1.0),
        "south" | "suden" | "sud" | "bottom" | "lower" | "southward" => (0.0, 1.0),
        "east" | "osten" | "ost" | "est" | "right" | "eastward" => (1.0, 0.0),
        "west" | "westen" | "ouest" | "left" | "westward" => (-1.0, 0.0),
        "northeast" | "ne" | "north-east" => (0.7, -0.7),
        "northwest" | "nw" | "north-west" => (-0.7, -0.7),
        "southeast" | "se" | "south-east" => (0.7, 0.7),
        "southwest" | "sw" | "south-west" => (-0.7, 0.7),
        _ => return None,
    })
}

/// How far a point lies in a direction.
pub fn along((x, y): Point, (dx, dy): Point) -> f32 {
    x * dx + y * dy
}

/// The choice that a line means by where it is on the board.
pub fn meant<F: Front>(game: &Game<F>, menu: &Menu<F>, heard: &Heard<F::Choice>) -> Option<F::Choice> {
    let side = menu.decision.side;
    let scene = scene(game, side);
    let at = |choice: F::Choice| {
        let place = F::places_of(game, side, choice).into_iter().next()?;
        Some(scene.places.get(place)?.at)
    };
    let offered = menu.decision.choices.iter().filter_map(|choice| Some((*choice, at(*choice)?)));
    let offered: Vec<(F::Choice, Point)> = offered.collect();
    if offered.len() < 2 || offered.len() * 2 < menu.decision.choices.len() {
        return None;
    }
    let best = |worth: &dyn Fn(Point) -> f32| {
        offered.iter().max_by(|(_, one), (_, other)| worth(*one).total_cmp(&worth(*other))).map(|(choice, _)| *choice)
    };
    let distance = |(x, y): Point, (a, b): Point| (x - a).hypot(y - b);
    let near = heard.words.iter().position(|word| NEAR.contains(&word.as_str()));
    let named = near.and_then(|near| heard.things.iter().find(|thing| thing.at > near && !thing.is_left_out));
    if let Some(centre) = named.and_then(|thing| at(thing.thing)) {
        return best(&|point| -distance(point, centre));
    }
    if let Some(way) = heard.words.iter().find_map(|word| direction(word)) {
        return best(&|point| along(point, way));
    }
    let is_middle = heard.words.iter().any(|word| MIDDLE.contains(&word.as_str()));
    let count = offered.len() as f32;
    let sum = offered.iter().fold((0.0, 0.0), |(x, y), (_, (a, b))| (x + a, y + b));
    let centre = (sum.0 / count, sum.1 / count);
    best(&|point| -distance(point, centre)).filter(|_| is_middle)
}
