/** Compiles and replays what was read from the database, in a process of its own. Refusals are answers: they cross processes whole. */
import { isRotaError, type ErrorCode, type ErrorDetails, type RotaError } from "@rota/engine";
import { isJsonObject } from "../../../canonical/json-value.ts";
import { readJson } from "../../../canonical/read-json.ts";
import { sha256Hex } from "../../../canonical/sha256.ts";
import { CompileMemory } from "../../../compile/compile-memory.ts";
import { compileAfter, type CompiledPassport, type CompileInput } from "../../../compile/compile.ts";
import type { Fact } from "../../../facts/fact.ts";
import { loadRules, type RulePackage } from "../../../rules/load-rules.ts";
import type { VerificationKey } from "../../../sign/verification-key.ts";
import { replay, type ReplaySources } from "../../../verify/replay.ts";
import type { StoredFact, StoredInput, StoredInputs, StoredSources } from "./compile-sources.ts";

export type Refusal = { readonly code: ErrorCode; readonly message: string; readonly details: ErrorDetails };

export type StoredOutcome =
  | { readonly kind: "compiled"; readonly passport: Omit<CompiledPassport, "receipt" | "compliance"> }
  | { readonly kind: "refused"; readonly refusal: Refusal };

export function compileStored({ snapshot, rules, product, ...rest }: StoredInput): StoredOutcome {
  return answering(() => compiled({ ...rest, ...openSources({ snapshot, rules, product }) }));
}

/** Of one process: parts of batches with the same rules follow each other. */
const memory = new CompileMemory();

/** Each for itself: what one is refused for does not touch the others. */
export function compileAllStored({ rules, facts, inputs }: StoredInputs): StoredOutcome[] {
  const opened = openRules(rules);
  const openedFacts = facts.map(openFact);
  return inputs.map(({ snapshot, ...rest }) =>
    answering(() => {
      const own = snapshot.facts.flatMap((index) => openedFacts[index] ?? []);
      return compiled({ ...rest, rules: opened, snapshot: { ...snapshot, facts: own } }, memory);
    }),
  );
}

function compiled(input: CompileInput, remembered?: CompileMemory): CompiledPassport {
  const outcome = compileAfter(input, remembered);
  if (outcome.kind === "refused") throw outcome.error;
  return outcome.passport;
}

export type StoredReplay = {
  /** Signed. */
  readonly receipt: Uint8Array;
  readonly sources: StoredSources;
  readonly keys: readonly VerificationKey[];
};

export function replayStored({ receipt, sources, keys }: StoredReplay): StoredOutcome {
  return answering(() => replay(receipt, openSources(sources), keys));
}

function answering(work: () => CompiledPassport): StoredOutcome {
  try {
    const { payloadCanonical, payloadHash, proofCanonical, proofRootHash, ...rest } = work();
    const { nodeCount, receiptCanonical, receiptHash } = rest;
    const hashes = { payloadHash, proofRootHash, receiptHash, nodeCount };
    return { kind: "compiled", passport: { ...hashes, payloadCanonical, proofCanonical, receiptCanonical } };
  } catch (error) {
    if (!isRotaError(error)) throw error;
    return { kind: "refused", refusal: refusalOf(error) };
  }
}

function refusalOf({ code, message, details }: RotaError): Refusal {
  return { code, message, details };
}

function openSources({ snapshot, rules, product }: StoredSources): ReplaySources {
  return { snapshot: { ...snapshot, facts: snapshot.facts.map(openFact) }, rules: openRules(rules), product };
}

function openRules({ dslSource, testsSource, ...named }: StoredSources["rules"]): CompileInput["rules"] {
  return { ...named, package: rulesOf({ dslSource, testsSource }) };
}

/** Whether it was sealed like this is checked when it is compiled, with a hash that is computed then. */
function openFact({ payloadCanonical, ...fact }: StoredFact): Fact {
  const payload = readJson(payloadCanonical);
  if (!isJsonObject(payload)) throw new Error("a fact was stored whose payload is no object");
  return { ...fact, payload, payloadCanonical, payloadHash: sha256Hex(payloadCanonical) };
}

/** Reading rules takes longer than using them, and many passports are made with the same ones. */
const RULES_KEPT = 20;
const kept = new Map<string, RulePackage>();

function rulesOf(sources: { dslSource: string; testsSource: string }): RulePackage {
  const key = `${sources.dslSource}\0${sources.testsSource}`;
  const rules = kept.get(key) ?? loadRules(sources);
  kept.delete(key);
  kept.set(key, rules); // now the one that was used last
  const [oldest] = kept.keys();
  if (kept.size > RULES_KEPT && oldest !== undefined) kept.delete(oldest);
  return rules;
}
