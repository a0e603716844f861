/** Tests of stories: an event of the outbox reaches a receiver over https, while engines start and stop. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Webhook } from "standardwebhooks";
import { expect, onTestFinished, test, vi } from "vitest";
import { compiledPath } from "../../../../tools/compiled/compiled-url.ts";
import type { Database } from "../../src/database/database.ts";
import { createEngine } from "../../src/engine.ts";
import { appendEvent } from "../../src/outbox/append-event.ts";
import { getOutboxStatistics } from "../../src/outbox/outbox-statistics.ts";
import { silentLogger } from "../../src/runtime/logger.ts";
import { IS_LONG, WAIT } from "../support/story-support.ts";
import { openTestDatabase, testPostgresUrl } from "../support/test-database.ts";
import { startTestReceiver } from "../support/test-receiver.ts";
import { hasOpenssl, makeCertificate } from "../support/tls-proxy.ts";
import { TEST_SECRETS_KEY } from "../support/webhook-bench.ts";

const SCRIPT = compiledPath(new URL("webhook-engine.ts", import.meta.url));
/** Number of events; half of them are appended while no process runs. */
const EVENTS = IS_LONG ? 6 : 2;

async function openMigrated(): Promise<Database> {
  const { database, dispose } = await openTestDatabase({ on: "postgres" });
  onTestFinished(dispose);
  return database;
}

/** Starts a receiver with a self-signed certificate for localhost, which only processes with that certificate trust. */
async function openTlsReceiver() {
  const folder = await mkdtemp(join(tmpdir(), "rota-webhooks-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [certificateFile, keyFile] = [join(folder, "certificate.pem"), join(folder, "key.pem")];
  await makeCertificate(certificateFile, keyFile);
  const tls = { cert: await readFile(certificateFile), key: await readFile(keyFile) };
  const receiver = await startTestReceiver({ tls });
  onTestFinished(() => receiver.close());
  return { receiver, certificateFile, url: `https://localhost:${String(receiver.port)}/hooks` };
}

async function startProcess(database: Database, certificateFile: string) {
  const words = [SCRIPT, testPostgresUrl(), database.schema, TEST_SECRETS_KEY, "localhost"];
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: certificateFile };
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"], env });
  const ended: Promise<unknown[]> = once(child, "close");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  const lines = createInterface({ input: child.stdout });
  await once(lines, "line");
  /** Stops the process and returns its exit code. */
  return async (onStopping: () => void): Promise<unknown> => {
    child.kill("SIGTERM");
    await once(lines, "line");
    onStopping();
    const [code] = await ended;
    return code;
  };
}

function append(database: Database, number: number): Promise<void> {
  return database.transaction(async (tx) => {
    const aggregate = { type: "PASSPORT", id: "7" };
    await appendEvent(tx, { tenant: "ann", type: "order.invoice.sent", aggregate, payload: { number } });
  });
}

test.skipIf(!(await hasOpenssl()))(
  "an event that was committed is delivered over https exactly once, though the process is stopped and started between",
  async () => {
    const database = await openMigrated();
    const { receiver, certificateFile, url } = await openTlsReceiver();
    const config = { secretsKey: TEST_SECRETS_KEY, webhookAllowedHosts: "localhost" };
    const office = await createEngine({ tasks: [], database, config, logger: silentLogger });
    onTestFinished(() => office.stop());
    const { secret } = await office.webhooks.endpoints.create({ tenant: "ann", url, eventTypes: ["order.*"] });
    const unanswered: ServerResponse[] = [];
    receiver.answer((response) => unanswered.push(response));
    const answerAll = (): void => unanswered.splice(0).forEach((response) => response.end());

    for (let number = 1; number <= EVENTS; number++) {
      if (number % 2 === 0) await append(database, number); // no process is running
      const stop = await startProcess(database, certificateFile);
      if (number % 2 === 1) await append(database, number);
      await vi.waitUntil(() => unanswered.length > 0, WAIT);
      expect(await stop(answerAll)).toBe(0); // a request is under way when it is asked to stop
    }

    const verifier = new Webhook(secret);
    const bodies = receiver.requests.map(({ body, headers }): unknown => {
      const { "webhook-id": id, "webhook-timestamp": time, "webhook-signature": signature } = headers;
      return verifier.verify(body.toString(), {
        "webhook-id": String(id),
        "webhook-timestamp": String(time),
        "webhook-signature": String(signature),
      });
    });
    expect(bodies).toMatchObject(Array.from({ length: EVENTS }, (_, index) => ({ data: { number: index + 1 } })));
    const { deliveries } = await office.webhooks.list({ tenant: "ann" });
    expect(deliveries.map(({ state, attempts }) => ({ state, attempts }))).toEqual(
      Array.from({ length: EVENTS }, () => ({ state: "DELIVERED", attempts: 1 })),
    );
  },
  120_000,
);

test("an engine with webhooks but without a key to seal their secrets is refused", async () => {
  const database = await openMigrated();
  const refused = createEngine({ tasks: [], webhooks: true, database, logger: silentLogger });
  await expect(refused).rejects.toMatchObject({ code: "SECRETS_NOT_CONFIGURED" });
});

test.each([
  ["relayEnabled is off", { webhooks: true, config: { relayEnabled: false } }],
  ["it was not asked for webhooks", { webhooks: false, config: {} }],
])("an engine hands no event to endpoints when %s", async (_, { webhooks, config }) => {
  const database = await openMigrated();
  const all = { secretsKey: TEST_SECRETS_KEY, ...config };
  const engine = await createEngine({ tasks: [], webhooks, database, config: all, logger: silentLogger });
  onTestFinished(() => engine.stop());
  await engine.start();
  await append(database, 1);

  expect(await getOutboxStatistics(database)).toMatchObject({ arrivals: 1, sinks: [] });
});
