/** The accounting periods of a tenant: which take postings, and what may become of them. */
import { answerOf } from "@rota/client";
import { client } from "../../../api/client.ts";
import { useResource } from "../../../api/use-resource.ts";
import { ActButton } from "../../../components/forms/act-button.tsx";
import { Card } from "../../../components/layout/card.tsx";
import { Empty } from "../../../components/layout/empty.tsx";
import { Shown } from "../../../components/layout/shown.tsx";
import { Table, type Column } from "../../../components/lists/table.tsx";
import { StateBadge } from "../../../components/values/state-badge.tsx";
import { Time } from "../../../components/values/time.tsx";
import { useBooks, type BooksInView } from "../shared/books.tsx";
import { LedgerPage } from "../shared/ledger-page.tsx";
import type { Period } from "../shared/wire.ts";
import { NewPeriod } from "./new-period.tsx";

export function PeriodsPage() {
  const books = useBooks();
  const { query, mayLead } = books;
  const periods = useResource(`periods ${JSON.stringify(query)}`, (signal) =>
    answerOf(client.GET("/v1/accounting-periods", { params: { query }, signal })),
  );
  return (
    <LedgerPage
      title="Periods"
      about="Entries are posted into open periods. A period that is closed hard takes none, from nobody."
      acts={mayLead ? <NewPeriod onDone={periods.reload} /> : undefined}
    >
      <Card title="Periods" note="in their order" isFlush>
        <Shown of={periods}>
          {({ items }) =>
            items.length === 0 ? (
              <Empty title="No periods yet">Without one nothing can be posted.</Empty>
            ) : (
              <Table
                label="Periods"
                columns={columnsOf(books, periods.reload)}
                rows={items}
                keyOf={({ periodId }) => periodId}
              />
            )
          }
        </Shown>
      </Card>
    </LedgerPage>
  );
}

/** What a period may become, and what the button says. */
const STEPS: Readonly<Record<Period["status"], readonly (readonly [Period["status"], string])[]>> = {
  OPEN: [["SOFT_CLOSED", "Close softly"]],
  SOFT_CLOSED: [
    ["OPEN", "Open again"],
    ["HARD_CLOSED", "Close hard"],
  ],
  HARD_CLOSED: [["OPEN", "Open again"]],
};

function columnsOf({ query, mayLead }: BooksInView, onDone: () => void): Column<Period>[] {
  const change = (periodId: string, status: Period["status"]) => () =>
    answerOf(
      client.PATCH("/v1/accounting-periods/{periodId}/status", {
        params: { path: { periodId } },
        body: { status, ...query },
      }),
    );
  const columns: Column<Period>[] = [
    { name: "Period", cell: ({ name }) => <span class="name">{name}</span> },
    { name: "First day", cell: ({ startDate }) => startDate },
    { name: "Last day", cell: ({ endDate }) => endDate },
    { name: "State", cell: ({ status }) => <StateBadge state={status} /> },
    {
      name: "Closed",
      cell: ({ closedAt, closedBy }) =>
        closedAt === null ? (
          ""
        ) : (
          <>
            <Time at={closedAt} /> by {closedBy}
          </>
        ),
    },
  ];
  if (!mayLead) return columns;
  const acts: Column<Period> = {
    name: "",
    cell: ({ periodId, status }) => (
      <div class="row">
        {STEPS[status].map(([next, verb]) => (
          <ActButton key={next} act={change(periodId, next)} onDone={onDone}>
            {verb}
          </ActButton>
        ))}
      </div>
    ),
  };
  return [...columns, acts];
}
