/** Makes instruments of one registry that are filled anew before each reading. */
import { Counter, Gauge, type Registry } from "prom-client";
import { CountedHistogram } from "./counted-histogram.ts";

/** Names of labels, as texts in the order in which values are given. */
export type Labels = readonly string[];

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
export const SERIES_MAX = 500;

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
