/** The rules that make entries of events, by the types of their events. */
import { answerOf } from "@rota/client";
import { client } from "../../../api/client.ts";
import { given } from "../../../api/given.ts";
import { useList } from "../../../api/use-list.ts";
import { Card } from "../../../components/layout/card.tsx";
import { Empty } from "../../../components/layout/empty.tsx";
import { Listing } from "../../../components/lists/listing.tsx";
import type { Column } from "../../../components/lists/table.tsx";
import { StateBadge } from "../../../components/values/state-badge.tsx";
import { Time } from "../../../components/values/time.tsx";
import { useBooks, type BooksInView } from "../shared/books.tsx";
import { LedgerPage } from "../shared/ledger-page.tsx";
import type { Rule } from "../shared/wire.ts";

export function RulesPage() {
  const books = useBooks();
  const { query } = books;
  const list = useList(`rules ${JSON.stringify(query)}`, (after, signal) =>
    answerOf(client.GET("/v1/mapping-rules", { params: { query: { ...query, ...given({ after }) } }, signal })),
  );
  return (
    <LedgerPage
      title="Rules"
      about="A rule makes the lines of an entry out of an event. It is used only if it makes of its examples what they say."
    >
      <Card title="Mapping rules" isFlush>
        <Listing
          label="Rules"
          list={list}
          columns={columnsOf(books)}
          keyOf={({ ruleId }) => ruleId}
          empty={<Empty title="No rules yet">Until there is one, events must bring their lines along.</Empty>}
        />
      </Card>
    </LedgerPage>
  );
}

function columnsOf({ link }: BooksInView): Column<Rule>[] {
  return [
    {
      name: "Events of type",
      cell: ({ ruleId, eventType, about }) => (
        <>
          <a class="name" href={link(`/ledger/rules/${ruleId}`)}>
            {eventType}
          </a>
          {about === null ? null : <div class="faint small">{about}</div>}
        </>
      ),
    },
    { name: "State", cell: ({ isActive }) => <StateBadge state={isActive ? "ACTIVE" : "DISABLED"} /> },
    { name: "Version", isNumber: true, cell: ({ version }) => String(version) },
    { name: "Lines", isNumber: true, cell: ({ lines }) => String(lines.length) },
    { name: "Changed", cell: ({ updatedAt }) => <Time at={updatedAt} /> },
  ];
}
