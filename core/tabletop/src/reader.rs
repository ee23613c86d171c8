//! Reads `game.toml`, and checks what it says.

mod board;
mod sentences;
mod things;

use crate::data::{
    CardFacts, GameData, Kind, Look, MOST_CARDS, Named, Pile, QuestionFacts, SETUP, SeenBy, SideFacts, Track, TrackOf,
};
use crate::facts::{DefaultFacts, Fact};
use crate::form::{DieForm, Form, Given, NamedForm, PileForm, QuestionForm, SymbolForm, Thing, TrackForm};
use crate::news::names_in_braces;
use std::collections::BTreeSet;
use std::sync::Arc;
use wilderness_engine::faults::{Fault, Faults, Source, Spanned, read_toml};
use wilderness_engine::plain::{Ask, Side, Throw};
use wilderness_engine::scene::Figure;
use wilderness_engine::{MOST_SIDES, NoWord, Side as _, Sides, Word};

/// The most bytes of the id of a question, since answers begin with it.
const LONGEST_QUESTION: usize = 15;
/// The most bytes of a text that is shown.
const LONGEST_TEXT: usize = 400;
/// The most phases of a turn.
const MOST_PHASES: usize = 60;
/// The most turns.
const MOST_TURNS: u16 = 10_000;
/// The turns of a game that does not say how many.
const TURNS: u16 = 1_000;
/// The turns that a searching bot looks ahead, if nothing else is said.
const AHEAD: u32 = 2;
/// The scenario of a game that names none.
const ONLY_SCENARIO: Word = Word::of("standard");
/// The shapes of pieces: whether they are discs.
const PIECES: [(&str, bool); 2] = [("counter", false), ("disc", true)];
/// The shapes of marks on places.
const SHAPES: [(&str, Figure); 8] = [
    ("square", Figure::Square),
    ("circle", Figure::Circle),
    ("triangle", Figure::Triangle),
    ("diamond", Figure::Diamond),
    ("star", Figure::Star),
    ("bastions", Figure::Bastions),
    ("tent", Figure::Tent),
    ("ring", Figure::Ring),
];
/// The time of a game that does not say how it is told.
const CAPTION: &str = "turn {turn}";
/// The keys of the whole game that nothing else has.
const AT_THE_TOP: [&str; 7] = ["author", "licence", "caption", "phases", "turns", "ahead", "ask_single"];
/// Words of the engine, which no question can have.
const TAKEN: [&str; 3] = ["die", "face", "pass"];

/// Reads the file.
///
/// # Errors
/// Everything wrong with it.
pub fn read_data(source: &Source) -> Result<GameData, Faults> {
    let mut faults = Faults::none();
    let form: Option<Form> = read_toml("tabletop", source, &mut faults);
    let Some(form) = form else { return Err(faults.map(misplaced)) };
    let mut reader = Reader { source, faults, facts: DefaultFacts::new() };
    reader.read_facts(&form);
    let (name, made_by, board) = (reader.text(&form.name), reader.made_by(&form), reader.board(&form.board));
    let (sides, side_facts) = reader.sides(&form);
    let phases = reader.phases(&form.phases);
    let turns = form.turns.as_ref().map_or(TURNS, |turns| reader.within(turns, 1..=MOST_TURNS));
    let ahead = form.ahead.as_ref().map_or(AHEAD, |ahead| reader.within(ahead, 1..=1_000));
    let kinds = reader.kinds(&form.kind);
    let tracks = reader.tracks(&form.track, (side_facts.len(), board.places.len()));
    let questions = reader.questions(&form.question);
    let sentences = reader.sentences(&form.sentence, &questions);
    let dice = reader.dice(&form.die);
    let piles = reader.piles(&form.pile);
    let (options, scenarios) = (reader.named(&form.option, "optional rules"), reader.scenarios(&form.scenario));
    let (looks, caption) = (reader.looks(&form.symbol), reader.caption(form.caption.as_ref(), &tracks));
    let Some(sides) = sides else { return Err(reader.faults) };
    let cards = reader.cards(&form.card, &piles, sides);
    let (facts, dice_of) = (reader.facts, dice.iter().map(|(_, die)| *die).collect());
    let places = board.places.iter().map(|facts| (facts.place.id.as_str(), facts.place)).collect();
    let piece_tracks = tracks.iter().filter(|track| track.of == TrackOf::Piece).count();
    let asks_single = form.ask_single;
    let data = GameData {
        name,
        made_by,
        caption,
        sides,
        side_facts,
        phases,
        turns,
        ahead,
        asks_single,
        board,
        kinds,
        tracks,
        piece_tracks,
        questions,
        sentences,
        dice: dice_of,
        piles,
        cards,
        looks,
        scenarios,
        options,
        facts,
        places,
        names: Arc::default(),
    };
    reader.faults.into_result(data.with_names())
}

/// What to do with a key that belongs before all tables.
fn to_the_top(key: &str) -> String {
    format!("`{key}` belongs to the whole game: write it before the first table, where `name` and `phases` stand")
}

/// A fault, with that remedy if it is a key of the whole game that stands in a table.
fn misplaced(fault: Fault) -> Fault {
    let unknown = fault.message().strip_prefix("unknown key `").and_then(|rest| rest.strip_suffix('`'));
    match unknown.filter(|key| AT_THE_TOP.contains(key)).map(to_the_top) {
        Some(help) => fault.help(help),
        None => fault,
    }
}

/// Checks a file, and collects its faults.
struct Reader<'a> {
    source: &'a Source,
    faults: Faults,
    facts: DefaultFacts,
}

impl Reader<'_> {
    fn fault<T>(&mut self, code: &str, message: impl Into<String>, at: &Spanned<T>, label: &str) {
        let fault = Fault::error(format!("tabletop::{code}"), message.into());
        self.faults.push(fault.at(self.source, at.span(), label));
    }

    /// One of a few words; the first, if it is another.
    fn one_of<T: Copy>(&mut self, text: &Spanned<String>, all: &[(&'static str, T)], what: &str) -> T {
        if let Some((_, found)) = all.iter().find(|(name, _)| name == text.get_ref()) {
            return *found;
        }
        let names = || all.iter().map(|(name, _)| *name);
        let message = format!("{what} is one of these: {}", names().collect::<Vec<_>>().join(", "));
        let fault = Fault::error("tabletop::bad_value", message).at(self.source, text.span(), "not one of them");
        self.faults.push(fault.did_you_mean(text.get_ref(), names()));
        all[0].1
    }

    fn word(&mut self, text: &Spanned<String>, read: fn(&str) -> Result<Word, NoWord>) -> Word {
        let word = read(text.get_ref()).unwrap_or_else(|reason| {
            self.fault("word", reason.to_string(), text, "not a word");
            Word::of("")
        });
        if word.as_str().contains(':') {
            self.fault("word", "an id has no colon", text, "has one");
        }
        word
    }

    /// A text that is shown: it may not move the cursor, or hide what follows.
    fn text(&mut self, text: &Spanned<String>) -> String {
        if text.get_ref().contains(wilderness_engine::harmless::is_harmful) {
            self.fault("text", "a text has no control characters", text, "has one");
        }
        if text.get_ref().len() > LONGEST_TEXT {
            self.fault("text", format!("a text has at most {LONGEST_TEXT} bytes"), text, "longer");
        }
        wilderness_engine::harmless::one_line(text.get_ref()).into_owned()
    }

    /// A name, or one made of an id: `fort_william` is "Fort william".
    fn name(&mut self, name: Option<&Spanned<String>>, id: Word) -> String {
        name.map_or_else(|| title(id), |name| self.text(name))
    }

    fn within<N: PartialOrd + Copy + std::fmt::Display>(
        &mut self,
        number: &Spanned<N>,
        limits: std::ops::RangeInclusive<N>,
    ) -> N {
        if !limits.contains(number.get_ref()) {
            let message = format!("this is a number from {} to {}", limits.start(), limits.end());
            self.fault("bad_value", message, number, "not one of them");
        }
        *number.get_ref()
    }

    /// The ids of things of a kind, each of which is different.
    fn ids<'f>(&mut self, ids: impl Iterator<Item = &'f Spanned<String>>, what: &str, most: usize) -> Vec<Word> {
        let (mut seen, mut words) = (BTreeSet::new(), Vec::new());
        for id in ids {
            let word = self.word(id, Word::read);
            if !seen.insert(word) {
                self.fault("twice", format!("two {what} have the id `{word}`"), id, "the second");
            }
            if words.len() == most {
                self.fault("many", format!("there are more than {most} {what}"), id, "one too many");
            }
            words.push(word);
        }
        words
    }

    fn sides(&mut self, form: &Form) -> (Option<Sides<Side>>, Vec<SideFacts>) {
        let (mut sides, mut all, mut names) = (Vec::new(), Vec::new(), Vec::new());
        for (form, index) in form.side.iter().zip(0..) {
            let id = self.id(form);
            let word = self.word(&id, Word::read);
            let name = self.optional_text(form, "name").unwrap_or_else(|| Spanned::new(id.span(), title(word)));
            let called = self.word(&name, Word::name);
            if names.contains(&called) {
                self.fault("sides", format!("two sides are called `{called}`"), &name, "the second of them");
            }
            if !is_name_of_function(word.as_str()) {
                let message = "the id of a side has small letters, digits and `_`, and begins with a letter";
                self.fault("side", message, &id, "another character");
            }
            let colour = self.optional_text(form, "colour").and_then(|colour| self.colour(&colour));
            let spoken = self.optional_text(form, "spoken").map(|spoken| self.text(&spoken));
            let (spoken, is_plural) = (spoken.unwrap_or_else(|| called.to_string()), self.truth(form, "plural"));
            let facts = self.facts_of(form, &["id", "name", "colour", "spoken", "plural"]);
            all.push(SideFacts { colour, spoken, is_plural, facts });
            names.push(called);
            sides.push(Side::new(index, word, called));
        }
        match Sides::new(&sides) {
            Ok(sides) => (Some(sides), all),
            Err(reason) => {
                let whole = Spanned::new(0..0, Thing::new());
                let last = form.side.get(MOST_SIDES).or(form.side.last()).unwrap_or(&whole);
                self.fault("sides", reason.to_string(), last, "here");
                (None, all)
            }
        }
    }

    /// `by A. Maker (CC0-1.0)`.
    fn made_by(&mut self, form: &Form) -> String {
        let author = form.author.as_ref().map(|author| format!("by {}", self.text(author)));
        let licence = form.licence.as_ref().map(|licence| format!("({})", self.text(licence)));
        author.into_iter().chain(licence).collect::<Vec<_>>().join(" ")
    }

    /// A colour as in `#1a6e3c`.
    fn colour(&mut self, text: &Spanned<String>) -> Option<[u8; 3]> {
        let digits = text.get_ref().strip_prefix('#').filter(|digits| digits.len() == 6);
        let number = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        if number.is_none() {
            self.fault("colour", "a colour has six hexadecimal digits, as in `#1a6e3c`", text, "has not");
        }
        number.map(|number| [(number >> 16) as u8, (number >> 8) as u8, number as u8])
    }

    fn looks(&mut self, forms: &[SymbolForm]) -> Vec<Look> {
        let ids = self.ids(forms.iter().map(|form| &form.id), "symbols", u8::MAX.into());
        let look = |(form, id): (&SymbolForm, Word)| Look {
            id,
            name: form.name.as_ref().map_or_else(|| title(id), |name| self.text(name)),
            colour: self.colour(&form.colour).unwrap_or_default(),
            shape: form.shape.as_ref().map_or(Figure::Square, |shape| self.one_of(shape, &SHAPES, "a shape")),
            fact: (form.fact.as_ref().map_or(id, |fact| self.word(fact, Word::read)), form.least.unwrap_or(1)),
            letter: form.letter.as_ref().and_then(|letter| self.letter(letter)),
        };
        forms.iter().zip(ids).map(look).collect()
    }

    /// What stands on a map of text.
    fn letter(&mut self, text: &Spanned<String>) -> Option<char> {
        let shown = self.text(text);
        let mut letters = shown.chars();
        let only = letters.next().filter(|letter| letters.next().is_none() && *letter != ' ');
        if only.is_none() {
            self.fault("letter", "a letter is a single character, as in `letter = \"w\"`", text, "not one");
        }
        only
    }

    /// The time as it is told: `{turn}`, or a track of the game in braces.
    fn caption(&mut self, caption: Option<&Spanned<String>>, tracks: &[Track]) -> String {
        let Some(given) = caption else { return CAPTION.to_string() };
        let text = self.text(given);
        let is_known = |name: &&str| {
            *name == "turn" || tracks.iter().any(|track| track.of == TrackOf::Game && track.id.as_str() == *name)
        };
        if let Some(name) = names_in_braces(&text).find(|name| !is_known(name)) {
            let message = format!("`{{{name}}}` is neither `{{turn}}` nor a track of the game");
            self.fault("caption", message, given, "in this text");
        }
        text
    }

    fn phases(&mut self, form: &Spanned<Vec<Spanned<String>>>) -> Vec<Word> {
        if form.get_ref().is_empty() {
            self.fault("phases", "a turn has at least one phase", form, "none");
        }
        let phases = self.ids(form.get_ref().iter(), "phases", MOST_PHASES);
        for (phase, word) in form.get_ref().iter().zip(&phases) {
            if !is_name_of_function(word.as_str()) || word.as_str() == SETUP {
                let message = "a phase is the name of a function of small letters, digits and `_`, but not `setup`";
                self.fault("phases", message, phase, "not one");
            }
        }
        phases
    }

    fn tracks(&mut self, forms: &[TrackForm], (sides, places): (usize, usize)) -> Vec<Track> {
        let ids = self.ids(forms.iter().map(|form| &form.id), "tracks", u8::MAX.into());
        let (mut tracks, mut offset, mut of_piece) = (Vec::new(), 0, 0);
        for (form, id) in forms.iter().zip(ids) {
            let limits = (form.least, *form.most.get_ref());
            if !(limits.0..=limits.1).contains(&form.start) {
                let message = format!("the track `{id}` starts at {}, outside of its limits", form.start);
                self.fault("track", message, &form.most, "the most");
            }
            let of = form.of.as_ref().map_or(TrackOf::Game, |of| self.one_of(of, &TrackOf::NAMES, "what has a track"));
            let name = self.name(form.name.as_ref(), id);
            let (at, count) = match of {
                TrackOf::Game => (&mut offset, 1),
                TrackOf::Side => (&mut offset, sides),
                TrackOf::Place => (&mut offset, places),
                TrackOf::Piece => (&mut of_piece, 1),
            };
            tracks.push(Track { id, name, start: form.start, limits, of, is_unseen: form.unseen, offset: *at });
            *at += count;
        }
        tracks
    }

    fn questions(&mut self, forms: &[QuestionForm]) -> Vec<QuestionFacts> {
        let ids = self.ids(forms.iter().map(|form| &form.id), "questions", u8::MAX.into());
        let mut questions = Vec::new();
        for (form, id) in forms.iter().zip(ids) {
            if id.as_str().len() > LONGEST_QUESTION || !is_name_of_function(id.as_str()) {
                let message = format!(
                    "the id of a question has at most {LONGEST_QUESTION} small letters, digits and `_`, and begins with a letter"
                );
                self.fault("question", message, &form.id, "not one");
            }
            if TAKEN.contains(&id.as_str()) {
                self.fault("question", format!("`{id}` is a word of the engine"), &form.id, "use another");
            }
            let rule = form.rule.as_ref().map_or(Word::of(""), |rule| self.word(rule, Word::read));
            let function = |begins: &str| Word::read(&format!("{begins}_{id}")).unwrap_or(id);
            let (may, why_not) = (function("may"), function("why_not"));
            let mut ask = Ask::new(id, rule, self.text(&form.prompt));
            if form.window {
                ask = ask.window();
            }
            if let Some(told) = form.told.as_ref().filter(|_| form.secret) {
                self.fault("question", "the answer to a secret question is not told", told, "leave it out");
            }
            if form.secret {
                ask = ask.secret();
            }
            let told = form.told.as_ref().map_or_else(String::new, |told| self.told(told, forms));
            let noun = form.noun.as_ref().map_or_else(|| id.as_str().to_uppercase(), |noun| self.text(noun));
            questions.push(QuestionFacts {
                id,
                ask,
                noun,
                may,
                why_not,
                is_window: form.window,
                told,
                is_retold: false,
            });
        }
        let named = |told: &str| names_in_braces(told).map(str::to_string).collect::<Vec<_>>();
        let retold: Vec<String> = questions.iter().flat_map(|question| named(&question.told)).collect();
        for question in &mut questions {
            question.is_retold = retold.iter().any(|name| name == question.id.as_str());
        }
        questions
    }

    /// What is told of an answer: a text with `{side}`, `{answer}`, and other questions in braces.
    fn told(&mut self, given: &Spanned<String>, questions: &[QuestionForm]) -> String {
        let text = self.text(given);
        let is_open = |name: &str| questions.iter().any(|form| form.id.get_ref() == name && !form.secret);
        if let Some(name) = names_in_braces(&text).find(|name| !matches!(*name, "side" | "answer") && !is_open(name)) {
            let message = format!(
                "`{{{name}}}` is neither `{{side}}` nor `{{answer}}` nor a question whose answer is not secret"
            );
            self.fault("question", message, given, "in this text");
        }
        text
    }

    fn dice(&mut self, forms: &[DieForm]) -> Vec<(Word, Throw)> {
        let ids = self.ids(forms.iter().map(|form| &form.id), "dice", u8::MAX.into());
        let faces: Vec<u8> = forms.iter().map(|form| self.within(&form.faces, 2..=100)).collect();
        ids.into_iter().zip(faces).map(|(id, faces)| (id, Throw::new(id, faces))).collect()
    }

    fn piles(&mut self, forms: &[PileForm]) -> Vec<Pile> {
        let ids = self.ids(forms.iter().map(|form| &form.id), "piles", 100);
        let pile = |(form, id): (&PileForm, Word)| {
            let seen = self.one_of(&form.seen, &SeenBy::NAMES, "who sees a pile");
            if seen == SeenBy::Owner && !form.per_side {
                let message = format!("`{id}` is seen by its owner, so each side has its own");
                self.fault("pile", message, &form.seen, "add `per_side = true`");
            }
            Pile { id, name: self.name(form.name.as_ref(), id), seen, per_side: form.per_side }
        };
        forms.iter().zip(ids).map(pile).collect()
    }

    fn kinds(&mut self, forms: &[Spanned<Thing>]) -> Vec<Kind> {
        let given: Vec<Spanned<String>> = forms.iter().map(|form| self.id(form)).collect();
        let ids = self.ids(given.iter(), "kinds", u8::MAX.into());
        let kind = |(form, id): (&Spanned<Thing>, Word)| {
            let name = self.optional_text(form, "name");
            let symbol = self.optional_text(form, "symbol");
            let shape = self.optional_text(form, "shape");
            Kind {
                id,
                name: self.name(name.as_ref(), id),
                symbol: symbol.map_or_else(String::new, |symbol| self.text(&symbol).chars().take(3).collect()),
                is_disc: shape.is_some_and(|shape| self.one_of(&shape, &PIECES, "a shape of pieces")),
                is_hidden: self.truth(form, "hidden"),
                facts: self.facts_of(form, &["id", "name", "symbol", "shape", "hidden"]),
            }
        };
        forms.iter().zip(ids).map(kind).collect()
    }

    /// The cards; one with `copies` counts as that many, whose ids end in a number.
    fn cards(&mut self, forms: &[Spanned<Thing>], piles: &[Pile], sides: Sides<Side>) -> Vec<CardFacts> {
        const KEYS: [&str; 6] = ["id", "name", "text", "pile", "side", "copies"];
        let all: Vec<(&'static str, u8)> =
            piles.iter().zip(0..).map(|(pile, index)| (pile.id.as_str(), index)).collect();
        let owners: Vec<(&'static str, u8)> = sides.iter().map(|side| (side.id(), side.index() as u8)).collect();
        let (mut ids, mut cards) = (Vec::new(), Vec::new());
        for form in forms {
            let id = self.id(form);
            let (name, text) = (self.optional_text(form, "name"), self.optional_text(form, "text"));
            let name = name.map(|name| self.word(&name, Word::name));
            let text = text.map_or_else(String::new, |text| self.text(&text));
            let pile = self.optional_text(form, "pile");
            if all.is_empty() {
                self.fault("card", "a card lies in a pile: `[[pile]]` names them", form, "no pile");
                return Vec::new();
            }
            let pile = pile.map_or(all[0].1, |pile| self.one_of(&pile, &all, "a pile"));
            let side = self.optional_text(form, "side").map_or(0, |side| self.one_of(&side, &owners, "a side"));
            let facts = self.facts_of(form, &KEYS);
            let own = Word::read(id.get_ref()).map_or(Word::of(""), titled);
            let copies = self.number_within(form, "copies", 1..=MOST_CARDS as i64).unwrap_or(1);
            for copy in 1..=copies {
                let given = if copies == 1 { id.get_ref().clone() } else { format!("{}-{copy}", id.get_ref()) };
                ids.push(Spanned::new(id.span(), given));
                let (text, facts) = (text.clone(), facts.clone());
                cards.push(CardFacts { id: Word::of(""), name: name.unwrap_or(own), text, pile, side, facts });
            }
        }
        let ids = self.ids(ids.iter(), "cards", MOST_CARDS);
        cards.truncate(MOST_CARDS);
        cards.iter_mut().zip(ids).for_each(|(card, id)| card.id = id);
        cards
    }

    fn named(&mut self, forms: &[NamedForm], what: &str) -> Vec<Named> {
        let ids = self.ids(forms.iter().map(|form| &form.id), what, u8::MAX.into());
        let named = |(form, id): (&NamedForm, Word)| Named {
            id,
            name: self.text(&form.name),
            about: form.about.as_ref().map_or_else(String::new, |about| self.text(about)),
        };
        forms.iter().zip(ids).map(named).collect()
    }

    fn scenarios(&mut self, forms: &[NamedForm]) -> Vec<Named> {
        let named = self.named(forms, "scenarios");
        let only = || vec![Named { id: ONLY_SCENARIO, name: title(ONLY_SCENARIO), about: String::new() }];
        if named.is_empty() { only() } else { named }
    }

    /// The facts that things can have, with what holds where nothing is said.
    fn read_facts(&mut self, form: &Form) {
        for (name, given) in &form.facts {
            if AT_THE_TOP.contains(&name.as_str()) {
                let fault = Fault::error("tabletop::unknown_key", format!("`{name}` is not a fact"));
                let fault = fault.at(self.source, given.span(), "below `[facts]`");
                self.faults.push(fault.help(to_the_top(name)));
            }
            let id = self.word(&Spanned::new(given.span(), name.clone()), Word::read);
            if let Some(fact) = self.fact(given) {
                self.facts.insert(id.as_str(), fact);
            }
        }
    }

    fn fact(&mut self, given: &Spanned<Given>) -> Option<Fact> {
        match given.get_ref() {
            Given::Truth(holds) => Some(Fact::Truth(*holds)),
            Given::Number(number) => Some(Fact::Number(*number)),
            Given::Text(text) if text.is_empty() => Some(Fact::Text(Word::of(""))),
            Given::Text(text) => Some(Fact::Text(self.word(&Spanned::new(given.span(), text.clone()), Word::name))),
            Given::Fraction(_) => {
                self.fault("fact", "a fact that is a number is a whole one", given, "a fraction");
                None
            }
            Given::List(_) => {
                self.fault("fact", "a fact is a number, a text, or true or false", given, "a list");
                None
            }
        }
    }
}

/// An id as a name: `fort_william` is "Fort william".
fn title(id: Word) -> String {
    let mut letters = id.as_str().chars().map(|c| if c == '_' { ' ' } else { c });
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The same as a word.
fn titled(id: Word) -> Word {
    Word::name(&title(id)).unwrap_or(id)
}

/// Whether a word can be the name of a function, or be part of one.
fn is_name_of_function(word: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_lowercase() || c == '_' || c.is_ascii_digit();
    word.starts_with(|c: char| c.is_ascii_lowercase()) && word.chars().all(is_plain)
}
