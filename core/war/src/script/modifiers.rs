//! Modifiers: what events in force change about what the rules compute. A script is asked only while one of its markers
//! is in force.

use super::Scripts;
use super::api::MomentView;
use super::diagnose;
use super::host::Occasion;
use super::loaded::Script;
use crate::moments::{BattleKind, Moment};
use crate::news::{Modifiers, Reason};
use crate::sets::CardId;
use crate::side::Side;
use crate::state::State;
use crate::table::{Halt, Play};
use rhai::{Dynamic, Map};
use std::rc::Rc;
use std::sync::Arc;
use wilderness_engine::faults::Fault;

/// A function with which a script changes what the rules compute.
#[derive(Clone, Copy, Debug)]
pub struct Modifier {
    /// Its name.
    pub name: &'static str,
    /// Its parameters.
    pub parameters: &'static [&'static str],
    /// What it changes, and when it is called.
    pub about: &'static str,
    /// What it returns: a value, or the fields of an object map.
    pub returns: &'static [(&'static str, &'static str)],
    /// A script that defines it.
    pub example: &'static str,
}

/// All of them. `()` instead of what they return changes nothing.
pub const MODIFIERS: [Modifier; 8] = [
    Modifier {
        name: "movement",
        parameters: &["side"],
        about: "The movement of a force or piece of a side, when it is about to go (6.1).",
        returns: &[
            ("spaces", "the most spaces by land or boat"),
            ("naval", "false: no naval movement (6.4)"),
            ("wilderness_stop", "false: drilled troops need not stop behind wilderness (6.2)"),
        ],
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
        example: "fn battle(side, kind) { if kind == \"assault\" { #{ drm: 2 } } }",
    },
    Modifier {
        name: "siege",
        parameters: &["besieger"],
        about: "The siege roll of a side (8.23).",
        returns: &[("", "a number, added to the die")],
        example: "fn siege(besieger) { if besieger == Side::BRITISH { 2 } else { -2 } }",
    },
    Modifier {
        name: "raid",
        parameters: &["raider"],
        about: "The raid of a side, when its die is rolled (10.3).",
        returns: &[("", "true: the raid uses the column of stockades")],
        example: "fn raid(raider) { game.has_marker(`${raider.enemy}-blockhouses`) }",
    },
    Modifier {
        name: "hand_size",
        parameters: &["side", "size"],
        about: "How many cards a side is dealt up to (4.0 A.1). `size` is what the script before made of it.",
        returns: &[("", "the new number")],
        example: "fn hand_size(side, size) { if side == Side::FRENCH { 7 } else { size } }",
    },
    Modifier {
        name: "first_side",
        parameters: &[],
        about: "The side that acts first in a season (4.0 A.2). The last script that names one counts.",
        returns: &[("", "the side")],
        example: "fn first_side() { Side::BRITISH }",
    },
    Modifier {
        name: "may_play",
        parameters: &["side", "event"],
        about: "Whether a side may play an event, named as in the deck, besides what its condition says (5.12).",
        returns: &[("", "false: never, whatever other scripts say; true: also if the card does not bear its symbol")],
        example: "fn may_play(side, event) { if event == \"foul-weather\" { false } }",
    },
    Modifier {
        name: "also_asks",
        parameters: &["moment"],
        about: "Whether the other side too may respond at a moment at which only one side is asked.",
        returns: &[("", "true: it is asked after the side whose moment it is")],
        example: "fn also_asks(moment) { moment.kind == \"surrender\" }",
    },
];

/// The fields that the object map of a modifier can have.
fn fields(name: &str) -> impl Iterator<Item = &'static str> + Clone {
    let modifier = MODIFIERS.iter().find(move |modifier| modifier.name == name);
    modifier.into_iter().flat_map(|modifier| modifier.returns).map(|(field, _)| *field)
}

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
    /// What a function of each script in force returns, `()` left out: the scripts of events in the order of their names,
    /// then those of optional rules in the order of theirs.
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

    /// The same with a value that goes from one script to the next, each of which gets what the one before made of it.
    fn fold<T>(
        &self,
        state: &State,
        name: &str,
        side: Side,
        start: T,
        args: impl Fn(&T) -> Vec<Dynamic>,
        mut each: impl FnMut(T, &Script, Dynamic) -> Play<T>,
    ) -> Play<T> {
        let mut value = start;
        for script in self.modifying.in_force(state, name).iter().flat_map(|scripts| scripts.iter()) {
            let occasion = Occasion::new(side, None);
            let found = self.host.query(&script.compiled, name, state, &self.deck, occasion, args(&value))?;
            if !found.is_unit() {
                value = each(value, script, found)?;
            }
        }
        Ok(value)
    }

    /// The limits of a side's movement: `movement(side)`, which returns a map with `spaces`, `naval` or
    /// `wilderness_stop`.
    ///
    /// # Errors
    /// A script that fails.
    pub fn movement(&self, state: &State, side: Side) -> Play<MovementLimits> {
        let mut limits = MovementLimits::default();
        self.modifiers(
            state,
            "movement",
            side,
            || vec![Dynamic::from(side)],
            |event, found| {
                let fields = Fields::new(event, "movement", found)?;
                limits.spaces = limits.spaces.min(fields.number("spaces", i64::from(u8::MAX))?.clamp(0, 255) as u8);
                limits.naval &= fields.truth("naval", true)?;
                limits.wilderness_stop &= fields.truth("wilderness_stop", true)?;
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
    pub fn fire(&self, state: &State, side: Side, kind: BattleKind) -> Play<FireModifiers> {
        let mut sum = FireModifiers::default();
        self.modifiers(
            state,
            "battle",
            side,
            || vec![Dynamic::from(side), kind.id().into()],
            |event, found| {
                let fields = Fields::new(event, "battle", found)?;
                let name: Arc<str> = self.name_of(event).into();
                if fields.truth("doubled", false)? {
                    sum.doubled.push(name.clone());
                }
                sum.first |= fields.truth("first", false)?;
                let reason = || Reason::Script(name.clone());
                sum.shifts.add(-(fields.number("shift", 0)?.clamp(0, 10) as i32), reason());
                sum.die.add(fields.number("drm", 0)?.clamp(-10, 10) as i32, reason());
                Ok(())
            },
        )?;
        Ok(sum)
    }

    /// What events add to a siege roll: `siege(besieger)`, which returns a number.
    ///
    /// # Errors
    /// A script that fails.
    pub fn siege(&self, state: &State, besieger: Side) -> Play<Modifiers> {
        let mut sum = Modifiers::default();
        self.modifiers(
            state,
            "siege",
            besieger,
            || vec![Dynamic::from(besieger)],
            |event, found| {
                let amount = number(event, "siege", found)?.clamp(-10, 10) as i32;
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
    pub fn raid_as_stockade(&self, state: &State, raider: Side) -> Play<bool> {
        let mut any = false;
        self.modifiers(
            state,
            "raid",
            raider,
            || vec![Dynamic::from(raider)],
            |event, found| {
                any |= truth(event, "raid", found)?;
                Ok(())
            },
        )?;
        Ok(any)
    }

    /// The number of cards a side is dealt up to: `hand_size(side, size)`, which returns the new number, and gets that of
    /// the script before (R16).
    ///
    /// # Errors
    /// A script that fails.
    pub fn hand_size(&self, state: &State, side: Side, base: u8) -> Play<u8> {
        let size = self.fold(
            state,
            "hand_size",
            side,
            i64::from(base),
            |size| vec![Dynamic::from(side), (*size).into()],
            |_, script, found| Ok(number(script, "hand_size", found)?.clamp(0, 70)),
        )?;
        Ok(size as u8)
    }

    /// Whether a side may play the event of a card, whatever its condition says: the card bears its symbol (5.12), or
    /// `may_play(side, event)` of a script in force allows it; and no such script forbids it.
    ///
    /// # Errors
    /// A script that fails.
    pub fn may_play(&self, state: &State, side: Side, card: CardId) -> Play<bool> {
        let bears = self.deck.card(card).is_some_and(|card| card.sides.contains(&side));
        let said = self.said_of_playing(state, side, card)?;
        Ok(if bears { said != Some(Said::Forbidden) } else { said == Some(Said::Allowed) })
    }

    /// The script whose `may_play` forbids a side the event of a card: the name of an optional rule, or of a card.
    pub fn forbidden_by(&self, state: &State, side: Side, card: CardId) -> Option<String> {
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
                each(script, truth(script, "may_play", found)?);
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
                asks |= truth(script, "also_asks", found)?;
                Ok(())
            },
        )?;
        Ok(asks)
    }

    /// The side that acts first in a season: `first_side()`; the side that the scenario names if no event says otherwise
    /// (4.0 A.2).
    ///
    /// # Errors
    /// A script that fails.
    pub fn first_side(&self, state: &State, base: Side) -> Play<Side> {
        let mut first = base;
        self.modifiers(state, "first_side", base, Vec::new, |event, found| {
            let kind = found.type_name();
            let wrong = || Halt::Script(Box::new(diagnose::wrong_result(&event.compiled, "first_side", kind)));
            first = found.try_cast::<Side>().ok_or_else(wrong)?;
            Ok(())
        })?;
        Ok(first)
    }
}

fn truth(script: &Script, name: &str, found: Dynamic) -> Play<bool> {
    let kind = found.type_name();
    found.as_bool().map_err(|_| Halt::Script(Box::new(diagnose::wrong_result(&script.compiled, name, kind))))
}

fn number(event: &Script, name: &str, found: Dynamic) -> Play<i64> {
    let kind = found.type_name();
    found.as_int().map_err(|_| Halt::Script(Box::new(diagnose::wrong_result(&event.compiled, name, kind))))
}

/// The fields of a map that a modifier returned.
struct Fields<'a> {
    event: &'a Script,
    name: &'a str,
    map: Map,
}

impl<'a> Fields<'a> {
    fn new(event: &'a Script, name: &'static str, found: Dynamic) -> Play<Fields<'a>> {
        let kind = found.type_name();
        let Some(map) = found.try_cast::<Map>() else {
            return Err(Halt::Script(Box::new(diagnose::wrong_result(&event.compiled, name, kind))));
        };
        let known: Vec<&str> = fields(name).collect();
        if let Some(unknown) = map.keys().find(|key| !known.contains(&key.as_str())) {
            let fault = Fault::error("script::unknown_modifier", format!("`{name}` returns no `{unknown}`"));
            let fault = diagnose::at_function(fault, &event.compiled, name);
            let fault = fault.help(format!("it returns {}", known.join(", ")));
            return Err(Halt::Script(Box::new(fault.did_you_mean(unknown, known))));
        }
        Ok(Fields { event, name, map })
    }

    fn truth(&self, key: &str, default: bool) -> Play<bool> {
        match self.map.get(key).map(|value| (value.type_name(), value.as_bool())) {
            None => Ok(default),
            Some((_, Ok(value))) => Ok(value),
            Some((kind, Err(_))) => self.wrong(kind),
        }
    }

    fn number(&self, key: &str, default: i64) -> Play<i64> {
        self.map.get(key).map_or(Ok(default), |value| number(self.event, self.name, value.clone()))
    }

    fn wrong<T>(&self, kind: &str) -> Play<T> {
        Err(Halt::Script(Box::new(diagnose::wrong_result(&self.event.compiled, self.name, kind))))
    }
}
