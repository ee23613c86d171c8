//! Editions of the built-in content: each has what it has otherwise than the next one, whole or in parts.

use include_dir::{Dir, DirEntry, File};
use wilderness_engine::content::{Catalogue, Directory, Edition, Family, FileName, Texts, Used};
use wilderness_engine::faults::{Faults, Source};

const PRESENT: [DirEntry<'static>; 5] = [
    DirEntry::File(File::new("a.toml", b"a = 3")),
    DirEntry::File(File::new("b.toml", b"b = 3")),
    DirEntry::File(File::new("c.toml", b"c = 3")),
    DirEntry::File(File::new("parts.toml", b"one = 3\ntwo = 3\n")),
    DirEntry::Dir(Dir::new("editions", &EARLIER)),
];
const EARLIER: [DirEntry<'static>; 2] =
    [DirEntry::Dir(Dir::new("editions/1", &FIRST)), DirEntry::Dir(Dir::new("editions/2", &SECOND))];
const FIRST: [DirEntry<'static>; 2] = [
    DirEntry::File(File::new("editions/1/a.toml", b"a = 1")),
    DirEntry::File(File::new("editions/1/parts.toml", b"one = 1\n")),
];
const SECOND: [DirEntry<'static>; 3] = [
    DirEntry::File(File::new("editions/2/a.toml", b"a = 2")),
    DirEntry::File(File::new("editions/2/b.toml", b"b = 2")),
    DirEntry::File(File::new("editions/2/parts.toml", b"two = 2\n")),
];
static BUILT_IN: Dir<'static> = Dir::new("", &PRESENT);

static GAME: Catalogue = Catalogue::of_files(
    "game",
    Directory {
        places: &["game"],
        needs: &[],
        families: &[
            Family::data("", "", FileName::Exactly("parts.toml"), Used::InParts(parts)),
            Family::data("", "", FileName::Ending(".toml"), Used::Exchanged),
        ],
        built_in: &BUILT_IN,
    },
);

/// The lines of some files that others lack, or have otherwise; the last of those with the same key.
fn parts(files: &[Source], others: &[Source], otherwise: bool) -> Result<Option<String>, Faults> {
    let table = |files: &[Source]| files.iter().flat_map(|file| toml(file.text())).collect::<toml::Table>();
    let (own, others) = (table(files), table(others));
    let lacks = |(key, value): &(String, toml::Value)| match others.get(key) {
        Some(other) => otherwise && other != value,
        None => true,
    };
    let lacking: toml::Table = own.into_iter().filter(lacks).collect();
    Ok(Some(lacking.to_string()).filter(|text| !text.is_empty()))
}

fn toml(text: &str) -> toml::Table {
    text.parse().expect("TOML")
}

fn edition(number: u32) -> Texts {
    Texts::of_edition(&GAME, Edition::numbered(number, Some(&GAME)).expect("an edition"))
}

fn values(texts: &Texts) -> Vec<&str> {
    ["a.toml", "b.toml", "c.toml"].map(|name| texts.text(name).unwrap_or_default()).to_vec()
}

fn parts_of(texts: &Texts) -> String {
    parts(texts.layers("parts.toml"), &[], false).expect("parts").unwrap_or_default()
}

#[test]
fn an_edition_has_what_it_and_those_after_it_had_otherwise() {
    assert_eq!(values(&edition(3)), ["a = 3", "b = 3", "c = 3"]);
    assert_eq!(values(&edition(2)), ["a = 2", "b = 2", "c = 3"]);
    assert_eq!(values(&edition(1)), ["a = 1", "b = 2", "c = 3"]);
    assert_eq!(
        [3, 2, 1].map(|number| parts_of(&edition(number))),
        ["one = 3\ntwo = 3\n", "one = 3\ntwo = 2\n", "one = 1\ntwo = 2\n"]
    );
    assert!([0, 4].iter().all(|number| Edition::numbered(*number, Some(&GAME)).is_none()));
    assert_eq!(Edition::numbered(1, None), Some(Edition::Present), "a game without content has one edition");
    assert_eq!(Edition::numbered(3, Some(&GAME)), Some(Edition::Present));
}

#[test]
fn what_a_designer_has_changed_stays_in_every_edition() {
    let own = Texts::built_in(&GAME).with_texts([("b.toml", "b = 7"), ("d.toml", "d = 7")]);
    let first = own.in_edition(Edition::Earlier(1)).expect("another edition");
    assert_eq!(values(&first), ["a = 1", "b = 7", "c = 3"]);
    assert_eq!((first.text("d.toml"), parts_of(&first).as_str()), (Some("d = 7"), "one = 1\ntwo = 2\n"));
    let second = first.in_edition(Edition::Earlier(2)).expect("another edition");
    assert_eq!(values(&second), ["a = 2", "b = 7", "c = 3"]);
    assert!(second.in_edition(Edition::Present).is_some_and(|again| again == own));
    assert!(second.in_edition(Edition::Earlier(2)).is_none(), "it is in that already");
}

#[test]
fn an_edition_without_changes_is_the_built_in_one_and_earlier_files_are_not_exported() {
    let first = Texts::built_in(&GAME).in_edition(Edition::Earlier(1)).expect("another edition");
    assert!(first == edition(1) && first.is_built_in() && first.is_from_program("a.toml"));
    assert!(first != Texts::built_in(&GAME) && first.fingerprint() != Texts::built_in(&GAME).fingerprint());
    let exported: Vec<String> = GAME.files().iter().map(|(path, _)| path.display().to_string()).collect();
    assert_eq!(exported, ["game/a.toml", "game/b.toml", "game/c.toml", "game/parts.toml"]);
}
