/** Lists the lines of an account between two days with the balance after each. */
import {
  answerOf,
  Card,
  type Column,
  Empty,
  Figures,
  Filters,
  Shown,
  Table,
  useAddress,
  useFilters,
  useResource,
} from "@rota/dashboard";
import { client } from "./ledger-api.ts";
import { type BooksInView, LedgerPage, useBooks, withBooks } from "./books.tsx";
import type { Statement } from "./ledger-api.ts";
import { rangeOf } from "./ledger-values.ts";
import { ReportSource } from "./reports-page.tsx";

const DAYS = [
  { name: "from", label: "From" },
  { name: "to", label: "To" },
];

export const AccountPage = withBooks(Account);

function Account() {
  const code = useAddress().params["code"] ?? "";
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
          <a class="name" href={link(`ledger/entries/${journalEntryId}`)}>
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
