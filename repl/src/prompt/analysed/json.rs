//! An analysis for programs.

use super::{news, rounded};
use crate::prompt::front::Front;
use serde_json::{Map, Value, json};
use wilderness_engine::analysis::{AnalysedMoment, Analysis, Happened, JudgedDecision, SideTotal};
use wilderness_engine::{Choice as _, Each, Game, Question as _, Side as _, Sides};

/// The number of turning points.
const TURNING_POINTS: usize = 5;

/// An analysis as JSON. Chances and what they change by are shares of 1.
pub fn json<F: Front>(game: &Game<F>, analysis: &Analysis<F>) -> String {
    let sides = analysis.sides;
    let curve: Vec<Value> = analysis
        .curve
        .iter()
        .map(|point| {
            json!({
                "time": point.told,
                "chances": of_sides(sides, &point.chances),
                "errors": of_sides(sides, &point.error),
            })
        })
        .collect();
    let steps = analysis.curve.len().saturating_sub(1);
    let remainders: Vec<Value> = (0..steps).map(|step| of_sides(sides, &analysis.remainder(step))).collect();
    let moments: Vec<Value> = analysis.moments.iter().map(|moment| of_moment(game, analysis, moment)).collect();
    let totals = analysis.totals();
    let of_total = |total: &SideTotal<F::Side>| (total.side.id().to_string(), side_total(total));
    let place = |turn: &AnalysedMoment<F>| analysis.moments.iter().position(|moment| std::ptr::eq(moment, turn));
    let turns: Vec<usize> = analysis.turning_points(TURNING_POINTS).into_iter().filter_map(place).collect();
    let form = json!({
        "title": F::title(game),
        "result": game.outcome().map(F::result),
        "as": analysis.seer.map(|seer| seer.id()),
        "depth": analysis.depth.number(),
        "copies": analysis.copies,
        "steps": { "analysed": steps.min(analysis.steps), "played": analysis.steps },
        "sides": sides.iter().map(|side| side.id()).collect::<Vec<_>>(),
        "curve": curve,
        "moments": moments,
        "turning_points": turns,
        "remainders": remainders,
        "totals": totals.sides.iter().map(of_total).collect::<Map<String, Value>>(),
        "mean_remainder": rounded(totals.remainder),
    });
    // Contains only text and numbers, so serialization cannot fail.
    serde_json::to_string_pretty(&form).unwrap_or_default()
}

fn of_sides<S: wilderness_engine::Side>(sides: Sides<S>, values: &Each<f64>) -> Value {
    sides.iter().map(|side| (side.id().to_string(), rounded(values[side]).into())).collect::<Map<_, _>>().into()
}

fn side_total<S>(total: &SideTotal<S>) -> Value {
    json!({
        "change": rounded(total.change),
        "luck": rounded(total.luck),
        "luck_error": rounded(total.luck_error),
        "decisions": rounded(total.decisions),
        "hidden": rounded(total.hidden),
        "remainder": rounded(total.remainder),
        "lost": rounded(total.lost),
        "mistakes": total.mistakes,
        "judged": total.judged,
    })
}

fn of_moment<F: Front>(game: &Game<F>, analysis: &Analysis<F>, moment: &AnalysedMoment<F>) -> Value {
    let sides = analysis.sides;
    let time = analysis.curve.get(moment.step).map(|point| &point.told);
    let mut form = json!({
        "step": moment.step,
        "time": time,
        "news": news(game, moment.log.clone()),
        "error": of_sides(sides, &moment.error),
    });
    // How many answers a side cannot know of come before is hidden from it.
    if analysis.seer.is_none() {
        form["answers"] = json!([moment.answers.start, moment.answers.end]);
    }
    match &moment.what {
        Happened::Chance => form["luck"] = of_sides(sides, &moment.luck),
        Happened::Decision(judged) => {
            form["decision"] = of_sides(sides, &moment.decision);
            form["hidden"] = of_sides(sides, &moment.hidden);
            form["judged"] = of_decision::<F>(judged);
        }
    }
    form
}

fn of_decision<F: Front>(judged: &JudgedDecision<F>) -> Value {
    let mistake = judged.mistake.as_ref().map(|mistake| {
        json!({
            "better": mistake.better.token(),
            "loss": rounded(mistake.loss),
            "error": rounded(mistake.error),
            "reason": mistake.reason.as_ref().map(|reason| &reason.sentence),
        })
    });
    json!({
        "side": judged.side.id(),
        "kind": judged.ask.kind(),
        "choice": judged.choice.token(),
        "expected": rounded(judged.expected),
        "compared": judged.compared,
        "offered": judged.offered,
        "mistake": mistake,
    })
}
