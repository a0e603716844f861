/** Locks: who holds what, who waits, what was, and the override by an administrator. */
import {
  appendAudit,
  getLock,
  listLocks,
  lockHistory,
  lockStatistics,
  RotaError,
  type Engine,
  type LockView,
} from "@rota/engine";
import { Type } from "typebox";
import { defineRoute } from "../../define-route.ts";
import { toWire } from "../../to-wire.ts";
import { Page, PageQuery } from "../../wire.ts";
import { Given, Line, LockKey, Reason, Tenant } from "../fields.ts";
import { toPage } from "../page.ts";
import { Lock, LockStatistics, PastLock } from "./lock-schemas.ts";

const TAG = "locks";
const LockParams = Given({ key: LockKey });
/** Whose log tells of locks that are no tenant's. */
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
  answers: { 200: Page(Lock) },
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
  answers: { 200: Page(PastLock) },
  handle: async ({ engine, params, query, tenant }) => ({
    status: 200,
    body: toPage(await lockHistory(engine.database, { ...query, ...params, tenant })),
  }),
});

const override = defineRoute({
  name: "locks.override",
  method: "DELETE",
  path: "/v1/locks/{key}",
  summary: "End a lock, whoever holds it",
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
    await appendAudit(engine.database, {
      tenant: lock.tenant ?? SYSTEM_TENANT,
      actor: actor.name,
      action: "lock.overridden",
      subject: { type: "lock", id: params.key },
      details: { holder: ended.holder, operation: ended.operation, reason },
    });
    return { status: 200, body: toWire(lock) };
  },
});

async function heldLock(
  { database }: Engine,
  name: { readonly key: string; readonly tenant: string | undefined },
): Promise<LockView> {
  const lock = await getLock(database, name);
  if (lock === undefined) throw lockFree(name.key);
  return lock;
}

function lockFree(key: string): RotaError {
  return new RotaError("LOCK_NOT_FOUND", `nobody holds the lock "${key}": list them to see which are held`, { key });
}

export const lockRoutes = [list, statistics, get, history, override];
