/** Tells how late the event loop was since the last reading. */
import { monitorEventLoopDelay, type IntervalHistogram } from "node:perf_hooks";
import type { Filled, Instruments } from "../instruments.ts";

/**
 * How often it is looked at. Each look wakes the process, and prom-client's own 100 looks a second cost one at rest half
 * a second of processor time a minute.
 */
const LOOK_MS = 100;
const NANOSECONDS = 1e9;

type Figure = { readonly name: string; readonly help: string; readonly read: (delays: IntervalHistogram) => number };

/** Named as by prom-client, so that dashboards for Node find them. */
const FIGURES: readonly Figure[] = [
  { name: "min", help: "The shortest delay", read: (delays) => late(delays.min) },
  { name: "max", help: "The longest delay", read: (delays) => late(delays.max) },
  { name: "mean", help: "The mean of the delays", read: (delays) => late(delays.mean) },
  { name: "stddev", help: "The standard deviation of the delays", read: (delays) => delays.stddev / NANOSECONDS },
  { name: "p50", help: "The median of the delays", read: (delays) => late(delays.percentile(50)) },
  { name: "p90", help: "The 90th percentile of the delays", read: (delays) => late(delays.percentile(90)) },
  { name: "p99", help: "The 99th percentile of the delays", read: (delays) => late(delays.percentile(99)) },
];

/** Of prom-client, to be taken out. */
export const EVENT_LOOP_METRICS = FIGURES.map(({ name }) => metricName(name));

/** Looks from the first filling on, which has nothing to tell yet: a process whose metrics nobody reads is not woken. */
export function eventLoopMetrics(make: Instruments): () => void {
  const delays = monitorEventLoopDelay({ resolution: LOOK_MS });
  const fills = FIGURES.map(({ name, help, read }): [Filled, Figure["read"]] => [
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

/** Node counts from one look to the next. */
function late(betweenLooks: number): number {
  return Math.max(0, betweenLooks / NANOSECONDS - LOOK_MS / 1_000);
}
