// Activates the extension as VS Code does, with a stand-in for the editor, and asks what the editor asks: a mistake is found
// and put right, an array completed, a function explained, found and renamed, and a script laid out. The program is the
// first argument, or `wilderness` on the search path.
"use strict";

const fs = require("fs");
const Module = require("module");
const os = require("os");
const path = require("path");

const program = process.argv[2] ?? "wilderness";
const root = fs.mkdtempSync(path.join(os.tmpdir(), "wilderness-"));

function expect(holds, what) {
  if (!holds) throw new Error(`${what} does not hold`);
}

/** Something that others listen to. */
class EventEmitter {
  constructor() {
    this.heard = [];
    this.event = (listener) => {
      this.heard.push(listener);
      return { dispose() {} };
    };
  }
  fire(what) {
    this.heard.forEach((listener) => listener(what));
  }
}

class Position {
  constructor(line, character) {
    Object.assign(this, { line, character });
  }
}
class Range {
  constructor(start, end) {
    Object.assign(this, { start, end });
  }
  // As in the editor: it is not what the server reads.
  toJSON() {
    return [this.start, this.end];
  }
}
class WorkspaceEdit {
  constructor() {
    this.edits = [];
  }
  set(uri, edits) {
    this.edits.push([uri, edits]);
  }
}
/** A class whose values have what they are made of, under these names. */
const shape = (...names) =>
  class {
    constructor(...values) {
      names.forEach((name, index) => (this[name] = values[index]));
    }
  };

const commands = {};
const providers = {};
const events = Object.fromEntries(["Open", "Change", "Save", "Close"].map((name) => [name, new EventEmitter()]));
const found = new EventEmitter();
const shown = new EventEmitter();
const registered = { dispose() {} };
const document = (file, text) => ({
  uri: { toString: () => `file://${file}` },
  languageId: "rhai",
  version: 1,
  getText: () => text,
});
const script = path.join(root, "scripts/events/small_pox.rhai");
const text = 'fn play() {\n    let stack = game.units(game.enemy, space("albany"));\n    game.rol( 1+2 );\n    stack.\n    aid();\n}\n\n// Helps.\nfn aid() { }\n';
const open = document(script, text);

const editor = {
  Position,
  Range,
  WorkspaceEdit,
  EventEmitter,
  Uri: { parse: (uri) => uri },
  CodeActionKind: { QuickFix: "quickfix" },
  TextEdit: shape("range", "newText"),
  Location: shape("uri", "range"),
  MarkdownString: shape("value"),
  Diagnostic: shape("range", "message", "severity"),
  DiagnosticRelatedInformation: shape("location", "message"),
  CompletionItem: shape("label", "kind"),
  SignatureHelp: shape(),
  SignatureInformation: shape("label", "documentation"),
  ParameterInformation: shape("label"),
  DocumentSymbol: shape("name", "detail", "kind", "range", "selectionRange"),
  CodeAction: shape("title", "kind"),
  CodeLens: shape("range", "command"),
  FoldingRange: shape("start", "end"),
  Hover: shape("contents"),
  commands: { registerCommand: (name, run) => ((commands[name] = run), registered) },
  languages: new Proxy(
    {
      match: () => 10,
      createDiagnosticCollection: () => ({ set: (uri, mistakes) => found.fire({ uri, mistakes }), clear() {}, dispose() {} }),
    },
    { get: (own, name) => own[name] ?? ((_, provider) => (Object.assign(providers, provider), registered)) },
  ),
  workspace: {
    textDocuments: [],
    findFiles: async () => [{ fsPath: path.join(root, "content.toml") }],
    getConfiguration: () => ({ get: (key, otherwise) => (key === "program" ? program : otherwise) }),
    createFileSystemWatcher: () => ({ onDidCreate: () => registered, onDidChange: () => registered, onDidDelete: () => registered }),
    onDidOpenTextDocument: events.Open.event,
    onDidChangeTextDocument: events.Change.event,
    onDidSaveTextDocument: events.Save.event,
    onDidCloseTextDocument: events.Close.event,
  },
  window: {
    showErrorMessage: (message) => { throw new Error(message); },
    showInformationMessage: (message) => shown.fire(message),
  },
};
const load = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? editor : load(name, ...rest));

const next = (emitter, wanted) => new Promise((told) => emitter.event((what) => wanted(what) && told(what)));
const at = (word) => {
  const before = text.slice(0, text.indexOf(word)).split("\n");
  return new Position(before.length - 1, before.at(-1).length);
};

async function main() {
  fs.mkdirSync(path.dirname(script), { recursive: true });
  fs.writeFileSync(path.join(root, "content.toml"), 'game = "war"\nbase = "war"\n');
  fs.writeFileSync(script, text);
  const extension = require("../vscode/extension.js");
  await extension.activate({ subscriptions: [] });

  const schemas = next(shown, (message) => message.includes("schemas"));
  commands["wilderness.schema"]();
  await schemas;
  expect(fs.existsSync(path.join(root, ".taplo.toml")), "the schemas are written");

  const wrong = next(found, ({ mistakes }) => mistakes.length > 0);
  events.Open.fire(open);
  expect((await wrong).uri === open.uri.toString(), "the mistake is in the script");
  const items = await providers.provideCompletionItems(open, new Position(3, 10));
  const labels = items.map((item) => item.label);
  expect(labels.includes("filter") && !labels.includes("is_port"), `an array is completed: ${labels}`);
  const edits = await providers.provideDocumentFormattingEdits(open, { tabSize: 4, insertSpaces: true });
  expect(edits.length === 1 && edits[0].newText.includes("\n    game.rol(1 + 2);\n"), "the script is laid out");
  const told = await providers.provideHover(open, at("aid()"));
  expect(told.contents.value.includes("Helps."), "the comment above a function is shown");
  const defined = await providers.provideDefinition(open, at("aid()"));
  expect(defined.range.start.line === 8, "a function is found");
  const renamed = await providers.provideRenameEdits(open, at("aid()"), "helper");
  expect(renamed.edits[0][1].length === 2, "a function is renamed where it is called, too");
  const symbols = await providers.provideDocumentSymbols(open);
  expect(symbols.map((symbol) => symbol.name.split("(")[0]).join() === "play,aid", "functions are listed");

  // A change of a few letters is told as one, and the mistake that it leaves has a quick fix.
  const change = { range: new Range(new Position(3, 4), new Position(3, 10)), text: "" };
  const left = next(found, ({ mistakes }) => mistakes.some((mistake) => mistake.message.includes("`rol`")));
  events.Change.fire({ document: { ...open, version: 2 }, contentChanges: [change] });
  const [mistake] = (await left).mistakes;
  const [fix] = await providers.provideCodeActions(open, mistake.range, { diagnostics: [mistake] });
  expect(fix.edit.edits[0][1][0].newText === "roll", "a mistake is put right");

  await extension.deactivate();
  fs.rmSync(root, { recursive: true });
  console.log("the extension tells the server what is open, and gives the editor what that answers; it writes schemas");
}

main().then(
  () => process.exit(0),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
