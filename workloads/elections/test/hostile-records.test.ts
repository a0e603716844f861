/**
 * Tests records that are made to mislead or hang a verifier: each is refused with file and field, or found to be wrong.
 */
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RotaError } from "@rota/engine/errors";
import { expect, onTestFinished, test } from "vitest";
import { describeWithTestData } from "../../../tools/test-data.ts";
import { readRecord191 } from "../src/core/records/read-record-191.ts";
import { readRecord20 } from "../src/core/records/read-record-20.ts";
import { readConstants, readRecord } from "../src/core/records/read-record.ts";
import type { RecordFiles } from "../src/core/records/record-files.ts";
import { openRecordFolder } from "../src/core/node/record-folder.ts";
import type { BallotVerdict } from "../src/verify/report.ts";
import { kindOf, openRecord } from "../src/verify/open-record.ts";
import { changeAt, fieldsOf } from "./change-fields.ts";

const IS_LONG = process.env["ROTA_LONG"] === "1";

test("anything but a plain file of a folder is refused: links, sockets, folders with the name of a file", async () => {
  const folder = temporaryFolder();
  symlinkSync("/dev/zero", join(folder, "manifest.json"));
  const socket = createServer().listen(join(folder, "context.json"));
  await once(socket, "listening");
  mkdirSync(join(folder, "constants.json"));
  mkdirSync(join(folder, "guardians"));
  symlinkSync("/", join(folder, "guardians", "everything"));
  const files = openRecordFolder(folder);

  for (const name of ["manifest.json", "context.json", "constants.json"]) {
    expect(() => files.read(name)).toThrow(`${name} must be a plain file`);
  }
  expect(files.list("guardians")).toEqual([]);
  expect(files.read("tally.json")).toBeUndefined();
  socket.close();
});

test("a file that is too large is refused before it is read, and so is a path that is no folder", () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "manifest.json"), "x".repeat(2_000));

  const files = openRecordFolder(folder, { fileBytesMax: 1_000 });

  expect(() => files.read("manifest.json")).toThrow("manifest.json has 2000 bytes, at most 1000 are read");
  expect(() => openRecordFolder(join(folder, "manifest.json"))).toThrow("is no folder");
  expect(() => openRecordFolder(join(folder, "nowhere"))).toThrow("is no folder");
});

test("for a folder without a record, the error names the missing file", () => {
  expect(() => openRecord(openRecordFolder(temporaryFolder()))).toThrow(
    "neither context.json nor election_config.json",
  );
});

test.each([
  ["numbers in malformed JSON", `{"large_prime": ${"9".repeat(1_234)}, "small_prime": `, "constants.json is no JSON"],
  ["more digits than any group has", `{"large_prime": ${"9".repeat(100_000)}}`, '"large_prime", of at most 4096 bits'],
  ["a negative number", '{"large_prime": -5}', '"large_prime", of at most 4096 bits'],
  ["text of many digits", `{"large_prime": "${"F".repeat(5_000)}"}`, "large_prime must have at most 2048 digits"],
  ["no digits", '{"large_prime": "0x12"}', "large_prime must be written in hexadecimal digits"],
])("constants with %s are refused", (_, text, message) => {
  expect(() => readConstants(text)).toThrow(message);
});

/** Unexpected values. Some fields may have some of them, and then the reader accepts them. */
const WEIRD: readonly unknown[] = [
  null,
  -1,
  1.5,
  2 ** 53,
  true,
  "",
  "\u0000",
  "../../../etc/passwd",
  "zz",
  "-5",
  "F".repeat(100_000),
  {},
  [],
  [[[]]],
  { data: { data: "zz" } },
];

describeWithTestData("elections", (folder) => {
  test.each([
    { name: "eg-v0.95/minimal/election_record" },
    { name: "college-park-2023" },
    ...(IS_LONG ? [{ name: "egk-v2.0/someAvailable" }] : []),
    { name: "egk-v2.0/someAvailableEc" },
  ])("every kind of field of $name that is something else is refused with its file, or read", ({ name }) => {
    const files = inMemory(openRecordFolder(join(folder, name)));

    const stumbled = files.names.flatMap((file) => {
      const json: unknown = JSON.parse(files.read(file) ?? "");
      return fieldsOf(json).flatMap(({ kind, path }, index) =>
        WEIRD.filter((weird, place) => {
          if (!IS_LONG && (index + place) % 4 !== 0) return false;
          const changed = JSON.stringify(changeAt(json, path, () => weird));
          return !isRefusedOrRead(files.with(file, changed), file);
        }).map((weird) => `${file} ${kind}: ${JSON.stringify(weird).slice(0, 20)}`),
      );
    });

    expect(stumbled).toEqual([]);
  });

  test.each([
    { name: "eg-v0.95/minimal/election_record", optional: ["coefficients.json"] },
    { name: "egk-v2.0/someAvailableEc", optional: ["encrypted_tally.json", "tally.json"] },
  ])("every file of $name that is missing, empty or no JSON is named", ({ name, optional }) => {
    const files = inMemory(openRecordFolder(join(folder, name)));
    const needed = files.names.filter((file) => !file.includes("/") && !optional.includes(file));

    for (const file of needed) {
      expect(() => readAll(files.with(file, undefined))).toThrow(/lacks|neither/);
      for (const text of ["", "[", "\uFEFF{}", "[".repeat(100_000)]) {
        expect(() => readAll(files.with(file, text))).toThrow(file);
      }
    }
  });

  test("a ballot that is in the record twice is found", () => {
    const files = inMemory(openRecordFolder(join(folder, "eg-v0.95/minimal/election_record")));
    const [first = "", second = ""] = files.names.filter((file) => file.startsWith("submitted_ballots/"));
    const copied = files.with(second, files.read(first));

    const record = openRecord(copied);
    const report = record.verify({ verdicts: taken(record.ballotIds()) });

    const step = report.steps.find(({ name }) => name === "ballot selections");
    expect(step?.failures.map(({ why }) => why)).toContain("its id was seen before");
  });
});

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "rota-record-"));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  return folder;
}

type Memory = RecordFiles & {
  readonly names: readonly string[];
  /** Returns the same files with another text for one, or without it. */
  readonly with: (name: string, text: string | undefined) => RecordFiles;
};

/** Reads one file of each folder, which is enough to test how folders are read. */
function inMemory(files: RecordFiles): Memory {
  const folders = [
    "guardians",
    "encryption_devices",
    "submitted_ballots",
    "submitted_ballots_sample",
    "spoiled_ballots",
  ];
  const listed = [...folders, "encrypted_ballots", "challenged_ballots"].flatMap((name) =>
    files.list(name).slice(0, 2),
  );
  const single = ["constants", "manifest", "context", "coefficients", "encrypted_tally", "tally"];
  const named = [...single, "election_config", "election_initialized"].map((name) => `${name}.json`);
  const texts = new Map(
    [...named, ...listed].flatMap((name) => {
      const text = files.read(name);
      return text === undefined ? [] : [[name.replace("_sample/", "/"), shortened(name, text)] as const];
    }),
  );
  const over = (all: ReadonlyMap<string, string>): RecordFiles => ({
    list: (below) => [...all.keys()].filter((name) => name.startsWith(`${below}/`)),
    read: (name) => all.get(name),
  });
  return {
    ...over(texts),
    names: [...texts.keys()],
    with: (name, text) => {
      const changed = new Map(texts);
      if (text === undefined) changed.delete(name);
      else changed.set(name, text);
      return over(changed);
    },
  };
}

/** Returns long lists and objects with two members, which is enough to test how they are read. */
function shortened(name: string, text: string): string {
  // The numbers of this file are bare digits, which would be rounded.
  if (name === "constants.json") return text;
  return JSON.stringify(JSON.parse(text), (key, value: unknown) => {
    const list: readonly unknown[] | undefined = Array.isArray(value) ? value : undefined;
    if (list !== undefined) return list.slice(0, 2);
    const isMap = ["contests", "selections", "coefficients"].includes(key) && typeof value === "object";
    return isMap ? Object.fromEntries(Object.entries({ ...value }).slice(0, 2)) : value;
  });
}

/** Reads everything. Ballots and challenged ballots are read only on iteration, so this iterates over them. */
function readAll(files: RecordFiles): void {
  switch (kindOf(files)) {
    case "ElectionGuard 1":
      return readThrough(readRecord(files));
    case "ElectionGuard 1.91":
      return readThrough(readRecord191(files));
    case "ElectionGuard 2.0":
    case "ElectionGuard 2.0, P-256":
      return readThrough(readRecord20(files));
  }
}

function readThrough({ ballots, challenged }: { ballots: Iterable<unknown>; challenged: Iterable<unknown> }): void {
  Array.from(ballots);
  Array.from(challenged);
}

function taken(ballotIds: readonly string[]): BallotVerdict[] {
  const checked = { selections: 0, limits: 0, hashes: 0 };
  return ballotIds.map((ballotId) => ({ ballotId, checked, objections: [] }));
}

function isRefusedOrRead(files: RecordFiles, file: string): boolean {
  try {
    readAll(files);
    return true;
  } catch (error) {
    return error instanceof RotaError && error.message.includes(file);
  }
}
