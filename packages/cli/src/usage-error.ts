/** Turns what the parser refuses into sentences that say what to type instead. */
import { RotaError } from "@rota/engine";
import { nearestName } from "@rota/engine/internal";
import type { Command, CommanderError } from "commander";
import { type CommandPart, nameOfFlag } from "./command-spec.ts";

/** Command as its refusals show it. */
export type Usage = {
  /** A line that can be typed as it is. */
  readonly example?: string | undefined;
  /** Sub-commands beside this one, itself included. */
  readonly siblings?: readonly CommandPart[];
};

/** Exit code of a call without a command, which prints the help. */
const HELP_EXIT_CODE = 2;

/** Throws an error for a word that is unknown. Help and version exit with success. */
export function refuseUsage(error: CommanderError, command: Command, usage: Usage): never {
  if (error.exitCode === 0) process.exit(0);
  if (error.code === "commander.help") process.exit(HELP_EXIT_CODE);
  const [message = "", suggestion] = error.message.replace(/^error: /, "").split("\n");
  const stray = error.code === "commander.unknownOption" ? strayFlag(message, command, usage) : undefined;
  if (stray !== undefined) throw stray;
  const hint = suggestion?.replace(/[()]/g, "").toLowerCase();
  if (hint !== undefined) throw refusal(error.code, `${message}; ${hint}`);
  throw refusal(error.code, describe({ code: error.code, message }, command, usage));
}

type Refused = { readonly code: string; readonly message: string };

function describe({ code, message }: Refused, command: Command, { example, siblings = [] }: Usage): string {
  const write = `write ${usageOf(command)}${example === undefined ? "" : `, such as ${example}`}`;
  switch (code) {
    case "commander.unknownCommand":
      return `${message}; rota help lists what there is, and the option workloads adds to it`;
    case "commander.unknownOption":
      return `${message}; ${pathOf(command)} --help lists its flags`;
    case "commander.excessArguments":
      return describeExcess(command, siblings, write);
    case "commander.invalidArgument":
      return describeChoices(message);
    default:
      return `${message}; ${write}`;
  }
}

function refusal(code: string, message: string): RotaError {
  return new RotaError(code === "commander.unknownOption" ? "CONFIG_UNKNOWN_OPTION" : "COMMAND_INVALID", message);
}

/** Refuses a flag that only other sub-commands have. */
function strayFlag(message: string, command: Command, { siblings = [] }: Usage): RotaError | undefined {
  const [, flag = ""] = /'([^'=]+)/.exec(message) ?? [];
  const fitting = siblings.filter(({ flags }) => flags.some((each) => nameOfFlag(each) === flag));
  if (fitting.length === 0) return undefined;
  const names = fitting.map(({ name }) => name).join(" and ");
  const text = `${flag} does not go with ${pathOf(command)}, only with ${names}; leave it out`;
  return new RotaError("COMMAND_INVALID", text, { flag });
}

function describeExcess(command: Command, siblings: readonly CommandPart[], write: string): string {
  const [word = ""] = command.args.slice(command.registeredArguments.length);
  const names = siblings.map(({ name }) => name);
  if (siblings[0]?.name !== command.name()) return `${pathOf(command)} takes no word "${word}"; ${write}`;
  if (names.includes(word)) return `write ${pathOf(command.parent ?? command)} ${word}, and flags behind it`;
  const nearest = nearestName(word, names);
  const meant = nearest === undefined ? `write one of ${names.join(", ")}` : `did you mean ${nearest}?`;
  return `${pathOf(command.parent ?? command)} has no command "${word}"; ${meant}`;
}

/** Message of the parser about a word or a flag that is none of its choices. */
const NO_CHOICE =
  /^(?:command-argument value|option '(\S+)[^']*' argument) '(.*)' is invalid.*Allowed choices are (.*)\.$/s;

function describeChoices(message: string): string {
  const [, flag, word = "", choices = ""] = NO_CHOICE.exec(message) ?? [];
  if (choices === "") return message;
  const nearest = nearestName(word, choices.split(", "));
  const hint = nearest === undefined ? "" : `did you mean ${nearest}? `;
  return `${flag === undefined ? `"${word}"` : `${flag} ${word}`}: ${hint}write one of ${choices}`;
}

/** Returns the name of a command as it is typed: `rota lanes set`. */
function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}

function usageOf(command: Command): string {
  const words = command.registeredArguments.map((word) => (word.required ? `<${word.name()}>` : `[${word.name()}]`));
  return [pathOf(command), ...words].join(" ");
}
