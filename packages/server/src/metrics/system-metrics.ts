/** Fills the metrics of the whole system from the database; every process that exposes them has the same values. */
import type { SystemWatch } from "@rota/engine/admin";
import type { Instruments } from "./instruments.ts";

type Fill = (watch: SystemWatch, now: Date) => void;

/** Returns a function that fills the metrics; an undefined state means that the database did not answer. */
export function systemMetrics(make: Instruments): (watch: SystemWatch | undefined, now: Date) => void {
  const isUp = make.gauge("rota_database_up", "Whether the database told how the system stands: 1 or 0.");
  const fills = [chunkMetrics(make), poolMetrics(make), failureMetrics(make), outboxMetrics(make)];
  return (watch, now) => {
    isUp(watch === undefined ? 0 : 1);
    if (watch !== undefined) fills.forEach((fill) => fill(watch, now));
  };
}

function chunkMetrics(make: Instruments): Fill {
  const chunks = make.gauge("rota_chunks", "Chunks by state, exactly.", ["state"]);
  const tasks = make.gauge(
    "rota_open_tasks",
    "Tasks that are not over, jobs included; up to 100,000 beside the jobs.",
    ["type"],
  );
  const late = make.gauge(
    "rota_tasks_without_progress",
    "Active tasks of which no chunk is over five minutes after they were submitted.",
  );
  const workers = make.gauge("rota_workers", "Processes that hold leases.");
  return ({ statistics, tasksWithoutProgress }) => {
    for (const [state, { count }] of Object.entries(statistics.chunksByState)) chunks(count, { state });
    for (const [type, count] of Object.entries(statistics.openTasksByType)) tasks(count, { type });
    late(tasksWithoutProgress);
    workers(new Set(statistics.workers.map(({ owner }) => owner)).size);
  };
}

/** Shows pools. The label `queue` has the same value: it is the label of 0.1.0. */
function poolMetrics(make: Instruments): Fill {
  const chunks = make.gauge("rota_queue_chunks", "Chunks of a pool that wait or run.", ["pool", "queue", "state"]);
  const oldest = make.gauge("rota_queue_oldest_wait_seconds", "How long the longest waiting chunk of a pool waits.", [
    "pool",
    "queue",
  ]);
  const lanes = make.gauge("rota_queue_lanes_waiting", "Lanes of a pool in which work waits.", ["pool", "queue"]);
  const turns = make.gauge("rota_queue_turns_per_second", "Turns of a pool in the last minute.", ["pool", "queue"]);
  const spread = make.gauge(
    "rota_fairness_spread",
    "How far two lanes that share turns are apart, in turns of cost 1 at weight 1.",
    ["pool", "queue", "level"],
  );
  return ({ statistics, spreads }, now) => {
    for (const { pool, queue, ...state } of statistics.queues) {
      const names = { pool, queue };
      chunks(state.pending, { ...names, state: "PENDING" });
      chunks(state.scheduled, { ...names, state: "SCHEDULED" });
      chunks(state.processing, { ...names, state: "PROCESSING" });
      oldest(secondsSince(state.oldestWaitingAt, now), names);
      lanes(state.lanesWaiting, names);
      turns(state.turnsPerSecond, names);
      for (const [level, apart] of Object.entries(spreads[pool] ?? {})) spread(apart, { ...names, level });
    }
  };
}

function failureMetrics(make: Instruments): Fill {
  const deadLetters = make.gauge("rota_dead_letters", "What failed for good and waits for a decision.", ["kind"]);
  const schedules = make.gauge("rota_schedules_failing", "Schedules that cannot be run, as their lastError says.");
  return ({ statistics: { chunksByState }, outbox, rejectedEvents, failingSchedules }) => {
    schedules(failingSchedules);
    deadLetters(chunksByState.FAILED.count + chunksByState.DEAD_LETTER.count, { kind: "chunk" });
    deadLetters(rejectedEvents, { kind: "event" });
    deadLetters(
      outbox.sinks.reduce((sum, { parked }) => sum + parked, 0),
      { kind: "parked" },
    );
  };
}

function outboxMetrics(make: Instruments): Fill {
  const lag = make.gauge("rota_outbox_lag_seconds", "Age of the oldest event that was not handed to every sink.");
  const waiting = make.gauge("rota_outbox_waiting", "Events that were not handed to a sink.", ["sink"]);
  const failures = make.gauge("rota_outbox_failures", "Runs of a sink that failed in a row.", ["sink"]);
  const published = make.counter("rota_outbox_published_total", "Events that were handed to a sink.", ["sink"]);
  return ({ outbox }) => {
    lag((outbox.oldestMs ?? 0) / 1_000);
    for (const { sink, waiting: count, failuresInARow, published: total } of outbox.sinks) {
      waiting(count, { sink });
      failures(failuresInARow, { sink });
      published(Number(total), { sink });
    }
  };
}

/** Returns the age of a time in seconds. It is never negative, although the clocks of two machines may differ. */
function secondsSince(time: Date | undefined, now: Date): number {
  return time === undefined ? 0 : Math.max(0, (now.getTime() - time.getTime()) / 1_000);
}
