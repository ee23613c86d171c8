//! Optional rules of a designer: at moments, as modifiers, with markers and numbers; and what the trial finds of them.

use std::rc::Rc;
use wilderness_battles::trial::trial;
use wilderness_battles::{Battles, Content, Game, Happened, Header, Options, Record, Side};
use wilderness_engine::Side as _;
use wilderness_engine::agents::Random;
use wilderness_engine::content::Places;
use wilderness_engine::record::Header as _;
use wilderness_engine::script::{Compile as _, ScriptSet as _};

/// A rule of a designer: the attack gains, rallies are harder, everybody is slower, and a count decides the battle.
const PANIC: &str = "
fn rule() { #{ name: \"Panic\", about: \"Who is beaten loses heart.\" } }
fn markers() { #{ \"beaten\": \"battle per side\", \"shaken\": \"turn\" } }
fn moments() { [\"attacked\", \"rallied\", \"turn_start\", \"player_turn_start\", \"moved\", \"battle_end\"] }
fn act(moment) {
    if moment.kind == \"attacked\" {
        game.add(moment.side.enemy, \"beaten\", 1);
        game.mark(\"shaken\");
    } else if moment.kind == \"rallied\" && moment.result == \"failed\" {
        game.demoralize(moment.side, 1);
    } else if moment.kind == \"battle_end\" {
        game.tell(`beaten: ${game.get(Side::FRENCH, \"beaten\")}`);
    } else if moment.kind == \"moved\" && game.roll() == 6 && game.is_disordered(moment.unit) && moment.hex != () {
        game.restore(moment.unit);
    }
}
fn attack(attack, at) { #{ strength: attack.strength + at.units.len(), drm: attack.drm + 1 } }
fn rally(drm, at) { if game.has_marker(\"shaken\") { drm - 1 } }
fn movement(mp, at) { if game.turn == 1 { max(mp - 1, 0) } }
fn victory_points(points, at) { points + game.get(at.side.enemy, \"beaten\") }
fn winner(winner, at) { if winner == \"draw\" { \"french\" } }
";

fn with(script: &str) -> Rc<Battles> {
    let content = Content::embedded().with("scripts/panic.rhai", script);
    let battles = content.compile().unwrap_or_else(|faults| panic!("{faults:?}"));
    Rc::new(battles)
}

fn header(battles: &Battles, scenario: &str, seed: u64) -> Header {
    let mut options = Options::default();
    battles.check_option("panic").expect("an option");
    options.set("panic", true);
    Header::new(scenario, seed, options)
}

/// A random answer.
fn continue_with(game: &mut Game, agents: &mut [Random; 2]) {
    let Some(decision) = game.decision().cloned() else { return };
    let agent: &mut dyn wilderness_engine::Agent<_> = &mut agents[decision.side.index()];
    let choice = agent.choose(&game.view(decision.side), &decision);
    game.choose(choice).expect("a legal answer");
}

/// A battle between random players.
fn played(battles: &Rc<Battles>, scenario: &str, seed: u64) -> Game {
    let mut game = Game::begin(&header(battles, scenario, seed), battles.clone()).expect("a battle");
    for side in Side::BOTH {
        game.set_agent(side, Some(Box::new(Random::new(seed + side.index() as u64, side))));
    }
    game.proceed().unwrap_or_else(|halt| panic!("{scenario} {seed}: {halt}"));
    game
}

#[test]
fn a_rule_of_the_content_is_an_option_and_does_all_that_it_says() {
    let battles = with(PANIC);
    assert_eq!(battles.options().collect::<Vec<_>>(), ["tactics", "balk", "trains", "burning", "panic"]);
    let (mut changed, mut rolled, mut numbers, mut told) = (Vec::new(), 0, 0, 0);
    for seed in 1..=12 {
        let game = played(&battles, "lake-george", seed);
        assert!(game.outcome().and_then(|outcome| outcome.winner).is_some(), "no draw: the script says who wins");
        for entry in game.log() {
            match &entry.what {
                Happened::Changed { what, before, after, .. } => changed.push((*what, after - before)),
                Happened::Rolled(_) => rolled += 1,
                Happened::NumberSet { .. } => numbers += 1,
                Happened::Told(_) => told += 1,
                _ => {}
            }
            assert!(!entry.text(game.scenario()).is_empty());
            assert!(entry.to_json(game.scenario()).is_object());
        }
    }
    for what in ["attack", "die", "rally", "victory points"] {
        assert!(changed.iter().any(|(other, _)| *other == what), "{what}: {changed:?}");
    }
    assert!(changed.iter().all(|(what, by)| *what != "rally" || *by == -1), "{changed:?}");
    assert!(rolled > 0 && numbers > 0);
    assert_eq!(told, 12, "once at the end of each battle");
}

#[test]
fn a_battle_with_a_rule_of_the_content_is_recorded_and_begins_from_positions() {
    let battles = with(PANIC);
    let game = played(&battles, "quebec", 3);
    let text = game.record().to_string();
    assert!(text.contains("\noptions panic\n"), "{text}");
    let record = Record::parse(&wilderness_engine::faults::Source::new("a.record", text)).expect("a record");
    let again: Game = record.play(battles.clone(), None).expect("the same battle");
    assert_eq!(again.state(), game.state());
    // Without the script, the record says what is missing.
    let plain = Rc::new(Battles::embedded().expect("sound content"));
    let faults = Game::begin(&header(&battles, "quebec", 3), plain).err().expect("a fault");
    assert_eq!(faults.iter().map(|fault| fault.code()).collect::<Vec<_>>(), ["options::unknown"]);
    let mut stopped = Game::begin(&header(&battles, "lake-george", 1), battles.clone()).expect("a battle");
    let mut agents = Side::BOTH.map(|side| Random::new(1, side));
    let mut seen = 0;
    while stopped.proceed().is_ok() && stopped.decision().is_some() {
        // Not where units pass through hexes without room for them.
        let start = Header::new("lake-george", 1, Options::default());
        if let Ok(later) = start.starting_from(stopped.state(), 1, &battles)
            && let Ok(begun) = Game::begin(&later, battles.clone())
        {
            let of = |game: &Game| wilderness_battles::View::full_position(game);
            assert_eq!(of(&begun), of(&stopped), "markers and numbers too");
            seen += usize::from(!of(&begun).numbers.is_empty());
        }
        continue_with(&mut stopped, &mut agents);
    }
    assert!(seen > 0, "some positions had numbers");
}

#[test]
fn a_movement_allowance_that_a_script_takes_away_is_gone() {
    let reach = |script: &str| {
        let battles = with(script);
        let mut game = Game::begin(&header(&battles, "lake-george", 5), battles).expect("a battle");
        let mut agents = Side::BOTH.map(|side| Random::new(5, side));
        game.proceed().expect("sound rules");
        while let Some(decision) = game.decision()
            && !matches!(decision.ask, wilderness_battles::Ask::Mover)
        {
            continue_with(&mut game, &mut agents);
        }
        game.decision().map_or(0, |decision| decision.choices.len())
    };
    let rule = "fn rule() { #{ name: \"Mud\", about: \"Nobody moves.\" } }\n";
    assert!(reach(&format!("{rule}fn movement(mp, at) {{ if game.turn > 90 {{ 0 }} }}\n")) > 1);
    assert_eq!(reach(&format!("{rule}fn movement(mp, at) {{ 0 }}\n")), 0, "nobody is asked who moves");
}

#[test]
fn the_trial_finds_a_script_that_breaks_games_at_its_place() {
    let all = &mut |_| true;
    assert!(trial(&with(PANIC), 1, all).is_empty());
    let wounded = "fn rule() { #{ name: \"Wounded\", about: \"Leaders falter.\" } }\n\
                   fn moments() { [\"entered\"] }\n\
                   fn act(moment) { if game.kind(moment.unit) == \"leader\" { game.disorder(moment.unit); } }\n";
    let faults = trial(&with(wounded), 1, all);
    let found: Vec<(&str, &str)> = faults.iter().map(|fault| (fault.code(), fault.pointed())).collect();
    assert!(found.iter().all(|found| *found == ("script::refused", "disorder")) && !found.is_empty(), "{found:?}");
    let mut games = 0;
    trial(&with(PANIC), 1, &mut |_| {
        games += 1;
        games < 3
    });
    assert_eq!(games, 3, "it ends when it is told to");
}

/// The files that stand in the guide: the blocks that begin with a remark that names one.
fn files_of_the_guide() -> Vec<(&'static str, &'static str)> {
    let guide = include_str!("../../../../scripts/battles/README.md");
    let blocks = guide.split("```").skip(1).step_by(2).filter_map(|block| block.split_once('\n').map(|(_, text)| text));
    let named = |text: &'static str| {
        let first = text.lines().next()?;
        let name = first.trim_start_matches(['#', '/', ' ']);
        (name.ends_with(".toml") || name.ends_with(".rhai")).then_some((name, text))
    };
    blocks.filter_map(named).collect()
}

#[test]
fn the_directory_in_the_guide_can_be_played_and_passes_its_trial() {
    let root = tempfile::tempdir().expect("a directory");
    let files = files_of_the_guide();
    assert_eq!(files.iter().map(|(name, _)| *name).collect::<Vec<_>>(), ["content.toml", "scripts/battles/panic.rhai"]);
    for (name, text) in files {
        let file = root.path().join(name);
        std::fs::create_dir_all(file.parent().expect("a directory")).expect("a directory");
        std::fs::write(file, text).expect("a file");
    }
    let content = Content::read(&Places::in_content(root.path())).unwrap_or_else(|faults| panic!("{faults}"));
    let battles = Rc::new(content.compile().unwrap_or_else(|faults| panic!("{faults}")));
    assert!(battles.examine().is_empty(), "{}", battles.examine());
    battles.check_option("panic").expect("an optional rule");
    assert!(trial(&battles, 1, &mut |progress| progress.done < 8).is_empty());
}
