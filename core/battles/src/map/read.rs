//! Reading a map.

use super::{Cell, Extras, Kinds, Map};
use crate::tables::{Gait, Tables};
use serde::Deserialize;
use std::collections::BTreeMap;
use wilderness_engine::faults::{Fault, Faults, Source, Spanned, read_toml};
use wilderness_hexes::{Direction, Grid, Hex, HexSet, Hexsides, MOST, StepCosts, Zones};

/// The file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MapForm {
    id: String,
    name: String,
    #[serde(default)]
    reconstructed: bool,
    columns: Spanned<u8>,
    rows: Spanned<u8>,
    #[serde(rename = "yards_per_hex")]
    _yards: Option<u32>,
    terrain: Spanned<Vec<Spanned<String>>>,
    #[serde(default)]
    named: BTreeMap<Spanned<String>, String>,
    #[serde(default)]
    hexsides: Sides,
    #[serde(default)]
    paths: Paths,
    #[serde(default)]
    edges: BTreeMap<String, Spanned<Edge>>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct Sides {
    slope: Vec<Spanned<String>>,
    entrenchment: Vec<Spanned<String>>,
    creek: Vec<Spanned<String>>,
    river: Vec<Spanned<String>>,
    ford: Vec<Spanned<String>>,
    bridge: Vec<Spanned<String>>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct Paths {
    road: Vec<Vec<Spanned<String>>>,
    trail: Vec<Vec<Spanned<String>>>,
    leaves_map: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Edge {
    column: Option<u8>,
    row: Option<u8>,
    hexes: Option<Vec<Spanned<String>>>,
}

/// A map while it is read.
struct MapReader<'a> {
    source: &'a Source,
    faults: &'a mut Faults,
    map: Map,
}

impl Map {
    /// Reads a map; nothing if it has faults.
    pub(crate) fn read(source: &Source, tables: &Tables, faults: &mut Faults) -> Option<Map> {
        let form: MapForm = read_toml("map", source, faults)?;
        let before = faults.len();
        let Some(grid) = Grid::new(*form.columns.get_ref(), *form.rows.get_ref()) else {
            for (number, what) in [(&form.columns, "columns"), (&form.rows, "rows")] {
                if !(1..=MOST).contains(number.get_ref()) {
                    let fault = Fault::error("map::size", format!("a map has from 1 to {MOST} {what}"));
                    faults.push(fault.at(source, number.span(), "out of range"));
                    return None;
                }
            }
            return None;
        };
        let map = Map {
            id: form.id,
            name: form.name,
            reconstructed: form.reconstructed,
            zones: Zones::new(&grid, |_, _| false),
            attacked: Zones::new(&grid, |_, _| false),
            attackers: Zones::new(&grid, |_, _| false),
            doubled: Hexsides::new(&grid, |_, _| false),
            costs: Gait::ALL.map(|_| StepCosts::new(&grid, |_, _| None)),
            grid,
            named: BTreeMap::new(),
            edges: BTreeMap::new(),
            leaves_map: HexSet::EMPTY,
            terrain: tables.terrain.values().cloned().collect(),
            cells: vec![Cell::default(); Hex::PLACES],
            extras: Extras::new(tables),
        };
        let mut reader = MapReader { source, faults, map };
        reader.terrain(&form.terrain, tables);
        for (hex, name) in form.named {
            if let Some(hex) = reader.hex(&hex) {
                reader.map.named.insert(hex, name);
            }
        }
        let sides = form.hexsides;
        reader.sides(&sides.slope, Kinds::SLOPE);
        reader.sides(&sides.entrenchment, Kinds::ENTRENCHMENT);
        reader.sides(&sides.creek, Kinds::CREEK);
        reader.sides(&sides.river, Kinds::RIVER);
        reader.sides(&sides.ford, Kinds::FORD);
        reader.sides(&sides.bridge, Kinds::BRIDGE);
        form.paths.road.iter().chain(&form.paths.trail).for_each(|path| reader.path(path));
        for hex in &form.paths.leaves_map {
            if let Some(hex) = reader.hex(hex) {
                reader.map.leaves_map.insert(hex);
            }
        }
        reader.hills();
        reader.zones_and_costs();
        form.edges.into_iter().for_each(|(name, edge)| reader.edge(name, &edge));
        let map = reader.map;
        (faults.len() == before).then_some(map)
    }
}

impl MapReader<'_> {
    fn fault(&mut self, code: &str, message: String, span: std::ops::Range<usize>, label: &str) {
        self.faults.push(Fault::error(format!("map::{code}"), message).at(self.source, span, label));
    }

    /// A hex of this map.
    fn hex(&mut self, word: &Spanned<String>) -> Option<Hex> {
        let hex = Hex::new(word.get_ref()).filter(|hex| self.map.grid.has(*hex));
        if hex.is_none() {
            let label = format!("hexes are 0101 to {:02}{:02}", self.map.grid.columns(), self.map.grid.rows());
            self.fault("hex", format!("`{}` is not a hex of this map", word.get_ref()), word.span(), &label);
        }
        hex
    }

    fn terrain(&mut self, rows: &Spanned<Vec<Spanned<String>>>, tables: &Tables) {
        let (columns, count) = (usize::from(self.map.grid.columns()), usize::from(self.map.grid.rows()));
        if rows.get_ref().len() != count {
            let message = format!("there are {} rows of terrain", rows.get_ref().len());
            self.fault("terrain", message, rows.span(), &format!("the map has {count}"));
        }
        for (row, text) in rows.get_ref().iter().take(count).enumerate() {
            let length = text.get_ref().chars().count();
            if length != columns {
                let message = format!("row {:02} has {length} characters", row + 1);
                self.fault("terrain", message, text.span(), &format!("the map has {columns} columns"));
            }
            for (column, code) in text.get_ref().chars().take(columns).enumerate() {
                let Some(terrain) = tables.terrain.keys().position(|other| *other == code) else {
                    let known: String = tables.terrain.keys().collect();
                    let message = format!("`{code}` is not the code of a terrain");
                    self.fault("terrain", message, text.span(), &format!("known here: {known}"));
                    continue;
                };
                let hex = Hex { column: column as u8 + 1, row: row as u8 + 1 };
                self.map.cells[hex.index()] = Cell { terrain: terrain as u8, ..Cell::default() };
            }
        }
    }

    /// Lines such as `1405 S SW`.
    fn sides(&mut self, lines: &[Spanned<String>], kind: Kinds) {
        for line in lines {
            let mut words = line.get_ref().split_whitespace();
            let hex = Spanned::new(line.span(), words.next().unwrap_or_default().to_string());
            let Some(hex) = self.hex(&hex) else { continue };
            for word in words {
                let Some(direction) = Direction::from_word(word) else {
                    self.fault("hexside", format!("`{word}` is not a side"), line.span(), "sides are N NE SE S SW NW");
                    continue;
                };
                if self.map.grid.next(hex, direction).is_none() {
                    let message = format!("the {word} side of {hex} is the edge of the map");
                    self.fault("hexside", message, line.span(), "nothing lies beyond");
                }
                let sides = &mut self.map.cells[hex.index()].sides[direction as usize];
                *sides = sides.and(kind);
            }
        }
    }

    fn path(&mut self, path: &[Spanned<String>]) {
        let hexes: Vec<Option<Hex>> = path.iter().map(|word| self.hex(word)).collect();
        for (pair, word) in hexes.windows(2).zip(path.iter().skip(1)) {
            let &[Some(from), Some(to)] = pair else { continue };
            match from.direction(to) {
                Some(direction) => {
                    self.map.cells[from.index()].roads |= 1 << direction as usize;
                    self.map.cells[to.index()].roads |= 1 << direction.opposite() as usize;
                }
                None => {
                    self.fault("path", format!("{from} and {to} are not neighbours"), word.span(), "no way leads here")
                }
            }
        }
    }

    /// Numbers the hills: hilltops joined through hexsides that are not slopes (B15).
    fn hills(&mut self) {
        let map = &mut self.map;
        let tops: Vec<Hex> =
            map.grid.hexes().filter(|hex| map.grid.near(*hex).any(|near| map.is_above(*hex, near))).collect();
        let mut hills = 0;
        for &top in &tops {
            if map.hill(top).is_some() {
                continue;
            }
            hills += 1;
            let mut todo = vec![top];
            while let Some(hex) = todo.pop() {
                map.cells[hex.index()].hill = hills;
                let joined = |near: &Hex| {
                    tops.contains(near) && map.hill(*near).is_none() && !map.kinds(hex, *near).has(Kinds::SLOPE)
                };
                todo.extend(map.grid.near(hex).filter(joined));
            }
        }
    }

    /// Notes where zones of control reach, what holds across hexsides, and what steps cost.
    fn zones_and_costs(&mut self) {
        let map = &self.map;
        let zones = Zones::new(&map.grid, |from, to| map.lets_control(from, to));
        let costs = Gait::ALL.map(|gait| StepCosts::new(&map.grid, |from, to| map.cost_by_terrain(from, to, gait)));
        let attacked = Zones::new(&map.grid, |from, to| map.lets_attack_by_terrain(from, to));
        let attackers = Zones::new(&map.grid, |to, from| map.lets_attack_by_terrain(from, to));
        let doubled = Hexsides::new(&map.grid, |to, from| map.doubles_by_terrain(from, to));
        (self.map.zones, self.map.costs) = (zones, costs);
        (self.map.attacked, self.map.attackers, self.map.doubled) = (attacked, attackers, doubled);
    }

    /// Every hex of the outermost column or row that is not prohibited, or a list.
    fn edge(&mut self, name: String, edge: &Spanned<Edge>) {
        let Edge { column, row, hexes } = edge.get_ref();
        let hexes: Vec<Hex> = match (column, row, hexes) {
            (Some(column), None, None) => self.map.grid.hexes().filter(|hex| hex.column == *column).collect(),
            (None, Some(row), None) => self.map.grid.hexes().filter(|hex| hex.row == *row).collect(),
            (None, None, Some(hexes)) => hexes.iter().filter_map(|hex| self.hex(hex)).collect(),
            _ => {
                let message = format!("the edge `{name}` is one of: a column, a row, a list of hexes");
                return self.fault("edge", message, edge.span(), "`column`, `row` or `hexes`");
            }
        };
        let usable: Vec<Hex> = hexes.into_iter().filter(|hex| !self.map.terrain(*hex).is_closed()).collect();
        if usable.is_empty() {
            self.fault("edge", format!("no unit can enter by the edge `{name}`"), edge.span(), "no hex is open");
        }
        self.map.edges.insert(name, usable);
    }
}
