//! What units and hexes are called, and finding them by what a person types.

use crate::front::PossibleThing;
use crate::text::names::{Fit, Name, find, fold, near};
use anstyle::{AnsiColor, Color, Style};
use wilderness_battles::words;
use wilderness_battles::{
    Ask, At, Battle, Choice, Class, FrenchAndIndianWarBattles as Battles, Game, Hex, Id, Side, State, Unit, UnitId,
};
use wilderness_engine::{Question as _, Rules as _};

/// The colour of a side.
pub fn style(side: Side) -> Style {
    let colour = match side {
        Side::French => AnsiColor::BrightBlue,
        Side::British => AnsiColor::BrightRed,
    };
    Style::new().fg_color(Some(Color::Ansi(colour))).bold()
}

/// A unit as it is searched: by its name, its id and the text on the counter.
pub fn name(unit: &Unit) -> Name {
    Name::new(&unit.name).hint(&unit.id.to_string()).hint(&unit.short)
}

/// The units that are called so: by id, or by words that begin words of the name.
pub fn units(battle: &Battle, typed: &str) -> Vec<UnitId> {
    let typed = typed.trim();
    let id = typed.to_lowercase().replace(' ', "-");
    if let Some((unit, _)) = battle.units().find(|(_, unit)| unit.id.as_str() == id) {
        return vec![unit];
    }
    let names: Vec<(Name, UnitId)> = battle.units().map(|(id, unit)| (name(unit), id)).collect();
    let found = find(typed, names.iter().map(|(name, unit)| (name, *unit)));
    match found.is_empty() {
        false => found,
        // Part of an id, such as `lg-1`.
        true => battle.units().filter(|(_, unit)| unit.id.as_str().contains(&id)).map(|(unit, _)| unit).collect(),
    }
}

/// The most units of one name that are shown; of more, it is said which there are.
pub const MOST_OF_A_NAME: usize = 4;

/// Why a name stands for no one unit.
#[derive(Clone, Debug)]
pub struct UnclearName {
    /// What was typed.
    pub typed: String,
    /// The units that may be meant.
    pub candidates: Vec<UnitId>,
    /// Whether no unit is called so, and the candidates have names that are like it.
    pub is_misspelt: bool,
    /// The same in words.
    text: String,
}

impl From<UnclearName> for String {
    fn from(unclear: UnclearName) -> String {
        unclear.text
    }
}

/// The one unit that is called so; of several, those of a side that are on the map come before others.
///
/// # Errors
/// That none is called so, or several.
pub fn unit(battle: &Battle, state: &State, side: Option<Side>, typed: &str) -> Result<UnitId, UnclearName> {
    let typed = typed.trim();
    let found = units(battle, typed);
    let is_misspelt = found.is_empty();
    let found = if is_misspelt { like(battle, typed) } else { found };
    let is_there = |unit: &UnitId| {
        let piece = state.piece(*unit);
        matches!(piece.at, At::Hex(_) | At::Due) && side.is_none_or(|side| piece.side == side)
    };
    let own: Vec<UnitId> = found.iter().copied().filter(is_there).collect();
    let candidates = match (own.as_slice(), found.as_slice()) {
        ([only], _) | ([], [only]) if !is_misspelt => return Ok(*only),
        ([], several) => several.to_vec(),
        (own, _) => own.to_vec(),
    };
    let names: Vec<String> = candidates.iter().take(8).map(|unit| full(battle, state, *unit)).collect();
    let text = match (is_misspelt, names.is_empty()) {
        (_, true) => format!("no unit is called `{typed}` (`show units` lists them)"),
        (true, false) => format!("no unit is called `{typed}`; did you mean {}?", names.join(" or ")),
        (false, false) => format!("`{typed}` may be {}", names.join(", ")),
    };
    Err(UnclearName { typed: typed.into(), candidates, is_misspelt, text })
}

/// The units of which a text may be a misspelt name.
fn like(battle: &Battle, typed: &str) -> Vec<UnitId> {
    // Wings of a regiment share its name.
    let called = |unit: &Unit| fold(unit.name.split(',').next().unwrap_or(&unit.name));
    let names: Vec<String> = battle.units().map(|(_, unit)| called(unit)).collect();
    let near = near(typed, names.iter().map(String::as_str));
    let Some(best) = near.first() else { return Vec::new() };
    battle.units().filter(|(_, unit)| called(unit) == *best).map(|(id, _)| id).collect()
}

/// A unit as one of several that a line may mean.
pub fn possible(battle: &Battle, state: &State, id: UnitId) -> PossibleThing {
    let unit = battle.unit(id);
    let name = state.hex(id).map_or(name(unit), |hex| name(unit).hint(&hex.to_string()));
    let at = state.hex(id).map_or_else(String::new, |hex| format!(" at {hex}"));
    let text = format!("{} ({}){at}", unit.name, figures(battle, state, id));
    PossibleThing { number: None, in_line: unit.id.to_string(), name, text }
}

/// The hex that is written so.
///
/// # Errors
/// That it is none of the map.
pub fn hex(battle: &Battle, typed: &str) -> Result<Hex, String> {
    let text = typed.trim().trim_start_matches("hex:").trim_start_matches("hex ");
    let wrong = || format!("`{}` is not a hex of this map: four digits, column and row, as in `0810`", typed.trim());
    let by_number = Hex::new(text).filter(|hex| battle.map.grid.has(*hex));
    by_number.or_else(|| named_hex(battle, text)).ok_or_else(wrong)
}

/// The one hex with this name, such as `Fort George`. A single word has to be all of it: it may be a leader.
fn named_hex(battle: &Battle, typed: &str) -> Option<Hex> {
    let name_of = |hex: Hex| battle.place(hex).split_once(' ').map(|(_, name)| name.to_string());
    let named = |hex: Hex| Some((Name::new(&name_of(hex).filter(|name| *name != battle.map.terrain(hex).name)?), hex));
    let names: Vec<(Name, Hex)> = battle.map.grid.hexes().filter_map(named).collect();
    let found = find(typed, names.iter().map(|(name, hex)| (name, (name, *hex))));
    match found.as_slice() {
        [(name, hex)] if typed.trim().contains(' ') || name.fits(typed) == Some(Fit::Whole) => Some(*hex),
        _ => None,
    }
}

/// A hex with its name or terrain: `0810 British Camp`.
pub fn place(battle: &Battle, hex: Hex) -> String {
    battle.place(hex)
}

/// A question with the names of units and groups instead of their ids.
pub fn question(battle: &Battle, ask: &Ask) -> String {
    let called = |id: &Id| battle.find(*id).map_or_else(|| id.to_string(), |unit| battle.unit(unit).name.clone());
    let (id, name) = match ask {
        Ask::Place(id)
        | Ask::Target(id)
        | Ask::Entry(id)
        | Ask::Along(id)
        | Ask::Step(id)
        | Ask::Pursuit(id)
        | Ask::SecondHex(id)
        | Ask::RetreatStep(id) => (id.to_string(), called(id)),
        Ask::Anchor(group) => (group.clone(), words::group(battle, group).to_string()),
        ask => return ask.prompt(),
    };
    ask.prompt().replacen(&id, &name, 1)
}

/// A choice as people call it.
pub fn choice(game: &Game, choice: Choice) -> String {
    Battles::named(game.scripts(), game.scenario(), choice, true)
}

/// The units in a hex, with their factors: `Béarn 5-2; Montcalm cv 2`.
pub fn units_in(battle: &Battle, state: &State, hex: Hex) -> String {
    let there = battle.units().filter(|(unit, _)| state.hex(*unit) == Some(hex));
    let named = there.map(|(unit, counter)| {
        let [factors, _, mark] = brief(battle, state, unit);
        [counter.name.as_str(), &factors, &mark]
            .into_iter()
            .filter(|word| !word.is_empty())
            .collect::<Vec<_>>()
            .join(" ")
    });
    named.collect::<Vec<_>>().join("; ")
}

/// The same in short, for tables: `3-1`, MA and rally rating, with what has happened to it.
pub fn brief(battle: &Battle, state: &State, id: UnitId) -> [String; 3] {
    let (unit, piece) = (battle.unit(id), state.piece(id));
    let factors = match unit.class() {
        Class::Leader => format!("cv {}", unit.cv),
        Class::Train => String::new(),
        Class::Gun | Class::Foot => format!("{}-{}", unit.cf, unit.dcf),
    };
    let rally = if unit.is_man() { format!(" {:+}", unit.rally) } else { String::new() };
    let mark = if piece.disordered { "dis" } else { "" };
    [format!("{factors}{rally}"), unit.ma.to_string(), mark.into()]
}

/// The figures of a counter as it lies: `3-1 MA 4`, with what has happened to it.
pub fn figures(battle: &Battle, state: &State, id: UnitId) -> String {
    let (unit, piece) = (battle.unit(id), state.piece(id));
    let mut text = match unit.class() {
        Class::Leader => format!("command {}, MA {}", unit.cv, unit.ma),
        Class::Train => format!("train, MA {}", unit.ma),
        Class::Gun => {
            format!("gun {}-{}, range {}, MA {}, rally {:+}", unit.cf, unit.dcf, unit.range, unit.ma, unit.rally)
        }
        Class::Foot => format!("{} {}-{}, MA {}, rally {:+}", kind(unit), unit.cf, unit.dcf, unit.ma, unit.rally),
    };
    let marks = [
        (piece.disordered, "disordered"),
        (piece.done.fired, "fired"),
        (piece.done.moved, "moved"),
        (piece.looted, "looted"),
    ];
    for (_, mark) in marks.into_iter().filter(|(is, _)| *is) {
        text.push_str(", ");
        text.push_str(mark);
    }
    text
}

fn kind(unit: &Unit) -> String {
    let kind = format!("{:?}", unit.kind).to_lowercase();
    if unit.light && kind != "light" && kind != "indian" { format!("light {kind}") } else { kind }
}

/// Where a unit is, in words.
pub fn whereabouts(battle: &Battle, state: &State, id: UnitId) -> String {
    match state.piece(id).at {
        At::Absent => "takes no part".into(),
        At::OffMap => "off the map".into(),
        At::Due => "about to enter the map".into(),
        At::Hex(hex) => format!("in {}", place(battle, hex)),
        At::Eliminated => "eliminated".into(),
        At::Exited => "has left the map".into(),
    }
}

/// A unit by its name, where it stands, and its id, by which it can be typed.
fn full(battle: &Battle, state: &State, unit: UnitId) -> String {
    let counter = battle.unit(unit);
    let at = state.hex(unit).map_or_else(String::new, |hex| format!(" at {hex}"));
    format!("{}{at} (`{}`)", counter.name, counter.id)
}
