/** Edits rules and their tests, and says while one writes what is wrong and where. */
import { answerOf } from "@rota/client";
import { useId, useRef, useState } from "preact/hooks";
import { client } from "../../../api/client.ts";
import { ActButton } from "../../../components/forms/act-button.tsx";
import { Card } from "../../../components/layout/card.tsx";
import { onceHeader } from "../shared/wire.ts";
import { offsetOf } from "./place-in-text.ts";
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
  const goTo = (line: number, column: number) => {
    const area = rulesArea.current;
    const at = offsetOf(dslSource, line, column);
    area?.focus();
    area?.setSelectionRange(at, at + 1);
  };
  return (
    <Card title="The next version" note="nothing is kept until it is saved">
      <div class="stack">
        <Source label="Rules" lines={18} value={dslSource} onInput={setRules} area={rulesArea} />
        <Source label="Tests" lines={8} value={testsSource} onInput={setTests} />
        <Verdict checked={checked} onGoTo={goTo} />
        <div class="row">
          <ActButton act={save} onDone={onSaved} kind="primary">
            Save as a new version
          </ActButton>
        </div>
      </div>
    </Card>
  );
}

type SourceProps = {
  readonly label: string;
  readonly lines: number;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly area?: { current: HTMLTextAreaElement | null };
};

function Source({ label, lines, value, onInput, area }: SourceProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea
        {...(area === undefined ? {} : { ref: area })}
        id={id}
        class="source"
        rows={lines}
        spellcheck={false}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </div>
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
