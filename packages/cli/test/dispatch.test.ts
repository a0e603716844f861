/** Tests `rota dispatch` and `rota relay` with RabbitMQ: each does its work until it is stopped. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openCliSchema, type CliSchema } from "./cli-schema.ts";
import { makeFolder, startRota } from "./run-rota.ts";
import { serviceUrl } from "../../../tools/services/service-urls.ts";

const suffix = randomBytes(4).toString("hex");

let schema: CliSchema;
beforeAll(async () => {
  schema = await openCliSchema();
});
afterAll(() => schema.dispose());

test.each([
  [
    ["dispatch", "--queues", `cli-a-${suffix},cli-b-${suffix}`],
    `turns of cli-a-${suffix}, cli-b-${suffix} go to RabbitMQ`,
  ],
  [["relay", "--relay-exchange", `cli-events-${suffix}`], "events go to broker"],
])("rota %j prints what it does and stops in order", async (words, text) => {
  const folder = await makeFolder();
  onTestFinished(() => folder.remove());
  const rota = startRota(folder.path, words, { ...schema.env, ROTA_RABBITMQ_URL: serviceUrl("rabbitmq") });

  await rota.printed("ready");
  rota.process.kill("SIGINT");
  const { exitCode, out } = await rota.finished;

  expect(out).toContain(text);
  expect(exitCode).toBe(0);
});
