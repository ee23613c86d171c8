//! `wilderness api`: what scripts can call, answer and define.

use crate::commands::games;
use crate::options::content::ContentArg;
use crate::text::out;
use clap::Args as ClapArgs;
use miette::{IntoDiagnostic, WrapErr, miette};
use std::path::PathBuf;
use std::process::ExitCode;
use wilderness_engine::files::{FileForm, Output, OutputRefused};

#[derive(ClapArgs)]
pub struct Args {
    /// The game whose scripts these are; by default, the first.
    #[arg(long, value_name = "GAME|FOLDER")]
    game: Option<String>,
    /// The output format.
    #[arg(long, value_enum, default_value_t = Format::Md)]
    format: Format,
    /// The directory for the definitions. Only earlier definitions in it are replaced.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Let `--out` overwrite other files in it.
    #[arg(long, requires = "out")]
    force: bool,
}

/// Identifies a file of definitions.
const FORM: FileForm = FileForm { what: "a file of definitions", is: |text| text.starts_with("module static;") };

/// The output formats of the reference.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Markdown.
    Md,
    /// `.d.rhai` files for editors.
    Definitions,
    /// JSON.
    Json,
}

pub fn run(args: &Args) -> miette::Result<ExitCode> {
    let named = args.game.as_deref().and_then(ContentArg::of_word).unwrap_or_default();
    let reference = &games::wanted(args.game.as_deref())?[0].reference(&named)?;
    match (args.format, &args.out) {
        (Format::Definitions, None) => return Err(miette!("definitions are files: name a directory with `--out DIR`")),
        (Format::Definitions, Some(dir)) => {
            std::fs::create_dir_all(dir)
                .into_diagnostic()
                .wrap_err_with(|| format!("cannot create `{}`", dir.display()))?;
            let claim = |(name, text)| Ok((Output::claim(&dir.join(name), FORM, &[], args.force)?, text));
            let claimed: Result<Vec<(Output, String)>, OutputRefused> =
                reference.definitions().into_iter().map(claim).collect();
            for (output, text) in claimed.map_err(|refused| miette!("{refused}"))? {
                output.write(&text).map_err(|refused| miette!("{refused}"))?;
                out::line(&output.path().display().to_string())?;
            }
        }
        (_, Some(_)) => return Err(miette!("`--out` is for definitions only")),
        (Format::Md, None) => out::print(&reference.markdown())?,
        // Contains only text, so serialization cannot fail.
        (Format::Json, None) => out::line(&serde_json::to_string_pretty(reference).unwrap_or_default())?,
    }
    Ok(ExitCode::SUCCESS)
}
