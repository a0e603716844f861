/** Tests the output of a test run: failures with the command that repeats them, left-out tests, the slowest files. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

const TESTS = `
import { beforeAll, describe, expect, test } from "vitest";
import fc from "fast-check";
import { serviceUrl } from "${root}tools/services/service-urls.ts";
test("one's sums (simple) are right", () => expect(1 + 1).toBe(3));
test("a property holds", () => fc.assert(fc.property(fc.nat(), (number) => number < 10), { seed: 7 }));
test("a test that needs Redis", () => void serviceUrl("redis"));
describe("tests whose set-up needs RabbitMQ", () => {
  beforeAll(() => void serviceUrl("rabbitmq"));
  test("one", () => undefined);
  test("two", () => undefined);
});
test("a test that needs neither", () => undefined);
`;

test("a failure is printed with the command and the seed that repeat it, and what was left out with its reason", () => {
  const folder = mkdtempSync(join(root, ".cache", "watched-run-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "sums.test.ts"), TESTS);
  const runner = `${root}tools/testing/left-out-runner.ts`;
  const config = `export default { test: { include: ["*.test.ts"], runner: ${JSON.stringify(runner)} } };`;
  writeFileSync(join(folder, "vitest.config.ts"), config);

  const { stdout, status } = spawnSync(
    `${root}node_modules/.bin/vitest`,
    ["run", "--root", folder, `--reporter=${root}tools/testing/live-reporter.ts`],
    { encoding: "utf8", cwd: folder, env: { ...process.env, ROTA_TEST_WITHOUT: "rabbitmq,redis" } },
  );

  expect(status).toBe(1);
  expect(stdout).toContain(
    String.raw`Repeat it: npx vitest run sums.test.ts -t '^one'\''s sums \(simple\) are right$'`,
  );
  expect(stdout).toContain("Repeat it: ROTA_SEED=7 npx vitest run sums.test.ts -t '^a property holds$'");
  expect(stdout).toContain("Left out: needs redis, left out by --without\n  sums.test.ts (1)\n");
  expect(stdout).toContain("Left out: needs rabbitmq, left out by --without\n  sums.test.ts (2)\n");
  expect(stdout).toMatch(/1 of 1 files · tests: 1 passed, 2 failed, 3 skipped/);
  expect(stdout).toMatch(/Slowest files:\n {2}\d+ s sums\.test\.ts/);
});
