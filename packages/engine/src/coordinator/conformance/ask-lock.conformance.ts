/** Ways for tests to ask for a lock. */
import type { Coordinator, LockRequest, OwnLock } from "../coordinator.ts";

export const TALLY = "TALLY_CREATION";

export function ask(coordinator: Coordinator, key: string, request: Partial<LockRequest> = {}) {
  return coordinator.locks.acquire({ key, holder: "ann", operation: TALLY, ...request });
}

/** For locks that are free. */
export async function take(
  coordinator: Coordinator,
  key: string,
  request: Partial<LockRequest> = {},
): Promise<OwnLock> {
  const answer = await ask(coordinator, key, request);
  if (!answer.acquired) throw new Error(`${key} is held by ${answer.heldBy.holder}`);
  return answer.lock;
}
