//! Moves that a line may mean: units with their leaders to hexes, by a number of hexes in a direction, along a road, or all
//! together.

use super::say::goals_of;
use crate::front::{Extent, Plan, RunEnd};
use crate::prompt::heard::{Heard, HeardThing, number};
use crate::prompt::menu::Menu;
use crate::prompt::whereabouts::{self, Point};
use crate::text::names::fold;
use wilderness_battles::look;
use wilderness_battles::{Ask, Choice, Class, FrenchAndIndianWarBattles as Battles, Game, Hex, Side, UnitId, View};

/// Words for going with others.
const ALONG: [&str; 8] = ["along", "with", "too", "also", "accompanies", "accompany", "follows", "joins"];

/// The words for moving towards the enemy.
const FORWARD: [&str; 12] = [
    "forward",
    "forwards",
    "fwd",
    "ahead",
    "advance",
    "advances",
    "vor",
    "vorrucken",
    "vorwarts",
    "avance",
    "avancent",
    "onward",
];

/// The words for all who stand in the line.
const LINE: [&str; 13] = [
    "line",
    "regimenter",
    "regiments",
    "units",
    "everybody",
    "everyone",
    "everything",
    "all",
    "army",
    "rest",
    "others",
    "regulars",
    "troops",
];

/// The words for a road.
const ROADS: [&str; 6] = ["road", "roads", "trail", "track", "strasse", "route"];

/// The words for as many hexes as a unit can go.
const FAR: [&str; 6] = ["far", "farthest", "furthest", "full", "maximum", "max"];

/// Words for going as near to a hex as one can.
const TOWARDS: [&str; 13] = [
    "next to",
    "close to",
    "as far as",
    "towards",
    "toward",
    "at",
    "against",
    "near",
    "into",
    "attack",
    "attacks",
    "charge",
    "charges",
];

/// The words for guns.
const GUNS: [&str; 7] = ["gun", "guns", "battery", "batteries", "cannon", "cannons", "artillery"];

/// The words for going away from the enemy.
const BACK: [&str; 6] = ["back", "home", "retreat", "retire", "withdraw", "rear"];

/// The most steps that are tried for a move as far as it goes.
const FARTHEST: u32 = 8;

/// The most hexes that are tried for one unit of many.
const MOST_HEXES: usize = 4;

/// What is named in a line of moves, with the number of its word.
enum Named {
    Unit(usize, UnitId),
    Hex(usize, Hex),
}

/// A line of moves.
struct Moves<'a> {
    game: &'a Game,
    heard: &'a Heard<Choice>,
    side: Side,
}

/// The sentences of a line that moves units, the most likely first.
pub(super) fn sentences(game: &Game, heard: &Heard<Choice>) -> Vec<String> {
    let Some(side) = game.decision().map(|open| open.side) else { return Vec::new() };
    let moves = Moves { game, heard, side };
    let named = moves.named();
    let units = named.iter().filter_map(|named| if let Named::Unit(_, unit) = named { Some(*unit) } else { None });
    let (units, has_hex) = (units.collect::<Vec<_>>(), named.iter().any(|named| matches!(named, Named::Hex(..))));
    let mut all = Vec::new();
    if units.is_empty() && moves.says_all() {
        all.extend(moves.together(&moves.everybody()));
    }
    // A leader who joins a unit goes where it is.
    let joins = ["join", "joins", "to", "with", "beside"].iter().any(|word| heard.has(word));
    let goes_over = heard.has_any(&["join", "joins", "over to", "stand with", "stands with", "ride to", "rides to"]);
    let battle = game.scenario();
    if let ([first, .., last], true, true) = (units.as_slice(), joins, !has_hex || goes_over)
        && battle.unit(*first).class() == Class::Leader
        && let Some(to) = View::public(game).hex(*last)
    {
        all.push(format!("move {} to {to}", battle.unit(*first).id));
    }
    all.extend(if has_hex { moves.to_hexes(&named) } else { moves.by_steps(&units) });
    // Who is sent at an enemy, or as one of many, goes as near as they can.
    if has_hex && !units.is_empty() && heard.has_any(&TOWARDS) {
        all.extend(moves.together(&units));
    }
    all
}

impl Moves<'_> {
    /// The units of the side and the hexes that are named: also by the number of a unit in the menu, and by a word for
    /// what is in a hex.
    fn named(&self) -> Vec<Named> {
        let battle = self.game.scenario();
        let mut all: Vec<Named> = Vec::new();
        for thing in self.heard.things.iter().filter(|thing| thing.is_wanted()) {
            match thing.thing {
                Choice::Unit(id) => {
                    let own = battle.find(id).filter(|unit| battle.unit(*unit).side == self.side);
                    all.extend(own.map(|unit| Named::Unit(thing.at, unit)));
                }
                Choice::Hex(hex) => all.push(Named::Hex(thing.at, hex)),
                _ => {}
            }
        }
        all.extend(self.numbered());
        let names_none = !all.iter().any(|named| matches!(named, Named::Unit(..)));
        all.extend(self.sharers(names_none));
        let mut seen = Vec::new();
        all.retain(|named| match named {
            Named::Unit(_, unit) if seen.contains(unit) => false,
            Named::Unit(_, unit) => {
                seen.push(*unit);
                true
            }
            Named::Hex(..) => true,
        });
        if !all.iter().any(|named| matches!(named, Named::Hex(..))) {
            all.extend(self.spot(&all));
        }
        all.sort_by_key(|named| match named {
            Named::Unit(at, _) | Named::Hex(at, _) => *at,
        });
        all
    }

    /// The units with these numbers in the menu: `12 to 0711`.
    fn numbered(&self) -> Vec<Named> {
        let Some(menu) = Menu::of(self.game).filter(|menu| menu.decision.ask == Ask::Mover) else { return Vec::new() };
        let heard = self.heard;
        let unit = |(at, word): (usize, &String)| {
            let is_apart = heard.things.iter().all(|thing| !(thing.at..thing.end).contains(&at));
            let goes = heard.words.get(at + 1).is_some_and(|next| matches!(next.as_str(), "to" | "goes" | "moves"));
            let item = menu.items.iter().find(|item| item.number == *word).filter(|_| is_apart && goes)?;
            match item.choices.first() {
                Some(Choice::Unit(id)) => self.game.scenario().find(*id).map(|unit| Named::Unit(at, unit)),
                _ => None,
            }
        };
        heard.words.iter().enumerate().filter_map(unit).collect()
    }

    /// The units that share a name, if the line speaks of several: `both wings of Béarn`; the only gun by what it is; and
    /// those that are called by the beginning of their id.
    fn sharers(&self, names_none: bool) -> Vec<Named> {
        let (battle, heard) = (self.game.scenario(), self.heard);
        let is_apart = |at: usize| heard.things.iter().all(|thing| !(thing.at..thing.end).contains(&at));
        let speaks_of_several = names_none && heard.has_any(&["both", "wings", "all", "units", "companies"]);
        let own = || battle.units().filter(|(_, unit)| unit.side == self.side);
        let view = View::public(self.game);
        let shared = |(at, word): (usize, &String)| {
            let is_gun = GUNS.contains(&word.as_str());
            let with_others = heard.has_any(&["everybody", "everyone", "everything", "line", "units", "army"]);
            let all_guns =
                names_none && is_gun && !with_others && heard.has_any(&["both", "all", "guns", "cannons", "cannon"]);
            let guns = own()
                .filter(|(unit, gun)| is_gun && gun.class() == Class::Gun && gun.ma > 0 && view.hex(*unit).is_some());
            let called = own().filter(|(_, unit)| fold(&unit.name).split([' ', ',']).next() == Some(word.as_str()));
            let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
            let by_id =
                own().filter(|(_, unit)| !is_number && unit.id.as_str().split('-').next() == Some(word.as_str()));
            let only = |mut found: Vec<UnitId>| if found.len() == 1 { found.pop() } else { None };
            let called: Vec<UnitId> = called.map(|(unit, _)| unit).filter(|_| speaks_of_several).collect();
            let guns: Vec<UnitId> = guns.map(|(unit, _)| unit).collect();
            let one = only(guns.clone()).or_else(|| only(by_id.map(|(unit, _)| unit).collect()));
            let found = match () {
                () if called.len() > 1 => called,
                () if all_guns => guns,
                () => one.into_iter().collect(),
            };
            found
                .into_iter()
                .map(|unit| Named::Unit(at, unit))
                .take(if is_apart(at) { usize::MAX } else { 0 })
                .collect::<Vec<_>>()
        };
        heard.words.iter().enumerate().flat_map(shared).collect()
    }

    /// The hex that is called by what is there, next to the first unit: `into the fort`, `to the camp`.
    fn spot(&self, named: &[Named]) -> Option<Named> {
        let (battle, view) = (self.game.scenario(), View::public(self.game));
        let first =
            named.iter().find_map(|named| if let Named::Unit(_, unit) = named { view.hex(*unit) } else { None })?;
        const SPOTS: [&str; 8] = ["fort", "camp", "bridge", "mill", "redoubt", "town", "city", "church"];
        let (at, word) = self.heard.words.iter().enumerate().find(|(_, word)| SPOTS.contains(&word.as_str()))?;
        let is_called = |hex: &Hex| battle.place(*hex).to_lowercase().split(' ').any(|part| part == word);
        battle.map.grid.hexes().filter(is_called).min_by_key(|hex| hex.distance(first)).map(|hex| Named::Hex(at, hex))
    }

    fn says_all(&self) -> bool {
        self.heard
            .words
            .iter()
            .enumerate()
            .any(|(at, word)| LINE.contains(&word.as_str()) && !self.heard.is_left_out(at))
    }

    /// The moves to hexes that are named behind their units.
    fn to_hexes(&self, named: &[Named]) -> Vec<String> {
        let battle = self.game.scenario();
        let goes_along = ALONG.iter().any(|word| self.heard.has(word));
        let last_hex = named.iter().rposition(|named| matches!(named, Named::Hex(..)));
        let mut sentences: Vec<String> = Vec::new();
        let (mut units, mut hexes): (Vec<UnitId>, Vec<Hex>) = (Vec::new(), Vec::new());
        for (place, named) in named.iter().enumerate() {
            match named {
                Named::Unit(_, unit) => {
                    // `47 foot to 0709, monckton goes along`.
                    let is_leader = battle.unit(*unit).class() == Class::Leader;
                    let joins = goes_along && is_leader && last_hex.is_some_and(|last| last < place);
                    if !hexes.is_empty() && !joins {
                        sentences.extend(self.orders(&std::mem::take(&mut units), std::mem::take(&mut hexes)));
                    }
                    units.push(*unit);
                }
                Named::Hex(_, hex) => hexes.push(*hex),
            }
        }
        // `and artillery 1 to the same hex`
        let last = named.iter().rev().find_map(|named| if let Named::Hex(_, hex) = named { Some(*hex) } else { None });
        hexes.extend(last.filter(|_| hexes.is_empty() && !units.is_empty() && self.heard.has("same")));
        sentences.extend(self.orders(&units, hexes));
        let all = sentences.join("; ");
        // A road that is named may lead only part of the way.
        let anyhow = all.replace(" by road", "");
        let anyhow = (anyhow != all).then_some(anyhow);
        // If all cannot be carried out, some may.
        let each = if sentences.len() > 1 { sentences.clone() } else { Vec::new() };
        if sentences.is_empty() { Vec::new() } else { [all].into_iter().chain(anyhow).chain(each).collect() }
    }

    /// The moves that some units make to some hexes, as one sentence each: leaders go with the others, or several units
    /// each to a hex of its own.
    fn orders(&self, units: &[UnitId], mut hexes: Vec<Hex>) -> Vec<String> {
        let (battle, view) = (self.game.scenario(), View::public(self.game));
        // A unit that stands in the first of several hexes moves from there.
        if hexes.len() > units.len().max(1) && units.iter().any(|unit| view.hex(*unit) == hexes.first().copied()) {
            hexes.remove(0);
        }
        // Of several hexes, the unit goes to the one behind `to`.
        let heard = self.heard;
        let has_goal = |at: usize| at > 0 && matches!(heard.words[at - 1].as_str(), "to" | "into" | "onto" | "on");
        let goals = heard.things.iter().filter(|thing| has_goal(thing.at) && thing.is_wanted()).filter_map(hex);
        let goals: Vec<Hex> = goals.collect();
        if hexes.len() > units.len() && goals.iter().filter(|goal| hexes.contains(goal)).count() == 1 {
            hexes.retain(|hex| goals.contains(hex));
        }
        let (leaders, men): (Vec<UnitId>, Vec<UnitId>) =
            units.iter().partition(|unit| battle.unit(**unit).class() == Class::Leader);
        let id = |unit: &UnitId| battle.unit(*unit).id.to_string();
        let ids = |units: &[UnitId]| units.iter().map(id).collect::<Vec<_>>().join(", ");
        let road = if self.is_road() { " by road" } else { "" };
        match (men.as_slice(), leaders.as_slice(), hexes.as_slice()) {
            ([], [], _) => Vec::new(),
            ([], movers, [to]) | (movers, [], [to]) => vec![format!("move {} to {to}{road}", ids(movers))],
            (men, leaders, [to]) => vec![format!("move {} with {} to {to}{road}", ids(men), ids(leaders))],
            (men, [], hexes) if men.len() == hexes.len() => {
                men.iter().zip(hexes).map(|(unit, to)| format!("move {} to {to}{road}", id(unit))).collect()
            }
            _ => Vec::new(),
        }
    }

    fn is_road(&self) -> bool {
        ROADS.iter().any(|word| self.heard.has(word))
    }

    /// How many hexes the line says.
    fn count(&self) -> Option<u32> {
        let count = |(at, word): (usize, &String)| {
            let is_apart = self.heard.things.iter().all(|thing| !(thing.at..thing.end).contains(&at));
            let german = ["ein", "zwei", "drei"].iter().chain(&["un", "deux", "trois"]).position(|name| name == word);
            let count = number(word).or(german.map(|place| place % 3 + 1))?;
            u32::try_from(count).ok().filter(|count| is_apart && (1..=FARTHEST).contains(count))
        };
        self.heard.words.iter().enumerate().find_map(count)
    }

    /// Whether they go as far as they can.
    fn says_far(&self) -> bool {
        FAR.iter().any(|word| self.heard.has(word)) || self.heard.words.iter().any(|word| word.ends_with("wards"))
    }

    /// Whether a word of the line says that it goes towards the enemy.
    fn is_forward(&self) -> bool {
        self.heard.words.iter().any(|word| FORWARD.contains(&word.as_str()))
    }

    /// Which way the line goes: as it says, or for `forward` to the side of the map where the enemies are.
    fn way(&self) -> Option<Point> {
        let (battle, view) = (self.game.scenario(), View::public(self.game));
        let said = self.heard.words.iter().find_map(|word| whereabouts::direction(word));
        let middle = |is_own: bool| {
            let units = battle.units().filter(|(_, unit)| (unit.side == self.side) == is_own);
            let places: Vec<Point> = units.filter_map(|(unit, _)| view.hex(unit)).map(point).collect();
            let count = places.len() as f32;
            let sum = places.iter().fold((0.0, 0.0), |(x, y), (a, b)| (x + a, y + b));
            (!places.is_empty()).then(|| (sum.0 / count, sum.1 / count))
        };
        let towards = || {
            let ((x, y), (a, b)) = (middle(true)?, middle(false)?);
            Some(if (a - x).abs() > (b - y).abs() { ((a - x).signum(), 0.0) } else { (0.0, (b - y).signum()) })
        };
        let is_onward = self.is_forward() || (self.is_road() || self.says_far()) && !self.heard.has_any(&BACK);
        said.or_else(|| towards().filter(|_| is_onward))
    }

    /// The hexes to which a unit may move as the line says, the most likely first.
    fn ends(&self, unit: UnitId, target: Option<Hex>) -> Vec<Hex> {
        let view = View::public(self.game);
        let Some(from) = view.hex(unit) else { return Vec::new() };
        let reached = look::reach(self.game.scripts(), self.game.scenario(), &view, unit).hexes;
        let mut hexes: Vec<Hex> = reached.into_keys().filter(|hex| *hex != from).collect();
        if let Some(target) = target {
            hexes.retain(|hex| hex.distance(target) < from.distance(target));
            hexes.sort_by_key(|hex| hex.distance(target));
            return hexes;
        }
        if self.is_road() {
            hexes.retain(|hex| look::way(self.game, unit, *hex, true, false).is_some());
        }
        let says_how_far = self.count().is_some() || self.is_forward() || self.is_road() || self.says_far();
        if !says_how_far {
            return Vec::new();
        }
        let (x, y) = point(from);
        let gain = |hex: &Hex, way: Point| whereabouts::along((point(*hex).0 - x, point(*hex).1 - y), way);
        match (self.count(), self.way()) {
            (Some(steps), Some(way)) => {
                let there = self.game.scenario().map.grid.hexes().filter(|hex| from.distance(*hex) == steps);
                there.max_by(|one, other| gain(one, way).total_cmp(&gain(other, way))).into_iter().collect()
            }
            (None, Some(way)) => {
                hexes.retain(|hex| gain(hex, way) > 0.0);
                hexes.sort_by(|one, other| gain(other, way).total_cmp(&gain(one, way)));
                hexes
            }
            (_, None) if self.is_road() || self.says_far() => {
                hexes.sort_by_key(|hex| std::cmp::Reverse(from.distance(*hex)));
                hexes
            }
            _ => Vec::new(),
        }
    }

    /// Moves of the units that are named by a number of hexes, or as far as they go.
    fn by_steps(&self, units: &[UnitId]) -> Vec<String> {
        let battle = self.game.scenario();
        let road = if self.is_road() { " by road" } else { "" };
        let view = View::public(self.game);
        let is_leader = |unit: &UnitId| battle.unit(*unit).class() == Class::Leader;
        let man_of = |leader: &UnitId| {
            let man = |unit: &&UnitId| !is_leader(unit) && view.hex(**unit) == view.hex(*leader);
            units.iter().find(man).filter(|_| is_leader(leader))
        };
        // Leaders go with those with whom they stand.
        let with = |unit: UnitId| {
            let along: Vec<String> = units
                .iter()
                .filter(|leader| man_of(leader) == Some(&unit))
                .map(|leader| battle.unit(*leader).id.to_string())
                .collect();
            if along.is_empty() { String::new() } else { format!(" with {}", along.join(", ")) }
        };
        let movers = units.iter().filter(|unit| man_of(unit).is_none());
        let ends: Vec<(UnitId, Vec<Hex>)> = movers.map(|unit| (*unit, self.ends(*unit, None))).collect();
        let most = ends.iter().map(|(_, hexes)| hexes.len()).min().unwrap_or_default();
        let sentence = |place: usize| {
            let moves = ends.iter().map(|(unit, hexes)| {
                format!("move {}{} to {}{road}", battle.unit(*unit).id, with(*unit), hexes[place])
            });
            moves.collect::<Vec<_>>().join("; ")
        };
        (0..most.min(MOST_HEXES)).map(sentence).collect()
    }

    /// All who may move and are not left out; where the line speaks of infantry, only that.
    fn everybody(&self) -> Vec<UnitId> {
        let (battle, heard) = (self.game.scenario(), self.heard);
        let left: Vec<Choice> =
            heard.things.iter().filter(|thing| thing.is_left_out).map(|thing| thing.thing).collect();
        let only_foot = heard.has_any(&["regulars", "infantry", "foot", "line", "units"])
            && !heard.has_any(&["everybody", "everyone", "everything", "guns", "artillery"]);
        let offered = self.game.decision().into_iter().flat_map(|open| open.choices.iter());
        let movers = offered.filter(|choice| !left.contains(choice)).filter_map(|choice| match choice {
            Choice::Unit(id) => battle.find(*id),
            _ => None,
        });
        let mut movers: Vec<UnitId> =
            movers.filter(|unit| !only_foot || battle.unit(*unit).class() == Class::Foot).collect();
        // Those in front make room for the others.
        let view = View::public(self.game);
        let front = |unit: &UnitId| {
            let at = view.hex(*unit).map(point).zip(self.way());
            at.map_or(0.0, |(at, way)| whereabouts::along(at, way))
        };
        movers.sort_by(|one, other| front(other).total_cmp(&front(one)));
        movers
    }

    /// Moves of some units one after the other: towards a hex, or as the line says.
    fn together(&self, movers: &[UnitId]) -> Option<String> {
        let battle = self.game.scenario();
        let mut hexes = self.named().into_iter().rev().filter_map(|named| match named {
            Named::Hex(_, hex) => Some(hex),
            Named::Unit(..) => None,
        });
        let target = hexes.next();
        let mut trial = self.game.copies().trial();
        let mut sentences = Vec::new();
        for unit in movers {
            let moved = self.ends(*unit, target).into_iter().take(MOST_HEXES).find_map(|to| {
                let line = format!("move {} to {to}", battle.unit(*unit).id);
                let mut next = trial.copies().trial();
                let goals = goals_of(&next, next.decision()?, &line).ok()?;
                let mut plan = Plan::<Battles>::new(self.side, goals, Extent::Whole);
                matches!(plan.run(&mut next).ended, RunEnd::Done).then_some((line, next))
            });
            if let Some((line, next)) = moved {
                sentences.push(line);
                trial = next;
            }
        }
        (!sentences.is_empty()).then(|| sentences.join("; "))
    }
}

/// Where a hex lies: x to the east, y to the south.
fn point(hex: Hex) -> Point {
    let (column, row) = (f32::from(hex.column), f32::from(hex.row));
    (column * 1.5, (row + if hex.column.is_multiple_of(2) { 0.5 } else { 0.0 }) * 1.732)
}

fn hex(thing: &HeardThing<Choice>) -> Option<Hex> {
    match thing.thing {
        Choice::Hex(hex) => Some(hex),
        _ => None,
    }
}
