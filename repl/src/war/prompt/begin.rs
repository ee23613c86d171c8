//! Begins a game from a scenario or a position, and changes optional rules before it starts.

use crate::front::{Origin as _, Reply, Session, Trouble};
use crate::options::start::{New, Start};
use crate::prompt::player::Player;
use crate::war::content::Origin;
use crate::war::rules;
use std::rc::Rc;
use wilderness_engine::Each;
use wilderness_engine::faults::Faults;
use wilderness_war::{Scripts, Side, View, War, Windows};

impl Session<War> {
    /// A game from a scenario or a position.
    ///
    /// # Errors
    /// As [`Header::begin`].
    pub fn new(
        start: &Start,
        seed: Option<u64>,
        bots: Each<Option<Player>>,
        origin: Origin,
    ) -> Result<Session<War>, Faults> {
        let origin = origin.for_start(start)?;
        let scripts = Rc::new(origin.load()?);
        Session::begin(start, seed, bots, origin, scripts)
    }

    /// The same, with scripts already loaded.
    ///
    /// # Errors
    /// As [`Header::begin`].
    pub fn begin(
        start: &Start,
        seed: Option<u64>,
        bots: Each<Option<Player>>,
        origin: Origin,
        scripts: Rc<Scripts>,
    ) -> Result<Session<War>, Faults> {
        // With two people at one screen, no question may reveal who holds what.
        let people = Side::BOTH.iter().all(|side| bots[*side].is_none());
        let windows = if people { Windows::Open } else { Windows::Holder };
        let header = start.header(|preset| seed.or(preset).unwrap_or_else(fresh_seed), windows, &scripts)?;
        Session::with(header, bots, origin, scripts)
    }

    /// Begins a game with these options; one of another kind, elsewhere.
    pub(super) fn begin_another(&mut self, new: &New) -> Result<Reply, Trouble> {
        if new.is_elsewhere(self.game.scripts().content()) {
            return Ok(Reply::Elsewhere(new.text.clone()));
        }
        let start = new.start(self.game.scripts().content(), Some(&self.game.header().scenario))?;
        let origin = self.origin.clone().for_start(&start)?;
        let scripts = if origin == self.origin { self.game.scripts().clone() } else { Rc::new(origin.load()?) };
        self.replace_with(Session::begin(&start, new.seed, self.bots, origin, scripts)?);
        Ok(Reply::Begun(self.title() + self.situation().as_str()))
    }

    /// Switches an optional rule, by beginning the game again; only before cards are dealt.
    pub(crate) fn change_rule(&mut self, rule: &str, on: bool) -> Result<Reply, Trouble> {
        if !View::public(&self.game).is_before_the_deal() {
            return Err(Trouble::plain(
                "the first card has been dealt: the optional rules are fixed (14.0); `new --rules …` begins another \
                 game",
            ));
        }
        let scripts = self.game.scripts().clone();
        let id = scripts.chosen_rules([rule])?.first().map(|rule| rule.id.clone());
        let id = id.ok_or_else(|| Trouble::plain("name a rule"))?;
        let header = self.game.header().clone();
        let mut wanted: Vec<String> = header.rules.iter().filter(|other| **other != id).cloned().collect();
        wanted.extend(on.then_some(id));
        let header = header.with_rules(wanted.iter().map(String::as_str), &scripts)?;
        let header = header.without_idle_rules(on.then_some(rule), &scripts)?;
        self.replace_with(Session::with(header, self.bots, self.origin.clone(), scripts)?);
        Ok(Reply::Moved(rules::render(&self.game) + self.situation().as_str()))
    }
}

/// A seed that is easy to retype.
fn fresh_seed() -> u64 {
    u64::from(rand::random::<u32>()) % 1_000_000
}
