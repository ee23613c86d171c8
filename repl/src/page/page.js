// The page of a seat: what changes on it, and what is clicked and typed there.
import { follow, send } from "./link.js";
import { map } from "./map.js";
import { past } from "./past.js";
import { reach } from "./reach.js";

/** How long a new question takes no clicks, in milliseconds: a second click was meant for the one before. */
const FRESH = 400;
/** After this time something that was sent is said to be on its way. */
const SLOW = 700;

const element = (id) => document.getElementById(id);
const places = JSON.parse(element("places").textContent);
const placeOf = (id) => places.find((other) => other.id === id);
const body = document.body;
const slots = new Map();
let at = Number(body.dataset.at);
let version = Number(body.dataset.version);
let isBusy = false;

// Sides whose counters have colours of their own are written in these: darker, or paler on a dark page.
JSON.parse(element("colours").textContent).forEach((colour, side) => {
  if (!colour) return;
  const { style } = document.documentElement;
  style.setProperty(`--dark-${side}`, `color-mix(in srgb, ${colour} 80%, black)`);
  style.setProperty(`--pale-${side}`, `color-mix(in srgb, ${colour} 35%, white)`);
});

// What changes, from the server.

const board = document.querySelector("svg.board");
// How each part looks now, and how it is drawn: they differ while the past is looked at.
const present = new Map();
const drawn = new Map();
board.querySelectorAll(":scope > g > g[data-part]").forEach((slot) => {
  const name = `${slot.parentNode.getAttribute("class")}:${slot.dataset.part}`;
  slots.set(name, slot);
  present.set(name, slot.innerHTML);
  drawn.set(name, slot.innerHTML);
});
const draw = (name, look) => {
  if (drawn.get(name) === look) return;
  let slot = slots.get(name);
  if (look === undefined) {
    slot?.remove();
    slots.delete(name);
    drawn.delete(name);
    return;
  }
  if (!slot) {
    const [group, ...key] = name.split(":");
    slot = document.createElementNS("http://www.w3.org/2000/svg", "g");
    slot.dataset.part = key.join(":");
    slots.set(name, slot);
    board.querySelector(`:scope > g.${group}`).append(slot);
  }
  slot.innerHTML = look;
  drawn.set(name, look);
};
const drawAll = (looks) => {
  [...drawn.keys()].filter((name) => !looks.has(name)).forEach((name) => draw(name, undefined));
  looks.forEach((look, name) => draw(name, look));
};

// The control that has the focus keeps it when its section is drawn again; what was unfolded stays unfolded.
const KEYS = ["token", "line", "layer", "layerOf", "look", "pass", "hand"];
const keep = (section, change) => {
  const held = document.activeElement;
  const inside = section.contains(held) && held !== section;
  const same = inside && KEYS.map((key) => held.dataset[key]);
  const open = [...section.querySelectorAll("details[data-key]")].map((one) => [one.dataset.key, one.open]);
  change();
  for (const [key, isOpen] of open) {
    const again = section.querySelector(`details[data-key="${CSS.escape(key)}"]`);
    if (again) again.open = isOpen;
  }
  if (!inside) return;
  const again = [...section.querySelectorAll("button, input")].find((control) =>
    KEYS.every((key, index) => control.dataset[key] === same[index]));
  (again || section.querySelector("button.choice") || element("typed")).focus({ preventScroll: true });
};

const changed = (changes, isAll) => {
  const names = new Set();
  if (isAll) present.clear();
  const isNew = changes.at !== at;
  at = changes.at;
  version = changes.version;
  for (const [group, key, look] of changes.parts) {
    if (look === null) present.delete(`${group}:${key}`);
    else present.set(`${group}:${key}`, look);
  }
  if (!looking.isOn()) drawAll(present);
  for (const [name, text] of Object.entries(changes.sections)) {
    const section = element(name);
    if (section.innerHTML === text) continue;
    names.add(name);
    keep(section, () => { section.innerHTML = text; });
  }
  if (isNew) {
    // What was said belongs to the question before.
    hush();
    fold(false);
    begun = undefined;
    freshen();
    if (!looking.isOn()) view.follow();
    element("aside").scrollTop = 0;
  }
  ranks();
  if (names.has("talk")) hear();
  if (isNew || names.has("recap") || names.has("standing")) announce(isNew);
  body.dataset.version = changes.version;
  if (!element("place").hidden) unfold(element("place").dataset.id);
  reached.look(at);
};

let fresh;
const freshen = () => {
  clearTimeout(fresh);
  body.classList.add("fresh");
  fresh = setTimeout(() => body.classList.remove("fresh"), FRESH);
};

// Whose turn it is: in the title, by a sound and a notification, and for a screen reader.

const title = document.title;
let wasYours = null;
const announce = (isNew) => {
  const turn = element("standing").querySelector(".turn")?.dataset || {};
  const isYours = turn.yours !== undefined;
  document.title = [isYours ? "● Your move" : null, turn.you, title].filter(Boolean).join(" · ");
  const news = [...element("recap").querySelectorAll("[data-fresh]")].map((one) => one.textContent);
  const question = element("question").querySelector("h2")?.firstChild?.textContent || "";
  if (isNew) element("spoken").textContent = [...news.slice(-5), question].join(" ");
  element("recap").querySelectorAll("[data-fresh] [data-place]").forEach(({ dataset }) => pulse(dataset.place));
  if (isYours && wasYours === false) call("Your move");
  wasYours = isYours;
};
// What the others say.
const hear = () => {
  const remarks = element("talk").querySelector("ol");
  if (!remarks) return;
  remarks.scrollTop = remarks.scrollHeight;
  const { textContent } = remarks.lastElementChild;
  if (textContent === `${element("talk").querySelector("[data-as]")?.dataset.as}: ${mine}`) return;
  element("spoken").textContent = textContent;
  call(textContent);
};
let mine;
const pulse = (id) => {
  const place = placeOf(id);
  if (!place) return;
  const ring = document.createElementNS("http://www.w3.org/2000/svg", "circle");
  ring.setAttribute("class", "pulse");
  ring.setAttribute("cx", place.at[0]);
  ring.setAttribute("cy", place.at[1]);
  ring.setAttribute("r", place.reach * 1.6);
  ring.addEventListener("animationend", () => ring.remove());
  board.append(ring);
};
const calls = () => localStorage.getItem("calls") === "on";
/** Says by a sound that something has happened, and while the page is out of view by a notification. */
const call = (what) => {
  if (!calls()) return;
  const sound = new AudioContext();
  const tone = sound.createOscillator();
  const volume = sound.createGain();
  volume.gain.setValueAtTime(0.15, sound.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, sound.currentTime + 0.6);
  tone.frequency.value = 660;
  tone.connect(volume).connect(sound.destination);
  tone.start();
  tone.stop(sound.currentTime + 0.6);
  tone.onended = () => sound.close();
  if (!document.hidden || window.Notification?.permission !== "granted") return;
  try {
    const notice = new Notification(what, { body: title, tag: location.pathname });
    notice.onclick = () => { window.focus(); notice.close(); };
  } catch { /* Some browsers of phones show none. */ }
};
const showCalls = () => element("calls").setAttribute("aria-pressed", calls());
element("say").addEventListener("submit", async (event) => {
  event.preventDefault();
  mine = element("remark").value.trim();
  if (!mine) return;
  const said = await send({ at, say: mine }, linked);
  linked("");
  if (said.done) element("remark").value = "";
  else say(said);
  look();
  element("remark").focus();
});
const NOTES = `notes:${location.pathname}`;
element("note").value = localStorage.getItem(NOTES) || "";
element("note").oninput = () => localStorage.setItem(NOTES, element("note").value);
element("calls").onclick = async () => {
  const now = !calls();
  localStorage.setItem("calls", now ? "on" : "off");
  showCalls();
  if (now && "Notification" in window) await Notification.requestPermission();
  if (now) call("You are told here whose move it is.");
};
showCalls();

// The link to the server.

const LINKS = {
  broken: "Not connected; trying again …",
  sending: "Not connected; your last click is sent as soon as the server answers.",
  gone: "This link no longer works.",
  archived: "This game is in the archive.",
};
const linked = (state) => {
  element("link").textContent = LINKS[state] || "";
  body.classList.toggle("gone", ["gone", "archived"].includes(state));
};
const look = follow(() => version, changed, linked);

// What the player wants.

const post = async (wish) => {
  if (isBusy || looking.isOn()) return null;
  isBusy = true;
  body.classList.add("busy");
  const bots = element("standing").querySelector(".turn")?.dataset.bots;
  const slow = setTimeout(() => {
    say({ done: true, text: bots ? `The ${bots} are thinking …` : "The server is working …" });
  }, SLOW);
  try {
    const before = at;
    const said = await send({ at, ...wish }, linked);
    linked("");
    clearTimeout(slow);
    if (!said.text && before !== at) hush();
    else say(said);
    look();
    return said;
  } finally {
    clearTimeout(slow);
    isBusy = false;
    body.classList.remove("busy");
  }
};

const hush = () => {
  element("said").replaceChildren();
  element("told").textContent = "";
};
const say = ({ done, text, advised }) => {
  const long = done && text.trim().includes("\n") && !advised;
  element("said").textContent = long ? "" : text;
  element("said").classList.toggle("refused", !done);
  if (long) element("told").textContent = text;
  if (long) element("told").scrollIntoView({ block: "nearest" });
  if (!advised) return;
  element("said").append(" ", control("Do it", { token: advised }, "choice"));
  const meant = element("question").querySelector(`[data-token="${CSS.escape(advised)}"]`);
  meant?.classList.add("hinted");
  (meant?.dataset.at || "").split(" ").filter(Boolean).forEach(pulse);
};

const answer = (token) => post({ token });
const type = (line) => post({ line });

document.addEventListener("click", (event) => {
  const target = event.target.closest("[data-token], [data-line], [data-place], [data-layer], [data-refuse], [data-look], [data-pass], [data-hand]");
  if (!target) return;
  if (target.dataset.look !== undefined) return void looking.back();
  const { token, line, place, layer, refuse, pass, hand } = target.dataset;
  if (place !== undefined) {
    event.preventDefault();
    return show(place);
  }
  // A second click was meant for the question before.
  if (token !== undefined && body.classList.contains("fresh")) return;
  if (token !== undefined) answer(token);
  else if (line !== undefined) type(line);
  else if (layer !== undefined) post({ layer, on: target.getAttribute("aria-pressed") !== "true" });
  else if (refuse !== undefined) post({ refuse: true });
  else if (pass !== undefined) post({ pass: pass === "on" });
  else if (hand !== undefined) post({ hand: hand === "true" });
});

document.addEventListener("change", (event) => {
  const name = event.target.dataset.layerOf;
  if (name === undefined) return;
  const of = event.target.value.trim();
  post({ layer: of ? `${name}=${of}` : name, on: of !== "" });
});

element("line").addEventListener("submit", async (event) => {
  event.preventDefault();
  const typed = element("typed").value.trim();
  if (!typed) return;
  const button = [...document.querySelectorAll("#question [data-number]")]
    .find((choice) => choice.dataset.number === typed);
  const said = await (button ? answer(button.dataset.token) : type(typed));
  if (said?.done) element("typed").value = "";
  element("typed").focus();
  // What was refused is typed over, or changed.
  if (said && !said.done) element("typed").select();
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape" && !element("place").hidden) return fold(true);
  // No answer begins with these: they look back even where an answer is about to be typed.
  const looks = { ",": looking.back, ".": looking.on }[event.key];
  const writes = /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName);
  if (writes && !(looks && mayBegin())) return;
  if (looks) {
    event.preventDefault();
    return void looks();
  }
  if (looking.isOn()) return void (event.key === "Escape" && looking.leave());
  // Whatever begins an answer goes to where answers are typed.
  if (/^[\p{L}\p{N}=]$/u.test(event.key)) element("typed").focus();
});

/** Whether the field of answers has the focus, and what is typed there begins anew. */
const mayBegin = () => {
  const { value, selectionStart, selectionEnd } = element("typed");
  return document.activeElement === element("typed") && selectionStart === 0 && selectionEnd === value.length;
};

// The board: a place with one answer gives it; one with several, or none, unfolds beside it. An answer that stands for
// several places, such as where a piece is and where it goes, is given at the last of them, or at two of them.

const choicesAt = (id) => [...document.querySelectorAll("#question button.choice")]
  .filter((choice) => (choice.dataset.at || "").split(" ").includes(id));
// The place that was clicked last, if its answers are given at another.
let begun;
const choose = (id) => {
  if (id === undefined) begun = undefined;
  if (id === undefined) return fold(true);
  if (looking.isOn()) return undefined;
  if (body.classList.contains("fresh")) return undefined;
  const open = begun ?? (element("place").hidden ? id : element("place").dataset.id);
  const both = open === id ? [] : choicesAt(open).filter((choice) => choicesAt(id).includes(choice));
  const choices = both.length > 0 ? both : choicesAt(id);
  const goes = element("question").querySelector("[data-go]")?.dataset.go;
  // What may roll a die shows first what it will do.
  const rolls = choices.some((choice) => choice.querySelector(".chance"));
  const ends = both.length > 0 || choices.every((choice) => choice.dataset.at.split(" ").at(-1) === id);
  if (choices.length === 1 && ends && !rolls) return answer(choices[0].dataset.token);
  const ways = choices.filter((choice) => choice.dataset.at.includes(" "));
  if (both.length === 0 && begun !== id && ways.length > 0 && ways.length === choices.length && !rolls) {
    fold(false);
    begun = id;
    return ways.flatMap((way) => way.dataset.at.split(" ")).filter((end) => end !== id).forEach(pulse);
  }
  begun = undefined;
  const place = placeOf(id);
  if (choices.length === 0 && goes) return type(goes.replace("{place}", place.name || place.id));
  return unfold(id, choices);
};
// A phone shows one part of the page at a time.
document.querySelectorAll(".tabs [data-tab]").forEach((tab) => {
  tab.onclick = () => {
    body.dataset.tab = tab.dataset.tab;
    document.querySelectorAll(".tabs [data-tab]").forEach((other) => other.setAttribute("aria-pressed", other === tab));
  };
});
const toBoard = () => document.querySelector(".tabs [data-tab=play]").click();

// Far away, only the names of places that matter are shown, in larger letters where they have room for these.
const LARGER = 1.4;
const rooms = new Map([...board.querySelectorAll("g.names > [data-name]")].map((label) => {
  const { x, y, width, height } = label.getBBox();
  const half = ([from, size]) => [from + size / 2, (size * LARGER) / 2];
  const [[across, wide], [down, high]] = [[x, width], [y, height]].map(half);
  return [label, { x: across, y: down, width: wide, height: high }];
}));
const ranks = () => {
  const marked = new Set([...board.querySelectorAll("g.choices > [data-part]")].map(({ dataset }) => dataset.part));
  document.querySelectorAll("#stacks > [data-stack]").forEach(({ dataset }) => marked.add(dataset.stack));
  board.querySelectorAll("g.names > [data-name]").forEach((label) => {
    const id = label.dataset.name;
    const hasWorks = document.getElementById(id)?.querySelector("title")?.textContent.includes(",");
    label.classList.toggle("minor", !marked.has(id) && !hasWorks);
  });
  const shown = [...rooms].filter(([label]) => !label.classList.contains("minor"));
  const meets = ([label, one]) => shown.some(([other, two]) => other !== label
    && Math.abs(one.x - two.x) < one.width + two.width && Math.abs(one.y - two.y) < one.height + two.height);
  const tight = new Set(shown.filter(meets).map(([label]) => label));
  rooms.forEach((_, label) => label.classList.toggle("tight", tight.has(label)));
};
const isUnfolded = (id) => !element("place").hidden && element("place").dataset.id === id;
const hover = (id, event) =>
  (id === undefined || isUnfolded(id) ? reached.hide() : reached.show(id, event.clientX, event.clientY));
const view = map(element("board"), places, choose, hover);
const reached = reach(board, places, choose);
const looking = past(drawAll, () => drawAll(present));
element("legend").append(view.legend);
element("closer").onclick = () => view.zoom(1 / 1.4);
element("wider").onclick = () => view.zoom(1.4);
element("whole").onclick = view.whole;

const show = (id) => {
  const place = placeOf(id);
  if (!place) return;
  toBoard();
  view.show(place);
  unfold(id);
};

const control = (text, data, className = "") => {
  const button = document.createElement("button");
  button.type = "button";
  button.className = className;
  button.textContent = text;
  Object.assign(button.dataset, data);
  return button;
};
const unfold = (id, given = choicesAt(id)) => {
  const place = placeOf(id);
  const heading = document.createElement("h2");
  const called = place.name || place.id;
  heading.textContent = called;
  const stacks = [...element("stacks").children].filter(({ dataset }) => dataset.stack === id);
  const choices = given
    .map((choice) => control(choice.textContent, { token: choice.dataset.token }, "choice"));
  const asks = document.createElement("p");
  const threats = document.querySelector('.advice [data-line="threats"]')
    ? [control("Threats", { line: `threats ${called}` }), " "]
    : [];
  asks.append(
    control("Look", { line: `show ${called}` }), " ",
    ...threats,
    control("Why not?", { line: `why ${called}` }),
  );
  element("here").replaceChildren(heading, ...choices, ...stacks.map((stack) => stack.cloneNode(true)), asks);
  const box = element("place");
  reached.hide();
  box.dataset.id = id;
  const first = box.hidden;
  box.hidden = false;
  const { x, y } = view.onScreen(place.at);
  const { width, height } = box.getBoundingClientRect();
  const within = (value, most) => `${Math.max(8, Math.min(value, most - 8))}px`;
  box.style.left = within(x + 24 + width > innerWidth ? x - 24 - width : x + 24, innerWidth - width);
  box.style.top = within(y - height / 2, innerHeight - height);
  if (first) element("close").focus({ preventScroll: true });
};
const fold = (refocus) => {
  if (element("place").hidden) return;
  element("place").hidden = true;
  if (refocus) element("board").focus({ preventScroll: true });
};
element("close").onclick = () => fold(true);
// A choice that is made closes the place it was made at.
element("place").addEventListener("click", (event) => {
  if (!event.target.closest("[data-token]")) return;
  fold(false);
  (element("question").querySelector("button.choice") || element("typed")).focus({ preventScroll: true });
});

announce(false);
ranks();
reached.look(at);
body.dataset.ready = "";
