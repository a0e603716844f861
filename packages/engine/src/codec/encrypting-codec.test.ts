/** Tests what users rely on when they encrypt payloads. */
import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createEncryptingCodec, ENCRYPTION_KEYS_MAX } from "./encrypting-codec.ts";
import type { PayloadPlace } from "./payload-codec.ts";

const OLD = randomBytes(32);
const NEW = randomBytes(32);
const PLACE: PayloadPlace = { field: "payload", type: "demo.greet" };
const codec = createEncryptingCodec({ keys: { old: OLD, new: NEW }, current: "new" });

describe("the encrypting codec", () => {
  test("gives back whatever json was given", async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        const stored: unknown = JSON.parse(JSON.stringify(await codec.encode(value, PLACE)));
        expect(JSON.stringify(await codec.decode(stored, PLACE))).toBe(JSON.stringify(value));
      }),
    );
  });

  test("stores the id of the key and nothing of the value, and never the same twice", async () => {
    const first = await codec.encode({ card: "4111111111111111" }, PLACE);
    const second = await codec.encode({ card: "4111111111111111" }, PLACE);

    expect(first).toMatchObject({ key: "new" });
    expect(JSON.stringify(first)).not.toContain("4111");
    expect(second).not.toEqual(first);
  });

  test("reads what earlier keys encrypted", async () => {
    const before = createEncryptingCodec({ keys: { old: OLD }, current: "old" });

    expect(await codec.decode(await before.encode("hello", PLACE), PLACE)).toBe("hello");
  });

  test.each([
    ["another field", { ...PLACE, field: "result" } as const],
    ["another type", { ...PLACE, type: "demo.other" }],
  ])("does not read a value in the place of %s", async (_, place) => {
    const stored = await codec.encode("hello", PLACE);

    expect(refusalOf(() => codec.decode(stored, place))).toMatchObject({ code: "PAYLOAD_UNREADABLE" });
  });

  test.each([
    ["was changed", { key: "new", sealed: randomBytes(40).toString("base64") }, "was changed"],
    ["is too short", { key: "new", sealed: "AA==" }, "was changed"],
    ["has a key that is not there", { key: "lost", sealed: "AA==" }, 'its key "lost" is not among keys'],
    ["is not encrypted", { card: "4111111111111111" }, "it is not encrypted"],
  ])("refuses a value that %s, and repeats nothing of it", (_, stored, reason) => {
    const refusal = refusalOf(() => codec.decode(stored, PLACE));

    expect(refusal).toMatchObject({ code: "PAYLOAD_UNREADABLE" });
    expect(String(refusal)).toContain(reason);
    expect(String(refusal)).not.toContain("4111");
  });

  test("reads what was stored before there was a codec when told to", () => {
    const lenient = createEncryptingCodec({ keys: { new: NEW }, current: "new", acceptsPlain: true });

    expect(lenient.decode({ name: "ann" }, PLACE)).toEqual({ name: "ann" });
  });

  test("marks the same text alike under every key that two processes share, the current one first", () => {
    const before = createEncryptingCodec({ keys: { new: NEW, old: OLD }, current: "old" });

    expect(before.fingerprints?.("a")).toEqual([...(codec.fingerprints?.("a") ?? [])].reverse());
    expect(codec.fingerprints?.("b")).not.toEqual(codec.fingerprints?.("a"));
  });

  test.each([
    ["a key of another length", { keys: { a: randomBytes(16) }, current: "a" }, /key "a" must be 32 bytes/],
    ["no key", { keys: {}, current: "a" }, /there are 0 keys/],
    ["a current key that is not there", { keys: { a: OLD }, current: "b" }, /current is "b", .* the keys a/],
    ["an id that no log could hold", { keys: { "a\nb": OLD }, current: "a\nb" }, /an id of a key must be/],
    [
      "too many keys",
      { keys: Object.fromEntries(Array.from({ length: ENCRYPTION_KEYS_MAX + 1 }, (_, n) => [n, OLD])), current: "0" },
      /there are 17 keys, 1 to 16/,
    ],
  ])("is refused with %s", (_, options, reason) => {
    const refusal = refusalOf(() => createEncryptingCodec(options));

    expect(refusal).toMatchObject({ code: "CODEC_INVALID" });
    expect(String(refusal)).toMatch(reason);
  });
});

function refusalOf(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    return error;
  }
}
