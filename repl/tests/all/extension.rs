//! What `wilderness editor` writes: the files of the tree, in an archive that VS Code installs, and as a plugin for Neovim.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

fn tree(of: &str) -> BTreeMap<String, Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("editors").join(of);
    let mut files = BTreeMap::new();
    let mut directories: Vec<PathBuf> = vec![root.clone()];
    while let Some(directory) = directories.pop() {
        for entry in std::fs::read_dir(directory).expect("a directory").flatten() {
            if entry.path().is_dir() {
                directories.push(entry.path());
            } else {
                let path = entry.path().strip_prefix(&root).expect("below").display().to_string().replace('\\', "/");
                files.insert(path, std::fs::read(entry.path()).expect("a file"));
            }
        }
    }
    files
}

/// Runs `wilderness editor`, and returns whether it has written something.
fn write(editor: &str, at: &Path) -> bool {
    let told = Command::new(env!("CARGO_BIN_EXE_wilderness")).args(["editor", editor]).arg(at).output();
    told.expect("it runs").status.success()
}

fn number(bytes: &[u8], at: usize, size: usize) -> usize {
    bytes[at..at + size].iter().rev().fold(0, |sum, byte| sum * 256 + usize::from(*byte))
}

/// The checksum of the standard, by division of polynomials from the highest bit.
fn checksum(bytes: &[u8]) -> u32 {
    let divided = |rest: u32, byte: &u8| {
        let shifted = |rest: u32, _| if rest >> 31 == 1 { (rest << 1) ^ 0x04C1_1DB7 } else { rest << 1 };
        (0..8).fold(rest ^ u32::from(byte.reverse_bits()) << 24, shifted)
    };
    !bytes.iter().fold(!0, divided).reverse_bits()
}

#[test]
fn the_checksum_is_that_of_the_standard() {
    assert_eq!(checksum(b"123456789"), 0xCBF4_3926);
}

/// The files in an archive, found by its directory.
fn unpacked(bytes: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let end = bytes.len() - 22;
    assert_eq!(bytes[end..end + 4], *b"PK\x05\x06");
    let mut entry = number(bytes, end + 16, 4);
    let files = (0..number(bytes, end + 10, 2)).map(|_| {
        assert_eq!(bytes[entry..entry + 4], *b"PK\x01\x02");
        let (size, length, at) =
            (number(bytes, entry + 20, 4), number(bytes, entry + 28, 2), number(bytes, entry + 42, 4));
        let name = &bytes[entry + 46..entry + 46 + length];
        assert_eq!(bytes[at..at + 4], *b"PK\x03\x04");
        // Both places say the same of the file, and its name stands before it.
        assert_eq!(bytes[at + 4..at + 30], bytes[entry + 6..entry + 32]);
        assert_eq!(bytes[at + 30..at + 30 + length], *name);
        let begin = at + 30 + length;
        assert_eq!(number(bytes, at + 14, 4), checksum(&bytes[begin..begin + size]) as usize);
        entry += 46 + length;
        (String::from_utf8(name.to_vec()).expect("a name"), bytes[begin..begin + size].to_vec())
    });
    let files = files.collect();
    assert_eq!(entry, end);
    files
}

#[test]
fn the_extension_for_vs_code_has_the_files_of_the_tree() {
    let root = tempfile::tempdir().expect("a directory");
    assert!(write("vscode", root.path()));
    let mut files = unpacked(&std::fs::read(root.path().join("wilderness.vsix")).expect("the extension"));
    let manifest = String::from_utf8(files.remove("extension.vsixmanifest").expect("a manifest")).expect("text");
    assert!(manifest.contains(r#"Id="wilderness" Version="0.1.0" Publisher="wilderness""#), "{manifest}");
    let types = String::from_utf8(files.remove("[Content_Types].xml").expect("the types")).expect("text");
    for name in files.keys() {
        let ending = name.rsplit_once('.').expect("an ending").1;
        assert!(types.contains(&format!("Extension=\".{ending}\"")), "{name}");
    }
    let own = tree("vscode").into_iter().map(|(name, text)| (format!("extension/{name}"), text));
    assert_eq!(files.into_iter().map(|file| file.0).collect::<Vec<_>>(), own.map(|file| file.0).collect::<Vec<_>>());
}

#[test]
fn the_plugin_for_neovim_has_the_files_of_the_tree_and_overwrites_nothing() {
    let root = tempfile::tempdir().expect("a directory");
    assert!(write("neovim", root.path()));
    for (name, text) in tree("neovim") {
        assert_eq!(std::fs::read(root.path().join(&name)).expect("a file"), text, "{name}");
    }
    std::fs::write(root.path().join("ftdetect/rhai.vim"), "mine").expect("written");
    assert!(!write("neovim", root.path()));
}
