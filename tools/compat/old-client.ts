/**
 * A client of the replaced systems, written from their documents 000 to 004 alone: it prepares the broker as they say,
 * configures Rota with their variables, and uses their paths, keys and fields.
 */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { connect, type Channel, type ChannelModel } from "amqplib";
import { Redis } from "ioredis";
import { createClient } from "@rota/client";
import { openPostgres, silentLogger, type Database } from "@rota/engine";
import { createKey, setLane } from "@rota/engine/admin";
import { vi } from "vitest";
import { patientFetch } from "../../chaos/stage/patient-fetch.ts";
import { createSend, textAt, type Send } from "../../chaos/stage/send.ts";
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

/** Request of a webhook. */
export type Delivered = { readonly headers: IncomingHttpHeaders; readonly body: string };

/** Lock as Redis showed it while its phase ran, with the answer to a request for the phase at that time. */
export type SeenLock = {
  readonly key: string;
  readonly value: string;
  readonly ttlSeconds: number;
  readonly answer: Answer;
};

export type OldClient = {
  readonly broker: PreparedBroker;
  readonly redis: Redis;
  readonly electionId: string;
  /** Locks of the three phases, in the order of document 002. */
  readonly locks: readonly SeenLock[];
  /** The id of the version of the passport that was compiled. */
  readonly versionId: string;
  /** Secret of the webhook endpoint that got `delivered`. */
  readonly webhookSecret: string;
  readonly delivered: readonly Delivered[];
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
  const receiver = await startReceiver();
  const client: Omit<OldClient, keyof Done> = {
    broker,
    delivered: receiver.delivered,
    redis,
    database,
    ask: (method, path, body) => ask(`${server.url}${path}`, method, { authorization: `Bearer ${key}` }, body),
    compute: (path) => ask(`${crypto.url}${path}`, "POST", {}, {}),
    onChannel: (work) => onChannel(connection, work),
    metrics: async () => (await fetch(`${worker.url}/metrics`)).text(),
    publish: (event) => broker.publish("fis.events.exchange", "ecommerce.order.completed", [messageOf(event)]),
    async dispose() {
      await receiver.close();
      redis.disconnect();
      await connection.close();
      await broker.dispose({ isKept: true });
      await database.close();
      await stack.dispose();
    },
  };
  return { ...client, ...(await doWork(client, { server, key, hookUrl: receiver.url })) };
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
    ROTA_WEBHOOK_ALLOW_HTTP: "true",
    ROTA_WEBHOOK_ALLOWED_HOSTS: "127.0.0.1",
  };
}

type Done = Pick<OldClient, "electionId" | "locks" | "versionId" | "webhookSecret">;
type Worker = Omit<OldClient, keyof Done>;

/** Counts an election, compiles a passport that a webhook reports, and posts an event. */
async function doWork(
  old: Worker,
  { server, key, hookUrl }: { server: Service; key: string; hookUrl: string },
): Promise<Done> {
  const send = createSend(server.url, key);
  const clientBy = (fetch: typeof patientFetch): StageClient => createClient({ baseUrl: server.url, key, fetch });
  const held = await holdElection({ client: clientBy(patientFetch), server }, 2);
  const { electionId } = held;
  const { locks, watchedFetch } = watchLocks(old, electionId);
  await countElection({ client: clientBy(watchedFetch), server }, held, () => undefined);
  const webhookSecret = await subscribe(send, hookUrl);
  await requestPassport(send, await preparePassports(send), "battery-1");
  const versionId = async () => (await old.database.query(selectDrawn()))[0]?.version_id;
  await vi.waitUntil(async () => (await versionId()) !== undefined, WAIT);
  await openBooks(send, TENANT);
  await old.publish(saleEvent(1));
  await vi.waitUntil(async () => (await old.broker.peek("copy.journal")).length > 0, WAIT);
  await vi.waitUntil(() => old.delivered.length > 0, WAIT);
  return { electionId, locks, webhookSecret, versionId: (await versionId()) ?? "" };
}

/** Keys of document 002, the request that starts each phase, and one for the phase while it runs. */
const phasesOf = (electionId: string) => [
  {
    key: `lock:tally:election:${electionId}`,
    start: "/tally",
    request: ["POST", "/api/tally/create", { electionId }] as const,
  },
  {
    key: `lock:decryption:election:${electionId}:guardian:1`,
    start: "/decryption/credential",
    request: ["GET", `/api/decryption/status?electionId=${electionId}&guardianId=1`] as const,
  },
  {
    key: `lock:combine:election:${electionId}`,
    start: "/combine",
    request: ["GET", `/api/combine-status/${electionId}`] as const,
  },
];

/** Sends requests. Where one starts a phase, the work of the election is paused until the lock was read in Redis. */
function watchLocks({ redis, database, ask: askServer }: Worker, electionId: string) {
  const phases = phasesOf(electionId);
  const locks: SeenLock[] = [];
  const lane = { tenant: "default", group: `election-${electionId}` };
  const watchedFetch = async (sent: Request): Promise<Response> => {
    const next = phases.findIndex(({ start }) => sent.method === "POST" && sent.url.endsWith(start));
    const [phase] = next === -1 ? [] : phases.splice(next, 1); // each phase once: a start may be sent again
    if (phase === undefined) return patientFetch(sent);
    const { key, request } = phase;
    await setLane(database, lane, { isPaused: true });
    const started = await patientFetch(sent);
    const value = await vi.waitUntil(() => redis.get(key), WAIT);
    const [method, path, body] = request;
    const answer = await askServer(method, path, body);
    locks.push({ key, value, ttlSeconds: await redis.ttl(key), answer });
    await setLane(database, lane, { isPaused: false });
    return started;
  };
  return { locks, watchedFetch };
}

/** Makes a webhook endpoint and subscribes it to PASSPORT_SIGNED. Returns its secret. */
async function subscribe(send: Send, url: string): Promise<string> {
  const endpoint = await send({ path: "/v1/webhook-endpoints", body: { url } });
  const webhook_endpoint_id = textAt(endpoint, "webhook_endpoint_id");
  await send({ path: "/v1/webhook-subscriptions", body: { webhook_endpoint_id, event_type: "PASSPORT_SIGNED" } });
  return textAt(endpoint, "secret");
}

/** Starts a receiver of webhooks that accepts every request. */
async function startReceiver() {
  const delivered: Delivered[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (part: string) => (body += part));
    request.on("end", () => {
      delivered.push({ headers: request.headers, body });
      response.end();
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    delivered,
    url: `http://127.0.0.1:${String(port)}/webhooks/bpc`,
    async close() {
      server.closeAllConnections();
      await once(server.close(), "close");
    },
  };
}

function messageOf(event: object): Buffer {
  return Buffer.from(JSON.stringify({ tenantId: TENANT, sourceSystem: "ecommerce", event }));
}

async function ask(url: string, method: string, headers: Record<string, string>, body?: object): Promise<Answer> {
  const changing = { "content-type": "application/json", "x-tenant-id": TENANT, "idempotency-key": randomUUID() };
  const answer = await fetch(url, {
    method,
    headers: body === undefined ? headers : { ...headers, ...changing },
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
