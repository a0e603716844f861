/** Lists events that were not posted, with the reason. */
import {
  answerOf,
  Card,
  type Column,
  Empty,
  Filters,
  given,
  Listing,
  StateBadge,
  Time,
  useFilters,
  useList,
} from "@rota/dashboard";
import { client } from "./ledger-api.ts";
import { type BooksInView, LedgerPage, useBooks, withBooks } from "./books.tsx";
import type { RejectedEvent } from "./ledger-api.ts";

const STATES = ["OPEN", "REPLAYED", "DISCARDED"] as const;
const FILTERS = [
  { name: "state", label: "State", choices: STATES },
  { name: "code", label: "Code" },
];

export const RejectedEventsPage = withBooks(RejectedEvents);

function RejectedEvents() {
  const { values } = useFilters();
  const books = useBooks();
  const query = {
    ...books.query,
    ...given({ status: STATES.find((state) => state === values["state"]), code: values["code"] }),
  };
  const list = useList(
    `rejected ${JSON.stringify(query)}`,
    (after, signal) =>
      answerOf(
        client.GET("/v1/admin/rejected-events", { params: { query: { ...query, ...given({ after }) } }, signal }),
      ),
    { everyMs: 10_000 },
  );
  return (
    <LedgerPage
      title="Rejected events"
      about="Events that could not be posted. Nothing of them is in the books until they are replayed."
    >
      <Card title="What was not posted" note="the newest first" isFlush>
        <Filters filters={FILTERS} />
        <Listing
          label="Rejected events"
          list={list}
          columns={columnsOf(books)}
          keyOf={({ rejectedEventId }) => rejectedEventId}
          empty={<Empty title="Nothing was rejected">Events with something wrong in them would stand here.</Empty>}
        />
      </Card>
    </LedgerPage>
  );
}

function columnsOf({ link }: BooksInView): Column<RejectedEvent>[] {
  return [
    {
      name: "Event",
      cell: ({ rejectedEventId, eventId }) => (
        <a class="name" href={link(`ledger/rejected/${rejectedEventId}`)}>
          {eventId ?? "without an id"}
        </a>
      ),
    },
    { name: "State", cell: ({ status }) => <StateBadge state={status.toLowerCase()} /> },
    {
      name: "Why",
      cell: ({ code, reason }) => (
        <span class="anywhere">
          {code === null ? null : <code>{code}</code>} {reason}
        </span>
      ),
    },
    { name: "Times", isNumber: true, cell: ({ times }) => String(times) },
    { name: "When", cell: ({ at }) => <Time at={at} /> },
  ];
}
