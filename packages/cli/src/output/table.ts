/** Lines of a table for people: columns under their heads, colours only where a terminal shows them. */
import { styleText } from "node:util";
import { oneLine } from "./one-line.ts";

export type Colour = "red" | "green" | "yellow" | "cyan" | "gray" | "bold";
export type Cell = string | { readonly text: string; readonly colour: Colour };

const CELL_LENGTH_MAX = 60;

/** Nothing but `text` where standard output is no terminal, or NO_COLOR is set. */
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

/** Lines for the page of a list, or for an empty one. */
export function listLines(
  { rows, next, nothing }: { rows: readonly (readonly Cell[])[]; next?: string | undefined; nothing: string },
  head: readonly string[],
): string[] {
  if (rows.length === 0) return [nothing];
  return [...tableLines(head, rows), ...(next === undefined ? [] : [`for more, add --after ${next}`])];
}

/** One fact a line, the names in a column of their own. */
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
