//! `wilderness fmt`: the form of scripts and TOML files, on the command line and in an editor.

use crate::golden::talk;
use crate::lsp::{Editor, content, uri};
use rhai::Token;
use serde_json::json;
use std::path::{Path, PathBuf};
use wilderness_repl::testing::formatted;

/// The scripts and TOML files that the program brings along, with those of its examples.
fn shipped() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut left: Vec<PathBuf> = ["scripts", "scenarios", "repl/starters"].iter().map(|name| root.join(name)).collect();
    while let Some(path) = left.pop() {
        if path.is_dir() {
            left.extend(path.read_dir().expect("a directory").flatten().map(|entry| entry.path()));
        } else if path.extension().is_some_and(|ending| ending == "rhai" || ending == "toml") {
            found.push(path);
        }
    }
    assert!(found.len() > 100, "{}", found.len());
    found
}

fn script(text: &str) -> String {
    formatted(Path::new("a.rhai"), text).expect("a script")
}

fn data(text: &str) -> String {
    formatted(Path::new("a.toml"), text).expect("data")
}

/// The tokens of a script as Rhai itself reads them.
fn lexed(text: &str) -> Vec<String> {
    let engine = rhai::Engine::new_raw();
    let texts = [text.to_string()];
    let (mut tokens, control) = engine.lex(&texts);
    // For each text that is being evaluated in: how many braces are open in what is evaluated.
    let mut evaluated: Vec<usize> = Vec::new();
    let mut found = Vec::new();
    while let Some((token, _)) = tokens.next().filter(|(token, _)| *token != Token::EOF) {
        match &token {
            Token::InterpolatedString(_) => evaluated.push(0),
            // The brace that opens what is evaluated is a token of its own.
            Token::LeftBrace | Token::MapStart => evaluated.last_mut().into_iter().for_each(|open| *open += 1),
            Token::RightBrace => {
                if let Some(open) = evaluated.last_mut() {
                    *open -= 1;
                    if *open == 0 {
                        evaluated.pop();
                        control.borrow_mut().is_within_text = true;
                    }
                }
            }
            _ => {}
        }
        found.push(format!("{token:?}"));
    }
    found
}

#[test]
fn formatting_a_script_changes_no_token_and_twice_is_once() {
    let scripts: Vec<PathBuf> =
        shipped().into_iter().filter(|file| file.extension().is_some_and(|e| e == "rhai")).collect();
    for file in scripts {
        let text = std::fs::read_to_string(&file).expect("a file");
        // As shipped, without any indentation, and with space everywhere that no text is.
        let flat: String = text.lines().map(|line| line.trim_start().to_string() + "  \n\n\n").collect();
        let is_flat = !text.contains('`') || text.lines().all(|line| line.matches('`').count() % 2 == 0);
        for text in [Some(text), is_flat.then_some(flat)].into_iter().flatten() {
            let made = formatted(&file, &text).unwrap_or_else(|faults| panic!("{faults:?}"));
            assert_eq!(lexed(&text), lexed(&made), "{}", file.display());
            assert_eq!(formatted(&file, &made).ok().as_ref(), Some(&made), "{}", file.display());
        }
    }
}

#[test]
fn shipped_files_stay_formatted() {
    for file in shipped() {
        let text = std::fs::read_to_string(&file).expect("a file");
        let made = formatted(&file, &text).unwrap_or_else(|faults| panic!("{faults:?}"));
        assert!(made == text, "{}: run `wilderness fmt scripts scenarios repl/starters`", file.display());
    }
}

#[test]
fn a_script_is_indented_by_its_nesting() {
    let untidy = "fn play( ) {\r\n\n\n\n  // first\nlet a=1 ;   // kept\n if a==1&&true {\ngame.end( [ 1,2 ] , #{x:1} );\n}\n\
                  else {}\nlet b = a\n+ 2\n// why\n- 3;\nlet c = game\n.roll();\n x.map(|u| {\n-u\n});\n`${ a+1 }  b`\n}";
    let tidy = "fn play() {\n    // first\n    let a = 1;   // kept\n    if a == 1 && true {\n        \
                game.end([1, 2], #{ x: 1 });\n    }\n    else {}\n    let b = a\n        + 2\n        // why\n        \
                - 3;\n    let c = game\n        .roll();\n    x.map(|u| {\n        -u\n    });\n    `${ a+1 }  b`\n}\n";
    assert_eq!(script(untidy), tidy);
    assert_eq!(script(tidy), tidy);
}

#[test]
fn signs_between_values_stand_between_spaces() {
    let untidy = "fn a(b,c){\n\n    if(b+c*-2<3||!b){return-1}else{-c-1}\n    let d=#{e :1,f:[ -1,b -c ]};\n    \
                  d.map(|x|x&1).map(||{2})\n    for x in d[0]{b+=x}\n\n}\n";
    let tidy = "fn a(b, c) {\n    if (b + c * -2 < 3 || !b) { return -1 } else { -c - 1 }\n    \
                let d = #{ e: 1, f: [-1, b - c] };\n    d.map(|x|x & 1).map(|| { 2 })\n    for x in d[0] { b += x }\n}\n";
    assert_eq!(script(untidy), tidy);
    assert_eq!(script(tidy), tidy);
}

#[test]
fn no_sign_and_no_number_is_taken_apart() {
    let signs = "= == != <= >= && => += -= *= /= %= **= <<= >>= |= &= ^= ?? -> := . ?. + - * / % ** < > || | & ! : :: .. \
                 ..= ~ # $ @ << >> ^";
    let signs: Vec<&str> = signs.split(' ').collect();
    let pairs = signs.iter().flat_map(|first| signs.iter().map(move |second| format!("x{first}{second}y")));
    let numbers = ["1e-5", "1.5E+3-2", "0x1e-5", "1_0.e-3", "1..-2", "a-1e-5"].map(String::from);
    let mut formed = 0;
    for text in pairs.chain(numbers).filter(|text| !text.contains("//") && !text.contains("/*")) {
        let Ok(made) = formatted(Path::new("a.rhai"), &text) else { continue };
        assert_eq!(lexed(&text), lexed(&made), "{text}: {made}");
        formed += 1;
    }
    assert!(formed > 1000, "{formed}");
}

#[test]
fn space_inside_texts_and_comments_is_kept() {
    let text = "fn a() {\n    let b = `one  \n  ${c( `  ${d}` )}  {\n`;\n    /* x  \n /* y */  ( */\n    'x' + \"  \\\"{ \" + #\"a\"  \
                ( \"#\n}\n";
    let made = script(text);
    for kept in ["`one  \n  ${c( `  ${d}` )}  {\n`", "/* x  \n /* y */  ( */", "\"  \\\"{ \"", "#\"a\"  ( \"#"] {
        assert!(made.contains(kept), "{made}");
    }
    assert_eq!(script(&made), made);
}

#[test]
fn toml_keeps_its_meaning_its_comments_and_what_is_aligned() {
    let untidy = "\n\n# a\n  b=1   # one\n\n\n\n[ c ]\nd = [\n1,2, # two\n  [\n3 ],\n    ]\ne =   \"x = [  ,y\"  \nf = '''\n  a  \n ]'''\n\
                  rows.1 =  [\"A\",  \"B\"]\ng = [ [\"x\",\n\"y\", { z=1,\nu = 2},\n# v\n\"w\"],\n]";
    let tidy = "# a\nb = 1   # one\n\n[ c ]\nd = [\n  1, 2, # two\n  [\n    3 ],\n]\ne =   \"x = [  ,y\"\nf = '''\n  a  \n ]'''\n\
                rows.1 =  [\"A\",  \"B\"]\ng = [ [\"x\",\n       \"y\", { z = 1,\n              u = 2},\n       # v\n       \"w\"],\n]\n";
    assert_eq!(data(untidy), tidy);
    assert_eq!(data(tidy), tidy);
}

#[test]
fn broken_files_are_left_alone_and_the_rest_is_formatted() {
    let home = tempfile::tempdir().expect("a directory");
    let broken = [
        "fn a() { ( }",
        "fn a() { \"b\n}",
        "fn a() { `b }",
        "fn a() { `b${ c ` }",
        "/* a",
        "}",
        "fn a() { `${ b ]} `}",
    ];
    for (at, text) in broken.iter().enumerate() {
        wilderness_tests::write(home.path(), &format!("mine/{at}.rhai"), text);
    }
    wilderness_tests::write(home.path(), "mine/bad.toml", "a = [1\n");
    wilderness_tests::write(home.path(), "mine/good.toml", "a=1");
    let told = talk(home.path(), &["fmt", "mine"], "");
    assert_eq!(told.code, 1, "{}", told.text);
    for (at, text) in broken.iter().enumerate() {
        assert!(told.text.contains(&format!("{at}.rhai")), "{at}: {}", told.text);
        assert_eq!(std::fs::read_to_string(home.path().join(format!("mine/{at}.rhai"))).expect("a file"), *text);
    }
    assert!(told.text.contains("bad.toml"), "{}", told.text);
    assert_eq!(std::fs::read_to_string(home.path().join("mine/good.toml")).expect("a file"), "a = 1\n");
}

#[test]
fn fmt_check_names_files_and_changes_none() {
    let home = tempfile::tempdir().expect("a directory");
    wilderness_tests::write(home.path(), "content.toml", "a=1\n");
    wilderness_tests::write(home.path(), "scripts/b.rhai", "fn b() { 1 }\n");
    let told = talk(home.path(), &["fmt", "--check"], "");
    assert_eq!(told.code, 1, "{}", told.text);
    assert!(told.text.contains("content.toml") && !told.text.contains("b.rhai"), "{}", told.text);
    assert_eq!(std::fs::read_to_string(home.path().join("content.toml")).expect("a file"), "a=1\n");
    assert_eq!(talk(home.path(), &["fmt"], "").code, 0);
    assert_eq!(talk(home.path(), &["fmt", "--check"], "").code, 0);
    let elsewhere = talk(&home.path().join("scripts"), &["fmt"], "");
    assert_eq!(elsewhere.code, 2, "{}", elsewhere.text);
}

#[test]
fn an_editor_formats_as_fmt_does() {
    let untidy = "fn play() {\ngame.roll( );\n}";
    let (_directory, file) = content("tidy.rhai");
    let mut editor = Editor::start();
    editor.open(&file, untidy);
    let ask = |editor: &mut Editor| {
        let options = json!({ "tabSize": 4, "insertSpaces": true });
        editor.ask("textDocument/formatting", &json!({ "textDocument": { "uri": uri(&file) }, "options": options }))
    };
    assert_eq!(ask(&mut editor)[0]["newText"], script(untidy));
    editor.change(&file, &json!([{ "text": script(untidy) }]));
    assert_eq!(ask(&mut editor), json!([]));
    editor.change(&file, &json!([{ "text": "fn play() {" }]));
    assert_eq!(ask(&mut editor), json!(null));
}
