/** Tests that verifying records on several cores gives the same report as on one. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TOY_GROUP_256 } from "../src/core/crypto/group-parameters.ts";
import { openRecordFiles } from "../src/core/node/record-zip.ts";
import { createRecordFolder, openRecordFolder } from "../src/core/node/record-folder.ts";
import { writeRecord, zipRecord } from "../src/core/records/write-record.ts";
import { type RecordVerification, verifyInProcesses, verifyRecordFolder } from "../src/verify/verify-in-processes.ts";
import { toyRecordParts } from "./toy-record.ts";

let folder: string;
beforeAll(async () => {
  folder = join(await mkdtemp(join(tmpdir(), "rota-record-")), "record");
  const { parts } = toyRecordParts();
  await writeRecord(await createRecordFolder(folder), parts);
  await writeFile(`${folder}.zip`, zipRecord(parts));
});
afterAll(() => rm(join(folder, ".."), { recursive: true, force: true }));

const parameters = TOY_GROUP_256;

test("the report is the same on one core, in one process and in two, and progress counts finished ballots", async () => {
  const shares: number[] = [];
  const onBallots = ({ done, total }: { done: number; total: number }) => shares.push(done / total);

  const one = await verifyInProcesses(openRecordFolder(folder), { parameters, processes: 1, onBallots });
  const two = await verifyInProcesses(openRecordFolder(folder), { parameters, processes: 2 });

  expect(withoutTimes(one)).toEqual(verifyRecordFolder(folder, { parameters }));
  expect(withoutTimes(two)).toEqual(withoutTimes(one));
  expect([one.verdict, one.ballots]).toEqual(["valid", 4]);
  expect(shares.at(-1)).toBe(1);
});

test("a record in a zip file has the files of the folder", () => {
  const [zip, files] = [openRecordFiles(`${folder}.zip`), openRecordFiles(folder)];

  for (const below of ["guardians", "submitted_ballots", "spoiled_ballots"]) {
    expect(zip.list(below)).toEqual(files.list(below));
    for (const name of files.list(below)) expect(zip.read(name)).toBe(files.read(name));
  }
  expect(zip.read("tally.json")).toBe(files.read("tally.json"));
});

test("the findings of another process are reported like local ones", async () => {
  const files = openRecordFolder(folder);
  const [name = ""] = files.list("submitted_ballots");
  const path = join(folder, name);
  const before = await readFile(path, "utf8");
  await writeFile(path, before.replace(/("proof_zero_response": ?")(..)/, "$100"));

  const found = await verifyInProcesses(files, { parameters, processes: 1 });

  await writeFile(path, before);
  expect(found.verdict).toBe("invalid");
  const [step] = found.steps.filter(({ verdict }) => verdict === "fail");
  expect(step).toMatchObject({ name: "ballot selections", failed: 1 });
  expect(step?.failures[0]?.why).toContain("is not");
});

test("an unreadable ballot ends the verification with its name and leaves no process behind", async () => {
  const files = openRecordFolder(folder);
  const broken = { ...files, read: (name: string) => (name.startsWith("submitted_ballots/") ? "{" : files.read(name)) };

  await expect(verifyInProcesses(broken, { parameters, processes: 1 })).rejects.toMatchObject({
    code: "ELECTION_RECORD_INVALID",
  });
});

function withoutTimes({ kind, verdict, steps }: RecordVerification) {
  const untimed = steps.map(({ step, name, verdict: found, checked, failed, failures }) => {
    return { step, name, verdict: found, checked, failed, failures };
  });
  return { kind, verdict, steps: untimed };
}
