/** Tests the metrics of worker processes that `rota work` starts. */
import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createEngine } from "@rota/engine";
import { sqlScript } from "@rota/engine/internal";
import { expect, onTestFinished, test, vi } from "vitest";
import { compiledUrl } from "../../../tools/compiled/compiled-url.ts";
import { freePorts } from "../../../tools/services/process/free-port.ts";
import { makeFolder, startRota } from "./run-rota.ts";

const WAIT = { timeout: 45_000, interval: 50 };

test("worker processes serve /metrics side by side, starting at the given port", async () => {
  const databaseUrl = process.env["ROTA_TEST_POSTGRES_URL"] ?? "";
  const schema = `test_${randomBytes(8).toString("hex")}`;
  const engine = await createEngine({ tasks: [], config: { databaseUrl, schema } });
  onTestFinished(async () => {
    await engine.database.query(sqlScript(`drop schema ${schema} cascade`));
    await engine.stop();
  });
  const folder = await makeFolder();
  onTestFinished(() => folder.remove());
  const tasks = join(folder.path, "tasks.mjs");
  const engineUrl = compiledUrl(import.meta.resolve("@rota/engine")).href;
  await writeFile(
    tasks,
    `import { defineTask } from "${engineUrl}"; export default [defineTask({ name: "demo.say", run: () => 7 })];`,
  );
  const [port = 0] = await freePorts(1);

  const env = { ROTA_DATABASE_URL: databaseUrl, ROTA_SCHEMA: schema, ROTA_METRICS_PORT: String(port) };
  const rota = startRota(folder.path, ["work", "--tasks", tasks, "--processes", "2"], env);
  onTestFinished(() => void rota.process.kill("SIGKILL"));
  await rota.printed("ready");
  const read = (at: number) =>
    fetch(`http://127.0.0.1:${String(at)}/metrics`).then(
      (answer) => answer.text(),
      () => "",
    );
  await vi.waitUntil(async () => (await read(port + 1)).includes("rota_worker_slots"), WAIT);

  expect(await read(port)).toMatch(/^rota_worker_slots [1-9]/m);
  rota.process.kill("SIGTERM");
  expect((await rota.finished).exitCode).toBe(0);
});
