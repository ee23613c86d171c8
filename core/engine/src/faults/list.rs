//! A list of faults, and the number of those that are not listed.

use super::Fault;
use miette::{Diagnostic, Severity};
use std::fmt;

/// The most faults that are listed; the others are only counted.
pub(crate) const MOST_LISTED: usize = 100;

/// Faults in the order in which they were found: at most a hundred, errors before warnings, and the number of the
/// others.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Faults {
    listed: Vec<Fault>,
    more_errors: usize,
    more_warnings: usize,
}

impl Faults {
    /// No faults.
    pub fn none() -> Faults {
        Faults::default()
    }

    /// Adds a fault.
    pub fn push(&mut self, fault: Fault) {
        if fault.is_error() { self.add_error(|| fault) } else { self.add_warning(|| fault) }
    }

    /// Adds an error. It is made only if it is listed, because the search for similar words takes time.
    pub fn add_error(&mut self, make: impl FnOnce() -> Fault) {
        if self.listed.len() < MOST_LISTED {
            self.listed.push(make());
        } else if let Some(at) = self.listed.iter().rposition(|fault| !fault.is_error()) {
            self.listed.remove(at);
            self.more_warnings += 1;
            self.listed.push(make());
        } else {
            self.more_errors += 1;
        }
    }

    /// Adds a warning. It is made only if it is listed.
    pub fn add_warning(&mut self, make: impl FnOnce() -> Fault) {
        if self.listed.len() < MOST_LISTED { self.listed.push(make()) } else { self.more_warnings += 1 }
    }

    /// Adds the faults of another check, without those that are listed already.
    pub fn append(&mut self, other: Faults) {
        self.more_errors += other.more_errors;
        self.more_warnings += other.more_warnings;
        // A file that several others use is read with each of them.
        let new: Vec<Fault> = other.listed.into_iter().filter(|fault| !self.listed.contains(fault)).collect();
        self.extend(new);
    }

    /// Changes each listed fault.
    pub fn map(self, change: impl FnMut(Fault) -> Fault) -> Faults {
        Faults { listed: self.listed.into_iter().map(change).collect(), ..self }
    }

    /// The number of faults, including warnings and those that are not listed.
    pub fn len(&self) -> usize {
        self.listed.len() + self.more_errors + self.more_warnings
    }

    /// Whether there are no faults at all.
    pub fn is_empty(&self) -> bool {
        self.listed.is_empty()
    }

    /// Whether one of them must be fixed.
    pub fn has_errors(&self) -> bool {
        self.listed.iter().any(Fault::is_error)
    }

    /// The listed faults.
    pub fn iter(&self) -> impl Iterator<Item = &Fault> {
        self.listed.iter()
    }

    /// The number of faults that are not listed, in words; `None` if all are.
    pub fn more(&self) -> Option<String> {
        let more = counted(self.more_errors, self.more_warnings);
        (self.more_errors + self.more_warnings > 0).then(|| format!("{more} more"))
    }

    /// The value, unless something must be fixed. Warnings are dropped.
    pub fn into_result<T>(self, value: T) -> Result<T, Faults> {
        if self.has_errors() { Err(self) } else { Ok(value) }
    }

    /// The value with the warnings, unless something must be fixed.
    pub fn with_warnings<T>(self, value: T) -> Result<(T, Faults), Faults> {
        if self.has_errors() { Err(self) } else { Ok((value, self)) }
    }
}

/// "3 errors, 1 warning"
fn counted(errors: usize, warnings: usize) -> String {
    let count = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
    match (errors, warnings) {
        (errors, 0) => count(errors, "error"),
        (0, warnings) => count(warnings, "warning"),
        (errors, warnings) => format!("{}, {}", count(errors, "error"), count(warnings, "warning")),
    }
}

impl Extend<Fault> for Faults {
    fn extend<I: IntoIterator<Item = Fault>>(&mut self, faults: I) {
        faults.into_iter().for_each(|fault| self.push(fault));
    }
}

impl From<Fault> for Faults {
    fn from(fault: Fault) -> Faults {
        Faults { listed: vec![fault], ..Faults::default() }
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let errors = self.iter().filter(|fault| fault.is_error()).count();
        let warnings = self.listed.len() - errors;
        f.write_str(&counted(errors + self.more_errors, warnings + self.more_warnings))?;
        let mut files: Vec<&str> = self.iter().filter_map(|fault| Some(fault.source_text()?.name())).collect();
        files.sort_unstable();
        files.dedup();
        if !files.is_empty() {
            write!(f, " in {}", files.join(", "))?;
        }
        match self.more() {
            Some(_) => write!(f, " ({} listed)", self.listed.len()),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Faults {}

impl Diagnostic for Faults {
    fn severity(&self) -> Option<Severity> {
        Some(if self.has_errors() { Severity::Error } else { Severity::Warning })
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn Diagnostic> + 'a>> {
        Some(Box::new(self.iter().map(|fault| fault as &dyn Diagnostic)))
    }
}
