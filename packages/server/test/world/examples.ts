/** Contains a request for each operation that succeeds with the right key. */
import { randomUUID } from "node:crypto";
import { GROUP, INTAKE, OWNER, type World } from "./world.ts";

export type Example = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

type Make = (world: World) => Promise<Example> | Example;

const withoutInput: Make = () => ({});
const ofQueue: Make = () => ({ params: { queue: "demo" } });
const ofEnded: Make = ({ endedTask }) => ({ params: { taskId: endedTask } });
const ofChunk: Make = ({ endedTask }) => ({ params: { taskId: endedTask, number: "1" } });
const ofOpen: Make = async (world) => ({ params: { taskId: await world.openTask() } });
const ofDeadLetter: Make = async (world) => ({ params: { letterId: await world.deadLetter() } });
const ofEndpoint: Make = async (world) => ({ params: { endpointId: await world.endpoint() } });
const ofDelivery: Make = async (world) => ({ params: { deliveryId: await world.delivery() } });
const ofLock: Make = async (world) => ({ params: { key: await world.lock() } });
const ofSchedule: Make = async (world) => ({ params: { name: await world.schedule() } });
const reason = { reason: "because" };

/** Examples by operation id of the OpenAPI document. */
export const EXAMPLES: Readonly<Record<string, Make>> = {
  "health.live": withoutInput,
  "health.ready": withoutInput,
  "metrics.read": withoutInput,
  "events.listen": () => ({ query: { topics: "tasks,workers" } }),
  "session.start": async (world) => ({ body: { token: await world.signInToken() } }),
  "session.get": withoutInput,
  "session.end": withoutInput,
  "tasks.list": () => ({ query: { tenant: OWNER, group: GROUP, limit: "10" } }),
  "tasks.submit": () => ({ body: { type: "demo.count-words", input: { pages: ["a"] }, tenant: OWNER, group: GROUP } }),
  "tasks.get": ofEnded,
  "tasks.result": ofEnded,
  "tasks.progress": ofEnded,
  "groups.progress": () => ({ params: { group: GROUP }, query: { tenant: OWNER } }),
  "tasks.cancel": ofOpen,
  "tasks.pause": ofOpen,
  "tasks.resume": async (world) => ({ params: { taskId: await world.pausedTask() }, body: reason }),
  "chunks.list": ofEnded,
  "chunks.grid": ofEnded,
  "chunks.get": ofChunk,
  "chunks.explain": ofChunk,
  "queues.list": withoutInput,
  "queues.lanes": ofQueue,
  "queues.fairness": ofQueue,
  "queues.dispatches": ofQueue,
  "workers.list": withoutInput,
  "lanes.set": () => ({ body: { tenant: OWNER, group: GROUP, weight: 2, rate: null } }),
  "statistics.get": withoutInput,
  "statistics.history": () => ({ query: { queue: "demo", spans: "10" } }),
  "locks.list": () => ({ query: { prefix: "lock:" } }),
  "locks.statistics": withoutInput,
  "locks.get": ofLock,
  "locks.history": ofLock,
  "locks.extend": async (world) => ({ params: { key: await world.lock() }, body: { ...reason, ttlMs: 60_000 } }),
  "locks.override": async (world) => ({ params: { key: await world.lock() }, query: reason }),
  "deadLetters.list": () => ({ query: { kind: "chunk", tenant: OWNER } }),
  "deadLetters.get": ofDeadLetter,
  "deadLetters.replay": async (world) => ({ params: { letterId: await world.deadLetter() }, body: reason }),
  "deadLetters.replayMany": () => ({ body: { tenant: OWNER, code: "NEVER_SEEN", limit: 1 } }),
  "deadLetters.discard": async (world) => ({ params: { letterId: await world.deadLetter() }, body: reason }),
  "webhooks.listEndpoints": withoutInput,
  "webhooks.createEndpoint": () => ({
    body: { tenant: OWNER, url: "https://hooks.example.com/rota", eventTypes: ["task.*"], ed25519: true },
  }),
  "webhooks.getEndpoint": ofEndpoint,
  "webhooks.updateEndpoint": async (world) => ({
    params: { endpointId: await world.endpoint() },
    body: { timeoutMs: 500, schedule: [1_000] },
  }),
  "webhooks.removeEndpoint": ofEndpoint,
  "webhooks.ping": ofEndpoint,
  "webhooks.enable": ofEndpoint,
  "webhooks.disable": async (world) => ({ params: { endpointId: await world.endpoint() }, body: reason }),
  "webhooks.rotateSecret": ofEndpoint,
  "webhooks.replayMany": ofEndpoint,
  "webhooks.listDeliveries": () => ({ query: { tenant: OWNER } }),
  "webhooks.getDelivery": ofDelivery,
  "webhooks.replay": ofDelivery,
  "audit.list": () => ({ query: { tenant: OWNER } }),
  "audit.verify": () => ({ query: { tenant: OWNER } }),
  "keys.list": withoutInput,
  "keys.create": () => ({ body: { name: "kai", roles: ["viewer"], tenant: OWNER } }),
  "keys.revoke": async (world) => ({ params: { keyId: await world.key() } }),
  "schedules.list": withoutInput,
  "schedules.missedRuns": ofSchedule,
  "schedules.pause": ofSchedule,
  "schedules.resume": ofSchedule,
  "intakes.receive": () => ({
    params: { name: INTAKE },
    query: { waitMs: "0" },
    body: { eventId: randomUUID(), payload: { amount: 3 }, tenant: OWNER },
  }),
  "intakes.get": async (world) => ({
    params: { name: INTAKE, eventId: await world.event() },
    query: { tenant: OWNER },
  }),
};
