//! What a condition or modifier reads. It says the same again as long as it reads the same, so what it read is noted
//! while it runs: each call of a service that looks at the game, or at a moment or context, and what was found. All
//! else that scripts can call depends on its arguments alone.

use crate::language::ScriptType;
use rhai::{
    Dynamic, Engine, EvalAltResult, FnArgsVec, FuncInfo, FuncMetadata, FuncRegistration, Module, NativeCallContext,
    RhaiFunc, Shared,
};
use std::any::TypeId;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::sandbox::Watch;

/// What a service returns.
type Found = Result<Dynamic, Box<EvalAltResult>>;

/// A call of a service, and what it found.
pub(super) struct Reading {
    pub service: Shared<ReadingService>,
    pub arguments: Vec<ReadingArgument>,
    pub found: Dynamic,
}

/// An argument of a service.
pub(super) enum ReadingArgument {
    /// The game, or a moment or context, which the script was given. There is one of a type.
    OfType(TypeId),
    /// A value that can be compared.
    Value(Dynamic),
}

/// A service that looks at something.
pub(super) struct ReadingService {
    function: RhaiFunc,
    /// The types of the game, of moments and of contexts.
    looked_at: Rc<[TypeId]>,
    /// Whether it looks at the game.
    pub looks_at_game: bool,
}

impl ReadingService {
    /// Calls it. What needs the place of the call is not noted, and so is not called again.
    pub fn call(&self, context: Option<NativeCallContext<'_>>, arguments: &mut [&mut Dynamic]) -> Found {
        call_native(&self.function, context, arguments)
    }

    /// Calls it again: what it looks at comes from these. What it is called on it does not change.
    pub fn call_again(&self, arguments: &[ReadingArgument], from: &mut [&mut Dynamic]) -> Option<Dynamic> {
        let (called_on, others) = match arguments.split_first() {
            Some((ReadingArgument::OfType(kind), others)) if self.function.is_method() => (Some(kind), others),
            _ => (None, arguments),
        };
        let mut others = given_again(others, from)?;
        let called_on = match called_on {
            Some(kind) => Some(from.iter_mut().find(|value| value.type_id() == *kind)?),
            None => None,
        };
        let mut given: FnArgsVec<&mut Dynamic> =
            called_on.into_iter().map(|value| &mut **value).chain(others.iter_mut()).collect();
        self.call(None, &mut given).ok()
    }

    fn arguments(&self, given: &[&mut Dynamic]) -> Vec<ReadingArgument> {
        let argument = |value: &&mut Dynamic| match value.type_id() {
            looked_at if self.looked_at.contains(&looked_at) => ReadingArgument::OfType(looked_at),
            _ => ReadingArgument::Value(value.flatten_clone()),
        };
        given.iter().map(argument).collect()
    }
}

/// Notes the readings of the script that runs.
#[derive(Default)]
pub(super) struct ReadingRecorder {
    /// Whether it notes any.
    is_on: Cell<bool>,
    readings: RefCell<Vec<Reading>>,
}

impl ReadingRecorder {
    /// The most readings that are noted. A script that reads more is not remembered.
    const MOST: usize = 48;

    /// Begins to note.
    pub fn begin(&self) {
        self.readings.borrow_mut().clear();
        self.is_on.set(true);
    }

    /// Ends, and returns what was noted, unless something could not be.
    pub fn end(&self) -> Option<Vec<Reading>> {
        self.is_on.replace(false).then(|| std::mem::take(&mut *self.readings.borrow_mut()))
    }

    /// Notes a call of a service that looked at something, and what it found.
    fn note(&self, service: &Shared<ReadingService>, arguments: Option<Vec<ReadingArgument>>, found: &Found) {
        let mut readings = self.readings.borrow_mut();
        match (arguments, found) {
            (Some(arguments), Ok(found)) if readings.len() < ReadingRecorder::MOST => {
                readings.push(Reading { service: service.clone(), arguments, found: found.flatten_clone() });
            }
            _ => self.is_on.set(false),
        }
    }
}

/// Calls a service for a script. It is noted if it looks at the game, and not only at the deck, or at a moment or context.
fn call_and_note(
    watch: &Watch,
    service: &Shared<ReadingService>,
    context: Option<NativeCallContext<'_>>,
    given: &mut [&mut Dynamic],
) -> Found {
    if !service.looks_at_game {
        watch.look();
    }
    if !watch.readings.is_on.get() {
        return service.call(context, given);
    }
    let can_be_noted = context.is_none() && service.function.is_pure();
    let arguments = can_be_noted.then(|| service.arguments(given));
    let looks = watch.looks.get();
    let found = service.call(context, given);
    if !service.looks_at_game || looks != watch.looks.get() || found.is_err() {
        watch.readings.note(service, arguments, &found);
    }
    found
}

/// Makes the services of a module that look at the game, a moment or a context note what they find. The module has
/// nothing else that does.
pub(super) fn note_readings(module: &mut Module, watch: &Rc<Watch>, game: TypeId, types: &[ScriptType]) {
    let opaque = types.iter().filter(|kind| kind.compared.is_none()).map(|kind| (kind.sample)().type_id());
    let looked_at: Rc<[TypeId]> = opaque.chain([game]).collect();
    for (metadata, function) in native_functions(module, &|kind| looked_at.contains(kind)) {
        let (watch, kind) = (watch.clone(), FunctionKind::of(&function));
        let (looked_at, looks_at_game) = (looked_at.clone(), metadata.param_types.contains(&game));
        let service = Shared::new(ReadingService { function, looked_at, looks_at_game });
        let noting = move |context: Option<NativeCallContext<'_>>, given: &mut [&mut Dynamic]| {
            call_and_note(&watch, &service, context, given)
        };
        kind.add(module, &metadata, &metadata.param_types, noting);
    }
}

/// What Rhai knows of a native function besides its types.
#[derive(Clone, Copy)]
pub(super) struct FunctionKind {
    is_method: bool,
    is_pure: bool,
    has_context: bool,
    is_volatile: bool,
}

impl FunctionKind {
    pub fn of(function: &RhaiFunc) -> FunctionKind {
        FunctionKind {
            is_method: function.is_method(),
            is_pure: function.is_pure(),
            has_context: function.has_context(),
            is_volatile: function.is_volatile(),
        }
    }

    /// Whether it may change what it is called on.
    pub fn changes(self) -> bool {
        self.is_method && !self.is_pure
    }

    /// Adds a function of this kind to a module, which is described as another is and takes these types.
    pub fn add(
        self,
        module: &mut Module,
        described: &FuncMetadata,
        types: &[TypeId],
        call: impl Fn(Option<NativeCallContext<'_>>, &mut [&mut Dynamic]) -> Found + 'static,
    ) {
        let FunctionKind { is_method, is_pure, has_context, is_volatile } = self;
        let func = Shared::new(call);
        let function = match is_method {
            true => RhaiFunc::Method { func, has_context, is_pure, is_volatile },
            false => RhaiFunc::Pure { func, has_context, is_pure, is_volatile },
        };
        let returned = Some(described.return_type.clone()).filter(|kind| !kind.is_empty());
        FuncRegistration::new(described.name.clone())
            .with_namespace(described.namespace)
            .with_comments(&described.comments)
            .with_params_info(described.params_info.iter().cloned().chain(returned))
            .set_into_module_raw(module, types, function);
    }
}

/// Calls a native function.
pub(super) fn call_native(
    function: &RhaiFunc,
    context: Option<NativeCallContext<'_>>,
    arguments: &mut [&mut Dynamic],
) -> Found {
    match (function.get_plugin_fn(), function.get_native_fn()) {
        (Some(plugin), _) => plugin.call(context, arguments),
        (None, Some(native)) => native(context, arguments),
        (None, None) => Ok(Dynamic::UNIT),
    }
}

/// The native functions of a module that take one of some types. They can be had only through a namespace in which all are global.
pub(super) fn native_functions(module: &Module, takes: &dyn Fn(&TypeId) -> bool) -> Vec<(FuncMetadata, RhaiFunc)> {
    let mut engine = Engine::new_raw();
    engine.register_global_module(module.clone().into());
    let wanted = |info: FuncInfo<'_>| info.metadata.param_types.iter().any(takes).then(|| info.metadata.clone());
    let all = engine.collect_fn_metadata(None, wanted, true);
    let mut global = engine.new_global_runtime_state();
    let mut opened = module.clone();
    for metadata in &all {
        #[allow(deprecated)] // nothing else changes the namespace of a function that macros registered
        opened.update_fn_namespace(metadata.hash, rhai::FnNamespace::Global);
    }
    opened.build_index();
    global.push_import("opened", opened);
    let function = |metadata: FuncMetadata| {
        let (function, _) = global.get_qualified_fn(metadata.hash, true)?;
        let function = function.into_owned();
        Some((metadata, function))
    };
    all.into_iter().filter_map(function).collect()
}

/// Arguments for a service that is called again: what it looks at comes from these.
fn given_again(arguments: &[ReadingArgument], from: &[&mut Dynamic]) -> Option<FnArgsVec<Dynamic>> {
    let given = |argument: &ReadingArgument| match argument {
        ReadingArgument::Value(value) => Some(value.clone()),
        ReadingArgument::OfType(kind) => {
            from.iter().find(|value| value.type_id() == *kind).map(|value| (**value).clone())
        }
    };
    arguments.iter().map(given).collect()
}
