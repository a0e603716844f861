/** Tests that references always have a target: the database refuses every write that would break one. */
import { randomUUID } from "node:crypto";
import { sql, type Sql } from "@rota/engine";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDocument, addItems, createSnapshot, factsOf } from "./steps.ts";
import { openWorld, type World } from "./world.ts";

let world: World;
let ids: { readonly version: string; readonly fact: string; readonly snapshot: string };

beforeAll(async () => {
  world = await openWorld();
  const version = await addDocument(world, { text: '{"sku":"S1"}' });
  const fact = (await factsOf(world, version))[0]?.fact_id ?? "";
  const snapshot = await createSnapshot(world);
  await addItems(world, snapshot, { fact_ids: [fact] });
  ids = { version, fact, snapshot };
});
afterAll(() => world.dispose());

const source = (tenant: string, version: string, fact: string) => sql`
  insert into rota.passports_fact_sources (tenant, document_version_id, fact_id)
  values (${tenant}, ${version}::uuid, ${fact}::uuid)`;
const item = (tenant: string, snapshot: string, fact: string) => sql`
  insert into rota.passports_snapshot_items (tenant, snapshot_id, fact_id, fact_type, fact_key)
  values (${tenant}, ${snapshot}::uuid, ${fact}::uuid, 'T', 'k')`;

const violation = { sqlState: "23503" };

test.each<[string, () => Sql]>([
  ["a source whose document does not exist", () => source("default", randomUUID(), ids.fact)],
  ["a source whose fact does not exist", () => source("default", ids.version, randomUUID())],
  ["a source of another tenant", () => source("acme", ids.version, ids.fact)],
  ["an item whose snapshot does not exist", () => item("default", randomUUID(), ids.fact)],
  ["an item whose fact does not exist", () => item("default", ids.snapshot, randomUUID())],
  ["an item of another tenant", () => item("acme", ids.snapshot, ids.fact)],
])("%s is refused", async (_, statement) => {
  await expect(world.database.query(statement())).rejects.toMatchObject(violation);
});

test.each<[string, () => Sql]>([
  ["a fact", () => sql`delete from rota.passports_facts where fact_id = ${ids.fact}::uuid`],
  [
    "a version of a document",
    () => sql`delete from rota.passports_document_versions where document_version_id = ${ids.version}::uuid`,
  ],
  ["a snapshot", () => sql`delete from rota.passports_snapshots where snapshot_id = ${ids.snapshot}::uuid`],
])("%s that is used cannot be deleted", async (_, statement) => {
  await expect(world.database.query(statement())).rejects.toMatchObject(violation);
});
