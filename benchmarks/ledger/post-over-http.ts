/** Measures how long senders over HTTP wait for the entry of their event while a queue is drained at half speed. */
import { createKey, loadConfig, silentLogger, systemClock, type Engine } from "@rota/engine";
import { ledger } from "@rota/ledger/workload";
import { createServer } from "@rota/server";
import type { BenchServer } from "../harness/bench-server.ts";
import type { Measures } from "../harness/rounds.ts";
import { benchEvent } from "./bench-books.ts";
import { withLedger, type BenchLedger } from "./drain-queue.ts";

export type HttpLoad = {
  /** Of the queue, each second. */
  readonly perSecond: number;
  readonly seconds: number;
  /** Of HTTP, each second. */
  readonly postsPerSecond: number;
};

const TICK_MS = 50;
/** Beyond all events of the queue. */
const FIRST_POST = 1_000_000_000;

export async function postOverHttp(server: BenchServer, load: HttpLoad): Promise<Measures> {
  return withLedger(server, 4, async (bench) => {
    const engine = await bench.engine();
    await engine.start();
    const http = await openHttp(bench, engine);
    const sending = fillSteadily(bench, load);
    const waits = await postSteadily(http, load);
    await sending;
    await http.close();
    await engine.stop();
    const sorted = waits.sort((a, b) => a - b);
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
    return { posts: sorted.length, p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99), maxMs: at(1) };
  });
}

type Http = { post(event: object): Promise<void>; close(): Promise<void> };

async function openHttp({ database, tenants }: BenchLedger, engine: Engine): Promise<Http> {
  const flags = { serverPort: 0, serverRateMax: 1_000_000, serverStrangerRateMax: 1_000_000 };
  const { config } = await loadConfig({ env: {}, flags, cwd: process.cwd() });
  const server = await createServer({ engine, config, logger: silentLogger, operations: ledger.operations });
  const { url } = await server.listen();
  const { key } = await createKey(database, { name: "bench", roles: ["operator"], tenant: tenants[0] ?? "" });
  return {
    async post(event) {
      const answer = await fetch(new URL("/v1/events", url), {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify(event),
      });
      const body = await answer.text();
      if (answer.status !== 201) throw new Error(`an event was answered with ${String(answer.status)}: ${body}`);
    },
    close: () => server.close(),
  };
}

async function fillSteadily(bench: BenchLedger, { perSecond, seconds }: HttpLoad): Promise<void> {
  const startedMs = performance.now();
  for (let sent = 0; sent < perSecond * seconds;) {
    const due = Math.min(perSecond * seconds, Math.floor(((performance.now() - startedMs) / 1_000) * perSecond));
    if (due > sent) await bench.fill({ events: due - sent, first: sent });
    sent = Math.max(sent, due);
    await systemClock.wait(TICK_MS);
  }
}

async function postSteadily(http: Http, { seconds, postsPerSecond }: HttpLoad): Promise<number[]> {
  const waits: number[] = [];
  const posting: Promise<void>[] = [];
  for (let nth = 0; nth < seconds * postsPerSecond; nth++) {
    const sentMs = performance.now();
    const event = benchEvent(FIRST_POST + nth, false);
    posting.push(http.post(event).then(() => void waits.push(performance.now() - sentMs)));
    await systemClock.wait(1_000 / postsPerSecond);
  }
  await Promise.all(posting);
  return waits;
}
