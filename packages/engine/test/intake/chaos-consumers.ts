/** Starts the consuming processes of the chaos story, holds them inside a transaction, kills and stops them. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { onTestFinished, vi } from "vitest";
import { compiledPath } from "../../../../tools/compiled/compiled-url.ts";
import type { Config } from "../../src/config/config.ts";
import { type IntakeCounts, newIntakeCounts } from "../../src/intake/open-intakes.ts";
import type { ChaosOrder, ChaosReport } from "./chaos-consumer.ts";
import type { HoldPoint } from "./chaos-holding.ts";

const SCRIPT = compiledPath(new URL("chaos-consumer.ts", import.meta.url));

export type ChaosSettings = {
  readonly url: string;
  readonly schema: string;
  readonly config: Readonly<Partial<Config>>;
};

export type ChaosConsumer = {
  readonly child: ChildProcess;
  isReady: boolean;
  /** Server process of its open transaction; undefined while the consumer is not held. */
  held: { readonly backend: number | undefined } | undefined;
  /** Counts of its latest report. */
  counts: IntakeCounts;
  isEnded: boolean;
};

export type ChaosConsumers = {
  /** Returns the running consumers in the order of their start. */
  alive(): readonly ChaosConsumer[];
  start(): Promise<void>;
  /** Holds the first consumer that reaches a point of its work. */
  holdOne(point: HoldPoint): Promise<ChaosConsumer>;
  letGo(): void;
  kill(consumer: ChaosConsumer): Promise<void>;
  /** Stops all consumers gracefully. */
  stopAll(): Promise<void>;
  /** Sums up a count over the latest reports of all consumers that were ever started. */
  total(count: keyof IntakeCounts): number;
  /** Error output of consumers that ended by themselves. */
  readonly crashes: readonly string[];
};

/** Environment without the variables for tests, which are not options of an engine. */
const WITHOUT_OPTIONS = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("ROTA_")));
const STOP: ChaosOrder = { kind: "stop" };
const WAIT = { timeout: 120_000, interval: 5 };

export function chaosConsumers(settings: ChaosSettings): ChaosConsumers {
  const all: ChaosConsumer[] = [];
  let nth = 0;
  /** Stores a report. A late report about an earlier order is ignored, because its consumer is no longer held. */
  const note = (consumer: ChaosConsumer, report: ChaosReport): void => {
    if (report.kind === "ready") consumer.isReady = true;
    else if (report.kind === "counts") consumer.counts = report.counts;
    else if (report.nth === nth) consumer.held = { backend: report.backend };
  };
  const crashes: string[] = [];
  const alive = () => all.filter(({ isEnded }) => !isEnded);
  const orderAll = (order: ChaosOrder) => {
    for (const { child } of alive()) child.send(order);
  };
  const end = async (consumer: ChaosConsumer, how: (child: ChildProcess) => void): Promise<void> => {
    consumer.isEnded = true;
    const closed = once(consumer.child, "close");
    how(consumer.child);
    await closed;
  };
  return {
    alive,
    crashes,
    async start() {
      const consumer = startConsumer(settings, crashes, note);
      all.push(consumer);
      await vi.waitUntil(() => consumer.isReady || crashes.length > 0, WAIT);
      if (crashes.length > 0) throw new Error(`consumers ended by themselves: ${crashes.join("\n")}`);
    },
    async holdOne(point) {
      orderAll({ kind: "hold", point, nth });
      return vi.waitUntil(() => alive().find(({ held }) => held !== undefined), WAIT);
    },
    letGo() {
      nth++;
      orderAll({ kind: "go" });
      for (const consumer of alive()) consumer.held = undefined;
    },
    kill: (consumer) => end(consumer, (child) => child.kill("SIGKILL")),
    async stopAll() {
      await Promise.all(alive().map((consumer) => end(consumer, (child) => child.send(STOP))));
    },
    total: (count) => all.reduce((sum, { counts }) => sum + counts[count], 0),
  };
}

function startConsumer(
  settings: ChaosSettings,
  crashes: string[],
  note: (consumer: ChaosConsumer, report: ChaosReport) => void,
): ChaosConsumer {
  const child = spawn(process.execPath, [SCRIPT, JSON.stringify(settings)], {
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    env: WITHOUT_OPTIONS,
  });
  const consumer: ChaosConsumer = {
    child,
    isReady: false,
    held: undefined,
    counts: newIntakeCounts(),
    isEnded: false,
  };
  let problems = "";
  child.stderr?.on("data", (data) => (problems = `${problems}${String(data)}`.slice(-4_000)));
  child.on("message", (report: ChaosReport) => note(consumer, report));
  child.on("error", () => undefined); // an order for one that has just been killed
  child.on("close", (code, signal) => {
    if (!consumer.isEnded) crashes.push(`${String(code ?? signal)} ${problems}`);
    consumer.isEnded = true;
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return consumer;
}
