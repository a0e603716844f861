/** Trial balance, balance sheet and income statement at any day; every row leads to the lines it is made of. */
import { Card } from "../../../components/layout/card.tsx";
import { Segments } from "../../../components/forms/segments.tsx";
import { Filters } from "../../../components/lists/filters.tsx";
import { useFilters } from "../../../components/lists/use-filters.ts";
import { LedgerPage } from "../shared/ledger-page.tsx";
import { BalanceSheetCard } from "./balance-sheet-card.tsx";
import { IncomeStatementCard } from "./income-statement-card.tsx";
import { rangeOf } from "./report-days.ts";
import { TrialBalanceCard } from "./trial-balance-card.tsx";

const REPORTS = {
  "trial-balance": "Trial balance",
  "balance-sheet": "Balance sheet",
  "income-statement": "Income statement",
} as const;
type Report = keyof typeof REPORTS;

export function ReportsPage() {
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
