/** Tests that the memory of a worker does not grow with the election that it tallies. */
import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { expectStatus } from "../life/toy-life.ts";
import { openWorld } from "../life/world.ts";
import { startWorker } from "./phase-processes.ts";
import { storeToy } from "./stored-toy.ts";
import { official, stateOf } from "./toy-phases.ts";

const IS_LONG = process.env["ROTA_LONG"] === "1";
/** Number of ballots, copies of a pool of 100; ELECTIONS_TEST_BALLOTS sets another number. */
const BALLOTS = Number(process.env["ELECTIONS_TEST_BALLOTS"] ?? 1_000_000);
const POOL = 100;
const MEMORY_MB_MAX = 512;

/** Returns the memory of a process and of those that it started, in MB. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${String(pid)}/status`, "utf8").catch(() => "");
  const own = Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1_024;
  const tasks = await readdir(`/proc/${String(pid)}/task`).catch(() => []);
  const lists = await Promise.all(
    tasks.map((task) => readFile(`/proc/${String(pid)}/task/${task}/children`, "utf8").catch(() => "")),
  );
  const children = lists.flatMap((list) => list.split(" ").filter(Boolean).map(Number));
  const theirs = await Promise.all(children.map(memoryOf));
  return theirs.reduce((sum, memory) => sum + memory, own);
}

test.runIf(IS_LONG)(
  `a worker that tallies ${String(BALLOTS)} ballots, with the processes that compute for it, stays below ${String(MEMORY_MB_MAX)} MB and grows no more once it is warm`,
  { timeout: 4 * 3_600_000 },
  async () => {
    const settings = { secretsKey: randomBytes(32).toString("base64") };
    const world = await openWorld({
      on: "postgres",
      isWorking: false,
      config: { ...settings, statementTimeoutMs: 3_600_000 },
    });
    onTestFinished(() => world.dispose());
    const { electionId } = await storeToy(world.database, { cast: POOL, copies: BALLOTS / POOL });
    const { process: worker } = await startWorker(world, settings);
    const samples: number[] = [];

    const startedAt = performance.now();
    await expectStatus(202, official(world, "POST", `/v1/elections/${electionId}/tally`, {}));
    await vi.waitUntil(
      async () => {
        samples.push(await memoryOf(worker.pid ?? 0));
        return (await stateOf(world, electionId)) === "TALLIED";
      },
      { timeout: 3 * 3_600_000, interval: 500 },
    );
    const seconds = (performance.now() - startedAt) / 1_000;

    const third = Math.ceil(samples.length / 3);
    const warm = Math.max(...samples.slice(third, 2 * third));
    const late = Math.max(...samples.slice(2 * third));
    process.stdout.write(
      `${String(BALLOTS)} ballots in ${seconds.toFixed(0)} s; at most ${Math.max(...samples).toFixed(0)} MB, ` +
        `${warm.toFixed(0)} MB in the second third and ${late.toFixed(0)} MB in the last\n`,
    );
    expect(Math.max(...samples)).toBeLessThan(MEMORY_MB_MAX);
    expect(late).toBeLessThan(warm * 1.2);
  },
);
