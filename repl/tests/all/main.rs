//! The tests of the program, in one binary: it is linked once.

mod balance;
mod battle_records;
mod battles;
mod board;
mod browser;
mod cards;
mod causeways;
mod check;
mod commands;
mod content;
mod dialogue;
mod film;
mod first_minute;
mod games;
mod golden;
mod guide;
mod hidden;
mod lab;
mod layers;
mod lines;
mod look;
mod lsp;
mod lsp_wire;
mod machine;
mod mistakes;
mod old_games;
mod outpost;
mod page;
mod page_asks;
mod page_link;
mod parts;
mod peeking;
mod perft;
mod phrasings;
#[cfg(unix)]
mod proxy;
mod readme;
mod records;
mod reload;
mod repl;
mod robustness_input;
mod robustness_options;
mod robustness_output;
mod robustness_saving;
mod say;
mod served;
mod shell;
#[cfg(unix)]
mod signals;
mod stepping;
#[cfg(unix)]
mod terminal;
mod time;
mod tutorial;
mod warnings;
mod workshop;
