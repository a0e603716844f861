/**
 * Tests that the services of deploy/compose.yaml work together: the same commands with the same environment, without
 * containers. ROTA_LONG=1 keeps the memory of Redis as it is shipped and sends 1,000,000 events.
 */
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@rota/client";
import { openPostgres, silentLogger, type Database } from "@rota/engine";
import { openRabbitmqBroker } from "@rota/engine/rabbitmq";
import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { StageClient } from "../../chaos/stage/stage.ts";
import { patientFetch } from "../../chaos/stage/patient-fetch.ts";
import { createSend, textAt, type Send } from "../../chaos/stage/send.ts";
import { countElection } from "../../chaos/subjects/elections/count-election.ts";
import { holdElection } from "../../chaos/subjects/elections/hold-election.ts";
import { openBooks, saleEvent } from "../../chaos/subjects/ledger/ledger-subject.ts";
import { selectDrawn } from "../../chaos/subjects/passports/passports.sql.ts";
import { preparePassports, requestPassport } from "../../chaos/subjects/passports/prepare-passports.ts";
import type { Piece } from "../../chaos/subject.ts";
import { compiledUrl } from "../compiled/compiled-url.ts";
import type { Service } from "../services/service.ts";
import { compiledWorkloads, runRota } from "../testing/rota-command.ts";
import { openRotaStack, ROTA, withoutRota, type Env, type RotaStack } from "../testing/rota-stack.ts";
import { readCompose, readEnvExample, type ComposeServices } from "./compose-file.ts";

const IS_LONG = process.env["ROTA_LONG"] === "1";
const EVENTS = IS_LONG ? 1_000_000 : 6_000;
const SENT_AT_ONCE = 1_000;
/** Smaller than shipped in the gate, by the same factor, so that few events reach the limits. */
const SMALL = { maxmemory: "8mb", mirrorBytesMax: "1048576" };
const BALLOTS = 4;
const WAIT = { timeout: IS_LONG ? 3_600_000 : 240_000, interval: 100 };
const TENANT = "acme";

let stack: RotaStack;
let folder: string;
let compose: ComposeServices;
let server: Service;
let workers: readonly Service[];
let send: Send;
let client: StageClient;
let database: Database;
let redis: Redis;

beforeAll(async () => {
  stack = await openRotaStack();
  folder = mkdtempSync(join(tmpdir(), "rota-compose-"));
  chmodSync(folder, 0o755);
  compose = readCompose({
    ...readEnvExample(),
    POSTGRES_PASSWORD: passwordOf(stack.postgres),
    RABBITMQ_PASSWORD: passwordOf(stack.rabbitmq),
    REDIS_PASSWORD: passwordOf(stack.redis),
    GRAFANA_PASSWORD: "unused",
    SECRETS_KEY: randomBytes(32).toString("base64"),
  });
  writeTasks();
  redis = new Redis(stack.redis.url);
  await setUpRedis();
  makeKeys();
  const serverEnv = environmentOf("server");
  expect((await runRota(folder, ["migrate"], serverEnv)).exitCode).toBe(0);
  const made = await runRota(folder, ["keys", "create", "--name", "you", "--roles", "admin", "--json"], serverEnv);
  const key = textAt(JSON.parse(made.out), "key");
  const ready = { env: serverEnv, port: "ROTA_SERVER_PORT", readyPath: "/v1/health/ready" };
  server = await stack.start({ words: wordsOf("server"), ...ready });
  workers = await Promise.all(
    Array.from({ length: compose["workers"]?.deploy?.replicas ?? 1 }, () =>
      stack.start({
        words: wordsOf("workers"),
        env: environmentOf("workers"),
        port: "ROTA_METRICS_PORT",
        readyPath: "/metrics",
      }),
    ),
  );
  send = createSend(server.url, key);
  client = createClient({ baseUrl: server.url, key, fetch: patientFetch });
  const limits = { poolSize: 2, statementTimeoutMs: 60_000, connectTimeoutMs: 10_000 };
  database = await openPostgres({ url: stack.postgres.url, schema: "rota", ...limits, logger: silentLogger });
}, 600_000);

afterAll(async () => {
  redis.disconnect();
  await database.close();
  await stack.dispose();
  rmSync(folder, { recursive: true, force: true });
});

function passwordOf({ url }: Service): string {
  return decodeURIComponent(new URL(url).password) || "unused";
}

/** Returns the environment of a service with the addresses and paths of this machine. */
function environmentOf(name: string): Env {
  const { environment = {} } = compose[name] ?? {};
  const here: Env = {
    ...environment,
    ROTA_DATABASE_URL: withoutPassword(stack.postgres),
    ROTA_RABBITMQ_URL: withoutPassword(stack.rabbitmq),
    ROTA_REDIS_URL: withoutPassword(stack.redis),
    ...compiledWorkloads(),
    ...(IS_LONG ? {} : { ROTA_EVENT_MIRROR_BYTES_MAX: SMALL.mirrorBytesMax }),
  };
  return Object.fromEntries(Object.entries(here).map(([variable, text]) => [variable, inFolder(text)]));
}

function withoutPassword({ url }: Service): string {
  const address = new URL(url);
  address.password = "";
  return address.href;
}

function inFolder(text: string): string {
  return text.replaceAll("/keys/", `${folder}/`).replaceAll("/app/tasks/", `${folder}/`);
}

function wordsOf(name: string): string[] {
  return (compose[name]?.command ?? []).map(inFolder);
}

/** Writes the tasks of the deployment so that they import the compiled engine. */
function writeTasks(): void {
  const tasks = readFileSync(new URL("../../deploy/tasks/tasks.mjs", import.meta.url), "utf8");
  const engine = compiledUrl(import.meta.resolve("@rota/engine")).href;
  writeFileSync(join(folder, "tasks.mjs"), tasks.replace('"@rota/engine"', JSON.stringify(engine)));
}

/** Gives Redis the limits with which its service starts. */
async function setUpRedis(): Promise<void> {
  const command = compose["redis"]?.command?.join(" ") ?? "";
  const [, maxmemory = ""] = /--maxmemory (\S+)/.exec(command) ?? [];
  const [, policy = ""] = /--maxmemory-policy (\S+)/.exec(command) ?? [];
  await redis.config("SET", "maxmemory", IS_LONG ? maxmemory : SMALL.maxmemory);
  await redis.config("SET", "maxmemory-policy", policy);
}

/** Runs the service that creates the keys, as at each start. */
function makeKeys(): void {
  const { entrypoint: [shell = "", ...options] = [], command = [], environment } = compose["keys"] ?? {};
  const script = command.map((text) => inFolder(text).replace("packages/cli/dist/bin.js", ROTA));
  expect(environment).toEqual({ ROTA_WORKLOADS: "@rota/elections,@rota/passports" });
  const env = { ...withoutRota(), ...compiledWorkloads(["elections", "passports"]) };
  const { status, stderr } = spawnSync(shell, [...options, ...script], { cwd: folder, env, encoding: "utf8" });
  expect(status, stderr).toBe(0);
}

test("the keys are created once, and only their owner can read them", () => {
  const files = ["fleet.seed", "signing.keys"].map((name) => join(folder, name));
  const before = files.map((file) => readFileSync(file, "utf8"));

  makeKeys();

  expect(files.map((file) => readFileSync(file, "utf8"))).toEqual(before);
  expect(files.map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600]);
});

test("server and workers are ready, and every worker consumes events", async () => {
  const answer = await fetch(`${server.url}/v1/health/ready`);
  expect(await answer.json()).toMatchObject({ status: "ready", parts: { database: "up", redis: "up" } });

  for (const { url } of workers)
    await vi.waitUntil(async () => {
      const metrics = await (await fetch(`${url}/metrics`)).text();
      return Number(/^rota_intake_consumers\{intake="ledger\.events"\} (\d+)$/m.exec(metrics)?.[1]) >= 10;
    }, WAIT);
});

test("passports are compiled, signed and drawn out of the box", { timeout: WAIT.timeout }, async () => {
  const ground = await preparePassports(send);

  await requestPassport(send, ground, "battery-1");
  await vi.waitUntil(async () => (await database.query(selectDrawn())).length === 1, WAIT);
});

test(
  `an election is decrypted while ${String(EVENTS)} events fill the mirror in Redis up to its limit`,
  { timeout: 2 * WAIT.timeout },
  async () => {
    await openBooks(send, TENANT);
    const held = await holdElection({ client, server }, BALLOTS);
    const pieces: Piece[] = [];

    await publishEvents(0, EVENTS / 2);
    await vi.waitUntil(async () => (await shownKeys()).length < (await handled()), WAIT); // the oldest are deleted from here on
    await Promise.all([
      countElection({ client, server }, held, (piece) => pieces.push(piece)),
      publishEvents(EVENTS / 2, EVENTS),
    ]);
    await vi.waitUntil(async () => (await handled()) === EVENTS, WAIT);

    expect(pieces.filter(({ doneMs }) => doneMs.length !== 1)).toEqual([]);
    expect(pieces.map(({ name }) => name.split(" ")[0])).toEqual(expect.arrayContaining(["shares", "record"]));
    expect((await shownKeys()).length).toBeLessThan(EVENTS);
    const info = await redis.info();
    expect(info).toMatch(/^evicted_keys:0\r$/m);
    expect(info).not.toContain("errorstat_OOM");
    expect(await shownValue()).toMatch(
      /^\{"status":"COMPLETED","payloadHash":"sha256:[0-9a-f]{64}","responseBody":"\{/,
    );
  },
);

async function publishEvents(first: number, end: number): Promise<void> {
  const broker = await openRabbitmqBroker({ url: stack.rabbitmq.url, logger: silentLogger });
  const publish = (nth: number) => {
    const body = Buffer.from(JSON.stringify({ tenantId: TENANT, sourceSystem: "shop", event: saleEvent(nth) }));
    return broker.publish({ exchange: "fis.events.exchange", routingKey: "shop.till.closed", body });
  };
  for (let start = first; start < end; start += SENT_AT_ONCE) {
    const count = Math.min(SENT_AT_ONCE, end - start);
    await Promise.all(Array.from({ length: count }, (_, nth) => publish(start + nth)));
  }
  await broker.close();
}

/** Returns the number of events that the workers have posted. */
async function handled(): Promise<number> {
  const counts = await Promise.all(
    workers.map(async ({ url }) => {
      const metrics = await (await fetch(`${url}/metrics`)).text();
      return Number(
        /^rota_intake_events_total\{intake="ledger\.events",event="done"\} (\d+)$/m.exec(metrics)?.[1] ?? 0,
      );
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Returns the keys of the events that Redis shows. */
async function shownKeys(): Promise<string[]> {
  const found: string[] = [];
  for (let cursor = "0", isFirst = true; isFirst || cursor !== "0"; isFirst = false) {
    const [next, keys] = await redis.scan(cursor, "MATCH", "fis:ik:*", "COUNT", 5_000);
    found.push(...keys);
    cursor = next;
  }
  return found;
}

/** Returns the value of an event that was handled. */
async function shownValue(): Promise<string | null> {
  const values = await redis.mget(...(await shownKeys()).slice(0, 1_000));
  return values.find((value) => value?.includes("COMPLETED")) ?? null;
}
