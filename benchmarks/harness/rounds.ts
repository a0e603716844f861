/**
 * Runs contenders in turn, each in its own process and on its own server, so that none profits from warm caches of
 * another.
 */
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { runningOrOwnServer, startBenchServer, type BenchServer } from "./bench-server.ts";

const ROUNDS = 3;
const MEASURE_MARK = "measured: ";

/** Named figures, such as jobs/s. */
export type Measures = Readonly<Record<string, number>>;

export type Contender = {
  readonly name: string;
  /** Default 3. */
  readonly rounds?: number;
  measure(server: BenchServer): Promise<Measures>;
};

/** Measures by contender, one for each round. */
export type Outcome = ReadonlyMap<string, readonly Measures[]>;

export const isQuick = process.argv.includes("--quick");

/** True for a run at full size. Only such runs keep their results. */
export const isFullRun = process.argv.slice(2).every((word) => word.startsWith("--ways="));

type Bench = {
  readonly url: string;
  readonly contenders: readonly Contender[];
  /**
   * Whether rounds run compiled, as for users. tsx sets the name of each function at run time, which costs a tenth of
   * the time where functions are small.
   */
  readonly isCompiled?: boolean;
  /** Whether the contenders of a round run at the same time: for long measurements that leave the machine idle. */
  readonly isAtOnce?: boolean;
  /**
   * Whether the database is reached over its socket, like that of the product. Default: over TCP, like those of peers.
   */
  readonly isOnSocket?: boolean;
};

/**
 * Starts its own program again for each round, in a new process in which `report` is not called. With `--quick` all
 * contenders run once in this process on one server: that of the test run, if there is one.
 */
export async function runRounds(bench: Bench, report: (outcome: Outcome) => Promise<void>): Promise<void> {
  const asked = argument("only-round");
  const contender = bench.contenders.find(({ name }) => name === asked);
  if (contender !== undefined) return sendMeasures(contender, bench);
  await report(isQuick ? await runHere(bench.contenders) : await runInTurn(bench));
}

/** The value of `--name=value` on the command line. */
export function argument(name: string): string | undefined {
  const start = `--${name}=`;
  return process.argv.find((word) => word.startsWith(start))?.slice(start.length);
}

/** Returns the values of one figure of one contender over all rounds. */
export function figures(outcome: Outcome, name: string, figure: string): number[] {
  return (outcome.get(name) ?? []).map((measures) => measures[figure] ?? Number.NaN);
}

async function sendMeasures(contender: Contender, bench: Bench): Promise<void> {
  const server = await startBenchServer(bench);
  try {
    console.log(`${MEASURE_MARK}${JSON.stringify(await contender.measure(server))}`);
  } finally {
    await server.stop();
  }
}

async function runHere(contenders: readonly Contender[]): Promise<Outcome> {
  const server = await runningOrOwnServer();
  const outcome = new Map<string, Measures[]>();
  try {
    for (const contender of contenders) outcome.set(contender.name, [await contender.measure(server)]);
  } finally {
    await server.stop();
  }
  return outcome;
}

async function runInTurn({ url, contenders, isCompiled = false, isAtOnce = false }: Bench): Promise<Outcome> {
  const program = isCompiled ? [await compiled(url)] : [...process.execArgv, fileURLToPath(url)];
  const outcome = new Map<string, Measures[]>(contenders.map(({ name }) => [name, []]));
  const given = argument("rounds");
  const roundsOf = ({ rounds = ROUNDS }: Contender) => Number(given ?? rounds);
  const runRound = async (round: number, name: string): Promise<void> => {
    const measures = await runCold(program, name);
    console.error(`round ${String(round)}, ${name}: ${JSON.stringify(measures)}`);
    outcome.get(name)?.push(measures);
  };
  for (let round = 1; round <= Math.max(...contenders.map(roundsOf)); round++) {
    const names = contenders.filter((contender) => round <= roundsOf(contender)).map(({ name }) => name);
    if (isAtOnce) await Promise.all(names.map((name) => runRound(round, name)));
    else for (const name of names) await runRound(round, name);
  }
  return outcome;
}

/** Imports the compiler on demand, because the compiler itself is not compiled. */
async function compiled(url: string): Promise<string> {
  const [{ compileSources }, { compiledPath }] = await Promise.all([
    import("../../tools/compiled/compile-sources.ts"),
    import("../../tools/compiled/compiled-url.ts"),
  ]);
  await compileSources();
  return compiledPath(url);
}

async function runCold(program: readonly string[], name: string): Promise<Measures> {
  const words = process.argv.slice(2).filter((word) => word !== "--quick");
  const child = spawn(process.execPath, [...program, ...words, `--only-round=${name}`], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<number | null>((resolve, reject) => child.once("error", reject).once("close", resolve));
  const [said, code] = await Promise.all([text(child.stdout), ended]);
  const line = said.split("\n").find((candidate) => candidate.startsWith(MEASURE_MARK));
  if (code !== 0 || line === undefined)
    throw new Error(`the round of "${name}" ended with code ${String(code)}:\n${said}`);
  return readMeasures(JSON.parse(line.slice(MEASURE_MARK.length)));
}

function readMeasures(value: unknown): Measures {
  if (typeof value !== "object" || value === null) throw new Error("a round did not tell what it measured");
  return Object.fromEntries(Object.entries(value).map(([name, figure]) => [name, Number(figure)]));
}
