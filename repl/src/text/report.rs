//! The style of diagnostics: with colours and frames on a terminal, plain when `NO_COLOR` is set or output is
//! redirected.

use crate::text::columns::line_width;
use crate::text::style::coloured;
use textwrap::{WordSeparator, WordSplitter};

/// Chooses how miette renders all diagnostics.
pub fn install() {
    let plain = !coloured(&std::io::stderr());
    // Fails only if a handler is already set, which then serves as well.
    let _ = miette::set_hook(Box::new(move |_| {
        // Ids contain hyphens and may be copied, so lines break only at spaces.
        let options = miette::MietteHandlerOpts::new().color(!plain).width(line_width()).break_words(false);
        let options = options.word_separator(WordSeparator::AsciiSpace).word_splitter(WordSplitter::NoHyphenation);
        Box::new(options.build())
    }));
}
