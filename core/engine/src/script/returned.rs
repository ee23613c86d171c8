//! What functions of scripts return, as the rules take it.

use super::diagnose;
use super::host::Compiled;
use crate::faults::Fault;
use crate::language::Language;
use crate::rules::Rules;
use crate::table::{Halt, Play};
use rhai::{Dynamic, Map};

/// True or false.
///
/// # Errors
/// If it is neither.
pub fn truth<R: Rules>(script: &Compiled, name: &str, found: Dynamic) -> Play<bool, R> {
    let kind = found.type_name();
    found.as_bool().map_err(|_| wrong::<R>(script, name, kind))
}

/// A number.
///
/// # Errors
/// If it is none.
pub fn number<R: Rules>(script: &Compiled, name: &str, found: Dynamic) -> Play<i64, R> {
    let kind = found.type_name();
    found.as_int().map_err(|_| wrong::<R>(script, name, kind))
}

/// A value of a type.
///
/// # Errors
/// If it is of another one.
pub fn value<R: Rules, T: Clone + 'static>(script: &Compiled, name: &str, found: Dynamic) -> Play<T, R> {
    let kind = found.type_name();
    found.try_cast::<T>().ok_or_else(|| wrong::<R>(script, name, kind))
}

fn wrong<R: Rules>(script: &Compiled, name: &str, kind: &str) -> Halt<R> {
    Halt::Script(Box::new(diagnose::wrong_result::<R>(script, name, kind)))
}

/// The fields of an object map that a modifier returned.
pub struct Fields<'a> {
    script: &'a Compiled,
    name: &'a str,
    map: Map,
}

impl<'a> Fields<'a> {
    /// Reads them.
    ///
    /// # Errors
    /// If it is no object map, or has a field that the modifier does not return.
    pub fn new<R: Rules>(script: &'a Compiled, name: &'static str, found: Dynamic) -> Play<Fields<'a>, R> {
        let map = value::<R, Map>(script, name, found)?;
        let modifier = <R::Scripts as Language>::MODIFIERS.iter().find(|modifier| modifier.name == name);
        let known: Vec<&str> =
            modifier.into_iter().flat_map(|modifier| modifier.returns).map(|(field, _)| *field).collect();
        if let Some(unknown) = map.keys().find(|key| !known.contains(&key.as_str())) {
            let fault = Fault::error("script::unknown_modifier", format!("`{name}` returns no `{unknown}`"));
            let fault = diagnose::at_function(fault, script, name);
            let fault = fault.help(format!("it returns {}", known.join(", ")));
            return Err(Halt::Script(Box::new(fault.did_you_mean(unknown, known))));
        }
        Ok(Fields { script, name, map })
    }

    /// A field that is true or false.
    ///
    /// # Errors
    /// If it is neither.
    pub fn truth<R: Rules>(&self, key: &str, default: bool) -> Play<bool, R> {
        self.map.get(key).map_or(Ok(default), |value| truth::<R>(self.script, self.name, value.clone()))
    }

    /// A field that is a number.
    ///
    /// # Errors
    /// If it is none.
    pub fn number<R: Rules>(&self, key: &str, default: i64) -> Play<i64, R> {
        self.map.get(key).map_or(Ok(default), |value| number::<R>(self.script, self.name, value.clone()))
    }
}
