/** Writes what was measured as markdown, with date, machine and versions: to the terminal, and to results/ after a full run. */
import { appendFile } from "node:fs/promises";
import { cpus, loadavg } from "node:os";
import { findBinaries } from "@rota/engine/bundled-postgres";

export type Table = { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };

export type Report = {
  /** Of the file in results/. */
  readonly name: string;
  readonly tables: readonly Table[];
  /** What the tables show, one line each. */
  readonly findings: readonly string[];
  readonly isKept: boolean;
};

export async function writeReport({ name, tables, findings, isKept }: Report): Promise<void> {
  const text = [`## ${surroundings()}`, ...tables.map(markdown), findings.map((line) => `- ${line}`).join("\n")].join(
    "\n\n",
  );
  console.log(text);
  if (isKept) await appendFile(new URL(`../results/${name}.md`, import.meta.url), `\n${text}\n`);
}

function surroundings(): string {
  const date = new Date().toISOString().slice(0, 16).replace("T", " ");
  const machine = `${String(cpus().length)} x ${cpus()[0]?.model ?? "unknown"}`;
  const found = findBinaries();
  const postgres = "missing" in found ? "unknown" : found.version;
  return `${date}, ${machine}, Node ${process.version}, PostgreSQL ${postgres}, load average at the end ${(loadavg()[0] ?? 0).toFixed(1)}`;
}

function markdown({ head, rows }: Table): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
