/** Finds a lock that somebody holds. */
import { getLock, RotaError, type LockView, type Queryable } from "@rota/engine";

/** LOCK_NOT_FOUND when it is free. */
export async function findLock(on: Queryable, key: string): Promise<LockView> {
  const lock = await getLock(on, { key });
  if (lock === undefined) throw lockFree(key);
  return lock;
}

export function lockFree(key: string): RotaError {
  return new RotaError("LOCK_NOT_FOUND", `nobody holds the lock "${key}": rota locks lists those that are held`, {
    key,
  });
}
