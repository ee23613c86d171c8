//! The last battle or assault: who fought, who came to help, what the fire did, and who won it for what reason.

use crate::text::columns::beside;
use crate::text::style::{BOLD, paint};
use crate::war::describe;
use crate::war::show::Unknown;
use wilderness_war::news::{Happened, NewsEntry, Why};
use wilderness_war::{Game, PieceSet, Side};

/// The width of the column with the labels.
const MARGIN: usize = 12;

/// A battle in the log, as far as it has been fought.
pub struct Fought<'a> {
    /// Its entries, from its beginning on.
    entries: &'a [NewsEntry],
    /// The entries before it.
    before: &'a [NewsEntry],
    /// Who attacks.
    pub attackers: PieceSet,
    /// Who defends.
    pub defenders: PieceSet,
}

impl<'a> Fought<'a> {
    /// The last battle or assault of a game, if there was one.
    pub fn last(game: &'a Game) -> Option<Fought<'a>> {
        let log = game.log();
        let began = |entry: &NewsEntry| matches!(entry.what, Happened::CombatBegan { .. });
        let at = log.iter().rposition(began)?;
        let Happened::CombatBegan { attackers, defenders, .. } = log[at].what else { return None };
        Some(Fought { entries: &log[at..], before: &log[..at], attackers, defenders })
    }

    /// The entry with which it began.
    fn first(&self) -> Option<&'a NewsEntry> {
        self.entries.first()
    }

    /// The side that attacks.
    pub fn attacker(&self) -> Option<Side> {
        self.attackers.first().map(|piece| piece.side())
    }

    /// Where the attackers came from, if they moved there.
    pub fn origin(&self) -> Option<wilderness_war::SpaceId> {
        let there = self.first()?.space?;
        self.before.iter().rev().find_map(|entry| match &entry.what {
            Happened::Moved { path, .. } if path.last() == Some(&there) => path.iter().rev().nth(1).copied(),
            _ => None,
        })
    }

    /// Where it is fought.
    pub fn space(&self) -> Option<wilderness_war::SpaceId> {
        self.first()?.space
    }

    /// Whether it is an assault.
    pub fn is_assault(&self) -> bool {
        self.first().is_some_and(|entry| entry.rule.starts_with('9'))
    }

    /// Whether it has been decided.
    pub fn is_over(&self) -> bool {
        self.won().is_some()
    }

    fn won(&self) -> Option<&'a NewsEntry> {
        self.entries.iter().find(|entry| matches!(entry.what, Happened::CombatWon { .. }))
    }

    /// What the fire of a side has cost the other, once it has fired.
    fn cost_by(&self, side: Side) -> Option<u8> {
        self.entries.iter().find_map(|entry| match &entry.what {
            Happened::Fired { result, .. } if entry.side == Some(side) => Some(*result),
            _ => None,
        })
    }

    /// Who has won it, or will, and why.
    pub fn result(&self) -> Option<String> {
        let attacker = self.attacker()?;
        let defender = attacker.enemy();
        let [rule, needs] = match self.is_assault() {
            true => ["9.2", "an assault succeeds only if it costs the enemy more steps than it loses"],
            false => ["7.8", "the side that costs the enemy more steps wins, and the defender a tie"],
        };
        if let Some(NewsEntry { what: Happened::CombatWon { attacker_won, lost: [lost, cost], .. }, .. }) = self.won() {
            let winner = if *attacker_won { attacker } else { defender };
            return Some(format!(
                "the {winner} won: the {attacker} lost {}, the {defender} {}; {needs}, unless one side alone survives ({rule})",
                steps(*lost),
                steps(*cost)
            ));
        }
        let (cost, lost) = (self.cost_by(attacker)?, self.cost_by(defender)?);
        let winner = if cost > lost { attacker } else { defender };
        let costs = match cost == lost {
            true => format!("{} each", steps(cost)),
            false => format!("the {attacker} fire costs {}, the {defender} fire {}", steps(cost), steps(lost)),
        };
        Some(format!("{costs}, so the {winner} win: {needs}, unless one side alone survives ({rule})"))
    }
}

/// `1 step`, `4 steps`.
fn steps(steps: u8) -> String {
    if steps == 1 { "1 step".into() } else { format!("{steps} steps") }
}

/// All about the last battle or assault.
///
/// # Errors
/// If there was none.
pub fn last(game: &Game) -> Result<String, Unknown> {
    let none = || Unknown::Plain("there has been no battle yet".into());
    let fought = Fought::last(game).ok_or_else(none)?;
    let (attacker, place) = fought.attacker().zip(fought.space()).ok_or_else(none)?;
    let what = if fought.is_assault() { "Assault on" } else { "Battle at" };
    let mut text = format!("{}\n", paint(BOLD, format!("{what} {place}: the {attacker} attack")));
    let mut line = |label: &str, told: &str| text.push_str(&format!("{}\n", beside(label, MARGIN, told)));
    for (side, pieces) in [(attacker, fought.attackers), (attacker.enemy(), fought.defenders)] {
        line(&side.to_string(), &describe::counted(pieces));
    }
    if let Some(origin) = fought.origin() {
        line("came from", &origin.to_string());
    }
    let tried = |entry: &&NewsEntry| {
        entry.space == Some(place) && matches!(entry.what, Happened::InterceptionRolled { success: true, .. })
    };
    let moved = |entry: &NewsEntry| matches!(entry.what, Happened::Moved { .. } | Happened::CardPlayed { .. });
    let since = fought.before.iter().rposition(moved).unwrap_or_default();
    for entry in fought.before[since..].iter().filter(tried) {
        line("intercepted", &entry.text());
    }
    for entry in fought.entries.iter().filter(|entry| matches!(entry.what, Happened::Fired { .. })) {
        line("fire", &entry.text());
    }
    line("result", &fought.result().unwrap_or_else(|| "still open".into()));
    let scored = |entry: &&NewsEntry| {
        entry.space == Some(place)
            && matches!(&entry.what, Happened::Scored { why, .. } if matches!(why, Why::BattleWon | Why::Works(..)))
    };
    for entry in fought.entries.iter().filter(scored) {
        line("points", &entry.text());
    }
    Ok(text)
}
