/** Implements `rota serve`, which runs the API, the dashboard, maintenance and workers in one process, and `rota start`, which runs only the database. */
import { access } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createEngine, createLogger, type Database, type Engine, type Logger } from "@rota/engine";
import {
  createSignInLink,
  describeDatabase,
  describeLeft,
  loadParts,
  redactUrls,
  type Shutdown,
} from "@rota/engine/internal";
import { ROTA_VERSION } from "@rota/engine/workload";
import type { CommandContext, CommandSpec } from "../command-spec.ts";
import { allMigrations, listLeftTables, migrateAll, openConfiguredDatabase } from "../compose.ts";
import { DEMO_TASKS, forgetSchedule, startDemoTraffic } from "../demo/demo-traffic.ts";
import { DEMO_SIZE, prepareDemo } from "../demo/prepare-demo.ts";
import { isGiven, loginName } from "../flags.ts";
import { loadGivenTasks } from "../load-tasks.ts";
import { announceStop, printReady, runUntilStopped } from "../run-until-stopped.ts";

export const serveCommand: CommandSpec = {
  name: "serve",
  sentence: "run the API, the dashboard, maintenance and workers in one process until Ctrl-C",
  flags: [
    {
      flag: "--tasks <module>",
      sentence:
        "the module that exports tasks and intakes, to be submitted and run (default: tasks of rota.config.json)",
    },
    { flag: "--no-work", sentence: "run no tasks: rota work does it elsewhere" },
    {
      flag: "--demo",
      sentence: "let some tenants share the workers for as long as it runs, on the bundled database only",
    },
    { flag: "--no-demo", sentence: "no such tenants: for npm start, which has --demo" },
    {
      flag: "--workload-demos",
      sentence: "play the demo of each workload and verify it, on the bundled database only",
    },
    {
      flag: "--demo-size <count>",
      sentence: "about how many pieces of work each step of the demos makes",
      default: String(DEMO_SIZE),
    },
    { flag: "--scene", sentence: "the former name of --workload-demos, for one more version" },
    { flag: "--scene-ballots <count>", sentence: "the former name of --demo-size, for one more version" },
    { flag: "--empty", sentence: "neither --demo nor --workload-demos: for npm start, which has both" },
  ],
  examples: ["rota serve", "rota serve --tasks tasks.mjs --server-port 8080", "rota serve --no-work"],
  run: serve,
};

/** Maximum number of task names in the output at the start. */
const NAMED_TASKS_MAX = 5;

async function serve(given: CommandContext): Promise<void> {
  const choice = chooseDemo(given);
  const quiet = { ...given, logger: quietLogger(given, choice.runsTraffic || choice.runsDemo) };
  await runUntilStopped(quiet, async (shutdown) => {
    await refuseUnfit(quiet);
    const stopNotice = quiet.logger === given.logger || isGiven(given, "json") ? undefined : announceStop(shutdown);
    const demo = choice.runsDemo
      ? await prepareDemo(quiet, { workloads: given.reading.workloads, shutdown })
      : undefined;
    const context = demo?.context ?? quiet;
    const engine = await openEngine(context, choice.runsTraffic);
    shutdown.onStop("engine", () => engine.stop());
    if (shutdown.signal.aborted) return;
    const url = await openServer(context, { engine, shutdown });
    const { facts, lines } = await greet(context, engine.database);
    await engine.start();
    await runTraffic(engine, { ...choice, isBundled: isBundled(context), logger: context.logger, shutdown });
    const link = isBundled(context)
      ? await signInLink(engine, context.reading.config.serverPublicUrl ?? url)
      : undefined;
    printReady(context, { ...facts, url, signInUrl: link }, [
      ...lines,
      `  server     ${url}`,
      `  tasks      ${describeTasks(given, engine)}`,
      ...demoLines(choice, demo?.steps),
      ...(link === undefined
        ? ["sign in with a key (rota keys create) or a link (rota sign-in)"]
        : ["", `open ${link}`, ""]),
    ]);
    stopNotice?.ready();
    demo?.begin({ engine, url });
  });
}

type DemoChoice = { readonly runsTraffic: boolean; readonly runsDemo: boolean };

/** Chooses the demo and its traffic. Both run on the bundled database only, never on the user's own. */
function chooseDemo(context: CommandContext): DemoChoice {
  const [wantsTraffic, wantsDemo] = isGiven(context, "empty")
    ? [false, false]
    : [isGiven(context, "demo"), wantsWorkloadDemos(context) && context.flags["work"] !== false];
  const isBundledDatabase = isBundled(context);
  if ((wantsTraffic || wantsDemo) && !isBundledDatabase)
    context.logger.warn({}, "no demo: it runs on the bundled database only, and databaseUrl names another");
  return { runsTraffic: wantsTraffic && isBundledDatabase, runsDemo: wantsDemo && isBundledDatabase };
}

function wantsWorkloadDemos(context: CommandContext): boolean {
  return isGiven(context, "workloadDemos") || isGiven(context, "scene");
}

function demoLines({ runsTraffic }: DemoChoice, steps: readonly string[] | undefined): string[] {
  const played = steps?.length === 0 ? "nothing to play: no workload has a demo" : steps?.join(", ");
  return [
    ...(played === undefined ? [] : [`  demo       ${played}; --empty goes without`]),
    ...(runsTraffic ? ["  traffic    some tenants share the workers; --no-demo goes without"] : []),
  ];
}

function isBundled({ reading }: CommandContext): boolean {
  return reading.config.databaseUrl === undefined;
}

/** Logs only errors while a demo runs, since its user watches the pages. A configured log level takes precedence. */
function quietLogger({ reading: { config, sources }, logger }: CommandContext, hasDemo: boolean): Logger {
  if (!hasDemo || sources.logLevel !== "default") return logger;
  return createLogger({ level: "error", json: config.logJson });
}

/** Refuses workloads that are broken or clash, before anything is opened. */
async function refuseUnfit(context: CommandContext): Promise<void> {
  const { config, workloads } = context.reading;
  await loadParts(workloads);
  await allMigrations(context);
  const { checkWorkloads } = await loadServer();
  await checkWorkloads(workloads, { config, dashboardFolder: await dashboardFolder() });
}

/** Loads the server, which only this command needs, so that the others start faster. */
const loadServer = () => import("@rota/server");

async function openEngine(context: CommandContext, isDemo: boolean): Promise<Engine> {
  const { tasks, intakes, codec } = await loadGivenTasks(context);
  const { config, workloads } = context.reading;
  return createEngine({
    tasks: [...tasks, ...(isDemo ? DEMO_TASKS : [])],
    intakes,
    workloads,
    ...(codec === undefined ? {} : { codec }),
    // Only this key decrypts the secrets that sign webhooks.
    webhooks: config.secretsKey !== undefined,
    // Without queues the engine takes no turns but still does maintenance.
    ...(context.flags["work"] === false ? { queues: [] } : {}),
    config,
    logger: context.logger,
  });
}

type ServerParts = { readonly engine: Engine; readonly shutdown: Shutdown };

async function openServer(
  { reading: { config, workloads }, logger }: CommandContext,
  { engine, shutdown }: ServerParts,
): Promise<string> {
  const folder = await dashboardFolder();
  const { createServer } = await loadServer();
  const server = await createServer({
    engine,
    config,
    logger,
    workloads,
    ...(folder === undefined ? {} : { dashboardFolder: folder }),
  });
  shutdown.onStop("server", () => server.close());
  const { url } = await server.listen();
  return url;
}

type DemoParts = {
  readonly runsTraffic: boolean;
  readonly isBundled: boolean;
  readonly logger: Logger;
  readonly shutdown: Shutdown;
};

async function runTraffic(
  engine: Engine,
  { runsTraffic, isBundled: isOwnDatabase, logger, shutdown }: DemoParts,
): Promise<void> {
  if (runsTraffic) {
    const demo = await startDemoTraffic(engine, logger);
    shutdown.onStop("demonstration", () => demo.stop());
  } else if (isOwnDatabase) await forgetSchedule(engine.database); // a killed demo left its schedule
}

async function signInLink({ database }: Engine, baseUrl: string): Promise<string> {
  const name = loginName();
  const { url } = await createSignInLink(database, { name, roles: ["admin"], baseUrl, actor: name });
  return url;
}

function describeTasks({ flags }: CommandContext, { tasks }: Engine): string {
  if (flags["work"] === false) return "none are run here";
  if (tasks.length === 0) return "none; name a module with --tasks, or with tasks in rota.config.json";
  return tasks.length > NAMED_TASKS_MAX ? countByPrefix(tasks) : tasks.map(({ name }) => name).join(", ");
}

/** Counts tasks by prefix, since all names would not fit on a screen: `14 shop.*, 9 library.*`. */
function countByPrefix(tasks: Engine["tasks"]): string {
  const counts = new Map<string, number>();
  for (const { name } of tasks) {
    const prefix = name.split(".")[0] ?? name;
    counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
  }
  return [...counts].map(([prefix, count]) => `${String(count)} ${prefix}.*`).join(", ");
}

export const startCommand: CommandSpec = {
  name: "start",
  sentence: "bring the database up to date and keep it running until Ctrl-C",
  examples: ["rota start --data-dir ./rota-data"],
  run: start,
};

async function start(context: CommandContext): Promise<void> {
  await runUntilStopped(context, async (shutdown) => {
    const database = await openConfiguredDatabase(context);
    shutdown.onStop("database", () => database.close());
    // Ctrl-C while the database was opening had nothing to stop yet.
    if (shutdown.signal.aborted) return;
    const { facts, lines } = await greet(context, database);
    printReady(context, facts, lines);
  });
}

type Greeting = { readonly facts: object; readonly lines: readonly string[] };

async function greet(context: CommandContext, database: Database): Promise<Greeting> {
  const { config } = context.reading;
  const { applied } = await migrateAll(context, database);
  const left = await listLeftTables(context, database);
  const { serverVersion, instanceId } = await describeDatabase(database);
  const where = config.databaseUrl === undefined ? `in ${config.dataDir}` : redactUrls(config.databaseUrl);
  return {
    facts: {
      version: ROTA_VERSION,
      serverVersion,
      instanceId,
      schema: config.schema,
      applied,
      left: left.map(({ name }) => name),
    },
    lines: [
      `Rota ${ROTA_VERSION}`,
      `  database   PostgreSQL ${serverVersion} (${where})`,
      `  schema     ${config.schema}, ${describeApplied(applied)}`,
      `  instance   ${instanceId}`,
      ...left.map((set) => `  left       ${describeLeft(set)}`),
    ],
  };
}

function describeApplied(applied: readonly string[]): string {
  return applied.length === 0 ? "up to date" : `applied ${String(applied.length)} SQL files`;
}

/** Returns the folder of the built dashboard, or undefined when it is not installed or not built. */
export async function dashboardFolder(): Promise<string | undefined> {
  try {
    const folder = join(dirname(fileURLToPath(import.meta.resolve("@rota/dashboard/package.json"))), "dist");
    await access(join(folder, "index.html"));
    return folder;
  } catch {
    return undefined;
  }
}
