/**
 * Measures the time from kill -9 of a worker to the next run of its job by another worker, beside pg-boss and
 * graphile-worker.
 */
import { GRAPHILE_VERSION } from "./harness/graphile.ts";
import type { BenchServer } from "./harness/bench-server.ts";
import { packageVersion } from "./harness/package-version.ts";
import { writeReport } from "./harness/results.ts";
import {
  argument,
  isFullRun,
  isQuick,
  runRounds,
  type Contender,
  type Measures,
  type Outcome,
} from "./harness/rounds.ts";
import { median, readable } from "./harness/statistics.ts";
import { killWorkers } from "./rescue/kill-workers.ts";
import { openSubmitter } from "./rescue/submit-held.ts";
import { workUntilKilled, WORKER_KINDS, type WorkerKind } from "./rescue/work-until-killed.ts";
import { startWorkerProcess } from "./rescue/worker-process.ts";

/** Kills of each system in a round. A peer that is known to take long is killed once, and its wait times out. */
const KILLS: Readonly<Record<WorkerKind, number>> = {
  rota: Number(argument("kills") ?? (isQuick ? 1 : 17)),
  "pg-boss, best": isQuick ? 0 : 4,
  "pg-boss": 1,
  "graphile-worker": 1,
};
/** Maximum wait for a peer. */
const WAIT_MS = isQuick ? 500 : 30_000;
const ROTA_WAIT_MS = 30_000;
/** Period of Rota's rescue polls. The time of pg-boss starts with the job, so its worker is killed at once. */
const ROTA_PAUSE_MS_MAX = isQuick ? 0 : 1_000;

const contenders: readonly Contender[] = [
  { name: "rota", measure: (server) => measure(server, "rota") },
  { name: "peers", measure: measurePeers },
];

const kind = WORKER_KINDS.find((name) => name === argument("worker"));
if (kind === undefined) await runRounds({ url: import.meta.url, contenders }, report);
else await workUntilKilled(kind, { url: argument("url") ?? "", schema: argument("schema") ?? "" });

/** Measures all peers at once: they mostly wait. */
async function measurePeers(server: BenchServer): Promise<Measures> {
  const kinds = WORKER_KINDS.filter((name) => name !== "rota" && KILLS[name] > 0);
  const measures = await Promise.all(kinds.map((name) => measure(server, name)));
  return Object.fromEntries(measures.flatMap((each) => Object.entries(each)));
}

/** Returns a figure for each kill after which the job ran again in time. */
async function measure(server: BenchServer, worker: WorkerKind): Promise<Measures> {
  const schema = worker.replaceAll(/\W/g, "");
  const submitter = await openSubmitter[worker](server, schema);
  const times = await killWorkers({
    start: () => startWorkerProcess(import.meta.url, { worker, url: server.url, schema }),
    submit: () => submitter.submit(),
    kills: KILLS[worker],
    pauseMsMax: worker === "rota" ? ROTA_PAUSE_MS_MAX : 0,
    waitMs: worker === "rota" ? ROTA_WAIT_MS : WAIT_MS,
  });
  await submitter.close();
  return Object.fromEntries(times.flatMap((ms, nth) => (ms === undefined ? [] : [[`${worker} ${String(nth)}`, ms]])));
}

async function report(outcome: Outcome): Promise<void> {
  const measures = contenders.flatMap(({ name }) => outcome.get(name) ?? []);
  const rounds = outcome.get("rota")?.length ?? 0;
  const row = (worker: WorkerKind, name: string, what: string) => {
    const isOfWorker = ([figure]: [string, number]) => figure.replace(/ \d+$/, "") === worker;
    const ms = measures.flatMap((round) => Object.entries(round).filter(isOfWorker)).map(([, value]) => value);
    const kills = rounds * KILLS[worker];
    const late = `not within ${readable(WAIT_MS / 1_000)} s`;
    const worst = ms.length < kills ? late : readable(Math.max(...ms) / 1_000);
    return [name, String(kills), ms.length === 0 ? late : readable(median(ms) / 1_000), worst, what];
  };
  const boss = `pg-boss ${packageVersion("pg-boss")}`;
  const rows = [
    row("rota", "rota, defaults", "a session lock, looked at once a second, and a grace of 1 s"),
    row("pg-boss, best", `${boss}, shortest times`, "expireIn 1 s: no job may take longer"),
    row("pg-boss", `${boss}, defaults`, "expireIn 15 min, then maintenance every 120 s"),
    row("graphile-worker", `graphile-worker ${GRAPHILE_VERSION}`, "a lock of 4 h, which no setting changes"),
  ];
  await writeReport({
    name: "rescue",
    title: "From kill -9 to the next run",
    tables: [{ head: ["worker", "kills", "median, s", "worst, s", "what decides"], rows }],
    findings: [
      "two processes of each; the one that runs the job is killed, the time ends when the other's handler begins",
      "pg-boss with the shortest times that it takes: its job is killed as soon as it runs, expireIn counts from there",
      "bar: at most 3 s",
    ],
    isKept: isFullRun,
  });
}
