/** Checks the text of a document before its upload, and finds the positions of mistakes. */
import { refusal } from "@rota/dashboard";
import { type DocumentKind, parseDocument } from "../src/core/facts/parse-document.ts";

export type DocumentToUpload = { readonly kind: DocumentKind; readonly mimeType: string; readonly bytes: Uint8Array };

/** Returns the content to upload. @throws RotaProblem that names the place of a mistake. */
export function contentOf({ kind, mimeType, bytes }: DocumentToUpload): string {
  if (bytes.length === 0) throw refusal("VALIDATION_ERROR", "the document is empty: choose a file, or paste its text");
  try {
    parseDocument({ kind, mimeType, bytes });
  } catch (error) {
    throw error instanceof Error ? refusal("VALIDATION_ERROR", error.message) : error;
  }
  return toBase64(bytes);
}

/** Number of bytes that fit into the arguments of one call. */
const PART_BYTES = 8_192;

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += PART_BYTES)
    text += String.fromCharCode(...bytes.subarray(at, at + PART_BYTES));
  return btoa(text);
}

type Place = { readonly line: number; readonly column: number };

export function offsetOf(text: string, { line, column }: Place): number {
  const before = text
    .split("\n")
    .slice(0, line - 1)
    .reduce((length, each) => length + each.length + 1, 0);
  return Math.min(before + column - 1, text.length);
}

/** Returns the place that a refusal names, or undefined. */
export function placeIn(refusal: string): Place | undefined {
  const [, line, column] = /line (\d+), column (\d+)/.exec(refusal) ?? [];
  return line === undefined || column === undefined ? undefined : { line: Number(line), column: Number(column) };
}

export function goTo(area: HTMLTextAreaElement | null, place: Place): void {
  if (area === null) return;
  const at = offsetOf(area.value, place);
  area.focus();
  area.setSelectionRange(at, at + 1);
}
