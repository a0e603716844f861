/** Sums of ballots as they are stored: pad and data of every selection of the manifest, in its order, each as wide as p. Pure. */
import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js";
import { RotaError } from "@rota/engine/errors";
import type { Ciphertext } from "../../crypto/elgamal.ts";
import type { Manifest } from "../../manifest/manifest.ts";
import { keyOf, type TallyPart } from "../../tally/aggregate.ts";

export type StoredTally = { readonly ballots: number; readonly sums: Uint8Array };

type Modulus = { readonly p: bigint };

/** What no ballot had is (1, 1), which hides 0. */
const NOTHING: Ciphertext = { pad: 1n, data: 1n };

export function packTally(group: Modulus, manifest: Manifest, { sums }: TallyPart): Uint8Array {
  const width = widthOf(group);
  const packed = keysOf(manifest).flatMap((key) => {
    const { pad, data } = sums.get(key) ?? NOTHING;
    return [pad, data].map((value) => hexToBytes(value.toString(16).padStart(2 * width, "0")));
  });
  return concatBytes(...packed);
}

/** Refuses bytes that are not of this manifest. */
export function unpackTally(group: Modulus, manifest: Manifest, { ballots, sums }: StoredTally): TallyPart {
  const width = widthOf(group);
  const keys = keysOf(manifest);
  if (sums.length !== keys.length * 2 * width) {
    throw new RotaError(
      "ELECTION_RECORD_INVALID",
      `a tally has ${String(sums.length)} bytes, another manifest made it`,
    );
  }
  const numberAt = (index: number) => BigInt(`0x${bytesToHex(sums.subarray(index * width, (index + 1) * width))}`);
  const read = keys.map((key, index) => [key, { pad: numberAt(2 * index), data: numberAt(2 * index + 1) }] as const);
  return { ballots, sums: new Map(read) };
}

function keysOf({ contests }: Manifest): string[] {
  return contests.flatMap(({ contestId, selections }) =>
    selections.map(({ selectionId }) => keyOf(contestId, selectionId)),
  );
}

function widthOf({ p }: Modulus): number {
  return Math.ceil(p.toString(16).length / 2);
}
