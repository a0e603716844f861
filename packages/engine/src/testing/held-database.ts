/** Opens a migrated PGlite in memory whose clock is stopped until the test moves it. */
import { open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { openPglite, type StartedPglite, startPglite } from "../database/pglite-database.ts";
import { type Clock, systemClock } from "../runtime/clock.ts";
import { type Logger, silentLogger } from "../runtime/logger.ts";
import { replaceClock, setTime } from "./testing.sql.ts";

type HeldDatabase = {
  readonly database: Database;
  /** Time of the database. Waits are real: a handler that waits takes that time. */
  readonly clock: Clock;
  /** Advances the time of the database. */
  readonly advance: (ms: number) => Promise<void>;
};

type HeldOptions = {
  readonly now: Date;
  readonly logger: Logger;
  /** Default: one that is started and ended with it. */
  readonly start?: () => Promise<StartedPglite>;
};

export async function openHeldDatabase({ now, logger, start = startOne }: HeldOptions): Promise<HeldDatabase> {
  const database = await openPglite({ schema: "rota", logger, started: await start() });
  let nowMs = now.getTime();
  await database.query(replaceClock());
  await database.query(setTime(now));
  await migrate(database);
  return {
    database,
    clock: { ...systemClock, now: () => new Date(nowMs) },
    async advance(ms) {
      nowMs += ms;
      await database.query(setTime(new Date(nowMs)));
    },
  };
}

async function startOne(): Promise<StartedPglite> {
  return startPglite({ logger: silentLogger, startFrom: await pgliteSnapshot() });
}

let snapshot: Promise<Blob> | undefined;

/** Reads the migrated data from the folder for temporary files, or creates it and stores it there for the next time. */
export function pgliteSnapshot(): Promise<Blob> {
  snapshot ??= readSnapshot();
  return snapshot;
}

async function readSnapshot(): Promise<Blob> {
  const file = join(tmpdir(), `rota-pglite-${await pgliteVersion()}-${String(userInfo().uid)}.tar`);
  const kept = await readOwnFile(file).catch(() => undefined);
  if (kept !== undefined) return new Blob([kept]);
  const bytes = await makeSnapshot();
  await keep(file, bytes).catch(() => undefined); // only the next run is slower
  return new Blob([bytes]);
}

/** Reads the file; undefined for one of another user, since every user may put files into that folder. */
async function readOwnFile(path: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const file = await open(path);
  try {
    const { uid } = await file.stat();
    return uid === (process.getuid?.() ?? uid) ? await file.readFile() : undefined;
  } finally {
    await file.close();
  }
}

async function makeSnapshot(): Promise<Uint8Array<ArrayBuffer>> {
  const { PGlite } = await import("@electric-sql/pglite");
  const pglite = await PGlite.create();
  const dump = await pglite.dumpDataDir("none");
  await pglite.close();
  return new Uint8Array(await dump.arrayBuffer());
}

/** Writes a file under another name and renames it, so that concurrent tests never read half of it. */
async function keep(file: string, bytes: Uint8Array): Promise<void> {
  const unfinished = `${file}.${String(process.pid)}`;
  await writeFile(unfinished, bytes, { mode: 0o600 });
  await rename(unfinished, file).catch(() => rm(unfinished));
}

async function pgliteVersion(): Promise<string> {
  const main = createRequire(import.meta.url).resolve("@electric-sql/pglite");
  const description = await readFile(join(main, "../../package.json"), "utf8");
  return /"version":\s*"([^"]+)"/.exec(description)?.[1] ?? "unknown";
}
