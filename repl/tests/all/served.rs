//! The program as a server of pages.

use assert_cmd::cargo::cargo_bin;
use std::path::Path;
pub use wilderness_tests::served::{Server, Site, section, values};

/// Serves the games in a directory, on a free port.
pub fn start(games: &Path, arguments: &[&str]) -> Server {
    Server::of(&cargo_bin("wilderness"), games, arguments)
}
