/** Refuses acts that do not say who did them, or why where that is asked for. Pure. */
import { RotaError } from "../../errors.ts";

const TEXT_LENGTH_MAX = 500;

export function checkActor(actor: string, reason?: string): void {
  for (const [field, text] of Object.entries(reason === undefined ? { actor } : { actor, reason }))
    if (typeof text !== "string" || text.trim() === "" || text.length > TEXT_LENGTH_MAX || /\0/.test(text))
      throw new RotaError(
        "EVENT_INVALID",
        `${field} must be a text of 1 to ${String(TEXT_LENGTH_MAX)} characters: it is kept in the history`,
        { field },
      );
}
