//! The columns, modifiers and results in the playbook's combat examples, one line each: the records of these battles do
//! not show them, because they lack the Ambush! card.

use wilderness_war::news::{RaidColumn, RaidResult};
use wilderness_war::pieces::Pieces;
use wilderness_war::testing::{combat, combat_column, combat_column_name, raid};

#[test]
fn fire_in_the_examples() {
    // Columns: the side that fires, strength, column, natural die, modifiers, steps lost by the enemy.
    let fire: [(&str, u32, &str, i32, i32, u8); 6] = [
        ("Monongahela, French, doubled by the ambush; Beaujeu", 5 * 2, "9-12", 6, 1, 4),
        ("Monongahela, what is left of the British; no auxiliaries in the wilderness", 10, "9-12", 1, -1, 1),
        ("Augusta, French; Dumas, against a stockade", 2, "2", 4, 1 - 1, 1),
        ("Augusta, militia", 1, "1", 4, 0, 1),
        ("Hudson Carry North 1757, French", 9, "9-12", 3, 0, 2),
        ("Hudson Carry North 1757, British", 6, "6-8", 4, 0, 2),
    ];
    for (who, strength, name, natural, modifier, steps) in fire {
        let column = combat_column(strength);
        assert_eq!(combat_column_name(column), name, "{who}");
        assert_eq!(combat(column, natural + modifier), steps, "{who}");
    }
}

#[test]
fn strengths_at_the_monongahela() {
    let strength = |ids: &[(&str, bool)]| -> u32 {
        let one = |&(id, reduced): &(&str, bool)| {
            let facts = Pieces::get().find(id).expect("a piece").facts();
            u32::from(if reduced { facts.reduced } else { facts.strength })
        };
        ids.iter().map(one).sum()
    };
    let french = ["marine-detachment-6", "ligneris", "ottawa", "mingo-1", "shawnee-1"].map(|id| (id, false));
    assert_eq!(strength(&french), 5);
    let british = |reduced: [bool; 6]| {
        let ids = ["44th", "48th", "virginia-1", "virginia-2", "maryland", "pennsylvania-1"];
        strength(&std::array::from_fn::<_, 6, _>(|index| (ids[index], reduced[index])))
    };
    assert_eq!(british([false; 6]), 14, "as they came");
    assert_eq!(british([true, true, true, true, false, false]), 10, "after the four steps of the ambush");
}

#[test]
fn raids_in_the_examples() {
    let raids = [
        ("Augusta: Dumas +1, two militia units in the box -1", RaidColumn::Stockade, 5, 1 - 1, true, 1),
        ("Culpeper, Mingo", RaidColumn::Cultivated, 4, 0, false, 1),
        ("Culpeper, Shawnee", RaidColumn::Cultivated, 5, 0, true, 1),
        ("Kinderhook, Huron", RaidColumn::Cultivated, 6, 0, true, 0),
    ];
    for (who, column, natural, modifier, success, losses) in raids {
        assert_eq!(raid(column, natural + modifier), RaidResult { success, losses }, "{who}");
    }
}
