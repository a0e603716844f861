/** Measures what the dispatch log costs: the same drain with all of it, and with no more than the state that claims go on from. */
import { engineMigrations, type Migration, type MigrationSet } from "@rota/engine";
import { drain } from "./harness/drain.ts";
import { fillDatabase } from "./harness/fill-database.ts";
import { writeReport } from "./harness/results.ts";
import { argument, figures, isFullRun, isQuick, runRounds, type Contender, type Outcome } from "./harness/rounds.ts";
import { median, readable } from "./harness/statistics.ts";
import { startStopwatch } from "./harness/stopwatch.ts";

const SHAPE = { tenants: 10, groups: 1, tasks: 1 };
const SLOTS = 500;
const WAITING = Number(argument("waiting") ?? (isQuick ? 2_000 : 200_000));
const FINISHED = Number(argument("finished") ?? (isQuick ? 1_000 : 500_000));
const WITH_LOG = "with the log";
const WITHOUT_LOG = "head state only";

/** What take_turns does for the log alone. The decisions and the hash stay empty then; the row still carries the head. */
const DONE_FOR_THE_LOG = [
  { what: "decisions", pattern: /^ *select coalesce\(array_agg\(leaf_lane\)[^;]*;\n/gm },
  { what: "hash", pattern: /^ *v_entry\.hash := [^;]*;\n/gm },
];

const engine = await engineMigrations();
const contenders: readonly Contender[] = [
  contender(WITH_LOG, engine),
  contender(WITHOUT_LOG, { ...engine, migrations: engine.migrations.map(withoutLog) }),
];

await runRounds({ url: import.meta.url, contenders }, report);

function contender(name: string, migrations: MigrationSet): Contender {
  return {
    name,
    async measure(server) {
      const database = await server.open(name.replaceAll(" ", "_"), { poolSize: 2, migrations });
      await fillDatabase(database, SHAPE, { waiting: WAITING, finished: FINISHED });
      const claimsMs: number[] = [];
      const stop = startStopwatch(server.pid);
      const settled = await drain({
        database,
        slots: SLOTS,
        way: { loops: 1, isSettledMeanwhile: true },
        onClaim: (tookMs) => claimsMs.push(tookMs),
      });
      const elapsed = stop(settled);
      await database.close();
      return { ...elapsed, claimP50: median(claimsMs) };
    },
  };
}

function withoutLog(migration: Migration): Migration {
  if (!migration.name.includes("take_turns")) return migration;
  const text = DONE_FOR_THE_LOG.reduce((left, { what, pattern }) => {
    const found = left.match(pattern)?.length ?? 0;
    if (found !== 1)
      throw new Error(
        `take_turns writes the ${what} of the log in ${String(found)} places instead of one: mend the pattern`,
      );
    return left.replace(pattern, "");
  }, migration.text);
  return { ...migration, text };
}

async function report(outcome: Outcome): Promise<void> {
  const of = (name: string, figure: string) => median(figures(outcome, name, figure));
  const rows = contenders.map(({ name }) => [
    name,
    readable(of(name, "perSecond")),
    figures(outcome, name, "perSecond").map(readable).join(", "),
    readable(of(name, "cpuMicrosecondsEach")),
    readable(of(name, "claimP50")),
  ]);
  const head = ["take_turns", "jobs/s, median", "rounds", "CPU µs per job, client and server", "p50 of a claim, ms"];
  const cost = (figure: string) => `${((of(WITH_LOG, figure) / of(WITHOUT_LOG, figure) - 1) * 100).toFixed(1)} %`;
  const findings = [
    `the log adds ${cost("cpuMicrosecondsEach")} CPU and ${cost("claimP50")} to the p50 of a claim (500 slots, 10 tenants × 1 × 1, ${String(WAITING)} waiting, ${String(FINISHED)} finished)`,
    "bar: under 5 %",
  ];
  await writeReport({
    name: "log-cost",
    title: "What the dispatch log costs",
    tables: [{ head, rows }],
    findings,
    isKept: isFullRun,
  });
}
