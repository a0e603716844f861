/** Measures how long senders over HTTP wait for the entry of their event while a queue is drained at half speed. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { loadConfig, silentLogger, type Engine } from "@rota/engine";
import { createKey } from "@rota/engine/admin";
import ledger from "@rota/ledger/workload";
import { createServer } from "@rota/server";
import type { BenchServer } from "../harness/bench-server.ts";
import type { Measures } from "../harness/rounds.ts";
import { untilPosted, withLedger, type BenchLedger } from "./drain-queue.ts";
import type { HttpLoad, LoadReport, LoadSettings } from "./http-load.ts";

/** The load runs in its own process: in this one it and the ledger would delay each other. */
const LOAD = fileURLToPath(new URL(`./http-load${extname(import.meta.url)}`, import.meta.url));

export type HttpRound = Omit<HttpLoad, "perSecond" | "first"> & {
  /** Number of events that are drained first; the load is half of that speed. */
  readonly drained: number;
};

export async function postOverHttp(server: BenchServer, { drained, ...load }: HttpRound): Promise<Measures> {
  return withLedger(server, 4, async (bench) => {
    await bench.fill({ events: drained });
    const engine = await bench.engine();
    const startedMs = performance.now();
    await engine.start();
    await untilPosted(bench.database, drained);
    const perSecond = Math.round(drained / ((performance.now() - startedMs) / 1_000) / 2);
    const http = await openHttp(bench, engine);
    const { rabbitmq, tenants } = bench;
    const half = { perSecond, first: drained };
    const { waits, unposted } = await runLoad({ ...load, ...half, ...http, rabbitmqUrl: rabbitmq.url, tenants });
    await http.close();
    await engine.stop();
    const sorted = waits.toSorted((a, b) => a - b);
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
    return {
      beside: perSecond,
      posts: sorted.length,
      unposted,
      p50Ms: at(0.5),
      p95Ms: at(0.95),
      p99Ms: at(0.99),
      maxMs: at(1),
    };
  });
}

type Http = Pick<LoadSettings, "url" | "key"> & { readonly close: () => Promise<void> };

async function openHttp({ database, tenants }: BenchLedger, engine: Engine): Promise<Http> {
  const flags = { serverPort: 0, serverRateMax: 1_000_000, serverStrangerRateMax: 1_000_000 };
  const { config } = await loadConfig({ env: {}, flags, cwd: process.cwd() });
  const server = await createServer({ engine, config, logger: silentLogger, workloads: [ledger] });
  const { url } = await server.listen();
  const { key } = await createKey(database, { name: "bench", roles: ["operator"], tenant: tenants[0] ?? "" });
  return { url, key, close: () => server.close() };
}

async function runLoad({ rabbitmqUrl, url, key, tenants, ...load }: LoadSettings): Promise<LoadReport> {
  const settings: LoadSettings = { rabbitmqUrl, url, key, tenants, ...load };
  const child = fork(LOAD, [JSON.stringify(settings)], { execArgv: process.execArgv });
  const ended = once(child, "close");
  let report: LoadReport | undefined;
  child.on("message", (received: LoadReport) => (report = received));
  await ended;
  if (report === undefined) throw new Error("the load ended without a report");
  return report;
}
