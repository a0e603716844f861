/** One package of rules: its versions, and an editor for the next one. */
import { answerOf } from "@rota/client";
import { useRoute } from "preact-iso";
import { client } from "../../../api/client.ts";
import { useResource } from "../../../api/use-resource.ts";
import { Card } from "../../../components/layout/card.tsx";
import { Empty } from "../../../components/layout/empty.tsx";
import { Page } from "../../../components/layout/page.tsx";
import { Shown } from "../../../components/layout/shown.tsx";
import { Table, type Column } from "../../../components/lists/table.tsx";
import { ActButton } from "../../../components/forms/act-button.tsx";
import { StateBadge } from "../../../components/values/state-badge.tsx";
import { Time } from "../../../components/values/time.tsx";
import { useMay } from "../../../session/session.tsx";
import { onceHeader, type RuleVersion } from "../shared/wire.ts";
import { RulesEditor } from "./rules-editor.tsx";

export function RulePackagePage() {
  const rulePackageId = useRoute().params["packageId"] ?? "";
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
          <a href="/passports">Passports</a> <a href="/passports/rules">Rules</a>
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
    { name: "State", cell: ({ status }) => <StateBadge state={status} /> },
    { name: "Created", cell: ({ created_at }) => <Time at={created_at} /> },
    { name: "", cell: (row) => (mayPublish ? <Acts row={row} onDone={onDone} /> : null) },
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

/** Rules may be published when their tests have passed. */
function Acts({ row, onDone }: { readonly row: RuleVersion; readonly onDone: () => void }) {
  const asked = () => ({
    params: { path: { rulePackageVersionId: row.rule_package_version_id }, header: onceHeader() },
    body: {},
  });
  if (row.status === "DRAFT")
    return (
      <ActButton
        act={() => answerOf(client.POST("/v1/rule-package-versions/{rulePackageVersionId}/tests:run", asked()))}
        onDone={onDone}
      >
        Run the tests
      </ActButton>
    );
  if (row.status !== "VALIDATED") return null;
  return (
    <ActButton
      act={() => answerOf(client.POST("/v1/rule-package-versions/{rulePackageVersionId}:publish", asked()))}
      onDone={onDone}
      kind="primary"
    >
      Publish
    </ActButton>
  );
}

type NextProps = { readonly packageId: string; readonly newest: string | undefined; readonly onDone: () => void };

/** Begins with the sources of the newest version, once: what is being written is not loaded over. */
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
