/** Steps by the HTTP API from sealed facts and published rules to a passport in force, for tests. */
import { randomUUID } from "node:crypto";
import { Type } from "typebox";
import { vi } from "vitest";
import { expectBody } from "../life/answers.ts";
import {
  addDocument,
  addItems,
  addRules,
  buildSnapshot,
  createPackage,
  createSnapshot,
  factsOf,
  Job,
  publish,
  Rules,
  runTests,
  seal,
  Sealed,
  WAIT,
} from "../life/steps.ts";
import type { World } from "../life/world.ts";
import { SAMPLE_SIGNER } from "../sample-passport.ts";

/** Public private key from the first test of RFC 8032. */
export const PRIVATE_KEY = "nWGxne/9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A=";
export const KEY_ID = "test-key-1";
export const PUBLIC_KEY = SAMPLE_SIGNER.publicKey;
const KEY_VARIABLES = { BPC_SIGNING_KEY_ID: KEY_ID, BPC_SIGNING_ED25519_PRIVATE_KEY_BASE64: PRIVATE_KEY };

/** Gives the key to the workers of this process. */
export function giveKey(): void {
  for (const [name, value] of Object.entries(KEY_VARIABLES)) vi.stubEnv(name, value);
}

export const RULES = `
field battery.capacity: Qty(kWh) =
  toQty("kWh", requireSome(recordGet(requireSome(getFact("Battery", "battery:S1"), "E1", "battery missing"), "capacity_kwh"), "E2", "capacity missing"));
field battery.health: Opt(Text) = recordGet(requireSome(getFact("Battery", "battery:S1"), "E1", "battery missing"), "health");
field materials.mass: Qty(kg) =
  sumQty("kg", map(getFactsByPrefix("BOM", "bom:S1:"), fn(part) => toQty("kg", requireSome(recordGet(part, "weight_kg"), "E3", "weight missing"))));
`;
const TESTS = "property p: cases(500) seed(7) => forall x: Int . implies(true, x == x);";
const BOM = { sku: "S1", capacity_kwh: 75.5, health: "98", components: [{ id: 1, weight_kg: 1.25 }] };

/** Sources of versions. */
export type Ground = { readonly productId: string; readonly snapshotId: string; readonly rulesId: string };

const Product = Type.Object({ battery_product_id: Type.String() });

export async function prepare(
  world: World,
  { rules = RULES, bom = BOM }: { rules?: string; bom?: object } = {},
): Promise<Ground> {
  const name = randomUUID();
  const product = await expectBody(
    201,
    Product,
    world.ask("POST", "/v1/battery-products", { body: { sku: name, name: "Pack" } }),
  );
  const documentVersionId = await addDocument(world, { text: JSON.stringify(bom) });
  const snapshotId = await createSnapshot(world);
  const facts = await factsOf(world, documentVersionId);
  await addItems(world, snapshotId, { fact_ids: facts.map(({ fact_id }) => fact_id) });
  await buildSnapshot(world, snapshotId);
  await expectBody(200, Sealed, seal(world, snapshotId));
  const rulesId = await publishRules(world, rules);
  return { productId: product.battery_product_id, snapshotId, rulesId };
}

/** Publishes new rules each time: a comment makes their source unique. */
export async function publishRules(world: World, rules: string): Promise<string> {
  const name = randomUUID();
  const packageId = await createPackage(world, name);
  const added = await expectBody(
    201,
    Rules,
    addRules(world, packageId, { rules: `-- ${name}\n${rules}`, tests: TESTS }),
  );
  await runTests(world, added.rule_package_version_id);
  await expectBody(200, Type.Any(), publish(world, added.rule_package_version_id));
  return added.rule_package_version_id;
}

const Passport = Type.Object({ passport_id: Type.String(), scope: Type.String() });
const Requested = Type.Object({ passport_version_id: Type.String(), job_id: Type.String() });

export const Version = Type.Object({
  passport_version_id: Type.String(),
  passport_id: Type.String(),
  status: Type.String(),
  failure: Type.Union([Type.Object({ code: Type.String(), message: Type.String() }), Type.Null()]),
  has_qr: Type.Boolean(),
  payload_hash: Type.Union([Type.String(), Type.Null()]),
  proof_root_hash: Type.Union([Type.String(), Type.Null()]),
  receipt_hash: Type.Union([Type.String(), Type.Null()]),
  signing_key_id: Type.String(),
  revocation_reason: Type.Union([Type.String(), Type.Null()]),
});

export async function createPassport(world: World, { productId }: Ground, serialNumber?: string): Promise<string> {
  const body = {
    battery_product_id: productId,
    ...(serialNumber === undefined ? {} : { serial_number: serialNumber }),
  };
  const answer = await world.ask("POST", "/v1/passports", { key: world.keys.operator, body });
  return (await expectBody(answer.status, Passport, Promise.resolve(answer))).passport_id;
}

export async function requestVersion(world: World, passportId: string, { snapshotId, rulesId }: Ground) {
  const body = { snapshot_id: snapshotId, rule_package_version_id: rulesId };
  const asked = world.ask("POST", `/v1/passports/${passportId}/compile`, { key: world.keys.operator, body });
  const { passport_version_id: versionId, job_id: jobId } = await expectBody(202, Requested, asked);
  return { versionId, jobId };
}

export const readVersion = (world: World, versionId: string) =>
  expectBody(200, Version, world.ask("GET", `/v1/passport-versions/${versionId}`));

/** Creates a version and waits until it is signed and has its QR code. */
export async function signedVersion(world: World, ground: Ground, serialNumber?: string): Promise<string> {
  const passportId = await createPassport(world, ground, serialNumber);
  const { versionId } = await requestVersion(world, passportId, ground);
  await untilDrawn(world, versionId);
  return versionId;
}

export async function untilDrawn(world: World, versionId: string): Promise<void> {
  await vi.waitUntil(async () => {
    const { has_qr, failure } = await readVersion(world, versionId);
    if (failure !== null) throw new Error(failure.message);
    return has_qr;
  }, WAIT);
}

export function postAction(world: World, versionId: string, name: string, body: object = {}) {
  return world.ask("POST", `/v1/passport-versions/${versionId}/${name}`, { body });
}

/** Returns the result of a replay, however long the workers take. */
export async function replay(world: World, versionId: string): Promise<unknown> {
  const answer = await postAction(world, versionId, "replay");
  if (answer.status === 200) return answer.body;
  const { job_id: jobId } = await expectBody(202, Job, Promise.resolve(answer));
  return world.engine.task(BigInt(jobId)).result();
}

const Events = Type.Object({
  items: Type.Array(Type.Object({ event_type: Type.String() })),
  is_unchanged: Type.Boolean(),
});

/** Returns the types of a version's events in order. The chain must be valid. */
export async function eventsOf(world: World, versionId: string): Promise<string[]> {
  const path = `/v1/passport-events?aggregate_type=PassportVersion&aggregate_id=${versionId}`;
  const { items, is_unchanged: isUnchanged } = await expectBody(200, Events, world.ask("GET", path));
  if (!isUnchanged) throw new Error("the chain of events was changed");
  return items.map(({ event_type: type }) => type);
}
