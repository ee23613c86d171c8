//! A battle that the program does not have, with what its own three lack: a river with a ford and a bridge, and cavalry
//! on both sides. The core knows no battle by name.

use crate::games;
use std::rc::Rc;
use wilderness_battles::{Battles, Content, Gait, Hex};
use wilderness_engine::script::Compile as _;

const SCENARIO: &str = r#"
id = "brook"
name = "The brook"
map = "brook"
units = "brook"
turns = 6
player_a = "british"
player_b = "french"
friendly_edges = { french = ["east"], british = ["west"] }
deploy = [
  { side = "british", groups = ["start"], area = { max_column = 3 } },
  { side = "french", groups = ["start"], area = { min_column = 5, max_row = 5 } },
]
arrival = [{ id = "help", side = "french", groups = ["late"], edge = "east", turn = 2, script = "relief", parameters = { up_to = 3, one_unit = true } }]
keep_away = [{ side = "french", hexes = ["0101"] }]

[demoralization]
french = { level = 6, infantry = 1, indian = { per_unit = 1 }, artillery = { per_unit = 2 }, leader = 1 }
british = { level = 6, infantry = 1, indian = { per_unit = 1 }, artillery = { per_strength = 1 }, leader = 1 }

[victory]
french = [{ vp = 2, occupies = "0203" }, { vp = 2, enemy_demoralization = { from = 100 } }]
british = [{ vp = 2, occupies = "0603" }, { vp = 2, enemy_demoralization = { from = 50 } }]

[options]
tactics = { french = 1, british = 2 }
trains = { wagons = "start" }
"#;

const MAP: &str = r#"
id = "brook"
name = "The brook"
columns = 7
rows = 5
terrain = [
  ".......",
  ".w...b.",
  ".....F.",
  "...f...",
  ".......",
]
[hexsides]
river = ["0401 NE SE", "0402 NE SE", "0403 NE SE", "0404 NE SE", "0405 NE"]
ford = ["0402 NE"]
bridge = ["0404 NE"]
creek = ["0201 S"]
[paths]
road = [["0404", "0504"]]
[edges]
east = { column = 7 }
west = { column = 1 }
"#;

const UNITS: &str = r#"
units = [
  { id = "foot", name = "Foot", short = "F", side = "british", contingent = "british", type = "line", cf = 4, dcf = 2, rally = 2, ma = 4, setup = "start" },
  { id = "horse", name = "Horse", short = "H", side = "british", contingent = "british", type = "cavalry", cf = 3, dcf = 1, rally = 2, ma = 8, setup = "start" },
  { id = "gun", name = "Gun", short = "G", side = "british", contingent = "british", type = "artillery", cf = 2, dcf = 1, rally = 1, ma = 2, range = 5, setup = "start" },
  { id = "braddock", name = "Braddock", short = "B", side = "british", contingent = "british", type = "leader", cv = 2, ma = 8, setup = "start" },
  { id = "wagons", name = "Wagons", short = "W", side = "british", contingent = "british", type = "supply", cf = 1, ma = 2, setup = "none" },
  { id = "marine", name = "Marine", short = "M", side = "french", contingent = "french", type = "light", light = true, cf = 4, dcf = 2, rally = 2, ma = 5, setup = "start" },
  { id = "dragoons", name = "Dragoons", short = "D", side = "french", contingent = "french", type = "cavalry", cf = 3, dcf = 1, rally = 2, ma = 8, setup = "start" },
  { id = "ottawa", name = "Ottawa", short = "O", side = "french", contingent = "french", type = "indian", light = true, cf = 3, dcf = 1, rally = 1, ma = 6, setup = "late" },
  { id = "potawatomi", name = "Potawatomi", short = "P", side = "french", contingent = "french", type = "indian", light = true, cf = 3, dcf = 1, rally = 1, ma = 6, setup = "late" },
  { id = "nobody", name = "Nobody", short = "N", side = "french", contingent = "french", type = "line", cf = 3, dcf = 1, rally = 1, ma = 4, setup = "away" },
]
"#;

fn battles() -> Rc<Battles> {
    let content =
        Content::embedded().with("brook.toml", SCENARIO).with("maps/brook.toml", MAP).with("units/brook.toml", UNITS);
    Rc::new(content.compile().unwrap_or_else(|faults| panic!("{:?}", faults.iter().collect::<Vec<_>>())))
}

#[test]
fn rivers_are_crossed_at_fords_and_bridges() {
    let battles = battles();
    let map = &battles.find("brook").expect("a battle").map;
    let hex = |text| Hex::new(text).expect("a hex");
    let cost = |from, to| map.cost(hex(from), hex(to), Gait::Foot);
    assert_eq!([cost("0401", "0501"), cost("0402", "0502"), cost("0404", "0504")], [None, Some(2), Some(1)]);
    let crosses = |from, to| map.is_controlled(hex(from), hex(to));
    assert_eq!([crosses("0401", "0501"), crosses("0402", "0502"), crosses("0504", "0404")], [false, true, true]);
    let doubles = |from, to| map.doubles(hex(from), hex(to));
    assert_eq!(
        [doubles("0402", "0502"), doubles("0504", "0404"), doubles("0201", "0202"), doubles("0202", "0201")],
        [true; 4]
    );
    assert_eq!(cost("0201", "0202"), Some(3));
}

#[test]
fn a_battle_of_ones_own_is_played_to_its_end() {
    let battles = battles();
    for seed in 1..=60 {
        let game = games::play(&battles, "brook", seed);
        let absent = game.scenario().find(wilderness_battles::Id::new("nobody").expect("an id")).expect("a unit");
        assert_eq!(game.state().piece(absent).at, wilderness_battles::At::Absent);
    }
}
