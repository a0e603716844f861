/** Statements of the chaos story. */
import { sql } from "../../src/database/sql.ts";

/** Returns one row: the server process of this session. */
export const selectBackend = () => sql<{ pid: number }>`select pg_backend_pid() as pid`;

/** Returns a row if the server process is in a transaction and waits for its client. */
export const selectOpenTransaction = (pid: number) => sql<{ state: string }>`
  select state from pg_stat_activity where pid = ${pid} and state = 'idle in transaction' and xact_start is not null`;

/** Counts effects, rejected events and waiting batches. Returns one row. */
export const countChaos = () => sql<{ effects: number; rejected: number; waiting: number }>`
  select (select count(*) from rota.effects)::integer                   as effects,
         (select count(*) from rota.rejected_events)::integer           as rejected,
         (select count(*) from rota.inbox_batches left join rota.inbox_results using (batch_id)
           where settled_at is null)::integer                           as waiting`;

export type ChaosRejected = {
  readonly kind: string;
  readonly code: string;
  readonly reason: string;
  readonly tenant: string | null;
  readonly event_id: string | null;
  readonly payload: string | null;
  readonly held_payload: string | null;
  readonly payload_hash: string;
};

/** Returns a row for each event that was not accepted. */
export const selectAllRejected = () => sql<ChaosRejected>`
  select kind, code, reason, tenant, event_id, payload, held_payload, encode(payload_hash, 'hex') as payload_hash
    from rota.rejected_events where state = 'OPEN'`;
