//! The tests of the war's parts, in one binary. Games as a whole are tested in `tests`.

mod agreement;
mod components;
mod content_lines;
mod deal;
mod deck;
mod greedy;
mod news;
mod own_components;
mod positions;
mod presets;
mod records;
mod rules;
mod scenarios;
mod scripts;
mod tables;
