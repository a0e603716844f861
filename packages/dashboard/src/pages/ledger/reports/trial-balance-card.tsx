/** The balance of every account at the end of a day, in two columns that are equal. */
import { answerOf } from "@rota/client";
import { client } from "../../../api/client.ts";
import { useResource } from "../../../api/use-resource.ts";
import { Card } from "../../../components/layout/card.tsx";
import { Empty } from "../../../components/layout/empty.tsx";
import { Shown } from "../../../components/layout/shown.tsx";
import { Table, type Column } from "../../../components/lists/table.tsx";
import { useBooks, type BooksInView } from "../shared/books.tsx";
import { accountPath } from "../shared/lines-table.tsx";
import type { TrialBalance } from "../shared/wire.ts";
import { ReportSource } from "./report-source.tsx";

type Row = TrialBalance["rows"][number];
type ShownRow = Pick<Row, "code" | "name" | "level" | "debit" | "credit"> & { readonly isTotal: boolean };

export function TrialBalanceCard({ day }: { readonly day: string }) {
  const books = useBooks();
  const query = { ...books.query, asOfDate: day };
  const report = useResource(`trial balance ${JSON.stringify(query)}`, (signal) =>
    answerOf(client.GET("/v1/reports/trial-balance", { params: { query }, signal })),
  );
  return (
    <Shown of={report}>
      {(value) => (
        <Card
          title="Trial balance"
          note={`${value.metadata.baseCurrency}, at the end of ${day}; ${value.balanced ? "both sides are equal" : "the sides DIFFER"}`}
          isFlush
        >
          {value.rows.length === 0 ? <Empty title="Nothing was posted until then" /> : null}
          {value.rows.length === 0 ? null : (
            <Table label="Trial balance" columns={columnsOf(books, day)} rows={rowsOf(value)} keyOf={keyOf} />
          )}
          <ReportSource source={value.metadata.source} path="/v1/reports/trial-balance" days={{ asOfDate: day }} />
        </Card>
      )}
    </Shown>
  );
}

function rowsOf({ rows, totalDebit, totalCredit }: TrialBalance): ShownRow[] {
  const total = { code: "", name: "Total", level: 0, debit: totalDebit, credit: totalCredit, isTotal: true };
  return [...rows.map((row) => ({ ...row, isTotal: false })), total];
}

function keyOf({ code, isTotal }: ShownRow): string {
  return isTotal ? "total" : `account ${code}`;
}

function columnsOf({ link }: BooksInView, day: string): Column<ShownRow>[] {
  return [
    {
      name: "Account",
      cell: ({ code, name, level, isTotal }) =>
        isTotal ? (
          <b>{name}</b>
        ) : (
          <span style={{ paddingLeft: `${String(level)}rem` }}>
            <a href={link(accountPath(code), { to: day })}>{code}</a>
            {name === code ? null : <span class="faint"> {name}</span>}
          </span>
        ),
    },
    { name: "Debit", isNumber: true, cell: ({ debit }) => (debit.cents === "0" ? "" : debit.formatted) },
    { name: "Credit", isNumber: true, cell: ({ credit }) => (credit.cents === "0" ? "" : credit.formatted) },
  ];
}
