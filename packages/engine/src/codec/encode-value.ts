/** Encodes and decodes stored values with a codec, and fingerprints inputs to compare two submissions. */
import { canonicalJson, sha256Hex } from "@rota/proofs";
import { isRotaError, RotaError } from "../errors.ts";
import type { PayloadCodec, PayloadPlace } from "./payload-codec.ts";

/** Throws PAYLOAD_NOT_ENCODED, which does not contain the value. */
export async function encodeValue(codec: PayloadCodec, value: unknown, place: PayloadPlace): Promise<unknown> {
  if (value === null || value === undefined) return value;
  const encoded = await tryEncode(codec, value, place);
  if (encoded === undefined) throw notEncoded(place, "codec.encode gave nothing");
  return encoded;
}

async function tryEncode(codec: PayloadCodec, value: unknown, place: PayloadPlace): Promise<unknown> {
  try {
    return await codec.encode(value, place);
  } catch (error) {
    if (isRotaError(error, "PAYLOAD_NOT_ENCODED")) throw error;
    throw notEncoded(place, `codec.encode threw ${thrownName(error)}`);
  }
}

function notEncoded({ field, type }: PayloadPlace, reason: string): RotaError {
  return new RotaError(
    "PAYLOAD_NOT_ENCODED",
    `the ${field} of a task of type "${type}" was not encoded: ${reason}; nothing was stored`,
    { field, type },
  );
}

/** Throws PAYLOAD_UNREADABLE, which does not contain the value. Null was never encoded, or was erased. */
export async function decodeValue<Value>(
  codec: PayloadCodec | undefined,
  stored: Value,
  place: PayloadPlace,
): Promise<Value>;
export async function decodeValue(
  codec: PayloadCodec | undefined,
  stored: unknown,
  place: PayloadPlace,
): Promise<unknown> {
  if (codec === undefined || stored === null || stored === undefined) return stored;
  try {
    return await codec.decode(stored, place);
  } catch (error) {
    if (isRotaError(error, "PAYLOAD_UNREADABLE")) throw error;
    const { field, type } = place;
    throw new RotaError(
      "PAYLOAD_UNREADABLE",
      `the ${field} of a task of type "${type}" cannot be decoded: codec.decode threw ${thrownName(error)}; fix the codec, then redrive`,
      { field, type },
    );
  }
}

/** The largest number of fingerprints of one value: each may cost a round trip. */
export const FINGERPRINTS_MAX = 16;

/** Returns fingerprints in hex, all of one length. Undefined: the codec has none, and the encoded values are compared. */
export function inputFingerprints(codec: PayloadCodec, input: unknown, type: string): readonly string[] | undefined {
  const fingerprints = tryFingerprints(codec, input, type);
  if (fingerprints.length === 0) return undefined;
  return fingerprints.slice(0, FINGERPRINTS_MAX).map((text) => sha256Hex(text));
}

function tryFingerprints(codec: PayloadCodec, input: unknown, type: string): readonly string[] {
  try {
    return codec.fingerprints?.(canonicalJson(input)) ?? [];
  } catch (error) {
    throw new RotaError(
      "PAYLOAD_NOT_ENCODED",
      `the input of a task of type "${type}" has no fingerprint: codec.fingerprints threw ${thrownName(error)}; nothing was stored`,
      { field: "input", type },
    );
  }
}

/** Names what a codec threw without repeating its message, which may hold a part of the value. Pure. */
function thrownName(thrown: unknown): string {
  return thrown instanceof Error ? thrown.constructor.name : `a value of type ${typeof thrown}`;
}
