//! Boards of a game that the program does not know: its terrain, works, features, ways and hexsides are a table.

use anstyle::Style;
use std::sync::Arc;
use wilderness_engine::Word;
use wilderness_engine::scene::{
    Conditions, Emblem, Figure, Hexside, Link, Motif, Paint, Place, Scene, Shape, Soil, Stroke, Symbol, Symbols,
    Theatre, Work,
};
use wilderness_repl::board::{field::field, svg, terminal::theatre};
use wilderness_repl::testing::text::plain;

const DUST: Word = Word::of("dust");
const CRATER: Word = Word::of("crater");
const DOME: Word = Word::of("dome");
const BEACON: Word = Word::of("beacon");
const CHASM: Word = Word::of("chasm");
const TRAM: Word = Word::of("tram");

/// The table of a game on the moon, with colours that no other game has.
fn moon() -> Symbols {
    let soil = |figure, colour: &str, strewn| Soil { figure, colour: colour.into(), spreads: true, strewn };
    let stroke = |colour: &str, width| Stroke { colour: colour.into(), width, ..Stroke::default() };
    let emblem =
        |figure, colour: &str| Emblem { figure, fill: Paint::Colour(colour.into()), edge: Paint::Side, broken: false };
    Symbols {
        backdrop: "#101014".into(),
        terrain: vec![
            Symbol::new(DUST, "moon dust", ',', soil(Figure::Square, "#8a8a91", None)),
            Symbol::new(CRATER, "deep crater", '◎', soil(Figure::Diamond, "#55555c", Some((Motif::Hill, 6))))
                .keyed("crater"),
        ],
        works: vec![Symbol::new(DOME, "pressure dome", '∩', emblem(Figure::Star, "#00ffee"))],
        features: vec![Symbol::new(BEACON, "radio beacon", '¡', emblem(Figure::Ring, "#ee00ff"))],
        ways: vec![Symbol::new(TRAM, "tramway", '-', stroke("#ffaa01", 7.0))],
        hexsides: vec![Symbol::new(
            CHASM,
            "chasm",
            '%',
            Stroke { inner: Some("#020203".into()), ..stroke("#334455", 9.0) },
        )],
        conditions: Conditions {
            factor: "air".into(),
            leader: "captain".into(),
            reduced: "leaking".into(),
            inside: "under a dome".into(),
            troubled: "no air".into(),
        },
        ..Symbols::default()
    }
}

/// Four places, as hexes or as points of a map: dust, a crater, and dust with a dome and with a beacon.
fn scene(shape: Shape) -> Scene {
    let place = |id: &str, at, terrain| Place {
        id: id.into(),
        name: format!("Site {id}"),
        at,
        shape,
        terrain,
        side: None,
        works: Vec::new(),
        features: Vec::new(),
    };
    let mut places = vec![
        place("0101", (300.0, 500.0), DUST),
        place("0102", (300.0, 607.0), CRATER),
        place("0201", (393.0, 554.0), DUST),
        place("0202", (393.0, 661.0), DUST),
    ];
    places[2].works.push(Work { kind: DOME, side: 1, name: "pressure dome".into() });
    places[3].features.push(BEACON);
    let symbols = moon();
    Scene {
        title: "Copernicus".into(),
        sides: vec!["East".into(), "West".into()],
        size: (1600.0, 1400.0),
        links: vec![Link { from: 0, to: 1, way: TRAM, one_way: false }],
        hexsides: vec![Hexside { place: 1, direction: 2, kind: CHASM }],
        theatres: vec![Theatre { word: "moon".into(), name: "The moon".into(), places: vec![0, 1, 2, 3] }],
        legend: symbols.legend(),
        symbols: Arc::new(symbols),
        places,
        ..Scene::default()
    }
}

/// A hex like those of the scene.
const HEX: Shape = Shape::Hex(62.0);

#[test]
fn a_picture_shows_terrain_works_features_and_ways_that_only_the_table_of_the_scene_knows() {
    for shape in [HEX, Shape::Point] {
        let picture = svg(&scene(shape));
        for colour in ["#101014", "#8a8a91", "#55555c", "#00ffee", "#ee00ff", "#ffaa01"] {
            assert!(picture.matches(colour).count() >= 1, "{colour} is missing for {shape:?}:\n{picture}");
        }
        for label in ["moon dust", "deep crater", "pressure dome", "radio beacon", "tramway", "chasm"] {
            assert!(
                picture.contains(&format!(">{label}</text>")),
                "the legend lacks {label} for {shape:?}:\n{picture}"
            );
        }
        // On the board, and in the legend.
        assert_eq!(picture.matches("fill=\"#00ffee\"").count(), 2, "{shape:?}");
        assert_eq!(picture.matches("fill=\"#ee00ff\"").count(), 2, "{shape:?}");
    }
    let picture = svg(&scene(HEX));
    assert_eq!(picture.matches("stroke=\"#334455\"").count(), 2, "a chasm and its sample:\n{picture}");
    assert_eq!(picture.matches("stroke=\"#020203\" stroke-width=\"4.5\"").count(), 2, "their inner halves:\n{picture}");
    assert_eq!(picture.matches("href=\"#hill\"").count(), 8, "six in the crater, two in its sample:\n{picture}");
    assert!(picture.contains(">leaking unit</text>"), "{picture}");
    assert!(svg(&scene(Shape::Point)).contains(">under a dome</text>"));
}

#[test]
fn a_map_of_hexes_in_the_terminal_shows_and_explains_what_the_table_of_the_scene_has() {
    let text = plain(&field(&scene(HEX), None, (140, 30), &[Style::new(); 2]));
    for letter in [',', '◎', '∩', '¡', '%', '-'] {
        assert!(text.matches(letter).count() >= 2, "{letter} is missing on the map or in its key:\n{text}");
    }
    assert!(text.contains("◎ crater  ∩ pressure dome  ¡ radio beacon  % chasm  - tramway"), "{text}");
    assert!(text.contains("small if leaking"), "{text}");
}

#[test]
fn a_theatre_in_the_terminal_shows_and_explains_what_the_table_of_the_scene_has() {
    let scene = scene(Shape::Point);
    let text = plain(&theatre(&scene, &scene.theatres[0], (80, 24), &[Style::new(); 2]));
    for letter in [',', '◎', '∩', '¡', '-'] {
        assert!(text.matches(letter).count() >= 2, "{letter} is missing on the map or in its key:\n{text}");
    }
    assert!(text.contains("∩pressure dome ¡radio beacon ,moon dust ◎crater -tramway E7 (in) !no air"), "{text}");
}

#[test]
fn what_the_table_lacks_is_left_out_and_a_place_without_known_terrain_is_still_shown() {
    for shape in [HEX, Shape::Point] {
        let scene = Scene { symbols: Arc::default(), ..scene(shape) };
        let picture = svg(&scene);
        assert!(picture.contains("Site") && !picture.contains("#00ffee"), "{picture}");
        let text = match shape {
            Shape::Point => theatre(&scene, &scene.theatres[0], (80, 24), &[Style::new(); 2]),
            _ => field(&scene, None, (100, 30), &[Style::new(); 2]),
        };
        assert!(text.contains("Site"), "{text}");
    }
}
