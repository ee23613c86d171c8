//! The tables of a battle: combat, bombardment, rally, terrain, fog, victory. What is reconstructed is marked.

use super::show;
use crate::front::{Chart, Figures};
use crate::text::table::TextTable;
use wilderness_battles::{Battle, Cost, Defence, Gait, Game, State, TerrainRow, View};

/// The faces of a die.
const DICE: [u8; 6] = [1, 2, 3, 4, 5, 6];

/// All tables.
pub fn all(game: &Game) -> Vec<Chart> {
    let battle = game.scenario();
    vec![
        combat(battle),
        bombardment(battle),
        rally(battle),
        terrain(battle),
        hexsides(battle),
        fog(battle),
        victory(battle, &View::public(game)),
    ]
}

fn combat(battle: &Battle) -> Chart {
    let combat = &battle.tables.combat;
    let columns: Vec<_> = combat.columns().collect();
    let names: Vec<String> = columns.iter().map(ToString::to_string).collect();
    let head: Vec<&str> = ["die"].into_iter().chain(names.iter().map(String::as_str)).collect();
    let mut table = TextTable::new(&head);
    for die in DICE {
        let results = columns.iter().map(|column| combat.result(*column, die).word().to_string());
        table.row([die.to_string()].into_iter().chain(results));
    }
    Chart {
        words: &["combat", "crt", "battle"],
        title: "Combat Table (9.3)".into(),
        figures: Figures::of([combat.reconstructed]),
        text: table.render(),
        note: "A attackers, D defenders; d disordered, r routed, e eliminated; Bx both disorder as many factors."
            .into(),
    }
}

fn bombardment(battle: &Battle) -> Chart {
    let fire = &battle.tables.bombardment;
    let strengths: Vec<String> = (1..=fire.strongest()).map(|strength| strength.to_string()).collect();
    let head: Vec<&str> = ["die"].into_iter().chain(strengths.iter().map(String::as_str)).collect();
    let mut table = TextTable::new(&head);
    for die in DICE {
        let results = (1..=fire.strongest()).map(|strength| fire.result(strength, die).word().to_string());
        table.row([die.to_string()].into_iter().chain(results));
    }
    let modifiers = &fire.modifiers;
    let ranges = modifiers.range.iter().zip(1..).map(|(more, range)| format!("{more:+} at range {range}"));
    let ranges = ranges.collect::<Vec<_>>().join(", ");
    Chart {
        words: &["bombardment", "abt", "fire"],
        title: "Bombardment Table (6.1): by strength".into(),
        figures: Figures::of([fire.reconstructed]),
        text: table.render(),
        note: format!(
            "Strength: {ranges}; {:+} across a wall, {:+} against a bastion. Ds disordered; Dz disordered and routed; * \
             leaders are eliminated.",
            modifiers.crosses_wall, modifiers.target_bastion
        ),
    }
}

fn rally(battle: &Battle) -> Chart {
    let rally = &battle.tables.rally;
    let modifiers = [
        ("the rally rating of the unit", None),
        ("an own leader within his radius", Some(rally.modifiers.leader_in_radius)),
        ("fog", Some(rally.modifiers.fog)),
        ("an own supply train in the hex or next to it", Some(rally.modifiers.supply_train_near)),
        ("a looted train there", Some(rally.modifiers.looted_train_near)),
    ];
    let line = |(what, by): (&str, Option<i8>)| {
        let by = by.map_or_else(|| "   ".to_string(), |by| format!("{by:+} "));
        format!("  {by}{what}\n")
    };
    Chart {
        words: &["rally"],
        title: format!("Rally (11.2): a die of {} or more rallies", rally.succeeds_on),
        figures: Figures::Printed,
        text: modifiers.into_iter().map(line).collect(),
        note: String::new(),
    }
}

fn terrain(battle: &Battle) -> Chart {
    let mut table = TextTable::new(&["terrain", "foot", "light", "cavalry", "guns", "doubled", "blocks", ""]);
    let cost = |cost: Cost| match cost {
        Cost::Mp(mp) => mp.to_string(),
        Cost::No => "road".into(),
        Cost::Never => "never".into(),
    };
    let used = |name: &str| battle.map.grid.hexes().any(|hex| battle.map.terrain(hex).name == name);
    let rows: Vec<&TerrainRow> = battle.tables.terrain.values().filter(|row| used(&row.name)).collect();
    for row in &rows {
        let doubled = match row.defence {
            Defence::None => "",
            Defence::Light => "light",
            Defence::All => "all",
        };
        let [foot, light, cavalry, guns] = Gait::ALL.map(|gait| cost(row.cost(gait)));
        let los = if row.los { "sight" } else { "" };
        let mark = if row.reconstructed { "reconstructed" } else { "" };
        table.row([row.name.clone(), foot, light, cavalry, guns, doubled.into(), los.into(), mark.into()]);
    }
    Chart {
        words: &["terrain", "tec", "movement", "costs"],
        title: "Terrain Effects (7.2, 9.2): MP to enter, who is doubled".into(),
        figures: Figures::of(rows.iter().map(|row| row.reconstructed)),
        text: table.render(),
        note: format!(
            "`road`: along a road or trail only. From one road or trail hex to the next along it: {} MP, whatever the \
             terrain.",
            battle.tables.road.mp
        ),
    }
}

fn hexsides(battle: &Battle) -> Chart {
    let sides = &battle.tables.hexside;
    let rows = [
        ("slope, upwards", sides.slope),
        ("entrenchment, inwards", sides.entrenchment),
        ("creek", sides.creek),
        ("ford", sides.ford),
        ("bridge", sides.bridge),
    ];
    let mut table = TextTable::new(&["hexside", "MP", "defender", ""]);
    for (name, side) in rows {
        let doubled = if side.doubles { "doubled" } else { "" };
        let mark = if side.reconstructed { "reconstructed" } else { "" };
        table.row([name.into(), format!("+{}", side.extra), doubled.into(), mark.into()]);
    }
    Chart {
        words: &["hexsides"],
        title: "Hexsides (7.2.1, 9.2.1)".into(),
        figures: Figures::of(rows.iter().map(|(_, side)| side.reconstructed)),
        text: table.render(),
        note: "The defender is doubled if every attacker crosses such a hexside.".into(),
    }
}

fn fog(battle: &Battle) -> Chart {
    let mut table = TextTable::new(&["turn", "fog on a die of"]);
    for (turn, highest) in &battle.fog {
        let dice = if *highest == 1 { "1".to_string() } else { format!("1 to {highest}") };
        table.row([turn.to_string(), dice]);
    }
    let text = if table.is_empty() { "  no turn brings fog\n".to_string() } else { table.render() };
    Chart {
        words: &["fog", "weather"],
        title: "Fog (5.0)".into(),
        figures: Figures::of([battle.fog_reconstructed && !table.is_empty()]),
        text,
        note: format!(
            "In fog allowances are halved, rounded up, and no unit sees further than {} hexes (5.1).",
            battle.tables.fog.maximum_los
        ),
    }
}

fn victory(battle: &Battle, state: &State) -> Chart {
    let levels = &battle.tables.victory_level;
    let train = &battle.tables.supply_train;
    let trains = match battle.units().any(|(_, unit)| unit.class() == wilderness_battles::Class::Train) {
        true => format!(" A supply train taken: {} VP.", train.vp),
        false => String::new(),
    };
    Chart {
        words: &["victory", "vp", "points"],
        title: "Victory (17.0)".into(),
        figures: Figures::Printed,
        text: show::victory(battle, state),
        note: format!(
            "Ahead by {} VP is a marginal, by {} a substantive, by {} a decisive victory; less is a draw.{trains}",
            levels.marginal, levels.substantive, levels.decisive
        ),
    }
}
