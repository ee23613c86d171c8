//! The files of the shards of a run, read as one.

use super::file::head_of;
use super::{RowsHead, RowsReader, UnitForm};
use crate::facts::Facts;
use crate::shard::Shard;
use miette::miette;
use std::ops::RangeInclusive;
use std::path::PathBuf;

/// Files of rows that belong together, in the order of their seeds. Only one at a time is open, so there may be as many as
/// are wanted.
pub struct MergedFiles {
    files: Vec<(PathBuf, RowsHead)>,
    head: RowsHead,
}

impl MergedFiles {
    /// Reads the heads of files.
    ///
    /// # Errors
    /// A file that is not of the form; rows that do not belong together: the file, and what differs; a seed that is in two
    /// files.
    pub fn open(paths: &[PathBuf]) -> miette::Result<MergedFiles> {
        let Some(first) = paths.first() else { return Err(miette!("there is no file")) };
        let mut head = head_of(first)?;
        head.shard = Shard::WHOLE;
        let mut files = Vec::with_capacity(paths.len());
        for path in paths {
            let own = head_of(path)?;
            if let Some(why) = own.difference(&head) {
                let (path, first) = (path.display(), first.display());
                return Err(miette!("{path} does not go with {first}: it holds rows {why}"));
            }
            head.seeds = [head.seeds[0].min(own.seeds[0]), head.seeds[1].max(own.seeds[1])];
            files.push((path.clone(), own.without_games()));
        }
        files.sort_by_key(|(_, head)| head.own_seeds().map(|seeds| *seeds.start()));
        let own = files.iter().filter_map(|(path, head)| Some((path, head.own_seeds()?)));
        let own: Vec<(&PathBuf, RangeInclusive<u64>)> = own.collect();
        for pair in own.windows(2) {
            let [(one, before), (other, seeds)] = pair else { continue };
            if seeds.start() <= before.end() {
                let (one, other, seed) = (one.display(), other.display(), seeds.start());
                return Err(miette!("{other}: the seed {seed} is in {one} too, and would be counted twice"));
            }
        }
        Ok(MergedFiles { files, head })
    }

    /// The head of the whole run.
    pub fn head(&self) -> &RowsHead {
        &self.head
    }

    /// Reads all units in their order, with their numbers. Returns what is missing.
    ///
    /// # Errors
    /// A line that is not of the form; those of `each`.
    pub fn read<F: UnitForm>(
        &self,
        facts: &Facts,
        mut each: impl FnMut(u64, F::Unit) -> miette::Result<()>,
    ) -> miette::Result<Vec<String>> {
        let mut missing = Vec::new();
        let mut next = Some(self.head.seeds[0]);
        for (path, head) in &self.files {
            let Some(seeds) = head.own_seeds() else { continue };
            if let Some(next) = next.filter(|next| next < seeds.start()) {
                missing.push(self.no_file(next..=seeds.start() - 1));
            }
            next = seeds.end().checked_add(1);
            let mut rows = RowsReader::<F>::open(path, facts)?;
            let first = (head.seeds[0] - self.head.seeds[0]).saturating_mul(head.units);
            loop {
                let number = first.saturating_add(rows.number());
                let Some(unit) = rows.unit()? else { break };
                each(number, unit)?;
            }
            if rows.number() < head.own_units().end {
                let (from, to) = (head.place(rows.number()).0, seeds.end());
                missing.push(format!("seeds {from}..{to}: {} ends before them (shard {})", path.display(), head.shard));
            }
        }
        if let Some(next) = next.filter(|next| *next <= self.head.seeds[1]) {
            missing.push(self.no_file(next..=self.head.seeds[1]));
        }
        Ok(missing)
    }

    /// Seeds that no file has.
    fn no_file(&self, seeds: RangeInclusive<u64>) -> String {
        // Shards are named if all files are of the same run.
        let all = self.files.iter().map(|(_, head)| head);
        let mut ways = all.map(|head| (head.seeds, head.shard.all().count()));
        let way = ways.next().filter(|way| ways.all(|other| other == *way));
        let shard = self.files.first().map(|(_, head)| head.shard).filter(|_| way.is_some());
        let is_touched = |shard: &Shard| {
            let own = shard.seeds(&self.head.all_seeds());
            own.is_some_and(|own| own.start() <= seeds.end() && seeds.start() <= own.end())
        };
        let named: Vec<String> =
            shard.into_iter().flat_map(Shard::all).filter(is_touched).map(|shard| shard.to_string()).collect();
        let of = if named.is_empty() { String::new() } else { format!(" (shard {})", named.join(", ")) };
        format!("seeds {}..{}: no file has them{of}", seeds.start(), seeds.end())
    }
}
