//! All that the program can do, with each game that is a folder: those of the program, and the one that `init` makes.

use crate::golden::{Talk, talk};
use crate::reload::Talking;
use crate::served::{self, section, values};
use serde_json::{Value, json};
use std::path::PathBuf;
use tempfile::{TempDir, tempdir};

/// What is known of a folder before it is opened.
struct Known {
    /// The value of `--game`.
    game: &'static str,
    sides: &'static [&'static str],
    /// A phase of a turn of it that the others do not have.
    phase: &'static str,
    /// Where its rules go on behind the answer to the first question.
    line: &'static str,
    /// How many answers there are to the first question, and to the first two.
    sequences: [u64; 2],
}

const KNOWN: [Known; 5] = [
    Known { game: "draughts", sides: &["black", "white"], phase: "turn", line: "rules:18", sequences: [7, 49] },
    Known {
        game: "crown-and-league",
        sides: &["crown", "league"],
        phase: "operate",
        line: "rules:68",
        sequences: [6, 15],
    },
    Known { game: "alder-fords", sides: &["blue", "grey"], phase: "arrive", line: "rules:58", sequences: [2, 20] },
    Known { game: "fen", sides: &["otter", "heron", "pike"], phase: "act", line: "rules:20", sequences: [4, 16] },
    Known { game: "./own", sides: &["red", "blue"], phase: "turn", line: "rules:12", sequences: [5, 25] },
];

/// A folder in a directory that nobody else uses.
struct Tried {
    known: &'static Known,
    home: TempDir,
}

/// What is tried with each folder.
fn with_each(test: impl Fn(&Tried)) {
    for known in &KNOWN {
        let tried = Tried { known, home: tempdir().expect("a directory") };
        if known.game.starts_with('.') {
            tried.run("init own --game tabletop");
        }
        test(&tried);
    }
}

impl Tried {
    fn path(&self, file: &str) -> PathBuf {
        self.home.path().join(file)
    }

    /// Runs a command, in which `GAME` names the folder, `ONE` its first side, and `OTHERS` a bot for each other side.
    fn said(&self, line: &str, typed: &str) -> Talk {
        let line = line.replace("GAME", self.known.game).replace("ONE", self.known.sides[0]);
        let line = line.replace("OTHERS", &self.others());
        talk(self.home.path(), &line.split(' ').collect::<Vec<_>>(), typed)
    }

    /// Options that seat a bot as each side but the first.
    fn others(&self) -> String {
        let others: Vec<String> = self.known.sides[1..].iter().map(|side| format!("--{side} random")).collect();
        others.join(" ")
    }

    /// The same of a command that must succeed.
    #[track_caller]
    fn run(&self, line: &str) -> String {
        self.play(line, "")
    }

    #[track_caller]
    fn json(&self, line: &str) -> Value {
        let text = self.run(line);
        // A note on the position can follow.
        let first = serde_json::Deserializer::from_str(&text).into_iter().next().expect("a value");
        first.unwrap_or_else(|why| panic!("{}, {line}: {why}: {text}", self.known.game))
    }

    /// The same with lines that are typed, each of which must be understood.
    #[track_caller]
    fn play(&self, line: &str, typed: &str) -> String {
        let said = self.said(line, typed);
        assert_eq!(said.code, 0, "{}, {line}: {}", self.known.game, said.text);
        said.text
    }

    /// The lines of a record that are answers of sides.
    fn answers(&self, record: &str) -> Vec<String> {
        let text = std::fs::read_to_string(self.path(record)).expect("a record");
        let is_answer = |line: &&str| self.known.sides.iter().any(|side| line.starts_with(&format!("{side} ")));
        text.lines().filter(is_answer).map(str::to_string).collect()
    }

    /// Where pieces stand at the end of a record, as a side sees it.
    fn pieces(&self, record: &str, side: &str) -> Vec<Value> {
        let replayed = self.json(&format!("replay {record} --json --as {side}"));
        replayed["position"]["pieces"].as_array().expect("a list").clone()
    }
}

#[test]
fn the_laboratory_takes_every_folder() {
    with_each(|tried| {
        let simulated = tried.json("simulate --game GAME --games 3 --json --out rows.rows");
        assert_eq!(
            (&simulated["results"]["all"]["games"], &simulated["results"]["all"]["errors"]),
            (&json!(3), &json!(0))
        );
        let rows = std::fs::read_to_string(tried.path("rows.rows")).expect("rows");
        assert_eq!(rows.lines().count(), 4, "{rows}");
        tried.run("merge rows.rows --out rows.csv");
        let replayed = tried.json("replay --game GAME --from-sim 2 --json");
        assert!(replayed["next"].is_null() && replayed["position"]["turn"] != 0, "a whole game: {replayed}");
        // In as many games each bot plays each side once.
        let sides = tried.known.sides.len();
        let arena = tried.json(&format!("arena random search:3 --game GAME --games {sides} --json"));
        assert_eq!((&arena["all"]["games"], &arena["errors"]), (&json!(sides), &json!(0)));
        let compared = tried.json("compare --game GAME --ONE random --ONE search:3 --games 2 --to-the-end --json");
        assert_eq!((&compared["pairs"], &compared["errors"]), (&json!(2), &json!(0)));
        for (depth, sequences) in (1..).zip(tried.known.sequences) {
            let counted = tried.json(&format!("perft --game GAME --depth {depth} --json"));
            assert_eq!(counted["sequences"], sequences, "{}", tried.known.game);
        }
    });
}

/// A folder has cards, or `cards` refuses it.
#[test]
fn what_cards_change_is_found_for_each_folder_that_has_some() {
    with_each(|tried| {
        let said = tried.said("cards --game GAME --players random --games 2", "");
        let has_cards = tried.known.phase == "operate";
        assert_eq!(said.code, if has_cards { 0 } else { 2 }, "{}: {}", tried.known.game, said.text);
        assert_eq!(said.text.contains("2 games"), has_cards);
    });
}

#[test]
fn the_reference_of_a_folder_is_its_own() {
    with_each(|tried| {
        let reference = tried.json("api --game GAME --format json");
        let entries = reference["entries"].as_array().expect("a list");
        let has = |phase: &str| entries.iter().any(|entry| entry["form"] == format!("{phase}(side)"));
        for known in &KNOWN {
            assert_eq!(has(known.phase), known.phase == tried.known.phase, "{}: {}", tried.known.game, known.phase);
        }
    });
}

/// The board at the beginning is set up: by a script, in the first step of the game.
#[test]
fn a_picture_of_the_beginning_shows_the_pieces() {
    with_each(|tried| {
        tried.run("board --game GAME --out board.svg");
        let picture = std::fs::read_to_string(tried.path("board.svg")).expect("a picture");
        let group = picture.split_once("class=\"stacks\"").expect("a group").1;
        let stacks = group.split_once("<g").expect("a stack").1;
        assert!(stacks.contains("<text"), "{}: {picture}", tried.known.game);
    });
}

#[test]
fn a_copy_of_a_folder_is_played_as_the_program_says() {
    with_each(|tried| {
        if !tried.known.game.starts_with('.') {
            let said = tried.run("export own --game GAME");
            let command = said.lines().find_map(|line| line.trim().strip_prefix("wilderness ")).expect("a command");
            tried.run(command);
        }
        tried.run("check own --budget 2");
        let compared = tried.json("compare --game ./own --ONE random --ONE greedy --games 1 --to-the-end --json");
        assert_eq!(compared["errors"], 0);
    });
}

#[test]
fn the_prompt_takes_every_line_in_every_folder() {
    with_each(|tried| {
        let typed = "show\nshow map\n\nhelp\nhelp topics\nscore\nlog\nwhy 1\nwhatif 1\nhint\nexplain\nrules\nauto\n\
                     eval game.turn\ntrace on\n1\ntrace off\nundo --force\nredo\nback 1\nstep\ngoto start\n2\n\
                     branches\nbranch 1\nbookmark here\nsave one.record\n";
        tried.play("play --game GAME --seed 1 OTHERS", typed);
        let [first, second] = ["1", "2"].map(|number| {
            let file = format!("start-{number}.record");
            tried.play("play --game GAME --seed 1 --open-hands", &format!("{number}\nsave {file}\n"));
            tried.answers(&file)
        });
        assert!(tried.answers("one.record").contains(&first[0]) && first != second, "{}", tried.known.game);
    });
}

/// The first question of each folder stands in the middle of a function: it goes on with the answer, from its beginning.
#[test]
fn a_script_is_stopped_at_a_line_and_goes_on() {
    with_each(|tried| {
        let typed = format!("break {}\n1\ncontinue\nsave stopped.record\n", tried.known.line);
        let said = tried.said("play --game GAME --seed 1 --open-hands", &typed);
        assert_eq!(said.code, 0, "{}", said.text);
        assert!(said.reply("1").contains(tried.known.line), "{}: {}", tried.known.game, said.text);
        tried.play("play --game GAME --seed 1 --open-hands", "1\nsave plain.record\n");
        assert_eq!(tried.answers("stopped.record"), tried.answers("plain.record"));
    });
}

#[test]
fn a_record_needs_no_folder() {
    with_each(|tried| {
        tried.play("play --game GAME --seed 2 --open-hands", "1\n1\n1\n2\n1\nsave g.record\n");
        let other = tempdir().expect("a directory");
        std::fs::rename(tried.path("g.record"), other.path().join("g.record")).expect("moved");
        let moved = Tried { known: tried.known, home: other };
        assert_eq!(moved.answers("g.record").len(), 5);
        for side in tried.known.sides {
            assert!(!moved.pieces("g.record", side).is_empty());
            moved.run(&format!("replay g.record --html {side}.html --as {side}"));
            moved.run(&format!("board g.record --out {side}.svg --as {side}"));
        }
        let before = moved.answers("g.record");
        moved.play("play --load g.record --open-hands", "1\n1\nsave h.record\n");
        assert!(moved.answers("h.record").starts_with(&before), "{}", tried.known.game);
        let bots: String = tried.known.sides.iter().map(|side| format!("bot {side} random\n")).collect();
        moved.play("play --load g.record --open-hands", &format!("{bots}save end.record\n"));
        assert!(moved.json("replay end.record --json")["next"].is_null(), "bots play it to its end");
    });
}

#[test]
fn a_bot_answers_on_the_page_of_every_folder() {
    with_each(|tried| {
        let game = match tried.known.game.strip_prefix("./") {
            Some(folder) => tried.path(folder).display().to_string(),
            None => tried.known.game.to_string(),
        };
        let others = tried.others();
        // With a seed, because a short game may be over after six answers.
        let arguments: Vec<&str> = ["--game", &game, "--seed", "1"].into_iter().chain(others.split(' ')).collect();
        let server = served::start(&tried.path("games"), &arguments);
        let seat = server.link(tried.known.sides[0]);
        for _ in 0..6 {
            let state = server.state(&seat);
            let tokens = values(section(&state, "question"), "data-token");
            assert!(!tokens.is_empty(), "{game}: {}", section(&state, "question"));
            let said = server.wish(&seat, json!({ "at": state["at"], "token": tokens[0] }));
            assert_eq!(said["done"], true, "{said}");
        }
        let film = server.get(&format!("{seat}film"));
        assert_eq!(film.status, 200);
    });
}

/// What is saved elsewhere is taken up, and `compare` at the prompt plays it against what there was before.
#[test]
fn a_folder_is_watched_and_compared_with_what_it_was() {
    with_each(|tried| {
        if !tried.known.game.starts_with('.') {
            tried.run("export own --game GAME");
        }
        let script = tried.path("own/rules.rhai");
        let text = std::fs::read_to_string(&script).expect("the script");
        let mut talking = Talking::at(tried.home.path(), &["--game", "./own", "--seed", "1", "--open-hands"]);
        talking.line("compare 2").line("watch on").line("eval 40 + 2").until("\n42\n");
        std::fs::write(&script, format!("{text}\nfn more() {{ 1 }}\n")).expect("written");
        talking.line("eval 41 + 2").until("reloaded 1").until("\n43\n");
        talking.line("compare 2").until("2 pairs");
        let (_, complaints, code) = talking.end();
        assert_eq!(
            (complaints.matches("no: ").count(), code),
            (1, 1),
            "only the first comparison has nothing to do: {complaints}"
        );
    });
}
