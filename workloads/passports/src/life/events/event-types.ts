/** Every kind of event about passports: what receivers of webhooks know it by, and which are decisions of people. Pure. */

export type EventKind = {
  /** What webhooks call it. Without it nobody outside is told. */
  readonly webhook?: string;
  /** Stands in the audit log of the tenant too, which shows when a whole chain of events was taken away. */
  readonly isDecision?: boolean;
};

export const PASSPORT_EVENTS = {
  DOCUMENT_CREATED: {},
  DOCUMENT_UPLOADED: {},
  FACTS_PARSED: { webhook: "document.version.validated" },
  DOCUMENT_REJECTED: { webhook: "document.version.rejected" },
  SNAPSHOT_CREATED: {},
  SNAPSHOT_CHANGED: {},
  SNAPSHOT_READY: { webhook: "snapshot.ready" },
  SNAPSHOT_SEALED: { webhook: "snapshot.sealed", isDecision: true },
  PRODUCT_CREATED: {},
  RULE_PACKAGE_CREATED: {},
  RULES_CREATED: {},
  TESTS_RUN: { webhook: "rules.version.tested" },
  RULES_PUBLISHED: { webhook: "rules.version.published", isDecision: true },
  RULES_DEPRECATED: { webhook: "rules.version.deprecated", isDecision: true },
  RULES_RETIRED: { webhook: "rules.version.retired", isDecision: true },
  PASSPORT_CREATED: {},
  PASSPORT_REQUESTED: {},
  PASSPORT_COMPILED: { webhook: "passport.version.compiled" },
  PASSPORT_SIGNED: { webhook: "passport.version.signed" },
  QR_GENERATED: { webhook: "passport.version.qr" },
  PASSPORT_ACTIVATED: { webhook: "passport.version.active", isDecision: true },
  PASSPORT_SUPERSEDED: { webhook: "passport.version.superseded" },
  PASSPORT_REVOKED: { webhook: "passport.version.revoked", isDecision: true },
  PASSPORT_REPLAYED: {},
  PASSPORT_EXPORTED: { webhook: "passport.version.exported" },
  SIGNING_KEY_ADDED: { isDecision: true },
  SIGNING_KEY_RETIRED: { isDecision: true },
  SIGNING_KEY_COMPROMISED: { webhook: "signing-key.compromised", isDecision: true },
  POLICY_CREATED: {},
  POLICY_VERSION_ADDED: { isDecision: true },
  POLICY_VERSION_WITHDRAWN: { isDecision: true },
  AccessDenied: { isDecision: true },
} as const satisfies Record<string, EventKind>;

export type PassportEventType = keyof typeof PASSPORT_EVENTS;

export const AGGREGATE_TYPES = [
  "Document",
  "DocumentVersion",
  "DataSnapshot",
  "BatteryProduct",
  "RulePackage",
  "RulePackageVersion",
  "Passport",
  "PassportVersion",
  "SigningKey",
  "Policy",
] as const;
export type AggregateType = (typeof AGGREGATE_TYPES)[number];
