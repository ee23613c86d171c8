//! Stacks on the board: where they stand, and what they hold under the pointer.

use crate::browser::{Page, hover_place, in_browser, type_line};
use crate::served;
use serde_json::{Value, json};
use tempfile::tempdir;

/// Comes with the pointer to each stack in view, one after the other, and returns what is wrong with what is shown there,
/// how many stacks there are, and the most pieces of one.
const HOVERED: &str = "(() => {
    const rect = (one) => one.getBoundingClientRect();
    const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    const [faults, board, told] = [[], rect(document.getElementById('board')), document.getElementById('way')];
    const before = [document.querySelector('svg.board').getAttribute('viewBox'), board.width, document.querySelector('aside').scrollHeight];
    const [all, seen] = [[...document.querySelectorAll(':is(g.stacks, g.counters) > [data-part]')], new Map()];
    for (const block of all) {
        const { x, y, width, height } = rect(block);
        const [clientX, clientY] = [x + width / 2, y + height / 2];
        const at = document.elementFromPoint(clientX, clientY);
        if (!at || at.closest('[data-part]') !== block) continue;
        for (const [to, where] of [[document.querySelector('svg.board'), [board.left + 1, board.top + 1]], [at, [clientX, clientY]]]) {
            to.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, clientX: where[0], clientY: where[1], pointerType: 'mouse' }));
        }
        const stacks = [...document.getElementById('stacks').children].filter((one) => block.dataset.part.startsWith(one.dataset.stack));
        const id = stacks.map((one) => one.dataset.stack).sort((a, b) => b.length - a.length)[0];
        if (id === undefined) continue;
        const pieces = stacks.filter((one) => one.dataset.stack === id).flatMap((one) => [...one.querySelectorAll('li')])
            .reduce((sum, { textContent }) => sum + (Number(textContent.match(/^(\\d+)×/)?.[1]) || 1), 0);
        document.getAnimations().forEach((one) => one.finish());
        const counters = [...told.querySelectorAll('.counter')].map(rect);
        seen.set(id, pieces);
        if (told.hidden || counters.length !== pieces) faults.push(`${id}: ${counters.length} of ${pieces} pieces`);
        if (counters.some((one, n) => counters.some((other, m) => n < m && meet(one, other)))) faults.push(`${id}: they cover each other`);
        if (counters.some((one) => one.left < rect(told).left || one.right > rect(told).right)) faults.push(`${id}: outside`);
        document.querySelectorAll('g.choices > [data-part]').forEach((one) => {
            if (meet(rect(one), rect(told))) faults.push(`${id}: covers the choice at ${one.dataset.part}`);
        });
        if (meet(rect(told), rect(document.querySelector('aside')))) faults.push(`${id}: covers the question`);
        if (document.elementFromPoint(clientX, clientY) !== at) faults.push(`${id}: covers its own stack`);
        const { left, right, top, bottom } = rect(told);
        const far = Math.hypot(Math.max(left - clientX, 0, clientX - right), Math.max(top - clientY, 0, clientY - bottom));
        if (far > board.height / 4) faults.push(`${id}: ${Math.round(far)} pixels off`);
    }
    const after = [document.querySelector('svg.board').getAttribute('viewBox'), rect(document.getElementById('board')).width, document.querySelector('aside').scrollHeight];
    if (String(before) !== String(after)) faults.push(`${before} became ${after}`);
    return { faults, stacks: seen.size, most: Math.max(...seen.values()) };
})()";

#[test]
fn stacks_fan_out_under_the_pointer_and_cover_nothing_that_can_be_clicked() {
    in_browser(async |browser| {
        for (arguments, line, least) in [
            (vec!["--seed", "3", "--british", "greedy"], "activate montcalm with all using 5", [15, 9]),
            (vec!["--scenario", "lake-george", "--seed", "2", "--british", "greedy"], "place all", [8, 3]),
            (vec!["--game", "crown-and-league", "--seed", "3"], "", [4, 2]),
        ] {
            let at = tempdir().expect("a directory");
            let server = served::start(at.path(), &arguments);
            let client = browser.open((1424, 900)).await;
            let seat = if line.is_empty() { "crown" } else { "french" };
            let page = Page::open(&client, &server, seat).await;
            if !line.is_empty() {
                type_line(&page, line).await;
            }
            page.wait("!document.body.matches('.fresh, .busy')").await;
            let found = page.value(HOVERED).await;
            assert_eq!(found["faults"], json!([]), "{arguments:?}: {found}");
            let [stacks, most] = ["stacks", "most"].map(|name| found[name].as_u64().unwrap_or_default());
            assert!(stacks >= least[0] && most >= least[1], "{arguments:?}: {found}");
            page.check().await;
            client.close().await.expect("it closes");
        }
    });
}

#[test]
fn a_stack_that_fans_out_keeps_still_for_those_who_want_no_motion() {
    in_browser(async |browser| {
        let at = tempdir().expect("a directory");
        let server = served::start(at.path(), &["--seed", "3"]);
        let client = browser.open((1425, 900)).await;
        let page = Page::open(&client, &server, "french").await;
        let watch = "window.moved = 0; \
                     addEventListener('animationstart', ({ target }) => { moved += target.matches('.counter') ? 1 : 0; })";
        client.execute(watch, vec![]).await.expect("a script");
        // Browsers of tests want none.
        hover_place(&page, "Montréal").await;
        page.wait("document.getElementById('way').textContent.includes('Montréal')").await;
        let moves = "document.getAnimations().filter((one) => one.effect.target.matches('.counter')).length";
        assert_eq!(page.value(moves).await, json!(0));
        assert_eq!(page.value("moved").await, json!(0));
        // As the style sheet says it for the others.
        let motion = "const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]); \
                      const meant = rules.filter((rule) => rule.media?.mediaText.includes('prefers-reduced-motion')); \
                      meant.forEach((rule) => { rule.media.mediaText = 'not all'; }); return meant.length";
        assert_eq!(client.execute(motion, vec![]).await.expect("a script"), json!(1));
        hover_place(&page, "Québec").await;
        page.wait("moved > 0").await;
        page.screenshot("fan").await;
        page.check().await;
        client.close().await.expect("it closes");
    });
}

/// The stacks that stand nearer to another place than to their own, or far from it, in the units of the board.
const ASTRAY: &str = "(() => {
    const places = JSON.parse(document.getElementById('places').textContent);
    const from = ({ x, y, width, height }, [a, b]) => Math.hypot(Math.max(x - a, 0, a - x - width), Math.max(y - b, 0, b - y - height));
    return [...document.querySelectorAll('g.stacks > [data-part]')].flatMap((block) => {
        const own = places.filter(({ id }) => block.dataset.part.replace(/-\\d+(-in)?$/, '') === id)[0];
        if (!own) return [`no place for ${block.dataset.part}`];
        const box = block.querySelector('rect').getBBox();
        const near = places.filter((other) => other !== own && from(box, other.at) < from(box, own.at)).map(({ id }) => id);
        return near.length > 0 || from(box, own.at) > 150 ? [`${block.dataset.part}: ${Math.round(from(box, own.at))}, ${near}`] : [];
    });
})()";

#[test]
fn stacks_of_the_lake_front_stood_far_from_their_places_beside_others() {
    in_browser(async |browser| {
        let at = tempdir().expect("a directory");
        let server = served::start(at.path(), &["--seed", "3", "--british", "greedy"]);
        let client = browser.open((1426, 900)).await;
        let page = Page::open(&client, &server, "french").await;
        assert_eq!(page.value(ASTRAY).await, json!([]));
        // Montcalm before Webb, with all that there is around them.
        type_line(&page, "activate montcalm with all to hudson carry north using 57").await;
        let stands = "document.querySelector('g.stacks > [data-part=hudson-carry-north-0]') !== null";
        assert_eq!(page.value(stands).await, Value::Bool(true));
        assert_eq!(page.value(ASTRAY).await, json!([]));
        page.screenshot("lake-front").await;
        page.check().await;
        client.close().await.expect("it closes");
    });
}
