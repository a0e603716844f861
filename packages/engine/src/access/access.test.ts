/** Tests of creating, using and revoking keys, sign-in links and sessions. */
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listAudit } from "../audit-log/list-audit.ts";
import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { sql } from "../database/sql.ts";
import { createHeldClock } from "../../test/support/held-clock.ts";
import { openTestDatabase, type TestDatabase } from "../../test/support/test-database.ts";
import { hasRole } from "./actor.ts";
import { createKey, hasValidKey, listKeys, revokeKey } from "./api-keys.ts";
import { createSignInLink, endSession, signIn } from "./sessions.ts";
import { createVerifier } from "./verifier.ts";

const ANN = { name: "ann@example.org", roles: ["operator"], tenant: "acme" };

describe.each(["pglite", "postgres"] as const)("access on %s", (on) => {
  let opened: TestDatabase;
  let database: Database;

  beforeAll(async () => {
    opened = await openTestDatabase({ on });
    database = opened.database;
    await migrate(database);
  });
  beforeEach(() => database.query(sql`delete from rota.credentials`));
  afterAll(() => opened.dispose());

  const whoIs = (kind: "key" | "session", text: string) => createVerifier({ database }).verify(kind, text);

  test("a key identifies its actor, tenant and roles", async () => {
    const { key, keyId } = await createKey(database, { ...ANN, actor: "root" });

    expect(key).toMatch(/^rota_[0-9a-f]{16}_[\w-]{43}$/);
    expect(await whoIs("key", key)).toEqual({ kind: "key", id: keyId, ...ANN });
    expect((await listKeys(database)).items).toMatchObject([{ keyId, ...ANN, createdBy: "root" }]);
    expect((await listKeys(database)).items[0]?.lastUsedAt).toBeInstanceOf(Date);
  });

  test("only the hash of a key is stored", async () => {
    const { key } = await createKey(database, ANN);

    const rows = await database.query(
      sql<{ row: string }>`select to_json(credentials)::text as row from rota.credentials`,
    );

    expect(rows[0]?.row).not.toContain(key.split("_").slice(2).join("_")); // the secret itself may have a "_"
  });

  test("a key with one changed character is invalid", async () => {
    const { key } = await createKey(database, ANN);
    const verifier = createVerifier({ database });
    const other = key.endsWith("A") ? `${key.slice(0, -1)}E` : `${key.slice(0, -1)}A`;

    expect(await verifier.verify("key", other)).toBeUndefined();
    expect(await verifier.verify("session", key)).toBeUndefined();
    expect(await verifier.verify("key", key)).toMatchObject({ name: ANN.name });
  });

  test("a revoked key is invalid after some seconds at the latest, and at once where it was revoked", async () => {
    const clock = createHeldClock();
    const here = createVerifier({ database, clock });
    const elsewhere = createVerifier({ database, clock });
    const { key, keyId } = await createKey(database, ANN);
    await Promise.all([here, elsewhere].map((verifier) => verifier.verify("key", key)));

    await revokeKey(database, { keyId, actor: "root" });
    here.forget(keyId);

    expect(await here.verify("key", key)).toBeUndefined();
    expect(await elsewhere.verify("key", key)).toBeDefined();
    await clock.advance(5_000);
    expect(await elsewhere.verify("key", key)).toBeUndefined();
    expect(await hasValidKey(database)).toBe(false);
    expect((await revokeKey(database, { keyId })).revokedBy).toBe("root");
  });

  test("an expired key is invalid", async () => {
    const { key } = await createKey(database, { ...ANN, expiresAt: new Date(Date.now() + 3_600_000) });
    await database.query(sql`update rota.credentials set expires_at = now() - interval '1 second'`);

    expect(await whoIs("key", key)).toBeUndefined();
    expect(await hasValidKey(database)).toBe(false);
  });

  test("a key of another tenant is neither listed nor revoked", async () => {
    const { keyId } = await createKey(database, ANN);

    expect((await listKeys(database, { tenant: "other" })).items).toEqual([]);
    await expect(revokeKey(database, { keyId, tenant: "other" })).rejects.toMatchObject({ code: "KEY_NOT_FOUND" });
  });

  test("keys are listed the newest first, a page at a time", async () => {
    const made: string[] = [];
    for (const name of ["a", "b", "c"]) made.unshift((await createKey(database, { ...ANN, name })).keyId);

    const first = await listKeys(database, { limit: 2 });
    const second = await listKeys(database, { limit: 2, after: first.next });

    expect([...first.items, ...second.items].map(({ keyId }) => keyId).sort()).toEqual(made.sort());
    expect(second.next).toBeUndefined();
  });

  test.each([
    [{ name: "" }],
    [{ name: "a\nb" }],
    [{ name: "x".repeat(201) }],
    [{ roles: [] }],
    [{ roles: ["Admin"] }],
    [{ roles: ["anyone"] }],
    [{ tenant: "" }],
    [{ expiresAt: new Date("2020-01-01") }],
    [{ expiresAt: new Date(Number.NaN) }],
  ])("a key with %j is refused", async (wrong) => {
    await expect(createKey(database, { ...ANN, ...wrong })).rejects.toMatchObject({ code: "ACCESS_INVALID" });
    expect((await listKeys(database)).items).toEqual([]);
  });

  test("a sign-in link starts one session, for the first browser", async () => {
    const { url, token } = await createSignInLink(database, { ...ANN, baseUrl: "http://127.0.0.1:7400" });
    expect(url).toBe(`http://127.0.0.1:7400/sign-in#token=${token}`);

    const tries = await Promise.allSettled([signIn(database, token), signIn(database, token)]);

    const started = tries.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    expect(started).toHaveLength(1);
    expect(await whoIs("session", started[0]?.session ?? "")).toMatchObject({ kind: "session", ...ANN });
    await expect(signIn(database, token)).rejects.toMatchObject({ code: "SIGN_IN_INVALID" });
  });

  test("a sign-in link keeps the path at which the server is mounted", async () => {
    const { url, token } = await createSignInLink(database, { ...ANN, baseUrl: "https://example.org/jobs/" });

    expect(url).toBe(`https://example.org/jobs/sign-in#token=${token}`);
  });

  test("a link that is older than 15 minutes is refused", async () => {
    const { token } = await createSignInLink(database, { ...ANN, baseUrl: "http://127.0.0.1:7400" });
    await database.query(sql`update rota.credentials set expires_at = now()`);

    await expect(signIn(database, token)).rejects.toMatchObject({ code: "SIGN_IN_INVALID" });
  });

  test("a session that was ended is invalid", async () => {
    const { token } = await createSignInLink(database, { ...ANN, baseUrl: "http://127.0.0.1:7400" });
    const { session, sessionId } = await signIn(database, token);

    await endSession(database, { sessionId, actor: ANN.name });

    expect(await whoIs("session", session)).toBeUndefined();
  });

  test("the tenant's audit log shows who created and revoked keys and who signed in, without secrets", async () => {
    const tenant = `audited-${on}`;
    const { keyId, key } = await createKey(database, { ...ANN, tenant, actor: "root" });
    await revokeKey(database, { keyId, actor: "eve" });
    const { token } = await createSignInLink(database, { ...ANN, tenant, baseUrl: "http://127.0.0.1:1" });
    const { session, sessionId } = await signIn(database, token);
    await endSession(database, { sessionId, actor: ANN.name });

    const { entries } = await listAudit(database, { tenant });

    expect(entries.map(({ actor, action }) => [actor, action]).sort()).toEqual(
      [
        ["root", "key.created"],
        ["eve", "key.revoked"],
        [null, "sign-in-link.created"],
        [ANN.name, "session.started"],
        [ANN.name, "session.ended"],
      ].sort(),
    );
    const text = JSON.stringify(entries);
    for (const secret of [key, token, session]) expect(text).not.toContain(secret.slice(22));
  });
});

test("admin includes every role, operator includes viewer, and roles of workloads include no other", () => {
  expect(hasRole(["operator"], "viewer")).toBe(true);
  expect(hasRole(["viewer"], "operator")).toBe(false);
  expect(hasRole(["operator"], "admin")).toBe(false);
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{1,9}:[a-z]{1,9}$/), (role) => {
      expect(hasRole(["admin"], role)).toBe(true);
      expect(hasRole(["operator", "viewer"], role)).toBe(false);
      expect(hasRole([role], "viewer")).toBe(false);
      expect(hasRole([role], role)).toBe(true);
    }),
  );
});
