/** Makes the page of what faults did, subject by subject. Pure. */
import { markdown } from "../../benchmarks/harness/markdown.ts";
import { LATE_MS } from "../judge.ts";
import type { CellOutcome } from "../run-matrix.ts";
import type { CellResult, NamedCell } from "../run-cell.ts";

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
  "goes on after, s",
  "caught up after, s",
];

export function chaosPage({ seed, conditions, outcomes }: PageFacts): string {
  const subjects = unique(outcomes.map(({ cell }) => cell.subject));
  const faults = unique(outcomes.map(({ cell }) => cell.fault));
  const parts = [
    INTRODUCTION,
    `${conditions}. Seed ${seed}: \`npm run chaos -- --seed ${seed}\` strikes the same way again.`,
  ];
  const tables = subjects.map((subject) => subjectPart(subject, outcomes));
  return `${[...parts, faultsPart(faults), ...tables].join("\n\n")}\n`;
}

const INTRODUCTION = `# What faults do

\`npm run chaos\` writes this page: it starts a private PostgreSQL (and RabbitMQ or Redis where the fault needs it), \`rota serve\` and two
\`rota work\` as real processes, keeps work coming, strikes, and counts what became of every piece of work that was accepted.
Anything lost or duplicated fails the run.

- **lost**: accepted and never done. **Duplicated**: done more than once. **Late**: done more than ${String(LATE_MS / 1_000)} s after it was accepted.
- **Goes on after**: from the end of the fault to the next piece that was done. **Caught up after**: until all was done that had been
  accepted by then. The end of a kill is the kill itself, unless the dead part has to come back first.`;

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
  const { pieces, lost, duplicated, late, goesOnMs, caughtUpMs } = result.verdict;
  const seconds = (ms: number | undefined) => (ms === undefined ? "–" : (ms / 1_000).toFixed(1));
  return [...[pieces, lost, duplicated, late].map(String), ...[result.faultMs, goesOnMs, caughtUpMs].map(seconds)];
}

function unique<Named extends { readonly name: string }>(all: readonly Named[]): Named[] {
  return all.filter(({ name }, index) => all.findIndex((other) => other.name === name) === index);
}

function capital(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
