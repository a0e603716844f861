/** Lets a codec decode a value that was stored. */
import { isRotaError, RotaError } from "../errors.ts";
import type { PayloadCodec, PayloadPlace } from "./payload-codec.ts";
import { thrownName } from "./thrown-name.ts";

/** Throws PAYLOAD_UNREADABLE, which tells nothing of the value. Null was never encoded, or was erased. */
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
      `the ${field} of a task of type "${type}" cannot be decoded: codec.decode threw ${thrownName(error)}; mend the codec, then redrive`,
      { field, type },
    );
  }
}
