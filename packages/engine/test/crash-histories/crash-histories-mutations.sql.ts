/** Wrong versions of how work ends, each one small change to a function of the database. */
import { sql } from "../../src/database/sql.ts";

export type Mutation = {
  readonly name: string;
  readonly function: string;
  /** A history in which it shows: the search continues from there, should it no longer show. */
  readonly seed: number;
  /** Texts and their replacements, wherever they occur. A text to be replaced must be there, or the mutation tests nothing. */
  readonly changes: readonly (readonly [from: string, to: string])[];
};

/** Returns the statement that makes a function as it is; no row: there is none. */
export const selectFunction = (name: string) => sql<{ text: string }>`
  select pg_get_functiondef(oid) as text from pg_proc where proname = ${name} and pronamespace = 'rota'::regnamespace`;

/** Mutations of fences, of attempts and of tasks. */
export const REPRESENTATIVE_MUTATIONS: readonly Mutation[] = [
  {
    name: "completing does not ask for the token",
    function: "settle_chunks",
    seed: 34,
    changes: [["chunks.lease_token = claimed.lease_token", "chunks.lease_token is not null"]],
  },
  {
    name: "a chunk that was lost beside others has spent an attempt",
    function: "end_attempts",
    seed: 2,
    changes: [["or given.outcome = 'LOST' and not is_alone", ""]],
  },
  {
    name: "a parent does not wait for its children",
    function: "has_open_child",
    seed: 9,
    changes: [["select exists", "select false and exists"]],
  },
];

/** The others. */
export const MUTATIONS: readonly Mutation[] = [
  {
    name: "a retry is not counted as scheduled",
    function: "end_attempts",
    seed: 1,
    changes: [["count(*) filter (where next_state = 'SCHEDULED')", "0"]],
  },
  {
    name: "ending an attempt does not ask for the token",
    function: "end_attempts",
    seed: 7,
    changes: [
      ["chunks.lease_token = given.lease_token", "chunks.lease_token is not null"],
      ["chunks.lease_token = next.lease_token", "chunks.lease_token is not null"],
    ],
  },
  {
    name: "running alone does not ask for the token",
    function: "run_alone",
    seed: 28,
    changes: [["lease_token = p_token", "true"]],
  },
  {
    name: "the countdown does not ask the fence",
    function: "settle_chunks",
    seed: 6,
    changes: [["coalesce(array_agg(task_id) filter (where is_counted), '{}')", "p_task_ids"]],
  },
  {
    name: "leases are rescued before their time",
    function: "rescue_leases",
    seed: 3,
    changes: [["where expires_at <= clock_timestamp() or absent_since <= clock_timestamp() - p_grace", "where true"]],
  },
  {
    name: "a rescue takes what another has claimed since",
    function: "rescue_leases",
    seed: 5,
    changes: [["and chunks.lease_token = v_lease.lease_token", "and chunks.lease_token is not null"]],
  },
  {
    name: "a chunk that was lost alone has spent no attempt",
    function: "end_attempts",
    seed: 26,
    changes: [["given.outcome = 'LOST' and not is_alone", "given.outcome = 'LOST'"]],
  },
  {
    name: "a rescue forgets that the task was cancelled",
    function: "end_attempts",
    seed: 141,
    changes: [["when is_cancelled and state in", "when is_cancelled and outcome <> 'LOST' and state in"]],
  },
  {
    name: "places of what was lost stay taken",
    function: "end_attempts",
    seed: 2,
    changes: [["where slots_before <> 0", "where slots_before <> 0 and outcome <> 'LOST'"]],
  },
  {
    name: "a task that failed gets its last chunk",
    function: "end_tasks",
    seed: 29,
    changes: [["and failed = 0 and", "and"]],
  },
];
