/** The statements of a posting. */
import { sql } from "@rota/engine";

export type PostingRow = {
  ledger_id: bigint;
  ledger_code: string;
  books_version: string;
  next_chain_seq: bigint;
  last_hash: Uint8Array | null;
  fiscal_years: readonly number[] | null;
  next_values: readonly bigint[] | null;
  taken: readonly TakenKey[] | null;
  at: Date;
};

/** An event id that is used up, and what for. */
export type TakenKey = {
  readonly eventId: string;
  readonly outcome: "POSTED" | "DRAFT" | "RUN";
  readonly payloadHash: string;
  readonly journalEntryId: string | null;
};

export type PostingToBegin = {
  readonly tenant: string;
  readonly ledger: string | undefined;
  readonly eventIds: readonly string[];
};

/** Takes the tenant's row and returns where the ledger stands. No row: there is no such ledger. */
export const beginPostingRow = ({ tenant, ledger, eventIds }: PostingToBegin) => sql<PostingRow>`
  select ledger_id, ledger_code, books_version, next_chain_seq, last_hash, fiscal_years, next_values, taken, at
    from rota.fis_begin_posting(${tenant}, ${ledger ?? null}, ${eventIds}::text[])`;

type Texts = readonly (string | null)[];

/** Columns of entries, lines and accounts. A list that is empty stands for nulls, one of a single value for that in every row. */
export type PostedColumns = {
  readonly tenant: string;
  readonly ledgerId: bigint;
  readonly nextSeq: number;
  readonly previousHash: Uint8Array;
  readonly at: Date;
  readonly baseCurrency: string;
  readonly ids: readonly string[];
  readonly eventIds: readonly string[];
  readonly statuses: readonly string[];
  readonly posted: readonly string[];
  readonly effective: readonly string[];
  readonly transacted: Texts;
  readonly years: readonly number[];
  readonly numbers: readonly number[];
  readonly currencies: readonly string[];
  readonly rates: Texts;
  readonly descriptions: Texts;
  readonly references: Texts;
  readonly sources: Texts;
  readonly payloadHashes: Uint8Array;
  readonly ruleIds: Texts;
  readonly ruleVersions: readonly (number | null)[];
  readonly reversalOf: Texts;
  readonly correctionOf: Texts;
  readonly autoReverse: readonly (boolean | null)[];
  readonly createdBy: readonly string[];
  readonly approvedBy: Texts;
  readonly hashes: Uint8Array;
  readonly lineNths: readonly number[];
  readonly lineNos: readonly number[];
  readonly lineAccounts: readonly bigint[];
  readonly lineCredits: readonly boolean[];
  readonly lineCurrencies: readonly string[];
  readonly lineAmounts: readonly bigint[];
  readonly lineBaseAmounts: readonly (bigint | null)[];
  readonly lineDimensions: Texts;
  readonly accountIds: readonly bigint[];
  readonly debits: readonly bigint[];
  readonly credits: readonly bigint[];
  readonly baseDebits: readonly bigint[];
  readonly baseCredits: readonly bigint[];
  readonly accountSeqs: readonly number[];
  readonly numberedYears: readonly number[];
  readonly nextValues: readonly number[];
};

/** Writes entries and all that follows from them. Returns one row: false when the chain stands elsewhere. */
export const postEntryRows = (given: PostedColumns) => sql<{ is_posted: boolean }>`
  select rota.fis_post_entries(
    ${given.tenant}, ${given.ledgerId}, ${given.nextSeq}, ${given.previousHash}::bytea, ${given.at}, ${given.baseCurrency},
    ${given.ids}::uuid[], ${given.eventIds}::text[], ${given.statuses}::text[], ${given.posted}::date[], ${given.effective}::date[],
    ${given.transacted}::date[], ${given.years}::integer[], ${given.numbers}::bigint[], ${given.currencies}::text[], ${given.rates}::numeric[],
    ${given.descriptions}::text[], ${given.references}::text[], ${given.sources}::text[], ${given.payloadHashes}::bytea,
    ${given.ruleIds}::uuid[], ${given.ruleVersions}::integer[], ${given.reversalOf}::uuid[], ${given.correctionOf}::uuid[],
    ${given.autoReverse}::boolean[], ${given.createdBy}::text[], ${given.approvedBy}::text[], ${given.hashes}::bytea,
    ${given.lineNths}::integer[], ${given.lineNos}::integer[], ${given.lineAccounts}::bigint[], ${given.lineCredits}::boolean[],
    ${given.lineCurrencies}::text[], ${given.lineAmounts}::bigint[], ${given.lineBaseAmounts}::bigint[], ${given.lineDimensions}::text[],
    ${given.accountIds}::bigint[], ${given.debits}::numeric[], ${given.credits}::numeric[], ${given.baseDebits}::numeric[],
    ${given.baseCredits}::numeric[], ${given.accountSeqs}::bigint[], ${given.numberedYears}::integer[], ${given.nextValues}::bigint[]) as is_posted`;
