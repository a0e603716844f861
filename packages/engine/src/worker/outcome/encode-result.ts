/** Says what is to be stored for a result: what a codec makes of it, if there is one. */
import { encodeValue } from "../../codec/encode-value.ts";
import type { PayloadCodec } from "../../codec/payload-codec.ts";
import { resultJson } from "./result-json.ts";

/** Undefined when there is no result. */
export async function encodeResult(codec: PayloadCodec | undefined, result: unknown, type: string): Promise<unknown> {
  if (codec === undefined) return result;
  const text = resultJson(result);
  return text === undefined ? undefined : encodeValue(codec, JSON.parse(text), { field: "result", type });
}
