/** Tests that the second verifier accepts our records, refuses changed ones, and shares no code with the product. */
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeWithTestData } from "../../../../tools/test-data.ts";
import { createRecordFolder } from "../../src/core/node/record-folder.ts";
import { manifestToJson } from "../../src/core/manifest/manifest-json.ts";
import { writeRecord } from "../../src/core/records/write-record.ts";
import { openSample, realGroup } from "../sample-election.ts";
import { toyGroup } from "../toy-election.ts";
import { toyRecordParts } from "../toy-record.ts";
import { verifyFolder } from "./verify-folder.ts";

const IS_LONG = process.env["ROTA_LONG"] === "1";
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "rota-second-"));
  await writeRecord(await createRecordFolder(join(folder, "whole")), toyRecordParts().parts);
});
afterAll(() => rm(folder, { recursive: true }));

test("a record with missing guardians and a challenged ballot is accepted, with the counts of its votes", () => {
  const counts = verifyFolder(join(folder, "whole"), toyGroup);

  expect(Object.fromEntries(counts)).toEqual({
    "mayor|mayor-ann": 2,
    "mayor|mayor-bob": 0,
    "mayor|mayor-cy": 0,
    "council|council-ann": 1,
    "council|council-bob": 2,
    "council|council-cy": 0,
  });
});

test.each([
  { title: "no ballots", size: { count: 1, quorum: 1, present: 1, votes: 0 } },
  { title: "one ballot and all guardians present", size: { count: 3, quorum: 2, present: 3, votes: 1 } },
])("so is one with $title", async ({ title, size }) => {
  await writeRecord(await createRecordFolder(join(folder, title)), toyRecordParts(size).parts);

  expect(verifyFolder(join(folder, title), toyGroup).size).toBe(6);
});

test("a record with any field of any file changed is refused", async () => {
  const changed = join(folder, "changed");
  await cp(join(folder, "whole"), changed, { recursive: true });
  const accepted: string[] = [];
  let tried = 0;
  for (const file of await filesOf(changed)) {
    const text = await readFile(join(changed, file), "utf8");
    const places = placesIn(text).filter(({ name }) => !isFree(file, name));
    // Each takes a whole verification, so by default only some of every kind are tried.
    const chosen = IS_LONG ? places : firstOfEachKind(places);
    for (const { name, start, end, instead } of chosen) {
      await writeFile(join(changed, file), text.slice(0, start) + instead + text.slice(end));
      tried++;
      if (isAccepted(changed)) accepted.push(`${file} ${name}: ${text.slice(start, end)} is ${instead}`);
    }
    await writeFile(join(changed, file), text);
  }

  expect(accepted).toEqual([]);
  expect(tried).toBeGreaterThan(100);
  expect(isAccepted(changed)).toBe(true);
}, 600_000);

test("a ballot that is left out, copied, or put into another state is detected", async () => {
  const changed = join(folder, "ballots");
  await cp(join(folder, "whole"), changed, { recursive: true });
  const file = join(changed, "submitted_ballots", "submitted_ballot_b1.json");
  const text = await readFile(file, "utf8");
  const after = async (change: () => Promise<void>) => {
    await change();
    const verdict = isAccepted(changed);
    await writeFile(file, text);
    return verdict;
  };

  expect(await after(() => rm(file))).toBe(false);
  expect(await after(() => writeFile(file, text.replace('"state":1', '"state":2')))).toBe(false);
  const copy = join(changed, "submitted_ballots", "submitted_ballot_b9.json");
  expect(await after(() => writeFile(copy, text))).toBe(false);
});

describeWithTestData("elections/eg-v0.95", (samples) => {
  test.runIf(IS_LONG).each(["minimal", "small", "full"])(
    "it agrees with the published election %s, written again in the shape of 1.4",
    async (name) => {
      const { record, ballots } = openSample(join(samples, name));
      const submitted = [...record.ballots];
      const challenged = submitted.filter(({ state }) => state === "challenged").map(({ ballotId }) => ballotId);
      const cast = submitted.filter(({ state }) => state === "cast").map(({ ballotId }) => ballotId);
      const opened = ballots
        .filter(({ plain }) => challenged.includes(plain.ballotId))
        .map(({ plain: { ballotId, styleId, contests }, nonces }) => {
          const votes = contests.map(({ contestId, selections }) => ({
            contestId,
            selections: selections.filter(({ selectionId }) => !selectionId.endsWith("-placeholder")),
          }));
          return { ballotId, styleId, nonce: nonces.ballot, votes };
        });
      const path = join(folder, name);
      const chunks = [{ number: 1, unitId: "election", ballotIds: cast }];
      await writeRecord(await createRecordFolder(path), {
        ...record,
        group: realGroup,
        manifest: manifestToJson(record.manifest, []),
        opened,
        chunkPlan: { seed: "00", chunkSize: 200, reporting: "election", chunks },
      });

      const counts = verifyFolder(path, realGroup);

      const published = record.tally.contests.flatMap(({ contestId, selections }) =>
        selections.map(({ selectionId, count }) => [`${contestId}|${selectionId}`, count]),
      );
      expect(Object.fromEntries(counts)).toEqual(Object.fromEntries(published));
    },
    300_000,
  );
});

test("it imports nothing but Node and itself", async () => {
  const files = (await readdir(import.meta.dirname)).filter((name) => !name.endsWith(".test.ts"));
  const imported = await Promise.all(
    files.map(async (name) => [
      ...(await readFile(join(import.meta.dirname, name), "utf8")).matchAll(/from "([^"]+)"/g),
    ]),
  );

  const specifiers = new Set(imported.flat().map(([, specifier = ""]) => specifier));

  expect(files.length).toBeGreaterThan(3);
  expect([...specifiers].filter((specifier) => !/^(node:(crypto|fs|path)|\.\/[a-z-]+\.ts)$/.test(specifier))).toEqual(
    [],
  );
});

function isAccepted(path: string): boolean {
  try {
    verifyFolder(path, toyGroup);
    return true;
  } catch {
    return false;
  }
}

async function filesOf(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true });
  return entries.filter((name) => name.endsWith(".json")).sort();
}

type Place = { name: string; start: number; end: number; instead: string };

/** Parts that no hash or proof of ElectionGuard 1 covers: contest data, and the candidates of options. */
const UNPROVEN = /"extended_data":\{[^}]*\}|"candidates":\[.*?\],"contests"/gs;

/** Returns every value that is a text or a number, with a replacement. */
function placesIn(text: string): Place[] {
  const covered = text.replaceAll(UNPROVEN, (unproven) => " ".repeat(unproven.length));
  return [...covered.matchAll(/"([A-Za-z0-9_-]+)": ?\[?("(?:[^"\\]|\\.)*"|\d+)/g)].map((match) => {
    const [whole, name = "", value = ""] = match;
    const start = match.index + whole.length - value.length;
    return { name, start, end: start + value.length, instead: otherThan(value) };
  });
}

function otherThan(value: string): string {
  if (!value.startsWith('"')) return String(Number(value) + 1);
  const last = value.at(-2) ?? "";
  return value === '""' ? '"x"' : `${value.slice(0, -2)}${last === "1" ? "2" : "1"}"`;
}

function firstOfEachKind(places: readonly Place[]): Place[] {
  return places.filter(({ name }, index) => places.findIndex((other) => other.name === name) === index);
}

/** Returns whether a field has no meaning for the election. */
function isFree(file: string, name: string): boolean {
  return (
    ["usage", "max_votes", "spec_version"].includes(name) || (file.startsWith("chunk_plan") && name !== "ballot_ids")
  );
}
