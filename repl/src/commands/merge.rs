//! `wilderness merge`: adds up the rows of the shards of a run, and tells its result as the command itself would.

use super::games::{self, has_table};
use super::{arena, compare, simulate};
use crate::interrupt::exit_code_of;
use crate::text::out;
use clap::Args as ClapArgs;
use miette::miette;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use wilderness_engine::files::Output;
use wilderness_lab::comparison::{Aim, Comparison};
use wilderness_lab::facts::Facts;
use wilderness_lab::ladder::Ladder;
use wilderness_lab::plot;
use wilderness_lab::row::Row;
use wilderness_lab::summary::Summary;
use wilderness_lab::table::{RowsTable, TABLE, TableForm};
use wilderness_lab::units::{FORM, MergedFiles, PackedGames, RowsFile, UnitForm};

#[derive(ClapArgs)]
pub struct Args {
    /// Files of rows, as `--out FILE.rows` of `simulate`, `compare`, `arena` and `cards` writes them.
    #[arg(required = true, value_name = "FILE.rows")]
    files: Vec<PathBuf>,
    /// Write all rows to this file. If its name ends in `.csv`, `.jsonl` or `.parquet`, it is a table for other programs.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Let output overwrite any other file.
    #[arg(long)]
    force: bool,
    /// Tell the result of what there is, even if some seeds are missing.
    #[arg(long)]
    incomplete: bool,
    /// Of `simulate`: also report how often each event was played.
    #[arg(long)]
    events: bool,
    /// Print the result as JSON.
    #[arg(long)]
    json: bool,
    /// Of `arena`: print the result as tables in Markdown.
    #[arg(long, conflicts_with = "json")]
    markdown: bool,
    /// Of `compare`: plot the difference in this file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Of `cards`: write all numbers to this file.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
}

/// What `cards` has written, to be told by its game.
pub struct MergedCards<'a> {
    /// The files.
    pub files: &'a MergedFiles,
    /// What the lab knows of the game.
    pub facts: Facts,
    /// The file for all numbers, if one is named.
    pub csv: Option<&'a Path>,
    /// The files that are read.
    pub inputs: &'a [&'a Path],
    /// Whether any other file is overwritten.
    pub force: bool,
    /// Whether the result is printed as JSON.
    pub json: bool,
    args: &'a Args,
}

impl MergedCards<'_> {
    /// Gives all units to `each`, in their order.
    ///
    /// # Errors
    /// Rows that cannot be read, or that are missing.
    pub fn read<U: UnitForm>(&self, mut each: impl FnMut(&U::Unit)) -> miette::Result<()> {
        self.args.read::<U>(self.files, &self.facts, self.inputs, |_, unit| each(unit))
    }
}

/// Where merged rows are written.
enum MergedOut<U> {
    Rows(RowsFile<U>),
    Table(RowsTable),
}

impl Args {
    /// Gives all units to `each`, in their order, each with which one of its seed it is, and writes them to the file that is
    /// named.
    fn read<U: UnitForm>(
        &self,
        files: &MergedFiles,
        facts: &Facts,
        inputs: &[&Path],
        mut each: impl FnMut(u64, &U::Unit),
    ) -> miette::Result<()> {
        let begin = |path: &PathBuf| {
            let form = TableForm::of(path);
            let kind = if form.is_some() { TABLE } else { FORM };
            let output = Output::claim(path, kind, inputs, self.force).map_err(|refused| miette!("{refused}"))?;
            Ok::<_, miette::Report>(match form {
                Some(form) => {
                    has_table::<U>(files.head())?;
                    MergedOut::Table(RowsTable::begin(&output, form, facts)?)
                }
                None if self.incomplete => {
                    return Err(miette!("a file of rows has no gaps: leave out `--incomplete`, or write a table"));
                }
                None => MergedOut::Rows(RowsFile::<U>::whole(&output, files.head().clone(), facts)?),
            })
        };
        let mut out = self.out.as_ref().map(begin).transpose()?;
        let missing = files.read::<U>(facts, |number, unit| {
            each(files.head().place(number).1, &unit);
            match &mut out {
                None => Ok(()),
                Some(MergedOut::Rows(rows)) => rows.write(number, &unit),
                Some(MergedOut::Table(table)) => U::rows(&unit).iter().try_for_each(|row| table.write(row)),
            }
        })?;
        if !missing.is_empty() {
            let list = missing.join("\n");
            if !self.incomplete {
                let help = "play them, or tell the result of what there is with `--incomplete`";
                return Err(miette!(help = help, "some rows are missing\n{list}"));
            }
            out::warn(&format!("without what is missing:\n{list}\n"));
        }
        match out {
            None => Ok(()),
            Some(MergedOut::Rows(rows)) => rows.finish(),
            Some(MergedOut::Table(table)) => table.finish(),
        }
    }

    /// An option that the command of the rows does not have is refused.
    fn fits(&self, command: &str) -> miette::Result<()> {
        let options = [
            ("events", self.events, "simulate"),
            ("markdown", self.markdown, "arena"),
            ("svg", self.svg.is_some(), "compare"),
            ("csv", self.csv.is_some(), "cards"),
        ];
        match options.iter().find(|(_, is_given, of)| *is_given && *of != command) {
            Some((option, _, of)) => Err(miette!("`--{option}` is for rows of `{of}`, and these are of `{command}`")),
            None => Ok(()),
        }
    }
}

pub fn run(args: &Args) -> miette::Result<ExitCode> {
    let inputs: Vec<&Path> = args.files.iter().map(PathBuf::as_path).collect();
    let files = MergedFiles::open(&args.files)?;
    let head = files.head();
    args.fits(&head.command)?;
    let unknown = || miette!("this build of the program has no game `{}`", head.game);
    let facts = head.facts(games::lab_of(&head.game)).ok_or_else(unknown)?;
    match head.command.as_str() {
        "simulate" => simulated(args, &files, facts, &inputs),
        "compare" => compared(args, &files, facts, &inputs),
        "arena" => met(args, &files, facts, &inputs),
        "cards" => {
            let game = games::all().iter().find(|game| game.word() == head.game).ok_or_else(unknown)?;
            let csv = args.csv.as_deref();
            let (inputs, force, json) = (&inputs, args.force, args.json);
            game.merged_cards(&MergedCards { files: &files, facts, csv, inputs, force, json, args })
        }
        other => Err(miette!("this build of the program has no rows of `{other}`")),
    }
}

/// The result of `simulate`.
fn simulated(args: &Args, files: &MergedFiles, facts: Facts, inputs: &[&Path]) -> miette::Result<ExitCode> {
    let mut summary = Summary::new(facts.clone());
    args.read::<PackedGames>(files, &facts, inputs, |_, rows| rows.iter().for_each(|row| summary.add(row)))?;
    let how = simulate::SummaryForm { events: args.events, json: args.json };
    simulate::tell(&summary, summary.games(), how, None)?;
    Ok(exit_code_of(summary.errors(), false))
}

/// The result of `compare`.
fn compared(args: &Args, files: &MergedFiles, facts: Facts, inputs: &[&Path]) -> miette::Result<ExitCode> {
    let head = files.head();
    let (Some(names), Some(margin), Some(lines)) = (head.told("names"), head.told("margin"), head.told("lines")) else {
        return Err(miette!("the files do not say what is compared"));
    };
    let claim = |file: &PathBuf| Output::claim(file, plot::FORM, inputs, args.force);
    let plot = args.svg.as_ref().map(claim).transpose().map_err(|refused| miette!("{refused}"))?;
    let events: BTreeSet<String> = head.events.iter().cloned().collect();
    let wanted = wilderness_lab::count(&head.all_seeds());
    let mut compared = Comparison::new(facts.clone(), wanted, Aim { margin, to_the_end: true, events, lines });
    args.read::<PackedGames>(files, &facts, inputs, |_, rows: &Vec<Row>| {
        if let [a, b] = &rows[..] {
            compared.add([a, b]);
        }
    })?;
    compare::tell(&compared.of_what_there_is().named(names), args.json, plot.as_ref())
}

/// The result of `arena`.
fn met(args: &Args, files: &MergedFiles, facts: Facts, inputs: &[&Path]) -> miette::Result<ExitCode> {
    let head = files.head();
    let (Some(players), Some(scenarios)) = (head.told("players"), head.told("scenarios")) else {
        return Err(miette!("the files do not say who plays"));
    };
    let mut ladder = Ladder::new(facts.clone(), players, scenarios);
    args.read::<PackedGames>(files, &facts, inputs, |meeting, rows| ladder.add(meeting as usize, rows))?;
    let wanted = ladder.units() + ladder.failed_units();
    arena::tell(&ladder, wanted, arena::LadderForm { json: args.json, markdown: args.markdown })
}
