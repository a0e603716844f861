/** A record as one zip file, made while it is downloaded: one ballot is in memory at a time. */
import { makeZip } from "client-zip";
import { recordFiles, type RecordParts } from "./write-record.ts";

/** The bytes of the zip file. Memory grows by about 300 bytes for each ballot: its place in the directory at the end. */
export function zipRecord(parts: RecordParts): ReadableStream<Uint8Array> {
  return makeZip(zipEntries(parts));
}

async function* zipEntries(parts: RecordParts) {
  // Zip files have local times: made of local parts, this one gives the same bytes everywhere.
  const lastModified = new Date(1980, 0, 1);
  for await (const { name, text } of recordFiles(parts)) {
    yield { name, lastModified, input: typeof text === "string" ? text : encoded(text) };
  }
}

async function* encoded(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  for await (const piece of pieces) yield encoder.encode(piece);
}
