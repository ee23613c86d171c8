//! Settings that can change nothing in the game that they are set for: those that are named are refused with the
//! reason, so that no player expects them to apply; those that come with a preset are left out. Records
//! that contain such settings are still played.

use super::Header;
use crate::scenario::Scenario;
use crate::script::Scripts;
use crate::settings::Settings;
use crate::side::Side;
use crate::state::{Season, State, Until};
use crate::table::{Play, Windows};
use std::fmt;
use std::sync::Arc;
use wilderness_engine::faults::{Fault, Faults};

/// Basic hand sizes that are tried to see whether the basic number matters.
const SIZES: std::ops::RangeInclusive<u8> = 1..=20;

impl Header {
    /// Leaves out the settings that have no effect in the game, whatever their value.
    ///
    /// # Errors
    /// Idle settings that `named` sets too, each with the reason; an unknown scenario, an impossible position, and
    /// rules that do not exist.
    pub fn without_idle_settings(mut self, named: &Settings, scripts: &Scripts) -> Result<Header, Faults> {
        let set: Vec<Setting> = Setting::ALL.into_iter().filter(|setting| setting.is_in(&self.settings)).collect();
        if set.is_empty() {
            return Ok(self);
        }
        let start = self.start(scripts)?;
        let mut faults = Faults::none();
        for setting in set {
            let Some(reason) = start.why_not(setting) else { continue };
            if setting.is_in(named) {
                let fault = Fault::error("settings::no_effect", format!("`{setting}` has no effect here: {reason}"));
                faults.push(fault.help("leave the setting out, or begin another game"));
            }
            setting.leave_out(&mut self.settings);
        }
        faults.into_result(self)
    }

    /// Where the game starts: what its settings and rules can change depends on it.
    pub(super) fn start<'a>(&self, scripts: &'a Scripts) -> Result<Start<'a>, Faults> {
        let scenario = self.scenario(scripts)?;
        let mut state = match &self.position {
            Some(position) => position.check(scripts, self.generator())?.state,
            None => scenario.start(scripts.deck(), self.generator()),
        };
        for rule in self.check_rules(scripts)? {
            Arc::make_mut(&mut state.markers).insert(Arc::from(rule.as_str()), Until::Game);
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

/// A setting that has no effect in some games.
#[derive(Clone, Copy)]
enum Setting {
    Windows,
    HandSize(Side),
    FirstSide,
}

impl Setting {
    const ALL: [Setting; 4] =
        [Setting::Windows, Setting::HandSize(Side::French), Setting::HandSize(Side::British), Setting::FirstSide];

    /// Whether it is set: windows that are not open are as they would be anyway.
    fn is_in(self, settings: &Settings) -> bool {
        match self {
            Setting::Windows => settings.windows == Some(Windows::Open),
            Setting::HandSize(side) => settings.hand_size[side].is_some(),
            Setting::FirstSide => settings.first_side.is_some(),
        }
    }

    fn leave_out(self, settings: &mut Settings) {
        match self {
            Setting::Windows => settings.windows = None,
            Setting::HandSize(side) => settings.hand_size[side] = None,
            Setting::FirstSide => settings.first_side = None,
        }
    }
}

/// As a record has it, without the value.
impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Setting::Windows => f.write_str("windows open"),
            Setting::HandSize(side) => write!(f, "hand-size {}", side.id()),
            Setting::FirstSide => f.write_str("first-side"),
        }
    }
}

impl Start<'_> {
    /// Why a setting changes nothing, if it does not.
    fn why_not(&self, setting: Setting) -> Option<String> {
        match setting {
            Setting::Windows => self.why_not_windows(),
            Setting::HandSize(side) => self.why_not_hand_size(side),
            Setting::FirstSide => self.why_not_first_side(),
        }
    }

    fn why_not_windows(&self) -> Option<String> {
        let reason = "the position has no draw pile, so a card that one side does not hold is in the other hand, and \
                      there is nothing that an open window could hide (5.56)";
        self.state.draw_pile.is_empty().then(|| reason.to_string())
    }

    fn why_not_hand_size(&self, side: Side) -> Option<String> {
        let sizes = |state: &State| {
            SIZES.map(|basic| self.scripts.hand_size(state, side, basic)).collect::<Play<Vec<u8>>>().unwrap_or_default()
        };
        let says = |marker: &str, state: &State| match sizes(state)[..] {
            [size, ..] => format!("in {}, `{marker}` has the {side} dealt up to {size} cards", self.scenario.name),
            [] => String::new(),
        };
        self.why_fixed(says, |state| sizes(state).windows(2).all(|pair| pair[0] == pair[1]))
    }

    fn why_not_first_side(&self) -> Option<String> {
        let firsts = |state: &State| Side::BOTH.map(|basic| self.scripts.first_side(state, basic));
        let says = |marker: &str, state: &State| match &firsts(state)[0] {
            Ok(side) => format!("in {}, `{marker}` has the {side} act first", self.scenario.name),
            Err(_) => String::new(),
        };
        self.why_fixed(says, |state| matches!(firsts(state), [Ok(a), Ok(b)] if a == b))
    }

    /// Why a number or side that is the basis of a deal has no effect, if it has none: nothing is dealt any more, or
    /// what is in force until the end of the game is `fixed` by itself.
    fn why_fixed(&self, says: impl Fn(&str, &State) -> String, is_fixed: impl Fn(&State) -> bool) -> Option<String> {
        if !self.is_dealt {
            return Some("the position is in the last season, and no further hands are dealt (4.0)".to_string());
        }
        let mut state = self.state.clone();
        Arc::make_mut(&mut state.markers).retain(|_, until| *until == Until::Game);
        if !is_fixed(&state) {
            return None;
        }
        let alone =
            |marker: &Arc<str>| State { markers: Arc::new([(marker.clone(), Until::Game)].into()), ..state.clone() };
        let cause = state.markers.keys().find(|marker| is_fixed(&alone(marker)));
        let marker = cause.map_or("what is in force", |marker| marker);
        Some(says(marker, &state) + " until the end of the game, whatever else is set")
    }
}
