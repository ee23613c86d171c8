//! Rules by themselves.

use wilderness_war::map::Department;
use wilderness_war::pieces::{Nation, Pieces};
use wilderness_war::testing::State;
use wilderness_war::testing::rules::{
    Losses, Spread, can_command_a_unit, fits, limit, may_join, provincials, settlements,
};
use wilderness_war::{Assemblies, PieceId, PieceSet, Side};

#[test]
fn nations_live_in_these_settlements_5_531() {
    let count = |id| settlements(Nation::find(id).expect("a nation")).len();
    assert_eq!(["northern", "western", "pays-d-en-haut"].map(count), [4, 3, 1]);
    assert_eq!(["iroquois", "mohawk", "cherokee"].map(count), [5, 1, 0]);
}

#[test]
fn there_are_18_northern_and_6_southern_provincials() {
    let all: Vec<usize> = Department::all().map(|department| provincials(department).len()).collect();
    assert_eq!(all, [18, 6, 0]);
}

#[test]
fn the_track_limits_provincials_5_54() {
    let limits = |assemblies| [Department::SOUTHERN, Department::NORTHERN].map(|dept| limit(assemblies, dept));
    assert_eq!(limits(Assemblies::Reluctant), [Some(2), Some(6)]);
    assert_eq!(limits(Assemblies::Supportive), [Some(4), Some(10)]);
    assert_eq!(limits(Assemblies::Enthusiastic), [None, None]);
}

fn set(ids: &[&str]) -> PieceSet {
    ids.iter().map(|id| piece(id)).collect()
}

fn piece(id: &str) -> PieceId {
    Pieces::get().find(id).expect("a piece")
}

#[test]
fn subordinates_raise_the_limit_5_34() {
    // Murray 5 + Webb 5 + Bradstreet 4 = 14
    let leaders = set(&["murray", "webb", "bradstreet"]);
    let units: Vec<PieceId> = Pieces::get().regulars.of(Side::British).iter().take(15).collect();
    assert!(fits(leaders | units[..14].iter().copied().collect()));
    assert!(!fits(leaders | units.iter().copied().collect()));
}

#[test]
fn a_subordinate_has_no_higher_command_5_34() {
    let eligible = set(&["vaudreuil", "bougainville", "la-reine"]);
    let joining = may_join(piece("rigaud"), set(&["rigaud"]), eligible);
    assert_eq!(joining, set(&["bougainville", "la-reine"]));
}

#[test]
fn only_johnson_commands_iroquois_and_mohawks_5_534() {
    let mohawks = set(&["mohawk-1", "mohawk-2", "british-seneca"]);
    assert!(!fits(mohawks | set(&["shirley"])));
    assert!(fits(mohawks | set(&["johnson", "22nd", "27th", "35th"])));
    assert!(!fits(mohawks | set(&["johnson", "22nd", "27th", "35th", "40th"])));
    assert!(fits(set(&["bradstreet", "cherokee-1"])));
    assert!(can_command_a_unit(piece("shirley"), mohawks | set(&["johnson"])));
    assert!(!can_command_a_unit(piece("shirley"), mohawks));
    // the French command Iroquois like any other unit
    assert!(fits(set(&["dumas", "french-seneca", "french-oneida"])));
}

/// Losses about to be spread over drilled troops and others, some of which are reduced.
fn spread(units: [&[&str]; 2], reduced: &[&str], total: u8, rule: Losses) -> Spread {
    spread_over(set(units[0]) | set(units[1]), set(reduced), total, rule)
}

fn spread_over(units: PieceSet, reduced: PieceSet, total: u8, rule: Losses) -> Spread {
    let mut state = State::bare();
    reduced.iter().for_each(|unit| state.pieces.set_reduced(unit, true));
    Spread::new(&state, Side::British, units, total, rule)
}

/// Which units may take the first step?
fn first_step(units: [&[&str]; 2], reduced: &[&str], total: u8, rule: Losses) -> Vec<&'static str> {
    spread(units, reduced, total, rule).candidates().iter().map(|unit| unit.id()).collect()
}

/// The rule that keeps a unit from taking the first step.
fn breached(unit: &str, units: [&[&str]; 2], reduced: &[&str], total: u8, rule: Losses) -> Option<&'static str> {
    spread(units, reduced, total, rule).why_not_take(piece(unit)).map(|refusal| refusal.rule)
}

#[test]
fn a_refusal_names_the_rule_that_would_be_broken() {
    let units: [&[&str]; 2] = [&["22nd", "27th"], &["rogers"]];
    assert_eq!(breached("rogers", units, &[], 1, Losses::Battle), Some("7.62"));
    assert_eq!(breached("rogers", units, &[], 2, Losses::Battle), None);
    assert_eq!(breached("22nd", units, &["22nd"], 1, Losses::Battle), Some("7.63"));
    assert_eq!(breached("27th", units, &["22nd"], 1, Losses::Battle), None);
    assert_eq!(breached("rogers", units, &[], 2, Losses::Assault), Some("9.14"));
    assert_eq!(breached("22nd", units, &["22nd"], 1, Losses::Assault), Some("9.14"));
}

#[test]
fn three_indians_and_light_infantry_lose_three_steps_7_63() {
    // The light infantry must lose two of the three and so is eliminated; one Indian loses the third.
    let units: [&[&str]; 2] = [&["howe-s"], &["mohawk-1", "mohawk-2", "british-seneca"]];
    let mut names = first_step(units, &[], 3, Losses::Battle);
    names.sort_unstable();
    assert_eq!(names, ["british-seneca", "howe-s", "mohawk-1", "mohawk-2"]);
    // Drilled troops must take two steps: that takes precedence over 7.63, but only for those two.
    assert_eq!(first_step([&["howe-s"], &["mohawk-1", "mohawk-2"]], &[], 1, Losses::Battle), ["howe-s"]);
}

#[test]
fn half_of_the_losses_rounded_up_are_drilled_7_62() {
    assert_eq!(first_step([&["22nd"], &["rogers"]], &[], 1, Losses::Battle), ["22nd"]);
    assert_eq!(first_step([&["22nd"], &["rogers"]], &[], 2, Losses::Battle), ["rogers", "22nd"]);
}

#[test]
fn nobody_dies_while_another_is_full_7_63() {
    // one reduced regular and one at full strength: the one at full strength loses the step
    assert_eq!(first_step([&["22nd", "27th"], &[]], &["22nd"], 1, Losses::Battle), ["27th"]);
    // two steps: one of each sort, so either may be first
    assert_eq!(first_step([&["22nd", "27th"], &[]], &["22nd"], 2, Losses::Battle), ["22nd", "27th"]);
}

#[test]
fn in_an_assault_drilled_troops_lose_all_before_others_lose_any_9_14() {
    assert_eq!(first_step([&["22nd"], &["rogers"]], &[], 2, Losses::Assault), ["22nd"]);
    assert_eq!(first_step([&["22nd"], &["rogers"]], &["22nd"], 2, Losses::Assault), ["22nd"]);
}

/// Units of one sort, some of which are reduced: how many there are of them, and their steps.
struct Group {
    all: PieceSet,
    reduced: PieceSet,
    steps: u8,
}

impl Group {
    fn of(sort: PieceSet, full: usize, reduced: usize) -> Group {
        let all: PieceSet = sort.iter().take(full + reduced).collect();
        assert_eq!(all.len(), full + reduced);
        Group { all, reduced: all.iter().skip(full).collect(), steps: (2 * full + reduced) as u8 }
    }
}

#[test]
fn every_start_leads_to_a_legal_end() {
    // Whatever the stack and the losses, some unit may always take the next step, whichever took those before.
    let british = Pieces::get().units.of(Side::British);
    for drilled in (0..16).map(|n| Group::of(british.drilled(), n / 4, n % 4)) {
        for others in (0..16).map(|n| Group::of(british - british.drilled(), n / 4, n % 4)) {
            let (all, reduced) = (drilled.all | others.all, drilled.reduced | others.reduced);
            for total in 0..drilled.steps + others.steps {
                for (rule, last) in [(Losses::Battle, false), (Losses::Battle, true), (Losses::Assault, false)] {
                    let mut spread = spread_over(all, reduced, total, rule);
                    for step in 0..total {
                        let candidates = spread.candidates();
                        let unit = if last { candidates.iter().last() } else { candidates.first() };
                        let unit = unit.unwrap_or_else(|| panic!("{all:?} {reduced:?} {total} {rule:?} {step}"));
                        spread.take(unit);
                    }
                }
            }
        }
    }
}
