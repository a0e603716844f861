/** Fields of the original system. */
import { Type } from "typebox";

/** A number, as its messages and bodies have it. */
export const SourceId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, examples: [42] });
