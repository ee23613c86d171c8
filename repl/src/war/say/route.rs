//! Finds the shortest way to a space by trying the steps on a copy. The other side is assumed to let the mover pass,
//! and the search stops where dice would be rolled.

use super::goal::Next;
use super::grammar::MovementManner;
use super::trial::let_pass;
use std::collections::VecDeque;
use wilderness_war::map::{LinkKind, Map};
use wilderness_war::news::words::list;
use wilderness_war::{Ask, Choice, Decision, Game, PieceId, SpaceId, View, Word};

/// No movement enters more spaces (6.3).
const MOST_STEPS: usize = 9;

/// A mover on its way through some spaces.
#[derive(Clone, Debug)]
pub struct Journey {
    mover: PieceId,
    /// The remaining spaces.
    spaces: VecDeque<SpaceId>,
    way: MovementManner,
    /// Whether the movement ends in the last space.
    stop: bool,
    /// Whether the mover has been asked where to go.
    begun: bool,
}

impl Journey {
    pub fn new(mover: PieceId, spaces: Vec<SpaceId>, way: MovementManner, stop: bool) -> Journey {
        Journey { mover, spaces: spaces.into(), way, stop, begun: false }
    }

    /// The answer to the open decision.
    pub fn next(&mut self, game: &Game, decision: &Decision) -> Next {
        let here = View::public(game).space_of(self.mover);
        if !matches!(decision.ask, Ask::March(mover) if mover == self.mover) {
            // A mover that was beaten is asked no more: it is the turn of another.
            let others = matches!(decision.ask, Ask::March(_) | Ask::Action(_) | Ask::Mover | Ask::AfterActivation);
            let is_over = here.is_none() || (self.begun && others) || self.has_arrived(game);
            return if is_over { Next::Done } else { Next::Wait };
        }
        self.begun = true;
        if self.spaces.front().is_some_and(|space| here == Some(*space)) {
            self.spaces.pop_front();
        }
        let stop = Choice::Word(Word::Stop);
        match self.spaces.front() {
            Some(to) => match step_towards(game, decision, self.mover, *to, self.way) {
                Ok(choice) => Next::Choose(choice),
                Err(reason) => Next::Refuse(reason),
            },
            None if self.stop && decision.choices.contains(&stop) => Next::Last(stop),
            None => Next::Done,
        }
    }

    /// Whether the mover is at its destination.
    pub fn has_arrived(&self, game: &Game) -> bool {
        let here = View::public(game).space_of(self.mover);
        self.spaces.back().is_none_or(|last| here == Some(*last))
    }

    /// Updates the position of the mover.
    pub fn look(&mut self, game: &Game) {
        if self.has_arrived(game) {
            self.spaces.clear();
        }
    }

    /// The remaining way as text. A stop at the present place is implied.
    pub fn text(&self) -> Option<String> {
        match (self.spaces.is_empty(), self.stop) {
            (true, _) => None,
            (false, true) => Some(format!("{} to {}, stop", self.mover, list(&self.spaces))),
            (false, false) => Some(format!("{} to {}", self.mover, list(&self.spaces))),
        }
    }
}

/// The kinds of steps that a search may take.
#[derive(Clone, Copy, PartialEq)]
struct Allowed {
    boats_only: bool,
    open: bool,
    sea: bool,
    infiltration: bool,
}

impl Allowed {
    const OPEN: Allowed = Allowed { boats_only: false, open: true, sea: false, infiltration: false };

    /// The kinds of search to try, in order.
    fn of(way: MovementManner) -> &'static [Allowed] {
        const ANY: [Allowed; 2] = [Allowed::OPEN, Allowed { sea: true, ..Allowed::OPEN }];
        match way {
            MovementManner::Any => &ANY,
            MovementManner::Land => &[Allowed::OPEN],
            MovementManner::Boat => &[Allowed { boats_only: true, ..Allowed::OPEN }],
            MovementManner::Sea => &[Allowed { sea: true, open: false, ..Allowed::OPEN }],
            MovementManner::Infiltration => &[Allowed { infiltration: true, ..Allowed::OPEN }],
        }
    }
}

/// A place reached by a search.
struct RoutePlace {
    game: Game,
    /// The first step of the way here; none at the start.
    first: Option<Choice>,
    space: SpaceId,
    /// The spaces on the way here, from the start.
    way: Vec<SpaceId>,
    /// The number of possible interceptions on the way.
    risks: usize,
    /// The number of land connections on the way.
    carried: usize,
}

/// The next step of a mover towards a space.
///
/// # Errors
/// Why it cannot get there.
pub fn step_towards(
    game: &Game,
    decision: &Decision,
    mover: PieceId,
    to: SpaceId,
    way: MovementManner,
) -> Result<Choice, String> {
    let mut blocked = None;
    for allowed in Allowed::of(way) {
        let mut search = WayThrough { mover, to, allowed: *allowed, seen: Vec::new(), nearest: None, end: None };
        match search.run(game, decision) {
            Some(choice) => return Ok(choice),
            None => blocked = blocked.or(search.nearest.map(|node| (node, search.end))),
        }
    }
    let infiltration = Allowed { infiltration: true, ..Allowed::OPEN };
    let mut search = WayThrough { mover, to, allowed: infiltration, seen: Vec::new(), nearest: None, end: None };
    if way != MovementManner::Infiltration && search.run(game, decision).is_some() {
        return Err(format!("{mover} can reach {to} only through the enemy: add `by infiltration` (6.6)"));
    }
    Err(format!("{mover} cannot reach {to}{}: {}", how(way), reason(blocked, to, way)))
}

/// Shows the way to each space that a mover can reach from an open decision, the shortest first: the game before the last
/// step, that step, and the spaces from the start.
pub fn ways(game: &Game, decision: &Decision, mover: PieceId, mut look: impl FnMut(&Game, Choice, &[SpaceId])) {
    // It has no goal: what is nearest to it is not asked.
    let Some(to) = View::public(game).space_of(mover) else { return };
    let mut search = WayThrough { mover, to, allowed: Allowed::OPEN, seen: Vec::new(), nearest: None, end: None };
    search.run_to_all(game, decision, &mut look);
}

fn how(way: MovementManner) -> &'static str {
    match way {
        MovementManner::Any | MovementManner::Infiltration => "",
        MovementManner::Boat => " by boat",
        MovementManner::Land => " by land",
        MovementManner::Sea => " by sea",
    }
}

/// Why the nearest place reached is not nearer.
fn reason(nearest: Option<(RoutePlace, Option<SpaceId>)>, to: SpaceId, way: MovementManner) -> String {
    let Some((node, end)) = nearest else { return "nothing leads there (6.2)".into() };
    let map = Map::get();
    let nearer = |space: &SpaceId| map.distance(*space, to) < map.distance(node.space, to);
    if let Some(end) = end.filter(nearer) {
        return format!("it can get as far as {end}, where its movement ends");
    }
    let by_sea =
        || node.game.why().why_not(Choice::Naval(to)).map_or("no ship goes there (6.4)".into(), |it| it.to_string());
    let next = map.links(node.space).iter().map(|link| link.to).find(nearer);
    if way == MovementManner::Sea || next.is_none() {
        return by_sea();
    }
    match next.and_then(|next| Some((next, node.game.why().why_not(Choice::Space(next))?))) {
        Some((next, refusal)) if refusal.says_why() => format!("{} to {next}: {refusal}", node.space),
        _ if way == MovementManner::Boat => {
            "the waterways lead elsewhere, and boats are carried only once (6.3)".into()
        }
        _ => format!("{} is the nearest it can get", node.space),
    }
}

struct WayThrough {
    mover: PieceId,
    to: SpaceId,
    allowed: Allowed,
    /// The places visited, with what could be done there: a place reached with more options may lead further.
    seen: Vec<(SpaceId, usize, Vec<Choice>)>,
    /// The nearest place reached from which it could continue.
    nearest: Option<RoutePlace>,
    /// The nearest place where its movement ended.
    end: Option<SpaceId>,
}

impl WayThrough {
    /// The first step of the shortest way; among several, that with the fewest interceptions.
    fn run(&mut self, game: &Game, decision: &Decision) -> Option<Choice> {
        let start = View::public(game).space_of(self.mover)?;
        let mut layer = vec![self.begin(game, decision, start)];
        for _ in 0..MOST_STEPS {
            layer.sort_by_key(|node| node.risks);
            let arriving = layer.iter().find_map(|node| {
                let choice = self.steps(node).into_iter().find(|choice| choice.space() == Some(self.to))?;
                Some(node.first.unwrap_or(choice))
            });
            if arriving.is_some() {
                return arriving;
            }
            let mut next = Vec::new();
            for node in layer {
                for choice in self.steps(&node) {
                    next.extend(self.follow(&node, choice));
                }
                self.keep_nearest(node);
            }
            next.sort_by_key(|node| node.risks);
            next.retain(|node| self.is_new(node));
            layer = next;
        }
        layer.into_iter().for_each(|node| self.keep_nearest(node));
        None
    }

    fn begin(&mut self, game: &Game, decision: &Decision, start: SpaceId) -> RoutePlace {
        self.seen.push((start, 0, decision.choices.clone()));
        RoutePlace { game: game.copies().trial(), first: None, space: start, way: vec![start], risks: 0, carried: 0 }
    }

    /// Shows the way to each space that can be reached, the shortest first, as [`WayThrough::run`] finds it: the game
    /// before the last step, that step, and the spaces from the start.
    fn run_to_all(&mut self, game: &Game, decision: &Decision, look: &mut impl FnMut(&Game, Choice, &[SpaceId])) {
        let Some(start) = View::public(game).space_of(self.mover) else { return };
        let mut layer = vec![self.begin(game, decision, start)];
        let mut reached = vec![start];
        for _ in 0..MOST_STEPS {
            layer.sort_by_key(|node| node.risks);
            let mut next = Vec::new();
            for node in &layer {
                for choice in self.steps(node) {
                    if let Some(space) = choice.space().filter(|space| !reached.contains(space)) {
                        reached.push(space);
                        let way: Vec<SpaceId> = node.way.iter().copied().chain([space]).collect();
                        look(&node.game, choice, &way);
                    }
                    next.extend(self.follow(node, choice));
                }
            }
            next.sort_by_key(|node| node.risks);
            next.retain(|node| self.is_new(node));
            layer = next;
        }
        // Ships go where the force stands only.
        for choice in decision.choices.iter().copied().filter(|choice| matches!(choice, Choice::Naval(_))) {
            if let Some(space) = choice.space().filter(|space| !reached.contains(space)) {
                look(game, choice, &[start, space]);
            }
        }
    }

    /// The possible steps from a place.
    fn steps(&self, node: &RoutePlace) -> Vec<Choice> {
        let choices = node.game.decision().map(|decision| decision.choices.as_slice()).unwrap_or_default();
        let may = |choice: &&Choice| match choice {
            Choice::Space(to) => self.allowed.open && (!self.allowed.boats_only || self.by_boat(node, *to)),
            Choice::Naval(_) => self.allowed.sea,
            Choice::Infiltrate(_) => self.allowed.infiltration,
            _ => false,
        };
        choices.iter().filter(may).copied().collect()
    }

    /// Whether boats can go there: by water, or by portage once between friendly places (6.3).
    fn by_boat(&self, node: &RoutePlace, to: SpaceId) -> bool {
        let (view, side) = (&View::public(&node.game), self.mover.side());
        let places = view.works(side).fortifications() | Map::get().originally(side);
        match Map::get().link(node.space, to).map(|link| link.kind) {
            Some(LinkKind::Land) => node.carried == 0 && places.contains(node.space) && places.contains(to),
            kind => kind.is_some(),
        }
    }

    /// The place that a step leads to, if the mover can continue from there.
    fn follow(&mut self, node: &RoutePlace, choice: Choice) -> Option<RoutePlace> {
        let space = choice.space()?;
        let mut game = node.game.copies().trial();
        game.choose(choice).ok()?;
        let mut risks = node.risks;
        loop {
            let decision = game.decision()?;
            match decision.ask {
                Ask::March(mover) if mover == self.mover => break,
                Ask::Intercept(_) => risks += 1,
                _ => {}
            }
            if !let_pass(&mut game, self.mover.side()) {
                let distance = |space: SpaceId| Map::get().distance(space, self.to);
                // The open question is not about the next step.
                if self.end.is_none_or(|end| distance(space) < distance(end)) {
                    self.end = Some(space);
                }
                return None;
            }
        }
        let carried = Map::get().link(node.space, space).is_some_and(|link| link.kind == LinkKind::Land);
        (View::public(&game).space_of(self.mover) == Some(space)).then(|| RoutePlace {
            first: node.first.or(Some(choice)),
            space,
            way: node.way.iter().copied().chain([space]).collect(),
            risks,
            carried: node.carried + usize::from(carried),
            game,
        })
    }

    fn is_new(&mut self, node: &RoutePlace) -> bool {
        let choices = node.game.decision().map(|decision| decision.choices.clone()).unwrap_or_default();
        let key = (node.space, node.carried, choices);
        let new = !self.seen.contains(&key);
        if new {
            self.seen.push(key);
        }
        new
    }

    fn keep_nearest(&mut self, node: RoutePlace) {
        let distance = |node: &RoutePlace| Map::get().distance(node.space, self.to);
        if self.nearest.as_ref().is_none_or(|nearest| distance(&node) < distance(nearest)) {
            self.nearest = Some(node);
        }
    }
}
