//! Which scripts run, one within the other. What is noted of one ends with it even if it panics: other games of the
//! thread go on with the same host.

use super::sandbox::Watch;
use crate::faults::Source;
use std::cell::RefCell;

/// The scripts that act, each called by what the one before does.
pub(super) type RunningScripts = RefCell<Vec<(Source, &'static str)>>;

/// A call within those that run.
pub(super) struct RunningCall<'a>(&'a Watch);

impl RunningCall<'_> {
    /// A call begins.
    pub fn begin(watch: &Watch) -> RunningCall<'_> {
        watch.depth.set(watch.depth.get() + 1);
        RunningCall(watch)
    }
}

impl Drop for RunningCall<'_> {
    fn drop(&mut self) {
        self.0.depth.set(self.0.depth.get() - 1);
    }
}

/// A script that acts, within those that do.
pub(super) struct RunningFunction<'a>(&'a RunningScripts);

impl<'a> RunningFunction<'a> {
    /// A function of a script begins.
    pub fn begin(all: &'a RunningScripts, function: (Source, &'static str)) -> RunningFunction<'a> {
        all.borrow_mut().push(function);
        RunningFunction(all)
    }
}

impl Drop for RunningFunction<'_> {
    fn drop(&mut self) {
        self.0.borrow_mut().pop();
    }
}

/// The scripts that run, set aside while something runs that does not concern them: a search in the middle of an event.
pub(super) struct SetAsideScripts<'a> {
    watch: &'a Watch,
    running: &'a RunningScripts,
    depth: u32,
    operations: u64,
    halted: bool,
    set_aside: Vec<(Source, &'static str)>,
}

impl<'a> SetAsideScripts<'a> {
    /// Sets them aside while something is done.
    pub fn during<T>(watch: &'a Watch, running: &'a RunningScripts, work: impl FnOnce() -> T) -> T {
        let (depth, operations, halted) = (watch.depth.take(), watch.operations.take(), watch.halted.take());
        let _until_done = SetAsideScripts { watch, running, depth, operations, halted, set_aside: running.take() };
        work()
    }
}

impl Drop for SetAsideScripts<'_> {
    fn drop(&mut self) {
        self.watch.depth.set(self.depth);
        self.watch.operations.set(self.operations);
        self.watch.halted.set(self.halted);
        self.running.replace(std::mem::take(&mut self.set_aside));
    }
}
