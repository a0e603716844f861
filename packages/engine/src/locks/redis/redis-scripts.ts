/** Contains the Lua scripts for Redis. Each is one atomic step on one key, except mirrorScript, and uses Redis's clock. */
import { createHash } from "node:crypto";

export type RedisScript = {
  readonly lua: string;
  readonly sha1: string;
  /** Whether it needs memory and a primary. If such a script succeeds, all others do. */
  readonly isStoring: boolean;
};

const storing = (lua: string): RedisScript => ({ ...named(lua), isStoring: true });
const plain = (lua: string): RedisScript => ({ ...named(lua), isStoring: false });

function named(lua: string) {
  return { lua, sha1: createHash("sha1").update(lua).digest("hex") };
}

/**
 * Reads a record and checks its origin. A value of another program under the same key is neither used nor changed. A record
 * of ours is a hash with our installation, ARGV[1], the time of the record and the time of the check. A record with another
 * history than ARGV[2] was written before the database was replaced by a backup: it is not used and may be overwritten.
 */
const IS_OUR_RECORD = `
local kind = redis.call('TYPE', KEYS[1]).ok
local record = kind == 'hash' and redis.call('HMGET', KEYS[1], 'installation', 'since', 'checkedAt', 'history') or {}
local is_ours = record[1] == ARGV[1] and record[2] and tonumber(record[3] or '') and true or false
local is_current = is_ours and record[4] == ARGV[2]`;

/** Does the same for a lock, which is text in JSON. Version 0.1.0 wrote a hash, which may be overwritten and deleted. */
const IS_OUR_LOCK = `
local kind = redis.call('TYPE', KEYS[1]).ok
local lock = {}
if kind == 'string' then
  local is_json, value = pcall(cjson.decode, redis.call('GET', KEYS[1]))
  if is_json and type(value) == 'table' then lock = value end
elseif kind == 'hash' then
  local fields = redis.call('HMGET', KEYS[1], 'installation', 'since', 'history')
  lock = { installation = fields[1], startTime = fields[2], history = fields[3] }
end
local is_ours = lock.installation == ARGV[1] and type(lock.startTime) == 'string'
local is_current = is_ours and lock.history == ARGV[2]`;

const NOW_MS = `
local time = redis.call('TIME')
local now_ms = time[1] * 1000 + math.floor(time[2] / 1000)`;

/**
 * Stores a record that the database has just confirmed, unless there is a newer one. ARGV after the history: the time that
 * orders the records of one key; the time at which it expires; then fields and values.
 */
export const keepRecordScript = storing(`${IS_OUR_RECORD}
if kind ~= 'none' and not is_ours then return 0 end
if is_current and record[2] > ARGV[3] then return 0 end
${NOW_MS}
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'installation', ARGV[1], 'history', ARGV[2], 'since', ARGV[3],
  'checkedAt', string.format('%.0f', now_ms), unpack(ARGV, 5))
redis.call('PEXPIREAT', KEYS[1], ARGV[4])
return 1`);

/** Returns the fields and values of a record. */
export const readRecordScript = plain(`${IS_OUR_RECORD}
if not is_current then return false end
return redis.call('HGETALL', KEYS[1])`);

/**
 * Stores a lock that the database has just reported as held, unless a newer one is there. ARGV after the history: its start;
 * the command that sets the expiry, and its argument; the lock in JSON, to which the time of the check is added.
 */
export const keepLockScript = storing(`${IS_OUR_LOCK}
if kind ~= 'none' and not is_ours then return 0 end
if is_current and lock.startTime > ARGV[3] then return 0 end
${NOW_MS}
redis.call('SET', KEYS[1], string.sub(ARGV[6], 1, -2) .. string.format(',"checkedAt":%.0f}', now_ms))
redis.call(ARGV[4], KEYS[1], ARGV[5])
return 1`);

/**
 * Returns a lock if it was checked at most ARGV[3] milliseconds ago and guards no task. A check in the future was made before
 * the clock was set back, so its age is unknown.
 */
export const readRecentLockScript = plain(`${IS_OUR_LOCK}
if not is_current or type(lock.checkedAt) ~= 'number' or type(lock.taskId) == 'string' then return false end
${NOW_MS}
local age_ms = now_ms - lock.checkedAt
if age_ms < 0 or age_ms > tonumber(ARGV[3]) then return false end
return redis.call('GET', KEYS[1])`);

/** Deletes a lock that is not newer than ARGV[3]. */
export const forgetLockScript = plain(`${IS_OUR_LOCK}
if not is_ours or (is_current and lock.startTime > ARGV[3]) then return 0 end
return redis.call('DEL', KEYS[1])`);

export const putSecretScript = storing(`return redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])`);

export const readSecretScript = plain(`return redis.call('GET', KEYS[1])`);

/** Reads and deletes a secret without GETDEL, which Redis 6.0 lacks. */
export const takeSecretScript = plain(`
local sealed = redis.call('GET', KEYS[1])
if sealed then redis.call('DEL', KEYS[1]) end
return sealed`);

/**
 * Mirrors values in one command, and deletes the oldest so that the mirror stays within its limit of bytes. KEYS: the list
 * of what is mirrored, then the keys. ARGV: the time to live in milliseconds; 1 if existing keys stay as they are; the limit;
 * then a value for each key. An entry of the list has its bytes, the bytes of all entries ever, and the key. A value that
 * grew has an entry without a key. The bytes are those that Redis needs for a key and its entry, at most.
 */
export const mirrorScript = storing(`
local function read(entry) return string.match(entry, '^(%d+) (%d+) (.*)$') end
local _, ever = read(redis.call('LINDEX', KEYS[1], -1) or '0 0 ')
ever = tonumber(ever)
for nth = 2, #KEYS do
  local key, value = KEYS[nth], ARGV[nth + 2]
  local length = redis.pcall('STRLEN', key)
  if type(length) ~= 'number' then length = #value end
  if length == 0 or ARGV[2] == '0' then
    redis.call('SET', key, value, 'PX', ARGV[1])
    local bytes = math.max(0, math.ceil(1.25 * (#value - length)))
    if length == 0 then bytes = bytes + 2 * #key + 200 else key = '' end
    ever = ever + bytes
    if bytes > 0 then redis.call('RPUSH', KEYS[1], string.format('%.0f %.0f %s', bytes, ever, key)) end
  end
end
for _ = 1, 2 * #KEYS + 1000 do
  local first = redis.call('LINDEX', KEYS[1], 0)
  if not first then break end
  local bytes, stop, key = read(first)
  if ever - stop + bytes <= tonumber(ARGV[3]) then break end
  redis.call('LPOP', KEYS[1])
  if key ~= '' then redis.call('DEL', key) end
end
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return #KEYS - 1`);
