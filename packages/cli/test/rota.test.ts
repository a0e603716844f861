/** Tests the basics of the command line: a database in an empty folder, refusals and help. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openEmptyCliSchema, type CliSchema } from "./cli-schema.ts";
import { runHere } from "./run-here.ts";
import { makeFolder, runRota, startRota } from "./run-rota.ts";

let folder: Awaited<ReturnType<typeof makeFolder>>;
beforeEach(async () => {
  folder = await makeFolder();
});
afterEach(() => folder.remove());

describe("rota start", () => {
  test("starts a database in an empty folder, reports it, and stops in order on Ctrl-C", async () => {
    const rota = startRota(folder.path, ["start"]);

    await rota.printed("ready");
    rota.process.kill("SIGINT");
    const { exitCode, out } = await rota.finished;

    expect(out).toContain("PostgreSQL 18");
    expect(out).toMatch(/schema +rota, applied \d+ SQL files/);
    expect(exitCode).toBe(0);
  });
});

describe("rota backup and restore", () => {
  let schema: CliSchema;
  beforeAll(async () => {
    schema = await openEmptyCliSchema();
  });
  afterAll(() => schema.dispose());

  test("an existing file is overwritten only on request", async () => {
    const file = join(folder.path, "precious");
    await writeFile(file, "precious");

    const { exitCode, err } = await runHere(["backup", file, ...schema.words]);

    expect({ exitCode, kept: await readFile(file, "utf8") }).toEqual({ exitCode: 4, kept: "precious" });
    expect(err).toContain("FILE_EXISTS");
    expect(err).toContain("--overwrite");
  });

  test("a file that is not a backup is refused and nothing changes", async () => {
    const file = join(folder.path, "not-a-backup");
    await writeFile(file, "hello");

    const { exitCode, err } = await runHere(["restore", file, ...schema.words]);

    expect(exitCode).toBe(2);
    expect(err).toContain("BACKUP_INVALID");
  });
});

describe("wrong words end in one clear message with a code, without a stack trace", () => {
  const refusals: [string, string[], Record<string, string>, number, string[]][] = [
    ["an unknown command", ["strat"], {}, 2, ["COMMAND_INVALID", "strat", "start"]],
    ["an unknown flag", ["start", "--databse-url", "x"], {}, 2, ["CONFIG_UNKNOWN_OPTION", "--database-url"]],
    ["a missing argument", ["backup"], {}, 2, ["COMMAND_INVALID", "file"]],
    [
      "a URL that is none",
      ["migrate"],
      { ROTA_DATABASE_URL: "mysql://u:hush@h/d" },
      2,
      ["CONFIG_INVALID", "databaseUrl"],
    ],
    [
      "a bad number",
      ["migrate", "--database-pool-size", "many"],
      {},
      2,
      ["CONFIG_INVALID", "databasePoolSize", "many"],
    ],
    ["an unknown variable", ["migrate"], { ROTA_DATABASE_URI: "x" }, 2, ["CONFIG_UNKNOWN_OPTION", "ROTA_DATABASE_URL"]],
    [
      "a database that does not answer",
      ["migrate"],
      { ROTA_DATABASE_URL: "postgres://u:hush@127.0.0.1:1/d" },
      5,
      ["DATABASE_UNAVAILABLE", "127.0.0.1:1"],
    ],
    ["a missing file", ["restore", "nowhere.rota"], {}, 5, ["FILE_UNUSABLE", "nowhere.rota", "ENOENT"]],
  ];

  test.each(refusals)("%s", async (_what, words, env, expectedCode, expectedTexts) => {
    const { exitCode, err } = await runHere(words, { cwd: folder.path, env });

    expect(exitCode).toBe(expectedCode);
    for (const text of expectedTexts) expect(err).toContain(text);
    expect(err.trim().split("\n")).toHaveLength(1);
    expect(err).not.toContain("hush");
    expect(err).not.toMatch(/\n\s+at /);
  });

  test("--stack shows the origin of an error", async () => {
    const { err } = await runHere(["restore", "nowhere.rota", "--stack"], { cwd: folder.path });

    expect(err).toMatch(/\n\s+at /);
  });

  test("help explains a command and its options", async () => {
    const { exitCode, out } = await runRota(folder.path, ["help", "backup"]);

    expect(exitCode).toBe(0);
    expect(out).toContain("--overwrite");
    expect(out).toContain("--database-url and other options of the configuration: rota help config");
  });

  test("help explains a sub-command too", async () => {
    const [asked, flag] = [
      await runRota(folder.path, ["help", "locks", "extend"]),
      await runRota(folder.path, ["locks", "extend", "--help"]),
    ];

    expect(asked.exitCode).toBe(0);
    expect(asked.out).toContain("Usage: rota locks extend [options] <key>");
    expect(flag.out).toBe(asked.out);
  });
});
