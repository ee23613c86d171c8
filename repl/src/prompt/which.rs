//! What is asked back about a line that may mean several things. The next line may answer it.

use crate::text::names::{Name, find, fold};

/// A question about a line.
#[derive(Clone, Debug)]
pub struct Which {
    /// The question, with its candidates.
    pub question: String,
    /// What the line may mean.
    pub candidates: Vec<Meant>,
    /// Whether each only shows something, whatever is asked in the game.
    pub only_looks: bool,
}

/// A candidate.
#[derive(Clone, Debug)]
pub struct Meant {
    /// Its number or token, if it has one.
    pub number: Option<String>,
    /// Its name, with what distinguishes it from others.
    pub name: Name,
    /// The line with this meaning.
    pub line: String,
}

/// A thing that a name in a line may stand for.
#[derive(Clone, Debug)]
pub struct PossibleThing {
    /// The number that it has everywhere, as a card has; without one, it is numbered in the question.
    pub number: Option<String>,
    /// How a line names it so that nothing else is meant.
    pub in_line: String,
    /// Its name, with what distinguishes it from others.
    pub name: Name,
    /// How it is listed.
    pub text: String,
}

/// Words before an answer that are not part of it.
const FILLERS: [&str; 7] = ["the", "one", "at", "in", "using", "card", "with"];

impl Which {
    /// Which of several things a name in a line stands for; nothing if the line does not have the name behind its verb.
    pub fn among(line: &str, typed: &str, things: &[PossibleThing]) -> Option<Which> {
        let (mut question, mut candidates) = (format!("which `{typed}`? Type its number, name or place:"), Vec::new());
        for (place, thing) in (1..).zip(things) {
            let Some(line) = replaced(line, typed, &thing.in_line) else { continue };
            let number = thing.number.clone().unwrap_or_else(|| format!("{place}"));
            let margin = if thing.number.is_some() { "   ".into() } else { format!("{number:>3}") };
            question.push_str(&format!("\n{margin} {}", thing.text));
            candidates.push(Meant { number: Some(number), name: thing.name.clone(), line });
        }
        (!candidates.is_empty()).then_some(Which { question, candidates, only_looks: false })
    }

    /// Whether a line is meant in which a misspelt word is put right.
    pub fn mended(line: String) -> Which {
        let question = format!("do you mean `{line}`? (`yes`)");
        let meant = Meant { number: Some("1".into()), name: Name::new("yes"), line };
        Which { question, candidates: vec![meant], only_looks: false }
    }

    /// Which of these lines is meant by one that is not understood; what the rules say of another guess stands behind.
    pub fn guessed(lines: Vec<String>, refused: &[String]) -> Which {
        let mut which = match lines.as_slice() {
            [only] => Which::mended(only.clone()),
            several => {
                let numbered = |(number, line): (usize, &String)| Meant {
                    number: Some(number.to_string()),
                    name: Name::new(line),
                    line: line.clone(),
                };
                let candidates: Vec<Meant> = (1..).zip(several).map(numbered).collect();
                let list: String = (1..).zip(several).map(|(number, line)| format!("\n{number:>3} `{line}`")).collect();
                let question = format!("do you mean one of these? Type its number:{list}");
                Which { question, candidates, only_looks: false }
            }
        };
        which.question.extend(refused.iter().map(|why| format!("\n{why}")));
        which
    }

    /// What a question wants to know: each reading with the lines that answer it, with `;` between them, and what it is
    /// about.
    pub fn readings(readings: Vec<(String, &str)>) -> Which {
        let mut question = String::from("what do you want to know? Type its number:");
        let mut candidates = Vec::new();
        for (number, (line, about)) in (1..).zip(readings) {
            let commands: Vec<String> = line.split(';').map(|part| format!("`{}`", part.trim())).collect();
            question.push_str(&format!("\n{number:>3} {about}: {}", commands.join(" and ")));
            candidates.push(Meant { number: Some(number.to_string()), name: Name::new(""), line });
        }
        Which { question, candidates, only_looks: true }
    }

    /// The same, with what of the line none of them takes up.
    pub fn leaving_out(mut self, names: &[String]) -> Which {
        if !names.is_empty() {
            self.question.push_str(&format!("\nnot taken up: {}", names.join(", ")));
        }
        self
    }

    /// Whether a line says no to the only candidate.
    pub fn is_declined(&self, typed: &str) -> bool {
        self.candidates.len() == 1 && matches!(fold(typed.trim()).as_str(), "no" | "n" | "nope" | "no thanks")
    }

    /// The line that an answer completes; nothing if it is no answer.
    pub fn answered(&self, typed: &str) -> Option<&str> {
        if let [only] = self.candidates.as_slice()
            && matches!(fold(typed.trim()).as_str(), "yes" | "y" | "ok" | "yes please")
        {
            return Some(&only.line);
        }
        let words = typed.split_whitespace().skip_while(|word| FILLERS.contains(&fold(word).as_str()));
        let typed = words.collect::<Vec<_>>().join(" ");
        let number = typed.trim_start_matches('#');
        let numbered = |meant: &&Meant| meant.number.as_deref() == Some(number);
        if let Some(meant) = self.candidates.iter().find(numbered) {
            return Some(&meant.line);
        }
        let found = find(&typed, self.candidates.iter().map(|meant| (&meant.name, meant)));
        let (first, others) = found.split_first()?;
        // Several of the same name, such as cards, are equivalent.
        others.iter().all(|other| other.name == first.name).then_some(first.line.as_str())
    }
}

/// A line with another name in place of this one, behind its verb.
pub fn replaced(line: &str, typed: &str, name: &str) -> Option<String> {
    let (verb, rest) = line.split_once(char::is_whitespace)?;
    let is_whole = |start: &usize| {
        let (before, after) = (rest[..*start].chars().next_back(), rest[*start + typed.len()..].chars().next());
        ![before, after].into_iter().flatten().any(char::is_alphanumeric)
    };
    let start = rest.match_indices(typed).map(|(start, _)| start).find(is_whole)?;
    Some(format!("{verb} {}{name}{}", &rest[..start], &rest[start + typed.len()..]))
}
