//! Runs that are spread over many machines: the merged shards say what the single run says, byte for byte.

use super::lab::{done, refused};
use super::machine::{HANG, skip};
use std::fs::{read, read_to_string, write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Instant;
use tempfile::tempdir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_wilderness");

/// The examples of the book.
fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../core/lab/book/machines").join(name)
}

/// A command in a directory, for which `wilderness` is the program under test, and that no scheduler has started.
fn command(at: &Path, program: &str) -> Command {
    let mut command = Command::new(program);
    let beside = Path::new(PROGRAM).parent().expect("a directory").display().to_string();
    command.current_dir(at).env("PATH", format!("{beside}:{}", std::env::var("PATH").unwrap_or_default()));
    for variable in ["SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX", "PARALLEL_SEQ"] {
        command.env_remove(variable);
    }
    command
}

fn well(output: Output) -> Output {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output
}

/// The whole of a run, as it is told and as rows; and the shards of it merged, with the same options of telling.
fn both(at: &Path, run: &str, telling: [&str; 2], of: u64) {
    let [single, merging] = telling;
    let whole = done(at, &format!("{run} {single} --out whole.rows --force"));
    let shards: Vec<String> = (1..=of).map(|number| format!("shard-{number}.rows")).collect();
    for (number, file) in shards.iter().enumerate() {
        done(at, &format!("{run} --shard {}/{of} --jobs 1 --out {file} --force", number + 1));
    }
    let merged = done(at, &format!("merge {} {merging} --out merged.rows --force", shards.join(" ")));
    assert_eq!(merged, whole, "{run}");
    let [whole, merged] = ["whole.rows", "merged.rows"].map(|file| read(at.join(file)).expect("rows"));
    assert_eq!(merged, whole, "{run}");
}

#[test]
fn the_shards_of_every_command_merge_to_what_one_run_gives() {
    let at = tempdir().expect("a directory");
    let at = at.path();
    both(at, "simulate --games 6 --events", ["", "--events"], 3);
    both(at, "simulate --games 5 --all-scenarios --random-rules --json", ["", "--json"], 4);
    both(at, "simulate --game battles --games 7 --all-scenarios", ["", ""], 3);
    // More shards than games.
    both(at, "simulate --game fen --games 2", ["", ""], 3);
    let scripts = at.join("b");
    wilderness_tests::copy_scripts(&scripts);
    let file = scripts.join("events/small_pox.rhai");
    let script = read_to_string(&file).expect("a script");
    write(&file, script.replacen("fn play() {", "fn play() {\n    game.score(game.side, 5, \"a trial\");", 1))
        .expect("room");
    both(at, "compare --scripts b --games 8", ["--svg whole.svg", "--svg merged.svg"], 3);
    let [whole, merged] = ["whole.svg", "merged.svg"].map(|file| read(at.join(file)).expect("a plot"));
    assert_eq!(merged, whole);
    both(at, "compare --game fen --otter random --otter greedy --games 4", ["--json", "--json"], 2);
    both(at, "arena random greedy search:2 --game draughts --games 4", ["--markdown", "--markdown"], 2);
    both(at, "arena random greedy --scenarios lake-george,quebec --games 4", ["--json", "--json"], 2);
    both(
        at,
        "cards --players random --games 3 --scripts built-in --scripts b",
        ["--csv whole.csv", "--csv merged.csv"],
        2,
    );
    let [whole, merged] = ["whole.csv", "merged.csv"].map(|file| read(at.join(file)).expect("a table"));
    assert_eq!(merged, whole);
    both(at, "cards --game crown-and-league --players random --games 4", ["", ""], 3);
    assert!(refused(at, "cards --games 2 --out cards.csv").contains("a table"));
    assert!(refused(at, "cards --shard 1/2").contains("--games"));
}

#[test]
fn a_table_of_merged_shards_is_the_table_of_the_run() {
    let at = tempdir().expect("a directory");
    let at = at.path();
    for form in ["csv", "jsonl"] {
        for (run, files) in [("simulate --games 5", "s"), ("compare --handicap 0 --handicap 1 --games 3", "c")] {
            done(at, &format!("{run} --out {files}.{form}"));
            (1..=2).for_each(|number| {
                drop(done(at, &format!("{run} --shard {number}/2 --out {files}{number}.rows --force")))
            });
            done(at, &format!("merge {files}1.rows {files}2.rows --out merged.{form}"));
            let [whole, merged] =
                [format!("{files}.{form}"), format!("merged.{form}")].map(|file| read(at.join(file)).expect("a table"));
            assert_eq!(merged, whole);
        }
    }
}

/// Kills a run as soon as a file has a few rows, so that it cannot say anything more.
fn killed(mut run: Command, rows: &Path) {
    let mut child = run.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it runs");
    let began = Instant::now();
    while !read_to_string(rows).is_ok_and(|text| text.lines().count() > 3)
        && child.try_wait().expect("a process").is_none()
    {
        assert!(began.elapsed() < HANG, "no game is ever played");
        std::thread::yield_now();
    }
    // It sends SIGKILL.
    let _ = child.kill();
    child.wait().expect("it ends");
}

#[test]
fn a_shard_that_was_killed_is_resumed() {
    let at = tempdir().expect("a directory");
    let at = at.path();
    let run = "simulate --scenario lake-george --games 160";
    let whole = done(at, &format!("{run} --out whole.rows"));
    for number in 1..=8 {
        let shard = format!("{run} --jobs 1 --shard {number}/8 --out {number}.rows");
        if number == 5 {
            let mut run = command(at, PROGRAM);
            run.args(shard.split(' '));
            let rows = at.join("5.rows");
            killed(run, &rows);
            // A line that was being written.
            let text = read(&rows).expect("rows");
            write(&rows, &text[..text.len() - 7]).expect("room");
            let gap = refused(at, "merge 1.rows 2.rows 3.rows 4.rows 5.rows");
            assert!(gap.contains("81..") || gap.contains("100: 5.rows ends"), "{gap}");
            let begun = read_to_string(&rows).expect("rows").lines().count() - 2;
            let resumed = well(command(at, PROGRAM).args(shard.split(' ')).output().expect("it runs"));
            let said = String::from_utf8_lossy(&resumed.stderr).into_owned();
            assert!(said.contains(&format!("5.rows: {begun} of 20 are played already")), "{said}");
        } else {
            done(at, &shard);
        }
    }
    let files: Vec<String> = (1..=8).map(|number| format!("{number}.rows")).collect();
    assert_eq!(done(at, &format!("merge {} --out merged.rows", files.join(" "))), whole);
    assert_eq!(read(at.join("merged.rows")).expect("rows"), read(at.join("whole.rows")).expect("rows"));
}

#[test]
fn a_shard_with_other_scripts_names_the_file_that_differs() {
    let at = tempdir().expect("a directory");
    let at = at.path();
    let scripts = at.join("mine");
    wilderness_tests::copy_scripts(&scripts);
    done(at, "simulate --scripts mine --games 4 --shard 1/2 --out 1.rows");
    let file = scripts.join("events/small_pox.rhai");
    write(&file, read_to_string(&file).expect("a script") + "// A remark.\n").expect("room");
    done(at, "simulate --scripts mine --games 4 --shard 2/2 --out 2.rows");
    let other = refused(at, "merge 1.rows 2.rows");
    assert!(["1.rows", "2.rows", "events/small_pox.rhai"].iter().all(|name| other.contains(name)), "{other}");
    let other = refused(at, "simulate --scripts mine --games 4 --shard 1/2 --out 1.rows");
    assert!(other.contains("events/small_pox.rhai"), "{other}");
    let gap = refused(at, "merge 2.rows");
    assert!(gap.contains("1..2") && gap.contains("(shard 1/2)"), "{gap}");
}

#[test]
fn a_number_that_no_game_has_overflowed_a_sum_of_merge() {
    let at = tempdir().expect("a directory");
    let at = at.path();
    // In the first row: a count of the first card, a score, and how often an event was played.
    let rows = [
        ("cards --games 1 --card 4", "[[1,0,[", "[[1,0,[9223372036854775807,"),
        ("simulate --games 1", "]],[[", "]],[[1,0,[9223372036854775807,0],1,[0,\"\"],{}],["),
        ("simulate --games 1", ",\"", ",\"(9223372036854775807)"),
    ];
    for (run, place, number) in rows {
        done(at, &format!("{run} --out all.rows --force"));
        let text = read_to_string(at.join("all.rows")).expect("rows");
        let (head, row) = text.split_once('\n').expect("a head");
        let from = row.rfind(place).expect("a number");
        write(
            at.join("all.rows"),
            format!("{head}\n{}", row[..from].to_string() + number + &row[from + place.len()..]),
        )
        .expect("room");
        let wrong = refused(at, "merge all.rows");
        assert!(wrong.contains("all.rows:2: "), "{run}: {wrong}");
    }
}

#[test]
fn pairs_without_those_that_are_missing_were_told_as_an_interrupted_run() {
    let at = tempdir().expect("a directory");
    let at = at.path();
    done(at, "compare --handicap 0 --handicap 1 --games 4 --shard 2/2 --out 2.rows");
    let told = done(at, "merge 2.rows --incomplete");
    assert!(told.contains("2 pairs") && !told.contains("stopped"), "{told}");
}

/// What the run of the examples gives, played at once.
fn example_run(at: &Path, games: u64) -> Vec<u8> {
    let run = format!(
        "simulate --scenario annus-mirabilis --french greedy --british greedy --games {games} --out whole.rows"
    );
    done(at, &run);
    read(at.join("whole.rows")).expect("rows")
}

#[test]
fn the_example_for_gnu_parallel_runs() {
    let at = tempdir().expect("a directory");
    let at = at.path();
    if Command::new("parallel").arg("--version").output().is_err() {
        return skip("parallel", "GNU parallel is not installed");
    }
    let run = || {
        let mut run = command(at, "sh");
        run.arg(example("parallel.sh")).env("GAMES", "11").env("HOME", at);
        well(run.output().expect("it runs"))
    };
    let output = run();
    assert_eq!(read(at.join("all.rows")).expect("rows"), example_run(at, 11));
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("11 games"));
    assert!(String::from_utf8_lossy(&output.stderr).contains("PARALLEL_SEQ"));
    // All of it is there already.
    assert_eq!(run().stdout, output.stdout);
}

#[test]
fn the_example_for_slurm_runs_in_the_environment_of_its_array() {
    let at = tempdir().expect("a directory");
    let at = at.path();
    let text = read_to_string(example("array.sbatch")).expect("the example");
    assert!(text.contains("#SBATCH --array=1-8\n"), "{text}");
    for task in 1..=8 {
        let mut run = command(at, "bash");
        let array = [("ID", task), ("COUNT", 8), ("MIN", 1), ("MAX", 8)];
        run.envs(array.map(|(name, value)| (format!("SLURM_ARRAY_TASK_{name}"), value.to_string())));
        let output = well(run.arg(example("array.sbatch")).env("GAMES", "9").output().expect("it runs"));
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains(&format!("shard {task}/8: ")) && said.contains("SLURM_ARRAY_TASK_ID"), "{said}");
    }
    let files: Vec<String> = (1..=8).map(|task| format!("shard-{task}.rows")).collect();
    done(at, &format!("merge {} --out all.rows", files.join(" ")));
    assert_eq!(read(at.join("all.rows")).expect("rows"), example_run(at, 9));
}

#[test]
fn the_example_for_kubernetes_runs_with_its_indexes() {
    let at = tempdir().expect("a directory");
    let at = at.path();
    let text = read_to_string(example("job.yaml")).expect("the example");
    assert!(text.contains("completions: 8\n") && text.contains("completionMode: Indexed\n"), "{text}");
    let words = text.lines().skip_while(|line| line.trim() != "command:").skip(1);
    let words: Vec<&str> = words.map_while(|line| line.trim().strip_prefix("- ")).collect();
    assert_eq!((words[0], words.len()), ("wilderness", 9), "{words:?}");
    for index in 0..8 {
        let index = index.to_string();
        let words =
            words[1..].iter().map(|word| word.replace("$(JOB_COMPLETION_INDEX)", &index).replace("=1000000", "=9"));
        well(command(at, PROGRAM).args(words).env("JOB_COMPLETION_INDEX", &index).output().expect("it runs"));
    }
    let files: Vec<String> = (0..8).map(|index| format!("shard-{index}.rows")).collect();
    done(at, &format!("merge {} --out all.rows", files.join(" ")));
    assert_eq!(read(at.join("all.rows")).expect("rows"), example_run(at, 9));
}

/// What a recipe in Python prints of a table.
fn recipe(at: &Path, arguments: &[&str]) -> Option<String> {
    let output = command(at, "python3").args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn the_recipes_for_python_and_duckdb_say_the_same() {
    let at = tempdir().expect("a directory");
    let at = at.path();
    let told = done(at, "simulate --games 20 --events --out games.csv");
    if recipe(at, &["-c", ""]).is_none() {
        return skip("python", "Python is not installed");
    }
    let script = example("events.py").display().to_string();
    let table = recipe(at, &[&script, "games.csv"]).expect("a table");
    let mut lines = table.lines();
    assert_eq!(lines.next(), Some("event,games,with,without"));
    let counted: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    assert!(counted.len() > 20, "{table}");
    // The program says in how many of the games each event was played.
    for event in &counted {
        let share = 100.0 * event[1].parse::<f64>().expect("a number") / 20.0;
        let line = told.lines().find(|line| line.split(' ').next_back() == Some(event[0])).expect("the event");
        assert!(line.contains(&format!(" {share:.1} % (")), "{event:?}: {line}");
    }
    if recipe(at, &["-c", "import duckdb"]).is_none() {
        return skip("duckdb", "DuckDB is not installed");
    }
    let query = "import duckdb, sys\nfor row in duckdb.sql(open(sys.argv[1]).read()).fetchall():\n    \
                 print(row[0], row[1], *(f'{n:+.2f}' if n is not None else '' for n in row[2:]), sep=',')";
    let sql = example("events.sql").display().to_string();
    let of_duckdb = recipe(at, &["-c", query, &sql]).expect("a table");
    let close = |one: &str, other: &str| {
        one == other
            || one
                .parse::<f64>()
                .ok()
                .zip(other.parse::<f64>().ok())
                .is_some_and(|(one, other)| (one - other).abs() < 0.011)
    };
    assert_eq!(of_duckdb.lines().count(), counted.len(), "{of_duckdb}");
    for (line, event) in of_duckdb.lines().zip(&counted) {
        assert!(line.split(',').zip(event).all(|(one, other)| close(one, other)), "{line} {event:?}");
    }
}
