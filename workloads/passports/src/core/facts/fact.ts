/** Defines facts and finds them by key and by prefix. A fact is a payload with a type and a key, immutable and identified by its hash. */
import { PassportError } from "../../errors.ts";
import { canonicalJson, compareCodePoints, type JsonObject, objectionToText } from "../canonical/canonical-json.ts";
import { sha256Hex } from "../canonical/sha256.ts";

export type Fact = {
  readonly factType: string;
  readonly factKey: string;
  readonly schemaVersion: number;
  readonly payload: JsonObject;
  /** Payload in BPC-CJSON-1, as it is stored and hashed. */
  readonly payloadCanonical: string;
  readonly payloadHash: string;
};

export type NewFact = Pick<Fact, "factType" | "factKey" | "payload"> & { readonly schemaVersion?: number };

const NAME_LENGTH_MAX = 256;

/** @example makeFact({ factType: "PCF", factKey: "pcf:SKU-1", payload: { total_gco2e: 5285001n } }) */
export function makeFact({ factType, factKey, payload, schemaVersion = 1 }: NewFact): Fact {
  requireName("type", factType);
  requireName("key", factKey);
  const payloadCanonical = canonicalJson(payload);
  return { factType, factKey, schemaVersion, payload, payloadCanonical, payloadHash: sha256Hex(payloadCanonical) };
}

function requireName(what: string, name: string): void {
  const isRight = name !== "" && name.length <= NAME_LENGTH_MAX && objectionToText(name) === undefined;
  if (isRight) return;
  const message = `the ${what} of a fact has 1 to ${String(NAME_LENGTH_MAX)} whole characters, not ${String(name.length)}`;
  throw new PassportError("VALIDATION_ERROR", message, { what, length: name.length });
}

type IndexedFact = Pick<Fact, "factType" | "factKey" | "payload" | "payloadHash">;

export type FactIndex = {
  readonly get: (factType: string, factKey: string) => IndexedFact | undefined;
  readonly byPrefix: (factType: string, prefix: string) => readonly IndexedFact[];
};

export function indexFacts(facts: readonly IndexedFact[]): FactIndex {
  const types = new Map<string, Map<string, IndexedFact>>();
  for (const fact of [...facts].sort((a, b) => compareCodePoints(a.factKey, b.factKey))) {
    const keys = types.get(fact.factType) ?? new Map<string, IndexedFact>();
    types.set(fact.factType, keys.set(fact.factKey, fact));
  }
  return {
    get: (factType, factKey) => types.get(factType)?.get(factKey),
    byPrefix: (factType, prefix) =>
      [...(types.get(factType)?.values() ?? [])].filter(({ factKey }) => factKey.startsWith(prefix)),
  };
}
