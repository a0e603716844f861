/** Tests of changing the keys that sign passports. */
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "@rota/engine";
import { redriveChunks } from "@rota/engine/admin";
import { Type } from "typebox";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { readVerificationKeys } from "../../src/core/passport/verification-key.ts";
import { refused, expectBody } from "../life/answers.ts";
import { WAIT } from "../life/steps.ts";
import { openWorld, type World } from "../life/world.ts";
import {
  postAction,
  createPassport,
  giveKey,
  KEY_ID,
  prepare,
  PRIVATE_KEY,
  PUBLIC_KEY,
  readVersion,
  requestVersion,
  signedVersion,
  type Ground,
} from "./version-steps.ts";

let world: World;
let ground: Ground;
const folder = mkdtempSync(join(tmpdir(), "rota-passports-"));
const keysFile = join(folder, "keys");

beforeAll(async () => {
  giveKey();
  world = await openWorld();
  ground = await prepare(world);
});
afterAll(async () => {
  await world.dispose();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const { privateKey, publicKey } = generateKeyPairSync("ed25519");
const NEXT = {
  keyId: "test-key-2",
  privateKey: privateKey.export({ format: "der", type: "pkcs8" }).toString("base64"),
  publicKey: publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("base64"),
};
const addKey = (key: { key_id: string; public_key: string }) => world.ask("POST", "/v1/signing-keys", { body: key });
const keys = async () =>
  readVerificationKeys((await world.ask("GET", "/v1/signing-keys", { key: "" })).bytes.toString());

test("the first compilations, requested at the same time, all use the key of the process", async () => {
  const ask = async (_: unknown, number: number) => {
    const passportId = await createPassport(world, ground, `first-${String(number)}`);
    return (await requestVersion(world, passportId, ground)).versionId;
  };
  const versions = await Promise.all(Array.from({ length: 16 }, ask));

  const used = await Promise.all(versions.map(async (id) => (await readVersion(world, id)).signing_key_id));
  expect(new Set(used)).toEqual(new Set([KEY_ID]));
  expect(await keys()).toMatchObject([{ keyId: KEY_ID, status: "ACTIVE" }]);
});

test("a key that no worker has signs nothing until one has it, and then the task is retried and the version signed", async () => {
  const before = await signedVersion(world, ground, "SN-1");
  await expectBody(201, Type.Any(), addKey({ key_id: NEXT.keyId, public_key: NEXT.publicKey }));
  const passportId = await createPassport(world, ground, "SN-2");
  const { versionId } = await requestVersion(world, passportId, ground);
  await vi.waitUntil(async () => (await readVersion(world, versionId)).failure !== null, WAIT);

  expect(await readVersion(world, before)).toMatchObject({ signing_key_id: KEY_ID, status: "SIGNED" });
  expect(await readVersion(world, versionId)).toMatchObject({
    signing_key_id: NEXT.keyId,
    status: "COMPILING",
    failure: { code: "SIGNING_KEY_MISSING" },
  });

  writeFileSync(keysFile, `# both\n${NEXT.keyId} ${NEXT.privateKey}\nother-key ${PRIVATE_KEY}\n`, { mode: 0o600 });
  vi.stubEnv("BPC_SIGNING_KEYS_FILE", keysFile);
  const signing = () =>
    world.database.query(sql<{ task_id: bigint; state: string; attempt: number }>`
    select task_id, chunks.state, attempt from rota.tasks join rota.chunks using (task_id)
     where type = 'passports.sign-passport' and payload ->> 'passportVersionId' = ${versionId}`);
  await vi.waitUntil(async () => (await signing())[0]?.state === "FAILED", WAIT);
  const [{ task_id: taskId, attempt } = { task_id: 0n, attempt: 0 }] = await signing();
  expect(attempt).toBe(1);
  await redriveChunks(world.database, { taskId });
  await vi.waitUntil(async () => (await readVersion(world, versionId)).has_qr, WAIT);

  expect(await readVersion(world, versionId)).toMatchObject({ status: "SIGNED", failure: null });
  for (const id of [before, versionId]) await expectBody(200, Type.Any(), postAction(world, id, "replay"));
});

test("a key is rotated without a gap, and another key with its id is refused", async () => {
  expect((await keys()).find(({ keyId }) => keyId === KEY_ID)).toMatchObject({
    status: "RETIRED",
    publicKey: PUBLIC_KEY,
  });
  expect((await keys()).find(({ keyId }) => keyId === NEXT.keyId)).toMatchObject({ status: "ACTIVE" });
  await expectBody(201, Type.Any(), addKey({ key_id: NEXT.keyId, public_key: NEXT.publicKey }));
  expect((await refused(409, addKey({ key_id: NEXT.keyId, public_key: PUBLIC_KEY }))).code).toBe("INVALID_STATE");
  const half = { key_id: "half", public_key: `${"A".repeat(43)}!` };
  expect((await refused(422, addKey(half))).code).toBe("VALIDATION_ERROR");
});

test("a passport signed by a compromised key is not valid, and nothing is compiled until there is another key", async () => {
  const versionId = await signedVersion(world, ground, "SN-3");
  const body = { reason: "the disk was stolen" };
  await expectBody(200, Type.Any(), world.ask("POST", `/v1/signing-keys/${NEXT.keyId}/compromise`, { body }));

  const { code, detail } = await refused(422, postAction(world, versionId, "replay"));
  const passportId = await createPassport(world, ground, "SN-4");
  const compile = { snapshot_id: ground.snapshotId, rule_package_version_id: ground.rulesId };
  const missing = await refused(500, world.ask("POST", `/v1/passports/${passportId}/compile`, { body: compile }));

  expect([code, missing.code]).toEqual(["SIGNATURE_INVALID", "SIGNING_KEY_MISSING"]);
  expect(detail).toContain("compromised");
  expect(missing.detail).toContain("POST /v1/signing-keys");
});

test("the database never contains a private key", async () => {
  const [row] = await world.database.query(sql<{ text: string }>`
    select (select string_agg(keys::text, '') from rota.passports_signing_keys keys)
        || (select string_agg(versions::text, '') from rota.passports_versions versions)
        || (select string_agg(chunks::text, '') from rota.chunks)
        || (select string_agg(events::text, '') from rota.passports_events events) as text`);

  for (const secret of [PRIVATE_KEY, NEXT.privateKey]) {
    const bytes = Buffer.from(secret, "base64").subarray(-32);
    for (const form of [secret, bytes.toString("hex"), bytes.toString("base64")]) expect(row?.text).not.toContain(form);
  }
});
