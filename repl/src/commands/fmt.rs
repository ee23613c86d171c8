//! `wilderness fmt`: lays out scripts and data files.

use crate::format::{formatted, has_form};
use crate::text::out;
use clap::Args as ClapArgs;
use miette::Report;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use wilderness_engine::content::MANIFEST;
use wilderness_engine::faults::{Fault, Faults};
use wilderness_engine::files;

/// No script or data file is longer.
const LONGEST: u64 = 4 << 20;

/// The lines stay, and so do comments and what a file means: only the space between words changes.
#[derive(ClapArgs)]
pub struct Args {
    /// Scripts, TOML files, or directories with such files; by default, the content in the current directory.
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Change nothing: name the files that are not in this form, with exit code 1 if there are any.
    #[arg(long)]
    check: bool,
}

pub fn run(args: &Args) -> miette::Result<ExitCode> {
    let mut found = Vec::new();
    let mut faults = Faults::none();
    for path in &wanted(&args.paths)? {
        if let Err(more) = find(path, true, &mut found) {
            faults.append(more);
        }
    }
    found.sort();
    found.dedup();
    let mut changed = 0;
    for file in &found {
        match lay_out(file, args.check) {
            Ok(true) => {
                changed += 1;
                out::line(&file.display().to_string())?;
            }
            Ok(false) => {}
            Err(more) => faults.append(more),
        }
    }
    let reports: String = faults.iter().map(|fault| format!("{:?}", Report::new(fault.clone()))).collect();
    out::print(&reports)?;
    let what = if args.check { "to be formatted" } else { "formatted" };
    out::line(&format!("{changed} of {} files {what}", found.len()))?;
    Ok(if faults.has_errors() || args.check && changed > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// What is to be formatted: without paths, the current directory, if it has content.
fn wanted(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Faults> {
    if paths.is_empty() && !Path::new(MANIFEST).exists() {
        return Err(Fault::error("fmt::no_content", format!("the current directory has no `{MANIFEST}`"))
            .help("name what is to be formatted: `wilderness fmt PATH`")
            .into());
    }
    Ok(if paths.is_empty() { vec![PathBuf::from(".")] } else { paths.to_vec() })
}

/// The scripts and TOML files at a path; those in hidden directories only if they are named.
fn find(path: &Path, is_named: bool, found: &mut Vec<PathBuf>) -> Result<(), Faults> {
    let cannot = |why: &str| Fault::error("fmt::unreadable", format!("cannot format `{}`: {why}", path.display()));
    let is_hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
    let facts = if is_named { path.metadata() } else { path.symlink_metadata() };
    let facts = facts.map_err(|error| cannot(&error.to_string()))?;
    if facts.is_dir() && (is_named || !is_hidden) {
        for entry in path.read_dir().map_err(|error| cannot(&error.to_string()))? {
            let entry = entry.map_err(|error| cannot(&error.to_string()))?;
            find(&entry.path(), false, found)?;
        }
    } else if facts.is_file() && has_form(path) {
        found.push(path.to_path_buf());
    } else if is_named {
        return Err(cannot("it is not a script (`.rhai`), a TOML file or a directory").into());
    }
    Ok(())
}

/// Lays out a file, or only looks whether that would change it; tells whether it does.
fn lay_out(file: &Path, is_check: bool) -> Result<bool, Faults> {
    let cannot = |what: &str, error: std::io::Error| {
        Fault::error("fmt::unreadable", format!("cannot {what} `{}`: {error}", file.display()))
    };
    let text = files::read(file, LONGEST).map_err(|error| cannot("read", error))?;
    let made = formatted(file, &text)?;
    if made != text && !is_check {
        files::write_whole(file, &made).map_err(|error| cannot("write", error))?;
    }
    Ok(made != text)
}
