/** Verifies keys and sessions, and caches the answer for some seconds so that most requests need no query. */
import type { Queryable } from "../database/database.ts";
import { type Clock, systemClock } from "../runtime/clock.ts";
import { noteUse, selectValid } from "./access.sql.ts";
import type { Actor } from "./actor.ts";
import { type Credential, isSameHash, readCredential } from "./credential.ts";

export type Verifier = {
  /** Undefined: it is not valid, or not any more. */
  verify(kind: "key" | "session", text: string): Promise<Actor | undefined>;
  /** Forgets what it knows of a key or session, so that its end counts at once in this process. */
  forget(id: string): void;
};

export type VerifierOptions = {
  readonly database: Queryable;
  /** How long an answer is trusted; a key that is revoked elsewhere opens for so much longer. Default 5 s. */
  readonly trustMs?: number;
  readonly clock?: Clock;
};

const TRUST_MS = 5_000;
/** More than a server has callers in five seconds; then it begins anew. */
const KNOWN_MAX = 10_000;

type Known = { readonly id: string; readonly untilMs: number; readonly actor: Promise<Actor | undefined> };

export function createVerifier({ database, trustMs = TRUST_MS, clock = systemClock }: VerifierOptions): Verifier {
  const known = new Map<string, Known>();

  const learn = async (kind: "key" | "session", shown: Credential, place: string): Promise<Actor | undefined> => {
    if (known.size >= KNOWN_MAX) known.clear();
    const actor = ask(database, kind, shown);
    known.set(place, { id: shown.id, untilMs: clock.monotonicMs() + trustMs, actor }); // who comes meanwhile waits for it too
    let isValid = false;
    try {
      isValid = (await actor) !== undefined;
      return await actor;
    } finally {
      if (!isValid) known.delete(place); // wrong ones must not push right ones out
    }
  };

  return {
    async verify(kind, text) {
      const shown = readCredential(text);
      if (shown === undefined) return undefined;
      // The hash is part of the place: a wrong secret must not take the place of the right one.
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
