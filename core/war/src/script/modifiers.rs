//! Modifiers: what events in force change about what the rules compute. A script is asked only while one of its markers
//! is in force.

use super::api::MomentView;
use super::{Script, Scripts};
use crate::moments::{BattleKind, Moment};
use crate::news::{Modifiers, Reason};
use crate::sets::CardId;
use crate::side::Side;
use crate::state::State;
use crate::table::Play;
use crate::war::War;
use rhai::Dynamic;
use std::rc::Rc;
use std::sync::Arc;
use wilderness_engine::language::Modifier;
use wilderness_engine::script::{Fields, number, truth, value};

/// All of them. `()` instead of what they return changes nothing.
pub(super) const MODIFIERS: [Modifier; 8] = [
    Modifier {
        name: "movement",
        parameters: &["side"],
        about: "The movement of a force or piece of a side, when it is about to go (6.1).",
        returns: &[
            ("spaces", "the most spaces by land or boat"),
            ("naval", "false: no naval movement (6.4)"),
            ("wilderness_stop", "false: drilled troops need not stop behind wilderness (6.2)"),
        ],
        value: "an object map, such as `#{ drm: 1 }`, or nothing",
        example: "fn movement(side) { #{ spaces: 2, naval: false } }",
    },
    Modifier {
        name: "battle",
        parameters: &["side", "kind"],
        about: "The fire of a side in a combat: `kind` is \"field\", \"sortie\", \"raid-militia\" or \"assault\" (7.5, 9.1).",
        returns: &[
            ("doubled", "true: its strength is doubled, before columns are shifted (7.56)"),
            ("first", "true: it fires before the enemy (7.56)"),
            ("shift", "columns to the left"),
            ("drm", "added to the die"),
        ],
        value: "an object map, such as `#{ drm: 1 }`, or nothing",
        example: "fn battle(side, kind) { if kind == \"assault\" { #{ drm: 2 } } }",
    },
    Modifier {
        name: "siege",
        parameters: &["besieger"],
        about: "The siege roll of a side (8.23).",
        returns: &[("", "a number, added to the die")],
        value: "a number",
        example: "fn siege(besieger) { if besieger == Side::BRITISH { 2 } else { -2 } }",
    },
    Modifier {
        name: "raid",
        parameters: &["raider"],
        about: "The raid of a side, when its die is rolled (10.3).",
        returns: &[("", "true: the raid uses the column of stockades")],
        value: "true or false",
        example: "fn raid(raider) { game.has_marker(`${raider.enemy}-blockhouses`) }",
    },
    Modifier {
        name: "hand_size",
        parameters: &["side", "size"],
        about: "How many cards a side is dealt up to (4.0 A.1). `size` is what the script before made of it.",
        returns: &[("", "the new number")],
        value: "a number",
        example: "fn hand_size(side, size) { if side == Side::FRENCH { 7 } else { size } }",
    },
    Modifier {
        name: "first_side",
        parameters: &[],
        about: "The side that acts first in a season (4.0 A.2). The last script that names one counts.",
        returns: &[("", "the side")],
        value: "a side, such as `Side::BRITISH`",
        example: "fn first_side() { Side::BRITISH }",
    },
    Modifier {
        name: "may_play",
        parameters: &["side", "event"],
        about: "Whether a side may play an event, named as in the deck, besides what its condition says (5.12).",
        returns: &[("", "false: never, whatever other scripts say; true: also if the card does not bear its symbol")],
        value: "true, false, or nothing",
        example: "fn may_play(side, event) { if event == \"foul-weather\" { false } }",
    },
    Modifier {
        name: "also_asks",
        parameters: &["moment"],
        about: "Whether the other side too may respond at a moment at which only one side is asked.",
        returns: &[("", "true: it is asked after the side whose moment it is")],
        value: "true or false",
        example: "fn also_asks(moment) { moment.kind == \"surrender\" }",
    },
];

/// Limits of a movement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MovementLimits {
    /// The most spaces by land or boat.
    pub spaces: u8,
    /// Whether naval movement is possible.
    pub naval: bool,
    /// Whether drilled troops have to stop behind wilderness (6.2).
    pub wilderness_stop: bool,
}

impl Default for MovementLimits {
    fn default() -> MovementLimits {
        MovementLimits { spaces: u8::MAX, naval: true, wilderness_stop: true }
    }
}

/// What scripts say of playing an event.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Said {
    Allowed,
    Forbidden,
}

/// What events change about a side's fire.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FireModifiers {
    /// What doubles its strength, before columns are shifted (7.56): the names of cards and optional rules.
    pub doubled: Vec<Arc<str>>,
    /// Whether it fires before the enemy (7.56).
    pub first: bool,
    /// Columns: below 0 to the left.
    pub shifts: Modifiers,
    /// Added to the die.
    pub die: Modifiers,
}

impl Scripts {
    /// What a function of each script in force returns, `()` left out: the scripts of events in the order of their
    /// names, then those of optional rules in the order of theirs.
    fn modifiers(
        &self,
        state: &State,
        name: &str,
        side: Side,
        args: impl Fn() -> Vec<Dynamic>,
        mut each: impl FnMut(&Script, Dynamic) -> Play<()>,
    ) -> Play<()> {
        self.fold(state, name, side, (), |()| args(), |(), script, found| each(script, found))
    }

    /// The same with a value that goes from one script to the next.
    fn fold<T>(
        &self,
        state: &State,
        name: &str,
        side: Side,
        start: T,
        args: impl Fn(&T) -> Vec<Dynamic>,
        each: impl FnMut(T, &Script, Dynamic) -> Play<T>,
    ) -> Play<T> {
        self.modifying.fold(&self.host, state, (name, side), start, args, each)
    }

    /// The limits of a side's movement: `movement(side)`, which returns a map with `spaces`, `naval` or
    /// `wilderness_stop`.
    ///
    /// # Errors
    /// A script that fails.
    pub(crate) fn movement(&self, state: &State, side: Side) -> Play<MovementLimits> {
        let mut limits = MovementLimits::default();
        self.modifiers(
            state,
            "movement",
            side,
            || vec![Dynamic::from(side)],
            |event, found| {
                let fields = Fields::new::<War>(&event.compiled, "movement", found)?;
                limits.spaces =
                    limits.spaces.min(fields.number::<War>("spaces", i64::from(u8::MAX))?.clamp(0, 255) as u8);
                limits.naval &= fields.truth::<War>("naval", true)?;
                limits.wilderness_stop &= fields.truth::<War>("wilderness_stop", true)?;
                Ok(())
            },
        )?;
        Ok(limits)
    }

    /// What events change about a side's fire: `battle(side, kind)`, which returns a map with `doubled`, `first`,
    /// `shift` or `drm`.
    ///
    /// # Errors
    /// A script that fails.
    pub(crate) fn fire(&self, state: &State, side: Side, kind: BattleKind) -> Play<FireModifiers> {
        let mut sum = FireModifiers::default();
        self.modifiers(
            state,
            "battle",
            side,
            || vec![Dynamic::from(side), kind.id().into()],
            |event, found| {
                let fields = Fields::new::<War>(&event.compiled, "battle", found)?;
                let name: Arc<str> = self.name_of(event).into();
                if fields.truth::<War>("doubled", false)? {
                    sum.doubled.push(name.clone());
                }
                sum.first |= fields.truth::<War>("first", false)?;
                let reason = || Reason::Script(name.clone());
                sum.shifts.add(-(fields.number::<War>("shift", 0)?.clamp(0, 10) as i32), reason());
                sum.die.add(fields.number::<War>("drm", 0)?.clamp(-10, 10) as i32, reason());
                Ok(())
            },
        )?;
        Ok(sum)
    }

    /// What events add to a siege roll: `siege(besieger)`, which returns a number.
    ///
    /// # Errors
    /// A script that fails.
    pub(crate) fn siege(&self, state: &State, besieger: Side) -> Play<Modifiers> {
        let mut sum = Modifiers::default();
        self.modifiers(
            state,
            "siege",
            besieger,
            || vec![Dynamic::from(besieger)],
            |event, found| {
                let amount = number::<War>(&event.compiled, "siege", found)?.clamp(-10, 10) as i32;
                sum.add(amount, Reason::Script(self.name_of(event).into()));
                Ok(())
            },
        )?;
        Ok(sum)
    }

    /// Whether an event makes a raid use the column of stockades: `raid(raider)`, which returns true or false.
    ///
    /// # Errors
    /// A script that fails.
    pub(crate) fn raid_as_stockade(&self, state: &State, raider: Side) -> Play<bool> {
        let mut any = false;
        self.modifiers(
            state,
            "raid",
            raider,
            || vec![Dynamic::from(raider)],
            |event, found| {
                any |= truth::<War>(&event.compiled, "raid", found)?;
                Ok(())
            },
        )?;
        Ok(any)
    }

    /// The number of cards a side is dealt up to: `hand_size(side, size)`, which returns the new number, and gets that
    /// of the script before (R16).
    ///
    /// # Errors
    /// A script that fails.
    pub(crate) fn hand_size(&self, state: &State, side: Side, base: u8) -> Play<u8> {
        let size = self.fold(
            state,
            "hand_size",
            side,
            i64::from(base),
            |size| vec![Dynamic::from(side), (*size).into()],
            |_, script, found| Ok(number::<War>(&script.compiled, "hand_size", found)?.clamp(0, 70)),
        )?;
        Ok(size as u8)
    }

    /// Whether a side may play the event of a card, whatever its condition says: the card bears its symbol (5.12), or
    /// `may_play(side, event)` of a script in force allows it; and no such script forbids it.
    ///
    /// # Errors
    /// A script that fails.
    pub(crate) fn may_play(&self, state: &State, side: Side, card: CardId) -> Play<bool> {
        let bears = self.deck.card(card).is_some_and(|card| card.sides.contains(&side));
        let said = self.said_of_playing(state, side, card)?;
        Ok(if bears { said != Some(Said::Forbidden) } else { said == Some(Said::Allowed) })
    }

    /// The script whose `may_play` forbids a side the event of a card: the name of an optional rule, or of a card.
    pub(crate) fn forbidden_by(&self, state: &State, side: Side, card: CardId) -> Option<String> {
        let mut by = None;
        let _ = self.ask_may_play(state, side, card, |script, may| {
            if !may && by.is_none() {
                by = Some(self.name_of(script));
            }
        });
        by
    }

    /// What the scripts in force say of playing the event of a card; any veto counts.
    fn said_of_playing(&self, state: &State, side: Side, card: CardId) -> Play<Option<Said>> {
        let mut said = None;
        self.ask_may_play(state, side, card, |_, may| {
            said = Some(if may && said != Some(Said::Forbidden) { Said::Allowed } else { Said::Forbidden });
        })?;
        Ok(said)
    }

    fn ask_may_play(&self, state: &State, side: Side, card: CardId, mut each: impl FnMut(&Script, bool)) -> Play<()> {
        let Some(card) = self.deck.card(card) else { return Ok(()) };
        self.modifiers(
            state,
            "may_play",
            side,
            || vec![Dynamic::from(side), card.event.clone().into()],
            |script, found| {
                each(script, truth::<War>(&script.compiled, "may_play", found)?);
                Ok(())
            },
        )
    }

    /// The name that people know a script by: of the optional rule, or of a card with the event.
    fn name_of(&self, script: &Script) -> String {
        if let Some(rule) = script.rule.as_ref().and_then(|id| self.rules.get(&**id)) {
            return rule.facts.name.clone();
        }
        let is_it = |event: &str| self.events.get(event).is_some_and(|other| std::ptr::eq(other.as_ref(), script));
        let card = self.deck.cards().find(|card| is_it(&card.event));
        card.map_or_else(|| script.compiled.source.name().to_string(), |card| card.name.clone())
    }

    /// Whether `may_play` of a script in force has a say.
    pub(super) fn may_play_is_modified(&self, state: &State) -> bool {
        self.modifying.in_force(state, "may_play").is_some()
    }

    /// Whether the enemy of a side is asked too at a moment of that side: `also_asks(moment)`.
    pub(super) fn also_asks(&self, state: &State, side: Side, moment: &Rc<Moment>) -> Play<bool> {
        let mut asks = false;
        self.modifiers(
            state,
            "also_asks",
            side,
            || vec![Dynamic::from(MomentView(moment.clone()))],
            |script, found| {
                asks |= truth::<War>(&script.compiled, "also_asks", found)?;
                Ok(())
            },
        )?;
        Ok(asks)
    }

    /// The side that acts first in a season: `first_side()`; the side that the scenario names if no event says
    /// otherwise (4.0 A.2).
    ///
    /// # Errors
    /// A script that fails.
    pub(crate) fn first_side(&self, state: &State, base: Side) -> Play<Side> {
        let mut first = base;
        self.modifiers(state, "first_side", base, Vec::new, |event, found| {
            first = value::<War, Side>(&event.compiled, "first_side", found)?;
            Ok(())
        })?;
        Ok(first)
    }
}
