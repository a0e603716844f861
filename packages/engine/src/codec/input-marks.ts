/** Makes what stands for an input when two submissions are compared, of what a codec says about it. */
import { createHash } from "node:crypto";
import { RotaError } from "../errors.ts";
import { canonicalJson } from "./canonical-json.ts";
import type { PayloadCodec } from "./payload-codec.ts";
import { thrownName } from "./thrown-name.ts";

/** Of those that a codec gives: each may cost a round trip. */
export const FINGERPRINTS_MAX = 16;

/** In hex, all of one length. Undefined: the codec has no fingerprints, and what it encoded is compared. */
export function inputMarks(codec: PayloadCodec, input: unknown, type: string): readonly string[] | undefined {
  const fingerprints = tryFingerprints(codec, canonicalJson(input), type);
  if (fingerprints.length === 0) return undefined;
  return fingerprints.slice(0, FINGERPRINTS_MAX).map((text) => createHash("sha256").update(text).digest("hex"));
}

function tryFingerprints(codec: PayloadCodec, text: string, type: string): readonly string[] {
  try {
    return codec.fingerprints?.(text) ?? [];
  } catch (error) {
    throw new RotaError(
      "PAYLOAD_NOT_ENCODED",
      `the input of a task of type "${type}" has no mark: codec.fingerprints threw ${thrownName(error)}; nothing was stored`,
      { field: "input", type },
    );
  }
}
