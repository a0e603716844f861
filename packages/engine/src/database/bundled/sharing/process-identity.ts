/** Says which process on which machine this is, so that another process can tell whether it still lives. */
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** Written into files beside the data; a recycled pid is told apart by its start time. */
export type ProcessIdentity = {
  readonly hostname: string;
  /** Survives reboots; empty where the system has none. */
  readonly machineId: string;
  /** New at every boot; empty where the system has none. */
  readonly bootId: string;
  /** Pids can only be compared inside one namespace: containers have their own. */
  readonly pidNamespace: string;
  readonly pid: number;
  /** Clock ticks since boot; empty where the system does not tell. */
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
 * Whatever ran on this very machine before its last boot is gone. Containers are left out: two on different hosts may
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
