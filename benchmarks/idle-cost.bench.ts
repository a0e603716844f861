/** Measures the cost of an idle worker and an idle server, in processor time and in statements, beside peers. */
import { BULLMQ_VERSION } from "./harness/bullmq.ts";
import { GRAPHILE_VERSION } from "./harness/graphile.ts";
import { packageVersion } from "./harness/package-version.ts";
import { writeReport } from "./harness/results.ts";
import { argument, figures, isFullRun, isQuick, runRounds, type Contender, type Outcome } from "./harness/rounds.ts";
import { median, readable } from "./harness/statistics.ts";
import {
  openIdleBoss,
  openIdleBullmq,
  openIdleGraphile,
  openIdleServer,
  openIdleWorker,
  type OpenIdle,
} from "./idle/idle-systems.ts";
import { measureIdle } from "./idle/measure-idle.ts";

const SECONDS = Number(argument("seconds") ?? (isQuick ? 0.2 : 60));
/** Node releases memory that only the start needed once, up to a minute later. */
const SETTLE_SECONDS = 60;
const TIMES = { settleMs: isQuick ? 20 : SETTLE_SECONDS * 1_000, idleMs: SECONDS * 1_000 };

const contenders: readonly Contender[] = [
  idle("rota, a worker", openIdleWorker),
  idle("rota, a server without work", openIdleServer),
  idle(`graphile-worker ${GRAPHILE_VERSION}, defaults`, openIdleGraphile),
  idle(`pg-boss ${packageVersion("pg-boss")}, defaults, one queue`, openIdleBoss),
  idle(`BullMQ ${BULLMQ_VERSION}, defaults`, openIdleBullmq),
];

await runRounds({ url: import.meta.url, contenders, isCompiled: true, isAtOnce: true }, report);

function idle(name: string, open: OpenIdle): Contender {
  return { name, measure: (server) => measureIdle(server, open, TIMES) };
}

async function report(outcome: Outcome): Promise<void> {
  const rows = contenders.map(({ name }) => [
    name,
    readable(median(figures(outcome, name, "cpuMs"))),
    figures(outcome, name, "cpuMs").map(readable).join(", "),
    readable(median(figures(outcome, name, "asked"))),
  ]);
  const head = ["one process", "CPU ms per minute, all processes", "rounds", "transactions or commands per minute"];
  await writeReport({
    name: "idle-cost",
    title: "What idling costs",
    tables: [{ head, rows }],
    findings: [
      `${String(SECONDS)} s of rest, ${String(SETTLE_SECONDS)} s after the start; CPU of the process and of PostgreSQL, for BullMQ of Redis, whose own background work is part of it`,
      "asked: transactions that PostgreSQL has counted for the database, for BullMQ commands of Redis",
    ],
    isKept: isFullRun,
  });
}
