/** Creates the counters, gauges and histograms of one registry, which are filled before each scrape. */
import type { HistogramCounts } from "@rota/engine/internal";
import { Counter, Gauge, Histogram, type Registry } from "prom-client";

/** Names of labels, in the order of the values. */
type Labels = readonly string[];

export type Instruments = {
  /** Creates a counter; its name ends in `_total`. */
  counter(name: string, help: string, labels?: Labels): Filled;
  gauge(name: string, help: string, labels?: Labels): Filled;
  histogram<Label extends string>(name: string, help: string, labels: readonly Label[]): CountedHistogram<Label>;
  /** Clears all values, so that a scrape contains only what still exists. */
  reset(): void;
};

/** Sets a value with its labels. Series after the first `SERIES_MAX` are dropped. */
export type Filled = (value: number, labels?: Readonly<Record<string, string>>) => void;

/** Maximum number of series of one instrument. A process with more types or queues needs other monitoring. */
const SERIES_MAX = 500;

export function createInstruments(registry: Registry): Instruments {
  const resets: (() => void)[] = [];
  const bounded = (fill: Filled): Filled => {
    let series = 0;
    resets.push(() => (series = 0));
    return (value, labels) => {
      if (series++ < SERIES_MAX) fill(value, labels);
    };
  };
  return {
    counter(name, help, labels = []) {
      const counter = new Counter({ name, help, labelNames: [...labels], registers: [registry] });
      resets.push(() => counter.reset());
      return bounded((value, given = {}) => counter.inc(given, value));
    },
    gauge(name, help, labels = []) {
      const gauge = new Gauge({ name, help, labelNames: [...labels], registers: [registry] });
      resets.push(() => gauge.reset());
      return bounded((value, given = {}) => gauge.set(given, value));
    },
    histogram(name, help, labels) {
      const histogram = new CountedHistogram({ name, help, labels, registry });
      resets.push(() => histogram.clear());
      return histogram;
    },
    reset: () => resets.forEach((reset) => reset()),
  };
}

type CountedHistogramOptions<Label extends string> = {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly Label[];
  readonly registry: Registry;
};

type Line = { readonly metricName: string; readonly labels: Record<string, string | number>; readonly value: number };

/** Histogram whose counts were collected elsewhere. Durations arrive in milliseconds and are exposed in seconds. */
class CountedHistogram<Label extends string> extends Histogram<Label> {
  readonly #options: CountedHistogramOptions<Label>;
  #lines: Line[] = [];

  constructor(options: CountedHistogramOptions<Label>) {
    const { name, help, labels, registry } = options;
    super({ name, help, labelNames: labels, registers: [registry] });
    this.#options = options;
  }

  clear(): void {
    this.#lines = [];
  }

  show(labels: Readonly<Record<Label, string>>, { boundsMs, counts, sumMs }: HistogramCounts): void {
    const { name } = this.#options;
    let soFar = 0;
    for (const [place, count] of counts.entries()) {
      soFar += count;
      const boundMs = boundsMs[place];
      const le = boundMs === undefined ? "+Inf" : boundMs / 1_000;
      this.#lines.push({ metricName: `${name}_bucket`, labels: { le, ...labels }, value: soFar });
    }
    this.#lines.push({ metricName: `${name}_sum`, labels: { ...labels }, value: sumMs / 1_000 });
    this.#lines.push({ metricName: `${name}_count`, labels: { ...labels }, value: soFar });
  }

  /** Returns the collected lines to prom-client's registry, in place of observed values. */
  getForPromString() {
    const { name, help } = this.#options;
    return Promise.resolve({ name, help, type: "histogram", values: this.#lines, aggregator: "sum" });
  }
}
