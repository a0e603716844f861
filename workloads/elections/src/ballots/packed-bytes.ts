/** Writes and reads numbers of a group as bytes of one length each. Pure. */
import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js";
import { RotaError } from "@rota/engine/errors";
import type { Group } from "../crypto/group/group.ts";

export type ByteWriter = {
  /** Refuses what is not from 1 to p - 1: there must be one way to write a ballot. */
  readonly elements: (...values: readonly bigint[]) => void;
  /** Refuses what is not below q. */
  readonly scalars: (...values: readonly bigint[]) => void;
  readonly whole: (value: number, width: number) => void;
  /** Up to 65,535 bytes. */
  readonly text: (bytes: Uint8Array) => void;
  readonly bytes: () => Uint8Array;
};

export type ByteReader = {
  readonly element: () => bigint;
  readonly scalar: () => bigint;
  readonly whole: (width: number) => number;
  readonly text: () => Uint8Array;
  /** Refuses bytes that are left over. */
  readonly end: () => void;
};

const TEXT_BYTES_MAX = 0xffff;

/** `what` is named in refusals. */
export function createByteWriter(group: Group, what: string): ByteWriter {
  const parts: Uint8Array[] = [];
  const write = (value: bigint, width: number) => parts.push(hexToBytes(value.toString(16).padStart(2 * width, "0")));
  const require = (isFit: boolean, why: string) => {
    if (!isFit) throw new RotaError("BALLOT_INVALID", `${what}: ${why}`);
  };
  const whole = (value: number, width: number) => {
    const isFit = Number.isSafeInteger(value) && value >= 0 && value < 2 ** (8 * width);
    require(isFit, "one of its numbers is too large or no whole number");
    write(BigInt(value), width);
  };
  return {
    elements(...values) {
      require(values.every(group.isResidue), "one of its numbers is not from 1 to p - 1");
      for (const value of values) write(value, widthOf(group.p));
    },
    scalars(...values) {
      require(values.every(group.isScalar), "a challenge or response of its proofs is not below q");
      for (const value of values) write(value, widthOf(group.q));
    },
    whole,
    text(bytes) {
      require(bytes.length <= TEXT_BYTES_MAX, "its contest data is too long");
      whole(bytes.length, 2);
      parts.push(bytes);
    },
    bytes: () => concatBytes(...parts),
  };
}

export function createByteReader(group: Group, bytes: Uint8Array, what: string): ByteReader {
  let at = 0;
  const take = (width: number): Uint8Array => {
    const taken = bytes.subarray(at, at + width);
    if (taken.length < width) throw new RotaError("BALLOT_INVALID", `${what}: its stored bytes end too early`);
    at += width;
    return taken;
  };
  const number = (width: number) => BigInt(`0x${bytesToHex(take(width))}`);
  const whole = (width: number) => Number(number(width));
  return {
    element: () => number(widthOf(group.p)),
    scalar: () => number(widthOf(group.q)),
    whole,
    text: () => take(whole(2)),
    end() {
      if (at !== bytes.length) throw new RotaError("BALLOT_INVALID", `${what}: its stored bytes go on too long`);
    },
  };
}

function widthOf(max: bigint): number {
  return Math.ceil(max.toString(16).length / 2);
}
