/** Edits rules and their tests, and says while one writes what is wrong and where. */
import { answerOf } from "@rota/client";
import { useRef, useState } from "preact/hooks";
import { client } from "../../../api/client.ts";
import { ActButton } from "../../../components/forms/act-button.tsx";
import { Card } from "../../../components/layout/card.tsx";
import { goTo } from "../shared/place-in-text.ts";
import { SourceField } from "../shared/source-field.tsx";
import { onceHeader } from "../shared/wire.ts";
import { useCheck, type Checked } from "./use-check.ts";

type EditorProps = {
  readonly packageId: string;
  readonly rules: string;
  readonly tests: string;
  readonly onSaved: () => void;
};

export function RulesEditor({ packageId, rules, tests, onSaved }: EditorProps) {
  const [dslSource, setRules] = useState(rules);
  const [testsSource, setTests] = useState(tests);
  const rulesArea = useRef<HTMLTextAreaElement>(null);
  const checked = useCheck(dslSource, testsSource);
  const save = () =>
    answerOf(
      client.POST("/v1/rule-packages/{rulePackageId}/versions", {
        params: { path: { rulePackageId: packageId }, header: onceHeader() },
        body: { dsl_source: dslSource, tests_source: testsSource },
      }),
    );
  return (
    <Card title="The next version" note="nothing is kept until it is saved">
      <div class="stack">
        <SourceField label="Rules" lines={18} value={dslSource} onInput={setRules} area={rulesArea} />
        <SourceField label="Tests" lines={8} value={testsSource} onInput={setTests} />
        <Verdict checked={checked} onGoTo={(line, column) => goTo(rulesArea.current, { line, column })} />
        <div class="row">
          <ActButton act={save} onDone={onSaved} kind="primary">
            Save as a new version
          </ActButton>
        </div>
      </div>
    </Card>
  );
}

type VerdictProps = { readonly checked: Checked; readonly onGoTo: (line: number, column: number) => void };

function Verdict({ checked, onGoTo }: VerdictProps) {
  if (checked.kind === "checking") return <p class="soft">Checking …</p>;
  if (checked.kind === "right")
    return (
      <p class="notice" data-tone="good" role="status">
        No mistakes: {checked.fields} {checked.fields === 1 ? "field" : "fields"}.
      </p>
    );
  const { line, column } = checked;
  return (
    <div class="notice" data-tone="bad" role="status">
      <p class="anywhere">{checked.message}</p>
      {line === null || column === null || checked.isInTests ? null : (
        <p>
          <button type="button" data-kind="link" onClick={() => onGoTo(line, column)}>
            Go to line {line}, column {column}
          </button>
        </p>
      )}
    </div>
  );
}
