//! The engine that runs scripts which are debugged. It knows the same language as the other one, and besides looks at
//! each statement, and at each call into the game with its result. Games that nobody debugs never come near it.

use super::seat::{Answer, Handle, UnknownName};
use crate::debug::{brief, spot, told};
use crate::rules::Rules;
use crate::table::Halt;
use rhai::debugger::{DebuggerCommand, DebuggerEvent};
use rhai::{ASTNode, Dynamic, Engine, EvalAltResult, EvalContext, NativeCallContext, Position, Stmt};
use std::any::TypeId;
use std::rc::Rc;

/// Makes an engine look at what it runs. `plain` is another engine with the same language, which does what the scripts
/// call.
pub(super) fn build<R: Rules>(mut engine: Engine, plain: Engine) -> Engine {
    let plain = Rc::new(plain);
    for (name, types) in calls::<R>(&plain) {
        let (plain, called) = (plain.clone(), name.clone());
        let call = move |context: NativeCallContext<'_>, arguments: &mut [&mut Dynamic]| {
            call::<R>(&plain, &called, &context, arguments)
        };
        #[allow(deprecated)] // rhai's word for "may change in another version"; ours is pinned
        engine.register_raw_fn(name, types, call);
    }
    #[allow(deprecated)]
    engine.register_debugger(
        |_, debugger| debugger,
        |context, event, node, source, position| {
            look::<R>(context, event, node, source, position)?;
            Ok(DebuggerCommand::StepInto)
        },
    );
    engine
}

/// The functions of the language that are called on the game, with the types of their parameters. Properties are none.
fn calls<R: Rules>(engine: &Engine) -> Vec<(String, Vec<TypeId>)> {
    let game = TypeId::of::<Handle<R>>();
    engine.collect_fn_metadata(
        None,
        |info| {
            let metadata = info.metadata;
            let on_game = metadata.param_types.first() == Some(&game) && !metadata.name.contains('$');
            on_game.then(|| (metadata.name.to_string(), metadata.param_types.to_vec()))
        },
        true,
    )
}

/// A script calls a function of the game.
fn call<R: Rules>(
    plain: &Engine,
    name: &str,
    context: &NativeCallContext<'_>,
    arguments: &mut [&mut Dynamic],
) -> Answer<Dynamic> {
    let game = arguments.first().and_then(|game| (**game).clone().try_cast::<Handle<R>>());
    let Some((game, probe)) = game.and_then(|game| game.probe().map(|probe| (game, probe))) else {
        return Err(EvalAltResult::ErrorTerminated("no game".into(), context.call_position()).into());
    };
    let given: Vec<String> = arguments.iter().skip(1).map(|argument| brief::<R>(argument)).collect();
    let position = context.call_position();
    let mut global = plain.new_global_runtime_state();
    global.tag = context.tag().cloned().unwrap_or_default();
    // A function that is given to a service is one of the script; while the service calls it, nobody looks.
    global.lib.clone_from(&context.global_runtime_state().lib);
    let inner = NativeCallContext::new_with_all_fields(plain, name, context.fn_source(), &global, position);
    let hidden = game.is_hidden();
    let result = inner.call_native_fn_raw(name, true, arguments);
    if game.is_hidden() {
        if !hidden {
            probe.hide(context.call_source(), position, game.log_length());
        }
    } else if !game.is_halted() {
        let text = || told::<R>(name, &given, result.as_ref().map_err(|error| reason(error)));
        probe.call(context.call_source(), position, game.log_length(), text);
    }
    result
}

/// Why a function refuses.
fn reason(error: &EvalAltResult) -> String {
    match error {
        EvalAltResult::ErrorRuntime(reason, _) => match reason.read_lock::<UnknownName>() {
            Some(unknown) => unknown.to_string(),
            None => reason.to_string(),
        },
        EvalAltResult::ErrorInFunctionCall(_, _, cause, _) => reason(cause),
        other => other.to_string(),
    }
}

/// A statement or an expression is about to be run, or a function returns.
fn look<R: Rules>(
    context: EvalContext<'_, '_, '_, '_, '_, '_>,
    event: DebuggerEvent<'_>,
    node: ASTNode<'_>,
    source: Option<&str>,
    position: Position,
) -> Result<(), Box<EvalAltResult>> {
    let Some(game) = context.tag().clone().try_cast::<Handle<R>>() else { return Ok(()) };
    let Some(probe) = game.probe() else { return Ok(()) };
    let stack = context.debugger().map_or(&[][..], |debugger| debugger.call_stack());
    match event {
        DebuggerEvent::FunctionExitWithValue(_) => {
            probe.returns(stack.len());
            Ok(())
        }
        // The run is over.
        DebuggerEvent::FunctionExitWithError(_) => Ok(()),
        // What comes now depends on what an onlooker must not see.
        _ if game.is_hidden() => Ok(()),
        // Functions begin and end with statements that nobody wrote.
        _ if matches!(node, ASTNode::Stmt(Stmt::Noop(_))) => Ok(()),
        _ => {
            let spot = spot(position);
            let found = spot.zip(source).and_then(|(spot, source)| probe.statement(source, spot, stack.len()));
            match found.zip(game.player()) {
                None => Ok(()),
                Some((found, player)) => {
                    let stop = probe.stop(&found, player, context.scope(), stack);
                    game.halt(Halt::Stopped(Box::new(stop)));
                    Err(EvalAltResult::ErrorTerminated("halt".into(), position).into())
                }
            }
        }
    }
}
