/**
 * Tests of sealing for workers: only the fleet opens sealed bytes, and only for the guardian and election they were
 * sealed for.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { TOY_GROUP_256 } from "../crypto/group-parameters.ts";
import { createGroup } from "../crypto/group.ts";
import { createGuardianKeys } from "./key-ceremony.ts";
import { createFleetSeed, fleetKeysOf, openCredential, openSealed, sealCredential, sealForWorkers } from "./seal.ts";

const group = createGroup(TOY_GROUP_256);
const seed = createFleetSeed();
const fleet = fleetKeysOf(seed);
const keys = createGuardianKeys(group, { guardianId: "ann", sequence: 1, quorum: 2 });
const purpose = { electionId: "42", guardianId: "ann" };
const sealed = sealCredential({ keys, electionId: "42", publicKey: fleet.publicKey });

test("a worker opens the bytes that a guardian sealed", () => {
  expect(openCredential(group, { fleetKeys: fleet, sealed, ...purpose })).toEqual(keys);
  expect(openCredential(group, { fleetKeys: fleetKeysOf(seed), sealed, ...purpose })).toEqual(keys);
});

test("any sealed bytes are recovered, and sealing them twice gives different results", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const twice = [0, 1].map(() => sealForWorkers({ bytes, publicKey: fleet.publicKey, ...purpose }));

      for (const one of twice) expect(openSealed(fleet, { sealed: one, ...purpose })).toEqual(bytes);
      expect(twice[0]).not.toEqual(twice[1]);
    }),
    { numRuns: 10 },
  );
});

test("the data of database and coordinator opens nothing: sealed bytes, the fleet's public key, keys of others", () => {
  const stored = Buffer.from(sealed);
  for (const secret of keys.coefficients) {
    for (const form of [secret.toString(16), secret.toString(16).toUpperCase(), String(secret)]) {
      expect(stored.includes(form)).toBe(false);
      expect(stored.includes(Buffer.from(form.length % 2 === 0 ? form : `0${form}`, "hex"))).toBe(false);
    }
  }
  const halves = [
    fleetKeysOf(createFleetSeed()),
    { ...fleetKeysOf(createFleetSeed()), publicKey: fleet.publicKey },
    { ...fleet, x25519Secret: fleetKeysOf(createFleetSeed()).x25519Secret },
    { ...fleet, mlKemSecret: fleetKeysOf(createFleetSeed()).mlKemSecret },
    { ...fleet, x25519Secret: fleet.publicKey.slice(0, 32) },
  ];
  for (const others of halves) expect(() => openSealed(others, { sealed, ...purpose })).toThrow("does not open");
});

test("another election, another guardian and a changed byte are refused with the same code", () => {
  expect(() => openSealed(fleet, { sealed, ...purpose, electionId: "43" })).toThrow("does not open");
  expect(() => openSealed(fleet, { sealed, ...purpose, guardianId: "bob" })).toThrow("does not open");
  fc.assert(
    fc.property(fc.nat(sealed.length - 1), fc.integer({ min: 1, max: 255 }), (place, change) => {
      const changed = Uint8Array.from(sealed);
      changed[place] = (changed[place] ?? 0) ^ change;

      expect(() => openSealed(fleet, { sealed: changed, ...purpose })).toThrow("does not open");
    }),
    // X25519 ignores one bit of a key, which is hashed all the same.
    { numRuns: 40, examples: [[32, 128]] },
  );
  for (const length of [0, 1, 100, 1_700]) {
    expect(() => openSealed(fleet, { sealed: sealed.slice(0, length), ...purpose })).toThrow("does not open");
  }
});

test("invalid keys are refused before anything is sealed", () => {
  const zero = Uint8Array.from(fleet.publicKey).fill(0, 0, 32);
  const broken = Uint8Array.from(fleet.publicKey).fill(255, 32);
  for (const publicKey of [new Uint8Array(3), zero, broken]) {
    expect(() => sealForWorkers({ bytes: new Uint8Array(1), publicKey, ...purpose })).toThrow("public key");
  }
  expect(() => fleetKeysOf(new Uint8Array(32))).toThrow("must have 96");
});
