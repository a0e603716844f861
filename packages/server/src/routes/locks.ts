/** Defines the routes of locks: list, show, history, statistics, and the extension and override by an administrator. */
import { appendAudit, type Engine, RotaError } from "@rota/engine";
import { getLock, listLocks, lockHistory, lockStatistics, type LockView } from "@rota/engine/admin";
import { defineRoute, Given, Line, Nullable, PageView, Tenant, Time, Whole, Word } from "@rota/engine/operations";
import { Type } from "typebox";
import { Id, Json, LockKey, PageQuery, Reason } from "../schemas.ts";
import { toPage, toWire } from "../to-wire.ts";

/** Schema of a held lock. Its token is never part of a response. */
const Lock = Type.Object({
  key: Type.String(),
  holder: Type.String(),
  operation: Type.String(),
  startedAt: Time,
  expectedEndAt: Nullable(Time),
  expiresAt: Nullable(Time, {
    description: "When it ends unless it is extended; null: it ends with the task that it guards.",
  }),
  taskId: Nullable(Id),
  context: Json,
  progress: Nullable(
    Type.Object({ done: Type.Number(), total: Type.Number(), note: Type.Optional(Nullable(Type.String())) }),
  ),
  tenant: Nullable(Type.String()),
  line: Type.Array(Type.Object({ holder: Type.String(), operation: Type.String(), since: Time }), {
    description: "Who waits, the next one first.",
  }),
});

const PastLock = Type.Object({
  key: Type.String(),
  holder: Type.String(),
  operation: Type.String(),
  tenant: Nullable(Type.String()),
  taskId: Nullable(Id),
  startedAt: Time,
  endedAt: Time,
  heldMs: Type.Number({ minimum: 0 }),
  outcome: Word(["RELEASED", "EXPIRED", "TASK_ENDED", "OVERRIDDEN"]),
  endedBy: Nullable(Type.String()),
  reason: Nullable(Type.String()),
});

const LockStatistics = Type.Object({
  since: Time,
  isWhole: Type.Boolean(),
  operations: Type.Array(
    Type.Object({
      operation: Type.String(),
      acquired: Whole,
      held: Whole,
      waiting: Whole,
      refused: Whole,
      released: Whole,
      expired: Whole,
      endedWithTask: Whole,
      overridden: Whole,
      heldMsMean: Nullable(Type.Number()),
      heldMsMax: Nullable(Type.Number()),
    }),
  ),
});

const TAG = "locks";
const LockParams = Given({ key: LockKey });
/** Tenant whose audit log records changes to locks without a tenant. */
const SYSTEM_TENANT = "system";

const list = defineRoute({
  name: "locks.list",
  method: "GET",
  path: "/v1/locks",
  summary: "Locks that are held, by key",
  tag: TAG,
  role: "viewer",
  query: Given({
    ...PageQuery,
    tenant: Type.Optional(Tenant),
    prefix: Type.Optional(LockKey),
    holder: Type.Optional(Line(200)),
    operation: Type.Optional(Line(200)),
  }),
  answers: { 200: PageView(Lock) },
  handle: async ({ engine, query, tenant }) => ({
    status: 200,
    body: toPage(await listLocks(engine.database, { ...query, tenant })),
  }),
});

const statistics = defineRoute({
  name: "locks.statistics",
  method: "GET",
  path: "/v1/locks/statistics",
  summary: "How often locks were taken, refused, held and overridden",
  tag: TAG,
  role: "viewer",
  query: Given({
    tenant: Type.Optional(Tenant),
    sinceMs: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 2_592_000_000, description: "How far back. Default a day." }),
    ),
  }),
  answers: { 200: LockStatistics },
  handle: async ({ engine, query, tenant }) => ({
    status: 200,
    body: toWire(await lockStatistics(engine.database, { ...query, tenant })),
  }),
});

const get = defineRoute({
  name: "locks.get",
  method: "GET",
  path: "/v1/locks/{key}",
  summary: "Who holds a lock and who waits for it",
  tag: TAG,
  role: "viewer",
  params: LockParams,
  answers: { 200: Lock },
  handle: async ({ engine, params, tenant }) => ({
    status: 200,
    body: toWire(await heldLock(engine, { ...params, tenant })),
  }),
});

const history = defineRoute({
  name: "locks.history",
  method: "GET",
  path: "/v1/locks/{key}/history",
  summary: "Who had a lock, the newest first",
  tag: TAG,
  role: "viewer",
  params: LockParams,
  query: Given({ ...PageQuery, tenant: Type.Optional(Tenant) }),
  answers: { 200: PageView(PastLock) },
  handle: async ({ engine, params, query, tenant }) => ({
    status: 200,
    body: toPage(await lockHistory(engine.database, { ...query, ...params, tenant })),
  }),
});

const prolong = defineRoute({
  name: "locks.extend",
  method: "POST",
  path: "/v1/locks/{key}/extend",
  summary: "Extend a lock of any holder",
  description: "It lives for `ttlMs` from now on. A lock that guards a task ends with it and is refused.",
  tag: TAG,
  role: "admin",
  params: LockParams,
  body: Given({
    ttlMs: Type.Integer({ minimum: 100, maximum: 604_800_000, description: "How long it lives from now on." }),
    reason: Reason,
    tenant: Type.Optional(Tenant),
  }),
  answers: { 200: Lock },
  async handle({ engine, params, body, actor, tenant }) {
    const { reason, ttlMs } = body;
    const lock = await heldLock(engine, { ...params, tenant });
    const extended = await engine.locks.prolong({ ...params, by: actor.name, reason, ttlMs });
    if (extended === undefined) throw lockFree(params.key);
    const subject = { ...extended, tenant: lock.tenant };
    await noteChange(engine, subject, { actor: actor.name, action: "lock.extended", details: { reason, ttlMs } });
    return { status: 200, body: toWire({ ...lock, ...extended }) };
  },
});

const override = defineRoute({
  name: "locks.override",
  method: "DELETE",
  path: "/v1/locks/{key}",
  summary: "End a lock of any holder",
  description: "Its holder is not asked and learns of it at its next call. A task that it guards runs on.",
  tag: TAG,
  role: "admin",
  params: LockParams,
  query: Given({ reason: Reason, tenant: Type.Optional(Tenant) }),
  answers: { 200: Lock },
  async handle({ engine, params, query, actor, tenant }) {
    const { reason } = query;
    const lock = await heldLock(engine, { ...params, tenant });
    const ended = await engine.locks.override({ ...params, by: actor.name, reason });
    if (ended === undefined) throw lockFree(params.key);
    const subject = { ...ended, tenant: lock.tenant };
    await noteChange(engine, subject, { actor: actor.name, action: "lock.overridden", details: { reason } });
    return { status: 200, body: toWire(lock) };
  },
});

type LockChange = { readonly actor: string; readonly action: string; readonly details: object };

async function noteChange(
  { database }: Engine,
  lock: Pick<LockView, "key" | "holder" | "operation" | "tenant">,
  { actor, action, details }: LockChange,
): Promise<void> {
  const { key, holder, operation, tenant = SYSTEM_TENANT } = lock;
  const subject = { type: "lock", id: key };
  await appendAudit(database, { tenant, actor, action, subject, details: { holder, operation, ...details } });
}

async function heldLock(
  { database }: Engine,
  name: { readonly key: string; readonly tenant: string | undefined },
): Promise<LockView> {
  const lock = await getLock(database, name);
  if (lock === undefined) throw lockFree(name.key);
  return lock;
}

function lockFree(key: string): RotaError {
  return new RotaError("LOCK_NOT_FOUND", `the lock "${key}" is free: list the locks to see which are held`, { key });
}

export const lockRoutes = [list, statistics, get, history, prolong, override];
