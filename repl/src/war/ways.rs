//! The dice that lead to an outcome, as text: `the die for the event shows 1 or 2`.

use wilderness_war::Throw;

/// The faces of a die.
pub const FACES: u8 = 6;

/// The purpose of a die, and its face.
pub type Die = (Throw, u8);

/// Faces of a die after which the same dice lead to the outcome.
struct FaceGroup<'a> {
    throw: Throw,
    faces: Vec<u8>,
    then: Vec<&'a [Die]>,
}

/// The dice of all ways to an outcome, in order. A die that may show any face is omitted; nothing is left if no die
/// matters.
pub fn dice_in_words(ways: &[&[Die]]) -> Vec<String> {
    let mut words = Vec::new();
    for FaceGroup { throw, faces, then } in branches(ways) {
        let matters = faces.len() < usize::from(FACES);
        let die = matters.then(|| die_in_words(throw, &faces));
        let later = dice_in_words(&then);
        if later.is_empty() {
            words.extend(die);
        } else {
            let before = die.map_or(String::new(), |die| format!("{die} and "));
            words.extend(later.into_iter().map(|later| format!("{before}{later}")));
        }
    }
    words
}

fn branches<'a>(ways: &[&'a [Die]]) -> Vec<FaceGroup<'a>> {
    let mut firsts: Vec<Die> = ways.iter().filter_map(|way| way.first().copied()).collect();
    firsts.sort_by_key(|(_, face)| *face);
    firsts.dedup();
    let mut branches: Vec<FaceGroup<'a>> = Vec::new();
    for (throw, face) in firsts {
        let begun = ways.iter().filter_map(|way| way.split_first());
        let then: Vec<&[Die]> = begun.filter(|(first, _)| **first == (throw, face)).map(|(_, then)| then).collect();
        match branches.iter_mut().find(|branch| branch.throw == throw && branch.then == then) {
            Some(branch) => branch.faces.push(face),
            None => branches.push(FaceGroup { throw, faces: vec![face], then }),
        }
    }
    branches
}

fn die_in_words(throw: Throw, faces: &[u8]) -> String {
    // The purpose without its rule.
    let what = throw.about().split(',').next().unwrap_or_default();
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

#[cfg(test)]
mod tests {
    use super::*;
    use Throw::{AvoidBattle, Event, Interception};

    #[test]
    fn faces_that_lead_to_the_same_are_put_together() {
        assert_eq!(dice_in_words(&[&[(Event, 2)], &[(Event, 1)]]), ["the die for the event shows 1 or 2"]);
        let uneven: [&[Die]; 3] = [&[(Event, 1)], &[(Event, 3)], &[(Event, 5)]];
        assert_eq!(dice_in_words(&uneven), ["the die for the event shows 1, 3 or 5"]);
        let all: Vec<[Die; 1]> = (1..=FACES).map(|face| [(Event, face)]).collect();
        let all: Vec<&[Die]> = all.iter().map(|way| way.as_slice()).collect();
        assert!(dice_in_words(&all).is_empty(), "any face");
        assert_eq!(dice_in_words(&all[3..]), ["the die for the event shows 4 to 6"]);
    }

    #[test]
    fn a_second_die_stands_behind_the_first() {
        let ways: [&[Die]; 4] = [
            &[(Interception, 1), (AvoidBattle, 4)],
            &[(Interception, 2), (AvoidBattle, 4)],
            &[(Interception, 5)],
            &[(Interception, 6)],
        ];
        let expected = [
            "the die to intercept shows 1 or 2 and the die to avoid battle shows 4",
            "the die to intercept shows 5 or 6",
        ];
        assert_eq!(dice_in_words(&ways), expected);
    }
}
