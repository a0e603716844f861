/** Finds the commands of the workloads before a line is parsed, and gives them what they may use. */
import { fileURLToPath } from "node:url";
import { RotaError } from "@rota/engine";
import { findWorkloads } from "@rota/engine/internal";
import type * as kit from "@rota/engine/workload";
import type { CommandContext, CommandSpec } from "./command-spec.ts";
import { allCommands } from "./commands/all-commands.ts";
import { withMigratedDatabase } from "./compose.ts";
import { choiceFlag, isGiven, loginName, requiredFlag, textFlag, wholeFlag } from "./flags.ts";
import { answer, count, duration, nouns, oneLine } from "./output/answer.ts";
import { createProgressBar } from "./output/progress-bar.ts";
import { factLines, stepLines, tableLines } from "./output/table.ts";
import { writeNew, writeOutput } from "./output/write-output.ts";
import { printReady, runUntilStopped } from "./run-until-stopped.ts";
import { withSubCommands } from "./sub-commands.ts";

type FoundCommands = {
  readonly commands: readonly CommandSpec[];
  /** Reason why the commands of workloads are missing. */
  readonly failure?: unknown;
};

/**
 * Returns the commands that a line may mean. Workloads are loaded only where the line names no command of the engine, and
 * only the named one of them where it names one.
 */
export async function findCommands(words: readonly string[]): Promise<FoundCommands> {
  const own = allCommands();
  const [first = "", second = ""] = words.filter((word) => !HELP_FLAGS.includes(word));
  const name = first === "help" ? second : first;
  const isOwn = own.some((command) => command.name === name);
  if ((isOwn && name !== "completion") || VERSION_FLAGS.includes(words[0] ?? "")) return { commands: own };
  try {
    const flags = { config: valueOf(words, "--config"), workloads: valueOf(words, "--workloads") };
    const workloads = await findWorkloads({ env: process.env, flags, cwd: process.cwd() });
    const named = workloads.filter((workload) => workload.name === name);
    return { commands: allCommands(await commandsOf(named.length === 0 ? workloads : named)) };
  } catch (failure) {
    return { commands: own, failure };
  }
}

const HELP_FLAGS = ["--help", "-h"];
const VERSION_FLAGS = ["--version", "-V"];

/** Returns the value of a flag before the line is parsed. The last one wins, as it does in the parser. */
function valueOf(words: readonly string[], flag: string): string | undefined {
  const index = words.findLastIndex((word) => word === flag || word.startsWith(`${flag}=`));
  if (index < 0) return undefined;
  return words[index] === flag ? words[index + 1] : words[index]?.slice(flag.length + 1);
}

/** Loads the commands of workloads. A command that has not the name of its workload in front, or clashes, is refused. */
export async function commandsOf(workloads: readonly kit.Workload[]): Promise<CommandSpec[]> {
  const taken = new Set(["help", ...allCommands().map(({ name }) => name)]);
  const all: CommandSpec[] = [];
  for (const workload of workloads) {
    for (const spec of await loadCommands(workload)) {
      const owner = taken.has(workload.name) ? workload.name : spec.name;
      if (!spec.name.startsWith(`${workload.name} `))
        throw clash(workload, `its command ${spec.name} must begin with ${workload.name}`);
      if (taken.has(owner)) throw clash(workload, `its command ${spec.name} clashes with the command ${owner}`);
      taken.add(spec.name);
      all.push(adapted(spec, workload));
    }
  }
  return all;
}

async function loadCommands(workload: kit.Workload): Promise<readonly kit.CommandSpec[]> {
  const specs: unknown = await workload.commands();
  if (Array.isArray(specs) && specs.every(isSpec)) return specs;
  throw invalid(
    workload,
    "its commands are no list of descriptions, each with a name, a sentence, examples and what it runs",
  );
}

function isSpec(value: unknown): value is kit.CommandSpec {
  if (typeof value !== "object" || value === null || !("name" in value && "sentence" in value && "examples" in value))
    return false;
  const isRunning = "run" in value && typeof value.run === "function";
  const hasParts = "subCommands" in value && Array.isArray(value.subCommands);
  return typeof value.name === "string" && Array.isArray(value.examples) && (isRunning || hasParts);
}

function adapted(spec: kit.CommandSpec, { title, docs }: kit.Workload): CommandSpec {
  const documentation = docs && fileURLToPath(new URL("README.md", docs));
  const facts = { ...spec, heading: `${title}:`, documentation };
  if ("run" in facts) return { ...facts, run: adaptedRun(facts.run) };
  const subCommands = facts.subCommands.map((each) => ({ ...each, run: adaptedRun(each.run) }));
  return withSubCommands({ ...facts, subCommands });
}

function adaptedRun(run: (context: kit.CommandContext) => Promise<void>): CommandSpec["run"] {
  return (context) => run({ ...context, ...capabilitiesOf(context) });
}

type Capabilities = Omit<kit.CommandContext, "reading" | "logger" | "words">;

function capabilitiesOf(context: CommandContext): Capabilities {
  return {
    flags: {
      isGiven: (name) => isGiven(context, name),
      text: (name) => textFlag(context, name),
      required: (name, what) => requiredFlag(context, name, what),
      whole: (name, limits) => wholeFlag(context, name, limits),
      choice: (name, choices) => choiceFlag(context, name, choices),
    },
    output: {
      answer: (value, describe) => answer(context, value, describe),
      progress: createProgressBar,
      writeNew,
      write: writeOutput,
      ...{ count, nouns, duration, oneLine },
      ...{ table: tableLines, facts: factLines, steps: stepLines },
    },
    login: loginName(),
    withDatabase: (use) => withMigratedDatabase(context, use),
    runUntilStopped: (open) =>
      runUntilStopped(context, (shutdown) =>
        open({ ...shutdown, ready: (facts, lines) => printReady(context, facts, lines) }),
      ),
  };
}

function clash({ name }: kit.Workload, reason: string): RotaError {
  return new RotaError("WORKLOAD_CLASH", `workload ${name}: ${reason}; rename it`, { workload: name });
}

function invalid({ name }: kit.Workload, reason: string): RotaError {
  return new RotaError("WORKLOAD_INVALID", `workload ${name}: ${reason}`, { workload: name });
}
