// Compiles the schemas that `wilderness schema` writes, with a validator that others use, and holds the data files that
// `wilderness export` writes against them: each fits, and none with a misspelt key. The program is the first argument, or
// `wilderness` on the search path.
"use strict";

const { execFileSync } = require("child_process");
const fs = require("fs");
const os = require("os");
const path = require("path");
const Ajv = require("ajv");
const toml = require("smol-toml");

const program = process.argv[2] ?? "wilderness";

function expect(holds, what) {
  if (!holds) throw new Error(`${what} does not hold`);
}

/** Whether a path is meant by a pattern, in which `*` is a name. */
function isMeant(file, pattern) {
  const parts = pattern.split("*").map((part) => part.replace(/[.\/]/g, "\\$&"));
  return new RegExp(`^${parts.join("[^/]*")}$`).test(file);
}

let files = 0;
for (const game of ["war", "battles", "draughts", "crown-and-league", "alder-fords", "fen"]) {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), "wilderness-"));
  execFileSync(program, ["export", "--game", game, root]);
  execFileSync(program, ["schema", root]);
  const read = (file) => fs.readFileSync(path.join(root, file), "utf8");
  const ajv = new Ajv({ allErrors: true });
  const kinds = JSON.parse(read("schemas/index.json")).map((kind) => ({
    ...kind,
    fits: ajv.compile(JSON.parse(read(`schemas/${kind.schema}`))),
  }));
  const all = fs.readdirSync(root, { recursive: true }).map((file) => file.replaceAll("\\", "/"));
  for (const file of all.filter((file) => file.endsWith(".toml") && file !== ".taplo.toml")) {
    const meant = (patterns) => patterns.some((pattern) => isMeant(file, pattern));
    const own = kinds.filter((kind) => meant(kind.include) && !meant(kind.exclude));
    expect(own.length === 1, `${file} has one schema`);
    const value = toml.parse(read(file));
    expect(own[0].fits(value), `${file} fits its schema: ${JSON.stringify(own[0].fits.errors)}`);
    for (const key of Object.keys(value)) {
      const { [key]: moved, ...others } = value;
      expect(!own[0].fits({ ...others, [`${key}q`]: moved }), `\`${key}q\` of ${file} is refused`);
    }
    files += 1;
  }
  fs.rmSync(root, { recursive: true });
}
expect(files > 20, `${files} files are many`);
console.log(`the schemas fit ${files} data files, and refuse each misspelt key`);
