//! Completion: commands, answers to the open decision, and the pieces, spaces and cards that a sentence can name at the
//! cursor. Built for one prompt, and handed to the line editor.

use crate::front::{Candidate, Lexicon};
use crate::prompt::command::uses;
use crate::prompt::help;
use crate::prompt::offered;
use crate::prompt::session::short;
use crate::text::names::fold;
use crate::war::possible::{Actor, Possible};
use crate::war::say::VERBS;
use wilderness_engine::script::ScriptSet as _;
use wilderness_war::map::Map;
use wilderness_war::pieces::Pieces;
use wilderness_war::{Content, Game, Side, View, War};

/// What can follow a word.
#[derive(Clone, Copy)]
enum Following {
    /// Who intercepts or avoids battle.
    Reactions,
    /// Where the beaten go.
    Retreats,
    /// Cards in hand.
    Cards,
    /// Cards in hand and optional rules.
    Scripted,
    /// Those who can be activated, and then how they go.
    Actors,
    /// Those who can go with a leader.
    Mates,
    /// Where the named force can go.
    Destinations,
    /// A mover, or the destination of one.
    Movers,
    /// Raids, and then the raiders.
    Raids,
    /// Sieges to roll for.
    Sieges,
    /// Sieges to assault.
    Assaults,
    /// Sites for stockades and forts.
    Sites,
    /// Works that can be demolished.
    Works,
    /// Spaces, own ones first.
    Spaces,
    /// Every space and piece, and the cards in hand.
    Everything,
    Sides,
    /// Scenarios and presets.
    Games,
    /// Optional rules.
    Rules,
    /// What can be watched.
    Watched,
    /// What is traced.
    Traced,
    /// What there is to learn.
    Tutorials,
    /// Topics of help.
    Topics,
    /// Scripts, for breakpoints.
    Scripts,
}

/// What follows the first words of commands and sentences; all other lines are answers.
const FOLLOWED: [(&str, Following); 36] = [
    ("play", Following::Cards),
    ("using", Following::Cards),
    ("edit", Following::Scripted),
    ("activate", Following::Actors),
    ("move", Following::Movers),
    ("go", Following::Movers),
    ("march", Following::Movers),
    ("sail", Following::Movers),
    ("attack", Following::Movers),
    ("with", Following::Mates),
    ("raid", Following::Raids),
    ("to", Following::Destinations),
    ("intercept", Following::Reactions),
    ("avoid", Following::Reactions),
    ("retreat", Following::Retreats),
    ("campaign", Following::Actors),
    ("siege", Following::Sieges),
    ("besiege", Following::Sieges),
    ("assault", Following::Assaults),
    ("storm", Following::Assaults),
    ("build", Following::Sites),
    ("demolish", Following::Works),
    ("show", Following::Everything),
    ("why", Following::Everything),
    ("odds", Following::Everything),
    ("path", Following::Everything),
    ("reach", Following::Everything),
    ("threats", Following::Spaces),
    ("new", Following::Games),
    ("rules", Following::Rules),
    ("bot", Following::Sides),
    ("watch", Following::Watched),
    ("trace", Following::Traced),
    ("break", Following::Scripts),
    ("tutorial", Following::Tutorials),
    ("help", Following::Topics),
];

/// The words that also determine what follows them in the middle of a sentence.
const WITHIN: [&str; 3] = ["with", "to", "using"];

/// The possible input at one prompt.
#[derive(Clone, Default, Debug)]
pub struct Vocabulary {
    answers: Vec<Candidate>,
    possible: Possible,
    /// The cards in hand.
    cards: Vec<Candidate>,
    /// Every space, own ones first.
    spaces: Vec<Candidate>,
    /// Every piece.
    pieces: Vec<Candidate>,
    rules: Vec<Candidate>,
    scripts: Vec<Candidate>,
    /// What can follow `new`: scenarios and presets.
    games: Vec<Candidate>,
}

/// The scenarios and presets of the game's content.
fn games(content: &Content) -> Vec<Candidate> {
    let presets = content.preset_names().map(|name| format!("--preset {name}"));
    unique(content.scenario_ids().map(str::to_string).chain(presets))
}

/// All spaces: those with pieces or works of a side first.
fn spaces(game: &Game, side: Option<Side>) -> Vec<Candidate> {
    let view = View::public(game);
    let own = |space| side.is_some_and(|side| view.occupies(side, space) || view.held(side).contains(space));
    let (mine, others): (Vec<_>, Vec<_>) = Map::get().all.iter().partition(|space| own(*space));
    mine.into_iter().chain(others).map(|space| Candidate::plain(&space.to_string())).collect()
}

impl Vocabulary {
    /// The possible input at the current decision.
    pub fn of(game: &Game) -> Vocabulary {
        let decision = game.decision().filter(|decision| game.now().is_shown(decision.side));
        let pieces = (Pieces::get().of[Side::French] | Pieces::get().of[Side::British]).iter();
        let mut lexicon = Vocabulary {
            spaces: spaces(game, decision.map(|decision| decision.side)),
            pieces: unique(pieces.map(|piece| piece.to_string())),
            rules: unique(game.scripts().rules().map(|rule| rule.id.clone())),
            scripts: unique(game.scripts().script_files().map(|file| format!("{}:", short(file)))),
            games: games(game.scripts().content()),
            ..Vocabulary::default()
        };
        let Some(decision) = decision else { return lexicon };
        let name = |card| game.scripts().deck().card(card).map(|card| card.name.clone());
        lexicon.answers = offered::answers(game);
        lexicon.possible = Possible::of(game, decision);
        lexicon.cards = unique(game.view(decision.side).hand().iter().filter_map(name));
        lexicon
    }

    /// What can follow the beginning of a line that ends before the word at the cursor; `typed` is that word.
    fn candidates(&self, before: &str, typed: &str) -> Vec<Candidate> {
        let last = before.rsplit(',').next().unwrap_or_default();
        let words: Vec<String> = before.split([' ', ',']).filter(|word| !word.is_empty()).map(fold).collect();
        let known = |word: &String| FOLLOWED.iter().find(|(known, _)| known == word).map(|(_, kind)| *kind);
        // The first word says what can follow, or the last of those within a sentence. Names of cards and topics
        // contain such words.
        let begins = words.first().map(String::as_str);
        let sentence = !matches!(begins, Some("play" | "help"));
        let within = words.iter().rev().filter(|word| sentence && WITHIN.contains(&word.as_str()));
        match within.chain(words.first()).find_map(known) {
            Some(kind) => self.of_kind(kind, &words, before),
            // An empty line offers the answers.
            None if words.is_empty() && typed.is_empty() => self.answers.clone(),
            None if words.is_empty() => self.answers.iter().cloned().chain(commands()).collect(),
            None if last.trim().is_empty() => self.answers.clone(),
            None => Vec::new(),
        }
    }

    fn of_kind(&self, kind: Following, words: &[String], before: &str) -> Vec<Candidate> {
        let first = words.len() == 1;
        match kind {
            Following::Cards if words.len() > 1 && words[0] == "play" => self.possible.uses.clone(),
            Following::Cards => self.possible.cards.clone(),
            Following::Scripted => [self.cards.as_slice(), &self.rules].concat(),
            Following::Actors => self.actors(before),
            Following::Mates => self.mates(before),
            Following::Destinations => self.destinations(before),
            Following::Movers => [self.destinations(before), self.actors(before)].concat(),
            Following::Reactions if first => with_all(&self.possible.reacting),
            Following::Reactions => plain(&["with"]),
            Following::Retreats if first => plain(&["all", "to"]),
            Following::Retreats => plain(&["inside", "to"]),
            Following::Raids if first => self.possible.raids.clone(),
            Following::Raids => plain(&["with"]),
            Following::Sieges if first => self.possible.sieges.clone(),
            Following::Assaults if first => self.possible.assaults.clone(),
            Following::Sieges | Following::Assaults => plain(&["using"]),
            Following::Sites => self.sites(words),
            Following::Works => self.possible.works.clone(),
            Following::Spaces => self.spaces.clone(),
            Following::Everything => [self.spaces.as_slice(), &self.cards, &self.pieces].concat(),
            Following::Sides if !first => {
                plain(&["best", "easy", "greedy", "normal", "off", "random", "search", "strong"])
            }
            Following::Sides => plain(&Side::BOTH.map(|side| side.id())),
            Following::Games => [self.games.as_slice(), &plain(&["--rules", "--seed"])].concat(),
            Following::Rules if !first => plain(&["off", "on"]),
            Following::Rules => self.rules.clone(),
            Following::Traced => plain(&["conditions", "modifiers", "off", "on"]),
            Following::Watched => plain(&["balance", "off", "on"]),
            Following::Tutorials => plain(&["designer", "off"]),
            Following::Scripts => [self.scripts.as_slice(), &plain(&["off"])].concat(),
            Following::Topics => {
                let topics = unique(help::words::<War>().into_iter().map(str::to_string));
                [topics.as_slice(), &self.cards].concat()
            }
        }
    }

    /// Those who can be activated; behind a name, how they go.
    fn actors(&self, before: &str) -> Vec<Candidate> {
        let names = self.possible.actors.iter().map(|actor| actor.name.clone());
        match self.named(before) {
            None => names.collect(),
            Some(actor) => {
                let with = if actor.mates.is_empty() { Vec::new() } else { plain(&["with"]) };
                with.into_iter().chain(plain(&["to", "using"])).chain(names).collect()
            }
        }
    }

    /// Those who can go with the leader who is named, or whose force is being formed.
    fn mates(&self, before: &str) -> Vec<Candidate> {
        if fold(before).trim_start().starts_with("raid ") {
            return self.possible.actors.iter().map(|actor| actor.name.clone()).collect();
        }
        if !self.possible.reacting.is_empty() {
            return with_all(&self.possible.reacting);
        }
        let Some(actor) = self.named(before).or(self.possible.actors.first()) else { return Vec::new() };
        let all = if actor.mates.is_empty() { Vec::new() } else { plain(&["all"]) };
        all.into_iter().chain(actor.mates.clone()).chain(plain(&["to", "using"])).collect()
    }

    /// Where the force that is named, or that moves, can go.
    fn destinations(&self, before: &str) -> Vec<Candidate> {
        if !self.possible.refuges.is_empty() {
            return self.possible.refuges.clone();
        }
        let Some(actor) = self.named(before).or(self.possible.actors.first()) else { return Vec::new() };
        let together = fold(before).split(' ').any(|word| word == "with");
        let spaces = if together { &actor.together } else { &actor.alone };
        spaces.iter().cloned().chain(plain(&["by boat", "by land", "by sea", "using"])).collect()
    }

    /// Who is named at the beginning of a sentence: the longest name counts.
    fn named(&self, before: &str) -> Option<&Actor> {
        let folded = fold(before);
        let said = folded.split_once(' ').map_or("", |(_, said)| said.trim_start());
        let named = self.possible.actors.iter().filter(|actor| said.starts_with(&fold(&actor.name.word)));
        named.max_by_key(|actor| actor.name.word.len())
    }

    fn sites(&self, words: &[String]) -> Vec<Candidate> {
        let (stockades, forts) = (&self.possible.stockades, &self.possible.forts);
        match words.get(1).map(String::as_str) {
            None => {
                let kinds = [("fort", forts), ("stockade", stockades)].into_iter();
                kinds.filter(|(_, sites)| !sites.is_empty()).map(|(kind, _)| Candidate::plain(kind)).collect()
            }
            Some("fort" | "forts") => forts.clone(),
            Some(_) => stockades.clone(),
        }
    }
}

impl Lexicon for Vocabulary {
    /// The completions of the word before the cursor, and where it begins. A name of several words is found from any of
    /// its words on; the longest match counts.
    fn complete(&self, line: &str) -> (usize, Vec<Candidate>) {
        for start in starts(line) {
            let (typed, before) = (fold(&line[start..]), &line[..start]);
            let mut fitting = self.candidates(before, &typed);
            fitting.retain(|candidate| candidate.begins_with(&typed));
            if !fitting.is_empty() {
                return (start, fitting);
            }
        }
        (line.len(), Vec::new())
    }

    /// Whether a line begins with part of a command, a name, a number or a token.
    fn knows(&self, line: &str) -> bool {
        let first = line.split([' ', ',']).next().unwrap_or_default();
        let word = fold(first);
        let begins = |known: &Candidate| fold(&known.word).split([' ', '-', '\'']).any(|part| part.starts_with(&word));
        word.is_empty()
            || word.contains(':')
            || word.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '=' | '#' | '?'))
            || commands().any(|command| command.word.starts_with(&word))
            || [&self.answers, &self.pieces, &self.spaces, &self.cards].into_iter().flatten().any(begins)
    }
}

/// The first words of lines that are not answers, with what they do.
fn commands() -> impl Iterator<Item = Candidate> {
    let commands = uses::<War>().map(|(command, _, about)| Candidate::new(command, *about));
    commands.chain(VERBS.iter().map(|(verb, _)| Candidate::plain(verb)))
}

/// Those who react, and all of them with a leader.
fn with_all(reacting: &[Candidate]) -> Vec<Candidate> {
    let all = if reacting.len() > 1 { plain(&["all", "with"]) } else { plain(&["with"]) };
    reacting.iter().cloned().chain(all).collect()
}

/// Words without descriptions.
fn plain(words: &[&str]) -> Vec<Candidate> {
    words.iter().map(|word| Candidate::plain(word)).collect()
}

/// The starts of all words, in order.
fn starts(line: &str) -> impl Iterator<Item = usize> + '_ {
    let boundary = |index: usize| index == 0 || line[..index].ends_with([' ', ',']);
    (0..=line.len()).filter(move |&index| line.is_char_boundary(index) && boundary(index))
}

/// Sorted, without duplicates and descriptions.
fn unique(names: impl Iterator<Item = String>) -> Vec<Candidate> {
    let mut names: Vec<String> = names.filter(|name| !name.is_empty()).collect();
    names.sort_by_cached_key(|name| fold(name));
    names.dedup();
    names.iter().map(|name| Candidate::plain(name)).collect()
}
