/** Creates documents, decodes uploads, stores the facts of parsed documents and validates or rejects their versions, each in the transaction of the caller. */
import type { RotaError, Transaction } from "@rota/engine";
import { compareCodePoints } from "../core/canonical/canonical-json.ts";
import { DOCUMENT_BYTES_MAX, type ParsedUpload, type StoredFact } from "../core/facts/parse-document.ts";
import { PassportError } from "../errors.ts";
import {
  type ContentRow,
  decideVersions,
  type DocumentRow,
  insertDocument,
  insertFacts,
  insertSources,
  type NewDocument,
  type StatedFact,
  type FactSource,
  selectFactIds,
} from "./documents.sql.ts";
import { appendPassportEvent, appendPassportEvents, type NewPassportEvent } from "./events.ts";

export async function createDocument(tx: Transaction, input: NewDocument): Promise<DocumentRow> {
  const [document] = await tx.query(insertDocument(input));
  if (document === undefined) throw new Error("a document was inserted and no row came back");
  const { tenant, document_id: id, kind } = document;
  await appendPassportEvent(tx, {
    tenant,
    aggregate: { type: "Document", id },
    type: "DOCUMENT_CREATED",
    actor: input.createdBy,
    payload: { document_id: id, kind },
  });
  return document;
}

export type Upload = { readonly content: Uint8Array; readonly mimeType: string };

const BASE64 = /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/;
const MIME_TYPE = /^[\w.+-]+\/[\w.+-]+(?:\s*;\s*[\w.+-]+=[\w.+-]+)*$/;

/** Reads the bytes and the type of an upload. Refuses text that is not base64, too many bytes, and an invalid type. */
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
  return new PassportError("VALIDATION_ERROR", `${member} ${why}`, { member });
}

/** Number of facts per statement. */
const BATCH = 2_000;
/** Maximum number of fact ids in a result. The document lists all of them. */
const LISTED_IDS_MAX = 1_000;

export type ParsedDocument = {
  readonly status: "VALIDATED" | "REJECTED";
  readonly fact_ids: readonly string[];
  readonly inserted: number;
  /** Number of facts that other documents stated before. */
  readonly existing: number;
  readonly objection: string | null;
};

type DocumentToDecide = Pick<ContentRow, "tenant" | "document_id" | "sha256"> & {
  readonly versionId: string;
  readonly parsed: ParsedUpload;
};

/** Decides documents of one tenant and returns the results by version. Versions that were decided before are not changed and not returned. */
export async function storeFacts(
  tx: Transaction,
  documents: readonly DocumentToDecide[],
): Promise<ReadonlyMap<string, ParsedDocument>> {
  const decided = await decide(tx, documents);
  const stored = await insertAll(tx, decided);
  const outcomes = decided.map((document) => ({ document, outcome: outcomeOf(document, stored) }));
  await appendPassportEvents(
    tx,
    outcomes.map(({ document, outcome }) => eventOf(document, outcome)),
  );
  return new Map(
    outcomes.map(({ document: { versionId }, outcome }) => [
      versionId,
      { ...outcome, fact_ids: outcome.fact_ids.slice(0, LISTED_IDS_MAX) },
    ]),
  );
}

async function decide(tx: Transaction, documents: readonly DocumentToDecide[]): Promise<DocumentToDecide[]> {
  const rows = await tx.query(
    decideVersions(
      documents.map(({ versionId, parsed }) =>
        parsed.kind === "facts"
          ? { versionId, status: "VALIDATED", objection: undefined }
          : { versionId, status: "REJECTED", objection: parsed.objection },
      ),
    ),
  );
  const now = new Set(rows.map(({ document_version_id }) => document_version_id));
  return documents.filter(({ versionId }) => now.has(versionId));
}

type Inserted = { readonly ids: ReadonlyMap<string, readonly string[]>; readonly news: ReadonlyMap<string, number> };

/** Inserts the facts. Returns for each version the ids of its facts, and how many of them are new. */
async function insertAll(tx: Transaction, documents: readonly DocumentToDecide[]): Promise<Inserted> {
  const ids = new Map<string, string[]>(documents.map(({ versionId }) => [versionId, []]));
  const news = new Map<string, number>();
  const tenant = documents[0]?.tenant ?? "";
  for (const facts of distinctFacts(documents)) {
    for (const { document_version_id: id } of await tx.query(insertFacts(tenant, facts)))
      news.set(id, (news.get(id) ?? 0) + 1);
    const rows = await tx.query(selectFactIds(tenant, facts));
    const idAt = new Map(rows.map(({ nth, fact_id }) => [nth, fact_id]));
    const sources = factSourcesOf(documents, new Map(facts.map((fact, index) => [keyOf(fact), idAt.get(index + 1)])));
    for (const { documentVersionId, factId } of sources) ids.get(documentVersionId)?.push(factId);
    await tx.query(insertSources(tenant, sources));
  }
  return { ids, news };
}

/** Returns each fact once, in lists for one statement each. All writers use the same order, so that they never deadlock. */
function distinctFacts(documents: readonly DocumentToDecide[]): StatedFact[][] {
  const facts = new Map<string, StatedFact>();
  for (const { versionId: documentVersionId, parsed } of documents) {
    for (const fact of parsed.kind === "facts" ? parsed.facts : []) {
      const key = keyOf(fact);
      if (!facts.has(key)) facts.set(key, { ...fact, documentVersionId });
    }
  }
  const sorted = [...facts].sort(([a], [b]) => compareCodePoints(a, b)).map(([, fact]) => fact);
  return Array.from({ length: Math.ceil(sorted.length / BATCH) }, (_, nth) =>
    sorted.slice(nth * BATCH, (nth + 1) * BATCH),
  );
}

function factSourcesOf(
  documents: readonly DocumentToDecide[],
  factIds: ReadonlyMap<string, string | undefined>,
): FactSource[] {
  return documents.flatMap(({ versionId: documentVersionId, parsed }) =>
    (parsed.kind === "facts" ? parsed.facts : []).flatMap((fact) => {
      const factId = factIds.get(keyOf(fact));
      return factId === undefined ? [] : [{ documentVersionId, factId }];
    }),
  );
}

function keyOf({ factType, factKey, schemaVersion, payloadHash }: StoredFact): string {
  return [factType, factKey, schemaVersion, payloadHash].join("\0");
}

function outcomeOf({ versionId, parsed }: DocumentToDecide, { ids, news }: Inserted): ParsedDocument {
  const fact_ids = ids.get(versionId) ?? [];
  const inserted = news.get(versionId) ?? 0;
  const stored = { fact_ids, inserted, existing: fact_ids.length - inserted };
  if (parsed.kind === "facts") return { status: "VALIDATED", ...stored, objection: null };
  return { status: "REJECTED", ...stored, objection: parsed.objection };
}

function eventOf(
  { tenant, versionId, document_id, sha256 }: DocumentToDecide,
  outcome: ParsedDocument,
): NewPassportEvent {
  const { fact_ids, inserted, existing, objection } = outcome;
  const named = { document_id, document_version_id: versionId, sha256 };
  return {
    tenant,
    aggregate: { type: "DocumentVersion", id: versionId },
    ...(objection === null
      ? { type: "FACTS_PARSED", payload: { ...named, facts: fact_ids.length, inserted, existing } }
      : { type: "DOCUMENT_REJECTED", payload: { ...named, objection } }),
  };
}
