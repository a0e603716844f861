/** One rule: its lines and examples, and what it makes of an event that the reader writes. */
import { answerOf } from "@rota/client";
import { useRoute } from "preact-iso";
import { client } from "../../../api/client.ts";
import { useResource } from "../../../api/use-resource.ts";
import { Card } from "../../../components/layout/card.tsx";
import { Facts } from "../../../components/layout/facts.tsx";
import { Shown } from "../../../components/layout/shown.tsx";
import { Table, type Column } from "../../../components/lists/table.tsx";
import { JsonView } from "../../../components/values/json-view.tsx";
import { StateBadge } from "../../../components/values/state-badge.tsx";
import { Time } from "../../../components/values/time.tsx";
import { useBooks } from "../shared/books.tsx";
import { LedgerPage } from "../shared/ledger-page.tsx";
import type { Rule } from "../shared/wire.ts";
import { DryRun } from "./dry-run.tsx";

type RuleLine = Rule["lines"][number];

const COLUMNS: readonly Column<RuleLine>[] = [
  { name: "Account", cell: ({ account }) => <code class="anywhere">{account}</code> },
  { name: "Side", cell: ({ side }) => (side === "D" ? "debit" : "credit") },
  { name: "Amount", cell: ({ amount }) => <code class="anywhere">{amount}</code> },
  { name: "When", cell: ({ when }) => (when === undefined ? "always" : <code class="anywhere">{when}</code>) },
  { name: "For each", cell: ({ forEach }) => (forEach === undefined ? "" : <code class="anywhere">{forEach}</code>) },
];

export function RulePage() {
  const ruleId = useRoute().params["ruleId"] ?? "";
  const { query } = useBooks();
  const rule = useResource(`rule ${ruleId}`, (signal) =>
    answerOf(client.GET("/v1/mapping-rules/{ruleId}", { params: { path: { ruleId }, query }, signal })),
  );
  return (
    <LedgerPage title={rule.value?.eventType ?? "Rule"} about={rule.value?.about ?? undefined}>
      <Shown of={rule}>{(value) => <Details rule={value} />}</Shown>
    </LedgerPage>
  );
}

function Details({ rule }: { readonly rule: Rule }) {
  const numbered = rule.lines.map((line, index) => ({ ...line, n: index + 1 }));
  return (
    <>
      <Card title="Lines" note={`version ${String(rule.version)}`} isFlush>
        <Table label="Lines of the rule" columns={COLUMNS} rows={numbered} keyOf={({ n }) => String(n)} />
      </Card>
      <DryRun rule={rule} />
      <div class="columns">
        <Card title="About it">
          <Facts
            facts={{
              State: <StateBadge state={rule.isActive ? "ACTIVE" : "DISABLED"} />,
              Description: rule.description === null ? undefined : <code>{rule.description}</code>,
              Reference: rule.reference === null ? undefined : <code>{rule.reference}</code>,
              "Created by": rule.createdBy,
              Changed: <Time at={rule.updatedAt} />,
            }}
          />
        </Card>
        <Card title="Examples" note="it makes of each what it says">
          <JsonView value={rule.examples} label="Examples" />
        </Card>
      </div>
    </>
  );
}
