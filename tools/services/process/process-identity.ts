/** Distinguishes a process from a later one with the same pid, so that only our own processes are ever killed. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";

/** A pid together with a mark of the time when that process was started. */
export type ProcessIdentity = { readonly pid: number; readonly mark: string };

/**
 * Returns the identity of a process; undefined if there is none with this pid. A process that has ended may still have
 * its pid.
 */
export function identifyProcess(pid: number): ProcessIdentity | undefined {
  const found = readProcess(pid);
  return found === undefined ? undefined : { pid, mark: markOf(found) };
}

/** True while exactly this process runs. */
export function isRunning(identity: ProcessIdentity): boolean {
  const found = readProcess(identity.pid);
  return found !== undefined && !found.state.startsWith(ENDED) && markOf(found) === identity.mark;
}

/** Sends the signal to the process and, if it leads one, to its group; does nothing when the process has exited. */
export function signalGroup(identity: ProcessIdentity, signal: NodeJS.Signals): void {
  if (!isRunning(identity)) return;
  for (const target of [-identity.pid, identity.pid]) {
    try {
      process.kill(target, signal);
      return;
    } catch {
      // It leads no group, or it exited between the check and the signal.
    }
  }
}

type ProcessEntry = { readonly state: string; readonly startedAt: string };

/** State of a process that has exited and whose parent has not yet read its status. */
const ENDED = "Z";

function markOf({ startedAt }: ProcessEntry): string {
  return createHash("sha256").update(startedAt).digest("hex").slice(0, 12);
}

function readProcess(pid: number): ProcessEntry | undefined {
  try {
    return existsSync("/proc/self/stat") ? readFromProc(pid) : readFromPs(pid);
  } catch {
    return undefined;
  }
}

/** Adds the id of the boot, because ticks since boot are only unique within one boot. */
function readFromProc(pid: number): ProcessEntry | undefined {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name in parentheses may contain spaces and parentheses: fields are counted from the last one.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state, startTicks] = [fields[0], fields[19]];
  if (state === undefined || startTicks === undefined) return undefined;
  return { state, startedAt: `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()} ${startTicks}` };
}

function readFromPs(pid: number): ProcessEntry | undefined {
  const line = execFileSync("ps", ["-o", "stat=", "-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim();
  const [state = "", ...startedAt] = line.split(/\s+/);
  return state === "" ? undefined : { state, startedAt: startedAt.join(" ") };
}
