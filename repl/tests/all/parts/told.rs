//! What the war tells: news, losses, where a side stands.

use wilderness_repl::testing::text::{line_width, plain, width};
use wilderness_repl::testing::war::{account, briefing, news, question};
use wilderness_tests::situation::Situation;
use wilderness_war::Side::{self, British, French};
use wilderness_war::map::Map;
use wilderness_war::news::{Happened, Modifiers, NewsEntry, Roll, Structure, Way, Why, WorksFate};
use wilderness_war::pieces::Pieces;
use wilderness_war::{Ask, PieceSet, SpaceId};

fn scored(side: Side, points: i8, why: Why) -> NewsEntry {
    NewsEntry::new("13.2", Happened::Scored { points, why, changes: Modifiers::default() }).by(side)
}

fn pieces(ids: &str) -> PieceSet {
    ids.split(' ').map(|id| Pieces::get().find(id).expect("a piece")).collect()
}

#[test]
fn points_are_told_by_cause_losses_by_kind_and_forts_with_their_captors() {
    let fort = Structure::Fort;
    let taken = Happened::Works { structure: fort, fate: WorksFate::Captured };
    let oswego = Map::get().find("oswego").expect("a space");
    let entries = [
        scored(French, 1, Why::BattleWon),
        scored(British, 1, Why::Said("Quiberon".into())),
        scored(French, 2, Why::Works(fort, WorksFate::Captured)),
        scored(French, 1, Why::BattleWon),
        NewsEntry::new("7.6", Happened::Reduced { units: pieces("bearn artois") }).by(French),
        NewsEntry::new("7.6", Happened::Eliminated { pieces: pieces("22nd webb") }).by(British),
        NewsEntry::new("8.24", taken).by(French).at(oswego),
    ];
    let text = plain(&account(&entries)).split_whitespace().collect::<Vec<_>>().join(" ");
    let wanted = "points French +4 (battles +2, fortifications +2); British +1 (events +1) \
                  losses French 2 units reduced; British 1 unit eliminated, 1 leader \
                  forts the fort at Oswego falls to the French";
    assert_eq!(text, wanted);
    assert_eq!(account(&[]), "");
}

/// The text on one line.
fn told(situation: Situation, side: Side) -> String {
    plain(&briefing(&situation.game(), side)).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn the_score_is_told_against_what_wins() {
    let early = told(Situation::new().vp(4), French);
    let wanted = "score at the end of 1757 the French win with 7 VP more, the British win with 15 VP more (13.11)";
    assert_eq!(early, wanted);
    let last = told(Situation::new().year(1759).vp(4), French);
    assert!(last.contains("the French have enough VP to win, the British win with 5 VP more (13.12)"), "{last}");
    assert!(last.contains("if it ended now, the French win: "), "{last}");
    let sudden = told(Situation::new().vp(-11), British);
    assert!(sudden.contains("the British have enough VP to win (13.11); if it ended now, the British"), "{sudden}");
}

#[test]
fn the_front_is_where_the_sides_face_each_other() {
    let faced = Situation::new().put("ticonderoga", "montcalm bearn guyenne").put("hudson-carry-north", "22nd");
    let text = told(faced.put("albany", "27th 35th").put("quebec", "la-sarre"), French);
    assert!(text.contains("front Ticonderoga 6 – Hudson Carry North 3"), "{text}");
    assert!(!text.contains("Québec"), "{text}");
}

#[test]
fn sieges_hunger_and_threats_are_named() {
    let siege = Situation::new().put("louisbourg", "22nd").inside("louisbourg", "artois").siege("louisbourg", 1);
    let text = told(siege, British);
    assert!(text.contains("besieged Louisbourg (French, level 1)"), "{text}");
    assert!(text.contains("supply none") && text.contains("troops at Louisbourg"), "{text}");
    let fort =
        Situation::new().forts(British, "oswego").put("oswego", "22nd").put("cataraqui", "montcalm bearn guyenne");
    let text = told(fort, British);
    assert!(text.contains("threatened Oswego (3 against 6 from Cataraqui)"), "{text}");
    assert!(!text.contains("besieged") && text.contains("supply none") && text.contains("troops at Oswego"), "{text}");
}

/// The news as plain text.
fn news_of(entries: &[NewsEntry]) -> String {
    plain(&news(entries))
}

fn space(id: &str) -> SpaceId {
    Map::get().find(id).expect("a space")
}

#[test]
fn a_march_is_one_sentence() {
    let go = |who: &str, from: &str, to: &str| {
        let path = vec![space(from), space(to)];
        NewsEntry::new("6.1", Happened::Moved { pieces: pieces(who), path, way: Way::Open }).by(Side::British)
    };
    let entries = [
        go("webb", "new-york", "albany"),
        go("webb", "albany", "schenectady"),
        go("webb 22nd", "albany", "schenectady"),
        go("webb 22nd 27th 44th", "albany", "hoosic"),
    ];
    let lines = "  Webb goes from New York to Albany to Schenectady (6.1)\n  \
                 Webb and 22nd go from Albany to Schenectady (6.1)\n  \
                 Webb and 3 others go from Albany to Hoosic (6.1)\n";
    assert_eq!(news_of(&entries), lines);
}

#[test]
fn a_large_force_is_named_in_full_only_once() {
    let force = pieces("webb 22nd 27th 44th");
    let activated = NewsEntry::new("5.34", Happened::Activated { pieces: force }).by(Side::British);
    let roll = Roll { die: 5, modifiers: Modifiers::default() };
    let (from, success) = (space("albany"), true);
    let intercepts = Happened::InterceptionRolled { pieces: force, from, roll, success };
    let inside = |who: &str| NewsEntry::new("8.1", Happened::WentInside { pieces: pieces(who) }).at(space("oswego"));
    let intercepts = NewsEntry::new("6.71", intercepts).at(space("hoosic"));
    let others = "montcalm bearn guyenne artois";
    let lines = news_of(&[activated, intercepts, inside(others), inside(others), inside("montcalm bearn guyenne")]);
    let told = "    Webb and 3 others try to intercept from Albany at Hoosic: 5+0 succeeds\n      \
                (6.71)\n    \
                Montcalm, Artois, Béarn and Guyenne go inside Oswego (8.1)\n    \
                Montcalm and 3 others go inside Oswego (8.1)\n    \
                Montcalm, Béarn and Guyenne go inside Oswego (8.1)\n";
    assert!(lines.ends_with(told), "{lines}");
}

#[test]
fn losses_are_listed_together() {
    let reduced = |who: &str| NewsEntry::new("7.6", Happened::Reduced { units: pieces(who) }).by(Side::French);
    let gone = NewsEntry::new("7.6", Happened::Eliminated { pieces: pieces("bearn") }).by(Side::French);
    let entries = [reduced("bearn"), reduced("artois"), reduced("marine-1"), reduced("marine-2"), gone.clone()];
    let lines = news_of(&entries);
    assert!(lines.ends_with(" are reduced (7.6)\n    Béarn is eliminated (7.6)\n"), "{lines}");
    assert!(lines.contains("Marine (2)") && lines.lines().count() == 2, "{lines}");
    let others = gone.clone().by(Side::British);
    assert_eq!(news_of(&[gone, others]).lines().count(), 2, "losses of two sides are two things");
}

#[test]
fn no_line_is_wider_than_the_terminal() {
    let long = "word ".repeat(60).trim().to_string();
    let entries = [NewsEntry::new("5.5", Happened::Said { text: long })];
    assert!(news_of(&entries).lines().all(|line| width(line) <= line_width()), "{}", news_of(&entries));
}

#[test]
fn the_prompt_names_no_question_by_its_id() {
    let montcalm = Pieces::get().find("montcalm").expect("a piece");
    assert_eq!(question(&Ask::AfterActivation), "demolition");
    assert_eq!(question(&Ask::Member(montcalm)), "force");
}
