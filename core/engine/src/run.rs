//! Runs: who answers while the rules run. A table asks; the run that it holds answers. Each kind of run is a type of
//! its own, so that no two ways of asking "what if" get in each other's way; where two of them are wanted together, one
//! holds the other: odds are weighed, and refusals are explained, in a supposed game too.

mod count;
mod explain;
mod forks;
mod imagine;
mod redraw;
mod suppose;
mod trial;
mod up_to;
mod weigh;

pub(crate) use count::Count;
pub(crate) use explain::Explain;
pub(crate) use forks::Forks;
pub use forks::{Deals, ForkCount};
pub(crate) use imagine::Imagine;
pub(crate) use redraw::Redraw;
pub(crate) use suppose::Suppose;
pub(crate) use trial::Blind;
pub(crate) use up_to::UpTo;
pub use weigh::StandIn;
