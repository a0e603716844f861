/** The whole command line: every command of the table, and those that workloads add. */
import { Command } from "commander";
import { ROTA_VERSION } from "@rota/engine";
import { addCommand, refusing } from "./command/build-command.ts";
import type { CommandSpec } from "./command/command-spec.ts";
import { allCommands } from "./commands/all-commands.ts";

export function commandLine(commands: readonly CommandSpec[] = allCommands()): Command {
  const program = refusing(new Command("rota"))
    .description("A fair, durable engine for heavy background work.")
    .version(ROTA_VERSION, "-V, --version", "print the version")
    .helpCommand("help [command]", "explain a command")
    .addHelpText("after", "\nExamples:\n  rota serve\n  rota help submit\n  rota tasks --json\n");
  for (const command of commands) addCommand(program, command);
  return program;
}
