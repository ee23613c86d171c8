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
  let timer = 0;

  // What each part looks like in a picture: all changes up to it.
  const looks = (frame) => {
    const wanted = film.slots.map(() => -1);
    for (let index = 0; index <= frame; index += 1) {
      for (const [slot, look] of film.frames[index].changes) wanted[slot] = look;
    }
    return wanted;
  };

  // What turned the game in a picture, and how it might have gone on.
  const marked = (index) => film.marks.filter((mark) => mark.frame === index).map((mark) => {
    const line = document.createElement("li");
    line.className = "marked side-" + mark.side;
    line.textContent = mark.text;
    if (mark.instead.length) {
      const more = document.createElement("details");
      const name = document.createElement("summary");
      name.textContent = "How it might have gone on instead";
      const lines = mark.instead.map((text) => {
        const told = document.createElement("p");
        told.textContent = text;
        return told;
      });
      more.append(name, ...lines);
      line.append(more);
    }
    return line;
  });

  const tell = (frame) => {
    element("time").textContent = frame.time;
    element("news").replaceChildren(...frame.news.map(([side, text]) => {
      const line = document.createElement("li");
      line.textContent = text;
      if (side !== null) line.className = "side-" + side;
      return line;
    }));
    element("news").append(...marked(current));
    element("news").scrollTop = 0;
    element("hands").replaceChildren(...frame.hands.map((text) => {
      const line = document.createElement("p");
      line.textContent = text;
      return line;
    }));
  };

  const show = (index) => {
    const wanted = Math.max(0, Math.min(last, index));
    const forward = wanted === current + 1 && current >= 0;
    looks(wanted).forEach((look, slot) => {
      const changes = shown[slot] !== look;
      if (changes) {
        slots[slot].innerHTML = look < 0 ? "" : film.fragments[look];
        shown[slot] = look;
      }
      slots[slot].classList.toggle("new", changes && forward && look >= 0);
    });
    current = wanted;
    slider.value = current;
    element("count").textContent = (current + 1) + " / " + film.frames.length;
    tell(film.frames[current]);
    history.replaceState(null, "", "#" + (current + 1));
    if (current === last) stop();
  };

  const stop = () => {
    clearInterval(timer);
    timer = 0;
    element("play").textContent = "▶ Play";
  };
  const play = () => {
    if (timer) return stop();
    if (current === last) show(0);
    timer = setInterval(() => show(current + 1), Number(element("speed").value));
    element("play").textContent = "Stop";
  };
  const go = (index) => {
    stop();
    show(index);
  };

  const keys = {
    ArrowLeft: () => go(current - 1),
    ArrowRight: () => go(current + 1),
    PageUp: () => go(current - 10),
    PageDown: () => go(current + 10),
    Home: () => go(0),
    End: () => go(last),
    " ": play,
  };
  document.addEventListener("keydown", (event) => {
    const act = keys[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === "SELECT") return;
    event.preventDefault();
    act();
  });
  element("first").onclick = () => go(0);
  element("back").onclick = () => go(current - 1);
  element("play").onclick = play;
  element("next").onclick = () => go(current + 1);
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
