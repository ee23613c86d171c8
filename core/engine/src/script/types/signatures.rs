//! What functions take and return, from the engine's own record of them.

use super::{Type, ValueKind};
use crate::language::ScriptType;
use crate::script::document;
use crate::script::facts::LanguageFacts;
use rhai::{Array, Dynamic, Engine, FnPtr, FuncInfo, ImmutableString, Map};
use std::any::TypeId;
use std::collections::BTreeMap;

/// A function.
pub(in crate::script) struct Signature {
    /// What it takes, the receiver included.
    pub parameters: Vec<Type>,
    pub returns: Type,
    /// How it is written.
    pub form: String,
}

/// All functions and properties that scripts can use, by name. Properties are functions `get$name`.
pub(in crate::script) struct Signatures(BTreeMap<String, Vec<Signature>>);

impl Signatures {
    pub fn new(facts: &LanguageFacts, engine: &Engine) -> Signatures {
        let mut all: BTreeMap<String, Vec<Signature>> = BTreeMap::new();
        let read = |info: FuncInfo<'_>| {
            let metadata = info.metadata;
            let parameters = metadata.param_types.iter().map(|id| Type::of_id(facts, *id)).collect();
            let returns = Type::named(facts, document::returned_type(facts, &metadata.return_type));
            Some((metadata.name.to_string(), Signature { parameters, returns, form: document::form(facts, &info) }))
        };
        for (name, signature) in engine.collect_fn_metadata(None, read, true) {
            all.entry(name).or_default().push(signature);
        }
        Signatures(all)
    }

    /// The functions of a name that take this many arguments, the receiver included.
    pub fn taking(&self, name: &str, count: usize) -> impl Iterator<Item = &Signature> {
        self.0.get(name).into_iter().flatten().filter(move |signature| signature.parameters.len() == count)
    }
}

impl Type {
    /// The type that Rust knows by an id.
    pub fn of_id(facts: &LanguageFacts, id: TypeId) -> Type {
        let own = |own: &&ScriptType| (own.sample)().type_id() == id;
        let is_set = |own: &ScriptType| own.set.as_ref().is_some_and(|set| (set.id)() == id);
        match id {
            _ if id == TypeId::of::<Dynamic>() => Type::Unknown,
            _ if id == TypeId::of::<()>() => ValueKind::Nothing.into(),
            _ if id == TypeId::of::<bool>() => ValueKind::Truth.into(),
            _ if id == TypeId::of::<i64>() => Type::number(),
            _ if id == TypeId::of::<ImmutableString>() || id == TypeId::of::<String>() => Type::text(),
            _ if id == TypeId::of::<Array>() || facts.types.iter().any(is_set) => Type::array(Type::Unknown),
            _ if id == TypeId::of::<Map>() => ValueKind::Map(None).into(),
            _ if id == TypeId::of::<FnPtr>() => ValueKind::Function(String::new(), Vec::new()).into(),
            _ if id == (facts.game)().type_id() => ValueKind::Game.into(),
            _ if id == (facts.side)() => ValueKind::Side.into(),
            _ => facts.types.iter().find(own).map_or(Type::Unknown, |own| ValueKind::Own(own.name).into()),
        }
    }
}
