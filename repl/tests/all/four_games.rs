//! The games of the program that are folders, by hand: what their boards, menus and commands say.

use crate::golden::{Talk, talk};
use crate::served;
use serde_json::Value;
use std::path::Path;
use tempfile::{TempDir, tempdir};

const HEXES: &str = "alder-fords";

fn home() -> TempDir {
    tempdir().expect("a directory")
}

fn typed(home: &Path, game: &str, lines: &str) -> Talk {
    talk(home, &["play", "--game", game, "--seed", "1", "--open-hands"], lines)
}

#[track_caller]
fn done(home: &Path, words: &str) -> String {
    let said = talk(home, &words.split(' ').collect::<Vec<_>>(), "");
    assert_eq!(said.code, 0, "{words}: {}", said.text);
    said.text
}

/// The board of a game at its beginning, and the data of the game.
fn drawn(game: &str) -> (String, toml::Table) {
    let home = home();
    done(home.path(), &format!("board --game {game} --out b.svg"));
    done(home.path(), &format!("export own --game {game}"));
    let read = |file: &str| std::fs::read_to_string(home.path().join(file)).expect("a file");
    (read("b.svg"), read("own/game.toml").parse().expect("data"))
}

/// What `check` finds in a new game with this in place of that in its data: code, and the whole.
fn found(from: &str, to: &str) -> Value {
    let home = home();
    done(home.path(), "init own --game tabletop");
    let file = home.path().join("own/game.toml");
    let text = std::fs::read_to_string(&file).expect("data");
    assert!(text.contains(from), "{text}");
    std::fs::write(&file, text.replacen(from, to, 1)).expect("written");
    let said = talk(home.path(), &["check", "own", "--json"], "");
    assert_eq!(said.code, 1, "{}", said.text);
    serde_json::from_str(&said.text).unwrap_or_else(|why| panic!("{why}: {}", said.text))
}

#[test]
fn hexes_of_the_terrain_that_all_have_take_the_colour_of_its_symbol() {
    let (svg, data) = drawn(HEXES);
    let colour = |id: &str| {
        let symbols = data["symbol"].as_array().expect("symbols").iter();
        let mut of_it = symbols.filter(|symbol| symbol["id"].as_str() == Some(id));
        of_it.next().and_then(|symbol| symbol["colour"].as_str()).expect("a colour").to_string()
    };
    let count = |id: &str| svg.matches(&format!("fill=\"{}\"", colour(id))).count();
    assert!(count("clear") > 50 && count("river") > 5, "{} clear, {} of the river", count("clear"), count("river"));
}

#[test]
fn counters_show_the_strength_that_units_have_and_the_legend_names_it() {
    let (hexes, data) = drawn(HEXES);
    let strengths = data["kind"].as_array().expect("kinds").iter().filter_map(|kind| kind["strength"].as_integer());
    for strength in strengths {
        assert!(hexes.contains(&format!(">{strength}</text>")), "{strength}");
    }
    let (squares, _) = drawn("draughts");
    for (svg, has) in [(&hexes, true), (&squares, false)] {
        assert_eq!((svg.contains("strength"), svg.contains("leader"), svg.contains("combat")), (has, false, false));
    }
}

/// `[facts]` says that a unit has two steps: their track begins there.
#[test]
fn a_track_begins_with_the_fact_that_all_things_have() {
    let home = home();
    typed(home.path(), HEXES, "save g.record\n");
    let replayed: Value = serde_json::from_str(&done(home.path(), "replay g.record --json")).expect("JSON");
    let pieces = replayed["position"]["pieces"].as_array().expect("pieces").clone();
    assert!(!pieces.is_empty() && pieces.iter().all(|piece| piece["tracks"]["steps"] == 2), "{pieces:?}");
}

#[test]
fn a_menu_of_units_says_where_each_stands() {
    let home = home();
    let said = typed(home.path(), HEXES, "later\n");
    let menu = said.reply("later").to_string();
    assert!(menu.contains("at b2"), "{menu}");
    let said = typed(home.path(), HEXES, "where foot\nshow horse\n");
    assert_eq!(said.code, 0, "{}", said.text);
    assert!(said.reply("where foot").contains("b2") && said.reply("show horse").contains("i2"), "{}", said.text);
}

#[test]
fn where_without_a_name_shows_its_usage() {
    let said = typed(home().path(), HEXES, "where\n");
    assert!(said.reply("where").contains(" NAME"), "{}", said.text);
}

#[test]
fn a_game_without_optional_rules_does_not_say_how_to_change_them() {
    let said = typed(home().path(), "fen", "rules\nrules raid on\n");
    let replies = [said.reply("rules"), said.reply("rules raid on")];
    assert!(replies.iter().all(|reply| !reply.is_empty() && !reply.contains("RULE")), "{}", said.text);
}

#[test]
fn who_edits_a_game_of_the_program_is_told_how_to_copy_it() {
    let said = typed(home().path(), "fen", "edit rules\nreload\n");
    for line in ["edit rules", "reload"] {
        assert!(said.reply(line).contains("export fen"), "{}", said.text);
    }
}

#[test]
fn a_stopped_script_of_a_game_without_cards_speaks_of_no_card() {
    let said = typed(home().path(), "draughts", "break rules:18\n1\nundo\n");
    assert!(said.reply("1").contains("rules:18"), "{}", said.text);
    assert!(!said.text.contains(" card"), "{}", said.text);
}

#[test]
fn branches_and_goto_name_the_turn() {
    let home = home();
    let said = typed(home.path(), "draughts", "1\n1\nbranches\ngoto turn 2\nsave g.record\n");
    assert_eq!(said.code, 0, "{}", said.text);
    assert!(said.reply("branches").contains("turn 3"), "{}", said.text);
    assert!(said.reply("goto turn 2").contains("White"), "{}", said.text);
}

#[test]
fn optional_rules_of_a_folder_are_drawn_at_random() {
    let home = home();
    done(home.path(), "simulate --game alder-fords --random-rules --games 8 --out games.csv");
    let rows = std::fs::read_to_string(home.path().join("games.csv")).expect("rows");
    let mut lines = rows.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let at = lines.next().expect("a head").iter().position(|name| *name == "rules").expect("a column");
    let drawn: std::collections::BTreeSet<String> = lines.map(|cells| cells[at].to_string()).collect();
    assert!(drawn.len() > 1 && drawn.iter().any(|rules| rules.contains("raid")), "{drawn:?}");
    let said = talk(home.path(), &["simulate", "--game", "fen", "--random-rules", "--games", "1"], "");
    assert!(said.code != 0, "a game without optional rules has none to draw: {}", said.text);
}

#[test]
fn a_letter_of_two_characters_and_a_place_between_numbers_are_faults_where_they_are() {
    let symbol = "[[symbol]]\nid = \"wood\"\ncolour = \"#1d4f91\"\nletter = \"ww\"\n\n[[kind]]";
    assert_eq!(found("[[kind]]", symbol)[0]["code"], "tabletop::letter");
    let fraction = found("[[kind]]", "[[board.place]]\nid = \"c1\"\nat = [1.5, 2]\n\n[[kind]]");
    assert_eq!(fraction[0]["code"], "tabletop::bad_value", "{fraction}");
}

#[test]
fn a_key_of_the_game_below_a_table_is_told_where_it_belongs() {
    for table in ["[facts]", "[[question]]", "[[kind]]"] {
        let moved = format!("{table}\nahead = 3");
        let found = match table {
            "[facts]" => found("[[kind]]", &format!("{moved}\n\n[[kind]]")),
            _ => found(table, &moved),
        };
        let all = found.as_array().expect("a list").iter();
        let helps: Vec<String> =
            all.filter(|fault| fault.to_string().contains("`ahead`")).map(Value::to_string).collect();
        assert!(helps.iter().any(|fault| fault.contains("first table")), "{table}: {found}");
    }
}

#[test]
fn the_legend_in_the_terminal_parts_letters_from_words() {
    let said = typed(home().path(), "crown-and-league", "show map\n");
    let legend = said.reply("show map").lines().last().unwrap_or_default().to_string();
    assert!(said.reply("show map").contains("h Hills"), "{legend}");
}

#[test]
fn the_fen_ends_in_its_last_round() {
    let home = home();
    let bots = "bot otter random\nbot heron random\nbot pike random\nscore\n";
    let said = typed(home.path(), "fen", bots);
    assert!(said.text.contains("6 of 6") && !said.text.contains("7 of 6"), "{}", said.text);
}

#[test]
fn who_made_a_game_is_said_where_it_is_listed_and_played() {
    let home = home();
    done(home.path(), "init own --game tabletop");
    let made_by = "A. Maker (CC0-1.0)";
    let listed = done(home.path(), "scenarios --game ./own");
    let played = typed(home.path(), "./own", "score\n").text;
    assert!(listed.contains(made_by) && played.contains(made_by), "{listed}{played}");
}

#[test]
fn the_operator_can_begin_a_game_of_the_persons_own_directory() {
    let at = home();
    std::fs::create_dir_all(at.path().join("wilderness/games")).expect("a directory");
    done(at.path(), "init wilderness/games/mine --game tabletop");
    let server = served::start(at.path(), &["--game", "draughts"]);
    let operator = server.link("All games");
    let list = server.get(&operator).body;
    assert!(list.contains("value=\"mine\"") && list.contains("A. Maker"), "{list}");
    let form = "game=mine&scenario=standard&red=&blue=random";
    let begun = server.post(&format!("{operator}new"), "application/x-www-form-urlencoded", form);
    assert_eq!(begun.status, 303, "{}", begun.body);
    let list = server.get(&operator).body;
    assert!(list.contains("game-2"), "{list}");
}

/// The texts of the numbered choices in a reply, in their order.
fn menu(reply: &str) -> Vec<String> {
    let lines = reply.lines().filter_map(|line| line.trim_start().split_once(' '));
    let numbered = lines.filter(|(number, _)| number.parse::<u32>().is_ok());
    numbered.map(|(_, text)| text.trim().to_string()).collect()
}

#[test]
fn eval_did_not_call_the_functions_of_a_folders_script() {
    let lines = "eval river().len()\neval rivr()\neval strength(())\n";
    let said = typed(home().path(), HEXES, lines);
    assert_eq!(said.reply("eval river().len()").trim(), "8", "{}", said.text);
    assert!(said.reply("eval rivr()").contains("`river`"), "{}", said.text);
    let inside = said.reply("eval strength(())");
    assert!(inside.contains("rules.rhai:183") && inside.contains("eval:1"), "the fault is where it arose: {inside}");
}

#[test]
fn a_menu_of_places_followed_the_alphabet() {
    let said = typed(home().path(), HEXES, "later\nshow\n");
    let units = menu(said.reply("show"));
    let places: Vec<&str> = units.iter().filter_map(|unit| Some(unit.split_once(" at ")?.1)).collect();
    assert_eq!(places, ["b2", "f2", "i2", "b3", "c3", "d3", "e3", "f3", "h4"], "row by row");
    assert_eq!(units.last().map(String::as_str), Some("end"), "what is no place comes last");
    let moves = menu(typed(home().path(), "draughts", "show\n").reply("show"));
    assert_eq!(moves, ["9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"]);
}

#[test]
fn odds_took_no_combat_by_its_function_and_values() {
    let lines = "odds battle 1\nodds battle(1)\nodds battle [column(game.pieces(Side::BLUE), game.place(\"f6\"))][0]\nodds battle\nodds battle 1, 2\nodds\n";
    let said = typed(home().path(), HEXES, lines);
    let odds: Vec<&str> = said.reply("odds battle 1").lines().filter(|line| line.contains('%')).collect();
    let chances = odds.iter().map(|line| line.split('%').next().unwrap_or_default().trim().parse().expect("a number"));
    let chances: Vec<f64> = chances.collect();
    assert!(chances.len() == 4 && (chances.iter().sum::<f64>() - 100.0).abs() < 0.1, "{}", said.text);
    assert_eq!(chances[..2], [33.33, 33.33], "{}", said.text);
    assert_eq!(said.reply("odds battle 1"), said.reply("odds battle(1)"));
    let expression = said.reply("odds battle [column(game.pieces(Side::BLUE), game.place(\"f6\"))][0]");
    assert!(expression.contains('%'), "{expression}");
    for line in ["odds battle", "odds battle 1, 2", "odds"] {
        assert!(said.reply(line).to_lowercase().contains("column"), "{line}: {}", said.text);
    }
    let said = typed(home().path(), "crown-and-league", "odds fight 3, 2\nodds draw\n");
    assert!(said.reply("odds fight 3, 2").contains('%'), "{}", said.text);
    assert!(!said.reply("odds draw").contains('%'), "it is no combat: {}", said.text);
}

#[test]
fn help_spoke_of_cards_in_a_game_without_cards() {
    let lines = ["help", "help rewind", "help undo", "help break", "help edit"];
    let said = typed(home().path(), "draughts", &lines.map(|line| format!("{line}\n")).concat());
    for line in lines {
        let reply = said.reply(line).to_lowercase();
        assert!(!reply.is_empty() && !reply.contains("card"), "{line}: {reply}");
    }
}

#[test]
fn a_phone_had_a_tab_for_cards_in_a_game_without_cards() {
    for (game, seat, has) in [("draughts", "black", false), ("crown-and-league", "crown", true)] {
        let home = home();
        let server = served::start(home.path(), &["--game", game]);
        let page = server.get(&server.link(seat)).body;
        assert!(page.contains("data-tab=\"news\""), "{page}");
        assert_eq!(page.contains("data-tab=\"cards\""), has, "{game}");
    }
}

#[test]
fn a_standing_without_points_says_only_the_time() {
    let heading = |game: &str| {
        let said = typed(home().path(), game, "show\n");
        said.reply("show").lines().next().unwrap_or_default().to_string()
    };
    assert_eq!(heading("draughts"), "Black · turn 1");
    let level = heading("crown-and-league");
    assert!(level.contains("Crown 9") && level.contains("League 9"), "{level}");
}

#[test]
fn hexes_that_have_a_name_show_it() {
    let (svg, data) = drawn(HEXES);
    let named = data["board"]["place"].as_array().expect("places").iter();
    let names: Vec<&str> = named.filter_map(|place| place["name"].as_str()).collect();
    assert_eq!(names.len(), 6);
    for name in names {
        let is_shown = |text: &str| svg.contains(&format!(">{text}</text>"));
        assert!(is_shown(name) || name.split(' ').all(is_shown), "{name} is in one line or two");
    }
}

#[test]
fn a_bot_played_the_grey() {
    let said = typed(home().path(), HEXES, "bot grey random\n");
    let first = said.reply("bot grey random").lines().next().unwrap_or_default().to_string();
    assert!(first.ends_with(" Grey") && !first.contains("the Grey"), "{first}");
    let said = typed(home().path(), "crown-and-league", "bot league random\n");
    let first = said.reply("bot league random").lines().next().unwrap_or_default().to_string();
    assert!(first.ends_with(" the League"), "{first}");
}

#[test]
fn help_listed_commands_that_a_game_has_nothing_for() {
    for (game, hand, tutorial) in [("draughts", false, false), ("crown-and-league", true, true)] {
        let said = typed(home().path(), game, "help\n");
        let words: Vec<&str> = said.reply("help").split_whitespace().collect();
        assert_eq!((words.contains(&"hand"), words.contains(&"tutorial")), (hand, tutorial), "{game}: {words:?}");
    }
}

#[test]
fn the_key_of_a_map_gave_units_without_strength_a_strength() {
    let said = typed(home().path(), "fen", "show map\n");
    let key = said.reply("show map").lines().last().unwrap_or_default().to_string();
    assert!(key.contains("F Follower") && !key.contains("O7"), "{key}");
}

#[test]
fn new_refused_a_bot_and_said_nothing_of_how_to_seat_one() {
    let said = typed(home().path(), "draughts", "new fen --otter greedy\n");
    assert!(said.reply("new fen --otter greedy").contains("`bot SIDE"), "{}", said.text);
}
