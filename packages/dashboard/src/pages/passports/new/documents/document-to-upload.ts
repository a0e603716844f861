/** Gets a document ready to be sent: its bytes are read as workers will read them, so that mistakes are told at once. */
import { parseDocument, type DocumentKind } from "@rota/passports";
import { refusal } from "./refusal.ts";

export type DocumentToUpload = { readonly kind: DocumentKind; readonly mimeType: string; readonly bytes: Uint8Array };

/** @throws RotaProblem that names the place of what cannot be read. */
export function contentOf({ kind, mimeType, bytes }: DocumentToUpload): string {
  if (bytes.length === 0) throw refusal("VALIDATION_ERROR", "the document is empty: choose a file, or paste its text");
  try {
    parseDocument({ kind, mimeType, bytes });
  } catch (error) {
    throw error instanceof Error ? refusal("VALIDATION_ERROR", error.message) : error;
  }
  return toBase64(bytes);
}

/** As many as a call takes as arguments. */
const PART_BYTES = 8_192;

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += PART_BYTES)
    text += String.fromCharCode(...bytes.subarray(at, at + PART_BYTES));
  return btoa(text);
}
