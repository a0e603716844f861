/** Story: whatever is wrong with a data folder ends in one refusal with a code and a way out, and nothing is damaged. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { findBinaries } from "../src/binaries.ts";
import { type BundledServer, openBundledPostgres } from "../src/open-bundled-postgres.ts";
import { chooseServerAccount } from "../src/data-folder.ts";
import { prepareSocketFolder } from "../src/server-settings.ts";
import { newClaim, ownIdentity } from "../src/process-claim.ts";
import { RotaError } from "@rota/engine";
import { makeRows } from "./bundled-rows.sql.ts";
import { ask, collectLog, inserterArguments, isRoot, newDataDir, openForTest } from "./bundled-support.ts";

const canUnshare = spawnSync("unshare", ["--pid", "--fork", "--mount-proc", "true"]).status === 0;
const elsewhere = { ...ownIdentity(), hostname: "far-away", machineId: "other", bootId: "other", pid: 4711 };

test.skipIf(!isRoot)("a parent that the server's user may not pass is named (needs root)", async () => {
  const dataDir = await newDataDir();
  const parent = dirname(dataDir);
  await chmod(parent, 0o700);

  const refusal = await refusalOf(dataDir);

  expect(refusal.code).toBe("DATA_FOLDER_UNREACHABLE");
  expect(refusal.message).toContain(`user nobody, for whom ${parent} is not searchable`);
  expect(refusal.message).toContain(`chmod o+x ${parent}`);
  expect(await readdir(parent)).toEqual([]);
});

test("a path through something that is no folder is refused", async () => {
  const dataDir = await newDataDir();
  await writeFile(dataDir, "a file");

  const refusal = await refusalOf(join(dataDir, "below"));

  expect(refusal.code).toBe("DATA_FOLDER_NOT_WRITABLE");
  expect(refusal.message).toContain("--data-dir");
});

test("a cluster of a newer version is refused", async () => {
  const dataDir = await newDataDir();
  await mkdir(join(dataDir, "postgres-99"), { recursive: true });

  const refusal = await refusalOf(dataDir);

  expect(refusal.code).toBe("DATA_FOLDER_TOO_NEW");
  expect(refusal.message).toContain("PostgreSQL 99");
});

test("a cluster of an older version without its binaries is refused and left alone", async () => {
  const dataDir = await newDataDir();
  await mkdir(join(dataDir, "postgres-12"), { recursive: true });
  await writeFile(join(dataDir, "password"), "x\n");

  const refusal = await refusalOf(dataDir);

  expect(refusal.code).toBe("DATA_FOLDER_TOO_OLD");
  expect(refusal.message).toContain("rota backup");
});

describe("with a cluster", () => {
  const atEnd: (() => Promise<void>)[] = [];
  let dataDir: string;

  beforeAll(async () => {
    dataDir = await newDataDir((work) => void atEnd.push(work));
    await (await openBundledPostgres({ dataDir, logger: collectLog().logger })).close();
  });
  afterAll(async () => {
    for (const work of atEnd) await work();
  });
  beforeEach(() => rm(join(dataDir, "server.json"), { force: true }));

  test("a folder that another host uses is refused at its next heartbeat, naming host, process and time", async () => {
    const path = join(dataDir, "users", "foreign.json");
    const claim = newClaim(elsewhere);
    const beating = setInterval(() => void writeFile(path, JSON.stringify(claim)), 100);

    await writeFile(path, JSON.stringify(claim));
    const refusal = await refusalOf(dataDir);
    clearInterval(beating);
    await rm(path);

    expect(refusal.code).toBe("DATA_FOLDER_HELD");
    expect(refusal.message).toContain(`process 4711 on host far-away since ${claim.since}`);
  });

  test("a folder that another host left in silence after a shutdown in order is taken over with a warning", async () => {
    await writeFile(join(dataDir, "server.json"), JSON.stringify(newClaim(elsewhere)));
    const log = collectLog();

    const server = await openForTest(dataDir, { logger: log.logger });

    expect(log.lines).toContain("the data folder was last used on far-away, which is silent: taken over");
    await expectAnswers(server);
    await server.close();
  });

  test("a server of another container on this machine is found by its socket and refused", async () => {
    const server = await openForTest(dataDir);
    const container = { ...ownIdentity(), hostname: "container", pidNamespace: "pid:[1]" };
    await writeFile(join(dataDir, "server.json"), JSON.stringify(newClaim(container)));

    const refusal = await refusalOf(dataDir);

    expect(refusal.code).toBe("DATA_FOLDER_HELD");
    expect(refusal.message).toContain("host container");
    await expectAnswers(server);
    await server.close();
  });

  test.skipIf(!canUnshare)(
    "a process in another container is refused while one here uses the folder (needs unshare)",
    async () => {
      const server = await openForTest(dataDir);
      const container = spawn("unshare", [
        "--pid",
        "--fork",
        "--mount-proc",
        process.execPath,
        ...inserterArguments(dataDir, "x"),
      ]);
      let said = "";
      container.stderr.on("data", (data) => (said += String(data)));

      await once(container, "close");

      expect(container.exitCode).not.toBe(0);
      expect(said).toContain("DATA_FOLDER_HELD");
      expect(said).toContain(`process ${String(process.pid)} on host`);
      await expectAnswers(server);
      await server.close();
    },
  );

  test("a dead process's pid that now belongs to another one keeps no server from starting", async () => {
    const bystander = spawn("sleep", ["60"], isRoot ? { uid: 65_534, gid: 65_534 } : {});
    const first = await openForTest(dataDir);
    const pid = (await first.pid()) ?? 0;
    const files = [join(dataDir, "postgres-18", "postmaster.pid"), join(dataDir, "socket", ".s.PGSQL.5432.lock")];
    const texts = await Promise.all(files.map((file) => readFile(file, "utf8")));
    await first.close();
    await prepareSocketFolder(join(dataDir, "socket"), await chooseServerAccount(dataDir));
    for (const [index, file] of files.entries()) {
      await writeFile(file, (texts[index] ?? "").replace(String(pid), String(bystander.pid)));
    }

    const second = await openForTest(dataDir);

    await expectAnswers(second);
    await second.close();
    bystander.kill();
    await once(bystander, "close");
  });

  test("a lock and a user that were killed do not stand in the way", async () => {
    const exited = { ...ownIdentity(), startTime: "1" };
    await writeFile(join(dataDir, "lock"), JSON.stringify(newClaim(exited)));
    await writeFile(join(dataDir, "users", "exited.json"), JSON.stringify(newClaim(exited)));

    const server = await openForTest(dataDir);
    await server.close();

    expect(await server.pid()).toBeUndefined();
  });

  test("a server that cannot start says so with the end of its log", async () => {
    const control = join(dataDir, "postgres-18", "global", "pg_control");
    const content = await readFile(control);
    await writeFile(control, "damaged");

    const refusal = await refusalOf(dataDir);
    await writeFile(control, content);

    expect(refusal.code).toBe("POSTGRES_START_FAILED");
    expect(refusal.message).toContain("pg_control");
    expect(refusal.message).toContain("postgres.log");
  });

  test("a lost password is named", async () => {
    const password = await readFile(join(dataDir, "password"));
    await rm(join(dataDir, "password"));

    const refusal = await refusalOf(dataDir);
    await writeFile(join(dataDir, "password"), password);

    expect(refusal.code).toBe("DATA_FOLDER_DAMAGED");
  });

  test("binaries that cannot run are named", async () => {
    const found = findBinaries();
    if ("missing" in found) throw new Error(found.missing);
    const broken = { ...found, version: "18.0.0-broken", path: join(dataDir, "..", "broken") };
    await mkdir(join(broken.path, "bin"), { recursive: true });
    await writeFile(join(broken.path, "bin", "postgres"), "#!/nowhere/sh\n", { mode: 0o755 });

    const options = { dataDir, logger: collectLog().logger, binaries: broken };
    const refusal = await openBundledPostgres(options).catch((error: unknown) => error);

    expect(refusal).toMatchObject({ code: "POSTGRES_START_FAILED" });
  });
});

async function refusalOf(dataDir: string): Promise<RotaError> {
  const opened = await openBundledPostgres({ dataDir, logger: collectLog().logger }).catch((error: unknown) => error);
  if (opened instanceof RotaError) return opened;
  throw new Error("the folder was not refused", { cause: opened });
}

async function expectAnswers(server: BundledServer): Promise<void> {
  expect(await ask(server.connection, makeRows())).toEqual([]);
}
