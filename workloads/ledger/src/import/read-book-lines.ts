/** Reads a book file of JSON lines, record by record; empty lines are passed over. */
import { readRecord } from "../book-file/read-record.ts";
import type { NumberedRecord } from "../book-file/record-schemas.ts";

export async function* readBookLines(lines: AsyncIterable<string>): AsyncGenerator<NumberedRecord> {
  let line = 0;
  for await (const text of lines) {
    line += 1;
    if (text.trim() !== "") yield { line, record: readRecord(text, line) };
  }
}
