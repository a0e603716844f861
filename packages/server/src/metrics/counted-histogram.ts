/** A histogram whose numbers were counted elsewhere: Prometheus sees it like any other. */
import type { HistogramCounts } from "@rota/engine";
import { Histogram, type Registry } from "prom-client";

export type CountedHistogramOptions<Label extends string> = {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly Label[];
  readonly registry: Registry;
};

type Line = { readonly metricName: string; readonly labels: Record<string, string | number>; readonly value: number };

/** Durations come in milliseconds and are told in seconds. */
export class CountedHistogram<Label extends string> extends Histogram<Label> {
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
