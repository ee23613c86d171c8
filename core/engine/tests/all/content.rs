//! Content: which files belong to it, how directories are laid over each other, and what a path belongs to.

use include_dir::{Dir, DirEntry, File};
use std::collections::BTreeMap;
use std::path::Path;
use wilderness_engine::content::{Catalogue, Directory, Family, FileName, MANIFEST, Places, Texts, Used};
use wilderness_engine::faults::{Faults, Source};

const OPENING: File<'static> = File::new("opening.toml", b"id = \"opening\"\n");
const RULES: File<'static> = File::new("rules.toml", b"rules = 1\n");
const CASTLE: File<'static> = File::new("castle.rhai", b"// castle\n");
static BUILT_IN_SCENARIOS: Dir<'static> = Dir::new("", &[DirEntry::File(OPENING), DirEntry::File(RULES)]);
static BUILT_IN_SCRIPTS: Dir<'static> = Dir::new("", &[DirEntry::File(CASTLE)]);

static SCENARIOS: [Family; 3] = [
    Family::data("", "", FileName::Exactly("rules.toml"), Used::Exchanged),
    Family::data("", "", FileName::ById(".toml"), Used::Exchanged),
    Family::data("boards/", "boards", FileName::Ending(".toml"), Used::Exchanged),
];

/// The files of a small game.
static CHESS: Catalogue = Catalogue::new(
    "chess",
    Directory {
        places: &["scripts/chess"],
        needs: &[],
        families: &[Family::scripts("scripts/", "")],
        built_in: &BUILT_IN_SCRIPTS,
    },
    Directory {
        places: &["scenarios/chess", "chess"],
        needs: &["rules.toml"],
        families: &SCENARIOS,
        built_in: &BUILT_IN_SCENARIOS,
    },
    |source: &Source| source.text().contains("id =").then_some(&SCENARIOS[1]),
);

/// A directory with these files.
fn with(files: &[(&str, &str)]) -> tempfile::TempDir {
    let root = tempfile::tempdir().expect("a directory");
    for (name, text) in files {
        let file = root.path().join(name);
        std::fs::create_dir_all(file.parent().expect("a directory")).expect("a directory");
        std::fs::write(file, text).expect("a file");
    }
    root
}

fn read(root: &Path) -> Result<Texts, Faults> {
    Places { games: &["draughts"], ..Places::in_content(root) }.read(&CHESS)
}

fn names(texts: &Texts) -> Vec<&str> {
    texts.iter().map(|(name, _)| name).collect()
}

/// The code of the first fault, and what it points at.
fn wrong(root: &Path) -> (String, String) {
    let faults = read(root).expect_err("a fault");
    let fault = faults.iter().next().expect("a fault");
    (fault.code().to_string(), fault.pointed().to_string())
}

#[test]
fn bases_come_before_what_is_based_on_them() {
    let root = with(&[
        ("a/content.toml", "game = \"chess\"\nname = \"A\"\nbase = \"../b\""),
        ("a/chess/rules.toml", "rules = 3"),
        ("b/content.toml", "base = \"chess\""),
        ("b/scenarios/chess/rules.toml", "rules = 2"),
        ("b/scenarios/chess/file.toml", "id = \"endgame\""),
    ]);
    let texts = read(&root.path().join("a")).expect("content");
    assert_eq!(names(&texts), ["endgame.toml", "opening.toml", "rules.toml", "scripts/castle.rhai"]);
    assert_eq!((texts.text("rules.toml"), texts.text("opening.toml")), (Some("rules = 3"), Some("id = \"opening\"\n")));
    let files = Places::in_content(root.path().join("a")).all_files(&CHESS);
    let is_watched = |file: &str| files.iter().any(|path| path.ends_with(file));
    assert!(is_watched("a/content.toml") && is_watched("chess/file.toml") && files.len() == 5, "{files:?}");
}

#[test]
fn circles_missing_bases_other_games_and_unknown_keys_are_faults() {
    let manifest = |name: &'static str, text: &'static str| (name, text);
    let root = with(&[
        manifest("a/content.toml", "base = \"../b\""),
        manifest("b/content.toml", "base = \"../a\""),
        manifest("c/content.toml", "base = \"../nowhere\""),
        manifest("d/content.toml", "game = \"go\""),
        manifest("e/content.toml", "bass = \"chess\""),
    ]);
    let wrong = |name: &str| wrong(&root.path().join(name));
    assert_eq!(wrong("a"), ("content::base_circle".into(), "\"../a\"".into()));
    assert_eq!(wrong("c"), ("content::no_base".into(), "\"../nowhere\"".into()));
    assert_eq!(wrong("d"), ("content::other_game".into(), "\"go\"".into()));
    assert_eq!(wrong("e"), ("content::unknown_key".into(), "bass".into()));
    assert_eq!(wrong("none").0, "content::no_directory");
}

#[test]
fn a_directory_without_a_manifest_is_laid_over_the_built_in_content_unless_it_is_complete() {
    let all = ["opening.toml", "rules.toml", "scripts/castle.rhai"];
    for (file, text) in [("scenarios/chess/rules.toml", "rules = 9"), ("scripts/chess/castle.rhai", "// other")] {
        let root = with(&[(file, text)]);
        let texts = read(root.path()).expect("content");
        assert_eq!(names(&texts), all, "{file}");
        assert_eq!(texts.iter().filter(|(name, _)| !texts.is_from_program(name)).count(), 1, "{file}");
    }
    let whole = with(&[("chess/rules.toml", "rules = 9"), ("chess/mine.toml", "id = \"mine\"")]);
    assert_eq!(names(&read(whole.path()).expect("content")), ["mine.toml", "rules.toml", "scripts/castle.rhai"]);
}

#[test]
fn a_manifest_without_a_base_is_for_a_directory_that_is_complete() {
    let root = with(&[("a/content.toml", "game = \"chess\""), ("a/chess/mine.toml", "id = \"mine\"")]);
    assert_eq!(wrong(&root.path().join("a")).0, "content::incomplete");
    // What it says of another game is not for this one.
    let root = with(&[("a/content.toml", "game = \"draughts\""), ("a/chess/mine.toml", "id = \"mine\"")]);
    assert!(names(&read(&root.path().join("a")).expect("content")).contains(&"opening.toml"));
    let root = with(&[("a/content.toml", "base = \"draughts\""), ("a/chess/mine.toml", "id = \"mine\"")]);
    assert!(names(&read(&root.path().join("a")).expect("content")).contains(&"opening.toml"));
}

#[test]
fn a_directory_in_which_the_game_has_nothing_is_refused() {
    let root = with(&[("scenarios/draughts/x.toml", "this = is broken ["), ("scripts/x.rhai", "")]);
    assert_eq!(wrong(root.path()).0, "content::nothing");
    assert!(!Places::in_content(root.path()).hold(&CHESS));
    let scripts = Places { scripts: Some(root.path().join("scenarios")), ..Places::default() };
    let faults = scripts.read(&CHESS).expect_err("a fault");
    assert_eq!(faults.iter().map(|fault| fault.code()).collect::<Vec<_>>(), ["content::nothing"]);
    let missing = Places { scripts: Some(root.path().join("none")), ..Places::default() };
    assert!(missing.read(&CHESS).is_err());
}

#[test]
fn two_scenarios_of_a_directory_have_different_ids_and_replace_others_of_the_same_id() {
    let root = with(&[("chess/a.toml", "id = \"one\""), ("chess/b.toml", "id = \"one\"")]);
    assert_eq!(wrong(root.path()).0, "scenario::id_twice");
    let root = with(&[("chess/a.toml", "id = \"opening\"\nmoves = 2")]);
    assert_eq!(read(root.path()).expect("content").text("opening.toml"), Some("id = \"opening\"\nmoves = 2"));
    // An id that is the name of another file, or cannot be one, replaces nothing.
    let root = with(&[("chess/a.toml", "id = \"rules\""), ("chess/b.toml", "id = \"../x\"")]);
    let texts = read(root.path()).expect("content");
    assert_eq!((texts.text("rules.toml"), texts.text("b.toml")), (Some("rules = 1\n"), Some("id = \"../x\"")));
}

#[test]
fn what_editors_leave_behind_is_not_content() {
    let names = ["raid.rhai", "raid.rhai~", ".raid.rhai.swp", ".#raid.rhai", "4913"];
    let root = with(&names.map(|name| (name, "")));
    let texts = Places { scripts: Some(root.path().into()), ..Places::default() }.read(&CHESS).expect("content");
    assert_eq!(texts.within("scripts/").map(|(name, _)| name).collect::<Vec<_>>(), ["castle.rhai", "raid.rhai"]);
}

#[test]
fn an_editor_lays_what_it_has_open_over_the_files() {
    let root = with(&[("chess/a.toml", "id = \"one\""), ("scripts/chess/castle.rhai", "// saved")]);
    let open = |name: &str| match Path::new(name).file_name()?.to_str()? {
        "castle.rhai" => Some("// typed".into()),
        "a.toml" => Some("id = \"two\"".into()),
        _ => None,
    };
    let texts = read(root.path()).expect("content").overlaid(&open);
    assert_eq!(texts.text("scripts/castle.rhai"), Some("// typed"));
    assert_eq!((texts.text("one.toml"), texts.text("two.toml")), (None, Some("id = \"two\"")));
}

#[test]
fn a_path_belongs_to_the_content_that_it_is_in() {
    let root = with(&[
        ("a/scripts/chess/castle.rhai", ""),
        ("a/scenarios/chess/mine.toml", "id = \"mine\""),
        ("a/scenarios/draughts/x.toml", ""),
        ("b/rules.toml", ""),
        ("b/boards/small.toml", ""),
        ("c/mine.toml", "id = \"mine\""),
        ("c/notes.toml", ""),
        ("d/scripts/chess/x.rhai", ""),
    ]);
    let at = |path: &str| root.path().join(path);
    let of = |path: &str| Places::of(&at(path), &CHESS, &[]);
    let content = |path: &str| Some(Places::in_content(at(path)));
    for path in ["a", "a/scripts", "a/scripts/chess", "a/scripts/chess/new.rhai", "a/scenarios", "a/scenarios/chess"] {
        assert_eq!(of(path), content("a"), "{path}");
    }
    assert_eq!((of("a/scenarios/draughts/x.toml"), of("a/scripts/castle.rhai")), (None, None));
    for path in ["b", "b/rules.toml", "b/boards/small.toml"] {
        assert_eq!(of(path), Some(Places { scenarios: Some(at("b")), ..Places::default() }), "{path}");
    }
    assert_eq!(of("c/mine.toml"), Some(Places { files: vec![at("c/mine.toml")], ..Places::default() }));
    assert_eq!(of("c"), Some(Places { scenarios: Some(at("c")), ..Places::default() }));
    assert_eq!(of("c/notes.toml"), None);
    assert_eq!((of("d/scripts/chess"), of("d/scripts/chess/x.rhai")), (content("d"), content("d")));
    std::fs::write(at("c").join(MANIFEST), "base = \"chess\"").expect("a file");
    assert_eq!(of("c/content.toml"), content("c"));
}

#[test]
fn a_scenario_that_is_named_by_itself_sees_the_files_beside_it() {
    let root = with(&[("mine.toml", "id = \"mine\""), ("boards/small.toml", "beside"), ("rules.toml", "not beside")]);
    let file = root.path().join("mine.toml");
    let texts = Places { files: vec![file], ..Places::default() }.read(&CHESS).expect("content");
    let seen: BTreeMap<_, _> = texts.seen_by("mine.toml").collect();
    assert_eq!(seen.get("boards/small.toml").map(|source| source.text()), Some("beside"));
    assert_eq!((texts.text("boards/small.toml"), texts.text("rules.toml")), (None, Some("rules = 1\n")));
}
