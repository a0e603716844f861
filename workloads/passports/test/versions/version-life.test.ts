/** Tests of versions by the HTTP API, from documents to a passport in force, with the refusals on the way. */
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { sql } from "@rota/engine";
import { sqlScript } from "@rota/engine/internal";
import jsqr from "jsqr";
import { PNG } from "pngjs";
import { Type } from "typebox";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { parseQrText } from "../../src/core/qr/qr-text.ts";
import { readPassportFile } from "../../src/core/passport/passport-file.ts";
import { readVerificationKeys } from "../../src/core/passport/verification-key.ts";
import { verifyPassport } from "../../src/verify/verify-passport.ts";
import { refused, expectBody } from "../life/answers.ts";
import { createSnapshot, WAIT } from "../life/steps.ts";
import { openWorld, type World } from "../life/world.ts";
import {
  postAction,
  createPassport,
  eventsOf,
  giveKey,
  prepare,
  publishRules,
  readVersion,
  replay,
  requestVersion,
  RULES,
  signedVersion,
  untilDrawn,
  Version,
  type Ground,
} from "./version-steps.ts";

let world: World;
let ground: Ground;

beforeAll(async () => {
  giveKey();
  vi.stubEnv("BPC_PUBLIC_URL", "https://passports.example");
  world = await openWorld();
  ground = await prepare(world);
});
afterAll(async () => {
  await world.dispose();
  vi.unstubAllEnvs();
});

const Task = Type.Object({ state: Type.String() });
const bytesOf = async (versionId: string, name: string) => {
  const answer = await world.ask("GET", `/v1/passport-versions/${versionId}/${name}`, { key: world.keys.viewer });
  expect(answer.status).toBe(200);
  return answer;
};
const keysOfWorld = async () =>
  readVerificationKeys((await world.ask("GET", "/v1/signing-keys", { key: "" })).bytes.toString());

test("a version is compiled, signed, drawn, activated and replayed, and verifies with the public key alone", async () => {
  const versionId = await signedVersion(world, ground);

  const active = await expectBody(200, Version, postAction(world, versionId, "activate"));
  const replayed = await replay(world, versionId);

  expect(active.status).toBe("ACTIVE");
  expect(replayed).toEqual({ verification: "passed" });
  const [payload, proof, receipt] = await Promise.all(
    ["payload", "proof", "receipt"].map((name) => bytesOf(versionId, name)),
  );
  expect(payload?.headers["etag"]).toBe(`"${active.payload_hash ?? ""}"`);
  const png = PNG.sync.read((await bytesOf(versionId, "qr.png")).bytes);
  const qrText = jsqr.default(Uint8ClampedArray.from(png.data), png.width, png.height)?.data ?? "";
  expect(parseQrText(qrText)).toEqual({
    passportVersionId: versionId,
    payloadHash: active.payload_hash,
    proofRootHash: active.proof_root_hash,
    receiptHash: active.receipt_hash,
  });
  const files = { payload: payload?.bytes ?? Buffer.alloc(0), proof: proof?.bytes ?? Buffer.alloc(0), qrText };
  const report = verifyPassport({ ...files, receipt: receipt?.bytes ?? Buffer.alloc(0) }, await keysOfWorld());
  expect(report.verdict).toBe("valid");
  expect(await eventsOf(world, versionId)).toEqual([
    "PASSPORT_REQUESTED",
    "PASSPORT_COMPILED",
    "PASSPORT_SIGNED",
    "QR_GENERATED",
    "PASSPORT_ACTIVATED",
    "PASSPORT_REPLAYED",
  ]);
});

test("an activated version supersedes the previous one, and a revoked one shows the reason", async () => {
  const passportId = await createPassport(world, ground, "SN-1");
  const versions = [];
  for (const rulesId of [ground.rulesId, await publishRules(world, RULES)]) {
    const { versionId } = await requestVersion(world, passportId, { ...ground, rulesId });
    await untilDrawn(world, versionId);
    await expectBody(200, Version, postAction(world, versionId, "activate"));
    versions.push(versionId);
  }
  const [first = "", second = ""] = versions;
  const Passport = Type.Object({ current_version_id: Type.Union([Type.String(), Type.Null()]), scope: Type.String() });
  const passport = () => expectBody(200, Passport, world.ask("GET", `/v1/passports/${passportId}`));

  expect(await readVersion(world, first)).toMatchObject({ status: "SUPERSEDED" });
  expect(await passport()).toMatchObject({ current_version_id: second, scope: "item" });

  const revoked = await expectBody(200, Version, postAction(world, second, "revoke", { reason: "recalled" }));

  expect(revoked).toMatchObject({ status: "REVOKED", revocation_reason: "recalled" });
  expect((await passport()).current_version_id).toBeNull();
  await expectBody(200, Type.Any(), postAction(world, second, "replay"));
  expect((await refused(409, postAction(world, second, "revoke", { reason: "again" }))).code).toBe("INVALID_STATE");
  expect((await refused(409, postAction(world, first, "activate"))).code).toBe("INVALID_STATE");
  expect((await eventsOf(world, first)).slice(-2)).toEqual(["PASSPORT_ACTIVATED", "PASSPORT_SUPERSEDED"]);
});

test("of two versions that are activated at once, one is in force and the other superseded or refused", async () => {
  const passportId = await createPassport(world, ground, "SN-2");
  const rules = [ground.rulesId, await publishRules(world, RULES)];
  const requested = await Promise.all(
    rules.map((rulesId) => requestVersion(world, passportId, { ...ground, rulesId })),
  );
  for (const { versionId } of requested) await untilDrawn(world, versionId);

  await Promise.all(requested.map(({ versionId }) => postAction(world, versionId, "activate")));

  const states = await Promise.all(
    requested.map(async ({ versionId }) => (await readVersion(world, versionId)).status),
  );
  expect(states.sort()).toEqual(["ACTIVE", "SUPERSEDED"]);
});

test("the same request within one second is for the same version and job, unless that version failed", async () => {
  const passportId = await createPassport(world, ground, randomUUID());
  const requested = await Promise.all(Array.from({ length: 5 }, () => requestVersion(world, passportId, ground)));
  const rows = await world.database.query(sql<{ id: string; issued_at: Date }>`
    select passport_version_id as id, issued_at from rota.passports_versions where passport_id = ${passportId}::uuid`);

  expect(new Set(requested.map(({ versionId }) => versionId))).toEqual(new Set(rows.map(({ id }) => id)));
  expect(new Set(requested.map(({ versionId, jobId }) => `${versionId} ${jobId}`)).size).toBe(rows.length);
  expect(new Set(rows.map(({ issued_at }) => issued_at.getTime())).size).toBe(rows.length);
  const again = world.database.query(sql`
    insert into rota.passports_versions (tenant, passport_id, snapshot_id, rule_package_version_id, compiler_build_id, signing_key_id, issued_at, created_by)
    select tenant, passport_id, snapshot_id, rule_package_version_id, compiler_build_id, signing_key_id, issued_at, created_by
      from rota.passports_versions where passport_id = ${passportId}::uuid`);
  await expect(again).rejects.toThrow("passports_versions_once");
});

test("a request may put its compilation before the other jobs of its tenant", async () => {
  const passportId = await createPassport(world, ground, randomUUID());
  const ask = (priority: number) =>
    world.ask("POST", `/v1/passports/${passportId}/compile`, {
      body: { snapshot_id: ground.snapshotId, rule_package_version_id: ground.rulesId, priority },
    });
  const { job_id: jobId } = await expectBody(202, Type.Object({ job_id: Type.String() }), ask(0));

  expect((await world.ask("GET", `/v1/jobs/${jobId}`)).body).toMatchObject({ type: "COMPILE_PASSPORT", priority: 0 });
  expect((await ask(4)).status).toBe(400);
});

test("versions that an earlier release made twice within one second stay, each with a number", async () => {
  const versionId = await signedVersion(world, ground, randomUUID());
  const file = await readFile(new URL("../../sql/tables/0005_versions_once.sql", import.meta.url), "utf8");
  const twins: number[] = [];
  const upgraded = world.database.transaction(async (tx) => {
    await tx.query(sql`alter table rota.passports_versions drop column twin`);
    await tx.query(sql`
      insert into rota.passports_versions (tenant, passport_id, snapshot_id, rule_package_version_id, compiler_build_id, signing_key_id, issued_at, created_by)
      select tenant, passport_id, snapshot_id, rule_package_version_id, compiler_build_id, signing_key_id, issued_at, created_by
        from rota.passports_versions, generate_series(1, 2) where passport_version_id = ${versionId}::uuid`);
    await tx.query(sqlScript(file));
    const rows = await tx.query(sql<{ twin: number }>`
      select twin from rota.passports_versions
       where passport_id = (select passport_id from rota.passports_versions where passport_version_id = ${versionId}::uuid) order by created_at`);
    twins.push(...rows.map(({ twin }) => twin));
    throw new Error("undone");
  });

  await expect(upgraded).rejects.toThrow("undone");
  expect(twins).toEqual([0, 1, 2]);
});

test("a product has one passport and each of its batteries another, and a repeated request returns the existing one", async () => {
  const [product, again, item, other] = [
    await createPassport(world, ground),
    await createPassport(world, ground),
    await createPassport(world, ground, "SN-3"),
    await createPassport(world, ground, "SN-4"),
  ];

  expect(again).toBe(product);
  expect(new Set([product, item, other]).size).toBe(3);
  const versionId = await signedVersion(world, ground, "SN-3");
  expect((await bytesOf(versionId, "payload")).bytes.toString()).toContain('"serial_number":"SN-3"');
});

test("an export is a file that verifies on its own", async () => {
  const versionId = await signedVersion(world, ground, "SN-5");
  expect((await refused(409, postAction(world, versionId, "exports", { format: "JSON" }))).code).toBe("INVALID_STATE");
  await expectBody(200, Version, postAction(world, versionId, "activate"));
  await expectBody(202, Type.Any(), postAction(world, versionId, "exports", { format: "JSON" }));
  const Exports = Type.Object({ items: Type.Array(Type.Object({ export_id: Type.String(), sha256: Type.String() })) });
  const list = () => expectBody(200, Exports, world.ask("GET", `/v1/passport-versions/${versionId}/exports`));
  await vi.waitUntil(async () => (await list()).items.length === 1, WAIT);

  const [{ export_id: exportId } = { export_id: "" }] = (await list()).items;
  const { bytes } = await world.ask("GET", `/v1/passport-exports/${exportId}`);

  const report = verifyPassport(readPassportFile(bytes), await keysOfWorld());
  expect(report.verdict).toBe("valid");
  expect(report.steps.find(({ name }) => name === "facts")?.verdict).toBe("pass");
});

test("the label has both codes, or only the first without a public address", async () => {
  const versionId = await signedVersion(world, ground, "SN-6");

  const page = (await bytesOf(versionId, "label")).bytes.toString();
  const link = PNG.sync.read((await bytesOf(versionId, "link.png")).bytes);

  expect(page.match(/<svg /g)).toHaveLength(2);
  expect(jsqr.default(Uint8ClampedArray.from(link.data), link.width, link.height)?.data).toBe(
    `https://passports.example/p/${versionId}`,
  );
  expect((await refused(400, world.ask("GET", `/v1/passport-versions/${versionId}/label?qr_mm=19`))).code).toBe(
    "REQUEST_INVALID",
  );
});

describe("a passport that cannot be compiled", () => {
  test("is refused immediately if snapshot or rules are not ready or do not exist", async () => {
    const passportId = await createPassport(world, ground);
    const compile = (change: Partial<Ground>) => {
      const { snapshotId, rulesId } = { ...ground, ...change };
      const body = { snapshot_id: snapshotId, rule_package_version_id: rulesId };
      return world.ask("POST", `/v1/passports/${passportId}/compile`, { body });
    };

    const open = await createSnapshot(world);
    expect((await refused(409, compile({ snapshotId: open }))).code).toBe("SNAPSHOT_NOT_READY");
    expect((await refused(404, compile({ snapshotId: randomUUID() }))).code).toBe("NOT_FOUND");
    expect((await refused(404, compile({ rulesId: randomUUID() }))).code).toBe("NOT_FOUND");
  });

  test.each([
    ["a division by zero", "field a: Int = 1 / 0;", "DIVISION_BY_ZERO"],
    ["an assertion that does not hold", 'field a: Int = assert(false, "E9", "never"); 1;', "VALIDATION_ERROR"],
    [
      "a fact that is missing",
      'field a: Text = requireSome(recordGet(requireSome(getFact("X", "y"), "E1", "no x"), "z"), "E2", "no z");',
      "VALIDATION_ERROR",
    ],
  ])("because of %s fails once with its code and is not retried", async (_, rules, code) => {
    const rulesId = await publishRules(world, rules);
    const passportId = await createPassport(world, ground, randomUUID());

    const { versionId, jobId } = await requestVersion(world, passportId, { ...ground, rulesId });
    await vi.waitUntil(
      async () => (await expectBody(200, Task, world.ask("GET", `/v1/tasks/${jobId}`))).state === "FAILED",
      WAIT,
    );

    expect(await readVersion(world, versionId)).toMatchObject({ status: "COMPILING", failure: { code } });
    const attempts = await world.database.query(sql<{ attempt: number }>`
      select attempt from rota.chunks where task_id = ${BigInt(jobId)}`);
    expect(attempts).toEqual([{ attempt: 1 }]);
    expect((await refused(409, postAction(world, versionId, "activate"))).code).toBe("INVALID_STATE");
    expect((await refused(409, postAction(world, versionId, "revoke", { reason: "x" }))).code).toBe("INVALID_STATE");
    expect((await refused(409, postAction(world, versionId, "replay"))).code).toBe("INVALID_STATE");
  });

  test("because it is too large names its size and the limit", async () => {
    vi.stubEnv("BPC_PROOF_MAX_BYTES", "1000");
    const passportId = await createPassport(world, ground, randomUUID());

    const { versionId, jobId } = await requestVersion(world, passportId, ground);
    await vi.waitUntil(
      async () => (await expectBody(200, Task, world.ask("GET", `/v1/tasks/${jobId}`))).state === "FAILED",
      WAIT,
    );
    vi.stubEnv("BPC_PROOF_MAX_BYTES", "");

    const { failure } = await readVersion(world, versionId);
    expect(failure?.code).toBe("PROOF_TOO_LARGE");
    expect(failure?.message).toContain("at most 1000");
  });
});

describe("a change of stored data", () => {
  test("of a signed version is refused by the database", async () => {
    const versionId = await signedVersion(world, ground, "SN-9");
    const changes = [
      sql`update rota.passports_versions set payload_canonical = '\\x00' where passport_version_id = ${versionId}::uuid`,
      sql`update rota.passports_versions set signature = null where passport_version_id = ${versionId}::uuid`,
      sql`update rota.passports_versions set issued_at = now() where passport_version_id = ${versionId}::uuid`,
      sql`update rota.passports_versions set status = 'COMPILING' where passport_version_id = ${versionId}::uuid`,
      sql`delete from rota.passports_versions where passport_version_id = ${versionId}::uuid`,
      sql`update rota.passports_signing_keys set public_key = decode(repeat('00', 32), 'hex')`,
      sql`delete from rota.passports_signing_keys`,
    ];

    for (const change of changes)
      await expect(world.database.query(change)).rejects.toThrow(/do not change|does not go/);
  });

  test.each([
    [
      "payload",
      (id: string) => sql`
      update rota.passports_versions set payload_canonical = set_byte(payload_canonical, 20, 66) where passport_version_id = ${id}::uuid`,
    ],
    [
      "receipt",
      (id: string) => sql`
      update rota.passports_versions set receipt_canonical = set_byte(receipt_canonical, 20, 66) where passport_version_id = ${id}::uuid`,
    ],
  ])("without the guards of the database is detected by a replay: %s", async (_, change) => {
    const versionId = await signedVersion(world, ground, randomUUID());
    await world.database.transaction(async (tx) => {
      await tx.query(sql`alter table rota.passports_versions disable trigger user`);
      await tx.query(change(versionId));
      await tx.query(sql`alter table rota.passports_versions enable trigger user`);
    });

    expect((await refused(409, postAction(world, versionId, "replay"))).code).toBe("REPLAY_MISMATCH");
  });
});
