/** Public API of the passports that runs in Node and in browsers. */
export { formatQrText, fromBase32, parseQrText, toBase32 } from "./core/qr/qr-text.ts";
export type { QrContent } from "./core/qr/qr-text.ts";
export { canonicalJson } from "./core/canonical/canonical-json.ts";
export type { CanonicalValue, JsonObject, JsonValue } from "./core/canonical/canonical-json.ts";
export { readCanonical, readJson } from "./core/canonical/read-json.ts";
export type { ReadOptions } from "./core/canonical/read-json.ts";
export { canonicalHash, sha256Hex } from "./core/canonical/sha256.ts";
export { compile } from "./core/passport/compile.ts";
export type {
  CompileInput,
  CompileOutcome,
  CompiledPassport,
  RuleStatus,
  SnapshotStatus,
} from "./core/passport/compile.ts";
export { LIMIT_CEILINGS, LIMIT_DEFAULTS, artefactLimits } from "./core/passport/limits.ts";
export type { ArtefactLimits } from "./core/passport/limits.ts";
export type { BatteryProduct } from "./core/passport/payload.ts";
export { readReceipt, receiptCanonical, receiptHash } from "./core/passport/receipt.ts";
export type { Receipt, SignedReceipt } from "./core/passport/receipt.ts";
export { UNIT_NAMES } from "./core/rules/decimal.ts";
export type { Unit } from "./core/rules/decimal.ts";
export { DOCUMENT_BYTES_MAX, DOCUMENT_KINDS, parseDocument } from "./core/facts/parse-document.ts";
export type { DocumentKind, DocumentToParse } from "./core/facts/parse-document.ts";
export { chainEvent, verifyEventChain } from "./core/passport/event-chain.ts";
export type { ChainDifference, ChainedEvent, PassportEvent } from "./core/passport/event-chain.ts";
export { makeFact } from "./core/facts/fact.ts";
export type { Fact, NewFact } from "./core/facts/fact.ts";
export { sealSnapshot } from "./core/facts/snapshot.ts";
export type { SnapshotItem, SnapshotSeal } from "./core/facts/snapshot.ts";
export { PUBLISHED_MODELS, batteryPassJson } from "./core/facts/published-models.ts";
export type { PublishedModel } from "./core/facts/published-models.ts";
export { draftRules } from "./core/facts/draft-rules.ts";
export { LABEL_QR_MM, LABEL_QR_MM_MIN, labelPage } from "./core/qr/label-page.ts";
export type { Label } from "./core/qr/label-page.ts";
export { passportLink } from "./core/qr/passport-link.ts";
export type { PassportLink } from "./core/qr/passport-link.ts";
export type { ComplianceEntry } from "./core/rules/machine.ts";
export { loadRules } from "./core/rules/load-rules.ts";
export type { RuleField, RulePackage } from "./core/rules/load-rules.ts";
export { formatType } from "./core/rules/rule-type.ts";
export type { RuleType } from "./core/rules/rule-type.ts";
export { CASES_TO_PUBLISH, mayPublish, runRuleTests } from "./core/rules/rule-test-run.ts";
export type { RuleTestRun } from "./core/rules/rule-test-run.ts";
export { signReceipt } from "./core/passport/sign-receipt.ts";
export type { SignedPassport, Signer } from "./core/passport/sign-receipt.ts";
export { isSignatureOf, readVerificationKeys } from "./core/passport/verification-key.ts";
export type { KeyStatus, VerificationKey } from "./core/passport/verification-key.ts";
export { FILE_VERSION, readPassportFile, writePassportFile } from "./core/passport/passport-file.ts";
export type { PassportFiles } from "./core/passport/passport-file.ts";
export { replay } from "./core/passport/replay.ts";
export type { ReplaySources } from "./core/passport/replay.ts";
export { STEPS } from "./verify/report.ts";
export type { Finding, StepName, StepReport, VerificationReport } from "./verify/report.ts";
export { verifyDisclosed } from "./verify/verify-disclosed.ts";
export type { DisclosedPassport } from "./verify/verify-disclosed.ts";
export { verifyPassport } from "./verify/verify-passport.ts";
export { PassportError } from "./errors.ts";
export type { PassportErrorCode } from "./errors.ts";
