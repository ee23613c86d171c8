//! Pictures of positions from games played at random.

use super::geometry::Rect;
use super::layout::{NODE, blocks, names};
use super::svg::reserved;
use super::{svg, terminal};
use crate::front::Origin as _;
use crate::war::content::ContentArg;
use std::rc::Rc;
use wilderness_engine::scene::Scene;
use wilderness_engine::{Purpose, Stream};
use wilderness_war::{Header, Side};

/// A hundred scenes from a game of every scenario, 40 decisions apart.
fn crowded() -> Vec<Scene> {
    let scripts = Rc::new(ContentArg::default().named().load().unwrap());
    let mut scenes = Vec::new();
    for scenario in ["annus-mirabilis", "early-war", "late-war", "full-campaign"] {
        let header = Header { scenario: scenario.into(), ..Header::default() };
        let mut game = header.begin(scripts.clone()).unwrap();
        let mut chance = Stream::new(7, Purpose::Dice);
        game.proceed().unwrap();
        for step in 0..1000 {
            let Some(decision) = game.decision() else { break };
            let choice = decision.choices[chance.below(decision.choices.len() as u32) as usize];
            game.choose(choice).unwrap();
            if step % 40 == 0 {
                scenes.push(game.view(Side::French).scene());
            }
        }
    }
    assert!(scenes.len() >= 90, "{} scenes", scenes.len());
    scenes
}

#[test]
fn nothing_on_a_picture_covers_anything_else() {
    let mut faults = Vec::new();
    for (number, scene) in crowded().iter().enumerate() {
        let taken = reserved(scene);
        let names = names(scene, &taken);
        let blocks = blocks(scene, &names, &taken);
        assert_eq!(names.len(), scene.places.len(), "every place has its name");
        assert!(blocks.len() >= scene.stacks.len(), "every stack is shown");
        let nodes = scene.places.iter().map(|place| (place.id.clone(), Rect::around(place.at, 1.6 * NODE, 1.6 * NODE)));
        let mut all: Vec<(String, Rect)> = nodes.collect();
        all.extend(names.iter().map(|label| (label.lines.join(" "), label.rect)));
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

#[test]
fn a_theatre_names_all_its_places_in_the_smallest_window() {
    let scenes = crowded();
    let belongs = |scene: &Scene, place: usize| scene.theatres.iter().any(|theatre| theatre.places.contains(&place));
    assert!((0..scenes[0].places.len()).all(|place| belongs(&scenes[0], place)), "every place has its theatre");
    let mut missing = Vec::new();
    for (number, scene) in scenes.iter().enumerate() {
        for theatre in &scene.theatres {
            let names = terminal::names_missing(scene, theatre, (80, 24));
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
fn a_picture_is_the_same_everywhere() {
    let scenes = crowded();
    assert_eq!(svg(&scenes[3]), svg(&scenes[3].clone()));
    assert_ne!(svg(&scenes[3]), svg(&scenes[20]));
}
