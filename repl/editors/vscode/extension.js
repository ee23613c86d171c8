// Starts `wilderness lsp`, and connects the editor to it. It needs nothing but the editor and the program.
"use strict";

const { execFile } = require("child_process");
const path = require("path");
const { commands, languages, window, workspace, EventEmitter } = require("vscode");
const { LanguageServer } = require("./server");
const shapes = require("./shapes");

/** The files that the server reads. */
const SERVED = [
  { scheme: "file", language: "rhai" },
  { scheme: "file", pattern: "**/*.toml" },
];
/** The files that say what a directory is: one with content, or a game. */
const MANIFESTS = "**/{content,game}.toml";
/** How often a server that fails is started again. */
const MOST_STARTS = 5;

/** A range as the server has it. */
const told = ({ start, end }) => ({ start, end });

let client;

class Client {
  constructor(program, bot) {
    this.program = program;
    this.bot = bot;
    this.starts = 0;
    this.mistakes = languages.createDiagnosticCollection("wilderness");
    this.lensesChanged = new EventEmitter();
  }

  /** Starts the server, and tells it what is open. */
  async start() {
    this.starts += 1;
    this.server = new LanguageServer(this.program, ["lsp"], this.handlers(), (reason) => this.ended(reason));
    const params = {
      processId: process.pid,
      rootUri: null,
      capabilities: { workspace: { codeLens: { refreshSupport: true } } },
      initializationOptions: { bot: this.bot },
    };
    const { capabilities } = await this.server.ask("initialize", params);
    this.capabilities = capabilities;
    this.server.tell("initialized", {});
    workspace.textDocuments.forEach((document) => this.open(document));
  }

  handlers() {
    return {
      "textDocument/publishDiagnostics": ({ uri, diagnostics }) =>
        this.mistakes.set(shapes.uri(uri), diagnostics.map(shapes.diagnostic)),
      "window/showMessage": ({ type, message }) => {
        const show = { 1: window.showErrorMessage, 2: window.showWarningMessage }[type] ?? window.showInformationMessage;
        show(message);
      },
      "workspace/codeLens/refresh": () => this.lensesChanged.fire(),
    };
  }

  ended(reason) {
    this.mistakes.clear();
    // What never answered is not started again: it is not there, or is another program.
    if (this.isStopped || !this.capabilities) return;
    if (this.starts < MOST_STARTS) this.start().catch((error) => window.showErrorMessage(`wilderness: ${error.message}`));
    else window.showErrorMessage(`wilderness: the server fails again and again: ${reason}`);
  }

  async stop() {
    this.isStopped = true;
    await this.server.stop();
  }

  isServed(document) {
    return languages.match(SERVED, document) > 0;
  }

  open(document) {
    if (!this.isServed(document)) return;
    const { uri, languageId, version } = document;
    this.server.tell("textDocument/didOpen", {
      textDocument: { uri: uri.toString(), languageId, version, text: document.getText() },
    });
  }

  /** What the editor tells the server without being asked. */
  listen() {
    const named = ({ uri }) => ({ textDocument: { uri: uri.toString() } });
    const tell = (method) => (document) => {
      if (this.isServed(document)) this.server.tell(`textDocument/${method}`, named(document));
    };
    const changed = ({ document, contentChanges }) => {
      if (!this.isServed(document) || contentChanges.length === 0) return;
      const { uri, version } = document;
      const changes = contentChanges.map(({ range, text }) => ({ range: told(range), text }));
      this.server.tell("textDocument/didChange", { textDocument: { uri: uri.toString(), version }, contentChanges: changes });
    };
    const watcher = workspace.createFileSystemWatcher("**/*.{rhai,toml}");
    const onDisk = (type) => (uri) =>
      this.server.tell("workspace/didChangeWatchedFiles", { changes: [{ uri: uri.toString(), type }] });
    return [
      this.mistakes,
      workspace.onDidOpenTextDocument((document) => this.open(document)),
      workspace.onDidChangeTextDocument(changed),
      workspace.onDidSaveTextDocument(tell("didSave")),
      workspace.onDidCloseTextDocument(tell("didClose")),
      watcher,
      watcher.onDidCreate(onDisk(1)),
      watcher.onDidChange(onDisk(2)),
      watcher.onDidDelete(onDisk(3)),
    ];
  }

  /** Asks the server about a document, and gives its answer the shape that the editor wants. */
  async about(method, { uri }, more, shape) {
    const answer = await this.server.ask(`textDocument/${method}`, { textDocument: { uri: uri.toString() }, ...more });
    return answer === null ? undefined : shape(answer);
  }

  /** What the editor asks the server. */
  provide() {
    const each = (shape) => (list) => shapes.all(list, shape);
    const whole = (method, shape) => (document) => this.about(method, document, {}, shape);
    const at = (method, shape) => (document, position) => this.about(method, document, { position }, shape);
    const triggers = (of) => this.capabilities[of]?.triggerCharacters ?? [];
    const context = ({ diagnostics }) => ({ diagnostics: diagnostics.map(({ range, message }) => ({ range: told(range), message })) });
    return [
      languages.registerCompletionItemProvider(
        SERVED, { provideCompletionItems: at("completion", each(shapes.completion)) }, ...triggers("completionProvider")),
      languages.registerSignatureHelpProvider(
        SERVED, { provideSignatureHelp: at("signatureHelp", shapes.signatures) }, ...triggers("signatureHelpProvider")),
      languages.registerHoverProvider(SERVED, { provideHover: at("hover", shapes.hover) }),
      languages.registerDefinitionProvider(SERVED, { provideDefinition: at("definition", shapes.location) }),
      languages.registerReferenceProvider(SERVED, {
        provideReferences: (document, position, context) =>
          this.about("references", document, { position, context }, each(shapes.location)),
      }),
      languages.registerRenameProvider(SERVED, {
        prepareRename: at("prepareRename", shapes.range),
        provideRenameEdits: (document, position, newName) =>
          this.about("rename", document, { position, newName }, shapes.workspaceEdit),
      }),
      languages.registerCodeActionsProvider(SERVED, {
        provideCodeActions: (document, range, wanted) =>
          this.about("codeAction", document, { range: told(range), context: context(wanted) }, each(shapes.action)),
      }),
      languages.registerDocumentSymbolProvider(
        SERVED, { provideDocumentSymbols: whole("documentSymbol", each(shapes.symbol)) }),
      languages.registerFoldingRangeProvider(SERVED, { provideFoldingRanges: whole("foldingRange", each(shapes.fold)) }),
      languages.registerDocumentFormattingEditProvider(SERVED, {
        provideDocumentFormattingEdits: (document, options) =>
          this.about("formatting", document, { options }, each(shapes.edit)),
      }),
      languages.registerCodeLensProvider(SERVED, {
        onDidChangeCodeLenses: this.lensesChanged.event,
        provideCodeLenses: whole("codeLens", each(shapes.lens)),
      }),
      ...(this.capabilities.executeCommandProvider?.commands ?? []).map((command) =>
        commands.registerCommand(command, (...args) =>
          this.server.ask("workspace/executeCommand", { command, arguments: args }))),
    ];
  }
}

/** Writes the schemas of each content and game that is open, for extensions that read TOML with a schema. */
async function writeSchemas(program) {
  for (const { fsPath } of await workspace.findFiles(MANIFESTS)) {
    execFile(program, ["schema", path.dirname(fsPath)], (error, written, why) => {
      if (error) window.showErrorMessage(`wilderness: ${why || error.message}`);
      else window.showInformationMessage(`wilderness has written\n${written}`);
    });
  }
}

async function activate(context) {
  const settings = workspace.getConfiguration("wilderness");
  const program = settings.get("program", "wilderness");
  context.subscriptions.push(commands.registerCommand("wilderness.schema", () => writeSchemas(program)));
  client = new Client(program, settings.get("bot", "greedy"));
  try {
    await client.start();
  } catch (error) {
    window.showErrorMessage(
      `wilderness: ${program} does not start (${error.message}). Install the program, or say where it is in the ` +
        "setting `wilderness.program`.",
    );
    return;
  }
  context.subscriptions.push(...client.listen(), ...client.provide());
}

function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate };
