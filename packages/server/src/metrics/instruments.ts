/** Creates the counters, gauges and histograms of one registry, which are filled anew before each scrape. */
import type { HistogramCounts } from "@rota/engine/internal";
import { Counter, Gauge, Histogram, type Registry } from "prom-client";

/** Names of labels, as texts in the order in which values are given. */
type Labels = readonly string[];

export type Instruments = {
  /** A number that only rises; its name ends in `_total`. */
  counter(name: string, help: string, labels?: Labels): Filled;
  gauge(name: string, help: string, labels?: Labels): Filled;
  histogram<Label extends string>(name: string, help: string, labels: readonly Label[]): CountedHistogram<Label>;
  /** Takes the values of all away, so that what no longer exists is no longer told. */
  reset(): void;
};

/** Takes a value with its labels. Of more than `SERIES_MAX` series the later ones are left out. */
export type Filled = (value: number, labels?: Readonly<Record<string, string>>) => void;

/** Of one instrument: whoever makes more types and queues than that sees them elsewhere. */
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

/** Histogram whose counts were collected elsewhere. Durations come in milliseconds and are exposed in seconds. */
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

  /** What the registry of prom-client writes, in place of what was observed. */
  getForPromString() {
    const { name, help } = this.#options;
    return Promise.resolve({ name, help, type: "histogram", values: this.#lines, aggregator: "sum" });
  }
}
