/** Tests of uploading documents by the HTTP API. */
import { randomUUID } from "node:crypto";
import { sql } from "@rota/engine";
import { createKey } from "@rota/engine/admin";
import { Type } from "typebox";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { refused, expectBody } from "./answers.ts";
import {
  Added,
  addDocument,
  base64,
  createDocument,
  Facts,
  factsOf,
  Job,
  untilDecided,
  upload,
  WAIT,
} from "./steps.ts";
import { openWorld, type World } from "./world.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.dispose());

const BOM = '{"sku":"S1","capacity_kwh":75.5,"components":[{"id":1,"weight_kg":1.20}]}';

test("an uploaded document is read into facts, whose fractions are decimal text, and its bytes can be downloaded", async () => {
  const documentId = await createDocument(world, "BOM", world.keys.uploader);
  const added = await expectBody(201, Added, upload(world, documentId, { text: BOM, key: world.keys.uploader }));
  const { status } = await untilDecided(world, added.document_version_id);

  const facts = await factsOf(world, added.document_version_id);
  const content = await world.ask("GET", `/v1/document-versions/${added.document_version_id}/content`);

  expect(status).toBe("VALIDATED");
  expect(facts.map(({ fact_key: key, payload_canonical: payload }) => [key, payload]).sort()).toEqual([
    ["battery:S1", '{"capacity_kwh":"75.5","sku":"S1"}'],
    ["bom:S1:1", '{"id":1,"weight_kg":"1.20"}'],
  ]);
  expect(content.bytes.toString()).toBe(BOM);
  expect(content.headers["content-type"]).toContain("application/octet-stream");
  expect(content.headers["etag"]).toBe(`"${added.sha256}"`);
});

test("the same bytes are the existing version, and another version in another document", async () => {
  const [one, other] = [await createDocument(world), await createDocument(world)];
  const first = await expectBody(201, Added, upload(world, one, { text: BOM }));
  await untilDecided(world, first.document_version_id);

  const again = await expectBody(200, Added, upload(world, one, { text: BOM }));
  const elsewhere = await expectBody(201, Added, upload(world, other, { text: BOM }));
  const next = await expectBody(201, Added, upload(world, one, { text: `${BOM} ` }));

  expect(again).toMatchObject({ document_version_id: first.document_version_id, status: "VALIDATED", job_id: null });
  expect(elsewhere.document_version_id).not.toBe(first.document_version_id);
  expect(next.version).toBe(2);
  await untilDecided(world, elsewhere.document_version_id);
  const same = await factsOf(world, elsewhere.document_version_id);
  expect(same).toEqual(await factsOf(world, first.document_version_id));
});

test("a document that cannot be read is rejected with the position, and its task succeeds", async () => {
  const documentId = await createDocument(world, "PCF");
  const added = await expectBody(201, Added, upload(world, documentId, { text: '{"sku":"S","total":-1.797E308}' }));

  const { status, objection } = await untilDecided(world, added.document_version_id);

  expect(status).toBe("REJECTED");
  expect(objection).toContain("/total");
  const task = await expectBody(
    200,
    Type.Object({ state: Type.String() }),
    world.ask("GET", `/v1/tasks/${added.job_id ?? ""}`),
  );
  expect(task.state).toBe("COMPLETED");
  expect(await factsOf(world, added.document_version_id)).toEqual([]);
});

test("a document of kind OTHER has no facts, whatever its bytes", async () => {
  const documentId = await createDocument(world, "OTHER");
  const text = "%PDF \u0000 anything";

  const added = await expectBody(201, Added, upload(world, documentId, { text, mimeType: "application/pdf" }));

  const decided = await untilDecided(world, added.document_version_id);
  expect(decided).toMatchObject({ status: "VALIDATED", objection: null });
});

test("a large table is read in a separate process", async () => {
  const rows = Array.from({ length: 3_000 }, (_, index) => `S1,c${String(index)},${String(index)}.50`);
  const documentId = await createDocument(world);
  const text = ["sku,component_id,weight_kg", ...rows].join("\n");

  const added = await expectBody(201, Added, upload(world, documentId, { text, mimeType: "text/csv" }));
  const { status } = await untilDecided(world, added.document_version_id);

  expect(status).toBe("VALIDATED");
  const [count] = await world.database.query(sql<{ facts: bigint }>`
    select count(*) as facts from rota.passports_fact_sources where document_version_id = ${added.document_version_id}::uuid`);
  expect(count?.facts).toBe(3_001n);
});

test("staged bytes become a version in the background, and are then no longer staged", async () => {
  const documentId = await createDocument(world);
  const body = { content: base64('{"sku":"S9"}'), mime_type: "application/json" };
  await expectBody(202, Job, world.ask("POST", `/v1/documents/${documentId}/uploads`, { body }));

  const Versions = Type.Object({
    versions: Type.Array(Type.Object({ version: Type.Integer(), status: Type.String() })),
  });
  const read = () => expectBody(200, Versions, world.ask("GET", `/v1/documents/${documentId}`));
  await vi.waitUntil(async () => (await read()).versions[0]?.status === "VALIDATED", WAIT);

  expect((await read()).versions).toHaveLength(1);
  expect(await world.database.query(sql`select from rota.passports_uploads`)).toEqual([]);
});

test.each([
  ["no base64", { content: "a$==", mime_type: "application/json" }, "content must be base64"],
  ["no type", { content: "eyJ9", mime_type: "json" }, "mime_type must be such as application/json"],
])("an upload of %s is refused with the reason", async (_, body, message) => {
  const documentId = await createDocument(world);

  const { code, detail } = await refused(422, world.ask("POST", `/v1/documents/${documentId}/versions`, { body }));

  expect(code).toBe("VALIDATION_ERROR");
  expect(detail).toContain(message);
});

test("data of another tenant cannot be seen or changed, as if it did not exist", async () => {
  const versionId = await addDocument(world, { text: '{"sku":"T1"}' });
  const key = world.keys.acme;

  const own = await addDocument(world, { text: '{"sku":"T1"}', key });
  const foreign = await refused(404, world.ask("GET", `/v1/document-versions/${versionId}`, { key }));
  const content = await refused(404, world.ask("GET", `/v1/document-versions/${versionId}/content`, { key }));
  const facts = await expectBody(200, Facts, world.ask("GET", "/v1/facts?limit=200", { key }));

  expect([foreign.code, content.code]).toEqual(["NOT_FOUND", "NOT_FOUND"]);
  expect(facts.items.map(({ fact_key: factKey }) => factKey)).toEqual(["battery:T1"]);
  expect(await factsOf(world, own, key)).toHaveLength(1);
});

test("a reader of documents cannot upload, and a viewer cannot read them", async () => {
  const denied = [
    world.ask("POST", "/v1/documents", { key: world.keys.operator, body: { kind: "BOM" } }),
    world.ask("GET", "/v1/documents", { key: world.keys.viewer }),
  ];

  for (const asked of denied) expect((await refused(403, asked)).code).toBe("ROLE_MISSING");
});

test("a list is returned in pages, each item once", async () => {
  const { key: pager } = await createKey(world.database, { name: "pia", roles: ["admin"], tenant: "pages" });
  for (let count = 0; count < 5; count++) await createDocument(world, "OTHER", pager);
  const Documents = Type.Object({
    items: Type.Array(Type.Object({ document_id: Type.String() })),
    next_cursor: Type.Union([Type.String(), Type.Null()]),
  });

  const seen: string[] = [];
  for (let cursor: string | null = "", pages = 0; cursor !== null && pages < 9; pages++) {
    const path: string = `/v1/documents?limit=2${cursor === "" ? "" : `&cursor=${cursor}`}`;
    const page = await expectBody(200, Documents, world.ask("GET", path, { key: pager }));
    seen.push(...page.items.map(({ document_id: id }) => id));
    cursor = page.next_cursor;
  }

  expect(seen).toHaveLength(5);
  expect(new Set(seen).size).toBe(5);
  expect((await refused(422, world.ask("GET", "/v1/documents?cursor=x", { key: pager }))).detail).toContain("cursor");
});

test("a request runs once per key: repeated it has the same response, another request with the key is refused, and so is one without a key", async () => {
  const idempotencyKey = randomUUID();
  const Id = Type.Object({ document_id: Type.String() });
  const body = { kind: "BOM" };

  const first = await expectBody(201, Id, world.ask("POST", "/v1/documents", { body, idempotencyKey }));
  const again = await world.ask("POST", "/v1/documents", { body, idempotencyKey });
  const other = await refused(409, world.ask("POST", "/v1/documents", { body: { kind: "PCF" }, idempotencyKey }));
  const without = await refused(422, world.ask("POST", "/v1/documents", { body, idempotencyKey: "" }));

  expect(again.body).toMatchObject(first);
  expect(again.headers["idempotent-replayed"]).toBe("true");
  expect(other.code).toBe("IDEMPOTENCY_CONFLICT");
  expect(without.code).toBe("VALIDATION_ERROR");
});

test("an upload never changes, not even by writes to the database", async () => {
  const versionId = await addDocument(world, { text: '{"sku":"I1"}' });
  const writes = [
    sql`update rota.passports_document_versions set content = 'x'::bytea where document_version_id = ${versionId}::uuid`,
    sql`update rota.passports_document_versions set status = 'UPLOADED' where document_version_id = ${versionId}::uuid`,
    sql`update rota.passports_facts set payload_canonical = 'x'::bytea`,
    sql`update rota.passports_events set event_type = 'x'`,
    sql`delete from rota.passports_events`,
  ];

  for (const write of writes) await expect(world.database.query(write)).rejects.toThrow(/do(es)? not (change|go)/);
});
