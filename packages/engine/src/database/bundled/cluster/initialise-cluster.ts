/** Makes a new cluster: under another name first, so that a crash in between leaves nothing half-made. */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

import { RotaError } from "../../../errors.ts";
import type { PostgresBinaries } from "../binaries/find-binaries.ts";
import { giveTo } from "../server-account.ts";
import type { ServerAccount } from "../server-account.ts";
import { runBinary } from "../server/run-binary.ts";
import { SERVER_USER } from "../server/server-settings.ts";

const INIT_MAX_MS = 120_000;
const OUTPUT_CHARACTERS_MAX = 4_000;
const UNFINISHED = ".new-";

export type InitialiseOptions = {
  readonly clusterDir: string;
  readonly binaries: PostgresBinaries;
  readonly account: ServerAccount;
  readonly passwordFile: string;
};

/** Call it under the lock of the folder. */
export async function initialiseCluster(options: InitialiseOptions): Promise<void> {
  const draft = await makeUnfinishedCluster(options);
  await finishCluster(draft, options.clusterDir);
}

/** Runs initdb in a folder beside the final one and returns that folder. */
export async function makeUnfinishedCluster(options: InitialiseOptions): Promise<string> {
  const { clusterDir } = options;
  await removeUnfinished(clusterDir);
  const draft = `${clusterDir}${UNFINISHED}${randomUUID()}`;
  // Its parent may belong to us and not to the server's user, who could make no folder there.
  await mkdir(draft, { mode: 0o700 });
  await giveTo(options.account, draft);
  await runInitdb(draft, options).catch(async (error: unknown) => {
    await rm(draft, { recursive: true, force: true });
    throw error;
  });
  return draft;
}

/** From here on the cluster counts as made, also after a power cut. */
export async function finishCluster(draft: string, clusterDir: string): Promise<void> {
  await rename(draft, clusterDir);
  await syncFolder(dirname(clusterDir));
}

async function removeUnfinished(clusterDir: string): Promise<void> {
  const folder = dirname(clusterDir);
  const leftOver = (await readdir(folder)).filter((name) => name.startsWith(`${basename(clusterDir)}${UNFINISHED}`));
  for (const name of leftOver) {
    // An initdb whose parent was killed may still be writing there; then the next start removes it.
    await rm(join(folder, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

async function runInitdb(draft: string, options: InitialiseOptions): Promise<void> {
  const { binaries, account, passwordFile } = options;
  const child = runBinary({
    binaries,
    account,
    program: "initdb",
    arguments: [
      ...["-D", draft, "-U", SERVER_USER, "--auth=scram-sha-256", `--pwfile=${passwordFile}`],
      ...["--encoding=UTF8", "--locale=C", "--data-checksums", "--no-instructions"],
    ],
    cwd: dirname(draft),
    output: "pipe",
    detached: false,
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), INIT_MAX_MS);
  let output = "";
  child.stdout?.resume();
  child.stderr?.on("data", (data) => (output = `${output}${String(data)}`.slice(-OUTPUT_CHARACTERS_MAX)));
  const outcome = await once(child, "close").catch((error: unknown) => error);
  clearTimeout(timer);
  if (!(Array.isArray(outcome) && outcome[0] === 0)) throw initFailed(draft, output, outcome);
}

function initFailed(draft: string, output: string, cause: unknown): RotaError {
  const said = output.trim() === "" ? String(cause) : output.trim();
  const message = `PostgreSQL could not initialise a cluster in ${dirname(draft)}: ${said}\nCheck that the folder has free space and can be written, then start again; nothing half-made was left behind`;
  return new RotaError("POSTGRES_INIT_FAILED", message, { folder: dirname(draft) }, { cause });
}

async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
