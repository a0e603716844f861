/** The webhooks of an engine: any engine looks after endpoints, and one that was asked to delivers as well. */
import type { WithCodec } from "../../codec/payload-codec.ts";
import type { Config } from "../../config/options.ts";
import type { Database } from "../../database/database.ts";
import type { EventSink } from "../../outbox/event.ts";
import type { Logger } from "../../runtime/logger.ts";
import type { TaskDefinition } from "../../tasks/definition/define-task.ts";
import { readSecretsKey } from "../../webhooks/endpoints/endpoint-keys.ts";
import { createWebhooks, type Webhooks } from "../../webhooks/webhooks.ts";

export type EngineWebhooksOptions = WithCodec & {
  readonly isDelivering: boolean;
  readonly database: Database;
  readonly config: Config;
  readonly logger: Logger;
};

export type EngineWebhooks = {
  readonly webhooks: Webhooks;
  /** For the worker; none when this engine does not deliver. */
  readonly tasks: readonly TaskDefinition[];
  /** For the relay; none when this engine does not deliver. */
  readonly sinks: readonly EventSink[];
};

export function openEngineWebhooks({ isDelivering, ...options }: EngineWebhooksOptions): EngineWebhooks {
  const webhooks = createWebhooks(options);
  return { webhooks, tasks: isDelivering ? [webhooks.task] : [], sinks: isDelivering ? [webhooks.sink] : [] };
}

/** An engine that delivers but cannot sign would only find out with its first event. Throws SECRETS_NOT_CONFIGURED. */
export function refuseWithoutKey(isDelivering: boolean, { secretsKey }: Config): void {
  if (isDelivering) readSecretsKey(secretsKey);
}
