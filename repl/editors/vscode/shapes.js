// What the server says, as the editor has it.
"use strict";

const vscode = require("vscode");

const position = ({ line, character }) => new vscode.Position(line, character);
const range = ({ start, end }) => new vscode.Range(position(start), position(end));
const edit = ({ range: replaced, newText }) => new vscode.TextEdit(range(replaced), newText);
const uri = (text) => vscode.Uri.parse(text);
const location = (found) => new vscode.Location(uri(found.uri), range(found.range));
const text = (said) => (typeof said === "string" ? said : new vscode.MarkdownString(said.value));
/** What is not said is left to the editor. */
const all = (list, shape) => (list ?? []).map(shape);
// The protocol counts the kinds of completions and symbols, and how bad a mistake is, from 1; the editor from 0.
const counted = (number) => number - 1;

function diagnostic(found) {
  const shaped = new vscode.Diagnostic(range(found.range), found.message, counted(found.severity));
  shaped.code = found.code;
  shaped.source = found.source;
  shaped.relatedInformation = all(found.relatedInformation, (more) =>
    new vscode.DiagnosticRelatedInformation(location(more.location), more.message));
  return shaped;
}

function completion(item) {
  const shaped = new vscode.CompletionItem(item.label, counted(item.kind));
  shaped.detail = item.detail;
  shaped.documentation = item.documentation && text(item.documentation);
  if (item.textEdit) {
    shaped.range = range(item.textEdit.range);
    shaped.insertText = item.textEdit.newText;
  }
  return shaped;
}

function signatures(help) {
  const shaped = new vscode.SignatureHelp();
  shaped.activeSignature = help.activeSignature ?? 0;
  shaped.activeParameter = help.activeParameter ?? 0;
  shaped.signatures = all(help.signatures, ({ label, documentation, parameters }) => {
    const signature = new vscode.SignatureInformation(label, documentation && text(documentation));
    signature.parameters = all(parameters, (parameter) => new vscode.ParameterInformation(parameter.label));
    return signature;
  });
  return shaped;
}

function symbol(found) {
  const shaped = new vscode.DocumentSymbol(
    found.name, found.detail ?? "", counted(found.kind), range(found.range), range(found.selectionRange));
  shaped.children = all(found.children, symbol);
  return shaped;
}

function workspaceEdit({ changes, documentChanges }) {
  const shaped = new vscode.WorkspaceEdit();
  for (const [file, edits] of Object.entries(changes ?? {})) shaped.set(uri(file), edits.map(edit));
  for (const change of documentChanges ?? []) {
    if (change.kind === "rename") shaped.renameFile(uri(change.oldUri), uri(change.newUri));
    else shaped.set(uri(change.textDocument.uri), change.edits.map(edit));
  }
  return shaped;
}

function action(offered) {
  const shaped = new vscode.CodeAction(offered.title, vscode.CodeActionKind.QuickFix);
  shaped.edit = workspaceEdit(offered.edit);
  shaped.diagnostics = all(offered.diagnostics, diagnostic);
  shaped.isPreferred = offered.isPreferred;
  return shaped;
}

const lens = (found) => new vscode.CodeLens(range(found.range), found.command);
const fold = (found) => new vscode.FoldingRange(found.startLine, found.endLine);
const hover = (found) => new vscode.Hover(text(found.contents));

module.exports = {
  action, all, completion, diagnostic, edit, fold, hover, lens, location, range, signatures, symbol, uri, workspaceEdit,
};
