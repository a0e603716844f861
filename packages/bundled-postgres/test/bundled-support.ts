/** Support of the stories about the bundled server: a folder, a way to ask the server, a process that writes rows. */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { statSync } from "node:fs";
import { chmod, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";

import { Client } from "pg";
import { onTestFinished } from "vitest";

import {
  type BundledConnection,
  type BundledOptions,
  type BundledServer,
  openBundledPostgres,
} from "../src/open-bundled-postgres.ts";
import { findRunningServer } from "../src/postmaster-pid.ts";
import type { Logger, Sql } from "@rota/engine";
import { compiledPath } from "../../../tools/compiled/compiled-url.ts";

export const UNPRIVILEGED_UID = 65_534;
export const isRoot = process.getuid?.() === 0;

/** Whether users without rights may pass through a folder and all above it. */
export function isOpenToOthers(folder: string): boolean {
  const isOpen = (statSync(folder).mode & 0o001) !== 0;
  return isOpen && (dirname(folder) === folder || isOpenToOthers(dirname(folder)));
}

/** Registers what is to be done when the test, or the file, has ended. */
type AtEnd = (work: () => Promise<void>) => void;

/** A data folder that does not exist yet, deleted after the test together with whatever server still runs on it. */
export async function newDataDir(atEnd: AtEnd = onTestFinished): Promise<string> {
  const parent = await realpath(await mkdtemp(join(tmpdir(), "rota-bundled-")));
  await chmod(parent, 0o755);
  const dataDir = join(parent, "data");
  atEnd(async () => {
    const server = await findRunningServer(join(dataDir, "postgres-18"));
    if (server !== undefined) process.kill(server.pid, "SIGKILL");
    await rm(parent, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  });
  return dataDir;
}

/** Opens a folder and closes it after the test. */
export async function openForTest(
  dataDir: string,
  options: Partial<BundledOptions> = {},
  atEnd: AtEnd = onTestFinished,
): Promise<BundledServer> {
  const server = await openBundledPostgres({ dataDir, logger: collectLog().logger, ...options });
  atEnd(() => server.close());
  return server;
}

/** Runs statements on a connection of their own and returns the rows of the last one. */
export async function ask<Row extends object>(
  connection: BundledConnection,
  ...statements: readonly Sql<Row>[]
): Promise<Row[]> {
  const client = new Client(connection);
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const { text, values } of statements) rows = (await client.query<Row>(text, [...values])).rows;
    return rows;
  } finally {
    await client.end();
  }
}

/** A log whose lines a test can read. */
export function collectLog(): { logger: Logger; lines: string[] } {
  const lines: string[] = [];
  const note = (_fields: unknown, message?: string) => void lines.push(message ?? "");
  const logger: Logger = { debug: note, info: note, warn: note, error: note, child: () => logger };
  return { logger, lines };
}

export type Inserter = {
  readonly process: ChildProcess;
  /** The ids whose commit was acknowledged so far. */
  readonly acknowledged: readonly string[];
  /** The end of what it wrote to standard error. */
  problems(): string;
  /** Returns when so many more rows were acknowledged. */
  moreRows(count: number): Promise<void>;
  /** Ends it in order; returns when it has closed the database. */
  finish(): Promise<void>;
  /** Ends it as a crash would. */
  kill(): Promise<void>;
};

const INSERTER = compiledPath(new URL("bundled-inserter.ts", import.meta.url));
const PROBLEM_CHARACTERS_MAX = 4_000;

/** Arguments of Node that insert rows under names of their own. */
export function inserterArguments(dataDir: string, name: string): string[] {
  return [INSERTER, dataDir, name];
}

/** Starts a process of its own that opens the folder and inserts rows as fast as it can. */
export async function startInserter(dataDir: string, name: string, uid?: number): Promise<Inserter> {
  const child = spawn(process.execPath, inserterArguments(dataDir, name), {
    stdio: ["pipe", "pipe", "pipe"],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  const exited = once(child, "close");
  const acknowledged: string[] = [];
  let problems = "";
  child.stderr.on("data", (data) => (problems = `${problems}${String(data)}`.slice(-PROBLEM_CHARACTERS_MAX)));
  const lines = createInterface({ input: child.stdout });
  lines.on("line", (line) => acknowledged.push(line));
  onTestFinished(() => void child.kill("SIGKILL"));

  const moreRows = async (count: number): Promise<void> => {
    const wanted = acknowledged.length + count;
    while (acknowledged.length < wanted) {
      const ended = await Promise.race([once(lines, "line").then(() => false), exited.then(() => true)]);
      if (ended) throw new Error(`the inserter ended: ${problems}`);
    }
  };
  await moreRows(1);
  return {
    process: child,
    acknowledged,
    problems: () => problems,
    moreRows,
    async finish() {
      child.stdin.end();
      await exited;
      if (child.exitCode !== 0) throw new Error(`the inserter failed: ${problems}`);
    },
    async kill() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}
