/** Verifies keys and sessions, and caches the answer for some seconds so that most requests need no query. */
import type { Queryable } from "../database/database.ts";
import { type Clock, systemClock } from "../runtime/clock.ts";
import { noteUse, selectValid } from "./access.sql.ts";
import type { Actor } from "./actor.ts";
import { type Credential, isSameHash, readCredential } from "./credential.ts";

export type Verifier = {
  /** Returns the actor of a key or session; undefined when it is not valid. */
  verify(kind: "key" | "session", text: string): Promise<Actor | undefined>;
  /** Removes a key or session from the cache, so that its end takes effect at once in this process. */
  forget(id: string): void;
};

export type VerifierOptions = {
  readonly database: Queryable;
  /** Time for which an answer is cached; a key that another process revokes stays valid for that time here. Default 5 s. */
  readonly trustMs?: number;
  readonly clock?: Clock;
};

const TRUST_MS = 5_000;
/** Maximum size of the cache, more than a server has callers in five seconds. A full cache is cleared. */
const KNOWN_MAX = 10_000;

type Known = { readonly id: string; readonly untilMs: number; readonly actor: Promise<Actor | undefined> };

export function createVerifier({ database, trustMs = TRUST_MS, clock = systemClock }: VerifierOptions): Verifier {
  const known = new Map<string, Known>();

  const learn = async (kind: "key" | "session", shown: Credential, place: string): Promise<Actor | undefined> => {
    if (known.size >= KNOWN_MAX) known.clear();
    const actor = ask(database, kind, shown);
    known.set(place, { id: shown.id, untilMs: clock.monotonicMs() + trustMs, actor }); // other callers wait for the same answer
    let isValid = false;
    try {
      isValid = (await actor) !== undefined;
      return await actor;
    } finally {
      if (!isValid) known.delete(place); // invalid ones must not displace valid ones
    }
  };

  return {
    async verify(kind, text) {
      const shown = readCredential(text);
      if (shown === undefined) return undefined;
      // The hash is part of the key: a wrong secret must not replace the right one.
      const place = `${kind} ${shown.id} ${Buffer.from(shown.secretHash).toString("base64")}`;
      const found = known.get(place);
      return found !== undefined && found.untilMs > clock.monotonicMs() ? found.actor : learn(kind, shown, place);
    },
    forget(id) {
      for (const [place, entry] of known) if (entry.id === id) known.delete(place);
    },
  };
}

async function ask(database: Queryable, kind: "key" | "session", shown: Credential): Promise<Actor | undefined> {
  const [row] = await database.query(selectValid({ id: shown.id, kind }));
  if (row === undefined || !isSameHash(row.secret_hash, shown.secretHash)) return undefined;
  if (!row.is_use_noted) await database.query(noteUse(shown.id));
  return { kind, id: shown.id, name: row.name, tenant: row.tenant ?? undefined, roles: row.roles };
}
