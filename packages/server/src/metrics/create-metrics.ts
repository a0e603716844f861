/** Tells Prometheus what an engine counted and, if asked, how the whole system stands. */
import { ROTA_VERSION, systemClock, watchSystem, type Clock, type Engine, type SystemWatch } from "@rota/engine";
import { collectDefaultMetrics, Registry } from "prom-client";
import { EVENT_LOOP_METRICS, eventLoopMetrics } from "./filling/event-loop-metrics.ts";
import { partsMetrics } from "./filling/parts-metrics.ts";
import { systemMetrics } from "./filling/system-metrics.ts";
import { workMetrics } from "./filling/work-metrics.ts";
import { createInstruments } from "./instruments.ts";

export type MetricsOptions = {
  readonly engine: Pick<Engine, "counts" | "database">;
  /** Whether the state of the whole system is told as well; one process of many is enough. Default true. */
  readonly withSystem?: boolean;
  readonly clock?: Clock;
};

export type Metrics = {
  readonly contentType: string;
  /** All of them, in the format of Prometheus. Never rejects: what the database does not tell is left out. */
  read(): Promise<string>;
};

/** The database is not asked more often, however many read. */
const SYSTEM_KEPT_MS = 5_000;

/** Gauges of prom-client that end like counters, which promtool objects to; there are others that tell the same by kind. */
const MISNAMED = ["nodejs_active_handles_total", "nodejs_active_requests_total", "nodejs_active_resources_total"];

/** As long as a timer can be: prom-client cannot be told not to look at the event loop, which we do less often. */
const NEVER_MS = 2 ** 31 - 1;

/** With a registry of its own: two engines of one process do not mix. */
export function createMetrics({ engine, withSystem = true, clock = systemClock }: MetricsOptions): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: NEVER_MS });
  for (const name of [...MISNAMED, ...EVENT_LOOP_METRICS]) registry.removeSingleMetric(name);
  const make = createInstruments(registry);
  const version = make.gauge("rota_info", "The version of Rota that runs here.", ["version"]);
  const fillEventLoop = eventLoopMetrics(make);
  const fillWork = workMetrics(make);
  const fillParts = partsMetrics(make);
  const fillSystem = withSystem ? systemMetrics(make) : undefined;
  const watch = keptFor(SYSTEM_KEPT_MS, clock, () => watchSystem(engine.database));
  let reading: Promise<string> | undefined;

  const read = async (): Promise<string> => {
    const system = fillSystem && (await watch());
    make.reset();
    version(1, { version: ROTA_VERSION });
    fillEventLoop();
    const counts = engine.counts();
    fillWork(counts);
    fillParts(counts);
    fillSystem?.(system, clock.now());
    return registry.metrics();
  };
  return {
    contentType: registry.contentType,
    read: () => (reading ??= read().finally(() => (reading = undefined))), // two readers would empty each other's instruments
  };
}

/** What was read last, as long as it is young. Undefined: the database did not answer. */
function keptFor(ms: number, clock: Clock, ask: () => Promise<SystemWatch>): () => Promise<SystemWatch | undefined> {
  let kept: { readonly watch: SystemWatch; readonly untilMs: number } | undefined;
  return async () => {
    if (kept !== undefined && clock.monotonicMs() < kept.untilMs) return kept.watch;
    const watch = await ask().catch(() => undefined);
    kept = watch && { watch, untilMs: clock.monotonicMs() + ms };
    return watch;
  };
}
