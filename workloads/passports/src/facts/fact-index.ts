/** Finds facts by type and key, and those whose keys begin alike in the order of their bytes. */
import { compareCodePoints } from "../canonical/code-point-order.ts";
import type { Fact } from "./fact.ts";

export type IndexedFact = Pick<Fact, "factType" | "factKey" | "payload" | "payloadHash">;

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
