/** Shows one mapping rule and runs it on an event without posting. */
import {
  answerOf,
  Card,
  type Column,
  Facts,
  Failure,
  Field,
  JsonView,
  Shown,
  StateBadge,
  Table,
  Time,
  useAction,
  useAddress,
  useResource,
} from "@rota/dashboard";
import { client } from "./ledger-api.ts";
import { useState } from "preact/hooks";
import { LedgerPage, useBooks, withBooks } from "./books.tsx";
import type { Rule } from "./ledger-api.ts";
import { parseEvent } from "./ledger-values.ts";
import { LinesTable } from "./lines-table.tsx";

type RuleLine = Rule["lines"][number];

const COLUMNS: readonly Column<RuleLine>[] = [
  { name: "Account", cell: ({ account }) => <code class="anywhere">{account}</code> },
  { name: "Side", cell: ({ side }) => (side === "D" ? "debit" : "credit") },
  { name: "Amount", cell: ({ amount }) => <code class="anywhere">{amount}</code> },
  { name: "When", cell: ({ when }) => (when === undefined ? "always" : <code class="anywhere">{when}</code>) },
  { name: "For each", cell: ({ forEach }) => (forEach === undefined ? "" : <code class="anywhere">{forEach}</code>) },
];

export const MappingRulePage = withBooks(MappingRule);

function MappingRule() {
  const ruleId = useAddress().params["ruleId"] ?? "";
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

function DryRun({ rule }: { readonly rule: Rule }) {
  const { query } = useBooks();
  const { ruleId } = rule;
  const [text, setText] = useState(() => JSON.stringify(rule.examples[0]?.event ?? {}, null, 2));
  const [outcome, setOutcome] = useState<Outcome>();
  const simulate = async () => {
    setOutcome(undefined);
    const body = { event: parseEvent(text), ...query };
    setOutcome(
      await answerOf(client.POST("/v1/mapping-rules/{ruleId}/simulate", { params: { path: { ruleId } }, body })),
    );
  };
  const { run, isRunning, error } = useAction(simulate);
  return (
    <Card title="Dry run" note="nothing is posted">
      <div class="stack">
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault();
            run();
          }}
        >
          <Field label="Event, as JSON" value={text} onInput={setText} lines={12} isRequired />
          <div class="row">
            <button type="submit" disabled={isRunning}>
              Try it
            </button>
          </div>
          {error === undefined ? null : <Failure error={error} />}
        </form>
        {outcome === undefined ? null : <OutcomeView outcome={outcome} />}
      </div>
    </Card>
  );
}

type Outcome = {
  readonly lines: Parameters<typeof LinesTable>[0]["lines"];
  readonly problem: { readonly code: string; readonly detail: string } | null;
};

function OutcomeView({ outcome: { lines, problem } }: { readonly outcome: Outcome }) {
  return (
    <div class="stack" role="status">
      {problem === null ? (
        <p class="notice" data-tone="good">
          It would be posted with these lines.
        </p>
      ) : (
        <div class="notice" data-tone="waiting">
          <h3>It would be rejected now</h3>
          <p>
            <code>{problem.code}</code> {problem.detail}
          </p>
        </div>
      )}
      <LinesTable lines={lines} />
    </div>
  );
}
