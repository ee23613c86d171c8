//! Settings that can change nothing in the game that they are set for: they are refused with the reason, so that nobody
//! believes that the game is played by them. Records that contain such settings are still played.

use super::Header;
use crate::scenario::Scenario;
use crate::script::Scripts;
use crate::settings::Settings;
use crate::side::Side;
use crate::state::{Season, State, Until};
use crate::table::{Play, Windows};
use std::sync::Arc;
use wilderness_engine::faults::{Fault, Faults};

/// Basic hand sizes that are tried to see whether the basic number matters.
const SIZES: std::ops::RangeInclusive<u8> = 1..=20;

impl Header {
    /// Refuses settings that have no effect, whatever their value.
    ///
    /// # Errors
    /// Each of these settings with the reason; an unknown scenario, a position that cannot be, and rules that do not
    /// exist.
    pub fn check_settings(&self, scripts: &Scripts) -> Result<(), Faults> {
        let start = self.start(scripts)?;
        let mut faults = Faults::none();
        faults.extend(start.without_effect(&self.settings).into_iter().map(|(setting, reason)| {
            let fault = Fault::error("settings::no_effect", format!("`{setting}` has no effect here: {reason}"));
            fault.help("leave the setting out, or begin another game")
        }));
        faults.into_result(())
    }

    /// Where the game starts: what its settings and rules can change depends on it.
    pub(super) fn start<'a>(&self, scripts: &'a Scripts) -> Result<Start<'a>, Faults> {
        let scenario = self.scenario(scripts)?;
        let mut state = match &self.position {
            Some(position) => position.check(scripts, self.seed)?.0,
            None => scenario.start(scripts.deck(), self.seed),
        };
        for rule in self.check_rules(scripts)? {
            state.markers.insert(Arc::from(rule.as_str()), Until::Game);
        }
        let is_last_season = state.season == Season::Late && state.year >= scenario.last_year;
        Ok(Start { scripts, scenario, is_dealt: self.position.is_none() || !is_last_season, state })
    }

    /// Whether the game starts from a position without a draw pile: then every card that is neither discarded nor
    /// removed is in one of the hands, and an open window hides nothing (5.56).
    pub fn has_no_draw_pile(&self) -> bool {
        self.position.as_ref().is_some_and(|position| position.draw_pile.is_empty())
    }
}

/// Where a game starts.
pub(super) struct Start<'a> {
    pub(super) scripts: &'a Scripts,
    scenario: Arc<Scenario>,
    pub(super) state: State,
    /// Whether the hands of a season are still to be dealt (4.0).
    pub(super) is_dealt: bool,
}

impl Start<'_> {
    /// The settings that change nothing, each with the reason.
    fn without_effect(&self, settings: &Settings) -> Vec<(String, String)> {
        let mut found = Vec::new();
        if settings.windows == Some(Windows::Open) && self.state.draw_pile.is_empty() {
            let reason = "the position has no draw pile, so a card that one side does not hold is in the other hand, \
                          and there is nothing that an open window could hide (5.56)";
            found.push(("windows open".to_string(), reason.to_string()));
        }
        for side in Side::BOTH {
            if settings.hand_size[side].is_some()
                && let Some(reason) = self.why_not_hand_size(side)
            {
                found.push((format!("hand-size {}", side.id()), reason));
            }
        }
        if settings.first_side.is_some()
            && let Some(reason) = self.why_not_first_side()
        {
            found.push(("first-side".to_string(), reason));
        }
        found
    }

    fn why_not_hand_size(&self, side: Side) -> Option<String> {
        let sizes = |state: &State| {
            SIZES.map(|basic| self.scripts.hand_size(state, side, basic)).collect::<Play<Vec<u8>>>().unwrap_or_default()
        };
        let says = |marker: &str, state: &State| match sizes(state)[..] {
            [size, ..] => format!("in {}, `{marker}` has the {side} dealt up to {size} cards", self.scenario.name),
            [] => String::new(),
        };
        self.why_not(says, |state| sizes(state).windows(2).all(|pair| pair[0] == pair[1]))
    }

    fn why_not_first_side(&self) -> Option<String> {
        let firsts = |state: &State| Side::BOTH.map(|basic| self.scripts.first_side(state, basic));
        let says = |marker: &str, state: &State| match &firsts(state)[0] {
            Ok(side) => format!("in {}, `{marker}` has the {side} act first", self.scenario.name),
            Err(_) => String::new(),
        };
        self.why_not(says, |state| matches!(firsts(state), [Ok(a), Ok(b)] if a == b))
    }

    /// Why a number or side that is the basis of a deal has no effect, if it has none: nothing is dealt any more, or
    /// what is in force until the end of the game is `fixed` by itself.
    fn why_not(&self, says: impl Fn(&str, &State) -> String, is_fixed: impl Fn(&State) -> bool) -> Option<String> {
        if !self.is_dealt {
            return Some("the position is in the last season, and no further hands are dealt (4.0)".to_string());
        }
        let mut state = self.state.clone();
        state.markers.retain(|_, until| *until == Until::Game);
        if !is_fixed(&state) {
            return None;
        }
        let alone = |marker: &Arc<str>| State { markers: [(marker.clone(), Until::Game)].into(), ..state.clone() };
        let cause = state.markers.keys().find(|marker| is_fixed(&alone(marker)));
        let marker = cause.map_or("what is in force", |marker| marker);
        Some(says(marker, &state) + " until the end of the game, whatever else is set")
    }
}
