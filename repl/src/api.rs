//! `wilderness api`: what scripts can call, answer and define.

use crate::out;
use clap::Args as ClapArgs;
use miette::{IntoDiagnostic, WrapErr, miette};
use std::path::PathBuf;
use std::process::ExitCode;
use wilderness_war::script::document;

#[derive(ClapArgs)]
pub struct Args {
    /// How it is written.
    #[arg(long, value_enum, default_value_t = Format::Md)]
    format: Format,
    /// Where the definitions are written: a directory.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// How the reference is written.
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
    let reference = document::reference();
    match (args.format, &args.out) {
        (Format::Definitions, None) => return Err(miette!("definitions are files: say where with `--out DIR`")),
        (Format::Definitions, Some(dir)) => {
            std::fs::create_dir_all(dir)
                .into_diagnostic()
                .wrap_err_with(|| format!("cannot create `{}`", dir.display()))?;
            for (name, text) in reference.definitions() {
                let file = dir.join(name);
                std::fs::write(&file, text)
                    .into_diagnostic()
                    .wrap_err_with(|| format!("cannot write `{}`", file.display()))?;
                out::line(&file.display().to_string())?;
            }
        }
        (_, Some(_)) => return Err(miette!("`--out` is for definitions only")),
        (Format::Md, None) => out::print(&reference.markdown())?,
        // Texts and nothing else: it always has a JSON form.
        (Format::Json, None) => out::line(&serde_json::to_string_pretty(&reference).unwrap_or_default())?,
    }
    Ok(ExitCode::SUCCESS)
}
