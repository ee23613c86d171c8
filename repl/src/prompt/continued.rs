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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_goes_on_behind_a_backslash_or_while_an_expression_is_open() {
        assert!(goes_on("activate montcalm \\"));
        assert!(goes_on("eval game.units("));
        assert!(goes_on("eval [1,\n2,"));
        assert!(!goes_on("eval game.vp(game.side)"));
        assert!(!goes_on("eval \"(\""), "between quotes");
        assert!(!goes_on("show new york ("), "no expression");
        assert!(!goes_on("eval (\n"), "an empty line ends it");
        assert!(waits_for_bracket("eval (\n") && !waits_for_bracket("eval (") && !waits_for_bracket("eval (\n1"));
        assert!(!waits_for_bracket("play 24 \\\n"), "no bracket");
        assert!(!goes_on(""));
    }

    #[test]
    fn lines_that_go_on_become_one() {
        assert_eq!(joined("activate montcalm \\\nto sorel"), "activate montcalm  to sorel");
        assert_eq!(joined("eval [1,\n2]"), "eval [1,\n2]");
        assert_eq!(joined("show \\"), "show");
    }
}
