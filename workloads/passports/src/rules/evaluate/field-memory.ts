/** What the fields of the last evaluation were computed from: a field that reads the same again need not be evaluated. */
import type { FactIndex } from "../../facts/fact-index.ts";
import type { RuleField, RulePackage } from "../load-rules.ts";
import type { ComplianceEntry, Evaluated } from "./machine.ts";
import type { RecordedNode } from "./node-recorder.ts";

/** Hashes stand for payloads: they must be those of the payloads. */
export type FactRead =
  | { readonly factType: string; readonly factKey: string; readonly hash: string | undefined }
  | { readonly factType: string; readonly prefix: string; readonly hashes: readonly string[] };

export type RememberedField = {
  readonly field: RuleField;
  /** The id of its first node. */
  readonly first: number;
  readonly facts: readonly FactRead[];
  /** The fields that it may read, as they were. */
  readonly fields: readonly (Evaluated | undefined)[];
  readonly nodes: readonly RecordedNode[];
  /** Its definition. */
  readonly defined: Evaluated;
  readonly compliance: readonly ComplianceEntry[];
  readonly steps: number;
};

/** Larger evaluations are not remembered. */
const NODES_MAX = 10_000;

/** Of one evaluation, the last that came to its end: passports of one product follow each other. */
export class FieldMemory {
  #rules: RulePackage | undefined;
  #fields: readonly RememberedField[] = [];

  /** The field as it was, undefined when there is none under the same rules and at the same place. */
  at(rules: RulePackage, index: number, first: number): RememberedField | undefined {
    const field = rules === this.#rules ? this.#fields[index] : undefined;
    return field?.first === first ? field : undefined;
  }

  keep(rules: RulePackage, fields: readonly RememberedField[]): void {
    const last = fields.at(-1);
    const isSmall = last === undefined || last.first + last.nodes.length <= NODES_MAX;
    this.#rules = isSmall ? rules : undefined;
    this.#fields = isSmall ? fields : [];
  }
}

/** An index that notes what is asked of it. */
export function watchReads(facts: FactIndex): { readonly facts: FactIndex; readonly takeReads: () => FactRead[] } {
  let reads: FactRead[] = [];
  return {
    facts: {
      get(factType, factKey) {
        const fact = facts.get(factType, factKey);
        reads.push({ factType, factKey, hash: fact?.payloadHash });
        return fact;
      },
      byPrefix(factType, prefix) {
        const found = facts.byPrefix(factType, prefix);
        reads.push({ factType, prefix, hashes: found.map(({ payloadHash }) => payloadHash) });
        return found;
      },
    },
    takeReads() {
      const taken = reads;
      reads = [];
      return taken;
    },
  };
}

export function readsTheSame(facts: FactIndex, read: FactRead): boolean {
  if ("hash" in read) return facts.get(read.factType, read.factKey)?.payloadHash === read.hash;
  const found = facts.byPrefix(read.factType, read.prefix);
  return found.length === read.hashes.length && found.every(({ payloadHash }, nth) => payloadHash === read.hashes[nth]);
}
