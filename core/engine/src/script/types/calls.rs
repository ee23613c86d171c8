//! Calls: what functions take, what they return, and the names that stand among their arguments.

use super::checker::{CheckContext, CheckedFunction, Checker, MarkerNamed, MarkerOf};
use super::signatures::Signature;
use super::{TextType, Type, ValueKind};
use crate::faults::Fault;
use crate::language::{Operand, ScriptType};
use crate::script::markers::OF_MARKERS;
use rhai::{Expr, FnCallExpr, Position};

/// Services of markers whose names are also those of functions of maps and arrays.
const OF_MAPS: [&str; 3] = ["set", "add", "get"];
/// Services that return one of the texts in an array.
const OF_OPTIONS: [&str; 2] = ["choose_option", "choose_in_secret"];
/// Functions of arrays that return some of the items.
const OF_SOME: [&str; 4] = ["filter", "extract", "drain", "retain"];
/// Functions of arrays that call a function with an item.
const WITH_ITEMS: [&str; 11] =
    ["filter", "map", "some", "all", "find", "find_map", "for_each", "index_of", "retain", "drain", "split"];

impl<'a> Checker<'a> {
    /// What a call returns.
    pub fn call(
        &mut self,
        frame: &mut CheckedFunction<'a>,
        call: &'a FnCallExpr,
        receiver: Option<Type>,
        position: Position,
    ) -> Type {
        let types: Vec<Type> = call.args.iter().map(|argument| self.expr(frame, argument)).collect();
        let name = call.name.as_str();
        if call.is_qualified() {
            return Type::Unknown;
        }
        if let Some(found) = self.operator(frame, call, &types, position) {
            return found;
        }
        match (name, call.args.first()) {
            ("curry", Some(_)) => return captured(types),
            ("Fn", Some(Expr::StringConstant(text, _))) => {
                return ValueKind::Function(text.to_string(), Vec::new()).into();
            }
            _ => {}
        }
        if let Some((key, body)) = self.bodies.get_key_value(&(name.to_string(), types.len())) {
            return self.function(key, body, types);
        }
        if receiver.is_none()
            && let Some(found) = self.shared(name, &types)
        {
            return found;
        }
        let own = usize::from(receiver.is_some());
        let of = receiver.clone();
        let all: Vec<Type> = receiver.into_iter().chain(types).collect();
        self.callbacks(name, of.as_ref(), &all[own..]);
        self.names(name, of.as_ref(), &all[own..]);
        self.native(call, of.as_ref(), &all, position)
    }

    /// What a function of the library returns, if it is one.
    fn shared(&mut self, name: &str, types: &[Type]) -> Option<Type> {
        let key = (name.to_string(), types.len());
        let library = self.scene.library;
        let (bodies, (key, body)) = library.iter().find_map(|bodies| Some((*bodies, bodies.get_key_value(&key)?)))?;
        let before = (self.bodies, self.in_library);
        (self.bodies, self.in_library) = (bodies, true);
        let found = self.function(key, body, types.to_vec());
        (self.bodies, self.in_library) = before;
        Some(found)
    }

    /// What a function of the language returns. It takes the receiver first.
    fn native(&mut self, call: &'a FnCallExpr, of: Option<&Type>, all: &[Type], position: Position) -> Type {
        let name = call.name.as_str();
        let signatures = self.scene.signatures;
        let candidates: Vec<&Signature> = signatures.taking(name, all.len()).collect();
        let fits =
            |signature: &&&Signature| all.iter().zip(&signature.parameters).all(|(found, wanted)| found.fits(wanted));
        let fitting: Vec<&&Signature> = candidates.iter().filter(fits).collect();
        if fitting.is_empty() {
            if !candidates.is_empty() {
                self.wrong_arguments(call, of.is_some(), all, &candidates, position);
            }
            return Type::Unknown;
        }
        let formal = fitting.iter().map(|signature| signature.returns.clone()).reduce(Type::or);
        let formal = formal.unwrap_or(Type::Unknown);
        if let [ValueKind::Array(_)] = formal.kinds() {
            if let Some(item) = self.scene.lexicon.value(&Operand::Item(name)) {
                return Type::array(Type::of_value(self.scene.facts, item));
            }
            let is_service = self.scene.lexicon.named_by(name).is_some();
            if let Some(of) = of.filter(|_| OF_SOME.contains(&name) || is_service) {
                return Type::array(of.item());
            }
            if let ("map", Some(ValueKind::Function(function, captured))) =
                (name, all.last().and_then(|last| last.kinds().first()))
            {
                let item = of.map_or(Type::Unknown, Type::item);
                return Type::array(self.callback(function, captured, &item));
            }
            return formal;
        }
        if let (true, Some(of)) = (name == "find", of) {
            return of.item().or(ValueKind::Nothing.into());
        }
        let is_text = matches!(formal.kinds(), [ValueKind::Text(_)]);
        if let Some(options) = all.last().filter(|_| is_text && OF_OPTIONS.contains(&name)) {
            return options_of(options).unwrap_or(formal);
        }
        self.refined(formal, &Operand::Returned(name))
    }

    /// Goes through the functions that are handed to a function of arrays.
    fn callbacks(&mut self, name: &str, of: Option<&Type>, types: &[Type]) {
        // `for_each` binds the item to `this`: what it hands over is the number of the item.
        let item = if name == "for_each" { Type::number() } else { of.map_or(Type::Unknown, Type::item) };
        for found in types {
            for kind in found.kinds() {
                if let ValueKind::Function(function, captured) = kind
                    && WITH_ITEMS.contains(&name)
                {
                    self.callback(function, captured, &item);
                }
            }
        }
    }

    /// What a function returns that is called with an item, and perhaps its number.
    fn callback(&mut self, function: &str, captured: &[Type], item: &Type) -> Type {
        for last in [&[item.clone()][..], &[item.clone(), Type::number()]] {
            let types: Vec<Type> = captured.iter().chain(last).cloned().collect();
            if let Some((key, body)) = self.bodies.get_key_value(&(function.to_string(), types.len())) {
                return self.function(key, body, types);
            }
        }
        Type::Unknown
    }

    /// Arguments that no function of a name takes.
    fn wrong_arguments(
        &mut self,
        call: &'a FnCallExpr,
        is_method: bool,
        all: &[Type],
        candidates: &[&Signature],
        position: Position,
    ) {
        let name = &call.name;
        let misfits = |signature: &&Signature| {
            let pairs = all.iter().zip(&signature.parameters).enumerate();
            pairs.filter(|(_, (found, wanted))| !found.fits(wanted)).map(|(index, _)| index).collect::<Vec<_>>()
        };
        let nearest: Vec<(Vec<usize>, &&Signature)> = candidates.iter().map(|one| (misfits(one), one)).collect();
        let fewest = nearest.iter().map(|(misfits, _)| misfits.len()).min().unwrap_or_default();
        let nearest: Vec<_> = nearest.into_iter().filter(|(misfits, _)| misfits.len() == fewest).collect();
        let own = usize::from(is_method);
        let single = match nearest.first() {
            Some((first, _)) if fewest == 1 && nearest.iter().all(|(misfits, _)| misfits == first) => Some(first[0]),
            _ => None,
        };
        let mut forms: Vec<&str> = candidates.iter().map(|signature| signature.form.as_str()).collect();
        forms.sort_unstable();
        forms.dedup();
        if forms.iter().any(|form| form.contains(": ")) {
            // A quicker version of a function has no names for its parameters.
            forms.retain(|form| form.contains(": "));
        }
        match single.and_then(|index| Some((index, call.args.get(index.checked_sub(own)?)?))) {
            Some((index, argument)) => {
                let wanted = nearest.iter().map(|(_, signature)| signature.parameters[index].clone()).reduce(Type::or);
                let wanted = wanted.unwrap_or(Type::Unknown);
                let message = format!(
                    "`{name}` takes {} here, not {}",
                    wanted.called(self.scene.facts),
                    all[index].called(self.scene.facts)
                );
                let fault = Fault::error("script::wrong_arguments", message);
                let written = all[index].written();
                let instead = written.first().and_then(|(text, _)| instead_of_text(&self.scene, &wanted, text));
                let fault = match (instead, &all[index].kinds()) {
                    (Some(instead), _) => fault.help(format!("write `{instead}`")),
                    (None, [ValueKind::Own(_)]) if matches!(wanted.kinds(), [ValueKind::Array(_)]) => {
                        fault.help("put it between brackets: an array of one")
                    }
                    _ => fault.help(forms.join("\n")),
                };
                self.report(fault, argument.start_position(), "of another type");
            }
            None => {
                let types: Vec<String> = all[own..].iter().map(|kind| kind.called(self.scene.facts)).collect();
                let of = if is_method { format!("{}: ", all[0].called(self.scene.facts)) } else { String::new() };
                let message = match &types[..] {
                    [] => format!("{} has no `{name}`", all[0].called(self.scene.facts)),
                    types => format!("{of}`{name}` does not take {}", types.join(", ")),
                };
                let message = message.strip_prefix("the game: ").unwrap_or(&message).to_string();
                let fault = Fault::error("script::wrong_arguments", message).help(forms.join("\n"));
                self.report(fault, position, "with these");
            }
        }
    }

    /// The names that stand in the script and are handed to a service exist; those of markers are looked at later.
    fn names(&mut self, name: &str, of: Option<&Type>, types: &[Type]) {
        let texts = types.iter().map(|found| {
            let mut texts = found.written();
            texts.extend(found.item().written());
            texts
        });
        // Maps and arrays have functions of these names, too.
        let is_of_game = of.is_some_and(|of| matches!(of.kinds(), [ValueKind::Game])) || !OF_MAPS.contains(&name);
        let Some(texts) = texts.into_iter().find(|texts| !texts.is_empty()) else {
            if OF_MARKERS.contains(&name) && is_of_game {
                self.unnamed.insert(name.to_string());
            }
            return;
        };
        if OF_MARKERS.contains(&name) && is_of_game {
            let of = marker_of(name, types.first());
            for (text, position) in texts {
                let place = self.place(position, &format!("\"{text}\""));
                let named = MarkerNamed { service: name.to_string(), of, name: text, place: place.clone() };
                self.markers.entry(place.start).or_insert(named);
            }
            return;
        }
        let Some(named) = self.scene.lexicon.named_by(name) else { return };
        for (text, position) in texts.iter().filter(|(text, _)| !named.names.contains(&text.as_str())) {
            let fault = Fault::error(named.code, format!("no {} `{text}`", named.what)).help(named.help);
            let fault = fault.did_you_mean(text, named.names.iter().copied());
            self.report_written(fault, *position, &format!("\"{text}\""), "no such name");
        }
    }
}

/// One of the texts in an array, if all of them stand in the script.
fn options_of(array: &Type) -> Option<Type> {
    match array.item().kinds() {
        [ValueKind::Text(TextType::Written(texts))] => {
            let words = texts.iter().map(|(text, _)| text.clone()).collect();
            Some(ValueKind::Text(TextType::Words("option", words)).into())
        }
        _ => None,
    }
}

/// What a marker is placed on, by the first argument of a service.
fn marker_of(service: &str, first: Option<&Type>) -> MarkerOf {
    match first.map(Type::kinds) {
        _ if service == "marked" => MarkerOf::Thing(None),
        None | Some([ValueKind::Text(_)]) => MarkerOf::Game,
        Some([ValueKind::Side]) => MarkerOf::Side,
        Some([ValueKind::Own(name)]) => MarkerOf::Thing(Some(name)),
        Some(_) => MarkerOf::Unknown,
    }
}

/// What a function has captured.
fn captured(mut types: Vec<Type>) -> Type {
    match types.remove(0).kinds() {
        [ValueKind::Function(name, _)] => ValueKind::Function(name.clone(), types).into(),
        _ => Type::Unknown,
    }
}

/// How a thing is written of which a script has the name.
pub(super) fn instead_of_text(scene: &CheckContext<'_>, wanted: &Type, text: &str) -> Option<String> {
    match wanted.kinds() {
        [ValueKind::Own(name)] => {
            let own: Option<&ScriptType> = scene.facts.own_type(name);
            own.and_then(|own| own.written).map(|written| written(text))
        }
        [ValueKind::Side] => {
            let side = scene.lexicon.sides().into_iter().find(|side| *side == text)?;
            Some(format!("Side::{}", crate::script::sandbox::side_constant(side)))
        }
        [ValueKind::Number(..)] => text.parse::<i64>().ok().map(|number| number.to_string()),
        _ => None,
    }
}
