/** Writes which process claims a file, keeps the claim fresh, and reports whether the claiming process is alive. */
import { randomUUID } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { RotaError } from "@rota/engine";
import { giveTo, type ServerAccount } from "./data-folder.ts";

export const HEARTBEAT_MS = 2_000;

/** A claim of a process that cannot be seen counts as given up when its heartbeat stops for this long. */
export const HEARTBEAT_SILENT_MS = 10_000;
const HEARTBEAT_POLL_MS = 200;

export type ProcessClaim = ProcessIdentity & {
  /** Distinguishes two claims of one process. */
  readonly token: string;
  readonly since: string;
};

export function newClaim(identity: ProcessIdentity = ownIdentity()): ProcessClaim {
  return { ...identity, token: randomUUID(), since: new Date().toISOString() };
}

export async function writeClaim(path: string, claim: ProcessClaim, account: ServerAccount): Promise<void> {
  await writeFile(path, `${JSON.stringify(claim)}\n`, { mode: 0o600, flush: true });
  await giveTo(account, path);
}

/** The claim in a file; undefined when the file is not there or holds none, as after a power cut. */
export async function readClaim(path: string): Promise<ProcessClaim | undefined> {
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
    utimes(path, now, now).catch(() => undefined); // The process that removed it has taken over; the next lock finds out.
  }, HEARTBEAT_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
  };
}

/**
 * Returns whether the process that made the claim still runs. Where its pid cannot be seen, its heartbeat is watched: a beat proves
 * life at once, silence for HEARTBEAT_SILENT_MS proves death. No clock of another machine is trusted.
 */
export async function isClaimAlive(path: string, claim: ProcessClaim): Promise<boolean> {
  const liveness = livenessOf(claim);
  if (liveness !== "unknown") return liveness === "alive";

  const before = await readBeat(path);
  for (let waitedMs = 0; waitedMs < HEARTBEAT_SILENT_MS; waitedMs += HEARTBEAT_POLL_MS) {
    await sleep(HEARTBEAT_POLL_MS);
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

function isClaim(value: unknown): value is ProcessClaim {
  if (typeof value !== "object" || value === null) return false;
  const texts = ["hostname", "machineId", "bootId", "pidNamespace", "startTime", "token", "since"];
  const fields = new Map<string, unknown>(Object.entries(value));
  return typeof fields.get("pid") === "number" && texts.every((name) => typeof fields.get(name) === "string");
}

/** Written into files beside the data; a recycled pid differs by its start time. */
export type ProcessIdentity = {
  readonly hostname: string;
  /** Survives reboots; empty where the system has none. */
  readonly machineId: string;
  /** New at every boot; empty where the system has none. */
  readonly bootId: string;
  /** Pids can only be compared inside one namespace: containers have their own. */
  readonly pidNamespace: string;
  readonly pid: number;
  /** Clock ticks since boot; empty where the system does not say. */
  readonly startTime: string;
};

/** "unknown": it runs, or ran, where its pid cannot be seen from here. */
export type Liveness = "alive" | "dead" | "unknown";

export function ownIdentity(): ProcessIdentity {
  return identityOf(process.pid);
}

/** The identity of a process on this machine. */
export function identityOf(pid: number): ProcessIdentity {
  return {
    hostname: hostname(),
    machineId: readOrEmpty("/etc/machine-id"),
    bootId: readOrEmpty("/proc/sys/kernel/random/boot_id"),
    pidNamespace: readPidNamespace(),
    pid,
    startTime: readProcessStat(pid)?.startTime ?? "",
  };
}

export function livenessOf(identity: ProcessIdentity): Liveness {
  const here = ownIdentity();
  if (isEarlierBoot(identity, here)) return "dead";
  if (!seesPidsOf(identity, here)) return "unknown";
  if (!isRunning(identity.pid)) return "dead";
  const startTime = readProcessStat(identity.pid)?.startTime ?? "";
  return identity.startTime === "" || startTime === "" || startTime === identity.startTime ? "alive" : "dead";
}

/** True while a process of this pid exists on this machine and has not ended; a zombie has. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // A process of another user answers EPERM: it is there.
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return false;
  }
  const state = readProcessStat(pid)?.state;
  return state !== "Z" && state !== "X";
}

/** A thread of the kernel: it has no command line, and neither has a process that is about to end. */
export function isKernelThread(pid: number): boolean {
  return ((readProcessStat(pid)?.flags ?? 0) & KERNEL_THREAD_FLAG) !== 0;
}

/** True when both run under one kernel, where a socket file reaches the other although its pid does not show. */
export function isSameBoot(identity: ProcessIdentity): boolean {
  return identity.bootId !== "" && identity.bootId === ownIdentity().bootId;
}

function seesPidsOf(identity: ProcessIdentity, here: ProcessIdentity): boolean {
  return (
    identity.bootId === here.bootId &&
    identity.pidNamespace === here.pidNamespace &&
    (here.bootId !== "" || identity.hostname === here.hostname)
  );
}

/** The namespace of processes outside of all containers has the same number on every Linux. */
const OUTSIDE_CONTAINERS = "pid:[4026531836]";

/**
 * Every process of this machine from before its last boot has exited. Containers are left out: two on different hosts may
 * share a name and, from their image, the id of a machine.
 */
function isEarlierBoot(identity: ProcessIdentity, here: ProcessIdentity): boolean {
  return (
    here.machineId !== "" &&
    here.pidNamespace === OUTSIDE_CONTAINERS &&
    identity.pidNamespace === OUTSIDE_CONTAINERS &&
    identity.machineId === here.machineId &&
    identity.hostname === here.hostname &&
    identity.bootId !== here.bootId
  );
}

const KERNEL_THREAD_FLAG = 0x0020_0000;

/** Reads the 3rd, 9th and 22nd field; the 2nd is a name in brackets that may hold anything. */
function readProcessStat(pid: number): { state: string; flags: number; startTime: string } | undefined {
  const text = readOrEmpty(`/proc/${String(pid)}/stat`);
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [state, flags, startTime] = [fields[0], Number(fields[6]), fields[19]];
  return state === undefined || startTime === undefined ? undefined : { state, flags, startTime };
}

function readPidNamespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return "";
  }
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return "";
  }
}

export function folderHeld(folder: string, holder: ProcessClaim): RotaError {
  const who = `process ${String(holder.pid)} on host ${holder.hostname} since ${holder.since}`;
  const message = `the data folder ${folder} is held by ${who}; stop that process, or choose another folder with --data-dir, or share one database with --database-url`;
  return new RotaError("DATA_FOLDER_HELD", message, {
    folder,
    hostname: holder.hostname,
    pid: holder.pid,
    since: holder.since,
  });
}
