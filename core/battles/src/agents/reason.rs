//! Why the greedy agent made its last choice, in words.

use crate::battle::Battle;
use crate::battle::When;
use crate::side::Side;
use crate::unit::UnitId;
use wilderness_hexes::Hex;

/// The reason of a choice. It holds only figures, since most choices are made in playouts, where it is not asked for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum ChoiceReason {
    /// A unit goes where it stands better; whether it touches the enemy there.
    Goes { unit: UnitId, from: Hex, to: Hex, touches: bool },
    /// No unit stands better elsewhere.
    AllStand,
    /// An attack on a hex, with what it promises in combat factors; whether the side could do without it.
    Attacks { hex: Hex, promise: f64, may_end: bool },
    /// No attack promises more than it costs.
    NoAttack,
    /// A shot, with the combat factors that it costs the enemy on average.
    Fires(f64),
    /// No shot does anything.
    NoShot,
    /// A rally with this modifier.
    Rallies(i16),
    /// Where a unit is set up or enters.
    Placed,
}

impl ChoiceReason {
    /// As a sentence without capital and full stop.
    pub fn sentence(self, battle: &Battle) -> String {
        match self {
            ChoiceReason::Goes { unit, from, to, touches } => goes(battle, unit, [from, to], touches),
            ChoiceReason::AllStand => "no unit stands better elsewhere".into(),
            ChoiceReason::Attacks { hex, promise, may_end } => {
                let hex = battle.place(hex);
                match (may_end, promise < 0.0) {
                    (true, _) => format!("attacks {hex}: a gain of {promise:.1} combat factors on average"),
                    (false, false) => format!("has to attack, best at {hex}: a gain of {promise:.1} combat factors"),
                    (false, true) => {
                        format!("has to attack, at the least cost at {hex}: {:.1} combat factors", -promise)
                    }
                }
            }
            ChoiceReason::NoAttack => "no attack promises more than it costs".into(),
            ChoiceReason::Fires(damage) => format!("the shot costs the enemy {damage:.1} combat factors on average"),
            ChoiceReason::NoShot => "no shot does anything".into(),
            ChoiceReason::Rallies(modifier) => {
                format!("rallies first the unit that does so most easily ({modifier:+})")
            }
            ChoiceReason::Placed => "the best ground there, and the nearest to what counts for victory".into(),
        }
    }
}

fn goes(battle: &Battle, unit: UnitId, [from, to]: [Hex; 2], touches: bool) -> String {
    let (name, place) = (&battle.unit(unit).name, battle.place(to));
    let goals = goals(battle);
    let nearest = goals.iter().copied().filter(|goal| goal.distance(to) < goal.distance(from));
    let nearest = nearest.min_by_key(|goal| goal.distance(to));
    match nearest {
        _ if goals.contains(&to) => format!("{name} takes {place}, which counts for victory"),
        _ if touches => format!("{name} goes next to the enemy at {place}, to attack"),
        Some(goal) => format!("{name} goes towards {}, which counts for victory", battle.place(goal)),
        None => format!("{name} stands better at {place}: nearer to friends, or covered"),
    }
}

/// The hexes that give victory points to either side.
fn goals(battle: &Battle) -> Vec<Hex> {
    let awards = Side::BOTH.into_iter().flat_map(|side| &battle.awards[side]);
    let occupied = awards.filter_map(|award| match award.when {
        When::Occupies(hex) => Some(hex),
        _ => None,
    });
    occupied.collect()
}
