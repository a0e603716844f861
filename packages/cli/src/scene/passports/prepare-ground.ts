/** What passports are compiled from: a product, the sealed facts of the shipped sample, the shipped rules. What is there is found again. */
import { randomUUID } from "node:crypto";
import { answerOf, type RotaClient } from "@rota/client";
import { sampleBatteryPass, shippedRules } from "@rota/passports/node";
import { SCENE } from "../secrets/scene-keys.ts";
import { until, type Stage } from "../stage.ts";

export type Ground = { readonly productId: string; readonly snapshotId: string; readonly rulesId: string };

const FACTS_MAX = 200;
const FRESH = () => ({ "idempotency-key": randomUUID() });

export async function prepareGround(stage: Stage, tenant: string): Promise<Ground> {
  const client = stage.clientOf(tenant);
  const [productId, snapshotId, rulesId] = await Promise.all([
    findProduct(client),
    findSnapshot(stage, client),
    findRules(stage, client),
  ]);
  return { productId, snapshotId, rulesId };
}

async function findProduct(client: RotaClient): Promise<string> {
  const query = { sku: SCENE };
  const { items } = await answerOf(client.GET("/v1/battery-products", { params: { query } }));
  const body = { sku: SCENE, name: "Traction battery 75" };
  const product =
    items[0] ?? (await answerOf(client.POST("/v1/battery-products", { params: { header: FRESH() }, body })));
  return product.battery_product_id;
}

async function findSnapshot(stage: Stage, client: RotaClient): Promise<string> {
  const query = { status: "SEALED" } as const;
  const { items } = await answerOf(client.GET("/v1/snapshots", { params: { query } }));
  return items.find(({ created_by: by }) => by === SCENE)?.snapshot_id ?? sealSample(stage, client);
}

async function sealSample(stage: Stage, client: RotaClient): Promise<string> {
  const versionId = await uploadSample(stage, client);
  const query = { document_version_id: versionId, limit: FACTS_MAX };
  const facts = await answerOf(client.GET("/v1/facts", { params: { query } }));
  const params = () => ({ header: FRESH() });
  const { snapshot_id: snapshotId } = await answerOf(client.POST("/v1/snapshots", { params: params(), body: {} }));
  const named = () => ({ ...params(), path: { snapshotId } });
  const factIds = facts.items.map((fact) => fact.fact_id);
  await client.POST("/v1/snapshots/{snapshotId}/items", { params: named(), body: { fact_ids: factIds } });
  await client.POST("/v1/snapshots/{snapshotId}/build", { params: named(), body: {} });
  await until(stage, async () => {
    const { snapshot } = await answerOf(client.GET("/v1/snapshots/{snapshotId}", { params: { path: { snapshotId } } }));
    return snapshot.status === "READY" ? true : undefined;
  });
  await client.POST("/v1/snapshots/{snapshotId}/seal", { params: named(), body: {} });
  return snapshotId;
}

async function uploadSample(stage: Stage, client: RotaClient): Promise<string> {
  const { document_id: documentId } = await answerOf(
    client.POST("/v1/documents", { params: { header: FRESH() }, body: { kind: "DATA_MODEL" } }),
  );
  const content = Buffer.from(sampleBatteryPass()).toString("base64");
  const { document_version_id: documentVersionId } = await answerOf(
    client.POST("/v1/documents/{documentId}/versions", {
      params: { header: FRESH(), path: { documentId } },
      body: { content, mime_type: "application/json" },
    }),
  );
  const params = { path: { documentVersionId } };
  return until(stage, async () => {
    const { status, objection } = await answerOf(client.GET("/v1/document-versions/{documentVersionId}", { params }));
    if (status === "REJECTED") throw new Error(`the shipped sample was rejected: ${objection ?? "without a reason"}`);
    return status === "VALIDATED" ? documentVersionId : undefined;
  });
}

async function findRules(stage: Stage, client: RotaClient): Promise<string> {
  const [rules] = shippedRules();
  if (rules === undefined) throw new Error("no rules come along");
  const { items } = await answerOf(client.GET("/v1/rule-packages"));
  const known = items.find(({ name }) => name === rules.name);
  const { name, description, dslSource, testsSource } = rules;
  const { rule_package_id: rulePackageId } =
    known ??
    (await answerOf(client.POST("/v1/rule-packages", { params: { header: FRESH() }, body: { name, description } })));
  const added = await answerOf(
    client.POST("/v1/rule-packages/{rulePackageId}/versions", {
      params: { header: FRESH(), path: { rulePackageId } },
      body: { dsl_source: dslSource, tests_source: testsSource },
    }),
  );
  if (added.status !== "PUBLISHED") await publish(stage, client, added.rule_package_version_id);
  return added.rule_package_version_id;
}

/** Only rules whose tests have passed are published. */
async function publish(stage: Stage, client: RotaClient, rulePackageVersionId: string): Promise<void> {
  const params = () => ({ header: FRESH(), path: { rulePackageVersionId } });
  await client.POST("/v1/rule-package-versions/{rulePackageVersionId}/tests:run", { params: params(), body: {} });
  await until(stage, async () => {
    const { test_runs: runs } = await answerOf(
      client.GET("/v1/rule-package-versions/{rulePackageVersionId}", { params: { path: { rulePackageVersionId } } }),
    );
    return runs.length > 0 ? true : undefined;
  });
  await client.POST("/v1/rule-package-versions/{rulePackageVersionId}:publish", { params: params(), body: {} });
}
