/** Implements idempotency keys as rows: the caller that writes the row does the work, later callers get its answer. */
import { randomUUID } from "node:crypto";
import { isRepeated, keyConflict, type UsedKey } from "../idempotency.ts";
import * as checks from "./check-calls.ts";
import type { LockDatabase, OnceMirror, OnceName } from "./lock-database.ts";
import { DEFAULT_ONCE_KEEP_MS, DEFAULT_ONCE_LEASE_MS } from "./lock-limits.ts";
import * as onceRows from "./locks.sql.ts";
import type { Once, OnceAnswer, OnceClaim, OnceRequest } from "./locks.ts";

export function createDatabaseOnce(store: LockDatabase, mirror: OnceMirror): Once {
  return {
    async begin(request) {
      checks.checkOnceRequest(request);
      store.checkOpen();
      const kept = await mirror.answer(request);
      if (kept === undefined) return beginInDatabase(store, mirror, request);
      isRepeated(kept.inputHash, request.inputHash, keyOf(request));
      return { kind: "done", answer: kept.answer, finishedAt: kept.finishedAt };
    },
    async extend(claim, leaseMs = DEFAULT_ONCE_LEASE_MS) {
      checks.checkOnceClaim(claim);
      checks.checkOnceLease(leaseMs);
      const rows = await store.query(onceRows.extendOnce(claim, leaseMs));
      return rows.length > 0 ? "extended" : "lost";
    },
    async finish(claim, answer, { in: on = store } = {}) {
      checks.checkOnceClaim(claim);
      const jsonText = checks.checkOnceAnswer(answer);
      store.checkOpen();
      const rows = await on.query(onceRows.finishOnce(claim, { jsonText }));
      return rows.length > 0 ? "finished" : "lost";
    },
    async abandon(claim) {
      checks.checkOnceClaim(claim);
      const rows = await store.query(onceRows.abandonOnce(claim));
      return rows.length > 0 ? "abandoned" : "lost";
    },
  };
}

async function beginInDatabase(store: LockDatabase, mirror: OnceMirror, request: OnceRequest): Promise<OnceAnswer> {
  const { scope, key, inputHash, leaseMs = DEFAULT_ONCE_LEASE_MS, keepMs = DEFAULT_ONCE_KEEP_MS } = request;
  const claim = { scope, key, token: randomUUID() };
  const row = await store.oneForSure(onceRows.beginOnce(claim, { inputHash, leaseMs, keepMs }));
  const answer = readOnce(claim, row);
  if (answer.kind === "done") await mirror.keep(request, { ...answer, inputHash, expiresAt: row.expires_at });
  return answer;
}

function keyOf({ scope, key }: OnceName): UsedKey {
  return { name: `key "${key}"`, details: { scope, key } };
}

function readOnce(claim: OnceClaim, row: onceRows.OnceRow): OnceAnswer {
  if (row.is_first) return { kind: "first", claim };
  if (!row.is_same_input) throw keyConflict(keyOf(claim));
  if (row.finished_at === null) return { kind: "running", since: row.started_at, until: row.expires_at };
  return { kind: "done", answer: row.answer, finishedAt: row.finished_at };
}
