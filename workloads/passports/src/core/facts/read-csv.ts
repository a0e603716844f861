/** Reads CSV (RFC 4180) with a header row into objects. Every error names its line. */
import type { RotaError } from "@rota/engine/errors";
import { PassportError } from "../../errors.ts";
import { emptyObject, type JsonObject, type JsonValue, objectionToText } from "../canonical/canonical-json.ts";
import { plainDecimal } from "../canonical/read-json.ts";

const ROWS_MAX = 100_000;
const COLUMNS_MAX = 1_000;

/** Digits with at most one point. A number with a leading zero is a code and stays text. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** A row and the number of its first line. */
type CsvRow = { readonly line: number; readonly values: JsonObject };

export function readCsv(text: string): CsvRow[] {
  const [head, ...rows] = readRows(text);
  if (head === undefined) throw refusal(1, "the document is empty: begin it with a row of names");
  const names = head.cells;
  const repeated = names.find((name, index) => name === "" || names.indexOf(name) !== index);
  if (repeated !== undefined) throw refusal(head.line, `the column ${JSON.stringify(repeated)} has no name of its own`);
  return rows.map(({ line, cells }) => {
    if (cells.length !== names.length) {
      throw refusal(line, `the row has ${String(cells.length)} cells, the head ${String(names.length)}`);
    }
    const values = emptyObject<JsonValue>();
    names.forEach((name, index) => {
      values[name] = cellValue(cells[index] ?? "", line);
    });
    return { line, values };
  });
}

/** Reads an empty cell as null, a number as a number of JSON, and anything else as text. */
function cellValue(cell: string, line: number): JsonValue {
  if (cell === "") return null;
  if (!NUMBER.test(cell)) return cell;
  const number = plainDecimal(cell);
  if (number === undefined)
    throw refusal(line, "a number has more than 40 significant digits or an exponent beyond 60");
  return number;
}

type Cells = { readonly line: number; readonly cells: string[] };

function readRows(text: string): Cells[] {
  const objection = objectionToText(text);
  if (objection !== undefined) throw refusal(1, objection);
  const rows: Cells[] = [];
  let line = 1;
  for (let at = 0; at < text.length;) {
    const row: Cells = { line, cells: [] };
    let isOpen = true;
    while (isOpen) {
      const { cell, end } = cellAt(text, at, line);
      row.cells.push(cell);
      if (row.cells.length > COLUMNS_MAX) throw refusal(line, `a row has more than ${String(COLUMNS_MAX)} cells`);
      line += cell.split("\n").length - 1;
      isOpen = text[end] === ",";
      at = end + (text.startsWith("\r\n", end) ? 2 : 1);
    }
    line++;
    if (row.cells.length > 1 || row.cells[0] !== "") rows.push(row);
    if (rows.length > ROWS_MAX + 1)
      throw refusal(line, `there are more than ${String(ROWS_MAX)} rows: split the document`);
  }
  return rows;
}

/** Reads one cell. `end` is the offset of the comma or the line end after it. */
function cellAt(text: string, at: number, line: number): { readonly cell: string; readonly end: number } {
  if (text[at] !== '"') {
    let end = at;
    while (end < text.length && text[end] !== "," && text[end] !== "\n" && !text.startsWith("\r\n", end)) end++;
    return { cell: text.slice(at, end), end };
  }
  let cell = "";
  for (let start = at + 1; ;) {
    const quote = text.indexOf('"', start);
    if (quote < 0) throw refusal(line, "a quoted cell does not end");
    cell += text.slice(start, quote);
    if (text[quote + 1] !== '"') {
      const end = quote + 1;
      const isEnd = end >= text.length || text[end] === "," || text[end] === "\n" || text.startsWith("\r\n", end);
      if (!isEnd) throw refusal(line, "something follows a quoted cell");
      return { cell, end };
    }
    cell += '"';
    start = quote + 2;
  }
}

function refusal(line: number, reason: string): RotaError {
  return new PassportError("VALIDATION_ERROR", `CSV, line ${String(line)}: ${reason}`, { reason: "NotCsv", line });
}
