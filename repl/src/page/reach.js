// Where those can go who are asked where they go, and all places of the board that can be chosen: shaded, with the way
// to the place under the pointer, or to the one that has the focus.

const SVG = "http://www.w3.org/2000/svg";
const element = (name, attributes, ...children) => {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
};

/** Cells by their shapes: how many corners they have, the angle of the first, and how far they are, in sizes of the cell. */
const CELLS = { hex: [6, 0, 1], upright: [6, Math.PI / 6, 1], square: [4, Math.PI / 4, Math.SQRT2] };

/** The pieces of a stack beside each other, as counters: they come apart from where they lay on each other. */
const fan = (stack) => {
  const row = document.createElement("div");
  row.className = "fan";
  for (const { dataset } of stack.querySelectorAll("li")) {
    const names = dataset.names.split("|").filter(Boolean);
    for (let nth = 0; nth < Math.max(Number(dataset.count) || 0, names.length); nth++) {
      const [counter, prints] = [document.createElement("span"), document.createElement("b")];
      prints.textContent = dataset.prints;
      counter.className = "counter";
      counter.append(prints, names[nth] || "");
      counter.style.setProperty("--nth", row.children.length);
      row.append(counter);
    }
    if (Number(dataset.reduced) > 0) {
      const note = document.createElement("span");
      note.className = "note";
      note.textContent = `${dataset.reduced} reduced`;
      row.append(note);
    }
  }
  return row;
};
/** A stack as it is shown beside the pointer. */
const fanned = (stack) => {
  const shown = stack.cloneNode(true);
  shown.querySelector("ul")?.replaceWith(fan(stack));
  return shown;
};

/** How far from a stack something about it is shown if there is room, and from the edges of the board. */
const [APART, EDGE] = [16, 4];
/** The places of the board that something can be done with. `choose` is told the id of one that is chosen by a key. */
export const reach = (board, places, choose) => {
  const shades = element("g", { class: "reach", "aria-hidden": "true" });
  const way = element("g", { class: "route", "aria-hidden": "true" });
  const spots = element("g", { class: "spots" });
  const told = document.getElementById("way");
  board.querySelectorAll(":scope > g").forEach((group) => group.setAttribute("aria-hidden", "true"));
  board.setAttribute("role", "group");
  board.insertBefore(shades, board.querySelector(":scope > g.places"));
  board.append(way, spots);
  let reached = new Map();
  let asked = null;

  const hide = () => {
    way.replaceChildren();
    told.hidden = true;
  };
  /** Where something of this size about a place goes, beside a point of the screen: over the board, not over the choices beside
   * it, and where it covers the fewest places that can be clicked, and not what it is about; then the fewest other stacks. */
  const spare = (id, [x, y], { width, height }) => {
    const { left, right, top, bottom } = board.getBoundingClientRect();
    const within = (value, least, most) => Math.max(least, Math.min(value, most));
    const boxes = (selector) => [...board.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
    const own = CSS.escape(id);
    const about = boxes(`g.stacks > [data-part^="${own}-"], g.counters > [data-part="${own}"]`);
    about.push({ left: x, right: x, top: y, bottom: y });
    const edge = (side, most) => most(...about.map((one) => one[side]));
    const beside = (apart) => {
      const columns = [edge("right", Math.max) + apart, edge("left", Math.min) - apart - width, x - width / 2];
      const rows = [edge("bottom", Math.max) + apart, edge("top", Math.min) - apart - height, y - height / 2];
      return rows.flatMap((row) => columns.map((column) => [column, row])).slice(0, -1);
    };
    const near = beside(APART);
    const far = [...beside(5 * APART), ...beside(10 * APART), ...[top, bottom].flatMap((row) => [[left, row], [right, row]])];
    const dear = [...boxes("g.choices > [data-part]"), ...about];
    const others = boxes(":is(g.stacks, g.counters, g.discs) > [data-part]");
    const covered = ([column, row], all) => all.filter((one) => one.left < column + width + EDGE && one.right > column - EDGE
      && one.top < row + height + EDGE && one.bottom > row - EDGE).length;
    const spots = [...near, ...far].map(([column, row]) =>
      [within(column, left + EDGE, right - EDGE - width), within(row, top + EDGE, bottom - EDGE - height)]);
    const cost = (spot, nth) => covered(spot, dear) * 1000 + (nth < near.length ? covered(spot, others) : 100 + nth);
    return spots.map((spot, nth) => [cost(spot, nth), spot]).sort(([one], [other]) => one - other)[0][1];
  };
  /** Shows what stands at a place, and the way there with its costs and risks, beside a point of the screen. */
  const show = (id, x, y) => {
    const found = reached.get(id);
    // The pieces are those of the present.
    const looksBack = document.body.classList.contains("looks-back");
    const stacks = looksBack ? [] : [...document.getElementById("stacks").children].filter((one) => one.dataset.stack === id);
    hide();
    if (!found && stacks.length === 0) return undefined;
    const points = (found?.path || []).map((point) => point.join(",")).join(" ");
    if (found) way.append(element("polyline", { class: "under", points }), element("polyline", { points }));
    const name = document.createElement("b");
    name.textContent = places.find((one) => one.id === id)?.name || id;
    // The heading of a stack names its place.
    told.replaceChildren(...(found ? [name, ` ${found.text}`] : []), ...stacks.map(fanned));
    told.hidden = false;
    // It is as wide as it wants to be, wherever it was before.
    told.style.left = "0";
    const [left, top] = spare(id, [x, y], told.getBoundingClientRect());
    told.style.left = `${left}px`;
    told.style.top = `${top}px`;
    return undefined;
  };

  const spot = ({ id, name, at, reach: size }, choices) => {
    const about = [name || id, ...choices, reached.get(id)?.text].filter(Boolean).join("; ");
    const ring = element("circle", {
      cx: at[0], cy: at[1], r: size, tabindex: "0", role: "button", "aria-label": about, "data-spot": id,
    });
    ring.addEventListener("focus", () => {
      const { x, y } = new DOMPoint(...at).matrixTransform(board.getScreenCTM());
      show(id, x, y);
    });
    ring.addEventListener("blur", hide);
    ring.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation();
      choose(id);
    });
    return ring;
  };
  const place = () => {
    const held = document.activeElement?.dataset?.spot;
    const choices = new Map();
    document.querySelectorAll("#question button.choice[data-at]").forEach((choice) => {
      const text = choice.textContent.trim().replace(/\s+/g, " ");
      choice.dataset.at.split(" ").filter(Boolean).forEach((id) => choices.set(id, [...choices.get(id) || [], text]));
    });
    const live = places.filter(({ id }) => choices.has(id) || reached.has(id));
    spots.replaceChildren(...live.map((one) => spot(one, choices.get(one.id) || [])));
    if (held === undefined) return;
    const next = spots.querySelector(`[data-spot="${CSS.escape(held)}"]`) || document.querySelector("#question button.choice");
    (next || document.getElementById("typed")).focus({ preventScroll: true });
  };
  /** A place in reach: a cell as such, a point by a circle. */
  const shaded = ({ at: [x, y], reach: size, cell }) => {
    if (!CELLS[cell]) return element("circle", { cx: x, cy: y, r: size });
    const [corners, first, share] = CELLS[cell];
    const angles = Array.from({ length: corners }, (_, number) => first + (number * 2 * Math.PI) / corners);
    const points = angles.map((angle) => [x + size * share * Math.cos(angle), y + size * share * Math.sin(angle)]);
    return element("polygon", { class: "cell", points: points.map((point) => point.join(",")).join(" ") });
  };
  const shade = () => {
    const circles = [...reached.keys()].map((id) => places.find((one) => one.id === id)).filter(Boolean);
    shades.replaceChildren(...circles.map(shaded));
  };

  /** Looks what the open question is about; `at` is the number of answers before it. */
  const look = async (at) => {
    const goes = document.querySelector("#question [data-go]") !== null;
    const key = goes ? at : null;
    if (key === asked) return place();
    asked = key;
    reached = new Map();
    hide();
    shade();
    place();
    if (!goes) return undefined;
    const answer = await fetch(`reach?at=${at}`).catch(() => null);
    if (!answer?.ok || asked !== key) return undefined;
    reached = new Map((await answer.json()).map((one) => [one.place, one]));
    if (asked !== key) return undefined;
    shade();
    place();
    board.dataset.reach = at;
    return undefined;
  };
  return { look, show, hide };
};
