/** Shows the trial balance, the balance sheet and the income statement at any day. */
import {
  answerOf,
  Card,
  type Column,
  Empty,
  Filters,
  Segments,
  Shown,
  Table,
  useFilters,
  useResource,
} from "@rota/dashboard";
import { client } from "./ledger-api.ts";
import { type BooksInView, LedgerPage, useBooks, withBooks } from "./books.tsx";
import type { BalanceSheet, Section, TrialBalance } from "./ledger-api.ts";
import { rangeOf } from "./ledger-values.ts";
import { accountPath } from "./lines-table.tsx";

const REPORTS = {
  "trial-balance": "Trial balance",
  "balance-sheet": "Balance sheet",
  "income-statement": "Income statement",
} as const;
type Report = keyof typeof REPORTS;

export const ReportsPage = withBooks(Reports);

function Reports() {
  const { values, set } = useFilters();
  const report = reportOf(values["report"]);
  const { from, to } = rangeOf(values, new Date());
  const days =
    report === "income-statement"
      ? [
          { name: "from", label: "From" },
          { name: "to", label: "To" },
        ]
      : [{ name: "to", label: "At the end of" }];
  return (
    <LedgerPage title="Reports" about="Made from the journal when you look; no day is ever closed to them.">
      <Card title="Which" isFlush>
        <div class="card-body">
          <Segments label="Report" choices={REPORTS} chosen={report} onChoose={(chosen) => set("report", chosen)} />
        </div>
        <Filters filters={days} />
      </Card>
      {report === "trial-balance" ? <TrialBalanceCard day={to} /> : null}
      {report === "balance-sheet" ? <BalanceSheetCard day={to} /> : null}
      {report === "income-statement" ? <IncomeStatementCard from={from} to={to} /> : null}
    </LedgerPage>
  );
}

function reportOf(name: string | undefined): Report {
  return name === "balance-sheet" || name === "income-statement" ? name : "trial-balance";
}

type Row = TrialBalance["rows"][number];
type ShownRow = Pick<Row, "code" | "name" | "level" | "debit" | "credit"> & { readonly isTotal: boolean };

function TrialBalanceCard({ day }: { readonly day: string }) {
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
            <Table
              label="Trial balance"
              columns={trialBalanceColumns(books, day)}
              rows={rowsOf(value)}
              keyOf={rowKey}
            />
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

function rowKey({ code, isTotal }: ShownRow): string {
  return isTotal ? "total" : `account ${code}`;
}

function trialBalanceColumns({ link }: BooksInView, day: string): Column<ShownRow>[] {
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

function BalanceSheetCard({ day }: { readonly day: string }) {
  const books = useBooks();
  const query = { ...books.query, asOfDate: day };
  const report = useResource(`balance sheet ${JSON.stringify(query)}`, (signal) =>
    answerOf(client.GET("/v1/reports/balance-sheet", { params: { query }, signal })),
  );
  return (
    <Shown of={report}>
      {(value) => (
        <Card
          title="Balance sheet"
          note={`${value.metadata.baseCurrency}, at the end of ${day}; ${value.balanced ? "assets equal liabilities and equity" : "it does NOT balance"}`}
          isFlush
        >
          <SectionsTable label="Balance sheet" lines={linesOf(value)} days={{ to: day }} />
          <ReportSource source={value.metadata.source} path="/v1/reports/balance-sheet" days={{ asOfDate: day }} />
        </Card>
      )}
    </Shown>
  );
}

function linesOf({ assets, liabilities, equity, currentEarnings, equityTotals }: BalanceSheet): ReportLine[] {
  const earned = currentEarnings.map(({ fiscalYear, amounts }): ReportLine => ({
    ...{ kind: "plain", name: `Earned in ${String(fiscalYear)}, not closed`, amount: amounts[0]?.formatted ?? "" },
  }));
  const [heading, ...accounts] = sectionLines("Equity", equity).slice(0, -1);
  const total: ReportLine = { kind: "total", name: "Equity in all", amount: equityTotals[0]?.formatted ?? "" };
  return [
    ...sectionLines("Assets", assets),
    ...sectionLines("Liabilities", liabilities),
    ...(heading === undefined ? [] : [heading]),
    ...accounts,
    ...earned,
    total,
  ];
}

type IncomeStatementCardProps = { readonly from: string; readonly to: string };

function IncomeStatementCard({ from, to }: IncomeStatementCardProps) {
  const books = useBooks();
  const query = { ...books.query, from, to };
  const report = useResource(`income statement ${JSON.stringify(query)}`, (signal) =>
    answerOf(client.GET("/v1/reports/income-statement", { params: { query }, signal })),
  );
  return (
    <Shown of={report}>
      {({ metadata, revenue, expenses, net }) => (
        <Card title="Income statement" note={`${metadata.baseCurrency}, from ${from} to ${to}`} isFlush>
          <SectionsTable
            label="Income statement"
            days={{ from, to }}
            lines={[
              ...sectionLines("Revenue", revenue),
              ...sectionLines("Expenses", expenses),
              { kind: "total", name: "Net", amount: net[0]?.formatted ?? "" },
            ]}
          />
          <ReportSource source={metadata.source} path="/v1/reports/income-statement" days={{ from, to }} />
        </Card>
      )}
    </Shown>
  );
}

type ReportLine =
  | { readonly kind: "account"; readonly code: string; readonly name: string; readonly amount: string }
  | { readonly kind: "heading" | "plain" | "total"; readonly name: string; readonly amount: string };

/** Returns the heading, the accounts and the total of a section. */
function sectionLines(name: string, section: Section): ReportLine[] {
  return [
    { kind: "heading", name, amount: "" },
    ...section.rows.map(({ code, name: title, amounts }): ReportLine => ({
      ...{ kind: "account", code, name: title, amount: amounts[0]?.formatted ?? "" },
    })),
    { kind: "total", name: `${name} in all`, amount: section.totals[0]?.formatted ?? "" },
  ];
}

type SectionsTableProps = {
  readonly label: string;
  readonly lines: readonly ReportLine[];
  readonly days: Readonly<Record<string, string>>;
};

function SectionsTable({ label, lines, days }: SectionsTableProps) {
  const books = useBooks();
  return <Table label={label} columns={sectionColumns(books, days)} rows={lines} keyOf={reportLineKey} />;
}

function reportLineKey(line: ReportLine): string {
  return line.kind === "account" ? `account ${line.code}` : `${line.kind} ${line.name}`;
}

function sectionColumns({ link }: BooksInView, days: Readonly<Record<string, string>>): Column<ReportLine>[] {
  return [
    {
      name: "Account",
      cell: (line) => {
        if (line.kind !== "account") return line.kind === "plain" ? line.name : <b>{line.name}</b>;
        return (
          <>
            <a href={link(accountPath(line.code), days)}>{line.code}</a>
            {line.name === line.code ? null : <span class="faint"> {line.name}</span>}
          </>
        );
      },
    },
    {
      name: "Amount",
      isNumber: true,
      cell: ({ kind, amount }) => (kind === "total" ? <b>{amount}</b> : amount),
    },
  ];
}

type ReportSourceProps = {
  readonly source: { readonly chainSeq: number; readonly hash: string } | null;
  /** Path of the report without `.csv`. */
  readonly path: string;
  readonly days: Readonly<Record<string, string>>;
};

export function ReportSource({ source, path, days }: ReportSourceProps) {
  const { link } = useBooks();
  return (
    <div class="card-body">
      <p class="small soft">
        <a href={link(`${path}.csv`, days)} download>
          CSV
        </a>
        {source === null ? null : (
          <>
            {" "}
            Made from the journal up to entry {source.chainSeq}, with the hash{" "}
            <code class="anywhere">{source.hash}</code>
          </>
        )}
      </p>
    </div>
  );
}
