//! The impact of the cards for other programs, as a file of CSV or as JSON: a row for each card and side, and each number with
//! its interval.

use super::{Card, CardNames, Effect, HandCard, Impact};
use miette::{IntoDiagnostic, miette};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::io::Write as _;
use wilderness_engine::files::{FileForm, Output};
use wilderness_lab::clustered::Estimate;
use wilderness_lab::{CONFIDENCE, Judged, Mean, Rate};

/// Identifies files of `cards`.
pub const FORM: FileForm =
    FileForm { what: "a table that `cards` has written", is: |text| text.starts_with("content,card,name,side,games,") };

/// How many of the numbers are known without an experiment.
const USES: usize = NUMBERS.len() - 3;

/// The numbers in a row. Each has three columns: the value, and the ends of its interval.
const NUMBERS: [&str; 13] = [
    "dealt",
    "event",
    "activation",
    "construction",
    "held",
    "wasted",
    "wins_if_dealt",
    "vp_if_dealt",
    "wins_if_played",
    "vp_if_played",
    "wins_effect",
    "vp_effect",
    "event_brings",
];

/// A value and the ends of its interval, as far as they are known.
struct Number([Option<f64>; 3]);

impl Number {
    const NONE: Number = Number([None; 3]);

    fn within(value: f64, half: Option<f64>) -> Number {
        Number([Some(value), half.map(|half| value - half), half.map(|half| value + half)])
    }

    fn text(&self) -> [String; 3] {
        self.0.map(|value| value.map_or_else(String::new, |value| format!("{value:.5}")))
    }

    fn json(&self) -> Json {
        let Number([value, low, high]) = self;
        json!({ "value": value, "low": low, "high": high })
    }
}

impl From<Estimate> for Number {
    fn from(estimate: Estimate) -> Number {
        Number::within(estimate.mean, estimate.half_width())
    }
}

impl From<Rate> for Number {
    fn from(rate: Rate) -> Number {
        let (low, high) = rate.interval();
        if rate.of == 0 { Number::NONE } else { Number([Some(rate.share()), Some(low), Some(high)]) }
    }
}

impl From<Mean> for Number {
    fn from(mean: Mean) -> Number {
        let half = Some(CONFIDENCE * mean.error()).filter(|half| half.is_finite());
        if mean.of == 0 { Number::NONE } else { Number::within(mean.mean(), half) }
    }
}

/// Writes the file.
///
/// # Errors
/// If it cannot be written.
pub fn write(impact: &Impact, decks: &[CardNames], output: &Output) -> miette::Result<()> {
    let part = output.begin().map_err(|refused| miette!("{refused}"))?;
    let mut file = csv::Writer::from_writer(part);
    let mut header: Vec<String> =
        ["content", "card", "name", "side", "games", "pairs"].map(str::to_string).into_iter().collect();
    for number in NUMBERS {
        header.extend(["", "_low", "_high"].map(|end| format!("{number}{end}")));
    }
    header.extend(["wins_p", "wins_mark", "vp_p", "vp_mark"].map(str::to_string));
    file.write_record(&header).into_diagnostic()?;
    for row in rows(impact, decks) {
        file.write_record(row.fields()).into_diagnostic()?;
    }
    let mut part = file.into_inner().map_err(|error| error.into_error()).into_diagnostic()?;
    part.flush().into_diagnostic()?;
    part.finish().into_diagnostic()
}

/// The impact of the cards as JSON. A number that is not known is null.
pub fn json(impact: &Impact, decks: &[CardNames]) -> Json {
    json!({
        "games": impact.games,
        "pairs": impact.pairs,
        "errors": impact.errors,
        "stopped": impact.stopped,
        "luck_removed": impact.luck_removed(),
        "contents": impact.names,
        "cards": rows(impact, decks).iter().map(CardRow::json).collect::<Vec<_>>(),
    })
}

/// What is known of a card in the hands of a side.
struct CardRow<'a> {
    /// Of two contents `A`, `B`, or how much more it is in B.
    content: &'static str,
    held: HandCard,
    name: &'a str,
    games: u64,
    effect: Option<Effect>,
    numbers: [Number; NUMBERS.len()],
}

/// The rows: those of each content, and those of the differences between two.
fn rows<'a>(impact: &Impact, decks: &'a [CardNames]) -> Vec<CardRow<'a>> {
    let mut rows = Vec::new();
    let is_one = decks.len() < 2;
    for (which, (deck, name)) in decks.iter().zip(["A", "B"]).enumerate() {
        let effects: BTreeMap<HandCard, Effect> =
            impact.effects(which).into_iter().map(|effect| (effect.held, effect)).collect();
        for (held, card) in impact.cards[which].iter().filter(|(held, _)| impact.is_told(held.card)) {
            let content = if is_one { "" } else { name };
            let brings = impact.event_brings(which, *held).map_or(Number::NONE, |(brings, _)| brings.into());
            let numbers = (uses(card, impact.played()), effects.get(held), brings);
            rows.push(row(content, deck, *held, impact.played(), numbers));
        }
    }
    if let [_, deck] = decks {
        for effect in impact.changes() {
            let uses = [const { Number::NONE }; USES];
            let numbers = (uses, Some(&effect), Number::NONE);
            rows.push(row("B-A", deck, effect.held, impact.played(), numbers));
        }
    }
    rows
}

/// What became of a card, and how the games ended in which it was dealt or played.
fn uses(card: &Card, games: u64) -> [Number; USES] {
    [
        card.dealt.with_zeros(games).estimate().into(),
        card.event.estimate().into(),
        card.activation.estimate().into(),
        card.construction.estimate().into(),
        card.held.estimate().into(),
        card.wasted.estimate().into(),
        card.wins_if_dealt.into(),
        card.vp_if_dealt.into(),
        card.wins_if_played.into(),
        card.vp_if_played.into(),
    ]
}

/// The row of a card.
fn row<'a>(
    content: &'static str,
    deck: &'a CardNames,
    held: HandCard,
    games: u64,
    (uses, effect, brings): ([Number; USES], Option<&Effect>, Number),
) -> CardRow<'a> {
    let of_effect = |of: fn(&Effect) -> Judged| effect.map_or(Number::NONE, |effect| of(effect).estimate.into());
    let more = [of_effect(|effect| effect.wins), of_effect(|effect| effect.vp), brings];
    let mut numbers = uses.into_iter().chain(more);
    let name = deck.get(&held.card.0).map_or("", String::as_str);
    let numbers = std::array::from_fn(|_| numbers.next().unwrap_or(Number::NONE));
    CardRow { content, held, name, games, effect: effect.copied(), numbers }
}

impl CardRow<'_> {
    fn pairs(&self) -> i64 {
        self.effect.map_or(0, |effect| effect.pairs)
    }

    /// What it says of wins and of victory points: how probable it is by chance alone, and the mark.
    fn judged(&self) -> [(Option<f64>, &'static str); 2] {
        let judged = self.effect.map(|effect| [effect.wins, effect.vp]);
        [0, 1].map(|which| {
            let judged = judged.map(|judged| judged[which]);
            (judged.and_then(|judged| judged.estimate.p_value()), judged.map_or("", |judged| judged.mark.text()))
        })
    }

    /// The fields of the file.
    fn fields(&self) -> Vec<String> {
        let CardRow { content, held, name, games, .. } = self;
        let mut row = vec![content.to_string(), held.card.0.to_string(), name.to_string(), held.side.id().into()];
        row.extend([games.to_string(), self.pairs().to_string()]);
        row.extend(self.numbers.iter().flat_map(Number::text));
        for (p, mark) in self.judged() {
            row.push(p.map_or_else(String::new, |p| format!("{p:.5}")));
            row.push(mark.into());
        }
        row
    }

    fn json(&self) -> Json {
        let CardRow { content, held, name, games, .. } = self;
        let [(wins_p, wins_mark), (vp_p, vp_mark)] = self.judged();
        let mut row = json!({
            "content": content, "card": held.card.0, "name": name, "side": held.side.id(), "games": games,
            "pairs": self.pairs(), "wins_p": wins_p, "wins_mark": wins_mark, "vp_p": vp_p, "vp_mark": vp_mark,
        });
        for (name, number) in NUMBERS.iter().zip(&self.numbers) {
            row[*name] = number.json();
        }
        row
    }
}
