/**
 * Writes measurements as Markdown with date, machine and versions: to the terminal and, after a full run, to results/
 * and its page.
 */
import { existsSync } from "node:fs";
import { appendFile } from "node:fs/promises";
import { cpus, loadavg } from "node:os";
import { findBinaries } from "@rota/bundled-postgres";
import { writePage } from "../page/write-page.ts";
import { markdown, type Table } from "./markdown.ts";

export type Report = {
  /** Name of the file in results/ and of the benchmark that writes it. */
  readonly name: string;
  readonly title: string;
  readonly tables: readonly Table[];
  /** Conclusions from the tables, one line each. */
  readonly findings: readonly string[];
  readonly isKept: boolean;
};

export async function writeReport({ name, title, tables, findings, isKept }: Report): Promise<void> {
  const list = findings.map((line) => `- ${line}`).join("\n");
  const text = [`## ${surroundings()}`, ...tables.map(markdown), list].join("\n\n");
  console.log(text);
  if (!isKept) return;
  const file = new URL(`../results/${name}.md`, import.meta.url);
  const head = existsSync(file) ? "" : `# ${title}\n\nMeasured by \`benchmarks/${name}.bench.ts\`.\n`;
  await appendFile(file, `${head}\n${text}\n`);
  writePage();
}

function surroundings(): string {
  const date = new Date().toISOString().slice(0, 16).replace("T", " ");
  const machine = `${String(cpus().length)} x ${cpus()[0]?.model ?? "unknown"}`;
  const found = findBinaries();
  const postgres = "missing" in found ? "unknown" : found.version;
  return `${date}, ${machine}, Node ${process.version}, PostgreSQL ${postgres}, load average at the end ${(loadavg()[0] ?? 0).toFixed(1)}`;
}
