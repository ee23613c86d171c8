//! The dice that lead to an outcome, as text: `the die for the event shows 1 or 2`.

use crate::prompt::front::{Front, Tables};
use wilderness_engine::{Chance as _, Rules};

/// The purpose of a die, and its face.
pub type Die<F> = (<F as Rules>::Throw, u8);

/// Faces of a die after which the same dice lead to the outcome.
struct FaceGroup<'a, F: Front> {
    throw: F::Throw,
    faces: Vec<u8>,
    then: Vec<&'a [Die<F>]>,
}

/// The dice of all ways to an outcome, in order. A die that may show any face is omitted; nothing is left if no die
/// matters.
pub fn dice_in_words<F: Front>(ways: &[&[Die<F>]]) -> Vec<String> {
    let mut words = Vec::new();
    for FaceGroup { throw, faces, then } in branches::<F>(ways) {
        let matters = faces.len() < usize::from(throw.faces());
        let die = matters.then(|| die_in_words::<F>(throw, &faces));
        let later = dice_in_words::<F>(&then);
        if later.is_empty() {
            words.extend(die);
        } else {
            let before = die.map_or(String::new(), |die| format!("{die} and "));
            words.extend(later.into_iter().map(|later| format!("{before}{later}")));
        }
    }
    words
}

fn branches<'a, F: Front>(ways: &[&'a [Die<F>]]) -> Vec<FaceGroup<'a, F>> {
    let mut firsts: Vec<Die<F>> = ways.iter().filter_map(|way| way.first().copied()).collect();
    firsts.sort_by_key(|(_, face)| *face);
    firsts.dedup();
    let mut branches: Vec<FaceGroup<'a, F>> = Vec::new();
    for (throw, face) in firsts {
        let begun = ways.iter().filter_map(|way| way.split_first());
        let then: Vec<&[Die<F>]> = begun.filter(|(first, _)| **first == (throw, face)).map(|(_, then)| then).collect();
        match branches.iter_mut().find(|branch| branch.throw == throw && branch.then == then) {
            Some(branch) => branch.faces.push(face),
            None => branches.push(FaceGroup { throw, faces: vec![face], then }),
        }
    }
    branches
}

fn die_in_words<F: Front>(throw: F::Throw, faces: &[u8]) -> String {
    // The purpose without its rule.
    let what = F::Tables::purpose(throw);
    let what = what.split(',').next().unwrap_or_default();
    let (names, last) = match faces {
        [first, .., last] if faces.len() > 2 && usize::from(last - first) + 1 == faces.len() => {
            return format!("the die {what} shows {first} to {last}");
        }
        [rest @ .., last] => (rest.iter().map(u8::to_string).collect::<Vec<_>>().join(", "), last.to_string()),
        [] => Default::default(),
    };
    let or = if names.is_empty() { "" } else { " or " };
    format!("the die {what} shows {names}{or}{last}")
}
