/** Tests authentication and what each role may do. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer as createHttpServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Config } from "@rota/engine";
import { createKey, revokeKey } from "@rota/engine/admin";
import { createSignInLink, endSession } from "@rota/engine/internal";
import { defineOperation } from "@rota/engine/workload";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isLoopback } from "../src/create-server.ts";
import { openServer, type OpenedServer } from "./open-server.ts";

const identityRoute = (role: string, name: string, method: "GET" | "POST" = "GET") =>
  defineOperation({
    name: `test.${name}`,
    method,
    path: `/v1/test/${name}`,
    summary: "Who acts",
    tag: "test",
    role,
    answers: { 200: { type: "object" } },
    handle: async ({ actor, tenant }) => ({ status: 200, body: { name: actor.name, tenant: tenant ?? null } }),
  });

const operations = [
  identityRoute("viewer", "view"),
  identityRoute("operator", "operate", "POST"),
  identityRoute("admin", "administer"),
  identityRoute("elections:guardian", "guard"),
];

describe("access", () => {
  let opened: OpenedServer;
  beforeAll(async () => {
    opened = await openServer({ operations });
  });
  afterAll(() => opened.dispose());

  const statusOf = async (path: string, key?: string, method = "GET") =>
    (await opened.ask(path, { method, ...(key === undefined ? {} : { key }) })).status;

  test("without a valid key is answered with 401", async () => {
    const { keys } = opened;
    const answer = await opened.ask("/v1/test/view");

    expect(answer).toMatchObject({ status: 401, body: { code: "UNAUTHENTICATED" } });
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    for (const wrong of ["rota_x", `${keys.viewer}x`, keys.viewer.slice(0, -1), "a.b.c", "Basic"])
      expect(await statusOf("/v1/test/view", wrong)).toBe(401);
  });

  test("follows the role: admin may do everything, operator everything a viewer may, a workload's role only its own", async () => {
    const { keys, engine } = opened;
    const guardian = (await createKey(engine.database, { name: "gus", roles: ["elections:guardian"] })).key;
    const table = await Promise.all(
      [keys.admin, keys.operator, keys.viewer, guardian].map(async (key) => [
        await statusOf("/v1/test/view", key),
        await statusOf("/v1/test/operate", key, "POST"),
        await statusOf("/v1/test/administer", key),
        await statusOf("/v1/test/guard", key),
      ]),
    );

    expect(table).toEqual([
      [200, 200, 200, 200],
      [200, 200, 403, 403],
      [200, 403, 403, 403],
      [403, 403, 403, 200],
    ]);
  });

  test("with a key that is bound to a tenant is limited to that tenant", async () => {
    const key = opened.keys.acme;
    const foreign = { status: 403, body: { code: "TENANT_FOREIGN" } };

    expect((await opened.ask("/v1/test/view", { key })).body).toEqual({ name: "ann", tenant: "acme" });
    expect((await opened.ask("/v1/test/view?tenant=acme", { key })).status).toBe(200);
    expect(await opened.ask("/v1/test/view?tenant=other", { key })).toMatchObject(foreign);
    expect(await opened.ask("/v1/test/view", { key, headers: { "x-rota-tenant": "other" } })).toMatchObject(foreign);
    const body = { tenant: "other" };
    expect(await opened.ask("/v1/test/operate", { key, method: "POST", body })).toMatchObject(foreign);
  });

  test("with an unbound key covers the named tenant, or all tenants", async () => {
    const key = opened.keys.viewer;

    expect((await opened.ask("/v1/test/view", { key })).body).toEqual({ name: "vic", tenant: null });
    expect((await opened.ask("/v1/test/view?tenant=acme", { key })).body).toEqual({ name: "vic", tenant: "acme" });
    const headers = { "x-rota-tenant": "other" };
    expect((await opened.ask("/v1/test/view?tenant=acme", { key, headers })).status).toBe(400);
  });

  test("ends when a key is revoked", async () => {
    const { key, keyId } = await createKey(opened.engine.database, { name: "kim", roles: ["viewer"] });
    await revokeKey(opened.engine.database, { keyId });

    expect(await statusOf("/v1/test/view", key)).toBe(401);
  });

  describe("by the session of a browser", () => {
    const signIn = async () => {
      const grant = { name: "sue", roles: ["operator"], tenant: "acme", baseUrl: opened.url };
      const { token } = await createSignInLink(opened.engine.database, grant);
      const answer = await opened.ask("/v1/sign-in", { method: "POST", body: { token } });
      return { answer, token, cookie: answer.headers.get("set-cookie") ?? "" };
    };

    test("starts with a single-use link and a cookie that no script and no other site can read", async () => {
      const { answer, token, cookie } = await signIn();

      expect(answer).toMatchObject({
        status: 200,
        body: { name: "sue", tenant: "acme", roles: ["operator"], kind: "session" },
      });
      expect(cookie).toMatch(/^rota_session=[\w-]+; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/);
      expect(await opened.ask("/v1/session", { headers: { cookie } })).toMatchObject({
        status: 200,
        body: { name: "sue" },
      });
      const again = await opened.ask("/v1/sign-in", { method: "POST", body: { token } });
      expect(again).toMatchObject({ status: 401, body: { code: "SIGN_IN_INVALID" } });
    });

    test("is accepted only from pages of this server", async () => {
      const { cookie } = await signIn();
      const send = async (headers: Record<string, string>) =>
        (await opened.ask("/v1/test/operate", { method: "POST", headers: { cookie, ...headers } })).status;

      expect(await send({ origin: opened.url })).toBe(200);
      expect(await send({ "sec-fetch-site": "same-origin" })).toBe(200);
      expect(await send({})).toBe(403);
      expect(await send({ origin: "https://evil.example" })).toBe(403);
      expect(await send({ origin: "null" })).toBe(403);
      expect(await send({ "sec-fetch-site": "cross-site", origin: opened.url })).toBe(403);
    });

    test("ends when the user signs out or the session is ended", async () => {
      const { cookie } = await signIn();
      const headers = { cookie, origin: opened.url };

      const answer = await opened.ask("/v1/session", { method: "DELETE", headers });

      expect(answer.status).toBe(204);
      expect(answer.headers.get("set-cookie")).toContain("Max-Age=0");
      expect((await opened.ask("/v1/session", { headers })).status).toBe(401);
      await endSession(opened.engine.database, { sessionId: "never-was" });
    });
  });
});

describe("access by token", () => {
  const ISSUER = "https://id.example.org";
  const claims = { email: "tom@example.org", tenant: "acme", realm: { roles: ["operator", "Not a role"] } };
  let folder: string;
  let privateKey: Awaited<ReturnType<typeof generateKeyPair>>["privateKey"];
  let jwks: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "rota-jwks-"));
    const pair = await generateKeyPair("ES256");
    privateKey = pair.privateKey;
    jwks = JSON.stringify({ keys: [{ ...(await exportJWK(pair.publicKey)), kid: "one", alg: "ES256" }] });
    await writeFile(join(folder, "jwks.json"), jwks);
  });
  afterAll(() => rm(folder, { recursive: true }));

  const tokenOf = (payload: Record<string, unknown>, { issuer = ISSUER, audience = "rota", expires = "1h" } = {}) =>
    new SignJWT(payload)
      .setProtectedHeader({ alg: "ES256", kid: "one" })
      .setIssuer(issuer)
      .setAudience(audience)
      .setSubject("tom")
      .setExpirationTime(expires)
      .sign(privateKey);
  const trusting = { tokenIssuer: ISSUER, tokenAudience: "rota", tokenRolesClaim: "realm.roles" };
  const using = async (config: Partial<Config>, run: (opened: OpenedServer) => Promise<void>) => {
    const opened = await openServer({ operations, config: { ...trusting, ...config } });
    try {
      await run(opened);
    } finally {
      await opened.dispose();
    }
  };

  test("grants what the claims say and refuses tokens of another issuer, audience or algorithm, without a name, or expired", async () => {
    await using({ jwksFile: join(folder, "jwks.json") }, async ({ ask }) => {
      const key = await tokenOf(claims);
      expect((await ask("/v1/session", { key })).body).toEqual({
        name: "tom@example.org",
        kind: "token",
        tenant: "acme",
        roles: ["operator"],
        workloads: ["test"],
      });
      expect((await ask("/v1/test/view?tenant=other", { key })).status).toBe(403);
      const wrong = [
        await tokenOf(claims, { issuer: "https://evil.example" }),
        await tokenOf(claims, { audience: "other" }),
        await tokenOf(claims, { expires: "-1h" }),
        await tokenOf({ ...claims, tenant: undefined }),
        await tokenOf({ ...claims, email: "a\nb" }),
        `${Buffer.from('{"alg":"none"}').toString("base64url")}.${key.split(".")[1] ?? ""}.`,
        await new SignJWT(claims)
          .setProtectedHeader({ alg: "HS256", kid: "one" })
          .setIssuer(ISSUER)
          .setAudience("rota")
          .setExpirationTime("1h")
          .sign(Buffer.from(jwks)),
      ];
      for (const token of wrong) expect((await ask("/v1/session", { key: token })).status).toBe(401);
    });
  });

  test("loads the keys from their URL, and answers 503 while they are unavailable", async () => {
    let isUp = true;
    const issuer = createHttpServer((_request, response) =>
      response.writeHead(isUp ? 200 : 500, { "content-type": "application/json" }).end(isUp ? jwks : "{}"),
    ).listen(0, "127.0.0.1");
    await once(issuer, "listening");
    const address = issuer.address();
    const port = isAddress(address) ? address.port : 0;
    const jwksUrl = `http://127.0.0.1:${String(port)}/jwks.json`;

    const key = await tokenOf(claims);
    await using({ jwksUrl }, async ({ ask }) => expect((await ask("/v1/session", { key })).status).toBe(200));
    isUp = false;
    await using({ jwksUrl }, async ({ ask }) =>
      expect(await ask("/v1/session", { key })).toMatchObject({ status: 503, body: { code: "JWKS_UNUSABLE" } }),
    );
    issuer.close();
  });

  test("is refused at the start when the key file contains no keys", async () => {
    await writeFile(join(folder, "none.json"), "{}");

    await expect(openServer({ config: { ...trusting, jwksFile: join(folder, "none.json") } })).rejects.toMatchObject({
      code: "JWKS_UNUSABLE",
    });
  });
});

describe("a server that other machines can reach", () => {
  test("listens only once a key exists", async () => {
    const opened = await openServer();
    try {
      const { engine, server } = opened;
      const keys = Object.values(opened.keys).map((key) => key.split("_")[1] ?? "");
      for (const keyId of keys) await revokeKey(engine.database, { keyId });

      await expect(server.listen({ host: "0.0.0.0", port: 0 })).rejects.toMatchObject({ code: "SERVER_UNPROTECTED" });
    } finally {
      await opened.dispose();
    }
  });

  test.each([
    ["127.0.0.1", true],
    ["127.9.9.9", true],
    ["::1", true],
    ["localhost", true],
    ["0.0.0.0", false],
    ["::", false],
    ["192.168.1.5", false],
    ["example.org", false],
  ])("is one that listens at %s: loopback is %s", (host, expected) => {
    expect(isLoopback(host)).toBe(expected);
  });
});

function isAddress(address: string | AddressInfo | null): address is AddressInfo {
  return typeof address === "object" && address !== null;
}
