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

#[test]
fn a_misspelt_name_is_asked_back_about_and_no_is_not_an_answer_to_the_game() {
    let begun = "activate montclam alone to sorel using 5\n";
    let lines = format!("{begun}no\n{begun}montcalm\n{begun}yes\n");
    golden("did-you-mean", &dialogue_anywhere(&WAR, &lines).text);
}

#[test]
fn a_question_never_acts_even_in_the_words_of_a_sentence() {
    let lines = "activate montcalm with all to sorel using 5?\nwho is winning?\nwhat is the supply like?\n\
                 2 points for montcalm\nsave please, then stop\n";
    golden("questions-do-nothing", &dialogue_anywhere(&WAR, lines).text);
}

#[test]
fn a_number_that_counts_is_no_choice() {
    let lines = "3 forts begun at cataraqui, venango\n3 force\nundo\n3\n";
    golden("a-number-that-counts", &dialogue_anywhere(&["--british", "random", "--seed", "3"], lines).text);
}
