/** Story: the bundled server comes up on an empty folder, is shared, and goes when its last user goes. */
import { access, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { beforeAll, describe, expect, test } from "vitest";

import type { BundledServer } from "../src/open-bundled-postgres.ts";
import { isRunning } from "../src/process-claim.ts";
import { countLogSyncs, makeRows, readDurability, readRows, reportStatistics, storeRow } from "./bundled-rows.sql.ts";
import { ask, collectLog, newDataDir, openForTest, startInserter } from "./bundled-support.ts";

test("an empty folder becomes a server with safe settings, and its data is there at the next start", async () => {
  const dataDir = await newDataDir();

  const first = await openForTest(dataDir);
  const settings = await ask(first.connection, readDurability());
  await ask(first.connection, makeRows());
  await ask(first.connection, storeRow("kept"));
  await first.close();
  const second = await openForTest(dataDir);

  expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
    data_checksums: "on",
    fsync: "on",
    full_page_writes: "on",
    listen_addresses: "",
    ssl: "off",
    synchronous_commit: "on",
  });
  expect(await ask(second.connection, readRows())).toEqual([{ id: "kept" }]);
});

test("several openings share one server, which stops with the last of them", async () => {
  const dataDir = await newDataDir();
  const first = await openForTest(dataDir);
  const second = await openForTest(dataDir);
  const pid = (await first.pid()) ?? 0;

  expect(await second.pid()).toBe(pid);
  await first.close();
  expect(isRunning(pid)).toBe(true);
  await second.close();
  expect(isRunning(pid)).toBe(false);
});

test("processes that start at once on an empty folder make one cluster and share one server", async () => {
  const dataDir = await newDataDir();

  const inserters = await Promise.all(["a", "b", "c"].map((name) => startInserter(dataDir, name)));
  await Promise.all(inserters.map((inserter) => inserter.finish()));

  const server = await openForTest(dataDir);
  const stored = (await ask(server.connection, readRows())).length;
  expect(stored).toBe(inserters.flatMap((inserter) => inserter.acknowledged).length);
  expect((await readdir(dataDir)).sort()).toEqual([
    "binaries-18.4.0-beta.17",
    "password",
    "postgres-18",
    "postgres.log",
    "server.json",
    "socket",
    "users",
  ]);
});

test("what a crash in the middle of the first start left behind is cleared away", async () => {
  const dataDir = await newDataDir();
  await mkdir(join(dataDir, "postgres-18.new-half", "base"), { recursive: true });
  await mkdir(join(dataDir, "binaries-18.4.0-beta.17", "bin"), { recursive: true });
  await writeFile(join(dataDir, "binaries-18.4.0-beta.17", "bin", "postgres"), "");

  const server = await openForTest(dataDir);

  expect(await ask(server.connection, makeRows())).toEqual([]);
  await expect(access(join(dataDir, "postgres-18.new-half"))).rejects.toThrow("ENOENT");
});

test("a folder whose path is too long for a socket gets its socket elsewhere", async () => {
  const dataDir = join(await newDataDir(), "deep".repeat(30));

  const server = await openForTest(dataDir);
  const again = await openForTest(dataDir);

  expect(server.connection.host).toMatch(/^\/tmp\/rota-[0-9a-f]{16}$/);
  expect(await ask(again.connection, makeRows())).toEqual([]);
});

describe("on one server", () => {
  const log = collectLog();
  let dataDir: string;
  let server: BundledServer;

  beforeAll(async () => {
    const atEnd: (() => Promise<void>)[] = [];
    dataDir = await newDataDir((work) => void atEnd.push(work));
    server = await openForTest(dataDir, { logger: log.logger }, (work) => void atEnd.unshift(work));
    return async () => {
      for (const work of atEnd) await work();
    };
  });

  test("every commit syncs the write-ahead log", async () => {
    const { connection } = server;
    await ask(connection, makeRows());
    const syncs = async () => (await ask(connection, countLogSyncs()))[0]?.syncs ?? 0;

    const before = await syncs();
    for (const id of ["a", "b", "c"]) {
      await ask(connection, storeRow(id));
      await ask(connection, reportStatistics());
    }

    expect((await syncs()) - before).toBeGreaterThanOrEqual(3);
  });

  test("the libraries get their links although install scripts are off", async () => {
    const libraries = await readdir(join(dataDir, "binaries-18.4.0-beta.17", "lib"), { withFileTypes: true });
    const links = libraries.filter((entry) => entry.isSymbolicLink()).map((entry) => entry.name);
    expect(links).toContain("libicuuc.so.60");
    expect(links).toContain("libpq.so.5");
  });

  test("the password is readable for its owner only and appears neither in the log nor on the command line", async () => {
    const { password } = server.connection;

    expect((await stat(join(dataDir, "password"))).mode & 0o777).toBe(0o600);
    expect(password.length).toBeGreaterThan(40);
    expect(log.lines.join("\n")).not.toContain(password);
    expect(await readFile(join(dataDir, "postgres.log"), "utf8")).not.toContain(password);
    expect(await readFile(`/proc/${String(await server.pid())}/cmdline`, "utf8")).not.toContain(password);
  });
});
