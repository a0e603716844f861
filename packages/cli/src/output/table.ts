/**
 * Formats tables, lists, facts and verification steps for a terminal, with colours only where a terminal shows them.
 */
import { styleText } from "node:util";
import { count, duration, oneLine } from "./answer.ts";

type Colour = "red" | "green" | "yellow" | "cyan" | "gray" | "bold";
export type Cell = string | { readonly text: string; readonly colour: Colour };

const CELL_LENGTH_MAX = 60;

/** Colours a text. Without a terminal, or with NO_COLOR set, it returns the plain text. */
export function paint(colour: Colour, text: string): string {
  return styleText(colour, text, { stream: process.stdout });
}

export function tableLines(head: readonly string[], rows: readonly (readonly Cell[])[]): string[] {
  const cells = [head.map((text) => ({ text, colour: "bold" as const })), ...rows].map((row) => row.map(clean));
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]?.text.length ?? 0)));
  return cells.map((row) =>
    row
      .map((cell, column) => padded(cell, widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

/** Formats the page of a list, or an empty list. */
export function listLines(
  { rows, next, nothing }: { rows: readonly (readonly Cell[])[]; next?: string | undefined; nothing: string },
  head: readonly string[],
): string[] {
  if (rows.length === 0) return [nothing];
  return [...tableLines(head, rows), ...(next === undefined ? [] : [`for more, add --after ${next}`])];
}

/** Formats one fact per line, with the names in their own column. */
export function factLines(facts: readonly (readonly [string, string | undefined])[]): string[] {
  const known = facts.filter(([, value]) => value !== undefined && value !== "");
  const width = Math.max(0, ...known.map(([name]) => name.length));
  return known.map(([name, value]) => `${name.padEnd(width)}  ${oneLine(value ?? "", FACT_LENGTH_MAX)}`);
}

const FACT_LENGTH_MAX = 2_000;

const STATE_COLOURS: Readonly<Record<string, Colour>> = {
  COMPLETED: "green",
  SUCCEEDED: "green",
  ACTIVE: "cyan",
  PROCESSING: "cyan",
  QUEUED: "cyan",
  PAUSED: "yellow",
  SCHEDULED: "yellow",
  DISABLED: "yellow",
  FAILED: "red",
  DEAD_LETTER: "red",
  CANCELLED: "gray",
};

export function stateCell(state: string): Cell {
  const colour = STATE_COLOURS[state];
  return colour === undefined ? state : { text: state, colour };
}

type CleanCell = { readonly text: string; readonly colour: Colour | undefined };

function clean(cell: Cell): CleanCell {
  const { text, colour } = typeof cell === "string" ? { text: cell, colour: undefined } : cell;
  return { text: oneLine(text, CELL_LENGTH_MAX), colour };
}

function padded({ text, colour }: CleanCell, width: number): string {
  const blanks = " ".repeat(Math.max(0, width - text.length));
  return `${colour === undefined ? text : paint(colour, text)}${blanks}`;
}

/** Maximum number of failures per step; the JSON has all of them. */
const FAILURES_SHOWN = 3;
const LINE_LENGTH_MAX = 300;

type ShownStep = {
  readonly step: number;
  readonly name: string;
  readonly verdict: "pass" | "fail" | "none";
  readonly checked: number;
  readonly failed: number;
  readonly failures: readonly { readonly where: string; readonly why: string }[];
  /** Duration, for steps long enough to report it. */
  readonly ms?: number;
};

/** Formats the steps of a verification as a table, followed by the first failures of each step. */
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
