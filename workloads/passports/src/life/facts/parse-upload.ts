/** Reads the facts out of the bytes of a document, or says what is wrong with them. Pure; runs in a process of its own. */
import { isRotaError } from "@rota/engine/errors";
import { parseDocument, type DocumentToParse } from "../../documents/parse-document.ts";
import type { Fact } from "../../facts/fact.ts";
import type { StoredFact } from "./stored-fact.ts";

export type ParsedUpload =
  | { readonly kind: "facts"; readonly facts: readonly StoredFact[] }
  | { readonly kind: "refused"; readonly objection: string };

export function parseUploads(documents: readonly DocumentToParse[]): ParsedUpload[] {
  return documents.map(parseUpload);
}

export function parseUpload(document: DocumentToParse): ParsedUpload {
  try {
    return { kind: "facts", facts: parseDocument(document).map(storedFact) };
  } catch (error) {
    if (isRotaError(error, "VALIDATION_ERROR")) return { kind: "refused", objection: error.message };
    throw error;
  }
}

function storedFact({ factType, factKey, schemaVersion, payloadCanonical, payloadHash }: Fact): StoredFact {
  return { factType, factKey, schemaVersion, payloadCanonical, payloadHash };
}
