/** Lists the error codes of the ledger and defines the class of errors that has them. */
import { defineErrors, type ErrorDetails, isErrorCode, RotaError } from "@rota/engine/errors";

/** Each code with its kind, and with its HTTP status where that of the kind is not exact. */
export const LEDGER_ERRORS = {
  UNKNOWN_CURRENCY: "invalid",
  AMOUNT_INVALID: "invalid",
  EXCHANGE_RATE_INVALID: "invalid",
  EXCHANGE_RATE_NOT_FOUND: "invalid",
  RATE_TOO_OLD: "invalid",
  LEDGER_DATE_INVALID: "invalid",
  ACCOUNT_INVALID: "invalid",
  ACCOUNT_NOT_FOUND: "not_found",
  DUPLICATE_ACCOUNT_CODE: "conflict",
  INACTIVE_ACCOUNT: "invalid",
  ACCOUNT_CURRENCY_MISMATCH: "invalid",
  JOURNAL_ENTRY_INVALID: "invalid",
  UNBALANCED_ENTRY: "invalid",
  INVALID_REVERSAL: "conflict",
  INVALID_WORKFLOW_STATE: "conflict",
  APPROVAL_VIOLATION: "invalid",
  ACCOUNTING_PERIOD_NOT_FOUND: "invalid",
  OVERLAPPING_ACCOUNTING_PERIOD: "invalid",
  INVALID_PERIOD_TRANSITION: "invalid",
  PERIOD_CLOSED: "invalid",
  MAPPING_RULE_INVALID: "invalid",
  MAPPING_RULE_MISSING: "invalid",
  MAPPING_RULE_EVALUATION_FAILED: "invalid",
  YEAR_END_CLOSE_FAILED: "invalid",
  REVALUATION_CONFIGURATION_INVALID: "invalid",
  SETTLEMENT_INVALID: "invalid",
  REPORT_INVALID_PARAMS: "invalid",
  BUSINESS_ENTITY_EXISTS: "conflict",
  LEDGER_NOT_FOUND: "not_found",
  JOURNAL_ENTRY_NOT_FOUND: "not_found",
  JOURNAL_WORKFLOW_NOT_FOUND: "not_found",
  MAPPING_RULE_NOT_FOUND: "not_found",
  MAPPING_RULE_CONFLICT: "conflict",
  REVALUATION_ALREADY_RUN: "conflict",
  BOOK_FILE_INVALID: "invalid",
} as const;

/** Code of an error of the ledger. */
export type LedgerErrorCode = keyof typeof LEDGER_ERRORS;

/** Error of the ledger. */
export class LedgerError extends defineErrors(LEDGER_ERRORS) {}

/** Makes the error of a stored code again. Returns undefined for a code that is not of the ledger or the engine. */
export function storedError(code: unknown, message: string, details?: ErrorDetails): RotaError | undefined {
  if (isLedgerCode(code)) return new LedgerError(code, message, details);
  return isErrorCode(code) ? new RotaError(code, message, details) : undefined;
}

function isLedgerCode(code: unknown): code is LedgerErrorCode {
  return typeof code === "string" && Object.hasOwn(LEDGER_ERRORS, code);
}
