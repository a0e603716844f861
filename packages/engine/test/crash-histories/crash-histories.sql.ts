/** The statements by which the simulator of crashes sets up its database, moves its time and reads it. */
import { sql, sqlScript } from "../../src/database/sql.ts";

/** The table that handlers write to. Without a unique key, so that a row that is written twice is seen twice. Returns nothing. */
export const createEffects = () =>
  sqlScript(`
  create table rota.effects (task_id bigint not null, number integer not null, run integer not null)`);

/** Whatever asks when the server was started asks the simulator. After replaceClock() of the testing kit. Returns nothing. */
export const replaceStart = () =>
  sqlScript(`
  create function rota_held_time.pg_postmaster_start_time() returns timestamptz language sql stable
    as $$ select current_setting('rota_held_time.started')::timestamptz $$`);

/** Says when the server was started. Returns nothing of interest. */
export const setStart = (at: Date) => sql`select set_config('rota_held_time.started', ${at.toISOString()}, false)`;

/** Makes the database as empty as before the first history, ids included. Returns nothing. */
export const forgetHistory = () =>
  sqlScript(`
  delete from rota.tasks; delete from rota.chunks; delete from rota.leases; delete from rota.countdowns;
  delete from rota.attempts; delete from rota.lanes; delete from rota.lane_changes; delete from rota.dispatch_log;
  delete from rota.task_keys; delete from rota.effects; delete from rota.chunk_counts;
  alter sequence rota.tasks_task_id_seq restart;
  alter sequence rota.attempts_attempt_id_seq restart;
  alter sequence rota.lane_changes_change_id_seq restart`);

/** Takes away what deleted rows leave behind. Returns nothing. */
export const vacuum = () => sqlScript(`vacuum`);

/** A process says that it lives, as its session would. Returns one row. */
export const holdPresence = (owner: string) => sql`select pg_advisory_lock(rota.presence_key(${owner}))`;

/** The session of a process has ended. Returns one row. */
export const endPresence = (owner: string) => sql`select pg_advisory_unlock(rota.presence_key(${owner}))`;

/** All sessions have ended. Returns one row. */
export const endPresences = () => sql`select pg_advisory_unlock_all()`;

/** Returns nothing. */
export const insertEffect = ({ taskId, number, run }: { taskId: bigint; number: number; run: number }) => sql<never>`
  insert into rota.effects (task_id, number, run) values (${taskId}, ${number}, ${run})`;

export type ChunkSeen = {
  readonly task_id: number;
  readonly number: number;
  readonly state: string;
  readonly attempt: number;
  readonly returns: number;
  readonly is_alone: boolean;
  /** As text: it is larger than a number of JavaScript. */
  readonly token: string | null;
  readonly payload: { readonly isCommit?: boolean; readonly hasChild?: boolean; readonly of?: string } | null;
  readonly result: unknown;
};

export type TaskSeen = {
  readonly task_id: number;
  readonly type: string;
  readonly tenant: string;
  /** As its row says: that of a job is its chunk's. */
  readonly state: string;
  readonly parent_id: number | null;
  readonly has_finish: boolean;
  readonly is_job: boolean;
  readonly chunk_count: number;
  readonly attempts_max: number;
  readonly remaining: number | null;
  readonly failed: number | null;
  readonly cancelled: number | null;
  readonly is_over: boolean | null;
};

export type LeaseSeen = {
  readonly token: string;
  readonly owner: string;
  readonly expires_ms: number;
  readonly is_watched: boolean;
  readonly chunks: readonly string[];
};

export type EffectSeen = { readonly task_id: number; readonly number: number; readonly run: number };

export type Seen = {
  /** The transactions that this state includes. */
  readonly last: string;
  readonly chunks: readonly ChunkSeen[];
  readonly tasks: readonly TaskSeen[];
  readonly leases: readonly LeaseSeen[];
  readonly effects: readonly EffectSeen[];
  /** Numbers of chunks as the statistics have them, by state; `open` of all states that are no end. */
  readonly counts: Readonly<Record<string, number>>;
};

/**
 * A function, so that its plans are made once. It returns everything that the checks compare, at one moment, and nothing when no
 * transaction has written since the given one. Returns nothing.
 */
export const createStateReader = () =>
  sqlScript(`
  create function rota.see_all(p_last text) returns json
  language plpgsql set plan_cache_mode = force_generic_plan set jit = off as $$
  declare
    v_last text := pg_snapshot_xmax(pg_current_snapshot())::text;
  begin
    if v_last = p_last then return null; end if;
    return json_build_object(
      'last', v_last,
      'chunks', (select coalesce(json_agg(chunk order by task_id, number), '[]')
                   from (select task_id, number, state, attempt, returns, is_alone, lease_token::text as token, payload, result
                           from rota.chunks) as chunk),
      'tasks', (select coalesce(json_agg(task order by task_id), '[]')
                  from (select tasks.task_id, type, tenant, state, parent_id, has_finish, is_job, chunk_count, attempts_max, remaining, failed, cancelled, is_over
                          from rota.tasks left join rota.countdowns using (task_id)) as task),
      'leases', (select coalesce(json_agg(lease), '[]')
                   from (select lease_token::text as token, owner, extract(epoch from expires_at) * 1000 as expires_ms, is_watched,
                                (select coalesce(array_agg(task_id || '/' || number), '{}') from unnest(task_ids, numbers) as given (task_id, number)) as chunks
                           from rota.leases) as lease),
      'effects', (select coalesce(json_agg(effects), '[]') from rota.effects),
      'counts', (select json_build_object('open', coalesce(sum(open), 0), 'SCHEDULED', coalesce(sum(scheduled), 0), 'COMPLETED', coalesce(sum(completed), 0),
                                          'FAILED', coalesce(sum(failed), 0), 'DEAD_LETTER', coalesce(sum(dead_letters), 0), 'CANCELLED', coalesce(sum(cancelled), 0))
                   from rota.count_chunks()));
  end $$`);

/** Returns one row: what there is, or null when nothing was written since `last`. */
export const seeAll = (last: string) => sql<{ seen: Seen | null }>`select rota.see_all(${last}) as seen`;

/** Returns lanes in which something still counts as in flight. */
export const selectBusyLanes = () => sql<{ name: string; in_flight: number }>`
  select name, in_flight from rota.lanes where in_flight > 0`;
