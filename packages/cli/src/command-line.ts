/** Every command with its words of help; the flags of the configuration are those of the engine's table. */
import type { CommanderError, CommandOptions } from "commander";
import { Argument, Command, Option } from "commander";
import { flagName, optionLimit, optionNames, optionTable, RotaError, ROTA_VERSION } from "@rota/engine";
import { auditHead } from "./commands/audit-head.ts";
import { AUDIT_LOG_WISHES, auditLog } from "./commands/audit-log/audit-log.ts";
import { audit } from "./commands/audit.ts";
import { backup } from "./commands/backup.ts";
import { DEAD_LETTER_WISHES, deadLetters } from "./commands/dead-letters/dead-letters.ts";
import { explain } from "./commands/explain.ts";
import { migrate } from "./commands/migrate.ts";
import { restore } from "./commands/restore.ts";
import { showConfig } from "./commands/show-config.ts";
import { start } from "./commands/start.ts";
import { work } from "./commands/work.ts";
import { workProcess } from "./work-process.ts";
import { withConfig } from "./with-config.ts";

export function commandLine(): Command {
  const program = new Command("rota")
    .description("A fair, durable engine for heavy background work.")
    .version(ROTA_VERSION, "-V, --version", "print the version")
    .helpCommand("help [command]", "explain a command")
    .exitOverride(refuse)
    .configureOutput({ outputError: () => undefined });

  command(program, "start")
    .description("bring the database up to date and keep it running until Ctrl-C")
    .action(withConfig(start));
  workCommand(program, "work")
    .description("run tasks in worker processes until Ctrl-C; another process is started when one dies")
    .action(withConfig(work));
  workCommand(program, "work-process", { hidden: true })
    .description("one process of rota work, which starts it")
    .action(withConfig(workProcess));
  command(program, "migrate").description("bring the database up to date and exit").action(withConfig(migrate));
  command(program, "backup")
    .description("write everything to a file, as of one moment, while others go on writing")
    .argument("<file>", "the file to make")
    .option("--overwrite", "replace the file if it is there")
    .action(withConfig(backup));
  command(program, "restore")
    .description("put a backup into an empty database")
    .argument("<file>", "a file made by rota backup")
    .action(withConfig(restore));
  command(program, "audit")
    .description("replay who was given turns, and say whether the log is whole, untouched and fair")
    .option("--queue <name>", "only this queue (default: all of them)")
    .option("--head <file>", "what rota audit-head printed earlier: finds a log that was cut off or written anew")
    .option("--json", "answer in json")
    .action(withConfig(audit));
  command(program, "audit-head")
    .description("print the head of a queue's log, to be kept elsewhere for a later audit")
    .argument("<queue>", "the name of the queue")
    .action(withConfig(auditHead));
  auditLogCommand(program);
  deadLettersCommand(program);
  command(program, "explain")
    .description("say where a chunk stands and why it waits")
    .argument("<chunk>", "its task and its number: 17/3, or the id that its workload gave it")
    .option("--json", "answer in json")
    .action(withConfig(explain));
  command(program, "config")
    .description("show every option, its value and where it comes from")
    .action(withConfig(showConfig));
  return program;
}

/** A command that takes every option of the configuration and refuses bad words with a code. */
function command(program: Command, name: string, options: CommandOptions = {}): Command {
  const made = program
    .command(name, options)
    .exitOverride(refuse)
    .configureOutput({ outputError: () => undefined });
  made.addOption(new Option("--config <file>", "the file of options (default: rota.config.json)"));
  made.addOption(new Option("--stack", "show where an error comes from"));
  for (const key of optionNames()) {
    const option = optionTable[key];
    made.addOption(new Option(`${flagName(key)} <value>`, `${option.sentence} (${optionLimit(option)})`));
  }
  return made;
}

function auditLogCommand(program: Command): void {
  const what = new Argument(
    "[what]",
    "list: show entries, the newest first; verify: compute every hash again; head: print the heads",
  );
  command(program, "audit-log")
    .description("show who did what, or say whether the log of it is as it was written")
    .addArgument(what.choices(AUDIT_LOG_WISHES).default("list"))
    .option("--tenant <name>", "only this tenant (default: all of them)")
    .option("--actor <name>", "list: only what this one did")
    .option("--action <name>", "list: only this action")
    .option("--subject <type>", "list: only what was done to subjects of this type")
    .option("--subject-id <id>", "list: only what was done to this one of them")
    .option("--limit <count>", "list: how many entries (default: 50, at most 1000)")
    .option("--after <place>", "list: go on where the page before ended, as it said")
    .option(
      "--head <file>",
      "verify: what rota audit-log head printed earlier; finds a log that was cut off or written anew",
    )
    .option("--json", "list, verify: answer in json")
    .action(withConfig(auditLog));
}

function deadLettersCommand(program: Command): void {
  const what = new Argument(
    "[what]",
    "list: the newest first; show <id>: all that is kept; replay <id>: try it again; replay-all: many, at a rate; discard <id>: give it up",
  );
  command(program, "dead-letters")
    .description("look through what failed for good, chunks and events, and decide about it")
    .addArgument(what.choices(DEAD_LETTER_WISHES).default("list"))
    .argument("[id]", "of a letter, as it is listed: chunk-17-3, event-42 or parked-1-7")
    .option("--kind <kind>", "list, replay-all: chunk, event or, of the outbox, parked (default: all)")
    .option("--tenant <name>", "list, replay-all: only this tenant; replay: that of a message that says none")
    .option("--queue <name>", "list, replay-all: only chunks of this queue")
    .option("--type <name>", "list, replay-all: only chunks of this type of task")
    .option("--intake <name>", "list, replay-all: only events of this intake")
    .option("--code <code>", "list, replay-all: only those that failed with this code")
    .option("--from <time>", "list, replay-all: only those that failed at this time or later")
    .option("--before <time>", "list, replay-all: only those that failed earlier")
    .option("--state <state>", "list: open, replayed or discarded (default: open)")
    .option("--limit <count>", "list: how many (default: 50, at most 1000); replay-all: how many at most")
    .option("--after <place>", "list: go on where the page before ended, as it said")
    .option("--tasks <module>", "show, replay, replay-all: the module that exports tasks, intakes and the codec")
    .option("--payload <file>", "replay: with another payload, the json of this file")
    .option("--event-id <id>", "replay: that of a message that says none")
    .option("--force", "replay: also when it was discarded")
    .option("--rate <count>", "replay-all: how many a second at most (default: 100)")
    .option("--actor <name>", "replay, replay-all, discard: who does it (default: who is logged in)")
    .option("--reason <text>", "replay, replay-all, discard: why, for the audit log")
    .option("--json", "answer in json")
    .addHelpText("after", DEAD_LETTERS_EXAMPLE)
    .action(withConfig(deadLetters));
}

const DEAD_LETTERS_EXAMPLE = `
Example:
  rota dead-letters --tenant ann --code ECONNREFUSED
  rota dead-letters show chunk-17-3
  rota dead-letters replay chunk-17-3 --payload mended.json --tasks tasks.mjs --reason "a page was missing"
  rota dead-letters replay-all --code ECONNREFUSED --rate 20
  rota dead-letters discard event-42 --reason "sent by mistake"
`;

/** `rota work` and the processes that it starts take the same words. */
function workCommand(program: Command, name: string, options: CommandOptions = {}): Command {
  return command(program, name, options)
    .requiredOption("--tasks <module>", "the module that exports the tasks, by name or in a default array")
    .option("--processes <count>", "how many worker processes run", "1");
}

/** Help and version end well; everything else is a word that we do not know. */
function refuse(error: CommanderError): never {
  if (error.exitCode === 0) process.exit(0);
  const code = error.code === "commander.unknownOption" ? "CONFIG_UNKNOWN_OPTION" : "COMMAND_INVALID";
  const [message = "", suggestion] = error.message.replace(/^error: /, "").split("\n");
  const hint =
    suggestion === undefined ? "rota help lists what there is" : suggestion.replace(/[()]/g, "").toLowerCase();
  throw new RotaError(code, `${message}; ${hint}`);
}
