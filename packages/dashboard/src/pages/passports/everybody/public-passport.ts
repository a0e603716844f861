/** What a server tells everybody about a passport, and whether that is what was signed: nothing of it is taken on trust. */
import {
  readJson,
  readVerificationKeys,
  verifyDisclosed,
  type JsonObject,
  type VerificationReport,
} from "@rota/passports";

export type PublicPassport = {
  readonly content: JsonObject;
  /** Of what the page shows, against the signed receipt. */
  readonly report: VerificationReport;
};

/** @throws Error in words for people. */
export async function loadPublicPassport(versionId: string, signal: AbortSignal): Promise<PublicPassport> {
  const [content, answer, keys] = await Promise.all([
    ask(`/v1/public/passports/${versionId}`, signal),
    ask(`/v1/verify/${versionId}`, signal),
    ask("/v1/signing-keys", signal),
  ]);
  const read = readJson(content);
  const shown = objectAt(read);
  const fields = objectAt(shown["fields"]);
  const isShown = shown["fields"] !== null;
  const report = verifyDisclosed({ answer, ...(isShown ? { fields } : {}) }, readVerificationKeys(keys));
  return { content: shown, report };
}

async function ask(path: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(path, { signal });
  if (response.ok) return response.text();
  throw new Error(response.status === 404 ? "There is no such passport." : "The server does not answer as it should.");
}

export function objectAt(value: unknown): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}
