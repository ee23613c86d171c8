//! The bodies of the fuzz targets. Each takes any bytes, and must neither panic nor loop forever; any fault or refusal
//! is fine. The same bodies replay the corpus as ordinary tests, so that every input that ever failed stays a test.

mod battles;
pub mod blind;
mod games;
mod lines;
mod texts;

pub use battles::{battle, battle_content, battle_position, battle_record};
pub use games::{decisions, prompt};
pub use lines::lines;
pub use texts::{position, record, scenario, script};

use std::cell::OnceCell;
use std::rc::Rc;
use wilderness_war::Scripts;

/// A target: a function of the bytes of an input.
pub type Target = fn(&[u8]);

/// The targets by name; the inputs of each are in `corpus/NAME`.
pub const TARGETS: [(&str, Target); 11] = [
    ("record", record),
    ("position", position),
    ("scenario", scenario),
    ("script", script),
    ("prompt", prompt),
    ("lines", lines),
    ("decisions", decisions),
    ("battle", battle),
    ("battle_record", battle_record),
    ("battle_position", battle_position),
    ("battle_content", battle_content),
];

/// The built-in scripts, compiled once for each thread.
fn scripts() -> Rc<Scripts> {
    thread_local!(static SCRIPTS: OnceCell<Rc<Scripts>> = const { OnceCell::new() });
    let load = || Rc::new(Scripts::embedded().unwrap_or_else(|faults| panic!("unsound scripts: {faults}")));
    SCRIPTS.with(|scripts| scripts.get_or_init(load).clone())
}
