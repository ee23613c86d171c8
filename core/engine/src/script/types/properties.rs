//! Properties: which values have them, and what they are.

use super::checker::Checker;
use super::{Type, ValueKind};
use crate::faults::Fault;
use crate::language::Operand;
use rhai::Position;
use std::collections::BTreeMap;

impl Checker<'_> {
    /// The type of a property of a value. `variable` is the name of the value, if it has one.
    pub fn property(&mut self, of: &Type, variable: Option<&str>, name: &str, position: Position) -> Type {
        let kinds = of.kinds();
        let is_open =
            |kind: &ValueKind| matches!(kind, ValueKind::Map(None) | ValueKind::Nothing | ValueKind::Function(..));
        if kinds.is_empty() || kinds.iter().any(is_open) {
            return self.property_of_anything(kinds, variable, name, position);
        }
        let fields = kinds.iter().find_map(|kind| match kind {
            ValueKind::Map(fields) => fields.as_ref(),
            _ => None,
        });
        if let Some(fields) = fields {
            return fields.get(name).cloned().unwrap_or_else(|| self.unknown_field(fields, name, position));
        }
        let getter = format!("get${name}");
        let getters = self.scene.signatures.taking(&getter, 1);
        let found = getters.filter(|getter| of.fits(&getter.parameters[0])).map(|getter| getter.returns.clone());
        let Some(formal) = found.reduce(Type::or) else {
            self.lacking(of, name, position);
            return Type::Unknown;
        };
        let item = || self.scene.lexicon.value(&Operand::Item(name));
        if let ([ValueKind::Array(_)], Some(item)) = (formal.kinds(), item()) {
            return Type::array(Type::of_value(self.scene.facts, item));
        }
        let own = kinds.iter().find_map(|kind| match kind {
            ValueKind::Own(own) => Some(own.to_lowercase()),
            _ => None,
        });
        self.refined(formal, &Operand::Property { name, of: own.as_deref().or(variable) })
    }

    /// A property of a value of which too little is known: of an object map, which can have any, nothing is said.
    fn property_of_anything(
        &mut self,
        kinds: &[ValueKind],
        variable: Option<&str>,
        name: &str,
        position: Position,
    ) -> Type {
        let is_map = kinds.iter().any(|kind| matches!(kind, ValueKind::Map(None)));
        if is_map || self.scene.survey.keys.contains(name) {
            return Type::Unknown;
        }
        if !self.scene.vocabulary.has_getter(name) {
            let fault = Fault::warning("script::unknown_property", format!("nothing has a property `{name}`"));
            let known = self.scene.vocabulary.getters();
            let fault = self.called_instead(fault, name, known);
            self.report(fault, position, "not known");
        }
        let getter = format!("get${name}");
        let formal = self.scene.signatures.taking(&getter, 1).map(|getter| getter.returns.clone());
        let formal = formal.reduce(Type::or).unwrap_or(Type::Unknown);
        self.refined(formal, &Operand::Property { name, of: variable })
    }

    /// A field that what a modifier gets does not have.
    fn unknown_field(&mut self, fields: &BTreeMap<&str, Type>, name: &str, position: Position) -> Type {
        let fault = Fault::error("script::unknown_property", format!("there is no `{name}` in this value"));
        let has: Vec<&str> = fields.keys().copied().collect();
        let fault = fault.help(format!("it has {}", has.join(", "))).did_you_mean(name, has);
        self.report(fault, position, "not known");
        Type::Unknown
    }

    /// A property that values of a type lack.
    fn lacking(&mut self, of: &Type, name: &str, position: Position) {
        let message = format!("{} has no property `{name}`", of.called(self.scene.facts));
        let fits = |known: &&str| {
            let getter = format!("get${known}");
            self.scene.signatures.taking(&getter, 1).any(|getter| of.fits(&getter.parameters[0]))
        };
        let known = self.scene.vocabulary.getters().filter(fits);
        let fault = self.called_instead(Fault::error("script::unknown_property", message), name, known);
        self.report(fault, position, "not known");
    }

    /// Says what could be meant by a property that does not exist.
    fn called_instead<'k>(&self, fault: Fault, name: &str, known: impl Iterator<Item = &'k str>) -> Fault {
        if self.scene.vocabulary.has(name) {
            fault.help(format!("it is called with parentheses: `{name}(…)`"))
        } else {
            fault.did_you_mean(name, known)
        }
    }
}
