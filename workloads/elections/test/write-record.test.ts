/**
 * Tests of writing records: a written record can be read and is valid, the same election gives the same bytes, and no
 * file is written outside of the folder.
 */
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SubmittedBallot } from "../src/core/ballots/ballot.ts";
import { readManifest } from "../src/core/manifest/manifest-json.ts";
import { readJson } from "../src/core/records/json-reader.ts";
import { readEncryptedBallot } from "../src/core/records/read-ballot.ts";
import { type OwnFiles, readRecord } from "../src/core/records/read-record.ts";
import { createRecordFolder, openRecordFolder } from "../src/core/node/record-folder.ts";
import { encryptedBallotToJson, type OpenedBallot } from "../src/core/records/write-ballot.ts";
import { recordFiles, type RecordParts, writeRecord, zipRecord } from "../src/core/records/write-record.ts";
import { verifyRecord } from "../src/verify/verify-record.ts";
import { describeWithTestData } from "../../../tools/test-data.ts";
import { toyGroup, toyManifest } from "./toy-election.ts";
import { toyRecordParts } from "./toy-record.ts";

let folder = "";
const { parts, record, opened: openedBallots } = toyRecordParts();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "rota-record-"));
});
afterAll(() => rm(folder, { recursive: true }));

test("a record is read as it was written, and is valid", async () => {
  const path = join(folder, "whole");

  await writeRecord(await createRecordFolder(path), parts);

  const { own, ...read } = readRecord(openRecordFolder(path));
  expect({ ...read, ballots: [...read.ballots], challenged: [...read.challenged] }).toEqual(record);
  expect([...(own?.opened ?? [])]).toEqual(openedBallots);
  expect(own?.chunks).toEqual(parts.chunkPlan?.chunks);
  expect(verifyRecord({ ...read, own }, { group: toyGroup }).verdict).toBe("valid");
});

test("a nonce that does not open its ballot, or is not published, and a plan that leaves out or repeats a ballot are found", () => {
  const [opened] = openedBallots;
  if (opened?.votes === undefined) throw new Error("an opened ballot");
  const chunks = [{ number: 1, unitId: "election", ballotIds: ["b1", "b2", "b4"] }];
  const failures = (own: Pick<OwnFiles, "chunks" | "opened">) =>
    verifyRecord(
      { ...record, own: { ...own, reporting: "election", unitTallies: [] } },
      { group: toyGroup },
    ).steps.flatMap((step) => step.failures.map(({ where, why }) => `${step.name}: ${where}: ${why}`));
  const withOpened = (...ballots: OpenedBallot[]) => failures({ chunks, opened: ballots });
  const withIds = (...ballotIds: string[]) =>
    failures({ chunks: [{ number: 1, unitId: "election", ballotIds }], opened: [opened] });
  const where = "challenged ballots: ballot b3, nonce";

  expect(withOpened(opened)).toEqual([]);
  expect(withOpened({ ...opened, votes: undefined })).toEqual([]);
  expect(withOpened({ ...opened, nonce: opened.nonce + 1n })).toEqual([
    `${where}: its nonce and votes do not give what was submitted`,
  ]);
  expect(withOpened({ ...opened, votes: opened.votes.slice(1) })).toEqual([
    `${where}: its nonce and votes do not give what was submitted`,
  ]);
  expect(withOpened({ ...opened, votes: [{ contestId: "nowhere", selections: [] }] })).toEqual([
    expect.stringContaining("which is not on its style"),
  ]);
  expect(withOpened()).toEqual([`${where}: it is not published`]);
  expect(withOpened(opened, opened)).toEqual([`${where}: its nonce is published twice`]);
  expect(withIds("b1", "b2")).toEqual(["tally: chunk plan: not every cast ballot is in a chunk"]);
  expect(withIds("b1", "b2", "b4", "b3")).toContain("tally: chunk 1: ballot b3 in it was not cast");
  const twice = { chunks: [...chunks, ...chunks], opened: [opened] };
  expect(failures(twice)).toEqual(["tally: chunk 1: ballot b1 is counted twice"]);
  expect(withIds("b1", "b1", "b2", "b4")).toEqual(["tally: chunk 1: ballot b1 is counted twice"]);
});

test("the written manifest has the same meaning", () => {
  expect(readManifest(readJson(parts.manifest, "manifest.json"))).toEqual(toyManifest);
});

test("files have the names of ElectionGuard 1.4, with ours beside them, in the order of their names", async () => {
  const names: string[] = [];
  for await (const { name } of recordFiles(parts)) names.push(name);

  expect(names).toEqual([...names].sort());
  expect(names).toEqual([
    "audit_log.jsonl",
    "challenged_ballots/challenged_ballot_b3.json",
    "chunk_plan.json",
    "coefficients.json",
    "constants.json",
    "context.json",
    "encrypted_tally.json",
    "encryption_devices/device_7_1_2.json",
    ...[1, 2, 3, 4, 5].map((number) => `guardians/guardian_guardian-${String(number)}.json`),
    "manifest.json",
    "spoiled_ballots/spoiled_ballot_b3.json",
    ...[1, 2, 3, 4].map((number) => `submitted_ballots/submitted_ballot_b${String(number)}.json`),
    "tally.json",
  ]);
});

test("the same election gives the same bytes, and common tools compute the same digest", async () => {
  const [one, other] = [join(folder, "one"), join(folder, "other")];

  const written = await writeRecord(await createRecordFolder(one), parts);
  const again = await writeRecord(await createRecordFolder(other), parts);

  expect(again).toEqual(written);
  const command = "find * -type f | sort | xargs sha256sum | sha256sum";
  const printed = execFileSync("sh", ["-c", command], {
    cwd: one,
    encoding: "utf8",
    env: { ...process.env, LC_ALL: "C" },
  });
  expect(printed.slice(0, 64)).toBe(written.digest);
  expect(written.files).toBe(
    (await readdir(one, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length,
  );
  expect(await readZip()).toEqual(await readZip());
});

test("a zip file contains the same files", async () => {
  const zip = Buffer.from(await readZip());

  let place = 0;
  for await (const { name, text } of recordFiles(parts)) {
    const at = zip.indexOf(name, place);
    expect(at, name).toBeGreaterThan(0);
    if (typeof text === "string")
      expect(
        zip
          .subarray(at + Buffer.byteLength(name))
          .toString("utf8")
          .startsWith(text),
      ).toBe(true);
    place = at;
  }
});

test("ballots are read one by one, each after the previous one is written", async () => {
  let [asked, written] = [0, 0];
  const [ballot] = record.ballots;
  async function* many(): AsyncGenerator<SubmittedBallot> {
    for (; asked < 50; asked++) {
      expect(asked - written).toBeLessThanOrEqual(1);
      if (ballot !== undefined) yield { ...ballot, ballotId: `ballot-${String(asked).padStart(2, "0")}` };
    }
  }
  const write = ({ name }: { name: string }) => {
    if (name.startsWith("submitted_ballots/")) written++;
    return Promise.resolve();
  };

  await writeRecord({ write }, { ...parts, ballots: many() });

  expect(written).toBe(50);
});

test.runIf(process.env["ROTA_LONG"] === "1")("memory stays flat while a large record is written", async () => {
  const [ballot] = record.ballots;
  const peaks: number[] = [];
  for (const count of [2_000, 20_000]) {
    let peak = 0;
    async function* many(): AsyncGenerator<SubmittedBallot> {
      for (let number = 0; number < count; number++) {
        if (number % 500 === 0) globalThis.gc?.();
        peak = Math.max(peak, number % 500 === 0 ? process.memoryUsage().heapUsed : 0);
        if (ballot !== undefined) yield { ...ballot, ballotId: `ballot-${String(number).padStart(6, "0")}` };
      }
    }
    await writeRecord({ write: () => Promise.resolve() }, { ...parts, ballots: many() });
    peaks.push(peak);
  }

  const [small = 0, large = 0] = peaks;
  expect(large - small).toBeLessThan(64 * 1024 * 1024);
});

test("ids of ballots cannot leave the folder: each has its own file there, whatever characters it has", async () => {
  const ids = [
    "../../etc/passwd",
    "..",
    "a/b",
    "a%2Fb",
    "a%002fb",
    "\u0000",
    "",
    "\ud800",
    "\ud801",
    "C:\\x",
    "x".repeat(5_000),
    "x".repeat(5_001),
    "ü",
  ];
  const ballots = [...record.ballots].slice(0, 1).flatMap((ballot) => ids.map((ballotId) => ({ ...ballot, ballotId })));
  const names: string[] = [];
  for await (const { name } of recordFiles({ ...parts, ballots })) if (name.startsWith("submitted")) names.push(name);

  expect(new Set(names).size).toBe(ids.length);
  for (const name of names) expect(name).toMatch(/^submitted_ballots\/submitted_ballot_[%A-Za-z0-9_-]{0,150}\.json$/);
});

test("a folder that is not empty is refused", async () => {
  const path = join(folder, "whole");

  await expect(createRecordFolder(path)).rejects.toMatchObject({ code: "FILE_EXISTS" });
});

describeWithTestData("elections/eg-python-1.4-sample", (sample) => {
  test("a ballot of electionguard-python 1.4 is written unchanged, except for its nonces", async () => {
    const name = "ciphertext_ballot_ballot-8a27eaa6-f1c3-11ec-b605-aaf53b701db4.json";
    const text = await readFile(join(sample, name), "utf8");

    const written = encryptedBallotToJson(readEncryptedBallot(readJson(text, name)));

    const withoutNonces = text.replaceAll(/"nonce": ?"[0-9A-F]+"/g, '"nonce": null');
    expect(JSON.stringify(written)).toBe(JSON.stringify(JSON.parse(withoutNonces)));
  });
});

async function readZip(of: RecordParts = parts): Promise<Uint8Array> {
  return new Uint8Array(await new Response(zipRecord(of)).arrayBuffer());
}
