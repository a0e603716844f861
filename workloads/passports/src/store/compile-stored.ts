/** Compiles and replays stored sources in a computing process. Refusals are return values, so that they reach the other process complete. */
import { isRotaError } from "@rota/engine";
import { type WireError, toWireError } from "@rota/engine/errors";
import { isJsonObject } from "../core/canonical/canonical-json.ts";
import { readJson } from "../core/canonical/read-json.ts";
import { sha256Hex } from "../core/canonical/sha256.ts";
import type { Fact } from "../core/facts/fact.ts";
import {
  type CompiledPassport,
  compileInPieces,
  type CompileInput,
  CompileMemory,
  type PassportInPieces,
} from "../core/passport/compile.ts";
import { replay, type ReplaySources } from "../core/passport/replay.ts";
import type { VerificationKey } from "../core/passport/verification-key.ts";
import { loadRules, type RulePackage } from "../core/rules/load-rules.ts";
import type { SourceFact, StoredInput, StoredInputs, StoredSources } from "./compile-sources.ts";
import { packPiece, type ProofBlock } from "./pack-proof.ts";

export type Outcome<Passport> =
  | { readonly kind: "compiled"; readonly passport: Passport }
  | { readonly kind: "refused"; readonly refusal: WireError };

export type PassportToStore = Omit<PassportInPieces, "receipt" | "compliance" | "proofPieces"> & {
  /** Hashes of the blocks of the proof, 32 bytes each. */
  readonly proofBlocks: Uint8Array;
};

export type CompiledToStore = {
  readonly outcomes: readonly Outcome<PassportToStore>[];
  /** Blocks of all proofs. A block that several proofs share is listed once. */
  readonly blocks: readonly ProofBlock[];
};

export function compileStored({ snapshot, rules, product, ...rest }: StoredInput): CompiledToStore {
  return packed([answering(() => compiled({ ...rest, ...openSources({ snapshot, rules, product }) }))]);
}

/** Memory of this process. It helps because parts of batches with the same rules follow each other. */
const memory = new CompileMemory();

/** Compiles each input by itself: a refusal of one does not affect the others. */
export function compileAllStored({ rules, facts, inputs }: StoredInputs): CompiledToStore {
  const opened = openRules(rules);
  const openedFacts = facts.map(openFact);
  return packed(
    inputs.map(({ snapshot, ...rest }) =>
      answering(() => {
        const own = snapshot.facts.flatMap((index) => openedFacts[index] ?? []);
        return compiled({ ...rest, rules: opened, snapshot: { ...snapshot, facts: own } }, memory);
      }),
    ),
  );
}

function compiled(input: CompileInput, remembered?: CompileMemory): PassportInPieces {
  const outcome = compileInPieces(input, remembered);
  if (outcome.kind === "refused") throw outcome.error;
  return outcome.passport;
}

function packed(outcomes: readonly Outcome<PassportInPieces>[]): CompiledToStore {
  const blocks = new Map<string, ProofBlock>();
  const toStore = outcomes.map((outcome): Outcome<PassportToStore> => {
    if (outcome.kind === "refused") return outcome;
    const { proofPieces, receipt: _receipt, compliance: _compliance, ...passport } = outcome.passport;
    const own = proofPieces.map(packPiece);
    for (const block of own) blocks.set(block.hash, block);
    const proofBlocks = Buffer.from(own.map(({ hash }) => hash).join(""), "hex");
    return { kind: "compiled", passport: { ...passport, proofBlocks } };
  });
  return { outcomes: toStore, blocks: [...blocks.values()] };
}

export type StoredReplay = {
  /** Signed receipt. */
  readonly receipt: Uint8Array;
  readonly sources: StoredSources;
  readonly keys: readonly VerificationKey[];
};

export type ReplayedPassport = Pick<CompiledPassport, "payloadCanonical" | "proofCanonical">;

export function replayStored({ receipt, sources, keys }: StoredReplay): Outcome<ReplayedPassport> {
  return answering(() => {
    const { payloadCanonical, proofCanonical } = replay(receipt, openSources(sources), keys);
    return { payloadCanonical, proofCanonical };
  });
}

function answering<Passport>(work: () => Passport): Outcome<Passport> {
  try {
    return { kind: "compiled", passport: work() };
  } catch (error) {
    if (!isRotaError(error)) throw error;
    return { kind: "refused", refusal: toWireError(error) };
  }
}

function openSources({ snapshot, rules, product }: StoredSources): ReplaySources {
  return { snapshot: { ...snapshot, facts: snapshot.facts.map(openFact) }, rules: openRules(rules), product };
}

function openRules({ dslSource, testsSource, ...named }: StoredSources["rules"]): CompileInput["rules"] {
  return { ...named, package: rulesOf({ dslSource, testsSource }) };
}

/** Opens a fact. Compiling hashes it again and checks that it was sealed like this. */
function openFact({ payloadCanonical, ...fact }: SourceFact): Fact {
  const payload = readJson(payloadCanonical);
  if (!isJsonObject(payload)) throw new Error("a fact was stored whose payload is no object");
  return { ...fact, payload, payloadCanonical, payloadHash: sha256Hex(payloadCanonical) };
}

/** Number of packages of rules in the cache. Loading rules takes longer than using them, and many passports use the same ones. */
const RULES_KEPT = 20;
const kept = new Map<string, RulePackage>();

function rulesOf(sources: { dslSource: string; testsSource: string }): RulePackage {
  const key = `${sources.dslSource}\0${sources.testsSource}`;
  const rules = kept.get(key) ?? loadRules(sources);
  kept.delete(key);
  kept.set(key, rules); // moves it to the end, as the most recently used
  const [oldest] = kept.keys();
  if (kept.size > RULES_KEPT && oldest !== undefined) kept.delete(oldest);
  return rules;
}
