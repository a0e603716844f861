/** Finds or creates what the passports of the demo are compiled from: a product, a sealed snapshot of facts, and rules. */
import { randomUUID } from "node:crypto";
import type { DemoContext } from "@rota/engine/workload";
import { Type } from "typebox";
import { Parse } from "typebox/value";
import { sampleBatteryPass, shippedRules } from "../core/node/shipped-files.ts";

/** Sends requests with the key of a tenant. */
type Requester = { readonly context: DemoContext; readonly tenant: string };

/** A tenant with the ids of what its passports are compiled from. */
export type Issuer = Requester & {
  readonly productId: string;
  readonly snapshotId: string;
  readonly rulesId: string;
};

/** Posts with an idempotency key that no other request has. */
export function postFresh({ context, tenant }: Requester, path: string, body: object): Promise<unknown> {
  return context.request({ tenant, path, body, headers: { "idempotency-key": randomUUID() } });
}

export async function findSources(context: DemoContext, tenant: string): Promise<Issuer> {
  const requester = { context, tenant };
  const [productId, snapshotId, rulesId] = await Promise.all([
    findProduct(requester),
    findSnapshot(requester),
    findRules(requester),
  ]);
  return { ...requester, productId, snapshotId, rulesId };
}

/** Name of the product. It is that of version 0.1.0, whose data folders resume. */
const SKU = "scene";
const Product = Type.Object({ battery_product_id: Type.String() });
const Products = Type.Object({ items: Type.Array(Product) });

async function findProduct(requester: Requester): Promise<string> {
  const { context, tenant } = requester;
  const path = "/v1/battery-products";
  const [known] = Parse(Products, await context.request({ tenant, path, query: { sku: SKU } })).items;
  const create = () => postFresh(requester, path, { sku: SKU, name: "Traction battery 75" });
  return (known ?? Parse(Product, await create())).battery_product_id;
}

const FACTS_MAX = 200;
/** Distinguishes the snapshot of the demo from those of users. */
const LABEL = "demo";
const SnapshotName = Type.Object({ snapshot_id: Type.String() });
const Snapshots = Type.Object({
  items: Type.Array(Type.Object({ ...SnapshotName.properties, label: Type.Union([Type.String(), Type.Null()]) })),
});
const SnapshotStatus = Type.Object({ snapshot: Type.Object({ status: Type.String() }) });
const Facts = Type.Object({ items: Type.Array(Type.Object({ fact_id: Type.String() })) });

async function findSnapshot(requester: Requester): Promise<string> {
  const { context, tenant } = requester;
  const sealed = await context.request({ tenant, path: "/v1/snapshots", query: { status: "SEALED" } });
  const known = Parse(Snapshots, sealed).items.find(({ label }) => label === LABEL);
  return known?.snapshot_id ?? sealSample(requester);
}

async function sealSample(requester: Requester): Promise<string> {
  const { context, tenant } = requester;
  const query = { document_version_id: await uploadSample(requester), limit: FACTS_MAX };
  const facts = Parse(Facts, await context.request({ tenant, path: "/v1/facts", query })).items;
  const created = await postFresh(requester, "/v1/snapshots", { label: LABEL });
  const { snapshot_id: snapshotId } = Parse(SnapshotName, created);
  const path = `/v1/snapshots/${snapshotId}`;
  await postFresh(requester, `${path}/items`, { fact_ids: facts.map((fact) => fact.fact_id) });
  await postFresh(requester, `${path}/build`, {});
  await context.until(async () => {
    const { snapshot } = Parse(SnapshotStatus, await context.request({ tenant, path }));
    return snapshot.status === "READY" ? true : undefined;
  });
  await postFresh(requester, `${path}/seal`, {});
  return snapshotId;
}

const Document = Type.Object({ document_id: Type.String() });
const Uploaded = Type.Object({ document_version_id: Type.String() });
const DocumentStatus = Type.Object({
  status: Type.String(),
  objection: Type.Union([Type.String(), Type.Null()]),
});

async function uploadSample(requester: Requester): Promise<string> {
  const { context, tenant } = requester;
  const { document_id: id } = Parse(Document, await postFresh(requester, "/v1/documents", { kind: "DATA_MODEL" }));
  const content = Buffer.from(sampleBatteryPass()).toString("base64");
  const upload = { content, mime_type: "application/json" };
  const uploaded = await postFresh(requester, `/v1/documents/${id}/versions`, upload);
  const { document_version_id: versionId } = Parse(Uploaded, uploaded);
  return context.until(async () => {
    const read = await context.request({ tenant, path: `/v1/document-versions/${versionId}` });
    const { status, objection } = Parse(DocumentStatus, read);
    if (status === "REJECTED") throw new Error(`the shipped sample was rejected: ${objection ?? "without a reason"}`);
    return status === "VALIDATED" ? versionId : undefined;
  });
}

const Package = Type.Object({ rule_package_id: Type.String() });
const Packages = Type.Object({ items: Type.Array(Type.Object({ ...Package.properties, name: Type.String() })) });
const AddedRules = Type.Object({ rule_package_version_id: Type.String(), status: Type.String() });
const RuleRuns = Type.Object({ test_runs: Type.Array(Type.Unknown()) });

async function findRules(requester: Requester): Promise<string> {
  const { context, tenant } = requester;
  const [rules] = shippedRules();
  if (rules === undefined) throw new Error("the package contains no rules");
  const { name, description, dslSource, testsSource } = rules;
  const path = "/v1/rule-packages";
  const known = Parse(Packages, await context.request({ tenant, path })).items.find((each) => each.name === name);
  const create = () => postFresh(requester, path, { name, description });
  const { rule_package_id: packageId } = known ?? Parse(Package, await create());
  const sources = { dsl_source: dslSource, tests_source: testsSource };
  const added = Parse(AddedRules, await postFresh(requester, `${path}/${packageId}/versions`, sources));
  if (added.status !== "PUBLISHED") await publish(requester, added.rule_package_version_id);
  return added.rule_package_version_id;
}

/** Publishes rules once their tests have passed. */
async function publish(requester: Requester, versionId: string): Promise<void> {
  const { context, tenant } = requester;
  const path = `/v1/rule-package-versions/${versionId}`;
  await postFresh(requester, `${path}/tests:run`, {});
  await context.until(async () => {
    const { test_runs: runs } = Parse(RuleRuns, await context.request({ tenant, path }));
    return runs.length > 0 ? true : undefined;
  });
  await postFresh(requester, `${path}:publish`, {});
}
