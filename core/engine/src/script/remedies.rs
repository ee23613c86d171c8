//! What to write instead of what other languages have: the syntax errors of designers who come from elsewhere.

use super::source_text::code;
use crate::faults::{Fault, Source};
use std::ops::Range;

/// Words of other languages, and what scripts have instead.
const WORDS: [(&[&str], &str); 17] = [
    (&["and"], "write `&&`"),
    (&["or"], "write `||`"),
    (&["not"], "write `!`"),
    (&["is"], "write `==`"),
    (&["mod"], "write `%`"),
    (&["null", "nil", "None", "NULL", "undefined", "nothing"], "nothing is `()`: `if x == () { … }`"),
    (&["elif", "elsif", "elseif", "elseIf"], "write `else if`"),
    (&["function", "def", "func", "sub", "proc", "void"], "functions are defined with `fn name(parameters) { … }`"),
    (&["var", "local", "int", "auto", "val", "dim"], "variables are defined with `let name = …;`"),
    (&["True", "TRUE", "yes"], "write `true`"),
    (&["False", "FALSE", "no"], "write `false`"),
    (&["then", "begin", "do"], "a block stands between braces: `if … { … }`"),
    (&["end", "endif", "fi", "done"], "a block ends with `}`"),
    (&["foreach", "of"], "write `for unit in units { … }`"),
    (&["case", "match", "when", "select"], "write `switch x { 1 => …, 2 => …, _ => … }`"),
    (&["self", "me"], "the game is `game`, its side `game.side`"),
    (&["unless"], "write `if !(…) { … }`"),
];

/// Signs of other languages, and what scripts have instead. Those that begin with another come first.
const SIGNS: [(&str, &str); 14] = [
    ("===", "write `==`"),
    ("!==", "write `!=`"),
    ("<>", "write `!=`"),
    ("++", "write `n += 1`"),
    ("--", "write `n -= 1`; a remark begins with `//`"),
    (":=", "write `let n = …;`, and `n = …;` to change it"),
    ("->", "a function does not say what it returns; a property follows a point: `space.name`"),
    ("=>", "`=>` belongs into `switch`; a function without a name is `|unit| unit.is_indian`"),
    ("?", "write `if a { b } else { c }`"),
    ("=", "`=` changes a variable, `==` compares"),
    ("'", "texts stand between double quotes: `\"loot\"`"),
    ("#", "a remark begins with `//`, an object map with `#{`"),
    ("$", "in a text between backticks, `${…}` is replaced by its value"),
    ("@", "nothing in scripts begins with `@`"),
];

/// The words of the language itself, which nobody means by the name of a variable.
pub(super) const KEYWORDS: [&str; 14] =
    ["let", "const", "fn", "if", "else", "for", "in", "while", "loop", "switch", "return", "break", "true", "false"];

/// A word or a sign of a text.
struct Token<'a> {
    text: &'a str,
    place: Range<usize>,
}

/// The words and signs of a text: names and numbers, and signs that stand together.
fn tokens(code: &str) -> Vec<Token<'_>> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let stands_alone = |c: char| "(){}[];,.\"`'#".contains(c);
    let mut found = Vec::new();
    let mut rest = 0;
    while let Some(start) = code[rest..].find(|c: char| !c.is_whitespace()).map(|index| rest + index) {
        let first = code[start..].chars().next().unwrap_or(' ');
        let tail = &code[start..];
        let length = match first {
            _ if is_word(first) => tail.find(|c| !is_word(c)).unwrap_or(tail.len()),
            _ if stands_alone(first) => first.len_utf8(),
            _ => tail.find(|c: char| is_word(c) || c.is_whitespace() || stands_alone(c)).unwrap_or(tail.len()),
        };
        found.push(Token { text: &code[start..start + length], place: start..start + length });
        rest = start + length;
    }
    found
}

/// What is meant by what stands at a place of a script that does not compile, or just before or behind it, if it is
/// something that other languages have.
pub(super) fn foreign(source: &Source, at: usize) -> Option<Fault> {
    let text = source.text();
    if text[at..].starts_with('\'') {
        return Some(said(source, at..at + 1, "'"));
    }
    let code = code(text);
    let tokens = tokens(&code);
    let here = tokens.iter().position(|token| token.place.end > at).unwrap_or(tokens.len());
    if let Some(fault) = loop_of_c(source, &tokens, here) {
        return Some(fault);
    }
    let around = [Some(here), here.checked_sub(1), Some(here + 1)];
    let near = around.into_iter().flatten().filter_map(|index| tokens.get(index));
    let mut near = near.filter(|token| is_on_lines(text, at, token) && !is_defined(&code, token.text));
    near.find_map(|token| {
        let is_word = WORDS.iter().any(|(words, _)| words.contains(&token.text));
        // A single `=` is usual in a statement, and wrong in a condition.
        let is_sign = SIGNS.iter().any(|(sign, _)| token.text == *sign)
            && (token.text != "=" || is_in_condition(&tokens, token) && token.place.contains(&at));
        (is_word || is_sign).then(|| said(source, token.place.clone(), token.text))
    })
}

/// What is said of a word or sign of another language.
fn said(source: &Source, place: Range<usize>, word: &str) -> Fault {
    let by_word = WORDS.iter().find(|(words, _)| words.contains(&word)).map(|(_, help)| *help);
    let help = by_word.or_else(|| SIGNS.iter().find(|(sign, _)| *sign == word).map(|(_, help)| *help));
    let message = match word {
        "=" => "a condition cannot change a variable".to_string(),
        "'" => "texts do not stand between single quotes".to_string(),
        _ => format!("scripts have no `{word}`"),
    };
    Fault::error("script::foreign", message).at(source, place, "not known here").help(help.unwrap_or_default())
}

/// A loop that counts as in C: `for (let i = 0; …)`.
fn loop_of_c(source: &Source, tokens: &[Token<'_>], here: usize) -> Option<Fault> {
    let from = here.saturating_sub(2);
    let start = (from..=here).find(|index| {
        let word = |offset: usize| tokens.get(index + offset).map(|token| token.text);
        word(0) == Some("for") && word(1) == Some("(")
    })?;
    let fault = Fault::error("script::foreign", "a loop goes through values, without parentheses");
    let place = tokens[start].place.start..tokens[start + 1].place.end;
    Some(fault.at(source, place, "this loop").help("write `for n in 0..3 { … }` or `for unit in units { … }`"))
}

/// Whether a token is on the line of a place, or on the one before.
fn is_on_lines(text: &str, at: usize, token: &Token<'_>) -> bool {
    let between = if token.place.start < at { &text[token.place.start..at] } else { &text[at..token.place.start] };
    between.matches('\n').count() <= 1
}

/// Whether a script has a variable or parameter of this name.
fn is_defined(code: &str, name: &str) -> bool {
    let tokens = tokens(code);
    let mut within = false;
    tokens.windows(2).any(|pair| {
        within = match pair[0].text {
            "fn" => true,
            ")" | "{" => false,
            _ => within,
        };
        pair[1].text == name
            && (["let", "const", "for"].contains(&pair[0].text) || within && "(,".contains(pair[0].text))
    })
}

/// Whether a token stands between `if` or `while` and the block behind it.
fn is_in_condition(tokens: &[Token<'_>], token: &Token<'_>) -> bool {
    let before = tokens.iter().take_while(|other| other.place.start < token.place.start);
    let last = before.filter(|other| ["if", "while", "{", ";", "}"].contains(&other.text)).last();
    last.is_some_and(|last| ["if", "while"].contains(&last.text))
}

/// What is said of a variable that no function sees, and is given a value, or defined outside of functions.
pub(super) fn undefined(source: &Source, name: &str, place: &Range<usize>) -> Option<String> {
    let code = code(source.text());
    let tokens = tokens(&code);
    let here = tokens.iter().position(|token| token.place.start == place.start);
    let next = here.and_then(|here| tokens.get(here + 1)).map(|token| token.text);
    let mut depth = 0_usize;
    let is_outside = tokens.windows(2).any(|pair| {
        match pair[0].text {
            "{" => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && ["let", "const"].contains(&pair[0].text) && pair[1].text == name
    });
    if is_outside {
        let lower = name.to_lowercase();
        return Some(format!(
            "functions do not see what is defined outside of them: write `fn {lower}() {{ … }}`, and `{lower}()` here"
        ));
    }
    (next == Some("=")).then(|| format!("write `let {name} = …;` where it gets its first value"))
}

/// The innermost of these brackets that is open where a script ends, or where something else is expected: the block that its indentation says
/// should have ended, or else the last one.
pub(super) fn open_bracket(source: &Source, until: usize, brackets: &str) -> Option<Range<usize>> {
    let code = code(source.text());
    let mut open: Vec<(usize, usize, char)> = Vec::new();
    let mut start = 0;
    for line in code.split_inclusive('\n') {
        let indent = line.len() - line.trim_start().len();
        let begins = line.trim_start().chars().next();
        if let (Some(begins), Some((at, within, '{'))) = (begins, open.last().copied())
            && brackets == "{"
            && start < until
            && (indent < within || indent == within && begins != '}')
        {
            return Some(at..at + 1);
        }
        for (index, c) in line.char_indices().filter(|(index, _)| start + index < until) {
            match c {
                '{' | '(' | '[' => open.push((start + index, indent, c)),
                '}' | ')' | ']' => drop(open.pop()),
                _ => {}
            }
        }
        start += line.len();
    }
    open.iter().rev().find(|(.., c)| brackets.contains(*c)).map(|(at, ..)| *at..*at + 1)
}

/// The end of what stands before a place: where a sign is missing.
pub(super) fn end_before(source: &Source, at: usize) -> Range<usize> {
    let code = code(source.text());
    // What is between quotes is blanked, and ends with its quote.
    let before = source.text()[..at].trim_end();
    let end = if code[..at].trim_end().len() < before.len() && !before.ends_with(['"', '`']) {
        code[..at].trim_end().len()
    } else {
        before.len()
    };
    let last = source.text()[..end].char_indices().next_back().map_or(0, |(index, _)| index);
    last..end
}
