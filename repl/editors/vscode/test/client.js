// Activates the extension as VS Code does, with a stand-in for the editor, and speaks with the server that it would start:
// a mistake is found, an array completed, and a script laid out. The program is the first argument, or `wilderness` on the search path.
"use strict";

const { spawn } = require("child_process");
const fs = require("fs");
const Module = require("module");
const os = require("os");
const path = require("path");
const rpc = require("vscode-jsonrpc/node");

const program = process.argv[2] ?? "wilderness";
const root = fs.mkdtempSync(path.join(os.tmpdir(), "wilderness-"));
let started;

class LanguageClient {
  constructor(id, name, server, client) {
    started = { server, client };
  }
  async start() {}
  async stop() {}
}

const commands = {};
let told;
const schemasWritten = new Promise((done) => (told = done));
const editor = {
  commands: {
    registerCommand: (name, run) => {
      commands[name] = run;
      return { dispose() {} };
    },
  },
  workspace: {
    findFiles: async () => [{ fsPath: path.join(root, "content.toml") }],
    getConfiguration: () => ({ get: (key, otherwise) => (key === "program" ? program : otherwise) }),
    createFileSystemWatcher: (pattern) => ({ pattern }),
  },
  window: {
    showErrorMessage: (message) => { throw new Error(message); },
    showInformationMessage: (message) => told(message),
  },
};
const load = Module._load;
Module._load = (name, ...rest) => {
  if (name === "vscode") return editor;
  return name === "vscode-languageclient/node" ? { LanguageClient } : load(name, ...rest);
};

function expect(holds, what) {
  if (!holds) throw new Error(`${what} does not hold`);
}

async function main() {
  const subscriptions = [];
  await require("../extension.js").activate({ subscriptions });
  const { server, client } = started;
  expect(client.documentSelector.some((one) => one.language === "rhai"), "scripts are served");
  expect(client.documentSelector.some((one) => one.pattern === "**/*.toml"), "data is served");
  const file = path.join(root, "scripts/events/small_pox.rhai");
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(path.join(root, "content.toml"), 'game = "war"\nbase = "war"\n');
  const text = 'fn play() {\n    let stack = game.units(game.enemy, space("albany"));\n    game.rol( 1+2 );\n    stack.\n}\n';
  fs.writeFileSync(file, text);

  commands["wilderness.schema"]();
  await schemasWritten;
  expect(fs.existsSync(path.join(root, ".taplo.toml")), "the schemas are written");

  const child = spawn(server.command, server.args, { stdio: ["pipe", "pipe", "inherit"] });
  const connection = rpc.createMessageConnection(child.stdout, child.stdin);
  const found = new Promise((told) => {
    connection.onNotification("textDocument/publishDiagnostics", ({ diagnostics }) => diagnostics.length && told(diagnostics));
  });
  connection.listen();
  const { capabilities } = await connection.sendRequest("initialize", { processId: process.pid, rootUri: null, capabilities: {} });
  connection.sendNotification("initialized", {});
  const uri = `file://${file}`;
  connection.sendNotification("textDocument/didOpen", { textDocument: { uri, languageId: "rhai", version: 1, text } });
  await found;
  const items = await connection.sendRequest("textDocument/completion", {
    textDocument: { uri },
    position: { line: 3, character: 10 },
  });
  const labels = items.map((item) => item.label);
  expect(labels.includes("filter") && !labels.includes("is_port"), `an array is completed: ${labels}`);
  expect(capabilities.documentFormattingProvider, "the server offers to lay out files");
  const edits = await connection.sendRequest("textDocument/formatting", {
    textDocument: { uri },
    options: { tabSize: 4, insertSpaces: true },
  });
  expect(edits.length === 1 && edits[0].newText.includes("\n    game.rol(1 + 2);\n"), "the script is laid out");
  await connection.sendRequest("shutdown");
  const ended = new Promise((done) => child.on("exit", done));
  connection.sendNotification("exit");
  expect((await ended) === 0, "the server ends well");
  fs.rmSync(root, { recursive: true });
  console.log("the extension starts the server, which finds a mistake, completes an array and lays out a script; it writes schemas");
}

main().then(
  () => process.exit(0),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
