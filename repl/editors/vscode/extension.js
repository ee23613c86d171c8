// Starts `wilderness lsp`, and connects the editor to it.
"use strict";

const { execFile } = require("child_process");
const { commands, workspace, window } = require("vscode");
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

/** Writes the schemas of each content directory that is open, for extensions that read TOML with a schema. */
async function writeSchemas(program) {
  const manifests = await workspace.findFiles("**/content.toml");
  for (const { fsPath } of manifests) {
    const directory = fsPath.slice(0, -"content.toml".length);
    execFile(program, ["schema", directory], (error, written, why) => {
      if (error) window.showErrorMessage(`wilderness: ${why || error.message}`);
      else window.showInformationMessage(`wilderness has written\n${written}`);
    });
  }
}

async function activate(context) {
  const program = workspace.getConfiguration("wilderness").get("program", "wilderness");
  const { server, client: served } = options(program);
  context.subscriptions.push(commands.registerCommand("wilderness.schema", () => writeSchemas(program)));
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
