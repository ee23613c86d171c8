//! What functions of scripts return, as the rules take it.

use super::compiled::Compiled;
use super::diagnose;
use super::host::Host;
use crate::faults::Fault;
use crate::language::{Field, Limit, Modifier, Returned};
use crate::rules::Rules;
use crate::table::{Halt, Play};
use rhai::{Dynamic, Map};

/// True or false.
///
/// # Errors
/// If it is neither.
pub fn truth<R: Rules>(host: &Host<R>, script: &Compiled, name: &str, found: Dynamic) -> Play<bool, R> {
    let kind = found.type_name();
    found.as_bool().map_err(|_| wrong(host, script, name, kind))
}

/// The fault of a function that returned something else than it should.
pub fn wrong_result<R: Rules>(host: &Host<R>, script: &Compiled, name: &str, found: &str) -> Fault {
    diagnose::wrong_result(host.facts(), script, name, found)
}

fn wrong<R: Rules>(host: &Host<R>, script: &Compiled, name: &str, kind: &str) -> Halt<R> {
    Halt::Script(Box::new(wrong_result(host, script, name, kind)))
}

/// Checks what a modifier returned.
///
/// # Errors
/// If it is of another type, has a field that the modifier does not return, or is out of range.
pub(super) fn check<R: Rules>(host: &Host<R>, script: &Compiled, modifier: &Modifier, found: &Dynamic) -> Play<(), R> {
    let fields = match modifier.returns {
        Returned::Value(field) => return check_field(host, script, modifier, &field, found),
        Returned::Fields(fields) => fields,
    };
    let Some(map) = found.read_lock::<Map>() else { return Err(wrong(host, script, modifier.name, found.type_name())) };
    for (key, value) in map.iter() {
        match fields.iter().find(|field| field.name == key.as_str()) {
            Some(field) => check_field(host, script, modifier, field, value)?,
            None => {
                let message = format!("`{}` returns no `{key}`", modifier.name);
                let fault = Fault::error("script::unknown_modifier", message);
                let fault = diagnose::at_function(fault, script, modifier.name);
                let known = || fields.iter().map(|field| field.name);
                let fault = fault.help(format!("it returns {}", known().collect::<Vec<_>>().join(", ")));
                return Err(Halt::Script(Box::new(fault.did_you_mean(key, known()))));
            }
        }
    }
    Ok(())
}

/// Checks a value against what it can be.
fn check_field<R: Rules>(
    host: &Host<R>,
    script: &Compiled,
    modifier: &Modifier,
    field: &Field,
    found: &Dynamic,
) -> Play<(), R> {
    let text = || found.clone().into_string().unwrap_or_default();
    let (is_of_type, is_possible) = match field.limit {
        Limit::Truth | Limit::Veto => (found.is_bool(), true),
        Limit::Number(least, most) => (found.is_int(), (least..=most).contains(&found.as_int().unwrap_or_default())),
        Limit::Word(words) => (found.is_string(), words.contains(&text().as_str())),
        Limit::Side => (found.is::<R::Side>(), true),
    };
    if !is_of_type {
        return Err(wrong(host, script, modifier.name, found.type_name()));
    }
    if is_possible {
        return Ok(());
    }
    let of = if field.name.is_empty() { String::new() } else { format!(" for `{}`", field.name) };
    let message = format!("`{}` returns {found}{of}", modifier.name);
    let fault = Fault::error("script::out_of_range", message).help(format!("it can be {}", field.limit));
    Err(Halt::Script(Box::new(diagnose::at_function(fault, script, modifier.name))))
}
