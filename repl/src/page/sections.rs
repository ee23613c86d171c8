//! The sections of a page beside the picture: the question with its choices, the hand, the news, and what can be done.

use crate::board::pictured::HeldSecret;
use crate::front::Front;
use crate::front::{Item, Session};
use crate::prompt::menu::Menu;
use crate::text::out::plain;
use maud::{Markup, PreEscaped, html};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use wilderness_engine::scene::{Scene, Shape};
use wilderness_engine::{Choice as _, Game, Question as _, Side as _};

/// The most entries of the log on a page; `log` shows more.
const NEWS: usize = 120;

/// How much of the log a seat has been told.
#[derive(Clone, Copy, Default)]
pub struct Told {
    /// The number of entries when its player answered last.
    pub since: usize,
    /// The number of entries that it has been shown.
    pub shown: usize,
}

/// All sections, by their names.
pub fn all<F: Front>(
    session: &mut Session<F>,
    scene: &Scene,
    layers: &[String],
    told: Told,
) -> BTreeMap<&'static str, String> {
    let branches = session.branch_list();
    let named = PlaceNames::of(scene);
    [
        ("standing", standing(session)),
        ("past", past(session)),
        ("recap", recap(session, &named, told)),
        ("question", question(session, &named, scene)),
        ("hand", hand(session)),
        ("waiting", waiting(session)),
        ("news", news(session, &named, told.since)),
        ("stacks", stacks(scene)),
        ("tracks", tracks(scene)),
        ("layers", layer_buttons::<F>(layers)),
        ("timeline", timeline(session, &branches, told)),
    ]
    .into_iter()
    .map(|(name, markup)| (name, markup.into_string()))
    .collect()
}

/// When it is, how the game stands, and whose turn it is.
fn standing<F: Front>(session: &Session<F>) -> Markup {
    let (game, viewer) = (session.game(), session.viewer());
    let decides = game.decision().map(|open| open.side);
    let bots = game.sides().into_iter().filter(|side| session.bots[game.now().seat(*side)].is_some());
    let bots = bots.map(|side| side.to_string()).collect::<Vec<_>>().join(" and ");
    let is_yours = decides.is_some() && session.sees_decision() && !session.is_covered() && !game.past().looks_back();
    html! {
        p class="when" { (F::standing(game)) }
        @let side = decides.unwrap_or(viewer);
        p class=(format!("turn side-{}", side.index())) data-yours[is_yours] data-you=[(!session.is_onlooker()).then_some(viewer)]
            data-bots=[(!bots.is_empty()).then_some(bots)] {
            @if session.is_onlooker() { span class="you" { "You look on. " } }
            @else { span class=(format!("you side-{}", viewer.index())) { "You are " (session.in_sentences(viewer).to_string()) ". " } }
            @match decides {
                _ if game.past().looks_back() => {},
                Some(_) if is_yours => "It is your move.",
                Some(side) if session.bots[game.now().seat(side)].is_some() => {
                    (session.in_sentences(side).begins("are thinking", "is thinking")) "."
                }
                Some(side) => { "Waiting for " (session.in_sentences(side).to_string()) "." },
                None => {},
            }
        }
    }
}

/// That the game is looked at as it was, and the way back.
fn past<F: Front>(session: &Session<F>) -> Markup {
    let (game, (made, all)) = (session.game(), session.game().past().place());
    html! {
        @if game.past().looks_back() {
            p { b { "You look at the past" } ": decision " (made + 1) " of " (all) ". A choice here begins a new branch." }
            button type="button" data-line="goto end" { "Back to the present" }
        }
    }
}

/// The most sentences of what has happened since the last answer; more are folded.
const RECAP: usize = 10;

/// The most sentences of an action or a battle that follow its first one; more than these unfold.
const LONG: usize = 2;

/// The sentences of an action, a battle or the like, each with the entries of the log that it tells.
type Chapter = Vec<(Range<usize>, String)>;

/// What has happened since the last answer of the player, in order.
fn recap<F: Front>(session: &Session<F>, named: &PlaceNames<'_>, told: Told) -> Markup {
    let game = session.game();
    let log = game.log();
    let from = told.since.min(log.len());
    let mut chapters: Vec<Range<usize>> = Vec::new();
    for number in from..log.len() {
        match chapters.last_mut() {
            Some(chapter) if F::begins_frame(&log[..=number]).is_none() => chapter.end = number + 1,
            _ => chapters.push(number..number + 1),
        }
    }
    let (left_out, shown) = chapters.split_at(chapters.len().saturating_sub(RECAP));
    let shown: Vec<Chapter> = shown.iter().map(|chapter| F::sentences(game, chapter.clone())).collect();
    let own = (!session.is_onlooker()).then(|| session.viewer().index());
    let begins = |chapter: &Chapter| chapter.first().and_then(|(part, _)| F::side_of(log.get(part.start)?));
    let is_own = |chapter: &Chapter| own.is_some() && begins(chapter) == own;
    let folded = folded(&shown, is_own);
    let class = |part: &Range<usize>| F::side_of(&log[part.start]).map(|side| format!("side-{side}"));
    let is_fresh = |part: &Range<usize>| part.end > told.shown;
    html! {
        @if !shown.is_empty() {
            @let since = if session.is_onlooker() { "What has happened " } else { "Since your last answer " };
            h2 { (since) button type="button" class="rule" data-look="" { "Step through" } }
            @if let (Some(first), Some(last)) = (left_out.first(), left_out.last()) {
                p { (last.end - first.start) " earlier entries are in the news." }
            }
            ul class="entries" {
                @for (chapter, folds) in shown.iter().zip(folded) {
                    @match chapter.split_first() {
                        Some(((part, sentence), rest)) if folds || rest.len() > LONG => {
                            li class=[class(part)] data-fresh[chapter.iter().any(|(part, _)| is_fresh(part))] {
                                (named.linked(sentence))
                                details data-key=(part.start) open[!folds] {
                                    summary { (rest.len()) " more" }
                                    ul { @for (_, sentence) in rest { li { (named.linked(sentence)) } } }
                                }
                            }
                        }
                        _ => @for (part, sentence) in chapter {
                            li class=[class(part)] data-fresh[is_fresh(part)] { (named.linked(sentence)) }
                        }
                    }
                }
            }
        }
    }
}

/// Which chapters are folded: those of the player before all others, the longest first, until few enough sentences are left.
fn folded(chapters: &[Chapter], is_own: impl Fn(&Chapter) -> bool) -> Vec<bool> {
    let mut folded = vec![false; chapters.len()];
    let mut sentences: usize = chapters.iter().map(Vec::len).sum();
    while sentences > RECAP {
        let open = (0..chapters.len()).filter(|index| !folded[*index] && chapters[*index].len() > 1);
        let weight = |index: &usize| (is_own(&chapters[*index]), chapters[*index].len(), Reverse(*index));
        let Some(next) = open.max_by_key(weight) else { break };
        folded[next] = true;
        sentences -= chapters[next].len() - 1;
    }
    folded
}

/// The open question with a button for each choice.
fn question<F: Front>(session: &Session<F>, named: &PlaceNames<'_>, scene: &Scene) -> Markup {
    let game = session.game();
    if session.is_covered() {
        return html! { p { "The keyboard changes hands at the prompt." } };
    }
    if let Some(halt) = game.now().broken() {
        return html! { p class="fault" { "The game cannot continue: " (halt) } };
    }
    let Some(menu) = Menu::of(game) else {
        let result = game.outcome().map(F::result).unwrap_or_default();
        return html! { h2 { (crate::text::names::capital(&result)) "." } pre { (plain(&F::ending(game))) }
            p { a href="film#last" target="_blank" { "Watch the film of the game" } }
            p { a href="film?analysed=true" target="_blank" { "See what decided the game" } " (takes a moment)" }
        };
    };
    if !session.sees_decision() {
        let (several, one) =
            if game.past().looks_back() { ("decided here", "decided here") } else { ("decide", "decides") };
        return html! { h2 { (session.in_sentences(menu.decision.side).begins(several, one)) } };
    }
    let menu = menu.with_chances(game);
    let wording = menu.wording();
    let rule = menu.decision.ask.rule();
    let briefing = plain(&F::briefing(game, &menu.decision));
    html! {
        h2 id="asked" {
            (wording.question) " "
            @if !rule.is_empty() {
                button type="button" class="rule" data-line=(format!("help {rule}")) { (rule) }
            }
        }
        @if !wording.so_far.is_empty() { p { "So far: " (plain(&wording.so_far)) } }
        @if let Some((label, what)) = &wording.notice { p { (label) " " (plain(what)) } }
        @let goes = F::goes_by(&menu.decision.ask);
        (choices(game, &menu, named, scene))
        @if session.takes_all() { button type="button" class="choice" data-line="all" { "All of them" } }
        @if let Some(goes) = goes { p class="note" data-go=(goes) { "A click on a place of the map goes all the way there." } }
        @if !briefing.is_empty() {
            details open { summary { "The situation" } pre class="briefing" { (briefing) } }
        }
        @if !wording.footer.is_empty() { details { summary { "What else can be typed" } pre { (plain(&wording.footer)) } } }
    }
}

/// The choices: those of pieces by their places, the others below.
fn choices<F: Front>(game: &Game<F>, menu: &Menu<F>, named: &PlaceNames<'_>, scene: &Scene) -> Markup {
    let at = |item: &Item<F>| {
        let places = item.choices.iter().flat_map(|choice| F::places_of(game, menu.decision.side, *choice));
        let mut ids: Vec<&str> = Vec::new();
        for id in places.filter_map(|place| Some(scene.places.get(place)?.id.as_str())) {
            if !ids.contains(&id) {
                ids.push(id);
            }
        }
        ids.join(" ")
    };
    let mut groups: Vec<(Option<&str>, Vec<&Item<F>>)> = Vec::new();
    for item in &menu.items {
        match groups.last_mut() {
            Some((place, items)) if *place == item.place.as_deref() => items.push(item),
            _ => groups.push((item.place.as_deref(), vec![item])),
        }
    }
    html! {
        @for (place, items) in &groups {
            fieldset class="choices" {
                @if let Some(place) = place { legend { (named.linked(place)) } }
                @for item in items { (choice(item, &at(item))) }
            }
        }
    }
}

/// A choice; equivalent ones share a button, and can be named below it.
fn choice<F: Front>(item: &Item<F>, at: &str) -> Markup {
    let Some(first) = item.choices.first() else { return html! {} };
    let number = &item.number;
    html! {
        button type="button" class="choice" data-token=(first.token()) data-number=(number) data-at=(at) {
            @if !number.is_empty() && *number != item.text { span class="number" { (number) } " " }
            span class="text" { (plain(&item.text)) }
            @if !item.note.is_empty() { " " span class="note" { (plain(&item.note)) } }
            @if !item.chance.is_empty() { " " span class="chance" { (item.chance) } }
        }
        @if item.choices.len() > 1 {
            details class="equals" {
                summary { "Which one?" }
                @for (called, choice) in item.called.iter().zip(&item.choices) {
                    button type="button" class="choice" data-token=(choice.token()) { (called) }
                }
            }
        }
    }
}

/// The cards or markers of the viewer.
fn hand<F: Front>(session: &Session<F>) -> Markup {
    let (game, side) = (session.game(), session.viewer());
    if session.is_covered() || !game.now().is_shown(side) {
        return html! {};
    }
    let open = game.decision().filter(|open| open.side == side);
    let held = F::held(game, side);
    let offered = |held: &HeldSecret<F>| open.is_some_and(|open| open.choices.contains(&held.choice));
    html! {
        @if !held.is_empty() {
            h2 { "Hand of " (session.in_sentences(side).to_string()) }
            ul class="cards" {
                @for card in &held {
                    li class=[offered(card).then_some("ready")] {
                        h3 { (card.name) }
                        @if !card.about.is_empty() { p { (card.about) } }
                        @if !card.playable.is_empty() { p class="playable" { (card.playable) } }
                        @if offered(card) {
                            button type="button" class="choice" data-token=(card.choice.token()) { "Play " (card.name) }
                        }
                    }
                }
            }
        }
    }
}

/// All hands, for onlookers who may see them.
pub fn all_hands<F: Front>(session: &Session<F>) -> String {
    let game = session.game();
    let hands = game.sides().into_iter().map(|side| (side, F::held(game, side)));
    let markup = html! {
        @for (side, held) in hands.filter(|(_, held)| !held.is_empty()) {
            h2 { "Hand of " (session.in_sentences(side).to_string()) }
            ul class="cards" {
                @for card in &held { li { h3 { (card.name) } @if !card.about.is_empty() { p { (card.about) } } } }
            }
        }
    };
    markup.into_string()
}

/// What has happened, the latest first.
fn news<F: Front>(session: &Session<F>, named: &PlaceNames<'_>, recent: usize) -> Markup {
    let game = session.game();
    let log = game.log();
    let sentences = F::sentences(game, log.len().saturating_sub(NEWS)..log.len());
    html! {
        h2 { "News" }
        ol class="entries" tabindex="0" reversed {
            @for (part, sentence) in sentences.iter().rev() {
                li class=[F::side_of(&log[part.start]).map(|side| format!("side-{side}"))] data-new[part.end > recent] {
                    (named.linked(sentence))
                }
            }
        }
    }
}

/// The pieces that have still to come onto the board.
fn waiting<F: Front>(session: &Session<F>) -> Markup {
    let groups = F::off_board(session.game());
    html! {
        @if !groups.is_empty() {
            h2 { "Not yet on the board" }
            dl { @for (what, names) in &groups { dt { (what) } dd { (names.join("; ")) } } }
        }
    }
}

/// What stands on the tracks and in the boxes beside the board.
fn tracks(scene: &Scene) -> Markup {
    html! {
        @if !scene.tracks.is_empty() {
            h2 { "Tracks" }
            @for remark in &scene.remarks { p class="note" { (remark) } }
            dl { @for track in &scene.tracks { dt { (track.name) } dd { (track.text) } } }
        }
    }
}

/// The stacks in words, for what is clicked and for screen readers.
fn stacks(scene: &Scene) -> Markup {
    html! {
        @for stack in &scene.stacks {
            @let place = &scene.places[stack.place];
            section data-stack=(place.id) class=(format!("side-{}", stack.side)) {
                h3 {
                    (scene.sides[stack.side]) " at " (if place.name.is_empty() { &place.id } else { &place.name })
                    @if stack.inside { ", inside" }
                    @if stack.strength > 0 { ", strength " (stack.strength) }
                }
                @if !stack.states.is_empty() { p { (stack.states.join(", ")) } }
                ul {
                    @for leader in &stack.leaders {
                        li data-names=(leader.name) data-prints=(leader.ratings) {
                            (leader.name) " " span class="note" { (leader.ratings) }
                        }
                    }
                    @for group in &stack.units {
                        li data-count=(group.count) data-reduced=(group.reduced) data-names=(group.names.join("|")) data-prints=(group.kind) {
                            (group.count) "× " (group.kind)
                            @if group.reduced > 0 { " (" (group.reduced) " reduced)" }
                            @if !group.names.is_empty() { ": " (group.names.join(", ")) }
                        }
                    }
                }
            }
        }
    }
}

/// A switch for each layer; those that are of something have a field for its name.
fn layer_buttons<F: Front>(shown: &[String]) -> Markup {
    html! {
        @for (name, about) in F::LAYERS {
            @match name.split_once('=') {
                None => {
                    @let on = shown.iter().any(|layer| layer == name);
                    button type="button" data-layer=(name) aria-pressed=(on) title=(about) { (name) }
                }
                Some((name, what)) => {
                    @let now = shown.iter().find_map(|layer| layer.strip_prefix(name)?.strip_prefix('='));
                    label title=(about) {
                        (name) " " input type="text" size="6" data-layer-of=(name) value=(now.unwrap_or_default())
                            placeholder=(what.to_lowercase());
                    }
                }
            }
        }
    }
}

/// Back and forth in the game, and its branches.
fn timeline<F: Front>(session: &Session<F>, branches: &[String], told: Told) -> Markup {
    let game = session.game();
    let (made, all) = game.past().place();
    let may_look = session.may_browse();
    let go = |line: &str, label: &str, name: &str| {
        html! { button type="button" data-line=(line) aria-label=(name) title=(name) { (label) } }
    };
    html! {
        button type="button" data-look="" data-first=(told.since) data-entries=(game.log().len())
            title="What has happened, entry by entry, with the board as it was (,)" { "◀ Look back" }
        (go("undo", "↶ Undo", "Undo your last choice"))
        (go("redo", "↷ Redo", "Redo what was undone"))
        @if may_look {
            (go("goto start", "|◀", "To the start"))
            (go("back", "◀", "One decision back"))
            span class="place" { @if game.past().looks_back() { "decision " (made + 1) " of " (all) } @else { "now" } }
            (go("step", "▶", "One decision on"))
            (go("goto end", "▶|", "To the end"))
            @if branches.len() > 1 {
                details {
                    summary { (branches.len()) " branches" }
                    ul { @for (branch, number) in branches.iter().zip(1..) {
                        li { (branch) " " (go(&format!("branch {number}"), "switch", &format!("Switch to branch {number}"))) }
                    } }
                }
            }
        }
    }
}

/// The names of places, longest first, for links to them.
pub(super) struct PlaceNames<'a> {
    places: Vec<(&'a str, &'a str)>,
    /// What they begin with.
    initials: BTreeSet<char>,
    /// The names of pieces on the board, some of which are those of places, too.
    pieces: BTreeSet<&'a str>,
}

/// The words before the name of a place, where a piece may have the same name.
const BEFORE_PLACES: [&str; 6] = ["at ", "from ", "in ", "into ", "of ", "to "];

impl<'a> PlaceNames<'a> {
    pub(super) fn of(scene: &'a Scene) -> PlaceNames<'a> {
        let named = scene.places.iter().map(|place| (place.name.as_str(), place.id.as_str()));
        // A hex is called by its number.
        let hexes = scene.places.iter().filter(|place| place.shape != Shape::Point);
        let mut places: Vec<(&str, &str)> = named.chain(hexes.map(|hex| (hex.id.as_str(), hex.id.as_str()))).collect();
        places.retain(|(name, _)| !name.is_empty());
        places.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
        let units = scene.stacks.iter().flat_map(|stack| &stack.units).flat_map(|group| &group.names);
        let leaders = scene.stacks.iter().flat_map(|stack| &stack.leaders).map(|leader| &leader.name);
        let initials = places.iter().filter_map(|(name, _)| name.chars().next()).collect();
        PlaceNames { places, initials, pieces: units.chain(leaders).map(String::as_str).collect() }
    }

    /// A text in which the names of places are links to them.
    pub(super) fn linked(&self, text: &str) -> Markup {
        let is_edge = |letter: Option<char>| letter.is_none_or(|letter| !letter.is_alphanumeric());
        let (mut rest, mut plain, mut parts) = (text, String::new(), Vec::new());
        while let Some(letter) = rest.chars().next() {
            let begins = is_edge(plain.chars().next_back());
            // Most letters begin no name.
            let may_begin = begins && self.initials.contains(&letter);
            let is_here = |name: &str| rest.strip_prefix(name).is_some_and(|after| is_edge(after.chars().next()));
            let found = if may_begin { self.places.iter().find(|(name, _)| is_here(name)) } else { None };
            let found = found.filter(|(name, _)| {
                let before = &text[..text.len() - rest.len()];
                !self.pieces.contains(name) || BEFORE_PLACES.iter().any(|word| before.ends_with(word))
            });
            match found {
                Some((name, id)) => {
                    parts.push(html! { (std::mem::take(&mut plain)) a href="#" data-place=(id) { (name) } });
                    rest = &rest[name.len()..];
                }
                None => {
                    plain.push(letter);
                    rest = &rest[letter.len_utf8()..];
                }
            }
        }
        html! { @for part in parts { (PreEscaped(part.into_string())) } (plain) }
    }
}
