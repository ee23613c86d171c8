//! Help: an opening screen, and topics on commands, rules and cards.

pub(crate) mod topics;

use crate::prompt::command::uses;
use crate::text::columns::{beside, downwards, line_width, wrap};
use crate::text::names::{self, Fit, Name, fold};
use crate::text::style::{BOLD, DIM, paint};
use crate::war::say::VERBS;
use crate::war::show;
use topics::{HelpTopic, commands, rules};
use wilderness_war::deck::Card;
use wilderness_war::{CardId, Game, Scripts, War};

/// Help on a topic; without one, the opening screen.
///
/// # Errors
/// When there is no such topic, with suggestions.
pub fn help(game: &Game, topic: &str) -> Result<String, String> {
    let asked = fold(topic.trim());
    match asked.as_str() {
        "" => return Ok(screen()),
        "more" => return Ok(format!("{MORE}{WHAT}{SCRIPTS}")),
        "topics" => return Ok(list()),
        _ => {}
    }
    let number = asked.trim_start_matches("card:").trim_start_matches("card ").trim_start_matches('#');
    let about = match number.parse::<u8>() {
        Ok(number) => by_card_number(game, number),
        Err(_) if asked.starts_with(|first: char| first.is_ascii_digit()) => by_rule(&asked),
        Err(_) => by_word(game, &asked),
    };
    about.ok_or_else(|| unknown(game.scripts(), topic.trim()))
}

/// The topics of help, except the cards.
pub fn words() -> impl Iterator<Item = &'static str> {
    ["more", "topics"].into_iter().chain(commands().iter().chain(rules()).map(|topic| topic.name))
}

fn by_card_number(game: &Game, number: u8) -> Option<String> {
    let chapter: Vec<&str> = in_chapter(&number.to_string()).map(|topic| topic.name).collect();
    let also = match chapter.is_empty() {
        true => String::new(),
        false => paint(DIM, beside("", 0, &format!("Chapter {number} of the rules: {}", helps(&chapter)))) + "\n",
    };
    let card = game.scripts().deck().card(CardId(number)).map(|card| about_card(game, card));
    let text = card.unwrap_or_default() + also.as_str();
    (!text.is_empty()).then_some(text)
}

/// The topic of a rule number: the one with the longest matching prefix, or those of its section.
fn by_rule(number: &str) -> Option<String> {
    let number = number.strip_suffix(".0").unwrap_or(number);
    let told = rules().iter().filter_map(|topic| Some((topic.tells(number)?, topic)));
    let nearest = told.max_by_key(|(length, _)| *length).map(|(_, topic)| topic.render());
    let section = || in_chapter(number).map(HelpTopic::render).collect::<Vec<_>>().join("\n");
    nearest.or_else(|| Some(section()).filter(|text| !text.is_empty()))
}

fn in_chapter(number: &str) -> impl Iterator<Item = &'static HelpTopic> {
    let begins = format!("{number}.");
    rules().iter().filter(move |topic| topic.rules.iter().any(|rule| rule.starts_with(&begins)))
}

/// Commands, rules and cards with this name; or else those that begin with it.
fn by_word(game: &Game, asked: &str) -> Option<String> {
    let fitting = |fit: Fit| {
        let found = commands().iter().chain(rules()).filter(move |topic| topic.fits(asked) == Some(fit));
        let texts: Vec<String> = found.map(HelpTopic::render).collect();
        (!texts.is_empty()).then(|| texts.join("\n"))
    };
    let cards = |fit: Fit| {
        let cards = game.scripts().deck().cards().filter(move |card| Name::new(&card.name).fits(asked) == Some(fit));
        let mut cards: Vec<&Card> = cards.collect();
        cards.dedup_by_key(|card| card.event.clone());
        let texts: Vec<String> = cards.into_iter().map(|card| about_card(game, card)).collect();
        (!texts.is_empty()).then(|| texts.concat())
    };
    fitting(Fit::Whole).or_else(|| cards(Fit::Whole)).or_else(|| fitting(Fit::Part)).or_else(|| cards(Fit::Part))
}

/// A card with its event.
fn about_card(game: &Game, card: &Card) -> String {
    let about = game.scripts().about(card.number);
    show::cards::list(game, &[card.number]) + beside("", 5, &about).as_str() + "\n"
}

fn unknown(scripts: &Scripts, typed: &str) -> String {
    let cards = scripts.deck().cards().map(|card| card.name.as_str());
    let other = commands().iter().chain(rules()).flat_map(|topic| topic.words.iter().copied());
    let own: Vec<&'static str> = words().chain(other).collect();
    let near = names::near(typed, cards.chain(own));
    let hint = match near.is_empty() {
        true => String::new(),
        false => format!("; did you mean {}?", helps(&near)),
    };
    format!("there is no help about `{typed}`{hint} (`help topics` lists what there is)")
}

fn helps(topics: &[&str]) -> String {
    topics.iter().map(|topic| format!("`help {}`", fold(topic))).collect::<Vec<_>>().join(", ")
}

/// How to answer, with an overview: a screen of 24 lines.
fn screen() -> String {
    let names: Vec<String> = uses::<War>().map(|(name, ..)| name.to_string()).collect();
    let heading = |text: &str, more: &str| format!("{} {}\n", paint(BOLD, text), paint(DIM, more));
    let commands = heading("Commands", "(`help save` explains one)");
    format!("{ANSWERS}{commands}{}{}{TOPICS}", columns(&names), heading("More", "(`help topics` lists everything)"))
}

/// All topics.
fn list() -> String {
    let mut text = String::new();
    let verbs = VERBS.iter().map(|(verb, _)| verb.to_string());
    let named = |topics: &[HelpTopic]| topics.iter().map(|topic| topic.name.to_string()).collect::<Vec<_>>();
    let commands: Vec<String> =
        named(commands()).into_iter().filter(|name| verbs.clone().all(|verb| verb != *name)).collect();
    for (heading, names) in [("Commands", commands), ("Sentences", verbs.collect()), ("Rules", named(rules()))] {
        text.push_str(&format!("{}\n{}", paint(BOLD, heading), columns(&names)));
    }
    text + "Name rules by number, as `help 6.6`, and cards by number or name, as `help 24`.\n"
}

fn columns(names: &[String]) -> String {
    downwards(names, line_width() - 2).into_iter().map(|line| format!("  {line}\n")).collect()
}

/// A text in paragraphs: indented lines are kept as they are.
fn paragraphs(text: &str) -> String {
    let lines = text.lines().flat_map(|line| match line.starts_with(' ') {
        true => vec![line.to_string()],
        false => wrap(line, line_width()),
    });
    lines.map(|line| format!("{line}\n")).collect()
}

const ANSWERS: &str = "\
Answer a question with a sentence
  play 24         play small pox         play 24 for force         hold
  activate montcalm with all to ticonderoga by boat
  activate huron, mississauga to oswego using 24
  build stockade augusta     build fort venango     raid augusta with huron
or with a choice
  3     1 4 done     by numbers, one or several
  hud north          the beginnings of words of its name, in any order
  =22                always an answer, even if it looks like a command
An empty line shows the choices again; Tab completes what you type.
";

const TOPICS: &str = "  the rules   help siege   help infiltration   help winter   help 6.6
  the cards   help 24      help small pox
  sentences and editing cards: help more    a season to learn by: tutorial
";

const MORE: &str = "\
A sentence gives several answers, shown after `=`, until a question comes up
that it does not answer; `go on` carries out the rest later. If a rule forbids
it, it has no effect. One `undo` undoes the whole line.
  Numbers in it are card numbers. Without `using 24`, the only card in hand that
can be used is used; if there are several, you are asked which, and answer
with its number on the next line.
  A leader who is named first takes a force with him, unless you add
`individually`; other pieces are activated individually. With `all`, leaders
come first, then drilled troops, then the others, the strongest first.
  `to oswego` ends the movement there; `move oswego` does so only with `and
stop`. The shortest way is taken, and of several that with the fewest
interceptions; add `by boat`, `by land`, `by sea` or `by infiltration` for the
manner, and `to oswego, albany` for the spaces. `why oswego` tells why not.
";

const WHAT: &str = "
Accents, capitals, hyphens and apostrophes in names do not matter. If several
pieces have the same name, add the place: `conn albany`. Separate answers with
commas, or numbers with spaces. `space:quebec` is a choice as written in
records. `show` takes: map, hand, tracks, supply SIDE, space NAME, stack NAME,
piece NAME, card NAME or NUMBER, or simply a name. The numbers of a unit are its
strength and movement, those of a leader initiative, command and tactics.
";

const SCRIPTS: &str = "
You can edit cards during a game that was started beside a directory `scripts`,
or with `--scripts DIR` or `--content DIR`. A change takes effect from the start
of the present action phase, which is replayed with your answers. A faulty
script is rejected; the game continues with its previous scripts. A changed
scenario takes effect with the next `new`.
";
