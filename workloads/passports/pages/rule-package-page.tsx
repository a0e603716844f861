/** Shows the versions of a package of rules, and edits and checks the next one. */
import {
  ActionButton,
  answerOf,
  Card,
  type Column,
  Empty,
  Page,
  Shown,
  SourceField,
  Table,
  Time,
  useAddress,
  useMay,
  useResource,
} from "@rota/dashboard";
import { useEffect, useRef, useState } from "preact/hooks";
import { client, onceHeader, type RuleVersion } from "./passport-api.ts";
import { goTo } from "./source-text.ts";
import { PassportState } from "./passport-state.tsx";

export function RulePackagePage() {
  const rulePackageId = useAddress().params["packageId"] ?? "";
  const params = { path: { rulePackageId } };
  const loaded = useResource(
    `rule package ${rulePackageId}`,
    (signal) => answerOf(client.GET("/v1/rule-packages/{rulePackageId}", { params, signal })),
    { on: ["task"], everyMs: 5_000 },
  );
  const newest = loaded.value?.versions[0]?.rule_package_version_id;
  const mayWrite = useMay("admin");
  return (
    <Page
      title={loaded.value?.rule_package.name ?? "Rules"}
      about={loaded.value?.rule_package.description}
      trail={
        <>
          <a href="passports">Passports</a> <a href="passports/rules">Rules</a>
        </>
      }
    >
      <Shown of={loaded}>
        {({ versions }) => (
          <>
            <Versions versions={versions} onDone={loaded.reload} />
            {mayWrite ? <NextVersion packageId={rulePackageId} newest={newest} onDone={loaded.reload} /> : null}
          </>
        )}
      </Shown>
    </Page>
  );
}

type VersionsProps = { readonly versions: readonly RuleVersion[]; readonly onDone: () => void };

function Versions({ versions, onDone }: VersionsProps) {
  const mayPublish = useMay("admin");
  const columns: readonly Column<RuleVersion>[] = [
    { name: "Version", cell: ({ version }) => String(version) },
    { name: "State", cell: ({ status }) => <PassportState state={status} /> },
    { name: "Created", cell: ({ created_at }) => <Time at={created_at} /> },
    { name: "", cell: (row) => (mayPublish ? <RuleActions row={row} onDone={onDone} /> : null) },
  ];
  return (
    <Card title="Versions" note="the newest first" isFlush>
      {versions.length === 0 ? (
        <Empty title="No versions yet">Write the first one below.</Empty>
      ) : (
        <Table label="Versions" columns={columns} rows={versions} keyOf={(row) => row.rule_package_version_id} />
      )}
    </Card>
  );
}

/** Actions of a rule version. It may be published once its tests have passed. */
function RuleActions({ row, onDone }: { readonly row: RuleVersion; readonly onDone: () => void }) {
  const asked = () => ({
    params: { path: { rulePackageVersionId: row.rule_package_version_id }, header: onceHeader() },
    body: {},
  });
  if (row.status === "DRAFT")
    return (
      <ActionButton
        action={() => answerOf(client.POST("/v1/rule-package-versions/{rulePackageVersionId}/tests:run", asked()))}
        onDone={onDone}
      >
        Run the tests
      </ActionButton>
    );
  if (row.status !== "VALIDATED") return null;
  return (
    <ActionButton
      action={() => answerOf(client.POST("/v1/rule-package-versions/{rulePackageVersionId}:publish", asked()))}
      onDone={onDone}
      kind="primary"
    >
      Publish
    </ActionButton>
  );
}

type NextProps = { readonly packageId: string; readonly newest: string | undefined; readonly onDone: () => void };

/**
 * Editor of the next version. It starts with the sources of the newest version and is never overwritten by a reload.
 */
function NextVersion({ packageId, newest, onDone }: NextProps) {
  const sources = useResource(`sources of ${newest ?? packageId}`, async (signal) => {
    if (newest === undefined) return { dsl_source: "", tests_source: "" };
    const params = { path: { rulePackageVersionId: newest } };
    return answerOf(client.GET("/v1/rule-package-versions/{rulePackageVersionId}", { params, signal }));
  });
  return (
    <Shown of={sources}>
      {({ dsl_source, tests_source }) => (
        <RulesEditor key={newest} packageId={packageId} rules={dsl_source} tests={tests_source} onSaved={onDone} />
      )}
    </Shown>
  );
}

type EditorProps = {
  readonly packageId: string;
  readonly rules: string;
  readonly tests: string;
  readonly onSaved: () => void;
};

function RulesEditor({ packageId, rules, tests, onSaved }: EditorProps) {
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
          <ActionButton action={save} onDone={onSaved} kind="primary">
            Save as a new version
          </ActionButton>
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

type Checked =
  | { readonly kind: "checking" }
  | { readonly kind: "right"; readonly fields: number }
  | {
      readonly kind: "wrong";
      readonly message: string;
      readonly line: number | null;
      readonly column: number | null;
      /** True if the place is in the tests, not in the rules. */
      readonly isInTests: boolean;
    };

const PATIENCE_MS = 400;

function useCheck(dslSource: string, testsSource: string): Checked {
  const [checked, setChecked] = useState<Checked>({ kind: "checking" });
  useEffect(() => {
    const controller = new AbortController();
    const timer = setTimeout(() => {
      check(dslSource, testsSource, controller.signal).then(
        (answer) => setChecked(answer),
        () => {
          if (!controller.signal.aborted) setChecked(UNREACHABLE);
        },
      );
    }, PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [dslSource, testsSource]);
  return checked;
}

const UNREACHABLE: Checked = {
  kind: "wrong",
  message: "The server does not answer: the rules are not checked.",
  line: null,
  column: null,
  isInTests: false,
};

/** Checks rules and tests. If the rules alone are valid, the mistake is in the tests. */
async function check(dslSource: string, testsSource: string, signal: AbortSignal): Promise<Checked> {
  const ask = (tests: string) =>
    answerOf(client.POST("/v1/rules/check", { body: { dsl_source: dslSource, tests_source: tests }, signal }));
  const { fields, problem } = await ask(testsSource);
  if (problem === null) return { kind: "right", fields: fields.length };
  const isInTests = testsSource !== "" && (await ask("")).problem === null;
  const { message, line, column } = problem;
  return { kind: "wrong", message: isInTests ? `In the tests: ${message}` : message, line, column, isInTests };
}
