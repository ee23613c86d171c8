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
    const place = places.find((one) => one.id === id);
    const name = document.createElement("b");
    name.textContent = place?.name || id;
    told.replaceChildren(name, found ? ` ${found.text}` : "", ...stacks.map((stack) => stack.cloneNode(true)));
    told.hidden = false;
    const { width, height } = told.getBoundingClientRect();
    // It stays over the board, beside the choices.
    const { right } = board.getBoundingClientRect();
    told.style.left = `${Math.max(4, x + 16 + width > right ? Math.min(x - 16, right) - width : x + 16)}px`;
    told.style.top = `${y + 16 + height > innerHeight ? y - 16 - height : y + 16}px`;
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
