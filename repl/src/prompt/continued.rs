//! Continuation lines: after a backslash, or while brackets of an expression are open.

/// Whether a text needs another line.
pub fn goes_on(text: &str) -> bool {
    let last = text.rsplit('\n').next().unwrap_or(text);
    // An empty line ends the input.
    if text.contains('\n') && last.trim().is_empty() {
        return false;
    }
    let evaluates = text.trim_start().split(char::is_whitespace).next().is_some_and(|word| word == "eval");
    last.ends_with('\\') || (evaluates && has_open_brackets(text))
}

/// Whether a text is incomplete because a bracket is open, and nothing has been typed on the current line.
pub fn waits_for_bracket(text: &str) -> bool {
    text.ends_with('\n') && !text.trim_end().ends_with('\\') && goes_on(text.trim_end())
}

/// The lines of a text joined at the backslashes.
pub fn joined(text: &str) -> String {
    let text = text.replace("\\\n", " ");
    text.trim_end().trim_end_matches('\\').trim_end().to_string()
}

/// Whether more brackets are opened than closed, outside quoted strings.
fn has_open_brackets(text: &str) -> bool {
    let (mut open, mut quote, mut letters) = (0, None, text.chars());
    while let Some(letter) = letters.next() {
        match (quote, letter) {
            (Some(_), '\\') => drop(letters.next()),
            (Some(begun), _) if begun == letter => quote = None,
            (Some(_), _) => {}
            (None, '"' | '`') => quote = Some(letter),
            (None, '(' | '[' | '{') => open += 1,
            (None, ')' | ']' | '}') => open -= 1,
            (None, _) => {}
        }
    }
    open > 0
}
