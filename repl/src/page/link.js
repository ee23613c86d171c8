// The link to the server: what changes there, as it changes, and what the player wants, sent until it has arrived.

/** How long nothing may come before the stream counts as broken; the server says something every 15 seconds. */
const SILENCE = 40_000;
/** How often a page without a stream asks, in view and out of view. */
const ASKING = [2_000, 15_000];
/** How long a page stays out of view before it gives its stream up. */
const AWAY = 10_000;
/** The waits between attempts. */
const WAITS = [500, 1_000, 2_000, 4_000, 8_000, 15_000];
/** How many streams the pages of one browser have together: it allows six connections to a server, for all of them. */
const STREAMS = 3;
/** How long a page holds a stream's place without saying so again. */
const HELD = 9_000;

/** What a status says about a link that leads nowhere. */
const GONE = { 404: "gone", 410: "archived" };
/** The status of a seat that as many pages follow by streams as may. */
const TAKEN = 429;

const wait = (time, signal) => new Promise((resolve) => {
  const timer = setTimeout(resolve, time);
  signal?.addEventListener("abort", () => { clearTimeout(timer); resolve(); });
});
const after = (attempt) => WAITS[Math.min(attempt, WAITS.length - 1)] * (0.75 + Math.random() / 2);

/** The places of streams, which all pages of this browser share. */
const slots = {
  own: Math.random().toString(36).slice(2),
  held: null,
  /** Takes a free place, or keeps the one it has; false if there is none. */
  take() {
    try {
      const now = Date.now();
      const names = Array.from({ length: STREAMS }, (_, number) => `stream-${number}`);
      const read = (name) => JSON.parse(localStorage.getItem(name) || "null");
      this.held = names.find((name) => read(name)?.page === this.own) ||
        names.find((name) => !(now - read(name)?.time < HELD)) || null;
      if (this.held) localStorage.setItem(this.held, JSON.stringify({ page: this.own, time: now }));
      return this.held !== null;
    } catch {
      // Without storage, each page takes what it can get.
      return true;
    }
  },
  leave() {
    try {
      if (this.held) localStorage.removeItem(this.held);
    } catch { /* There is nothing to give back. */ }
    this.held = null;
  },
};

/**
 * Follows the game. `show` is given what has changed, and whether that is everything; `tell` is told how the link is: ""
 * if it is well, "broken", or "gone" or "archived" if it leads nowhere.
 */
export const follow = (version, show, tell) => {
  let attempt = 0;
  let stop = new AbortController();
  let isGone = false;
  const gone = (status) => {
    isGone = true;
    slots.leave();
    tell(GONE[status]);
  };
  const well = () => {
    attempt = 0;
    tell("");
  };

  // One event after the other; each says what has changed since the one before.
  const stream = async (signal) => {
    const silent = new AbortController();
    signal.addEventListener("abort", () => silent.abort());
    let alarm = setTimeout(() => silent.abort(), SILENCE);
    const holds = setInterval(() => slots.take(), HELD / 3);
    try {
      const answer = await fetch("events", { signal: silent.signal, headers: { Accept: "text/event-stream" } });
      if (GONE[answer.status]) return gone(answer.status);
      if (answer.status === TAKEN) {
        // Without a stream, a page asks.
        await ask(signal);
        return await wait(ASKING[0], wake.signal);
      }
      if (!answer.ok) throw new Error(answer.statusText);
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      let [text, isFirst] = ["", true];
      for (;;) {
        const { value, done } = await reader.read();
        if (done) break;
        clearTimeout(alarm);
        alarm = setTimeout(() => silent.abort(), SILENCE);
        text += value;
        const events = text.split("\n\n");
        text = events.pop();
        // The link has been taken away, and perhaps its server with it: at a prompt, the board is off.
        if (events.some((one) => one.startsWith("event: gone"))) {
          const answer = await fetch("state?since=0").catch(() => null);
          return gone(GONE[answer?.status] ? answer.status : 404);
        }
        for (const event of events.filter((one) => one.startsWith("data: "))) {
          well();
          show(JSON.parse(event.slice(6)), isFirst);
          isFirst = false;
        }
      }
    } finally {
      clearTimeout(alarm);
      clearInterval(holds);
    }
    throw new Error("the stream has ended");
  };

  const ask = async (signal) => {
    const answer = await fetch(`state?since=${version()}`, { signal });
    if (GONE[answer.status]) return gone(answer.status);
    if (!answer.ok) throw new Error(answer.statusText);
    well();
    if (answer.status === 200) show(await answer.json(), true);
  };

  let wake = new AbortController();
  const keep = async () => {
    while (!isGone) {
      const { signal } = stop;
      try {
        if (!document.hidden && slots.take()) await stream(signal);
        else {
          await ask(signal);
          if (!isGone) await wait(ASKING[document.hidden ? 1 : 0], wake.signal);
        }
      } catch {
        if (isGone) return;
        if (!signal.aborted) {
          if (attempt > 0) tell("broken");
          await wait(after(attempt++), wake.signal);
        }
      }
    }
  };
  const again = () => {
    wake.abort();
    wake = new AbortController();
  };
  const leave = () => {
    stop.abort();
    stop = new AbortController();
    slots.leave();
  };
  let away;
  document.addEventListener("visibilitychange", () => {
    clearTimeout(away);
    if (document.hidden) away = setTimeout(leave, AWAY);
    else again();
  });
  addEventListener("pagehide", leave);
  addEventListener("online", again);
  keep();
  // What has been answered shows at once, even without a stream.
  return () => { if (slots.held === null) again(); };
};

/** Sends what the player wants, again and again until it has arrived; it is carried out once. */
export const send = async (wish, tell) => {
  const id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
  for (let attempt = 0; ; attempt++) {
    try {
      const answer = await fetch("wish", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ ...wish, id, again: attempt > 0 }),
      });
      if (answer.ok) return await answer.json();
      // 408: a bot thinks for long. What is sent again waits for the same answer.
      const retry = [408, 429].includes(answer.status) || answer.status >= 502;
      if (answer.status === 404) return { done: false, text: "This link no longer works." };
      if (!retry) return { done: false, text: await answer.text() };
    } catch { /* It is sent again. */ }
    if (attempt > 0) tell("sending");
    await wait(after(attempt));
  }
};
