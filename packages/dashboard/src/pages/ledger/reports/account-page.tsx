/** Every line of an account between two days, with the balance after each; every line leads to its entry. */
import { answerOf } from "@rota/client";
import { useRoute } from "preact-iso";
import { client } from "../../../api/client.ts";
import { useResource } from "../../../api/use-resource.ts";
import { Card } from "../../../components/layout/card.tsx";
import { Empty } from "../../../components/layout/empty.tsx";
import { Figures } from "../../../components/layout/figures.tsx";
import { Shown } from "../../../components/layout/shown.tsx";
import { Filters } from "../../../components/lists/filters.tsx";
import { Table, type Column } from "../../../components/lists/table.tsx";
import { useFilters } from "../../../components/lists/use-filters.ts";
import { useBooks, type BooksInView } from "../shared/books.tsx";
import { LedgerPage } from "../shared/ledger-page.tsx";
import type { Statement } from "../shared/wire.ts";
import { rangeOf } from "./report-days.ts";
import { ReportSource } from "./report-source.tsx";

const DAYS = [
  { name: "from", label: "From" },
  { name: "to", label: "To" },
];

export function AccountPage() {
  const code = useRoute().params["code"] ?? "";
  const books = useBooks();
  const { from, to } = rangeOf(useFilters().values, new Date());
  const query = { ...books.query, from, to };
  const statement = useResource(`account ${code} ${JSON.stringify(query)}`, (signal) =>
    answerOf(client.GET("/v1/reports/general-ledger/{code}", { params: { path: { code }, query }, signal })),
  );
  return (
    <LedgerPage title={code} about={statement.value?.name === code ? undefined : statement.value?.name}>
      <Shown of={statement}>{(value) => <Balances statement={value} />}</Shown>
      <Card title="Lines" note={`from ${from} to ${to}, in the order of their days`} isFlush>
        <Filters filters={DAYS} />
        <Shown of={statement}>
          {({ lines, next, metadata }) => (
            <>
              {lines.length === 0 ? <Empty title="No lines between these days" /> : null}
              {lines.length === 0 ? null : (
                <Table label="Lines" columns={columnsOf(books)} rows={lines} keyOf={keyOf} />
              )}
              {next === null ? null : <p class="card-body soft">There are more: choose fewer days, or take the CSV.</p>}
              <ReportSource
                source={metadata.source}
                path={`/v1/reports/general-ledger/${encodeURIComponent(code)}`}
                days={{ from, to }}
              />
            </>
          )}
        </Shown>
      </Card>
    </LedgerPage>
  );
}

function Balances({ statement: { opening, closing, currency, accountType } }: { readonly statement: Statement }) {
  return (
    <Figures
      figures={[
        { name: "Before", value: opening.own.formatted, note: currency },
        { name: "At the end", value: closing.own.formatted, note: currency },
        { name: "Type", value: accountType.toLowerCase() },
      ]}
    />
  );
}

type Line = Statement["lines"][number];

function keyOf({ chainSeq, line }: Line): string {
  return `${String(chainSeq)} ${String(line.lineNo)}`;
}

function columnsOf({ link }: BooksInView): Column<Line>[] {
  return [
    { name: "Day", cell: ({ effectiveDate }) => effectiveDate },
    {
      name: "Entry",
      cell: ({ journalEntryId, number, description }) => (
        <>
          <a class="name" href={link(`/ledger/entries/${journalEntryId}`)}>
            {number}
          </a>
          {description === null ? null : <div class="faint small anywhere">{description}</div>}
        </>
      ),
    },
    { name: "Debit", isNumber: true, cell: ({ line }) => (line.isCredit ? "" : line.formattedAmount) },
    { name: "Credit", isNumber: true, cell: ({ line }) => (line.isCredit ? line.formattedAmount : "") },
    { name: "Balance", isNumber: true, cell: ({ balance }) => balance.own.formatted },
  ];
}
