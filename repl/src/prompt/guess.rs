//! Guesses what a line may mean that is not understood, from the things that it names. A guess is a line of its own, which
//! is asked about: what it leaves out is for the person to see.

use super::answer;
use super::heard::{self, Heard};
use super::menu::Menu;
use super::whereabouts;
use crate::prompt::front::{Front, OwnCommand, Sentences};
use wilderness_engine::{Choice, Game, Refusal};

/// What lines that are about the game as a whole are taken for, by what they say.
const COMMANDS: [(&str, &str); 7] = [
    ("until", "until next turn"),
    ("quit", "quit"),
    (CONCEDE, CONCEDE),
    ("undo", "undo"),
    ("save", "save game.record"),
    ("new", "new"),
    ("hint", "hint"),
];

/// The command that gives a game up, where there is one.
const CONCEDE: &str = "concede";

/// What a line may mean, each the most likely first.
#[derive(Default)]
pub struct Guesses {
    /// Commands.
    pub commands: Vec<String>,
    /// Sentences of the game.
    pub sentences: Vec<String>,
    /// Answers to the open question, of which one is enough.
    pub answers: Vec<String>,
    /// What the rules say against what the line wants, where no sentence says it.
    pub objections: Vec<String>,
}

/// What a line may mean in which this is heard.
pub fn guesses<F: Front>(game: &Game<F>, menu: Option<&Menu<F>>, heard: &Heard<F::Choice>) -> Guesses {
    // What is about the game as a whole comes first.
    // Cards and points are given up, too.
    let says = |what: &str| if what == CONCEDE { heard.clause_is(what) } else { heard.says(what) };
    let said = COMMANDS.iter().filter(|(what, _)| says(what)).map(|(_, command)| *command);
    // A game that cannot be conceded can be left.
    let known =
        |word: &'static str| if word == CONCEDE && OwnCommand::<F>::find(word).is_none() { "quit" } else { word };
    let mut commands: Vec<String> = said.map(known).map(str::to_string).collect();
    if let Some(save) = commands.iter_mut().find(|line| line.starts_with("save "))
        && let Some(file) = named_file(heard)
    {
        *save = format!("save {file}.record");
    }
    commands.extend(heard.says("map").then(|| map::<F>(game, heard)));
    let Some(menu) = menu else { return Guesses { commands, ..Guesses::default() } };
    let (sentences, answers) = (F::Sentences::guesses(game, heard), of_choices(game, menu, heard));
    Guesses { commands, sentences, answers, objections: objections(game, menu, heard) }
}

/// What the rules say against what a line wants, where no sentence says it.
fn objections<F: Front>(game: &Game<F>, menu: &Menu<F>, heard: &Heard<F::Choice>) -> Vec<String> {
    let mut all = F::Sentences::objections(game, heard);
    // More of one name than there are.
    let answers = Answers { game, menu, heard };
    all.extend(heard.things.iter().filter(|thing| thing.is_offered && thing.is_wanted()).filter_map(|thing| {
        let (name, count) = (answers.name(thing.thing), heard.count_before(thing.at)?);
        let there = menu.decision.choices.iter().filter(|choice| answers.name(**choice) == name).count();
        let is_list = is_thing(thing.thing) && menu.closing.end.is_some();
        (is_list && count > there).then(|| format!("only {there} {name} can be chosen here"))
    }));
    // A word for an answer that is not offered here.
    all.extend(heard.tokens().filter_map(|token| {
        let choice = F::Choice::from_token(token).filter(|choice| !menu.decision.choices.contains(choice))?;
        let why = game.why().why_not(choice).filter(Refusal::says_why)?;
        Some(format!("`{token}`: {why}"))
    }));
    all.dedup();
    all
}

/// The name under which a game is to be saved: `save this as tuesday`.
fn named_file<C: Choice>(heard: &Heard<C>) -> Option<String> {
    let words = &heard.words;
    let before = words.iter().rposition(|word| matches!(word.as_str(), "as" | "name" | "called" | "named" | "call"))?;
    let before = before + usize::from(words.get(before + 1).is_some_and(|next| matches!(next.as_str(), "it" | "this")));
    let of_clause = |at: &usize| heard.clause(*at) == heard.clause(before);
    let name =
        (before + 1..words.len()).take_while(of_clause).map(|at| words[at].as_str()).collect::<Vec<_>>().join("-");
    let is_plain = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'));
    is_plain.then_some(name)
}

/// The most letters of a word that says nothing about what a number counts: `take number 4`.
const SHORT_WORD: usize = 5;

/// Words for a choice of the menu.
const CHOICE_WORDS: [&str; 13] = [
    "number", "numbers", "choice", "choices", "option", "options", "opt", "nr", "marked", "spot", "one", "entry",
    "answer",
];

/// The numbers of choices that the words name: `1 and 2`, `option 4`, `the sixth one`, `12th choice`.
fn numbers(words: &[String]) -> Option<String> {
    if let [only] = words
        && let Some(number) = only.strip_prefix('#').filter(|number| answer::is_number(number))
    {
        return Some(number.to_string());
    }
    let is_choice = |word: &str| CHOICE_WORDS.contains(&word);
    let words = without_end(words);
    if words.iter().all(|word| answer::is_number(word) || word == "and") {
        let numbers: Vec<&str> = words.iter().map(String::as_str).filter(|word| answer::is_number(word)).collect();
        return (!numbers.is_empty()).then(|| numbers.join(", "));
    }
    // `artillery number 1` is no choice.
    let is_apart = |at: usize| at == 0 || words[at - 1].chars().count() <= SHORT_WORD;
    (1..words.len()).find_map(|at| match (words[at - 1].as_str(), words[at].as_str()) {
        (choice, number) if is_choice(choice) && choice != "one" && heard::number(number).is_some() => {
            let listed = words[at..].iter().take_while(|word| *word == "and" || heard::number(word).is_some());
            let listed: Vec<String> =
                listed.filter_map(|word| heard::number(word)).map(|number| number.to_string()).collect();
            is_apart(at - 1).then(|| listed.join(", "))
        }
        (ordinal, choice) if is_choice(choice) => of_ordinal(ordinal).map(|number| number.to_string()),
        _ => None,
    })
}

/// The words without `then done` behind them, which ends a list.
fn without_end(words: &[String]) -> &[String] {
    let is_end = |word: &String| heard::is_word_for("end", word) || heard::is_word_for("then", word) || word == "and";
    let ends = words.iter().rev().take_while(|word| is_end(word)).count();
    if ends < words.len() { &words[..words.len() - ends] } else { words }
}

/// The choices with these numbers by their names, for the question whether they are meant.
fn said_of<F: Front>(menu: &Menu<F>, numbers: &str) -> String {
    let name = |number: &str| {
        let item = answer::numbered(menu, number).ok()?;
        let first = item.called.first().filter(|first| item.called.iter().all(|name| name == *first));
        first.filter(|name| !name.contains(',')).cloned()
    };
    numbers.split(", ").map(|number| name(number).unwrap_or_else(|| number.to_string())).collect::<Vec<_>>().join(", ")
}

/// The number that an ordinal stands for.
fn of_ordinal(word: &str) -> Option<usize> {
    const ORDINALS: [&str; 12] = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
        "twelfth",
    ];
    let place = ORDINALS.iter().position(|ordinal| *ordinal == word).map(|place| place + 1);
    let digits = || ["st", "nd", "rd", "th"].iter().find_map(|ending| word.strip_suffix(ending)?.parse().ok());
    place.or_else(digits)
}

/// The map, or the theatre of it that a line names.
fn map<F: Front>(game: &Game<F>, heard: &Heard<F::Choice>) -> String {
    let theatres = game.decision().map_or_else(Vec::new, |open| F::board(game, open.side).theatres);
    let named = theatres.into_iter().map(|theatre| theatre.word).find(|word| heard.has(word));
    format!("show map {}", named.unwrap_or_default()).trim_end().to_string()
}

/// What a line says about the open decision.
struct Answers<'a, F: Front> {
    game: &'a Game<F>,
    menu: &'a Menu<F>,
    heard: &'a Heard<F::Choice>,
}

/// The choices of the open decision that a line names, or else the one that it means without naming it.
fn of_choices<F: Front>(game: &Game<F>, menu: &Menu<F>, heard: &Heard<F::Choice>) -> Vec<String> {
    Answers { game, menu, heard }.all()
}

/// Whether a choice is something of the game, and not a word.
fn is_thing(choice: impl Choice) -> bool {
    choice.token().contains(':')
}

impl<F: Front> Answers<'_, F> {
    /// The choices that are equal to one.
    fn equals(&self, choice: F::Choice) -> &[F::Choice] {
        let item = self.menu.items.iter().find(|item| item.choices.contains(&choice));
        item.map_or(&[][..], |item| item.choices.as_slice())
    }

    /// The choices that are named and wanted, with those that are equal to them: `both Delaware`, `Delaware, Delaware`.
    fn named(&self) -> Vec<F::Choice> {
        let mut named: Vec<F::Choice> = Vec::new();
        for thing in self.heard.things.iter().filter(|thing| thing.is_offered && thing.is_wanted()) {
            let count = self.heard.count_before(thing.at).unwrap_or(1);
            let is_equal = |choice: &F::Choice| *choice != thing.thing && self.name(*choice) == self.name(thing.thing);
            let equals = self.equals(thing.thing).iter().copied().filter(is_equal);
            let left: Vec<F::Choice> = std::iter::once(thing.thing)
                .chain(equals)
                .filter(|choice| !named.contains(choice))
                .take(count)
                .collect();
            named.extend(left);
        }
        named
    }

    fn name(&self, choice: F::Choice) -> String {
        F::named(self.game.scripts(), self.game.scenario(), choice, false)
    }

    /// A choice as a line of answers names it: a name with a comma in it would be two answers.
    fn word(&self, choice: F::Choice) -> String {
        let item = self.menu.items.iter().find(|item| item.choices.contains(&choice));
        let place = item.and_then(|item| item.choices.iter().position(|other| *other == choice));
        let called = item.zip(place).and_then(|(item, place)| item.called.get(place)).cloned();
        let token = choice.token();
        let id = token.split_once(':').map(|(_, id)| id.to_string());
        // Of several of one name the next is meant.
        let is_same = |other: F::Choice| {
            self.equals(choice).contains(&other)
                && item.is_some_and(|item| item.called.iter().all(|name| Some(name) == called.as_ref()))
        };
        let is_it = |word: &String| {
            let meant = answer::choice(self.menu, self.game, word).filter(|_| !word.contains(','));
            meant.is_some_and(|meant| meant == choice || is_same(meant))
        };
        // `2010 woods` is called by its number.
        let begins = |id: &String| called.as_ref().is_some_and(|name| name.starts_with(id.as_str()));
        id.clone().filter(begins).into_iter().chain(called.clone()).chain(id).find(is_it).unwrap_or(token)
    }

    /// Whether the line declines: what it says at its beginning is about that part only, if more is named behind it.
    fn declines(&self, named: &[F::Choice]) -> bool {
        let heard = self.heard;
        let offered = heard.things.iter().filter(|thing| thing.is_offered && thing.is_wanted());
        let mut behind = offered.filter(|thing| is_thing(thing.thing) && heard.clause(thing.at) != heard.clause(0));
        let begins = heard.begins_with("no") && behind.next().is_none();
        let accepts = heard.things.first().is_some_and(|first| first.is_offered && first.at == 0 && first.is_wanted());
        !heard.begins_with("yes")
            && (!accepts || begins)
            && (begins || heard.says("decline") || heard.says("averse") && !named.iter().copied().any(is_thing))
    }

    fn all(&self) -> Vec<String> {
        let (heard, closing) = (self.heard, &self.menu.closing);
        let mut named = self.named();
        // `1 2 2 4 then done` ends a list of numbers.
        if named.iter().all(|choice| Some(*choice) == closing.end)
            && (0..heard.words.len()).any(|at| heard.is_telling(at))
        {
            named.clear();
        }
        if self.declines(&named) && closing.no.is_some() {
            return vec!["no".to_string()];
        }
        // Who wants only what is named wants no more.
        let end = closing.end.filter(|_| heard.says("end") || heard.says("only"));
        if !named.is_empty() {
            let each: Vec<String> = named.iter().map(|choice| self.word(*choice)).collect();
            let end = end.filter(|end| !named.contains(end)).map(|end| self.word(end));
            let whole = each.iter().cloned().chain(end).collect::<Vec<_>>().join(", ");
            return std::iter::once(whole).chain(each).collect();
        }
        // All but those that are left out.
        let left: Vec<F::Choice> =
            heard.things.iter().filter(|thing| thing.is_left_out).map(|thing| thing.thing).collect();
        let choices = &self.menu.decision.choices;
        if heard.says("all") && choices.iter().any(|choice| left.contains(choice)) {
            let others = choices.iter().copied().filter(|choice| is_thing(*choice) && !left.contains(choice));
            return vec![others.chain(closing.end).map(|choice| self.word(choice)).collect::<Vec<_>>().join(", ")];
        }
        let placed = || whereabouts::meant(self.game, self.menu, heard).map(|choice| self.word(choice));
        self.unnamed(end).or_else(placed).into_iter().collect()
    }

    /// The answer that is meant by a line which names none.
    fn unnamed(&self, end: Option<F::Choice>) -> Option<String> {
        let (heard, closing) = (self.heard, &self.menu.closing);
        let end = end.map(|end| self.word(end));
        let begins = |what: &str| heard.begins_with(what);
        // What is called by a name elsewhere in the game is about that.
        let names_nothing = heard.things.iter().all(|thing| thing.is_left_out);
        let left = self.menu.decision.choices.iter().filter(|choice| is_thing(**choice)).count();
        // `the last two` are all where two are left.
        let counts_all = || left > 1 && heard.words.iter().any(|word| heard::number(word) == Some(left));
        match () {
            () if numbers(&heard.words).is_some() => {
                let listed = numbers(&heard.words).map(|numbers| said_of(self.menu, &numbers));
                let end = end.map_or_else(String::new, |end| format!(", {end}"));
                listed.map(|listed| format!("{listed}{end}"))
            }
            () if begins("yes") => Some("yes".to_string()),
            () if begins("all") && names_nothing => Some("all".to_string()),
            // Who tells how many do something does not only end.
            () if end.is_some() && names_nothing && !(0..heard.words.len()).any(|at| heard.is_telling(at)) => end,
            () if heard.clause_says("no") && names_nothing => closing.no.map(|_| "no".to_string()),
            () if heard.clause_says("yes") && heard.things.is_empty() => Some("yes".to_string()),
            () if heard.clause_says("all") && names_nothing => Some("all".to_string()),
            () if (heard.says("all") || counts_all()) && names_nothing && closing.end.is_some() => {
                Some("all".to_string())
            }
            () => None,
        }
    }
}
