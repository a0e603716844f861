/** Lists accounting periods, creates them and changes their state. */
import {
  ActionButton,
  ActionForm,
  answerOf,
  Card,
  type Column,
  Empty,
  Field,
  Shown,
  Table,
  Time,
  useResource,
} from "@rota/dashboard";
import { client } from "./ledger-api.ts";
import { useState } from "preact/hooks";
import { type BooksInView, LedgerPage, useBooks, withBooks } from "./books.tsx";
import type { Period } from "./ledger-api.ts";
import { LedgerState } from "./lines-table.tsx";

export const PeriodsPage = withBooks(Periods);

function Periods() {
  const books = useBooks();
  const { query, mayLead } = books;
  const periods = useResource(`periods ${JSON.stringify(query)}`, (signal) =>
    answerOf(client.GET("/v1/accounting-periods", { params: { query }, signal })),
  );
  return (
    <LedgerPage
      title="Periods"
      about="Entries are posted into open periods. A period that is closed hard takes none, from nobody."
      actions={mayLead ? <NewPeriod onDone={periods.reload} /> : undefined}
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

/** Next states of a period with the labels of their buttons. */
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
    { name: "State", cell: ({ status }) => <LedgerState state={status} /> },
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
  const actions: Column<Period> = {
    name: "",
    cell: ({ periodId, status }) => (
      <div class="row">
        {STEPS[status].map(([next, verb]) => (
          <ActionButton key={next} action={change(periodId, next)} onDone={onDone}>
            {verb}
          </ActionButton>
        ))}
      </div>
    ),
  };
  return [...columns, actions];
}

function NewPeriod({ onDone }: { readonly onDone: () => void }) {
  const { query } = useBooks();
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState("");
  const [startDate, setStart] = useState("");
  const [endDate, setEnd] = useState("");
  const create = () =>
    answerOf(client.POST("/v1/accounting-periods", { body: { name, startDate, endDate, ...query } }));
  const done = () => {
    setOpen(false);
    onDone();
  };
  return (
    <>
      <button type="button" data-kind="primary" onClick={() => setOpen(true)}>
        New period
      </button>
      {isOpen ? (
        <ActionForm title="New period" verb="Open it" action={create} onDone={done} onClose={() => setOpen(false)}>
          <Field label="Name" value={name} onInput={setName} isRequired hint="Such as 2026-03." />
          <Field label="First day" value={startDate} onInput={setStart} isRequired hint="As 2026-03-01." />
          <Field label="Last day" value={endDate} onInput={setEnd} isRequired hint="As 2026-03-31. It belongs to it." />
        </ActionForm>
      ) : null}
    </>
  );
}
