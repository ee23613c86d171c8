// A language server as a process: requests and notifications over its standard input and output.
"use strict";

const { spawn } = require("child_process");

const HEAD_END = "\r\n\r\n";

class LanguageServer {
  /**
   * Starts the server. `handlers` has a function for each method that the server calls; `ended` is called with a reason
   * when it ends, or does not start.
   */
  constructor(program, args, handlers, ended) {
    this.handlers = handlers;
    this.received = Buffer.alloc(0);
    this.waiting = new Map();
    this.lastId = 0;
    this.process = spawn(program, args, { stdio: ["pipe", "pipe", "ignore"] });
    const end = (reason) => {
      if (this.hasEnded) return;
      this.hasEnded = true;
      for (const { refuse } of this.waiting.values()) refuse(new Error(reason));
      this.waiting.clear();
      ended(reason);
    };
    this.process.on("error", (error) => end(error.message));
    this.process.on("exit", (code, signal) => end(`it has ended with ${signal ?? code}`));
    // What cannot be written any more is noticed when the process ends.
    this.process.stdin.on("error", () => {});
    this.process.stdout.on("data", (data) => this.receive(data));
  }

  /** Asks the server, and returns a promise of its answer. */
  ask(method, params) {
    const id = ++this.lastId;
    return new Promise((answer, refuse) => {
      if (this.hasEnded) return refuse(new Error("the server has ended"));
      this.waiting.set(id, { answer, refuse });
      this.send({ id, method, params });
    });
  }

  /** Tells the server something, without an answer. */
  tell(method, params) {
    if (!this.hasEnded) this.send({ method, params });
  }

  /** Says goodbye to the server. */
  async stop() {
    if (this.hasEnded) return;
    await this.ask("shutdown", null).catch(() => {});
    this.tell("exit", null);
  }

  send(message) {
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
    this.process.stdin.write(`Content-Length: ${body.length}${HEAD_END}`);
    this.process.stdin.write(body);
  }

  receive(data) {
    this.received = Buffer.concat([this.received, data]);
    for (;;) {
      const end = this.received.indexOf(HEAD_END);
      if (end < 0) return;
      const length = Number(/Content-Length: *(\d+)/i.exec(this.received.toString("latin1", 0, end))?.[1]);
      const begin = end + HEAD_END.length;
      if (!(this.received.length >= begin + length)) return;
      const body = this.received.toString("utf8", begin, begin + length);
      this.received = this.received.subarray(begin + length);
      this.take(JSON.parse(body));
    }
  }

  take({ id, method, params, result, error }) {
    if (method !== undefined) {
      this.handlers[method]?.(params);
      if (id !== undefined) this.send({ id, result: null });
      return;
    }
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (error) waiting?.refuse(new Error(error.message));
    else waiting?.answer(result);
  }
}

module.exports = { LanguageServer };
