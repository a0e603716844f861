/** Shows the last step of a new passport: the choice of rules and the compilation of the version. */
import { answerOf, Card, Choice, Empty, Form, Shown, useAddress, useRequestKeys, useResource } from "@rota/dashboard";
import { useState } from "preact/hooks";
import { client, CHOICES_MAX, type RulePackage } from "./passport-api.ts";
import { useSnapshot } from "./snapshot-step.tsx";

type CompileStepProps = {
  readonly tenant: string;
  readonly snapshotId: string | undefined;
  readonly passportId: string | undefined;
};

export function CompileStep({ tenant, snapshotId, passportId }: CompileStepProps) {
  return (
    <Card title="4. Rules" note="they say which fields the passport has, and how they are computed">
      {snapshotId === undefined || passportId === undefined ? (
        <p class="soft">Comes when there are a sealed snapshot and a battery.</p>
      ) : (
        <OfSealed tenant={tenant} snapshotId={snapshotId} passportId={passportId} />
      )}
    </Card>
  );
}

type Sources = { readonly tenant: string; readonly snapshotId: string; readonly passportId: string };

function OfSealed(sources: Sources) {
  const snapshot = useSnapshot(sources.snapshotId);
  const packages = useResource(`rule packages of ${sources.tenant}`, async (signal) => {
    const params = { query: { tenant: sources.tenant, limit: CHOICES_MAX } };
    return (await answerOf(client.GET("/v1/rule-packages", { params, signal }))).items;
  });
  if (snapshot.value?.snapshot.status !== "SEALED") return <p class="soft">Comes when the snapshot is sealed.</p>;
  return (
    <Shown of={packages}>
      {(items) =>
        items.length === 0 ? (
          <Empty title="No rules yet">
            This tenant has none: write some and publish them under <a href="passports/rules">Rules</a>.
          </Empty>
        ) : (
          <ChooseRules sources={sources} packages={items} />
        )
      }
    </Shown>
  );
}

type ChooseRulesProps = { readonly sources: Sources; readonly packages: readonly RulePackage[] };

function ChooseRules({ sources, packages }: ChooseRulesProps) {
  const [rulePackageId = "", setPackage] = useState(packages[0]?.rule_package_id);
  const versions = useResource(`published rules of ${rulePackageId}`, async (signal) => {
    const params = { path: { rulePackageId } };
    const answer = await answerOf(client.GET("/v1/rule-packages/{rulePackageId}", { params, signal }));
    return answer.versions.filter(({ status }) => status === "PUBLISHED");
  });
  return (
    <div class="stack">
      <Choice
        label="Package of rules"
        options={packages.map(({ rule_package_id, name }) => ({ value: rule_package_id, text: name }))}
        value={rulePackageId}
        onChoose={setPackage}
      />
      <Shown of={versions}>
        {(published) =>
          published.length === 0 ? (
            <p class="notice" data-tone="waiting">
              No version of these rules is published. <a href={`passports/rules/${rulePackageId}`}>Publish one</a>, or
              choose another package.
            </p>
          ) : (
            <Compile
              key={rulePackageId}
              sources={sources}
              options={published.map(({ rule_package_version_id: value, version }) => ({
                value,
                text: `version ${String(version)}`,
              }))}
            />
          )
        }
      </Shown>
    </div>
  );
}

type CompileProps = {
  readonly sources: Sources;
  readonly options: readonly { readonly value: string; readonly text: string }[];
};

function Compile({ sources: { snapshotId, passportId }, options }: CompileProps) {
  const { go } = useAddress();
  const requestKeys = useRequestKeys();
  const [rulesId = "", setRules] = useState(options[0]?.value);
  const compile = async () => {
    const body = { snapshot_id: snapshotId, rule_package_version_id: rulesId };
    const params = { path: { passportId }, header: requestKeys.headerOf("compile", passportId, body) };
    const made = await answerOf(client.POST("/v1/passports/{passportId}/compile", { params, body }));
    go(`passports/versions/${made.passport_version_id}?job=${made.job_id}`);
  };
  return (
    <Form action={compile} verb="Compile and sign" kind="primary">
      <Choice label="Published version" options={options} value={rulesId} onChoose={setRules} />
    </Form>
  );
}
