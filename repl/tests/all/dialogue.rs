//! The dialogue: what people ask about the game, and in which words.

use super::golden::{dialogue_anywhere, golden};

const WAR: [&str; 4] = ["--seed", "3", "--british", "random"];
const BATTLE: [&str; 6] = ["--scenario", "fort-oswego", "--seed", "5", "--british", "greedy"];

#[test]
fn a_bare_name_and_a_question_show_the_thing() {
    let lines = "montcalm\nwhere is wolfe?\nfort duquesne\nwho is at fort edward\ngreat carrying place\nshow british\n\
                 show leaders french\nraids\nscore\nagain\n";
    let war = dialogue_anywhere(&WAR, lines);
    assert_eq!(war.code, 1, "only the ambiguous name is refused");
    let battle = dialogue_anywhere(&BATTLE, "montcalm\nwhere is mercer\nscore\nshow french\n");
    assert_eq!(battle.code, 0);
    golden("asking-about-things", &[war.text, battle.text].concat());
}

#[test]
fn the_tables_of_the_rules_can_be_seen_and_say_what_is_reconstructed() {
    let war = dialogue_anywhere(&WAR, "tables\nshow combat table\ntables raid\ntables victory\nhelp crt\n");
    let battle = dialogue_anywhere(&BATTLE, "tables\ntables all\nvictory\ntables xyzzy\n");
    golden("tables", &[war.text, battle.text].concat());
}
