"use strict";
(() => {
  const film = JSON.parse(document.getElementById("film").textContent);
  const element = (id) => document.getElementById(id);
  const slider = element("slider");
  const groups = film.groups.map((name) => document.querySelector("svg.board > g." + name));
  const slots = film.slots.map((group) => {
    const slot = document.createElementNS("http://www.w3.org/2000/svg", "g");
    groups[group].append(slot);
    return slot;
  });
  const shown = film.slots.map(() => -1);
  const last = film.frames.length - 1;
  let current = -1;
  // The picture of how the game might have gone on, while one is shown: its mark, and its number.
  let other = null;
  let timer = 0;

  // What each part looks like in a picture: all changes up to it.
  const looks = (frame) => {
    const wanted = film.slots.map(() => -1);
    for (let index = 0; index <= frame; index += 1) {
      for (const [slot, look] of film.frames[index].changes) wanted[slot] = look;
    }
    return wanted;
  };

  // What turned the game in a picture, with a way to how it might have gone on.
  const marked = (index) => film.marks.filter((mark) => mark.frame === index).map((mark) => {
    const line = document.createElement("li");
    line.className = "marked side-" + mark.side;
    line.textContent = mark.text;
    if (mark.instead.length) {
      const way = document.createElement("button");
      way.className = "way";
      way.textContent = "How it might have gone on";
      way.onclick = () => goInstead(mark, 0);
      line.append(way);
    }
    return line;
  });

  // The way back from there.
  const back = (mark) => {
    const line = document.createElement("li");
    line.className = "marked side-" + mark.side;
    line.textContent = "This is not what happened, but how it might have gone on, played by bots.";
    const way = document.createElement("button");
    way.className = "way";
    way.textContent = "Back to the game";
    way.onclick = () => go(mark.frame);
    line.append(way);
    return line;
  };

  const tell = (frame, notes) => {
    element("time").textContent = frame.time;
    element("news").replaceChildren(...frame.news.map(([side, text]) => {
      const line = document.createElement("li");
      line.textContent = text;
      if (side !== null) line.className = "side-" + side;
      return line;
    }));
    element("news").prepend(...notes);
    element("news").scrollTop = 0;
    element("hands").replaceChildren(...frame.hands.map((text) => {
      const line = document.createElement("p");
      line.textContent = text;
      return line;
    }));
  };

  const paint = (wanted, forward) => {
    wanted.forEach((look, slot) => {
      const changes = shown[slot] !== look;
      if (changes) {
        slots[slot].innerHTML = look < 0 ? "" : film.fragments[look];
        shown[slot] = look;
      }
      slots[slot].classList.toggle("new", changes && forward && look >= 0);
    });
  };

  const show = (index) => {
    const wanted = Math.max(0, Math.min(last, index));
    paint(looks(wanted), !other && wanted === current + 1 && current >= 0);
    other = null;
    document.querySelector("main").classList.remove("instead");
    current = wanted;
    slider.value = current;
    element("count").textContent = (current + 1) + " / " + film.frames.length;
    tell(film.frames[current], marked(current));
    history.replaceState(null, "", "#" + (current + 1));
    if (current === last) stop();
  };

  // A picture of how the game might have gone on.
  const showInstead = (mark, index) => {
    if (current !== mark.frame) show(mark.frame);
    const wanted = looks(mark.frame);
    for (const frame of mark.instead.slice(0, index + 1)) {
      for (const [slot, look] of frame.changes) wanted[slot] = look;
    }
    other = { mark, index };
    paint(wanted, true);
    document.querySelector("main").classList.add("instead");
    element("count").textContent = "Instead: " + (index + 1) + " / " + mark.instead.length;
    tell(mark.instead[index], [back(mark)]);
    if (index + 1 === mark.instead.length) stop();
  };

  const step = (by) => {
    if (!other) return show(current + by);
    const index = other.index + by;
    if (index < 0) return show(other.mark.frame);
    if (index < other.mark.instead.length) showInstead(other.mark, index);
  };

  const stop = () => {
    clearInterval(timer);
    timer = 0;
    element("play").textContent = "▶ Play";
  };
  const play = () => {
    if (timer) return stop();
    if (other && other.index + 1 === other.mark.instead.length) showInstead(other.mark, 0);
    if (!other && current === last) show(0);
    timer = setInterval(() => step(1), Number(element("speed").value));
    element("play").textContent = "Stop";
  };
  const go = (index) => {
    stop();
    show(index);
  };

  const goInstead = (mark, index) => {
    stop();
    showInstead(mark, index);
  };
  const goBy = (by) => {
    stop();
    step(by);
  };

  const keys = {
    ArrowLeft: () => goBy(-1),
    ArrowRight: () => goBy(1),
    PageUp: () => go(current - 10),
    PageDown: () => go(current + 10),
    Home: () => go(0),
    End: () => go(last),
    " ": play,
  };
  document.addEventListener("keydown", (event) => {
    const act = keys[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === "SELECT") return;
    if (event.key === " " && event.target.tagName === "BUTTON") return;
    event.preventDefault();
    act();
  });
  element("first").onclick = () => go(0);
  element("back").onclick = () => goBy(-1);
  element("play").onclick = play;
  element("next").onclick = () => goBy(1);
  element("last").onclick = () => go(last);
  for (const mark of document.querySelectorAll("[data-frame]")) mark.onclick = () => go(Number(mark.dataset.frame));
  slider.oninput = () => go(Number(slider.value));
  element("speed").onchange = () => {
    if (timer) {
      stop();
      play();
    }
  };
  const linked = () => (location.hash === "#last" ? last : Number(location.hash.slice(1)) - 1);
  window.onhashchange = () => go(linked());
  show(linked() || 0);
})();
