/** Tests that a URL with TLS encrypts statements and cancel requests. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestPostgres, testPostgresUrl } from "../../test/support/test-database.ts";
import { hasOpenssl, startTlsProxy, type TlsProxy } from "../../test/support/tls-proxy.ts";
import { sql } from "./sql.ts";

const serverUrl = new URL(testPostgresUrl());

describe.skipIf(!(await hasOpenssl()))("TLS (needs openssl to make a certificate)", () => {
  let proxy: TlsProxy;
  beforeAll(async () => {
    proxy = await startTlsProxy({ host: serverUrl.hostname, port: Number(serverUrl.port) || 5432 });
  });
  afterAll(() => proxy.close());

  const open = (host: string, parameters: Record<string, string>) => {
    const url = new URL(serverUrl);
    url.host = `${host}:${String(proxy.port)}`;
    url.search = new URLSearchParams(parameters).toString();
    return openTestPostgres({ url: url.href });
  };

  test("sslmode=require encrypts without verifying the server", async () => {
    const database = await open("localhost", { sslmode: "require" });
    expect(await database.query(sql`select 1 as id`)).toEqual([{ id: 1 }]);
    await database.close();
  });

  test("sslmode=verify-full accepts only the given certificate", async () => {
    const database = await open("localhost", { sslmode: "verify-full", sslrootcert: proxy.rootFile });
    expect(await database.query(sql`select 1 as id`)).toEqual([{ id: 1 }]);
    await database.close();

    const unknownIssuer = open("localhost", { sslmode: "verify-full" });
    await expect(unknownIssuer).rejects.toMatchObject({ code: "DATABASE_TLS_FAILED" });
    const otherName = open("127.0.0.1", { sslmode: "verify-full", sslrootcert: proxy.rootFile });
    await expect(otherName).rejects.toMatchObject({ code: "DATABASE_TLS_FAILED" });
  });

  test("a statement is cancelled over TLS", async () => {
    const database = await open("localhost", { sslmode: "verify-full", sslrootcert: proxy.rootFile });
    const query = database.query(sql`select pg_sleep(30)`, { signal: AbortSignal.timeout(200) });
    await expect(query).rejects.toMatchObject({ code: "QUERY_CANCELLED", cause: { sqlState: "57014" } });
    await database.close();
  });
});
