/** Measures the cost of a claim while another transaction keeps an old snapshot open, as a running pg_dump does. */
import { fillDatabase } from "./harness/fill-database.ts";
import { claimUnderSnapshot } from "./harness/claim-under-snapshot.ts";
import { writeReport } from "./harness/results.ts";
import { argument, figures, isFullRun, isQuick, runRounds, type Contender, type Outcome } from "./harness/rounds.ts";
import { median, readable } from "./harness/statistics.ts";

const SHAPE = { tenants: 10, groups: 1, tasks: 1 };
const BEFORE_MS = isQuick ? 200 : 15_000;
const SNAPSHOT_MS = Number(argument("seconds") ?? (isQuick ? 0.3 : 60)) * 1_000;
const FINISHED = isQuick ? 1_000 : 500_000;
/** Chunks a second for which the backlog is sized, so that claims continue for the whole measurement. */
const CHUNKS_A_SECOND_MAX = { 10: 8_000, 500: 45_000 } as const;

type Batch = keyof typeof CHUNKS_A_SECOND_MAX;

const batches: readonly Batch[] = [10, 500];
const contenders: readonly Contender[] = batches.map((limit) => ({
  name: `n = ${String(limit)}`,
  async measure(server) {
    const database = await server.open(`n_${String(limit)}`, { poolSize: 3 });
    const seconds = (BEFORE_MS + SNAPSHOT_MS) / 1_000;
    const waiting = Math.ceil(seconds * CHUNKS_A_SECOND_MAX[limit]) + 1_000;
    await fillDatabase(database, SHAPE, { waiting, finished: FINISHED });
    const measures = await claimUnderSnapshot({ database, limit, beforeMs: BEFORE_MS, snapshotMs: SNAPSHOT_MS });
    await database.close();
    return measures;
  },
}));

await runRounds({ url: import.meta.url, contenders }, report);

async function report(outcome: Outcome): Promise<void> {
  const head = [
    "claim",
    "p50 before, ms",
    "p50 during, ms",
    "p50 in the last quarter, ms",
    "during / before",
    "last / before",
    "claims",
  ];
  const rows = contenders.map(({ name }) => {
    const of = (figure: string) => median(figures(outcome, name, figure));
    const ratios = [of("during") / of("before"), of("last") / of("before")].map((ratio) => `${ratio.toFixed(2)} ×`);
    return [
      name,
      ...["before", "during", "last"].map((figure) => readable(of(figure))),
      ...ratios,
      readable(of("claims")),
    ];
  });
  const findings = [
    `two loops claim n chunks and settle them without a pause; the snapshot is held for ${String(SNAPSHOT_MS / 1_000)} s; a claim's time includes waiting for the other loop's`,
    "bar: p50 during at most 2 × before",
  ];
  await writeReport({
    name: "old-snapshot",
    title: "Claims while an old snapshot is held",
    tables: [{ head, rows }],
    findings,
    isKept: isFullRun,
  });
}
