//! What every tabletop wargame needs, and nothing that only one of them has. The engine knows no game, no terminal, no
//! network and no clock.

pub mod chance;
pub mod content;
pub mod faults;
pub mod files;
pub mod harmless;
pub mod json;
mod source;
