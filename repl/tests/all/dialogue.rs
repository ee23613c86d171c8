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
fn a_question_about_the_board_is_answered_from_the_board() {
    let war = "list my regulars\nwhere r all teh british redcoats rite now??\nwhich forts are mine\nlist wounded\n\
               how strong are the french compared with the british\nwhos in hudson carry north and how many are they\n\
               where's the new york regiment\nwhat is my strongest unit\nlist nonsense\n";
    let war = dialogue_anywhere(&WAR, war);
    let battle = "where are the english guns\nare any of my men disordered\nwho is sitting in the camp\nhow many militia have i\n";
    let battle = dialogue_anywhere(&["--scenario", "lake-george", "--seed", "5", "--british", "greedy"], battle);
    let folder =
        dialogue_anywhere(&["--game", "crown-and-league", "--seed", "5"], "list armies\nhow many pieces have they\n");
    golden("asking-about-the-board", &[war.text, battle.text, folder.text].concat());
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
