/** Builds the command line from the table of commands, runs it, and turns a failure into one message and an exit code. */
import { isRotaError } from "@rota/engine";
import { describeError, flagName, optionLimit, optionNames, optionTable, retiredOptions } from "@rota/engine/internal";
import { type FlagSpec, ROTA_VERSION, type WordSpec } from "@rota/engine/workload";
import { Argument, Command, Help, Option } from "commander";
import { type CommandSpec, COMMON_FLAGS, nameOfFlag, withConfig } from "./command-spec.ts";
import { allCommands } from "./commands/all-commands.ts";
import { withoutControls } from "./output/answer.ts";
import { refuseUsage, type Usage } from "./usage-error.ts";
import { findCommands } from "./workload-commands.ts";

/**
 * Runs a command line, without the program's name. Returns the exit code of a failure; successful commands set theirs.
 */
export async function runCommandLine(words: readonly string[]): Promise<number | undefined> {
  const { commands, failure } = await findCommands(words);
  if (failure !== undefined && !names(words, commands)) return report(failure, words);
  if (failure !== undefined) report(failure, words, "the commands of workloads are missing: ");
  try {
    await commandLine(commands).parseAsync(withHelpFlag(words), { from: "user" });
    return undefined;
  } catch (error) {
    return report(error, words);
  }
}

/** Turns `help locks extend` into `locks extend --help`: the parser explains one word only. */
function withHelpFlag(words: readonly string[]): readonly string[] {
  const [first, ...asked] = words;
  return first === "help" && asked.length > 1 ? [...asked, "--help"] : words;
}

/** Returns whether a line can do without the commands of workloads: help, or a command of the engine. */
function names([first = "help"]: readonly string[], commands: readonly CommandSpec[]): boolean {
  return first === "help" || first.startsWith("-") || commands.some(({ name }) => name === first);
}

/** Prints an error. Returns its exit code. */
function report(error: unknown, words: readonly string[], before = ""): number {
  const { message: original, exitCode } = describeError(error, { stack: words.includes("--stack") });
  const message = before + original.split("\n").map(withoutControls).join("\n"); // the message may repeat text of others
  const code = isRotaError(error) ? error.code : "INTERNAL";
  const plain = message.startsWith(`${code}: `) ? message.slice(code.length + 2) : message;
  if (words.includes("--json")) console.error(JSON.stringify({ code, message: plain, exitCode }));
  else console.error(`rota: ${message}`);
  return exitCode;
}

/** Builds the commander program with all commands. */
export function commandLine(commands: readonly CommandSpec[] = allCommands()): Command {
  const program = refusing(new Command("rota").configureHelp({ visibleCommands, subcommandTerm, formatHelp }))
    .description("A fair, durable engine for heavy background work.")
    .version(ROTA_VERSION, "-V, --version", "print the version")
    .helpCommand("help [command]", "explain a command; rota help config lists the options of the configuration")
    .addHelpText("after", "\nExamples:\n  rota serve\n  rota help submit\n  rota tasks --json\n");
  for (const command of commands) addCommand(program, command);
  return program;
}

const HELP = new Help();
/** Commands that only gather those of a workload. */
const gathering = new WeakSet<Command>();

/** Lists the commands of workloads themselves in the help of `rota`, each under the heading of its workload. */
function visibleCommands(command: Command): Command[] {
  const visible = HELP.visibleCommands(command);
  return command.parent === null ? visible.flatMap((each) => (gathering.has(each) ? each.commands : each)) : visible;
}

/** Leaves the options of the configuration to `rota help config`, so that the help of a command fits on a screen. */
function formatHelp(command: Command, helper: Help): string {
  if (command.name() === "config") return HELP.formatHelp(command, helper);
  const visibleOptions = (each: Command) =>
    HELP.visibleOptions(each).filter(({ helpGroupHeading }) => helpGroupHeading !== CONFIG_FLAGS);
  return HELP.formatHelp(command, Object.assign(helper, { visibleOptions }));
}

function subcommandTerm(command: Command): string {
  const group = command.parent === null || command.parent.parent === null ? "" : `${command.parent.name()} `;
  return group + HELP.subcommandTerm(command);
}

const OWN_FLAGS = "Options:";
const CONFIG_FLAGS = "Configuration (docs/reference/config.md):";

/** Configuration flags, shared by every command and created once, because a command line has dozens of commands. */
const CONFIG_OPTIONS = optionNames().map((key) => {
  const option = optionTable[key];
  return new Option(`${flagName(key)} <value>`, `${option.sentence} (${optionLimit(option)})`);
});
const RETIRED_OPTIONS = Object.keys(retiredOptions).map((key) => new Option(`${flagName(key)} <value>`).hideHelp());

/** Turns wrong words of a command into errors with a code. */
function refusing(command: Command, usage: Usage = {}): Command {
  return command
    .exitOverride((error) => refuseUsage(error, command, usage))
    .configureOutput({ outputError: () => undefined });
}

function addCommand(program: Command, spec: CommandSpec): void {
  const words = spec.name.split(" ");
  const parent = words.slice(0, -1).reduce(findOrAdd, program);
  const own = { ...spec, name: words.at(-1) ?? spec.name };
  const { parts } = spec;
  if (parts === undefined) return addLeaf(parent, own, {});
  const group = addDescribed(parent, own, {});
  for (const part of parts) {
    const run: CommandSpec["run"] = (context) => spec.run({ ...context, words: [part.name, ...context.words] });
    addLeaf(group, { ...part, run, documentation: spec.documentation }, { siblings: parts });
  }
}

/** Adds a command that runs. */
function addLeaf(parent: Command, spec: CommandSpec, { siblings = [] }: Usage): void {
  const made = addDescribed(parent, spec, { siblings });
  for (const word of spec.words ?? []) made.addArgument(argumentOf(word));
  made.optionsGroup(OWN_FLAGS);
  const own = [...(spec.flags ?? []), ...COMMON_FLAGS];
  for (const flag of own) made.addOption(optionOf(flag));
  made.optionsGroup(CONFIG_FLAGS);
  const names = new Set(own.map(nameOfFlag)); // a command may describe an option of the configuration itself
  for (const option of [...CONFIG_OPTIONS, ...RETIRED_OPTIONS])
    if (!names.has(option.long ?? "")) made.addOption(option);
  made.action(withConfig(spec));
}

function addDescribed(parent: Command, spec: CommandSpec, { siblings = [] }: Usage): Command {
  const isDefault = siblings[0]?.name === spec.name;
  const made = parent.command(spec.name, { hidden: spec.isHidden === true, isDefault });
  refusing(made, { example: spec.examples[0], siblings });
  made.description(spec.sentence).addHelpText("after", helpEnd(spec));
  if (spec.heading !== undefined) made.helpGroup(spec.heading);
  return made;
}

/** Returns the command with this name, adding it if needed. The commands of a workload are below its name. */
function findOrAdd(parent: Command, name: string): Command {
  const found = parent.commands.find((command) => command.name() === name);
  if (found !== undefined) return found;
  const made = refusing(parent.command(name)).description(`commands of the workload ${name}`);
  gathering.add(made);
  return made;
}

function argumentOf({ name, sentence, isOptional = false, choices }: WordSpec): Argument {
  const argument = new Argument(isOptional ? `[${name}]` : `<${name}>`, sentence);
  return choices === undefined ? argument : argument.choices(choices);
}

function optionOf({ flag, sentence, isRequired = false, choices, default: value }: FlagSpec): Option {
  const option = new Option(flag, sentence).makeOptionMandatory(isRequired);
  if (choices !== undefined) option.choices(choices);
  return value === undefined ? option : option.default(value);
}

function helpEnd({ name, examples, exitOneWhen, documentation }: CommandSpec): string {
  const title = examples.length === 1 ? "Example:" : "Examples:";
  const shown = examples.length === 0 ? [] : [title, ...examples.map((line) => `  ${line}`), ""];
  const others = name === "config" ? [] : ["--database-url and other options of the configuration: rota help config"];
  return `\n${[
    ...shown,
    ...(documentation === undefined ? [] : [`Documentation: ${documentation}`]),
    ...(exitOneWhen === undefined ? [] : [`Exits with 1 when ${exitOneWhen}.`]),
    ...others,
  ].join("\n")}\n`;
}
