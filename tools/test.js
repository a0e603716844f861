// npm test: sets up what is missing, runs all tests and ends with a plain count. With --check every gate runs before them, and
// beside them the checks of the repository itself (*.check.ts): tidy, the schema, the pages, the benchmarks.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { ensureInstalled, root } from "./ensure-installed.js";

/** What `npm run check` runs before the tests, each counted as one test. */
const GATES = [
  { name: "format", command: ["prettier", "--check", "--log-level=warn", "."] },
  { name: "types", command: ["tsc", "-p", "."] },
  { name: "types of the dashboard", command: ["tsc", "-p", "packages/dashboard"] },
  { name: "lint", command: ["eslint", "."] },
  { name: "unused code", command: ["knip"] },
  { name: "build", command: ["tsx", "tools/build.ts"] },
  { name: "published packages", command: ["tsx", "tools/check-packages.ts"] },
];
const results = `${root}.cache/test-results.json`;

ensureInstalled();
const isCheck = process.argv.includes("--check");
const vitestArguments = process.argv.slice(2).filter((argument) => argument !== "--check");
const gates = isCheck ? runGates() : { passed: 0, failed: 0 };
const tests = runTests();
const failed = gates.failed + tests.failed;
const skipped = tests.skipped > 0 ? `, ${tests.skipped} skipped` : "";
console.log(`${gates.passed + tests.passed} passed, ${failed} failed${skipped}`);
process.exit(failed === 0 ? 0 : 1);

function runGates() {
  const failures = GATES.filter(({ name, command }) => {
    const started = performance.now();
    const isGood = run(command) === 0;
    console.log(`${isGood ? "ok  " : "FAIL"} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
    return !isGood;
  });
  return { passed: GATES.length - failures.length, failed: failures.length };
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
  const { status } = spawnSync(`${root}node_modules/.bin/${program}`, rest, {
    cwd: root,
    env: { ...process.env, ...(isCheck ? { ROTA_CHECK: "1" } : {}) },
    stdio: ["ignore", "inherit", "inherit"],
    shell: process.platform === "win32",
  });
  return status ?? 1;
}
