//! The tests of the battles, in one binary.

mod conformance;
mod content;
mod declarations;
mod editions;
mod examples;
mod games;
mod greedy;
mod occasions;
mod other_battle;
mod outlook;
mod own_content;
mod own_rules;
mod positions;
mod records;
mod rules;
mod scene;
mod scripts;
mod situation;
mod tactics;
mod thinking;
mod vectors;
mod why_not;
mod words;
