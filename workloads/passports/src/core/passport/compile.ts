/** Compiles facts and rules into a payload, a proof and a receipt (BPC-COMPILE-1). The same input gives the same bytes. */
import { isRotaError, type RotaError } from "@rota/engine/errors";
import { PassportError } from "../../errors.ts";
import { sha256Hex } from "../canonical/sha256.ts";
import { type Fact, indexFacts, makeFact } from "../facts/fact.ts";
import { sealSnapshot, type SnapshotSeal } from "../facts/snapshot.ts";
import { evaluateRules } from "../rules/evaluate-rules.ts";
import type { RulePackage } from "../rules/load-rules.ts";
import { type ComplianceEntry, FieldMemory } from "../rules/machine.ts";
import { artefactLimits, type ArtefactLimits, byteLength, requireSize } from "./limits.ts";
import { type BatteryProduct, payloadCanonical } from "./payload.ts";
import { buildProof, NOTHING_BUILT, type Proof, type ProofMemory, proofText } from "./proof.ts";
import {
  type Receipt,
  RECEIPT_VERSION,
  receiptCanonical,
  requireReceipt,
  SIGNATURE_ALGORITHM,
  SIGNATURE_MEMBER_BYTES,
} from "./receipt.ts";

export type SnapshotStatus = "BUILDING" | "READY" | "SEALED";
export type RuleStatus = "DRAFT" | "VALIDATED" | "PUBLISHED" | "DEPRECATED" | "RETIRED";

/** Everything that a passport depends on. Ids and time are fixed when the compilation is requested, not when it runs. */
export type CompileInput = {
  readonly snapshot: SnapshotSeal & {
    readonly snapshotId: string;
    readonly status: SnapshotStatus;
    readonly facts: readonly Fact[];
  };
  readonly rules: {
    readonly rulePackageVersionId: string;
    readonly status: RuleStatus;
    readonly package: RulePackage;
    /** Oldest build of the compiler that may compile the rules. Default: any build. */
    readonly compilerMinBuild?: string | undefined;
  };
  readonly product: BatteryProduct;
  readonly tenantId: string;
  readonly passportId: string;
  readonly passportVersionId: string;
  /** Time of issue, such as 2026-01-02T03:04:05Z. */
  readonly issuedAt: string;
  readonly compilerBuildId: string;
  readonly signingKeyId: string;
  readonly limits?: Partial<ArtefactLimits>;
  /** Purpose of the compilation: "replay" also accepts deprecated and retired rules. Default: "issue". */
  readonly purpose?: "issue" | "replay";
};

export type CompiledPassport = {
  readonly payloadCanonical: string;
  readonly payloadHash: string;
  readonly proofCanonical: string;
  readonly proofRootHash: string;
  readonly nodeCount: number;
  /** Receipt without a signature. */
  readonly receipt: Receipt;
  readonly receiptCanonical: string;
  readonly receiptHash: string;
  readonly compliance: readonly ComplianceEntry[];
};

/** Result of a compilation. A refusal is returned and not thrown, because compiling the same input again gives the same refusal. */
export type CompileOutcome =
  | { readonly kind: "compiled"; readonly passport: CompiledPassport }
  | { readonly kind: "refused"; readonly error: RotaError };

export function compile(input: CompileInput): CompileOutcome {
  const outcome = compileInPieces(input);
  return outcome.kind === "refused" ? outcome : { kind: "compiled", passport: inOnePiece(outcome.passport) };
}

/** A passport with its proof in pieces: the proof is many times larger than the rest, and most of it is equal to the previous passport's. */
export type PassportInPieces = Omit<CompiledPassport, "proofCanonical"> & Pick<Proof, "proofPieces" | "proofBytes">;

type PiecesOutcome =
  { readonly kind: "compiled"; readonly passport: PassportInPieces } | Extract<CompileOutcome, { kind: "refused" }>;

/** Compiles to the same bytes as `compile`. With a memory, consecutive passports of one product take less time. */
export function compileInPieces(input: CompileInput, memory?: CompileMemory): PiecesOutcome {
  try {
    return { kind: "compiled", passport: compileOrThrow(input, memory) };
  } catch (error) {
    if (isRotaError(error)) return { kind: "refused", error };
    throw error;
  }
}

export function inOnePiece(passport: PassportInPieces): CompiledPassport {
  const { proofPieces, proofBytes: _proofBytes, ...rest } = passport;
  return { ...rest, proofCanonical: proofText(proofPieces) };
}

function compileOrThrow(input: CompileInput, memory: CompileMemory | undefined): PassportInPieces {
  const limits = artefactLimits(input.limits ?? {});
  requireStatuses(input);
  requireBuild(input.compilerBuildId, input.rules.compilerMinBuild);
  const facts = sealedFacts(input, memory);
  const evaluation = evaluateRules(input.rules.package, indexFacts(facts), { ...limits, memory: memory?.fields });
  const payload = payloadCanonical(input.product, evaluation);
  requireSize("PAYLOAD_TOO_LARGE", byteLength(payload), limits.payloadBytesMax);
  const proof = buildProof(evaluation, memory?.proof);
  requireSize("PROOF_TOO_LARGE", proof.proofBytes, limits.proofBytesMax);
  const payloadHash = sha256Hex(payload);
  const receipt = receiptFor(input, payloadHash, proof.proofRootHash);
  requireReceipt(receipt);
  const receiptText = receiptCanonical(receipt);
  requireSize("RECEIPT_TOO_LARGE", byteLength(receiptText) + SIGNATURE_MEMBER_BYTES, limits.receiptBytesMax);
  return {
    payloadCanonical: payload,
    payloadHash,
    ...proof,
    nodeCount: evaluation.nodes.length,
    receipt,
    receiptCanonical: receiptText,
    receiptHash: sha256Hex(receiptText),
    compliance: evaluation.compliance,
  };
}

function requireStatuses({ snapshot, rules, purpose = "issue" }: CompileInput): void {
  if (snapshot.status !== "SEALED") {
    const message = `the snapshot ${snapshot.snapshotId} is ${snapshot.status}: seal it first`;
    throw new PassportError("SNAPSHOT_NOT_READY", message, { status: snapshot.status });
  }
  const { status, rulePackageVersionId } = rules;
  const isReplayable = purpose === "replay" && (status === "DEPRECATED" || status === "RETIRED");
  if (status === "PUBLISHED" || isReplayable) return;
  const message = `the rules ${rulePackageVersionId} are ${status}: publish them first`;
  throw new PassportError("RULE_PKG_NOT_PUBLISHED", message, { status });
}

/** Hashes the facts again instead of trusting their hashes, so that any change since the snapshot was sealed is detected. */
function sealedFacts({ snapshot }: CompileInput, memory: CompileMemory | undefined): readonly Fact[] {
  const facts = snapshot.facts.map((fact) => memory?.made(fact) ?? makeFact(fact));
  const seal = sealSnapshot(snapshot.snapshotId, facts);
  if (seal.snapshotHash === snapshot.snapshotHash && seal.snapshotCanonical === snapshot.snapshotCanonical)
    return facts;
  const message = `the facts of the snapshot ${snapshot.snapshotId} are not those that were sealed`;
  throw new PassportError("VALIDATION_ERROR", message, {
    reason: "SNAPSHOT_CHANGED",
    expected: snapshot.snapshotHash,
    actual: seal.snapshotHash,
  });
}

function receiptFor(input: CompileInput, payloadHash: string, proofRootHash: string): Receipt {
  return {
    receipt_version: RECEIPT_VERSION,
    issued_at: input.issuedAt,
    tenant_id: input.tenantId,
    passport_version_id: input.passportVersionId,
    passport_id: input.passportId,
    battery_product_id: input.product.batteryProductId,
    snapshot_id: input.snapshot.snapshotId,
    snapshot_hash: input.snapshot.snapshotHash,
    rule_package_version_id: input.rules.rulePackageVersionId,
    dsl_sha256: input.rules.package.dslSha256,
    tests_sha256: input.rules.package.testsSha256,
    compiler_build_id: input.compilerBuildId,
    payload_hash: payloadHash,
    proof_root_hash: proofRootHash,
    signature_alg: SIGNATURE_ALGORITHM,
    signing_key_id: input.signingKeyId,
  };
}

/** Memory for a caller that compiles many passports one after the other. A replay has none, because it must compute everything. */
export class CompileMemory {
  readonly fields = new FieldMemory();
  readonly proof: ProofMemory = { nodes: NOTHING_BUILT };
  readonly #made = new WeakMap<Fact, Fact>();

  /** Returns the fact with its computed canonical form and hash. The same object serves several passports, so it must never be changed. */
  made(fact: Fact): Fact {
    const made = this.#made.get(fact) ?? makeFact(fact);
    this.#made.set(fact, made);
    return made;
  }
}

type Build = {
  readonly name: string;
  readonly numbers: readonly number[];
  /** True for a pre-release, such as `rota-2.0.0-beta.1`. */
  readonly isEarly: boolean;
};

/**
 * Requires a build of the compiler, such as `rota-1.2.0`. Builds with the same name are compared by their numbers.
 *
 * @throws VALIDATION_ERROR, with the reason COMPILER_BUILD_UNAVAILABLE.
 */
export function requireBuild(build: string, wanted: string | null | undefined): void {
  if (wanted === null || wanted === undefined || build === wanted) return;
  const [own, least] = [readBuild(build), readBuild(wanted)];
  const details = { reason: "COMPILER_BUILD_UNAVAILABLE", compiler_build_id: build, compiler_min_build: wanted };
  if (own === undefined || least === undefined || own.name !== least.name) {
    const message = `compiler_min_build (${wanted}) cannot be compared with the build of this compiler, ${build}: write it in that form, or leave it out`;
    throw new PassportError("VALIDATION_ERROR", message, details);
  }
  if (isAtLeast(own, least)) return;
  const message = `the rules want the build ${wanted} of the compiler or a newer one, and this is ${build}: upgrade it, or use other rules`;
  throw new PassportError("VALIDATION_ERROR", message, details);
}

const BUILD = /^(?:([a-z][a-z0-9]*)-)?(\d{1,9}(?:\.\d{1,9}){0,3})(-[0-9A-Za-z.-]+)?$/i;

function readBuild(text: string): Build | undefined {
  const [, name = "", numbers, early] = BUILD.exec(text) ?? [];
  if (numbers === undefined) return undefined;
  return { name, numbers: numbers.split(".").map(Number), isEarly: early !== undefined };
}

function isAtLeast(own: Build, least: Build): boolean {
  for (let place = 0; place < Math.max(own.numbers.length, least.numbers.length); place++) {
    const difference = (own.numbers[place] ?? 0) - (least.numbers[place] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return !own.isEarly; // two pre-releases with the same numbers are different builds
}
