/**
 * A client of the replaced systems, written from their documents 000 to 004 alone: it prepares the broker as they say,
 * configures Rota with their variables, and uses their paths, keys and fields.
 */
import { connect, type Channel, type ChannelModel } from "amqplib";
import { Redis } from "ioredis";
import { createClient } from "@rota/client";
import { openPostgres, silentLogger, type Database } from "@rota/engine";
import { createKey } from "@rota/engine/admin";
import { vi } from "vitest";
import { patientFetch } from "../../chaos/stage/patient-fetch.ts";
import { createSend } from "../../chaos/stage/send.ts";
import type { StageClient } from "../../chaos/stage/stage.ts";
import { countElection } from "../../chaos/subjects/elections/count-election.ts";
import { holdElection } from "../../chaos/subjects/elections/hold-election.ts";
import { openBooks, saleEvent } from "../../chaos/subjects/ledger/ledger-subject.ts";
import { preparePassports, requestPassport } from "../../chaos/subjects/passports/prepare-passports.ts";
import { selectDrawn } from "../../chaos/subjects/passports/passports.sql.ts";
import { prepareBroker, type PreparedBroker, type PreparedTopology } from "../services/prepared-broker.ts";
import { rabbitmqctl } from "../services/rabbitmq/rabbitmqctl.ts";
import type { Service } from "../services/service.ts";
import { compiledWorkloads, runRota } from "../testing/rota-command.ts";
import { openRotaStack, ROOT, type Env, type RotaStack } from "../testing/rota-stack.ts";

export const TENANT = "acme";
const WAIT = { timeout: 240_000, interval: 100 };
const TALLY_KEYS = ["tally.creation", "partial.decryption", "compensated.decryption", "combine.decryption"];

/** Exchanges and queues of document 004, with its arguments and no others. */
const INGESTION: PreparedTopology = {
  exchanges: [
    { name: "fis.events.exchange", type: "topic" },
    { name: "fis.dlx.exchange", type: "direct" },
  ],
  queues: [
    {
      name: "fis.ingestion.dlq.queue",
      arguments: { "x-queue-type": "quorum" },
      bindings: [{ exchange: "fis.dlx.exchange", routingKey: "fis.ingestion.dlq" }],
    },
    {
      name: "fis.ingestion.queue",
      arguments: {
        "x-queue-type": "quorum",
        "x-dead-letter-exchange": "fis.dlx.exchange",
        "x-dead-letter-routing-key": "fis.ingestion.dlq",
      },
      bindings: [{ exchange: "fis.events.exchange", routingKey: "*.*.*" }],
    },
  ],
};
/** Queues of document 000, and a queue of this client that gets a copy of each of its messages. */
const TASKS: PreparedTopology = {
  exchanges: [{ name: "task.exchange", type: "direct" }],
  queues: [
    ...TALLY_KEYS.map((key) => ({
      name: `${key}.queue`,
      bindings: [{ exchange: "task.exchange", routingKey: `task.${key}` }],
    })),
    ...TALLY_KEYS.map((key) => ({
      name: `copy.${key}`,
      bindings: [{ exchange: "task.exchange", routingKey: `task.${key}` }],
    })),
  ],
};
const DOMAIN: PreparedTopology = {
  exchanges: [{ name: "fis.domain.exchange", type: "topic" }],
  queues: [{ name: "copy.journal", bindings: [{ exchange: "fis.domain.exchange", routingKey: "fis.journal.*" }] }],
};

export type Answer = { readonly status: number; readonly body: unknown };

export type OldClient = {
  readonly broker: PreparedBroker;
  readonly redis: Redis;
  readonly electionId: string;
  /** The id of the version of the passport that was compiled. */
  readonly versionId: string;
  /** Sends a request to the server as an administrator. */
  readonly ask: (method: string, path: string, body?: object) => Promise<Answer>;
  /** Sends a request to the crypto service. */
  readonly compute: (path: string) => Promise<Answer>;
  /** Runs work on a channel of its own, which a refusal closes. */
  readonly onChannel: <Result>(work: (channel: Channel) => Promise<Result>) => Promise<Result>;
  /** Returns the metrics of the worker. */
  readonly metrics: () => Promise<string>;
  /** Publishes an event by the exchange and routing key of document 004. */
  readonly publish: (event: object) => Promise<void>;
  readonly database: Database;
  dispose(): Promise<void>;
};

/** Starts Rota with all workloads and lets it count an election, compile a passport and post an event. */
export async function openOldClient(): Promise<OldClient> {
  const stack = await openRotaStack();
  try {
    return await openOn(stack);
  } catch (error) {
    await stack.dispose();
    throw error;
  }
}

async function openOn(stack: RotaStack): Promise<OldClient> {
  const rabbitmq = openVirtualHost(stack.rabbitmq);
  const broker = await prepareBroker(rabbitmq, {
    exchanges: [...INGESTION.exchanges, ...TASKS.exchanges, ...DOMAIN.exchanges],
    queues: [...INGESTION.queues, ...TASKS.queues, ...DOMAIN.queues],
  });
  const env = variablesOf(stack);
  const migrated = await runRota(ROOT, ["migrate"], env);
  if (migrated.exitCode !== 0) throw new Error(migrated.err);
  const limits = { poolSize: 2, statementTimeoutMs: 60_000, connectTimeoutMs: 10_000 };
  const database = await openPostgres({ url: stack.postgres.url, schema: "rota", ...limits, logger: silentLogger });
  const { key } = await createKey(database, { name: "old client", roles: ["admin"] });
  const live = { env, port: "ROTA_SERVER_PORT", readyPath: "/v1/health/live" };
  const server = await stack.start({ words: ["serve", "--no-work"], ...live });
  const working = { env, port: "ROTA_METRICS_PORT", readyPath: "/metrics" };
  const worker = await stack.start({ words: ["work"], ...working });
  const crypto = await stack.start({
    words: ["elections", "crypto-service"],
    env,
    port: "--port",
    readyPath: "/health",
  });
  const connection = await connect(rabbitmq);
  const redis = new Redis(stack.redis.url);
  const client: Omit<OldClient, keyof Done> = {
    broker,
    redis,
    database,
    ask: (method, path, body) => ask(`${server.url}${path}`, method, { authorization: `Bearer ${key}` }, body),
    compute: (path) => ask(`${crypto.url}${path}`, "POST", {}, {}),
    onChannel: (work) => onChannel(connection, work),
    metrics: async () => (await fetch(`${worker.url}/metrics`)).text(),
    publish: (event) => broker.publish("fis.events.exchange", "ecommerce.order.completed", [messageOf(event)]),
    async dispose() {
      redis.disconnect();
      await connection.close();
      await broker.dispose({ isKept: true });
      await database.close();
      await stack.dispose();
    },
  };
  return { ...client, ...(await doWork(client, server, key)) };
}

/** Creates the virtual host of document 004. */
function openVirtualHost(rabbitmq: Service): string {
  rabbitmqctl(rabbitmq, "add_vhost", "/fis");
  rabbitmqctl(rabbitmq, "set_permissions", "-p", "/fis", new URL(rabbitmq.url).username, ".*", ".*", ".*");
  const address = new URL(rabbitmq.url);
  address.pathname = "/%2ffis";
  return address.href;
}

/** Returns the variables of the documents. Only the database has none in them. */
function variablesOf({ postgres, rabbitmq, redis }: RotaStack): Env {
  const [mq, cache] = [new URL(rabbitmq.url), new URL(redis.url)];
  const password = decodeURIComponent(mq.password);
  return {
    ...compiledWorkloads(),
    ROTA_DATABASE_URL: postgres.url,
    RABBITMQ_HOST: mq.hostname,
    RABBITMQ_PORT: mq.port,
    RABBITMQ_USERNAME: mq.username,
    RABBITMQ_PASSWORD: password,
    RABBITMQ_USER: mq.username,
    RABBITMQ_PASS: password,
    RABBITMQ_WORKER_CONCURRENCY_MIN: "4",
    RABBITMQ_WORKER_CONCURRENCY_MAX: "4",
    SPRING_RABBITMQ_VIRTUAL_HOST: "/fis",
    SPRING_RABBITMQ_LISTENER_SIMPLE_PREFETCH: "250",
    SPRING_RABBITMQ_LISTENER_SIMPLE_CONCURRENCY: "12",
    SPRING_RABBITMQ_LISTENER_SIMPLE_MAX_CONCURRENCY: "50",
    SPRING_REDIS_HOST: cache.hostname,
    SPRING_REDIS_PORT: cache.port,
    SPRING_REDIS_PASSWORD: decodeURIComponent(cache.password),
    BPC_QUEUE_ENABLED: "true",
    BPC_JOBS_POLL_INTERVAL_MS: "1000",
    BPC_JOBS_LEASE_SECONDS: "60",
    BPC_JOBS_LEASE_RENEW_SECONDS: "30",
    BPC_SIGNING_KEY_ID: "dev-key-1",
    BPC_SIGNING_ED25519_PRIVATE_KEY_BASE64: Buffer.alloc(32, 7).toString("base64"),
    ELECTIONS_FLEET_SEED: Buffer.alloc(96, 7).toString("base64"),
    ROTA_SECRETS_KEY: Buffer.alloc(32, 7).toString("base64"),
  };
}

type Done = Pick<OldClient, "electionId" | "versionId">;

/** Counts an election, compiles a passport and posts an event. */
async function doWork(old: Omit<OldClient, keyof Done>, server: Service, key: string): Promise<Done> {
  const send = createSend(server.url, key);
  const client: StageClient = createClient({ baseUrl: server.url, key, fetch: patientFetch });
  const held = await holdElection({ client, server }, 2);
  await countElection({ client, server }, held, () => undefined);
  await requestPassport(send, await preparePassports(send), "battery-1");
  const versionId = async () => (await old.database.query(selectDrawn()))[0]?.version_id;
  await vi.waitUntil(async () => (await versionId()) !== undefined, WAIT);
  await openBooks(send, TENANT);
  await old.publish(saleEvent(1));
  await vi.waitUntil(async () => (await old.broker.peek("copy.journal")).length > 0, WAIT);
  return { electionId: held.electionId, versionId: (await versionId()) ?? "" };
}

function messageOf(event: object): Buffer {
  return Buffer.from(JSON.stringify({ tenantId: TENANT, sourceSystem: "ecommerce", event }));
}

async function ask(url: string, method: string, headers: Record<string, string>, body?: object): Promise<Answer> {
  const answer = await fetch(url, {
    method,
    headers: body === undefined ? headers : { ...headers, "content-type": "application/json", "x-tenant-id": TENANT },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const isJson = answer.headers.get("content-type")?.includes("json") === true;
  return { status: answer.status, body: isJson ? JSON.parse(text) : text };
}

async function onChannel<Result>(
  connection: ChannelModel,
  work: (channel: Channel) => Promise<Result>,
): Promise<Result> {
  const channel = await connection.createChannel();
  channel.on("error", () => undefined); // the call that fails reports it
  const result = await work(channel);
  await channel.close();
  return result;
}
