/** Story: worker processes are killed or stopped in the middle of work, and every effect happens exactly once. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { selectAttempts, selectChunks } from "./story-rows.sql.ts";
import { chunksOf, IS_LONG, openStory, TASKS, WAIT, type Story, type StoryWorker } from "./story-support.ts";

/** How often a worker is killed while one, two, three and four of them work. */
const KILLS = IS_LONG ? [13, 13, 12, 12] : [1, 1, 1, 1];
const CHUNKS = 12;
const WORK_MS = 30;
/** The lease of a worker is 60 s: whatever is given to others before that was not waited for. */
const RERUN_MS_MAX = 30_000;

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

    for (const killCount of KILLS) {
      workers.push(await story.startWorker());
      for (let kill = 0; kill < killCount; kill++) {
        const taskId = await story.submit(TASKS.effect, { chunks: CHUNKS, workMs: WORK_MS });
        expected.push(...chunksOf(taskId, CHUNKS));
        const victim = await someoneWhoRuns(workers);
        victim.process.kill("SIGKILL");
        const atMs = Date.now();
        await victim.ended;
        workers.splice(workers.indexOf(victim), 1, await story.startWorker());
        reruns.push(...(await rerunsAfter({ pid: victim.pid, atMs, others: workers.length - 1 })));
      }
    }
    await story.untilAllEnded();

    expect(await story.effects()).toEqual(expected);
    expect((await story.runs()).length).toBeGreaterThan(expected.length); // the kills bit
    for (const { afterMs } of reruns) expect(afterMs).toBeLessThan(RERUN_MS_MAX);
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

test("what a killed worker had is run at once by one that is started again under the same name", async () => {
  const config = { workerId: "ann" };
  const first = await story.startWorker({ config });
  const taskId = await story.submit(TASKS.held, { deeds: ["commit"], isDeaf: true });
  await first.said("runs");

  first.process.kill("SIGKILL");
  await first.ended;
  const second = await story.startWorker({ config });
  second.process.kill("SIGUSR2");
  await story.untilAllEnded(); // within less than a lease

  expect((await story.effects()).slice(-1)).toEqual(chunksOf(taskId, 1));
});

/** A worker that began to run something since it was asked for. */
async function someoneWhoRuns(workers: readonly StoryWorker[]): Promise<StoryWorker> {
  const heard = workers.map(({ lines }) => lines.length);
  const isRunning = ({ lines }: StoryWorker, index: number): boolean => lines.length > (heard[index] ?? 0);
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
