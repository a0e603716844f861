/** Tests that a failure of a PostgreSQL server gives one clear error, and that the next statement works again. */
import { once } from "node:events";
import { createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startTcpProxy, type TcpProxy } from "../../../../tools/services/tcp-proxy.ts";
import { openTestPostgres, testPostgresUrl } from "../../test/support/test-database.ts";
import { RotaError } from "../errors.ts";
import { notify } from "./database.sql.ts";
import type { Database } from "./database.ts";
import { sql } from "./sql.ts";

const serverUrl = new URL(testPostgresUrl());
const server = { host: serverUrl.hostname, port: Number(serverUrl.port) || 5432 };
let proxy: TcpProxy;
beforeAll(async () => void (proxy = await startTcpProxy(server)));
afterAll(() => proxy.close());

function urlWith(change: (url: URL) => void): string {
  const url = new URL(serverUrl);
  change(url);
  return url.href;
}

const throughProxy = () => urlWith((url) => (url.host = `127.0.0.1:${String(proxy.port)}`));
const isBusy = (database: Database, mark: string) =>
  database.query(sql<{ pid: number }>`
    select pid from pg_stat_activity
     where query like ${`%${mark}%`} and state = 'active' and pid <> pg_backend_pid()`);

describe("opening", () => {
  const refusal = (url: string, connectTimeoutMs = 30_000) =>
    openTestPostgres({ url, connectTimeoutMs }).then(
      () => Promise.reject(new Error("it opened")),
      (error: unknown) => error,
    );

  test.each([
    ["no URL at all", "somewhere", "DATABASE_URL_INVALID"],
    ["another protocol", "mysql://user:hush@host/db", "DATABASE_URL_INVALID"],
    ["an unknown parameter", urlWith((url) => url.searchParams.set("sslmod", "require")), "DATABASE_URL_INVALID"],
    ["an unknown sslmode", urlWith((url) => url.searchParams.set("sslmode", "perhaps")), "DATABASE_URL_INVALID"],
    [
      "a missing root certificate",
      urlWith((url) => (url.search = "sslmode=verify-full&sslrootcert=/nowhere.pem")),
      "DATABASE_URL_INVALID",
    ],
    ["a closed port", urlWith((url) => (url.port = "1")), "DATABASE_UNAVAILABLE"],
    ["a host that does not exist", urlWith((url) => (url.hostname = "nowhere.invalid")), "DATABASE_UNAVAILABLE"],
    ["a wrong password", urlWith((url) => (url.password = "hush")), "DATABASE_AUTHENTICATION_FAILED"],
    ["a missing database", urlWith((url) => (url.pathname = "/not_there")), "DATABASE_MISSING"],
    ["TLS that the server does not speak", urlWith((url) => (url.search = "sslmode=require")), "DATABASE_TLS_FAILED"],
  ])("with %s is refused with a code, without the password", async (_, url, code) => {
    const error = await refusal(url);

    expect(error).toBeInstanceOf(RotaError);
    expect(error).toMatchObject({ code });
    expect(JSON.stringify([String(error), error])).not.toMatch(new RegExp(`hush|${serverUrl.password || "hush"}`));
  });

  test("a server that never answers is reported as unavailable after the time limit", async () => {
    const silent = createServer(() => undefined);
    await once(silent.listen(0, "127.0.0.1"), "listening");
    const address = silent.address();
    const port = typeof address === "object" ? String(address?.port) : "";

    const error = await refusal(`postgres://user:hush@127.0.0.1:${port}/db`, 500);

    expect(error).toMatchObject({ code: "DATABASE_UNAVAILABLE" });
    silent.close();
  });
});

describe("a lost connection", () => {
  test("fails the running statement, and the next one connects again", async () => {
    const database = await openTestPostgres({ url: throughProxy(), poolSize: 2 });
    const running = database.query(sql`select pg_sleep(30) as lost_statement`);
    const outcome = running.catch((error: unknown) => error);
    await expect.poll(() => isBusy(database, "lost_statement")).not.toEqual([]);

    proxy.cut();

    expect(await outcome).toMatchObject({ code: "DATABASE_UNAVAILABLE", details: { statementMayHaveRun: true } });
    // The second, idle connection was cut too, which may be detected only when it is used.
    await expect.poll(() => database.query(sql`select 1 as id`).catch(() => [])).toEqual([{ id: 1 }]);
    // The server detects that its client has disconnected, and ends the statement long before its 30 seconds.
    await expect.poll(() => isBusy(database, "lost_statement"), { timeout: 15_000 }).toEqual([]);
    await database.close();
  });

  test("fails the running statement in the same way when an administrator ended the session", async () => {
    const database = await openTestPostgres({ poolSize: 2 });
    const outcome = database.query(sql`select pg_sleep(30) as ended_session`).catch((error: unknown) => error);
    await expect.poll(() => isBusy(database, "ended_session")).not.toEqual([]);
    const [session] = await isBusy(database, "ended_session");

    await database.query(sql`select pg_terminate_backend(${session?.pid ?? 0}::int)`);

    expect(await outcome).toMatchObject({ code: "DATABASE_UNAVAILABLE" });
    expect(await database.query(sql`select 1 as id`)).toEqual([{ id: 1 }]);
    await database.close();
  });

  test("fails a transaction and its later statements", async () => {
    const database = await openTestPostgres({ url: throughProxy(), poolSize: 1 });
    const work = database.transaction(async (tx) => {
      await tx.query(sql`select 1`);
      proxy.cut();
      await tx.query(sql`select 2`);
    });
    await expect(work).rejects.toMatchObject({ code: "DATABASE_UNAVAILABLE" });
    expect(await database.query(sql`select 1 as id`)).toEqual([{ id: 1 }]);
    await database.close();
  });

  test("that became silent is closed after the time limit", async () => {
    const quiet = await startTcpProxy(server);
    const url = urlWith((given) => (given.host = `127.0.0.1:${String(quiet.port)}`));
    const database = await openTestPostgres({ url, poolSize: 1, statementTimeoutMs: 2_000, connectTimeoutMs: 30_000 });
    await database.query(sql`select 1`);

    quiet.silence();

    await expect(database.query(sql`select 2`)).rejects.toMatchObject({ code: "QUERY_TIMED_OUT" });
    expect(await database.query(sql`select 3 as id`)).toEqual([{ id: 3 }]);
    await database.close();
    await quiet.close();
  });

  test("while the server is unavailable: each statement is refused, and works once it is back", async () => {
    const database = await openTestPostgres({ url: throughProxy() });
    proxy.refuse();
    await expect(database.query(sql`select 1`)).rejects.toMatchObject({ code: "DATABASE_UNAVAILABLE" });
    await expect(database.query(sql`select 1`)).rejects.toMatchObject({ code: "DATABASE_UNAVAILABLE" });

    proxy.allow();

    expect(await database.query(sql`select 1 as id`)).toEqual([{ id: 1 }]);
    await database.close();
  });

  test("is made again only after beforeConnect", async () => {
    const beforeConnect = vi.fn(async () => undefined);
    const database = await openTestPostgres({ url: throughProxy(), poolSize: 1, beforeConnect });
    await database.query(sql`select 1`);
    expect(beforeConnect).toHaveBeenCalledTimes(1);

    proxy.cut();

    await expect.poll(() => database.query(sql`select 1 as id`).catch(() => [])).toEqual([{ id: 1 }]);
    expect(beforeConnect).toHaveBeenCalledTimes(2);
    await database.close();
  });
});

describe("a listener", () => {
  test("receives notifications again after its connection was lost, and is notified of the gap", async () => {
    const database = await openTestPostgres({ url: throughProxy() });
    const received: string[] = [];
    let gaps = 0;
    await database.listen("work", { onNotification: (payload) => received.push(payload), onGap: () => gaps++ });

    proxy.refuse();
    proxy.allow();
    await vi.waitUntil(() => gaps === 1, { timeout: 10_000 });
    await database.query(notify("work", "after the gap"));

    await vi.waitUntil(() => received.length === 1, { timeout: 10_000 });
    expect(received).toEqual(["after the gap"]);
    await database.close();
  });

  test("does not keep a database from closing while it connects again", async () => {
    const database = await openTestPostgres({ url: throughProxy() });
    await database.listen("work", { onNotification: () => undefined, onGap: () => undefined });
    proxy.refuse();

    await database.close();

    proxy.allow();
  });
});

describe("the pool", () => {
  test("never uses more connections than its size", async () => {
    const before = proxy.accepted();
    const database = await openTestPostgres({ url: throughProxy(), poolSize: 3 });

    await Promise.all(Array.from({ length: 30 }, () => database.query(sql`select pg_sleep(0.01)`)));

    expect(proxy.accepted() - before).toBe(3);
    await database.close();
  });

  test("serves callers in the order of their calls", async () => {
    const database = await openTestPostgres({ poolSize: 1 });
    const ids = Array.from({ length: 30 }, (_, id) => id);
    const finished: number[] = [];

    await Promise.all(ids.map((id) => database.query(sql`select 1`).then(() => finished.push(id))));

    expect(finished).toEqual(ids);
    await database.close();
  });

  test("refuses a caller that waited too long, and the error names the option to raise", async () => {
    const database = await openTestPostgres({ poolSize: 1, statementTimeoutMs: 200 });
    await database.transaction(async () => {
      await expect(database.query(sql`select 1`)).rejects.toThrow("raise poolSize");
    });
    await database.close();
  });

  test("removes a waiting caller whose signal aborts", async () => {
    const database = await openTestPostgres({ poolSize: 1 });
    const abort = new AbortController();
    await database.transaction(async () => {
      const waiting = database.query(sql`select 1`, { signal: abort.signal });
      abort.abort();
      await expect(waiting).rejects.toMatchObject({ code: "QUERY_CANCELLED" });
    });
    expect(await database.query(sql`select 1 as id`)).toEqual([{ id: 1 }]);
    await database.close();
  });
});

test("sessions have an application name", async () => {
  const database = await openTestPostgres({});
  expect(await database.query(sql`select current_setting('application_name') as name`)).toEqual([{ name: "rota" }]);
  await database.close();
});
