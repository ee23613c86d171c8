"use strict";
(() => {
  const element = (id) => document.getElementById(id);
  const board = document.querySelector("svg.board");
  const places = JSON.parse(element("places").textContent);
  const slots = new Map();
  let at = 0;
  let last = Promise.resolve();

  // What changes, from the server.

  const groupOf = (name) => board.querySelector(`g.${name}`);
  const draw = ([group, key, look]) => {
    const name = `${group}:${key}`;
    let slot = slots.get(name);
    if (look === null) {
      slot?.remove();
      slots.delete(name);
      return;
    }
    if (!slot) {
      slot = document.createElementNS("http://www.w3.org/2000/svg", "g");
      slot.dataset.part = key;
      slots.set(name, slot);
      groupOf(group).append(slot);
    }
    slot.innerHTML = look;
  };

  // The control that has the focus keeps it when its section is drawn again.
  const keep = (section, change) => {
    const held = document.activeElement;
    const inside = section.contains(held) && held !== section;
    const same = inside && [held.dataset.token, held.dataset.line, held.dataset.layer, held.dataset.layerOf];
    change();
    if (!inside) return;
    const again = [...section.querySelectorAll("button, input")].find((control) =>
      [control.dataset.token, control.dataset.line, control.dataset.layer, control.dataset.layerOf]
        .every((value, index) => value === same[index]));
    (again || section.querySelector("button.choice") || element("typed")).focus({ preventScroll: true });
  };

  const follow = (changes, first) => {
    if (first) {
      slots.forEach((slot) => slot.remove());
      slots.clear();
    }
    at = changes.at;
    changes.parts.forEach(draw);
    for (const [name, text] of Object.entries(changes.sections)) {
      const section = element(name);
      keep(section, () => { section.innerHTML = text; });
    }
    // A new question is looked at from its beginning.
    if ("question" in changes.sections) document.querySelector("aside").scrollTop = 0;
    document.body.dataset.version = changes.version;
    if (!element("place").hidden) unfold(element("place").dataset.id);
  };

  const listen = () => {
    const events = new EventSource("events");
    let first = true;
    events.onopen = () => {
      first = true;
      element("link").textContent = "";
    };
    events.onmessage = (event) => {
      follow(JSON.parse(event.data), first);
      first = false;
    };
    events.onerror = () => {
      element("link").textContent = "Not connected; trying again …";
      if (events.readyState === EventSource.CLOSED) element("link").textContent = "This link no longer works.";
    };
  };

  // What the player wants.

  // One after the other: what is clicked before the last answer has come waits for it.
  const send = (wish) => {
    last = last.then(() => post(wish));
    return last;
  };
  const post = async (wish) => {
    document.body.classList.add("busy");
    try {
      const answer = await fetch("wish", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(wish),
      });
      const said = answer.ok ? await answer.json() : { done: false, text: await answer.text() };
      say(said);
      return said;
    } catch {
      const said = { done: false, text: "The server cannot be reached." };
      say(said);
      return said;
    } finally {
      document.body.classList.remove("busy");
    }
  };

  const say = ({ done, text }) => {
    const long = done && text.includes("\n");
    element("said").textContent = long ? "" : text;
    element("said").classList.toggle("refused", !done);
    if (long) element("told").textContent = text;
    if (long) element("told").scrollIntoView({ block: "nearest" });
  };

  const answer = (token) => send({ at, token });
  const type = (line) => send({ line });

  document.addEventListener("click", (event) => {
    const target = event.target.closest("[data-token], [data-line], [data-place], [data-layer], [data-refuse]");
    if (!target) return;
    const { token, line, place, layer, refuse } = target.dataset;
    if (token !== undefined) answer(token);
    else if (line !== undefined) type(line);
    else if (layer !== undefined) send({ layer, on: target.getAttribute("aria-pressed") !== "true" });
    else if (refuse !== undefined) send({ refuse: true });
    else if (place !== undefined) {
      event.preventDefault();
      show(place);
    }
  });

  document.addEventListener("change", (event) => {
    const name = event.target.dataset.layerOf;
    if (name === undefined) return;
    const of = event.target.value.trim();
    send({ layer: of ? `${name}=${of}` : name, on: of !== "" });
  });

  element("line").addEventListener("submit", async (event) => {
    event.preventDefault();
    const typed = element("typed").value.trim();
    if (!typed) return;
    const button = [...document.querySelectorAll("#question [data-number]")]
      .find((choice) => choice.dataset.number === typed);
    const said = await (button ? answer(button.dataset.token) : type(typed));
    if (said.done) element("typed").value = "";
    element("typed").focus();
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" && !element("place").hidden) return fold();
    const writes = /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName);
    if (writes) return;
    // Whatever begins an answer goes to where answers are typed.
    if (/^[\p{L}\p{N}=]$/u.test(event.key)) element("typed").focus();
  });

  // The board: where it is looked at, and what is clicked.

  const whole = board.viewBox.baseVal;
  const full = { x: whole.x, y: whole.y, width: whole.width, height: whole.height };
  let seen = { ...full };
  const look = (next) => {
    const width = Math.min(full.width, Math.max(full.width / 12, next.width));
    const height = (width / full.width) * full.height;
    const x = Math.min(full.x + full.width - width, Math.max(full.x, next.x));
    const y = Math.min(full.y + full.height - height, Math.max(full.y, next.y));
    seen = { x, y, width, height };
    board.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
  };
  const zoom = (factor, [x, y] = [seen.x + seen.width / 2, seen.y + seen.height / 2]) => {
    const width = Math.min(full.width, Math.max(full.width / 12, seen.width * factor));
    const share = width / seen.width;
    look({ x: x - (x - seen.x) * share, y: y - (y - seen.y) * share, width });
  };
  const point = (event) => {
    const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(board.getScreenCTM().inverse());
    return [place.x, place.y];
  };

  const room = element("board");
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
    const scale = seen.width / board.clientWidth;
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

  room.addEventListener("click", (event) => {
    if (dragged > 6) return;
    const part = event.target.closest("[data-part]")?.dataset.part;
    const known = part && places.find(({ id }) => part === id || part === `${id}-0` || part === `${id}-1` ||
      part === `${id}-0-in` || part === `${id}-1-in`);
    if (known) return unfold(known.id);
    const [x, y] = point(event);
    const near = places
      .map((place) => [Math.hypot(place.at[0] - x, place.at[1] - y) / place.reach, place])
      .filter(([distance]) => distance <= 1)
      .sort(([one], [other]) => one - other)[0];
    if (near) unfold(near[1].id);
    else fold();
  });

  const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  room.addEventListener("keydown", (event) => {
    const step = steps[event.key];
    if (step) {
      event.preventDefault();
      look({ ...seen, x: seen.x + step[0] * seen.width / 8, y: seen.y + step[1] * seen.height / 8 });
    } else if (event.key === "+" || event.key === "=") zoom(1 / 1.3);
    else if (event.key === "-") zoom(1.3);
    else if (event.key === "0") look(full);
    else return;
    event.stopPropagation();
  });
  element("closer").onclick = () => zoom(1 / 1.4);
  element("wider").onclick = () => zoom(1.4);
  element("whole").onclick = () => look(full);

  const show = (id) => {
    const place = places.find((other) => other.id === id);
    if (!place) return;
    const width = Math.min(seen.width, full.width / 2);
    const height = (width / full.width) * full.height;
    look({ x: place.at[0] - width / 2, y: place.at[1] - height / 2, width });
    unfold(id);
  };

  // A place: who is there, and what can be chosen there.

  const control = (text, data, className = "") => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = className;
    button.textContent = text;
    Object.assign(button.dataset, data);
    return button;
  };
  const unfold = (id) => {
    const place = places.find((other) => other.id === id);
    const here = element("here");
    const title = document.createElement("h2");
    const called = place.name || place.id;
    title.textContent = called;
    const stacks = [...element("stacks").children].filter(({ dataset }) => dataset.stack === id);
    const choices = [...document.querySelectorAll("#question button.choice")]
      .filter((choice) => (choice.dataset.at || "").split(" ").includes(id))
      .map((choice) => control(choice.textContent, { token: choice.dataset.token }, "choice"));
    const look = document.createElement("p");
    look.append(
      control("Look", { line: `show ${called}` }), " ",
      control("Threats", { line: `threats ${called}` }), " ",
      control("Why not?", { line: `why ${called}` }),
    );
    here.replaceChildren(title, ...stacks.map((stack) => stack.cloneNode(true)), ...choices, look);
    const box = element("place");
    box.dataset.id = id;
    if (box.hidden) {
      box.hidden = false;
      element("close").focus({ preventScroll: true });
    }
  };
  const fold = () => {
    element("place").hidden = true;
    element("board").focus({ preventScroll: true });
  };
  element("close").onclick = fold;
  // A choice that is made closes the place it was made at.
  element("place").addEventListener("click", (event) => {
    if (event.target.closest("[data-token]")) element("place").hidden = true;
  });

  listen();
})();
