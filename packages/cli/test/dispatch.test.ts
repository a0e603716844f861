/** `rota dispatch` and `rota relay` beside a RabbitMQ: each does its one thing until it is stopped. */
import { randomBytes } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { makeFolder, startRota } from "./run-rota.ts";

const rabbitmqUrl = process.env["ROTA_TEST_RABBITMQ_URL"] ?? "";
const suffix = randomBytes(4).toString("hex");

test.each([
  [
    ["dispatch", "--queues", `cli-a-${suffix},cli-b-${suffix}`],
    `turns of cli-a-${suffix}, cli-b-${suffix} go to RabbitMQ`,
  ],
  [["relay", "--relay-exchange", `cli-events-${suffix}`], "events go to broker"],
])("rota %j says what it does and stops in order", async (words, said) => {
  const folder = await makeFolder();
  onTestFinished(() => folder.remove());
  const rota = startRota(folder.path, words, { ROTA_RABBITMQ_URL: rabbitmqUrl });

  await rota.printed("ready");
  rota.process.kill("SIGINT");
  const { exitCode, out } = await rota.finished;

  expect(out).toContain(said);
  expect(exitCode).toBe(0);
});
