/** Lets the reader try a rule on an event; nothing is posted. */
import { answerOf } from "@rota/client";
import { useState } from "preact/hooks";
import { client } from "../../../api/client.ts";
import { useAct } from "../../../api/use-act.ts";
import { Field } from "../../../components/forms/field.tsx";
import { Card } from "../../../components/layout/card.tsx";
import { Failure } from "../../../components/layout/failure.tsx";
import { useBooks } from "../shared/books.tsx";
import { LinesTable } from "../shared/lines-table.tsx";
import { parseEvent } from "../shared/parse-event.ts";
import type { Rule } from "../shared/wire.ts";

export function DryRun({ rule }: { readonly rule: Rule }) {
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
  const { run, isRunning, error } = useAct(simulate);
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
