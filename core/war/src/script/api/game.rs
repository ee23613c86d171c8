//! The game itself: sides, date, points, dice.

use super::{Answer, guards, refuse};
use crate::chance::Throw;
use crate::moments::MomentKind;
use crate::news::{Happened, NewsEntry, Why};
use crate::rules::activation;
use crate::rules::season::{EXTRA, SKIPPED};
use crate::script::Scripts;
use crate::sets::PieceSet;
use crate::side::Side;
use crate::state::{Season, Step, Until};
use crate::table::{Effects, Play, Table};
use crate::war::War;
use rhai::combine_with_exported_module;
use rhai::plugin::*;
use wilderness_engine::language::Language as _;
use wilderness_engine::script::{Handle, Seat};

/// The game, as scripts see it.
pub(crate) type Game = Handle<War>;

/// The rule of what events do.
const EVENTS: &str = "5.5";

/// The rule by which a script acts: that of events, or of optional rules if no card is played.
fn rule_of(game: &Game) -> Answer<&'static str> {
    game.read(|seat| if seat.card().is_some() { EVENTS } else { "14.0" })
}

pub(super) fn register(module: &mut Module) {
    combine_with_exported_module!(module, "game", functions);
}

/// Counts an action phase of a side more that it has or misses.
fn count_phase(table: &mut Table, by: Side, side: Side, marker: &str) -> Play<()> {
    let name = format!("{}-{marker}", side.id());
    let sum = table.state.numbers.get(name.as_str()).copied().unwrap_or_default() + 1;
    if sum > MOST_PHASES {
        return Ok(());
    }
    Scripts::set_marker(table, by, &name, Some(Until::Season))?;
    Scripts::set_number(table, by, &name, sum)
}

/// The most action phases that a side has or misses in a row: more than a season has.
const MOST_PHASES: i64 = 12;

#[export_module]
mod functions {
    /// The side that plays the card.
    ///
    /// `game.units(game.side, space)`
    #[rhai_fn(get = "side", pure, return_raw)]
    pub fn side(game: &mut Game) -> Answer<Side> {
        game.read(|seat| seat.side())
    }

    /// The other side.
    ///
    /// `game.units(game.enemy, space)`
    #[rhai_fn(get = "enemy", pure, return_raw)]
    pub fn enemy(game: &mut Game) -> Answer<Side> {
        game.read(|seat| seat.side().enemy())
    }

    /// The other side of a side.
    ///
    /// `game.has_marker(`${side.enemy}-blockhouses`)`
    #[rhai_fn(get = "enemy", pure)]
    pub fn enemy_of(side: &mut Side) -> Side {
        side.enemy()
    }

    /// The word for a side: "french" or "british".
    ///
    /// `game.mark(`${game.side}-blockhouses`)`
    #[rhai_fn(name = "to_string", pure)]
    pub fn side_name(side: &mut Side) -> String {
        side.id().into()
    }

    /// The year, 1755 to 1762.
    ///
    /// `game.year >= 1759`
    #[rhai_fn(get = "year", pure, return_raw)]
    pub fn year(game: &mut Game) -> Answer<i64> {
        game.read(|seat| i64::from(seat.state().year))
    }

    /// Whether it is the Early Season.
    ///
    /// `game.is_early`
    #[rhai_fn(get = "is_early", pure, return_raw)]
    pub fn is_early(game: &mut Game) -> Answer<bool> {
        game.read(|seat| seat.state().season == Season::Early)
    }

    /// The victory points of a side; negative if the other side is ahead.
    ///
    /// `game.vp(Side::FRENCH) < 5`
    #[rhai_fn(pure, return_raw)]
    pub fn vp(game: &mut Game, side: Side) -> Answer<i64> {
        game.read(|seat| i64::from(seat.state().vp) * if side == Side::French { 1 } else { -1 })
    }

    /// Gives a side victory points, or takes them if the number is negative (13.2).
    ///
    /// `game.score(game.side, 1, "a massacre")`
    #[rhai_fn(return_raw)]
    pub fn score(game: &mut Game, side: Side, points: i64, why: &str) -> Answer<()> {
        let Ok(points) = i8::try_from(points) else { return refuse(format!("{points} is no number of points")) };
        game.act(|table, _| table.score(side, points, "13.2", Why::Said(why.into()), None))
    }

    /// Ends the game: a side wins. The phase or step of the game in which it happens is finished first.
    ///
    /// `if game.get("will") <= 0 { game.win(game.enemy); }`
    #[rhai_fn(return_raw)]
    pub fn win(game: &mut Game, side: Side) -> Answer<()> {
        game.act(|table, _| {
            table.within.requests.winner = Some(side);
            Ok(())
        })
    }

    /// A side has another action phase after its next one, or after the one that is under way; several add up. What is not
    /// used lapses with the season.
    ///
    /// `game.extra_phase(game.side)`
    #[rhai_fn(return_raw)]
    pub fn extra_phase(game: &mut Game, side: Side) -> Answer<()> {
        game.act(|table, by| count_phase(table, by, side, EXTRA))
    }

    /// A side misses its next action phase; several add up. What is left lapses with the season.
    ///
    /// `game.skip_phase(game.enemy)`
    #[rhai_fn(return_raw)]
    pub fn skip_phase(game: &mut Game, side: Side) -> Answer<()> {
        game.act(|table, by| count_phase(table, by, side, SKIPPED))
    }

    /// The players change sides: the player of the French plays the British. Only before the game (13.3).
    ///
    /// `if wanted == Side::BRITISH { game.exchange_sides(); }`
    #[rhai_fn(return_raw)]
    pub fn exchange_sides(game: &mut Game) -> Answer<()> {
        if !game.read(|seat| seat.state().step == Step::Setup)? {
            return refuse("sides are exchanged only before the game");
        }
        game.act(|table, _| {
            table.state.exchanged = !table.state.exchanged;
            table.tell(|_| NewsEntry::new("13.3", Happened::SidesExchanged));
            Ok(())
        })
    }

    /// Rolls a die: 1 to 6.
    ///
    /// `if game.roll() >= 3 { ... }`
    #[rhai_fn(return_raw)]
    pub fn roll(game: &mut Game) -> Answer<i64> {
        let (rule, card) = (rule_of(game)?, game.read(|seat| seat.card())?);
        game.act(|table, side| {
            let occasion = table.occasion_of_script(card.map_or(0, u64::from));
            let die = table.roll_at(Throw::Event, occasion)?;
            table.tell(|_| NewsEntry::new(rule, Happened::EventDie { die, is_event: rule == EVENTS }).by(side));
            Ok(i64::from(die))
        })
    }

    /// Half of a number, rounded up.
    ///
    /// `half_up(game.roll())`
    pub fn half_up(number: i64) -> i64 {
        number.div_euclid(2) + number.rem_euclid(2)
    }

    /// Writes a line into the log of the game.
    ///
    /// `game.tell("the garrison marches out")`
    #[rhai_fn(return_raw)]
    pub fn tell(game: &mut Game, text: &str) -> Answer<()> {
        let rule = rule_of(game)?;
        game.act(|table, side| {
            table.tell(|_| NewsEntry::new(rule, Happened::Said { text: text.into() }).by(side));
            Ok(())
        })
    }

    /// Activates up to this many leaders of any initiative with their forces, in turn, when the script has ended
    /// (5.34, Q25, Q108). In the `play` of an event only.
    ///
    /// `fn play() { game.activate_forces(2); }`
    #[rhai_fn(return_raw)]
    pub fn activate_forces(game: &mut Game, number: i64) -> Answer<()> {
        guards::only_in_play(game)?;
        let Ok(number @ 1..=9) = u8::try_from(number) else {
            return refuse(format!("{number} is no number of forces"));
        };
        game.act(|table, _| {
            table.within.requests.forces = number;
            Ok(())
        })
    }

    /// Activates leaders and units of the player's side individually, in the order that the player chooses, when the
    /// script has ended (5.33). Not militia. In the `play` of an event only.
    ///
    /// `fn play() { game.activate(game.units(game.side).of_kind("rangers")); }`
    #[rhai_fn(return_raw)]
    pub fn activate(game: &mut Game, pieces: PieceSet) -> Answer<()> {
        guards::only_in_play(game)?;
        let refused = |seat: &Seat<War>| {
            let why_not = |piece| activation::why_not_one_by_one(seat.state(), seat.side(), piece);
            pieces.iter().find_map(|piece| Some((piece, why_not(piece)?)))
        };
        if let Some((piece, refusal)) = game.read(refused)? {
            return refuse(format!("{piece} cannot be activated: {refusal}"));
        }
        game.act(|table, _| {
            table.within.requests.individuals = pieces;
            Ok(())
        })
    }

    /// Sends the mover back to the space that it just left; it moves no further. In answer to `step_made` only.
    ///
    /// `fn respond(moment) { game.turn_back(); }`
    #[rhai_fn(return_raw)]
    pub fn turn_back(game: &mut Game) -> Answer<()> {
        guards::only_at(game, MomentKind::StepMade)?;
        game.act(|table, _| {
            table.within.requests.turn_back = true;
            Ok(())
        })
    }

    /// Lets the mover make an amphibious landing in a space instead of any other movement (6.431). In answer to
    /// `move_start` only; place the Amphib marker with it.
    ///
    /// `game.land(game.choose_space("Where do you land?", sites))`
    #[rhai_fn(return_raw)]
    pub fn land(game: &mut Game, space: crate::sets::SpaceId) -> Answer<()> {
        guards::only_landing(game, space)?;
        game.act(|table, _| {
            table.state.amphib.insert(space);
            table.within.requests.landing = Some(space);
            table.tell(|_| NewsEntry::new("6.432", Happened::AmphibPlaced).by(Side::British).at(space));
            Ok(())
        })
    }
}
