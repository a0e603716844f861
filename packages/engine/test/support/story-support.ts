/** Shared parts of the stories about workers that die: a database, worker processes and their effects. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, vi } from "vitest";
import { compiledPath } from "../../../../tools/compiled/compiled-url.ts";
import type { Config } from "../../src/config/config.ts";
import type { Database } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import type { TaskDefinition } from "../../src/tasks/define-task.ts";
import { planTask } from "../../src/tasks/plan-task.ts";
import { submitTasks } from "../../src/tasks/submit-tasks.ts";
import { makeEffects, selectEffects, selectOpenChunks } from "./story-rows.sql.ts";
import { storyTasks } from "./story-tasks.ts";
import type { StorySettings } from "./story-worker.ts";
import { openTestDatabase, testPostgresUrl } from "./test-database.ts";

export const IS_LONG = process.env["ROTA_LONG"] === "1";
/** Limit far above any normal time, which ends a test that hangs and shows where. */
export const WAIT = { timeout: 45_000, interval: 10 };

/** Tasks to submit; no worker of this process runs them. */
export const TASKS = storyTasks({
  name: "test",
  runs: () => undefined,
  say: () => undefined,
  released: Promise.resolve(),
});

/** Run of a handler, recorded outside of its transaction. */
export type Run = { readonly chunk: string; readonly pid: number; readonly atMs: number };

export type Story = {
  readonly database: Database;
  submit<Given>(definition: TaskDefinition<Given>, input: NoInfer<Given>): Promise<bigint>;
  /** Returns the arguments with which Node runs a worker. */
  workerArguments(options?: StoryWorkerOptions): string[];
  startWorker(options?: StoryWorkerOptions): Promise<StoryWorker>;
  runs(): Promise<Run[]>;
  /** Waits until no chunk waits or runs any more. */
  untilAllEnded(): Promise<void>;
  /** Returns `task/number` of every effect, in order. */
  effects(): Promise<string[]>;
};

export type StoryWorkerOptions = { readonly slots?: number; readonly config?: Readonly<Partial<Config>> };

export type StoryWorker = {
  readonly pid: number;
  readonly process: ChildProcess;
  /** Lines that it printed. */
  readonly lines: readonly string[];
  /** Resolves with code and signal when it has exited. */
  readonly ended: Promise<unknown[]>;
  /** Waits until it has printed `count` lines with this beginning. */
  said(beginning: string, count?: number): Promise<void>;
};

const SCRIPT = compiledPath(new URL("story-worker.ts", import.meta.url));

export type StoryPlace = {
  /** Registers work to do when the test, or the file, has ended. */
  readonly atEnd?: (work: () => Promise<void>) => void;
  /** URL of another server. Default: that of the test run. */
  readonly url?: string;
};

/** Opens a story in its own schema. */
export async function openStory({ atEnd = onTestFinished, url = testPostgresUrl() }: StoryPlace = {}): Promise<Story> {
  const { database, dispose } = await openTestDatabase({ on: "postgres", url });
  const folder = await mkdtemp(join(tmpdir(), "rota-story-"));
  const runsFile = join(folder, "runs");
  await writeFile(runsFile, "");
  atEnd(async () => {
    await dispose();
    await rm(folder, { recursive: true });
  });
  await migrate(database);
  await database.query(makeEffects());

  const workerArguments = ({ slots = 4, config = {} }: StoryWorkerOptions = {}): string[] => {
    const given = { databaseUrl: url, schema: database.schema, databasePoolSize: 4, ...config };
    const settings: StorySettings = { config: given, slots, runsFile };
    return [SCRIPT, JSON.stringify(settings)];
  };

  return {
    database,
    workerArguments,
    startWorker: (options) => startWorker(workerArguments(options)),
    async submit(definition, input) {
      const [task] = await submitTasks(database, [
        await planTask(definition, input, { tenant: "ann", group: "stories" }),
      ]);
      return task?.taskId ?? 0n;
    },
    runs: async () => (await readFile(runsFile, "utf8")).split("\n").filter(Boolean).map(readRun),
    async untilAllEnded() {
      await vi.waitFor(async () => expect(await database.query(selectOpenChunks())).toEqual([]), WAIT);
    },
    async effects() {
      const rows = await database.query(selectEffects());
      return rows.map(({ task_id: taskId, number }) => `${String(taskId)}/${String(number)}`);
    },
  };
}

/** Returns `task/number` of every chunk of a task, in order. */
export function chunksOf(taskId: bigint, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${String(taskId)}/${String(index + 1)}`);
}

async function startWorker(nodeArguments: readonly string[]): Promise<StoryWorker> {
  const child = spawn(process.execPath, nodeArguments, { stdio: ["ignore", "pipe", "pipe"] });
  const lines: string[] = [];
  let problems = "";
  createInterface({ input: child.stdout }).on("line", (line) => lines.push(line));
  child.stderr.on("data", (data) => (problems = `${problems}${String(data)}`.slice(-4_000)));
  const ended = once(child, "close");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  const said = async (beginning: string, count = 1): Promise<void> => {
    const isSaid = (): boolean => lines.filter((line) => line.startsWith(beginning)).length >= count;
    await vi.waitUntil(() => isSaid() || child.exitCode !== null || child.signalCode !== null, WAIT);
    if (!isSaid()) throw new Error(`a worker ended without saying "${beginning}": ${problems}`);
  };
  await said("ready");
  return { pid: child.pid ?? 0, process: child, lines, ended, said };
}

function readRun(line: string): Run {
  const [chunk = "", pid, atMs] = line.split(" ");
  return { chunk, pid: Number(pid), atMs: Number(atMs) };
}
