/** The pages of errors list exactly the codes, kinds and exit codes of the source, each code with its remedy. Pure. */
import type { ErrorTable } from "@rota/engine/errors";
import type { TreeFile, Violation } from "../tidy/violation.ts";

type Row = { code: string; kind: string; meaning: string; wayOut: string; line: number };

export function checkErrorsPage(page: TreeFile, table: ErrorTable): Violation[] {
  const rows = rowsOf(page.text);
  const objections = rows.flatMap((row) => {
    const message = objectionTo(row, table[row.code]);
    return message === undefined ? [] : [{ line: row.line, message }];
  });
  const missing = Object.keys(table)
    .filter((code) => !rows.some((row) => row.code === code))
    .map((code) => ({ line: 1, message: `${code} is missing: add a row with its kind, meaning and way out` }));
  const repeated = rows
    .filter((row, index) => rows.findIndex((other) => other.code === row.code) < index)
    .map(({ code, line }) => ({ line, message: `${code} is listed twice: delete one row` }));
  return [...objections, ...missing, ...repeated].map((found) => ({ path: page.path, rule: "errors-page", ...found }));
}

/** Compares the table of kinds with the exit codes of the code. */
export function checkExitCodes(page: TreeFile, exitCodes: Readonly<Record<string, number>>): Violation[] {
  const rows = new Map(
    [...page.text.matchAll(/^\|\s*`([a-z_]+)`\s*\|\s*(\d+)\s*\|/gm)].map(([, kind = "", code]) => [kind, Number(code)]),
  );
  return [...new Set([...rows.keys(), ...Object.keys(exitCodes)])]
    .filter((kind) => rows.get(kind) !== exitCodes[kind])
    .map((kind) => ({
      path: page.path,
      line: 1,
      rule: "errors-page",
      message: `kind ${kind} ends with ${String(exitCodes[kind])}, the page says ${String(rows.get(kind))}`,
    }));
}

function rowsOf(text: string): Row[] {
  return text.split("\n").flatMap((line, index) => {
    const [, code = "", kind = "", meaning = "", wayOut = ""] =
      /^\|\s*`([A-Z_0-9]+)`\s*\|([^|]*)\|([^|]*)\|([^|]*)\|/.exec(line) ?? [];
    if (code === "") return [];
    return [{ code, kind: kind.trim(), meaning: meaning.trim(), wayOut: wayOut.trim(), line: index + 1 }];
  });
}

function objectionTo({ code, kind, meaning, wayOut }: Row, entry: ErrorTable[string] | undefined): string | undefined {
  if (entry === undefined) return `${code} is not in the table of codes: delete the row`;
  const expected = typeof entry === "string" ? entry : `${entry.kind} (${String(entry.status)})`;
  if (kind !== expected) return `${code} is of kind ${expected}, not ${kind}`;
  if (meaning === "" || wayOut === "") return `${code} lacks its meaning or way out`;
  return undefined;
}
