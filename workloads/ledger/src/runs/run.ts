/** What a run over a period is asked for and what came out of it, as it is stored. */
import { RotaError, type ErrorCode } from "@rota/engine";
import { ERROR_KINDS } from "@rota/engine";
import type { RunKind, RunRow, RunStatus } from "./runs.sql.ts";

/** Codes of accounts; which of them a run needs depends on its kind. */
export type RunAccounts = {
  readonly reserve: string;
  readonly gain?: string | undefined;
  readonly loss?: string | undefined;
  readonly oci?: string | undefined;
};

/** Amounts as text. */
export type RunResult = {
  readonly currency: string;
  readonly rate: string;
  readonly balance: string;
  readonly carrying: string;
  readonly value: string;
  readonly delta: string;
  /** Of the entry; null: nothing changed. */
  readonly journalEntryId: string | null;
};

export type Run = {
  readonly runId: string;
  readonly kind: RunKind;
  readonly periodId: string;
  readonly eventId: string;
  readonly status: RunStatus;
  readonly accounts: RunAccounts;
  readonly results: readonly RunResult[];
  readonly refusal: { readonly code: string; readonly message: string } | undefined;
  readonly createdBy: string;
  readonly createdAt: Date;
};

type Details = {
  readonly accounts: RunAccounts;
  readonly results?: readonly RunResult[];
  readonly refusal?: { readonly code: string; readonly message: string };
};

export function toRun(kind: RunKind, row: RunRow): Run {
  const details = row.details;
  if (!isDetails(details)) throw new TypeError(`the details of run ${row.run_id} cannot be read`);
  return {
    runId: row.run_id,
    kind,
    periodId: row.period_id,
    eventId: row.event_id,
    status: row.status,
    accounts: details.accounts,
    results: details.results ?? [],
    refusal: details.refusal,
    createdBy: row.created_by,
    createdAt: row.created_at,
  };
}

/** What a run failed with, for who asked for it. */
export function refusalOf({ refusal, runId }: Run): RotaError {
  const code = Object.keys(ERROR_KINDS).find((known): known is ErrorCode => known === refusal?.code);
  return new RotaError(code ?? "REVALUATION_CONFIGURATION_INVALID", refusal?.message ?? "the run failed", { runId });
}

function isDetails(value: unknown): value is Details {
  return typeof value === "object" && value !== null && "accounts" in value;
}
