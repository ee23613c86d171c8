//! Names of files as single words of a record: what would end a word, or begin a comment, is written as `%20`.

/// A name as one word.
pub fn as_word(name: &str) -> String {
    let plain = |c: char| !(c.is_whitespace() || c.is_control() || matches!(c, '%' | '#' | '"'));
    let written = name.chars().map(|c| match plain(c) {
        true => c.to_string(),
        false => c.to_string().bytes().map(|byte| format!("%{byte:02X}")).collect(),
    });
    written.collect()
}

/// The name that a word stands for. What cannot have been written so stays as it is.
pub fn from_word(word: &str) -> String {
    let mut bytes = Vec::with_capacity(word.len());
    let mut rest = word;
    while let Some((before, after)) = rest.split_once('%') {
        bytes.extend_from_slice(before.as_bytes());
        match after.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(b'%');
                rest = after;
            }
        }
    }
    bytes.extend_from_slice(rest.as_bytes());
    String::from_utf8(bytes).unwrap_or_else(|_| word.to_string())
}
