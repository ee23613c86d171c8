//! What functions take and return, from the engine's own record of them.

use super::{Kind, Type};
use crate::language::{Language, ScriptType};
use crate::rules::Rules;
use crate::script::document;
use crate::script::seat::Handle;
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
    pub fn new<R: Rules>(engine: &Engine) -> Signatures {
        let mut all: BTreeMap<String, Vec<Signature>> = BTreeMap::new();
        let read = |info: FuncInfo<'_>| {
            let metadata = info.metadata;
            let parameters = metadata.param_types.iter().map(|id| of_id::<R>(*id)).collect();
            let returns = Type::named::<R>(document::returned_type::<R>(&metadata.return_type));
            Some((metadata.name.to_string(), Signature { parameters, returns, form: document::form::<R>(&info) }))
        };
        for (name, signature) in engine.collect_fn_metadata(None, read, true) {
            all.entry(name).or_default().push(signature);
        }
        Signatures(all)
    }

    /// The functions of a name that take so many arguments, the receiver included.
    pub fn taking(&self, name: &str, count: usize) -> impl Iterator<Item = &Signature> {
        self.0.get(name).into_iter().flatten().filter(move |signature| signature.parameters.len() == count)
    }
}

/// The type that Rust knows by an id.
fn of_id<R: Rules>(id: TypeId) -> Type {
    let own = |own: &&ScriptType| (own.sample)().type_id() == id;
    match id {
        _ if id == TypeId::of::<Dynamic>() => Type::Unknown,
        _ if id == TypeId::of::<()>() => Kind::Nothing.into(),
        _ if id == TypeId::of::<bool>() => Kind::Truth.into(),
        _ if id == TypeId::of::<i64>() => Type::number(),
        _ if id == TypeId::of::<ImmutableString>() || id == TypeId::of::<String>() => Type::text(),
        _ if id == TypeId::of::<Array>() => Type::array(Type::Unknown),
        _ if id == TypeId::of::<Map>() => Kind::Map(None).into(),
        _ if id == TypeId::of::<FnPtr>() => Kind::Function(String::new(), Vec::new()).into(),
        _ if id == TypeId::of::<Handle<R>>() => Kind::Game.into(),
        _ if id == TypeId::of::<R::Side>() => Kind::Side.into(),
        _ => <R::Scripts as Language>::TYPES.iter().find(own).map_or(Type::Unknown, |own| Kind::Own(own.name).into()),
    }
}
