/** Makes sure that no server of another host or container still works on a cluster before one is started here. */
import { once } from "node:events";
import { open, rm } from "node:fs/promises";
import { createConnection } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import type { Logger } from "../../../runtime/logger.ts";
import { pidFile } from "../server/postmaster-pid.ts";
import { SOCKET_NUMBER } from "../server/server-settings.ts";
import type { DataFolder } from "../data-folder.ts";
import { hasCode } from "../file-error.ts";
import { readClaim } from "./claim-file.ts";
import type { Claim } from "./claim-file.ts";
import { folderHeld } from "./folder-held.ts";
import { isSameBoot, livenessOf } from "./process-identity.ts";

/** PostgreSQL looks once a minute whether its pid file is still its own, and ends itself when it is not. */
const SELF_STOP_MS = 125_000;

export type ForeignServerOptions = {
  readonly folder: DataFolder;
  readonly clusterDir: string;
  /** Users of other machines whose heartbeat has stopped. */
  readonly silentUsers: readonly Claim[];
  readonly logger: Logger;
  readonly selfStopMs?: number;
};

/** Call it under the lock, when no foreign user is alive. Returns at once when everything was of this machine. */
export async function outliveForeignServer(options: ForeignServerOptions): Promise<void> {
  const { folder, clusterDir, silentUsers, logger, selfStopMs = SELF_STOP_MS } = options;
  const started = await readClaim(folder.server);
  const traces = [...(started === undefined ? [] : [started]), ...silentUsers];
  const foreign = traces.find((claim) => livenessOf(claim) === "unknown");
  if (foreign === undefined) return;

  const facts = { dataDir: folder.path, hostname: foreign.hostname, since: foreign.since };
  if (await mayStillRun(options, foreign)) {
    logger.warn(
      { ...facts, waitMs: selfStopMs },
      "the data folder was in use elsewhere: waiting for its server to end",
    );
    await rm(pidFile(clusterDir), { force: true });
    await sleep(selfStopMs);
  }
  logger.warn(facts, `the data folder was last used on ${foreign.hostname}, which is silent: taken over`);
}

/** Under one kernel a socket file reaches its server out of any container: there it can be known. */
async function mayStillRun({ folder, clusterDir }: ForeignServerOptions, foreign: Claim): Promise<boolean> {
  if (await isShutDown(clusterDir)) return false;
  if (!isSameBoot(foreign)) return true;
  const answer = await knock(folder.socket);
  if (answer === "listening") throw folderHeld(folder.path, foreign);
  return answer === "absent";
}

/** The state of a cluster is the fifth word of its control file: 1 means shut down in order. No cluster: nothing runs. */
async function isShutDown(clusterDir: string): Promise<boolean> {
  const handle = await open(join(clusterDir, "global", "pg_control"), "r").catch(() => undefined);
  if (handle === undefined) return true;
  try {
    const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, 16);
    return buffer.readInt32LE(0) === 1 || buffer.readInt32BE(0) === 1;
  } finally {
    await handle.close();
  }
}

/** "refused": the file of a server that has ended. "absent": there is none, or its path leads nowhere from here. */
async function knock(socketDir: string): Promise<"listening" | "refused" | "absent"> {
  const socket = createConnection(join(socketDir, `.s.PGSQL.${String(SOCKET_NUMBER)}`));
  const failure: unknown = await once(socket, "connect").then(
    () => undefined,
    (error: unknown) => error,
  );
  socket.destroy();
  if (failure === undefined) return "listening";
  return hasCode(failure, "ECONNREFUSED") ? "refused" : "absent";
}
