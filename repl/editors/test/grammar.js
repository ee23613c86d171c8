// Colours every script that the program has, and says what the grammar does not know: each letter but a space has a scope
// of its own, and comments, texts and names of functions have theirs.
"use strict";

const fs = require("fs");
const path = require("path");
const oniguruma = require("vscode-oniguruma");
const textmate = require("vscode-textmate");

const root = path.join(__dirname, "../../..");

function scripts(directory) {
  return fs.readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const whole = path.join(directory, entry.name);
    if (entry.isDirectory()) return scripts(whole);
    return entry.name.endsWith(".rhai") ? [whole] : [];
  });
}

async function main() {
  const wasm = fs.readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm"));
  await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
  const file = path.join(__dirname, "../vscode/syntaxes/rhai.tmLanguage.json");
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => textmate.parseRawGrammar(fs.readFileSync(file, "utf8"), file),
  });
  const grammar = await registry.loadGrammar("source.rhai");
  const wrong = [];
  const all = ["scripts", "tests/famous-cards", "tests/southern-frontier"].flatMap((part) => scripts(path.join(root, part)));
  let tokens = 0;
  for (const script of all) {
    let stack = textmate.INITIAL;
    fs.readFileSync(script, "utf8").split("\n").forEach((line, index) => {
      const found = grammar.tokenizeLine(line, stack);
      stack = found.ruleStack;
      const comment = /^\s*\/\//.test(line);
      const defined = line.match(/^fn (\w+)/)?.[1];
      for (const token of found.tokens) {
        const text = line.slice(token.startIndex, token.endIndex);
        if (!text.trim()) continue;
        tokens += 1;
        const scope = token.scopes.at(-1);
        const say = (what) => wrong.push(`${script}:${index + 1}:${token.startIndex + 1}: \`${text}\` ${what}: ${token.scopes}`);
        if (token.scopes.length < 2) say("has no scope");
        if (comment && !scope.startsWith("comment.")) say("is in a comment");
        if (scope.startsWith("invalid.")) say("is called wrong");
        if (text === defined && !/^(entity\.name\.function|variable)/.test(scope)) say("is defined here");
      }
    });
    if (stack.depth > 1) wrong.push(`${script}: a text or a comment is still open at its end`);
  }
  if (wrong.length > 0 || all.length < 40) {
    console.error(wrong.slice(0, 20).join("\n"), `\n${wrong.length} faults in ${all.length} scripts`);
    process.exit(1);
  }
  console.log(`${all.length} scripts, ${tokens} words and signs: all have a scope`);
}

main();
