/** Replays a passport (BPC-REPLAY-1): compiles it again from its facts and rules and compares every hash with the signed ones. */
import { PassportError } from "../../errors.ts";
import { readCanonical } from "../canonical/read-json.ts";
import { compile, type CompiledPassport, type CompileInput } from "./compile.ts";
import { LIMIT_CEILINGS } from "./limits.ts";
import { readReceipt, type Receipt, receiptHash } from "./receipt.ts";
import { isSignatureOf, objectionToKey, type VerificationKey } from "./verification-key.ts";

/** Sources of the passport. Ids, time and build are read from the receipt. */
export type ReplaySources = Pick<CompileInput, "snapshot" | "rules" | "product">;

/** Compiles the passport again. Throws REPLAY_MISMATCH, SIGNATURE_INVALID, or the refusal of the compiler. */
export function replay(
  receiptBytes: Uint8Array,
  sources: ReplaySources,
  keys: readonly VerificationKey[],
): CompiledPassport {
  const receipt = readReceipt(readCanonical(receiptBytes));
  const outcome = compile({
    ...sources,
    tenantId: receipt.tenant_id,
    passportId: receipt.passport_id,
    passportVersionId: receipt.passport_version_id,
    issuedAt: receipt.issued_at,
    compilerBuildId: receipt.compiler_build_id,
    signingKeyId: receipt.signing_key_id,
    // The limits of the first compilation are not known, and a lower limit must not refuse the passport.
    limits: LIMIT_CEILINGS,
    purpose: "replay",
  });
  if (outcome.kind === "refused") throw outcome.error;
  requireSame(receipt, outcome.passport);
  requireSigned(receipt, keys);
  return outcome.passport;
}

function requireSame(stored: Receipt, { receipt: replayed, receiptHash: actualHash }: CompiledPassport): void {
  const compared = ["snapshot_hash", "dsl_sha256", "tests_sha256", "payload_hash", "proof_root_hash"] as const;
  const which = compared.find((name) => stored[name] !== replayed[name]);
  const [expected, actual] = which === undefined ? [receiptHash(stored), actualHash] : [stored[which], replayed[which]];
  if (expected === actual) return;
  const name = which ?? "receipt_hash";
  const message = `the passport compiles to another ${name}: ${actual} instead of ${expected}`;
  throw new PassportError("REPLAY_MISMATCH", message, { hash: name, expected, actual });
}

function requireSigned(receipt: ReturnType<typeof readReceipt>, keys: readonly VerificationKey[]): void {
  const key = keys.find(({ keyId }) => keyId === receipt.signing_key_id);
  const objection =
    key === undefined ? `the key ${receipt.signing_key_id} is not known` : objectionToKey(key, receipt.issued_at);
  const isSigned =
    key !== undefined && receipt.signature !== undefined && isSignatureOf(key, receiptHash(receipt), receipt.signature);
  if (objection === undefined && isSigned) return;
  const reason = objection ?? "the signature is missing or not of this key and receipt";
  throw new PassportError("SIGNATURE_INVALID", `the receipt is not vouched for: ${reason}`, {
    keyId: receipt.signing_key_id,
  });
}
