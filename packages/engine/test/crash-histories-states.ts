/** Says whether the database as seen at one moment keeps its promises, and whether all of it has ended. Pure. */
import type { ChunkSeen, Seen, TaskSeen } from "./crash-histories.sql.ts";
import { nameOf, runOf } from "./crash-histories-steps.ts";
import { TYPES } from "./crash-histories-tasks.ts";

/** Undefined when nothing is wrong. */
export function findBrokenState(given: Seen): string | undefined {
  const seen = { ...given, tasks: given.tasks.map((task) => ({ ...task, state: stateOf(task, given) })) };
  return (
    findUnleased(seen) ??
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

/** What has not ended although nothing hinders it. */
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

/** A job that nobody counts is as its chunk is. */
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
  if (task.remaining === open && task.failed === failed) return undefined;
  return `counts ${String(task.remaining)} open and ${String(task.failed)} failed chunks of ${String(open)} and ${String(failed)}`;
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
