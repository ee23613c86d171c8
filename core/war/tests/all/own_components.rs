//! Maps and pieces of a content directory: what is wrong with them, and that games with different ones do not mix.

use std::rc::Rc;
use wilderness_engine::Agent;
use wilderness_engine::agents::Random;
use wilderness_engine::content::Places;
use wilderness_engine::faults::{Faults, Source};
use wilderness_engine::script::ScriptSet as _;
use wilderness_war::map::{LinkKind, Map};
use wilderness_war::pieces::Pieces;
use wilderness_war::{Content, Game, Header, Record, Scripts, Side, View};

/// The content with these files of components over the built-in ones.
fn content(files: &[(&str, &str)]) -> Content {
    let directory = tempfile::tempdir().expect("a directory");
    let scenarios = directory.path().join("scenarios");
    std::fs::create_dir(&scenarios).expect("a directory");
    std::fs::write(directory.path().join("content.toml"), "game = \"war\"\nbase = \"war\"\n").expect("a file");
    files.iter().for_each(|(file, text)| std::fs::write(scenarios.join(file), text).expect("a file"));
    Content::read(&Places::in_content(directory.path())).expect("files that can be read")
}

fn compiled(files: &[(&str, &str)]) -> Rc<Scripts> {
    Rc::new(content(files).compile().unwrap_or_else(|faults| panic!("{faults:?}")))
}

/// A space in the wilderness, joined to Québec.
fn space(id: &str, name: &str) -> String {
    format!(
        "[[space]]\nid = \"{id}\"\nname = \"{name}\"\nterrain = \"wilderness\"\nx = 1900\ny = 200\n\
         [[connection]]\nkind = \"land\"\nbetween = [\"{id}\", \"quebec\"]\n"
    )
}

const LEADER: &str = "[[piece]]\nid = \"gage\"\nname = \"Gage\"\nside = \"british\"\nkind = \"leader\"\n";
const REGULAR: &str = "[[piece]]\nid = \"royals\"\nname = \"Royals\"\nside = \"british\"\nkind = \"regular\"\n";

#[test]
fn new_spaces_connections_leaders_and_units_join_the_built_in_ones() {
    let map =
        space("far-lake", "Far Lake") + "[[connection]]\nkind = \"lake\"\nbetween = [\"quebec\", \"becancour\"]\n";
    let pieces =
        format!("{LEADER}initiative = 2\ncommand = 5\ntactics = 1\n{REGULAR}strength = 4\nreduced = 2\nmovement = 4\n");
    let scripts = compiled(&[("map.toml", &map), ("pieces.toml", &pieces)]);
    let game = Header::new("annus-mirabilis", 1, &scripts).begin(scripts).expect("a game");
    game.enter();
    let (map, all) = (Map::get(), Pieces::get());
    let far = map.find("far-lake").expect("the new space");
    assert_eq!((map.len(), far.to_string().as_str()), (142, "Far Lake"));
    assert!(map.adjacent(far).contains(map.quebec) && map.distance(map.quebec, far) == 1);
    let other = map.find("becancour").expect("a space");
    assert_eq!(map.link(map.quebec, other).map(|link| link.kind), Some(LinkKind::Lake));
    assert_eq!((all.len(), all.leaders.len()), (153, 24));
    assert_eq!(all.find("gage").map(|gage| gage.facts().command), Some(5));
    // They are at hand, where events find them, and shown on the board.
    assert!(game.view(Side::British).scene().places.iter().any(|place| place.name == "Far Lake"));
}

#[test]
fn an_entry_of_the_same_id_replaces_the_built_in_one_in_its_place() {
    let text = "[[space]]\nid = \"quebec\"\nname = \"Stadacona\"\nterrain = \"cultivated\"\ndepartment = \"st-lawrence\"\n\
                fortress = true\nport = true\nx = 1900\ny = 300\n\
                [[connection]]\nkind = \"none\"\nbetween = [\"notre-dame-north\", \"quebec\"]\n";
    let neighbours = |map: &Map| map.adjacent(map.quebec).len();
    let (number, before) = (Map::get().quebec, neighbours(Map::get()));
    compiled(&[("map.toml", text)]);
    let map = Map::get();
    assert_eq!((map.len(), map.quebec, map.quebec.to_string().as_str()), (141, number, "Stadacona"));
    assert_eq!(neighbours(map), before - 1);
    Scripts::embedded().expect("the program's scripts");
    assert_eq!((Map::get().quebec.to_string().as_str(), neighbours(Map::get())), ("Québec", before));
}

/// The codes of the faults, and what each points at.
fn faults_of(content: &Content) -> Vec<(String, String)> {
    let faults = match content.compile() {
        Ok(scripts) => scripts.examine(),
        Err(faults) => faults,
    };
    let told = |faults: &Faults| -> Vec<(String, String)> {
        faults.iter().map(|fault| (fault.code().to_string(), fault.pointed().to_string())).collect()
    };
    told(&faults)
}

#[test]
fn wrong_components_are_reported_at_their_place() {
    let twice = space("far-lake", "Far Lake").repeat(2);
    let far = space("far-lake", "Far Lake");
    let ratings = "initiative = 2\ncommand = 5\ntactics = 1\n";
    let unit = "strength = 4\nreduced = 2\nmovement = 4\n";
    let cases: Vec<(&str, String, &str, &str)> = vec![
        ("map.toml", far.replace("\"quebec\"", "\"kebec\""), "map::unknown_space", "\"kebec\""),
        ("map.toml", twice, "map::given_twice", "\"far-lake\""),
        ("map.toml", far.replace("x = 1900\n", ""), "map::missing_key", ""),
        ("map.toml", far.replace("far-lake", "Far Lake"), "map::bad_id", "\"Far Lake\""),
        ("map.toml", far.replace("[\"far-lake\", ", "[\"quebec\", "), "map::connection", "\"quebec\""),
        ("map.toml", far.replace("between", "# between"), "map::connection", "\"land\""),
        ("map.toml", far.replace("wilderness", "cultivated"), "map::friendly_to_nobody", "\"cultivated\""),
        ("map.toml", far.replace("x = ", "department = \"west\"\nx = "), "map::unknown_department", "\"west\""),
        ("map.toml", far.replace("x = ", "fortress = true\nx = "), "map::fortress", "\"wilderness\""),
        ("map.toml", far.replace("space]]", "spaces]]"), "map::unknown_key", "spaces"),
        ("map.toml", far[..far.find("[[connection").expect("one")].into(), "map::unconnected", "\"far-lake\""),
        ("map.toml", format!("alone = true\n{far}"), "map::named_by_rules", ""),
        ("country.toml", "size = [500, 500]\n".into(), "country::outside", ""),
        (
            "country.toml",
            "[[part]]\nid = \"x\"\nname = \"X\"\nspaces = [\"kebec\"]\n".into(),
            "country::unknown_space",
            "\"kebec\"",
        ),
        ("sides.toml", "[french]\nname = \"\"\n".into(), "sides::syntax", "[french]"),
        ("symbols.toml", "backdrop = \"green\"\n".into(), "symbols::syntax", "\"green\""),
        ("symbols.toml", format!("{FORT}{FORT}"), "symbols::given_twice", "\"fort\""),
        ("symbols.toml", FORT.replace("star", "moon"), "symbols::bad_value", "\"moon\""),
        ("symbols.toml", FORT.replace("keep", "\\u001b[2J"), "symbols::bad_label", "\"fort\""),
        ("pieces.toml", LEADER.into(), "pieces::missing_key", "\"gage\""),
        ("pieces.toml", format!("{LEADER}{}", ratings.replace("= 2", "= 4")), "pieces::bad_value", "4"),
        ("pieces.toml", format!("{LEADER}{ratings}strength = 2\n"), "pieces::bad_value", "2"),
        ("pieces.toml", format!("{REGULAR}{ratings}"), "pieces::missing_key", "\"royals\""),
        ("pieces.toml", format!("{REGULAR}{}", unit.replace("= 2", "= 5")), "pieces::bad_value", "5"),
        ("pieces.toml", format!("{REGULAR}{unit}nation = \"western\"\n"), "pieces::nation", "\"regular\""),
        ("pieces.toml", format!("{REGULAR}{unit}").replace("regular", "indian"), "pieces::nation", "\"indian\""),
        (
            "pieces.toml",
            format!("{REGULAR}{unit}nation = \"huron\"\n").replace("regular", "indian"),
            "pieces::unknown_nation",
            "\"huron\"",
        ),
        (
            "pieces.toml",
            format!("{REGULAR}{unit}nation = \"western\"\nhome = \"kebec\"\n").replace("regular", "indian"),
            "pieces::unknown_space",
            "\"kebec\"",
        ),
        (
            "pieces.toml",
            format!("{REGULAR}{unit}nation = \"western\"\nhome = \"boston\"\n").replace("regular", "indian"),
            "pieces::no_settlement",
            "\"boston\"",
        ),
    ];
    for (file, text, code, pointed) in cases {
        let found = faults_of(&content(&[(file, &text)]));
        let is_it = |(found, at): &(String, String)| found == code && (pointed.is_empty() || at == pointed);
        assert!(found.iter().any(is_it), "{code} at {pointed}: {found:?} in\n{text}");
    }
}

#[test]
fn there_are_at_most_256_spaces_and_as_many_pieces() {
    let spaces: String = (0..116).map(|number| space(&format!("far-{number}"), "Far")).collect();
    let found = faults_of(&content(&[("map.toml", &spaces)]));
    assert!(found.contains(&("map::too_many".into(), "\"far-115\"".into())), "{found:?}");
    let last = spaces.rfind("[[space").expect("one");
    assert_eq!(faults_of(&content(&[("map.toml", &spaces[..last])])), []);
    let unit = format!("{REGULAR}strength = 4\nreduced = 2\nmovement = 4\n");
    let pieces: String = (0..106).map(|number| unit.replace("\"royals\"", &format!("\"royals-{number}\""))).collect();
    let found = faults_of(&content(&[("pieces.toml", &pieces)]));
    assert!(found.contains(&("pieces::too_many".into(), "\"royals-105\"".into())), "{found:?}");
}

/// Plays a game at random up to this many decisions further.
fn play_on(game: &mut Game, random: &mut Random, decisions: usize) {
    for _ in 0..decisions {
        let Some(decision) = game.decision().cloned() else { return };
        let choice = Agent::<wilderness_war::War>::choose(random, &game.view(decision.side), &decision);
        game.choose(choice).expect("a legal choice");
    }
}

/// What is seen of a game that depends on names, and its record.
fn seen(game: &Game) -> (Vec<String>, String) {
    let scene = View::public(game).scene();
    (scene.places.into_iter().map(|place| place.name).collect(), game.record().to_string())
}

/// A game of a content after 60 decisions at random, in turns of `turn`; between them something else happens.
fn played(files: &[(&str, &str)], turn: usize, mut between: impl FnMut()) -> (Vec<String>, String) {
    let scripts = compiled(files);
    let mut game = Header::new("annus-mirabilis", 5, &scripts).begin(scripts).expect("a game");
    let mut random = Random::new(7, Side::French);
    game.proceed().expect("sound rules");
    for _ in 0..60 / turn {
        play_on(&mut game, &mut random, turn);
        between();
    }
    seen(&game)
}

#[test]
fn games_with_different_maps_in_turn_in_one_thread_and_in_two_do_not_mix() {
    let other: String = ["one", "two", "three"].map(|id| space(&format!("far-{id}"), "Far")).concat();
    let own: &[(&str, &str)] = &[("map.toml", &other)];
    let (plain, far) = (played(&[], 60, || {}), played(own, 60, || {}));
    assert_eq!((plain.0.len(), far.0.len()), (141, 144));
    // In turn: after each decision of the one, the other is played as well.
    let mut others = Vec::new();
    assert_eq!(played(&[], 1, || others.push(played(own, 60, || {}))), plain);
    assert!(others.iter().all(|other| *other == far));
    // At the same time.
    std::thread::scope(|threads| {
        let games = [(&[][..], &plain), (own, &far), (&[], &plain), (own, &far)];
        for (files, expected) in games {
            threads.spawn(move || assert_eq!(played(files, 6, || {}), *expected));
        }
    });
}

#[test]
fn a_record_is_replayed_with_the_map_of_its_own_content() {
    let other = space("far-lake", "Far Lake");
    let moved = format!("{}[[connection]]\nkind = \"land\"\nbetween = [\"far-lake\", \"boston\"]\n", other);
    let (names, record) = played(&[("map.toml", &other)], 60, || {});
    assert!(record.contains("content components/map.toml "));
    let replayed = |scripts: Rc<Scripts>| {
        let record =
            Record::parse(&Source::new("a.record", record.clone())).unwrap_or_else(|faults| panic!("{faults}"));
        let game = record.play(scripts, None).unwrap_or_else(|faults| panic!("{faults:?}"));
        game.enter();
        let far = Map::get().find("far-lake").map(|far| Map::get().links(far).len());
        (seen(&game), far)
    };
    // Without the files, and where the files have changed.
    let embedded = || Rc::new(Scripts::embedded().expect("the program's scripts"));
    assert_eq!(replayed(embedded()), ((names.clone(), record.clone()), Some(1)));
    assert_eq!(replayed(compiled(&[("map.toml", &moved)])).1, Some(1));
    // A game with its own scenario and the built-in map keeps it where the files have another.
    let scenario = "scenarios/own.toml";
    let text = include_str!("../../../../scenarios/war/annus-mirabilis.toml").replace("\"annus-mirabilis\"", "\"own\"");
    let scripts = Rc::new(Content::embedded().with_texts([(scenario, text)]).compile().expect("scripts"));
    let mut game = Header::new("own", 5, &scripts).begin(scripts).expect("a game");
    game.proceed().expect("sound rules");
    let own = Record::parse(&Source::new("a.record", game.record().to_string())).expect("a record");
    let elsewhere = own.play(compiled(&[("map.toml", &other)]), None).expect("a game");
    assert_eq!(seen(&elsewhere).0.len(), 141);
    // A game without its own map carries none, and is played without it afterwards.
    let (_, plain) = played(&[], 60, || {});
    assert!(!plain.contains("content "));
}

/// The example of a file in the designer's guide.
fn example(file: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/war/README.md");
    let guide = std::fs::read_to_string(path).expect("the guide");
    let heading = format!("```toml\n# my-war/scenarios/{file}\n");
    let (_, rest) = guide.split_once(&heading).unwrap_or_else(|| panic!("no example of {file}"));
    rest.split_once("```").expect("its end").0.to_string()
}

#[test]
fn the_examples_of_the_guide_are_a_neutral_nation_and_a_leader() {
    let (map, pieces) = (example("map.toml"), example("pieces.toml"));
    let files = [("map.toml", map.as_str()), ("pieces.toml", pieces.as_str())];
    assert_eq!(faults_of(&content(&files)), []);
    let scripts = compiled(&files);
    let game = Header::new("annus-mirabilis", 1, &scripts).begin(scripts).expect("a game");
    game.enter();
    let stanwix = Map::get().find("fish-creek").expect("the new space");
    let view = View::public(&game);
    assert!(Side::BOTH.into_iter().all(|side| !view.is_allied(side, stanwix)));
}

#[test]
fn sides_have_the_names_and_colours_of_their_content() {
    let text = "[french]\nname = \"Spanish\"\ncolour = \"#8a5a00\"\npale = \"#f9e3b4\"\n";
    let scripts = compiled(&[("sides.toml", text)]);
    let game = Header::new("annus-mirabilis", 1, &scripts).begin(scripts).expect("a game");
    let scene = game.view(Side::French).scene();
    assert_eq!(scene.sides, ["Spanish", "British"]);
    let (own, usual) = (&scene.symbols, wilderness_engine::scene::Symbols::default());
    assert_eq!((own.dark(0), own.pale(0), own.dark(1)), ("#8a5a00", "#f9e3b4", usual.dark(1)));
    // Files and records keep the words of the program.
    assert!(Side::French.id() == "french" && Side::French.to_string() == "Spanish");
    let scripts = Rc::new(Scripts::embedded().expect("the program's scripts"));
    let other = Header::new("annus-mirabilis", 1, &scripts).begin(scripts).expect("a game");
    assert_eq!(other.view(Side::French).scene().sides, ["French", "British"]);
    assert_eq!(game.view(Side::French).scene().sides, ["Spanish", "British"]);
}

/// A symbol of content.
const FORT: &str = "[[work]]\nid = \"fort\"\nlabel = \"keep\"\nfigure = \"star\"\nfill = \"ink\"\nedge = \"side\"\n";

#[test]
fn a_map_is_drawn_with_the_symbols_of_its_content() {
    let labels = |scripts: Rc<Scripts>| {
        let game = Header::new("annus-mirabilis", 1, &scripts).begin(scripts).expect("a game");
        let works = &game.view(Side::French).scene().symbols.works;
        works.iter().map(|work| (work.id.as_str(), work.label.clone())).collect::<Vec<_>>()
    };
    let usual = labels(Rc::new(Scripts::embedded().expect("the program's scripts")));
    let own = labels(compiled(&[("symbols.toml", FORT)]));
    let differs: Vec<_> = own.iter().zip(&usual).filter(|(own, usual)| own != usual).collect();
    assert!(own.len() == usual.len() && differs == [(&("fort", "keep".into()), &("fort", "fort".into()))], "{own:?}");
}
