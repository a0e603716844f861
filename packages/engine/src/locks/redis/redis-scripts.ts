/** Holds the Lua scripts for Redis: each is one atomic step on one key, except setAllScript, and uses Redis's clock. */
import { createHash } from "node:crypto";

export type RedisScript = {
  readonly lua: string;
  readonly sha1: string;
  /** It needs memory and a primary: where it succeeds, all others do. */
  readonly isStoring: boolean;
};

const storing = (lua: string): RedisScript => ({ ...named(lua), isStoring: true });
const plain = (lua: string): RedisScript => ({ ...named(lua), isStoring: false });

function named(lua: string) {
  return { lua, sha1: createHash("sha1").update(lua).digest("hex") };
}

/**
 * What others keep under the same name is neither believed nor touched. Ours is a hash that names our installation, ARGV[1],
 * the time of the record and that of the check. One that names another history than ARGV[2] tells of a database that was
 * replaced by a backup since: it is not believed, and gives way.
 */
const IS_OURS = `
local kind = redis.call('TYPE', KEYS[1]).ok
local told = kind == 'hash' and redis.call('HMGET', KEYS[1], 'installation', 'since', 'checkedAt', 'history') or {}
local is_ours = told[1] == ARGV[1] and told[2] and tonumber(told[3] or '') and true or false
local is_current = is_ours and told[4] == ARGV[2]`;

const NOW_MS = `
local time = redis.call('TIME')
local now_ms = time[1] * 1000 + math.floor(time[2] / 1000)`;

/**
 * Keeps a record that the database has just confirmed, unless a newer one is there. ARGV after the history: the time by which
 * records of one name are ordered; the command that sets the end, and its argument; then fields and values.
 */
export const keepRecordScript = storing(`${IS_OURS}
if kind ~= 'none' and not is_ours then return 0 end
if is_current and told[2] > ARGV[3] then return 0 end
${NOW_MS}
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'installation', ARGV[1], 'history', ARGV[2], 'since', ARGV[3],
  'checkedAt', string.format('%.0f', now_ms), unpack(ARGV, 6))
redis.call(ARGV[4], KEYS[1], ARGV[5])
return 1`);

/** Fields and values of a record. */
export const readRecordScript = plain(`${IS_OURS}
if not is_current then return false end
return redis.call('HGETALL', KEYS[1])`);

/**
 * The same of a lock, if it was checked at most ARGV[3] milliseconds ago and guards no task. One that was checked in the
 * future was so before the clock jumped: nobody knows how old it is.
 */
export const readRecentLockScript = plain(`${IS_OURS}
if not is_current or redis.call('HEXISTS', KEYS[1], 'taskId') == 1 then return false end
${NOW_MS}
local age_ms = now_ms - tonumber(told[3])
if age_ms < 0 or age_ms > tonumber(ARGV[3]) then return false end
return redis.call('HGETALL', KEYS[1])`);

/** Deletes a record that is not newer than ARGV[3]. */
export const forgetRecordScript = plain(`${IS_OURS}
if not is_ours or (is_current and told[2] > ARGV[3]) then return 0 end
return redis.call('DEL', KEYS[1])`);

export const putSecretScript = storing(`return redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])`);

export const readSecretScript = plain(`return redis.call('GET', KEYS[1])`);

/** GETDEL is not in Redis 6.0. */
export const takeSecretScript = plain(`
local sealed = redis.call('GET', KEYS[1])
if sealed then redis.call('DEL', KEYS[1]) end
return sealed`);

/**
 * Sets many keys, in one command: a client has far less to do than with one for each. ARGV: the milliseconds that they live,
 * 1 where keys that are there stay as they are, then a value for each key.
 */
export const setAllScript = storing(`
for nth, key in ipairs(KEYS) do
  if ARGV[2] == '1' then redis.call('SET', key, ARGV[nth + 2], 'PX', ARGV[1], 'NX')
  else redis.call('SET', key, ARGV[nth + 2], 'PX', ARGV[1]) end
end
return #KEYS`);
