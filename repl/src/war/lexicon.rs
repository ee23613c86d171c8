//! Completion: commands, answers to the open decision, and the pieces, spaces and cards that a sentence can name at the
//! cursor. Built for one prompt, and handed to the line editor.

use crate::front::Lexicon;
use crate::prompt::command::uses;
use crate::prompt::menu::Menu;
use crate::prompt::session::short;
use crate::text::names::fold;
use crate::war::help;
use crate::war::say::VERBS;
use wilderness_engine::script::ScriptSet as _;
use wilderness_war::map::Map;
use wilderness_war::pieces::Pieces;
use wilderness_war::{Choice, Content, Game, PieceId, Side, SpaceSet, War};

/// What can follow a word.
#[derive(Clone, Copy)]
enum Kind {
    /// Cards in hand.
    Cards,
    /// Own pieces on the map, and spaces.
    Movers,
    /// Sites for stockades and forts.
    Sites,
    /// Works that can be demolished.
    Works,
    /// Spaces.
    Spaces,
    /// Every space and piece, and the cards in hand.
    Everything,
    /// Sides.
    Sides,
    /// Scenarios and presets.
    Games,
    /// Optional rules.
    Rules,
    /// `on` and `off`.
    Switch,
    /// Topics of help.
    Topics,
    /// Scripts, for breakpoints.
    Scripts,
}

/// What follows the first words of commands and sentences; all other lines are answers.
const FOLLOWED: [(&str, Kind); 29] = [
    ("play", Kind::Cards),
    ("using", Kind::Cards),
    ("edit", Kind::Cards),
    ("activate", Kind::Movers),
    ("move", Kind::Movers),
    ("go", Kind::Movers),
    ("march", Kind::Movers),
    ("sail", Kind::Movers),
    ("attack", Kind::Movers),
    ("with", Kind::Movers),
    ("raid", Kind::Movers),
    ("to", Kind::Spaces),
    ("siege", Kind::Spaces),
    ("assault", Kind::Spaces),
    ("build", Kind::Sites),
    ("demolish", Kind::Works),
    ("show", Kind::Everything),
    ("why", Kind::Everything),
    ("odds", Kind::Everything),
    ("path", Kind::Everything),
    ("threats", Kind::Spaces),
    ("new", Kind::Games),
    ("rules", Kind::Rules),
    ("bot", Kind::Sides),
    ("watch", Kind::Switch),
    ("trace", Kind::Switch),
    ("break", Kind::Scripts),
    ("tutorial", Kind::Switch),
    ("help", Kind::Topics),
];

/// The possible input at one prompt.
#[derive(Clone, Default, Debug)]
pub struct Vocabulary {
    answers: Vec<String>,
    cards: Vec<String>,
    pieces: Vec<String>,
    spaces: Vec<String>,
    sites: Vec<String>,
    works: Vec<String>,
    rules: Vec<String>,
    scripts: Vec<String>,
    /// What can follow `new`: scenarios and presets.
    games: Vec<String>,
}

/// The scenarios and presets of the game's content.
fn games(content: &Content) -> Vec<String> {
    let presets = content.preset_names().map(|name| format!("--preset {name}"));
    content.scenario_ids().map(str::to_string).chain(presets).collect()
}

fn names(spaces: SpaceSet) -> Vec<String> {
    spaces.iter().map(|space| space.to_string()).collect()
}

impl Vocabulary {
    /// The possible input at the current decision.
    pub fn of(game: &Game) -> Vocabulary {
        let mut lexicon = Vocabulary {
            spaces: names(Map::get().all),
            rules: game.scripts().rules().map(|rule| rule.id.clone()).collect(),
            scripts: game.scripts().script_files().map(|file| short(file).to_string()).collect(),
            games: games(game.scripts().content()),
            ..Vocabulary::default()
        };
        let shown = Menu::of(game).filter(|menu| game.is_shown(menu.decision.side));
        let Some(menu) = shown else { return lexicon };
        let (side, view) = (menu.decision.side, game.view(menu.decision.side));
        let card = |card| game.scripts().deck().card(card).map(|card| card.name.clone());
        let named = menu.items.iter().flat_map(|item| match item.choices.first() {
            Some(Choice::Option(option)) => vec![option.as_str().to_string()],
            Some(choice @ Choice::Word(_)) => vec![choice.token()],
            Some(Choice::Card(number)) => vec![card(*number).unwrap_or_default()],
            _ => item.called.clone(),
        });
        lexicon.answers = unique(named);
        lexicon.cards = unique(view.hand().iter().filter_map(card));
        lexicon.pieces = unique(view.on_map(side).iter().map(|piece: PieceId| piece.to_string()));
        lexicon.sites = names(view.stockade_sites() | view.fort_sites());
        lexicon.works = names(view.demolishable());
        lexicon
    }

    /// What can follow the beginning of a line.
    fn candidates(&self, before: &str) -> Vec<String> {
        let last = before.rsplit(',').next().unwrap_or_default();
        let words: Vec<String> = before.split([' ', ',']).filter(|word| !word.is_empty()).map(fold).collect();
        let known = |word: &String| FOLLOWED.iter().find(|(known, _)| known == word).map(|(_, kind)| *kind);
        // Commands are topics as well.
        if words.first().is_some_and(|first| first == "help") {
            return self.of_kind(Kind::Topics, &words);
        }
        // The last word that determines what follows it, or else the first.
        match words.iter().rev().find_map(known) {
            Some(kind) => self.of_kind(kind, &words),
            None if words.is_empty() => self.answers.iter().cloned().chain(commands().map(str::to_string)).collect(),
            None if last.trim().is_empty() => self.answers.clone(),
            None => Vec::new(),
        }
    }

    fn of_kind(&self, kind: Kind, words: &[String]) -> Vec<String> {
        let own = |words: &[&str]| words.iter().map(ToString::to_string).collect::<Vec<_>>();
        match kind {
            Kind::Cards => self.cards.clone(),
            Kind::Movers => [&self.pieces, &self.spaces, &own(&["with", "to", "all", "by boat", "by land", "by sea"])]
                .into_iter()
                .flatten()
                .cloned()
                .collect(),
            Kind::Sites if words.len() == 1 => own(&["stockade", "fort"]),
            Kind::Sites => self.sites.clone(),
            Kind::Works => self.works.clone(),
            Kind::Spaces => self.spaces.clone(),
            Kind::Everything => {
                let pieces = (Pieces::get().of[Side::French] | Pieces::get().of[Side::British])
                    .iter()
                    .map(|piece| piece.to_string());
                self.spaces.iter().chain(&self.cards).cloned().chain(unique(pieces)).collect()
            }
            Kind::Sides if words.len() > 1 => own(&["random", "greedy", "search", "off"]),
            Kind::Sides => Side::BOTH.map(|side| side.id().to_string()).to_vec(),
            Kind::Games => self.games.iter().cloned().chain(own(&["--rules", "--seed"])).collect(),
            Kind::Rules if words.len() > 1 => own(&["on", "off"]),
            Kind::Rules => self.rules.clone(),
            Kind::Switch => own(&["on", "off"]),
            Kind::Scripts => self.scripts.iter().map(|name| format!("{name}:")).chain(own(&["off"])).collect(),
            Kind::Topics => help::words().map(str::to_string).chain(self.cards.iter().cloned()).collect(),
        }
    }
}

impl Lexicon for Vocabulary {
    /// The completions of the word before the cursor, and where it begins. A name of several words is found from any of
    /// its words on; the longest match counts.
    fn complete(&self, line: &str) -> (usize, Vec<String>) {
        for start in starts(line) {
            let (typed, before) = (fold(&line[start..]), &line[..start]);
            let fitting: Vec<String> =
                self.candidates(before).into_iter().filter(|name| fold(name).starts_with(&typed)).collect();
            if !fitting.is_empty() {
                return (start, unique(fitting.into_iter()));
            }
        }
        (line.len(), Vec::new())
    }

    /// Whether a line begins with part of a command, a name, a number or a token.
    fn knows(&self, line: &str) -> bool {
        let first = line.split([' ', ',']).next().unwrap_or_default();
        let word = fold(first);
        let begins = |name: &String| fold(name).split([' ', '-', '\'']).any(|part| part.starts_with(&word));
        word.is_empty()
            || word.contains(':')
            || word.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '=' | '#' | '?'))
            || commands().any(|command| command.starts_with(&word))
            || [&self.answers, &self.pieces, &self.spaces, &self.cards].into_iter().flatten().any(begins)
    }
}

/// The first words of lines that are not answers.
fn commands() -> impl Iterator<Item = &'static str> {
    uses::<War>().map(|(command, ..)| *command).chain(VERBS.iter().map(|(verb, _)| *verb))
}

/// The starts of all words, in order.
fn starts(line: &str) -> impl Iterator<Item = usize> + '_ {
    let boundary = |index: usize| index == 0 || line[..index].ends_with([' ', ',']);
    (0..=line.len()).filter(move |&index| line.is_char_boundary(index) && boundary(index))
}

/// Sorted, without duplicates.
fn unique(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut names: Vec<String> = names.filter(|name| !name.is_empty()).collect();
    names.sort_by_cached_key(|name| fold(name));
    names.dedup();
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::rc::Rc;
    use wilderness_war::{Header, Scripts};

    fn lexicon() -> Vocabulary {
        let scripts = Rc::new(Scripts::embedded().expect("sound scripts"));
        let mut game = Header::new("annus-mirabilis", 5, &scripts).begin(scripts).expect("a game");
        game.proceed().expect("a decision");
        Vocabulary::of(&game)
    }

    fn complete(line: &str) -> Vec<String> {
        lexicon().complete(line).1
    }

    #[test]
    fn a_line_begins_with_a_command_a_verb_or_an_answer() {
        assert_eq!(complete("sho"), ["show"]);
        assert_eq!(complete("act"), ["activate"]);
        assert_eq!(complete("treaty"), ["Treaty of Easton"]);
        assert_eq!(complete("xyz"), Vec::<String>::new());
    }

    #[test]
    fn only_what_is_legal_is_offered_after_a_verb() {
        assert_eq!(complete("activate montc"), ["Montcalm"]);
        assert_eq!(complete("activate webb"), Vec::<String>::new(), "a British leader");
        assert_eq!(complete("play quib"), ["Quiberon Bay"]);
        assert_eq!(complete("play coeh"), Vec::<String>::new(), "not in the hand");
        assert_eq!(complete("activate montcalm with all to ticon"), ["Ticonderoga"]);
        assert_eq!(complete("build "), ["fort", "stockade"]);
        assert!(!complete("build stockade ").contains(&"Boston".to_string()));
        assert_eq!(complete("bot french "), ["greedy", "off", "random", "search"]);
        assert_eq!(complete("break small"), ["small_pox:"]);
        assert_eq!(complete("trace o"), ["off", "on"]);
    }

    #[test]
    fn names_of_several_words_and_accents_are_found() {
        let (start, names) = lexicon().complete("move hudson carry n");
        assert_eq!((start, names), (5, vec!["Hudson Carry North".to_string()]));
        assert_eq!(complete("show montre"), ["Montréal"]);
        assert_eq!(lexicon().hint("show montre").as_deref(), Some("al"));
        assert_eq!(lexicon().hint("show mont"), None, "Montcalm or Montréal");
    }

    #[test]
    fn what_nobody_knows_is_told_from_what_can_be_answered() {
        let lexicon = lexicon();
        for line in ["", "3", "show", "sho", "space:quebec", "=new", "quib", "bay", "montcalm with all", "?"] {
            assert!(lexicon.knows(line), "{line}");
        }
        assert!(!lexicon.knows("activvate montcalm"));
    }
}
