/** Under which keys Redis keeps what is not a lock; a lock has the key that its caller gave it. */
import type { OnceName } from "../database/mirrors.ts";
import type { RedisLink } from "./redis-link.ts";

type Installation = Pick<RedisLink, "installation">;

/** What all of them start with. */
export const OWN_KEYS = "rota:";

export function secretKey({ installation }: Installation, key: string): string {
  return `${OWN_KEYS}${installation}:secret:${key}`;
}

/** The scope is escaped, so that its end is where the first colon stands. */
export function onceKey({ installation }: Installation, { scope, key }: OnceName): string {
  return `${OWN_KEYS}${installation}:once:${encodeURIComponent(scope)}:${key}`;
}
