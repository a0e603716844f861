/** Tests what every command of the table has in common. */
import { isRotaError } from "@rota/engine";
import { flagName, optionNames } from "@rota/engine/internal";
import { expect, test } from "vitest";
import { commandLine } from "../src/command-line.ts";
import { type CommandSpec, nameOfFlag } from "../src/command-spec.ts";
import { allCommands } from "../src/commands/all-commands.ts";

const COMMANDS = allCommands();
const table = COMMANDS.map((spec) => [spec.name, spec] as const);
/** Every command that runs, by what is typed: commands without sub-commands, and each sub-command. */
const runnable = COMMANDS.flatMap((spec) =>
  (spec.parts ?? []).length === 0
    ? [{ path: spec.name, spec, words: spec.words ?? [], flags: spec.flags ?? [] }]
    : (spec.parts ?? []).map(({ name, words, flags }) => ({ path: `${spec.name} ${name}`, spec, words, flags })),
);
type Runnable = (typeof runnable)[number];

/** Returns a line that names the command, its words and the flags that it needs. */
function lineOf({ path, words, flags }: Runnable): string[] {
  const given = words.flatMap(({ choices, isOptional = false }) => (isOptional ? [] : [choices?.[0] ?? "x"]));
  const needed = flags.filter(({ isRequired = false }) => isRequired);
  return [...path.split(" "), ...given, ...needed.flatMap((flag) => [nameOfFlag(flag), "x"])];
}

/**
 * Parses a line and returns the command that it would run. A program of one command is built faster than that of all.
 */
function dryRun(commands: readonly CommandSpec[]): { parse(words: readonly string[]): Promise<string | undefined> } {
  let run: string | undefined;
  const record = (spec: CommandSpec): CommandSpec => ({
    ...spec,
    run: () => {
      run = spec.name;
      return Promise.resolve();
    },
  });
  return {
    async parse(words) {
      await commandLine(commands.map(record)).parseAsync(["node", "rota", ...words]);
      return run;
    },
  };
}

/** Splits a line into words as a shell does, without pipes and redirections. */
function wordsOf(line: string): string[] {
  const [own = ""] = line.replace(/^source <\(|\)$/g, "").split(/ [|>] /);
  const words: readonly string[] = own.match(/'[^']*'|"[^"]*"|\S+/g) ?? [];
  const start = words.indexOf("rota");
  return words.slice(start + 1).map((word) => word.replace(/^['"]|['"]$/g, ""));
}

function helpOf(name: string): string {
  let program = commandLine();
  for (const word of name.split(" ")) program = program.commands.find((command) => command.name() === word) ?? program;
  let text = "";
  program.configureOutput({ writeOut: (part) => (text += part) }).outputHelp();
  return text;
}

async function refusalOf(words: readonly string[], commands = COMMANDS): Promise<{ code: string; message: string }> {
  const refused: unknown = await dryRun(commands)
    .parse(words)
    .catch((error: unknown) => error);
  if (isRotaError(refused)) return refused;
  throw new Error(`rota ${words.join(" ")} was not refused: ${String(refused)}`);
}

test.each(table)("rota %s --help describes the command with its examples and sub-commands", (name, spec) => {
  const help = helpOf(name);

  expect(spec.examples.length).toBeGreaterThan(0);
  for (const example of spec.examples) expect(help).toContain(example);
  for (const part of spec.parts ?? []) expect(help).toContain(`${name} ${part.name}`);
  if (name !== "config") expect(help).toContain("rota help config");
});

/** Lines of a terminal of common size, without the prompt. */
const SCREEN_LINES = 48;

test.each(runnable)("rota $path --help fits on a screen and has every flag of its own", ({ path, flags }) => {
  const help = helpOf(path);

  for (const flag of flags) expect(help).toContain(nameOfFlag(flag));
  for (const common of ["--json", "--stack", "--help"]) expect(help).toContain(common);
  if (path !== "config") expect(help.split("\n").length).toBeLessThanOrEqual(SCREEN_LINES);
});

test("rota help config lists every option of the configuration", () => {
  const help = helpOf("config");

  for (const name of optionNames()) expect(help).toContain(flagName(name));
});

test.each(table)("each example of rota %s can be typed as it is", async (name, spec) => {
  for (const example of spec.examples)
    expect([example, await dryRun(COMMANDS).parse(wordsOf(example))]).toEqual([example, name]);
});

test.each(runnable)(
  "rota $path refuses a flag that it does not know, with the nearest one that it does",
  async (each) => {
    const { spec } = each;
    const words = lineOf(each);
    const flags = [...each.flags.map(nameOfFlag), "--json", "--database-url", "--lease-ms"];
    for (const flag of flags.filter((each) => each.length >= LONG_ENOUGH)) {
      const misspelled = `${flag.slice(0, -2)}${flag.slice(-1)}x`;
      const { code, message } = await refusalOf([...words, misspelled], [spec]);
      expect([flag, code]).toEqual([flag, "CONFIG_UNKNOWN_OPTION"]);
      expect(message).toMatch(/did you mean (one of )?--/);
    }
  },
);

/** Minimum length of a flag: the characters of a shorter one could match any other. */
const LONG_ENOUGH = 7;

test.each(runnable.filter(({ words }) => words.some(({ isOptional = false }) => !isOptional)))(
  "rota $path refuses to guess a word that is missing, and says what to write",
  async (each) => {
    const { code, message } = await refusalOf(lineOf({ ...each, words: [] }));

    expect(code).toBe("COMMAND_INVALID");
    const word = each.words[0]?.name ?? "";
    expect(message).toContain(`missing required argument '${word}'; write rota ${each.path} <${word}>`);
  },
);

test.each(runnable.filter(({ words }) => words.every(({ isOptional = false }) => isOptional)))(
  "rota $path refuses a word too many, or one that it does not know",
  async (each) => {
    const free = each.words.filter(({ choices }) => choices === undefined).map(() => "x");

    expect(await refusalOf([...lineOf(each), ...free, "nonsense"])).toMatchObject({ code: "COMMAND_INVALID" });
  },
);

test.each([
  [["lanes", "lst"], 'rota lanes has no command "lst"; did you mean list?'],
  [["locks", "everything"], 'rota locks has no command "everything"; write one of list, show, history, statistics'],
  [["lanes", "list", "--weight", "2"], "--weight does not go with rota lanes list, only with set; leave it out"],
  [["lanes", "--json", "set"], "write rota lanes set, and flags behind it"],
  [["locks", "show"], "missing required argument 'key'; write rota locks show <key>, such as rota locks show lock:"],
  [["tasks", "failed"], 'rota tasks takes no word "failed"; write rota tasks, such as rota tasks --state FAILED'],
  [["task", "17", "stop"], '"stop": write one of show, cancel, pause, resume'],
  [["task", "17", "cancle"], '"cancle": did you mean cancel? write one of show, cancel, pause, resume'],
])("rota %j is refused with what to type instead", async (words, text) => {
  expect((await refusalOf(words)).message).toContain(text);
});

test("an unknown command is refused with the nearest one", async () => {
  expect(await refusalOf(["submt"])).toMatchObject({
    code: "COMMAND_INVALID",
    message: "unknown command 'submt'; did you mean submit?",
  });
});

test("commands of a workload are below its name, with the same help, flags and refusals", async () => {
  const run: unknown[] = [];
  const open: CommandSpec = {
    name: "library open",
    sentence: "open a library",
    words: [{ name: "library", sentence: "its id" }],
    flags: [{ flag: "--guardians <count>", sentence: "how many" }],
    examples: ["rota library open 42 --guardians 3"],
    run: ({ words, flags }) => Promise.resolve(void run.push([words, flags["guardians"]])),
  };
  const line = () => commandLine([...COMMANDS, open]);

  await line().parseAsync(["node", "rota", "library", "open", "42", "--guardians", "3"]);
  const refused: unknown = await line()
    .parseAsync(["node", "rota", "library", "open", "42", "--guardian", "3"])
    .catch((error: unknown) => error);

  expect(run).toEqual([[["42"], "3"]]);
  expect(refused).toMatchObject({ code: "CONFIG_UNKNOWN_OPTION" });
  expect(String(refused)).toContain("--guardians");
});
