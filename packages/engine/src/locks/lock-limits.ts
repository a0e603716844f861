/** Defines the limits and defaults for locks, idempotency keys and secrets. */

const SECOND_MS = 1_000;
const HOUR_MS = 3_600 * SECOND_MS;
const DAY_MS = 24 * HOUR_MS;

/** Smallest and largest allowed value. */
export type Range = readonly [min: number, max: number];

/** Maximum length of the key of a lock, an idempotency key or a secret. */
export const LOCK_KEY_BYTES_MAX = 300;
/** Maximum length of a holder, an operation, a scope, the name of an administrator or the hash of an input. */
export const LOCK_NAME_BYTES_MAX = 200;
/** Maximum length of the reason of an override and of the note of a progress. */
export const LOCK_NOTE_BYTES_MAX = 1_000;

export const DEFAULT_LOCK_TTL_MS = 2 * HOUR_MS;
export const LOCK_TTL_MS: Range = [100, 7 * DAY_MS];
export const EXPECTED_MS: Range = [1, 30 * DAY_MS];
export const CONTEXT_BYTES_MAX = 16_384;
export const WAIT_MS: Range = [0, HOUR_MS];
/** Maximum number of callers that wait for one lock. */
export const WAITERS_MAX = 1_000;
/** Interval in which a waiter polls, even without a notification. */
export const LINE_POLL_MS = SECOND_MS;
/** Time after which a waiter that has not polled counts as dead, and time that the next waiter has to collect the lock. */
export const LINE_ALIVE_MS = 10 * SECOND_MS;
export const DEFAULT_LOCKS_LISTED = 100;
export const LOCKS_LISTED: Range = [1, 1_000];

export const DEFAULT_ONCE_LEASE_MS = 60 * SECOND_MS;
export const ONCE_LEASE_MS: Range = [100, DAY_MS];
export const DEFAULT_ONCE_KEEP_MS = 72 * HOUR_MS;
export const ONCE_KEEP_MS: Range = [SECOND_MS, 30 * DAY_MS];
export const ONCE_ANSWER_BYTES_MAX = 262_144;

export const DEFAULT_SECRET_TTL_MS = 6 * HOUR_MS;
export const SECRET_TTL_MS: Range = [SECOND_MS, 7 * DAY_MS];
export const SECRET_VALUE_BYTES_MAX = 65_536;
/** Length of a key of AES-256. */
export const SECRETS_KEY_BYTES = 32;

/** Time after a query of the database during which a lock may be refused from the mirror. */
export const MIRRORED_LOCK_MS = SECOND_MS;
/** Time for which the mirror shows a lock that guards a task; each pruning renews it. */
export const GUARDING_MIRROR_MS = 1_800 * SECOND_MS;
/** Maximum size of a mirrored answer. Larger ones are only in the database. */
export const MIRRORED_ONCE_BYTES_MAX = 65_536;

/** Time for which the history of locks is kept. */
export const LOCK_HISTORY_MS = 30 * DAY_MS;

/** Maximum number of rows of each kind that one call of prune deletes. */
export const LOCKS_PRUNED_MAX = 500;
