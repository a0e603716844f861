/** Lets a codec encode a value that is to be stored. */
import { isRotaError, RotaError } from "../errors.ts";
import type { PayloadCodec, PayloadPlace } from "./payload-codec.ts";
import { thrownName } from "./thrown-name.ts";

/** Throws PAYLOAD_NOT_ENCODED, which tells nothing of the value. */
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
