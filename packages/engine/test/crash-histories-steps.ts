/** Says whether one call to the database changed chunks only as it may: fenced, counted and between known states. Pure. */
import { CHUNK_TRANSITIONS } from "../src/tasks/chunk.ts";
import type { ChunkSeen, Seen } from "./crash-histories.sql.ts";
import type { Client } from "./crash-histories-network.ts";
import type { Run } from "./crash-histories-tasks.ts";

export type Step = {
  /** The function that was called, or a transaction. */
  readonly name: string;
  readonly by: Client;
  readonly before: Seen;
  readonly after: Seen;
  /** What time it is in the database. */
  readonly nowMs: number;
};

/** What is known of a history beside what the database says. */
export type Known = {
  readonly runs: readonly Run[];
  /** Who was given which lease. */
  readonly holders: ReadonlyMap<string, Client>;
  /** Whether a process is without a session, and the server has run for a grace, so that others may take what it had. */
  readonly isAbsent: (owner: string) => boolean;
};

const RETURNS_MAX = 10;
const SETTLERS: ReadonlySet<string> = new Set(["settle_chunks", "transaction"]);

/** Undefined when nothing is wrong. */
export function findBrokenStep(step: Step, known: Known): string | undefined {
  const before = new Map(step.before.chunks.map((chunk) => [nameOf(chunk), chunk]));
  for (const chunk of step.after.chunks) {
    const was = before.get(nameOf(chunk));
    const broken = was === undefined ? undefined : findBrokenChange(was, chunk, step, known);
    if (broken !== undefined) return `${step.name} of ${step.by.name}: chunk ${nameOf(chunk)} ${broken}`;
  }
  if (step.after.chunks.length < step.before.chunks.length) return `${step.name}: chunks are gone`;
  return undefined;
}

export function nameOf(chunk: { readonly task_id: number; readonly number: number }): string {
  return `${String(chunk.task_id)}/${String(chunk.number)}`;
}

function findBrokenChange(was: ChunkSeen, is: ChunkSeen, step: Step, known: Known): string | undefined {
  if (was.state === is.state) return findChangeInState(was, is, step, known);
  const way = `went from ${was.state} (attempt ${String(was.attempt)}) to ${is.state} (attempt ${String(is.attempt)})`;
  if (!mayBecome(was.state, is.state)) return way;
  const broken = findBadWay(was, is, step, known);
  return broken && `${way}: ${broken}`;
}

function findBadWay(was: ChunkSeen, is: ChunkSeen, step: Step, known: Known): string | undefined {
  if (is.state === "PROCESSING") return findBadClaim(was, is, step);
  return was.state === "PROCESSING" ? findBadEnd(was, is, step, known) : findBadMove(was, is, step);
}

function findChangeInState(was: ChunkSeen, is: ChunkSeen, { name, by }: Step, known: Known): string | undefined {
  if (was.token !== is.token) return `was given to another while it was ${was.state}`;
  if (was.attempt !== is.attempt) return `counted an attempt while it was ${was.state}`;
  if (JSON.stringify(was.result) !== JSON.stringify(is.result)) return `changed its result while it was ${was.state}`;
  const mayBeAlone = name === "run_alone" && known.holders.get(was.token ?? "") === by;
  if (was.is_alone !== is.is_alone && !mayBeAlone) return "was said to run alone by somebody else";
  return undefined;
}

/** A claim first puts what is due to wait. */
function mayBecome(from: string, to: string): boolean {
  const ways: ReadonlyMap<string, object> = new Map(Object.entries(CHUNK_TRANSITIONS));
  return to in (ways.get(from) ?? {}) || (from === "SCHEDULED" && to === "PROCESSING");
}

function findBadClaim(was: ChunkSeen, is: ChunkSeen, { name, before, after }: Step): string | undefined {
  if (name !== "take_turns") return "not by a claim";
  if (is.attempt !== was.attempt + 1) return "without counting the attempt";
  if (taskOf(is, before)?.state === "CANCELLED") return "after its task was cancelled";
  if (is.attempt > (taskOf(is, after)?.attempts_max ?? 0)) return "with more attempts than it has";
  return undefined;
}

function findBadMove(was: ChunkSeen, is: ChunkSeen, { name, after }: Step): string | undefined {
  if (is.state === "CANCELLED")
    return taskOf(is, after)?.state === "CANCELLED" ? undefined : "though nobody cancelled its task";
  if (was.state === "FAILED" || was.state === "DEAD_LETTER") {
    if (name !== "redrive_chunks") return "though nobody redrove it";
    return is.attempt === 0 ? undefined : "with attempts left over";
  }
  return is.attempt === was.attempt ? undefined : "counting an attempt";
}

/** Only who holds the lease may end a run, or whoever rescues it when the lease ran out or its holder has gone. */
function findBadEnd(was: ChunkSeen, is: ChunkSeen, step: Step, known: Known): string | undefined {
  if (is.state === "CANCELLED" && taskOf(is, step.after)?.state !== "CANCELLED")
    return "though nobody cancelled its task";
  if (step.name === "rescue_leases") return findBadRescue(was, is, step, known);
  if (!SETTLERS.has(step.name)) return "not by a settlement";
  if (known.holders.get(was.token ?? "") !== step.by) return "by somebody who does not hold its lease";
  const spent = was.attempt - is.attempt;
  switch (is.state) {
    case "COMPLETED":
      return spent === 0 ? findOtherRun(is, step, known) : "counting an attempt";
    case "DEAD_LETTER":
      return was.attempt >= (taskOf(is, step.after)?.attempts_max ?? 0) ? undefined : "with attempts left";
    case "PENDING":
      return spent === (was.returns < RETURNS_MAX ? 1 : 0) ? undefined : "counting the attempt otherwise";
    default:
      return spent === 0 || (is.state !== "FAILED" && spent === 1) ? undefined : "counting the attempt otherwise";
  }
}

function findBadRescue(
  was: ChunkSeen,
  is: ChunkSeen,
  { before, after, nowMs }: Step,
  known: Known,
): string | undefined {
  const lease = before.leases.find(({ token }) => token === was.token);
  if (lease === undefined) return "without a lease";
  if (lease.expires_ms > nowMs && !(lease.is_watched && known.isAbsent(lease.owner)))
    return "while its holder was there";
  if (is.state === "CANCELLED") return undefined;
  if (is.attempt !== was.attempt - (was.is_alone ? 0 : 1)) return "counting the attempt otherwise";
  const isSpent = was.is_alone && was.attempt >= (taskOf(is, after)?.attempts_max ?? 0);
  return is.state === (isSpent ? "DEAD_LETTER" : "PENDING") ? undefined : "too early or too late";
}

/** A result is that of a run of this attempt by whoever settled it. The last chunk of a task has other results. */
function findOtherRun(is: ChunkSeen, { by, after }: Step, { runs }: Known): string | undefined {
  if (is.number > (taskOf(is, after)?.chunk_count ?? 0)) return undefined;
  const number = runOf(is.result);
  const run = runs[number];
  if (run === undefined) return "with a result of no run";
  const isOwn = run.taskId === is.task_id && run.number === is.number && run.attempt === is.attempt && run.by === by;
  return isOwn ? undefined : `with the result of run ${String(number)}, which is another's`;
}

/** The number of the run that made a result; -1 for one that no run made. */
export function runOf(result: unknown): number {
  return typeof result === "object" && result !== null && "run" in result ? Number(result.run) : -1;
}

function taskOf({ task_id: taskId }: ChunkSeen, { tasks }: Seen) {
  return tasks.find((task) => task.task_id === taskId);
}
