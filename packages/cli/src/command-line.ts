/** Builds the command line from the table of commands, runs it, and turns a failure into one message and an exit code. */
import { isRotaError, RotaError } from "@rota/engine";
import { describeError, flagName, optionLimit, optionNames, optionTable, retiredOptions } from "@rota/engine/internal";
import { type FlagSpec, ROTA_VERSION, type WordSpec } from "@rota/engine/workload";
import { Argument, Command, type CommanderError, Help, Option } from "commander";
import { type CommandSpec, COMMON_FLAGS, nameOfFlag, withConfig } from "./command-spec.ts";
import { allCommands } from "./commands/all-commands.ts";
import { withoutControls } from "./output/answer.ts";
import { findCommands } from "./workload-commands.ts";

/**
 * Runs a command line, without the program's name. Returns the exit code of a failure; successful commands set theirs.
 */
export async function runCommandLine(words: readonly string[]): Promise<number | undefined> {
  const { commands, failure } = await findCommands(words);
  if (failure !== undefined && !names(words, commands)) return report(failure, words);
  if (failure !== undefined) report(failure, words, "the commands of workloads are missing: ");
  try {
    await commandLine(commands).parseAsync(words, { from: "user" });
    return undefined;
  } catch (error) {
    return report(error, words);
  }
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
  if (words.includes("--json")) console.error(JSON.stringify({ code, message, exitCode }));
  else console.error(`rota: ${message}`);
  return exitCode;
}

/** Builds the commander program with all commands. */
export function commandLine(commands: readonly CommandSpec[] = allCommands()): Command {
  const program = refusing(new Command("rota").configureHelp({ visibleCommands, subcommandTerm }))
    .description("A fair, durable engine for heavy background work.")
    .version(ROTA_VERSION, "-V, --version", "print the version")
    .helpCommand("help [command]", "explain a command")
    .addHelpText("after", "\nExamples:\n  rota serve\n  rota help submit\n  rota tasks --json\n");
  for (const command of commands) addCommand(program, command);
  return program;
}

const HELP = new Help();

/** Lists the commands of workloads themselves in the help of `rota`, each under the heading of its workload. */
function visibleCommands(command: Command): Command[] {
  const visible = HELP.visibleCommands(command);
  return command.parent === null
    ? visible.flatMap((each) => (each.commands.length > 0 ? each.commands : each))
    : visible;
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
function refusing(command: Command): Command {
  return command.exitOverride(refuse).configureOutput({ outputError: () => undefined });
}

function addCommand(program: Command, spec: CommandSpec): void {
  const words = spec.name.split(" ");
  const parent = words.slice(0, -1).reduce(findOrAdd, program);
  const made = refusing(parent.command(words.at(-1) ?? spec.name, { hidden: spec.isHidden === true }));
  made.description(spec.sentence).addHelpText("after", exampleText(spec));
  if (spec.heading !== undefined) made.helpGroup(spec.heading);
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

/** Returns the command with this name, adding it if needed. The commands of a workload are below its name. */
function findOrAdd(parent: Command, name: string): Command {
  return (
    parent.commands.find((command) => command.name() === name) ??
    refusing(parent.command(name)).description(`commands of the workload ${name}`)
  );
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

function exampleText({ examples, exitOneWhen, documentation }: CommandSpec): string {
  const lines = [examples.length === 1 ? "Example:" : "Examples:", ...examples.map((line) => `  ${line}`)];
  if (documentation !== undefined) lines.push("", `Documentation: ${documentation}`);
  if (exitOneWhen !== undefined) lines.push("", `Exits with 1 when ${exitOneWhen}.`);
  return `\n${lines.join("\n")}\n`;
}

/** Throws an error for a word that is unknown. Help and version exit with success. */
function refuse(error: CommanderError): never {
  if (error.exitCode === 0) process.exit(0);
  // Without a command commander has printed the help.
  if (error.code === "commander.help") process.exit(HELP_EXIT_CODE);
  const code = error.code === "commander.unknownOption" ? "CONFIG_UNKNOWN_OPTION" : "COMMAND_INVALID";
  const [message = "", suggestion] = error.message.replace(/^error: /, "").split("\n");
  const known = error.code === "commander.unknownCommand" ? ", and the option workloads adds to it" : "";
  const hint = suggestion?.replace(/[()]/g, "").toLowerCase() ?? `rota help lists what there is${known}`;
  throw new RotaError(code, `${message}; ${hint}`);
}

const HELP_EXIT_CODE = 2;
