/** Revenue, expenses and what is left of them, between two days. */
import { answerOf } from "@rota/client";
import { client } from "../../../api/client.ts";
import { useResource } from "../../../api/use-resource.ts";
import { Card } from "../../../components/layout/card.tsx";
import { Shown } from "../../../components/layout/shown.tsx";
import { useBooks } from "../shared/books.tsx";
import { ReportSource } from "./report-source.tsx";
import { sectionLines, SectionsTable } from "./sections-table.tsx";

type IncomeStatementCardProps = { readonly from: string; readonly to: string };

export function IncomeStatementCard({ from, to }: IncomeStatementCardProps) {
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
