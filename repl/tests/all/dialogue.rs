//! The dialogue: what people ask about the game, and in which words.

use super::golden::{dialogue_anywhere, golden};
use std::collections::BTreeSet;

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

#[test]
fn what_people_ask_in_their_own_words_is_answered_and_what_is_unclear_is_named() {
    let war = "if we are thrashed where do my men run to\nis anybody able to get at ticonderoga next turn\n\
               do i get a card less when i hold one\nwhat does the ambush card do\nhas anything been played yet\n\
               how is it with the thing over there\n";
    let battle = "can the siege guns hit fort oswego\nhow far may the nipissings go\nis the fort doubled\n\
                  when is the relief due\n";
    let folder = "who is ahead\nwhat may i choose now\nwould you give me some advice\n";
    let text = [
        dialogue_anywhere(&WAR, war).text,
        dialogue_anywhere(&BATTLE, battle).text,
        dialogue_anywhere(&["--game", "crown-and-league", "--seed", "5"], folder).text,
    ];
    golden("asking-in-plain-words", &text.concat());
}

/// The lines without slots that answer questions, of the intents in a file.
fn answers(intents: &str) -> BTreeSet<String> {
    let intents: toml::Table = toml::from_str(intents).expect("intents");
    let lines =
        intents["intent"].as_array().expect("a list").iter().filter_map(|intent| intent.get("lines")?.as_array());
    let lines = lines.flatten().flat_map(|line| line.as_str().unwrap_or_default().split(';'));
    lines.map(str::trim).filter(|line| !line.contains('{')).map(str::to_string).collect()
}

#[test]
fn every_line_that_answers_a_question_is_known_to_its_game() {
    let (war, battle) = (include_str!("../../help/war-intents.toml"), include_str!("../../help/battles-intents.toml"));
    for (game, intents) in [(&WAR[..], war), (&BATTLE[..], battle)] {
        let lines: Vec<String> = answers(intents).into_iter().collect();
        assert!(lines.len() > 10, "{lines:?}");
        let text = dialogue_anywhere(game, &(lines.join("\n") + "\n")).text;
        for unknown in ["is neither a command nor a name", "there is no help about", "usage:", "there is no table"] {
            assert!(!text.contains(unknown), "{unknown}: {text}");
        }
    }
}
