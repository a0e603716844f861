/** Tests of batches: many documents are uploaded together, and each battery has the same passport as if made alone. */
import { sql } from "@rota/engine";
import { Type } from "typebox";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { PART_SIZE } from "../../src/store/batch-part.ts";
import { readVerificationKeys } from "../../src/core/passport/verification-key.ts";
import { verifyPassport } from "../../src/verify/verify-passport.ts";
import { refused, expectBody } from "../life/answers.ts";
import { addRules, createPackage, Rules } from "../life/steps.ts";
import { openWorld, type World } from "../life/world.ts";
import {
  postAction,
  createPassport,
  eventsOf,
  giveKey,
  prepare,
  readVersion,
  replay,
  type Ground,
} from "../versions/version-steps.ts";
import { askForBatch, battery, itemsOf, startBatch, untilOver } from "./batch-steps.ts";

let world: World;
let ground: Ground;

beforeAll(async () => {
  giveKey();
  world = await openWorld();
  ground = await prepare(world);
});
afterAll(async () => {
  await world.dispose();
  vi.unstubAllEnvs();
});

const Events = Type.Object({ items: Type.Array(Type.Any()), is_unchanged: Type.Boolean() });

const countRows = async () => {
  const [row] = await world.database.query(sql<{ rows: bigint }>`
    select (select count(*) from rota.passports_batches) + (select count(*) from rota.passports_versions)
         + (select count(*) from rota.passports_documents) + (select count(*) from rota.passports_events) as rows`);
  return row?.rows;
};

test("each battery of a batch has its own document, snapshot and passport, signed and drawn", async () => {
  const batteries = Array.from({ length: PART_SIZE + 2 }, (_, nth) => battery(`A-${String(nth)}`, 50 + nth));

  const { batchId, items } = await startBatch(world, ground, batteries);
  const counts = await untilOver(world, batchId);

  expect(counts).toMatchObject({
    total: batteries.length,
    compiling: 0,
    signed: 0,
    completed: batteries.length,
    failed: 0,
  });
  const made = await itemsOf(world, batchId);
  expect(made.map(({ serial_number }) => serial_number)).toEqual(batteries.map(({ serialNumber }) => serialNumber));
  expect(made.map(({ version }) => version.passport_version_id)).toEqual(items.map((item) => item.passport_version_id));
  expect(new Set(made.map(({ version }) => version.snapshot_id)).size).toBe(batteries.length);
  expect(new Set(made.map(({ version }) => version.payload_hash)).size).toBe(batteries.length);
  expect(await itemsOf(world, batchId, `?after=${String(PART_SIZE)}&limit=1`)).toEqual([made[PART_SIZE]]);
});

test("a passport of a batch verifies, compiles to the same bytes again, and has the same history as one that was made alone", async () => {
  const { batchId, items } = await startBatch(world, ground, [battery("B-1"), battery("B-2", "80.25")]);
  await untilOver(world, batchId);
  const versionId = items[1]?.passport_version_id ?? "";

  await expectBody(200, Type.Any(), postAction(world, versionId, "activate"));
  const replayed = await replay(world, versionId);

  expect(replayed).toEqual({ verification: "passed" });
  const story = ["PASSPORT_REQUESTED", "PASSPORT_COMPILED", "PASSPORT_SIGNED", "QR_GENERATED"];
  expect(await eventsOf(world, versionId)).toEqual([...story, "PASSPORT_ACTIVATED", "PASSPORT_REPLAYED"]);
  const bytesOf = async (name: string) => (await world.ask("GET", `/v1/passport-versions/${versionId}/${name}`)).bytes;
  const passport = {
    payload: await bytesOf("payload"),
    proof: await bytesOf("proof"),
    receipt: await bytesOf("receipt"),
  };
  const keys = (await world.ask("GET", "/v1/signing-keys", { key: "" })).bytes.toString();
  expect(verifyPassport(passport, readVerificationKeys(keys)).verdict).toBe("valid");
  const [first] = await itemsOf(world, batchId);
  const path = `/v1/passport-events?aggregate_type=DataSnapshot&aggregate_id=${first?.version.snapshot_id ?? ""}`;
  expect(await expectBody(200, Events, world.ask("GET", path))).toMatchObject({
    is_unchanged: true,
    items: [
      { event_type: "SNAPSHOT_CREATED", actor_id: "olga" },
      { event_type: "SNAPSHOT_CHANGED", actor_id: "olga" },
      { event_type: "SNAPSHOT_READY", actor_id: null },
      { event_type: "SNAPSHOT_SEALED", actor_id: "olga" },
    ],
  });
});

test("a battery whose document cannot be read or compiled reports why, and the others continue", async () => {
  const batteries = [{ serialNumber: "C-1", text: "{" }, battery("C-2", "much"), battery("C-3")];

  const { batchId } = await startBatch(world, ground, batteries);
  const counts = await untilOver(world, batchId);

  expect(counts).toMatchObject({ total: 3, completed: 1, failed: 2 });
  const [unread, uncompiled, made] = (await itemsOf(world, batchId)).map(({ version }) => version);
  expect(unread?.failure).toMatchObject({ code: "VALIDATION_ERROR" });
  expect(unread?.failure?.message).toContain("the document was rejected");
  expect(uncompiled?.failure).toMatchObject({ code: "RULE_TYPE_ERROR" });
  expect(made).toMatchObject({ status: "SIGNED", has_qr: true, failure: null });
});

test("a battery that has a passport gets a new version of it", async () => {
  const passportId = await createPassport(world, ground, "D-1");

  const { batchId, items } = await startBatch(world, ground, [battery("D-1"), battery("D-2")]);
  await untilOver(world, batchId);

  expect(items[0]?.passport_id).toBe(passportId);
  expect((await readVersion(world, items[0]?.passport_version_id ?? "")).passport_id).toBe(passportId);
});

test("facts that all batteries share are stored once, and each document is named as their source", async () => {
  const same = [battery("E-1", 61), battery("E-2", 61), battery("E-3", 61)];

  const { batchId } = await startBatch(world, ground, same);
  await untilOver(world, batchId);

  const versions = (await itemsOf(world, batchId)).map(({ document_version_id: id }) => id);
  const rows = await world.database.query(sql<{ facts: bigint; sources: bigint }>`
    select count(distinct fact_id) as facts, count(*) as sources
      from rota.passports_fact_sources where document_version_id = any (${versions}::uuid[])`);
  expect(rows).toEqual([{ facts: 2n, sources: 6n }]);
});

test("a batch that is refused leaves nothing behind", async () => {
  const packageId = await createPackage(world, "unpublished");
  const draft = await expectBody(201, Rules, addRules(world, packageId, { rules: "field a: Int = 1;" }));
  const unknown = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";
  const before = await countRows();

  const asked = (batteries: Parameters<typeof askForBatch>[2], more: object = {}) =>
    askForBatch(world, ground, batteries, more);
  const twice = await refused(422, asked([battery("F-1"), battery("F-1")]));
  const unpublished = asked([battery("F-1")], { rule_package_version_id: draft.rule_package_version_id });
  const noRules = await refused(409, unpublished);
  const noProduct = await refused(404, asked([battery("F-1")], { battery_product_id: unknown }));
  const none = await refused(400, asked([]));

  expect([twice, noRules, noProduct].map(({ code }) => code)).toEqual([
    "VALIDATION_ERROR",
    "RULE_PKG_NOT_PUBLISHED",
    "NOT_FOUND",
  ]);
  expect(twice.detail).toContain("F-1");
  expect(none.code).not.toBe("");
  expect(await countRows()).toBe(before);
});

test("a batch is visible to its tenant only", async () => {
  const { batchId } = await startBatch(world, ground, [battery("G-1")]);

  const { status } = await world.ask("GET", `/v1/passport-batches/${batchId}`, { key: world.keys.acme });
  const items = await world.ask("GET", `/v1/passport-batches/${batchId}/items`, { key: world.keys.acme });

  expect([status, items.status]).toEqual([404, 404]);
});
