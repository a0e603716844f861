/** Defines the limits and defaults for locks, idempotency keys and secrets. */

const SECOND_MS = 1_000;
const HOUR_MS = 3_600 * SECOND_MS;
const DAY_MS = 24 * HOUR_MS;

/** From the smallest to the largest value that is allowed. */
export type Range = readonly [min: number, max: number];

/** Of the key of a lock, of once or of a secret. */
export const LOCK_KEY_BYTES_MAX = 300;
/** Of a holder, an operation, a scope, an administrator's name or an input's hash. */
export const LOCK_NAME_BYTES_MAX = 200;
/** Of the reason for an override and of the note of a progress. */
export const LOCK_NOTE_BYTES_MAX = 1_000;

export const DEFAULT_LOCK_TTL_MS = 2 * HOUR_MS;
export const LOCK_TTL_MS: Range = [100, 7 * DAY_MS];
export const EXPECTED_MS: Range = [1, 30 * DAY_MS];
export const CONTEXT_BYTES_MAX = 16_384;
export const WAIT_MS: Range = [0, HOUR_MS];
/** How many may stand in line before one lock. */
export const WAITERS_MAX = 1_000;
/** How long one who waits looks again at the latest, whether or not a notification came. */
export const LINE_POLL_MS = SECOND_MS;
/** One who has not looked for so long has gone; one whose turn it is has so long to come. */
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
/** AES-256. */
export const SECRETS_KEY_BYTES = 32;

/** How long a refusal may be given from the mirror of a lock after the database was last asked about it. */
export const MIRRORED_LOCK_MS = SECOND_MS;
/** How long the mirror shows a lock that guards a task unless it is told again; each pruning tells it. */
export const GUARDING_MIRROR_MS = 1_800 * SECOND_MS;
/** Larger answers of once are left to the database. */
export const MIRRORED_ONCE_BYTES_MAX = 65_536;

/** How long it is known who held a lock. */
export const LOCK_HISTORY_MS = 30 * DAY_MS;

/** How many rows of each kind one call of prune takes away. */
export const LOCKS_PRUNED_MAX = 500;
