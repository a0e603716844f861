/** Knows a command that was sent again by its event id, and refuses another one under the same id. */
import { RotaError } from "@rota/engine";
import { idTaken } from "../posting/begin-posting.ts";
import type { TakenKey } from "../posting/posting.sql.ts";

/**
 * What the command became when it was sent first; undefined: it is new.
 *
 * @throws DUPLICATE_IDEMPOTENCY_KEY when its event id was used for something else.
 */
export function repeatedKey(key: TakenKey | undefined, commandHash: string): TakenKey | undefined {
  if (key === undefined || key.payloadHash === commandHash) return key;
  throw idTaken(key);
}

/** The same for commands that are taken together: all of them are repeated, or all are new. */
export function repeatedKeys(
  taken: ReadonlyMap<string, TakenKey>,
  commands: readonly { readonly eventId: string; readonly hash: string }[],
): readonly TakenKey[] | undefined {
  refuseTwice(commands.map(({ eventId }) => eventId));
  const keys = commands.flatMap(({ eventId, hash }) => repeatedKey(taken.get(eventId), hash) ?? []);
  if (keys.length === 0) return undefined;
  if (keys.length === commands.length) return keys;
  const [first] = keys;
  throw first === undefined ? new Error("there is a key") : idTaken(first);
}

function refuseTwice(eventIds: readonly string[]): void {
  const twice = eventIds.find((eventId, index) => eventIds.indexOf(eventId) < index);
  if (twice === undefined) return;
  const message = `event id ${JSON.stringify(twice)} is given twice: give each its own`;
  throw new RotaError("DUPLICATE_IDEMPOTENCY_KEY", message, { eventId: twice });
}
