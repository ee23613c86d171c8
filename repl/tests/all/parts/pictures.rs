//! Pictures of positions from games played at random.

use anstyle::Style;
use std::cmp::Reverse;
use std::rc::Rc;
use std::sync::LazyLock;
use wilderness_battles::{Battles, Game as Battle, Header as BattleHeader, Options};
use wilderness_engine::Agent as _;
use wilderness_engine::record::Common;
use wilderness_engine::scene::{Layer, Scene, Theatre, symbol};
use wilderness_engine::{Purpose, Stream};
use wilderness_repl::board::field::field;
use wilderness_repl::board::svg;
use wilderness_repl::board::terminal::{by_interest, theatre};
use wilderness_repl::front::Origin as _;
use wilderness_repl::testing::pictures::{
    BADGE, NODE, Rect, badge_width, blocks, choice_at, is_astray, labels_astray, names, names_missing, numbers, part,
    reserved, scene, texts,
};
use wilderness_repl::testing::prompt::ContentArg;
use wilderness_repl::testing::text::plain;
use wilderness_repl::testing::war::Origin;
use wilderness_war::{Header, Side, agents::Greedy};

/// A hundred scenes from all battles, 15 decisions apart, with the choices of the open question and what has moved.
fn crowded_fields() -> Vec<Scene> {
    let battles = Rc::new(Battles::embedded().expect("sound content"));
    let mut scenes = Vec::new();
    for (scenario, seed) in ["lake-george", "fort-oswego", "quebec", "carillon"].into_iter().zip(1..) {
        let mut game =
            Battle::begin(&BattleHeader::new(scenario, seed, Options::default()), battles.clone()).expect("a battle");
        let mut chance = Stream::new(seed, Purpose::Dice);
        game.proceed().expect("a decision");
        for step in 0..400 {
            let Some(decision) = game.decision() else { break };
            let (side, choices) = (decision.side, decision.choices.clone());
            if step % 15 == 0 {
                scenes.push(scene(&game, side));
            }
            game.choose(choices[chance.below(choices.len() as u32) as usize]).expect("a legal answer");
        }
    }
    assert!(scenes.len() >= 100, "{} scenes", scenes.len());
    scenes
}

/// A hundred scenes from a game of every scenario, 38 decisions apart.
fn crowded() -> Vec<Scene> {
    let scripts = Origin::named(&ContentArg::default(), false).load().expect("sound scripts");
    let mut scenes = Vec::new();
    for scenario in ["annus-mirabilis", "early-war", "late-war", "full-campaign"] {
        let header = Header { common: Common::new(scenario, 0), ..Header::default() };
        let mut game = header.begin(scripts.clone()).expect("a game");
        let mut chance = Stream::new(7, Purpose::Dice);
        game.proceed().expect("a decision");
        for step in 0..1000 {
            let Some(decision) = game.decision() else { break };
            let choice = decision.choices[chance.below(decision.choices.len() as u32) as usize];
            game.choose(choice).expect("a legal answer");
            if step % 38 == 0 {
                scenes.push(scene(&game, Side::French));
            }
        }
    }
    assert!(scenes.len() >= 100, "{} scenes", scenes.len());
    scenes
}

#[test]
fn nothing_on_a_picture_covers_anything_else() {
    let mut faults = Vec::new();
    for (number, scene) in crowded().iter().enumerate() {
        let taken = reserved(scene);
        let labels = names(scene, &taken);
        let blocks = blocks(scene, &labels, &taken, &[]);
        assert_eq!(labels.len(), scene.places.len(), "every place has its name");
        assert!(blocks.len() >= scene.stacks.len(), "every stack is shown");
        let nodes = scene.places.iter().map(|place| (place.id.clone(), Rect::around(place.at, 2.0 * NODE, 2.0 * NODE)));
        let mut all: Vec<(String, Rect)> = nodes.collect();
        all.extend(labels.iter().map(|label| (label.lines.join(" "), label.rect)));
        all.extend(blocks.iter().map(|block| (format!("{:?}", block.lines), block.rect)));
        all.extend(taken.iter().map(|rect| ("panel or water".to_string(), *rect)));
        for (index, (one, rect)) in all.iter().enumerate() {
            for (other, covered) in &all[..index] {
                if rect.overlap(*covered) > 1.0 {
                    faults.push(format!("scene {number}: {one} covers {other}"));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults[..faults.len().min(40)].join("\n"));
}

/// 500 scenes from the middle of games that bots play, 30 decisions apart.
static MIDGAME: LazyLock<Vec<Scene>> = LazyLock::new(|| {
    let scripts = Origin::named(&ContentArg::default(), false).load().expect("sound scripts");
    let mut scenes = Vec::new();
    for seed in 51.. {
        let scenario = ["full-campaign", "early-war", "late-war", "annus-mirabilis"][seed as usize % 4];
        let header = Header { common: Common::new(scenario, seed), ..Header::default() };
        let mut game = header.begin(scripts.clone()).expect("a game");
        let mut bots = [Side::French, Side::British].map(|side| Greedy::new(seed, side));
        game.proceed().expect("a decision");
        for step in 0..1200 {
            let Some(decision) = game.decision().cloned() else { break };
            let choice = bots[decision.side as usize].choose(&game.view(decision.side), &decision);
            game.choose(choice).expect("a legal answer");
            if step > 60 && step % 30 == 0 {
                scenes.push(scene(&game, Side::French));
            }
            if scenes.len() == 500 {
                return scenes;
            }
        }
    }
    scenes
});

#[test]
fn boxes_and_names_are_nearest_to_their_own_space_at_the_crowded_front() {
    let scenes = &*MIDGAME;
    let points: Vec<(f32, f32)> = scenes[0].places.iter().map(|place| place.at).collect();
    let taken = reserved(&scenes[0]);
    let names = names(&scenes[0], &taken);
    let mut faults: Vec<String> = Vec::new();
    let astray = names.iter().filter(|name| is_astray(name.rect, points[name.place], &points));
    faults.extend(astray.map(|name| format!("the name {:?}", name.lines)));
    let (mut boxes, mut covered, mut before) = (0, Vec::new(), Vec::new());
    for (number, scene) in scenes.iter().enumerate() {
        let all = blocks(scene, &names, &taken, &before);
        boxes += all.len();
        let astray = all.iter().filter(|block| is_astray(block.rect, points[block.place], &points));
        faults.extend(astray.map(|block| format!("{number}: {:?} at {}", block.lines, scene.places[block.place].name)));
        for (index, block) in all.iter().enumerate() {
            let others = all[..index].iter().map(|other| (&other.lines, other.rect));
            let others = others.chain(names.iter().map(|name| (&name.lines, name.rect)));
            let hidden = others.filter(|(_, other)| other.overlap(block.rect) > 1.0);
            covered.extend(hidden.map(|(other, _)| format!("{number}: {:?} covers {other:?}", block.lines)));
        }
        // A page keeps boxes where they were; a single picture has none to begin with.
        before = if number % 2 == 0 { all } else { Vec::new() };
    }
    assert!(boxes > 10_000, "{boxes} boxes");
    assert!(faults.is_empty(), "{} of {boxes}:\n{}", faults.len(), faults[..faults.len().min(40)].join("\n"));
    assert!(covered.len() * 1000 < boxes, "{} of {boxes}:\n{}", covered.len(), covered.join("\n"));
}

#[test]
fn a_theatre_is_drawn_larger_with_everything_at_its_place() {
    for scene in MIDGAME.iter().step_by(50) {
        for theatre in &scene.theatres {
            let drawn = part(scene, &theatre.word).expect("a theatre of the map");
            let ids = |scene: &Scene, places: &mut dyn Iterator<Item = usize>| -> Vec<String> {
                places.map(|place| scene.places[place].id.clone()).collect()
            };
            let all = ids(&drawn, &mut (0..drawn.places.len()));
            let own = ids(scene, &mut theatre.places.iter().copied());
            assert!(own.iter().all(|id| all.contains(id)), "{}: {all:?}", theatre.word);
            let stacks = |scene: &Scene| ids(scene, &mut scene.stacks.iter().map(|stack| stack.place));
            let here: Vec<String> = stacks(scene).into_iter().filter(|id| all.contains(id)).collect();
            assert_eq!(stacks(&drawn), here, "{}", theatre.word);
            let taken = reserved(&drawn);
            let names = names(&drawn, &taken);
            let points: Vec<(f32, f32)> = drawn.places.iter().map(|place| place.at).collect();
            for block in blocks(&drawn, &names, &taken, &[]) {
                assert!(!is_astray(block.rect, points[block.place], &points), "{}: {:?}", theatre.word, block.lines);
                assert!(taken.iter().all(|panel| panel.overlap(block.rect) < 1.0), "{:?} is covered", block.lines);
            }
        }
    }
    let unknown = part(&MIDGAME[0], "moon").expect_err("no such theatre");
    assert!(MIDGAME[0].theatres.iter().all(|theatre| unknown.contains(&theatre.word)), "{unknown}");
}

#[test]
fn a_theatre_names_all_its_places_in_the_smallest_window() {
    let scenes = crowded();
    let belongs = |scene: &Scene, place: usize| scene.theatres.iter().any(|theatre| theatre.places.contains(&place));
    assert!((0..scenes[0].places.len()).all(|place| belongs(&scenes[0], place)), "every place has its theatre");
    let mut missing = Vec::new();
    for (number, scene) in scenes.iter().enumerate() {
        for theatre in &scene.theatres {
            let names = names_missing(scene, theatre, (80, 24));
            missing.extend(names.into_iter().map(|name| format!("scene {number}, {}: {name}", theatre.name)));
        }
    }
    assert!(
        missing.is_empty(),
        "{} names are missing:\n{}",
        missing.len(),
        missing[..missing.len().min(40)].join("\n")
    );
}

#[test]
fn stacks_in_the_terminal_are_nearest_to_their_own_space_at_the_crowded_front() {
    // In the smallest window a few have no room.
    for (window, most) in [((80, 24), 5), ((120, 40), 0)] {
        let (mut stacks, mut faults) = (0, Vec::new());
        for (number, scene) in MIDGAME.iter().enumerate().step_by(10) {
            let stands = |place: &&usize| scene.stacks.iter().any(|stack| stack.place == **place);
            for part in &scene.theatres {
                stacks += part.places.iter().filter(stands).count();
                let astray = labels_astray(scene, part, window);
                let astray = astray.iter().filter(stands);
                faults.extend(astray.map(|place| format!("{number}: {}", scene.places[*place].name)));
            }
        }
        assert!(faults.len() * 1000 <= stacks * most, "{window:?}, of {stacks}:\n{}", faults.join("\n"));
    }
}

#[test]
fn a_theatre_fits_its_window_and_marks_what_has_moved() {
    for (number, scene) in crowded().iter().enumerate().step_by(4) {
        for part in &scene.theatres {
            let moved = scene.stacks.iter().any(|stack| stack.moved && part.places.contains(&stack.place));
            for window in [(40, 12), (60, 20), (80, 24), (132, 50)] {
                let text = plain(&theatre(scene, part, window, &[Style::new(); 2]));
                let widest = text.lines().map(|line| line.chars().count()).max().unwrap_or_default();
                // The names of the other theatres and the prompt take a line each.
                let fits = widest <= window.0 && text.lines().count() + 2 <= window.1;
                assert!(fits, "scene {number}, {}, {window:?}:\n{text}", part.name);
                assert_eq!(text.contains("» has moved"), moved, "scene {number}, {}:\n{text}", part.name);
            }
        }
    }
}

#[test]
fn the_theatre_with_the_most_choices_comes_first() {
    let mut questions = 0;
    for scene in &crowded() {
        let choices =
            |part: &Theatre| scene.highlights.iter().filter(|highlight| part.places.contains(&highlight.place)).count();
        let theatres = by_interest(scene);
        assert_eq!(theatres.len(), scene.theatres.len());
        assert!(theatres.is_sorted_by_key(|part| Reverse(choices(part))), "{:?}", scene.highlights);
        questions += usize::from(theatres[0].word != scene.theatres[0].word);
    }
    assert!(questions > 10, "{questions} questions are about another theatre than the first");
}

#[test]
fn a_picture_is_the_same_everywhere() {
    let scenes = crowded();
    assert_eq!(svg(&scenes[3]), svg(&scenes[3].clone()));
    assert_ne!(svg(&scenes[3]), svg(&scenes[20]));
}

#[test]
fn every_id_of_a_scene_is_in_its_table_of_symbols() {
    for scene in crowded().iter().chain(&crowded_fields()) {
        let table = &scene.symbols;
        for region in &scene.country {
            assert!(symbol(&table.surfaces, region.ground).is_some(), "{}", region.ground);
        }
        for place in &scene.places {
            assert!(symbol(&table.terrain, place.terrain).is_some(), "{}", place.terrain);
            assert!(place.works.iter().all(|work| symbol(&table.works, work.kind).is_some()), "{:?}", place.works);
            assert!(place.features.iter().all(|id| symbol(&table.features, *id).is_some()), "{:?}", place.features);
        }
        assert!(scene.links.iter().all(|link| symbol(&table.ways, link.way).is_some()), "{}", scene.title);
        assert!(scene.hexsides.iter().all(|side| symbol(&table.hexsides, side.kind).is_some()), "{}", scene.title);
    }
}

#[test]
fn nothing_in_a_hex_covers_anything_else() {
    let mut faults = Vec::new();
    for (number, scene) in crowded_fields().iter().enumerate() {
        let mut all: Vec<(String, Rect)> = (0..scene.places.len()).flat_map(|hex| texts(scene, hex)).collect();
        for highlight in &scene.highlights {
            let label = numbers(&highlight.numbers);
            let at = choice_at(scene, highlight.place);
            all.push((format!("[{label}]"), Rect::around(at, badge_width(&label), BADGE)));
        }
        for stack in &scene.stacks {
            let shown: Vec<String> = texts(scene, stack.place).into_iter().map(|(text, _)| text).collect();
            let missing: Vec<&str> = stack
                .units
                .iter()
                .map(|unit| unit.kind.as_str())
                .filter(|kind| !shown.iter().any(|text| text == kind))
                .collect();
            assert!(missing.is_empty(), "scene {number}: {missing:?} is not among {shown:?}");
        }
        for (index, (one, rect)) in all.iter().enumerate() {
            for (other, covered) in &all[..index] {
                if rect.overlap(*covered) > 12.0 {
                    faults.push(format!("scene {number}: {one} covers {other}, {:.0}", rect.overlap(*covered)));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults[..faults.len().min(40)].join("\n"));
}

#[test]
fn a_layer_is_drawn_with_its_words_and_its_name() {
    let (map, hexes) = (crowded().swap_remove(5), crowded_fields().swap_remove(20));
    for mut scene in [map, hexes] {
        let without = svg(&scene);
        let places = vec![(3, "17 from here".to_string()), (9, String::new())];
        scene.layers.push(Layer { name: "some layer".into(), side: Some(1), places });
        let picture = svg(&scene);
        assert!(picture.contains(">17 from here<") && picture.contains(">some layer<"), "{}", scene.title);
        assert!(picture.len() > without.len());
    }
}

#[test]
fn a_field_in_the_terminal_shows_what_stands_there_and_fits_the_window() {
    for (number, scene) in crowded_fields().iter().enumerate() {
        for window in [(80, 24), (100, 30), (200, 60)] {
            let text = plain(&field(scene, None, window, &[Style::new(); 2]));
            let widest = text.lines().map(|line| line.chars().count()).max().unwrap_or_default();
            assert!(widest <= window.0 && text.lines().count() < window.1, "scene {number}, {window:?}:\n{text}");
        }
        // A large window shows the whole field.
        let text = plain(&field(scene, None, (200, 60), &[Style::new(); 2]));
        let map: String = text.lines().filter(|line| !line.contains("» moved")).collect();
        assert!(!text.contains("(part;"), "{text}");
        let moved = scene.stacks.iter().filter(|stack| stack.moved).count();
        assert_eq!(map.matches('»').count(), moved, "scene {number}:\n{text}");
        for highlight in &scene.highlights {
            let first = highlight.numbers[0];
            let more = if highlight.numbers.len() > 1 { "+" } else { "" };
            let forms = [format!("[{first}{more}]"), format!("{first}{more})"), format!("{first}{more}»")];
            assert!(forms.iter().any(|form| text.contains(form)), "scene {number}: {first} is missing\n{text}");
        }
    }
}

#[test]
fn a_field_in_a_small_window_shows_the_part_around_a_hex() {
    let scene = &crowded_fields()[60];
    let first = plain(&field(scene, Some(0), (80, 24), &[Style::new(); 2]));
    let last = plain(&field(scene, Some(scene.places.len() - 1), (80, 24), &[Style::new(); 2]));
    assert!(first.lines().nth(1).unwrap().trim_start().starts_with("01"), "{first}");
    assert!(
        last.lines().nth(1).unwrap().trim_end().ends_with(scene.places.last().unwrap().id.get(..2).unwrap()),
        "{last}"
    );
    assert_ne!(first, last);
}
