/** Steps of the life of passports by the HTTP API, which many tests take. */
import { Type } from "typebox";
import { vi } from "vitest";
import { expectBody } from "./answers.ts";
import type { World } from "./world.ts";

export const WAIT = { timeout: 60_000, interval: 20 };

const Document = Type.Object({ document_id: Type.String() });
export const Added = Type.Object({
  document_version_id: Type.String(),
  version: Type.Integer(),
  sha256: Type.String(),
  status: Type.String(),
  job_id: Type.Union([Type.String(), Type.Null()]),
});
const Version = Type.Object({ status: Type.String(), objection: Type.Union([Type.String(), Type.Null()]) });
export const Facts = Type.Object({
  items: Type.Array(
    Type.Object({
      fact_id: Type.String(),
      fact_type: Type.String(),
      fact_key: Type.String(),
      payload_canonical: Type.String(),
      payload_hash: Type.String(),
    }),
  ),
  next_cursor: Type.Union([Type.String(), Type.Null()]),
});
export const Job = Type.Object({ job_id: Type.String() });

export async function createDocument(world: World, kind = "BOM", key = world.keys.admin): Promise<string> {
  const made = await expectBody(201, Document, world.ask("POST", "/v1/documents", { key, body: { kind } }));
  return made.document_id;
}

export const base64 = (text: string) => Buffer.from(text).toString("base64");

export function upload(
  world: World,
  documentId: string,
  { text, mimeType = "application/json", key = world.keys.admin }: { text: string; mimeType?: string; key?: string },
) {
  const body = { content: base64(text), mime_type: mimeType };
  return world.ask("POST", `/v1/documents/${documentId}/versions`, { key, body });
}

/** Creates a document with one version and waits until it is read. */
export async function addDocument(
  world: World,
  { kind = "BOM", text, key = world.keys.admin }: { kind?: string; text: string; key?: string },
): Promise<string> {
  const documentId = await createDocument(world, kind, key);
  const added = await expectBody(201, Added, upload(world, documentId, { text, key }));
  await untilDecided(world, added.document_version_id, key);
  return added.document_version_id;
}

export async function untilDecided(world: World, versionId: string, key = world.keys.admin) {
  const read = () => expectBody(200, Version, world.ask("GET", `/v1/document-versions/${versionId}`, { key }));
  await vi.waitUntil(async () => (await read()).status !== "UPLOADED", WAIT);
  return read();
}

export async function factsOf(world: World, versionId: string, key = world.keys.admin) {
  const path = `/v1/facts?document_version_id=${versionId}&limit=200`;
  return (await expectBody(200, Facts, world.ask("GET", path, { key }))).items;
}

const Snapshot = Type.Object({ snapshot_id: Type.String() });
const SnapshotStatus = Type.Object({ snapshot: Type.Object({ status: Type.String() }), item_count: Type.Integer() });
export const Sealed = Type.Object({ snapshot_hash: Type.String() });

export async function createSnapshot(world: World, key = world.keys.operator): Promise<string> {
  return (await expectBody(201, Snapshot, world.ask("POST", "/v1/snapshots", { key, body: {} }))).snapshot_id;
}

export function addItems(world: World, snapshotId: string, body: object, key = world.keys.operator) {
  return world.ask("POST", `/v1/snapshots/${snapshotId}/items`, { key, body });
}

export async function buildSnapshot(world: World, snapshotId: string, key = world.keys.operator): Promise<void> {
  await expectBody(202, Job, world.ask("POST", `/v1/snapshots/${snapshotId}/build`, { key, body: {} }));
  const read = () => expectBody(200, SnapshotStatus, world.ask("GET", `/v1/snapshots/${snapshotId}`, { key }));
  await vi.waitUntil(async () => (await read()).snapshot.status === "READY", WAIT);
}

export function seal(world: World, snapshotId: string, key = world.keys.operator) {
  return world.ask("POST", `/v1/snapshots/${snapshotId}/seal`, { key, body: {} });
}

export const Rules = Type.Object({
  rule_package_version_id: Type.String(),
  version: Type.Integer(),
  status: Type.String(),
});
const Package = Type.Object({ rule_package_id: Type.String() });
export const RuleVersion = Type.Object({
  version: Rules,
  fields: Type.Array(Type.Object({ field_path: Type.String(), field_type: Type.String() })),
  test_runs: Type.Array(
    Type.Object({
      status: Type.String(),
      cases: Type.Integer(),
      failure: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
});

export async function createPackage(world: World, name: string): Promise<string> {
  const made = await expectBody(201, Package, world.ask("POST", "/v1/rule-packages", { body: { name } }));
  return made.rule_package_id;
}

export function addRules(world: World, packageId: string, { rules, tests = "" }: { rules: string; tests?: string }) {
  const body = { dsl_source: rules, tests_source: tests };
  return world.ask("POST", `/v1/rule-packages/${packageId}/versions`, { body });
}

export async function runTests(world: World, versionId: string, seed?: number) {
  const read = () => expectBody(200, RuleVersion, world.ask("GET", `/v1/rule-package-versions/${versionId}`));
  const before = (await read()).test_runs.length;
  const body = seed === undefined ? {} : { seed };
  await expectBody(202, Job, world.ask("POST", `/v1/rule-package-versions/${versionId}/tests:run`, { body }));
  await vi.waitUntil(async () => (await read()).test_runs.length > before, WAIT);
  return read();
}

export function publish(world: World, versionId: string) {
  return world.ask("POST", `/v1/rule-package-versions/${versionId}:publish`, { body: {} });
}
