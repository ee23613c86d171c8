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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_word_and_is_read_as_it_was() {
        assert_eq!(as_word("events/night_raid.rhai"), "events/night_raid.rhai");
        assert_eq!(as_word("events/night raid.rhai"), "events/night%20raid.rhai");
        for name in
            ["deck.toml", "lib/100% mine #2.rhai", "events/a\u{a0}b\tc.rhai", "lib/\"é\".rhai", "%", "%zz", "%2"]
        {
            let word = as_word(name);
            assert!(word.split_whitespace().eq([word.as_str()]) && !word.contains('#'), "{word}");
            assert_eq!(from_word(&word), name);
        }
    }

    #[test]
    fn words_that_were_not_written_so_stay_as_they_are() {
        for word in ["100%", "%zz", "%é", "%FF"] {
            assert_eq!(from_word(word), word);
        }
    }
}
