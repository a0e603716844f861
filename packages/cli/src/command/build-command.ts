/** Makes a command of the command line out of its description; the flags of the configuration are those of the engine's table. */
import type { Command, CommanderError } from "commander";
import { Argument, Option } from "commander";
import { flagName, optionLimit, optionNames, optionTable, RotaError } from "@rota/engine";
import { COMMON_FLAGS, type CommandSpec, type FlagSpec, type WordSpec } from "./command-spec.ts";
import { withConfig } from "./with-config.ts";

const OWN_FLAGS = "Options:";
const CONFIG_FLAGS = "Configuration (docs/reference/config.md):";

/** The same for every command: made once, since a command line has dozens of them. */
const CONFIG_OPTIONS = optionNames().map((key) => {
  const option = optionTable[key];
  return new Option(`${flagName(key)} <value>`, `${option.sentence} (${optionLimit(option)})`);
});

/** Bad words are refused with a code. */
export function refusing(command: Command): Command {
  return command.exitOverride(refuse).configureOutput({ outputError: () => undefined });
}

export function addCommand(program: Command, spec: CommandSpec): void {
  const names = spec.name.split(" ");
  const parent = names.slice(0, -1).reduce(findOrAdd, program);
  const made = refusing(parent.command(names.at(-1) ?? spec.name, { hidden: spec.isHidden === true }));
  made.description(spec.sentence).addHelpText("after", exampleText(spec));
  for (const word of spec.words ?? []) made.addArgument(argumentOf(word));
  made.optionsGroup(OWN_FLAGS);
  for (const flag of [...(spec.flags ?? []), ...COMMON_FLAGS]) made.addOption(optionOf(flag));
  made.optionsGroup(CONFIG_FLAGS);
  for (const option of CONFIG_OPTIONS) made.addOption(option);
  made.action(withConfig(spec.run));
}

/** The commands of a workload stand behind its name. */
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

function exampleText({ examples, saysNo }: CommandSpec): string {
  const lines = [examples.length === 1 ? "Example:" : "Examples:", ...examples.map((line) => `  ${line}`)];
  if (saysNo !== undefined) lines.push("", `Exits with 1 when ${saysNo}.`);
  return `\n${lines.join("\n")}\n`;
}

/** Help and version end well; everything else is a word that we do not know. */
function refuse(error: CommanderError): never {
  if (error.exitCode === 0) process.exit(0);
  // Without a command the help has been printed, and nothing else was asked for.
  if (error.code === "commander.help") process.exit(HELP_EXIT_CODE);
  const code = error.code === "commander.unknownOption" ? "CONFIG_UNKNOWN_OPTION" : "COMMAND_INVALID";
  const [message = "", suggestion] = error.message.replace(/^error: /, "").split("\n");
  const hint =
    suggestion === undefined ? "rota help lists what there is" : suggestion.replace(/[()]/g, "").toLowerCase();
  throw new RotaError(code, `${message}; ${hint}`);
}

const HELP_EXIT_CODE = 2;
