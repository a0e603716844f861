/** Tests of records in a zip file: they are read like folders, and damaged ones are refused. */
import { zipSync } from "fflate";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openRecordFiles, openRecordZip } from "./record-zip.ts";

const folder = mkdtempSync(join(tmpdir(), "rota-zip-"));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const FILES = {
  "constants.json": "{}",
  "submitted_ballots/b.json": `{"text":"${"ä".repeat(300)}"}`,
  "submitted_ballots/a.json": "{}",
  "submitted_ballots/readme.txt": "no ballot",
};

function write(name: string, bytes: Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

function zipped(options: { level: 0 | 9; below?: string }): Uint8Array {
  const encoder = new TextEncoder();
  const files: Record<string, Uint8Array> = {};
  for (const [name, text] of Object.entries(FILES)) files[`${options.below ?? ""}${name}`] = encoder.encode(text);
  return zipSync(files, { level: options.level });
}

test.each([
  ["packed", { level: 9 as const }],
  ["stored", { level: 0 as const }],
  ["below a folder", { level: 9 as const, below: "election_record/" }],
])("files are listed and read: %s", (name, options) => {
  const files = openRecordFiles(write(`${name}.zip`, zipped(options)));

  expect(files.list("submitted_ballots")).toEqual(["submitted_ballots/a.json", "submitted_ballots/b.json"]);
  expect(files.read("submitted_ballots/b.json")).toBe(FILES["submitted_ballots/b.json"]);
  expect([files.list("guardians"), files.read("tally.json")]).toEqual([[], undefined]);
});

test("a file that is no zip file, cut off or empty is refused with advice", () => {
  const whole = zipped({ level: 9 });
  const cut = whole.slice(0, whole.length - 40);
  for (const [name, bytes] of Object.entries({ empty: new Uint8Array(), text: Buffer.from("record"), cut })) {
    expect(() => openRecordZip(write(`${name}.zip`, bytes))).toThrow(/cannot be read: .+; download it again/);
  }
});

test("a changed byte is never accepted", () => {
  const whole = zipped({ level: 0 });
  for (let place = 0; place < whole.length; place += 7) {
    const path = write("changed.zip", whole.with(place, (whole[place] ?? 0) ^ 0x20));
    let read: string | undefined;
    try {
      read = openRecordZip(path).read("submitted_ballots/b.json");
    } catch (error) {
      expect(error).toMatchObject({ code: "ELECTION_RECORD_INVALID" });
      continue;
    }
    expect([undefined, FILES["submitted_ballots/b.json"]]).toContain(read);
  }
});
