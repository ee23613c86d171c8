//! Writing a file of rows, resuming one, and reading one line by line.

use super::{RowsHead, UnitForm};
use crate::facts::Facts;
use miette::{IntoDiagnostic as _, miette};
use std::fmt::Display;
use std::fs::{File, TryLockError};
use std::io::{BufRead as _, BufReader, BufWriter, Read as _, Seek as _, SeekFrom, Write};
use std::path::{Path, PathBuf};
use wilderness_engine::files::{self, Output, PartialFile};
use wilderness_engine::harmless::{one_line, shortened};

/// The longest first line, and the longest line of a unit, in bytes.
const LONGEST: [u64; 2] = [16 << 20, 1 << 20];

/// The lines of a file that are complete: the last one may be torn, if its writer was killed.
struct WholeLines {
    file: BufReader<File>,
    path: PathBuf,
    line: Vec<u8>,
    number: u64,
    /// The length of the lines read, in bytes.
    length: u64,
}

impl WholeLines {
    fn of(file: File, path: &Path) -> WholeLines {
        WholeLines { file: BufReader::new(file), path: path.into(), line: Vec::new(), number: 0, length: 0 }
    }

    /// Reads the next line without its end, if it is whole.
    fn go_on(&mut self) -> miette::Result<bool> {
        let most = LONGEST[usize::from(self.number > 0)];
        self.line.clear();
        self.number += 1;
        let read = self.file.by_ref().take(most + 1).read_until(b'\n', &mut self.line).into_diagnostic()?;
        if read as u64 > most {
            return Err(self.wrong(&format!("it is longer than {} MB", most >> 20)));
        }
        let is_whole = self.line.pop() == Some(b'\n');
        self.length += if is_whole { read as u64 } else { 0 };
        Ok(is_whole)
    }

    fn wrong(&self, error: &dyn Display) -> miette::Report {
        let what = if self.number > 1 { "this is not a row" } else { "this is not a file of rows" };
        let error = error.to_string();
        miette!("{}:{}: {what}: {}", self.path.display(), self.number, one_line(&shortened(&error, 1000)))
    }
}

/// Reads a file of rows.
pub struct RowsReader<F> {
    lines: WholeLines,
    head: RowsHead,
    form: F,
    next: u64,
}

/// The head of a file, and the lines behind it. Nothing if not even the head is whole.
fn open_head(path: &Path) -> miette::Result<Option<(WholeLines, RowsHead)>> {
    let file = files::open(path).map_err(|error| miette!("cannot read {}: {error}", path.display()))?;
    let mut lines = WholeLines::of(file, path);
    // A first line that is torn has nothing behind it.
    if !lines.go_on()? && (lines.line.is_empty() || RowsHead::begins(&lines.line)) {
        return Ok(None);
    }
    let head = RowsHead::read(&lines.line).map_err(|error| lines.wrong(&error))?;
    Ok(Some((lines, head)))
}

/// The head of a file of rows.
///
/// # Errors
/// A file that cannot be read, or is not of the form.
pub(super) fn head_of(path: &Path) -> miette::Result<RowsHead> {
    let (_, head) = open_head(path)?.ok_or_else(|| miette!("{}: it has no rows", path.display()))?;
    Ok(head)
}

impl<F: UnitForm> RowsReader<F> {
    /// Opens a file of rows of a game of which this is known.
    ///
    /// # Errors
    /// A file that cannot be read, or is not of the form.
    pub fn open(path: &Path, facts: &Facts) -> miette::Result<RowsReader<F>> {
        RowsReader::open_whole(path, facts)?.ok_or_else(|| miette!("{}: it has no rows", path.display()))
    }

    fn open_whole(path: &Path, facts: &Facts) -> miette::Result<Option<RowsReader<F>>> {
        Ok(open_head(path)?.map(|(lines, head)| {
            let (form, next) = (F::begin(&head, facts), head.own_units().start);
            RowsReader { lines, head, form, next }
        }))
    }

    /// The head.
    pub fn head(&self) -> &RowsHead {
        &self.head
    }

    /// The number of the next unit.
    pub fn number(&self) -> u64 {
        self.next
    }

    /// The next unit, if there is another.
    ///
    /// # Errors
    /// A line that is not of the form.
    pub fn unit(&mut self) -> miette::Result<Option<F::Unit>> {
        if !self.lines.go_on()? {
            return Ok(None);
        }
        let (seed, one) = self.head.place(self.next);
        let unit = match serde_json::from_slice::<(u64, F::Packed)>(&self.lines.line) {
            Err(error) => Err(error.to_string()),
            Ok(_) if self.next >= self.head.own_units().end => {
                Err("there are more rows than the shard has seeds".into())
            }
            Ok((other, _)) if other != seed => Err(format!("the row of seed {seed} is missing before that of {other}")),
            Ok((_, packed)) => self.form.unpack(seed, one, packed),
        };
        self.next += 1;
        unit.map(Some).map_err(|error| self.lines.wrong(&error))
    }
}

/// A file of rows that is being written: in its place, line by line, so that whatever happens it is the beginning of its
/// shard.
pub struct RowsFile<F> {
    file: BufWriter<RowsDestination>,
    head: RowsHead,
    form: F,
    next: u64,
}

enum RowsDestination {
    /// A file that grows. Each line is written at once.
    Growing(File),
    /// A file that is written whole.
    Whole(PartialFile),
}

impl Write for RowsDestination {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        match self {
            RowsDestination::Growing(file) => file.write(bytes),
            RowsDestination::Whole(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        match self {
            RowsDestination::Growing(file) => file.flush(),
            RowsDestination::Whole(file) => file.flush(),
        }
    }
}

impl<F: UnitForm> RowsFile<F> {
    /// Begins a file that is written whole.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn whole(output: &Output, head: RowsHead, facts: &Facts) -> miette::Result<RowsFile<F>> {
        let part = output.begin().map_err(|refused| miette!("{refused}"))?;
        RowsFile::begin(RowsDestination::Whole(part), head, facts)
    }

    fn begin(to: RowsDestination, head: RowsHead, facts: &Facts) -> miette::Result<RowsFile<F>> {
        let mut file = BufWriter::new(to);
        file.write_all(head.line().into_diagnostic()?.as_bytes()).and_then(|()| file.flush()).into_diagnostic()?;
        Ok(RowsFile { file, form: F::begin(&head, facts), next: head.own_units().start, head })
    }

    /// Begins a file that grows, or resumes one: `each` gets the units that are in it already. A last line that is torn is
    /// dropped. `anew` begins it in any case.
    ///
    /// # Errors
    /// Rows of other games: what differs. A file that another process is writing.
    pub fn resume(
        output: &Output,
        head: RowsHead,
        facts: &Facts,
        anew: bool,
        mut each: impl FnMut(F::Unit) -> miette::Result<()>,
    ) -> miette::Result<RowsFile<F>> {
        let path = output.path();
        let open = || locked(path);
        let mut file = open()?;
        let earlier = if anew { None } else { RowsReader::<F>::open_whole(path, facts)? };
        let Some(mut earlier) = earlier else {
            file.set_len(0).into_diagnostic()?;
            return RowsFile::begin(RowsDestination::Growing(file), head, facts);
        };
        let is_longer = head.all_seeds().end() > earlier.head.all_seeds().end();
        if let Some(why) = difference(&earlier.head, &head) {
            let help = "name another file with `--out`, or add `--force` to begin this one anew";
            return Err(miette!(help = help, "{} holds rows {why}", path.display()));
        }
        let first = earlier.lines.length;
        let end = head.own_units().end;
        while earlier.next < end {
            let Some(unit) = earlier.unit()? else { break };
            each(unit)?;
        }
        let RowsReader { lines, head: old, form, next } = earlier;
        if next < end {
            file.set_len(lines.length).into_diagnostic()?;
        }
        if is_longer {
            // The first line says how many there are to be.
            let mut part = output.begin().map_err(|refused| miette!("{refused}"))?;
            part.write_all(head.line().into_diagnostic()?.as_bytes()).into_diagnostic()?;
            file.seek(SeekFrom::Start(first)).into_diagnostic()?;
            std::io::copy(&mut file, &mut part).into_diagnostic()?;
            part.finish().into_diagnostic()?;
            file = open()?;
        }
        file.seek(SeekFrom::End(0)).into_diagnostic()?;
        let head = if is_longer { head } else { old };
        Ok(RowsFile { file: BufWriter::new(RowsDestination::Growing(file)), head, form, next })
    }

    /// The number of the unit that is written next.
    pub fn number(&self) -> u64 {
        self.next
    }

    /// Writes the unit with a number, if it is the next: what was played out of its order is played again.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&mut self, number: u64, unit: &F::Unit) -> miette::Result<()> {
        if number != self.next {
            return Ok(());
        }
        self.next += 1;
        let (seed, one) = self.head.place(number);
        let line = (seed, self.form.pack(one, unit));
        let line = serde_json::to_string(&line).into_diagnostic()? + "\n";
        let written = self.file.write_all(line.as_bytes()).and_then(|()| match self.file.get_ref() {
            RowsDestination::Growing(_) => self.file.flush(),
            RowsDestination::Whole(_) => Ok(()),
        });
        written.map_err(|error| miette!("the rows cannot be written: {error}"))
    }

    /// Makes sure that the rows are on the disk, and moves a file that is written whole to its place.
    ///
    /// # Errors
    /// If that fails.
    pub fn finish(self) -> miette::Result<()> {
        let to = self.file.into_inner().map_err(|error| error.into_error()).into_diagnostic()?;
        match to {
            RowsDestination::Growing(file) => file.sync_all(),
            RowsDestination::Whole(part) => part.finish(),
        }
        .into_diagnostic()
    }
}

/// Opens a file to which only one process writes.
fn locked(path: &Path) -> miette::Result<File> {
    let failed = |error: std::io::Error| miette!("`{}` cannot be written: {error}", path.display());
    let file = files::options().read(true).write(true).create(true).truncate(false).open(path).map_err(failed)?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            Err(miette!("`{}` is being written by another run: name another file", path.display()))
        }
        // Some file systems have no locks.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
    }
}

/// Why a file with an earlier head cannot be resumed with another. A whole run may be longer or shorter than it was.
fn difference(earlier: &RowsHead, head: &RowsHead) -> Option<String> {
    if let Some(why) = earlier.difference(head) {
        return Some(why);
    }
    let is_whole = |head: &RowsHead| head.shard == crate::shard::Shard::WHOLE;
    let is_same = (earlier.shard, earlier.seeds) == (head.shard, head.seeds);
    let is_longer = is_whole(earlier) && is_whole(head) && earlier.seeds[0] == head.seeds[0];
    let of = |head: &RowsHead| format!("shard {} of the seeds {}..{}", head.shard, head.seeds[0], head.seeds[1]);
    (!is_same && !is_longer).then(|| format!("of {}, and not of {}", of(earlier), of(head)))
}
