/** Creates over HTTP the inputs of passports: a product, sealed facts of a document, published rules. */
import { listAt, textAt, valueAt, type Send } from "../../stage/send.ts";
import { until } from "../../stage/until.ts";

export type Ground = { readonly productId: string; readonly snapshotId: string; readonly rulesId: string };

const STEP_MS_MAX = 60_000;
const BOM = { sku: "S1", capacity_kwh: 75.5, health: "98", components: [{ id: 1, weight_kg: 1.25 }] };
const RULES = `
field battery.capacity: Qty(kWh) =
  toQty("kWh", requireSome(recordGet(requireSome(getFact("Battery", "battery:S1"), "E1", "battery missing"), "capacity_kwh"), "E2", "capacity missing"));
field materials.mass: Qty(kg) =
  sumQty("kg", map(getFactsByPrefix("BOM", "bom:S1:"), fn(part) => toQty("kg", requireSome(recordGet(part, "weight_kg"), "E3", "weight missing"))));
`;
const TESTS = "property p: cases(500) seed(7) => forall x: Int . implies(true, x == x);";

export async function preparePassports(send: Send): Promise<Ground> {
  const product = await send({ path: "/v1/battery-products", body: { sku: "chaos", name: "Pack" } });
  const snapshotId = await sealFacts(send, await addDocument(send));
  const rulesId = await publishRules(send);
  return { productId: textAt(product, "battery_product_id"), snapshotId, rulesId };
}

async function addDocument(send: Send): Promise<string> {
  const documentId = textAt(await send({ path: "/v1/documents", body: { kind: "BOM" } }), "document_id");
  const content = Buffer.from(JSON.stringify(BOM)).toString("base64");
  const body = { content, mime_type: "application/json" };
  const versionId = textAt(await send({ path: `/v1/documents/${documentId}/versions`, body }), "document_version_id");
  const path = `/v1/document-versions/${versionId}`;
  const isRead = async () => textAt(await send({ method: "GET", path }), "status") !== "UPLOADED";
  await until("the document to be read", isRead, STEP_MS_MAX);
  return versionId;
}

async function sealFacts(send: Send, versionId: string): Promise<string> {
  const facts = await send({ method: "GET", path: `/v1/facts?document_version_id=${versionId}&limit=200` });
  const snapshotId = textAt(await send({ path: "/v1/snapshots" }), "snapshot_id");
  const factIds = listAt(facts, "items").map((fact) => textAt(fact, "fact_id"));
  const path = `/v1/snapshots/${snapshotId}`;
  await send({ path: `${path}/items`, body: { fact_ids: factIds } });
  await send({ path: `${path}/build` });
  const isReady = async () => textAt(await send({ method: "GET", path }), "snapshot", "status") === "READY";
  await until("the snapshot to be ready", isReady, STEP_MS_MAX);
  await send({ path: `${path}/seal` });
  return snapshotId;
}

async function publishRules(send: Send): Promise<string> {
  const packageId = textAt(await send({ path: "/v1/rule-packages", body: { name: "chaos" } }), "rule_package_id");
  const body = { dsl_source: RULES, tests_source: TESTS };
  const added = await send({ path: `/v1/rule-packages/${packageId}/versions`, body });
  const versionId = textAt(added, "rule_package_version_id");
  const path = `/v1/rule-package-versions/${versionId}`;
  await send({ path: `${path}/tests:run` });
  const isTested = async () => listAt(await send({ method: "GET", path }), "test_runs").length > 0;
  await until("the tests of the rules", isTested, STEP_MS_MAX);
  await send({ path: `${path}:publish` });
  return versionId;
}

/** Requests a version and returns the id of its passport. */
export async function requestPassport(send: Send, ground: Ground, serialNumber: string): Promise<string> {
  const passport = await send({
    path: "/v1/passports",
    body: { battery_product_id: ground.productId, serial_number: serialNumber },
  });
  const body = { snapshot_id: ground.snapshotId, rule_package_version_id: ground.rulesId };
  const passportId = textAt(passport, "passport_id");
  await send({ path: `/v1/passports/${passportId}/compile`, body });
  return passportId;
}

/** Returns true for a version whose chain of events is complete and without duplicates. */
export async function isHistoryRight(send: Send, versionId: string): Promise<boolean> {
  const path = `/v1/passport-events?aggregate_type=PassportVersion&aggregate_id=${versionId}`;
  const answer = await send({ method: "GET", path });
  const kinds = listAt(answer, "items").map((event) => textAt(event, "event_type"));
  return valueAt(answer, "is_unchanged") === true && new Set(kinds).size === kinds.length;
}
