//! Why the agent did what it did: data, put into words only on request.

use super::mission::{Mission, PlannedErrand};
use super::plan::PhasePlan;
use crate::decision::Word;
use crate::deck::Deck;
use crate::moments::MomentKind;
use crate::sets::{CardId, SpaceId};

/// The reason of a choice.
#[derive(Clone, Copy, Debug)]
pub enum ChoiceReason {
    /// None worth telling.
    Nothing,
    /// A sentence.
    Plain(&'static str),
    /// Something at a place.
    At(&'static str, SpaceId),
    /// Something at a place, with the chance of a battle.
    Chance(&'static str, SpaceId, f32),
    Mission(MissionReason),
    /// Several missions: the first, how many, and what they are worth.
    Several(PlannedErrand, SpaceId, usize, f32),
    /// An event, and what it is worth.
    Event(CardId, f32),
    Response(CardId, MomentKind),
}

/// What speaks for a mission.
#[derive(Clone, Copy, Debug)]
pub struct MissionReason {
    errand: PlannedErrand,
    from: SpaceId,
    to: SpaceId,
    /// The chance of its battle.
    chance: f32,
    /// In victory points.
    gain: f32,
    /// The enemy units that it meets.
    against: u8,
    /// The units that stay.
    left: u8,
    /// Whether it is a siege out of supply.
    unsupplied: bool,
}

impl ChoiceReason {
    /// The reason of a plan.
    pub(crate) fn of_plan(plan: &PhasePlan) -> ChoiceReason {
        match (plan.purpose, plan.missions.as_slice(), plan.sites.first(), plan.card) {
            (Word::Event, _, _, Some(card)) => ChoiceReason::Event(card, plan.gain),
            (_, [mission], ..) => ChoiceReason::of_mission(mission),
            (_, [first, ..], ..) => ChoiceReason::Several(first.errand, first.to, plan.missions.len(), plan.gain),
            (_, [], Some(site), _) => ChoiceReason::At("builds at", *site),
            _ => ChoiceReason::Plain("there is nothing better to do"),
        }
    }

    /// The reason of a mission.
    pub(crate) fn of_mission(mission: &Mission) -> ChoiceReason {
        let Mission { errand, from, to, chance, gain, against, left, unsupplied, .. } = *mission;
        ChoiceReason::Mission(MissionReason { errand, from, to, chance, gain, against, left, unsupplied })
    }

    /// In words.
    pub fn sentence(&self, deck: &Deck) -> Option<String> {
        let percent = |chance: f32| format!("{:.0} %", 100.0 * chance);
        Some(match *self {
            ChoiceReason::Nothing => return None,
            ChoiceReason::Plain(text) => text.to_string(),
            ChoiceReason::At(what, space) => format!("{what} {space}"),
            ChoiceReason::Chance(what, space, chance) => format!("{what} at {space}: {} to win", percent(chance)),
            ChoiceReason::Mission(reason) => reason.sentence(),
            ChoiceReason::Several(errand, space, count, gain) => {
                format!("{} {space} and {} more: worth {gain:.1} VP", errand.verb(), count - 1)
            }
            ChoiceReason::Event(card, gain) => format!("the event {} is worth {gain:.1} VP (5.5)", deck.name(card)),
            ChoiceReason::Response(card, moment) => format!("{} fits here: played {}", deck.name(card), moment.when()),
        })
    }
}

impl MissionReason {
    fn sentence(&self) -> String {
        let MissionReason { errand, from, to, chance, gain, against, left, unsupplied } = self;
        let units = |count: u8| if count == 1 { "1 unit".to_string() } else { format!("{count} units") };
        let is_fight = matches!(errand, PlannedErrand::Attack | PlannedErrand::Invest | PlannedErrand::Storm);
        let (verb, held) = match against {
            0 if *errand == PlannedErrand::Attack => ("takes", String::new()),
            _ if *against > 0 && is_fight => (errand.verb(), format!(", held by {}", units(*against))),
            _ => (errand.verb(), String::new()),
        };
        let of_what = match errand {
            PlannedErrand::Attack if *against > 0 => "to win if they stand",
            PlannedErrand::Invest => "to win an assault",
            _ => "to succeed",
        };
        let odds = match chance {
            _ if *unsupplied => "out of supply, so there is no siege roll, ".to_string(),
            chance if *chance > 0.0 => format!("{:.0} % {of_what}, ", 100.0 * chance),
            _ => String::new(),
        };
        let stay = match left {
            _ if from == to => String::new(),
            0 => format!(", leaving no unit at {from}"),
            left => format!(", leaving {} at {from}", units(*left)),
        };
        format!("{verb} {to}{held}: {odds}worth {gain:.1} VP{stay}")
    }
}

impl PlannedErrand {
    /// What it does, and to what.
    fn verb(self) -> &'static str {
        match self {
            PlannedErrand::March => "marches towards the enemy by",
            PlannedErrand::Attack => "attacks",
            PlannedErrand::Invest => "lays siege to",
            PlannedErrand::Siege => "continues the siege of",
            PlannedErrand::Storm => "assaults",
            PlannedErrand::Sortie => "breaks out of",
            PlannedErrand::Raid => "raids",
            PlannedErrand::Approach => "comes near enough to raid by",
            PlannedErrand::Quarters => "goes into winter quarters at",
            PlannedErrand::Garrison => "strengthens",
        }
    }
}
