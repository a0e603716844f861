/** A server whose database contains one of everything, all of it of tenant ann, and creates more on demand. */
import { randomBytes, randomUUID } from "node:crypto";
import {
  createEngine,
  defineIntake,
  defineTask,
  PermanentError,
  setSchedule,
  silentLogger,
  type Engine,
} from "@rota/engine";
import { createKey, listDeadLetters } from "@rota/engine/admin";
import { createSignInLink } from "@rota/engine/internal";
import { vi } from "vitest";
import { openServer, type OpenedServer } from "../open-server.ts";

export const OWNER = "ann";
export const GROUP = "election-42";
export const INTAKE = "demo.orders";

/** Refuses as schema libraries do: with an error that lists its issues. */
function readPages(given: unknown): { pages: string[] } {
  const found = typeof given === "object" && given !== null && "pages" in given ? given.pages : [];
  const pages: readonly unknown[] = Array.isArray(found) ? found : [];
  const issues = pages.flatMap((page, nth) =>
    typeof page === "string" ? [] : [{ message: "must be a text", path: ["pages", nth] }],
  );
  if (issues.length > 0) throw Object.assign(new Error("the input is refused"), { issues });
  return { pages: pages.filter((page) => typeof page === "string") };
}

export type World = OpenedServer & {
  /** Key of an admin of another tenant. */
  readonly foreignKey: string;
  /** Key with a role that opens nothing. */
  readonly weakKey: string;
  /** Creates a task of two chunks that are due in a day. @returns its id. */
  openTask(): Promise<string>;
  pausedTask(): Promise<string>;
  /** Id of a finished task with turns, attempts and a result. */
  readonly endedTask: string;
  /** Returns the id of an open dead letter. */
  deadLetter(): Promise<string>;
  endpoint(): Promise<string>;
  delivery(): Promise<string>;
  /** Acquires a lock. @returns its key. */
  lock(): Promise<string>;
  schedule(): Promise<string>;
  key(): Promise<string>;
  /** Returns the token of an unused sign-in link. */
  signInToken(): Promise<string>;
  /** Receives an event. @returns its id. */
  event(): Promise<string>;
};

const countWords = defineTask({
  name: "demo.count-words",
  queue: "demo",
  input: readPages,
  split: ({ pages }) => pages,
  run: async (page) => page.split(/\s+/).length,
  finish: (counts) => counts.reduce((sum, count) => sum + count, 0),
});
const fail = defineTask({
  name: "demo.fail",
  queue: "demo",
  run: async () => {
    throw new PermanentError("it cannot be done");
  },
});
const orders = defineIntake({ name: INTAKE, queue: "demo", handle: async () => undefined });

const PLACE = { tenant: OWNER, group: GROUP };
const DAY_MS = 86_400_000;

type WorldOptions = {
  /** Number of dead letters at the beginning; nothing runs afterwards. */
  readonly deadLetters?: number;
};

export async function openWorld({ deadLetters = 20 }: WorldOptions = {}): Promise<World> {
  const config = {
    serverRateMax: 1_000_000,
    secretsKey: randomBytes(32).toString("base64"),
    webhookAllowHttp: true,
    webhookAllowedHosts: "127.0.0.1",
  };
  const opened = await openServer({ tasks: [countWords, fail], config, engine: { intakes: [orders] } });
  const { engine } = opened;
  const endedTask = await runWork(engine, deadLetters);
  return {
    ...opened,
    endedTask,
    foreignKey: (await createKey(engine.database, { name: "bob", roles: ["admin"], tenant: "bob" })).key,
    weakKey: (await createKey(engine.database, { name: "eve", roles: ["demo.nothing"] })).key,
    ...makers(engine, await openDeadLetters(engine)),
  };
}

/** Runs work with a worker that has stopped when this returns, so that only requests change anything. */
async function runWork(engine: Engine, deadLetters: number): Promise<string> {
  const worker = await createEngine({
    tasks: [countWords, fail],
    intakes: [orders],
    database: engine.database,
    logger: silentLogger,
  });
  await worker.start();
  try {
    const task = await worker.submit(countWords, { pages: ["to be", "or not"] }, { ...PLACE, taskKey: "counted" });
    await task.result();
    for (let count = 0; count < deadLetters; count++) await worker.submit(fail, null, PLACE);
    await vi.waitUntil(async () => (await openDeadLetters(engine)).length === deadLetters, { timeout: 30_000 });
    return String(task.taskId);
  } finally {
    await worker.stop();
  }
}

async function openDeadLetters({ database }: Engine): Promise<string[]> {
  const { letters } = await listDeadLetters(database, { limit: 1_000 });
  return letters.map(({ id }) => id);
}

function makers(engine: Engine, deadLetters: string[]) {
  const { database, webhooks } = engine;
  const openTask = async () => {
    const dueAt = new Date(Date.now() + DAY_MS);
    const { taskId } = await engine.submit(countWords, { pages: ["a", "b"] }, { ...PLACE, dueAt });
    return String(taskId);
  };
  const endpoint = async () => {
    const url = "http://127.0.0.1:9/hooks"; // no server listens there
    return (await webhooks.endpoints.create({ tenant: OWNER, url, eventTypes: ["*"] })).endpointId;
  };
  return {
    openTask,
    endpoint,
    async pausedTask() {
      const taskId = await openTask();
      await engine.task(BigInt(taskId)).pause();
      return taskId;
    },
    async deadLetter() {
      const deadLetter = deadLetters.pop();
      if (deadLetter === undefined) throw new Error("all dead letters of this world are used up: open it with more");
      return deadLetter;
    },
    async delivery() {
      const endpointId = await endpoint();
      const event = { eventId: randomUUID(), type: "demo.done", payloadText: "{}", occurredAt: new Date() };
      await webhooks.createDeliveries(database, [{ ...event, tenant: OWNER }]);
      const { deliveries } = await webhooks.list({ tenant: OWNER, endpointId });
      return deliveries[0]?.deliveryId ?? "";
    },
    async lock() {
      const key = `lock:demo/${randomUUID()}`;
      await engine.locks.acquire({ key, holder: "ann", operation: "DEMO", context: { tenant: OWNER } });
      return key;
    },
    async schedule() {
      const name = `nightly ${randomUUID()}`;
      const task = { queue: "demo", ...PLACE, type: "demo.fail", chunks: [{}] };
      await setSchedule(database, { name, cron: "0 3 1 1 *", task });
      return name;
    },
    key: async () => (await createKey(database, { name: "kim", roles: ["viewer"], tenant: OWNER })).keyId,
    async signInToken() {
      const who = { name: "kim", roles: ["viewer"], tenant: OWNER };
      return (await createSignInLink(database, { ...who, baseUrl: "http://127.0.0.1" })).token;
    },
    async event() {
      const eventId = randomUUID();
      await engine.receive(orders, { tenant: OWNER, eventId, payload: {} }, { waitMs: 0 });
      return eventId;
    },
  };
}
