/** Tests what every command of the table has in common. */
import { isRotaError } from "@rota/engine";
import { expect, test } from "vitest";
import { commandLine } from "../src/command-line.ts";
import { type CommandSpec, nameOfFlag } from "../src/command-spec.ts";
import { allCommands } from "../src/commands/all-commands.ts";

const COMMANDS = allCommands();
const table = COMMANDS.map((spec) => [spec.name, spec] as const);

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

test.each(table)("rota %s --help describes the command, with an example and every flag of its own", (name, spec) => {
  const help = helpOf(name);

  expect(spec.examples.length).toBeGreaterThan(0);
  for (const example of spec.examples) expect(help).toContain(example);
  for (const flag of spec.flags ?? []) expect(help).toContain(nameOfFlag(flag));
  for (const common of ["--json", "--stack", "--database-url", "--help"]) expect(help).toContain(common);
});

test.each(table)("each example of rota %s can be typed as it is", async (name, spec) => {
  for (const example of spec.examples)
    expect([example, await dryRun(COMMANDS).parse(wordsOf(example))]).toEqual([example, name]);
});

test.each(table)(
  "rota %s refuses a flag that it does not know, with the nearest one that it does",
  async (_name, spec) => {
    const words = wordsOf(spec.examples[0] ?? "");
    const flags = [...(spec.flags ?? []).map(nameOfFlag), "--json", "--database-url", "--lease-ms"];
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

test.each(table.filter(([, spec]) => spec.words?.some(({ isOptional = false }) => !isOptional)))(
  "rota %s refuses to guess a word that is missing",
  async (_name, spec) => {
    const flags = (spec.flags ?? []).filter(({ isRequired = false }) => isRequired);
    const given = flags.flatMap((flag) => [nameOfFlag(flag), "x"]);
    const { code, message } = await refusalOf([...spec.name.split(" "), ...given]);

    expect(code).toBe("COMMAND_INVALID");
    expect(message).toContain(`missing required argument '${spec.words?.[0]?.name ?? ""}'`);
  },
);

test.each(table.filter(([, spec]) => spec.words?.every(({ isOptional = false }) => isOptional) !== false))(
  "rota %s refuses a word too many, or one that it does not know",
  async (_name, spec) => {
    const flags = (spec.flags ?? []).filter(({ isRequired = false }) => isRequired);
    const given = flags.flatMap((flag) => [nameOfFlag(flag), "x"]);
    const free = (spec.words ?? []).filter(({ choices }) => choices === undefined).map(() => "x");
    const words = [...spec.name.split(" "), ...given, ...free, "nonsense"];

    expect(await refusalOf(words)).toMatchObject({ code: "COMMAND_INVALID" });
  },
);

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
