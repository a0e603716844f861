/** Generates the page of results, subject by subject. Pure. */
import { markdown } from "../../benchmarks/harness/markdown.ts";
import { LATE_MS } from "../judge.ts";
import type { ReplayedTurns } from "../replay-turns.ts";
import type { CellOutcome } from "../run-matrix.ts";
import { cellName, type CellResult, type NamedCell } from "../run-cell.ts";

export type PageFacts = {
  readonly seed: string;
  /** Date, machine, versions. */
  readonly conditions: string;
  readonly outcomes: readonly CellOutcome[];
};

const HEAD = [
  "fault",
  "pieces",
  "lost",
  "duplicated",
  "late",
  "fault lasted, s",
  "resumed after, s",
  "caught up after, s",
];

export function chaosPage({ seed, conditions, outcomes }: PageFacts): string {
  const subjects = unique(outcomes.map(({ cell }) => cell.subject));
  const faults = unique(outcomes.map(({ cell }) => cell.fault));
  const parts = [INTRODUCTION, summary(outcomes), LESSONS, runPart(seed, conditions, outcomes)];
  const tables = subjects.map((subject) => subjectPart(subject, outcomes));
  return `${[...parts, faultsPart(faults), ...tables].join("\n\n")}\n`;
}

const INTRODUCTION = `# What faults do

\`npm run chaos\` writes this page: it starts a private PostgreSQL (and RabbitMQ or Redis where the fault needs it), \`rota serve\` and two
\`rota work\` as real processes, keeps work coming, strikes, and counts what became of every piece of work that was accepted.
Then the dispatch logs are replayed. Anything lost, duplicated or given out of turn fails the run.

- **lost**: accepted and never done. **Duplicated**: done more than once. **Late**: done more than ${String(LATE_MS / 1_000)} s after it was accepted.
- **Goes on after**: from the end of the fault to the next piece that was done. **Caught up after**: until all was done that had been
  accepted by then. The end of a kill is the kill itself, unless the dead part has to come back first.`;

const LESSONS = `- A worker that dies costs its chunks about two seconds: others take them as soon as PostgreSQL has noticed that its session is gone.
- While PostgreSQL is away nothing is accepted and nothing is done. Clients send again under the same idempotency key; what was
  accepted is done when it is back, and once.
- RabbitMQ may die at any moment: turns are taken from the database meanwhile. So may Redis: only work that needs a secret that it has
  forgotten waits, a few seconds at a time, until somebody gives the secret again.
- An upgrade is \`rota migrate\`, then one process after the other. Work waits while a process starts, longest on a machine that is busy.`;

function summary(outcomes: readonly CellOutcome[]): string {
  const judged = outcomes.flatMap(({ cell, result }) =>
    result.kind === "judged" ? [{ cell, ...result.verdict, ...countTurns(result.replayed) }] : [],
  );
  const total = (count: (verdict: (typeof judged)[number]) => number) =>
    judged.reduce((sum, verdict) => sum + count(verdict), 0).toLocaleString("en");
  const [slowest] = judged.toSorted((a, b) => b.caughtUpMs - a.caughtUpMs);
  const counts = `${total(({ pieces }) => pieces)} pieces of work in ${String(judged.length)} of ${String(outcomes.length)} pairs of a fault and a subject`;
  const found = `${total(({ lost }) => lost)} lost, ${total(({ duplicated }) => duplicated)} duplicated, ${total(({ late }) => late)} late`;
  const last =
    slowest === undefined
      ? ""
      : ` The last to catch up was \`${cellName(slowest.cell)}\`, after ${(slowest.caughtUpMs / 1_000).toFixed(1)} s.`;
  const replayed = `${total(({ turns }) => turns)} turns were replayed from the dispatch logs, and ${total(({ wrongLogs }) => wrongLogs)} logs differ from the rule`;
  return `## What was found\n\n${counts}: **${found}**. ${replayed}.${last}`;
}

function countTurns({ turns, wrong }: ReplayedTurns): { turns: number; wrongLogs: number } {
  return { turns, wrongLogs: wrong.length };
}

function runPart(seed: string, conditions: string, outcomes: readonly CellOutcome[]): string {
  const loads = outcomes.map(({ load }) => load).toSorted((a, b) => a - b);
  const [least = 0, most = 0] = [loads[0], loads.at(-1)];
  const shared = `The load average was ${least.toFixed(1)} to ${most.toFixed(1)}, with what else ran on the machine: where it is above the number of cores, times are longer than they need be.`;
  return `## Conditions\n\n${conditions}. ${shared}\n\nSeed ${seed}: \`npm run chaos -- --seed ${seed}\` strikes the same way again.`;
}

function faultsPart(faults: readonly NamedCell["fault"][]): string {
  const rows = faults.map(({ name, sentence, needs }) => [`\`${name}\``, sentence, needs.join(", ") || "–"]);
  return `## Faults\n\n${markdown({ head: ["fault", "what happens", "needs besides PostgreSQL"], rows })}`;
}

function subjectPart({ name, sentence }: NamedCell["subject"], outcomes: readonly CellOutcome[]): string {
  const own = outcomes.filter(({ cell }) => cell.subject.name === name);
  const rows = own.map(({ cell, result }) => [`\`${cell.fault.name}\``, ...cellsOf(result)]);
  return `## ${name}\n\n${capital(sentence)}.\n\n${markdown({ head: HEAD, rows })}`;
}

function cellsOf(result: CellResult): string[] {
  if (result.kind !== "judged") return [`${result.kind}: ${(result.reason.split("\n")[0] ?? "").replaceAll("|", "/")}`];
  const { pieces, lost, duplicated, late, resumedAfterMs, caughtUpMs } = result.verdict;
  const seconds = (ms: number | undefined) => (ms === undefined ? "–" : (ms / 1_000).toFixed(1));
  return [
    ...[pieces, lost, duplicated, late].map(String),
    ...[result.faultMs, resumedAfterMs, caughtUpMs].map(seconds),
  ];
}

function unique<Named extends { readonly name: string }>(all: readonly Named[]): Named[] {
  return all.filter(({ name }, index) => all.findIndex((other) => other.name === name) === index);
}

function capital(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
