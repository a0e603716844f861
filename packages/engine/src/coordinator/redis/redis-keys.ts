/** Under which keys Redis keeps what is not a lock; a lock has the key that its caller gave it. */
import type { OnceName } from "../database/mirrors.ts";

/** What all of them start with. */
export const OWN_KEYS = "rota:";

export function secretKey(key: string): string {
  return `${OWN_KEYS}secret:${key}`;
}

/** The scope is escaped, so that its end is where the first colon stands. */
export function onceKey({ scope, key }: OnceName): string {
  return `${OWN_KEYS}once:${encodeURIComponent(scope)}:${key}`;
}
