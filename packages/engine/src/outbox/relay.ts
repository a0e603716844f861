/** Relays committed events to sinks: assigns positions and advances each sink independently; any number of relays may run. */
import { randomUUID } from "node:crypto";
import type { Database } from "../database/database.ts";
import { type Clock, systemClock } from "../runtime/clock.ts";
import type { Logger } from "../runtime/logger.ts";
import { backoffMs, createLoop, type Loop } from "../runtime/loop.ts";
import { invalidEvent } from "./append-event.ts";
import type { EventSink } from "./outbox-event.ts";
import * as limits from "./outbox-limits.ts";
import { arrangeEvents, registerSink, releaseSink } from "./outbox.sql.ts";
import { pruneOutbox } from "./prune-outbox.ts";
import { createPublishingRun, createTransactionalRun } from "./sink-run.ts";

/** Options of `createRelay`. */
export type RelayOptions = {
  readonly database: Database;
  readonly sinks: readonly EventSink[];
  readonly logger: Logger;
  /** Whether a new sink gets the events that are in the outbox already. Default true. */
  readonly fromFirst?: boolean;
  /** Number of failures after which an event is parked. Default 50. */
  readonly triesMax?: number;
  /** Time for which events are kept after every sink has passed them; 0 deletes them soon after. Default 30 days. */
  readonly retentionMs?: number;
  /** Longest pause between two polls. Default 1 s. */
  readonly pollIntervalMs?: number;
  /** Time without a sign of life after which another relay takes over its publishing sinks. Default 15 s. */
  readonly leaseMs?: number;
  /** Maximum number of events that one run delivers. Default 2000. */
  readonly batchMax?: number;
  readonly clock?: Clock;
};

/** Delivery of events to sinks. */
export type Relay = {
  /** Begins to deliver. Further calls do nothing. */
  start(): Promise<void>;
  /** Polls at once, because events may wait. */
  wake(): void;
  /** Delivers the waiting events without the loops: for tests and commands. Throws the error of a sink that fails as a whole. */
  drain(): Promise<void>;
  /** Waits for open runs and releases the sinks for other relays. Further calls do nothing. */
  stop(): Promise<void>;
};

const DAY_MS = 86_400_000;
const DEFAULT_RETENTION_MS = 30 * DAY_MS;

/**
 * Creates a relay of your own, for sinks beside those of an engine; `start()` begins to deliver.
 *
 * @example const relay = createRelay({ database, logger, sinks: [createBrokerSink({ broker, exchange: "rota.events" })] });
 */
export function createRelay(options: RelayOptions): Relay {
  const { database, logger, clock = systemClock, pollIntervalMs: intervalMs = limits.DEFAULT_POLL_MS } = options;
  const { retentionMs = DEFAULT_RETENTION_MS } = options;
  refuseSameNames(options.sinks);
  const owner = randomUUID();
  const arranging = createArranging(options, () => sinks.forEach((loop) => loop.wake()));
  const sinks = options.sinks.map((sink) => createSinkLoop(options, sink, owner));
  const pruning = createLoop({
    name: "outbox pruning",
    intervalMs: Math.max(intervalMs, limits.PRUNE_INTERVAL_MS),
    logger,
    clock,
    runOnce: async (signal) => {
      await pruneOutbox(database, { olderThanMs: retentionMs, signal });
      return "idle";
    },
  });
  const loops = [arranging, ...sinks, pruning];
  const wakeSinks = (): void => sinks.forEach((loop) => loop.wake());
  const ends: (() => void | Promise<void>)[] = [];
  let starting: Promise<void> | undefined;
  let stopped: Promise<void> | undefined;

  const register = async (): Promise<void> => {
    for (const { name } of options.sinks)
      await database.query(registerSink({ sink: name, fromNow: options.fromFirst === false }));
  };
  const release = async (): Promise<void> => {
    for (const { name } of options.sinks) await database.query(releaseSink({ sink: name, owner }));
  };
  const start = async (): Promise<void> => {
    await register();
    const wake = { onNotification: () => arranging.wake(), onGap: () => arranging.wake() };
    ends.push(await database.listen("events", wake));
    ends.push(await database.listen("arranged", { onNotification: wakeSinks, onGap: wakeSinks }));
    options.sinks.forEach((sink, index) => {
      if (sink.kind === "publishing" && sink.link !== undefined)
        ends.push(sink.link.onChange(() => sinks[index]?.wake()));
    });
    loops.forEach((loop) => loop.start());
  };
  const stop = async (): Promise<void> => {
    await starting?.catch(() => undefined); // the caller of start() has received the error
    await Promise.all(loops.map((loop) => loop.stop()));
    for (const end of ends.splice(0)) await end();
    await release();
  };

  return {
    start: () => (starting ??= start()),
    wake: () => loops.forEach((loop) => loop.wake()),
    async drain() {
      await register();
      try {
        await runUntilIdle(arranging);
        for (const loop of sinks) await runUntilIdle(loop);
      } finally {
        await release();
      }
    },
    stop: () => (stopped ??= stop()),
  };
}

/** Options of the loop that gives positions, which every relay runs, and each process that listens to events. */
export type ArrangingOptions = Pick<RelayOptions, "database" | "logger" | "clock" | "pollIntervalMs">;

/** Creates the loop that gives positions to events. Any number of processes may run it. */
export function createArranging(options: ArrangingOptions, onArranged: () => void): Loop {
  const { database, logger, clock = systemClock, pollIntervalMs: intervalMs = limits.DEFAULT_POLL_MS } = options;
  let idlePolls = 0;
  return createLoop({
    name: "outbox",
    intervalMs,
    logger,
    clock,
    async runOnce() {
      const [row] = await database.query(arrangeEvents(limits.ARRANGED_MAX));
      const isArranged = (row?.arranged ?? 0) > 0;
      if (isArranged) onArranged();
      idlePolls = isArranged ? 0 : idlePolls + 1;
      if (isArranged) return "again";
      // An append during this run notified no waiting relay, and may commit after the last poll: polls follow, ever later.
      const dueInMs = backoffMs(limits.POLL_AGAIN, idlePolls);
      return dueInMs < limits.POLL_AGAIN.maxMs ? { dueInMs } : "idle";
    },
  });
}

function createSinkLoop(options: RelayOptions, sink: EventSink, owner: string): Loop {
  const { database, logger, clock = systemClock, pollIntervalMs: intervalMs = limits.DEFAULT_POLL_MS } = options;
  const { triesMax = limits.DEFAULT_TRIES_MAX, batchMax = limits.BATCH_MAX } = options;
  const { leaseMs = limits.DEFAULT_SINK_LEASE_MS } = options;
  const runOnce =
    sink.kind === "publishing"
      ? createPublishingRun({ database, sink, owner, leaseMs, triesMax, batchMax, clock })
      : createTransactionalRun({ database, sink, triesMax, batchMax: Math.min(batchMax, limits.TAKEN_MAX) });
  return createLoop({ name: `relay to ${sink.name}`, intervalMs, logger, clock, backoff: limits.RETRY, runOnce });
}

/** Runs a loop until it is idle; events that become due later are left to the loops. */
async function runUntilIdle(loop: Loop): Promise<void> {
  while ((await loop.runOnce()) === "again");
}

function refuseSameNames(sinks: readonly EventSink[]): void {
  const names = sinks.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice === undefined) return;
  throw invalidEvent(
    `two sinks are named "${twice}", and each keeps its progress under its name: give one another name`,
    {
      sink: twice,
    },
  );
}
