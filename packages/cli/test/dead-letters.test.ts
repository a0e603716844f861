import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEngine, defineTask, PermanentError, silentLogger, type Database } from "@rota/engine";
import { openCliSchema, type CliSchema } from "./cli-schema.ts";
import { runHere } from "./run-here.ts";
import { makeFolder, runRota } from "./run-rota.ts";

let folder: Awaited<ReturnType<typeof makeFolder>>;
let schema: CliSchema;
let database: Database;
let taskIds: bigint[];

beforeAll(async () => {
  folder = await makeFolder();
  schema = await openCliSchema();
  ({ database } = schema);
  taskIds = await failTasks(6);
  await writeFile(join(folder.path, "tasks.mjs"), MODULE);
});
afterAll(async () => {
  await schema.dispose();
  await folder.remove();
});

const here = (...words: string[]) => runHere([...words, ...schema.words], { cwd: folder.path });
const rota = (...words: string[]) => here("dead-letters", ...words);
const deadLetterId = (index: number) => `chunk-${String(taskIds[index])}-1`;

test("rota dead-letters lists failures page by page, and shows one of them", async () => {
  const page = await rota("--limit", "2", "--tenant", "ann");
  const json = await rota("list", "--code", "ENOPAGE", "--json");
  const shown = await rota("show", deadLetterId(0), "--json");
  const none = await rota("--tenant", "nobody");

  expect([page.exitCode, json.exitCode, shown.exitCode, none.exitCode]).toEqual([0, 0, 0, 0]);
  expect(page.out).toMatch(/^\d{4}-\S+Z {2}chunk-\d+-1 {2}ann: demo\.print in default {2}ENOPAGE: no page/m);
  expect(page.out).toMatch(/for more, add --after \S+/);
  expect(page.out).not.toContain("\u009b");
  expect(JSON.parse(json.out)).toMatchObject({ letters: { length: 6 } });
  expect(JSON.parse(shown.out)).toMatchObject({
    id: deadLetterId(0),
    payload: { page: 0 },
    pastAttempts: [{ outcome: "FAIL" }],
  });
  expect(none.out).toBe("no dead letters\n");
});

test("rota dead-letters replays and discards, each once, and the audit log records who did it", async () => {
  const payload = join(folder.path, "payload.json");
  await writeFile(payload, '{"page": 7}');
  const edited = await rota("replay", deadLetterId(0), "--payload", payload, "--tasks", "tasks.mjs", "--actor", "op");
  const again = await rota("replay", deadLetterId(0), "--actor", "eve");
  const discarded = await rota("discard", deadLetterId(1), "--reason", "not needed", "--json");
  const forced = await rota("replay", deadLetterId(1), "--force");
  const log = await here("audit-log", "--subject", "dead-letter", "--actor", "op");
  const shown = await rota("show", deadLetterId(0));

  expect([edited.exitCode, again.exitCode, discarded.exitCode, forced.exitCode]).toEqual([0, 4, 0, 0]);
  expect(edited.out).toContain(`${deadLetterId(0)} was replayed and waits for its turn`);
  expect(again.err).toContain("was replayed by op at");
  expect(JSON.parse(discarded.out)).toEqual({ id: deadLetterId(1), state: "discarded" });
  expect(log.out).toContain(`op: dead-letter.edited dead-letter ${deadLetterId(0)}  {"after":`);
  expect(shown.out).toContain('payload: {"page":7}');
});

test("rota dead-letters replay-all replays all matches at a rate", async () => {
  const some = await rota("replay-all", "--code", "ENOPAGE", "--limit", "1", "--json");
  const rest = await rota("replay-all", "--tenant", "ann", "--rate", "1000", "--reason", "mended");

  expect([some.exitCode, rest.exitCode]).toEqual([0, 0]);
  expect(JSON.parse(some.out)).toMatchObject({ done: 1, failed: 0, left: 3 });
  expect(rest.out).toBe("3 replayed, 0 failed, 0 left\n");
});

test("rota dead-letters refuses invalid requests with a code, and its help shows its use", async () => {
  const cases: [string[], number, string][] = [
    [["bury"], 2, "COMMAND_INVALID"],
    [["show"], 2, "write rota dead-letters show <id>"],
    [["list", "--force"], 2, "--force does not go with rota dead-letters list, only with replay"],
    [["discard", "chunk-1-1"], 2, "say why with --reason"],
    [["replay-all"], 2, "DEAD_LETTER_INVALID"],
    [["show", "letter-1"], 2, "DEAD_LETTER_INVALID"],
    [["show", "event-999"], 3, "DEAD_LETTER_NOT_FOUND"],
    [["--from", "soon"], 2, "write a time such as"],
    [["replay", deadLetterId(5), "--payload", "nowhere.json"], 5, "FILE_UNUSABLE"],
  ];

  for (const [words, exitCode, text] of cases) {
    const result = await rota(...words);
    expect([words, result.exitCode]).toEqual([words, exitCode]);
    expect(result.err).toContain(text);
  }
  expect((await runRota(folder.path, ["dead-letters", "--help"])).out).toContain("rota dead-letters discard event-42");
});

const MODULE = `
export const print = {
  name: "demo.print", version: 1, plan() {}, run() {},
  async checkPayload(payload) { if (typeof payload.page !== "number") throw new Error("page must be a number"); },
};
`;

/** Submits tasks of one chunk each that fail permanently. */
async function failTasks(count: number): Promise<bigint[]> {
  const print = defineTask({
    name: "demo.print",
    run: ({ page }: { page: number }) =>
      Promise.reject(new PermanentError(`no page ${String(page)}\u009b`, { code: "ENOPAGE" })),
  });
  const engine = await createEngine({ tasks: [print], database, logger: silentLogger });
  await engine.start();
  const tasks = [];
  for (let page = 0; page < count; page++) tasks.push(await engine.submit(print, { page }, { tenant: "ann" }));
  await Promise.allSettled(tasks.map((task) => task.result()));
  await engine.stop();
  return tasks.map(({ taskId }) => taskId);
}
