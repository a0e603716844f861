/** Reads the bytes and the type that somebody uploads; refuses what is no base64, too large or no type. Pure. */
import { RotaError } from "@rota/engine";
import { DOCUMENT_BYTES_MAX } from "../../documents/decode-document.ts";

export type Upload = { readonly content: Uint8Array; readonly mimeType: string };

const BASE64 = /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/;
const MIME_TYPE = /^[\w.+-]+\/[\w.+-]+(?:\s*;\s*[\w.+-]+=[\w.+-]+)*$/;

export function readUpload({ content, mimeType }: { readonly content: string; readonly mimeType: string }): Upload {
  if (!MIME_TYPE.test(mimeType)) throw refusal("mime_type", "must be such as application/json");
  if (!BASE64.test(content)) throw refusal("content", "must be base64, with padding");
  const bytes = Buffer.from(content, "base64");
  if (bytes.length === 0) throw refusal("content", "must not be empty");
  if (bytes.length > DOCUMENT_BYTES_MAX) {
    const limit = `has ${String(bytes.length)} bytes, at most ${String(DOCUMENT_BYTES_MAX)}: split it`;
    throw refusal("content", limit);
  }
  return { content: bytes, mimeType };
}

function refusal(member: string, why: string): RotaError {
  return new RotaError("VALIDATION_ERROR", `${member} ${why}`, { member });
}
