/** Defines entries and drafts as the API takes and returns them. */
import { Given, Line, Nullable, Time, Word } from "@rota/engine/operations";
import { type Static, type TObject, Type } from "typebox";
import { LINES_MAX } from "../core/check-entry.ts";
import { type DraftLine, formatNumber, type JournalEntry, type JournalLine } from "../core/entry.ts";
import { formatAmount, isCurrency } from "../core/money.ts";
import { formatRate } from "../core/rate.ts";
import type { KeptDraft } from "../store/draft-store.ts";
import type { ManualEntry, ManualResult } from "../store/post-entries.ts";
import {
  AccountCode,
  Cents,
  CreatedBy,
  Currency,
  Day,
  DimensionsField,
  EventId,
  Formatted,
  GivenCents,
} from "./fields.ts";

export const GivenLine = Given({
  accountCode: AccountCode,
  amountCents: GivenCents,
  isCredit: Type.Boolean(),
  currency: Type.Optional(Currency),
  dimensions: Type.Optional(DimensionsField),
});

/** Fields of a manual entry, whose author is the caller. */
export const GivenEntryFields = {
  eventId: EventId,
  postedDate: Day,
  effectiveDate: Type.Optional(Day),
  transactionDate: Type.Optional(Day),
  transactionCurrency: Currency,
  description: Type.Optional(Line(1_000)),
  referenceId: Type.Optional(Line(100)),
  createdBy: CreatedBy,
  autoReverse: Type.Optional(Type.Boolean({ description: "It is mirrored on the first day of the next period." })),
  lines: Type.Array(GivenLine, { maxItems: LINES_MAX }),
};
type GivenEntry = Static<TObject<typeof GivenEntryFields>>;

export function readLine(line: Static<typeof GivenLine>): DraftLine {
  const { accountCode: account, amountCents, isCredit, currency, dimensions } = line;
  return { account, side: isCredit ? "C" : "D", amount: BigInt(amountCents), currency, dimensions };
}

export function readManualEntry(given: GivenEntry): ManualEntry {
  const { eventId, postedDate, effectiveDate, transactionDate, description, autoReverse } = given;
  const { transactionCurrency: currency, referenceId: reference } = given;
  const lines = given.lines.map(readLine);
  return { eventId, postedDate, effectiveDate, transactionDate, currency, description, reference, autoReverse, lines };
}

const Hash = Type.String({ pattern: "^[0-9a-f]{64}$" });

export const LineView = Type.Object({
  lineNo: Type.Integer(),
  accountCode: Type.String(),
  isCredit: Type.Boolean(),
  currency: Type.String(),
  amountCents: Cents,
  formattedAmount: Formatted,
  baseAmountCents: Cents,
  formattedBaseAmount: Formatted,
  dimensions: DimensionsField,
});

export const EntryView = Type.Object({
  journalEntryId: Type.String(),
  number: Type.String({ examples: ["JE-2026-00001"] }),
  status: Word(["POSTED", "REVERSAL", "CORRECTION", "CLOSING"]),
  eventId: Type.String(),
  postedDate: Type.String(),
  effectiveDate: Type.String(),
  transactionDate: Type.String(),
  transactionCurrency: Type.String(),
  baseCurrency: Type.String(),
  exchangeRate: Type.String(),
  description: Nullable(Type.String()),
  referenceId: Nullable(Type.String()),
  sourceSystem: Nullable(Type.String()),
  ruleId: Nullable(Type.String()),
  ruleVersion: Nullable(Type.Integer()),
  reversalOfId: Nullable(Type.String()),
  correctionOfId: Nullable(Type.String()),
  autoReverse: Type.Boolean(),
  createdBy: Type.String(),
  approvedBy: Nullable(Type.String()),
  createdAt: Time,
  fiscalYear: Type.Integer(),
  sequenceNumber: Type.Integer(),
  chainSeq: Type.Integer(),
  previousHash: Hash,
  hash: Hash,
  lineCount: Type.Integer(),
  lines: Type.Array(LineView),
});

export function entryView(entry: JournalEntry): Static<typeof EntryView> {
  const { postedDate, effectiveDate, transactionDate, baseCurrency, description, ruleId, ruleVersion } = entry;
  const { autoReverse, createdBy, approvedBy, createdAt, fiscalYear, chainSeq, previousHash, hash, eventId } = entry;
  return {
    journalEntryId: entry.id,
    number: formatNumber(fiscalYear, entry.number),
    status: entry.kind,
    ...{ eventId, postedDate, effectiveDate, transactionDate, baseCurrency, description, ruleId, ruleVersion },
    transactionCurrency: entry.currency,
    exchangeRate: formatRate(entry.rate),
    referenceId: entry.reference,
    sourceSystem: entry.source,
    reversalOfId: entry.reversalOf,
    correctionOfId: entry.correctionOf,
    ...{ autoReverse, createdBy, approvedBy, createdAt, fiscalYear, chainSeq, previousHash, hash },
    sequenceNumber: entry.number,
    lineCount: entry.lines.length,
    lines: entry.lines.map((line) => lineView(line, baseCurrency)),
  };
}

export function lineView(line: JournalLine, baseCurrency: string): Static<typeof LineView> {
  return {
    lineNo: line.n,
    accountCode: line.account,
    isCredit: line.side === "C",
    currency: line.currency,
    amountCents: String(line.amount),
    formattedAmount: formatAmount(line.amount, line.currency),
    baseAmountCents: String(line.baseAmount),
    formattedBaseAmount: formatAmount(line.baseAmount, baseCurrency),
    dimensions: { ...line.dimensions },
  };
}

const Decision = Nullable(Type.Object({ by: Type.String(), at: Time }));

export const DraftLineView = Type.Object({
  accountCode: Type.String(),
  isCredit: Type.Boolean(),
  currency: Type.String(),
  amountCents: Cents,
  formattedAmount: Formatted,
  dimensions: DimensionsField,
});

export const DraftView = Type.Object({
  workflowId: Type.String(),
  status: Word(["DRAFT", "PENDING_APPROVAL", "APPROVED", "REJECTED"]),
  eventId: Type.String(),
  postedDate: Type.String(),
  effectiveDate: Nullable(Type.String()),
  transactionDate: Nullable(Type.String()),
  transactionCurrency: Type.String(),
  description: Nullable(Type.String()),
  referenceId: Nullable(Type.String()),
  autoReverse: Type.Boolean(),
  createdBy: Type.String(),
  createdAt: Time,
  submitted: Decision,
  approved: Decision,
  rejected: Nullable(Type.Object({ by: Type.String(), at: Time, reason: Type.String() })),
  postedJournalEntryId: Nullable(Type.String()),
  lines: Type.Array(DraftLineView),
});

export function draftView(kept: KeptDraft): Static<typeof DraftView> {
  const { workflowId, status, draft, createdAt, submitted, approved, rejected, entryId } = kept;
  const decisionView = (decision: { readonly by: string; readonly at: Date } | undefined) =>
    decision === undefined ? null : { by: decision.by, at: decision.at.toISOString() };
  return {
    workflowId,
    status,
    eventId: draft.eventId,
    postedDate: draft.postedDate,
    effectiveDate: draft.effectiveDate ?? null,
    transactionDate: draft.transactionDate ?? null,
    transactionCurrency: draft.currency,
    description: draft.description ?? null,
    referenceId: draft.reference ?? null,
    autoReverse: draft.autoReverse ?? false,
    createdBy: draft.createdBy,
    createdAt: createdAt.toISOString(),
    submitted: decisionView(submitted),
    approved: decisionView(approved),
    rejected: rejected === undefined ? null : { ...rejected, at: rejected.at.toISOString() },
    postedJournalEntryId: entryId ?? null,
    lines: draft.lines.map((line) => draftLineView(line, draft.currency)),
  };
}

export function draftLineView(line: DraftLine, entryCurrency: string): Static<typeof DraftLineView> {
  const currency = line.currency ?? entryCurrency;
  return {
    accountCode: line.account,
    isCredit: line.side === "C",
    currency,
    amountCents: String(line.amount),
    formattedAmount: isCurrency(currency) ? formatAmount(line.amount, currency) : String(line.amount),
    dimensions: { ...line.dimensions },
  };
}

/** Result of a manual entry: an entry, or a draft that waits for a second person. */
export const ResultView = Type.Union([EntryView, DraftView]);

export function resultView(result: ManualResult): Static<typeof ResultView> {
  return result.kind === "posted" ? entryView(result.entry) : draftView(result.draft);
}
