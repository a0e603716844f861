/** Tests the commands of passports that need no server. */
import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeFolder, runHereWith } from "../../../../tools/testing/rota-command.ts";
import { sampleBatteryPass, shippedRules } from "../../src/core/node/shipped-files.ts";

const runHere = runHereWith("passports");

let folder: Awaited<ReturnType<typeof makeFolder>>;
const at = (name: string) => join(folder.path, name);

beforeAll(async () => {
  folder = await makeFolder();
  await writeFile(at("battery-pass.json"), sampleBatteryPass());
});
afterAll(() => folder.remove());

test("from a document to a passport that anyone can verify, without a server", async () => {
  const key = await runHere(["passports", "key", "2026-01", "--out", at("passports.keys")]);
  await writeFile(at("keys.json"), key.out.split("\n")[0] ?? "");
  const made = await runHere(compileWords("passport.json"));
  const verified = await runHere(["passports", "verify", at("passport.json"), "--keys", at("keys.json")]);

  expect([key.exitCode, made.exitCode, verified.exitCode, verified.err]).toEqual([0, 0, 0, ""]);
  expect((await stat(at("passports.keys"))).mode & 0o077).toBe(0);
  expect(key.out).not.toContain((await readFile(at("passports.keys"), "utf8")).split(" ")[1]?.trim());
  expect(made.out).toMatch(/passport\.json: \d+ facts, [\d,]+ steps of proof, payload [\da-f]{64}/);
  expect(verified.out).toMatch(/^3 +proof nodes +pass +[\d,]+$/m);
  expect(verified.out).toMatch(/^11 +QR code +pass +5$/m);
  expect(verified.out).toContain("the passport is valid");
});

describe("a changed passport", () => {
  test("is reported with the failed step, and the exit code is 1", async () => {
    const text = await readFile(at("passport.json"), "utf8");
    await writeFile(at("changed.json"), text.replace("452.500000", "352.500000"));

    const shown = await runHere(["passports", "verify", at("changed.json"), "--keys", at("keys.json")]);
    const json = await runHere(["passports", "verify", at("changed.json"), "--keys", at("keys.json"), "--json"]);

    expect([shown.exitCode, json.exitCode]).toEqual([1, 1]);
    expect(shown.out).toMatch(/^step 5: identity\.mass: its value is not the one that the proof defines$/m);
    expect(shown.out).toMatch(/^the passport is NOT valid, 2 steps fail$/m);
    expect(JSON.parse(json.out)).toMatchObject({ verdict: "invalid" });
  });

  test("an untrusted key and a code of another battery are found", async () => {
    await writeFile(
      at("others.json"),
      JSON.stringify([{ key_id: "other", public_key: "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=" }]),
    );
    const qr = `BPC1|pv=00000000-0000-0000-0000-000000000000${"|ph |pr |rh".replaceAll(" ", `=${"A".repeat(52)}`)}=${"A".repeat(52)}`;

    const untrusted = await runHere(["passports", "verify", at("passport.json"), "--keys", at("others.json")]);
    const scanned = await runHere(["passports", "verify", at("passport.json"), "--keys", at("keys.json"), "--qr", qr]);

    expect(untrusted.out).toMatch(/^step 10: key: the key 2026-01 is not known$/m);
    expect(scanned.out).toMatch(/^step 11: pv: it is 00000000-/m);
    expect([untrusted.exitCode, scanned.exitCode]).toEqual([1, 1]);
  });
});

test("rules are checked with the place of the first mistake, and their tests are run", async () => {
  const [din] = shippedRules();
  await writeFile(at("wrong.rules"), 'field a: Int =\n  "text";');
  await writeFile(at("few.rules"), "field a: Int = 1;");
  await writeFile(at("few.tests"), "property p: cases(500) seed(1) => forall x: Int . implies(x > 0, x < 100);");

  const shipped = await runHere(["passports", "rules", din?.name ?? ""]);
  const wrong = await runHere(["passports", "rules", at("wrong.rules")]);
  const few = await runHere(["passports", "rules", at("few.rules")]);
  const failing = await runHere(["passports", "rules", at("few.rules"), "--tests", at("few.tests"), "--json"]);

  expect([shipped.exitCode, shipped.out]).toEqual([
    0,
    expect.stringMatching(/^the rules may be published: \d+ fields, \d+ cases$/m),
  ]);
  expect([wrong.exitCode, wrong.err]).toEqual([2, expect.stringMatching(/RULE_TYPE_ERROR.*line 2, column 3/s)]);
  expect([few.exitCode, few.out]).toEqual([1, "the rules may NOT be published: 1 field, 0 cases, 500 are needed\n"]);
  expect(JSON.parse(failing.out)).toMatchObject({
    status: "FAILED",
    cases: 500,
    mayPublish: false,
    firstFailure: { test: "p" },
  });
});

describe("unusable input is refused with the way out", () => {
  test.each<[string, string[], number, RegExp]>([
    [
      "a file that is not there",
      ["verify", "nowhere.json", "--keys", "k"],
      5,
      /nowhere\.json cannot be read: name a file/,
    ],
    ["a folder", ["verify", ".", "--keys", "k"], 5, /is no file: name one/],
    ["a file that is no passport", ["verify", "KEYS", "--keys", "k"], 2, /the file is no BPC-FILE-1: export/],
    ["a passport without keys", ["verify", "PASSPORT"], 2, /say which public keys you trust with --keys/],
    ["an id without a server", ["verify", "44444444-4444-4444-8444-444444444444"], 2, /say where it is with --server/],
    ["a key file that is there", ["key", "k", "--out", "DOCUMENT"], 4, /is there already: it is not written over/],
    ["a document that is none", ["compile", "KEYS", "--key", "KEYFILE", "--out", "new.json"], 2, /must be an object/],
    [
      "a file without a key",
      ["compile", "DOCUMENT", "--key", "EMPTY", "--out", "new.json"],
      5,
      /holds no key: make one/,
    ],
    [
      "no place for the passport",
      ["compile", "DOCUMENT", "--key", "KEYFILE"],
      2,
      /say where the passport goes with --out/,
    ],
  ])("%s", async (_, words, code, message) => {
    await writeFile(at("empty"), "");
    const named: Record<string, string> = {
      DOCUMENT: at("battery-pass.json"),
      PASSPORT: at("passport.json"),
      KEYS: at("keys.json"),
      KEYFILE: at("passports.keys"),
      EMPTY: at("empty"),
    };

    const { exitCode, err } = await runHere(["passports", ...words.map((word) => named[word] ?? word)]);

    expect([exitCode, err]).toEqual([code, expect.stringMatching(message)]);
  });
});

function compileWords(out: string): string[] {
  return ["passports", "compile", at("battery-pass.json"), "--key", at("passports.keys"), "--out", at(out)];
}
