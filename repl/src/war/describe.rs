//! Short descriptions of pieces, spaces and cards.

use wilderness_war::map::{Department, LinkKind, Terrain};
use wilderness_war::news::words::list;
use wilderness_war::pieces::{Piece, PieceKind};
use wilderness_war::{Ask, CardId, Game, PieceId, PieceSet, Place, Side, SpaceId, View};

/// `22nd (regular 3-4)`, `Webb (leader 3-5-0)`, `Huron (Indian 1-6, reduced)`.
pub fn piece(view: &View<'_>, piece: PieceId) -> String {
    format!("{piece} ({})", rating(view, piece))
}

/// `regular 3-4`: kind, current strength, movement. `leader 3-5-0`: initiative, command, tactics.
pub fn rating(view: &View<'_>, piece: PieceId) -> String {
    let facts = piece.facts();
    if facts.kind == PieceKind::Leader {
        return format!("leader {}-{}-{}", facts.initiative, facts.command, facts.tactics);
    }
    let reduced = if view.reduced().contains(piece) { ", reduced" } else { "" };
    format!("{} {}-{}{reduced}", kind(facts), view.strength(piece), facts.movement)
}

/// The kind of a piece, in a word or two.
pub fn kind(facts: &Piece) -> &'static str {
    match facts.kind {
        PieceKind::Leader => "leader",
        PieceKind::Regular | PieceKind::RoyalAmerican | PieceKind::Highland | PieceKind::MarineDetachment => "regular",
        PieceKind::LightInfantry => "light infantry",
        PieceKind::NorthernProvincial | PieceKind::SouthernProvincial => "provincial",
        PieceKind::Indian => "Indian",
        PieceKind::Coureurs => "coureurs",
        PieceKind::Ranger => "rangers",
        PieceKind::Militia => "militia",
    }
}

/// `at New York`, `inside Louisbourg`, `out of the game`.
pub fn place(view: &View<'_>, piece: PieceId) -> String {
    match view.place_of(piece) {
        Place::Space(space) if view.is_inside(piece) => format!("inside {space}"),
        Place::Space(space) => format!("at {space}"),
        Place::Militia(department) => format!("in the {} militia box", short(department)),
        Place::LeaderPool => "in the leader pool".into(),
        Place::AtHand => "not in play".into(),
        Place::Eliminated => "out of the game".into(),
    }
}

/// The name of a department without `Department`.
pub fn short(department: Department) -> &'static str {
    &department.facts().name
}

/// `Massacre! (2)`: a card and its value.
pub fn card(game: &Game, number: CardId) -> String {
    match game.scripts().deck().card(number) {
        Some(card) => format!("{} {} ({})", number, card.name, card.value),
        None => number.to_string(),
    }
}

/// The question in a word or two, for the prompt.
pub fn question(ask: &Ask) -> &'static str {
    match ask {
        Ask::Demolish | Ask::AfterActivation => "demolition",
        Ask::Activate(_) => "activation",
        Ask::Member(_) => "force",
        Ask::Mover => "next to act",
        Ask::Drop(_) => "drop off",
        Ask::Intercept(_) => "interception",
        Ask::Avoid(_) => "avoid battle",
        Ask::AvoidTo(_) => "where to",
        Ask::Displace(_) => "leader alone",
        Ask::Loss(_) | Ask::RaidLoss(_) => "losses",
        Ask::RaidMilitia(_) => "militia",
        Ask::GoHome(_) => "going home",
        Ask::Attrition(_) => "winter",
        Ask::Respond(_) => "response",
        Ask::Optional(_) | Ask::Secret(_) => "optional rule",
        _ => ask.kind(),
    }
}

/// `cultivated`, `wilderness` or `mountain`.
pub fn terrain(space: SpaceId) -> &'static str {
    match space.terrain() {
        Terrain::Cultivated => "cultivated",
        Terrain::Wilderness => "wilderness",
        Terrain::Mountain => "mountain",
    }
}

/// `by land`, `by river` or `by lake`.
pub fn link(kind: LinkKind) -> &'static str {
    match kind {
        LinkKind::Land => "by land",
        LinkKind::River => "by river",
        LinkKind::Lake => "by lake",
    }
}

/// The works of a side in a space.
pub fn works(view: &View<'_>, side: Side, space: SpaceId) -> Vec<String> {
    let works = view.works(side);
    let built = [
        ("fortress", works.fortresses),
        ("fort", works.forts),
        ("fort begun", works.under_construction),
        ("stockade", works.stockades),
    ];
    built.iter().filter(|(_, spaces)| spaces.contains(space)).map(|(name, _)| name.to_string()).collect()
}

/// Markers in a space: sieges, fieldworks, landings, raids.
pub fn markers(view: &View<'_>, space: SpaceId) -> Vec<String> {
    let mut found = Vec::new();
    if let Some(level) = view.siege_level(space) {
        found.push(format!("siege {level}"));
    }
    if view.fieldworks().contains(space) {
        found.push("fieldworks".into());
    }
    if view.amphib().contains(space) {
        found.push("Amphib".into());
    }
    for side in Side::BOTH {
        match view.raided_markers(side, space) {
            0 => {}
            1 => found.push(format!("raided by the {side}")),
            more => found.push(format!("raided {more} times by the {side}")),
        }
    }
    found.extend(view.marks_at(space));
    found
}

/// A stack in short: `Webb; 3 units, strength 9`.
pub fn stack(view: &View<'_>, pieces: PieceSet) -> String {
    let (leaders, units) = (pieces.leaders(), pieces.units());
    let mut parts = Vec::new();
    if !leaders.is_empty() {
        parts.push(list(leaders));
    }
    if !units.is_empty() {
        let strength: u32 = units.iter().map(|unit| u32::from(view.strength(unit))).sum();
        let count = units.len();
        parts.push(format!("{count} unit{}, strength {strength}", if count == 1 { "" } else { "s" }));
    }
    parts.join("; ")
}

/// A space in short: `French fort, Montcalm; 4 units, strength 14 | siege 1`; empty if nothing is there.
pub fn occupants(view: &View<'_>, space: SpaceId) -> String {
    let mut parts = Vec::new();
    for side in Side::BOTH {
        let mut own = works(view, side, space);
        let pieces = view.in_space(space).of(side);
        if !pieces.is_empty() {
            own.push(stack(view, pieces));
        }
        if !own.is_empty() {
            parts.push(format!("{side} {}", own.join(", ")));
        }
    }
    parts.extend(markers(view, space));
    parts.join(" | ")
}

/// Victory points as text.
pub fn vp(view: &View<'_>) -> String {
    points(view.vp())
}

/// Points as on the track.
pub fn points(vp: impl Into<i32>) -> String {
    match vp.into() {
        0 => "VP 0".into(),
        points if points > 0 => format!("VP {} {points}", Side::French),
        points => format!("VP {} {}", Side::British, -points),
    }
}

/// Pieces as text, with those of the same name counted: `Johnson, 3 Mohawk and 22nd`.
pub fn counted(pieces: PieceSet) -> String {
    let mut names: Vec<(String, usize)> = Vec::new();
    for piece in pieces.leaders().iter().chain(pieces.units()) {
        let name = piece.to_string();
        match names.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += 1,
            None => names.push((name, 1)),
        }
    }
    list(names.into_iter().map(|(name, count)| if count == 1 { name } else { format!("{count} {name}") }))
}
