/** Metrics of what this process did beside its work: deliveries of webhooks, locks, connections. */
import type { EngineCounts } from "@rota/engine";
import type { Instruments } from "../instruments.ts";

type Fill = (counts: EngineCounts) => void;

export function partsMetrics(make: Instruments): Fill {
  const fills = [deliveryMetrics(make), lockMetrics(make), poolMetrics(make)];
  return (counts) => fills.forEach((fill) => fill(counts));
}

function deliveryMetrics(make: Instruments): Fill {
  const attempts = make.counter("rota_webhook_attempts_total", "Attempts to deliver that this process made.", [
    "outcome",
    "error",
  ]);
  const durations = make.histogram("rota_webhook_duration_seconds", "Time that requests to receivers took.", []);
  return ({ deliveries }) => {
    for (const { outcome, errorClass = "none", attempts: count } of deliveries.attempts)
      attempts(count, { outcome, error: errorClass });
    durations.show({}, deliveries.durations);
  };
}

function lockMetrics(make: Instruments): Fill {
  const acquired = make.counter("rota_locks_acquired_total", "Locks that were acquired through this process.");
  const refused = make.counter("rota_locks_refused_total", "Locks that were refused, since somebody else held them.");
  const released = make.counter("rota_locks_released_total", "Locks that were released through this process.");
  const lost = make.counter("rota_locks_lost_total", "Releases and extensions that came too late.");
  const expired = make.counter("rota_locks_expired_total", "Locks that this process found past their time.");
  const overridden = make.counter("rota_locks_overridden_total", "Locks that an administrator ended.");
  const held = make.counter("rota_lock_held_seconds_total", "How long the released locks had been held, together.");
  const waiters = make.gauge("rota_lock_waiters", "Calls of this process that stand in line for a lock.");
  return ({ locks }) => {
    acquired(locks.acquired);
    refused(locks.refused);
    released(locks.released);
    lost(locks.lost);
    expired(locks.expired);
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
