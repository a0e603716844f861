/**
 * A private installation for one cell: PostgreSQL, the parts that the fault needs, a server and two workers, as real
 * processes.
 */
import { randomBytes } from "node:crypto";
import { createClient, type paths, type RotaClient } from "@rota/client";
import type { paths as ElectionPaths } from "@rota/elections/api-types";
import type { paths as LedgerPaths } from "@rota/ledger/api-types";
import type { paths as PassportPaths } from "@rota/passports/api-types";
import { createFleetSeed } from "@rota/elections";
import { openPostgres, silentLogger, type Database } from "@rota/engine";
import { createKey } from "@rota/engine/admin";
import { startPostgres } from "../../tools/services/postgres-service.ts";
import { startRabbitmqCluster } from "../../tools/services/rabbitmq-cluster.ts";
import { startRabbitmq } from "../../tools/services/rabbitmq-service.ts";
import { startRedis } from "../../tools/services/redis-service.ts";
import type { Service } from "../../tools/services/service.ts";
import type { Need } from "../fault.ts";
import type { Random } from "../random.ts";
import { replayTurns, type ReplayedTurns } from "../replay-turns.ts";
import { makeClock, type StageClock } from "./clock.ts";
import { makeCode, type StageCode } from "./code.ts";
import { compileOlderCode } from "./older-code.ts";
import { patientFetch } from "./patient-fetch.ts";
import { rotaServer, rotaWorker } from "./rota-process.ts";
import { createSend, type Send } from "./send.ts";
import { mountSmallDisk, startPostgresOn, type SmallDisk } from "./small-disk.ts";

type StagePaths = paths & ElectionPaths & LedgerPaths & PassportPaths;

/** Client of a server with the three workloads. */
export type StageClient = RotaClient<StagePaths>;

export type Stage = {
  readonly random: Random;
  readonly postgres: Service;
  /** None, one or three nodes. */
  readonly rabbitmq: readonly Service[];
  readonly redis: Service | undefined;
  readonly disk: SmallDisk | undefined;
  /** Clock of the server and the workers. */
  readonly clock: StageClock;
  /** Code of the server and the workers. */
  readonly code: StageCode;
  /** Connection for observers; it reconnects by itself. */
  readonly database: Database;
  /** Key that opens sealed secrets. */
  readonly secretsKey: string;
  readonly server: Service;
  readonly workers: readonly Service[];
  /** Client that repeats a request until the server answers. */
  readonly client: StageClient;
  /** The same for workloads without generated types. */
  readonly send: Send;
  /** Throws when a process has exited by itself. */
  checkAlive(): void;
  /** Replays the dispatch logs. Call it when all work is over. */
  replayTurns(): Promise<ReplayedTurns>;
  close(): Promise<void>;
};

export type StageOptions = {
  readonly needs: readonly Need[];
  readonly random: Random;
  /** Module with tasks that server and workers load besides those of the workloads. */
  readonly tasksModule: string | undefined;
};

export type OpenStage = (options: StageOptions) => Promise<Stage>;

const WORKERS = 2;
const LIMITS = { poolSize: 4, statementTimeoutMs: 30_000, connectTimeoutMs: 5_000, logger: silentLogger };

/** Opens a stage. If one part does not start, the parts that did are stopped. */
export const openStage: OpenStage = async (options) => {
  const undo: (() => Promise<unknown>)[] = [];
  const close = () => undoAll(undo);
  try {
    return { ...(await openParts(options, undo)), close };
  } catch (error) {
    await close();
    throw error;
  }
};

/** Runs every step, even if an earlier one fails. */
async function undoAll(undo: (() => Promise<unknown>)[]): Promise<void> {
  const reasons: unknown[] = [];
  for (const step of undo.splice(0).reverse()) await step().catch((error: unknown) => reasons.push(error));
  if (reasons.length > 0) throw reasons[0];
}

async function openParts(
  { needs, random, tasksModule }: StageOptions,
  undo: (() => Promise<unknown>)[],
): Promise<Omit<Stage, "close">> {
  const keep = (service: Service) => {
    undo.push(() => service.dispose());
    return service;
  };
  const disk = needs.includes("small disk") ? mountSmallDisk() : undefined;
  if (disk !== undefined) undo.push(() => Promise.resolve(disk.unmount()));
  const postgres = keep(disk === undefined ? await startPostgres() : await startPostgresOn(disk));
  const redis = needs.includes("redis") ? keep(await startRedis()) : undefined;
  const rabbitmq = await startBroker(needs, undo);
  const clock = makeClock();
  undo.push(() => Promise.resolve(clock.remove()));
  const code = makeCode(needs.includes("older code") ? await compileOlderCode() : undefined);
  undo.push(() => Promise.resolve(code.remove()));
  const secretsKey = randomBytes(32).toString("base64");
  const shared = {
    ROTA_DATABASE_URL: postgres.url,
    ROTA_SECRETS_KEY: secretsKey,
    BPC_SIGNING_KEY_ID: "chaos",
    BPC_SIGNING_ED25519_PRIVATE_KEY_BASE64: randomBytes(32).toString("base64"),
    ELECTIONS_FLEET_SEED: Buffer.from(createFleetSeed()).toString("base64"),
    ...(redis === undefined ? {} : { ROTA_REDIS_URL: redis.url }),
  };
  /** Assigns the members of a cluster in turn, so that not all processes lose their connection with one node. */
  const envOf = (index: number) => {
    const node = rabbitmq[index % Math.max(1, rabbitmq.length)];
    return { ...shared, ...(node === undefined ? {} : { ROTA_RABBITMQ_URL: node.url }) };
  };
  const server = keep(await rotaServer({ env: envOf(0), clock, code, tasksModule }));
  await server.start();
  const workers = await Promise.all(
    Array.from({ length: WORKERS }, async (_, index) =>
      keep(await rotaWorker({ env: envOf(index + 1), clock, code, tasksModule })),
    ),
  );
  await Promise.all(workers.map((worker) => worker.start()));
  const database = await openPostgres({ url: postgres.url, schema: "rota", ...LIMITS });
  undo.push(() => database.close());
  const { key } = await createKey(database, { name: "chaos", roles: ["admin"] });
  const checkAlive = () => {
    const dead = [server, ...workers].filter((each) => each.pid() === undefined).map(({ name }) => name);
    if (dead.length > 0) throw new Error(`${dead.join(" and ")} exited by itself`);
  };
  const send = createSend(server.url, key);
  const client = createClient<StagePaths>({ baseUrl: server.url, key, fetch: patientFetch });
  return {
    random,
    postgres,
    rabbitmq,
    redis,
    disk,
    clock,
    code,
    database,
    secretsKey,
    server,
    workers,
    client,
    send,
    checkAlive,
    replayTurns: () => replayTurns(database),
  };
}

async function startBroker(needs: readonly Need[], undo: (() => Promise<unknown>)[]): Promise<readonly Service[]> {
  if (needs.includes("rabbitmq cluster")) {
    const cluster = await startRabbitmqCluster({ nodes: 3 });
    undo.push(() => cluster.dispose());
    return cluster.nodes;
  }
  if (!needs.includes("rabbitmq")) return [];
  const rabbitmq = await startRabbitmq();
  undo.push(() => rabbitmq.dispose());
  return [rabbitmq];
}
