// Runs all tests of the extension, each with the program that is named: npm would name it to the last alone.
"use strict";

const { spawnSync } = require("child_process");
const path = require("path");

for (const name of ["grammar", "schemas", "client"]) {
  const { status } = spawnSync(process.execPath, [path.join(__dirname, `${name}.js`), ...process.argv.slice(2)], { stdio: "inherit" });
  if (status !== 0) process.exit(1);
}
