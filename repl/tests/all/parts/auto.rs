//! Questions that are answered automatically.

use wilderness_engine::faults::Source;
use wilderness_repl::front::{Reply, Session, Trouble};
use wilderness_repl::testing::prompt::{ContentArg, session as session_of, take_over_auto};
use wilderness_repl::testing::war::Origin;
use wilderness_tests::situation::Situation;
use wilderness_war::scripting::MomentKind;
use wilderness_war::{Ask, AutoLines, Record, Side, War};

/// A person at a terminal.
fn session(situation: Situation) -> Session<War> {
    let mut session = session_of(situation.game(), Origin::named(&ContentArg::default(), false));
    session.set_interactive(true);
    session
}

/// The reply to a line.
fn says(session: &mut Session<War>, line: &str) -> String {
    match session.run(line) {
        Ok(Reply::Text(text) | Reply::Moved(text)) => text,
        Ok(_) => String::new(),
        Err(Trouble::Plain(reason) | Trouble::Question(reason) | Trouble::Midway { reason, .. }) => {
            panic!("{line}: {reason}")
        }
        Err(_) => panic!("{line}: faults"),
    }
}

fn asked(session: &Session<War>) -> &'static str {
    session.game().decision().map_or("nothing", |decision| decision.ask.kind())
}

/// A force about to take a stockade, after which its side may demolish it.
fn stockade() -> Situation {
    let situation = Situation::new().british_turn().stockades(Side::French, "hudson-carry-north");
    situation.put("hudson-carry-south", "johnson 22nd").put("louisbourg", "bearn")
}

const TAKES_IT: &str = "activate johnson with 22nd to hudson carry north using 3";

/// A French force takes Hudson Carry South with its stockade, and the British stand near their others. With `works` of
/// the French, whether they are asked what to demolish.
fn is_asked(situation: Situation) -> bool {
    let situation =
        situation.put("ticonderoga", "montcalm bearn languedoc guyenne").stockades(Side::British, "hudson-carry-north");
    let mut session = session(situation);
    says(&mut session, "activate montcalm with all to hudson carry north using 1");
    asked(&session) == "after-activation"
}

#[test]
fn demolition_was_asked_about_at_the_end_of_nearly_every_phase() {
    let british = |at: &str, pieces: &str| Situation::new().put(at, pieces);
    assert!(!is_asked(british("boston", "22nd").forts(Side::French, "crown-point")), "nobody can come");
    assert!(
        !is_asked(british("wood-creek", "22nd 27th").forts(Side::French, "crown-point")),
        "a fort is besieged first"
    );
    assert!(!is_asked(british("wood-creek", "22nd 27th").started(Side::French, "crown-point")), "nothing is scored");
    assert!(is_asked(british("wood-creek", "22nd 27th").stockades(Side::French, "crown-point")));
    let rangers = british("wood-creek", "rogers").stockades(Side::French, "crown-point");
    assert!(is_asked(rangers.clone()), "a raid destroys an empty stockade");
    assert!(!is_asked(rangers.put("crown-point", "la-sarre")), "but not one that is held");
    let last = |hand: &[i64]| {
        let siege = british("wood-creek", "webb 22nd 27th").forts(Side::French, "crown-point");
        is_asked(siege.hand(Side::French, &[1]).hand(Side::British, hand))
    };
    assert!(last(&[4, 5]), "without cards the French may wait for the second card of the British");
}

#[test]
fn demolition_could_not_be_left_out_for_good() {
    let mut session = session(stockade().put("quebec", "montcalm la-sarre guyenne"));
    says(&mut session, "auto never demolition");
    assert!(says(&mut session, "auto").contains("never asked"));
    says(&mut session, TAKES_IT);
    assert_eq!(asked(&session), "card");
    assert!(session.snapshot().record().to_string().ends_with("auto british demolition:never\n"));
    assert!(session.run("auto never foul weather").is_err());
}

#[test]
fn nothing_is_demolished_at_the_end_of_a_phase_unless_a_work_is_threatened() {
    let mut safe = session(stockade());
    says(&mut safe, TAKES_IT);
    assert_eq!(asked(&safe), "card");
    assert!(safe.game().record().to_string().contains("british after-activation done\n"));
    let mut threatened = session(stockade().put("quebec", "montcalm la-sarre guyenne"));
    says(&mut threatened, TAKES_IT);
    assert_eq!(asked(&threatened), "after-activation");
    assert!(says(&mut threatened, "threats").contains("Hudson Carry North"));
}

#[test]
fn it_is_asked_if_somebody_goes_back_to_it_or_takes_it_off_the_list_or_pipes_lines_in() {
    let mut back = session(stockade());
    says(&mut back, TAKES_IT);
    says(&mut back, "back");
    assert_eq!(asked(&back), "after-activation");
    let mut off = session(stockade());
    assert!(says(&mut off, "auto").contains("demolition: asked only if"));
    says(&mut off, "auto ask demolition");
    assert!(says(&mut off, "auto").contains("No questions of the British are answered automatically"));
    says(&mut off, TAKES_IT);
    assert_eq!(asked(&off), "after-activation");
    assert!(off.snapshot().record().to_string().ends_with("\nauto british\n"), "{}", off.snapshot().record());
    // Back on the list, the open question is answered automatically.
    says(&mut off, "auto demolition");
    assert_eq!(asked(&off), "card");
    let mut piped = session(stockade());
    piped.set_interactive(false);
    says(&mut piped, TAKES_IT);
    assert_eq!(asked(&piped), "after-activation");
}

#[test]
fn one_undo_takes_back_a_line_with_what_has_answered_itself() {
    let mut session = session(stockade());
    let before = session.game().past().answers();
    says(&mut session, TAKES_IT);
    assert!(session.run("undo").is_err(), "the French have the keyboard now: the British have to agree");
    says(&mut session, "agree");
    assert_eq!(session.game().past().answers(), before);
}

/// The questions to the British while the French march, with this hand.
fn questions(hand: &[i64], habits: &[String]) -> Vec<&'static str> {
    let situation = Situation::new().put("ticonderoga", "montcalm bearn").put("boston", "webb 22nd");
    let mut session = session(situation.hand(Side::British, hand).open_windows());
    let demolition = "demolition".to_string();
    let habits: Vec<String> = [demolition].into_iter().chain(habits.iter().cloned()).collect();
    let lines = AutoLines::from([(Side::British.id().to_string(), habits.clone())]);
    take_over_auto(&mut session, &lines);
    says(&mut session, "activate montcalm with all to hudson carry north using 1");
    let mut asked = Vec::new();
    while let Some(decision) = session.game().decision().filter(|decision| decision.ask != Ask::Card) {
        asked.push(decision.ask.kind());
        let line = if decision.side == Side::British { "pass" } else { "go on" };
        says(&mut session, line);
    }
    asked
}

#[test]
fn what_is_passed_does_not_depend_on_the_hand() {
    let responses: Vec<String> = (1..=70).map(|card| format!("card:{card}")).collect();
    let moments: Vec<String> = MomentKind::all().map(|moment| format!("moment:{}", moment.name())).collect();
    let asked = questions(&[3, 4], &[]);
    assert!(asked.contains(&"respond"), "{asked:?}");
    for habits in [&[][..], &["card:14".to_string()], &moments[..7], &moments, &responses] {
        let (with, without) = (questions(&[3, 14], habits), questions(&[3, 4], habits));
        assert_eq!(with, without, "{habits:?}");
    }
    assert!(!questions(&[3, 14], &moments).contains(&"respond"));
    assert!(!questions(&[3, 14], &responses).contains(&"respond"));
}

#[test]
fn the_list_is_in_the_record_and_is_taken_over_from_it() {
    let mut session = session(stockade());
    says(&mut session, "auto pass foul weather");
    says(&mut session, "auto pass before the enemy moves");
    let record = session.snapshot().record().to_string();
    assert!(record.ends_with("auto british demolition card:14 moment:activation_start\n"), "{record}");
    let read = Record::parse(&Source::new("x", record.as_str())).expect("a record");
    let mut other = self::session(stockade());
    take_over_auto(&mut other, read.auto());
    assert_eq!(says(&mut other, "auto"), says(&mut session, "auto"));
    assert_eq!(other.snapshot().record().to_string(), record);
    assert_eq!(read.to_string(), record);
    for wrong in ["auto pass bastions repaired", "auto pass xyzzy", "auto pass", "auto ask xyzzy"] {
        assert!(session.run(wrong).is_err(), "{wrong}");
    }
}
