/** Checks that the database keeps its promises at one moment and that one call changed chunks only as it may. Pure. */
import { CHUNK_TRANSITIONS } from "../../src/tasks/task-states.ts";
import type { Client } from "./crash-histories-network.ts";
import { type Run, TYPES } from "./crash-histories-tasks.ts";
import type { ChunkSeen, Seen, TaskSeen } from "./crash-histories.sql.ts";

/** Undefined when nothing is wrong. */
export function findBrokenState(given: Seen): string | undefined {
  const seen = { ...given, tasks: given.tasks.map((task) => ({ ...task, state: stateOf(task, given) })) };
  return (
    findUnleased(seen) ??
    findWrongStatistics(seen) ??
    first(seen.chunks, (chunk) => findWrongEffect(chunk, seen)) ??
    first(seen.tasks, ({ tenant }) => {
      const isTwice = isKeyed(tenant) && seen.tasks.filter((task) => task.tenant === tenant).length > 1;
      return isTwice ? `the submission of ${tenant} made two tasks` : undefined;
    }) ??
    first(seen.tasks, (task) => {
      const broken = findWrongCount(task, seen) ?? findWrongState(task, seen) ?? findWrongSequel(task, seen);
      return broken && `task ${String(task.task_id)} (${task.type}, ${task.state}) ${broken}`;
    })
  );
}

/** Tasks that are submitted under a unique key have a tenant each. */
const isKeyed = (tenant: string): boolean => tenant.startsWith("keyed-");

/** Finds work that has not ended although nothing hinders it. */
export function findUnended(seen: Seen): string | undefined {
  const { tasks, chunks, leases } = seen;
  return (
    first(tasks, (task) => {
      const state = stateOf(task, seen);
      return isOpenTask(state) || task.is_over === false ? `task ${String(task.task_id)} is ${state}` : undefined;
    }) ??
    first(chunks, (chunk) => (isOpen(chunk) ? `chunk ${nameOf(chunk)} is ${chunk.state}` : undefined)) ??
    first(leases, ({ owner, chunks: held }) => `a lease of ${owner} on ${held.join()} is left`)
  );
}

/** A job without a countdown has the state of its chunk. */
function stateOf(task: TaskSeen, seen: Seen): string {
  if (task.state !== "ACTIVE" || !task.is_job || task.remaining !== null) return task.state;
  const [chunk] = chunksOf(task, seen);
  if (chunk === undefined || isOpen(chunk)) return "ACTIVE";
  return isFailed(chunk) ? "FAILED" : chunk.state;
}

const isFailed = ({ state }: ChunkSeen): boolean => state === "FAILED" || state === "DEAD_LETTER";
const isOpen = (chunk: ChunkSeen): boolean => !isFailed(chunk) && !["COMPLETED", "CANCELLED"].includes(chunk.state);
const isOpenTask = (state: string): boolean => state === "ACTIVE" || state === "PAUSED";
const chunksOf = ({ task_id: taskId }: TaskSeen, { chunks }: Seen) => chunks.filter(({ task_id: of }) => of === taskId);
const childrenOf = ({ task_id: taskId }: TaskSeen, { tasks }: Seen) =>
  tasks.filter(({ parent_id: parentId }) => parentId === taskId);

function first<Item>(items: readonly Item[], find: (item: Item) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A chunk runs under one lease, which lists it. */
function findUnleased({ chunks, leases }: Seen): string | undefined {
  return first(chunks, (chunk) => {
    if (chunk.state !== "PROCESSING") return undefined;
    const isLeased = leases.some(({ token, chunks: held }) => token === chunk.token && held.includes(nameOf(chunk)));
    return isLeased ? undefined : `chunk ${nameOf(chunk)} runs without a lease`;
  });
}

/** The statistics count every chunk in its state. */
function findWrongStatistics({ chunks, counts }: Seen): string | undefined {
  return first(Object.entries(counts), ([state, count]) => {
    const those = chunks.filter((chunk) => (state === "open" ? isOpen(chunk) : chunk.state === state));
    return those.length === count
      ? undefined
      : `the statistics count ${String(count)} ${state} chunks of ${String(those.length)}`;
  });
}

/** A chunk that commits has its effect and its child once it is completed, those of the run that completed it, and none before. */
function findWrongEffect(chunk: ChunkSeen, seen: Seen): string | undefined {
  const isCommitted = chunk.payload?.isCommit === true && chunk.state === "COMPLETED";
  const runs = seen.effects.filter((effect) => nameOf(effect) === nameOf(chunk)).map(({ run }) => run);
  const expected = isCommitted ? [runOf(chunk.result)] : [];
  const name = `chunk ${nameOf(chunk)}, which is ${chunk.state},`;
  if (runs.join() !== expected.join())
    return `${name} has the effects of runs [${runs.join()}], not [${expected.join()}]`;
  const children = countFollowers(nameOf(chunk), seen);
  if (children === Number(isCommitted && chunk.payload.hasChild === true)) return undefined;
  return `${name} has submitted ${String(children)} children`;
}

function countFollowers(of: string, { chunks }: Seen): number {
  return chunks.filter(({ payload }) => payload?.of === of).length;
}

function findWrongCount(task: TaskSeen, seen: Seen): string | undefined {
  if (task.remaining === null) return undefined; // a job
  const chunks = chunksOf(task, seen);
  const [open, failed] = [chunks.filter(isOpen).length, chunks.filter(isFailed).length];
  const cancelled = chunks.filter(({ state }) => state === "CANCELLED").length;
  const [counted, real] = [[task.remaining, task.failed, task.cancelled].join(), [open, failed, cancelled].join()];
  return counted === real ? undefined : `counts ${counted} open, failed and cancelled chunks, there are ${real}`;
}

function findWrongState(task: TaskSeen, seen: Seen): string | undefined {
  const chunks = chunksOf(task, seen);
  const expected = expectedState(task, chunks, seen);
  if (task.state !== expected) return `should be ${expected} with chunks ${chunks.map(({ state }) => state).join()}`;
  if (chunks.length > task.chunk_count + Number(task.has_finish)) return "has too many chunks";
  return undefined;
}

function expectedState(task: TaskSeen, chunks: readonly ChunkSeen[], seen: Seen): string {
  const children = childrenOf(task, seen);
  if (task.state === "CANCELLED") return task.state;
  if (chunks.some(isOpen)) return "ACTIVE";
  if (children.some((child) => isOpenTask(child.state) || child.is_over === false)) return "ACTIVE";
  if (chunks.some(isFailed) || children.some(({ state }) => state === "FAILED")) return "FAILED";
  return task.has_finish && chunks.length === task.chunk_count ? "ACTIVE, with one more chunk" : "COMPLETED";
}

/** The last chunk comes when all others are completed and makes the result of theirs; what follows is there with its end. */
function findWrongSequel(task: TaskSeen, seen: Seen): string | undefined {
  const chunks = chunksOf(task, seen);
  const last = chunks.find(({ number }) => number > task.chunk_count);
  const others = chunks.filter((chunk) => chunk !== last);
  if (last !== undefined && !others.every(({ state }) => state === "COMPLETED")) return "has its last chunk too early";
  const isDone = last?.state === "COMPLETED";
  if (isDone && task.type === TYPES.parts) {
    const results = JSON.stringify(others.map(({ result }) => result));
    if (JSON.stringify(last.result) !== results) return `has the result ${JSON.stringify(last.result)} of ${results}`;
  }
  const followers = countFollowers(String(task.task_id), seen);
  const expected = isDone && (task.type === TYPES.chain || task.type === TYPES.link) ? 1 : 0;
  return followers === expected ? undefined : `is followed by ${String(followers)} tasks, not ${String(expected)}`;
}

export type Step = {
  /** The function that was called, or a transaction. */
  readonly name: string;
  readonly by: Client;
  readonly before: Seen;
  readonly after: Seen;
  /** The time in the database. */
  readonly nowMs: number;
};

/** The facts of a history beside the rows of the database. */
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
  if (step.after.chunks.length < step.before.chunks.length) return `${step.name}: chunks were deleted`;
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
  if (was.is_alone !== is.is_alone && !mayBeAlone) return "was said to run alone by another process";
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
    return taskOf(is, after)?.state === "CANCELLED" ? undefined : "though its task was not cancelled";
  if (was.state === "FAILED" || was.state === "DEAD_LETTER") {
    if (name !== "redrive_chunks") return "though it was not redriven";
    return is.attempt === 0 ? undefined : "with attempts left over";
  }
  return is.attempt === was.attempt ? undefined : "counting an attempt";
}

/** Only the holder of the lease may end a run, or a rescuer when the lease expired or its holder has exited. */
function findBadEnd(was: ChunkSeen, is: ChunkSeen, step: Step, known: Known): string | undefined {
  if (is.state === "CANCELLED" && taskOf(is, step.after)?.state !== "CANCELLED")
    return "though its task was not cancelled";
  if (step.name === "rescue_leases") return findBadRescue(was, is, step, known);
  if (!SETTLERS.has(step.name)) return "not by a settlement";
  if (known.holders.get(was.token ?? "") !== step.by) return "by a process without its lease";
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

/** A result is that of a run of this attempt by the process that settled it. The last chunk of a task has other results. */
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
