//! How diagnostics look: with colours and frames on a terminal, plain when `NO_COLOR` is set or nobody looks.

use crate::text::columns::WIDTH;
use crate::text::style::coloured;
use textwrap::{WordSeparator, WordSplitter};

/// Chooses how miette renders every diagnostic of the program.
pub fn install() {
    let plain = !coloured(&std::io::stderr());
    // Only fails when a handler is there already, which then serves as well.
    let _ = miette::set_hook(Box::new(move |_| {
        // Ids have hyphens and can be copied: lines break at blanks and nowhere else.
        let options = miette::MietteHandlerOpts::new().color(!plain).width(WIDTH).break_words(false);
        let options = options.word_separator(WordSeparator::AsciiSpace).word_splitter(WordSplitter::NoHyphenation);
        Box::new(options.build())
    }));
}
