/** Maps errors of the ledger to the problem types and statuses that clients of the replaced system know. */
import type { RotaError } from "@rota/engine";
import type { OperationRequest } from "@rota/engine/workload";

type Problem = {
  /** Problem type, such as `/problems/unbalanced-entry`. */
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  /** Id of the request. */
  readonly instance: string;
};

type Named = readonly [status: number, name: string, code?: string];

const VALIDATION: Named = [400, "validation-failed"];

const PROBLEMS: Readonly<Record<string, Named>> = {
  AMOUNT_INVALID: VALIDATION,
  EXCHANGE_RATE_INVALID: VALIDATION,
  LEDGER_DATE_INVALID: VALIDATION,
  ACCOUNT_INVALID: VALIDATION,
  JOURNAL_ENTRY_INVALID: VALIDATION,
  EVENT_INVALID: VALIDATION,
  REPORT_INVALID_PARAMS: [400, "report-invalid-params"],
  TENANT_NOT_FOUND: [400, "tenant-not-found"],
  TENANT_FOREIGN: [403, "tenant-context-mismatch"],
  LEDGER_NOT_FOUND: [404, "ledger-not-found"],
  JOURNAL_ENTRY_NOT_FOUND: [404, "journal-entry-not-found"],
  JOURNAL_WORKFLOW_NOT_FOUND: [404, "journal-workflow-not-found"],
  MAPPING_RULE_NOT_FOUND: [404, "mapping-rule-not-found"],
  REJECTED_EVENT_NOT_FOUND: [404, "rejected-event-not-found"],
  IDEMPOTENCY_CONFLICT: [409, "duplicate-idempotency-key", "DUPLICATE_IDEMPOTENCY_KEY"],
  BUSINESS_ENTITY_EXISTS: [409, "duplicate-tenant"],
  DUPLICATE_ACCOUNT_CODE: [409, "duplicate-account-code"],
  INVALID_REVERSAL: [409, "invalid-reversal"],
  INVALID_WORKFLOW_STATE: [409, "invalid-workflow-state"],
  MAPPING_RULE_CONFLICT: [409, "mapping-rule-conflict"],
  REVALUATION_ALREADY_RUN: [409, "revaluation-already-run"],
  REJECTED_EVENT_CLOSED: [409, "rejected-event-closed"],
  ACCOUNT_NOT_FOUND: [422, "account-not-found"],
  INACTIVE_ACCOUNT: [422, "inactive-account"],
  ACCOUNT_CURRENCY_MISMATCH: [422, "account-currency-mismatch"],
  UNBALANCED_ENTRY: [422, "unbalanced-entry"],
  PERIOD_CLOSED: [422, "period-closed"],
  ACCOUNTING_PERIOD_NOT_FOUND: [422, "accounting-period-not-found"],
  OVERLAPPING_ACCOUNTING_PERIOD: [422, "overlapping-accounting-period"],
  INVALID_PERIOD_TRANSITION: [422, "invalid-period-transition"],
  EXCHANGE_RATE_NOT_FOUND: [422, "exchange-rate-not-found"],
  RATE_TOO_OLD: [422, "rate-too-old"],
  UNKNOWN_CURRENCY: [422, "unknown-currency"],
  MAPPING_RULE_INVALID: [422, "mapping-rule-invalid"],
  MAPPING_RULE_MISSING: [422, "mapping-rule-missing"],
  MAPPING_RULE_EVALUATION_FAILED: [422, "mapping-rule-evaluation-failed"],
  APPROVAL_VIOLATION: [422, "approval-violation"],
  REVALUATION_CONFIGURATION_INVALID: [422, "revaluation-configuration-invalid"],
  SETTLEMENT_INVALID: [422, "settlement-invalid"],
  YEAR_END_CLOSE_FAILED: [422, "year-end-close-failed"],
};

/** Returns the problem of an error. Undefined for errors of other packages, which the server answers itself. */
export function problemOf(
  { code, message, details }: RotaError,
  { params, requestId }: Pick<OperationRequest, "params" | "requestId">,
): Problem | undefined {
  const named = PROBLEMS[code];
  if (named === undefined) return undefined;
  const [status, name, knownCode = code] = named;
  const words = name.replaceAll("-", " ");
  return {
    type: `/problems/${name}`,
    title: words.charAt(0).toUpperCase() + words.slice(1),
    status: isNamedByPath(details, params) ? 404 : status,
    detail: message,
    code: knownCode,
    instance: requestId,
  };
}

/** Returns true if the path names the account or period, which is then not found. One in a body is invalid input. */
function isNamedByPath({ account, period }: RotaError["details"], params: unknown): boolean {
  if (typeof params !== "object" || params === null) return false;
  return Object.entries(params).some(
    ([name, value]) => (name === "code" && value === account) || (name === "periodId" && value === period),
  );
}
