/** Tests of every operation of the passports: its roles, its tenants, and that no request breaks the server. */
import { hasRole, type Operation } from "@rota/engine/workload";
import fc from "fast-check";
import { Type } from "typebox";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildSnapshotTask } from "../../src/tasks/build-snapshot.ts";
import { operations } from "../../src/parts.ts";
import { expectBody } from "./answers.ts";
import { arbitraryValue } from "./arbitrary-value.ts";
import { addDocument, addRules, createDocument, createPackage, createSnapshot, factsOf, Rules } from "./steps.ts";
import { openWorld, type AskOptions, type World } from "./world.ts";

const Policy = Type.Object({ policy_id: Type.String() });
const PolicyVersion = Type.Object({ policy_version_id: Type.String() });

let world: World;
/** Ids of existing objects by the name of their parameter. */
let ids: Readonly<Record<string, string>>;

beforeAll(async () => {
  world = await openWorld();
  const documentVersionId = await addDocument(world, { text: '{"sku":"S1"}' });
  const rulePackageId = await createPackage(world, "rules");
  const rules = await expectBody(201, Rules, addRules(world, rulePackageId, { rules: "field a: Int = 1;" }));
  const created = world.ask("POST", "/v1/policies", { body: { name: "about nothing" } });
  const { policy_id: policyId } = await expectBody(201, Policy, created);
  const body = { effect: "DENY", target: { path: "/v1/nothing" } };
  const added = world.ask("POST", `/v1/policies/${policyId}/versions`, { body });
  const { policy_version_id: policyVersionId } = await expectBody(201, PolicyVersion, added);
  ids = {
    jobId: String((await world.engine.submit(buildSnapshotTask, { snapshotId: UNKNOWN, revision: 1 })).taskId),
    policyId,
    policyVersionId,
    documentId: await createDocument(world),
    documentVersionId,
    factId: (await factsOf(world, documentVersionId))[0]?.fact_id ?? "",
    snapshotId: await createSnapshot(world),
    rulePackageId,
    rulePackageVersionId: rules.rule_package_version_id,
  };
});
afterAll(() => world.dispose());

const named = operations.map((operation) => [operation.name, operation] as const);
const forPeople = named.filter(([, { role }]) => role !== "anyone");
const MINE = [
  "documentId",
  "documentVersionId",
  "snapshotId",
  "rulePackageId",
  "rulePackageVersionId",
  "policyId",
  "policyVersionId",
  "jobId",
];
const ofOne = forPeople.filter(([, { path }]) => MINE.some((name) => path.includes(`{${name}}`)));
const UNKNOWN = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";

const askFor = (operation: Operation, options: AskOptions) =>
  world.ask(
    operation.method,
    operation.path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? UNKNOWN),
    {
      ...options,
      ...(operation.body === undefined ? {} : { body: options.body ?? {} }),
    },
  );

test.each(forPeople)("%s is refused without a key", async (_, operation) => {
  expect((await askFor(operation, { key: "" })).status).toBe(401);
});

test.each(forPeople.filter(([, { role }]) => !hasRole(["viewer"], role)))(
  "%s is refused to viewers",
  async (_, operation) => {
    expect((await askFor(operation, { key: world.keys.viewer })).status).toBe(403);
  },
);

test.each(ofOne)("%s shows and changes nothing of another tenant", async (_, operation) => {
  const [example] = fc.sample(bodyOf(operation), { numRuns: 1, seed: 7 });
  const body = typeof example === "object" ? { ...example, tenant: undefined } : {};

  const { status } = await askFor(operation, { key: world.keys.acme, body });

  expect([400, 404, 422]).toContain(status);
});

test("every request to every operation is answered or refused with a code", async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...operations).chain(request), async ({ operation, url, body, key }) => {
      const answer = await world.ask(operation.method, url, {
        key: key === "admin" ? world.keys.admin : "",
        ...(body === undefined ? {} : { body }),
      });

      const said = `${operation.name} ${url} ${JSON.stringify(answer.body)}`;
      expect(answer.status < 500 || answer.status === 503, said).toBe(true);
      if (answer.status >= 400) expect(answer.body).toHaveProperty("code");
      else expect(Object.keys(operation.answers)).toContain(String(answer.status));
    }),
    { numRuns: 150 },
  );
});

type FuzzRequest = { operation: Operation; url: string; body: unknown; key: "admin" | "none" };

function request(operation: Operation): fc.Arbitrary<FuzzRequest> {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const params = fc.record(Object.fromEntries(names.map((name) => [name, arbitraryParam(operation, name)])));
  const query = operation.query === undefined ? fc.constant({}) : arbitraryValue(operation.query);
  const key = fc.constantFrom("admin", "admin", "admin", "none");
  return fc.record({ params, query, body: bodyOf(operation), key }).map(({ params: values, ...rest }) => ({
    operation,
    url: `${operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(textOf(values[name])))}${queryText(rest.query)}`,
    body: rest.body,
    key: rest.key,
  }));
}

function bodyOf({ body }: Operation): fc.Arbitrary<unknown> {
  return body === undefined ? fc.constant(undefined) : arbitraryValue(body);
}

/** Generates mostly ids that exist. */
function arbitraryParam({ params = {} }: Operation, name: string): fc.Arbitrary<unknown> {
  const { properties } = { properties: {}, ...params };
  const schema = Object.entries<object>(properties).find(([field]) => field === name)?.[1] ?? {};
  const there = fc.constant(undefined).map(() => ids[name] ?? UNKNOWN);
  return fc.oneof({ arbitrary: there, weight: 3 }, { arbitrary: arbitraryValue(schema), weight: 1 });
}

function queryText(query: unknown): string {
  if (typeof query !== "object" || query === null) return "";
  const fields = Object.entries(query).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(textOf(value))}`,
  );
  return fields.length === 0 ? "" : `?${fields.join("&")}`;
}

function textOf(value: unknown): string {
  return Buffer.from(typeof value === "string" ? value : (JSON.stringify(value) ?? "")).toString();
}
