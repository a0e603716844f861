/** Lets one process at a time play the scene of a database: whoever comes second waits until the first has gone. */
import { hostname } from "node:os";
import { isRotaError, type Engine, type LockHold } from "@rota/engine";
import type { Stoppable } from "./share-stop.ts";
import { pause } from "./stage.ts";

export type SceneHold = {
  readonly locks: Engine["locks"];
  readonly stoppable: Stoppable;
  /** Told once when it has to be waited for. */
  readonly onWait: (holder: string) => void;
};

const KEY = "lock:scene";
const OPERATION = "SCENE";
/** What a killed process has held is free after this time. */
const TTL_MS = 10_000;
const EXTEND_MS = 2_500;
const WAIT_MS = TTL_MS + EXTEND_MS;

/** Plays while the scene is held. Rejects when another process has taken it over, as after a pause of the whole machine. */
export async function holdScene(hold: SceneHold, play: () => Promise<void>): Promise<void> {
  const own: Own = { lock: await take(hold), isOver: false };
  try {
    await Promise.race([play(), keep(hold, own)]);
  } finally {
    own.isOver = true;
    await hold.locks.release(own.lock);
  }
}

type Own = { lock: LockHold; isOver: boolean };

async function take({ locks, stoppable, onWait }: SceneHold): Promise<LockHold> {
  for (let isTold = false; ;) {
    const answer = await stoppable((signal) => locks.acquire({ ...request(), waitMs: WAIT_MS, signal }));
    if (answer.acquired) return answer.lock;
    if (!isTold) onWait(answer.heldBy.holder);
    isTold = true;
  }
}

/** While the database is away nobody else can take the scene either: it is kept when the database is back. */
async function keep(hold: SceneHold, own: Own): Promise<never> {
  for (;;) {
    await pause(hold, EXTEND_MS);
    if (own.isOver) continue;
    await keepOnce(hold, own).catch((error: unknown) => {
      if (!isRotaError(error) || error.kind !== "unavailable") throw error;
    });
  }
}

async function keepOnce(hold: SceneHold, own: Own): Promise<void> {
  if ((await hold.locks.extend(own.lock)).kind === "extended") return;
  const again = await hold.locks.acquire(request());
  if (!again.acquired) throw new Error(`${again.heldBy.holder} plays the scene now`);
  own.lock = again.lock;
}

function request() {
  return { key: KEY, holder: `process ${String(process.pid)} of ${hostname()}`, operation: OPERATION, ttlMs: TTL_MS };
}
