/**
 * The databases of the pages: one contains the tasks, locks and keys that they name, and each page gets a copy of it.
 */
import { randomBytes } from "node:crypto";
import {
  createEngine,
  defineIntake,
  defineTask,
  eventRejected,
  openPostgres,
  PermanentError,
  silentLogger,
  type Database,
  type Engine,
} from "@rota/engine";
import { createKey } from "@rota/engine/admin";
import { createDatabaseCoordinator, engineMigrations, migrateSets } from "@rota/engine/internal";
import { loadWorkloads } from "@rota/engine/workload";
import { startPostgres } from "../../../services/postgres-service.ts";
import { workloadModules } from "../../../testing/rota-command.ts";
import * as rows from "./world.sql.ts";

/** Copying a database takes long while the disk is busy. */
const LIMITS = { poolSize: 4, statementTimeoutMs: 600_000, connectTimeoutMs: 60_000 };
const SECRETS_KEY = randomBytes(32).toString("base64");
const DAY_MS = 86_400_000;

export type World = {
  /** Template of the copies. It must have no open connection while it is copied. */
  readonly filledUrl: string;
  /** Key that seals secrets in every copy. */
  readonly secretsKey: string;
  /** Creates a database for one page. @returns its URL. */
  copy(): Promise<string>;
  /** Creates an empty database. @returns its URL. */
  empty(): Promise<string>;
  dispose(): Promise<void>;
};

/** Starts a server for the pages alone, because dropping databases one by one waits for a checkpoint each. */
export async function openWorld(): Promise<World> {
  const postgres = await startPostgres();
  const server = await openAt(postgres.url);
  const urlOf = (database: string): string => {
    const url = new URL(postgres.url);
    url.pathname = `/${database}`;
    return url.href;
  };
  const make = async (template?: string): Promise<string> => {
    const name = `docs_${randomBytes(6).toString("hex")}`;
    await server.query(rows.createDatabase(name, template));
    return name;
  };
  const filled = await make();
  await fill(urlOf(filled));
  return {
    filledUrl: urlOf(filled),
    secretsKey: SECRETS_KEY,
    copy: async () => urlOf(await make(filled)),
    empty: async () => urlOf(await make()),
    dispose: async () => {
      await server.close();
      await postgres.dispose();
    },
  };
}

function openAt(url: string): Promise<Database> {
  return openPostgres({ url, schema: "rota", ...LIMITS, logger: silentLogger });
}

/** Counts the words of a page; a page that cannot be read fails for good. */
export const countWords = defineTask({
  name: "demo.count-words",
  queue: "demo",
  split: (input: { pages: string[] }) => input.pages,
  run: (page) => {
    if (page === "unreadable") throw new PermanentError("nobody listens", { code: "ECONNREFUSED" });
    return page.split(/\s+/).length;
  },
  finish: (counts) => counts.reduce((sum, count) => sum + count, 0),
});
const tally = (queue: string) =>
  defineTask({ name: `demo.${queue}`, queue, split: (input: { ballots: number[] }) => input.ballots, run: () => null });
const [tallyCreation, tallies] = [tally("tally"), tally("tallies")];
const orders = defineIntake({
  name: "shop.orders",
  handle: async (events) => events.map(() => eventRejected("NOTHING_TO_BOOK", "the total is zero")),
});

async function fill(url: string): Promise<void> {
  const database = await openAt(url);
  const workloads = await loadWorkloads(workloadModules(), { cwd: import.meta.dirname });
  const ofWorkloads = await Promise.all(workloads.flatMap((workload) => workload.migrations?.() ?? []));
  await migrateSets(database, [await engineMigrations(), ...ofWorkloads]);
  await database.query(rows.createOwnTables());
  await database.query(rows.beginAtShownNumbers());
  const engine = await createEngine({
    tasks: [countWords, tallyCreation, tallies],
    intakes: [orders],
    webhooks: true,
    database,
    config: { secretsKey: SECRETS_KEY },
    logger: silentLogger,
  });
  await engine.start();
  await runTasks(engine);
  await showWhatIsNamed(engine);
  await engine.stop();
  await database.close();
}

/** Runs task 17, which the pages show: its third and fourth chunk failed for good. Tasks 18 and 19 wait. */
async function runTasks(engine: Engine): Promise<void> {
  const ballots = { ballots: [1, 2, 3] };
  const keyed = { tenant: "ann", taskKey: "tally_e42_1700000000000" };
  const first = [
    await engine.submit(tallyCreation, ballots, keyed),
    await engine.submit(tallies, ballots, { tenant: "ann" }),
  ];
  const books = { tenant: "ann", group: "books" };
  const others = [];
  while (others.length < 14) others.push(await engine.submit(countWords, { pages: ["to be"] }, books));
  const task17 = await engine.submit(countWords, { pages: ["a", "b", "unreadable", "unreadable"] }, { tenant: "ann" });
  if (task17.taskId !== 17n) throw new Error(`the pages speak of task 17, and it is ${String(task17.taskId)}`);
  const tomorrow = { tenant: "ann", dueAt: new Date(Date.now() + DAY_MS) };
  await engine.submit(countWords, { pages: ["to be"] }, tomorrow);
  await engine.submit(countWords, { pages: ["or not"] }, tomorrow);
  await Promise.all([...first, ...others].map((task) => task.result()));
  await task17.result().catch(() => undefined);
}

async function showWhatIsNamed(engine: Engine): Promise<void> {
  const { database, webhooks } = engine;
  await engine.receive(orders, { tenant: "ann", eventId: "order-16", payload: { total: 0 } });
  const { locks } = createDatabaseCoordinator({ database, logger: silentLogger });
  await locks.acquire({ key: "lock:report:2026", holder: "ann", operation: "REPORT", ttlMs: DAY_MS });
  await locks.acquire({ key: "lock:tally:election:42", holder: "ann", operation: "TALLY_CREATION", ttlMs: DAY_MS });
  await createKey(database, { name: "old@example.org", roles: ["viewer"] });
  await database.query(rows.showKey({ name: "old@example.org", keyId: "k3v9x2" }));
  const { endpointId } = await webhooks.endpoints.create({
    tenant: "ann",
    url: "https://hooks.example.com/rota",
    eventTypes: ["passport.*"],
    actor: "olga",
  });
  await database.query(rows.showEndpoint({ endpointId, shownId: "0e6c1b1e-5f4b-4f0a-9d34-0f3a1a9a2c11" }));
}
