/** A small file that says who claims something, kept fresh by a heartbeat while the claim lasts. */
import { randomUUID } from "node:crypto";
import { readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

import type { ServerAccount } from "../server-account.ts";
import { giveTo } from "../server-account.ts";
import { livenessOf, ownIdentity } from "./process-identity.ts";
import type { ProcessIdentity } from "./process-identity.ts";

export const HEARTBEAT_MS = 2_000;

/** A claim of a process that cannot be seen counts as given up when its heartbeat stands still for this long. */
export const HEARTBEAT_SILENT_MS = 10_000;
const HEARTBEAT_LOOK_MS = 200;

export type Claim = ProcessIdentity & {
  /** Tells two claims of one process apart. */
  readonly token: string;
  readonly since: string;
};

export function newClaim(identity: ProcessIdentity = ownIdentity()): Claim {
  return { ...identity, token: randomUUID(), since: new Date().toISOString() };
}

export async function writeClaim(path: string, claim: Claim, account: ServerAccount): Promise<void> {
  await writeFile(path, `${JSON.stringify(claim)}\n`, { mode: 0o600, flush: true });
  await giveTo(account, path);
}

/** The claim in a file; undefined when the file is not there or holds none, as after a power cut. */
export async function readClaim(path: string): Promise<Claim | undefined> {
  const text = await readFile(path, "utf8").catch(() => "");
  try {
    const value: unknown = JSON.parse(text);
    return isClaim(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export async function removeClaim(path: string): Promise<void> {
  await rm(path, { force: true });
}

/** Touches the file until the returned function is called. */
export function keepFresh(path: string): () => void {
  const timer = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => undefined); // Whoever removed it has taken over; the next lock finds out.
  }, HEARTBEAT_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
  };
}

/**
 * True when whoever made the claim still lives. Where its pid cannot be seen, its heartbeat is watched: a beat proves
 * life at once, silence for HEARTBEAT_SILENT_MS proves death. No clock of another machine is trusted.
 */
export async function isClaimAlive(path: string, claim: Claim): Promise<boolean> {
  const liveness = livenessOf(claim);
  if (liveness !== "unknown") return liveness === "alive";

  const before = await readBeat(path);
  for (let waitedMs = 0; waitedMs < HEARTBEAT_SILENT_MS; waitedMs += HEARTBEAT_LOOK_MS) {
    await sleep(HEARTBEAT_LOOK_MS);
    const beat = await readBeat(path);
    if (beat === undefined) return false;
    if (beat !== before) return true;
  }
  return false;
}

async function readBeat(path: string): Promise<number | undefined> {
  return stat(path).then(
    (found) => found.mtimeMs,
    () => undefined,
  );
}

function isClaim(value: unknown): value is Claim {
  if (typeof value !== "object" || value === null) return false;
  const texts = ["hostname", "machineId", "bootId", "pidNamespace", "startTime", "token", "since"];
  const fields = new Map<string, unknown>(Object.entries(value));
  return typeof fields.get("pid") === "number" && texts.every((name) => typeof fields.get(name) === "string");
}
