/** Lists journal entries, newest first, and verifies their hash chain. */
import {
  ActionButton,
  answerOf,
  Card,
  type Column,
  Empty,
  Facts,
  Filters,
  given,
  Listing,
  numberText,
  Shown,
  useFilters,
  useList,
  useResource,
} from "@rota/dashboard";
import { client } from "./ledger-api.ts";
import { useState } from "preact/hooks";
import { type BooksInView, LedgerPage, useBooks, withBooks } from "./books.tsx";
import type { Entry } from "./ledger-api.ts";
import { debitText } from "./ledger-values.ts";
import { LedgerState } from "./lines-table.tsx";

const KINDS = ["POSTED", "REVERSAL", "CORRECTION", "CLOSING"] as const;
const FILTERS = [
  { name: "account", label: "Account" },
  { name: "kind", label: "Kind", choices: KINDS },
  { name: "from", label: "Posted from" },
  { name: "to", label: "Posted to" },
  { name: "reference", label: "Reference" },
  { name: "event", label: "Event id" },
];

export const JournalPage = withBooks(Journal);

function Journal() {
  const { values } = useFilters();
  const books = useBooks();
  const query = {
    ...books.query,
    ...given({
      accountCode: values["account"],
      status: KINDS.find((kind) => kind === values["kind"]),
      postedDateFrom: values["from"],
      postedDateTo: values["to"],
      referenceId: values["reference"],
      eventId: values["event"],
    }),
  };
  const list = useList(
    `journal ${JSON.stringify(query)}`,
    (after, signal) =>
      answerOf(client.GET("/v1/journal-entries", { params: { query: { ...query, ...given({ after }) } }, signal })),
    { everyMs: 10_000 },
  );
  return (
    <LedgerPage title="Ledger" about="What was posted, entry by entry; nothing of it ever changes.">
      <ChainCard />
      <Card title="Journal" note="the newest first" isFlush>
        <Filters filters={FILTERS} />
        <Listing
          label="Journal"
          list={list}
          columns={columnsOf(books)}
          keyOf={({ journalEntryId }) => journalEntryId}
          empty={
            <Empty title="No entries">Events that are sent and entries by hand stand here once they are posted.</Empty>
          }
        />
      </Card>
    </LedgerPage>
  );
}

function columnsOf({ link }: BooksInView): Column<Entry>[] {
  return [
    {
      name: "Entry",
      cell: ({ number, journalEntryId, description }) => (
        <>
          <a class="name" href={link(`ledger/entries/${journalEntryId}`)}>
            {number}
          </a>
          {description === null ? null : <div class="faint small anywhere">{description}</div>}
        </>
      ),
    },
    { name: "Day", cell: ({ effectiveDate }) => effectiveDate },
    { name: "Kind", cell: ({ status }) => <LedgerState state={status} /> },
    { name: "Accounts", cell: ({ lines }) => <span class="anywhere">{accountsText(lines)}</span> },
    { name: "Amount", isNumber: true, cell: debitText },
    { name: "Event", cell: ({ eventId }) => <span class="anywhere small">{eventId}</span> },
  ];
}

/** Summarizes the accounts of an entry, from debit to credit: `cash → sales, tax`. */
function accountsText(lines: Entry["lines"]): string {
  const names = (isCredit: boolean) =>
    [...new Set(lines.filter((line) => line.isCredit === isCredit).map(({ accountCode }) => accountCode))].join(", ");
  return `${names(false)} → ${names(true)}`;
}

type Found = {
  readonly entries: number;
  readonly lines: number;
  readonly differences: readonly { readonly detail: string }[];
};

function ChainCard() {
  const { query, mayLead } = useBooks();
  const [found, setFound] = useState<Found>();
  const head = useResource(
    `chain ${JSON.stringify(query)}`,
    (signal) => answerOf(client.GET("/v1/admin/chain/head", { params: { query }, signal })),
    { everyMs: 10_000 },
  );
  const verify = async () => setFound(await answerOf(client.GET("/v1/admin/chain/verify", { params: { query } })));
  return (
    <Card title="Chain" note="each entry has the hash of the one before it">
      <div class="stack">
        <Shown of={head}>
          {({ ledger, chainSeq, hash }) => (
            <Facts
              facts={{
                Ledger: ledger,
                Entries: numberText(chainSeq),
                "Last hash": hash === null ? undefined : <code class="anywhere">{hash}</code>,
              }}
            />
          )}
        </Shown>
        {mayLead ? (
          <div class="row">
            <ActionButton action={verify}>Verify the books</ActionButton>
          </div>
        ) : null}
        {found === undefined ? null : <Verified found={found} />}
      </div>
    </Card>
  );
}

function Verified({ found: { entries, lines, differences } }: { readonly found: Found }) {
  const counted = `${numberText(entries)} ${entries === 1 ? "entry" : "entries"}, ${numberText(lines)} lines`;
  const recomputed = `${counted} were computed again`;
  if (differences.length === 0)
    return (
      <p class="notice" data-tone="good" role="status">
        All is as it was posted: {recomputed}.
      </p>
    );
  return (
    <div class="notice" data-tone="bad" role="status">
      <h3>The books are not in order</h3>
      <p>{recomputed}.</p>
      <ul>
        {differences.map(({ detail }) => (
          <li key={detail}>{detail}</li>
        ))}
      </ul>
    </div>
  );
}
