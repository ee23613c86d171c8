// Looking back: what has happened, entry by entry, each with the board as it was then. Other pages stay where they are,
// and nothing can be answered meanwhile.

/** How many earlier entries are asked for at once. */
const EARLIER = 100;
const element = (id) => document.getElementById(id);

/** `draw` shows the looks of all parts of the picture by their names; `restore` shows the present again. */
export const past = (draw, restore) => {
  let seen = null;
  let number = 0;
  let isBusy = false;

  const load = async (from) => {
    const answer = await fetch(`past?from=${from}`).catch(() => null);
    if (!answer?.ok) return false;
    const told = await answer.json();
    if (told.entries.length > 0) seen = told;
    return told.entries.length > 0;
  };
  const show = () => {
    const looks = new Map();
    for (const { parts } of seen.entries.slice(0, number - seen.first + 1)) {
      for (const [group, key, look] of parts) {
        if (look === null) looks.delete(`${group}:${key}`);
        else looks.set(`${group}:${key}`, look);
      }
    }
    draw(looks);
    const { when, text } = seen.entries[number - seen.first];
    element("then").textContent = `${when}; entry ${number + 1} of ${seen.all}`;
    element("told-then").innerHTML = text;
    element("earlier").disabled = number === 0;
  };
  const leave = () => {
    if (!seen) return;
    seen = null;
    document.body.classList.remove("looks-back");
    element("looking").hidden = true;
    restore();
    (document.querySelector("#question button.choice") || element("typed")).focus({ preventScroll: true });
  };
  const go = async (to) => {
    if (isBusy || to < 0) return;
    isBusy = true;
    try {
      const known = seen && to >= seen.first && to < seen.first + seen.entries.length;
      if (seen && to >= seen.all) return void leave();
      if (!known && !await load(seen && to < seen.first ? Math.max(0, to - EARLIER) : to)) return;
      const begins = element("looking").hidden;
      number = Math.min(Math.max(to, seen.first), seen.first + seen.entries.length - 1);
      document.body.classList.add("looks-back");
      element("looking").hidden = false;
      show();
      if (begins) element("later").focus({ preventScroll: true });
    } finally {
      isBusy = false;
    }
  };
  const back = () => {
    if (seen) return go(number - 1);
    const { first, entries } = element("timeline").querySelector("[data-entries]").dataset;
    const last = Number(entries) - 1;
    return go(Math.min(Number(first), last));
  };
  const on = () => (seen ? go(number + 1) : undefined);
  element("earlier").onclick = back;
  element("later").onclick = on;
  element("now").onclick = leave;
  return { isOn: () => seen !== null, back, on, leave };
};
