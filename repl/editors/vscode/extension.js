// Starts `wilderness lsp`, and connects the editor to it.
"use strict";

const { workspace, window } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

/** What the client is told of the server and of the files that it serves. */
function options(program) {
  return {
    server: { command: program, args: ["lsp"] },
    client: {
      documentSelector: [
        { scheme: "file", language: "rhai" },
        { scheme: "file", pattern: "**/*.toml" },
      ],
      synchronize: { fileEvents: workspace.createFileSystemWatcher("**/*.{rhai,toml}") },
    },
  };
}

async function activate() {
  const program = workspace.getConfiguration("wilderness").get("program", "wilderness");
  const { server, client: served } = options(program);
  client = new LanguageClient("wilderness", "Wilderness", server, served);
  try {
    await client.start();
  } catch (error) {
    window.showErrorMessage(
      `wilderness: ${program} does not start (${error.message}). Install the program, or say where it is in the ` +
        "setting `wilderness.program`.",
    );
  }
}

function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate };
