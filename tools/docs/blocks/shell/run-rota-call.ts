/** Runs a rota command of a page: in this process, or in its own process if it runs until Ctrl-C. */
import { vi } from "vitest";
import { loadWorkloads } from "@rota/engine/workload";
import {
  compiledWorkloads,
  type Finished,
  runHereWith,
  runRota,
  startRota,
  WORKLOAD_NAMES,
  workloadModules,
} from "../../../testing/rota-command.ts";
import { allCommands, commandLine, commandsOf } from "../inside-packages.ts";

export type RotaCall = {
  readonly words: readonly string[];
  readonly cwd: string;
  /** Variables that the shell has set. */
  readonly env: Readonly<Record<string, string>>;
};

const UNTIL_STOPPED = ["serve", "start", "work", "dispatch", "relay", "elections crypto-service"];
/** These commands take seconds: a short run executes one line of each, and only parses the others. */
const COSTLY = [...UNTIL_STOPPED, "bench", "elections verify", "passports rules"];
const runHere = runHereWith(...WORKLOAD_NAMES);
const workloads = await loadWorkloads(workloadModules(), { cwd: import.meta.dirname });
const COMMANDS = allCommands(await commandsOf(workloads));
const isLong = process.env["ROTA_LONG"] === "1";
const wasRun = new Set<string>();
const ENDS_THE_PROCESS = ["help", "--help", "--version"];
const IS_SETTING = /^(ROTA|ELECTIONS)_(?!TEST_)/;
/** Enough chunks to show that it measures. */
const FEW_CHUNKS = ["--chunks", "200"];

/** Resolves if the exit code is 0, or 1 where the command reports a negative result with it. */
export async function runRotaCall(call: RotaCall): Promise<Finished> {
  const finished = await finish({ ...call, env: withoutDoubles(call.env) });
  const isAnswer = finished.exitCode === 1 && specOf(call.words)?.exitOneWhen !== undefined;
  return isAnswer ? { ...finished, exitCode: 0 } : finished;
}

/** Removes variables whose value is also given as a file. */
function withoutDoubles(env: RotaCall["env"]): RotaCall["env"] {
  const once = Object.entries(env).filter(([name]) => env[`${name}_FILE`] === undefined);
  if (env["ROTA_DATABASE_PASSWORD_FILE"] === undefined) return Object.fromEntries(once);
  const url = new URL(env["ROTA_DATABASE_URL"] ?? "");
  url.password = "";
  return { ...Object.fromEntries(once), ROTA_DATABASE_URL: url.href };
}

function finish({ words, cwd, env }: RotaCall): Promise<Finished> {
  const name = specOf(words)?.name ?? "";
  if (words.some((word) => ENDS_THE_PROCESS.includes(word)))
    return runRota(cwd, words, { ...compiledWorkloads(), ...env });
  if (COSTLY.includes(name) && wasRun.has(name) && !isLong) return parseRotaCall(words);
  wasRun.add(name);
  if (UNTIL_STOPPED.includes(name)) return runUntilReady({ words, cwd, env });
  return withSettings({ words: name === "bench" ? [...words, ...FEW_CHUNKS] : words, cwd, env });
}

/** Parses the command line only: names, words and flags must be in the table of commands. */
export async function parseRotaCall(words: readonly string[]): Promise<Finished> {
  if (words.some((word) => ENDS_THE_PROCESS.includes(word))) return { exitCode: 0, out: "", err: "" };
  const program = commandLine(COMMANDS.map((spec) => ({ ...spec, run: () => Promise.resolve() })));
  try {
    await program.parseAsync(words, { from: "user" });
    return { exitCode: 0, out: "", err: "" };
  } catch (error) {
    return { exitCode: 2, out: "", err: `${String(error)}\n` };
  }
}

/** Prefers the longest name: `elections guardian` before `elections`. */
function specOf(words: readonly string[]) {
  const line = `${words.join(" ")} `;
  const fitting = COMMANDS.filter(({ name }) => line.startsWith(`${name} `));
  return fitting.sort((a, b) => b.name.length - a.name.length)[0];
}

async function runUntilReady({ words, cwd, env }: RotaCall): Promise<Finished> {
  // Node 20 loads TypeScript modules in the way that the page about workers describes.
  const loader = words.some((word) => word.endsWith(".ts"))
    ? { NODE_OPTIONS: `--import ${import.meta.resolve("tsx")}` }
    : {};
  const rota = startRota(cwd, words, { ...compiledWorkloads(), ...env, ...loader });
  const outcome = await rota.printed("ready").catch((error: unknown) => error);
  if (outcome === undefined) rota.process.kill("SIGINT");
  return rota.finished;
}

/** Runs calls one at a time, because they share the process, its folder and its environment. */
let before: Promise<unknown> = Promise.resolve();

function withSettings({ words, cwd, env }: RotaCall): Promise<Finished> {
  const run = async (): Promise<Finished> => {
    const [folder, environment] = [process.cwd(), process.env];
    const kept = Object.entries(environment).filter(([name]) => !IS_SETTING.test(name));
    const set = Object.entries(env).filter(([name]) => IS_SETTING.test(name));
    const written: string[] = [];
    const spy = vi.spyOn(process.stdout, "write").mockImplementation((text, ...rest) => {
      written.push(String(text));
      const done = rest.find((value) => typeof value === "function");
      done?.();
      return true;
    });
    process.env = Object.fromEntries([...kept, ...set]);
    process.chdir(cwd);
    try {
      const finished = await runHere(words);
      return { ...finished, out: written.join("") + finished.out };
    } finally {
      process.chdir(folder);
      process.env = environment;
      spy.mockRestore();
    }
  };
  const running = before.then(run, run);
  before = running;
  return running;
}
