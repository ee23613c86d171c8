//! The odds of a combat as text and tables.

use crate::text::columns::beside;
use crate::text::style::{BOLD, DIM, paint};
use crate::text::table::{TextTable, percent};
use crate::war::describe;
use crate::war::say::{self, Candidate, SentenceError};
use crate::war::show::{Unknown, find_space};
use wilderness_war::odds::{Assumption, BegunInterception, CombatKind, Intercepted, Odds, StepLosses};
use wilderness_war::pieces::Pieces;
use wilderness_war::{Ask, Choice, Game, PieceSet, Side, SpaceId, View};

/// The odds of the pending combat; of `SPACE with FORCE`; of what the moving force would meet in `SPACE`, or of its
/// `siege` or `assault`; or of what this side's pieces in `SPACE` can do.
///
/// # Errors
/// When there is no combat, or nothing has a given name.
pub fn show(game: &Game, side: Side, what: &str) -> Result<String, Unknown> {
    if let Some(asked) = interceptors(game, what)? {
        return interception(game, asked);
    }
    if what.is_empty() {
        let odds = Odds::of_pending(game).map_err(|halt| Unknown::Plain(halt.to_string()))?;
        let none =
            || Unknown::Plain("no combat is pending; `odds SPACE with FORCE` shows the odds of a possible one".into());
        return odds.map(|odds| render(game, &odds)).ok_or_else(none);
    }
    if what.starts_with("with ") {
        return Err(Unknown::Plain("usage: odds SPACE with FORCE".into()));
    }
    if let Some(choice) = choice(game, what)
        && let Some(odds) = Odds::after(game, choice).map_err(|halt| Unknown::Plain(halt.to_string()))?
    {
        return Ok(render(game, &odds));
    }
    let (space, pieces) = match what.split_once(" with ") {
        Some((space, with)) => {
            // `odds augusta raid with shawnee`
            let space = space.trim().trim_start_matches("raid ").trim_end_matches(" raid");
            let space = find_space(space)?;
            // The enemy may be named too: then it is he who attacks.
            let force = |with: &str| {
                let own = force_against(game, side, with, space);
                own.or_else(|why| force_against(game, side.enemy(), with, space).map_err(|_| why))
                    .map_err(|reason| Unknown::Plain(reason.to_string()))
            };
            // A leader attacks with those whom he can take along.
            let named = force(with)?;
            let led = if named.units().is_empty() { force(&format!("{with}, all")).unwrap_or(named) } else { named };
            (space, led)
        }
        None => {
            let space = find_space(what)?;
            (space, View::public(game).in_space(space).of(side))
        }
    };
    if pieces.units().is_empty() {
        return Err(Unknown::Plain(format!("name {side} units: `odds {space} with FORCE`")));
    }
    let odds = Odds::before(game, pieces, space).map_err(|why| Unknown::Plain(why.to_string()))?;
    if odds.is_empty() {
        return Err(Unknown::Plain(format!("no combat would take place at {space}")));
    }
    Ok(odds.iter().map(|odds| render(game, odds)).collect::<Vec<_>>().join("\n"))
}

/// A force that a text names. If a name fits several pieces, and only one of them can come to the space within an
/// activation, that one is meant.
fn force_against(game: &Game, side: Side, text: &str, space: SpaceId) -> Result<PieceSet, SentenceError> {
    let (typed, candidates) = match say::force(game, side, text) {
        Err(SentenceError::Several { typed, candidates }) => (typed, candidates),
        force => return force,
    };
    let arrivals = View::public(game).arrivals(side, space).unwrap_or_default();
    let within = arrivals.iter().fold(PieceSet::EMPTY, |all, arrival| all | arrival.pieces);
    let with = |one: &Candidate| say::force(game, side, &text.replacen(&typed, one.in_line(), 1)).ok();
    let able: Vec<PieceSet> = candidates.iter().filter_map(with).filter(|force| (*force - within).is_empty()).collect();
    match able.as_slice() {
        [only] => Ok(*only),
        _ => Err(SentenceError::Several { typed, candidates }),
    }
}

/// The intercepting pieces, where an interception is to be decided and the text is empty, `SPACE`, or `[SPACE] with
/// FORCE`: the pieces named, or none. Nothing for any other text.
fn interceptors(game: &Game, what: &str) -> Result<Option<PieceSet>, Unknown> {
    let Some(open) = game.decision() else { return Ok(None) };
    let begun = BegunInterception::of(game);
    let at = match (&open.ask, begun) {
        (Ask::Intercept(at), _) => *at,
        (_, Some(begun)) => begun.space,
        _ => return Ok(None),
    };
    let (space, force) = match what.split_once("with ") {
        Some((space, force)) => (space.trim(), Some(force)),
        None => (what, None),
    };
    if !space.is_empty() && find_space(space)? != at {
        return Ok(None);
    }
    let named = |text: &str| {
        let led = begun.and_then(|begun| say::force(game, open.side, &format!("{},{text}", begun.leader)).ok());
        let force = led.map_or_else(|| say::force(game, open.side, text), Ok);
        force.map_err(|reason| Unknown::Plain(reason.to_string()))
    };
    let so_far = begun.map_or(PieceSet::EMPTY, |begun| begun_force(game, begun));
    force.map_or(Ok(Some(so_far)), |text| named(text).map(Some))
}

/// The leader of an interception with the pieces named so far; before any unit is named, with the strongest force he
/// can lead.
fn begun_force(game: &Game, begun: BegunInterception) -> PieceSet {
    let view = &View::public(game);
    let named = begun.with | PieceSet::one(begun.leader);
    let there = view.space_of(begun.leader).map_or(PieceSet::EMPTY, |space| view.in_space(space));
    let led = there.of(begun.leader.side()).without(begun.leader);
    if named.units().is_empty() { view.strongest_force(begun.leader, led) } else { named }
}

/// The odds of an interception by these pieces; without any, for each leader and each unit without one, and the odds if
/// there is none.
fn interception(game: &Game, pieces: PieceSet) -> Result<String, Unknown> {
    let promise = |pieces| Intercepted::by(game, pieces).map_err(|halt| Unknown::Plain(halt.to_string()));
    if !pieces.is_empty() {
        let found = promise(pieces)?.ok_or_else(|| cannot_intercept(game, pieces))?;
        let chance = format!("{} intercepts at {}: {} (6.71)", found.first, found.space, percent(found.chance));
        let battle = found.battle.map(|odds| format!("If that succeeds:\n{}", render(game, &odds)));
        return Ok(format!("{}\n{}", paint(BOLD, chance), battle.unwrap_or_default()));
    }
    let mut table = TextTable::new(&["succeeds", "then win", "both", "interception by"]);
    let view = &View::public(game);
    for first in Intercepted::candidates(game) {
        let is_leader = Pieces::get().leaders.contains(first);
        let led = view.space_of(first).map_or(PieceSet::EMPTY, |space| view.in_space(space).of(first.side()));
        let force = if is_leader { view.strongest_force(first, led.without(first)) } else { PieceSet::one(first) };
        let Some(found) = promise(force)? else { continue };
        let wins = found.battle.as_ref().and_then(|odds| odds.battle).map(|battle| battle.defender_wins);
        let cells = [Some(found.chance), wins, wins.map(|wins| wins * found.chance)];
        let cells = cells.map(|chance| chance.map_or(String::new(), percent));
        table.row(cells.into_iter().chain([describe::counted(force)]));
    }
    let without = Odds::of_pending(game).map_err(|halt| Unknown::Plain(halt.to_string()))?;
    let without =
        without.map_or("Without an interception there is no combat here now.\n".into(), |odds| render(game, &odds));
    Ok(format!("{}\n{without}", table.render()))
}

/// Why none of these pieces can intercept.
fn cannot_intercept(game: &Game, pieces: PieceSet) -> Unknown {
    let refusal = pieces.first().and_then(|piece| game.why().why_not(Choice::Piece(piece)));
    Unknown::Plain(refusal.map_or("none of these can intercept (6.72)".into(), |refusal| refusal.to_string()))
}

/// The answer to the open decision that a text names: a destination or an action of the moving force.
fn choice(game: &Game, what: &str) -> Option<Choice> {
    let open = game.decision()?;
    let space = || find_space(what).ok().map(Choice::Space).filter(|choice| open.choices.contains(choice));
    open.find(what).or_else(space)
}

/// The whole report on one combat.
pub fn render(game: &Game, odds: &Odds) -> String {
    let mut text = format!("{}\n", paint(BOLD, title(odds)));
    for side in [odds.attacker, odds.attacker.enemy()] {
        let fighters = odds.fighters.of(side);
        if !fighters.is_empty() {
            let named = if fighters.len() > 12 { String::new() } else { format!(" ({})", describe::counted(fighters)) };
            let who = format!("{}{named}", describe::stack(&View::public(game), fighters.units()));
            text.push_str(&format!("{}\n", beside(&format!("  {side}"), 12, &who)));
        }
    }
    text.push_str(&results(odds));
    text.push_str(&losses(odds));
    let leaders = odds.leaders.iter().filter(|risk| risk.dies > 0.0);
    let leaders: Vec<String> = leaders.map(|risk| format!("{} {}", risk.leader, percent(risk.dies))).collect();
    if !leaders.is_empty() {
        text.push_str(&format!("{}\n", beside("Leaders may die:", 17, &leaders.join(", "))));
    }
    let assumed: Vec<&str> = odds.assumed.iter().copied().map(words).chain(["no further cards"]).collect();
    text.push_str(&format!("{}\n", paint(DIM, beside("Assumed:", 9, &format!("{}.", assumed.join(", "))))));
    text
}

fn title(odds: &Odds) -> String {
    let (what, side) = (odds.space, odds.attacker);
    match odds.kind {
        CombatKind::Field => format!("Battle at {what}: the {side} attack (7.0)"),
        CombatKind::Sortie => format!("Sortie at {what}: the besieged {side} attack (8.25)"),
        CombatKind::Assault => format!("Assault on {what} by the {side} (9.0)"),
        CombatKind::Siege => format!("Siege of {what} by the {side} (8.2)"),
        CombatKind::Raid => format!("Raid on {what} by the {side} (10.0)"),
    }
}

/// The outcome: who wins, the siege level, the raid.
fn results(odds: &Odds) -> String {
    let mut rows: Vec<(String, f64)> = Vec::new();
    let (attacker, defender) = (odds.attacker, odds.attacker.enemy());
    if let Some(battle) = odds.battle {
        let against = if odds.kind == CombatKind::Raid { " beat the militia" } else { " win" };
        rows.push((format!("{attacker}{against}"), battle.attacker_wins));
        if battle.overrun > 0.0 {
            rows.push(("  by overrun (7.82)".into(), battle.overrun));
        }
        rows.push((
            format!("{defender}{}", if odds.kind == CombatKind::Raid { " militia win" } else { " win" }),
            battle.defender_wins,
        ));
    }
    if let Some(siege) = odds.siege {
        let levels = siege.levels.iter().enumerate().filter(|(_, chance)| **chance > 0.0);
        rows.extend(levels.map(|(level, chance)| (format!("siege level {level} after it"), *chance)));
        rows.push(("an assault is allowed then (8.24)".into(), siege.assault));
    }
    if let Some(raid) = odds.raid {
        rows.push(("the raid succeeds".into(), raid.success));
        rows.push(("the raid fails".into(), raid.failure));
        if raid.prevented > 0.0 {
            rows.push(("no raid is made (10.23)".into(), raid.prevented));
        }
    }
    let mut table = TextTable::new(&["Result", "Chance"]);
    rows.into_iter().for_each(|(what, chance)| table.row([what, percent(chance)]));
    table.render()
}

/// Chances are listed up to this number of steps; larger numbers are combined.
const APART: usize = 4;

/// The steps that each side loses.
fn losses(odds: &Odds) -> String {
    let mut table = TextTable::new(&["Steps lost", "average", "none", "1", "2", "3", "4 or more", "all units"]);
    for side in [odds.attacker, odds.attacker.enemy()] {
        let StepLosses { chances, expected } = &odds.losses[side];
        if chances.len() < 2 {
            continue;
        }
        let mut row = vec![side.to_string(), format!("{expected:.1}")];
        row.extend((0..APART).map(|steps| chances.get(steps).map_or(String::new(), |chance| percent(*chance))));
        let more: f64 = chances.iter().skip(APART).sum();
        row.push(if chances.len() > APART { percent(more) } else { String::new() });
        row.push(percent(odds.losses[side].all()));
        table.row(row);
    }
    if table.is_empty() { String::new() } else { table.render() }
}

fn words(assumed: Assumption) -> &'static str {
    match assumed {
        Assumption::NobodyIntercepts => "no interception",
        Assumption::NobodyAvoidsBattle => "no avoiding battle",
        Assumption::NobodyGoesInside => "no going inside",
        Assumption::MilitiaJoin => "all eligible militia join",
        Assumption::BesiegedJoin => "the besieged join in",
        Assumption::MilitiaMeetRaiders => "militia oppose the raiders",
        Assumption::Assault => "the besiegers assault as soon as they can",
        Assumption::StrengthIsKept => "steps are lost where they cost the least strength",
    }
}
