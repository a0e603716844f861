/** Tests `rota elections verify` as an independent verifier runs it. */
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describeWithTestData } from "../../../../tools/test-data.ts";
import { makeFolder, runHereWith } from "../../../../tools/testing/rota-command.ts";

const runHere = runHereWith("elections");

let folder: Awaited<ReturnType<typeof makeFolder>>;
beforeAll(async () => {
  folder = await makeFolder();
});
afterAll(() => folder.remove());

describeWithTestData("elections/eg-v0.95/minimal/election_record", (record) => {
  test("a valid record passes every step that has something to check, as JSON", async () => {
    const { exitCode, out } = await runHere(["elections", "verify", record, "--json", "--processes", "1"]);

    const report: unknown = JSON.parse(out);
    expect([exitCode, report]).toMatchObject([0, { verdict: "valid", kind: "ElectionGuard 1", ballots: 5 }]);
    expect(report).toHaveProperty("steps.0.ms");
  });

  test("a record with one vote too many is invalid: the report names the step and the place, and the exit code is 1", async () => {
    const changed = join(folder.path, "changed");
    await cp(record, changed, { recursive: true });
    const tally = await readFile(join(changed, "tally.json"), "utf8");
    await writeFile(
      join(changed, "tally.json"),
      tally.replace(/"tally": ?(\d+)/, (_, count) => `"tally": ${count}1`),
    );

    const { exitCode, out } = await runHere(["elections", "verify", changed, "--processes", "1"]);

    expect(exitCode).toBe(1);
    expect(out).toMatch(/^12 +counts +fail +\d+ +1 /m);
    expect(out).toMatch(/^step 12: tally, .+: the count does not belong to the value$/m);
    expect(out).toMatch(/^the record is NOT valid, 2 steps fail: /m);
  });
});

describe("an invalid record", () => {
  test.each([
    ["a folder that is not there", "nowhere", /nowhere is no folder: name the one that holds the record/],
    ["a file", import.meta.filename, /is no folder/],
    ["a zip file that is none", "none.zip", /no folder/],
    ["a folder with other things", import.meta.dirname, /neither context\.json nor election_config\.json/],
  ])("%s is refused with a code and a way out", async (_, path, message) => {
    const { exitCode, err } = await runHere(["elections", "verify", path]);

    expect(exitCode).toBe(2);
    expect(err).toContain("ELECTION_RECORD_INVALID");
    expect(err).toMatch(message);
  });

  test.each([
    [["--processes", "0"], /--processes 0: give a whole number from 1 to 256/],
    [["--group", "large"], /toy-16/],
    [[], /record/],
  ])("words like %j are refused before anything is read", async (words, message) => {
    const { exitCode, err } = await runHere(["elections", "verify", ...(words.length === 0 ? [] : ["."]), ...words]);

    expect([exitCode, err]).toEqual([2, expect.stringMatching(message)]);
  });
});
