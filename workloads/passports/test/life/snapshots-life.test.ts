/** Tests of snapshots of facts by the HTTP API. */
import { randomUUID } from "node:crypto";
import { sql } from "@rota/engine";
import { listAudit } from "@rota/engine/admin";
import { Type } from "typebox";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sealSnapshot } from "../../src/core/facts/snapshot.ts";
import { refused, expectBody } from "./answers.ts";
import { addDocument, addItems, buildSnapshot, createSnapshot, factsOf, seal, Sealed } from "./steps.ts";
import { openWorld, type World } from "./world.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.dispose());

const Changed = Type.Object({ added: Type.Integer(), snapshot: Type.Object({ status: Type.String() }) });

test("facts are added, built and sealed, and anyone can compute the hash from them", async () => {
  const versionId = await addDocument(world, { text: '{"sku":"A","components":[{"id":2},{"id":1}]}' });
  const facts = await factsOf(world, versionId);
  const snapshotId = await createSnapshot(world);

  const added = await expectBody(200, Changed, addItems(world, snapshotId, { document_version_ids: [versionId] }));
  const again = await expectBody(200, Changed, addItems(world, snapshotId, { fact_id: facts[0]?.fact_id }));
  await buildSnapshot(world, snapshotId);
  const { snapshot_hash: hash } = await expectBody(200, Sealed, seal(world, snapshotId));

  const items = facts.map((fact) => ({
    factType: fact.fact_type,
    factKey: fact.fact_key,
    payloadHash: fact.payload_hash,
  }));
  expect([added.added, again.added]).toEqual([3, 0]);
  expect(hash).toBe(sealSnapshot(snapshotId, items).snapshotHash);
});

test("a snapshot without facts can be sealed", async () => {
  const snapshotId = await createSnapshot(world);
  await buildSnapshot(world, snapshotId);

  const { snapshot_hash: hash } = await expectBody(200, Sealed, seal(world, snapshotId));

  expect(hash).toBe(sealSnapshot(snapshotId, []).snapshotHash);
});

test("a snapshot must be built before it is sealed, and built again after a change", async () => {
  const [fact] = await factsOf(world, await addDocument(world, { text: '{"sku":"B"}' }));
  const snapshotId = await createSnapshot(world);
  const early = await refused(409, seal(world, snapshotId));
  await buildSnapshot(world, snapshotId);

  const added = await expectBody(200, Changed, addItems(world, snapshotId, { fact_id: fact?.fact_id }));
  const changed = await refused(409, seal(world, snapshotId));
  await buildSnapshot(world, snapshotId);
  const path = `/v1/snapshots/${snapshotId}/items/${fact?.fact_id ?? ""}`;
  await expectBody(200, Type.Object({}), world.ask("DELETE", path, { key: world.keys.operator }));
  const removed = await refused(409, seal(world, snapshotId));

  expect([early.code, changed.code, removed.code]).toEqual(Array(3).fill("SNAPSHOT_NOT_READY"));
  expect(added.snapshot.status).toBe("BUILDING");
});

test("two facts of the same type and key cannot be in one snapshot", async () => {
  const one = await addDocument(world, { text: '{"sku":"C","weight_kg":1}' });
  const other = await addDocument(world, { text: '{"sku":"C","weight_kg":2}' });
  const snapshotId = await createSnapshot(world);
  await expectBody(200, Changed, addItems(world, snapshotId, { document_version_ids: [one] }));

  const { code, detail } = await refused(422, addItems(world, snapshotId, { document_version_ids: [other] }));

  expect(code).toBe("VALIDATION_ERROR");
  expect(detail).toContain("two facts of one type and key");
});

test("a sealed snapshot cannot be sealed, built or changed again, not even in the database", async () => {
  const [fact] = await factsOf(world, await addDocument(world, { text: '{"sku":"D"}' }));
  const [other] = await factsOf(world, await addDocument(world, { text: '{"sku":"too late"}' }));
  const factId = fact?.fact_id ?? "";
  const snapshotId = await createSnapshot(world);
  await expectBody(200, Changed, addItems(world, snapshotId, { fact_ids: [factId] }));
  await buildSnapshot(world, snapshotId);
  await expectBody(200, Sealed, seal(world, snapshotId));

  const again = await refused(409, seal(world, snapshotId));
  const more = await refused(409, addItems(world, snapshotId, { fact_ids: [factId] }));
  const writes = [
    sql`update rota.passports_snapshots set status = 'BUILDING' where snapshot_id = ${snapshotId}::uuid`,
    sql`delete from rota.passports_snapshots where snapshot_id = ${snapshotId}::uuid`,
    sql`delete from rota.passports_snapshot_items where snapshot_id = ${snapshotId}::uuid`,
    sql`insert into rota.passports_snapshot_items (tenant, snapshot_id, fact_id, fact_type, fact_key)
        values ('default', ${snapshotId}::uuid, ${other?.fact_id ?? ""}::uuid, 'x', 'y')`,
    sql`update rota.passports_snapshot_items set fact_key = 'z' where snapshot_id = ${snapshotId}::uuid`,
  ];

  expect([again.code, more.code]).toEqual(["SNAPSHOT_SEALED", "SNAPSHOT_SEALED"]);
  for (const write of writes) await expect(world.database.query(write)).rejects.toThrow(/do not change|does not go/);
});

test("facts that do not exist or belong to another tenant are refused by their id", async () => {
  const [fact] = await factsOf(world, await addDocument(world, { text: '{"sku":"E"}' }));
  const snapshotId = await createSnapshot(world, world.keys.acme);
  const body = { fact_ids: [fact?.fact_id] };
  const version = randomUUID();

  const foreign = await refused(404, addItems(world, snapshotId, body, world.keys.acme));
  const missing = await refused(404, addItems(world, snapshotId, { document_version_ids: [version] }, world.keys.acme));
  const hidden = await refused(404, addItems(world, await createSnapshot(world), body, world.keys.acme));

  expect(foreign.detail).toContain(fact?.fact_id);
  expect(missing.detail).toContain(version);
  expect(hidden.code).toBe("NOT_FOUND");
});

test("the events of a snapshot are a chain of hashes, and sealing is in the audit log as well", async () => {
  const snapshotId = await createSnapshot(world);
  await buildSnapshot(world, snapshotId);
  await expectBody(200, Sealed, seal(world, snapshotId));
  const path = `/v1/passport-events?aggregate_type=DataSnapshot&aggregate_id=${snapshotId}`;
  const Events = Type.Object({
    is_unchanged: Type.Boolean(),
    items: Type.Array(
      Type.Object({
        event_type: Type.String(),
        actor_id: Type.Union([Type.String(), Type.Null()]),
        event_hash: Type.String(),
      }),
    ),
  });

  const chain = await expectBody(200, Events, world.ask("GET", path));
  const filter = { subject: { type: "DataSnapshot", id: snapshotId } };
  const { entries } = await listAudit(world.database, { tenant: "default", limit: 10, filter });

  expect(chain.is_unchanged).toBe(true);
  expect(chain.items.map(({ event_type: type, actor_id: actor }) => [type, actor])).toEqual([
    ["SNAPSHOT_CREATED", "olga"],
    ["SNAPSHOT_READY", null],
    ["SNAPSHOT_SEALED", "olga"],
  ]);
  expect(entries.map(({ action, details }) => [action, details])).toEqual([
    ["passports.SNAPSHOT_SEALED", { aggregateVersion: 3, eventHash: chain.items[2]?.event_hash }],
  ]);
  expect((await refused(404, world.ask("GET", path, { key: world.keys.acme }))).code).toBe("NOT_FOUND");
});
