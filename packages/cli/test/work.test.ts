/** What users rely on when they run their tasks with `rota work`. */
import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { createEngine, defineTask, sqlScript, type Engine } from "@rota/engine";
import { compiledUrl } from "../../../tools/compiled/compiled-url.ts";
import { COMPILED, FROM_SOURCES, makeFolder, runRota, startRota } from "./run-rota.ts";

const SOURCES = { command: FROM_SOURCES, engineUrl: import.meta.resolve("@rota/engine") };
const BUILD = { command: COMPILED, engineUrl: compiledUrl(SOURCES.engineUrl).href };
/** What the message of the command advises where Node does not read TypeScript by itself. */
const READS_TYPESCRIPT = { NODE_OPTIONS: `--import ${import.meta.resolve("tsx")}` };
const WAIT = { timeout: 45_000, interval: 20 };

let folder: Awaited<ReturnType<typeof makeFolder>>;
beforeEach(async () => {
  folder = await makeFolder();
});
afterEach(() => folder.remove());

describe("on a database", () => {
  const databaseUrl = process.env["ROTA_TEST_POSTGRES_URL"] ?? "";
  const schema = `test_${randomBytes(8).toString("hex")}`;
  const say = defineTask({ name: "demo.say", run: (word: string) => ({ word, pid: 0 }) });
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ tasks: [say], config: { databaseUrl, schema } });
  });
  afterAll(async () => {
    await engine.database.query(sqlScript(`drop schema ${schema} cascade`));
    await engine.stop();
  });

  const startWork = async ({ command, engineUrl }: typeof BUILD, ...words: string[]) => {
    const path = join(folder.path, "tasks.ts");
    await writeFile(
      path,
      `import { defineTask } from "${engineUrl}";
       export const say = defineTask({
         name: "demo.say",
         run: async (word: string, { compute }) => ({ word: await compute((w: string) => w, word), pid: process.pid }),
       });
       export const notATask = 7;`,
    );
    const env = { ROTA_DATABASE_URL: databaseUrl, ROTA_SCHEMA: schema, ...READS_TYPESCRIPT };
    const rota = startRota(folder.path, ["work", "--tasks", path, ...words], env, command);
    onTestFinished(() => void rota.process.kill("SIGKILL"));
    await rota.printed("ready");
    return rota;
  };

  test("without a module of yours it starts all the same: the workloads have tasks", async () => {
    const env = { ROTA_DATABASE_URL: databaseUrl, ROTA_SCHEMA: schema };
    const rota = startRota(folder.path, ["work"], env);
    onTestFinished(() => void rota.process.kill("SIGKILL"));

    await rota.printed("ready");
  });

  test("tasks run, a process that is killed is replaced by another, and SIGTERM ends all of it in order", async () => {
    const rota = await startWork(BUILD, "--worker-id", "ann");

    const first = await (await engine.submit(say, "one")).result();
    process.kill(first.pid, "SIGKILL");
    const second = await (await engine.submit(say, "two")).result();
    rota.process.kill("SIGTERM");

    expect([first.word, second.word]).toEqual(["one", "two"]);
    expect(second.pid).not.toBe(first.pid);
    const { exitCode, err } = await rota.finished;
    expect(exitCode).toBe(0);
    expect(err).toContain("a worker process has ended: another is started");
    expect(isRunning(second.pid)).toBe(false);
  });

  test("worker processes end with their supervisor, also when that is killed", async () => {
    const rota = await startWork(BUILD, "--processes", "2");
    const { pid } = await (await engine.submit(say, "one")).result();

    rota.process.kill("SIGKILL");

    await vi.waitUntil(() => !isRunning(pid), WAIT);
  });

  // About this repository, where the command runs from its sources.
  test.runIf(process.env["ROTA_TEST_TIER"] !== "test")(
    "the sources do as the build does, with the thread that keeps leases and the processes that compute",
    async () => {
      const rota = await startWork(SOURCES);

      const { word } = await (await engine.submit(say, "one")).result();
      rota.process.kill("SIGTERM");

      expect(word).toBe("one");
      expect((await rota.finished).exitCode).toBe(0);
    },
  );
});

test("a module that is of no use is refused in one line, however many processes were asked for", async () => {
  await writeFile(join(folder.path, "tasks.mjs"), "export const a = 1;");

  const { exitCode, err } = await runRota(folder.path, ["work", "--tasks", "tasks.mjs", "--processes", "3"]);

  expect(err).toMatch(/^rota: TASKS_MODULE_INVALID: --tasks tasks\.mjs: it exports no task, only a; [^\n]*\n$/);
  expect(exitCode).toBe(2);
});

test("bad words are refused, and the help names what there is", async () => {
  const [count, help] = await Promise.all([
    runRota(folder.path, ["work", "--tasks", "x", "--processes", "0"]),
    runRota(folder.path, ["work", "--help"]),
  ]);

  expect(count).toMatchObject({ exitCode: 2 });
  expect(count.err).toContain("from 1 to 1000");
  expect(help.out).toContain("--processes <count>");
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
