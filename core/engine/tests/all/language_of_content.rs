//! A game whose scripts say what its content lets them say: two contents of one game, opened in one program.

use super::nim::{Ask, Nim, Stones, Take};
use rhai::Dynamic;
use std::borrow::Cow;
use std::rc::Rc;
use std::sync::{Arc, LazyLock};
use wilderness_engine::faults::{Fault, Faults, Source};
use wilderness_engine::language::{
    Call, EntryPoint, Field, Language, Limit, Markers, Modifier, MomentFacts, Returned, Role,
};
use wilderness_engine::plain::{Begins, Header, Side};
use wilderness_engine::script::document::Reference;
use wilderness_engine::script::{Compile, Host, Modifying, ScriptReader, ScriptSet};
use wilderness_engine::{Generator, Known, Never, OpenView, Play, Rules, Seen, Table, Word};
use wilderness_outpost::{BLUE, RED, enemy};

/// Nim, with a script that acts at a moment of which the content gives the name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Named;

/// The words of a content: its moment, what is called then, and what is modified, up to a number.
#[derive(Clone, PartialEq)]
struct Content {
    moment: &'static str,
    called: &'static str,
    modified: &'static str,
    most: i64,
    script: String,
}

struct Compiled {
    content: Content,
    host: Host<Named>,
}

impl Content {
    fn new(words: [&str; 3], most: i64, script: &str) -> Content {
        let [moment, called, modified] = words.map(|word| Word::read(word).expect("a word").as_str());
        Content { moment, called, modified, most, script: script.into() }
    }

    /// The lines of what is wrong with the script.
    fn faults(&self) -> Vec<String> {
        self.compile().err().iter().flat_map(Faults::iter).map(Fault::line).collect()
    }
}

impl Compile for Content {
    type Scripts = Compiled;

    fn compile(&self) -> Result<Compiled, Faults> {
        let mut reader = ScriptReader::new(Rc::new(self.clone()), [].iter());
        let role = Role { needed: &["moments"], together: &[], also: &["arise", "sink"], modifies: true };
        let read = reader.read(&Source::new("script.rhai", self.script.as_str()), role);
        reader.compare(read.iter(), &[], &|_| false);
        let (content, host) = (self.clone(), reader.host);
        reader.faults.into_result(Compiled { content, host })
    }
}

impl ScriptSet for Compiled {
    type Rules = Named;
    type Language = Compiled;
    type Sources = Content;

    fn sources(&self) -> &Content {
        &self.content
    }

    fn host(&self) -> Option<&Host<Named>> {
        Some(&self.host)
    }
}

impl Language for Compiled {
    type Rules = Named;
    type Deck = Content;
    type Card = Never;
    type Moment = ();
    type End = ();
    type Notes = ();

    fn markers(_: &Stones) -> Option<&Arc<Markers<()>>> {
        static ALWAYS: LazyLock<Arc<Markers<()>>> = LazyLock::new(|| Markers::from([("always".into(), ())]).into());
        Some(&ALWAYS)
    }

    fn entry_points(content: &Content) -> Cow<'static, [EntryPoint]> {
        let names = EntryPoint {
            name: "moments",
            parameters: &[],
            call: Call::Constant,
            about: "When it acts.",
            returns: "an array of names",
        };
        let acts = EntryPoint { name: content.called, call: Call::Act, about: "What it does.", returns: "", ..names };
        vec![names, acts].into()
    }

    fn modifiers(content: &Content) -> Cow<'static, [Modifier]> {
        let field = Field { name: "", about: "how many", limit: Limit::Number(0, content.most) };
        vec![Modifier {
            name: content.modified,
            value: "stones",
            about: "How many stones.",
            returns: Returned::Value(field),
            at: &["side"],
            example: "",
        }]
        .into()
    }

    fn moments(content: &Content) -> Cow<'static, [MomentFacts<()>]> {
        vec![MomentFacts { kind: (), name: content.moment, when: "then", asked: "nobody", carries: &[] }].into()
    }
}

impl Rules for Named {
    type Side = Side;
    type State = Stones;
    type Question = Ask;
    type Choice = Take;
    type Throw = Never;
    type Draw = Never;
    type News = Take;
    type Scenario = ();
    type Scripts = Compiled;
    type Within = ();
    type Hidden = ();
    type Search = ();
    type Combat = ();
    type Outcome = Side;
    type Time = u8;
    type Header = Header<Named>;
    type View<'a> = OpenView<'a, Named>;

    const SIDES: &'static [Side] = &[RED, BLUE];

    fn step(table: &mut Table<Named>) -> Play<(), Named> {
        let (side, left) = (table.state.active, table.state.left);
        table.state.left -= table.ask(side, Ask, (1..=3.min(left)).map(Take).collect::<Vec<_>>())?.0;
        table.state.active = enemy(side);
        Ok(())
    }

    fn outcome(state: &Stones) -> Option<Side> {
        <Nim>::outcome(state)
    }

    fn time(state: &Stones) -> u8 {
        state.left
    }

    fn score(state: &Stones, side: Side) -> i32 {
        <Nim>::score(state, side)
    }

    fn active(state: &Stones) -> Side {
        state.active
    }

    fn generator(state: &mut Stones) -> &mut Generator {
        &mut state.generator
    }

    fn view<'a>(seen: Seen<'a, Named>, known: &'a Known<Named>, side: Side) -> OpenView<'a, Named> {
        OpenView::new(seen, known, side)
    }
}

impl Begins for Named {
    const GAME: &'static str = "named";

    fn setup(_: &Header<Named>, _: &Compiled) -> Result<((), Stones), Faults> {
        Ok(((), Stones { left: 15, active: RED, generator: Generator::seeded(0) }))
    }
}

const DAWN: &str = "fn moments() { [\"dawn\"] }\nfn arise() { }\nfn taken(stones, at) { stones + 1 }\n";

fn dawn(script: &str) -> Content {
    Content::new(["dawn", "arise", "taken"], 3, script)
}

fn dusk(script: &str) -> Content {
    Content::new(["dusk", "sink", "left"], 9, script)
}

#[test]
fn scripts_are_checked_against_the_language_of_their_own_content() {
    assert_eq!(dawn(DAWN).faults(), Vec::<String>::new());
    let other = dusk(DAWN).faults().join("\n");
    assert!(other.contains("no moment `dawn`"), "{other}");
    let written_for_dusk = DAWN.replace("dawn", "dusk").replace("arise", "sink").replace("taken", "left");
    assert_eq!(dusk(&written_for_dusk).faults(), Vec::<String>::new());
}

#[test]
fn two_contents_of_one_game_have_references_of_their_own() {
    let [dawn, dusk] = [dawn(DAWN), dusk("fn moments() { [\"dusk\"] }")];
    let reference = |content: &Content| content.compile().ok().map(|compiled| compiled.reference()).expect("sound");
    let names = |reference: &Reference| {
        let entries = reference.entries.iter().map(|entry| entry.form.clone());
        entries.chain(reference.modifiers.iter().map(|modifier| modifier.form.clone())).collect::<Vec<_>>()
    };
    let (dawn, dusk) = (reference(&dawn), reference(&dusk));
    assert_eq!(names(&dawn), ["moments()", "arise()", "taken(stones, at)"]);
    assert_eq!(names(&dusk), ["moments()", "sink()", "left(stones, at)"]);
    assert_eq!((&*dawn.moments[0].name, &*dusk.moments[0].name), ("dawn", "dusk"));
}

#[test]
fn what_a_modifier_may_return_depends_on_the_content() {
    let returned = |content: Content| {
        let host = content.compile().unwrap_or_else(|faults| panic!("{faults:?}")).host;
        let mut script = host.load(&Source::new("script.rhai", content.script.as_str())).expect("sound");
        script.rule = Some("always".into());
        let modifying = Modifying::new(&host, [Rc::new(script)].iter());
        let state = Stones { left: 15, active: RED, generator: Generator::seeded(0) };
        let modified = modifying.modify(&host, &state, (content.modified, RED), || 4.into(), || Dynamic::UNIT);
        modified.map(|modified| modified.expect("it is in force").number("")).map_err(|halt| halt.to_string())
    };
    let five = DAWN.replace("taken", "left").replace("arise", "sink").replace("dawn", "dusk");
    assert_eq!(returned(dusk(&five)), Ok(5), "at most nine");
    let refused = returned(dawn(DAWN)).expect_err("at most three");
    assert!(refused.contains("`taken` returns 5"), "{refused}");
}
