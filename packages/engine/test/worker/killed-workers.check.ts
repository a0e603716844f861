/** Story: worker processes are killed or stopped in the middle of work, and every effect happens exactly once. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { selectAttempts, selectChunks } from "../support/story-rows.sql.ts";
import { chunksOf, IS_LONG, openStory, type Story, type StoryWorker, TASKS, WAIT } from "../support/story-support.ts";

/** How often a worker is killed while one, two, three and four of them work. */
const KILLS = IS_LONG ? [13, 13, 12, 12] : [1, 1, 1, 1];
const CHUNKS = 12;
const WORK_MS = 30;
/** Far longer than the test waits for anything: what is given to others did not wait for its end. */
const LEASE_MS = 3_600_000;
const LONG_LEASE = { config: { leaseMs: LEASE_MS } };

let story: Story;
beforeAll(async () => {
  story = await openStory({ atEnd: afterAll });
});

type Kill = { readonly pid: number; readonly atMs: number; readonly others: number };
type Rerun = { readonly afterMs: number; readonly others: number };

test(
  "kill -9 of one to four workers under load: every effect happens once, and what was lost runs again long before its lease ends",
  { timeout: 600_000 },
  async () => {
    const expected: string[] = [];
    const workers: StoryWorker[] = [];
    const reruns: Rerun[] = [];
    /** No kill has hit a chunk in the middle of its work. */
    const isUnharmed = async () => reruns.length === 0 && (await story.runs()).length <= expected.length;

    for (const killCount of KILLS) {
      workers.push(await story.startWorker(LONG_LEASE));
      for (let kill = 0; kill < killCount || (await isUnharmed()); kill++) {
        const taskId = await story.submit(TASKS.effect, { chunks: CHUNKS, workMs: WORK_MS });
        expected.push(...chunksOf(taskId, CHUNKS));
        const victim = await someoneWhoRuns(workers);
        victim.process.kill("SIGKILL");
        const atMs = Date.now();
        await victim.ended;
        workers.splice(workers.indexOf(victim), 1, await story.startWorker(LONG_LEASE));
        reruns.push(...(await rerunsAfter({ pid: victim.pid, atMs, others: workers.length - 1 })));
      }
    }
    await story.untilAllEnded();

    expect(await story.effects()).toEqual(expected);
    expect(await isUnharmed()).toBe(false);
    for (const { afterMs } of reruns) expect(afterMs).toBeLessThan(LEASE_MS);
    if (IS_LONG) report(reruns);
    expect(new Set((await story.database.query(selectChunks())).map(({ state }) => state))).toEqual(
      new Set(["COMPLETED"]),
    );
  },
);

test("a worker that is asked to stop gives back what it has not finished, at once and free of charge, and another finishes it", async () => {
  const before = (await story.database.query(selectAttempts())).length;
  const first = await story.startWorker();
  const taskId = await story.submit(TASKS.held, { deeds: ["commit", "commit", "commit"], isDeaf: false });
  await first.said("runs", 3);

  first.process.kill("SIGTERM");

  expect(await first.ended).toEqual([0, null]);
  const chunks = (await story.database.query(selectChunks())).filter(({ task_id: id }) => id === taskId);
  expect(chunks.map(({ state, attempt, owner }) => ({ state, attempt, owner }))).toEqual(
    chunks.map(() => ({ state: "PENDING", attempt: 0, owner: null })),
  );
  expect((await story.database.query(selectAttempts())).slice(before).map(({ outcome }) => outcome)).toEqual(
    chunks.map(() => "RETURN"),
  );

  const second = await story.startWorker();
  second.process.kill("SIGUSR2");
  await story.untilAllEnded();
  expect((await story.effects()).slice(-3)).toEqual(chunksOf(taskId, 3));
});

/** A worker that began to run something since it was asked for. */
async function someoneWhoRuns(workers: readonly StoryWorker[]): Promise<StoryWorker> {
  const linesBefore = workers.map(({ lines }) => lines.length);
  const isRunning = ({ lines }: StoryWorker, index: number): boolean => lines.length > (linesBefore[index] ?? 0);
  return vi.waitUntil(() => workers.find(isRunning), WAIT);
}

/** Returns when all chunks have run again that the killed process had begun and not finished. */
async function rerunsAfter({ pid, atMs, others }: Kill): Promise<Rerun[]> {
  const finished = new Set(await story.effects());
  const begun = (await story.runs()).filter((run) => run.pid === pid).map(({ chunk }) => chunk);
  const lost = [...new Set(begun)].filter((chunk) => !finished.has(chunk));
  return vi.waitUntil(async () => {
    const runs = await story.runs();
    const again = lost.map((chunk) => runs.find((run) => run.chunk === chunk && run.pid !== pid && run.atMs >= atMs));
    const reruns = again.flatMap((run) => (run === undefined ? [] : [{ afterMs: run.atMs - atMs, others }]));
    return reruns.length === lost.length ? reruns : undefined;
  }, WAIT);
}

function report(reruns: readonly Rerun[]): void {
  for (const others of new Set(reruns.map((rerun) => rerun.others))) {
    const ms = reruns.filter((rerun) => rerun.others === others).map(({ afterMs }) => afterMs);
    ms.sort((a, b) => a - b);
    process.stdout.write(
      `beside ${String(others)} other workers ${String(ms.length)} chunks ran again, ${String(ms[0])} to ` +
        `${String(ms.at(-1))} ms after the kill, half of them within ${String(ms[ms.length >> 1])} ms\n`,
    );
  }
}
