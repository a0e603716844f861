/** What is owned and owed at the end of a day, with what was earned and is not closed yet. */
import { answerOf } from "@rota/client";
import { client } from "../../../api/client.ts";
import { useResource } from "../../../api/use-resource.ts";
import { Card } from "../../../components/layout/card.tsx";
import { Shown } from "../../../components/layout/shown.tsx";
import { useBooks } from "../shared/books.tsx";
import type { BalanceSheet } from "../shared/wire.ts";
import { ReportSource } from "./report-source.tsx";
import { sectionLines, SectionsTable, type ReportLine } from "./sections-table.tsx";

export function BalanceSheetCard({ day }: { readonly day: string }) {
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
