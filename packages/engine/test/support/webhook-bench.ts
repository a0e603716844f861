/** Opens webhooks on a database in memory whose time only the test advances, with a worker that runs due deliveries on request. */
import { randomBytes, randomUUID } from "node:crypto";
import { createComputePool } from "../../src/compute/compute-pool.ts";
import type { Database } from "../../src/database/database.ts";
import { silentLogger } from "../../src/runtime/logger.ts";
import { openHeldDatabase } from "../../src/testing/held-database.ts";
import type { WebhookEvent } from "../../src/webhooks/create-deliveries.ts";
import { pruneDeliveries } from "../../src/webhooks/delivery-log.ts";
import type { Endpoint, NewEndpoint } from "../../src/webhooks/endpoint.ts";
import { createWebhooks, type Webhooks, type WebhooksOptions } from "../../src/webhooks/webhooks.ts";
import { createWorker } from "../../src/worker/worker.ts";
import { takePglite } from "./spare-pglites.ts";

export type WebhookBench = {
  readonly database: Database;
  readonly webhooks: Webhooks;
  /** Creates an endpoint of tenant ann for all events, with a rate that never delays them. */
  endpoint(settings: Partial<NewEndpoint> & { readonly url: string }): Promise<Endpoint & { readonly secret: string }>;
  /** Creates the deliveries of one event of tenant ann; returns its id. */
  send(event?: Partial<WebhookEvent>): Promise<string>;
  /** Runs all due deliveries. */
  drain(): Promise<void>;
  advance(ms: number): Promise<void>;
  now(): Date;
  /** Removes the endpoints of tenant ann and their deliveries. */
  removeAll(): Promise<void>;
  close(): Promise<void>;
};

export const TEST_SECRETS_KEY = randomBytes(32).toString("base64");
const UNWATCHED = { isWatched: false, hold: () => undefined, drop: () => undefined };
/** Time that is longer than any wait between attempts. */
const FAR_MS = 10 * 86_400_000;
const TIMES = { leaseMs: 60_000, graceMs: 100, pollIntervalMs: 60_000 };

export type WebhookBenchOptions = Pick<WebhooksOptions, "resolve" | "formats"> & {
  readonly allowedHosts?: readonly string[];
  readonly allowHttp?: boolean;
};

export async function openWebhookBench(options: WebhookBenchOptions = {}): Promise<WebhookBench> {
  const { allowedHosts = [], allowHttp = false, ...rest } = options;
  const { database, clock, advance } = await openHeldDatabase({
    now: new Date(),
    logger: silentLogger,
    start: takePglite,
  });
  const config = {
    secretsKey: TEST_SECRETS_KEY,
    webhookAllowHttp: allowHttp,
    webhookAllowedHosts: allowedHosts.join(","),
  };
  const webhooks = createWebhooks({ database, config, logger: silentLogger, ...rest });
  const compute = createComputePool({ logger: silentLogger });
  const worker = createWorker({
    database,
    definitions: [webhooks.task],
    queues: [webhooks.task.queue],
    slots: 10,
    owner: "webhook-bench",
    leases: UNWATCHED,
    compute,
    clock,
    logger: silentLogger,
    ...TIMES,
  });
  return {
    database,
    webhooks,
    endpoint: (settings) =>
      webhooks.endpoints.create({ tenant: "ann", eventTypes: ["*"], ratePerSecond: 10_000, ...settings }),
    async send(event = {}) {
      const sent = { ...anEvent(clock.now()), ...event };
      await webhooks.createDeliveries(database, [sent]);
      return sent.eventId;
    },
    drain: () => worker.drain(),
    advance,
    now: () => clock.now(),
    async removeAll() {
      for (const endpoint of await webhooks.endpoints.list({ tenant: "ann" }))
        await webhooks.endpoints.remove(endpoint);
      await advance(FAR_MS);
      await worker.drain();
      await advance(1);
      while ((await pruneDeliveries(database, { olderThanMs: 0 })) > 0);
    },
    async close() {
      await worker.stop();
      await compute.close();
      webhooks.close();
      await database.close();
    },
  };
}

export function anEvent(occurredAt: Date = new Date()): WebhookEvent {
  const eventId = randomUUID();
  const payloadText = '{"order_id":"o-1"}';
  return { eventId, tenant: "ann", type: "order.invoice.sent", payloadText, occurredAt };
}
