//! Which shard is meant, and what it plays.

use wilderness_lab::shard::{Shard, ShardChoice};

fn shard(text: &str) -> Shard {
    text.parse().expect("a shard")
}

/// The shard that is meant, where these variables are set.
fn settled(choice: &str, variables: &[(&str, &str)]) -> Result<(String, Option<String>), String> {
    let get = |name: &str| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| value.to_string());
    let choice: ShardChoice = choice.parse()?;
    choice.settle(&get).map(|(shard, source)| (shard.to_string(), source))
}

#[test]
fn the_shards_of_a_run_have_each_seed_once_and_are_about_as_long() {
    for (seeds, of) in [(1..=100, 8), (5..=5, 3), (0..=u64::MAX, 7), (10..=12, 3), (u64::MAX..=u64::MAX, 1)] {
        let all: Vec<_> = shard(&format!("1/{of}")).all().map(|shard| shard.seeds(&seeds)).collect();
        assert_eq!(all.len(), of);
        let mut next = Some(*seeds.start());
        let mut lengths = Vec::new();
        for own in all {
            lengths.push(own.as_ref().map_or(0, |own| u128::from(own.end() - own.start()) + 1));
            let Some(own) = own else { continue };
            assert_eq!(Some(*own.start()), next, "{seeds:?} {of}");
            next = own.end().checked_add(1);
        }
        assert_eq!(next, seeds.end().checked_add(1));
        assert!(
            lengths.iter().max().zip(lengths.iter().min()).is_some_and(|(most, least)| most - least <= 1),
            "{lengths:?}"
        );
    }
}

#[test]
fn what_is_not_a_shard_is_refused() {
    for text in ["", "3", "0/8", "9/8", "1/0", "a/b", "-1/3", "auto/0", "auto/x", "auto8", "1/2000000"] {
        assert!(text.parse::<ShardChoice>().is_err(), "{text}");
    }
    assert_eq!("3/8".parse::<ShardChoice>(), Ok(ShardChoice::Named(shard("3/8"))));
}

#[test]
fn schedulers_say_which_shard_a_process_is() {
    let of = |choice: &str, variables: &[(&str, &str)]| settled(choice, variables).map(|(shard, _)| shard);
    let array = |id: &'static str| {
        [
            ("SLURM_ARRAY_TASK_ID", id),
            ("SLURM_ARRAY_TASK_COUNT", "4"),
            ("SLURM_ARRAY_TASK_MIN", "10"),
            ("SLURM_ARRAY_TASK_MAX", "16"),
        ]
    };
    assert_eq!(of("auto", &array("10")).as_deref(), Ok("1/4"));
    assert_eq!(of("auto", &array("14")).as_deref(), Ok("3/4"));
    assert!(of("auto", &array("11")).is_err_and(|why| why.contains("equal steps")));
    // A task that is started again alone has an array of its own, so the number of shards is said.
    let again = [
        ("SLURM_ARRAY_TASK_ID", "3"),
        ("SLURM_ARRAY_TASK_COUNT", "1"),
        ("SLURM_ARRAY_TASK_MIN", "3"),
        ("SLURM_ARRAY_TASK_MAX", "3"),
    ];
    assert_eq!(of("auto/8", &again).as_deref(), Ok("3/8"));
    assert!(of("auto/2", &again).is_err_and(|why| why.contains("from 1 to 2")));
    assert_eq!(of("auto/8", &[("JOB_COMPLETION_INDEX", "0")]).as_deref(), Ok("1/8"));
    assert!(of("auto/8", &[("JOB_COMPLETION_INDEX", "8")]).is_err_and(|why| why.contains("from 0 to 7")));
    assert!(of("auto", &[("JOB_COMPLETION_INDEX", "0")]).is_err_and(|why| why.contains("auto/N")));
    assert_eq!(of("auto/8", &[("PARALLEL_SEQ", "8")]).as_deref(), Ok("8/8"));
    assert!(of("auto/8", &[("PARALLEL_SEQ", "x")]).is_err_and(|why| why.contains("not a number")));
    assert!(of("auto/8", &[]).is_err_and(|why| why.contains("no scheduler")));
    // Which of two is meant cannot be known.
    let both = [("SLURM_ARRAY_TASK_ID", "1"), ("PARALLEL_SEQ", "2")];
    assert!(of("auto/8", &both).is_err_and(|why| why.contains("--shard I/N")));
    // What is said on the command line holds, whatever the environment says.
    assert_eq!(settled("3/8", &both), Ok(("3/8".into(), None)));
    let (_, source) = settled("auto/8", &[("PARALLEL_SEQ", "2")]).expect("a shard");
    assert_eq!(source.as_deref(), Some("PARALLEL_SEQ is 2"));
}
