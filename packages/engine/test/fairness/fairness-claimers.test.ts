/** Tests of several claimers as separate processes, and of what must not stop them. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { compiledPath } from "../../../../tools/compiled/compiled-url.ts";
import { submitTasks } from "../../src/tasks/submit-tasks.ts";
import { openTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { findBrokenBound, type TraceEvent } from "./check-bounds.ts";
import { StoryQueue } from "./fairness-support.ts";
import { cancelJob, countBrokenLinks, countOpenChunks } from "./simulation.sql.ts";

const CLAIMERS = 4;
const ROUNDS_MIN = 12;
const STOPS = 8;
const CLAIMS_WHILE_STOPPED = 3;
/** Maximum number of claims that a chunk may wait after its commit. */
const CLAIMS_MAX = 2;

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase({ on: "postgres" });
});
afterAll(() => opened.dispose());

test("four processes give each chunk once, lose none and keep every bound while work comes and goes", async () => {
  const story = new StoryQueue(opened.database, "four");
  const places = new Map<string, SubmittedPlace>();
  await submitRound(story, places, 0);
  const claimers = await Promise.all(
    Array.from({ length: CLAIMERS }, (_, index) => startClaimer(story, `claimer-${String(index)}`)),
  );

  const isAnyWithout = (): boolean => claimers.some((claimer) => claimer.received.length === 0);
  for (let round = 1; round < ROUNDS_MIN || isAnyWithout(); round++) await submitRound(story, places, round);
  const received = (await Promise.all(claimers.map((claimer) => claimer.finish()))).flat();

  const order = received.sort((a, b) => (a.turn < b.turn ? -1 : 1));
  const submitted = [...places].flatMap(([task, { count }]) =>
    Array.from({ length: count }, (_, n) => `${task}/${String(n + 1)}`),
  );
  expect(order.map(({ taskId, number }) => `${taskId}/${String(number)}`).sort()).toEqual(submitted.sort());
  expect(order.map(({ turn }) => Number(turn))).toEqual(order.map((_, index) => index + 1));
  expect(findBrokenBound(traceOf(order, places))).toBeUndefined();
  expect(await opened.database.query(countBrokenLinks(story.queue))).toEqual([{ broken: 0n }]);
  expect(await opened.database.query(countOpenChunks(story.queue))).toEqual([{ open: 0n }]);
  expect(new Set(received.map(({ owner }) => owner)).size).toBe(CLAIMERS);
});

test("a claimer that is stopped in the middle of its claims stops no other claimer", async () => {
  const story = new StoryQueue(opened.database, "stopped");
  const claimer = await startClaimer(story, "sleeper");

  for (let stop = 0; stop < STOPS; stop++) {
    const claimed = claimer.nextClaim();
    await story.submit({ name: `A${String(stop)}-`, count: 300 });
    await claimed;
    claimer.process.kill("SIGSTOP");
    await story.submit({ name: `B${String(stop)}-`, count: 20 }); // whatever it has claimed by then
    for (let claim = 0; claim < CLAIMS_WHILE_STOPPED; claim++) expect(await story.names(2)).toHaveLength(2);
    claimer.process.kill("SIGCONT");
  }
});

test("a long transaction that has submitted stops no claimer, and its work is given soon after it commits", async () => {
  const story = new StoryQueue(opened.database, "long-submit");
  await story.submit({ name: "A", count: 200 });

  await opened.database.transaction(async (tx) => {
    await submitTasks(tx, [story.newTask({ name: "B", count: 5 })]);
    for (let claim = 0; claim < 20; claim++)
      expect(await story.names(2)).toEqual([expect.stringMatching(/^A/), expect.stringMatching(/^A/)]);
  });

  const received = [];
  for (let claim = 0; claim < CLAIMS_MAX; claim++) received.push(...(await story.names(1)));
  expect(received).toContain("B1");
});

test("a long transaction that has cancelled stops no claimer, and takes effect when it commits", async () => {
  const story = new StoryQueue(opened.database, "long-cancel");
  const [, job = 0n] = await story.submit(
    { name: "A", count: 200 },
    { name: "J", count: 1, isJob: true, priority: 3, tenant: "A" },
  );

  await opened.database.transaction(async (tx) => {
    await tx.query(cancelJob(story.queue, job));
    for (let claim = 0; claim < 20; claim++) expect(await story.names(2)).toHaveLength(2);
  });

  expect(await story.names(200)).not.toContain("J1");
});

/** Tasks of 3 tenants with 2 groups each, more every time. */
async function submitRound(story: StoryQueue, places: Map<string, SubmittedPlace>, round: number): Promise<void> {
  const tasks = Array.from({ length: 6 }, (_, index) => ({
    name: `T${String(round)}-${String(index)}-`,
    tenant: `tenant-${String(index % 3)}`,
    group: `group-${String(index % 2)}`,
    count: 5 + ((round * 7 + index * 5) % 30),
  }));
  const ids = await story.submit(...tasks);
  for (const [index, { tenant, group, count }] of tasks.entries())
    places.set(String(ids[index]), { tenant, group, count });
}

type Claimer = {
  readonly process: ChildProcess;
  readonly received: readonly ReceivedChunk[];
  readonly nextClaim: () => Promise<void>;
  /** Asks it to exit when no work is left, and returns everything that it received. */
  readonly finish: () => Promise<ReceivedChunk[]>;
};

async function startClaimer(story: StoryQueue, owner: string): Promise<Claimer> {
  const script = compiledPath(new URL("fairness-claimer.ts", import.meta.url));
  const options = [script, story.database.schema, story.queue, owner];
  const child = spawn(process.execPath, options, { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const received: ReceivedChunk[] = [];
  const lines = createInterface({ input: child.stdout });
  lines.on("line", (line) => received.push(...readClaim(line, owner)));
  const exit = once(child, "exit");
  const nextClaim = async (): Promise<void> => void (await once(lines, "line"));
  await nextClaim();
  const finish = async (): Promise<ReceivedChunk[]> => {
    child.stdin.end();
    expect(await exit).toEqual([0, null]);
    return received;
  };
  return { process: child, received, nextClaim, finish };
}

function readClaim(line: string, owner: string): ReceivedChunk[] {
  const claim: unknown = JSON.parse(line);
  if (!Array.isArray(claim)) throw new TypeError(`a claimer printed ${line}`);
  return claim.map((chunk: unknown) => {
    const [taskId, number, turn] = Array.isArray(chunk) ? chunk.map(String) : [];
    return { taskId: taskId ?? "", number: Number(number), turn: BigInt(turn ?? 0), owner };
  });
}

export type ReceivedChunk = {
  readonly taskId: string;
  readonly number: number;
  readonly turn: bigint;
  readonly owner: string;
};

export type SubmittedPlace = { readonly tenant: string; readonly group: string; readonly count: number };

/** Checks the bounds. `order` is by turn. All chunks of a task were submitted at once, so in between it was always eligible. */
export function traceOf(order: readonly ReceivedChunk[], places: ReadonlyMap<string, SubmittedPlace>): TraceEvent[] {
  const lanes = new LaneNumbers();
  const left = new Map([...places].map(([task, { count }]) => [task, count]));
  const working = new Map<bigint, number>();
  const events: TraceEvent[] = [];
  const change = (path: readonly bigint[], by: number): void => {
    for (const [index, lane] of path.entries()) {
      const before = working.get(lane) ?? 0;
      working.set(lane, before + by);
      const set = path[index + 1] ?? 0n;
      if (before === 0 || before + by === 0) events.push({ kind: "lane", lane, set, weight: 1n, isEligible: by > 0 });
    }
  };
  for (const { taskId } of order) {
    const place = places.get(taskId);
    const chunks = left.get(taskId);
    if (place === undefined || chunks === undefined) throw new Error(`task ${taskId} was received and never submitted`);
    const path = lanes.pathOf(taskId, place);
    if (chunks === place.count) change(path, 1);
    events.push({ kind: "turn", path, cost: 1n });
    left.set(taskId, chunks - 1);
    if (chunks === 1) change(path, -1);
  }
  return events;
}

class LaneNumbers {
  readonly #numbers = new Map<string, bigint>();

  pathOf(taskId: string, { tenant, group }: SubmittedPlace): bigint[] {
    return [`task ${taskId}`, `group ${tenant} ${group}`, `tenant ${tenant}`].map((name) => this.#numberOf(name));
  }

  #numberOf(name: string): bigint {
    const number = this.#numbers.get(name) ?? BigInt(this.#numbers.size + 1);
    this.#numbers.set(name, number);
    return number;
  }
}
