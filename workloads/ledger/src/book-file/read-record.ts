/** Reads one line of a book file; whatever is wrong with it is refused with the number of the line. */
import { RotaError } from "@rota/engine/errors";
import type { TSchema } from "typebox";
import { Compile, type Validator } from "typebox/compile";
import {
  AccountRecord,
  BalanceRecord,
  EntryRecord,
  HeadRecord,
  LedgerRecord,
  PeriodRecord,
  RateRecord,
  type BookRecord,
} from "./record-schemas.ts";

const SCHEMAS = {
  ledger: LedgerRecord,
  account: AccountRecord,
  period: PeriodRecord,
  rate: RateRecord,
  entry: EntryRecord,
  balance: BalanceRecord,
  head: HeadRecord,
} as const;

type Kind = keyof typeof SCHEMAS;
type Check = { readonly [Name in Kind]: (value: unknown, line: number) => BookRecord };

const CHECKS: Check = {
  ledger: checkOf(LedgerRecord),
  account: checkOf(AccountRecord),
  period: checkOf(PeriodRecord),
  rate: checkOf(RateRecord),
  entry: checkOf(EntryRecord),
  balance: checkOf(BalanceRecord),
  head: checkOf(HeadRecord),
};

/** @example readRecord('{"record":"period","name":"2026","start":"2026-01-01","end":"2026-12-31"}', 3) */
export function readRecord(text: string, line: number): BookRecord {
  const value = parsed(text, line);
  const kind = typeof value === "object" && value !== null && "record" in value ? value.record : undefined;
  if (!isKind(kind)) throw invalidLine(line, `its member "record" must be one of ${Object.keys(SCHEMAS).join(", ")}`);
  return CHECKS[kind](value, line);
}

function parsed(text: string, line: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidLine(line, "it is no JSON: a book file has one object a line");
  }
}

function isKind(kind: unknown): kind is Kind {
  return typeof kind === "string" && Object.hasOwn(SCHEMAS, kind);
}

/** Made when first needed: commands that read no book do not wait for it. */
function checkOf<Schema extends TSchema>(schema: Schema) {
  let validator: Validator<Record<never, never>, Schema> | undefined;
  return (value: unknown, line: number) => {
    validator ??= Compile(schema);
    if (validator.Check(value)) return value;
    const [error] = validator.Errors(value);
    const path = error?.instancePath ?? "";
    const what = error?.keyword === "boolean" ? "is not known here: leave it out" : (error?.message ?? "is wrong");
    throw invalidLine(line, `${path === "" ? "it" : path} ${what}`);
  };
}

export function invalidLine(line: number, reason: string): RotaError {
  const message = `line ${String(line)} of the file cannot be used: ${reason}`;
  return new RotaError("BOOK_FILE_INVALID", message, { line });
}
