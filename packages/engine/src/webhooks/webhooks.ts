/** Builds the webhooks of an engine: endpoints, the delivering task, the delivery log, replays and pings. */
import type { WithCodec } from "../codec/payload-codec.ts";
import type { Config } from "../config/config.ts";
import type { Database, Queryable } from "../database/database.ts";
import type { TransactionalSink } from "../outbox/outbox-event.ts";
import { systemClock } from "../runtime/clock.ts";
import type { Logger } from "../runtime/logger.ts";
import { createAttemptRecorder, type DeliveryCounts } from "./attempt-recorder.ts";
import { createDeliveries, type WebhookEvent } from "./create-deliveries.ts";
import { createDeliverTask, type DeliverTask, ping, type PingResult } from "./deliver-task.ts";
import * as log from "./delivery-log.ts";
import { createEndpointKeys } from "./endpoint-keys.ts";
import type { ActionContext, EndpointName } from "./endpoint.ts";
import { createEndpoints, type Endpoints } from "./endpoints.ts";
import { createSender } from "./sender.ts";
import { createUrlGuard, type ResolveHost } from "./url-guard.ts";
import { createFormats, type WebhookFormat } from "./webhook-format.ts";

export type WebhookConfig = Pick<Config, "secretsKey" | "webhookAllowHttp" | "webhookAllowedHosts">;

export type WebhooksOptions = WithCodec & {
  readonly database: Database;
  readonly config: WebhookConfig;
  readonly logger: Logger;
  /** Formats of the workloads. Default: none. */
  readonly formats?: readonly WebhookFormat[];
  /** Default: the name servers of the machine. */
  readonly resolve?: ResolveHost;
};

/** Endpoints of tenants, deliveries to them and replays. */
export type Webhooks = {
  /** Task for the engine whose workers deliver. */
  readonly task: DeliverTask;
  readonly endpoints: Endpoints;
  /** Sink for the relay of the outbox: each event becomes its deliveries exactly once. */
  readonly sink: TransactionalSink;
  /** Creates one delivery per event for each active endpoint that wants it; they exist once the transaction commits. */
  createDeliveries(tx: Queryable, events: readonly WebhookEvent[]): Promise<number>;
  ping(endpoint: EndpointName & ActionContext): Promise<PingResult>;
  list(query: log.DeliveryQuery): ReturnType<typeof log.listDeliveries>;
  show(name: log.DeliveryName): Promise<log.DeliveryDetails>;
  /** Returns the tenant of a delivery, for callers who may see all tenants. */
  tenantOf(deliveryId: string): Promise<string>;
  /** Repeats a delivery and returns the id of the new one, which has the same `webhook-id`. */
  replay(name: log.DeliveryName & ActionContext): Promise<string>;
  /** Repeats the deliveries of a time range. Default: those that failed. */
  replayMany(request: log.ReplayRequest): ReturnType<typeof log.replayMany>;
  /** Returns counts of the attempts that this process made. */
  counts(): DeliveryCounts;
  /** Closes idle connections. */
  close(): void;
};

/** @example const webhooks = createWebhooks({ database, config, logger }); */
export function createWebhooks(options: WebhooksOptions): Webhooks {
  const { database, config, logger, codec, resolve } = options;
  const guard = createUrlGuard({
    allowHttp: config.webhookAllowHttp,
    allowedHosts: config.webhookAllowedHosts.split(",").filter(Boolean),
    resolve,
  });
  const keys = createEndpointKeys(config.secretsKey);
  const formats = createFormats(options.formats ?? []);
  const sender = createSender({ guard, clock: systemClock });
  const recorder = createAttemptRecorder({ database, logger });
  return {
    task: createDeliverTask({ database, sender, recorder, keys, formats }),
    endpoints: createEndpoints({ database, guard, keys, formats, logger }),
    sink: {
      name: "webhooks",
      kind: "transactional",
      async take(tx, events) {
        await createDeliveries(tx, events, { codec });
      },
    },
    createDeliveries: (tx, events) => createDeliveries(tx, events, { codec }),
    ping: (endpoint) => ping({ database, sender, keys, formats }, endpoint),
    list: (query) => log.listDeliveries(database, query),
    show: (name) => log.showDelivery(database, name, formats),
    tenantOf: (deliveryId) => log.deliveryTenant(database, deliveryId),
    replay: (name) => log.replayOne(database, name, { codec }),
    replayMany: (request) => log.replayMany(database, request, { codec }),
    counts: () => recorder.counts(),
    close: () => sender.close(),
  };
}
