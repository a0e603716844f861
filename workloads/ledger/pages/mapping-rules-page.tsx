/** Lists the mapping rules that turn events into entries. */
import { answerOf, Card, type Column, Empty, given, Listing, StateBadge, Time, useList } from "@rota/dashboard";
import { client } from "./ledger-api.ts";
import { type BooksInView, LedgerPage, useBooks, withBooks } from "./books.tsx";
import type { Rule } from "./ledger-api.ts";

export const MappingRulesPage = withBooks(MappingRules);

function MappingRules() {
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
          <a class="name" href={link(`ledger/rules/${ruleId}`)}>
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
