/** Takes a lock at once, or waits in line for it. */
import { randomUUID } from "node:crypto";
import { json } from "../../../database/sql.ts";
import { RotaError } from "../../../errors.ts";
import { checkLockRequest } from "../../calls/check-lock.ts";
import type { AcquireAnswer, Lock, LockRequest } from "../../coordinator.ts";
import { acquireLock as acquireLockRow, type LockTicket } from "../../coordinator.sql.ts";
import { WAITERS_MAX } from "../../limits.ts";
import type { DatabaseLocksOptions } from "../database-locks.ts";
import { readLock, tellEnded } from "../read-lock.ts";
import { waitInLine } from "./wait-in-line.ts";

export async function acquireLock(options: DatabaseLocksOptions, request: LockRequest): Promise<AcquireAnswer> {
  checkLockRequest(request);
  const { journal, store, mirror, refusals } = options;
  store.checkOpen();
  const isWaiting = (request.waitMs ?? 0) > 0;
  const recent = isWaiting ? undefined : await mirror.recent(request.key);
  const answer = recent === undefined ? await askDatabase(options, request) : refusal(recent);
  if (answer.acquired) journal.acquired(answer.lock);
  else {
    journal.refused(request, answer.heldBy);
    refusals.add(request);
  }
  return answer;
}

async function askDatabase(options: DatabaseLocksOptions, request: LockRequest): Promise<AcquireAnswer> {
  const { store, mirror } = options;
  const ticket = newTicket(request, options);
  const atOnce = await ask(options, ticket, { waits: false });
  const isOver = atOnce.acquired || (request.waitMs ?? 0) === 0;
  const answer = isOver ? atOnce : await store.during(() => askInLine(options, ticket, request));
  await mirror.keep(answer.acquired ? answer.lock : answer.heldBy);
  return answer;
}

function refusal(heldBy: Lock): AcquireAnswer {
  return { acquired: false, heldBy };
}

function newTicket(request: LockRequest, { ttlMsOf, defaultTtlMs }: DatabaseLocksOptions): LockTicket {
  const { key, holder, operation, context, expectedMs = null } = request;
  const ownTtlMs = Object.hasOwn(ttlMsOf, operation) ? ttlMsOf[operation] : undefined;
  return {
    key,
    token: randomUUID(),
    holder,
    operation,
    context: context === undefined || context === null ? null : json(context),
    ttlMs: request.ttlMs ?? ownTtlMs ?? defaultTtlMs,
    expectedMs,
  };
}

/** One look. It tells nobody about the answer, since one who waits asks many times. */
async function ask(
  options: DatabaseLocksOptions,
  ticket: LockTicket,
  place: { waits: boolean },
): Promise<AcquireAnswer> {
  const row = await options.store.oneForSure(acquireLockRow(ticket, place));
  await tellEnded(options, row.ended);
  if (row.is_line_full) throw lineFull(ticket.key);
  const lock = readLock(row);
  return row.is_mine ? { acquired: true, lock: { ...lock, token: ticket.token } } : refusal(lock);
}

async function askInLine(
  options: DatabaseLocksOptions,
  ticket: LockTicket,
  request: LockRequest,
): Promise<AcquireAnswer> {
  const { store, journal } = options;
  journal.waiting(1);
  try {
    return await waitInLine(store, {
      key: ticket.key,
      waitMs: request.waitMs ?? 0,
      signal: AbortSignal.any([store.closing, ...(request.signal === undefined ? [] : [request.signal])]),
      look: ({ isLast }) => ask(options, ticket, { waits: !isLast }),
      isOver: ({ acquired }) => acquired,
    });
  } finally {
    journal.waiting(-1);
  }
}

function lineFull(key: string): RotaError {
  return new RotaError(
    "LOCK_LINE_FULL",
    `${String(WAITERS_MAX)} wait for lock "${key}" already, which is the limit (WAITERS_MAX): come again later`,
    { key, waitersMax: WAITERS_MAX },
  );
}
