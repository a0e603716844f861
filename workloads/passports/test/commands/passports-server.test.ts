/** Tests `rota passports verify` against an untrusted server: public fields, keys and revocations. */
import { randomBytes, randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createEngine, loadConfig, silentLogger, type Database, type Engine } from "@rota/engine";
import { createKey } from "@rota/engine/admin";
import { createServer, type Server } from "@rota/server";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import passports from "../../src/workload.ts";
import { type CliSchema, makeFolder, openCliSchema, runHereWith } from "../../../../tools/testing/rota-command.ts";
import { readSigningKey } from "../../src/core/node/signing-key.ts";

const runHere = runHereWith("passports");

const PRIVATE_KEY = randomBytes(32).toString("base64");
const RULES = `
field battery.capacity: Qty(kWh) = toQty("kWh", requireSome(recordGet(requireSome(getFact("Battery", "battery:S1"), "E1", "battery missing"), "kwh"), "E2", "capacity missing"));
field battery.health: Opt(Text) = recordGet(requireSome(getFact("Battery", "battery:S1"), "E1", "battery missing"), "health");`;

let folder: Awaited<ReturnType<typeof makeFolder>>;
let schema: CliSchema;
let database: Database;
let engine: Engine;
let server: Server;
let url = "";
let key = "";
let versionId = "";

beforeAll(async () => {
  vi.stubEnv("BPC_SIGNING_ED25519_PRIVATE_KEY_BASE64", PRIVATE_KEY);
  vi.stubEnv("BPC_SIGNING_KEY_ID", "2026-01");
  folder = await makeFolder();
  schema = await openCliSchema([passports]);
  ({ database } = schema);
  const flags = { serverPort: 0, secretsKey: randomBytes(32).toString("base64") };
  const { config } = await loadConfig({ env: {}, flags, cwd: folder.path });
  const workloads = [passports];
  engine = await createEngine({ workloads, database, config: flags, logger: silentLogger });
  server = await createServer({ engine, config, logger: silentLogger, workloads });
  await engine.start();
  url = (await server.listen()).url;
  key = (await createKey(database, { name: "olga", roles: ["admin"], tenant: "acme" })).key;
  versionId = await activeVersion();
});

afterAll(async () => {
  await server.close();
  await engine.stop();
  await schema.dispose();
  await folder.remove();
  vi.unstubAllEnvs();
});

test("public fields are verified with trusted keys", async () => {
  const { publicKey } = readSigningKey({ keyId: "2026-01", privateKey: PRIVATE_KEY });
  const keys = join(folder.path, "keys.json");
  await writeFile(keys, JSON.stringify([{ key_id: "2026-01", public_key: publicKey }]));

  const { exitCode, out, err } = await runHere(["passports", "verify", versionId, "--server", url, "--keys", keys]);

  expect([exitCode, err]).toEqual([0, ""]);
  expect(out).toMatch(/^5 +fields +pass +1$/m);
  expect(out).toContain("the passport is valid; the server says ACTIVE");
});

test("a key of another signer makes the passport invalid", async () => {
  const { publicKey } = readSigningKey({ keyId: "2026-01", privateKey: randomBytes(32).toString("base64") });
  const keys = join(folder.path, "others.json");
  await writeFile(keys, JSON.stringify([{ key_id: "2026-01", public_key: publicKey }]));

  const { exitCode, out } = await runHere(["passports", "verify", versionId, "--server", url, "--keys", keys]);

  expect([exitCode, out]).toEqual([1, expect.stringContaining("the signature is missing or not of this key")]);
});

test("keys named by the server itself are reported as taken on trust; a revoked passport exits with 1", async () => {
  const before = await runHere(["passports", "verify", versionId, "--server", url, "--json"]);
  await ask("POST", `/v1/passport-versions/${versionId}/revoke`, { reason: "recalled" });
  const after = await runHere(["passports", "verify", versionId, "--server", url]);

  expect([before.exitCode, JSON.parse(before.out)]).toMatchObject([0, { verdict: "valid", status: "ACTIVE" }]);
  expect([after.exitCode, after.out]).toEqual([1, expect.stringContaining("the server says REVOKED")]);
});

test.each([
  ["an id that is not there", () => [randomUUID(), "--server", url], 5, /answers 404 for \/v1\/verify\//],
  [
    "a server that is not there",
    () => [versionId, "--server", "http://127.0.0.1:1"],
    5,
    /does not answer: check --server/,
  ],
  ["no address", () => [versionId, "--server", "passports.example"], 2, /write an address such as https:/],
])("%s is reported with the way out", async (_, words, code, message) => {
  const { exitCode, err } = await runHere(["passports", "verify", ...words()]);

  expect([exitCode, err]).toEqual([code, expect.stringMatching(message)]);
});

/** Creates a version in force from a document; one of its fields is public. */
async function activeVersion(): Promise<string> {
  const { publicKey } = readSigningKey({ keyId: "2026-01", privateKey: PRIVATE_KEY });
  await ask("POST", "/v1/signing-keys", { key_id: "2026-01", public_key: publicKey });
  const document = await ask("POST", "/v1/documents", { kind: "BOM" });
  const content = Buffer.from('{"sku":"S1","kwh":75.5,"health":"98"}').toString("base64");
  const path = `/v1/documents/${document("document_id")}/versions`;
  const documentVersionId = (await ask("POST", path, { content, mime_type: "application/json" }))(
    "document_version_id",
  );
  await until(`/v1/document-versions/${documentVersionId}`, '"status":"VALIDATED"');

  const snapshotId = (await ask("POST", "/v1/snapshots", {}))("snapshot_id");
  await ask("POST", `/v1/snapshots/${snapshotId}/items`, { document_version_ids: [documentVersionId] });
  await ask("POST", `/v1/snapshots/${snapshotId}/build`, {});
  await until(`/v1/snapshots/${snapshotId}`, '"status":"READY"');
  await ask("POST", `/v1/snapshots/${snapshotId}/seal`, {});

  const packageId = (await ask("POST", "/v1/rule-packages", { name: "pack" }))("rule_package_id");
  const tests = "property p: cases(500) seed(1) => forall x: Int . implies(true, x == x);";
  const sources = { dsl_source: RULES, tests_source: tests };
  const rulesId = (await ask("POST", `/v1/rule-packages/${packageId}/versions`, sources))("rule_package_version_id");
  await ask("POST", `/v1/rule-package-versions/${rulesId}/tests:run`, {});
  await until(`/v1/rule-package-versions/${rulesId}`, '"status":"VALIDATED"');
  await ask("POST", `/v1/rule-package-versions/${rulesId}:publish`, {});
  await ask("PUT", `/v1/rule-package-versions/${rulesId}/access`, { tiers: { "battery.capacity": "public" } });

  const product = await ask("POST", "/v1/battery-products", { sku: "S1", name: "Pack" });
  const passport = await ask("POST", "/v1/passports", { battery_product_id: product("battery_product_id") });
  const input = { snapshot_id: snapshotId, rule_package_version_id: rulesId };
  const compiled = await ask("POST", `/v1/passports/${passport("passport_id")}/compile`, input);
  const id = compiled("passport_version_id");
  await until(`/v1/passport-versions/${id}`, '"has_qr":true');
  await ask("POST", `/v1/passport-versions/${id}/activate`, {});
  return id;
}

async function ask(method: string, path: string, body?: object): Promise<(name: string) => string> {
  const text = await send(method, path, body);
  const answer: unknown = JSON.parse(text);
  const members = Object.entries(typeof answer === "object" && answer !== null ? answer : {});
  return (name) => String(members.find(([member]) => member === name)?.[1]);
}

async function until(path: string, part: string): Promise<void> {
  await vi.waitUntil(async () => (await send("GET", path)).includes(part), { timeout: 60_000, interval: 100 });
}

async function send(method: string, path: string, body?: object): Promise<string> {
  const response = await fetch(url + path, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      "idempotency-key": randomUUID(),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${text}`);
  return text;
}
