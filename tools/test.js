// npm test and npm run check: set up what is missing, run the tests of the tier and end with a plain count. `--help` describes both.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { setPriority } from "node:os";
import { ensureInstalled, root } from "./ensure-installed.js";
import { liveLine } from "./testing/live-line.js";
import { HELP, readArguments } from "./testing/test-arguments.js";

/** Gates that `npm run check` runs before the tests, which need their output. Each gate counts as one test. */
const GATES_BEFORE = [{ name: "build", command: ["tsx", "tools/build.ts"] }];
/** These run one after another beside the tests, with a lower priority: tests wait half of their time. */
const GATES_BESIDE = [
  { name: "types", command: ["tsc", "-p", "."] },
  { name: "types of the dashboard", command: ["tsc", "-p", "packages/dashboard"] },
  { name: "lint", command: ["oxlint"] },
  { name: "format", command: ["prettier", "--check", "--log-level=warn", "."] },
  { name: "unused code", command: ["knip"] },
  { name: "published packages", command: ["tsx", "tools/check-packages.ts"] },
];
/** Niceness of the gates beside the tests: 0 is normal, 19 the lowest priority. */
const NICENESS = 10;
const results = `${root}.cache/test-results.json`;

const { problem, isHelp, isCheck, variables, vitestArguments } = readArguments(process.argv.slice(2));
if (problem !== undefined) {
  console.error(problem);
  process.exit(2);
}
if (isHelp) {
  console.log(HELP);
  process.exit(0);
}
ensureInstalled();
process.on("SIGINT", () => undefined); // a Ctrl-C reaches the tests too: what they have started ends first
const before = isCheck ? await runGates(GATES_BEFORE) : [];
const [beside, tests] = await Promise.all([isCheck ? runGates(GATES_BESIDE, NICENESS) : [], runTests()]);
const gates = [...before, ...beside];
const failed = gates.filter((isGood) => !isGood).length + tests.failed;
const skipped = tests.skipped > 0 ? `, ${tests.skipped} skipped` : "";
console.log(`${gates.filter((isGood) => isGood).length + tests.passed} passed, ${failed} failed${skipped}`);
process.exit(failed === 0 ? 0 : 1);

/**
 * Returns for each gate whether it passed.
 *
 * @param {{ name: string, command: string[] }[]} gates
 * @param {number} niceness
 */
async function runGates(gates, niceness = 0) {
  const outcomes = [];
  for (const { name, command } of gates) {
    const started = performance.now();
    const { status, output } = await runApart(command, niceness);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const verdict = status === 0 ? "ok  " : "FAIL";
    liveLine().print(`${verdict} ${name} (${seconds} s)${status === 0 ? "" : `\n${output}`}`);
    outcomes.push(status === 0);
  }
  return outcomes;
}

async function runTests() {
  mkdirSync(`${root}.cache`, { recursive: true });
  rmSync(results, { force: true });
  const reporters = ["--reporter=./tools/testing/live-reporter.ts", "--reporter=json", `--outputFile.json=${results}`];
  const status = await run(["vitest", "run", ...reporters, ...vitestArguments]);
  // Without results Vitest did not run any test, which is a failure whatever its exit code is.
  if (!existsSync(results)) return { passed: 0, failed: 1, skipped: 0 };
  /** @type {{ numPassedTests: number, numFailedTests: number, numPendingTests: number }} */
  const report = JSON.parse(readFileSync(results, "utf8"));
  // A file that could not be loaded, or an error outside of any test, has no failed test of its own.
  const failed = Math.max(report.numFailedTests, status === 0 ? 0 : 1);
  return { passed: report.numPassedTests, failed, skipped: report.numPendingTests };
}

/**
 * @param {string[]} command
 * @returns {Promise<number>}
 */
function run([program = "", ...rest]) {
  return new Promise((resolve) => {
    const child = spawn(binary(program), rest, { ...surroundings(), stdio: ["ignore", "inherit", "inherit"] });
    child.on("error", () => resolve(1));
    child.on("close", (status) => resolve(status ?? 1));
  });
}

/**
 * Runs a command and collects its output, because another one may run beside it.
 *
 * @param {string[]} command
 * @param {number} niceness
 * @returns {Promise<{ status: number, output: string }>}
 */
function runApart([program = "", ...rest], niceness) {
  return new Promise((resolve) => {
    const child = spawn(binary(program), rest, { ...surroundings(), stdio: ["ignore", "pipe", "pipe"] });
    if (child.pid !== undefined && niceness > 0) setPriority(child.pid, niceness);
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
  return { cwd: root, env: { ...process.env, ...variables }, shell: process.platform === "win32" };
}
