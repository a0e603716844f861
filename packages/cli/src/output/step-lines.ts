/** The steps of a verification for people: each with its verdict, and of one that fails the first things that are wrong. */
import { count, duration, oneLine } from "./one-line.ts";
import { tableLines, type Cell } from "./table.ts";

/** Of each step; all that were kept are in the json. */
const FAILURES_SHOWN = 3;
const LINE_LENGTH_MAX = 300;

export type ShownStep = {
  readonly step: number;
  readonly name: string;
  readonly verdict: "pass" | "fail" | "none";
  readonly checked: number;
  readonly failed: number;
  readonly failures: readonly { readonly where: string; readonly why: string }[];
  /** Where steps take long enough to be told. */
  readonly ms?: number;
};

export function stepLines(steps: readonly ShownStep[]): string[] {
  const isTimed = steps.some(({ ms }) => ms !== undefined);
  const head = ["step", "", "verdict", "checked", "wrong", ...(isTimed ? ["time"] : [])];
  return [
    ...tableLines(head, steps.map(row)),
    ...steps.filter(({ verdict }) => verdict === "fail").flatMap(failureLines),
  ];
}

function row({ step, name, verdict, checked, failed, ms }: ShownStep): Cell[] {
  if (checked === 0) return [String(step), name, verdictCell(verdict)];
  const time = ms === undefined ? [] : [duration(ms)];
  return [String(step), name, verdictCell(verdict), count(checked), failed === 0 ? "" : count(failed), ...time];
}

function verdictCell(verdict: ShownStep["verdict"]): Cell {
  if (verdict === "none") return { text: "nothing to check", colour: "gray" };
  return { text: verdict, colour: verdict === "pass" ? "green" : "red" };
}

function failureLines({ step, failures, failed }: ShownStep): string[] {
  const shown = failures.slice(0, FAILURES_SHOWN);
  const more = failed - shown.length;
  const lines = shown.map(({ where, why }) => oneLine(`step ${String(step)}: ${where}: ${why}`, LINE_LENGTH_MAX));
  return [...lines, ...(more === 0 ? [] : [`step ${String(step)}: and ${count(more)} more`])];
}
