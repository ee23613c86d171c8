//! Which scripts are in force: those with a marker in the state. The rules ask for modifiers at every step of a
//! movement, and markers come and go rarely.

use super::host::Host;
use super::loaded::Script;
use super::markers::declaration;
use super::returned;
use super::seat::Occasion;
use crate::language::{End, Field, Language, LanguageOf, Limit, Markers, Modifier, Returned};
use crate::rules::Rules;
use crate::table::Play;
use rhai::{Dynamic, ImmutableString, Map};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

/// The scripts in force that define a modifier.
type Found<R> = Rc<[Rc<Script<R>>]>;

/// The scripts that define each modifier, and those of them that were in force when the rules asked last.
pub struct Modifying<R: Rules> {
    /// The modifiers that some script defines.
    all: Vec<DefinedModifier<R>>,
    /// The scripts that declare a marker, or are the rule of that name, by the declaration.
    declaring: BTreeMap<Arc<str>, Vec<Rc<Script<R>>>>,
    last: RefCell<InForce<R>>,
}

/// A modifier that some script defines.
struct DefinedModifier<R: Rules> {
    modifier: Modifier,
    scripts: Found<R>,
}

impl<R: Rules> DefinedModifier<R> {
    /// The modifier with those of the scripts in force that define it, if there are any.
    fn among(&self, in_force: &[&Rc<Script<R>>]) -> Option<(Modifier, Found<R>)> {
        let is_among = |script: &&Rc<Script<R>>| in_force.iter().any(|other| Rc::ptr_eq(other, script));
        let mut scripts = self.scripts.iter().filter(is_among).cloned().peekable();
        scripts.peek().is_some().then(|| (self.modifier, scripts.collect()))
    }
}

/// The scripts in force while these markers are, of each modifier that one of them defines: few, so that they are found at
/// once. They are the same markers if they are in the same place of memory, which they keep while they are shared.
struct InForce<R: Rules> {
    markers: Option<Arc<Markers<End<R>>>>,
    scripts: Vec<(Modifier, Found<R>)>,
}

impl<R: Rules> Modifying<R> {
    /// Finds out which of these scripts defines what.
    pub fn new<'a>(host: &Host<R>, scripts: impl Iterator<Item = &'a Rc<Script<R>>> + Clone) -> Modifying<R> {
        let defining = |modifier: &Modifier| {
            let defines = |script: &&Rc<Script<R>>| script.compiled.has(modifier.name, Modifier::PARAMETERS);
            let scripts: Found<R> = scripts.clone().filter(defines).cloned().collect();
            (!scripts.is_empty()).then_some(DefinedModifier { modifier: *modifier, scripts })
        };
        let all: Vec<DefinedModifier<R>> = host.facts().modifiers.iter().filter_map(defining).collect();
        let mut declaring = BTreeMap::<Arc<str>, Vec<Rc<Script<R>>>>::new();
        for script in all.iter().flat_map(|defined| defined.scripts.iter()) {
            for declared in script.markers.keys().chain(&script.rule) {
                let scripts = declaring.entry(declared.clone()).or_default();
                if !scripts.iter().any(|other| Rc::ptr_eq(other, script)) {
                    scripts.push(script.clone());
                }
            }
        }
        Modifying { all, declaring, last: RefCell::new(InForce { markers: None, scripts: Vec::new() }) }
    }

    /// Whether any script defines a modifier, in force or not.
    pub fn is_defined(&self, modifier: &str) -> bool {
        self.all.iter().any(|defined| defined.modifier.name == modifier)
    }

    /// Whether scripts in force define a modifier.
    pub fn is_in_force(&self, state: &R::State, modifier: &str) -> bool {
        self.in_force(state, modifier, |_, _| ()).is_some()
    }

    /// What is found in the scripts in force that define a modifier, and in the modifier; nothing if there are none.
    fn in_force<T>(&self, state: &R::State, name: &str, found: impl FnOnce(&Modifier, &Found<R>) -> T) -> Option<T> {
        let markers = <LanguageOf<R> as Language>::markers(state).filter(|markers| !markers.is_empty())?;
        let mut last = self.last.borrow_mut();
        if last.markers.as_ref().is_none_or(|known| !Arc::ptr_eq(known, markers)) {
            // Most markers are of scripts that define none.
            let declaring = markers.keys().filter_map(|marker| self.declaring.get(declaration(marker)));
            let in_force: Vec<_> = declaring.flatten().collect();
            let all = self.all.iter().filter(|_| !in_force.is_empty());
            let scripts = all.filter_map(|defined| defined.among(&in_force)).collect();
            *last = InForce { markers: Some(markers.clone()), scripts };
        }
        let in_force = last.scripts.iter().find(|(modifier, _)| modifier.name == name);
        #[cfg(debug_assertions)]
        {
            let defined = self.all.iter().find(|defined| defined.modifier.name == name);
            let are_in_force = defined.map(|it| it.scripts.iter().filter(|script| script.is_in_force(state)).count());
            debug_assert_eq!(in_force.map_or(0, |(_, scripts)| scripts.len()), are_in_force.unwrap_or(0));
        }
        in_force.map(|(modifier, scripts)| found(modifier, scripts))
    }

    /// What the scripts in force make of a value: each gets what the one before made of it, and the context. Nothing if
    /// none of them says anything of it.
    ///
    /// # Errors
    /// A script that fails, or that returns what the modifier cannot be.
    pub fn modify(
        &self,
        host: &Host<R>,
        state: &R::State,
        (name, side): (&'static str, R::Side),
        start: impl Fn() -> Dynamic,
        at: impl FnOnce() -> Dynamic,
    ) -> Play<Option<Modified<R>>, R> {
        let found = |modifier: &Modifier, scripts: &Found<R>| (*modifier, scripts.clone());
        let Some((modifier, scripts)) = self.in_force(state, name, found) else { return Ok(None) };
        let (at, mut modified): (_, Option<Modified<R>>) = (at(), None);
        for script in scripts.iter() {
            let args = vec![modified.as_ref().map_or_else(&start, |modified| modified.value.clone()), at.clone()];
            let found = host.query(&script.compiled, name, state, Occasion::lasting(side, script.card), args)?;
            if found.is_unit() {
                continue;
            }
            returned::check(host, &script.compiled, &modifier, &found)?;
            let modified =
                modified.get_or_insert_with(|| Modified { value: start(), steps: Vec::new(), vetoed_by: None });
            if let Returned::Value(Field { limit: Limit::Veto, .. }) = modifier.returns
                && modified.vetoed_by.is_none()
            {
                modified.vetoed_by = (!found.as_bool().unwrap_or(true)).then(|| script.clone());
            }
            let found = if modified.vetoed_by.is_some() { false.into() } else { found };
            host.note_changed(script, name, &modified.value, &found);
            let changes = put(&mut modified.value, found);
            modified.steps.push(ModifierStep { script: script.clone(), changes });
        }
        Ok(modified)
    }
}

/// Puts what a script returned in place of a value, or the fields of an object map in place of those of another.
fn put(value: &mut Dynamic, found: Dynamic) -> Vec<ChangedValue> {
    if !found.is_map() {
        let before = std::mem::replace(value, found.clone());
        return vec![ChangedValue { name: ImmutableString::new(), before, after: found }];
    }
    let Some(mut map) = value.write_lock::<Map>() else { return Vec::new() };
    let changes = found.cast::<Map>().into_iter().map(|(name, after)| {
        let before = map.insert(name.clone(), after.clone()).unwrap_or(Dynamic::UNIT);
        ChangedValue { name: name.into(), before, after }
    });
    changes.collect()
}

/// What the scripts in force have made of a value.
pub struct Modified<R: Rules> {
    value: Dynamic,
    steps: Vec<ModifierStep<R>>,
    /// The first script that returned false, if that counts whatever others say.
    vetoed_by: Option<Rc<Script<R>>>,
}

/// What a script has made of a value.
struct ModifierStep<R: Rules> {
    script: Rc<Script<R>>,
    changes: Vec<ChangedValue>,
}

/// A field that a script returned; the name is empty if it is the value itself.
struct ChangedValue {
    name: ImmutableString,
    before: Dynamic,
    after: Dynamic,
}

/// What is found in a field of an object map, or in the value itself if the name is empty.
fn field<T>(value: &Dynamic, name: &str, found: impl FnOnce(&Dynamic) -> Option<T>) -> Option<T> {
    if name.is_empty() {
        return found(value);
    }
    value.read_lock::<Map>().and_then(|map| found(map.get(name)?))
}

impl<R: Rules> Modified<R> {
    /// A number; the name of a field is empty if the value is a single one.
    pub fn number(&self, name: &str) -> i64 {
        field(&self.value, name, |value| value.as_int().ok()).unwrap_or_default()
    }

    /// A value that is true or false.
    pub fn truth(&self, name: &str) -> bool {
        field(&self.value, name, |value| value.as_bool().ok()).unwrap_or_default()
    }

    /// A word.
    pub fn word(&self, name: &str) -> String {
        field(&self.value, name, |value| value.clone().into_string().ok()).unwrap_or_default()
    }

    /// A value of another type.
    pub fn value<T: Clone + 'static>(&self, name: &str) -> Option<T> {
        field(&self.value, name, |value| value.clone().try_cast::<T>())
    }

    /// The fields of a name that each script returned.
    fn returned<'a>(&'a self, name: &'a str) -> impl Iterator<Item = (&'a Script<R>, &'a ChangedValue)> {
        self.steps.iter().filter_map(move |step| Some((&*step.script, step.changes.iter().find(|it| it.name == name)?)))
    }

    /// By how much each script has changed a number, if it has.
    pub fn changes<'a>(&'a self, name: &'a str) -> impl Iterator<Item = (&'a Script<R>, i64)> {
        let number = |value: &Dynamic| value.as_int().unwrap_or_default();
        let changes = self.returned(name).map(move |(script, it)| (script, number(&it.after) - number(&it.before)));
        changes.filter(|(_, change)| *change != 0)
    }

    /// The scripts that made something true that was false.
    pub fn made_true<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Script<R>> {
        let is_true = |value: &Dynamic| value.as_bool().unwrap_or_default();
        let made = self.returned(name).filter(move |(_, it)| is_true(&it.after) && !is_true(&it.before));
        made.map(|(script, _)| script)
    }

    /// The first script that returned false, if that counts whatever others say.
    pub fn vetoed_by(&self) -> Option<&Script<R>> {
        self.vetoed_by.as_deref()
    }
}
