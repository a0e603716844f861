// npm test: sets up what is missing, runs all tests and ends with a plain count. With --check every gate runs before them, and
// beside them the checks of the repository itself (*.check.ts): tidy, the schema, the pages, the benchmarks.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { ensureInstalled, root } from "./ensure-installed.js";

/** What `npm run check` runs before the tests, each counted as one test: two rows side by side, since most gates use one core. */
const GATES = [
  [
    { name: "format", command: ["prettier", "--check", "--log-level=warn", "."] },
    { name: "lint", command: ["oxlint"] },
    { name: "unused code", command: ["knip"] },
  ],
  [
    { name: "types", command: ["tsc", "-p", "."] },
    { name: "types of the dashboard", command: ["tsc", "-p", "packages/dashboard"] },
    { name: "build", command: ["tsx", "tools/build.ts"] },
    { name: "published packages", command: ["tsx", "tools/check-packages.ts"] },
  ],
];
const results = `${root}.cache/test-results.json`;

ensureInstalled();
const isCheck = process.argv.includes("--check");
const vitestArguments = process.argv.slice(2).filter((argument) => argument !== "--check");
const gates = isCheck ? await runGates() : { passed: 0, failed: 0 };
const tests = runTests();
const failed = gates.failed + tests.failed;
const skipped = tests.skipped > 0 ? `, ${tests.skipped} skipped` : "";
console.log(`${gates.passed + tests.passed} passed, ${failed} failed${skipped}`);
process.exit(failed === 0 ? 0 : 1);

async function runGates() {
  const outcomes = (await Promise.all(GATES.map(runRow))).flat();
  const passed = outcomes.filter((isGood) => isGood).length;
  return { passed, failed: outcomes.length - passed };
}

/** @param {{ name: string, command: string[] }[]} row */
async function runRow(row) {
  const outcomes = [];
  for (const { name, command } of row) {
    const started = performance.now();
    const { status, output } = await runApart(command);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${status === 0 ? "ok  " : "FAIL"} ${name} (${seconds} s)${status === 0 ? "" : `\n${output}`}`);
    outcomes.push(status === 0);
  }
  return outcomes;
}

function runTests() {
  mkdirSync(`${root}.cache`, { recursive: true });
  rmSync(results, { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${results}`];
  const status = run(["vitest", "run", ...reporters, ...vitestArguments]);
  // Without results Vitest did not get as far as a test: that is a failure, whatever it says.
  if (!existsSync(results)) return { passed: 0, failed: 1, skipped: 0 };
  /** @type {{ numPassedTests: number, numFailedTests: number, numPendingTests: number }} */
  const report = JSON.parse(readFileSync(results, "utf8"));
  // A file that could not be loaded or an error outside of any test has no failed test of its own.
  const failed = Math.max(report.numFailedTests, status === 0 ? 0 : 1);
  return { passed: report.numPassedTests, failed, skipped: report.numPendingTests };
}

/**
 * @param {string[]} command
 * @returns {number}
 */
function run([program = "", ...rest]) {
  const { status } = spawnSync(binary(program), rest, { ...surroundings(), stdio: ["ignore", "inherit", "inherit"] });
  return status ?? 1;
}

/**
 * What it prints is kept together: another may run beside it.
 *
 * @param {string[]} command
 * @returns {Promise<{ status: number, output: string }>}
 */
function runApart([program = "", ...rest]) {
  return new Promise((resolve) => {
    const child = spawn(binary(program), rest, { ...surroundings(), stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += String(text)));
    child.on("error", (error) => resolve({ status: 1, output: error.message }));
    child.on("close", (status) => resolve({ status: status ?? 1, output }));
  });
}

/** @param {string} program */
function binary(program) {
  return `${root}node_modules/.bin/${program}`;
}

function surroundings() {
  const env = { ...process.env, ...(isCheck ? { ROTA_CHECK: "1" } : {}) };
  return { cwd: root, env, shell: process.platform === "win32" };
}
