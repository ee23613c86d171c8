//! Battles, sieges, raids and building in words.

use super::pieces::{acting, force};
use super::{Naming, side, space};
use crate::moments::BattleKind;
use crate::news::{Happened, ModifierReason, Modifiers, NewsEntry, Roll, Structure, WorksFate};
use crate::sets::PieceSet;
use crate::side::Side;
use std::fmt;
use std::sync::Arc;

/// The words for the reason of a modifier.
pub fn reason(reason: &ModifierReason) -> String {
    match reason {
        ModifierReason::Leader(leader) => leader.to_string(),
        ModifierReason::LeaderInside(leader) => format!("{leader} inside"),
        ModifierReason::NoRegulars => "no regulars".into(),
        ModifierReason::NoLightTroops => "no auxiliaries or light infantry".into(),
        ModifierReason::Landing => "amphibious landing".into(),
        ModifierReason::Stockade => "stockade".into(),
        ModifierReason::Fieldworks => "fieldworks".into(),
        ModifierReason::Assault => "assault".into(),
        ModifierReason::Rangers => "rangers".into(),
        ModifierReason::Militia => "militia".into(),
        ModifierReason::Space(space) => space.to_string(),
        ModifierReason::Script(name) => name.to_string(),
    }
}

impl fmt::Display for Modifiers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, modifier) in self.iter().enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            write!(f, "{comma}{:+} {}", modifier.amount, reason(&modifier.reason))?;
        }
        Ok(())
    }
}

impl fmt::Display for Roll {
    /// As `3+1 (+2 Montcalm, -1 stockade)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:+}", self.die, self.modifiers.sum())?;
        let mut each = self.modifiers.iter();
        match (each.next(), each.next()) {
            (None, _) => Ok(()),
            (Some(only), None) => write!(f, " ({})", reason(&only.reason)),
            _ => write!(f, " ({})", self.modifiers),
        }
    }
}

/// An entry about a combat, a siege, a raid, winter or building.
pub(super) fn word(entry: &NewsEntry, naming: Naming<'_>) -> Option<String> {
    let space = || space(entry);
    Some(match &entry.what {
        Happened::Works { structure, fate } => works(entry, *structure, *fate),
        Happened::AmphibPlaced => format!("an Amphib marker is placed at {}", space()),
        Happened::AmphibRemoved => format!("the Amphib marker at {} is removed", space()),
        Happened::SiegeLaid => format!("{} is besieged", space()),
        Happened::SiegeLifted => format!("the siege of {} is lifted", space()),
        Happened::SiegeRolled { roll, level } => format!("siege of {}: {roll}, the siege level is {level}", space()),
        Happened::SiegeLevelSet { level } => format!("siege of {}: the siege level is {level}", space()),
        Happened::InterceptionRolled { pieces, from, roll, success } => {
            let tries = acting(*pieces, "tries", "try", naming);
            format!("{tries} to intercept from {from} at {}: {roll} {}", space(), outcome(*success))
        }
        Happened::AvoidanceTried { pieces, roll: None, .. } => {
            format!("{} battle at {} without a roll", acting(*pieces, "avoids", "avoid", naming), space())
        }
        Happened::AvoidanceTried { pieces, roll: Some(roll), success } => {
            let tries = acting(*pieces, "tries", "try", naming);
            format!("{tries} to avoid battle at {}: {roll} {}", space(), outcome(*success))
        }
        Happened::CombatBegan { combat, attackers, defenders } => {
            begins(entry, *combat, [*attackers, *defenders], naming)
        }
        Happened::CombatWon { combat, attacker_won, lost } => {
            let losses = losses(entry.side?, *attacker_won, *lost);
            match combat {
                BattleKind::Assault => format!("the assault on {} {}: {losses}", space(), outcome(*attacker_won)),
                _ => format!("{} win at {}: {losses}", side(entry), space()),
            }
        }
        Happened::Fired { strength, changes, doubled, column, shifts, roll, result, .. } => {
            let strength = strength_of(*strength, changes, doubled);
            let column = column_of(column, shifts);
            let steps = if *result == 1 { "step" } else { "steps" };
            format!(
                "{} fire with strength {strength} on column {column}: {roll} costs the enemy {result} {steps}",
                side(entry)
            )
        }
        Happened::LeaderChecked { leader, die: 1 } => format!("{leader} is killed (1)"),
        Happened::LeaderChecked { leader, die } => format!("{leader} survives ({die})"),
        Happened::RaidRolled { raiders, roll, success } => {
            format!("{} {}: {roll} {}", acting(*raiders, "raids", "raid", naming), space(), outcome(*success))
        }
        Happened::RaidedMarkerPlaced => format!("a Raided marker is placed at {}", space()),
        Happened::Winter => format!("winter at {}", space()),
        _ => return None,
    })
}

fn outcome(success: bool) -> &'static str {
    if success { "succeeds" } else { "fails" }
}

fn begins(entry: &NewsEntry, combat: BattleKind, [attackers, defenders]: [PieceSet; 2], naming: Naming<'_>) -> String {
    let what = match combat {
        BattleKind::Field => "battle at",
        BattleKind::Sortie => "sortie at",
        BattleKind::RaidMilitia => "battle against the militia at",
        BattleKind::Assault => "assault on",
    };
    let defenders = if defenders.is_empty() { "no defenders".into() } else { force(defenders, naming) };
    format!("{what} {}: {} against {defenders}", space(entry), force(attackers, naming))
}

/// What both sides lost in a combat.
fn losses(winner: Side, attacker_won: bool, [attackers, defenders]: [u8; 2]) -> String {
    let (own, enemy) = if attacker_won { (attackers, defenders) } else { (defenders, attackers) };
    let steps = |count: u8| match count {
        0 => "nothing".to_string(),
        1 => "1 step".to_string(),
        _ => format!("{count} steps"),
    };
    if own == enemy {
        let each = || format!("each side loses {}", steps(own));
        return if own == 0 { "neither side loses a step".into() } else { each() };
    }
    format!("the {} lose {}, the {winner} {}", winner.enemy(), steps(enemy), steps(own))
}

/// A strength, and what has changed and doubled it.
fn strength_of(strength: u32, changes: &Modifiers, doubled: &[Arc<str>]) -> String {
    let changed = (!changes.is_empty()).then(|| changes.to_string());
    let doubled = (!doubled.is_empty()).then(|| format!("doubled: {}", doubled.join(", ")));
    let why: Vec<String> = changed.into_iter().chain(doubled).collect();
    if why.is_empty() { strength.to_string() } else { format!("{strength} ({})", why.join("; ")) }
}

/// A column, and what has shifted it.
fn column_of(column: &str, shifts: &Modifiers) -> String {
    if shifts.is_empty() { column.to_string() } else { format!("{column} ({shifts})") }
}

fn works(entry: &NewsEntry, structure: Structure, fate: WorksFate) -> String {
    let (space, name) = (space(entry), structure.name());
    match (structure, fate) {
        (Structure::Fieldworks, WorksFate::Built) => format!("fieldworks are dug at {space}"),
        (Structure::Fieldworks, WorksFate::Removed) => format!("the fieldworks at {space} are removed"),
        (Structure::Fieldworks, _) => format!("the fieldworks at {space} are lost"),
        (Structure::FortUnderConstruction, WorksFate::Built) => format!("{space}: a fort is started"),
        (Structure::Fort, WorksFate::Built) => format!("{space}: a fort is finished"),
        (_, WorksFate::Built) => format!("{space}: a {name} is built"),
        (_, WorksFate::Damaged) => format!(
            "the {name} at {space} falls to the {} as a fort under construction: until it is finished it carries no \
             supply and gives no winter quarters",
            side(entry)
        ),
        (_, WorksFate::Captured) => format!("the {name} at {space} falls to the {}", side(entry)),
        _ => format!("the {name} at {space} is {fate}"),
    }
}
