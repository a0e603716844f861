/** Commands whose first word says what is asked for, each with flags of its own. */
import { RotaError } from "@rota/engine";
import type { CommandContext } from "./with-config.ts";

export type SubCommand = {
  readonly name: string;
  /** As the command line calls them: `subjectId` for `--subject-id`. */
  readonly flags: readonly string[];
  /** What follows its name, such as an id. */
  readonly words?: readonly string[];
  readonly run: (context: CommandContext) => Promise<void>;
};

export async function runSubCommand(
  command: string,
  known: readonly SubCommand[],
  context: CommandContext,
): Promise<void> {
  const [name = ""] = context.words;
  const asked = known.find((one) => one.name === name);
  if (asked === undefined) throw new Error(`the command line let "${name}" pass`);
  refuseWords(command, asked, context.words.slice(1));
  refuseFlagsOfOthers(command, asked, known, context.flags);
  await asked.run(context);
}

function refuseWords(command: string, { name, words = [] }: SubCommand, given: readonly string[]): void {
  if (given.length === words.length) return;
  const usage = [`rota ${command} ${name}`, ...words.map((word) => `<${word}>`)].join(" ");
  throw new RotaError("COMMAND_INVALID", `write ${usage}, and flags behind it`, { command });
}

/** A flag that is not looked at would be taken for one that was. */
function refuseFlagsOfOthers(
  command: string,
  { name, flags }: SubCommand,
  known: readonly SubCommand[],
  given: CommandContext["flags"],
): void {
  const others = new Set(known.flatMap((one) => one.flags).filter((flag) => !flags.includes(flag)));
  const stray = Object.keys(given).find((flag) => others.has(flag));
  if (stray === undefined) return;
  const fitting = known.filter((one) => one.flags.includes(stray)).map((one) => one.name);
  const flag = `--${stray.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  const message = `${flag} does not go with rota ${command} ${name}, only with ${fitting.join(" and ")}; leave it out`;
  throw new RotaError("COMMAND_INVALID", message, { flag });
}
