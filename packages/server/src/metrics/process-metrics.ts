/** Fills the metrics of this process: attempts, claims, tickets, intakes, webhooks, locks, connections and event loop lag. */
import { type IntervalHistogram, monitorEventLoopDelay } from "node:perf_hooks";
import type { EngineCounts } from "@rota/engine";
import type { WorkCounts } from "@rota/engine/internal";
import type { Filled, Instruments } from "./instruments.ts";

type Fill = (counts: EngineCounts) => void;

export function workMetrics(make: Instruments): Fill {
  const fills = [attemptMetrics(make), statementMetrics(make), ticketMetrics(make), intakeMetrics(make)];
  return (counts) => fills.forEach((fill) => fill(counts));
}

const FINISHED = { COMPLETED: "COMPLETED", FAIL: "FAILED", EXHAUSTED: "DEAD_LETTER" } as const;

function attemptMetrics(make: Instruments): Fill {
  const attempts = make.counter("rota_attempts_total", "Attempts that ended in this process.", ["type", "outcome"]);
  const finished = make.counter(
    "rota_chunks_finished_total",
    "Chunks that this process brought to their end, by their last state.",
    ["type", "state"],
  );
  const durations = make.histogram(
    "rota_attempt_duration_seconds",
    "Time from the claim of a chunk to the end of its handler.",
    ["type"],
  );
  return ({ work }) => {
    for (const { type, outcomes, durations: took } of work?.attempts ?? []) {
      for (const [outcome, count] of Object.entries(outcomes)) attempts(count, { type, outcome });
      for (const [outcome, state] of Object.entries(FINISHED)) finished(countOf(outcomes, outcome), { type, state });
      durations.show({ type }, took);
    }
  };
}

function countOf(outcomes: WorkCounts["attempts"][number]["outcomes"], wanted: string): number {
  return Object.entries(outcomes).find(([outcome]) => outcome === wanted)?.[1] ?? 0;
}

function statementMetrics(make: Instruments): Fill {
  const slots = make.gauge("rota_worker_slots", "How many chunks this process runs at once at most.");
  const running = make.gauge("rota_worker_running", "Chunks whose handlers run in this process.");
  const claimErrors = make.counter("rota_claim_errors_total", "Claims that failed.");
  const claims = make.histogram("rota_claim_duration_seconds", "Time that claims took.", []);
  const settleErrors = make.counter(
    "rota_settle_errors_total",
    "Statements with outcomes that failed; they are tried again.",
  );
  const settles = make.histogram("rota_settle_duration_seconds", "Time that statements with outcomes took.", []);
  const leases = make.counter("rota_leases_rescued_total", "Leases of processes that had gone, ended by this one.");
  const chunks = make.counter("rota_chunks_rescued_total", "Chunks of processes that had gone, put back by this one.");
  return ({ work }) => {
    if (work === undefined) return;
    slots(work.slots);
    running(work.running);
    claimErrors(work.claims.failures);
    claims.show({}, work.claims.durations);
    settleErrors(work.settles.failures);
    settles.show({}, work.settles.durations);
    leases(work.rescued.leases);
    chunks(work.rescued.chunks);
  };
}

/** Counts tickets and messages by broker queue. */
function ticketMetrics(make: Instruments): Fill {
  const published = make.counter("rabbitmq_published_total", "Messages that the broker confirmed.", ["queue"]);
  const consumed = make.counter("rabbitmq_consumed_total", "Messages that the broker gave to this process.", ["queue"]);
  const failed = make.counter(
    "rabbitmq_failed_total",
    "Messages that the broker did not confirm, or that were not what they should be.",
    ["queue"],
  );
  const tickets = make.counter("rota_tickets_total", "What happened to tickets in this process.", ["queue", "event"]);
  return (counts) => {
    for (const [queue, { published: sent, received, unsent, malformed, ...others }] of Object.entries(counts.tickets)) {
      published(sent, { queue });
      consumed(received, { queue });
      failed(unsent + malformed, { queue });
      const { resent, redelivered, ignored } = others;
      for (const [event, count] of Object.entries({ resent, redelivered, ignored })) tickets(count, { queue, event });
    }
    for (const { brokerQueue: queue, counts: seen } of Object.values(counts.intakes)) {
      if (queue === undefined) continue;
      consumed(seen.received, { queue });
      failed(seen.malformed, { queue });
    }
  };
}

function intakeMetrics(make: Instruments): Fill {
  const events = make.counter("rota_intake_events_total", "What happened to events of intakes in this process.", [
    "intake",
    "event",
  ]);
  const consuming = make.gauge(
    "rota_intake_consumers",
    "Consumers of intakes in this process; 0: it receives nothing.",
    ["intake"],
  );
  return (counts) => {
    for (const [intake, { counts: happened, consumers }] of Object.entries(counts.intakes)) {
      for (const [event, count] of Object.entries(happened)) events(count, { intake, event });
      if (consumers !== undefined) consuming(consumers, { intake });
    }
  };
}

export function partsMetrics(make: Instruments): Fill {
  const fills = [deliveryMetrics(make), lockMetrics(make), poolMetrics(make)];
  return (counts) => fills.forEach((fill) => fill(counts));
}

function deliveryMetrics(make: Instruments): Fill {
  const attempts = make.counter("rota_webhook_attempts_total", "Attempts to deliver that this process made.", [
    "outcome",
    "error",
  ]);
  // Without labels, so that it is 0 before the first one and the increase is seen.
  const failed = make.counter("rota_webhook_deliveries_failed_total", "Deliveries whose last attempt here failed.");
  const durations = make.histogram("rota_webhook_duration_seconds", "Time that requests to receivers took.", []);
  return ({ deliveries }) => {
    for (const { outcome, errorClass = "none", attempts: count } of deliveries.attempts)
      attempts(count, { outcome, error: errorClass });
    failed(
      deliveries.attempts.reduce((sum, { outcome, attempts: count }) => sum + (outcome === "failed" ? count : 0), 0),
    );
    durations.show({}, deliveries.durations);
  };
}

function lockMetrics(make: Instruments): Fill {
  const acquired = make.counter("rota_locks_acquired_total", "Locks that were acquired through this process.");
  const refused = make.counter("rota_locks_refused_total", "Locks that were refused, since somebody else held them.");
  const released = make.counter("rota_locks_released_total", "Locks that were released through this process.");
  const lost = make.counter("rota_locks_lost_total", "Releases and extensions that came too late.");
  const expired = make.counter("rota_locks_expired_total", "Locks that this process found past their time.");
  const withTask = make.counter("rota_locks_ended_with_task_total", "Locks that this process found after their task.");
  const overridden = make.counter("rota_locks_overridden_total", "Locks that an administrator ended.");
  const held = make.counter("rota_lock_held_seconds_total", "How long all locks that ended had been held, together.");
  const waiters = make.gauge("rota_lock_waiters", "Calls of this process that stand in line for a lock.");
  return ({ locks }) => {
    acquired(locks.acquired);
    refused(locks.refused);
    released(locks.released);
    lost(locks.lost);
    expired(locks.expired);
    withTask(locks.endedWithTask);
    overridden(locks.overridden);
    held(locks.heldMs / 1_000);
    waiters(locks.waiting);
  };
}

function poolMetrics(make: Instruments): Fill {
  const connections = make.gauge("rota_database_connections", "Connections to the database of this process.", [
    "state",
  ]);
  const most = make.gauge("rota_database_connections_max", "How many connections this process may open.");
  const waiting = make.gauge("rota_database_waiters", "Calls of this process that wait for a connection.");
  return ({ pool }) => {
    if (pool === undefined) return;
    connections(pool.lent, { state: "lent" });
    connections(pool.idle, { state: "idle" });
    most(pool.size);
    waiting(pool.waiting);
  };
}

/**
 * Interval between samples of the event loop delay. Each sample wakes the process; prom-client's 100 samples a second
 * cost an idle process half a second of processor time a minute.
 */
const SAMPLE_MS = 100;
const NANOSECONDS = 1e9;

type Figure = { readonly name: string; readonly help: string; readonly read: (delays: IntervalHistogram) => number };

/** Statistics of the delay, with the names of prom-client, so that dashboards for Node.js find them. */
const EVENT_LOOP_FIGURES: readonly Figure[] = [
  { name: "min", help: "The shortest delay", read: (delays) => delayBeyondSample(delays.min) },
  { name: "max", help: "The longest delay", read: (delays) => delayBeyondSample(delays.max) },
  { name: "mean", help: "The mean of the delays", read: (delays) => delayBeyondSample(delays.mean) },
  { name: "stddev", help: "The standard deviation of the delays", read: (delays) => delays.stddev / NANOSECONDS },
  { name: "p50", help: "The median of the delays", read: (delays) => delayBeyondSample(delays.percentile(50)) },
  {
    name: "p90",
    help: "The 90th percentile of the delays",
    read: (delays) => delayBeyondSample(delays.percentile(90)),
  },
  {
    name: "p99",
    help: "The 99th percentile of the delays",
    read: (delays) => delayBeyondSample(delays.percentile(99)),
  },
];

/** Names of prom-client's metrics that ours replace. */
export const EVENT_LOOP_METRICS = EVENT_LOOP_FIGURES.map(({ name }) => metricName(name));

/**
 * Returns a function that fills the event loop metrics. Its first call starts the sampling, which wakes the process.
 */
export function eventLoopMetrics(make: Instruments): () => void {
  const delays = monitorEventLoopDelay({ resolution: SAMPLE_MS });
  const fills = EVENT_LOOP_FIGURES.map(({ name, help, read }): [Filled, Figure["read"]] => [
    make.gauge(metricName(name), `${help} of the event loop since the last reading.`),
    read,
  ]);
  return () => {
    delays.enable();
    if (delays.count === 0) return;
    for (const [fill, read] of fills) fill(read(delays));
    delays.reset();
  };
}

function metricName(name: string): string {
  return `nodejs_eventloop_lag_${name}_seconds`;
}

/** Returns the delay in seconds. Node.js measures the time between samples, which includes the interval itself. */
function delayBeyondSample(betweenSamples: number): number {
  return Math.max(0, betweenSamples / NANOSECONDS - SAMPLE_MS / 1_000);
}
