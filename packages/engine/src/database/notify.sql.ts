/** The statement that sends a notification. */
import { type Sql, sql } from "./sql.ts";

/** Tells whoever listens to the channel, once the transaction has committed. Returns one row without meaning. */
export function notify(channel: string, payload: string): Sql {
  return sql`select pg_notify('rota.' || ${channel}::text, ${payload})`;
}
