/** The journal of a tenant, the newest entry first, and where its chain stands. */
import { answerOf } from "@rota/client";
import { client } from "../../../api/client.ts";
import { given } from "../../../api/given.ts";
import { useList } from "../../../api/use-list.ts";
import { Card } from "../../../components/layout/card.tsx";
import { Empty } from "../../../components/layout/empty.tsx";
import { Filters } from "../../../components/lists/filters.tsx";
import { Listing } from "../../../components/lists/listing.tsx";
import type { Column } from "../../../components/lists/table.tsx";
import { useFilters } from "../../../components/lists/use-filters.ts";
import { StateBadge } from "../../../components/values/state-badge.tsx";
import { useBooks, type BooksInView } from "../shared/books.tsx";
import { LedgerPage } from "../shared/ledger-page.tsx";
import type { Entry } from "../shared/wire.ts";
import { ChainCard } from "./chain-card.tsx";
import { debitText } from "./debit-text.ts";

const KINDS = ["POSTED", "REVERSAL", "CORRECTION", "CLOSING"] as const;
const FILTERS = [
  { name: "account", label: "Account" },
  { name: "kind", label: "Kind", choices: KINDS },
  { name: "from", label: "Posted from" },
  { name: "to", label: "Posted to" },
  { name: "reference", label: "Reference" },
  { name: "event", label: "Event id" },
];

export function JournalPage() {
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
          <a class="name" href={link(`/ledger/entries/${journalEntryId}`)}>
            {number}
          </a>
          {description === null ? null : <div class="faint small anywhere">{description}</div>}
        </>
      ),
    },
    { name: "Day", cell: ({ effectiveDate }) => effectiveDate },
    { name: "Kind", cell: ({ status }) => <StateBadge state={status} /> },
    { name: "Accounts", cell: ({ lines }) => <span class="anywhere">{accountsText(lines)}</span> },
    { name: "Amount", isNumber: true, cell: debitText },
    { name: "Event", cell: ({ eventId }) => <span class="anywhere small">{eventId}</span> },
  ];
}

/** `cash → sales, tax`: from where it is debited to where it is credited. */
function accountsText(lines: Entry["lines"]): string {
  const names = (isCredit: boolean) =>
    [...new Set(lines.filter((line) => line.isCredit === isCredit).map(({ accountCode }) => accountCode))].join(", ");
  return `${names(false)} → ${names(true)}`;
}
