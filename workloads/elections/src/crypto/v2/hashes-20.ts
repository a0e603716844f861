/** What ElectionGuard 2.0 hashes, formula by formula: each starts with a tag that no other has. */
import { hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Ciphertext } from "../elgamal.ts";
import { HASH_BYTES, keyedHash, toFixedBytes } from "../hash/keyed-hash.ts";
import type { Setting20 } from "./setting-20.ts";

export type Hashes20 = ReturnType<typeof createHashes20>;

const TAG = {
  manifest: 0x01,
  base: 0x02,
  schnorr: 0x10,
  extended: 0x12,
  range: 0x21,
  dataKey: 0x22,
  contest: 0x23,
  code: 0x24,
  opening: 0x30,
  openedData: 0x31,
} as const;

export function createHashes20(setting: Setting20) {
  const { countBytes, elementBytes, parameterHash, toScalar } = setting;
  const tagged = (tag: keyof typeof TAG) => Uint8Array.of(TAG[tag]);
  const count = (value: number) => toFixedBytes(BigInt(value), countBytes);
  const element = (value: bigint) => toFixedBytes(value, elementBytes);
  const pair = ({ pad, data }: Ciphertext) => [element(pad), element(data)];
  return {
    parameterHash,
    manifestHash: (text: string) => {
      const bytes = utf8ToBytes(text);
      return keyedHash(parameterHash, tagged("manifest"), count(bytes.length), bytes);
    },
    baseHash: ({ manifestHash, guardians, quorum }: { manifestHash: bigint; guardians: number; quorum: number }) =>
      keyedHash(parameterHash, tagged("base"), hashBytes(manifestHash), count(guardians), count(quorum)),
    extendedHash: (baseHash: bigint, publicKey: bigint) => keyedHash(baseHash, tagged("extended"), element(publicKey)),
    schnorrChallenge: (about: { sequence: number; degree: number; publicKey: bigint; commitment: bigint }) => {
      const { sequence, degree, publicKey, commitment } = about;
      const places = [count(sequence), count(degree)];
      return toScalar(keyedHash(parameterHash, tagged("schnorr"), ...places, element(publicKey), element(commitment)));
    },
    /** What is hashed for one election. */
    of: ({ extendedHash, publicKey }: { extendedHash: bigint; publicKey: bigint }) => ({
      rangeChallenge: (ciphertext: Ciphertext, commitments: readonly Ciphertext[]) => {
        const parts = [element(publicKey), ...[ciphertext, ...commitments].flatMap(pair)];
        return toScalar(keyedHash(extendedHash, tagged("range"), ...parts));
      },
      contestHash: (sequence: number, ciphertexts: readonly Ciphertext[]) => {
        const parts = [count(sequence), element(publicKey), ...ciphertexts.flatMap(pair)];
        return keyedHash(extendedHash, tagged("contest"), ...parts);
      },
      /** The last part are bytes of the device or of the code before, as hexadecimal digits. */
      code: (contestHashes: readonly bigint[], bytes: string) =>
        keyedHash(extendedHash, tagged("code"), ...contestHashes.map(hashBytes), hexToBytes(bytes)),
      openingChallenge: (ciphertext: Ciphertext, commitment: Ciphertext, shares: bigint) => {
        const parts = [element(publicKey), ...pair(ciphertext), ...pair(commitment), element(shares)];
        return toScalar(keyedHash(extendedHash, tagged("opening"), ...parts));
      },
      /** egk-ec writes the encrypted bytes as hexadecimal digits, in upper case. */
      openedDataChallenge: (sealed: Sealed, commitment: Ciphertext, beta: bigint) => {
        const parts = [
          element(publicKey),
          element(sealed.pad),
          utf8ToBytes(sealed.data.toUpperCase()),
          hashBytes(sealed.mac),
        ];
        return toScalar(keyedHash(extendedHash, tagged("openedData"), ...parts, ...pair(commitment), element(beta)));
      },
      dataKey: (pad: bigint, beta: bigint) =>
        keyedHash(extendedHash, tagged("dataKey"), element(publicKey), element(pad), element(beta)),
      /** An element as it is written into hashes. */
      element,
    }),
  };
}

type Sealed = { readonly pad: bigint; readonly data: string; readonly mac: bigint };

export function hashBytes(value: bigint): Uint8Array {
  return toFixedBytes(value, HASH_BYTES);
}
