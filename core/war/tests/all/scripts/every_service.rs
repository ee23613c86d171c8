//! Calls every service, with every kind of argument, at every moment of random games. Each call is refused with a
//! diagnostic, or leaves a position that can be.
//!
//! `WILDERNESS_CALLS=100000 cargo test -p wilderness-war --test all every_service` makes that many calls.

use rhai::{Array, Dynamic, Engine, ImmutableString, Module};
use std::any::TypeId;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;
use wilderness_engine::Generator;
use wilderness_engine::faults::{Fault, Source};
use wilderness_engine::language::Language as _;
use wilderness_engine::script::{Handle, Occasion, Script, ScriptSet as _};
use wilderness_engine::{Purpose, Rules as _, Stream, Table, Windows};
use wilderness_war::agents::Random;
use wilderness_war::map::Map;
use wilderness_war::pieces::Pieces;
use wilderness_war::testing::{
    Before, State, Step, UnderWay as _, broken_but, check_invariants, position_of, set_meddler, start,
};
use wilderness_war::{CardId, CardSet, Halt, PieceId, PieceSet, Scripts, Side, SpaceId, SpaceSet, Until, War};

/// The calls that are made if nothing else is said.
const CALLS: usize = 20_000;
/// How many are made each time that scripts are about to be called.
const AT_ONCE: usize = 3;
/// The markers of the scripts that make the calls.
const OWN: [&str; 2] = ["own-battle", "own-year"];

/// The types of what services take.
fn kinds() -> [TypeId; 8] {
    [
        TypeId::of::<i64>(),
        TypeId::of::<bool>(),
        TypeId::of::<ImmutableString>(),
        TypeId::of::<Array>(),
        TypeId::of::<Side>(),
        TypeId::of::<SpaceId>(),
        TypeId::of::<PieceId>(),
        TypeId::of::<CardId>(),
    ]
}

/// What is given to a service for a parameter: an array for a set.
fn given(kind: &TypeId) -> TypeId {
    let sets = [TypeId::of::<SpaceSet>(), TypeId::of::<PieceSet>(), TypeId::of::<CardSet>()];
    if sets.contains(kind) { TypeId::of::<Array>() } else { *kind }
}

/// A service and a script that calls it.
struct Service {
    name: String,
    types: Vec<TypeId>,
    acts: bool,
    script: Script<War>,
}

/// What makes the calls.
struct Meddler {
    services: Vec<Service>,
    chance: Stream,
    calls: usize,
    /// What was accepted, and how often; and what was refused, by the code of the diagnostic.
    accepted: BTreeMap<String, usize>,
    refused: BTreeMap<String, usize>,
    moments: BTreeSet<String>,
    /// The last calls that were left to stand.
    kept: Vec<String>,
    /// What went wrong, each after which calls.
    failures: Vec<String>,
}

/// What `inspect` finds wrong in a position, but for what has to do with some spaces and the pieces there.
fn wrong(scripts: &Scripts, state: &State, unsettled: SpaceSet) -> Vec<String> {
    let Err(faults) = position_of(state).check(scripts, Generator::seeded(1)) else { return Vec::new() };
    let pieces = unsettled.iter().fold(PieceSet::EMPTY, |all, space| all | state.in_space(space));
    let ids = unsettled.iter().map(SpaceId::id).chain(pieces.iter().map(PieceId::id));
    let names: Vec<String> = ids.map(|id| format!("`{id}`")).collect();
    let elsewhere = |fault: &&Fault| fault.is_error() && !names.iter().any(|name| fault.message().contains(name));
    faults.iter().filter(elsewhere).map(Fault::line).collect()
}

impl Meddler {
    /// Makes some calls where scripts are about to be called: as the event of a card if one is given, else as an
    /// optional rule.
    fn meddle(&mut self, scripts: &Scripts, table: &mut Table<War>, side: Side, card: Option<CardId>) {
        let mut before = wrong(scripts, &table.state, table.unsettled());
        before.extend(broken_but(&table.state, table.unsettled()));
        if !before.is_empty() {
            self.fail(format!("before any call at {:?}: {before:?}", table.moment()));
        }
        for _ in 0..AT_ONCE {
            let by = card.filter(|_| self.chance.below(4) > 0);
            self.call(scripts, table, Occasion::new(side, by));
        }
    }

    fn new(scripts: &Scripts, seed: u64) -> Meddler {
        let mut services = Vec::new();
        let reference = scripts.reference();
        let functions = || reference.themes.iter().flat_map(|theme| &theme.functions);
        for theme in Scripts::THEMES {
            let mut module = Module::new();
            (theme.register)(&mut module);
            let mut engine = Engine::new_raw();
            engine.register_global_module(module.into());
            services.extend(engine.collect_fn_metadata(
                None,
                |info| {
                    let name = info.metadata.name.to_string();
                    let types = info.metadata.param_types.to_vec();
                    let plain = name.trim_start_matches("get$").chars().all(|c| c.is_alphanumeric() || c == '_');
                    let of_game = types.first() == Some(&TypeId::of::<Handle<War>>());
                    (plain && of_game).then(|| {
                        let acts = functions().any(|other| other.acts && other.name == name);
                        service(scripts, name, types[1..].iter().map(given).collect(), acts)
                    })
                },
                false,
            ));
        }
        // The engine lists them in no order, and the order of type ids changes with the compiler and the crate.
        let places = |service: &Service| -> Vec<_> {
            service.types.iter().map(|kind| kinds().iter().position(|other| other == kind)).collect()
        };
        services.sort_by_cached_key(|service| (service.name.clone(), places(service)));
        assert!(services.len() > 60, "{} services", services.len());
        let chance = Stream::new(seed, Purpose::Rules);
        let (accepted, refused, moments, kept, failures) = Default::default();
        Meddler { services, chance, calls: 0, accepted, refused, moments, kept, failures }
    }

    fn fail(&mut self, what: String) {
        self.failures.push(format!("{what}\n    after {:#?}", self.kept));
    }

    fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.chance.below(of.len() as u32) as usize]
    }

    fn call(&mut self, scripts: &Scripts, table: &mut Table<War>, occasion: Occasion<War>) {
        // Most of them ask or change something.
        let acts = self.chance.below(5) > 0;
        let some: Vec<usize> = (0..self.services.len()).filter(|&index| self.services[index].acts == acts).collect();
        let number = self.one(&some);
        let types = self.services[number].types.clone();
        let args: Vec<Dynamic> = types.iter().map(|kind| self.argument(*kind, table)).collect();
        let Service { name, script, .. } = &self.services[number];
        let before = Before::of(table);
        let (unsettled, moment) = (table.unsettled(), format!("{:?}", table.moment()));
        self.calls += 1;
        self.moments.insert(table.moment().map_or("play".into(), |moment| moment.kind().name().into()));
        let call = format!("{name}({args:?}) for the {} at {moment}", occasion.side);
        let stands = match scripts.host().expect("scripts").act(script, "act", table, occasion, args) {
            Ok(()) => {
                *self.accepted.entry(name.clone()).or_default() += 1;
                // The combat is where it is, but what moved away from there is looked at.
                let wrong = wrong(scripts, &table.state, unsettled | table.unsettled());
                if !wrong.is_empty() {
                    self.fail(format!("{call} left a position that cannot be: {wrong:?}"));
                }
                wrong.is_empty() && self.chance.below(3) == 0
            }
            Err(Halt::Script(fault)) => {
                let known = ["script::refused", "script::wrong_arguments", "script::failed", "script::wrong_type"];
                if !known.contains(&fault.code()) || fault.message().is_empty() || fault.labels().next().is_none() {
                    self.fail(format!("{call}: {}", fault.line()));
                }
                *self.refused.entry(fault.code().into()).or_default() += 1;
                false
            }
            Err(halt) => {
                self.fail(format!("{call}: {halt}"));
                false
            }
        };
        if stands {
            self.kept.push(call);
            self.kept.drain(..self.kept.len().saturating_sub(12));
        } else {
            before.restore(table);
        }
    }

    /// An argument of a type, or now and then of another one.
    fn argument(&mut self, kind: TypeId, table: &Table<War>) -> Dynamic {
        let kinds = kinds();
        let kind = if self.chance.below(40) == 0 { self.one(&kinds) } else { kind };
        match kinds.iter().position(|other| *other == kind) {
            Some(0) => Dynamic::from(self.one(&[0, 1, 2, 3, 4, 6, 100, -1, 127, 1000, i64::MIN, i64::MAX])),
            Some(1) => Dynamic::from(self.chance.below(2) == 0),
            Some(2) => self.text().into(),
            Some(3) => self.array(table).into(),
            Some(4) => Dynamic::from(self.one(&Side::BOTH)),
            Some(5) => Dynamic::from(self.space(table)),
            Some(6) => Dynamic::from(self.piece(table)),
            Some(7) => self.card(table),
            _ => Dynamic::UNIT,
        }
    }

    fn text(&mut self) -> &'static str {
        let words = [
            "",
            "northern",
            "southern",
            "st-lawrence",
            "militia",
            "regular",
            "highland",
            "iroquois",
            "mohawk",
            "western",
            OWN[0],
            OWN[1],
            "quiberon",
            "pitt-and-diplomacy",
            "bidding",
            "no-amphib",
            "a",
            "Ünï",
            "battle\n",
        ];
        self.one(&words)
    }

    fn space(&mut self, table: &Table<War>) -> SpaceId {
        let state = &table.state;
        let held = state.pieces.held(Side::French) | state.pieces.held(Side::British);
        let near: Vec<SpaceId> = match self.chance.below(5) {
            0 => Map::get().all.iter().collect(),
            1 => (state.besieged_spaces() | state.fieldworks | state.amphib).iter().collect(),
            2 => (state.works.french.fortifications() | state.works.british.fortifications()).iter().collect(),
            3 => table.unsettled().iter().collect(),
            _ => held.iter().collect(),
        };
        if near.is_empty() { self.one(&Map::get().all.iter().collect::<Vec<_>>()) } else { self.one(&near) }
    }

    fn piece(&mut self, table: &Table<War>) -> PieceId {
        let (all, state) = (Pieces::get(), &table.state);
        let some: Vec<PieceId> = match self.chance.below(7) {
            0 => table.engaged().iter().collect(),
            1 => all.leaders.iter().collect(),
            2 => all.militia.iter().collect(),
            3 => state.pieces.reduced().iter().collect(),
            4 => state.pieces.inside().iter().collect(),
            5 => (state.on_map(Side::French) | state.on_map(Side::British)).iter().collect(),
            _ => all.all().iter().collect(),
        };
        if some.is_empty() { self.one(&all.all().iter().collect::<Vec<_>>()) } else { self.one(&some) }
    }

    fn card(&mut self, table: &Table<War>) -> Dynamic {
        let state = &table.state;
        let some: Vec<CardId> = match self.chance.below(3) {
            0 => state.discard.iter().collect(),
            1 => state.hands[self.one(&Side::BOTH)].iter().collect(),
            _ => (0..=72).map(CardId).collect(),
        };
        Dynamic::from(if some.is_empty() { CardId(1) } else { self.one(&some) })
    }

    fn array(&mut self, table: &Table<War>) -> Array {
        let length = self.one(&[0, 1, 1, 2, 3, 6, 20]);
        match self.chance.below(6) {
            0 | 1 => (0..length).map(|_| Dynamic::from(self.piece(table))).collect(),
            2 | 3 => (0..length).map(|_| Dynamic::from(self.space(table))).collect(),
            4 => (0..length).map(|_| self.card(table)).collect(),
            _ => (0..length).map(|_| self.text().into()).collect(),
        }
    }
}

/// A script that calls a service.
fn service(scripts: &Scripts, name: String, types: Vec<TypeId>, acts: bool) -> Service {
    let names: Vec<String> = (0..types.len()).map(|index| format!("a{index}")).collect();
    let names = names.join(", ");
    let call = name.strip_prefix("get$").map_or(format!("{name}({names})"), str::to_string);
    let markers = "fn markers() { #{ \"own-battle\": \"battle\", \"own-year\": \"year\" } }";
    let source = Source::new("fuzz", format!("{markers}\nfn act({names}) {{ game.{call}; }}"));
    let script = scripts.host().expect("scripts").load(&source);
    Service { name, types, acts, script: script.expect("a sound script") }
}

#[test]
fn every_service_refuses_or_leaves_a_position_that_can_be() {
    let wanted = std::env::var("WILDERNESS_CALLS").ok().and_then(|calls| calls.parse().ok()).unwrap_or(CALLS);
    let scripts = Rc::new(Scripts::embedded().expect("sound scripts"));
    let meddler = Rc::new(RefCell::new(Meddler::new(&scripts, 1)));
    let own = meddler.clone();
    set_meddler(Some(Rc::new(move |scripts, table, side, card| {
        own.borrow_mut().meddle(scripts, table, side, card);
    })));
    let calls = || meddler.borrow().calls;
    let mut seed = 0;
    while calls() < wanted {
        seed += 1;
        let ids: Vec<&str> = scripts.content().scenario_ids().collect();
        let scenario = scripts.scenario(ids[seed as usize % ids.len()]).expect("a scenario").expect("a sound one");
        let mut state = start(&scenario, scripts.deck(), seed);
        for rule in scripts.compatible_rules(|rule| !rule.id.ends_with("bidding")) {
            Arc::make_mut(&mut state.markers).insert(Arc::from(rule.id.as_str()), Until::Game);
        }
        let mut table = Table::<War>::new(state, scenario, scripts.clone());
        for side in Side::BOTH {
            table.seat(side, Box::new(Random::new(seed, side)));
        }
        table.windows = Windows::Open;
        while !matches!(table.state.step, Step::Over(_)) && calls() < wanted {
            let result = War::step(&mut table).and_then(|()| check_invariants(&table.state));
            if let Err(halt) = result {
                meddler.borrow_mut().fail(halt.to_string());
                break;
            }
        }
    }
    set_meddler(None);
    let meddler = meddler.borrow();
    println!(
        "{} calls in {seed} games\naccepted: {:?}\nrefused: {:?}",
        meddler.calls, meddler.accepted, meddler.refused
    );
    let failures = &meddler.failures;
    let first = failures.iter().take(8).map(String::as_str).collect::<Vec<_>>().join("\n");
    assert!(failures.is_empty(), "{} calls or games went wrong:\n{first}", failures.len());
    if wanted >= CALLS {
        let never = meddler.services.iter().filter(|service| !meddler.accepted.contains_key(&service.name));
        let never: BTreeSet<&str> = never.map(|service| service.name.as_str()).collect();
        assert!(never.len() < 12, "never accepted: {never:?}");
        assert!(meddler.moments.len() > 12, "{:?}", meddler.moments);
    }
}
