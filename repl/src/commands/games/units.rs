//! Playing the units of a run: the games, pairs or rounds that are counted as one. Their rows are written as they are
//! played, what a file already has is not played again, and only the shard that is meant is played.

use crate::options::rows::RowsArgs;
use crate::progress::{Progress, shown};
use crate::text::out;
use miette::miette;
use std::cell::RefCell;
use std::ops::{ControlFlow, RangeInclusive};
use std::path::Path;
use wilderness_engine::files::Output;
use wilderness_lab::facts::Facts;
use wilderness_lab::in_order;
use wilderness_lab::shard::Shard;
use wilderness_lab::table::{RowsTable, TABLE, TableForm};
use wilderness_lab::units::{FORM, RowsFile, RowsHead, UnitForm, build_of};

/// A run, or the shard of it that is played here.
pub struct UnitsRun {
    head: RowsHead,
    facts: Facts,
    output: Option<Output>,
    force: bool,
}

/// Where the units go.
enum UnitsOut<U> {
    Nowhere,
    Rows(RowsFile<U>),
    Table(RowsTable),
}

impl<U: UnitForm> UnitsOut<U> {
    fn write(&mut self, number: u64, unit: &U::Unit) -> miette::Result<()> {
        match self {
            UnitsOut::Nowhere => Ok(()),
            UnitsOut::Rows(rows) => rows.write(number, unit),
            UnitsOut::Table(table) => U::rows(unit).iter().try_for_each(|row| table.write(row)),
        }
    }

    fn finish(self) -> miette::Result<()> {
        match self {
            UnitsOut::Nowhere => Ok(()),
            UnitsOut::Rows(rows) => rows.finish(),
            UnitsOut::Table(table) => table.finish(),
        }
    }
}

impl UnitsRun {
    /// A run of a command with these seeds, or the shard of it that is meant. What its rows are of is added by `with_series`.
    ///
    /// # Errors
    /// When it is not clear which shard is meant; an output file that is refused.
    pub fn new(
        args: &RowsArgs,
        command: &str,
        facts: Facts,
        seeds: &RangeInclusive<u64>,
        inputs: &[&Path],
        with_series: impl FnOnce(RowsHead) -> RowsHead,
    ) -> miette::Result<UnitsRun> {
        let shard = shard(args, seeds)?;
        let mut head = with_series(RowsHead::new(command, &facts, seeds, shard));
        let claim = |path| {
            let form = if TableForm::of(path).is_some() { TABLE } else { FORM };
            Output::claim(path, form, inputs, args.force).map_err(|refused| miette!("{refused}"))
        };
        let output = args.out.as_deref().map(claim).transpose()?;
        if output.as_ref().is_some_and(|output| TableForm::of(output.path()).is_none()) {
            head.build = build_of().map_err(|why| miette!("{why}"))?;
        }
        Ok(UnitsRun { head, facts, output, force: args.force })
    }

    /// How many units are played here, or are in the file.
    pub fn wanted(&self) -> u64 {
        let units = self.head.own_units();
        units.end - units.start
    }

    /// The first seed that is played here; nothing if there are more shards than seeds.
    pub fn first_seed(&self) -> Option<u64> {
        self.head.own_seeds().map(|seeds| *seeds.start())
    }

    /// Opens the file; `each` gets what is in it. Returns the first unit that is not.
    fn begin<U: UnitForm>(&self, mut each: impl FnMut(u64, &U::Unit)) -> miette::Result<(UnitsOut<U>, u64)> {
        let first = self.head.own_units().start;
        let Some(output) = &self.output else { return Ok((UnitsOut::Nowhere, first)) };
        if let Some(form) = TableForm::of(output.path()) {
            has_table::<U>(&self.head)?;
            return Ok((UnitsOut::Table(RowsTable::begin(output, form, &self.facts)?), first));
        }
        let mut number = first;
        let each = |unit: U::Unit| {
            each(self.head.place(number).1, &unit);
            number += 1;
            Ok(())
        };
        let rows = RowsFile::resume(output, self.head.clone(), &self.facts, self.force, each)?;
        let next = rows.number();
        if next > first {
            out::warn(&format!(
                "{}: {} of {} are played already\n",
                output.path().display(),
                next - first,
                self.wanted()
            ));
        }
        Ok((UnitsOut::Rows(rows), next))
    }

    /// Plays what is not in the file yet, in several threads: `play` gets the seed of a unit, and which of several with this
    /// seed it is. `each` gets that too, with all units in their order, and can end the run. Returns what `end` says of each
    /// thread, and whether Ctrl-C was pressed.
    ///
    /// # Errors
    /// A file that holds other rows, or cannot be written.
    pub fn play<U: UnitForm, W, C: Send>(
        &self,
        progress: impl FnOnce(u64) -> Progress,
        jobs: usize,
        begin: impl Fn() -> W + Sync,
        play: impl Fn(&mut W, u64, u64) -> Option<U::Unit> + Sync,
        end: impl Fn(W) -> C + Sync,
        each: impl FnMut(u64, &U::Unit) -> ControlFlow<()>,
    ) -> miette::Result<(Vec<C>, bool)>
    where
        U::Unit: Send,
    {
        let each = RefCell::new(each);
        let mut is_over = false;
        let (mut out, next) = self.begin::<U>(|one, unit| is_over |= each.borrow_mut()(one, unit).is_break())?;
        let units = next..self.head.own_units().end;
        let said = if units.is_empty() || is_over {
            (Vec::new(), false)
        } else {
            let play = |with: &mut W, number: u64| {
                let (seed, one) = self.head.place(number);
                Some((number, play(with, seed, one)?))
            };
            let look = |(number, unit): (u64, U::Unit)| {
                out.write(number, &unit)?;
                Ok::<_, miette::Report>(each.borrow_mut()(self.head.place(number).1, &unit))
            };
            let progress = progress(units.end - units.start);
            let units = units.start..=units.end - 1;
            let (said, was_pressed) =
                shown(&progress, jobs, |threads| in_order(&units, threads, begin, play, end, look));
            (said?, was_pressed)
        };
        out.finish()?;
        Ok(said)
    }
}

/// That units can be written as a table.
///
/// # Errors
/// If they do not consist of games with a row.
pub fn has_table<U: UnitForm>(head: &RowsHead) -> miette::Result<()> {
    if U::HAS_ROWS {
        return Ok(());
    }
    let help = "name a file that ends in `.rows`; `--csv` writes the result as a table";
    Err(miette!(help = help, "the rows of `{}` cannot be written as a table for other programs", head.command))
}

/// The shard that is meant; says so.
fn shard(args: &RowsArgs, seeds: &RangeInclusive<u64>) -> miette::Result<Shard> {
    let Some(choice) = args.shard else { return Ok(Shard::WHOLE) };
    let (shard, source) = choice.settle(&|name| std::env::var(name).ok()).map_err(|why| miette!("--shard: {why}"))?;
    let source = source.map_or(String::new(), |source| format!(", because {source}"));
    let own = match shard.seeds(seeds) {
        Some(own) => format!("seeds {}..{} of {}..{}", own.start(), own.end(), seeds.start(), seeds.end()),
        None => "no seed, because there are more shards than seeds".into(),
    };
    out::warn(&format!("shard {shard}: {own}{source}\n"));
    Ok(shard)
}
