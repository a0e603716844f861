/** Tests of how sample data is found. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { describeWithTestData, testDataPath } from "./test-data.ts";

const folder = mkdtempSync(join(tmpdir(), "rota-test-data-"));
mkdirSync(join(folder, "ledger"));

vi.stubEnv("ROTA_TEST_DATA", folder);
describeWithTestData("ledger", (path) => {
  test("tests get the path of data that is there", () => {
    expect(path).toBe(join(folder, "ledger"));
  });
});
vi.unstubAllEnvs();

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

test("data that is not on this machine has no path", () => {
  vi.stubEnv("ROTA_TEST_DATA", join(folder, "nowhere"));

  expect(testDataPath("ledger")).toBeUndefined();
});
