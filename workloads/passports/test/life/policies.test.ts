/** Tests of policies for the operations of passports. */
import { sql } from "@rota/engine";
import { createKey } from "@rota/engine/admin";
import { Type } from "typebox";
import { afterAll, beforeAll, expect, test } from "vitest";
import { policiesInForce } from "../../src/store/policies.ts";
import { operations } from "../../src/parts.ts";
import { refused, expectBody } from "./answers.ts";
import { createDocument } from "./steps.ts";
import { openWorld, type World } from "./world.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld({ isWorking: false, config: { serverTrustedProxies: "127.0.0.1" } });
});
afterAll(() => world.dispose());

const Made = Type.Object({ policy_id: Type.String() });
const Version = Type.Object({
  policy_version_id: Type.String(),
  version: Type.Integer(),
  is_active: Type.Boolean(),
  policy_canonical: Type.String(),
  policy_hash: Type.String(),
});
const Policies = Type.Object({
  items: Type.Array(
    Type.Object({ policy_id: Type.String(), name: Type.String(), in_force: Type.Union([Version, Type.Null()]) }),
  ),
});
const Events = Type.Object({
  items: Type.Array(
    Type.Object({
      event_type: Type.String(),
      actor_id: Type.Union([Type.String(), Type.Null()]),
      payload_canonical: Type.String(),
    }),
  ),
  is_unchanged: Type.Boolean(),
});

/** Number of created tenants. Each test has its own, with a key of an administrator and one of a viewer. */
let tenants = 0;
async function newTenant() {
  const tenant = `tenant-${String(++tenants)}`;
  const keyOf = async (name: string, role: string) =>
    (await createKey(world.database, { name, roles: [role], tenant })).key;
  return { tenant, ann: await keyOf("ann", "admin"), vic: await keyOf("vic", "viewer") };
}

async function createPolicy(name: string, key: string): Promise<string> {
  return (await expectBody(201, Made, world.ask("POST", "/v1/policies", { key, body: { name } }))).policy_id;
}

const addVersion = (policyId: string, body: object, key: string) =>
  world.ask("POST", `/v1/policies/${policyId}/versions`, { key, body });

async function putInForce(name: string, body: object, key: string) {
  const policyId = await createPolicy(name, key);
  return { policyId, version: await expectBody(201, Version, addVersion(policyId, body, key)) };
}

const uploads = { path: "/v1/documents*" };
const createIn = (key: string, headers: Readonly<Record<string, string>> = {}) =>
  world.ask("POST", "/v1/documents", { key, headers, body: { kind: "BOM" } });

test("a request that a policy denies is refused, and is an event of the policy with permission, reason, resource and request", async () => {
  const { ann, tenant } = await newTenant();
  const documentId = await createDocument(world, "BOM", ann);
  const { policyId } = await putInForce("no uploads", { effect: "DENY", target: uploads }, ann);

  const answer = await world.ask("GET", `/v1/documents/${documentId}`, { key: ann });

  expect(answer).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
  const path = `/v1/passport-events?aggregate_type=Policy&aggregate_id=${policyId}`;
  const { items, is_unchanged: isUnchanged } = await expectBody(200, Events, world.ask("GET", path, { key: ann }));
  expect(isUnchanged).toBe(true);
  expect(items.map(({ event_type: type }) => type)).toEqual(["POLICY_CREATED", "POLICY_VERSION_ADDED", "AccessDenied"]);
  expect(items[2]?.actor_id).toBe("ann");
  expect(JSON.parse(items[2]?.payload_canonical ?? "")).toMatchObject({
    permission: "operator",
    reason: "Policy:no uploads",
    resource: `GET /v1/documents/${documentId}`,
    correlation_id: answer.headers["x-request-id"],
  });
  const noted = await world.database.query(sql<{ actor: string }>`
    select actor from rota.audit_log where tenant = ${tenant} and action = 'passports.AccessDenied'`);
  expect(noted).toEqual([{ actor: "ann" }]);
});

test("an ALLOW never grants more than roles do", async () => {
  const { ann, vic } = await newTenant();
  await putInForce("all for vic", { effect: "ALLOW", priority: 0, target: { path: "/v1/*" } }, ann);

  expect(await refused(403, createIn(vic))).toMatchObject({ code: "ROLE_MISSING" });
});

test("a caller without the role is refused, and the audit log names the caller and the request", async () => {
  const { ann, vic, tenant } = await newTenant();
  const documentId = await createDocument(world, "BOM", ann);

  const answer = await world.ask("POST", `/v1/documents/${documentId}/versions`, { key: vic, body: {} });

  expect(answer).toMatchObject({ status: 403, body: { code: "ROLE_MISSING" } });
  const noted = await world.database.query(sql<{ actor: string; subject_id: string; details: unknown }>`
    select actor, subject_id, details from rota.audit_log where tenant = ${tenant} and action = 'passports.AccessDenied'`);
  expect(noted).toHaveLength(1);
  expect(noted[0]).toMatchObject({
    actor: "vic",
    subject_id: "passports.documents.versions.add",
    details: {
      permission: "docs:upload",
      reason: "RBAC",
      resource: `POST /v1/documents/${documentId}/versions`,
      correlation_id: answer.headers["x-request-id"],
    },
  });
});

test("the lower number decides, and DENY if the numbers are equal", async () => {
  const { ann } = await newTenant();
  await putInForce("deny", { effect: "DENY", priority: 50, target: uploads }, ann);
  const { policyId } = await putInForce("allow", { effect: "ALLOW", priority: 50, target: uploads }, ann);
  expect((await createIn(ann)).status).toBe(403);

  await expectBody(201, Version, addVersion(policyId, { effect: "ALLOW", priority: 49, target: uploads }, ann));

  expect((await createIn(ann)).status).toBe(201);
});

test("a version replaces the previous one, and has no effect after it is withdrawn", async () => {
  const { ann } = await newTenant();
  const { policyId, version: first } = await putInForce("uploads", { effect: "DENY", target: uploads }, ann);
  const second = await expectBody(
    201,
    Version,
    addVersion(policyId, { effect: "DENY", target: uploads, priority: 7 }, ann),
  );
  expect(second).toMatchObject({ version: 2, is_active: true });
  const read = (id: string) => expectBody(200, Version, world.ask("GET", `/v1/policy-versions/${id}`, { key: ann }));
  expect(await read(first.policy_version_id)).toMatchObject({ is_active: false });

  const withdrawn = world.ask("DELETE", `/v1/policy-versions/${second.policy_version_id}`, { key: ann });

  expect(await expectBody(200, Version, withdrawn)).toMatchObject({
    is_active: false,
    policy_hash: second.policy_hash,
  });
  expect((await createIn(ann)).status).toBe(201);
  const { items } = await expectBody(200, Policies, world.ask("GET", "/v1/policies", { key: ann }));
  expect(items).toEqual([expect.objectContaining({ name: "uploads", in_force: null })]);
  const again = world.ask("DELETE", `/v1/policy-versions/${second.policy_version_id}`, { key: ann });
  expect(await refused(409, again)).toMatchObject({ code: "INVALID_STATE" });
});

test("a policy of one tenant does not apply to another", async () => {
  const { ann } = await newTenant();
  const other = await newTenant();
  const { version } = await putInForce("mine", { effect: "DENY", target: uploads }, ann);

  expect((await createIn(other.ann)).status).toBe(201);
  const path = `/v1/policy-versions/${version.policy_version_id}`;
  for (const method of ["GET", "DELETE"]) expect((await world.ask(method, path, { key: other.ann })).status).toBe(404);
});

test("a request from outside a range is denied, by the address that the trusted proxy reports", async () => {
  const { ann } = await newTenant();
  const office = { source_ips: ["192.0.2.0/24"] };
  await putInForce("office", { effect: "ALLOW", priority: 1, target: uploads, conditions: office }, ann);
  await putInForce("elsewhere", { effect: "DENY", priority: 2, target: uploads }, ann);

  expect((await createIn(ann, { "x-forwarded-for": "192.0.2.9" })).status).toBe(201);
  expect((await createIn(ann, { "x-forwarded-for": "198.51.100.9" })).status).toBe(403);
});

test("a stored response of an Idempotency-Key is denied as well", async () => {
  const { ann } = await newTenant();
  const ask = () => world.ask("POST", "/v1/documents", { key: ann, idempotencyKey: "once", body: { kind: "BOM" } });
  expect((await ask()).status).toBe(201);

  await putInForce("no uploads", { effect: "DENY", target: uploads }, ann);

  expect((await ask()).status).toBe(403);
});

test("a policy that its author could not withdraw is refused until the author is allowed to", async () => {
  const { ann } = await newTenant();
  const all = { effect: "DENY", target: { path: "/v1/*" } };
  const policyId = await createPolicy("nothing at all", ann);
  expect((await refused(422, addVersion(policyId, all, ann))).detail).toContain("you could not withdraw it");
  expect((await createIn(ann)).status).toBe(201);

  const mine = { actor_ids: ["ann"] };
  const target = { path: "/v1/polic*" };
  await putInForce("ann keeps policies", { effect: "ALLOW", priority: 0, target, conditions: mine }, ann);
  const version = await expectBody(201, Version, addVersion(policyId, all, ann));

  expect((await createIn(ann)).status).toBe(403);
  expect((await world.ask("DELETE", `/v1/policy-versions/${version.policy_version_id}`, { key: ann })).status).toBe(
    200,
  );
});

test("no operation except the public ones runs while a policy denies it", async () => {
  const { ann, tenant } = await newTenant();
  const bob = (await createKey(world.database, { name: "bob", roles: ["admin"], tenant })).key;
  const conditions = { actor_ids: ["bob"] };
  await putInForce("not for bob", { effect: "DENY", target: { path: "/v1/*" }, conditions }, ann);
  const id = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";

  for (const { method, path, body, role, name } of operations) {
    if (role === "anyone") continue;
    const url = path.replace(/\{\w+\}/g, id);
    const { status, body: said } = await world.ask(method, url, {
      key: bob,
      ...(body === undefined ? {} : { body: {} }),
    });

    // An invalid request is refused as invalid, before policies are read.
    expect([400, 403], name).toContain(status);
    if (status === 403) expect(said).toMatchObject({ code: "FORBIDDEN" });
  }
});

test("the database refuses changes of versions of policies", async () => {
  const { ann } = await newTenant();
  const { policyId, version } = await putInForce("kept", { effect: "DENY", target: uploads }, ann);
  const { policy_version_id: id } = version;

  for (const statement of [
    sql`update rota.passports_policy_versions set effect = 'ALLOW' where policy_version_id = ${id}::uuid`,
    sql`delete from rota.passports_policy_versions where policy_version_id = ${id}::uuid`,
    sql`update rota.passports_policies set name = 'other' where policy_id = ${policyId}::uuid`,
  ])
    await expect(world.database.query(statement)).rejects.toThrow("do not change");
  await world.ask("DELETE", `/v1/policy-versions/${id}`, { key: ann });
  await expect(
    world.database.query(sql`
      update rota.passports_policy_versions set is_active = true, ended_by = null, ended_at = null
       where policy_version_id = ${id}::uuid`),
  ).rejects.toThrow("do not change");
});

test("another process applies a change after two seconds, and does not read policies before", async () => {
  const { ann, tenant } = await newTenant();
  const { database } = world;
  const before = policiesInForce(database, tenant, 0);
  expect(await before).toEqual([]);
  await putInForce("new", { effect: "DENY", target: uploads }, ann);
  const fresh = policiesInForce(database, tenant, 10_000);
  expect(await fresh).toHaveLength(1);

  expect(policiesInForce(database, tenant, 11_999)).toBe(fresh);
  expect(policiesInForce(database, tenant, 12_000)).not.toBe(fresh);
});

test.each([
  [{ effect: "DENY", target: { path: "passports" } }, 400],
  [{ effect: "MAYBE", target: uploads }, 400],
  [{ effect: "DENY", target: { ...uploads, methods: ["SEND"] } }, 400],
  [{ effect: "DENY", target: uploads, conditions: { source_ips: ["office"] } }, 422],
  [{ effect: "DENY", target: uploads, conditions: { colour: "red" } }, 400],
])("%j is refused", async (body, status) => {
  const { ann } = await newTenant();
  const policyId = await createPolicy("wrong", ann);

  await refused(status, addVersion(policyId, body, ann));
});

test("two policies with the same name are refused", async () => {
  const { ann } = await newTenant();
  await createPolicy("twice", ann);

  const again = world.ask("POST", "/v1/policies", { key: ann, body: { name: "twice" } });

  expect(await refused(409, again)).toMatchObject({ code: "ALREADY_EXISTS" });
});
