/** Reads the newest section of a result file: its conditions, tables and findings. Pure. */
import type { Table } from "../harness/markdown.ts";

export type Results = {
  /** Name of the file and of the benchmark that wrote it. */
  readonly name: string;
  readonly title: string;
  /** Date, machine, versions. */
  readonly conditions: string;
  readonly tables: readonly Table[];
  /** The tables as written in the file, so that they need no formatting. */
  readonly tableTexts: readonly string[];
  readonly findings: readonly string[];
};

export function readResults(name: string, text: string): Results {
  const title = /^# (.+)$/m.exec(text)?.[1] ?? name;
  const newest = text.lastIndexOf("\n## ");
  const section = newest < 0 ? text : text.slice(newest + 1);
  const tableTexts = section.match(/(?:^\|.*\|\n?)+/gm)?.map((table) => table.trimEnd()) ?? [];
  return {
    name,
    title,
    conditions: /^## (.+)$/m.exec(section)?.[1] ?? /^Measured by .*$/m.exec(section)?.[0] ?? "",
    tables: tableTexts.map(readTable),
    tableTexts,
    findings: section.match(/^- .+$/gm)?.map((line) => line.slice(2)) ?? [],
  };
}

/** Returns the number at the start of a cell; undefined where it starts with words, such as "not within 30 s". */
export function readNumber(cell: string): number | undefined {
  const found = /^-?\d[\d,]*(\.\d+)?/.exec(cell)?.[0];
  return found === undefined ? undefined : Number(found.replaceAll(",", ""));
}

function readTable(text: string): Table {
  const [head = [], , ...rows] = text.split("\n").map(readCells);
  return { head, rows };
}

function readCells(line: string): string[] {
  return line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());
}
