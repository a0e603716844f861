/** Runs the consumers of one queue: adds one while all are busy, removes idle ones, resubscribes when needed. */
import { RotaError } from "../../errors.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { Logger } from "../../runtime/logger.ts";
import { backoffMs } from "../../runtime/loop.ts";
import {
  CONCURRENCY_MAX,
  DEFAULT_CONCURRENCY,
  DEFAULT_CONSUMER_PREFETCH,
  DEFAULT_RECONNECT,
  HANDLER_BACKOFF,
  PREFETCH_MAX,
  RENEW_JITTER,
} from "../broker-limits.ts";
import type { ConsumeOptions, Consumption } from "../broker.ts";
import type { RabbitmqDelivery } from "./incoming-message.ts";
import { messageOf } from "./rabbitmq-errors.ts";
import type { RabbitmqLink } from "./rabbitmq-link.ts";
import type { RabbitmqSession } from "./rabbitmq-session.ts";
import { createSharedChannels, type JoinChannel, subscribe, type Subscription } from "./subscription.ts";
import type { Topologies } from "./topologies.ts";

type ConsumptionParts = Pick<ConsumerOptions, "link" | "topologies" | "logger" | "clock" | "consumerRenewMs"> & {
  /** Time for which a consumer above the minimum stays without a message. */
  readonly consumerIdleMs: number;
};

export function startConsumption(options: ConsumeOptions, parts: ConsumptionParts): Consumption {
  const { concurrency = DEFAULT_CONCURRENCY, prefetch = DEFAULT_CONSUMER_PREFETCH, handledAtOnce = 1 } = options;
  checkOptions({ ...options, concurrency, prefetch, handledAtOnce });
  const { clock, consumerIdleMs } = parts;
  const joinChannel = createSharedChannels(prefetch);
  const consumers = new Set<Consumer>();
  const stopping = new AbortController();
  let shrinking: Promise<void> | undefined;

  const add = (): void => {
    consumers.add(startConsumer({ ...options, joinChannel, handledAtOnce, ...parts, onBusy: growIfAllAreBusy }));
  };

  const growIfAllAreBusy = (): void => {
    if (stopping.signal.aborted || consumers.size >= concurrency.max) return;
    if ([...consumers].some(({ handling }) => handling === 0)) return;
    add();
    shrinking ??= shrink().finally(() => (shrinking = undefined));
  };

  const shrink = async (): Promise<void> => {
    while (consumers.size > concurrency.min && !stopping.signal.aborted) {
      await clock.wait(consumerIdleMs, stopping.signal);
      const idleBefore = clock.monotonicMs() - consumerIdleMs;
      const idle = [...consumers].find(({ idleSinceMs = Infinity }) => idleSinceMs <= idleBefore);
      if (idle === undefined || stopping.signal.aborted) continue;
      consumers.delete(idle);
      await idle.stop();
    }
  };

  for (let count = 0; count < concurrency.min; count++) add();
  return {
    get consumers() {
      return [...consumers].filter(({ isListening }) => isListening).length;
    },
    async stop() {
      stopping.abort();
      await Promise.all([shrinking, ...[...consumers].map((consumer) => consumer.stop())]);
    },
  };
}

type CheckedOptions = Required<Omit<ConsumeOptions, "onMessage">>;

function checkOptions({ queue, concurrency, prefetch, handledAtOnce }: CheckedOptions): void {
  const { min, max } = concurrency;
  checkRange(queue, { concurrencyMax: max }, [1, CONCURRENCY_MAX]);
  checkRange(queue, { concurrencyMin: min }, [1, max]);
  checkRange(queue, { prefetch }, [1, PREFETCH_MAX]);
  checkRange(queue, { handledAtOnce }, [1, prefetch]);
}

function checkRange(queue: string, option: Record<string, number>, [min, max]: readonly [number, number]): void {
  for (const [name, value] of Object.entries(option)) {
    if (Number.isInteger(value) && value >= min && value <= max) continue;
    const message = `${name} of the consumers of queue "${queue}" is ${String(value)}: it must be a whole number from ${String(min)} to ${String(max)}`;
    throw new RotaError("CONFIG_INVALID", message, { option: name, value, min, max });
  }
}

type Consumer = {
  readonly isListening: boolean;
  /** Number of running handlers. */
  readonly handling: number;
  /** Time on the monotonic clock since which it is idle; undefined while it handles a message. */
  readonly idleSinceMs: number | undefined;
  stop(): Promise<void>;
};

type ConsumerOptions = Required<Pick<ConsumeOptions, "queue" | "handledAtOnce" | "onMessage">> & {
  readonly joinChannel: JoinChannel;
  readonly link: RabbitmqLink;
  readonly topologies: Topologies;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly consumerRenewMs: number;
  /** Is called when it begins to handle messages after it had none. */
  readonly onBusy: () => void;
};

/** Keeps one consumer alive: subscribes, and subscribes again when the broker has returned or the queue was deleted. */
function startConsumer(options: ConsumerOptions): Consumer {
  const { link, topologies, logger, clock, queue } = options;
  const stopping = new AbortController();
  const handler = createHandler(options, stopping.signal);
  let subscription: Subscription | undefined;
  let failures = 0;

  /**
   * Subscribes; resolves when the broker gives no more messages and no handler runs, so that a consumer never handles more
   * than its share. Returns true when its channel was left because one of its consumers was unused for long.
   */
  const holdSubscription = async (session: RabbitmqSession): Promise<boolean> => {
    const { handle } = handler;
    const held = await subscribe({ ...options, session, queue: topologies.actualName(queue, session), handle });
    subscription = held;
    failures = 0;
    await renewWhenUnused(held, { clock, handler, unusedMs: unusedMs(session), stopped: stopping.signal });
    if (stopping.signal.aborted) await held.stop();
    await held.idle();
    return held.isRenewed;
  };

  /** Returns the time before a renewal. A temporary queue is deleted with its consumers, so these never leave it. */
  const unusedMs = ({ forgetsConsumers }: RabbitmqSession): number =>
    forgetsConsumers && !topologies.isTemporary(queue)
      ? options.consumerRenewMs * (1 - RENEW_JITTER * Math.random())
      : Infinity;

  const keep = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const session = await link.untilSession(stopping.signal);
      if (session === undefined) return;
      const isRenewed = await holdSubscription(session).catch((error: unknown) => reportFailure(error));
      subscription = undefined;
      if (isRenewed === true || stopping.signal.aborted || link.session !== session) continue;
      await clock.wait(backoffMs(DEFAULT_RECONNECT, Math.max(1, failures)), stopping.signal);
      await topologies.declareAll(session).catch((error: unknown) => reportFailure(error));
    }
  };

  const reportFailure = (error: unknown): void => {
    failures++;
    const fields = { queue, error, failures };
    if (failures === 1)
      logger.warn(
        fields,
        `a consumer of queue "${queue}" could not be started and is tried again: ${messageOf(error)}`,
      );
    else logger.debug(fields, "a consumer could not be started again");
  };

  const kept = keep();
  return {
    get isListening() {
      return subscription?.isListening === true;
    },
    get handling() {
      return handler.handling;
    },
    get idleSinceMs() {
      return handler.idleSinceMs;
    },
    async stop() {
      stopping.abort();
      await kept;
    },
  };
}

type Handler = Pick<Consumer, "handling" | "idleSinceMs"> & {
  /** Handles a message; never throws. A message without an answer returns to the queue. */
  readonly handle: (delivery: RabbitmqDelivery) => Promise<void>;
};

function createHandler({ queue, logger, clock, onMessage, onBusy }: ConsumerOptions, stopped: AbortSignal): Handler {
  let handling = 0;
  let idleSinceMs: number | undefined = clock.monotonicMs();
  let failures = 0;

  const begin = (): void => {
    if (++handling > 1) return;
    idleSinceMs = undefined;
    onBusy();
  };

  const giveBack = async (message: RabbitmqDelivery, error: unknown): Promise<void> => {
    failures++;
    const { deliveryCount } = message;
    logger.warn({ queue, error, deliveryCount }, "the handler of a message failed; the message goes back to the queue");
    // Without a pause it would come back at once, and reach the delivery limit before anything could have changed.
    if (!message.isAnswered) await clock.wait(backoffMs(HANDLER_BACKOFF, failures), stopped);
    message.requeue();
  };

  return {
    get handling() {
      return handling;
    },
    get idleSinceMs() {
      return idleSinceMs;
    },
    async handle(message) {
      begin();
      try {
        await onMessage(message);
        failures = 0;
        if (!message.isAnswered) {
          logger.warn({ queue }, "a message got no answer from its handler and goes back to the queue");
          message.requeue();
        }
      } catch (error) {
        await giveBack(message, error);
      }
      handling--;
      if (handling === 0) idleSinceMs = clock.monotonicMs();
    },
  };
}

type Use = {
  readonly clock: Clock;
  readonly handler: Handler;
  readonly unusedMs: number;
  readonly stopped: AbortSignal;
};

/** Renews a subscription each time that it was unused for the given time. Resolves when it has ended or must stop. */
async function renewWhenUnused(held: Subscription, { clock, handler, unusedMs, stopped }: Use): Promise<void> {
  const over = new AbortController();
  const end = () => over.abort();
  void held.ended.then(end);
  if (stopped.aborted) end();
  else stopped.addEventListener("abort", end);
  let sinceMs = clock.monotonicMs();
  while (!over.signal.aborted) {
    const nowMs = clock.monotonicMs();
    sinceMs = Math.max(sinceMs, handler.idleSinceMs ?? nowMs);
    if (sinceMs + unusedMs <= nowMs) {
      held.renew();
      sinceMs = nowMs;
    }
    await clock.wait(sinceMs + unusedMs - nowMs, over.signal);
  }
  stopped.removeEventListener("abort", end);
}
