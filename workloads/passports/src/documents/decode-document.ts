/** Turns the bytes of a document into text: UTF-8, or UTF-16 where a byte order mark says so. */
import { RotaError } from "@rota/engine/errors";
import { decodeUtf8 } from "../canonical/read-json.ts";

export const DOCUMENT_BYTES_MAX = 10_000_000;

export function decodeDocument(bytes: Uint8Array, bytesMax = DOCUMENT_BYTES_MAX): string {
  if (bytes.length > bytesMax) {
    const message = `the document has ${String(bytes.length)} bytes, at most ${String(bytesMax)}: split it`;
    throw new RotaError("VALIDATION_ERROR", message, { reason: "DOCUMENT_TOO_LARGE", bytes: bytes.length, bytesMax });
  }
  const encoding = utf16Of(bytes);
  if (encoding === undefined) return decodeUtf8(bytes).replace(/^\uFEFF/, "");
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (cause) {
    const message = `the bytes are marked as ${encoding} and are not: save the text as UTF-8`;
    throw new RotaError("VALIDATION_ERROR", message, { encoding }, { cause });
  }
}

function utf16Of([first, second]: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : undefined;
}
