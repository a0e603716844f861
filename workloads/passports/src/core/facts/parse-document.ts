/** Parses documents into facts: decodes the bytes, reads JSON or CSV and gives each fact a key that rules can query. */
import { isRotaError, type RotaError } from "@rota/engine/errors";
import { PassportError } from "../../errors.ts";
import { isJsonObject, isList, type JsonObject, type JsonValue, memberOf } from "../canonical/canonical-json.ts";
import { decodeUtf8, readJson } from "../canonical/read-json.ts";
import { type Fact, makeFact } from "./fact.ts";
import { factsOfModel } from "./published-models.ts";
import { readCsv } from "./read-csv.ts";

/** Kinds of documents. A DATA_MODEL is a document of a published model, such as Catena-X battery_pass. */
export const DOCUMENT_KINDS = ["BOM", "PCF", "DUE_DILIGENCE", "DATA_MODEL", "OTHER"] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** Kinds that may also be tables. */
const TABLE_KINDS: readonly DocumentKind[] = ["BOM", "PCF"];

export type DocumentToParse = {
  readonly kind: DocumentKind;
  readonly mimeType: string;
  readonly bytes: Uint8Array;
  readonly bytesMax?: number;
};

/** An object of the document and its position. */
type Entry = { readonly where: string; readonly object: JsonObject };

/** Returns the facts of a document. Throws VALIDATION_ERROR with the position of a part that cannot be read. A document of kind OTHER is not read and has no facts. */
export function parseDocument({ kind, mimeType, bytes, bytesMax }: DocumentToParse): Fact[] {
  const text = decodeIfRead(kind, bytes, bytesMax);
  if (text === undefined) return [];
  const type = mimeType.split(";")[0]?.trim().toLowerCase() ?? "";
  if (type === "application/json") return distinct(factsOfJson(kind, readJson(text, { numbers: "decimals" })));
  if (type === "text/csv" && TABLE_KINDS.includes(kind)) {
    const rows = readCsv(text).map(({ line, values }) => ({
      where: `line ${String(line)}`,
      object: withoutNulls(values),
    }));
    return distinct(kind === "BOM" ? factsOfBomRows(rows) : rows.map(pcfFact));
  }
  const message = `a document of the kind ${kind} cannot be ${type === "" ? "without a type" : type}: give application/json${TABLE_KINDS.includes(kind) ? " or text/csv" : ""}`;
  throw new PassportError("VALIDATION_ERROR", message, { kind, mimeType: type });
}

function decodeIfRead(kind: DocumentKind, bytes: Uint8Array, bytesMax: number | undefined): string | undefined {
  return kind === "OTHER" ? undefined : decodeDocument(bytes, bytesMax);
}

function factsOfJson(kind: DocumentKind, document: JsonValue): Fact[] {
  if (!isJsonObject(document)) throw refusal("", "the document must be an object");
  const root: Entry = { where: "", object: document };
  if (kind === "BOM") return factsOfBom(root);
  if (kind === "PCF") return factsOfPcf(root);
  if (kind === "DATA_MODEL") return factsOfModel(document);
  const key = memberOf(document, "sku") === undefined ? nameOf(root, ["operator"]) : nameOf(root, ["sku"]);
  return [makeFact({ factType: "DueDiligence", factKey: `dd:${key}`, payload: document })];
}

/** Returns one fact for the pack, and one for each of its components. */
function factsOfBom(root: Entry): Fact[] {
  const sku = nameOf(root, ["sku"]);
  const pack = packFact(sku, without(root.object, "components"));
  return [pack, ...entriesOf(root, "components").map((component) => componentFact(sku, component))];
}

/** Reads a row without a component as the pack itself. A pack without such a row has its number only. */
function factsOfBomRows(rows: readonly Entry[]): Fact[] {
  const isPack = ({ object }: Entry) => ["component_id", "id"].every((name) => memberOf(object, name) === undefined);
  const described = new Set(rows.filter(isPack).map((row) => nameOf(row, ["sku"])));
  const others = new Set(rows.map((row) => nameOf(row, ["sku"])).filter((sku) => !described.has(sku)));
  return [
    ...[...others].map((sku) => packFact(sku, { sku })),
    ...rows.map((row) => {
      const sku = nameOf(row, ["sku"]);
      return isPack(row) ? packFact(sku, row.object) : componentFact(sku, row);
    }),
  ];
}

function packFact(sku: string, payload: JsonObject): Fact {
  return makeFact({ factType: "Battery", factKey: `battery:${sku}`, payload });
}

function componentFact(sku: string, component: Entry): Fact {
  const id = nameOf(component, ["component_id", "id", "sku"]);
  return makeFact({ factType: "BOM", factKey: `bom:${sku}:${id}`, payload: component.object });
}

/** Returns one fact for the product, and one for each stage of its life. */
function factsOfPcf(root: Entry): Fact[] {
  const whole = pcfFact({ where: root.where, object: without(root.object, "stages") });
  const stages = entriesOf(root, "stages").map(({ where, object }) => {
    const stage = nameOf({ where, object }, ["stage"]);
    return makeFact({ factType: "PCF", factKey: `${whole.factKey}:${stage}`, payload: object });
  });
  return [whole, ...stages];
}

function pcfFact(entry: Entry): Fact {
  const sku = nameOf(entry, ["sku"]);
  const stage = memberOf(entry.object, "stage") === undefined ? "" : `:${nameOf(entry, ["stage"])}`;
  return makeFact({ factType: "PCF", factKey: `pcf:${sku}${stage}`, payload: entry.object });
}

function entriesOf({ where, object }: Entry, name: string): Entry[] {
  const list = memberOf(object, name) ?? [];
  if (!isList<JsonValue>(list)) throw refusal(`${where}/${name}`, "must be a list");
  return list.map((item, index) => {
    const place = `${where}/${name}/${String(index)}`;
    if (!isJsonObject(item)) throw refusal(place, "must be an object");
    return { where: place, object: item };
  });
}

/** Returns the first of the named members that exists, as a part of a key. */
function nameOf({ where, object }: Entry, names: readonly string[]): string {
  const name = names.find((candidate) => memberOf(object, candidate) !== undefined) ?? names[0] ?? "";
  const value = memberOf(object, name);
  const text = typeof value === "bigint" ? value.toString() : value;
  if (typeof text === "string" && text !== "" && text.trim() === text) return text;
  const place = where.startsWith("line") ? `${where}, ${name}` : `${where}/${name}`;
  throw refusal(place, "must be a name or number, without white space around it");
}

function without(object: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([member]) => member !== name));
}

/** Drops empty cells. */
function withoutNulls(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
}

function distinct(facts: readonly Fact[]): Fact[] {
  const byKey = new Map<string, Fact>();
  for (const fact of facts) {
    const key = `${fact.factType} ${fact.factKey}`;
    const other = byKey.get(key);
    if (other !== undefined && other.payloadHash !== fact.payloadHash) {
      throw refusal(key, "is said twice, and not the same: keep one of them");
    }
    byKey.set(key, fact);
  }
  return [...byKey.values()];
}

function refusal(where: string, reason: string): RotaError {
  const place = where === "" ? "the document" : where;
  return new PassportError("VALIDATION_ERROR", `${place}: ${reason}`, { pointer: where });
}

export type ParsedUpload =
  | { readonly kind: "facts"; readonly facts: readonly StoredFact[] }
  | { readonly kind: "refused"; readonly objection: string };

/** Returns the facts of each document, or the error in it. Runs in a computing process. */
export function parseUploads(documents: readonly DocumentToParse[]): ParsedUpload[] {
  return documents.map(parseUpload);
}

function parseUpload(document: DocumentToParse): ParsedUpload {
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

/** A fact as it is stored. The value is read from the canonical bytes. */
export type StoredFact = Omit<Fact, "payload">;

export const DOCUMENT_BYTES_MAX = 10_000_000;

export function decodeDocument(bytes: Uint8Array, bytesMax = DOCUMENT_BYTES_MAX): string {
  if (bytes.length > bytesMax) {
    const message = `the document has ${String(bytes.length)} bytes, at most ${String(bytesMax)}: split it`;
    throw new PassportError("VALIDATION_ERROR", message, {
      reason: "DOCUMENT_TOO_LARGE",
      bytes: bytes.length,
      bytesMax,
    });
  }
  const encoding = utf16Of(bytes);
  if (encoding === undefined) return decodeUtf8(bytes).replace(/^\uFEFF/, "");
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (cause) {
    const message = `the bytes are marked as ${encoding} and are not: save the text as UTF-8`;
    throw new PassportError("VALIDATION_ERROR", message, { encoding }, { cause });
  }
}

function utf16Of([first, second]: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : undefined;
}
