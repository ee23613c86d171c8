// The board: where it is looked at, and what is clicked on it.

/** The room around the outermost places, in the units of the board. */
const MARGIN = 100;
/** The room around the outermost names. */
const EDGE = 8;
/** The height of a name on the board in its units, and the least on the screen, in pixels, at which all are shown. */
const NAME = [20, 8];
/** How far each place reaches on the screen, in pixels, where all of a board is shown at first. */
const CLEAR = 24;

/** The board of a page, with its places. `choose` is told the id of what is clicked, and where; or nothing;
 * `hover` the same of what the pointer comes to. */
export const map = (room, places, choose, hover) => {
  const board = room.querySelector("svg.board");
  const whole = board.viewBox.baseVal;
  const legend = board.querySelector(":scope > g.legend");
  const { x: left, y: top, width, height } = legend.getBBox();
  const apart = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  apart.setAttribute("viewBox", `${left} ${top} ${width} ${height}`);
  apart.setAttribute("font-family", board.getAttribute("font-family"));
  apart.setAttribute("role", "img");
  apart.setAttribute("aria-label", "The legend");
  legend.removeAttribute("transform");
  apart.append(legend);
  // What stands around the places, without the panels: these are beside the board. Names can reach further.
  const names = [...board.querySelectorAll("g.names > [data-name]")].map((name) => name.getBBox());
  const boxes = names.filter(({ width }) => width > 0).map((box) => [
    [box.x - EDGE, box.y - EDGE],
    [box.x + box.width + EDGE, box.y + box.height + EDGE],
  ]);
  const around = places.map(({ at, reach }) => [-1, 1].map((way) => at.map((value) => value + way * (reach + MARGIN))));
  const drawn = [...around, ...boxes];
  const from = [0, 1].map((part) => Math.max(0, Math.min(...drawn.map(([least]) => least[part]))));
  const edges = [whole.width, whole.height];
  const to = edges.map((edge, part) => Math.min(edge, Math.max(...drawn.map(([, most]) => most[part]))));
  const full = places.length === 0
    ? { x: 0, y: 0, width: whole.width, height: whole.height }
    : { x: from[0], y: from[1], width: to[0] - from[0], height: to[1] - from[1] };
  const shape = () => (room.clientHeight / room.clientWidth) || full.height / full.width;
  // The width at which the board fills its room, and the one at which all of it is in it.
  const filling = () => Math.min(full.width, full.height / shape());
  const most = () => Math.max(full.width, full.height / shape());
  let seen = { x: full.x, y: full.y, width: filling() };
  const within = (value, from, size, room) =>
    (size >= room ? from - (size - room) / 2 : Math.min(from + room - size, Math.max(from, value)));
  const look = (next) => {
    const width = Math.min(most(), Math.max(full.width / 12, next.width));
    const height = width * shape();
    const x = within(next.x, full.x, width, full.width);
    const y = within(next.y, full.y, height, full.height);
    seen = { x, y, width, height };
    board.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    room.classList.toggle("far", NAME[0] * room.clientWidth / width < NAME[1]);
  };
  const zoom = (factor, [x, y] = [seen.x + seen.width / 2, seen.y + seen.height / 2]) => {
    const width = Math.min(most(), Math.max(full.width / 12, seen.width * factor));
    const share = width / seen.width;
    look({ x: x - (x - seen.x) * share, y: y - (y - seen.y) * share, width });
  };
  const centre = ([x, y], width) => look({ x: x - width / 2, y: y - (width * shape()) / 2, width });
  const point = (event) => {
    const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(board.getScreenCTM().inverse());
    return [place.x, place.y];
  };

  const fingers = new Map();
  let dragged = 0;
  room.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoom(event.deltaY > 0 ? 1.2 : 1 / 1.2, point(event));
  }, { passive: false });
  room.addEventListener("pointerdown", (event) => {
    fingers.set(event.pointerId, event);
    dragged = fingers.size > 1 ? 99 : 0;
  });
  room.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    // The button was released elsewhere.
    if (event.pointerType === "mouse" && event.buttons === 0) return void fingers.delete(event.pointerId);
    const scale = seen.width / room.clientWidth;
    const others = [...fingers.values()].filter((other) => other.pointerId !== event.pointerId);
    if (others.length === 1) {
      const apart = (one) => Math.hypot(one.clientX - others[0].clientX, one.clientY - others[0].clientY) || 1;
      zoom(apart(before) / apart(event), point(event));
    } else if (others.length === 0) {
      dragged += Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY);
      if (dragged > 6) {
        room.setPointerCapture(event.pointerId);
        look({
          ...seen,
          x: seen.x - (event.clientX - before.clientX) * scale,
          y: seen.y - (event.clientY - before.clientY) * scale,
        });
      }
    }
    fingers.set(event.pointerId, event);
  });
  const lift = (event) => fingers.delete(event.pointerId);
  room.addEventListener("pointerup", lift);
  room.addEventListener("pointercancel", lift);

  /** The place that an event happens at. */
  const placeAt = (event) => {
    const part = event.target.closest?.("[data-part]")?.dataset.part;
    const known = part && places.find(({ id }) => part === id || part.startsWith(`${id}-`) && /^-\d+(-in)?$/.test(part.slice(id.length)));
    if (known) return known;
    const [x, y] = point(event);
    const near = places
      .map((place) => [Math.hypot(place.at[0] - x, place.at[1] - y) / place.reach, place])
      .filter(([distance]) => distance <= 1)
      .sort(([one], [other]) => one - other)[0];
    return near?.[1];
  };
  room.addEventListener("click", (event) => {
    if (dragged <= 6) choose(placeAt(event)?.id, event);
  });

  let under;
  room.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "mouse") return;
    const id = event.buttons === 0 ? placeAt(event)?.id : undefined;
    if (id !== under) hover(id, event);
    under = id;
  });
  room.addEventListener("pointerleave", () => {
    under = undefined;
    hover(undefined);
  });

  /** The places that the question is about. */
  const asked = () => places.filter(({ id }) => board.querySelector(`g.choices > [data-part="${CSS.escape(id)}"]`));
  const middle = (some) => [0, 1].map((part) => some.reduce((sum, { at }) => sum + at[part], 0) / some.length);
  const isSmall = () => room.clientWidth < 600;
  const isSeen = ({ at: [x, y] }) =>
    x >= seen.x && x <= seen.x + seen.width && y >= seen.y && y <= seen.y + seen.height;
  // At first all of a board with large places, or names that can be read, is in its room; any other fills it, around what
  // the question is about, or else around the pieces.
  const isClear = places.every(({ reach }) => reach * room.clientWidth / most() >= CLEAR)
    || NAME[0] * room.clientWidth / most() >= NAME[1];
  const begins = isClear ? most() : filling() * (isSmall() ? 0.5 : 1);
  const occupied = new Set([...document.querySelectorAll("#stacks > [data-stack]")].map(({ dataset }) => dataset.stack));
  const first = [asked(), places.filter(({ id }) => occupied.has(id))].find((some) => some.length > 0);
  if (first && !isClear) centre(middle(first), begins);
  else look({ ...seen, width: begins });
  new ResizeObserver(() => look(seen)).observe(room);

  const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  room.addEventListener("keydown", (event) => {
    const step = steps[event.key];
    if (step) {
      event.preventDefault();
      look({ ...seen, x: seen.x + step[0] * seen.width / 8, y: seen.y + step[1] * seen.height / 8 });
    } else if (event.key === "+") zoom(1 / 1.3);
    else if (event.key === "-") zoom(1.3);
    else if (event.key === "Home") look({ ...full, width: most() });
    else return;
    event.stopPropagation();
  });
  return {
    /** The legend, which is shown beside the board. */
    legend: apart,
    zoom,
    whole: () => look({ ...full, width: most() }),
    /** Follows the question where the board is small: if it is about places out of view, they come into it. */
    follow: () => {
      const about = asked();
      if (isSmall() && about.length > 0 && !about.every(isSeen)) centre(middle(about), seen.width);
    },
    /** Shows a place in the middle. */
    show: (place) => centre(place.at, Math.min(seen.width, full.width / 2)),
    /** Where a point of the board is on the screen. */
    onScreen: ([x, y]) => new DOMPoint(x, y).matrixTransform(board.getScreenCTM()),
  };
};
