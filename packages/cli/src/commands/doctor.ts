/** Implements `rota doctor`, which checks every connection, setting and workload and exits with 1 when something does not work, and `rota config`. */
import { statfs } from "node:fs/promises";
import { createServer } from "node:net";
import { type Database, isRotaError, type RotaError } from "@rota/engine";
import { getOutboxStatistics, getSystemStatistics, listDeadLetters, listSchedules } from "@rota/engine/admin";
import {
  describeConfig,
  describeError,
  describeLeft,
  hasValidKey,
  listStoredSets,
  redactUrls,
} from "@rota/engine/internal";
import { ROTA_VERSION } from "@rota/engine/workload";
import type { CommandContext, CommandSpec } from "../command-spec.ts";
import { migrateAll, openConfiguredDatabase } from "../compose.ts";
import { ago, answer, count, duration, nouns, oneLine } from "../output/answer.ts";
import { createProgressBar } from "../output/progress-bar.ts";
import { paint } from "../output/table.ts";
import { selectServer, type ServerRow } from "./doctor.sql.ts";
import { checkBroker, checkRedis, failed, type Finding, ok, warning } from "./doctor-services.ts";
import { dashboardFolder } from "./serve.ts";

export const doctorCommand: CommandSpec = {
  name: "doctor",
  sentence: "look at every connection and setting and say what to mend; nothing is changed",
  examples: ["rota doctor", "rota doctor --database-url postgres://rota@db.example.org/rota --json"],
  exitOneWhen: "something does not work",
  run: doctor,
};

async function doctor(context: CommandContext): Promise<void> {
  const findings = await examine(context);
  const isWell = findings.every(({ state }) => state !== "failed");
  if (!isWell) process.exitCode = 1;
  answer(context, { isWell, findings }, () => [...findings.flatMap(describe), verdict(findings)]);
}

async function examine(context: CommandContext): Promise<Finding[]> {
  const bar = createProgressBar("doctor");
  const database = await open(context);
  const opened = "state" in database ? undefined : database;
  const checks: (() => Promise<Finding[]>)[] = [
    () => checkMachine(context),
    async () => ("state" in database ? [database] : checkDatabase(context, database)),
    async () => (opened === undefined ? [] : checkSchema(context, opened)),
    () => checkWorkloads(context, opened),
    () => checkBroker(context, opened),
    () => checkRedis(context, opened),
    async () => checkSecretsKey(context),
    async () => checkWebhookSettings(context),
    () => checkServer(context, opened),
    async () => (opened === undefined ? [] : checkWork(context, opened)),
  ];
  const findings: Finding[] = [];
  try {
    for (const [done, check] of checks.entries()) {
      bar.show({ done, total: checks.length });
      findings.push(...(await check()));
    }
    return findings;
  } finally {
    bar.clear();
    await opened?.close();
  }
}

async function open(context: CommandContext): Promise<Database | Finding> {
  try {
    return await openConfiguredDatabase(context);
  } catch (error) {
    const { message } = describeError(error, { stack: false });
    return failed("database", message, "without it nothing works: mend databaseUrl, or start the database");
  }
}

const MARKS = {
  ok: ["ok     ", "green"],
  warning: ["warning", "yellow"],
  failed: ["FAILED ", "red"],
} as const;

function describe({ check, state, found, advice }: Finding): string[] {
  const [mark, colour] = MARKS[state];
  return [
    `${paint(colour, mark)}  ${check.padEnd(12)}  ${oneLine(found, FOUND_LENGTH)}`,
    ...(advice === undefined ? [] : [`${" ".repeat(23)}${oneLine(advice, FOUND_LENGTH)}`]),
  ];
}

const FOUND_LENGTH = 500;

function verdict(findings: readonly Finding[]): string {
  const count = (state: Finding["state"]): number => findings.filter((one) => one.state === state).length;
  const [bad, odd] = [count("failed"), count("warning")];
  if (bad > 0) return `${nouns(bad, "thing does", "things do")} not work, ${nouns(odd, "warning", "warnings")}`;
  return odd === 0 ? "all is well" : `it works, with ${nouns(odd, "warning", "warnings")}`;
}

const MEBIBYTE = 1_048_576;
const FREE_MEBIBYTES_MIN = 1_024;
const SECRETS_KEY_BYTES = 32;

async function checkMachine({ reading }: CommandContext): Promise<Finding[]> {
  return [
    ok("node", process.versions.node),
    ...reading.hints.map((hint) => warning("settings", hint, "rota config shows every option and where it comes from")),
    ...(await checkDisk(reading.config)),
  ];
}

/** Checks the free disk space. The data folder does not exist before the first start. */
async function checkDisk(config: CommandContext["reading"]["config"]): Promise<Finding[]> {
  if (config.databaseUrl !== undefined) return [];
  const disk = await statfs(config.dataDir).catch(() => undefined);
  if (disk === undefined) return [];
  const mebibytes = Math.floor((disk.bavail * disk.bsize) / MEBIBYTE);
  const found = `${count(mebibytes)} MiB free for ${config.dataDir}`;
  if (mebibytes >= FREE_MEBIBYTES_MIN) return [ok("disk", found)];
  return [warning("disk", found, "the database stops when it is full: make room, or move dataDir")];
}

function checkSecretsKey({ reading: { config } }: CommandContext): Finding[] {
  const { secretsKey } = config;
  const advice = "make one with openssl rand -base64 32 and give it to every process as ROTA_SECRETS_KEY_FILE";
  if (secretsKey === undefined) return [warning("secrets", "no secretsKey: secrets and webhooks are refused", advice)];
  if (Buffer.from(secretsKey, "base64").length === SECRETS_KEY_BYTES) return [ok("secrets", "can be sealed")];
  return [failed("secrets", `secretsKey is not the base64 of ${String(SECRETS_KEY_BYTES)} bytes`, advice)];
}

function checkWebhookSettings({ reading: { config } }: CommandContext): Finding[] {
  if (!config.webhookAllowHttp) return [];
  return [warning("webhooks", "may be sent unencrypted", "take webhookAllowHttp out wherever it is not for a trial")];
}

const LOOPBACK = /^(?:127\.|::1$|localhost$)/;

async function checkServer({ reading: { config } }: CommandContext, database?: Database): Promise<Finding[]> {
  const { serverHost: host, serverPort: port } = config;
  return [
    await checkPort(host, port),
    ...(LOOPBACK.test(host) ? [] : [await checkProtection(config, database)]),
    ...((await dashboardFolder()) === undefined
      ? [warning("dashboard", "is not built", "npm run build:pages builds it")]
      : []),
  ];
}

async function checkPort(host: string, port: number): Promise<Finding> {
  const where = `${host}:${String(port)}`;
  const code = await tryPort(host, port);
  if (code === undefined) return ok("server", `${where} is free for rota serve`);
  if (code === "EADDRINUSE")
    return ok("server", `something listens at ${where}: rota serve if it runs, else choose another serverPort`);
  return failed("server", `${where} cannot be listened at: ${code}`, "choose another serverHost or serverPort");
}

function tryPort(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port }, () => server.close(() => resolve(undefined)));
  });
}

/** Checks that a server which others can reach is protected; otherwise it refuses to start. */
async function checkProtection(
  config: CommandContext["reading"]["config"],
  database: Database | undefined,
): Promise<Finding> {
  const hasTokens = config.jwksUrl !== undefined || config.jwksFile !== undefined;
  const hasKey = database === undefined ? false : await hasValidKey(database).catch(noneIfMissing);
  if (hasTokens || hasKey) return ok("access", "keys or tokens guard a server that others can reach");
  const advice = "make a key with rota keys create, or set jwksUrl; else bind to 127.0.0.1";
  return failed("access", `${config.serverHost} can be reached by others, and nothing guards it`, advice);
}

/** Returns false for a schema that is too old to contain keys. */
function noneIfMissing(error: unknown): false {
  if (isRotaError(error)) throw error;
  return false;
}

const OLDEST_VERSION = 140_000;
const SLOW_ANSWER_MS = 20;
const CLOCKS_APART_MS = 2_000;

async function checkDatabase(context: CommandContext, database: Database): Promise<Finding[]> {
  await database.query(selectServer()); // opens the connection, so that the next query is timed alone
  const startedMs = performance.now();
  const [server] = await database.query(selectServer());
  const tookMs = performance.now() - startedMs;
  if (server === undefined) throw new Error("the database said nothing about itself");
  return [
    describeServer(context, server, tookMs),
    ...checkSettings(context, server),
    ...checkClock(server.now.getTime() - Date.now()),
  ];
}

function describeServer({ reading: { config } }: CommandContext, server: ServerRow, tookMs: number): Finding {
  const where = config.databaseUrl === undefined ? `in ${config.dataDir}` : redactUrls(config.databaseUrl);
  const found = `PostgreSQL ${server.version} (${where}) answers in ${duration(tookMs)}`;
  if (server.version_number < OLDEST_VERSION) return failed("database", found, "Rota needs PostgreSQL 14 or newer");
  if (tookMs > SLOW_ANSWER_MS) return warning("database", found, "each turn waits for it: run workers near to it");
  return ok("database", found);
}

function checkSettings({ reading: { config } }: CommandContext, server: ServerRow): Finding[] {
  const { databasePoolSize } = config;
  return [
    ...(server.fsync === "on"
      ? []
      : [warning("durability", "fsync is off", "a power cut may lose everything: set fsync = on")]),
    ...(server.synchronous_commit === "off"
      ? [warning("durability", "synchronous_commit is off", "a crash may lose the last commits: set it to on")]
      : []),
    ...(databasePoolSize * 2 > server.max_connections
      ? [
          warning(
            "connections",
            `each process may open ${String(databasePoolSize)}, the server takes ${String(server.max_connections)}`,
            "two processes may not fit: lower databasePoolSize or raise max_connections",
          ),
        ]
      : []),
  ];
}

/** Compares the clocks: the engine uses the database's time, but lists print "ago" with the clock of this machine. */
function checkClock(apartMs: number): Finding[] {
  if (Math.abs(apartMs) < CLOCKS_APART_MS) return [];
  const found = `the database's is ${duration(Math.abs(apartMs))} ${apartMs > 0 ? "ahead" : "behind"}`;
  return [warning("clock", found, "what lists call ago is off by as much: set the clocks, for example by NTP")];
}

async function checkSchema(context: CommandContext, database: Database): Promise<Finding[]> {
  const missing = await missingFiles(context, database);
  const { schema } = database;
  if (isRotaError(missing)) return [failed("schema", missing.message, "run the versions that made the tables")];
  if (missing.length === 0) return [ok("schema", `${schema} is that of version ${ROTA_VERSION}`)];
  return [failed("schema", `${schema} lacks ${String(missing.length)} migrations`, "run rota migrate")];
}

/** Returns the SQL files that the database lacks, or why its tables do not fit. */
async function missingFiles(context: CommandContext, database: Database): Promise<readonly string[] | RotaError> {
  try {
    return (await migrateAll(context, database, { isDryRun: true })).applied;
  } catch (error) {
    if (isRotaError(error) && error.code.startsWith("MIGRATION_")) return error;
    throw error;
  }
}

/** Lists the workloads that are loaded, and those that have tables in the database. */
async function checkWorkloads({ reading: { workloads } }: CommandContext, database?: Database): Promise<Finding[]> {
  const stored = database === undefined ? [] : await listStoredSets(database);
  const loaded = workloads.map(({ name, migrations }) => {
    const latest = stored.find((set) => set.name === name)?.latest;
    if (latest !== undefined) return ok("workload", `${name} is loaded, its tables are there up to ${latest}`);
    if (migrations === undefined) return ok("workload", `${name} is loaded and has no tables`);
    return warning("workload", `${name} is loaded, its tables are missing`, "run rota migrate");
  });
  const known = ["engine", ...workloads.map(({ name }) => name)];
  const left = stored.filter(({ name }) => !known.includes(name));
  const advice = "name it in the option workloads to use them; nothing else reads them";
  return [...loaded, ...left.map((set) => warning("workload", describeLeft(set), advice))];
}

const OLD_WAIT_MS = 300_000;
const DEAD_LETTERS_READ_MAX = 1_000;
const SCHEDULES_READ_MAX = 1_000;

/** Checks the work. A schema of another version is skipped. */
async function checkWork(context: CommandContext, database: Database): Promise<Finding[]> {
  const missing = await missingFiles(context, database);
  if (isRotaError(missing) || missing.length > 0) return [];
  return [
    await checkQueues(database),
    ...(await checkSchedules(database)),
    ...(await checkDeadLetters(database)),
    ...(await checkOutbox(database)),
  ];
}

async function checkQueues(database: Database): Promise<Finding> {
  const { chunksByState, workers, oldestWaitingAt } = await getSystemStatistics(database);
  const waiting = chunksByState.PENDING.count + chunksByState.QUEUED.count;
  const running = workers.reduce((sum, { chunks }) => sum + chunks, 0);
  const found = `${nouns(waiting, "chunk waits", "chunks wait")}, ${count(running)} running`;
  const isOld = oldestWaitingAt !== undefined && Date.now() - oldestWaitingAt.getTime() > OLD_WAIT_MS;
  if (waiting > 0 && running === 0 && isOld)
    return warning("work", `${found}, the oldest since ${ago(oldestWaitingAt)}`, "start workers: rota work --tasks …");
  return ok("work", found);
}

/** Lists schedules that cannot be run: those whose task no worker knows among them. */
async function checkSchedules(database: Database): Promise<Finding[]> {
  const schedules = await listSchedules(database, { limit: SCHEDULES_READ_MAX });
  return schedules.flatMap(({ name, lastError, isPaused }) =>
    lastError === undefined || isPaused
      ? []
      : [warning("schedules", `${name}: ${lastError}`, "it submits nothing until then; other schedules go on")],
  );
}

async function checkDeadLetters(database: Database): Promise<Finding[]> {
  const { letters: deadLetters, next } = await listDeadLetters(database, { limit: DEAD_LETTERS_READ_MAX });
  if (deadLetters.length === 0) return [];
  const found = `${count(deadLetters.length)}${next === undefined ? "" : " or more"} wait for a decision`;
  return [warning("dead letters", found, "rota dead-letters lists them, replays and discards")];
}

async function checkOutbox(database: Database): Promise<Finding[]> {
  const { arrivals, sinks } = await getOutboxStatistics(database);
  if (arrivals === 0 || sinks.length > 0) return [];
  const found = `${nouns(arrivals, "event waits", "events wait")}, and nobody ever took one`;
  return [warning("outbox", found, "run rota relay, or engines with a broker or webhooks")];
}

export const configCommand: CommandSpec = {
  name: "config",
  sentence: "show every option, its value without secrets, and where it comes from",
  examples: ["rota config", "ROTA_LEASE_MS=60000 rota config --json"],
  async run(context) {
    const rows = describeConfig(context.reading);
    const widest = (texts: readonly string[]): number => Math.max(...texts.map((text) => text.length));
    const optionWidth = widest(rows.map(({ option }) => option));
    const valueWidth = widest(rows.map(({ value }) => value));
    answer(context, rows, () =>
      rows.map(({ option, value, source }) => `${option.padEnd(optionWidth)}  ${value.padEnd(valueWidth)}  ${source}`),
    );
  },
};
