/** Tests of writing rules by the HTTP API. */
import { Type } from "typebox";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { refused, expectBody } from "./answers.ts";
import {
  addRules,
  buildSnapshot,
  createPackage,
  createSnapshot,
  publish,
  Rules,
  RuleVersion,
  runTests,
  seal,
} from "./steps.ts";
import { openWorld, type World } from "./world.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld();
});
afterEach(() => void vi.unstubAllEnvs());
afterAll(() => world.dispose());

/** Number of created rules. Each call creates different ones, because the same sources are the same version. */
let drawn = 0;
const rulesOf = () => `-- ${String(drawn++)}\nfield a.n: Int = 1 + 2;\nfield a.m: Int = field("a.n") * 2;`;
const property = (cases: number, conclusion = "x + 1 > x") =>
  `property grows: cases(${String(cases)}) seed(7) => forall x: Int . implies(true, ${conclusion});;`;

async function newRules(tests: string): Promise<string> {
  const packageId = await createPackage(world, `package ${String(drawn++)}`);
  const made = await expectBody(201, Rules, addRules(world, packageId, { rules: rulesOf(), tests }));
  expect(made).toMatchObject({ version: 1, status: "DRAFT" });
  return made.rule_package_version_id;
}

test("rules go from a draft over 500 passed cases to published, deprecated and retired, and never back", async () => {
  const versionId = await newRules(property(500));

  const tested = await runTests(world, versionId);
  const published = await expectBody(200, Rules, publish(world, versionId));
  const again = await refused(409, publish(world, versionId));
  const path = `/v1/rule-package-versions/${versionId}`;
  const deprecated = await expectBody(200, Rules, world.ask("POST", `${path}:deprecate`, { body: {} }));
  const retired = await expectBody(200, Rules, world.ask("DELETE", path));

  expect(tested.version.status).toBe("VALIDATED");
  expect(tested.test_runs).toMatchObject([{ status: "PASSED", cases: 500, failure: null }]);
  expect(tested.fields).toMatchObject([
    { field_path: "a.m", field_type: "Int" },
    { field_path: "a.n", field_type: "Int" },
  ]);
  expect([published.status, deprecated.status, retired.status]).toEqual(["PUBLISHED", "DEPRECATED", "RETIRED"]);
  expect(again.code).toBe("INVALID_STATE");
  expect((await refused(409, world.ask("DELETE", path))).code).toBe("INVALID_STATE");
});

test("rules without a test run, with too few cases or with a failed case are not published", async () => {
  const untested = await newRules(property(500));
  const few = await newRules(property(499));
  const wrong = await newRules(property(500, "x > 3"));
  await runTests(world, few);
  const failed = await runTests(world, wrong);

  const refusals = [];
  for (const versionId of [untested, few, wrong]) refusals.push(await refused(409, publish(world, versionId)));

  expect(refusals.map(({ code }) => code)).toEqual(Array(3).fill("RULE_TESTS_FAILED"));
  expect(refusals[0]?.detail).toContain("were not run");
  expect(refusals[1]?.detail).toContain("499 cases passed, 500 are needed");
  expect(refusals[2]?.detail).toContain("grows: false for x = ");
  expect(failed.version.status).toBe("DRAFT");
  expect(failed.test_runs[0]?.status).toBe("FAILED");
});

test("only the latest run counts: many runs of few cases are not enough", async () => {
  const versionId = await newRules(property(250));
  await runTests(world, versionId);
  await runTests(world, versionId, 2);
  const { version } = await runTests(world, versionId, 3);

  expect(version.status).toBe("DRAFT");
  expect((await refused(409, publish(world, versionId))).code).toBe("RULE_TESTS_FAILED");
});

test("the same sources are one version: returned again in their package, and refused in another", async () => {
  const [one, other] = [await createPackage(world, "one"), await createPackage(world, "other")];
  const rules = rulesOf();
  const first = await expectBody(201, Rules, addRules(world, one, { rules }));

  const again = await expectBody(200, Rules, addRules(world, one, { rules }));
  const elsewhere = await refused(409, addRules(world, other, { rules }));
  const next = await expectBody(201, Rules, addRules(world, one, { rules, tests: property(1) }));

  expect(again.rule_package_version_id).toBe(first.rule_package_version_id);
  expect(elsewhere.code).toBe("ALREADY_EXISTS");
  expect(next.version).toBe(2);
});

test.each([
  ["RULE_PARSE_ERROR", "field a: Int = ;", "line 1, column 16"],
  ["RULE_TYPE_ERROR", "field a: Int = true;", "field a, line 1"],
  ["RULE_CYCLE_DETECTED", 'field a: Int = field("b"); field b: Int = field("a");', "a"],
  ["UNIT_MISMATCH", 'field a: Qty(kg) = toQty("stone", 1);', "line 1"],
])("sources that are not rules are refused with %s and their position", async (code, rules, place) => {
  const packageId = await createPackage(world, `bad ${code}`);

  const refusal = await refused(422, addRules(world, packageId, { rules }));

  expect(refusal.code).toBe(code);
  expect(refusal.detail).toContain(place);
});

const Product = Type.Object({ battery_product_id: Type.String() });
const Passport = Type.Object({ passport_id: Type.String() });

test("rules that want a newer compiler are refused when created, and by an older compiler when used", async () => {
  const packageId = await createPackage(world, "for the next compiler");
  const body = { dsl_source: rulesOf(), tests_source: property(500), compiler_min_build: "rota-2.0.0" };
  const make = (wanted = body.compiler_min_build) =>
    world.ask("POST", `/v1/rule-packages/${packageId}/versions`, { body: { ...body, compiler_min_build: wanted } });
  vi.stubEnv("BPC_COMPILER_BUILD_ID", "rota-1.9.9");
  expect((await refused(422, make())).detail).toContain("want the build rota-2.0.0");
  expect((await refused(422, make("the newest"))).detail).toContain("cannot be compared");
  vi.stubEnv("BPC_COMPILER_BUILD_ID", "rota-2.0.0");
  const { rule_package_version_id: rulesId } = await expectBody(201, Rules, make());
  await runTests(world, rulesId);
  await expectBody(200, Rules, publish(world, rulesId));
  const snapshotId = await createSnapshot(world);
  await buildSnapshot(world, snapshotId);
  await seal(world, snapshotId);
  const product = world.ask("POST", "/v1/battery-products", { body: { sku: "S-2", name: "Pack" } });
  const { battery_product_id: productId } = await expectBody(201, Product, product);
  const passport = world.ask("POST", "/v1/passports", { body: { battery_product_id: productId } });
  const { passport_id: passportId } = await expectBody(201, Passport, passport);

  vi.stubEnv("BPC_COMPILER_BUILD_ID", "rota-1.9.9");
  const request = { snapshot_id: snapshotId, rule_package_version_id: rulesId };
  const refusal = await refused(422, world.ask("POST", `/v1/passports/${passportId}/compile`, { body: request }));

  expect(refusal).toMatchObject({ code: "VALIDATION_ERROR" });
  expect(refusal.detail).toContain("want the build rota-2.0.0");
});

test("rules can be checked without storing anything", async () => {
  const Checked = Type.Object({
    fields: Type.Array(Type.Object({ field_path: Type.String() })),
    problem: Type.Union([
      Type.Null(),
      Type.Object({ code: Type.String(), line: Type.Integer(), column: Type.Integer() }),
    ]),
  });
  const check = (rules: string) =>
    expectBody(
      200,
      Checked,
      world.ask("POST", "/v1/rules/check", { key: world.keys.viewer, body: { dsl_source: rules } }),
    );

  const right = await check("field a: Int = 1;");
  const wrong = await check("field a: Int = 1;\nfield b: Text = 2;");

  expect(right).toMatchObject({ fields: [{ field_path: "a" }], problem: null });
  expect(wrong.problem).toMatchObject({ code: "RULE_TYPE_ERROR", line: 2 });
});

test("long rules are checked in a separate process, and rules that are too long for a request are refused", async () => {
  const packageId = await createPackage(world, "long");
  const fields = Array.from({ length: 800 }, (_, index) => `field long.f${String(index)}: Int = ${String(index)};`);
  const long = await expectBody(201, Rules, addRules(world, packageId, { rules: fields.join("\n") }));
  const wrong = await refused(422, addRules(world, packageId, { rules: [...fields, "field x: Text = 1;"].join("\n") }));
  const tooLong = await refused(400, addRules(world, packageId, { rules: "-".repeat(262_145) }));

  const read = await expectBody(
    200,
    RuleVersion,
    world.ask("GET", `/v1/rule-package-versions/${long.rule_package_version_id}`),
  );
  expect(read.fields).toHaveLength(800);
  expect(wrong.detail).toContain("field x, line 801");
  expect(tooLong.code).toBe("REQUEST_INVALID");
});

test("the names of packages and products are unique per tenant", async () => {
  await createPackage(world, "named");
  const product = { sku: "SKU-1", name: "Pack" };
  await expectBody(201, Type.Object({}), world.ask("POST", "/v1/battery-products", { body: product }));

  const samePackage = await refused(409, world.ask("POST", "/v1/rule-packages", { body: { name: "named" } }));
  const sameProduct = await refused(409, world.ask("POST", "/v1/battery-products", { body: product }));
  const key = world.keys.acme;
  const elsewhere = await world.ask("POST", "/v1/battery-products", { key, body: product });
  const Products = Type.Object({ items: Type.Array(Type.Object({ sku: Type.String(), tenant: Type.String() })) });
  const seen = await expectBody(200, Products, world.ask("GET", "/v1/battery-products?sku=SKU-1", { key }));

  expect([samePackage.code, sameProduct.code]).toEqual(["ALREADY_EXISTS", "ALREADY_EXISTS"]);
  expect(elsewhere.status).toBe(201);
  expect(seen.items).toMatchObject([{ sku: "SKU-1", tenant: "acme" }]);
});

test("a caller who may not test or publish rules is refused", async () => {
  const versionId = await newRules(property(1));
  const path = `/v1/rule-package-versions/${versionId}`;
  const key = world.keys.operator;

  const test = await refused(403, world.ask("POST", `${path}/tests:run`, { key, body: {} }));
  const publishing = await refused(403, world.ask("POST", `${path}:publish`, { key, body: {} }));

  expect([test.code, publishing.code]).toEqual(["ROLE_MISSING", "ROLE_MISSING"]);
  await expectBody(200, RuleVersion, world.ask("GET", path, { key: world.keys.viewer }));
});
