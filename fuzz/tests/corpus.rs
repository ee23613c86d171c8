//! Every input of the corpus, including those that once failed, goes through its target.

use wilderness_fuzz::{TARGETS, blind};

#[test]
fn every_input_of_the_corpus_is_survived() {
    for (name, target) in TARGETS {
        let inputs = blind::corpus(name);
        assert!(!inputs.is_empty(), "`{name}` has no corpus");
        for (file, input) in inputs {
            eprintln!("{}", file.display());
            target(&input);
        }
    }
}
