//! Modifiers: what the scripts in force make of what the rules compute. What they can be is in `modifier_list`.

use super::{Script, Scripts};
use crate::context::Context;
use crate::moments::Moment;
use crate::news::{ModifierReason, Modifiers};
use crate::sets::{CardId, SpaceSet};
use crate::side::{PerSide, Side};
use crate::state::{Reason, State, SupplyLimits, Victory};
use crate::table::Play;
use crate::war::War;
use rhai::{Dynamic, Map};
use std::rc::Rc;
use std::sync::Arc;
use wilderness_engine::script::Modified;

/// Limits of a movement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MovementLimits {
    /// The most spaces by land or boat.
    pub spaces: u8,
    /// Added to the allowance by land.
    pub extra: u8,
    /// Taken off the allowance, by land and boat.
    pub less: u8,
    /// Whether boats can go at all (6.3).
    pub boats: bool,
    /// Whether boats can go over lake shores (6.3).
    pub lakes: bool,
    /// Whether naval movement is possible.
    pub naval: bool,
    /// Whether drilled troops have to stop behind wilderness (6.2).
    pub wilderness_stop: bool,
}

impl Default for MovementLimits {
    fn default() -> MovementLimits {
        let spaces = super::modifier_list::UNLIMITED as u8;
        MovementLimits { spaces, extra: 0, less: 0, boats: true, lakes: true, naval: true, wilderness_stop: true }
    }
}

/// What events change about a side's fire.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FireModifiers {
    /// Added to the strength of its units.
    pub strength: Modifiers,
    /// What doubles its strength, before columns are shifted (7.56): the names of cards and optional rules.
    pub doubled: Vec<Arc<str>>,
    /// Whether it fires before the enemy (7.56).
    pub first: bool,
    /// Columns: below 0 to the left.
    pub shifts: Modifiers,
    /// Added to the die.
    pub die: Modifiers,
}

/// What events change about a raid.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RaidModifiers {
    /// Whether it uses the column of stockades.
    pub as_stockade: bool,
    /// Added to the die.
    pub die: Modifiers,
}

/// The word for the column of stockades.
const STOCKADE: &str = "stockade";

thread_local! {
    /// What scripts make the limits of a movement of. They are asked for each.
    static UNLIMITED_MOVEMENT: Dynamic = map([
        ("spaces", super::modifier_list::UNLIMITED.into()),
        ("extra", 0.into()),
        ("less", 0.into()),
        ("boats", true.into()),
        ("lakes", true.into()),
        ("naval", true.into()),
        ("wilderness_stop", true.into()),
    ]);
}

/// An object map.
fn map<const N: usize>(fields: [(&str, Dynamic); N]) -> Dynamic {
    Dynamic::from_map(fields.into_iter().map(|(name, value)| (name.into(), value)).collect::<Map>())
}

impl Scripts {
    /// What the scripts in force make of a value; nothing if none of them says anything of it.
    fn modify(
        &self,
        state: &State,
        name: &'static str,
        start: impl Fn() -> Dynamic,
        (side, at): (Side, impl FnOnce() -> Context),
    ) -> Play<Option<Modified<War>>> {
        self.modifying.modify(&self.host, state, (name, side), start, || Dynamic::from(at()))
    }

    /// What scripts make of a number.
    fn number(&self, state: &State, name: &'static str, start: u8, at: Context) -> Play<u8> {
        let modified = self.modify(state, name, || i64::from(start).into(), (at.side, || at))?;
        Ok(modified.map_or(start, |modified| modified.number("") as u8))
    }

    /// What scripts make of something that is true or false.
    fn truth(
        &self,
        state: &State,
        name: &'static str,
        start: bool,
        (side, at): (Side, impl FnOnce() -> Context),
    ) -> Play<bool> {
        let modified = self.modify(state, name, || start.into(), (side, at))?;
        Ok(modified.map_or(start, |modified| modified.truth("")))
    }

    /// What scripts add to a die.
    fn die(&self, state: &State, name: &'static str, at: Context) -> Play<Modifiers> {
        let modified = self.modify(state, name, || 0.into(), (at.side, || at))?;
        Ok(modified.map(|modified| self.attributed(&modified, "")).unwrap_or_default())
    }

    /// What each script has added to a number.
    fn attributed(&self, modified: &Modified<War>, field: &'static str) -> Modifiers {
        let mut sum = Modifiers::default();
        for (script, change) in modified.changes(field) {
            sum.add(change as i32, ModifierReason::Script(self.name_of(script).into()));
        }
        sum
    }

    /// The limits of the movement of a side as a whole: those of a piece in the first space that it holds (6.1).
    ///
    /// # Errors
    /// A script that fails.
    pub(crate) fn movement(&self, state: &State, side: Side) -> Play<MovementLimits> {
        let space = state.pieces.held(side).first();
        self.movement_of(state, Context { space, ..Context::of(side) })
    }

    /// The limits of a movement (6.1).
    ///
    /// # Errors
    /// A script that fails.
    pub(crate) fn movement_of(&self, state: &State, at: Context) -> Play<MovementLimits> {
        let start = || UNLIMITED_MOVEMENT.with(Dynamic::clone);
        let modified = self.modify(state, "movement", start, (at.side, || at))?;
        Ok(modified.map_or_else(MovementLimits::default, |limits| MovementLimits {
            spaces: limits.number("spaces") as u8,
            extra: limits.number("extra") as u8,
            less: limits.number("less") as u8,
            boats: limits.truth("boats"),
            lakes: limits.truth("lakes"),
            naval: limits.truth("naval"),
            wilderness_stop: limits.truth("wilderness_stop"),
        }))
    }

    /// Puts what the scripts in force make of each side's supply into a state (12.2).
    ///
    /// # Errors
    /// A script that fails.
    pub(crate) fn limit_supply(&self, state: &mut State) -> Play<()> {
        state.supply_limits = PerSide::default();
        if self.modifying.is_defined("supply") {
            state.supply_limits =
                PerSide { french: self.supply(state, Side::French)?, british: self.supply(state, Side::British)? };
        }
        Ok(())
    }

    /// What the scripts in force make of a side's supply (12.2).
    pub(super) fn supply(&self, state: &State, side: Side) -> Play<SupplyLimits> {
        let start = || map([("water", true.into()), ("lakes", true.into()), ("amphib", true.into())]);
        let modified = self.modify(state, "supply", start, (side, || Context::of(side)))?;
        Ok(modified.map_or_else(SupplyLimits::default, |limits| SupplyLimits {
            water: limits.truth("water"),
            lakes: limits.truth("lakes"),
            amphib: limits.truth("amphib"),
        }))
    }

    /// What events change about a side's fire (7.5, 9.1).
    ///
    /// # Errors
    /// A script that fails.
    pub(crate) fn fire(&self, state: &State, at: Context) -> Play<FireModifiers> {
        let start = || {
            map([
                ("strength", 0.into()),
                ("doubled", false.into()),
                ("first", false.into()),
                ("shift", 0.into()),
                ("drm", 0.into()),
            ])
        };
        let Some(fire) = self.modify(state, "battle", start, (at.side, || at))? else {
            return Ok(FireModifiers::default());
        };
        let doubled = fire.truth("doubled").then(|| fire.made_true("doubled"));
        Ok(FireModifiers {
            strength: self.attributed(&fire, "strength"),
            doubled: doubled.into_iter().flatten().map(|script| self.name_of(script).into()).collect(),
            first: fire.truth("first"),
            shifts: self.attributed(&fire, "shift"),
            die: self.attributed(&fire, "drm"),
        })
    }

    /// The winner at the end of a year, as the scripts in force change it: a side or a draw, or nothing if the game goes on
    /// (13.1).
    ///
    /// # Errors
    /// A script that fails.
    pub(crate) fn winner(&self, state: &State, found: Option<Victory>) -> Play<Option<Victory>> {
        let word = |victory: Option<Victory>| match victory.map(|victory| victory.winner) {
            None => "none",
            Some(None) => "draw",
            Some(Some(side)) => side.id(),
        };
        let start = || Dynamic::from(word(found).to_string());
        let modified = self.modify(state, "winner", start, (state.active, || Context::of(state.active)))?;
        let said = modified.map(|winner| winner.word("")).filter(|said| said != word(found));
        Ok(match said.as_deref() {
            None => found,
            Some("none") => None,
            Some(said) => Some(Victory { winner: Side::from_id(said), reason: Reason::Event }),
        })
    }

    /// What events add to a siege roll (8.23).
    ///
    /// # Errors
    /// A script that fails.
    pub(crate) fn siege(&self, state: &State, at: Context) -> Play<Modifiers> {
        self.die(state, "siege", at)
    }

    /// What events change about a raid, which would use the column of stockades or not (10.3).
    ///
    /// # Errors
    /// A script that fails.
    pub(crate) fn raid(&self, state: &State, as_stockade: bool, at: Context) -> Play<RaidModifiers> {
        let column = if as_stockade { STOCKADE } else { "cultivated" };
        let start = || map([("column", column.into()), ("drm", 0.into())]);
        let modified = self.modify(state, "raid", start, (at.side, || at))?;
        let unchanged = || RaidModifiers { as_stockade, die: Modifiers::default() };
        Ok(modified.map_or_else(unchanged, |raid| RaidModifiers {
            as_stockade: raid.word("column") == STOCKADE,
            die: self.attributed(&raid, "drm"),
        }))
    }

    /// What events add to the die of an interception (6.71).
    ///
    /// # Errors
    /// A script that fails.
    pub(crate) fn interception(&self, state: &State, at: Context) -> Play<Modifiers> {
        self.die(state, "interception", at)
    }

    /// What events add to the die of pieces that try to avoid battle (6.8).
    ///
    /// # Errors
    /// A script that fails.
    pub(crate) fn avoidance(&self, state: &State, at: Context) -> Play<Modifiers> {
        self.die(state, "avoidance", at)
    }

    /// Whether a stack suffers winter attrition (11.1).
    ///
    /// # Errors
    /// A script that fails.
    pub(crate) fn attrition(&self, state: &State, suffers: bool, at: Context) -> Play<bool> {
        self.truth(state, "attrition", suffers, (at.side, || at))
    }

    /// How many reduced units of a stack are eliminated by winter attrition (11.2).
    ///
    /// # Errors
    /// A script that fails.
    pub(crate) fn winter_losses(&self, state: &State, lost: u8, at: Context) -> Play<u8> {
        self.number(state, "winter_losses", lost, at)
    }

    /// The steps that a side loses in a combat (7.6, 9.1).
    ///
    /// # Errors
    /// A script that fails.
    pub(crate) fn losses(&self, state: &State, steps: u8, at: Context) -> Play<u8> {
        self.number(state, "losses", steps, at)
    }

    /// Whether a die is rolled once more.
    ///
    /// # Errors
    /// A script that fails.
    pub(crate) fn reroll(&self, state: &State, at: Context) -> Play<bool> {
        self.truth(state, "reroll", false, (at.side, || at))
    }

    /// Those of some spaces to which a piece may still retreat (7.9).
    ///
    /// # Errors
    /// A script that fails.
    pub(crate) fn retreat(&self, state: &State, refuges: SpaceSet, at: &Context) -> Play<SpaceSet> {
        self.allowed(state, "retreat", refuges, at)
    }

    /// Those of some spaces in which a side may still build (5.4).
    ///
    /// # Errors
    /// A script that fails.
    pub(crate) fn construction(&self, state: &State, sites: SpaceSet, at: &Context) -> Play<SpaceSet> {
        self.allowed(state, "construction", sites, at)
    }

    /// Those of some spaces for which no script returns false.
    fn allowed(&self, state: &State, name: &'static str, spaces: SpaceSet, at: &Context) -> Play<SpaceSet> {
        if !self.modifying.is_in_force(state, name) {
            return Ok(spaces);
        }
        let mut allowed = SpaceSet::EMPTY;
        for space in spaces {
            let case = || Context { space: Some(space), ..at.clone() };
            allowed.set(space, self.truth(state, name, true, (at.side, case))?);
        }
        Ok(allowed)
    }

    /// Whether scripts in force define a modifier.
    pub(crate) fn are_modifying(&self, state: &State, name: &'static str) -> bool {
        self.modifying.is_in_force(state, name)
    }

    /// The value of a card for activation and construction (5.32, 5.4).
    ///
    /// # Errors
    /// A script that fails.
    pub(crate) fn card_value(&self, state: &State, value: u8, at: Context) -> Play<u8> {
        self.number(state, "card_value", value, at)
    }

    /// The initiative of a leader (5.32).
    ///
    /// # Errors
    /// A script that fails.
    pub(crate) fn initiative(&self, state: &State, rating: u8, at: Context) -> Play<u8> {
        self.number(state, "initiative", rating, at)
    }

    /// The victory points that a side scores, and what scripts have made of them (13.2).
    ///
    /// # Errors
    /// A script that fails.
    pub(crate) fn points(&self, state: &State, points: i8, at: Context) -> Play<(i8, Modifiers)> {
        let modified = self.modify(state, "vp", || i64::from(points).into(), (at.side, || at))?;
        let changed = |modified: Modified<War>| (modified.number("") as i8, self.attributed(&modified, ""));
        Ok(modified.map_or_else(|| (points, Modifiers::default()), changed))
    }

    /// The number of cards a side is dealt up to (4.0 A.1, R16).
    ///
    /// # Errors
    /// A script that fails.
    pub(crate) fn hand_size(&self, state: &State, side: Side, base: u8) -> Play<u8> {
        self.number(state, "hand_size", base, Context::of(side))
    }

    /// Whether a side may play the event of a card, whatever its condition says: the card bears its symbol (5.12), or
    /// a script in force allows it; and no such script forbids it.
    ///
    /// # Errors
    /// A script that fails.
    pub(crate) fn may_play(&self, state: &State, side: Side, card: CardId) -> Play<bool> {
        let bears = self.bearing[side].contains(card);
        Ok(self.said_of_playing(state, side, card)?.map_or(bears, |said| said.truth("")))
    }

    /// The script whose `may_play` forbids a side the event of a card: the name of an optional rule, or of a card.
    pub(crate) fn forbidden_by(&self, state: &State, side: Side, card: CardId) -> Option<String> {
        let said = self.said_of_playing(state, side, card).ok()??;
        said.vetoed_by().map(|script| self.name_of(script))
    }

    /// What the scripts in force say of playing the event of a card.
    fn said_of_playing(&self, state: &State, side: Side, card: CardId) -> Play<Option<Modified<War>>> {
        let Some(facts) = self.deck.card(card) else { return Ok(None) };
        let at = || Context { card: Some(card), event: facts.event.clone(), ..Context::of(side) };
        self.modify(state, "may_play", || facts.sides.contains(&side).into(), (side, at))
    }

    /// The name that people know a script by: of the optional rule, or of a card with the event.
    fn name_of(&self, script: &Script) -> String {
        if let Some(rule) = script.rule.as_ref().and_then(|id| self.rules.get(&**id)) {
            return rule.facts.name.clone();
        }
        let card = script.card.and_then(|card| self.deck.card(card));
        card.map_or_else(|| script.compiled.source.name().to_string(), |card| card.name.clone())
    }

    /// Whether the enemy of a side is asked too at a moment of that side.
    pub(super) fn also_asks(&self, state: &State, side: Side, moment: &Rc<Moment>) -> Play<bool> {
        if !self.may_ask_both {
            return Ok(false);
        }
        let at = || Context { moment: Some(moment.clone()), ..Context::of(side) };
        self.truth(state, "also_asks", false, (side, at))
    }

    /// The side that acts first in a season; the side that the scenario names if no event says otherwise (4.0 A.2).
    ///
    /// # Errors
    /// A script that fails.
    pub(crate) fn first_side(&self, state: &State, base: Side) -> Play<Side> {
        let modified = self.modify(state, "first_side", || Dynamic::from(base), (base, || Context::of(base)))?;
        Ok(modified.and_then(|modified| modified.value("")).unwrap_or(base))
    }
}
