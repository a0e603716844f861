/** Tests of key files: only the right passphrase opens a file, and errors reveal nothing about it. */
import { beforeAll, expect, test } from "vitest";
import { TOY_GROUP_256 } from "../crypto/group-parameters.ts";
import { createGroup } from "../crypto/group.ts";
import { createGuardianKeys, type GuardianKeys } from "./key-ceremony.ts";
import { createKeyFile, type KeyFile, openKeyFile, readKeyFile, type Scrypt } from "./key-file.ts";
import { nativeScrypt } from "../node/native-crypto.ts";

/** Takes little work for each guess, so that the tests are fast. The test about browsers uses the real one. */
const scrypt: Scrypt = (phrase, salt, cost) => nativeScrypt(phrase, salt, { ...cost, N: 1024 });
const group = createGroup(TOY_GROUP_256);
const passphrase = "correct horse battery staple";
const keys: GuardianKeys = createGuardianKeys(group, { guardianId: "ann", sequence: 1, quorum: 2 });
let file = "";

beforeAll(async () => {
  file = await createKeyFile(group, { keys, passphrase, electionId: "42", scrypt });
});

test("the passphrase opens the file and gives the same keys", async () => {
  expect(await openKeyFile(group, { file, passphrase, electionId: "42", guardianId: "ann", scrypt })).toEqual(keys);
});

test("a file made in a browser opens in Node, and one way of writing a character counts as the other", async () => {
  const composed = await createKeyFile(group, { keys, passphrase: "caf\u00e9 caf\u00e9 caf\u00e9", electionId: "42" });

  const opened = await openKeyFile(group, {
    file: composed,
    passphrase: "cafe\u0301 cafe\u0301 cafe\u0301",
    scrypt: nativeScrypt,
  });

  expect(opened).toEqual(keys);
});

test("the file contains no secret, and two files of the same keys share only their unencrypted part", async () => {
  const other = readKeyFile(await createKeyFile(group, { keys, passphrase, electionId: "42", scrypt }));

  for (const secret of keys.coefficients) {
    for (const form of [secret.toString(16), secret.toString(16).toUpperCase(), String(secret)])
      expect(file).not.toContain(form);
  }
  const own = readKeyFile(file);
  for (const name of ["key", "keys"] as const) {
    expect(other[name].nonce).not.toBe(own[name].nonce);
    expect(other[name].ciphertext).not.toBe(own[name].ciphertext);
  }
});

test("a wrong passphrase and any changed part are refused with the same message", async () => {
  const whole = readKeyFile(file);
  const flipped = (digits: string) => (digits.startsWith("0") ? "1" : "0") + digits.slice(1);
  const changed = [
    { ...whole, electionId: "43" },
    { ...whole, fingerprint: flipped(whole.fingerprint) },
    { ...whole, kdf: { ...whole.kdf, salt: flipped(whole.kdf.salt) } },
    { ...whole, key: { ...whole.key, ciphertext: flipped(whole.key.ciphertext) } },
    { ...whole, keys: { ...whole.keys, ciphertext: "" } },
  ];
  const refusals = [refusalOf({ file, passphrase: `${passphrase}!` })];
  for (const one of changed) refusals.push(refusalOf({ file: writtenOut(one), passphrase }));

  const shown = new Set((await Promise.all(refusals)).map(({ code, message }) => `${code}: ${message}`));

  expect([...shown]).toEqual([expect.stringMatching(/^KEY_FILE_UNREADABLE: the key file does not open/)]);
});

test.each([
  { title: "another election", wanted: { electionId: "43" }, message: "for the election 42, not 43" },
  { title: "another guardian", wanted: { guardianId: "bob" }, message: "for the guardian ann, not bob" },
])("the file of $title is recognised by its name, before the passphrase is tried", async ({ wanted, message }) => {
  const refusal = await refusalOf({ file, passphrase: "wrong", ...wanted });

  expect(refusal.code).toBe("KEY_FILE_INVALID");
  expect(refusal.message).toContain(message);
});

test.each([
  ["no JSON", "not a key file"],
  ["another kind of file", '{"format": "other", "version": 1}'],
  ["a later version", '{"format": "rota-guardian-key", "version": 2}'],
  ["a part that is missing", '{"format": "rota-guardian-key", "version": 1}'],
  ["a file without end", "x".repeat(2_000_000)],
])("%s is refused as no key file", async (_, text) => {
  expect(await refusalOf({ file: text, passphrase })).toMatchObject({ code: "KEY_FILE_INVALID" });
});

test.each([
  ["less work for a guess", { n: 1024 }],
  ["more memory than there is", { n: 2 ** 40 }],
  ["no power of two", { n: 2 ** 17 + 2 }],
  ["wide blocks", { r: 1_000_000 }],
])("a file that asks for %s is refused at once", async (_, kdf) => {
  const whole = readKeyFile(file);
  const asking = writtenOut({ ...whole, kdf: { ...whole.kdf, ...kdf } });

  expect(await refusalOf({ file: asking, passphrase })).toMatchObject({ code: "KEY_FILE_INVALID" });
});

test("a short passphrase is refused when the file is made", async () => {
  await expect(createKeyFile(group, { keys, passphrase: "letmein", electionId: "42", scrypt })).rejects.toMatchObject({
    code: "PASSPHRASE_TOO_SHORT",
  });
});

test("keys whose halves do not belong together do not open", async () => {
  const mixed = { ...keys, coefficients: keys.coefficients.map((secret) => group.scalar(secret + 1n)) };
  const text = await createKeyFile(group, { keys: mixed, passphrase, electionId: "42", scrypt });

  expect(await refusalOf({ file: text, passphrase })).toMatchObject({ code: "KEY_FILE_INVALID" });
});

function writtenOut(file: KeyFile): string {
  return JSON.stringify({ format: "rota-guardian-key", version: 1, ...file });
}

async function refusalOf(opening: Parameters<typeof openKeyFile>[1]): Promise<{ code: string; message: string }> {
  try {
    await openKeyFile(group, { scrypt, ...opening });
  } catch (error) {
    if (error instanceof Error && "code" in error) return { code: String(error.code), message: error.message };
  }
  throw new Error("it was opened");
}
