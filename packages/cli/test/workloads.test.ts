/** Tests workloads that are chosen by configuration: their tables, their commands, and what is refused. */
import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { migrate, setSchedule, sql } from "@rota/engine";
import { sqlScript } from "@rota/engine/internal";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type CliSchema, openEmptyCliSchema } from "./cli-schema.ts";
import { runHere } from "./run-here.ts";
import { makeFolder, runRota, startRota } from "./run-rota.ts";

let folder: Awaited<ReturnType<typeof makeFolder>>;
let schema: CliSchema;
beforeEach(async () => {
  folder = await makeFolder();
  schema = await openEmptyCliSchema();
  await write("library.mjs", LIBRARY);
});
afterEach(async () => {
  await schema.dispose();
  await folder.remove();
});

const TABLE = sql`create table rota.library_books (title text primary key)`.text;
const CHECKSUM = createHash("sha256").update(TABLE).digest("hex");
const COMMANDS = `[
  {
    name: "library import", sentence: "bring books in",
    words: [{ name: "title", sentence: "its title" }],
    flags: [{ flag: "--times <count>", sentence: "how often" }, { flag: "--loud", sentence: "say it" }],
    examples: ["rota library import Emma"],
    async run({ words, flags, output, withDatabase, login }) {
      const times = flags.whole("times", { min: 1, max: 5 }) ?? 1;
      const schema = await withDatabase(async (database) => database.schema);
      const book = { title: words[0], times, schema, isLoud: flags.isGiven("loud"), hasLogin: login !== "" };
      output.answer(book, ({ title }) => [\`\${title}: \${output.nouns(times, "time", "times")}\`]);
    },
  },
  {
    name: "library shelf", sentence: "tidy up", examples: ["rota library shelf"],
    subCommands: [
      { name: "list", sentence: "what is there", flags: [], run: async ({ output }) => output.answer({ shelf: 1 }, () => ["one"]) },
      { name: "move", sentence: "move it", flags: ["to"], run: async ({ flags, output }) => output.answer({ to: flags.required("to", "where to") }, ({ to }) => [to]) },
    ],
    flags: [{ flag: "--to <place>", sentence: "the place" }],
  },
]`;
const library = ({ name = "library", commands = COMMANDS, more = "" } = {}) => `export default {
  name: "${name}", title: "Library", errors: {}, settings: {},
  migrations: async () => ({
    name: "${name}",
    migrations: [{ number: 1, name: "0001_books.sql", text: "${TABLE}", checksum: "${CHECKSUM}" }],
  }),
  load: async () => ({ tasks: [], intakes: [], operations: [], webhookFormats: [] }),
  commands: async () => ${commands}, ${more}
};`;
const LIBRARY = library({ more: `docs: new URL("./docs/", import.meta.url),` });

const write = (name: string, text: string) => writeFile(join(folder.path, name), text);
const rota = (...words: string[]) => runHere([...words, ...schema.words], { cwd: folder.path });
const withLibrary = (...words: string[]) => rota(...words, "--workloads", "./library.mjs");

async function tables(): Promise<string[]> {
  const rows = await schema.database.query(
    sql<{ name: string }>`select tablename as name from pg_tables where schemaname = ${schema.name} order by 1`,
  );
  return rows.map(({ name }) => name);
}

describe("the database", () => {
  test("has tables only of the workloads that are named", async () => {
    await rota("migrate");
    const without = await tables();
    await write("rota.config.json", `{"workloads": ["./library.mjs"]}`);
    const { out } = await rota("migrate");

    expect(without).toContain("tasks");
    expect(without.filter((name) => !name.startsWith("library"))).toEqual(without);
    expect(out).toBe("applied 0001_books.sql\n");
    expect((await tables()).filter((name) => !without.includes(name))).toEqual(["library_books"]);
  });

  test("keeps the tables of a workload that is named no longer, and commands say so in one line", async () => {
    await withLibrary("migrate");
    const again = await rota("migrate");
    const json = await rota("migrate", "--json");
    const doctor = await rota("doctor");

    const left =
      "the tables of the workload library (up to 0001_books.sql) stay as they are: it is not among the workloads";
    expect(again.out).toBe(`the database is up to date\n${left}\n`);
    expect(JSON.parse(json.out)).toEqual({ applied: [], left: ["library"] });
    expect(doctor.out).toContain(`warning  workload      ${left}\n`);
    expect(await tables()).toContain("library_books");
    const started = startRota(folder.path, ["start"], schema.env);
    const working = startRota(folder.path, ["work"], schema.env);
    for (const rota of [started, working]) {
      await rota.printed("ready");
      rota.process.kill("SIGINT");
    }
    expect((await started.finished).out).toContain(`  left       ${left}\n`);
    expect((await working.finished).err.split(left)).toHaveLength(2);
  });

  test("that the library of the engine made is used without the tables of any workload", async () => {
    await migrate(schema.database);

    const tasks = await rota("tasks", "--json");
    const refused = await withLibrary("tasks");

    expect([tasks.exitCode, tasks.err]).toEqual([0, ""]);
    expect(refused.err).toMatch(/^rota: MIGRATION_MISSING: .* lacks 1 SQL files, from 0001_books\.sql on/);
  });

  test("has a schedule that cannot be run: doctor names it, with the reason", async () => {
    await migrate(schema.database);
    const task = { queue: "default", tenant: "ann", group: "g", type: "images.clean-up", chunks: [{}] };
    await setSchedule(schema.database, { name: "nightly", cron: "@daily", task });
    await schema.database.query(sql`update rota.schedules set last_error = 'no worker knows task "images.clean-up"'`);

    const doctor = await rota("doctor");

    expect(doctor.out).toContain('warning  schedules     nightly: no worker knows task "images.clean-up"\n');
  });

  test("that is newer than a workload is refused before anything is migrated, with the name of the workload", async () => {
    await withLibrary("migrate");
    await schema.database.query(sql`
      update rota.migrations set number = 9, name = '0009_later.sql' where set_name = 'library'`);
    await write("shop.mjs", library({ name: "shop" }).replaceAll("library_books", "shop_books"));

    const refused = await rota("migrate", "--workloads", "./shop.mjs,./library.mjs");
    const doctor = await withLibrary("doctor");

    expect(doctor.exitCode).toBe(1);
    expect(doctor.out).toMatch(/FAILED {3}schema .*0009_later\.sql of set "library"/);
    expect(doctor.out).toMatch(/workload {6}library is loaded, its tables are there up to 0009_later\.sql/);
    expect(refused.err).toMatch(/^rota: MIGRATION_NEWER: .*0009_later\.sql of set "library"/);
    expect(refused.exitCode).toBe(4);
    expect(await tables()).not.toContain("shop_books");
  });

  test("of a backup with tables of a workload is restored only where that workload is named", async () => {
    await withLibrary("migrate");
    await rota("backup", "all.rota");
    await schema.database.query(sqlScript(`drop schema ${schema.name} cascade`));

    const refused = await rota("restore", "all.rota");
    const restored = await withLibrary("restore", "all.rota");

    expect(refused.err).toMatch(
      /BACKUP_INCOMPATIBLE: .* it has tables of the workload "library": name that one in the/,
    );
    expect(restored.exitCode).toBe(0);
    expect(await tables()).toContain("library_books");
  });

  test("is described by rota doctor with every workload that is loaded or has tables", async () => {
    await withLibrary("migrate");
    await write("shop.mjs", library({ name: "shop", more: "migrations: undefined" }));

    const { out } = await rota("doctor", "--json", "--workloads", "./library.mjs,./shop.mjs");

    const found: unknown = JSON.parse(out);
    expect(found).toHaveProperty(
      "findings",
      expect.arrayContaining([
        { check: "workload", state: "ok", found: "library is loaded, its tables are there up to 0001_books.sql" },
        { check: "workload", state: "ok", found: "shop is loaded and has no tables" },
      ]),
    );
  });
});

describe("a workload that cannot be loaded", () => {
  const fails = "async () => { throw new Error('no luck') }";
  const operation = (path: string) =>
    `load: async () => ({ tasks: [], intakes: [], webhookFormats: [], operations: [{ name: "a.x", method: "GET", path: "${path}" }] })`;
  const page = `pages: { folder: new URL("file:///none/"), list: [{ path: "/v1/books", module: "b.js", component: "B" }] }`;
  const broken: [string, string, string][] = [
    ["./none.mjs", "", "WORKLOAD_NOT_FOUND"],
    ["./a.mjs", "throw new Error('no luck')", "WORKLOAD_INVALID"],
    ["./library.mjs,./a.mjs", LIBRARY, "WORKLOAD_CLASH"],
    ["./a.mjs", library({ name: "a", more: `load: ${fails}` }), "WORKLOAD_INVALID"],
    ["./a.mjs", library({ name: "a", more: `migrations: ${fails}` }), "WORKLOAD_INVALID"],
    ["./library.mjs,./a.mjs", library({ name: "a", more: page }), "WORKLOAD_CLASH"],
    ["./library.mjs,./a.mjs", library({ name: "a", more: operation("/v1/tasks") }), "OPERATION_INVALID"],
    ["./library.mjs,./a.mjs", library({ name: "a", more: operation("/metrics") }), "OPERATION_INVALID"],
  ];

  test.each(broken)("%s keeps the process from starting, and nothing is made (%#)", async (named, text, code) => {
    if (text !== "") await write("a.mjs", text);

    const { exitCode, out, err } = await rota("serve", "--server-port", "0", "--workloads", named);

    expect(err).toMatch(new RegExp(`^rota: ${code}: [^\n]+\n$`));
    expect([exitCode === 0, out]).toEqual([false, ""]);
    expect(await tables()).toEqual([]);
  });

  test("keeps rota migrate from making tables, also those of the engine", async () => {
    await write("a.mjs", library({ name: "a", more: `migrations: async () => ({ name: "engine", migrations: [] })` }));

    const { exitCode, err } = await rota("migrate", "--workloads", "./library.mjs,./a.mjs");

    expect(err).toMatch(
      /^rota: WORKLOAD_INVALID: workload a: its tables are no set of migrations with its name: [^\n]+\n$/,
    );
    expect([exitCode === 0, await tables()]).toEqual([false, []]);
  });

  test("keeps its own commands from running, but not the help of the engine's", async () => {
    const env = { ROTA_WORKLOADS: "./none.mjs" };
    const unknown = await runRota(folder.path, ["library", "import", "Emma"], env);
    const help = await runRota(folder.path, ["help", "tasks"], env);
    const all = await runRota(folder.path, ["--help"], env);

    expect(unknown.err).toMatch(/^rota: WORKLOAD_NOT_FOUND: workload \.\/none\.mjs: /);
    expect([help.exitCode, help.err]).toEqual([0, ""]);
    expect([all.exitCode, all.err]).toEqual([
      0,
      expect.stringMatching(/commands of workloads are missing: WORKLOAD_NOT/),
    ]);
    expect(all.out).toContain("serve");
  });
});

test("version, help and completion need no configuration that can be read", async () => {
  await write("rota.config.json", "{ not json");

  const version = await runRota(folder.path, ["--version"]);
  const help = await runRota(folder.path, ["help"]);
  const completion = await runRota(folder.path, ["completion", "bash"]);

  expect(version.out).toMatch(/^\d+\.\d+\.\d+/);
  for (const { exitCode, out } of [help, completion])
    expect([exitCode, out]).toEqual([0, expect.stringContaining("serve")]);
});

describe("commands of a workload", () => {
  test("run with flags, output and the database, and answer as those of the engine do", async () => {
    await withLibrary("migrate");

    const text = await withLibrary("library", "import", "Emma", "--times", "2");
    const json = await withLibrary("library", "import", "Emma", "--loud", "--json");
    const refused = await withLibrary("library", "import", "Emma", "--times", "9");

    expect(text).toEqual({ exitCode: 0, out: "Emma: 2 times\n", err: "" });
    expect(JSON.parse(json.out)).toEqual({
      title: "Emma",
      times: 1,
      schema: schema.name,
      isLoud: true,
      hasLogin: true,
    });
    expect(refused.err).toBe("rota: COMMAND_INVALID: --times 9: give a whole number from 1 to 5\n");
  });

  test("may have sub-commands, the first of which is the default", async () => {
    const list = await withLibrary("library", "shelf");
    const move = await withLibrary("library", "shelf", "move", "--to", "left");
    const refused = await withLibrary("library", "shelf", "list", "--to", "left");

    expect([list.out, move.out]).toEqual(["one\n", "left\n"]);
    expect(refused.err).toContain("--to does not go with rota library shelf list");
  });

  test("are listed under the title of the workload, and completed", async () => {
    const env = { ROTA_WORKLOADS: "./library.mjs" };
    const all = await runRota(folder.path, ["--help"], env);
    const one = await runRota(folder.path, ["library", "import", "--help"], env);
    const completion = await runRota(folder.path, ["completion", "bash"], env);

    expect(all.out).toMatch(/\nLibrary:\n {2}library import \[options\] <title> +bring books in\n {2}library shelf /);
    expect(one.out).toContain("rota library import Emma");
    expect(one.out).toContain(`Documentation: ${join(folder.path, "docs", "README.md")}\n`);
    expect(completion.out).toContain('"library import") words="--times --loud"');
  });

  test.each([
    ["that do not begin with its name", "library", "shop import", /must begin with library/],
    ["that are those of the engine", "tasks", "tasks import", /clashes with the command tasks/],
  ])("%s are refused", async (_what, name, command, text) => {
    await write("a.mjs", library({ name, commands: COMMANDS.replaceAll("library import", command) }));

    const { exitCode, err } = await runRota(folder.path, ["completion", "fish"], { ROTA_WORKLOADS: "./a.mjs" });

    expect(exitCode).toBe(0); // the completion of the engine's commands
    expect(err).toMatch(/WORKLOAD_CLASH/);
    expect(err).toMatch(text);
  });

  test("that are two of one name are refused", async () => {
    await write("a.mjs", library({ commands: COMMANDS.replaceAll("library shelf", "library import") }));

    const { exitCode, err } = await rota("library", "import", "Emma", "--workloads", "./a.mjs");

    expect([exitCode, err]).toEqual([
      4,
      expect.stringMatching(/^rota: WORKLOAD_CLASH: .*clashes with the command library import/),
    ]);
  });
});
