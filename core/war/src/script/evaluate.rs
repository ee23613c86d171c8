//! Asking the position: an expression of the script language, evaluated for a side where a game stands.

use super::Scripts;
use super::host::Occasion;
use crate::side::Side;
use crate::state::State;
use crate::table::Halt;
use crate::war::War;
use wilderness_engine::faults::{Fault, Faults, Source};
use wilderness_engine::script::Variable;
use wilderness_engine::script::debug::shown;

/// The function around the expression.
const FUNCTION: &str = "asked";

impl Scripts {
    /// What an expression is worth to a side. As in a condition, nothing can be asked or changed in it. It can name these
    /// variables.
    ///
    /// # Errors
    /// What is wrong with it, pointed at.
    pub(crate) fn evaluate(
        &self,
        state: &State,
        side: Side,
        variables: &[Variable],
        expression: &str,
    ) -> Result<String, Faults> {
        let names: Vec<&str> = variables.iter().map(|variable| variable.name.as_str()).collect();
        let source = Source::new("eval", format!("fn {FUNCTION}({}) {{ {expression} }}", names.join(", ")));
        let (_, compiled) = self.host.compile(&source)?;
        let occasion = Occasion { eyes: Some(side), ..Occasion::new(side, None) };
        let values = variables.iter().map(Variable::held).collect();
        let found = self.host.query(&compiled, FUNCTION, state, &self.deck, occasion, values);
        found.map(|value| shown::<War>(&value)).map_err(|halt| match halt {
            Halt::Script(fault) => Faults::from(*fault),
            other => Fault::error("script::failed", other.to_string()).into(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sets::CardId;
    use crate::view::View;
    use std::rc::Rc;

    fn ask(expression: &str) -> Result<String, String> {
        let scripts = Rc::new(Scripts::embedded().expect("sound scripts"));
        let scenario = scripts.scenario("annus-mirabilis").expect("one");
        let mut state = scenario.expect("a sound one").start(scripts.deck(), 1);
        state.hands.british.insert(CardId(7));
        let view = View::new(&state, &scripts, Side::French);
        view.evaluate(expression).map_err(|faults| faults.iter().map(Fault::line).collect::<Vec<_>>().join("; "))
    }

    #[test]
    fn values_are_shown_by_their_names() {
        assert_eq!(ask("1 + 1").as_deref(), Ok("2"));
        assert_eq!(ask("game.side").as_deref(), Ok("French"));
        assert_eq!(ask("game.leaders(Side::FRENCH).filter(|l| l.id == \"montcalm\")").as_deref(), Ok("[Montcalm]"));
        assert_eq!(ask("game.space_of(piece(\"montcalm\"))").as_deref(), Ok("Montréal"));
        assert_eq!(ask("#{ vp: game.vp(game.side), who: \"us\" }").as_deref(), Ok("#{vp: 4, who: \"us\"}"));
        let nations = ask("nations_of_the_french(\"western\")");
        assert_eq!(nations.as_deref(), Ok("[\"western\", \"pays-d-en-haut\"]"), "the library too");
        assert_eq!(ask("").as_deref(), Ok("()"));
    }

    #[test]
    fn nothing_can_be_changed_and_nothing_hidden_be_seen() {
        assert!(ask("game.roll()").expect_err("refused").contains("cannot do"));
        assert!(ask("game.rol()").expect_err("refused").contains("script::unknown_function"));
        assert!(ask("1 +").expect_err("refused").contains("script::syntax"));
        assert_eq!(ask("game.hand(game.enemy)").as_deref(), Ok("[]"), "the enemy's hand");
    }
}
