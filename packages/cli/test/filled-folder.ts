/** Creates a folder with a module of tasks, and a database with a task, a lock and a key. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createEngine, defineTask, PermanentError, silentLogger, type Database } from "@rota/engine";
import { createKey } from "@rota/engine/admin";
import { createDatabaseCoordinator } from "@rota/engine/internal";
import { openCliSchema, type CliSchema } from "./cli-schema.ts";
import { makeFolder } from "./run-rota.ts";

export type FilledFolder = { readonly path: string; readonly schema: CliSchema; dispose(): Promise<void> };

export async function openFilledFolder(): Promise<FilledFolder> {
  const folder = await makeFolder();
  const schema = await openCliSchema();
  await fill(schema.database);
  await writeFile(join(folder.path, "tasks.mjs"), MODULE);
  const dispose = async () => {
    await schema.dispose();
    await folder.remove();
  };
  return { path: folder.path, schema, dispose };
}

const MODULE = `
export const print = {
  name: "demo.print", version: 1, queue: "default", retry: { kind: "list", delaysMs: [] }, settings: {}, isJob: true, timeoutMs: 1000,
  async plan(input) { return { input, payloads: [input] }; },
  async checkPayload() {}, async run() { return 1; },
};
`;

/** Creates a failed task, a held lock and a key. */
async function fill(on: Database): Promise<void> {
  const print = defineTask({
    name: "demo.print",
    run: () => {
      throw new PermanentError("no page", { code: "ENOPAGE" });
    },
  });
  const engine = await createEngine({ tasks: [print], database: on, logger: silentLogger });
  await engine.start();
  const task = await engine.submit(print, {}, { tenant: "ann", group: "books" });
  await task.result().catch(() => undefined);
  await engine.stop();
  const { locks } = createDatabaseCoordinator({ database: on, logger: silentLogger });
  await locks.acquire({ key: "lock:a", holder: "ann", operation: "TALLY" });
  await createKey(on, { name: "ann@example.org", roles: ["viewer"] });
}
