//! French & Indian War Battles at the prompt.

use super::content::Origin;
use super::extras::BattlesPrompt;
use super::names;
use super::tables::BattlesTables;
use super::{briefing, chances};
use crate::front::{Front, Item, Running, Tell, Wording};
use crate::text::names::Name;
use anstyle::Style;
use std::ops::Range;
use wilderness_battles::look;
use wilderness_battles::words;
use wilderness_battles::{
    Ask, Battle, Choice, Decision, FrenchAndIndianWarBattles as Battles, Game, Happened, Hex, Id, LogEntry, Marker,
    Outcome, Side, Step, Time, View,
};
use wilderness_engine::Side as _;
use wilderness_lab::Player;
use wilderness_lab::balance;
use wilderness_lab::series::SeriesStart;

impl Front for Battles {
    type Origin = Origin;
    type Extras = BattlesPrompt;
    type Sentences = BattlesPrompt;
    type Tables = BattlesTables;

    fn goes_by(ask: &Ask) -> Option<String> {
        match ask {
            Ask::Step(unit) => Some(format!("move {unit} to {{place}}")),
            _ => None,
        }
    }

    const NAME: &'static str = "French & Indian War Battles";
    fn greeting(_game: &Game) -> &'static str {
        "`help` explains how to answer, `show map` shows the field, `tutorial` plays a turn \
                                    with you.\n"
    }

    const TIMES: &'static str = ", and a game turn is `5` or `5 french`";

    fn title(game: &Game) -> String {
        let battle = game.scenario();
        let marks = [
            (battle.map.reconstructed, "map"),
            (battle.units_reconstructed, "counters"),
            (battle.tables.combat.reconstructed || battle.tables.bombardment.reconstructed, "tables"),
        ];
        let marks: Vec<&str> = marks.into_iter().filter(|(is, _)| *is).map(|(_, what)| what).collect();
        let note = if marks.is_empty() { String::new() } else { format!(" ({} reconstructed)", marks.join(", ")) };
        format!("{}{note}", battle.name)
    }

    fn name(game: &Game) -> String {
        game.scenario().name.clone()
    }

    fn standing(game: &Game) -> String {
        let state = View::public(game);
        let points = Side::BOTH.map(|side| format!("{side} {}", state.dp[side])).join(", ");
        format!("{}, DP {points}", Battles::briefly(game))
    }

    fn briefly(game: &Game) -> String {
        let state = View::public(game);
        let phase = match state.step {
            Step::Markers | Step::SetUp(..) => return "set-up".into(),
            Step::Turn => "start",
            Step::Bombardment => "bombardment",
            Step::MovementStart | Step::Movement => "movement",
            Step::Declaration | Step::Resolution | Step::Strike(..) => "combat",
            Step::Rally => "rally",
            Step::Over(_) => "end",
        };
        let fog = if state.fog { ", fog" } else { "" };
        format!("turn {}, {phase}{fog}", state.turn)
    }

    fn scores(scores: &[(Side, i32)]) -> String {
        let of = |wanted| scores.iter().filter(|(side, _)| *side == wanted).map(|(_, score)| score).sum::<i32>();
        match of(Side::French) - of(Side::British) {
            0 => "as many DP on both sides".into(),
            more @ 1.. => format!("{more} more {} DP than {}", Side::British, Side::French),
            more => format!("{} more {} DP than {}", more.unsigned_abs(), Side::French, Side::British),
        }
    }

    fn result(outcome: Outcome) -> String {
        words::result(&outcome)
    }

    fn news(game: &Game, range: Range<usize>) -> String {
        game.log()[range].iter().map(|entry| format!("{} ({})\n", entry.text(game.scenario()), entry.rule)).collect()
    }

    fn tells_the_end(entry: &LogEntry) -> bool {
        matches!(entry.what, Happened::Over(_))
    }

    fn style(side: Side) -> Style {
        names::style(side)
    }

    fn question(battle: &Battle, ask: &Ask) -> String {
        names::question(battle, ask)
    }

    fn wording(game: &Game, decision: &Decision) -> Wording {
        let so_far = match &decision.ask {
            Ask::Build => drafted(game),
            Ask::Step(id) => standing_in(game, *id),
            _ => String::new(),
        };
        let sets_up = matches!(decision.ask, Ask::Place(_));
        let footer = if sets_up { "   place all: the bot sets up the rest\n" } else { "" }.to_string();
        let question = names::question(game.scenario(), &decision.ask);
        Wording { question, so_far, notice: owed(game, &decision.ask), footer }
    }

    fn briefing(game: &Game, decision: &Decision) -> String {
        if briefing::is_due(game, decision) { briefing::render(game, decision.side) } else { String::new() }
    }

    fn chances(game: &Game, decision: &Decision) -> Vec<(Choice, String)> {
        chances::beside(game, decision)
    }

    fn items(game: &Game, decision: &Decision) -> Vec<Item<Battles>> {
        decision.choices.iter().map(|choice| item(game, &decision.ask, *choice)).collect()
    }

    fn measure(game: &Game, bot: Player, scripts: [&Self::Scripts; 2], tell: Tell) -> std::io::Result<Option<Running>> {
        let plan = SeriesStart::from(game.header().clone());
        Ok(balance::measure::<Battles>(plan, bot, scripts, tell)?.map(|running| Box::new(running) as Running))
    }

    /// A game turn, with the side whose player turn it is.
    fn read_time(words: &[&str]) -> Option<Time> {
        let words: Vec<&str> = words.iter().copied().filter(|word| *word != "turn").collect();
        let side = |word: &str| Side::BOTH.into_iter().find(|side| !word.is_empty() && side.id().starts_with(word));
        match words.as_slice() {
            [turn] => Some(Time { turn: turn.parse().ok()?, side: None }),
            [turn, who] => Some(Time { turn: turn.parse().ok()?, side: Some(side(who)?) }),
            _ => None,
        }
    }
}

/// Who has to attack, or will have to if nothing changes (9.0).
fn owed(game: &Game, ask: &Ask) -> Option<(&'static str, String)> {
    let label = match ask {
        Ask::Attacked | Ask::Build => "Still owed:",
        Ask::Mover => "As they stand:",
        _ => return None,
    };
    let (battle, state) = (game.scenario(), View::public(game));
    let (units, hexes) = look::owed(game);
    let names: Vec<String> = units
        .into_iter()
        .map(|unit| {
            let at = state.hex(unit).map_or_else(String::new, |hex| format!(" ({hex})"));
            format!("{}{at}", battle.unit(unit).name)
        })
        .collect();
    let hexes: Vec<String> = hexes.iter().map(Hex::to_string).collect();
    let parts = [(names, "must attack"), (hexes, "must be attacked")];
    let parts = parts.into_iter().filter(|(who, _)| !who.is_empty());
    let told: Vec<String> = parts.map(|(who, what)| format!("{} {what}", who.join(", "))).collect();
    (!told.is_empty()).then(|| (label, told.join("; ")))
}

/// The units and hexes that have been named for the attack that is being put together.
fn drafted(game: &Game) -> String {
    let attack = look::attack_so_far(game);
    let battle = game.scenario();
    let units: Vec<&str> = attack.units.iter().map(|unit| battle.unit(*unit).name.as_str()).collect();
    let hexes: Vec<String> = attack.hexes.iter().map(Hex::to_string).collect();
    let with = if units.is_empty() { String::new() } else { format!(" with {}", units.join("; ")) };
    format!("{}{with}", hexes.join(", "))
}

/// Where a unit on its way stands.
fn standing_in(game: &Game, id: Id) -> String {
    let battle = game.scenario();
    battle.find(id).and_then(|unit| View::public(game).hex(unit)).map_or(String::new(), |hex| names::place(battle, hex))
}

/// A line of the menu.
fn item(game: &Game, ask: &Ask, choice: Choice) -> Item<Battles> {
    let battle = game.scenario();
    match choice {
        Choice::Hex(hex) => {
            let text = names::place(battle, hex);
            let shows_enemies = matches!(ask, Ask::Attacked | Ask::Build | Ask::Target(_));
            let note = if shows_enemies { names::units_in(battle, &View::public(game), hex) } else { String::new() };
            Item { names: vec![Name::new(&text)], note, ..Item::new(choice, text.clone()) }
        }
        Choice::Unit(id) | Choice::March(id) | Choice::With(id) => {
            let Some(unit) = battle.find(id) else { return Item::new(choice, id.to_string()) };
            let counter = battle.unit(unit);
            let march = matches!(choice, Choice::March(_));
            let text = if march { format!("{}, forced march", counter.name) } else { counter.name.clone() };
            let place = View::public(game).hex(unit).map(|hex| format!("at {hex}"));
            let plain = march.then_some(Choice::Unit(id));
            Item {
                names: vec![names::name(counter)],
                note: names::figures(battle, &View::public(game), unit),
                place,
                variant_of: plain,
                ..Item::new(choice, text)
            }
        }
        Choice::Attack(number) => {
            let state = View::public(game);
            let attack = state.attacks.get(usize::from(number.0).wrapping_sub(1));
            let what = attack.map_or(String::new(), |attack| {
                let units: Vec<&str> = attack.units.iter().map(|unit| battle.unit(*unit).name.as_str()).collect();
                let hexes: Vec<String> = attack.hexes.iter().map(Hex::to_string).collect();
                format!("{} with {}", hexes.join(", "), units.join("; "))
            });
            Item { note: what, ..Item::new(choice, format!("attack {}", number.0)) }
        }
        Choice::Marker(marker) => Item { note: about(marker).into(), ..Item::new(choice, marker.word()) },
        Choice::Face(face) => Item::new(choice, face.to_string()),
        word => Item { note: explain(ask, word).into(), is_word: true, ..Item::new(choice, word.to_string()) },
    }
}

/// What a special tactics marker does (18.1).
fn about(marker: Marker) -> &'static str {
    match marker {
        Marker::Ambush => "light units in woods, forest or marsh are doubled",
        Marker::Bayonet => "line and grenadiers that attack are doubled",
        Marker::ForcedMarch => "units near a leader move with twice their allowance",
        Marker::Volley => "line and grenadiers that defend are doubled",
    }
}

/// What a word means here.
fn explain(ask: &Ask, word: Choice) -> &'static str {
    match (word, ask) {
        (Choice::Done, Ask::Gun) => "no more bombardment",
        (Choice::Done, Ask::Mover) => "no more movement",
        (Choice::Done, Ask::Attacked) => "no more attacks",
        (Choice::Done, Ask::Pursuer) => "no (other) unit pursues",
        (Choice::Done, Ask::Rally) => "no more rallies",
        (Choice::Declare, _) => "the attack is complete",
        (Choice::Convert, _) => "the rout becomes a withdrawal: one hex, and no unit is eliminated",
        (Choice::Rout, _) => "the disordered and the guns are eliminated, the others rout",
        (Choice::Accept, _) => "the battle ends with this victory",
        (Choice::Decline, _) => "the battle goes on",
        (Choice::Exit, _) => "leave the map for good",
        (Choice::Stop, Ask::RetreatStep(_)) => "stay in the fort",
        (Choice::Stop, _) => "end the move here",
        (Choice::Go, _) => "set out",
        (Choice::None, Ask::Tactics | Ask::ForcedMarch) => "keep the markers",
        _ => "",
    }
}
