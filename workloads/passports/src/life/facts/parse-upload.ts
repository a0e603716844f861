/** Reads the facts out of the bytes of a document, or says what is wrong with them. Pure; runs in a process of its own. */
import { isRotaError } from "@rota/engine/errors";
import { compareCodePoints } from "../../canonical/code-point-order.ts";
import { parseDocument, type DocumentToParse } from "../../documents/parse-document.ts";
import type { Fact } from "../../facts/fact.ts";
import type { StoredFact } from "./stored-fact.ts";

export type ParsedUpload =
  | { readonly kind: "facts"; readonly facts: readonly StoredFact[] }
  | { readonly kind: "refused"; readonly objection: string };

/** Facts are in one order whatever the document's: writers that store the same ones never wait for each other in a ring. */
export function parseUpload(document: DocumentToParse): ParsedUpload {
  try {
    const facts = parseDocument(document).map(storedFact);
    return { kind: "facts", facts: facts.sort(compareFacts) };
  } catch (error) {
    if (isRotaError(error, "VALIDATION_ERROR")) return { kind: "refused", objection: error.message };
    throw error;
  }
}

function storedFact({ factType, factKey, schemaVersion, payloadCanonical, payloadHash }: Fact): StoredFact {
  return { factType, factKey, schemaVersion, payloadCanonical, payloadHash };
}

function compareFacts(a: StoredFact, b: StoredFact): number {
  return compareCodePoints(a.factType, b.factType) || compareCodePoints(a.factKey, b.factKey);
}
